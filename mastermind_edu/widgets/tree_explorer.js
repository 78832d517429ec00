// A tree: the way so far, the guess here, and a line for each answer that leads on.

class TreeView {
  constructor(model, root, signal) {
    const texts = model.get("_texts");
    this.model = model;
    this.texts = texts;
    this.choice = make("select", {
      "aria-label": texts.strategy,
      onchange: () => model.send({ type: "tree", tree: Number(this.choice.value) }),
    });
    this.summary = make("p", { class: "mm-summary" });
    this.way = make("ol", { class: "mm-way" });
    this.here = make("div", { class: "mm-here", role: "status" });
    this.branches = make("ul", { class: "mm-branches" });
    this.note = make("p", { class: "mm-note" }, texts.answers);
    root.setAttribute("aria-label", texts.title);
    root.append(make("p", { class: "mm-title" }, texts.title), this.choice, this.summary, this.way,
      this.here, this.note, this.branches);
    follow(model, signal, "_state", () => this.draw());
  }

  code(row, label, style = "mm-small-peg") {
    const { kinds } = this.state;
    return make("span", { class: "mm-code", role: "img", "aria-label": label },
      ...row.map((kind) => picture(kinds[kind], { class: style })));
  }

  keys(answer, words) {
    const pegs = answer.length
      ? answer.map((meaning) => picture(this.state.keys[meaning], { class: "mm-key" })) : ["–"];
    return make("span", { class: "mm-keys", role: "img", "aria-label": words, title: words }, ...pegs);
  }

  draw() {
    const state = this.model.get("_state");
    this.state = state;
    const hadFocus = this.branches.contains(document.activeElement)
      || this.way.contains(document.activeElement);
    if (!this.choice.options.length) {
      this.choice.append(...state.trees.map((name, i) => make("option", { value: i }, name)));
      this.choice.hidden = state.trees.length < 2;
    }
    this.choice.value = String(state.chosen);
    this.summary.textContent = state.summary;
    this.way.replaceChildren(...state.rows.map((row, i) => this.makeStep(row, i)));
    this.here.replaceChildren(
      make("span", { class: "mm-unseen" }, this.texts.guess),
      this.code(state.guess, state.code, "mm-peg"), make("span", {}, state.left));
    this.branches.replaceChildren(...state.branches.map((branch) => this.makeBranch(branch)));
    if (hadFocus) this.branches.querySelector("button")?.focus();
  }

  makeStep({ guess, code, answer, words }, index) {
    const label = fill(this.texts.back, { row: index + 1, code, answer: words });
    return make("li", {}, make("button", {
      type: "button", class: "mm-back", "aria-label": label,
      onclick: () => this.model.send({ type: "back", rows: index }),
    }, this.code(guess, code), this.keys(answer, words), make("span", { "aria-hidden": "true" }, "↩")));
  }

  makeBranch({ id, answer, words, size, next, nextCode }) {
    const content = [
      this.keys(answer, words), make("span", { class: "mm-size" }, size),
      make("span", { "aria-hidden": "true" }, "→"),
      next ? this.code(next, nextCode) : make("strong", {}, nextCode),
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
    const root = make("section", { class: "mastermind mm-tree" });
    el.append(root);
    new TreeView(model, root, signal);
  },
};
