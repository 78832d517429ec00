// The inputs of exercises: how each kind of question is answered. Each has an `element`, a
// `value` that is null while something is missing, and `set(value)` to show an answer given.

const group = `mx-${Math.random().toString(36).slice(2)}`; // each widget loads this file anew
let groups = 0;

/** A code as a row of pegs, named for screen readers. */
function drawCode(table, { pegs, words }, hidden = false) {
  const drawn = pegs.map((kind) => picture(table.kinds[kind].drawing, { class: "mx-peg" }));
  const role = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": words };
  return make("span", { class: "mx-code", ...role }, ...drawn);
}

/** What each key peg means. */
function drawLegend(table) {
  return make("ul", { class: "mx-legend" }, ...table.legend.map(({ meaning, lead, words }) =>
    make("li", {}, picture(table.keys[meaning], { class: "mx-key" }),
      make("span", {}, make("strong", {}, lead), ` ${words}`))));
}

/** The inside of a row that was played: its number, pegs, key pegs and words. */
function drawRow(table, row, index) {
  const perPlace = table.legend.some(({ meaning }) => meaning === "absent");
  const keys = row.answer.map((meaning) => picture(table.keys[meaning], { class: "mx-key" }));
  const pegs = row.pegs.map((kind, place) => make("span", { class: "mx-column" },
    picture(table.kinds[kind].drawing, { class: "mx-peg" }), perPlace ? keys[place] : null));
  return [
    make("span", { class: "mx-unseen mm-unseen" }, row.sentence),
    make("span", { class: "mx-number", "aria-hidden": "true" }, String(index + 1)),
    make("span", { class: "mx-code", "aria-hidden": "true" }, ...pegs),
    perPlace ? null : make("span", { class: "mx-keys", "aria-hidden": "true" }, ...keys),
    perPlace ? null : make("span", { class: "mx-words", "aria-hidden": "true" }, row.words),
  ];
}

function drawRows(input, texts) {
  return make("div", {},
    make("ol", { class: "mx-rows", "aria-label": texts.rows },
      ...input.rows.map((row, i) => make("li", { class: "mx-row" }, ...drawRow(input.table, row, i)))),
    drawLegend(input.table));
}

/** Boxes or buttons of which one or several are chosen; `faces` is what stands on each. */
class Options {
  constructor(type, faces, { label, style = "", enter } = {}) {
    groups += 1;
    const inputName = `${group}-${groups}`;
    this.boxes = faces.map(({ name }) => make("input", { type, name: inputName, "aria-label": name }));
    this.element = make("div", {
      class: `mx-options ${style}`, role: type === "radio" ? "radiogroup" : "group", "aria-label": label,
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        enter?.();
      },
    }, ...faces.map(({ face }, i) => make("label", { class: "mx-option" },
      this.boxes[i], make("span", { class: "mx-face" }, ...face))));
  }

  get chosen() {
    return this.boxes.flatMap((box, i) => (box.checked ? [i] : []));
  }

  choose(indices) {
    this.boxes.forEach((box, i) => { box.checked = indices.includes(i); });
  }
}

/** One of several sentences. */
class ChoiceInput {
  constructor(input, view) {
    this.options = new Options("radio", input.options.map((text) => ({ face: [text] })),
      { label: view.promptText, enter: () => view.check() });
    this.element = make("div", {},
      input.rows ? drawRows(input, view.texts) : null,
      input.codes ? make("p", { class: "mx-asked" }, `${view.texts.code} `,
        ...input.codes.map((code) => drawCode(input.table, code))) : null,
      this.options.element);
  }

  get value() {
    return this.options.chosen[0] ?? null;
  }

  set(value) {
    this.options.choose([value]);
  }
}

/** A whole number. */
class NumberInput {
  constructor(_input, view) {
    this.box = make("input", {
      type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 30,
      onkeydown: (event) => { if (event.key === "Enter") view.check(); },
    });
    this.element = make("label", { class: "mx-field" }, make("span", {}, view.texts.number), this.box);
  }

  get value() {
    return this.box.value.trim() || null;
  }

  set(value) {
    this.box.value = String(value);
  }
}

