// An exercise: the question, its input, the verdict, hints and, last, the solution.

class ExerciseView {
  constructor(model, root, signal) {
    this.model = model;
    this.root = root;
    this.texts = model.get("_texts");
    follow(model, signal, "_question", () => this.draw());
    follow(model, signal, "_progress", () => this.draw());
    const onNotice = () => this.notice(model.get("_notice").text);
    model.on("change:_notice", onNotice);
    signal.addEventListener("abort", () => model.off("change:_notice", onNotice));
  }

  draw() {
    const question = this.model.get("_question");
    const progress = this.model.get("_progress");
    if (question.key !== progress.key) return; // the other half of the news is on its way
    const isNew = this.question?.key !== question.key;
    const turned = isNew && this.question !== undefined;
    this.progress = progress;
    if (isNew) this.layOut(question);
    this.drawSeries();
    this.drawVerdict();
    this.drawHints();
    this.drawSolution();
    this.drawTools();
    if (turned) this.title.focus();
  }

  layOut(question) {
    const { texts } = this;
    this.question = question;
    this.promptText = question.prompt.join(" ");
    this.input = new INPUTS[question.kind](question.input, this);
    this.title = make("p", { class: "mx-title", tabindex: -1 }, this.titleText());
    this.series = make("div", { class: "mx-series", role: "group", "aria-label": texts.questions });
    this.status = make("div", { class: "mx-status", role: "status" });
    this.whisper = make("div", { class: "mm-unseen", role: "status" });
    this.checkButton = this.makeButton(texts.check, () => this.check(), "mm-primary");
    this.hintButton = this.makeButton("", () => this.model.send({ type: "hint" }));
    this.solutionButton = this.makeButton(texts.solution, () => this.model.send({ type: "solution" }));
    this.nextButton = this.makeButton(texts.next, () => this.turn(question.at + 1), "mm-primary");
    this.hints = make("ol", { class: "mx-hints" });
    this.solution = make("div", { class: "mx-solution" });
    this.root.setAttribute("aria-label", this.titleText());
    this.root.replaceChildren(
      make("div", { class: "mx-head" }, this.title, this.series),
      ...this.makeMenu(),
      ...question.prompt.map((text) => make("p", { class: "mx-prompt" }, text)),
      this.input.element,
      make("div", { class: "mx-tools" },
        this.checkButton, this.nextButton, this.hintButton, this.solutionButton),
      this.status,
      make("div", { "aria-live": "polite" }, this.hints, this.solution),
      this.whisper,
    );
    if (this.progress.answer !== null) this.input.set(this.progress.answer);
  }

  /** A gallery's choice of game and grade; other exercises have none. */
  makeMenu() {
    const menu = this.model.get("_menu");
    if (!menu) return [];
    const { games, grades, texts } = menu;
    const option = (value, text, selected) => make("option", { value, selected }, text);
    const game = make("select", {}, ...games.map(({ key, name }) => option(key, name, key === menu.game)));
    const grade = make("select", {},
      ...grades.map((one) => option(one.grade, one.name, one.grade === menu.grade)));
    const another = () => this.model.send({ type: "another", game: game.value, grade: Number(grade.value) });
    for (const choice of [game, grade]) choice.addEventListener("change", another);
    return [make("div", { class: "mx-menu" },
      make("label", {}, make("span", {}, texts.game), game),
      texts.grade ? make("label", {}, make("span", {}, texts.grade), grade) : null,
      this.makeButton(texts.another, another))];
  }

  titleText() {
    const place = this.model.get("_menu")?.texts.place;
    if (place) return place;
    const { label, at } = this.question;
    const all = this.model.get("_progress").outcomes.length;
    const parts = [label || this.texts.exercise];
    if (all > 1) parts.push(fill(this.texts.question, { n: at + 1, all }));
    return parts.join(" · ");
  }

  makeButton(text, onclick, style = "") {
    return make("button", { type: "button", class: `mm-action ${style}`, onclick }, text);
  }

