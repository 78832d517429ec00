// Python in a worker: it runs the cells of a lesson and lives as long as the page.
import { loadPyodide } from "../pyodide/pyodide.js";

let kernel;

async function start({ lock, packages, lab, key }) {
  const pyodide = await loadPyodide({
    indexURL: new URL("../pyodide/", import.meta.url).href,
    lockFileURL: new URL(lock, import.meta.url).href,
    packages: ["mastermind-edu", ...packages],
    env: {
      HOME: "/home/pyodide",
      MASTERMIND_EDU_KEY: key,
      MASTERMIND_EDU_LAB: lab, // the notebook's address, or nothing
      VOILA_KERNEL_ID: "browser", // a page on which no cell can be changed, as those of Voilà are
    },
  });
  const module = pyodide.pyimport("mastermind_edu.classroom.static.kernel");
  kernel = module.Kernel((message, buffers) => {
    const copies = buffers.toJs().map((buffer) => buffer.slice());
    postMessage({ comm: JSON.parse(message), buffers: copies });
  });
  module.stand_in_for_ipython(kernel);
}

/** Run the cells one by one; between two of them the page is listened to. */
async function run(cells) {
  for (const [index, source] of cells.entries()) {
    postMessage({ cell: index, outputs: JSON.parse(kernel.run(source)) });
    await new Promise((resolve) => { setTimeout(resolve); });
  }
  postMessage({ done: true });
}

onmessage = ({ data }) => {
  if (data.comm) {
    kernel.receive(JSON.stringify(data.comm));
    return;
  }
  start(data)
    .then(() => postMessage({ started: true }))
    .then(() => run(data.cells))
    .catch((error) => postMessage({ failed: String(error) }));
};