/** A code above a guess, and for each kind of key peg how many of them. */
class CountsInput {
  constructor(input, view) {
    const { table } = input;
    const numbers = Array.from({ length: input.most + 1 }, (_, n) => ({ face: [String(n)] }));
    this.groups = table.legend.map(({ words }) => new Options("radio", numbers,
      { label: words, style: "mx-numbers", enter: () => view.check() }));
    this.element = make("div", {}, drawPair(input), ...table.legend.map(({ meaning, lead, words }, i) =>
      make("div", { class: "mx-count" },
        make("span", { class: "mx-meaning", "aria-hidden": "true" },
          picture(table.keys[meaning], { class: "mx-key" }), make("span", {}, make("strong", {}, lead), ` ${words}`)),
        this.groups[i].element)));
  }

  get value() {
    const chosen = this.groups.map((group) => group.chosen[0] ?? null);
    return chosen.includes(null) ? null : chosen;
  }

  set(value) {
    this.groups.forEach((group, i) => group.choose([value[i]]));
  }
}

/** A box for a code above a guess, with room for their names. */
function pairBox({ secretLabel, guessLabel }, properties, ...lines) {
  const letters = Math.max(secretLabel.length, guessLabel.length);
  return make("div", { class: "mx-pair", style: `--mx-letters: ${letters}`, ...properties }, ...lines);
}

function drawPair(input, below = () => null) {
  const line = (label, code) => make("div", { class: "mx-line" },
    make("span", { class: "mx-line-label" }, label), drawCode(input.table, code));
  return pairBox(input, {},
    line(input.secretLabel, input.secret), line(input.guessLabel, input.guess), below());
}

/** A code above a guess, and below each peg of the guess a choice of key pegs. */
class MarksInput {
  constructor(input, view) {
    const { table } = input;
    const faces = () => table.legend.map(({ meaning, words }) => ({
      name: words, face: [picture(table.keys[meaning], { class: "mx-key" })],
    }));
    this.meanings = table.legend.map(({ meaning }) => meaning);
    this.groups = input.guess.pegs.map((kind, i) => new Options("radio", faces(), {
      label: fill(input.place, { place: i + 1, peg: table.kinds[kind].name }),
      style: "mx-marks",
      enter: () => view.check(),
    }));
    this.element = make("div", {},
      drawPair(input, () => make("div", { class: "mx-line" },
        make("span", { class: "mx-line-label", "aria-hidden": "true" }),
        ...this.groups.map((group) => group.element))),
      drawLegend(table));
  }

  get value() {
    const chosen = this.groups.map((group) => this.meanings[group.chosen[0]] ?? null);
    return chosen.includes(null) ? null : chosen;
  }

  set(value) {
    this.groups.forEach((group, i) => group.choose([this.meanings.indexOf(value[i])]));
  }
}

/** Rows, and codes of which several are picked. */
class PickInput {
  constructor(input, view) {
    const faces = input.codes.map((code) => ({
      name: code.words, face: [drawCode(input.table, code, true)],
    }));
    this.options = new Options("checkbox", faces,
      { label: view.texts.codes, style: "mx-codes", enter: () => view.check() });
    this.element = make("div", {}, drawRows(input, view.texts), this.options.element);
  }

  get value() {
    return this.options.chosen.length ? this.options.chosen : null;
  }

  set(value) {
    this.options.choose(value);
  }
}

/** Rows of which several are picked. */
class RowsInput {
  constructor(input, view) {
    const faces = input.rows.map((row, i) => ({
      name: row.sentence, face: drawRow(input.table, row, i).slice(1),
    }));
    this.options = new Options("checkbox", faces,
      { label: view.texts.rows, style: "mx-rows", enter: () => view.check() });
    this.element = make("div", {}, this.options.element, drawLegend(input.table));
  }

  get value() {
    return this.options.chosen.length ? this.options.chosen : null;
  }

  set(value) {
    this.options.choose(value);
  }
}

