// The facts: a list of sentences; the rows that prove one light up on the board.

class FactsView {
  constructor(model, root, signal) {
    this.model = model;
    this.texts = model.get("_texts");
    this.title = make("p", { class: "mm-title" });
    this.note = noteLine(model, signal);
    this.list = make("ul", { class: "mm-facts-list" });
    this.hint = make("button", {
      type: "button", class: "mm-action", onclick: () => model.send({ type: "hint" }),
    });
    nameRegion(root, this.texts.title);
    root.append(this.title, this.list, this.note, this.hint);
    root.addEventListener("pointerleave", () => this.point([]));
    root.addEventListener("focusout", () => this.point([]));
    this.pointed = "[]";
    follow(model, signal, "_state", () => this.drawState());
  }

  drawState() {
    const { mode, played, working, facts, conflicts, hidden, more } = this.model.get("_state");
    const { texts } = this;
    const focused = this.list.contains(document.activeElement);
    this.title.textContent = conflicts.length ? texts.conflict : texts.title;
    this.list.replaceChildren(...[...conflicts, ...facts].map((fact) => this.makeFact(fact)));
    this.hint.hidden = mode !== "hints" || hidden === 0;
    this.hint.textContent = facts.length ? texts.next : texts.hint;
    this.note.textContent = working ? texts.working
      : this.noteFor(mode, played, facts, conflicts, hidden, more);
    if (focused) this.list.querySelector("button")?.focus();
  }

  noteFor(mode, played, facts, conflicts, hidden, more) {
    const { texts } = this;
    if (conflicts.length) return texts.help;
    if (!played) return texts.start;
    if (mode === "hidden") return texts.hidden;
    if (!facts.length && !hidden) return texts.none;
    if (mode === "hints") return hidden ? more : texts.noMore;
    return texts.help;
  }

  makeFact({ text, rows }) {
    return make("li", {}, make("button", {
      type: "button", class: "mm-fact",
      onpointerenter: () => this.point(rows), onfocus: () => this.point(rows),
      onclick: () => this.point(rows),
    }, text));
  }

  point(rows) {
    const key = JSON.stringify(rows);
    if (key === this.pointed) return;
    this.pointed = key;
    this.model.send({ type: "point", rows });
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-card mm-facts" });
    el.append(root);
    new FactsView(model, root, signal);
  },
};
