// The board: draws what Python tells, keeps the guess being built, sends actions.
// The guess being built lives here alone, so placing pegs never waits for the kernel.

const DRAG_STARTS = 6; // pixels
const SLOW = 400; // milliseconds until a slow answer is spoken of

class BoardView {
  constructor(model, root, signal) {
    this.model = model;
    this.root = root;
    this.texts = model.get("_texts");
    this.waiting = false;
    this.status = make("p", { class: "mm-unseen", role: "status" });
    this.body = make("div");
    this.root.append(this.status, this.body);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    follow(model, signal, "_play", () => this.draw());
    follow(model, signal, "highlight", () => this.drawHighlight());
    model.on("change:_notice", this.onNotice);
    signal.addEventListener("abort", () => model.off("change:_notice", this.onNotice));
    addEventListener(LINE_IS_BACK, () => this.stopWaiting(), { signal });
  }

  /** What was sent may be lost, so it can be sent again. */
  stopWaiting() {
    this.waiting = false;
    this.drawDraft();
  }

  onNotice = () => {
    this.waiting = false;
    this.holds = { ...this.play.holds };
    this.drawHolds();
    this.drawDraft();
    this.say(this.model.get("_notice").text);
  };

  send(type, content = {}) {
    this.model.send({ type, ...content });
  }

  /** Tell a screen reader `text`, and show it or something shorter. */
  say(text, shown = text) {
    this.status.textContent = text;
    this.show(shown);
  }

  show(text) {
    this.line.textContent = text;
  }

  get playing() {
    return this.play.status === "playing";
  }

  // ---- what Python tells -------------------------------------------------------------

  draw() {
    const table = this.model.get("_table");
    const play = this.model.get("_play");
    if (play.round !== table.round) return; // the other half of the news is on its way
    const isNewGame = this.table?.round !== table.round;
    const news = !isNewGame && play.rows.length > this.play.rows.length;
    const before = this.play;
    const hadFocus = this.root.contains(document.activeElement);
    this.waiting = false;
    this.play = play;
    this.holds = { ...play.holds };
    if (isNewGame) this.layOut(table);
    this.drawRows();
    if (isNewGame || news) this.resetDraft();
    else this.drawDraft();
    if (isNewGame) {
      if (hadFocus) this.slots[0].focus();
      if (before && (play.rows.length || !this.playing)) this.sayStanding();
      else if (before) this.say(fill(this.texts.started, { game: table.name, rows: table.rows }));
    } else if (play.status !== before.status) {
      this.sayStanding();
      if (hadFocus || news) this.again.focus();
    } else if (news) this.sayStanding();
  }

  /** Say how the game stands: its result, or the last answer. */
  sayStanding() {
    const row = this.play.rows.at(-1);
    if (!this.playing) this.say(this.play.result);
    else this.say(row.label, this.table.perPosition ? this.missing : row.words);
  }

  layOut(table) {
    this.table = table;
    this.rows = make("ol", { class: "mm-rows", "aria-label": this.texts.guesses });
    this.slots = Array.from({ length: table.pegs }, (_, place) => this.makeSlot(place));
    this.current = make(
      "li",
      { class: "mm-row mm-current" },
      (this.number = make("span", { class: "mm-number", "aria-hidden": "true" })),
      (this.group = make("div", { class: "mm-pegs", role: "group" }, ...this.slots)),
    );
    this.palette = make(
      "div",
      { class: "mm-palette", role: "group", "aria-label": this.texts.palette },
      ...(table.features ? this.makeMatrix() : this.makeChoices()),
    );
    this.palette.classList.toggle("mm-matrix", Boolean(table.features));
    this.check = this.makeAction("check", () => this.submit(), "mm-primary");
    this.undoButton = this.makeAction("undo", () => this.undo());
    this.clearButton = this.makeAction("clear", () => this.change(this.empty()));
    this.resign = this.makeAction("resign", () => this.giveUp(), "mm-quiet");
    this.again = this.makeAction("again", () => this.send("new"), "mm-primary");
    this.tools = make(
      "div",
      { class: "mm-tools" },
      this.undoButton, this.clearButton, this.check, this.again,
    );
    this.line = make("p", { class: "mm-line", "aria-hidden": "true" });
    this.root.style.setProperty("--mm-count", table.pegs);
    this.root.classList.toggle("mm-per-position", table.perPosition);
    this.root.classList.toggle("mm-long", table.pegs > 5);
    nameRegion(this.root, `${this.texts.board}: ${table.name}`);
    this.body.replaceChildren(
      make("div", { class: "mm-head" }, make("p", { class: "mm-title" }, table.heading), this.makeLegend()),
      this.rows,
      make("div", { class: "mm-panel" }, this.line, this.palette, this.tools),
      make("div", { class: "mm-foot" }, this.makeSettings(), this.resign),
    );
  }

