// The codemaker's board: draws what Python tells, keeps the answer being given, sends actions.

const FIRST_MENDS = 4; // answers shown at once; the others are unfolded

const ICONS = {
  edit: "M-9 9L-7 3L5 -9L9 -5L-3 7ZM2 -6L6 -2",
  restore: "M-8 -8V-2H-2M-8 -2A9 9 0 1 1 -8 5",
};

function action(name, text, onclick, properties = {}) {
  const style = `mm-action mm-${name} ${properties.class ?? ""}`;
  return make("button", { type: "button", ...properties, onclick, class: style }, text);
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

/** Places to fill with pegs from a palette: by finger, or with letters, arrows and Backspace. */
class CodeEntry {
  constructor({ table, texts, say, done, doneText }) {
    Object.assign(this, { table, texts, say, done });
    this.slots = Array.from({ length: table.pegs }, (_, place) => make("button", {
      type: "button", class: "mm-slot", onclick: () => this.moveTo(place),
    }));
    this.element = make("div", { class: "mm-entry", onkeydown: (event) => this.onKey(event) },
      make("div", { class: "mm-pegs", role: "group", "aria-label": texts.yourCode }, ...this.slots),
      make("div", { class: "mm-palette", role: "group", "aria-label": texts.palette },
        ...table.kinds.map((kind, position) => this.makeChoice(kind, position))),
      make("div", { class: "mm-tools" },
        action("clear", texts.clear, () => this.clear()),
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

  moveTo(place) {
    const focused = this.slots.includes(document.activeElement);
    this.cursor = Math.min(Math.max(place, 0), this.slots.length - 1);
    this.draw();
    if (focused) this.slots[this.cursor].focus();
  }

  place(kind) {
    const elsewhere = this.code.indexOf(kind);
    const moves = !this.table.repeats && elsewhere >= 0 && elsewhere !== this.cursor;
    if (moves) this.code[elsewhere] = null;
    this.code[this.cursor] = kind;
    const text = moves ? this.texts.moved : `${this.texts.place}.`;
    this.say(fill(text, { place: this.cursor + 1, peg: this.table.kinds[kind].name }));
    const empty = this.code.indexOf(null, this.cursor);
    this.moveTo(empty >= 0 ? empty : Math.max(this.code.indexOf(null), 0));
  }

  draw() {
    this.slots.forEach((slot, place) => {
      const kind = this.table.kinds[this.code[place]];
      slot.replaceChildren(...(kind ? [picture(kind.drawing, { class: "mm-peg" })] : []));
      slot.classList.toggle("mm-cursor", place === this.cursor);
      slot.tabIndex = place === this.cursor ? 0 : -1;
      const peg = kind?.name ?? this.texts.empty;
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
    const kind = this.table.kinds.findIndex(
      ({ letter }) => letter.toLowerCase() === event.key.toLowerCase());
    if (onSlot && event.key in moves) this.moveTo(moves[event.key]);
    else if (onSlot && event.key === "Enter") this.submit();
    else if (event.key === "Backspace") {
      if (this.code[this.cursor] === null) this.cursor = Math.max(this.cursor - 1, 0);
      this.code[this.cursor] = null;
      this.draw();
      if (onSlot) this.slots[this.cursor].focus();
    } else if (kind >= 0) this.place(kind);
    else return;
    event.preventDefault();
    event.stopPropagation();
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
    const { name, words } = table.legend.find((line) => line.meaning === meaning);
    const step = (by, sign, label) => action("step", sign, () => this.step(index, by), {
      tabindex: -1, "aria-label": fill(label, { words }), "data-by": by,
    });
    return make("div", { class: "mm-stepper" },
      picture(table.keys[meaning], { class: "mm-key" }),
      make("span", { class: "mm-stepper-words", "aria-hidden": "true" },
        make("strong", {}, name), `: ${words}`),
      step(-1, "−", texts.less),
      make("span", {
        role: "spinbutton", class: "mm-value", tabindex: 0, "aria-label": `${name}: ${words}`,
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

class CodemakerView {
  constructor(model, root, signal) {
    Object.assign(this, { model, root, texts: model.get("_texts"), editing: null, waiting: false });
    this.board = make("div", { class: "mm-board" });
    this.side = make("div", { class: "mm-side" });
    root.append(make("div", { class: "mm-table" }, this.board, this.side));
    follow(model, signal, "_play", () => this.draw());
    follow(model, signal, "highlight", () => this.light(this.rowsInForce(model.get("highlight"))));
    const onNotice = () => this.onNotice();
    const onMessage = (message) => this.onMessage(message);
    model.on("change:_notice", onNotice);
    model.on("msg:custom", onMessage);
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
    this.peekButton.textContent = this.texts.cover;
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

  // ---- what Python tells ----------------------------------------------------------------

  draw() {
    const table = this.model.get("_table");
    const play = this.model.get("_play");
    if (play.round !== table.round) return; // the other half of the news is on its way
    const before = this.table?.round === table.round ? this.play : null;
    const hadFocus = this.root.contains(document.activeElement);
    this.play = play;
    if (!before) this.layOut(table);
    this.think.checked = play.thinking;
    if (this.waiting || !before || !this.sameMove(before)) {
      this.waiting = false;
      this.editing = null;
      this.drawRows(before);
      this.drawPanel();
    }
    this.drawSide();
    if (hadFocus && !this.root.contains(document.activeElement)) this.focus();
  }

  /** Whether only what stands beside the game has changed, so that an answer begun can stay. */
  sameMove(before) {
    const move = ({ begun, status, rows, guess, entrusted }) =>
      JSON.stringify([begun, status, rows, guess, entrusted]);
    return move(before) === move(this.play);
  }

  layOut(table) {
    const { texts, board } = this;
    this.table = table;
    this.editing = null;
    this.rows = make("ol", { class: "mm-rows", "aria-label": texts.guesses });
    this.status = make("p", { class: "mm-status", role: "status" });
    this.panelBody = make("div", {});
    this.think = make("input", {
      type: "checkbox", onchange: () => this.model.send({ type: "think", on: this.think.checked }),
    });
    this.restart = action("restart", texts.restart, () => this.onRestart(), { class: "mm-quiet" });
    board.style.setProperty("--mm-count", table.pegs);
    board.classList.toggle("mm-per-position", table.perPosition);
    board.classList.toggle("mm-long", table.pegs > 5);
    this.root.setAttribute("aria-label", `${texts.codemaker}: ${table.name}`);
    board.replaceChildren(
      make("div", { class: "mm-head" },
        make("p", { class: "mm-title" }, texts.codemaker), this.makeLegend()),
      this.rows,
      make("div", { class: "mm-panel" }, this.status, this.panelBody),
      make("div", { class: "mm-foot" },
        make("label", { class: "mm-field mm-tick" }, this.think, make("span", {}, texts.thinking)),
        this.restart));
  }

  makeLegend() {
    const { legend, keys } = this.table;
    return make("ul", { class: "mm-legend" }, ...legend.map(({ meaning, name, words }) =>
      make("li", {}, picture(keys[meaning], { class: "mm-key" }),
        make("span", {}, make("strong", {}, name), `: ${words}`))));
  }

  onRestart() {
    if (this.restart.textContent === this.texts.restart) {
      this.restart.textContent = this.texts.restartSure;
    } else this.send("new");
  }

  focus() {
    const { play } = this;
    if (this.pad) this.pad.focus();
    else if (play.trouble) this.side.querySelector(".mm-title").focus();
    else this.panelBody.querySelector(".mm-primary")?.focus();
  }

  // ---- rows -----------------------------------------------------------------------------

  drawRows(before) {
    const { play, table } = this;
    const rows = play.rows.map((row, index) => this.makeRow(row, index, before?.rows[index]));
    if (play.guess) rows.push(this.makeCurrent());
    const used = play.rows.filter(({ number }) => number).length + (play.guess ? 1 : 0);
    const future = play.guess ? table.rows - used : 0;
    for (let i = 1; i <= future; i += 1) rows.push(this.makeFuture(used + i));
    if (play.status.includes("found")) rows.push(this.makeEnd());
    this.rows.replaceChildren(...rows);
    this.board.dataset.status = play.begun ? play.status : "new";
    this.restart.textContent = this.texts.restart;
    this.restart.hidden = !play.begun || play.status.includes("found");
    this.light(this.rowsInForce(this.model.get("highlight")));
  }

  makeRow(row, index, before) {
    const { texts } = this;
    const ignored = !row.number;
    const isNew = before?.label !== row.label;
    const suspect = this.play.trouble && !ignored && this.suspects().has(index);
    const name = ignored ? texts.restore : fill(texts.edit, { row: row.number });
    const button = make("button", {
      type: "button", class: "mm-reuse", "aria-label": name, title: name,
      onclick: () => (ignored ? this.send("restore", { row: index }) : this.edit(index)),
    }, this.icon(ignored ? "restore" : "edit"));
    const state = `${ignored ? "mm-ignored" : ""} ${suspect ? "mm-suspect" : ""} ${isNew ? "mm-new" : ""}`;
    return make("li", { class: `mm-row mm-played ${state}`, "data-row": index },
      make("span", { class: "mm-number", "aria-hidden": "true" }, ignored ? "" : String(row.number)),
      make("span", { class: "mm-unseen" }, row.label),
      ...this.makeCells(row.guess, row.keys, ignored ? texts.ignored : row.words),
      button);
  }

  suspects() {
    const { conflicts, rows } = this.play.trouble;
    return new Set(conflicts.length ? conflicts.flatMap((one) => one.rows) : rows.map(({ row }) => row));
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

  makeCurrent() {
    const { play, table, texts } = this;
    const number = play.rows.filter((row) => row.number).length + 1;
    const keys = AnswerPad.keys(table, AnswerPad.blank(table));
    this.current = make("li", { class: "mm-row mm-played mm-asking" },
      make("span", { class: "mm-number", "aria-hidden": "true" }, String(number)),
      make("span", { class: "mm-unseen" }, play.prompt),
      ...this.makeCells(play.guess, keys, texts.theGuess));
    return this.current;
  }

  makeFuture(number) {
    const holes = Array.from({ length: this.table.pegs }, () => make("span", { class: "mm-hole" }));
    return make("li", { class: "mm-row mm-future", "aria-hidden": "true" },
      make("span", { class: "mm-number" }, String(number)),
      make("div", { class: "mm-pegs" }, ...holes));
  }

  makeEnd() {
    const { secret } = this.play;
    return make("li", { class: "mm-end" },
      secret && make("div", { class: "mm-secret", "aria-hidden": "true" }, ...pegs(this.table, secret)));
  }

  icon(name) {
    return picture(`<path d="${ICONS[name]}" fill="none" stroke="currentColor" stroke-width="2.6"`
      + ' stroke-linecap="round" stroke-linejoin="round"/>', { class: "mm-icon" });
  }

  /** Where the rows in force stand among all rows. */
  rowsInForce(indices) {
    const inForce = this.play.rows.flatMap((row, index) => (row.number ? [index] : []));
    return indices.map((index) => inForce[index]);
  }

  light(rows) {
    for (const row of this.rows.querySelectorAll("[data-row]")) {
      row.classList.toggle("mm-lit", rows.includes(Number(row.dataset.row)));
    }
  }

  // ---- what there is to do --------------------------------------------------------------

  drawPanel() {
    const { play } = this;
    this.pad = null;
    this.peeking = null;
    this.say(play.prompt);
    const body = !play.begun ? this.makeIntroduction()
      : this.editing !== null ? this.makeEditing()
        : play.guess ? this.makeAnswering()
          : play.trouble ? [] : this.makeOver();
    this.panelBody.replaceChildren(...body);
    if (play.begun && play.entrusted && !play.secret) this.panelBody.append(this.makePeek());
  }

  makeIntroduction() {
    const { table, texts } = this;
    const hiding = make("details", { class: "mm-settings" }, make("summary", {}, texts.hide),
      make("p", { class: "mm-note" }, texts.hideHelp),
      this.makeEntry(texts.hideAndStart, (code) => this.send("start", { code })));
    const kinds = make("div", { class: "mm-kinds" }, ...table.kinds.map(({ name, drawing }) =>
      picture(drawing, { class: "mm-peg", label: name, title: name })));
    const start = action("begin", texts.ready, () => this.send("start"), { class: "mm-primary" });
    return [make("p", { class: "mm-note" }, table.rules), kinds,
      make("div", { class: "mm-tools" }, start), hiding];
  }

  makeEntry(doneText, done) {
    const { table, texts } = this;
    return new CodeEntry({ table, texts, doneText, done, say: (text) => this.say(text) }).element;
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

  makeEditing() {
    const { texts, play, editing } = this;
    const row = play.rows[editing];
    const item = this.rows.querySelector(`[data-row="${editing}"]`);
    const submit = () => this.send("edit", { row: editing, answer: this.pad.values });
    this.say(fill(texts.editing, { row: row.number }));
    return [this.makePad(row.guess, row.answer, item, submit),
      make("div", { class: "mm-tools" },
        action("cancel", texts.cancel, () => this.stopEditing()),
        action("ignore", texts.ignore, () => this.send("ignore", { row: editing })),
        action("save", texts.save, submit, { class: "mm-primary" }))];
  }

  stopEditing() {
    const index = this.editing;
    this.editing = null;
    this.drawRows(this.play);
    this.drawPanel();
    this.rows.querySelector(`[data-row="${index}"] .mm-reuse`)?.focus();
  }

  makeOver() {
    const { texts, play } = this;
    const again = action("again", texts.again, () => this.send("new"), { class: "mm-primary" });
    const tools = make("div", { class: "mm-tools" }, again);
    return play.secret ? [tools] : [tools, this.makeReveal(texts.revealEnd)];
  }

  makeReveal(summary) {
    return make("details", { class: "mm-settings" }, make("summary", {}, summary),
      this.makeEntry(this.texts.check, (code) => this.send("reveal", { code })));
  }

  makePeek() {
    const { texts } = this;
    this.peekButton = action("peek", texts.peek, () => {
      if (this.peeking.hidden) return this.model.send({ type: "peek" });
      this.peeking.hidden = true;
      this.peekButton.textContent = texts.peek;
    }, { class: "mm-quiet" });
    this.peeking = make("div", { class: "mm-secret", role: "img", hidden: true });
    return make("div", { class: "mm-peeking" }, this.peekButton, this.peeking);
  }

  // ---- beside the board: what is wrong, and what the computer thinks ---------------------

  drawSide() {
    const { trouble, thoughts } = this.play;
    const shown = JSON.stringify([this.play.round, this.play.rows, trouble, thoughts]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.side.replaceChildren(
      ...(trouble ? [this.makeTrouble(trouble)] : []),
      ...(thoughts.length ? [this.makeThoughts(thoughts)] : []));
  }

  makeThoughts(thoughts) {
    return make("section", { class: "mm-card mm-thoughts", "aria-label": this.texts.thoughts },
      make("p", { class: "mm-title" }, this.texts.thoughts),
      ...thoughts.map((line) => make("p", {}, line)));
  }

  makeTrouble({ title, text, conflicts, more, advice, rows }) {
    return make("section", { class: "mm-card mm-trouble", "aria-label": title },
      make("p", { class: "mm-title", tabindex: -1 }, title),
      make("p", {}, text),
      conflicts.length ? make("ul", { class: "mm-conflicts" },
        ...conflicts.map((conflict) => this.makeConflict(conflict))) : null,
      more ? make("p", { class: "mm-note" }, more) : null,
      advice ? make("p", {}, advice) : null,
      ...rows.map((row) => this.makeMending(row)),
      this.play.entrusted ? null : this.makeReveal(this.texts.reveal));
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
    return make("div", { class: "mm-mending", role: "group", "aria-label": title },
      make("p", { class: "mm-mending-title" }, make("strong", {}, title),
        keysOf(table, play.rows[row].keys)),
      text ? make("p", {}, text) : null,
      marked ? make("ul", { class: "mm-marked" }, ...marked.map((peg) => this.makeMarked(peg))) : null,
      summary ? make("p", {}, summary) : null,
      make("div", { class: "mm-mends" }, ...chips, unfold,
        marked ? action("change", texts.change, () => this.edit(row), { class: "mm-quiet" }) : null,
        action("skip", texts.skip, () => this.send("ignore", { row }), { class: "mm-quiet" })));
  }

  makeMarked({ kind, key, text }) {
    const { table } = this;
    return make("li", {}, picture(table.kinds[kind].drawing, { class: "mm-peg" }),
      ...keyPegs(table, [key]), make("span", {}, text));
  }

  makeMend(row, { answer, keys, text, label }) {
    return make("button", {
      type: "button", class: "mm-action mm-mend", "aria-label": label, title: label,
      onclick: () => this.send("edit", { row, answer }),
    },
    keysOf(this.table, keys), make("span", {}, text));
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-codemaker" });
    el.append(root);
    new CodemakerView(model, root, signal);
  },
};
