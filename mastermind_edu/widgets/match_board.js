// The match board: players agree, hide, guess, answer and swap. Draws what Python tells, keeps
// what is being entered, sends actions.

function saveFile(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function field(text, control, help) {
  return make("label", { class: "mm-field" }, make("span", {}, text), control, help);
}

function choice(options, chosen, onchange) {
  return make("select", { class: "mm-select", onchange }, ...options.map(([value, text]) =>
    make("option", { value, selected: value === chosen }, String(text))));
}

/** The form that players fill in before a match. */
class Agreement {
  constructor({ texts, offer, agree, resume }) {
    Object.assign(this, { texts, offer });
    const { suggested } = offer;
    const game = offer.games[suggested];
    const name = (value) => make("input", {
      type: "text", value, maxlength: 40, autocomplete: "off", required: true,
      oninput: () => this.nameBeginners(),
    });
    this.opponent = choice([["person", texts.people], ["computer", texts.computer]], "person",
      () => this.meetOpponent());
    this.names = [name(texts.firstPlayer), name(texts.secondPlayer)];
    this.strategy = choice(offer.strategies.map(({ key, name: title }) => [key, title]), "",
      () => this.meetOpponent());
    this.idea = make("small", {});
    this.game = choice(offer.games.map((one, index) => [index, one.name]), suggested,
      () => this.suggest());
    this.rows = choice(offer.rowChoices.map((rows) => [rows, rows]), game.rows);
    this.games = choice(offer.numbers.map((number) => [number, number]), offer.numbers[0]);
    this.first = choice([["", texts.lot], [0, ""], [1, ""]], "");
    this.answers = choice([["program", texts.program], ["hand", texts.byHand]], "program");
    this.ways = offer.scorings.map(({ key, name: title, rule }) => this.makeWay(key, title, rule));
    this.fields = [field(texts.firstName, this.names[0]), field(texts.secondName, this.names[1]),
      field(texts.strategy, this.strategy, this.idea)];
    this.element = make("form", {
      class: "mm-agreement", onsubmit: (event) => {
        event.preventDefault();
        agree(this.agreed());
      },
    },
    make("p", { class: "mm-note" }, texts.agreeHelp),
    field(texts.opponent, this.opponent), ...this.fields,
    field(texts.game, this.game), field(texts.rows, this.rows), field(texts.games, this.games),
    field(texts.begins, this.first), field(texts.answers, this.answers),
    make("fieldset", { class: "mm-ways" }, make("legend", {}, texts.scoring), ...this.ways),
    make("div", { class: "mm-tools" },
      make("button", { class: "mm-action mm-primary mm-start" }, texts.start),
      this.makeResume(resume)));
    this.meetOpponent();
    this.suggest();
  }

  makeWay(key, title, rule) {
    return make("label", { class: "mm-tick" },
      make("input", { type: "radio", name: "scoring", value: key }),
      make("span", {}, make("strong", {}, title), make("small", {}, rule)));
  }

  makeResume(resume) {
    const input = make("input", {
      type: "file", class: "mm-unseen", accept: ".json,application/json", onchange: () => {
        if (input.files.length) resume(input.files[0]);
        input.value = "";
      },
    });
    return make("label", { class: "mm-action mm-file" }, input, this.texts.resume);
  }

  get againstComputer() {
    return this.opponent.value === "computer";
  }

  meetOpponent() {
    const { texts, fields: [first, second, strategy] } = this;
    first.firstChild.textContent = this.againstComputer ? texts.name : texts.firstName;
    second.hidden = this.againstComputer;
    strategy.hidden = !this.againstComputer;
    this.idea.textContent = this.offer.strategies[this.strategy.selectedIndex].idea;
    this.nameBeginners();
  }

  nameBeginners() {
    this.players.forEach((name, player) => { this.first.options[player + 1].text = name; });
  }

  get players() {
    const [first, second] = this.names.map((name) => name.value);
    return [first, this.againstComputer ? this.texts.computerName : second];
  }

  /** Take over what a game suggests. */
  suggest() {
    const { rows, scoring } = this.offer.games[this.game.value];
    this.rows.value = rows;
    this.element.elements.scoring.value = scoring;
  }

  agreed() {
    return {
      players: this.players,
      strategy: this.againstComputer ? this.strategy.value : null,
      game: Number(this.game.value),
      rows: Number(this.rows.value),
      games: Number(this.games.value),
      first: this.first.value === "" ? null : Number(this.first.value),
      byHand: this.answers.value === "hand",
      scoring: this.element.elements.scoring.value,
    };
  }
}

class MatchView extends TableView {
  // ---- what Python tells ----------------------------------------------------------------

  draw() {
    const table = this.model.get("_table");
    const play = this.model.get("_play");
    if (play.round !== table.round) return; // the other half of the news is on its way
    const before = this.play?.round === play.round ? this.play : null;
    const hadFocus = this.root.contains(document.activeElement);
    this.waiting = false;
    this.play = play;
    if (play.stage === "agree") {
      if (!before) this.layOutAgreement();
    } else {
      if (!before) this.layOut(table);
      this.think.checked = play.thinking;
      if (before?.news !== play.news) {
        this.editing = null;
        this.drawRows(before);
        this.drawPanel();
      }
      this.drawSide();
    }
    if (hadFocus && !this.root.contains(document.activeElement)) this.focus();
  }

  onMessage(message) {
    if (message.type === "file") saveFile(message.name, message.text);
    else if (message.type === "why") {
      this.reasons = message.pegs;
      this.drawTrouble();
    } else super.onMessage(message);
  }

  layOutAgreement() {
    const { model, texts, board } = this;
    const offer = model.get("_agreement");
    const resume = (file) => {
      if (file.size > offer.longest) return this.say(texts.unreadable);
      return file.text().then((text) => this.send("load", { text }), () => this.say(texts.unreadable));
    };
    this.agreement = new Agreement({
      texts, offer, resume, agree: (content) => this.send("agree", content),
    });
    nameRegion(this.root, texts.board);
    this.say("");
    board.replaceChildren(
      make("div", { class: "mm-head" }, make("p", { class: "mm-title", tabindex: -1 }, texts.agree)),
      this.agreement.element,
      make("div", { class: "mm-agreeing" }, this.status));
    this.side.replaceChildren();
  }

  layOut(table) {
    const { texts, board } = this;
    this.takeTable(table);
    this.title = make("p", { class: "mm-title" });
    this.roles = make("p", { class: "mm-note" });
    this.again = action("restart", texts.again, () => this.leave(), { class: "mm-quiet" });
    this.troubles = make("div", { class: "mm-part" });
    this.thoughts = make("div", { class: "mm-part" });
    this.scores = make("div", { class: "mm-part" });
    this.replay = make("div", { class: "mm-part" });
    this.shown = new Map();
    nameRegion(this.root, `${texts.board}: ${table.name}`);
    board.replaceChildren(
      make("div", { class: "mm-head" }, this.title, this.makeLegend()),
      this.roles,
      this.rows,
      make("div", { class: "mm-panel" }, this.status, this.panelBody),
      make("div", { class: "mm-foot" }, table.againstComputer ? this.makeThink() : null, this.again));
    this.side.replaceChildren(this.troubles, this.thoughts, this.scores, this.replay);
  }

  leave() {
    if (this.again.textContent === this.texts.again) this.again.textContent = this.texts.againSure;
    else this.send("new");
  }

  focus() {
    const { stage } = this.play;
    if (stage === "agree") this.board.querySelector(".mm-title").focus();
    else if (this.pad) this.pad.focus();
    else if (this.entry) this.entry.focus();
    else if (stage === "mend") this.side.querySelector(".mm-title").focus();
    else this.panelBody.querySelector(".mm-primary")?.focus();
  }

  // ---- rows -----------------------------------------------------------------------------

  drawRows(before) {
    const { play, table, texts } = this;
    const rows = play.rows.map((row, index) => this.makeRow(row, index, before?.rows[index]));
    this.entry = null;
    if (play.guess) rows.push(this.makeAsked(rows.length + 1, play.guess, play.prompt, texts.waits));
    else if (play.stage === "guess") rows.push(this.makeGuessing(rows.length + 1));
    if (play.hidden && !play.ended) {
      for (let number = rows.length + 1; number <= table.rows; number += 1) {
        rows.push(this.makeFuture(number));
      }
    }
    if (play.secret) rows.push(this.makeEnd(play.secret));
    this.rows.replaceChildren(...rows);
    this.title.textContent = play.title;
    this.roles.textContent = play.roles;
    this.again.textContent = texts.again;
    this.again.hidden = play.stage === "over";
  }

  makeRow(row, index, before) {
    const name = fill(this.texts.edit, { row: row.number });
    const button = this.play.canCorrect ? iconButton("edit", name, () => this.edit(index), "mm-reuse") : null;
    const style = `${this.suspects().has(index) ? "mm-suspect" : ""} ${before?.label === row.label ? "" : "mm-new"}`;
    const item = this.makePlayed(row, style, button);
    item.dataset.row = index;
    return item;
  }

  /** The row where the codebreaker puts the pegs of the next guess. */
  makeGuessing(number) {
    const { texts } = this;
    const giveUp = action("resign", texts.giveUp, () => {
      if (giveUp.textContent === texts.giveUpSure) this.send("give_up");
      else giveUp.textContent = texts.giveUpSure;
    }, { class: "mm-quiet" });
    this.entry = this.makeEntry(texts.check, (code) => this.send("guess", { code }), {
      label: fill(texts.yourGuess, { row: number }), tools: [giveUp],
    });
    return make("li", { class: "mm-row mm-current" },
      make("span", { class: "mm-number", "aria-hidden": "true" }, String(number)), this.entry.places);
  }

  // ---- what there is to do --------------------------------------------------------------

  drawPanel() {
    const { play, editing } = this;
    this.pad = null;
    this.peeking = null;
    this.say(play.prompt);
    this.panelBody.replaceChildren(...(editing === null ? this.makeStage() : this.makeEditing("correct")));
    if (play.peek && editing === null) this.panelBody.append(this.makePeek(play.peek));
  }

  makeStage() {
    const { play, texts } = this;
    const next = (text, move) => make("div", { class: "mm-tools" },
      action(move, text, () => this.send(move), { class: "mm-primary mm-next" }));
    switch (play.stage) {
      case "pass": return [next(fill(texts.iAm, { name: play.player }), "take")];
      case "hide": return this.makeHiding();
      case "guess": return [this.entry.element];
      case "move": return [next(texts.move, "move")];
      case "answer": return this.makeAnswering();
      case "swap": return [next(texts.swap, "swap"), ...this.makeCheck()];
      case "over": return [next(texts.again, "new"), ...this.makeCheck()];
      default: return [];
    }
  }

  makeHiding() {
    const { table, texts } = this;
    const paper = table.byHand ? [action("paper", texts.paper, () => this.send("paper"))] : [];
    this.entry = this.makeEntry(texts.hide, (code) => this.send("hide", { code }), {
      covered: !table.againstComputer, tools: paper,
    });
    return [make("p", { class: "mm-note" }, table.codes), this.entry.element];
  }

  makeCheck() {
    const { play, table, texts } = this;
    if (!play.canReveal) return [];
    const covered = !play.ended && !table.againstComputer;
    return [this.makeReveal(play.ended ? texts.revealEnd : texts.reveal, texts.checkAnswers, { covered })];
  }

  mend(row, answer) {
    if (row < this.play.rows.length) this.send("correct", { row, answer });
    else this.send("answer", { answer });
  }

  mendingTools(row, marked) {
    const { play, texts } = this;
    if (play.stage === "mend") {
      return [action("change", texts.change, () => this.edit(row), { class: "mm-quiet" })];
    }
    return marked ? [] : [action("why", texts.why, () => this.model.send({ type: "why" }))];
  }

  // ---- beside the board -----------------------------------------------------------------

  drawSide() {
    const { play } = this;
    if (this.isNew("trouble", play.trouble)) {
      this.reasons = null;
      this.drawTrouble();
    }
    if (this.isNew("thoughts", play.thoughts)) {
      this.thoughts.replaceChildren(...(play.thoughts.length ? [this.makeThoughts(play.thoughts)] : []));
    }
    if (this.isNew("scores", [play.games, play.result])) {
      this.scores.replaceChildren(this.makeScores());
      this.replay.replaceChildren();
    }
  }

  /** Whether a part beside the board has to be drawn anew. */
  isNew(part, content) {
    const text = JSON.stringify(content);
    if (this.shown.get(part) === text) return false;
    this.shown.set(part, text);
    return true;
  }

  drawTrouble() {
    const { play, reasons } = this;
    const hadFocus = this.troubles.contains(document.activeElement);
    const rows = play.trouble?.rows.map((row, index) => ({ pegs: reasons?.[index], ...row }));
    const check = play.stage === "mend" ? this.makeCheck() : [];
    this.troubles.replaceChildren(
      ...(play.trouble ? [this.makeTrouble({ ...play.trouble, rows }, ...check)] : []));
    if (hadFocus) this.troubles.querySelector(".mm-title")?.focus();
  }

  makeScores() {
    const { play, table, texts } = this;
    const heads = [texts.gameHead, texts.guessesHead, ...table.players];
    const lines = play.games.map((game, index) => {
      const name = fill(texts.replay, { n: game.number });
      const again = make("button", {
        type: "button", class: "mm-action mm-again-row", "aria-label": name, title: name,
        onclick: () => this.startReplay(index),
      }, `${game.number} ▸`);
      return [again, game.guesses, ...game.points];
    });
    return make("section", { class: "mm-card mm-scores", "aria-label": texts.scores },
      make("p", { class: "mm-title" }, play.result || texts.scores),
      lines.length ? dataTable(heads, [...lines, [texts.total, "", ...play.points]], texts.scores) : null,
      make("p", { class: "mm-note" }, table.scoringRule),
      make("div", { class: "mm-tools" },
        action("download", texts.download, () => this.model.send({ type: "save" })),
        action("record", texts.record, () => this.model.send({ type: "record" }))),
      make("p", { class: "mm-note" }, texts.downloadHelp));
  }

  // ---- a game played again --------------------------------------------------------------

  startReplay(index) {
    const { texts, table } = this;
    const game = this.play.games[index];
    const list = make("ol", { class: "mm-rows", "aria-label": texts.guesses });
    const status = make("p", { class: "mm-status", role: "status" });
    let step = 0;
    const show = (to) => {
      step = Math.min(Math.max(to, 0), game.rows.length);
      const rows = game.rows.slice(0, step).map((row, at) => this.makePlayed(row, at === step - 1 ? "mm-new" : ""));
      for (let number = step + 1; number <= game.rows.length; number += 1) rows.push(this.makeFuture(number));
      list.replaceChildren(...rows);
      const end = step === game.rows.length;
      status.textContent = end ? game.result : fill(texts.step, { n: step, all: game.rows.length });
      buttons.forEach(([button, goal]) => button.setAttribute("aria-disabled", String(goal() === step)));
    };
    const buttons = [
      ["first", () => 0], ["back", () => Math.max(step - 1, 0)],
      ["forth", () => Math.min(step + 1, game.rows.length)], ["last", () => game.rows.length],
    ].map(([icon, goal]) => [
      iconButton(icon, texts[icon], () => show(goal()), "mm-action mm-jump"), goal]);
    const close = action("close", texts.close, () => {
      this.replay.replaceChildren();
      this.scores.querySelectorAll(".mm-again-row")[index].focus();
    }, { class: "mm-quiet" });
    const style = `mm-board ${table.perPosition ? "mm-per-position" : ""} ${table.pegs > 5 ? "mm-long" : ""}`;
    const title = make("p", { class: "mm-title", tabindex: -1 }, game.title);
    this.replay.replaceChildren(make("section", {
      class: `${style} mm-replay`, style: `--mm-count: ${table.pegs}`, "aria-label": fill(texts.replay, { n: game.number }),
    },
    make("div", { class: "mm-head" }, title, make("p", { class: "mm-note" }, game.roles)),
    list,
    make("div", { class: "mm-panel" }, status,
      make("div", { class: "mm-tools" }, ...buttons.map(([button]) => button), close))));
    show(0);
    title.focus();
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-match" });
    el.append(root);
    new MatchView(model, root, signal);
    keep(model, signal);
  },
};
