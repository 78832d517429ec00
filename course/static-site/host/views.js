// The widgets' views: anywidget's modules draw our own, boxes hold others.

const BOXES = { BoxModel: "", HBoxModel: "widget-hbox", VBoxModel: "widget-vbox" };

const modules = new Map(); // by their text, so that widgets of one kind share theirs
const styles = new Set();

/** Return an element that shows the model of this id. */
export async function view(models, id) {
  const model = models.get(id);
  const element = document.createElement("div");
  element.className = "lm-Widget jupyter-widgets";
  element.classList.add(...(model.get("_dom_classes") ?? []));
  if (model.get("_esm")) await draw(model, element);
  else if (model.get("_model_name") in BOXES) await fill(models, model, element);
  else throw new Error(`no view for ${model.get("_model_name")}`);
  return element;
}

async function draw(model, element) {
  dress(model.get("_css"));
  const { default: exported } = await load(model.get("_esm"));
  const widget = typeof exported === "function" ? await exported() : exported;
  const { signal } = new AbortController(); // a lesson's views stay as long as its page
  await widget.initialize?.({ model, signal });
  await widget.render({ model, el: element, signal });
}

function load(source) {
  if (!modules.has(source)) {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    modules.set(source, import(address).finally(() => URL.revokeObjectURL(address)));
  }
  return modules.get(source);
}

function dress(css) {
  if (!css || styles.has(css)) return;
  styles.add(css);
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
}

async function fill(models, model, element) {
  const kind = BOXES[model.get("_model_name")];
  element.classList.add("widget-box", ...(kind ? [kind] : []));
  const layout = models.get(model.get("layout")).state;
  for (const [name, value] of Object.entries(layout)) {
    if (!name.startsWith("_") && value !== null) {
      element.style.setProperty(name.replaceAll("_", "-"), value);
    }
  }
  element.append(...await Promise.all(model.get("children").map((child) => view(models, child))));
}
