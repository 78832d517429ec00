// A proof: the best found comes down, the bound goes up, until they meet.

class ProofView {
  constructor(model, root, signal) {
    const texts = model.get("_texts");
    const { games, limits } = model.get("_choices");
    const choice = (names) => make("select", { class: "mm-select" },
      ...names.map((name, index) => make("option", { value: index }, name)));
    const field = (text, select, names) => make("label", { class: "mm-labelled", hidden: names.length < 2 },
      make("span", {}, text), select);
    this.model = model;
    this.texts = texts;
    this.game = choice(games);
    this.limit = choice(limits);
    this.work = new WorkBar(model, signal, () => model.send({
      type: "start", game: Number(this.game.value), limit: Number(this.limit.value),
    }));
    this.note = noteLine(model, signal);
    this.gap = make("div", { class: "mm-gap", "aria-hidden": "true" }, make("span", {}), make("span", {}));
    this.figures = make("div", {});
    nameRegion(root, texts.title);
    root.append(
      make("p", { class: "mm-title" }, texts.title),
      make("div", { class: "mm-ask" },
        field(texts.game, this.game, games), field(texts.limit, this.limit, limits), this.work.element),
      this.note, this.gap, this.figures);
    follow(model, signal, "_state", () => this.draw());
  }

  draw() {
    const { phase, game, limit, result, low, high, figures } = this.model.get("_state");
    if (this.before !== phase) {
      this.game.value = String(game);
      this.limit.value = String(limit);
    }
    this.before = phase;
    this.work.show(phase === "working");
    this.note.textContent = result || this.texts[phase];
    this.note.classList.toggle("mm-proven", phase === "proven");
    this.gap.hidden = !figures.length;
    this.gap.firstChild.style.width = `${100 * low}%`;
    this.gap.lastChild.style.width = `${100 * (1 - high)}%`;
    this.figures.replaceChildren(...(figures.length ? [figureList(figures)] : []));
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-card mm-proof" });
    el.append(root);
    new ProofView(model, root, signal);
  },
};
