// The parts of a guess: a table whose bars show how many codes would give each answer.

class PartitionView {
  constructor(model, root, signal) {
    this.model = model;
    this.texts = model.get("_texts");
    this.panels = make("div", { class: "mm-panels" });
    this.note = make("p", { class: "mm-note", role: "status" });
    root.setAttribute("aria-label", this.texts.title);
    root.append(make("p", { class: "mm-title" }, this.texts.title), this.panels, this.note);
    follow(model, signal, "_state", () => this.draw());
    follow(model, signal, "_notice", () => {
      if (model.get("_notice").text) this.note.textContent = model.get("_notice").text;
    });
  }

  draw() {
    this.state = this.model.get("_state");
    const { panels } = this.state;
    const focus = this.panels.contains(document.activeElement) ? document.activeElement.dataset : {};
    this.note.textContent = panels.length ? "" : this.texts.start;
    this.panels.replaceChildren(...panels.map((panel, index) => this.makePanel(panel, index)));
    if (focus.panel !== undefined) {
      this.panels.querySelector(`[data-panel="${focus.panel}"][data-at="${focus.at}"]`)?.focus();
    }
  }

  makePanel(panel, index) {
    const { kinds, longest, editable } = this.state;
    const pegs = panel.guess.map((kind, place) => editable
      ? make("button", {
        type: "button", class: "mm-turn", "data-panel": index, "data-at": place,
        "aria-label": fill(this.texts.change, { place: place + 1, peg: kinds[kind].name }),
        onclick: () => this.turn(index, place, 1),
        onkeydown: (event) => this.onKey(event, index, place),
      }, picture(kinds[kind].drawing, { class: "mm-peg" }))
      : picture(kinds[kind].drawing, { class: "mm-peg" }));
    const head = make("tr", {},
      make("th", { scope: "col" }, this.texts.answer), make("th", { scope: "col" }, this.texts.codes));
    const rows = panel.bars.map((bar) => this.makeBar(bar, panel, longest));
    return make("div", { class: "mm-parts" },
      make("div", { class: "mm-guess" }, ...pegs),
      make("dl", { class: "mm-figures" }, ...panel.figures.map(({ name, value }) =>
        make("div", {}, make("dt", {}, name), make("dd", {}, value)))),
      make("table", { class: "mm-bars" },
        make("caption", { class: "mm-unseen" }, fill(this.texts.caption, { code: panel.code })),
        make("colgroup", {}, make("col", { class: "mm-answers" }), make("col")),
        make("thead", { class: "mm-unseen" }, head), make("tbody", {}, ...rows)),
      panel.rest ? make("p", { class: "mm-rest" }, panel.rest) : null);
  }

  makeBar({ keys, words, size, text, happened }, panel, longest) {
    const style = `--mm-share: ${size / longest}`;
    return make("tr", { class: happened ? "mm-happened" : null },
      make("th", { scope: "row", title: words },
        make("span", { class: "mm-keys", "aria-hidden": "true" }, ...(keys.length
          ? keys.map((meaning) => picture(this.state.keys[meaning], { class: "mm-key" }))
          : ["–"])),
        make("span", { class: "mm-unseen" }, words)),
      make("td", {}, make("span", { class: "mm-bar", style }),
        make("span", { class: "mm-size" }, text),
        happened ? make("span", { class: "mm-came" }, this.texts.happened) : null));
  }

  onKey(event, panel, place) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(panel, place, by);
  }

  turn(panel, place, by) {
    const guess = [...this.state.panels[panel].guess];
    const count = this.state.kinds.length;
    guess[place] = (guess[place] + by + count) % count;
    this.model.send({ type: "change", panel, guess });
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-partition" });
    el.append(root);
    new PartitionView(model, root, signal);
  },
};
