// A marking: secret above, guess below, and an arc for each marker that joins two pegs.

const STEP = 64; // from peg to peg
const HEIGHT = 168;
const PAUSE = 2600; // milliseconds a step

class MarkingView {
  constructor(model, root, signal) {
    const texts = model.get("_texts");
    this.model = model;
    this.texts = texts;
    this.signal = signal;
    this.figure = make("div", { class: "mm-figure" });
    this.text = make("p", { class: "mm-step-text", role: "status" });
    this.count = make("span", { class: "mm-step-count" });
    this.back = this.button("back", () => this.go(this.step - 1));
    this.forward = this.button("forward", () => this.go(this.step + 1));
    this.play = this.button("play", () => this.toggle(), "mm-primary");
    this.ways = make("div", { class: "mm-ways" });
    this.waysTitle = make("p", { class: "mm-title" }, texts.ways);
    this.trial = make("div", { class: "mm-figure mm-trial", role: "group", "aria-label": texts.try });
    this.verdict = make("p", { class: "mm-verdict", role: "status" });
    this.again = this.button("again", () => this.try([]));
    root.setAttribute("aria-label", texts.title);
    root.append(
      make("p", { class: "mm-title" }, texts.title),
      this.figure, this.text,
      make("div", { class: "mm-controls" }, this.back, this.play, this.forward, this.count),
      this.waysTitle, this.ways,
      make("p", { class: "mm-title" }, texts.try),
      make("p", { class: "mm-help" }, texts.tryHelp),
      this.trial, this.verdict, this.again);
    signal.addEventListener("abort", () => clearInterval(this.timer));
    follow(model, signal, "_state", () => this.begin());
    follow(model, signal, "_tried", () => this.drawTrial());
    follow(model, signal, "_notice", () => {
      if (model.get("_notice").text) this.verdict.textContent = model.get("_notice").text;
    });
  }

  button(name, onclick, style = "") {
    return make("button", { type: "button", class: `mm-action ${style}`, onclick }, this.texts[name]);
  }

  begin() {
    this.state = this.model.get("_state");
    this.chosen = null;
    this.go(0);
    const { ways } = this.state;
    this.waysTitle.hidden = ways.length === 0;
    this.ways.replaceChildren(...ways.map((way) => this.makeWay(way)));
    this.drawTrial();
  }

  // ---- step by step -------------------------------------------------------------------

  go(step) {
    const { steps, revealed, best } = this.state;
    this.step = Math.min(Math.max(step, 0), steps.length - 1);
    if (this.step === steps.length - 1) this.stop();
    const shown = best.filter(({ meaning }) => revealed[this.step].includes(meaning));
    const fresh = this.step > 0 ? revealed[this.step].filter((one) => !revealed[this.step - 1].includes(one)) : [];
    this.figure.replaceChildren(this.picture(shown, fresh));
    this.text.textContent = steps[this.step];
    this.count.textContent = fill(this.texts.step, { step: this.step + 1, steps: steps.length });
    this.back.setAttribute("aria-disabled", String(this.step === 0));
    this.forward.setAttribute("aria-disabled", String(this.step === steps.length - 1));
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    this.play.textContent = this.texts.pause;
    this.go(this.step === this.state.steps.length - 1 ? 0 : this.step + 1);
    this.timer = setInterval(() => this.go(this.step + 1), PAUSE);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.play.textContent = this.texts.play;
  }

  // ---- pictures -----------------------------------------------------------------------

  /** Secret, guess and arcs as one SVG; `fresh` meanings are drawn as if by a pen. */
  picture(arcs, fresh = []) {
    const { secret, guess, codes } = this.state;
    const width = secret.length * STEP;
    const svg = `<svg viewBox="0 0 ${width} ${HEIGHT}" role="img" focusable="false">
      ${secret.map(({ drawing }, i) => this.peg(drawing, i, 28)).join("")}
      ${guess.map(({ drawing }, i) => this.peg(drawing, i, HEIGHT - 28)).join("")}
      ${arcs.map((arc) => this.arc(arc, fresh.includes(arc.meaning))).join("")}</svg>`;
    const holder = make("div", { class: "mm-picture" });
    holder.innerHTML = svg;
    holder.firstElementChild.setAttribute("aria-label", codes);
    return holder;
  }

