// The table that codemaker and codebreaker sit at: codes are entered, answers given, rows shown,
// and answers that cannot be are explained. The board of each widget follows this file.

const FIRST_MENDS = 4; // answers shown at once; the others are unfolded

const COVER = '<circle r="18.5" fill="currentColor" opacity=".22"/>'
  + '<circle r="4" fill="currentColor"/>';

const ICONS = {
  first: "M-8 -9V9M8 -9L-2 0L8 9",
  back: "M5 -9L-5 0L5 9",
  forth: "M-5 -9L5 0L-5 9",
  last: "M8 -9V9M-8 -9L2 0L-8 9",
  edit: "M-9 9L-7 3L5 -9L9 -5L-3 7ZM2 -6L6 -2",
  restore: "M-8 -8V-2H-2M-8 -2A9 9 0 1 1 -8 5",
};

function action(name, text, onclick, properties = {}) {
  const style = `mm-action mm-${name} ${properties.class ?? ""}`;
  return make("button", { type: "button", ...properties, onclick, class: style }, text);
}

function iconButton(icon, label, onclick, style) {
  return make("button", {
    type: "button", class: style, "aria-label": label, title: label, onclick,
  }, picture(`<path d="${ICONS[icon]}" fill="none" stroke="currentColor" stroke-width="2.6"`
    + ' stroke-linecap="round" stroke-linejoin="round"/>', { class: "mm-icon" }));
}

function pegs(table, code) {
  return code.map((kind) => picture(table.kinds[kind].drawing, { class: "mm-peg" }));
}

/** The key pegs of an answer beside a text, where one without any must be seen too. */
function keysOf(table, meanings) {
  return make("span", { class: "mm-keys", "aria-hidden": "true" },
    ...keyPegs(table, meanings.length ? meanings : ["absent"]));
}

function keyPegs(table, meanings) {
  return meanings.map((meaning) => picture(table.keys[meaning], { class: "mm-key" }));
}

/** Places to fill with pegs from a palette: by finger, or with letters, arrows and Backspace.
 *  Where others look on, the pegs are covered as they are chosen. */
class CodeEntry {
  constructor({ table, texts, say, done, doneText, label = texts.yourCode, covered = false, tools = [] }) {
    Object.assign(this, { table, texts, say, done, covered, typed: "" });
    this.slots = Array.from({ length: table.pegs }, (_, place) => make("button", {
      type: "button", class: "mm-slot", onclick: () => this.moveTo(place),
    }));
    const onkeydown = (event) => this.onKey(event);
    const columns = table.columns ? `--mm-columns: ${table.columns}` : null;
    this.places = make("div", { class: "mm-pegs", role: "group", "aria-label": label, onkeydown },
      ...this.slots);
    this.uncover = covered ? action("uncover", texts.show, () => this.toggleCover()) : null;
    this.element = make("div", { class: "mm-entry", onkeydown },
      this.places,
      make("div", {
        class: `mm-palette ${columns ? "mm-in-columns" : ""}`, style: columns, role: "group",
        "aria-label": texts.palette,
      }, ...table.kinds.map((kind, position) => this.makeChoice(kind, position))),
      make("div", { class: "mm-tools" },
        this.uncover,
        action("clear", texts.clear, () => this.clear()),
        ...tools,
        (this.ready = action("done", doneText, () => this.submit(), { class: "mm-primary" }))));
    this.clear();
  }

  makeChoice(kind, position) {
    const label = kind.name === kind.letter ? kind.name : `${kind.name} (${kind.letter})`;
    return make("button", {
      type: "button", class: "mm-choice", "aria-label": label, title: label,
      onclick: () => this.place(position),
    }, picture(kind.drawing, { class: "mm-peg" }));
  }

  clear() {
    this.code = this.slots.map(() => null);
    this.moveTo(0);
  }

  focus() {
    this.slots[this.cursor].focus();
  }

  moveTo(place) {
    const focused = this.slots.includes(document.activeElement);
    this.cursor = Math.min(Math.max(place, 0), this.slots.length - 1);
    this.draw();
    if (focused) this.focus();
  }

  place(kind) {
    const { texts, covered } = this;
    const elsewhere = this.code.indexOf(kind);
    const moves = !this.table.repeats && elsewhere >= 0 && elsewhere !== this.cursor;
    if (moves) this.code[elsewhere] = null;
    this.code[this.cursor] = kind;
    const text = moves ? (covered ? texts.movedCovered : texts.moved)
      : (covered ? texts.chosen : `${texts.place}.`);
    this.say(fill(text, { place: this.cursor + 1, peg: this.table.kinds[kind].name }));
    const empty = this.code.indexOf(null, this.cursor);
    this.moveTo(empty >= 0 ? empty : Math.max(this.code.indexOf(null), 0));
  }

