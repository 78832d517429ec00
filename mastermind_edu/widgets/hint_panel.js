// The hint panel: a table of the best guesses, made beside the page.

class HintView {
  constructor(model, root, signal) {
    const texts = model.get("_texts");
    this.model = model;
    this.texts = texts;
    this.choice = make("select", { onchange: () => this.ask() });
    this.button = make("button", { type: "button", class: "mm-action mm-primary", onclick: () => this.ask() }, texts.ask);
    this.cancel = make("button", {
      type: "button", class: "mm-action", onclick: () => model.send({ type: "cancel" }),
    }, texts.cancel);
    this.bar = make("progress", { max: 1, "aria-label": texts.working });
    this.idea = make("p", { class: "mm-idea" });
    this.note = make("p", { class: "mm-note", role: "status" });
    this.table = make("div", { class: "mm-scroll" });
    root.setAttribute("aria-label", texts.title);
    root.append(
      make("p", { class: "mm-title" }, texts.title),
      make("div", { class: "mm-ask" },
        make("label", {}, make("span", {}, texts.by), this.choice), this.button, this.bar, this.cancel),
      this.idea, this.note, this.table);
    follow(model, signal, "_state", () => this.draw());
    follow(model, signal, "_progress", () => { this.bar.value = model.get("_progress"); });
    follow(model, signal, "_notice", () => {
      if (model.get("_notice").text) this.note.textContent = model.get("_notice").text;
    });
  }

  ask() {
    this.model.send({ type: "ask", by: this.choice.value });
  }

  draw() {
    const state = this.model.get("_state");
    const working = state.phase === "working";
    if (!this.choice.options.length) {
      this.choice.append(...state.criteria.map(({ key, name }) => make("option", { value: key }, name)));
    }
    const hadFocus = [this.button, this.cancel].includes(document.activeElement);
    this.choice.value = state.by;
    this.idea.textContent = state.idea;
    this.button.hidden = working;
    this.cancel.hidden = !working;
    this.bar.hidden = !working;
    if (hadFocus) (working ? this.cancel : this.button).focus();
    this.note.textContent = working ? this.texts.working : state.summary;
    this.table.replaceChildren(...(state.guesses.length ? [this.makeTable(state)] : []));
  }

  makeTable({ guesses, kinds }) {
    const { texts } = this;
    const heads = [texts.guess, ...texts.columns, texts.candidate];
    return make("table", {},
      make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...guesses.map(({ row, code, figures, candidate }) => make("tr", {},
        make("th", { scope: "row" }, make("span", { class: "mm-code", role: "img", "aria-label": code },
          ...row.map((kind) => picture(kinds[kind], { class: "mm-small-peg" })))),
        ...figures.map((figure) => make("td", {}, figure)),
        make("td", {}, candidate ? texts.yes : texts.no)))));
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-hints" });
    el.append(root);
    new HintView(model, root, signal);
  },
};
