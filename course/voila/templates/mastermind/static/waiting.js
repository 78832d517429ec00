// Waits until there is a place for the lesson, then opens it. Nothing moves meanwhile, and who
// listens to the page is not interrupted.
(() => {
  const EVERY = 4000; // milliseconds; each page adds up to half of it, so that not all ask at once
  const line = document.getElementById("waiting");

  async function isFree() {
    try {
      return (await fetch(line.dataset.ask, { cache: "no-store" })).status === 204;
    } catch {
      return false; // the server cannot be reached: perhaps it can in a moment
    }
  }

  async function ask() {
    if (!(await isFree())) return askLater();
    line.textContent = line.dataset.textFree;
    location.reload();
  }

  function askLater() {
    setTimeout(ask, EVERY * (1 + Math.random() / 2));
  }

  askLater();
})();