  drawSeries() {
    const { outcomes } = this.progress;
    const { at } = this.question;
    if (outcomes.length < 2) return;
    const focused = [...this.series.children].indexOf(document.activeElement);
    this.series.replaceChildren(...outcomes.map((outcome, i) => {
      const label = `${fill(this.texts.question, { n: i + 1, all: outcomes.length })}: ${this.texts[outcome]}`;
      return make("button", {
        type: "button", class: "mx-turn", "data-outcome": outcome, "aria-label": label, title: label,
        "aria-current": i === at ? "true" : null, onclick: () => this.turn(i),
      }, outcome === "correct" ? "✓" : String(i + 1));
    }));
    if (focused >= 0) this.series.children[focused].focus();
  }

  drawVerdict() {
    const { outcome, headline, explanation, attempts } = this.progress;
    const judged = outcome !== "not attempted";
    this.root.dataset.outcome = outcome;
    const key = JSON.stringify([headline, explanation, attempts]);
    if (this.shownVerdict === key && this.status.childElementCount) return;
    this.shownVerdict = key;
    if (!judged && !explanation) return;
    const sign = { correct: "✓", wrong: "↻" }[outcome];
    this.status.replaceChildren(make("p", { class: "mx-verdict" },
      sign ? make("span", { class: "mx-sign", "aria-hidden": "true" }, sign) : null,
      make("span", { class: "mx-why" }, make("strong", {}, headline), ` ${explanation}`)));
  }

  drawHints() {
    const { hints } = this.progress;
    const shown = this.hints.childElementCount;
    hints.slice(shown).forEach((hint, i) => this.hints.append(make("li", {},
      make("strong", {}, `${fill(this.texts.hint, { n: shown + i + 1 })} `), hint)));
    this.hints.hidden = hints.length === 0;
  }

  drawSolution() {
    const { solution, outcome } = this.progress;
    this.solution.hidden = solution === null || (outcome === "correct" && !solution.program);
    if (solution === null || this.solution.childElementCount) return;
    this.solution.replaceChildren(
      make("p", {}, make("strong", {}, this.texts.solutionTitle)),
      ...(solution.program ? [make("pre", {}, make("code", {}, solution.program))] : []),
      make("p", { class: "mx-why" }, solution.text),
    );
    if (solution.answer !== undefined) this.input.set(solution.answer);
  }

  drawTools() {
    const { outcome, outcomes, hintsLeft, hintText, solutionAllowed, solution } = this.progress;
    const correct = outcome === "correct";
    const hadFocus = this.root.contains(document.activeElement);
    this.checkButton.hidden = Boolean(this.input.elsewhere);
    this.checkButton.classList.toggle("mm-primary", !correct || this.question.at + 1 === outcomes.length);
    this.nextButton.hidden = !(correct && this.question.at + 1 < outcomes.length);
    this.hintButton.hidden = hintsLeft === 0 || correct;
    this.hintButton.textContent = hintText;
    this.solutionButton.hidden = !solutionAllowed || solution !== null || correct;
    if (hadFocus && document.activeElement.closest("[hidden]")) this.title.focus();
  }

  turn(to) {
    this.model.send({ type: "turn", to });
  }

  check() {
    const answer = this.input.value;
    if (answer === null) this.notice(this.texts.incomplete);
    else this.model.send({ type: "check", answer });
  }

  /** Say what is missing or went wrong; the verdict before it is no longer in place. */
  notice(text) {
    this.shownVerdict = null;
    this.status.replaceChildren(make("p", { class: "mx-verdict mx-notice" }, text));
  }

  /** Say to a screen reader what is plain to see. */
  murmur(text) {
    this.whisper.textContent = text;
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-card mx-exercise", "data-lm-suppress-shortcuts": "true" });
    el.append(root);
    new ExerciseView(model, root, signal);
    keep(model, signal);
  },
};
