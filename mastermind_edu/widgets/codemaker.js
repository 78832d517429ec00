// The codemaker's board: draws what Python tells, keeps the answer being given, sends actions.

class CodemakerView extends TableView {
  constructor(model, root, signal) {
    super(model, root, signal);
    follow(model, signal, "highlight", () => this.light(this.rowsInForce(model.get("highlight"))));
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
    this.takeTable(table);
    this.restart = action("restart", texts.restart, () => this.onRestart(), { class: "mm-quiet" });
    nameRegion(this.root, `${texts.codemaker}: ${table.name}`);
    board.replaceChildren(
      make("div", { class: "mm-head" },
        make("p", { class: "mm-title" }, texts.codemaker), this.makeLegend()),
      this.rows,
      make("div", { class: "mm-panel" }, this.status, this.panelBody),
      make("div", { class: "mm-foot" }, this.makeThink(), this.restart));
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
    if (play.guess) {
      const number = play.rows.filter((row) => row.number).length + 1;
      rows.push(this.makeAsked(number, play.guess, play.prompt, this.texts.theGuess));
    }
    const used = play.rows.filter(({ number }) => number).length + (play.guess ? 1 : 0);
    const future = play.guess ? table.rows - used : 0;
    for (let i = 1; i <= future; i += 1) rows.push(this.makeFuture(used + i));
    if (play.status.includes("found")) rows.push(this.makeEnd(play.secret));
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
    const suspect = !ignored && this.suspects().has(index);
    const button = ignored
      ? iconButton("restore", texts.restore, () => this.send("take up", { row: index }), "mm-reuse")
      : iconButton("edit", fill(texts.edit, { row: row.number }), () => this.edit(index), "mm-reuse");
    const style = `${ignored ? "mm-ignored" : ""} ${suspect ? "mm-suspect" : ""} ${isNew ? "mm-new" : ""}`;
    const item = this.makePlayed({ ...row, words: ignored ? texts.ignored : row.words }, style, button);
    item.dataset.row = index;
    return item;
  }

  /** Where the rows in force stand among all rows. */
  rowsInForce(indices) {
    const inForce = this.play.rows.flatMap((row, index) => (row.number ? [index] : []));
    return indices.map((index) => inForce[index]);
  }

  // ---- what there is to do --------------------------------------------------------------

  drawPanel() {
    const { play } = this;
    this.pad = null;
    this.peeking = null;
    this.say(play.prompt);
    const body = !play.begun ? this.makeIntroduction()
      : this.editing !== null ? this.makeEditing("edit", this.makeSkip("ignore", this.editing))
        : play.guess ? this.makeAnswering()
          : play.trouble ? [] : this.makeOver();
    this.panelBody.replaceChildren(...body);
    if (play.begun && play.entrusted && !play.secret) this.panelBody.append(this.makePeek(this.texts.peek));
  }

  makeIntroduction() {
    const { table, texts } = this;
    const hiding = make("details", { class: "mm-settings" }, make("summary", {}, texts.hide),
      make("p", { class: "mm-note" }, texts.hideHelp),
      this.makeEntry(texts.hideAndStart, (code) => this.send("start", { code })).element);
    const kinds = make("div", { class: "mm-kinds" }, ...table.kinds.map(({ name, drawing }) =>
      picture(drawing, { class: "mm-peg", label: name, title: name })));
    const start = action("begin", texts.ready, () => this.send("start"), { class: "mm-primary" });
    return [make("p", { class: "mm-note" }, table.rules), kinds,
      make("div", { class: "mm-tools" }, start), hiding];
  }

  makeOver() {
    const { texts, play } = this;
    const again = action("again", texts.again, () => this.send("new"), { class: "mm-primary" });
    const tools = make("div", { class: "mm-tools" }, again);
    return play.secret ? [tools] : [tools, this.makeReveal(texts.revealEnd, texts.check)];
  }

  mend(row, answer) {
    this.send("edit", { row, answer });
  }

  mendingTools(row, marked) {
    return [
      marked ? action("change", this.texts.change, () => this.edit(row), { class: "mm-quiet" }) : null,
      this.makeSkip("skip", row, "mm-quiet"),
    ];
  }

  makeSkip(name, row, style) {
    return action(name, this.texts[name], () => this.send("ignore", { row }), { class: style });
  }

  makeCheck() {
    const { texts, play } = this;
    return play.entrusted ? [] : [this.makeReveal(texts.reveal, texts.check)];
  }

  drawSide() {
    const { trouble, thoughts } = this.play;
    const shown = JSON.stringify([this.play.round, this.play.rows, trouble, thoughts]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.side.replaceChildren(
      ...(trouble ? [this.makeTrouble(trouble, ...this.makeCheck())] : []),
      ...(thoughts.length ? [this.makeThoughts(thoughts)] : []));
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-codemaker" });
    el.append(root);
    new CodemakerView(model, root, signal);
    keep(model, signal);
  },
};
