// Skill and luck: a table with a line for each guess of a finished game.

class ReviewView {
  constructor(model, root, signal) {
    this.model = model;
    this.texts = model.get("_texts");
    this.note = make("p", { class: "mm-note", role: "status" });
    this.bar = make("progress", { max: 1, "aria-label": this.texts.working });
    this.table = make("div", { class: "mm-scroll" });
    root.setAttribute("aria-label", this.texts.title);
    root.append(make("p", { class: "mm-title" }, this.texts.title), this.note, this.bar, this.table);
    follow(model, signal, "_state", () => this.draw());
    follow(model, signal, "_progress", () => { this.bar.value = model.get("_progress"); });
    follow(model, signal, "_notice", () => {
      if (model.get("_notice").text) this.note.textContent = model.get("_notice").text;
    });
  }

  draw() {
    const { phase, kinds, rows } = this.model.get("_state");
    const { texts } = this;
    this.note.textContent = { waiting: texts.waiting, working: texts.working, done: texts.help }[phase];
    this.bar.hidden = phase !== "working";
    const code = (row, label) => make("span", { class: "mm-code", role: "img", "aria-label": label },
      ...row.map((kind) => picture(kinds[kind], { class: "mm-small-peg" })));
    const line = (row) => make("tr", {},
      make("th", { scope: "row" }, code(row.guess, row.code)),
      ...[row.before, row.expected, row.left].map((text) => make("td", {}, text)),
      make("td", {}, code(row.best, row.bestCode)),
      make("td", {}, row.bestExpected),
      make("td", { class: "mm-verdict" }, row.verdict));
    this.table.replaceChildren(...(rows.length ? [make("table", {},
      make("thead", {}, make("tr", {}, ...texts.columns.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...rows.map(line)))] : []));
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-review" });
    el.append(root);
    new ReviewView(model, root, signal);
  },
};
