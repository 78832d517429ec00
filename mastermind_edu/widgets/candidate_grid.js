// The map of all codes: one SVG, a rectangle a cell, shaded by how many codes are left in it.

const SVG = "http://www.w3.org/2000/svg";
const LABEL = 1.5; // thickness of an axis strip, in cells

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

class GridView {
  constructor(model, root, signal) {
    this.model = model;
    this.root = root;
    this.texts = model.get("_texts");
    this.pointed = null;
    this.layOut();
    follow(model, signal, "_map", () => this.drawMap());
    follow(model, signal, "_levels", () => this.drawState());
    follow(model, signal, "_state", () => this.drawState());
    follow(model, signal, "_pointed", () => this.drawPointed());
    follow(model, signal, "_notice", () => {
      if (model.get("_notice").text) this.say(model.get("_notice").text);
    });
  }

  say(text) {
    this.status.textContent = text;
  }

  layOut() {
    const { texts } = this;
    this.count = make("strong", { class: "mm-count" });
    this.words = make("span", { class: "mm-count-words" });
    this.detail = make("span", { class: "mm-count-detail" });
    this.slider = make("input", {
      type: "range", min: 0, step: 1, "aria-label": texts.step,
      oninput: () => this.goTo(Number(this.slider.value)),
    });
    this.back = this.stepButton("‹", texts.back, -1);
    this.forward = this.stepButton("›", texts.forward, 1);
    this.stepText = make("output", { class: "mm-step-text" });
    this.status = make("p", { class: "mm-grid-status", role: "status" }, texts.help);
    this.frame = make("div", {
      class: "mm-map", tabindex: 0, role: "group", "aria-label": texts.map,
      onkeydown: (event) => this.onKey(event),
      onpointermove: (event) => this.onPoint(event),
      onpointerdown: (event) => this.onPoint(event),
    });
    this.sampleText = make("p", { class: "mm-sample-text" });
    this.sample = make("ul", { class: "mm-sample", tabindex: 0, "aria-label": texts.list });
    const key = (state, text) => make("li", {}, make("i", { class: `mm-swatch mm-${state}` }), text);
    nameRegion(this.root, texts.list);
    this.root.append(
      make("p", { class: "mm-tally", role: "status" },
        make("span", {}, this.count, " ", this.words), this.detail),
      make("div", { class: "mm-steps" }, this.back, this.slider, this.forward, this.stepText),
      this.frame,
      make("ul", { class: "mm-swatches" },
        key("alive", texts.possible), key("fading", texts.out), key("dead", texts.outBefore)),
      this.status,
      this.sampleText,
      this.sample,
    );
  }

  stepButton(sign, label, by) {
    return make("button", {
      type: "button", class: "mm-action mm-step", "aria-label": label, title: label,
      onclick: () => this.goTo(Number(this.slider.value) + by),
    }, sign);
  }

  goTo(step) {
    if (step < 0 || step > Number(this.slider.max)) return;
    this.model.send({ type: "step", step });
  }