/** Rows, and a code to put together from pegs. */
class CodeInput {
  constructor(input, view) {
    this.input = input;
    this.view = view;
    this.kinds = input.table.kinds;
    this.pegs = Array(input.pegs).fill(null);
    this.cursor = 0;
    this.slots = this.pegs.map((_, place) => make("button", {
      type: "button", class: "mx-slot", onclick: () => this.moveTo(place),
    }));
    const palette = this.kinds.map((kind, position) => {
      const label = kind.name === kind.letter ? kind.name : `${kind.name} (${kind.letter})`;
      return make("button", {
        type: "button", class: "mx-choice", "aria-label": label, title: label, onclick: () => this.place(position),
      }, picture(kind.drawing, { class: "mx-peg" }));
    });
    this.element = make("div", {},
      drawRows(input, view.texts),
      make("div", { class: "mx-entry", onkeydown: (event) => this.onKey(event) },
        make("div", { class: "mx-slots", role: "group", "aria-label": view.texts.yourCode }, ...this.slots),
        make("div", { class: "mx-palette", role: "group", "aria-label": view.texts.palette }, ...palette)));
    this.draw();
  }

  get value() {
    return this.pegs.includes(null) ? null : this.pegs;
  }

  set(value) {
    this.pegs = [...value];
    this.draw();
  }

  draw() {
    this.slots.forEach((slot, place) => {
      const kind = this.kinds[this.pegs[place]];
      const peg = kind?.name ?? this.view.texts.empty;
      slot.replaceChildren(...(kind ? [picture(kind.drawing, { class: "mx-peg" })] : []));
      slot.setAttribute("aria-label", fill(this.view.texts.place, { place: place + 1, peg }));
      slot.classList.toggle("mx-cursor", place === this.cursor);
      slot.tabIndex = place === this.cursor ? 0 : -1;
    });
  }

  moveTo(place) {
    const focused = this.slots.includes(document.activeElement);
    this.cursor = Math.min(Math.max(place, 0), this.slots.length - 1);
    this.draw();
    if (focused) this.slots[this.cursor].focus();
  }

  place(kind) {
    const elsewhere = this.pegs.indexOf(kind);
    if (!this.input.repeats && elsewhere >= 0) this.pegs[elsewhere] = null;
    this.pegs[this.cursor] = kind;
    const order = this.pegs.map((_, i) => (this.cursor + 1 + i) % this.pegs.length);
    const said = fill(this.view.texts.place, { place: this.cursor + 1, peg: this.kinds[kind].name });
    this.moveTo(order.find((at) => this.pegs[at] === null) ?? order[0]);
    this.view.murmur(said);
  }

  clear() {
    const place = this.pegs[this.cursor] === null ? Math.max(this.cursor - 1, 0) : this.cursor;
    this.pegs[place] = null;
    this.moveTo(place);
    this.view.murmur(fill(this.view.texts.place, { place: place + 1, peg: this.view.texts.empty }));
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const onSlot = event.target.classList.contains("mx-slot");
    const moves = {
      ArrowLeft: this.cursor - 1, ArrowRight: this.cursor + 1, Home: 0, End: this.slots.length - 1,
    };
    if (event.key === "Enter" && onSlot) this.view.check();
    else if (event.key === "Backspace" || event.key === "Delete") this.clear();
    else if (onSlot && event.key in moves) this.moveTo(moves[event.key]);
    else if (this.kindOf(event.key) >= 0) this.place(this.kindOf(event.key));
    else return;
    event.preventDefault();
  }

  kindOf(key) {
    const letters = this.kinds.map((kind) => kind.letter.toLowerCase());
    const byLetter = letters.indexOf(key.toLowerCase());
    if (byLetter >= 0) return byLetter;
    return /^[1-9]$/.test(key) && Number(key) <= letters.length ? Number(key) - 1 : -1;
  }
}

/** What is programmed in a cell cannot be answered on the page. */
class ProgramInput {
  constructor(input) {
    this.element = make("p", { class: "mx-where" }, input.where);
    this.value = null;
    this.elsewhere = true;
  }

  set() {}
}

const INPUTS = {
  choice: ChoiceInput,
  number: NumberInput,
  counts: CountsInput,
  marks: MarksInput,
  pick: PickInput,
  rows: RowsInput,
  code: CodeInput,
  program: ProgramInput,
};
