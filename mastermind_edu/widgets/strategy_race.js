// A race: choices, a progress bar, then a histogram for each strategy and a table of figures.

class RaceView {
  constructor(model, root, signal) {
    const texts = model.get("_texts");
    const { games, strategies } = model.get("_choices");
    this.model = model;
    this.texts = texts;
    this.game = make("select", { class: "mm-select" },
      ...games.map((name, index) => make("option", { value: index }, name)));
    this.boxes = strategies.map(({ key }) => make("input", { type: "checkbox", value: key }));
    this.work = new WorkBar(model, signal, () => this.run());
    this.note = noteLine(model, signal);
    this.results = make("div", {});
    nameRegion(root, texts.title);
    root.append(
      make("p", { class: "mm-title" }, texts.title),
      make("label", { class: "mm-labelled", hidden: games.length < 2 },
        make("span", {}, texts.game), this.game),
      make("fieldset", { class: "mm-boxes" }, make("legend", {}, texts.strategies),
        ...strategies.map((one, index) => this.makeChoice(one, this.boxes[index]))),
      this.work.element, this.note, this.results);
    follow(model, signal, "_state", () => this.draw());
    signal.addEventListener("abort", () => URL.revokeObjectURL(this.url));
  }

  makeChoice({ name, idea, source }, box) {
    return make("label", {}, box,
      make("span", {}, make("strong", {}, name), idea && ` – ${idea}`, source && make("small", {}, source)));
  }

  run() {
    const strategies = this.boxes.filter((box) => box.checked).map((box) => box.value);
    this.model.send({ type: "start", game: Number(this.game.value), strategies });
  }

  draw() {
    const state = this.model.get("_state");
    if (this.before !== state.phase) this.choose(state);
    this.before = state.phase;
    this.work.show(state.phase === "working");
    this.note.textContent = this.texts[state.phase] ?? "";
    this.results.replaceChildren(...(state.results.length ? this.makeResults(state) : []));
  }

  choose({ game, chosen }) {
    this.game.value = String(game);
    for (const box of this.boxes) box.checked = chosen.includes(box.value);
  }

  makeResults(state) {
    const { texts } = this;
    const heads = [texts.strategy, texts.average, texts.worst, texts.total, ...state.lengths];
    const lines = state.results.map((result) =>
      [result.name, result.average, result.worst, result.total, ...result.texts]);
    const title = fill(texts.chart, { game: state.gameName });
    URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(new Blob([state.csv], { type: "text/csv" }));
    return [
      make("p", { class: "mm-title" }, title),
      make("div", { class: "mm-charts", "aria-hidden": "true" },
        ...state.results.map((result) => this.makeChart(result, state))),
      dataTable(heads, lines, title),
      make("p", { class: "mm-note" }, texts.help),
      make("a", { class: "mm-download", href: this.url, download: state.file }, texts.download),
    ];
  }

  makeChart({ name, average, counts, texts }, { most, lengths }) {
    return make("figure", {},
      make("figcaption", {}, make("strong", {}, average), ` ${name}`),
      make("div", { class: "mm-columns" }, ...counts.map((count, i) => make("div", {},
        make("span", {}, count ? texts[i] : ""),
        make("span", { class: "mm-stem", style: `height: ${(8 * count) / most}rem` }),
        make("span", { class: "mm-foot-number" }, lengths[i])))));
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-card mm-race" });
    el.append(root);
    new RaceView(model, root, signal);
  },
};
