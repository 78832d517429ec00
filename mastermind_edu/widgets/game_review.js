// Skill and luck: a table with a line for each guess of a finished game.

class ReviewView {
  constructor(model, root, signal) {
    this.model = model;
    this.texts = model.get("_texts");
    this.note = noteLine(model, signal);
    this.work = new WorkBar(model, signal, () => model.send({ type: "start" }));
    this.table = make("div", {});
    nameRegion(root, this.texts.title);
    root.append(make("p", { class: "mm-title" }, this.texts.title), this.note, this.work.element, this.table);
    follow(model, signal, "_state", () => this.draw());
  }

  draw() {
    const { phase, kinds, rows } = this.model.get("_state");
    const { texts } = this;
    this.note.textContent = texts[phase];
    this.work.show(phase === "working", phase === "stopped");
    const lines = rows.map((row) => [
      codePegs(kinds, row.guess, row.code), row.before, row.expected, row.left,
      codePegs(kinds, row.best, row.bestCode), row.bestExpected, row.bestLeft, row.verdict,
    ]);
    this.table.replaceChildren(...(rows.length ? [dataTable(texts.columns, lines, texts.title)] : []));
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-card mm-review" });
    el.append(root);
    new ReviewView(model, root, signal);
  },
};
