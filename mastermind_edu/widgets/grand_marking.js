// A marking: secret above, guess below, and an arc for each marker that joins two pegs.

const STEP = 64; // from peg to peg
const LETTER = 10; // the room for a letter of the names of the two codes
const PLACES = 22; // for the numbers of the places
const ARCS = 168; // from the top of the secret to the bottom of the guess
const PAUSE = 2600; // milliseconds a step

class MarkingView {
  constructor(model, root, signal) {
    const texts = model.get("_texts");
    this.model = model;
    this.texts = texts;
    this.figure = make("div", { class: "mg-figure" });
    this.text = make("p", { class: "mg-step-text", role: "status" });
    this.count = make("span", { class: "mg-step-count" });
    this.back = this.button("back", () => this.go(this.step - 1));
    this.forward = this.button("forward", () => this.go(this.step + 1));
    this.play = this.button("play", () => this.toggle(), "mm-primary");
    this.waysTitle = make("p", { class: "mm-title" });
    this.ways = make("div", { class: "mg-ways" });
    this.waysPart = make("div", {}, this.waysTitle, this.ways);
    this.trial = make("div", { class: "mg-figure mg-trial", role: "group", "aria-label": texts.try });
    this.verdict = make("p", { class: "mg-verdict", role: "status" });
    this.trialPart = make("div", {},
      make("p", { class: "mm-title" }, texts.try),
      make("div", { class: "mg-sides" }, this.trial,
        make("div", { class: "mg-said" },
          make("p", { class: "mg-help" }, texts.tryHelp),
          this.verdict, this.button("again", () => this.try([])))));
    nameRegion(root, texts.title);
    root.append(
      make("p", { class: "mm-title" }, texts.title),
      make("div", { class: "mg-sides" }, this.figure,
        make("div", { class: "mg-said" }, this.count, this.text,
          make("div", { class: "mg-controls" }, this.back, this.play, this.forward))),
      this.waysPart, this.trialPart);
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
    this.stop();
    const { ways, waysTitle } = this.state;
    this.waysTitle.textContent = waysTitle;
    this.ways.replaceChildren(...ways.map((way) => this.makeWay(way)));
    this.waysPart.hidden = true;
    this.trialPart.hidden = ways.length === 0;
    this.go(0);
    this.drawTrial();
  }

  // ---- step by step -------------------------------------------------------------------

