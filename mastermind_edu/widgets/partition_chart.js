// The parts of a guess: a table whose bars show how many codes would give each answer.

class PartitionView {
  constructor(model, root, signal) {
    this.model = model;
    this.texts = model.get("_texts");
    this.panels = make("div", { class: "mm-panels" });
    this.note = noteLine(model, signal);
    nameRegion(root, this.texts.title);
    root.append(make("p", { class: "mm-title" }, this.texts.title), this.note, this.panels);
    follow(model, signal, "_state", () => this.draw());
  }

  draw() {
    this.state = this.model.get("_state");
    const { panels, editable } = this.state;
    const focus = this.panels.contains(document.activeElement) ? document.activeElement.dataset : {};
    this.note.textContent = editable ? this.texts.turn : panels.length ? "" : this.texts.start;
    this.panels.replaceChildren(...panels.map((panel, index) => this.makePanel(panel, index)));
    if (focus.panel !== undefined) {
      this.panels.querySelector(`[data-panel="${focus.panel}"][data-at="${focus.at}"]`)?.focus();
    }
  }

  makePanel(panel, index) {
    const { kinds, longest, editable } = this.state;
    const title = fill(this.texts.caption, { code: panel.code });
    const guess = editable
      ? make("div", { class: "mm-guess", role: "group", "aria-label": title },
        ...panel.guess.map((kind, place) => this.makeTurn(kind, place, index)))
      : codePegs(kinds, panel.guess, title, "mm-large-peg");
    const head = make("tr", {},
      make("th", { scope: "col" }, this.texts.answer), make("th", { scope: "col" }, this.texts.codes));
    return make("div", {}, guess,
      figureList(panel.figures),
      make("table", { class: "mm-bars" },
        make("caption", { class: "mm-unseen" }, title),
        make("colgroup", {}, make("col", { class: "mm-answers" }), make("col")),
        make("thead", { class: "mm-unseen" }, head),
        make("tbody", {}, ...panel.bars.map((bar) => this.makeBar(bar, longest)))),
      panel.rest ? make("p", { class: "mm-note" }, panel.rest) : null);
  }

  makeTurn(kind, place, panel) {
    const { name, drawing } = this.state.kinds[kind];
    return make("button", {
      type: "button", class: "mm-turn", "data-panel": panel, "data-at": place,
      "aria-label": fill(this.texts.change, { place: place + 1, peg: name }),
      onclick: () => this.turn(panel, place, 1),
      onkeydown: (event) => this.onKey(event, panel, place),
    }, picture(drawing, { class: "mm-large-peg" }));
  }

  makeBar({ answer, words, size, text, happened }, longest) {
    return make("tr", { class: happened ? "mm-happened" : null },
      make("th", { scope: "row" }, answerPegs(this.state.keys, answer, words)),
      make("td", {}, make("span", { class: "mm-bar", style: `--mm-share: ${size / longest}` }),
        make("span", { class: "mm-size" }, text),
        happened ? make("span", { class: "mm-came" }, this.texts.happened) : null));
  }

  onKey(event, panel, place) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const named = this.state.kinds.findIndex(
      ({ letter }) => letter.toLowerCase() === event.key.toLowerCase());
    if (by) this.turn(panel, place, by);
    else if (named >= 0) this.change(panel, place, named);
    else return;
    event.preventDefault();
    event.stopPropagation(); // a notebook has keys of its own
  }

  /** Put the next kind in a place; where pegs cannot repeat, the next that is free. */
  turn(panel, place, by) {
    const { guess } = this.state.panels[panel];
    const count = this.state.kinds.length;
    let kind = guess[place];
    do kind = (kind + by + count) % count;
    while (!this.state.repeats && kind !== guess[place] && guess.includes(kind));
    this.change(panel, place, kind);
  }

  change(panel, place, kind) {
    const guess = [...this.state.panels[panel].guess];
    guess[place] = kind;
    this.model.send({ type: "change", panel, guess });
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-card mm-partition" });
    el.append(root);
    new PartitionView(model, root, signal);
  },
};