  peg(drawing, place, y) {
    return `<g transform="translate(${place * STEP + STEP / 2} ${y}) scale(1.25)">${drawing}</g>`;
  }

  arc({ meaning, guess, secret }, fresh) {
    const [x0, x1] = [guess, secret].map((place) => place * STEP + STEP / 2);
    const [y0, y1] = [HEIGHT - 53, 53];
    const bend = `C${x0} ${y0 - 30} ${x1} ${y1 + 30} ${x1} ${y1}`;
    const t = meaning === "misplaced" ? 0.3 : 0.5; // so that keys of crossing arcs stay apart
    const along = (a, b, c, d) =>
      a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t ** 2 * (1 - t) + d * t ** 3;
    const [x, y] = [along(x0, x0, x1, x1), along(y0, y0 - 30, y1 + 30, y1)];
    const style = `mm-arc mm-arc-${meaning}${fresh ? " mm-fresh" : ""}`;
    return `<path class="${style}" pathLength="1" d="M${x0} ${y0}${bend}"/>
      <g class="${fresh ? "mm-fresh-key" : ""}" transform="translate(${x} ${y}) scale(.5)">${this.state.keys[meaning]}</g>`;
  }

  makeWay({ arcs, answer, words, best, note }) {
    return make("figure", { class: best ? "mm-best" : null },
      this.picture(arcs),
      make("figcaption", {},
        make("span", { class: "mm-keys", "aria-hidden": "true" },
          ...answer.map((meaning) => picture(this.state.keys[meaning], { class: "mm-key" }))),
        make("span", {}, words), note ? make("strong", {}, note) : null));
  }

  // ---- the pupil's own pairs ----------------------------------------------------------

  drawTrial() {
    if (!this.state) return;
    const tried = this.model.get("_tried");
    const pairs = tried.pairs ?? [];
    const arcs = tried.legal ? tried.arcs
      : pairs.map(([guess, secret]) => ({ meaning: "misplaced", guess, secret }));
    const focus = this.trial.contains(document.activeElement) ? document.activeElement.dataset : {};
    const lines = make("div", { class: "mm-lines" });
    lines.append(this.picture(arcs));
    this.trial.replaceChildren(lines, this.pegRow("secret", pairs), this.pegRow("guess", pairs));
    this.trial.style.setProperty("--mm-count", this.state.secret.length);
    this.verdict.textContent = tried.text ?? "";
    this.verdict.classList.toggle("mm-legal", Boolean(tried.legal));
    if (focus.code) this.trial.querySelector(`[data-code=${focus.code}][data-place="${focus.place}"]`)?.focus();
  }

  pegRow(code, pairs) {
    const end = code === "guess" ? 0 : 1;
    return make("div", { class: `mm-row-of-${code}` }, ...this.state[code].map(({ name }, place) => {
      const joined = pairs.some((pair) => pair[end] === place);
      const chosen = this.chosen?.code === code && this.chosen.place === place;
      const label = fill(this.texts.pegOf, { code: this.texts[code], place: place + 1, peg: name });
      const state = joined ? `, ${this.texts.joined}` : chosen ? `, ${this.texts.chosen}` : "";
      return make("button", {
        type: "button", class: `mm-end${chosen ? " mm-chosen" : ""}`, "aria-label": label + state,
        "aria-pressed": String(chosen), "data-code": code, "data-place": place,
        onclick: () => this.choose(code, place, pairs),
      });
    }));
  }

  choose(code, place, pairs) {
    const end = code === "guess" ? 0 : 1;
    const left = pairs.filter((pair) => pair[end] !== place);
    if (left.length < pairs.length) {
      this.chosen = null;
      this.try(left);
    } else if (!this.chosen || this.chosen.code === code) {
      this.chosen = { code, place };
      this.drawTrial();
    } else {
      const pair = code === "guess" ? [place, this.chosen.place] : [this.chosen.place, place];
      this.chosen = null;
      this.try([...pairs, pair]);
    }
  }

  try(pairs) {
    this.model.send({ type: "try", pairs });
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-marking" });
    el.append(root);
    new MarkingView(model, root, signal);
  },
};
