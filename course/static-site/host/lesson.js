// A lesson's page without a server: Python starts in a worker, cells show what they put out.
import { sealingKey } from "./key.js";
import { Models } from "./models.js";
import { view } from "./views.js";

const root = document.documentElement;
const { texts, ...wanted } = JSON.parse(document.getElementById("lesson-data").textContent);
const PATIENCE = 120000;

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const models = new Models((comm) => worker.postMessage({ comm }));
const places = [...document.querySelectorAll("[data-cell]")];
const cells = wanted.cells;
let drawn = Promise.resolve();

worker.onmessage = ({ data }) => {
  if (data.comm) models.receive(data.comm, data.buffers);
  else if (data.started) showProgress(0.5);
  else if (data.outputs) drawn = drawn.then(() => show(data.cell, data.outputs)).catch(trouble);
  else if (data.done) drawn = drawn.then(ready);
  else if (data.failed) trouble(data.failed);
};
worker.onerror = (event) => trouble(event.message);
worker.postMessage({ ...wanted, key: sealingKey() });
setTimeout(() => root.dataset.state === "ready" || tell(texts.stuck), PATIENCE);

async function show(cell, outputs) {
  for (const { kind, content } of outputs) {
    const output = document.createElement("div");
    output.className = "output jp-OutputArea-child";
    output.append(await rendered(kind, content).catch((error) => rendered("error", error)));
    places[cell].append(output);
  }
  showProgress(0.5 + (0.5 * (cell + 1)) / cells.length);
}

function showProgress(share) {
  document.getElementById("progress-bar").value = share;
}

async function rendered(kind, content) {
  if (kind === "widget") {
    const area = element("div", "jp-OutputArea-output");
    area.append(await view(models, content));
    return area;
  }
  if (kind === "html" || kind === "svg") {
    const area = element("div", kind === "html" ? "jp-RenderedHTMLCommon" : "drawing");
    area.innerHTML = content;
    return area;
  }
  if (kind === "text") {
    const printed = element("pre", "printed", content);
    printed.tabIndex = 0;
    return printed;
  }
  if (kind === "error") console.error(content);
  const note = element("p", "trouble", kind === "missing"
    ? texts.missing.replace("{module}", content) : texts.error);
  note.role = "alert";
  return note;
}

function element(tag, name, text = "") {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

function ready() {
  root.dataset.state = "ready";
  document.getElementById("progress").remove();
}

function trouble(error) {
  console.error(error);
  tell(texts.failed);
}

function tell(text) {
  const notice = document.getElementById("notice");
  notice.firstElementChild.textContent = text;
  notice.hidden = false;
  notice.querySelector("button").onclick = () => location.reload();
}
