// A race: choices, a progress bar, then a histogram for each strategy and a table of figures.

class RaceView {
  constructor(model, root, signal) {
    const texts = model.get("_texts");
    this.model = model;
    this.texts = texts;
    this.game = make("select", {});
    this.boxes = make("fieldset", { class: "mm-boxes" }, make("legend", {}, texts.strategies));
    this.button = make("button", { type: "button", class: "mm-action mm-primary", onclick: () => this.run() }, texts.run);
    this.cancel = make("button", {
      type: "button", class: "mm-action", onclick: () => model.send({ type: "cancel" }),
    }, texts.cancel);
    this.bar = make("progress", { max: 1, "aria-label": texts.working });
    this.note = make("p", { class: "mm-note", role: "status" });
    this.results = make("div", {});
    root.setAttribute("aria-label", texts.title);
    root.append(
      make("p", { class: "mm-title" }, texts.title),
      this.gameField = make("label", { class: "mm-game" }, make("span", {}, texts.game), this.game),
      this.boxes,
      make("div", { class: "mm-run" }, this.button, this.bar, this.cancel),
      this.note, this.results);
    follow(model, signal, "_state", () => this.draw());
    follow(model, signal, "_progress", () => { this.bar.value = model.get("_progress"); });
    follow(model, signal, "_notice", () => {
      if (model.get("_notice").text) this.note.textContent = model.get("_notice").text;
    });
  }

  run() {
    const strategies = [...this.boxes.querySelectorAll("input:checked")].map((box) => box.value);
    this.model.send({ type: "run", game: this.game.value, strategies });
  }

  draw() {
    const state = this.model.get("_state");
    const working = state.phase === "working";
    if (!this.game.options.length) this.fillChoices(state);
    const hadFocus = [this.button, this.cancel].includes(document.activeElement);
    this.game.value = state.game;
    this.button.hidden = working;
    this.cancel.hidden = !working;
    this.bar.hidden = !working;
    if (hadFocus) (working ? this.cancel : this.button).focus();
    this.note.textContent = working ? this.texts.working
      : state.phase === "done" ? this.texts.done : this.before === "working" ? this.texts.stopped : "";
    this.before = state.phase;
    this.results.replaceChildren(...(state.results.length ? this.makeResults(state) : []));
  }

  fillChoices({ games, strategies, chosen }) {
    this.game.append(...games.map(({ key, name }) => make("option", { value: key }, name)));
    this.gameField.hidden = games.length < 2;
    this.boxes.append(...strategies.map(({ key, name, idea, source }) => make("label", {},
      make("input", { type: "checkbox", value: key, checked: chosen.includes(key) }),
      make("span", {}, make("strong", {}, name), ` – ${idea} `, make("small", {}, source)))));
  }

  makeResults(state) {
    const { texts } = this;
    const charts = state.results.map((result) => this.makeChart(result, state));
    const lengths = Array.from({ length: state.worst }, (_, i) => String(i + 1));
    const heads = [texts.strategy, texts.average, texts.worstCase, texts.total, ...lengths];
    const table = make("table", {},
      make("caption", {}, texts.guessesHelp),
      make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...state.results.map((result) => make("tr", {},
        make("th", { scope: "row" }, result.name),
        ...[result.average, result.worst, result.total, ...result.texts].map((text) => make("td", {}, text))))));
    const blob = new Blob([state.csv], { type: "text/csv" });
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(blob);
    return [
      make("p", { class: "mm-chart-title" }, texts.chart),
      make("div", { class: "mm-charts", "aria-hidden": "true" }, ...charts),
      make("div", { class: "mm-scroll" }, table),
      make("a", { class: "mm-download", href: this.url, download: state.file }, texts.download),
    ];
  }

  makeChart({ name, average, counts, texts }, { most }) {
    return make("figure", {},
      make("figcaption", {}, make("strong", {}, average), ` ${name}`),
      make("div", { class: "mm-columns" }, ...counts.map((count, i) => make("div", {},
        make("span", { class: "mm-top" }, count ? texts[i] : ""),
        make("span", { class: "mm-stem", style: `height: ${(8 * count) / most}rem` }),
        make("span", { class: "mm-foot-number" }, String(i + 1))))));
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-race" });
    el.append(root);
    new RaceView(model, root, signal);
  },
};
