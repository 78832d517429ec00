// The tree of codes: a level for each place, drawn as one path a kind of peg.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 720;
const LEVEL = 74; // from one level to the next
const DRAWN = 6000; // nodes of a level that are drawn one by one

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

class TreeView {
  constructor(model, root, signal) {
    this.model = model;
    this.root = root;
    this.texts = model.get("_texts");
    this.layOut(root);
    follow(model, signal, "_tree", () => this.draw());
    follow(model, signal, "_notice", () => {
      if (model.get("_notice").text) this.status.textContent = model.get("_notice").text;
    });
  }

  layOut(root) {
    const { texts } = this;
    this.game = make("select", { class: "mm-select", onchange: () => this.send("choose", { game: Number(this.game.value) }) });
    this.product = make("strong", { class: "mt-product" });
    this.summary = make("span", { class: "mt-summary" });
    this.frame = make("div", { class: "mt-frame" });
    this.levels = make("ol", { class: "mt-levels", "aria-label": texts.levels });
    this.grow = make("button", { type: "button", class: "mm-action mm-primary", onclick: () => this.send("grow") });
    this.shrink = make("button", { type: "button", class: "mm-action", onclick: () => this.send("shrink") }, texts.shrink);
    this.status = make("p", { class: "mt-status", role: "status" }, this.product, " ", this.summary);
    root.append(
      this.field = make("label", { class: "mt-game" }, make("span", {}, texts.game), this.game),
      this.status, this.frame, this.levels,
      make("div", { class: "mt-tools" }, this.grow, this.shrink));
  }

  send(type, content = {}) {
    const full = this.grow.getAttribute("aria-disabled") === "true";
    const empty = this.shrink.getAttribute("aria-disabled") === "true";
    if ((type === "grow" && full) || (type === "shrink" && empty)) return;
    this.model.send({ type, ...content });
  }

  draw() {
    const tree = this.model.get("_tree");
    const { texts } = this;
    this.game.replaceChildren(...tree.games.map((name, i) =>
      make("option", { value: i, selected: i === tree.game }, name)));
    this.field.hidden = tree.games.length < 2;
    nameRegion(this.root, `${texts.title}: ${tree.games[tree.game]}`);
    this.status.replaceChildren(this.product, " ", this.summary);
    this.product.textContent = tree.product;
    this.product.hidden = !tree.product;
    this.summary.textContent = tree.places ? tree.summary : texts.nothing;
    const whole = tree.places === tree.pegs;
    this.grow.textContent = whole ? texts.whole : fill(texts.grow, { n: tree.places + 1 });
    this.grow.setAttribute("aria-disabled", String(whole));
    this.shrink.setAttribute("aria-disabled", String(tree.places === 0));
    this.levels.replaceChildren(...tree.levels.map(({ text }) => make("li", {}, text)));
    this.frame.replaceChildren(this.picture(tree));
  }

  picture(tree) {
    const height = LEVEL * tree.places + 30;
    const picture = draw("svg", {
      viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true", focusable: "false",
    });
    const layers = [];
    let parents = [{ used: [] }];
    for (let level = 1; level <= tree.places && parents; level += 1) {
      const nodes = this.children(tree, parents);
      const layer = nodes ? this.layer(tree, parents, nodes, level) : this.band(level);
      layers.push(draw("g", { class: level === tree.places ? "mt-new" : "" }, ...layer));
      parents = nodes;
    }
    picture.append(...layers, draw("circle", { cx: WIDTH / 2, cy: 14, r: 7, class: "mt-root" }));
    return picture;
  }

  /** The nodes below `parents`, or null if they are too many. */
  children(tree, parents) {
    const kinds = tree.kinds.map((_, kind) => kind);
    if (parents.length * kinds.length > DRAWN * 1.5) return null;
    const nodes = parents.flatMap(({ used }, parent) => kinds
      .filter((kind) => tree.repeats || !used.includes(kind))
      .map((kind) => ({ kind, parent, used: [...used, kind] })));
    return nodes.length > DRAWN ? null : nodes;
  }

  layer(tree, parents, nodes, level) {
    const slot = WIDTH / nodes.length;
    const above = WIDTH / parents.length;
    const top = level === 1 ? 21 : LEVEL * (level - 1) + 14 + this.half(above);
    const y = LEVEL * level + 14;
    const half = this.half(slot);
    const lines = nodes.map(({ parent }, i) =>
      `M${((parent + 0.5) * above).toFixed(2)} ${top}L${((i + 0.5) * slot).toFixed(2)} ${y - half}`).join("");
    const branches = draw("path", {
      d: lines, class: "mt-branch", "stroke-width": Math.min(1.6, Math.max(0.15, slot / 6)).toFixed(2),
    });
    if (slot >= 14) {
      const size = 2 * half;
      return [branches, ...nodes.map(({ kind }, i) => {
        const peg = draw("svg", {
          x: (i + 0.5) * slot - half, y: y - half, width: size, height: size, viewBox: "-20 -20 40 40",
        });
        peg.innerHTML = tree.kinds[kind].drawing;
        return peg;
      })];
    }
    const width = Math.max(slot * 0.8, 0.35);
    const bars = tree.kinds.map(({ fill: colour }, kind) => draw("path", {
      fill: colour,
      d: nodes.map((node, i) => (node.kind === kind
        ? `M${((i + 0.5) * slot - width / 2).toFixed(2)} ${y - half}h${width.toFixed(2)}v${2 * half}h-${width.toFixed(2)}z` : "")).join(""),
    }));
    return [branches, ...bars];
  }

  /** Half the height of a node that has a slot of this width. */
  half(slot) {
    return slot >= 14 ? Math.min(slot / 2 - 1, 20) : 11;
  }

  band(level) {
    const y = LEVEL * level + 3;
    const text = draw("text", { x: WIDTH / 2, y: y + 17, "text-anchor": "middle", class: "mt-many" });
    text.textContent = this.texts.tooMany;
    return [draw("rect", { x: 0, y, width: WIDTH, height: 24, rx: 4, class: "mt-band" }), text];
  }
}

export default {
  render({ model, el, signal }) {
    const root = make("section", { class: "mastermind mm-card mt-tree", "data-lm-suppress-shortcuts": "true" });
    el.append(root);
    new TreeView(model, root, signal);
  },
};