  makeAction(name, onclick, style = "") {
    return make("button", { type: "button", class: `mm-action mm-${name} ${style}`, onclick }, this.texts[name]);
  }

  makeLegend() {
    const { legend, keys } = this.table;
    const items = legend.map(({ meaning, lead, words }) =>
      make("li", {}, picture(keys[meaning], { class: "mm-key" }), make("span", {}, make("strong", {}, lead), ` ${words}`)));
    return make("ul", { class: "mm-legend" }, ...items);
  }

  makeChoices() {
    return this.table.kinds.map((kind, position) => this.makeChoice(kind, position));
  }

  /** Pegs of two parts: a line for each first part, a column for each second one, and their heads. */
  makeMatrix() {
    const { levels: [lines, columns], parts } = this.table.features;
    const cells = lines.map((line, i) => [
      this.makePart(line, 0, i),
      ...columns.map((_, j) => {
        const kind = parts.findIndex(([first, second]) => first === i && second === j);
        return this.makeChoice(this.table.kinds[kind], kind);
      }),
    ]);
    return [
      make("span", { class: "mm-corner" }),
      ...columns.map((column, j) => this.makePart(column, 1, j)),
      ...cells.flat(),
    ];
  }

  makePart(part, level, index) {
    const label = `${part.name} (${part.letter})`;
    return make("button", {
      type: "button", class: "mm-choice mm-part", "aria-label": label, title: label,
      onclick: () => this.placePart(level, index),
    }, picture(part.drawing, { class: "mm-peg" }));
  }

  makeChoice(kind, position) {
    const label = kind.name === kind.letter ? kind.name : `${kind.name} (${kind.letter})`;
    return make(
      "button",
      {
        type: "button", class: "mm-choice", "data-kind": position, "aria-label": label, title: label,
        onclick: () => this.place(position),
      },
      picture(kind.drawing, { class: "mm-peg" }),
    );
  }

  makeSlot(place) {
    return make("button", {
      type: "button", class: "mm-slot", "data-place": place,
      onclick: () => this.moveTo(place),
    });
  }

  makeSettings() {
    const { table, texts } = this;
    const option = (value, text, selected) => make("option", { value, selected }, text);
    const game = make("select", { name: "game" },
      ...table.games.map((one) => option(one.key, one.name, one.key === table.game)));
    const rows = make("select", { name: "rows" },
      ...table.rowChoices.map((count) => option(count, String(count), count === table.rows)));
    const seed = make("input", {
      name: "seed", type: "text", maxlength: 40, autocomplete: "off", autocapitalize: "characters",
      spellcheck: "false", value: table.seed, placeholder: "–",
    });
    const holds = make("input", { name: "holds", type: "checkbox", checked: table.holds });
    game.addEventListener("change", () => {
      rows.value = table.games.find((one) => one.key === game.value).rows;
    });
    const field = (text, control, help) => make("label", { class: "mm-field" },
      make("span", {}, text), control, help && make("small", {}, help));
    const start = (event) => {
      event.preventDefault();
      this.send("new", {
        game: game.value, rows: Number(rows.value), seed: seed.value, holds: holds.checked,
      });
    };
    return make("details", { class: "mm-settings" },
      make("summary", {}, table.games.length > 1 ? texts.choose : texts.settings),
      make("form", { onsubmit: start },
        table.games.length > 1 ? field(texts.game, game) : null,
        field(texts.rows, rows),
        table.inClass ? null : field(texts.seed, seed, texts.seedHelp),
        make("label", { class: "mm-field mm-tick" }, holds, make("span", {}, texts.holds),
          make("small", {}, texts.holdsHelp)),
        make("button", { class: "mm-action mm-start" }, texts.start)),
      make("p", { class: "mm-keyboard" }, make("strong", {}, `${texts.keyboard} `),
        table.features ? texts.keyboardParts : texts.keyboardHelp));
  }

