// The hint panel: a table of the best guesses, made beside the page.

class HintView {
  constructor(model, root, signal) {
    const texts = model.get("_texts");
    this.model = model;
    this.texts = texts;
    this.choice = make("select", { class: "mm-select", onchange: () => this.ask() });
    this.work = new WorkBar(model, signal, () => this.ask());
    this.idea = make("p", { class: "mm-idea" });
    this.note = noteLine(model, signal);
    this.table = make("div", {});
    nameRegion(root, texts.title);
    root.append(
      make("p", { class: "mm-title" }, texts.title),
      make("div", { class: "mm-ask" },
        make("label", { class: "mm-labelled" }, make("span", {}, texts.by), this.choice),
        this.work.element),
      this.idea, this.note, this.table);
    follow(model, signal, "_state", () => this.draw());
  }

  ask() {
    this.model.send({ type: "ask", by: this.choice.value });
  }

  draw() {
    const state = this.model.get("_state");
    const { phase, guesses } = state;
    if (!this.choice.options.length) {
      this.choice.append(...state.criteria.map(({ key, name }) => make("option", { value: key }, name)));
    }
    const stopped = phase === "idle" && this.before === "working";
    this.before = phase;
    this.choice.value = state.by;
    this.idea.textContent = state.idea;
    this.work.show(phase === "working", phase !== "found");
    this.note.textContent = stopped ? this.texts.stopped : this.texts[phase] ?? state.summary;
    this.table.replaceChildren(...(guesses.length ? [this.makeTable(state)] : []));
  }

  makeTable({ guesses, kinds, summary }) {
    const { guess, columns, candidate, yes, no } = this.texts;
    const lines = guesses.map((one) =>
      [codePegs(kinds, one.row, one.code), ...one.figures, one.candidate ? yes : no]);
    return dataTable([guess, ...columns, candidate], lines, summary);
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-card mm-hints" });
    el.append(root);
    new HintView(model, root, signal);
  },
};
