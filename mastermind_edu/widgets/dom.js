// Shared by all widgets: elements, texts and drawings. Each widget's file follows this one.

/** Make an element: `make("button", { class: "peg", onclick }, child, "text")`. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Fill the words in braces of a text: `fill("Row {row}", { row: 2 })`. */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/** A picture from a drawing of the Python side; without a label it is decoration. */
function picture(drawing, { label, ...properties } = {}) {
  const role = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const holder = make("span", { ...role, ...properties });
  holder.innerHTML = `<svg viewBox="-20 -20 40 40" focusable="false">${drawing}</svg>`;
  return holder;
}

/** Name a region; of several with one name on a page, the later ones get a number. */
function nameRegion(root, label) {
  const taken = [...document.querySelectorAll("section[aria-label]")]
    .filter((other) => other !== root)
    .map((other) => other.getAttribute("aria-label"));
  let name = label;
  for (let n = 2; taken.includes(name); n++) name = `${label} (${n})`;
  root.setAttribute("aria-label", name);
}

const LINE_IS_BACK = "mastermind-edu/line-is-back"; // the page says so when it was cut before
const asking = new WeakSet(); // the signals of the views that ask Python anew then

/** Call `listener` now and after each change of the named trait; stop when the view goes. */
function follow(model, signal, name, listener) {
  if (!asking.has(signal)) {
    asking.add(signal);
    addEventListener(LINE_IS_BACK, () => model.send({ type: "refresh" }), { signal });
  }
  model.on(`change:${name}`, listener);
  signal.addEventListener("abort", () => model.off(`change:${name}`, listener));
  listener();
}

/** A code as its pegs; `label` says it in words. */
function codePegs(kinds, row, label, size = "mm-small-peg") {
  return make("span", { class: "mm-code", role: "img", "aria-label": label },
    ...row.map((kind) => picture(kinds[kind].drawing, { class: size })));
}

/** An answer as its key pegs, or a dash where it has none; `words` say it. */
function answerPegs(keys, answer, words) {
  const pegs = answer.map((meaning) => picture(keys[meaning], { class: "mm-key" }));
  return make("span", { class: "mm-keys", role: "img", "aria-label": words, title: words },
    ...(pegs.length ? pegs : ["–"]));
}

/** A line below a widget's title that says how things stand, and what the widget says. */
function noteLine(model, signal) {
  const note = make("p", { class: "mm-note", role: "status" });
  const say = () => {
    if (model.get("_notice").text) note.textContent = model.get("_notice").text;
  };
  model.on("change:_notice", say);
  signal.addEventListener("abort", () => model.off("change:_notice", say));
  queueMicrotask(say); // what was said before the page was there stands above what it draws first
  return note;
}

/** A list of figures, each with its name. */
function figureList(figures) {
  return make("dl", { class: "mm-figures" }, ...figures.map(({ name, value }) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

/** A table of figures: what each line is about stands in its first cell. */
function dataTable(heads, lines, caption) {
  return make("div", { class: "mm-scroll", tabindex: 0, role: "group", "aria-label": caption },
    make("table", { class: "mm-data" },
      make("caption", { class: "mm-unseen" }, caption),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...lines.map(([name, ...figures]) => make("tr", {},
        make("th", { scope: "row" }, name), ...figures.map((figure) => make("td", {}, figure)))))));
}

/** The button that starts long work; a progress bar and a cancel button stand in for it then. */
class WorkBar {
  constructor(model, signal, start) {
    const texts = model.get("_texts");
    const button = (style, text, onclick) =>
      make("button", { type: "button", class: `mm-action ${style}`, onclick }, text);
    this.start = button("mm-primary", texts.start, start);
    this.cancel = button("mm-cancel", texts.cancel, () => model.send({ type: "cancel" }));
    this.bar = make("progress", { max: 1, "aria-label": texts.working });
    this.element = make("div", { class: "mm-work" }, this.start, this.bar, this.cancel);
    follow(model, signal, "_progress", () => { this.bar.value = model.get("_progress"); });
  }

  /** Show that work is being done or not; the focus goes from button to button. */
  show(working, offered = true) {
    const focused = this.element.contains(document.activeElement);
    this.start.hidden = working || !offered;
    this.bar.hidden = this.cancel.hidden = !working;
    if (focused) (working ? this.cancel : this.start).focus();
  }
}