  // ---- rows ---------------------------------------------------------------------------

  drawRows() {
    const { rows } = this.play;
    const played = this.rows.querySelectorAll(".mm-played");
    if (played.length > rows.length) played.forEach((row) => row.remove());
    const known = Math.min(played.length, rows.length);
    if (this.current.parentElement !== this.rows) this.rows.prepend(this.current);
    rows.slice(known).forEach((row, i) => this.current.before(this.makeRow(row, known + i)));
    this.rows.querySelectorAll(".mm-future").forEach((row) => row.remove());
    this.current.hidden = !this.playing;
    if (this.playing) {
      const left = this.table.rows - rows.length - 1;
      for (let i = 0; i < left; i += 1) this.rows.append(this.makeFuture(rows.length + 2 + i));
    }
    this.rows.parentElement.querySelector(".mm-end")?.remove();
    if (!this.playing) this.rows.after(this.makeEnd());
    this.drawHolds();
    this.drawHighlight();
  }

  drawHighlight() {
    const lit = this.model.get("highlight");
    this.rows.querySelectorAll(".mm-played").forEach((row, index) => {
      row.classList.toggle("mm-lit", lit.includes(index));
    });
  }

  makeRow(row, index) {
    const { kinds, keys, perPosition } = this.table;
    const pegs = row.guess.map((kind, place) => {
      const peg = make(this.table.holds ? "button" : "span", {
        class: "mm-cell", "data-kind": kind, "data-row": index, "data-at": place,
        type: this.table.holds ? "button" : null,
        onclick: this.table.holds ? () => this.cycleHold(index, place) : null,
      }, picture(kinds[kind].drawing, { class: "mm-peg" }));
      const chip = perPosition ? picture(keys[row.answer[place]], { class: "mm-key" }) : null;
      return make("span", { class: "mm-column" }, peg, chip);
    });
    const answer = perPosition ? [] : row.answer.map((meaning) => picture(keys[meaning], { class: "mm-key" }));
    const reuse = fill(this.texts.reuse, { row: index + 1 });
    return make("li", { class: "mm-row mm-played", "data-index": index },
      make("span", { class: "mm-number", "aria-hidden": "true" }, String(index + 1)),
      make("span", { class: "mm-unseen" }, row.label),
      make("div", { class: "mm-pegs", "aria-hidden": this.table.holds ? null : "true" }, ...pegs),
      perPosition ? null : make("span", { class: "mm-answer", "aria-hidden": "true" }, ...answer),
      perPosition ? null : make("span", { class: "mm-words", "aria-hidden": "true" }, row.words),
      make("button", {
        type: "button", class: "mm-reuse", "aria-label": reuse, title: reuse,
        onclick: () => this.reuse(row.guess),
      }, this.arrow()));
  }

  arrow() {
    return picture('<path d="M0 -9V8M-7 1L0 8L7 1" fill="none" stroke="currentColor"'
      + ' stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>', { class: "mm-icon" });
  }

  makeFuture(number) {
    const holes = this.slots.map(() => make("span", { class: "mm-hole" }));
    return make("li", { class: "mm-row mm-future", "aria-hidden": "true" },
      make("span", { class: "mm-number" }, String(number)),
      make("div", { class: "mm-pegs" }, ...holes));
  }