  go(step) {
    const { steps, revealed, best, choice, ways } = this.state;
    this.step = Math.min(Math.max(step, 0), steps.length - 1);
    if (this.step === steps.length - 1) this.stop();
    const shown = best.filter(({ meaning }) => revealed[this.step].includes(meaning));
    const fresh = this.step > 0 ? revealed[this.step].filter((one) => !revealed[this.step - 1].includes(one)) : [];
    this.figure.replaceChildren(this.picture(shown, { fresh }));
    this.text.textContent = steps[this.step];
    this.count.textContent = fill(this.texts.step, { step: this.step + 1, steps: steps.length });
    this.back.setAttribute("aria-disabled", String(this.step === 0));
    this.forward.setAttribute("aria-disabled", String(this.step === steps.length - 1));
    if (this.step >= choice && ways.length) this.waysPart.hidden = false; // and they stay
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
  picture(arcs, { fresh = [], small = false, label = this.state.codes } = {}) {
    const { secret, guess } = this.state;
    const [left, top] = small ? [0, 0] : [-this.label, -PLACES];
    const size = `${left} ${top} ${secret.length * STEP - left} ${ARCS - top}`;
    const svg = `<svg viewBox="${size}" role="img" focusable="false">
      ${small ? "" : this.names()}
      ${secret.map(({ drawing }, i) => this.peg(drawing, i, 28)).join("")}
      ${guess.map(({ drawing }, i) => this.peg(drawing, i, ARCS - 28)).join("")}
      ${arcs.map((arc) => this.arc(arc, fresh.includes(arc.meaning))).join("")}</svg>`;
    const holder = make("div", { class: "mg-picture" });
    holder.innerHTML = svg;
    holder.firstElementChild.setAttribute("aria-label", label);
    return holder;
  }

  /** The room at the left for the names of the two codes. */
  get label() {
    return LETTER * Math.max(this.texts.secret.length, this.texts.guess.length) + LETTER / 2;
  }

  names() {
    const text = (x, y, style, words) => `<text x="${x}" y="${y}" class="${style}">${words}</text>`;
    return [
      text(-this.label, 33, "mg-name", this.texts.secret),
      text(-this.label, ARCS - 23, "mg-name", this.texts.guess),
      ...this.state.secret.map((_, i) => text(this.middle(i), -8, "mg-place", i + 1)),
    ].join("");
  }

  middle(place) {
    return place * STEP + STEP / 2;
  }

  peg(drawing, place, y) {
    return `<g transform="translate(${this.middle(place)} ${y}) scale(1.25)">${drawing}</g>`;
  }

  arc({ meaning, guess, secret }, fresh) {
    const [x0, x1] = [guess, secret].map((place) => this.middle(place));
    const [y0, y1] = [ARCS - 53, 53];
    const bend = `C${x0} ${y0 - 30} ${x1} ${y1 + 30} ${x1} ${y1}`;
    const t = meaning === "misplaced" ? 0.3 : 0.5; // so that keys of crossing arcs stay apart
    const along = (a, b, c, d) =>
      a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t ** 2 * (1 - t) + d * t ** 3;
    const [x, y] = [along(x0, x0, x1, x1), along(y0, y0 - 30, y1 + 30, y1)];
    const style = `mg-arc mg-arc-${meaning}${fresh ? " mg-fresh" : ""}`;
    return `<path class="${style}" pathLength="1" d="M${x0} ${y0}${bend}"/>
      <g class="${fresh ? "mg-fresh-key" : ""}" transform="translate(${x} ${y}) scale(.5)">${this.state.keys[meaning]}</g>`;
  }

  makeWay({ arcs, label, answer, words, best, note }) {
    return make("figure", { class: best ? "mg-best" : null },
      this.picture(arcs, { small: true, label }),
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
    this.trial.replaceChildren(
      this.picture(arcs), this.pegRow("secret", pairs), this.pegRow("guess", pairs));
    const { length } = this.state.secret;
    this.trial.style.setProperty("--mg-count", length);
    this.trial.style.setProperty("--mg-label", `${(100 * this.label) / (this.label + length * STEP)}%`);
    this.verdict.textContent = tried.text ?? "";
    this.verdict.classList.toggle("mg-best-found", Boolean(tried.best));
    if (focus.code) this.trial.querySelector(`[data-code=${focus.code}][data-place="${focus.place}"]`)?.focus();
  }

  pegRow(code, pairs) {
    const end = code === "guess" ? 0 : 1;
    return make("div", { class: `mg-ends mg-ends-of-${code}` }, ...this.state[code].map(({ name }, place) => {
      const joined = pairs.find((pair) => pair[end] === place);
      const chosen = this.chosen?.code === code && this.chosen.place === place;
      const label = [fill(this.texts.pegOf, { code: this.texts[code], place: place + 1, peg: name })];
      if (joined) label.push(fill(this.texts.joined, { place: joined[1 - end] + 1 }));
      if (chosen) label.push(this.texts.chosen);
      return make("button", {
        type: "button", class: `mg-end${chosen ? " mg-chosen" : ""}`, "aria-label": label.join(", "),
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
    } else if (this.chosen?.code === code && this.chosen.place === place) {
      this.chosen = null;
      this.drawTrial();
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
    const root = make("section", { class: "mastermind mm-card mm-marking" });
    el.append(root);
    new MarkingView(model, root, signal);
  },
};
