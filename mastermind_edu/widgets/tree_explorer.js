// A tree: the way so far, the guess here, and a line for each answer that leads on.

class ExplorerView {
  constructor(model, root, signal) {
    const texts = model.get("_texts");
    this.model = model;
    this.texts = texts;
    this.choice = make("select", {
      class: "mm-select", onchange: () => model.send({ type: "tree", tree: Number(this.choice.value) }),
    });
    this.field = make("label", { class: "mm-labelled" }, make("span", {}, texts.strategy), this.choice);
    this.summary = make("p", { class: "mm-note" });
    this.way = make("ol", { class: "mm-way", "aria-label": texts.way });
    this.here = make("div", { class: "mm-here", role: "status" });
    this.branches = make("ul", { class: "mm-branches", "aria-label": texts.answers });
    this.note = noteLine(model, signal);
    nameRegion(root, texts.title);
    root.append(make("p", { class: "mm-title" }, texts.title), this.field, this.summary, this.way,
      this.here, this.note, this.branches);
    follow(model, signal, "_state", () => this.draw());
  }

  draw() {
    const state = this.model.get("_state");
    const focused = [this.branches, this.way].some((list) => list.contains(document.activeElement));
    this.state = state;
    if (!this.choice.options.length) {
      this.choice.append(...state.trees.map((name, i) => make("option", { value: i }, name)));
      this.field.hidden = state.trees.length < 2;
    }
    this.choice.value = String(state.chosen);
    this.summary.textContent = state.summary;
    this.way.replaceChildren(...state.rows.map((row, i) => this.makeStep(row, i)));
    this.here.replaceChildren(
      make("span", { class: "mm-unseen" }, this.texts.guess),
      codePegs(state.kinds, state.guess, state.code, "mm-large-peg"), make("span", {}, state.left));
    this.note.textContent = this.texts.answers;
    this.branches.replaceChildren(...state.branches.map((branch) => this.makeBranch(branch)));
    if (focused) (this.branches.querySelector("button") ?? this.way.querySelector("li:last-child button"))?.focus();
  }

  makeStep({ guess, code, answer, words }, index) {
    const { kinds, keys } = this.state;
    const label = fill(this.texts.back, { row: index + 1, code, answer: words });
    return make("li", {}, make("button", {
      type: "button", class: "mm-back", "aria-label": label, title: label,
      onclick: () => this.model.send({ type: "back", rows: index }),
    }, codePegs(kinds, guess, code), answerPegs(keys, answer, words), make("span", {}, "↩")));
  }

  makeBranch({ id, answer, words, size, next, nextCode }) {
    const { kinds, keys } = this.state;
    const content = [
      answerPegs(keys, answer, words),
      make("span", { class: "mm-size" }, size),
      make("span", { "aria-hidden": "true" }, "→"),
      next ? codePegs(kinds, next, fill(this.texts.next, { code: nextCode })) : make("strong", {}, nextCode),
    ];
    return make("li", {}, next
      ? make("button", {
        type: "button", class: "mm-branch", onclick: () => this.model.send({ type: "answer", id }),
      }, ...content)
      : make("span", { class: "mm-branch" }, ...content));
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-card mm-tree" });
    el.append(root);
    new ExplorerView(model, root, signal);
  },
};