  makeEnd() {
    const { kinds } = this.table;
    const pegs = this.play.secret.map((kind) => picture(kinds[kind].drawing, { class: "mm-peg" }));
    return make("div", { class: `mm-end mm-${this.play.status}` },
      make("p", {}, this.play.result),
      make("div", { class: "mm-secret", "aria-hidden": "true" }, ...pegs));
  }

  cycleHold(row, place) {
    const states = ["", "here", "not"];
    const now = this.holds[`${row}/${place}`] ?? "";
    const hold = states[(states.indexOf(now) + 1) % states.length];
    this.holds[`${row}/${place}`] = hold;
    this.drawHolds();
    this.send("hold", { row, place, hold });
    this.say(this.cellLabel(row, place, hold));
  }

  drawHolds() {
    if (!this.table.holds) return;
    for (const cell of this.rows.querySelectorAll(".mm-cell")) {
      const { row, at } = cell.dataset;
      const hold = this.holds[`${row}/${at}`] ?? "";
      cell.dataset.hold = hold;
      cell.setAttribute("aria-label", this.cellLabel(Number(row), Number(at), hold));
    }
  }

  cellLabel(row, place, hold) {
    const peg = this.table.kinds[this.play.rows[row].guess[place]].name;
    const label = fill(this.texts.peg, { row: row + 1, place: place + 1, peg });
    return hold ? `${label}, ${this.texts[hold]}` : label;
  }

  // ---- the guess being built ----------------------------------------------------------

  empty() {
    return this.slots.map(() => null);
  }

  resetDraft() {
    this.draft = this.empty();
    this.past = [];
    this.moveTo(0);
  }

  drawDraft() {
    const { repeats } = this.table;
    const row = this.play.rows.length + 1;
    this.number.textContent = String(row);
    this.group.setAttribute("aria-label", fill(this.texts.yourGuess, { row }));
    this.slots.forEach((slot, place) => {
      const peg = this.draft[place];
      const shown = this.look(peg);
      const label = fill(this.texts.place, { place: place + 1, peg: shown?.name ?? this.texts.empty });
      if (slot.dataset.shown !== String(peg)) {
        slot.replaceChildren(...(shown ? [picture(shown.drawing, { class: "mm-peg" })] : []));
      }
      slot.dataset.shown = String(peg);
      slot.dataset.kind = Number.isInteger(peg) ? String(peg) : "";
      slot.setAttribute("aria-label", label);
      slot.classList.toggle("mm-cursor", place === this.cursor);
      slot.tabIndex = place === this.cursor ? 0 : -1;
    });
    for (const choice of this.palette.children) {
      const used = !repeats && this.draft.includes(Number(choice.dataset.kind));
      choice.classList.toggle("mm-used", used);
    }
    this.show(this.missing);
    this.disable(this.check, this.lacking() > 0 || this.waiting);
    this.disable(this.undoButton, this.past.length === 0);
    this.disable(this.clearButton, this.draft.every((peg) => peg === null));
    this.resign.textContent = this.texts.resign;
    this.palette.hidden = !this.playing;
    this.line.hidden = !this.playing; // the result stands above
    this.resign.hidden = !this.playing;
    for (const tool of this.tools.children) tool.hidden = (tool === this.again) === this.playing;
  }

  lacking() {
    return this.draft.filter((peg) => !Number.isInteger(peg)).length;
  }

  /** What the guess lacks, in words. */
  get missing() {
    return this.table.missing[this.lacking()];
  }

  /** How a peg of the guess looks: a kind, or the one part of it that has been chosen. */
  look(peg) {
    if (!Array.isArray(peg)) return this.table.kinds[peg];
    const level = peg.findIndex((part) => part !== null);
    const { name, drawing } = this.table.features.levels[level][peg[level]];
    return { name: fill(this.texts.part, { peg: name }), drawing };
  }

  disable(button, disabled) {
    button.setAttribute("aria-disabled", String(disabled));
  }

  change(draft, cursor = 0) {
    if (draft.some((peg, place) => String(peg) !== String(this.draft[place]))) {
      this.past.push({ draft: this.draft, cursor: this.cursor });
      this.draft = draft;
    }
    this.moveTo(cursor);
    this.say(this.missing);
  }

