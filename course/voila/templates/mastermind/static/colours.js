// Light, dark, or as the device says: chosen in the header, kept in this browser.
(() => {
  const KEY = "mastermind-colours";
  const CHOICES = ["auto", "light", "dark"];
  const device = matchMedia("(prefers-color-scheme: dark)");

  function stored() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // no storage in a private window
    }
  }

  function keep(choice) {
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // the choice then lasts as long as the page
    }
  }

  let choice = CHOICES.includes(stored()) ? stored() : "auto";

  function paint() {
    const dark = choice === "dark" || (choice === "auto" && device.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    document.documentElement.dataset.colours = choice;
    if (!document.body) return;
    document.body.dataset.jpThemeLight = String(!dark);
    document.body.dataset.jpThemeName = dark ? "JupyterLab Dark" : "JupyterLab Light";
    for (const button of document.querySelectorAll("button.colours")) {
      button.hidden = false;
      button.lastElementChild.textContent = button.dataset[choice];
    }
  }

  function next() {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
    keep(choice);
    paint();
  }

  paint();
  window.paintColours = paint; // a page calls it as soon as its button is there
  device.addEventListener?.("change", paint);
  document.addEventListener("click", (event) => {
    if (event.target.closest("button.colours")) next();
  });
})();