  toggleCover() {
    this.covered = !this.covered;
    this.uncover.textContent = this.covered ? this.texts.show : this.texts.cover;
    this.draw();
  }

  draw() {
    this.slots.forEach((slot, place) => {
      const kind = this.table.kinds[this.code[place]];
      const shown = kind && this.covered ? { name: this.texts.covered, drawing: COVER } : kind;
      slot.replaceChildren(...(shown ? [picture(shown.drawing, { class: "mm-peg" })] : []));
      slot.dataset.shown = shown ? "peg" : "null";
      slot.classList.toggle("mm-cursor", place === this.cursor);
      slot.tabIndex = place === this.cursor ? 0 : -1;
      const peg = shown?.name ?? this.texts.empty;
      slot.setAttribute("aria-label", fill(this.texts.place, { place: place + 1, peg }));
    });
    this.ready.setAttribute("aria-disabled", String(this.code.includes(null)));
  }

  submit() {
    if (this.code.includes(null)) this.say(this.texts.incomplete);
    else this.done(this.code);
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const onSlot = this.slots.includes(event.target);
    const moves = {
      ArrowLeft: this.cursor - 1, ArrowRight: this.cursor + 1, Home: 0, End: this.slots.length - 1,
    };
    if (onSlot && event.key in moves) this.moveTo(moves[event.key]);
    else if (onSlot && event.key === "Enter") this.submit();
    else if (event.key === "Backspace") {
      if (this.code[this.cursor] === null) this.cursor = Math.max(this.cursor - 1, 0);
      this.code[this.cursor] = null;
      this.draw();
      if (onSlot) this.focus();
    } else if (!this.type(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Place the kind that a key stands for, alone or after the key before it; tell whether any is. */
  type(key) {
    if (key.length !== 1) return false;
    const letters = this.table.kinds.map(({ letter }) => letter.toLowerCase());
    const typed = this.typed + key.toLowerCase();
    const kind = letters.indexOf(typed);
    if (kind >= 0) this.place(kind);
    const begun = kind < 0 && letters.some((letter) => letter.startsWith(typed));
    this.typed = begun ? typed : "";
    return kind >= 0 || begun;
  }
}

/** Where an answer is given: a stepper for each kind of key peg, or a key under each peg. */
class AnswerPad {
  constructor({ table, texts, guess, values, say, changed, submit }) {
    Object.assign(this, { table, texts, guess, values: [...values], say, changed, submit });
    const counted = table.fields.length > 0;
    this.parts = counted
      ? table.fields.map((meaning, index) => this.makeStepper(meaning, index))
      : guess.map((_, place) => this.makePlace(place));
    this.element = make("div", {
      class: counted ? "mm-steppers" : "mm-places", role: "group", "aria-label": texts.yourAnswer,
    }, ...this.parts);
    this.draw();
  }

  static blank(table) {
    return table.fields.length ? table.fields.map(() => 0) : Array(table.pegs).fill("absent");
  }

  /** The key pegs that the values stand for. */
  static keys(table, values) {
    return table.fields.length
      ? table.fields.flatMap((meaning, index) => Array(values[index]).fill(meaning)) : values;
  }

  get controls() {
    return this.parts.map((part) => part.querySelector("[role=spinbutton]") ?? part);
  }

  focus() {
    this.controls[0].focus();
  }

  makeStepper(meaning, index) {
    const { texts, table } = this;
    const { lead, words } = table.legend.find((line) => line.meaning === meaning);
    const step = (by, sign, label) => action("step", sign, () => this.step(index, by), {
      tabindex: -1, "aria-label": fill(label, { words }), "data-by": by,
    });
    return make("div", { class: "mm-stepper" },
      picture(table.keys[meaning], { class: "mm-key" }),
      make("span", { class: "mm-stepper-words", "aria-hidden": "true" },
        make("strong", {}, lead), ` ${words}`),
      step(-1, "−", texts.less),
      make("span", {
        role: "spinbutton", class: "mm-value", tabindex: 0, "aria-label": `${lead} ${words}`,
        "aria-valuemin": 0, "aria-valuemax": table.pegs,
        onkeydown: (event) => this.onStepperKey(event, index),
      }),
      step(1, "+", texts.more));
  }

  makePlace(place) {
    return make("button", {
      type: "button", class: "mm-place", onclick: () => this.turn(place, 1),
      onkeydown: (event) => this.onPlaceKey(event, place),
    },
    picture(this.table.kinds[this.guess[place]].drawing, { class: "mm-peg" }),
    make("span", { class: "mm-place-key" }));
  }

  step(index, by) {
    this.set(index, this.values[index] + by);
  }

  set(index, value) {
    const others = this.values.reduce((sum, count, at) => (at === index ? sum : sum + count), 0);
    const most = this.table.pegs - others;
    if (value > most) this.say(this.texts.full);
    this.change(index, Math.min(Math.max(value, 0), most));
  }

  turn(place, by) {
    const { marks, kinds } = this.table;
    const now = marks.findIndex(({ meaning }) => meaning === this.values[place]);
    const { meaning, words } = marks[(now + by + marks.length) % marks.length];
    this.change(place, meaning);
    const peg = kinds[this.guess[place]].name;
    this.say(fill(this.texts.mark, { place: place + 1, peg, mark: words }));
  }

  change(index, value) {
    this.values[index] = value;
    this.draw();
    this.changed();
  }

  draw() {
    const { table, values } = this;
    if (!table.fields.length) return this.parts.forEach((part, place) => this.drawPlace(part, place));
    const full = values.reduce((sum, count) => sum + count, 0) >= table.pegs;
    this.parts.forEach((part, index) => {
      const value = part.querySelector(".mm-value");
      value.textContent = String(values[index]);
      value.setAttribute("aria-valuenow", values[index]);
      part.querySelector("[data-by='-1']").setAttribute("aria-disabled", values[index] === 0);
      part.querySelector("[data-by='1']").setAttribute("aria-disabled", full);
    });
  }

  drawPlace(part, place) {
    const { table, values, texts, guess } = this;
    const mark = table.marks.find(({ meaning }) => meaning === values[place]).words;
    const peg = table.kinds[guess[place]].name;
    part.setAttribute("aria-label", fill(texts.mark, { place: place + 1, peg, mark }));
    part.querySelector(".mm-place-key").replaceChildren(...keyPegs(table, [values[place]]));
  }

  onStepperKey(event, index) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const value = this.values[index];
    const { pegs: most } = this.table;
    const moves = {
      ArrowUp: value + 1, ArrowRight: value + 1, ArrowDown: value - 1, ArrowLeft: value - 1,
      Home: 0, End: most,
    };
    if (event.key in moves) this.set(index, moves[event.key]);
    else if (/^\d$/.test(event.key)) this.set(index, Number(event.key));
    else if (event.key === "Enter") this.submit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  onPlaceKey(event, place) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1 }[event.key];
    const turns = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (next !== undefined) this.parts[next]?.focus();
    else if (turns) this.turn(place, turns);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** What the boards at this table have in common: they draw what Python tells and send moves. */
class TableView {
  constructor(model, root, signal) {
    Object.assign(this, { model, root, texts: model.get("_texts"), editing: null, waiting: false });
    this.board = make("div", { class: "mm-board" });
    this.side = make("div", { class: "mm-side" });
    this.status = make("p", { class: "mm-status", role: "status" });
    this.panelBody = make("div", {});
    root.classList.add("mm-at-table");
    root.append(make("div", { class: "mm-table" }, this.board, this.side));
    follow(model, signal, "_play", () => this.draw());
    const onNotice = () => this.onNotice();
    const onMessage = (message) => this.onMessage(message);
    model.on("change:_notice", onNotice);
    model.on("msg:custom", onMessage);
    addEventListener(LINE_IS_BACK, () => { this.waiting = false; }, { signal });
    signal.addEventListener("abort", () => {
      model.off("change:_notice", onNotice);
      model.off("msg:custom", onMessage);
    });
  }

  onNotice() {
    this.waiting = false;
    this.say(this.model.get("_notice").text);
  }

  onMessage({ type, secret }) {
    if (type !== "secret" || !this.peeking) return;
    this.peeking.replaceChildren(...pegs(this.table, secret));
    const names = secret.map((kind) => this.table.kinds[kind].name).join(", ");
    this.peeking.setAttribute("aria-label", `${this.texts.yourCode}: ${names}`);
    this.peeking.hidden = false;
    this.peekButton.textContent = this.texts.coverCode;
  }

  /** Send a move; until Python has answered it, no other goes out. */
  send(type, content = {}) {
    if (this.waiting) this.say(this.texts.waiting);
    else this.model.send({ type, ...content });
    this.waiting = true;
  }

  say(text) {
    this.status.textContent = text;
  }

  /** Make ready for the pegs of another game. */
  takeTable(table) {
    const { board } = this;
    this.table = table;
    this.editing = null;
    this.rows = make("ol", { class: "mm-rows", "aria-label": this.texts.guesses });
    this.think = make("input", {
      type: "checkbox", onchange: () => this.model.send({ type: "think", on: this.think.checked }),
    });
    board.style.setProperty("--mm-count", table.pegs);
    board.classList.toggle("mm-per-position", table.perPosition);
    board.classList.toggle("mm-long", table.pegs > 5);
  }

  makeThink() {
    return make("label", { class: "mm-field mm-tick" }, this.think,
      make("span", {}, this.texts.thinking));
  }

  makeLegend() {
    const { legend, keys } = this.table;
    return make("ul", { class: "mm-legend" }, ...legend.map(({ meaning, lead, words }) =>
      make("li", {}, picture(keys[meaning], { class: "mm-key" }),
        make("span", {}, make("strong", {}, lead), ` ${words}`))));
  }

  // ---- rows -----------------------------------------------------------------------------

  /** A row that has been played; a button may stand at its end. */
  makePlayed({ number, guess, keys, words, label }, style = "", button = null) {
    return make("li", { class: `mm-row mm-played ${style}` },
      make("span", { class: "mm-number", "aria-hidden": "true" }, number ? String(number) : ""),
      make("span", { class: "mm-unseen" }, label),
      ...this.makeCells(guess, keys, words),
      button);
  }

  /** The pegs of a guess with its key pegs: beneath each peg, or all beside them. */
  makeCells(guess, keys, words) {
    const { table } = this;
    const columns = pegs(table, guess).map((peg, place) => make("span", { class: "mm-column" },
      peg, table.perPosition ? keyPegs(table, [keys[place]])[0] : null));
    const cells = make("div", { class: "mm-pegs", "aria-hidden": "true" }, ...columns);
    if (table.perPosition) return [cells];
    return [cells,
      make("span", { class: "mm-answer", "aria-hidden": "true" }, ...keyPegs(table, keys)),
      make("span", { class: "mm-words", "aria-hidden": "true" }, words)];
  }

  /** The row of a guess that waits for its answer, which is drawn as it is set. */
  makeAsked(number, guess, label, words) {
    const keys = AnswerPad.keys(this.table, AnswerPad.blank(this.table));
    this.current = this.makePlayed({ number, guess, keys, words, label }, "mm-asking");
    return this.current;
  }

  makeFuture(number) {
    const holes = Array.from({ length: this.table.pegs }, () => make("span", { class: "mm-hole" }));
    return make("li", { class: "mm-row mm-future", "aria-hidden": "true" },
      make("span", { class: "mm-number" }, String(number)),
      make("div", { class: "mm-pegs" }, ...holes));
  }

  makeEnd(secret) {
    return make("li", { class: "mm-end" },
      secret && make("div", { class: "mm-secret", "aria-hidden": "true" }, ...pegs(this.table, secret)));
  }

  /** The rows of which one must be wrong, or that are. */
  suspects() {
    const { conflicts = [], rows = [] } = this.play.trouble ?? {};
    return new Set(conflicts.length ? conflicts.flatMap((one) => one.rows) : rows.map(({ row }) => row));
  }

  light(rows) {
    for (const row of this.rows.querySelectorAll("[data-row]")) {
      row.classList.toggle("mm-lit", rows.includes(Number(row.dataset.row)));
    }
  }

  // ---- codes and answers ----------------------------------------------------------------

  makeEntry(doneText, done, options = {}) {
    const { table, texts } = this;
    return new CodeEntry({ table, texts, doneText, done, say: (text) => this.say(text), ...options });
  }

  makePad(guess, values, row, submit) {
    const { table, texts } = this;
    const changed = () => {
      const keys = keyPegs(table, AnswerPad.keys(table, this.pad.values));
      if (!table.perPosition) row.querySelector(".mm-answer").replaceChildren(...keys);
      else row.querySelectorAll(".mm-key").forEach((key, place) => key.replaceWith(keys[place]));
    };
    this.pad = new AnswerPad({ table, texts, guess, values, submit, changed, say: (text) => this.say(text) });
    return this.pad.element;
  }

  makeAnswering() {
    const { table, texts, play } = this;
    const answer = (values) => this.send("answer", { answer: values });
    const submit = () => answer(this.pad.values);
    return [this.makePad(play.guess, AnswerPad.blank(table), this.current, submit),
      make("div", { class: "mm-tools" },
        action("solved", texts.solved, () => answer(table.solved)),
        action("give", texts.answer, submit, { class: "mm-primary" }))];
  }

  edit(index) {
    this.editing = index;
    this.drawPanel();
    this.pad.focus();
  }

  /** Where the answer of a row is changed; `kind` is the move that does it. */
  makeEditing(kind, ...tools) {
    const { texts, play, editing } = this;
    const row = play.rows[editing];
    const item = this.rows.querySelector(`[data-row="${editing}"]`);
    const submit = () => this.send(kind, { row: editing, answer: this.pad.values });
    this.say(fill(texts.editing, { row: row.number }));
    return [this.makePad(row.guess, row.answer, item, submit),
      make("div", { class: "mm-tools" },
        action("cancel", texts.cancel, () => this.stopEditing()),
        ...tools,
        action("save", texts.save, submit, { class: "mm-primary" }))];
  }

  stopEditing() {
    const index = this.editing;
    this.editing = null;
    this.drawRows(this.play);
    this.drawPanel();
    this.rows.querySelector(`[data-row="${index}"] .mm-reuse`)?.focus();
  }

  makeReveal(summary, doneText, options) {
    const entry = this.makeEntry(doneText, (code) => this.send("reveal", { code }), options);
    return make("details", { class: "mm-settings" }, make("summary", {}, summary), entry.element);
  }

  makePeek(text) {
    this.peekButton = action("peek", text, () => {
      if (this.peeking.hidden) return this.model.send({ type: "peek" });
      this.peeking.hidden = true;
      this.peeking.replaceChildren();
      this.peeking.removeAttribute("aria-label");
      this.peekButton.textContent = text;
    }, { class: "mm-quiet" });
    this.peeking = make("div", { class: "mm-secret", role: "img", hidden: true });
    return make("div", { class: "mm-peeking" }, this.peekButton, this.peeking);
  }

  // ---- beside the board: what is wrong, and what the computer thinks ---------------------

  makeThoughts(thoughts) {
    return make("section", { class: "mm-card mm-thoughts", "aria-label": this.texts.thoughts },
      make("p", { class: "mm-title" }, this.texts.thoughts),
      ...thoughts.map((line) => make("p", {}, line)));
  }

  makeTrouble({ title, text, conflicts, more, advice, rows }, ...others) {
    return make("section", { class: "mm-card mm-trouble", "aria-label": title },
      make("p", { class: "mm-title", tabindex: -1 }, title),
      make("p", {}, text),
      conflicts.length ? make("ul", { class: "mm-conflicts" },
        ...conflicts.map((conflict) => this.makeConflict(conflict))) : null,
      more ? make("p", { class: "mm-note" }, more) : null,
      advice ? make("p", {}, advice) : null,
      ...rows.map((row) => this.makeMending(row)),
      ...others);
  }

  makeConflict({ text, rows }) {
    const on = () => this.light(rows);
    const off = () => this.light([]);
    return make("li", {}, make("button", {
      type: "button", class: "mm-conflict", onpointerenter: on, onpointerleave: off,
      onfocus: on, onblur: off, onclick: on,
    }, text));
  }

  makeMending({ row, title, text, pegs: marked, summary, mends }) {
    const { texts, table, play } = this;
    const chips = mends.map((mend) => this.makeMend(row, mend));
    const folded = chips.slice(FIRST_MENDS);
    folded.forEach((chip) => { chip.hidden = true; });
    const unfold = folded.length ? action("unfold", texts.moreAnswers, () => {
      unfold.remove();
      folded.forEach((chip) => { chip.hidden = false; });
      folded[0].focus();
    }, { class: "mm-quiet" }) : null;
    const keys = play.rows[row]?.keys;
    return make("div", { class: "mm-mending", role: "group", "aria-label": title },
      make("p", { class: "mm-mending-title" }, make("strong", {}, title),
        keys && keysOf(table, keys)),
      text ? make("p", {}, text) : null,
      marked ? this.makeMarks(marked) : null,
      summary ? make("p", {}, summary) : null,
      make("div", { class: "mm-mends" }, ...chips, unfold, ...this.mendingTools(row, marked)));
  }

  /** A guess peg by peg: its key peg, and why. */
  makeMarks(marked) {
    const { table } = this;
    return make("ul", { class: "mm-marked" }, ...marked.map(({ kind, key, text }) =>
      make("li", {}, picture(table.kinds[kind].drawing, { class: "mm-peg" }),
        ...keyPegs(table, [key]), make("span", {}, text))));
  }

  makeMend(row, { answer, keys, text, label }) {
    return make("button", {
      type: "button", class: "mm-action mm-mend", "aria-label": label, title: label,
      onclick: () => this.mend(row, answer),
    },
    keysOf(this.table, keys), make("span", {}, text));
  }
}