  moveTo(place) {
    const focused = this.slots.includes(document.activeElement);
    this.cursor = Math.min(Math.max(place, 0), this.slots.length - 1);
    this.drawDraft();
    if (focused) this.slots[this.cursor].focus();
  }

  place(kind, place = this.cursor) {
    if (!this.playing || this.waiting) return;
    const draft = [...this.draft];
    const elsewhere = draft.findIndex((peg, at) => peg === kind && at !== place);
    const moves = !this.table.repeats && elsewhere >= 0;
    if (moves) draft[elsewhere] = null;
    draft[place] = kind;
    this.change(draft, this.nextEmpty(draft, place));
    const told = { peg: this.table.kinds[kind].name, place: place + 1 };
    if (moves) this.say(`${fill(this.texts.moved, told)} ${this.missing}`);
    else this.say(`${fill(this.texts.placed, told)} ${this.missing}`, this.missing);
  }

  /** Choose a part of the peg at the cursor, or of a new one: both together make it whole. */
  placePart(level, index, { anew = false } = {}) {
    if (!this.playing || this.waiting) return;
    const { parts } = this.table.features;
    const peg = anew ? null : this.draft[this.cursor];
    const chosen = Number.isInteger(peg) ? [...parts[peg]] : [...(peg ?? [null, null])];
    chosen[level] = index;
    const kind = parts.findIndex((own) => own.every((part, i) => part === chosen[i]));
    if (kind >= 0) {
      this.place(kind);
      return;
    }
    const draft = [...this.draft];
    draft[this.cursor] = chosen;
    this.change(draft, this.cursor);
    this.say(fill(this.texts.place, { place: this.cursor + 1, peg: this.look(chosen).name }));
  }

  /** The next place without a peg; in a full guess the next place. */
  nextEmpty(draft, place) {
    const order = draft.map((_, i) => (place + 1 + i) % draft.length);
    return order.find((at) => !Number.isInteger(draft[at])) ?? place + 1;
  }

  clearPlace(place) {
    const draft = [...this.draft];
    draft[place] = null;
    this.change(draft, place);
    this.say(`${fill(this.texts.cleared, { place: place + 1 })} ${this.missing}`, this.missing);
  }

  /** Backspace clears where the cursor is, or, where nothing is, the place before. */
  backspace() {
    const place = this.draft[this.cursor] === null ? Math.max(this.cursor - 1, 0) : this.cursor;
    this.clearPlace(place);
  }

  swap(from, to) {
    const draft = [...this.draft];
    [draft[from], draft[to]] = [draft[to], draft[from]];
    this.change(draft, to);
  }

  reuse(guess) {
    if (!this.playing || this.waiting) return;
    this.change([...guess]);
    this.slots[0].focus();
  }

  undo() {
    const last = this.past.pop();
    if (!last) return;
    this.draft = last.draft;
    this.moveTo(last.cursor);
    this.say(this.missing);
  }

  submit() {
    if (!this.playing || this.waiting) return;
    if (this.lacking() > 0) {
      this.say(this.missing);
      return;
    }
    this.waiting = true;
    this.drawDraft();
    setTimeout(() => this.waiting && this.say(this.texts.waiting), SLOW);
    this.send("submit", { guess: this.draft });
  }

  giveUp() {
    if (this.resign.textContent === this.texts.resign) {
      this.resign.textContent = this.texts.resignSure;
      this.say(this.texts.resignSure);
      return;
    }
    this.send("resign");
  }

  // ---- keyboard -----------------------------------------------------------------------

  onKey(event) {
    if (event.key === "Enter" && event.repeat) event.preventDefault(); // one press, one check
    if (event.defaultPrevented || event.altKey || event.metaKey) return;
    if (event.target.closest("input, select, summary")) return;
    if (!this.playing) return;
    const onSlot = event.target.classList.contains("mm-slot");
    if (event.ctrlKey) {
      if (event.key.toLowerCase() !== "z") return;
      this.undo();
    } else if (event.key === "Enter" && onSlot) this.submit();
    else if (event.key === "Backspace" || event.key === "Delete") this.backspace();
    else if (onSlot && event.key in this.moves()) this.moveTo(this.moves()[event.key]);
    else if (!this.chooseBy(event.key)) return;
    event.preventDefault();
    event.stopPropagation(); // a notebook has keys of its own
  }

