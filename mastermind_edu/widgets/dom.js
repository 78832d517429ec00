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

/** Call `listener` now and after each change of the named trait; stop when the view goes. */
function follow(model, signal, name, listener) {
  model.on(`change:${name}`, listener);
  signal.addEventListener("abort", () => model.off(`change:${name}`, listener));
  listener();
}
