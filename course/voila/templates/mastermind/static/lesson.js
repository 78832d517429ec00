// A lesson's page: what it shows while it loads, and when its session is lost.
(() => {
  const root = document.documentElement;
  const texts = JSON.parse(document.getElementById("lesson-texts").textContent);
  const PATIENCE = 120000;
  const SILENCE = 4000;
  const GONE = 4404;

  // ------------------------------------------------------------------- loading

  let cellsAreThere = false;

  function showProgress(share) {
    const bar = document.getElementById("progress-bar");
    if (bar) bar.value = Math.max(bar.value, share);
  }

  // Voilà's page calls these: before a cell, while a cell takes long, and after the last
  // one; its front end calls the last again when it has started.
  window.voila_process = (index, count) => showProgress((0.8 * index) / (count + 1));
  window.voila_heartbeat = () => {};
  window.voila_finish = () => {
    cellsAreThere = true;
    showProgress(0.85);
    watchOutputs();
  };
  window.mastermindStuck = () => tell("stuck");

  function outputsAreThere() {
    const waiting = 'script[type="application/vnd.voila.cell-output+json"]';
    return cellsAreThere && !document.querySelector(waiting);
  }

  function ready() {
    if (root.dataset.state === "ready") return;
    root.dataset.state = "ready";
    document.getElementById("progress")?.remove();
    for (const program of document.querySelectorAll("pre")) program.tabIndex = 0; // scrolls by keys
  }

  function watchOutputs() {
    if (outputsAreThere()) return ready();
    const observer = new MutationObserver(() => {
      if (!outputsAreThere()) return;
      observer.disconnect();
      ready();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }

  setTimeout(() => root.dataset.state === "ready" || tell("stuck"), PATIENCE);

  // Voilà's front end moves the lesson into a panel at the end of the page; the footer follows.
  document.addEventListener("DOMContentLoaded", () => {
    const observer = new MutationObserver(() => {
      if (!document.getElementById("main")) return;
      observer.disconnect();
      document.body.append(
        document.getElementById("foot"),
        document.getElementById("notice"),
      );
    });
    observer.observe(document.body, { childList: true });
  });

  // ------------------------------------------------------------------- session

  let kernelAddress = null;
  let latest = null;
  let leaving = false;
  let ended = false;
  let connected = false;

  function tell(what) {
    const notice = document.getElementById("notice");
    if (!notice || ended) return;
    ended = what === "ended";
    if (ended) root.dataset.session = "ended";
    notice.firstElementChild.textContent = texts[what];
    notice.hidden = false;
  }

  function hush() {
    const notice = document.getElementById("notice");
    if (notice && !ended) notice.hidden = true;
  }

  let looking = false;

  function askForSession() {
    const signal = AbortSignal.timeout?.(SILENCE);
    return fetch(kernelAddress, { cache: "no-store", signal });
  }

  async function lookForSession() {
    if (looking) return;
    looking = true;
    while (!leaving && !ended && !connected) {
      try {
        const answer = await askForSession();
        if (answer.status === 404) tell("ended");
        else reconnect();
      } catch {
        // the server cannot be reached: perhaps it can in a moment
      }
      await pause(1000);
      if (!leaving && !connected) tell("lost");
      await pause(2000);
    }
    looking = false;
  }

  // Voilà's front end tries by itself, at longer and longer intervals, and then no more.
  function reconnect() {
    if (connected || latest.readyState === WebSocket.CONNECTING) return;
    window.jupyterapp?.widgetManager?.kernel.reconnect().catch(() => {});
  }

  // A line that is cut may look open for minutes: so a message that nothing answers makes us
  // ask in another way whether the server is still there.
  let unanswered = 0;

  async function doubt() {
    if (!connected || !unanswered || Date.now() - unanswered < SILENCE) return;
    unanswered = 0;
    await askForSession().catch(cut);
  }

  function cut() {
    if (!kernelAddress || leaving) return;
    connected = false;
    lookForSession();
  }

  setInterval(doubt, 1000);
  addEventListener("offline", cut);

  function pause(milliseconds) {
    return new Promise((done) => setTimeout(done, milliseconds));
  }

  let wasCut = false;

  function watch(socket) {
    wasCut = latest !== null;
    latest = socket;
    socket.addEventListener("open", () => {
      connected = true;
      unanswered = 0;
      hush();
      if (wasCut) dispatchEvent(new Event("mastermind-edu/line-is-back"));
      wasCut = false;
    });
    socket.addEventListener("message", () => {
      unanswered = 0;
    });
    socket.addEventListener("close", (event) => {
      if (socket !== latest || leaving) return;
      connected = false;
      if (event.code === GONE) tell("ended");
      else lookForSession();
    });
  }

  window.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address);
      const path = new URL(address[0], location.href).pathname;
      if (!path.includes("/api/kernels/")) return;
      kernelAddress = path.replace(/\/channels$/, "");
      watch(this);
    }

    send(message) {
      super.send(message);
      if (this === latest) unanswered ||= Date.now();
    }
  };

  // Voilà gives its kernel back at "beforeunload", which some phones never say.
  let givenBack = false;
  addEventListener("beforeunload", () => {
    leaving = true;
    givenBack = connected;
  });
  addEventListener("pagehide", () => {
    leaving = true;
    const id = kernelAddress?.split("/").pop();
    if (!id || givenBack || ended) return;
    navigator.sendBeacon(`${document.body.dataset.baseUrl}api/shutdown/${id}`);
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#notice button")) location.reload();
  });
})();