  moves() {
    return {
      ArrowLeft: this.cursor - 1, ArrowRight: this.cursor + 1, Home: 0, End: this.slots.length - 1,
    };
  }

  /** Place what a key stands for, a kind or a part of one; tell whether it stands for any. */
  chooseBy(key) {
    const { features } = this.table;
    if (!features) {
      const kind = this.kindOf(key);
      if (kind !== undefined) this.place(kind);
      return kind !== undefined;
    }
    const peg = this.draft[this.cursor];
    const order = Array.isArray(peg) && peg[0] !== null ? [1, 0] : [0, 1]; // what is lacking first
    return order.some((level) => {
      const index = features.levels[level].findIndex(({ letter }) => letter.toLowerCase() === key.toLowerCase());
      const anew = level === 0 && Number.isInteger(peg); // its shape is written next
      if (index >= 0) this.placePart(level, index, { anew });
      return index >= 0;
    });
  }

  /** The kind that a key stands for: its letter, or its number counted from 1. */
  kindOf(key) {
    const { kinds } = this.table;
    const lettered = kinds.findIndex(({ letter }) => letter.toLowerCase() === key.toLowerCase());
    if (lettered >= 0) return lettered;
    const number = /^[1-9]$/.test(key) ? Number(key) - 1 : -1;
    return number >= 0 && number < kinds.length ? number : undefined;
  }

  // ---- drag ---------------------------------------------------------------------------

  onPointerDown(event) {
    const source = event.target.closest("[data-kind]");
    if (!source?.dataset.kind || !this.playing || this.waiting || event.button !== 0) return;
    if (event.pointerType === "touch" && source.dataset.row) return; // scrolls the page instead
    const drag = { source, kind: Number(source.dataset.kind), x: event.clientX, y: event.clientY };
    const move = (now) => this.onDrag(drag, now);
    const end = (last) => {
      source.removeEventListener("pointermove", move);
      source.removeEventListener("pointerup", end);
      source.removeEventListener("pointercancel", end);
      this.onDrop(drag, last);
    };
    source.setPointerCapture(event.pointerId); // a quick mouse leaves the peg at once
    source.addEventListener("pointermove", move);
    source.addEventListener("pointerup", end);
    source.addEventListener("pointercancel", end);
  }

  onDrag(drag, event) {
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_STARTS;
    if (!drag.ghost && !far) return;
    if (!drag.ghost) {
      drag.ghost = picture(this.table.kinds[drag.kind].drawing, { class: "mm-peg mm-ghost" });
      this.root.append(drag.ghost);
    }
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
    const over = this.slotAt(event);
    for (const slot of this.slots) slot.classList.toggle("mm-over", slot === over);
  }

  onDrop(drag, event) {
    if (!drag.ghost) return;
    drag.ghost.remove();
    for (const slot of this.slots) slot.classList.remove("mm-over");
    drag.source.addEventListener("click", (click) => click.stopImmediatePropagation(), {
      capture: true, once: true, signal: AbortSignal.timeout(50),
    });
    if (event.type === "pointercancel") return;
    const to = this.slotAt(event);
    const from = drag.source.dataset.place;
    if (to && from !== undefined) this.swap(Number(from), Number(to.dataset.place));
    else if (to) this.place(drag.kind, Number(to.dataset.place));
    else if (from !== undefined) this.clearPlace(Number(from));
  }

  slotAt(event) {
    const below = this.root.getRootNode().elementFromPoint(event.clientX, event.clientY);
    return below?.closest(".mm-slot");
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-board" });
    el.append(root);
    new BoardView(model, root, signal);
    keep(model, signal);
  },
};