  drawMap() {
    const map = this.model.get("_map");
    this.map = map;
    const lead = map.lines[0].length;
    const trail = map.columns[0].length;
    const left = lead * LABEL;
    const top = trail * LABEL;
    const width = map.columns.length + left;
    const height = map.lines.length + top;
    this.cells = map.places.map(([column, line], index) => draw("rect", {
      x: column + left + 0.06, y: line + top + 0.06, width: 0.88, height: 0.88, rx: 0.18,
      class: "mm-cell", "data-cell": index,
    }));
    this.at = new Map(map.places.map(([column, line], index) => [`${column},${line}`, index]));
    this.cursor = draw("rect", { class: "mm-pointer", width: 1, height: 1, rx: 0.2, hidden: "" });
    this.frame.replaceChildren(draw("svg",
      { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" },
      ...this.strips(map.lines, (start, length, level) => ({
        x: level * LABEL, y: start + top, width: LABEL, height: length,
      })),
      ...this.strips(map.columns, (start, length, level) => ({
        x: start + left, y: level * LABEL, width: length, height: LABEL,
      })),
      ...this.cells,
      this.cursor,
    ));
    this.offset = { left, top };
  }

  /** The axis labels: one strip for each peg, in runs of the same kind. */
  strips(labels, place) {
    const marks = [];
    for (let level = 0; level < labels[0].length; level += 1) {
      for (let start = 0, end; start < labels.length; start = end) {
        end = start + 1;
        while (end < labels.length && labels[end].slice(0, level + 1).join() === labels[start].slice(0, level + 1).join()) {
          end += 1;
        }
        const kind = this.map.kinds[labels[start][level]];
        const box = place(start, end - start, level);
        const size = Math.min(box.width, box.height, 1.5);
        marks.push(
          draw("rect", { ...box, fill: kind.fill, class: "mm-strip" }),
          draw("text", {
            x: box.x + box.width / 2, y: box.y + box.height / 2 + size * 0.28, fill: kind.ink,
            "font-size": size * (kind.letter.length > 1 ? 0.58 : 0.78), "text-anchor": "middle", class: "mm-strip-letter",
          }, kind.letter),
        );
      }
    }
    return marks;
  }

  drawState() {
    const state = this.model.get("_state");
    const bytes = this.model.get("_levels");
    const { buffer, byteOffset, byteLength } = bytes;
    const all = new Uint8Array(buffer ?? bytes, byteOffset ?? 0, byteLength);
    const cells = this.cells.length;
    if (all.length !== cells * state.steps?.length) return; // the other half is on its way
    const levels = (step) => all.subarray(step * cells, (step + 1) * cells);
    const now = levels(state.step);
    const before = state.step > 0 ? levels(state.step - 1) : now;
    this.cells.forEach((cell, i) => {
      const shown = now[i] > 0 ? "alive" : before[i] > 0 ? "fading" : "dead";
      if (cell.dataset.shown !== shown) cell.dataset.shown = shown;
      cell.style.opacity = now[i] > 0 ? String(0.3 + (0.7 * now[i]) / 255) : "";
    });
    const tally = state.steps[state.step];
    this.count.textContent = tally.count;
    this.words.textContent = tally.words;
    this.detail.textContent = tally.detail;
    this.slider.max = String(state.steps.length - 1);
    this.slider.value = String(state.step);
    const text = state.step ? fill(this.texts.after, { row: state.step }) : this.texts.before;
    this.stepText.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
    this.back.setAttribute("aria-disabled", String(state.step === 0));
    this.forward.setAttribute("aria-disabled", String(state.step === state.steps.length - 1));
    this.drawSample(state);
  }

  drawSample(state) {
    this.sampleText.textContent = state.sampleText;
    this.sample.replaceChildren(...state.sample.map((row, i) => make("li", {},
      codePegs(this.map.kinds, row, state.names[i]))));
  }

  drawPointed() {
    const pointed = this.model.get("_pointed");
    if (pointed.cell === undefined) {
      this.pointed = null;
      this.cursor.setAttribute("hidden", "");
      this.say(this.texts.help);
      return;
    }
    const code = pointed.row.map((kind) => kind === null
      ? make("span", { class: "mm-any" }, "·")
      : picture(this.map.kinds[kind].drawing, { class: "mm-small-peg" }));
    this.status.replaceChildren(
      make("span", { class: "mm-code", "aria-hidden": "true" }, ...code), ` ${pointed.text}`);
  }

  onPoint(event) {
    const cell = event.target.closest("[data-cell]");
    if (cell) this.point(Number(cell.dataset.cell));
  }

  onKey(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const by = moves[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.pointed === null) {
      this.point(0);
      return;
    }
    let [column, line] = this.map.places[this.pointed];
    do {
      column += by[0];
      line += by[1];
      if (!this.map.columns[column] || !this.map.lines[line]) return;
    } while (!this.at.has(`${column},${line}`));
    this.point(this.at.get(`${column},${line}`));
  }

  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    const [column, line] = this.map.places[cell];
    this.cursor.setAttribute("x", column + this.offset.left);
    this.cursor.setAttribute("y", line + this.offset.top);
    this.cursor.removeAttribute("hidden");
    this.model.send({ type: "point", cell });
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-card mm-grid" });
    el.append(root);
    new GridView(model, root, signal);
  },
};
