// A code and a guess to put together from pegs, as if they were one long code.

class PairInput extends CodeInput {
  constructor(input, view) {
    super({ ...input, rows: [], pegs: 2 * input.pegs, repeats: true }, view);
    this.written = "";
    const lines = [[input.secretLabel, 0], [input.guessLabel, input.pegs]].map(([label, first]) =>
      make("div", { class: "mx-line" }, make("span", { class: "mx-line-label", "aria-hidden": "true" }, label),
        ...this.slots.slice(first, first + input.pegs)));
    const entry = this.element.querySelector(".mx-entry");
    entry.querySelector(".mx-slots").replaceWith(
      pairBox(input, { role: "group", "aria-label": view.texts.yourCode }, ...lines));
    const palette = entry.querySelector(".mx-palette");
    palette.classList.add("mx-matrix");
    palette.style.setProperty("--mx-columns", input.columns);
    entry.append(make("p", { class: "mx-where" }, input.keys));
    this.element = make("div", {}, drawLegend(input.table), entry);
  }

  get value() {
    const { pegs } = this.input;
    const half = pegs / 2;
    return this.pegs.includes(null) ? null : [this.pegs.slice(0, half), this.pegs.slice(half)];
  }

  set(value) {
    super.set(value.flat());
  }

  draw() {
    super.draw();
    const { secretLabel, guessLabel, place, pegs } = this.input;
    this.slots.forEach((slot, at) => {
      const peg = this.kinds[this.pegs[at]]?.name ?? this.view.texts.empty;
      const code = at < pegs / 2 ? secretLabel : guessLabel;
      slot.setAttribute("aria-label", fill(place, { code, place: (at % (pegs / 2)) + 1, peg }));
    });
  }

  /** Letters are gathered until they name a peg: first its colour, then its shape. */
  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.key.length !== 1 || event.key === " ") {
      super.onKey(event);
      return;
    }
    const letters = this.kinds.map(({ letter }) => letter.toLowerCase());
    const begins = (text) => letters.some((letter) => letter.startsWith(text));
    const key = event.key.toLowerCase();
    this.written = begins(this.written + key) ? this.written + key : begins(key) ? key : "";
    const kind = letters.indexOf(this.written);
    if (kind >= 0) {
      this.written = "";
      this.place(kind);
    }
    event.preventDefault();
  }
}

INPUTS.pair = PairInput;
