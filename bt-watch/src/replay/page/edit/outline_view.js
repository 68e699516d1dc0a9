// Draws the tree of the text as rows, one for each node.

import { byId, fillRows, html, setAttribute, setText, svg } from "../dom.js";
import { iconDefinitions } from "../icons.js";
import { family, iconOf, oneLine } from "../words.js";

/** The width of one level. */
export const LEVEL_PIXELS = 18;

/** @typedef { {node: number | null, tree: number, depth: number, place: number, siblings: number} } Row */

export class OutlineView {
  /** @param {import("./model.js").EditModel} model */
  constructor(model) {
    this.model = model;
    this.rows = /** @type {Row[]} */ ([]);
    /** The indexes of the children of each node. */
    this.children = /** @type {number[][]} */ ([]);
    this.element = byId("edit-rows");
    if (!document.getElementById("icon-sequence")) byId("edit-tree").append(svg("svg", { class: "unseen" }, iconDefinitions()));
    model.on("checked", () => this.show());
    model.on("selected", () => this.mark());
    this.element.addEventListener("focus", () => this.mark());
  }

  /** Shows the trees of the checked text. */
  show() {
    const { nodes, trees } = this.model.checked;
    this.children = nodes.map(() => /** @type {number[]} */ ([]));
    const roots = trees.map(() => /** @type {number[]} */ ([]));
    nodes.forEach(({ parent, tree }, node) => (parent === null ? roots[tree] : this.children[parent])?.push(node));
    this.rows = [];
    /** @type {(node: number, depth: number, place: number, siblings: number) => void} */
    const add = (node, depth, place, siblings) => {
      this.rows.push({ node, tree: nodes[node].tree, depth, place, siblings });
      const below = this.children[node];
      below.forEach((child, index) => add(child, depth + 1, index, below.length));
    };
    trees.forEach((_, tree) => {
      this.rows.push({ node: null, tree, depth: 0, place: tree, siblings: trees.length });
      roots[tree].forEach((root, place) => add(root, 1, place, roots[tree].length));
    });
    const wrong = this.wrongRows();
    fillRows(this.element, this.rows, makeOutlineRow, (element, row, place) => this.fill(element, row, wrong.has(place)));
    byId("edit-tree").dataset.empty = String(trees.length === 0);
    this.mark();
  }

  /** Returns the rows in whose own text a mistake is. */
  wrongRows() {
    const { nodes, trees, mistakes } = this.model.checked;
    /** @type {(row: Row) => [number, number]} */
    const spanOf = ({ node, tree }) => (node === null ? [trees[tree].start, trees[tree].end] : [nodes[node].item, nodes[node].end]);
    const places = mistakes.map(({ start }) => this.rows.findLastIndex((row) => {
      const [from, to] = spanOf(row);
      return from <= start && start <= to;
    }));
    return new Set(places);
  }

  /**
   * Shows a node in a row.
   *
   * @param {Element} element
   * @param {Row} row
   * @param {boolean} isWrong
   */
  fill(element, { node, tree, depth, place, siblings }, isWrong) {
    const { trees, nodes } = this.model.checked;
    setAttribute(element, "aria-level", depth + 1);
    setAttribute(element, "aria-posinset", place + 1);
    setAttribute(element, "aria-setsize", siblings);
    setAttribute(element, "aria-expanded", node !== null && this.children[node].length === 0 ? null : "true");
    setAttribute(element, "data-node", node);
    setAttribute(element, "data-tree", tree);
    setAttribute(element, "data-wrong", isWrong ? "" : null);
    setAttribute(element, "draggable", "false");
    const { style } = /** @type {HTMLElement} */ (element);
    style.paddingLeft = `${6 + depth * LEVEL_PIXELS}px`;
    style.setProperty("--depth", String(depth));
    const [picture, key, label, title, rest, sign] = element.children;
    const shown = node === null ? { icon: "subtree", key: "", label: "", title: trees[tree].name, rest: this.headerOf(trees[tree]) || "tree", family: "tree" } : this.textsOf(nodes[node]);
    setAttribute(/** @type {Element} */ (picture.firstElementChild), "href", `#icon-${shown.icon}`);
    setAttribute(element, "data-family", shown.family);
    setText(key, shown.key);
    setText(label, shown.label);
    setText(title, shown.title);
    setText(rest, shown.rest);
    setText(sign, isWrong ? "!" : "");
  }

  /**
   * Returns the parameters and results of a tree: "(goal: Pose) -> (path: Path)"
   *
   * @param {import("../edit").EditTree} tree
   */
  headerOf({ parameters, results }) {
    const text = this.model.checked.text ?? "";
    /** @type {(all: import("../edit").Declaration[]) => string} */
    const list = (all) => (all.length === 0 ? "" : `(${all.map(({ whole }) => oneLine(text.slice(...whole))).join(", ")})`);
    return list(parameters) + (results.length > 0 ? ` -> ${list(results)}` : "");
  }

  /**
   * Returns the texts of a node: `'flee: guard(SeesEnemy)` → label `flee`, title `guard`, rest `(SeesEnemy)`
   *
   * @param {import("../edit").EditNode} node
   */
  textsOf({ word, head, key, label }) {
    const text = this.model.checked.text ?? "";
    const written = oneLine(text.slice(head[0], head[1])).replace(/;$/, "");
    const from = written.indexOf(word);
    const source = (from < 0 ? written : written.slice(from + word.length)).trim();
    const isNamed = ["action", "condition", "subtree"].includes(word) && source !== "";
    const [, name, more] = /^(\w*)(.*)$/.exec(source) ?? ["", "", source];
    return {
      icon: iconOf(word),
      family: family(word),
      key: oneLine(key ?? ""),
      label: label ?? "",
      title: isNamed && name ? name : word,
      rest: isNamed && name ? more : source,
    };
  }

  /** Marks the selected row. */
  mark() {
    const { node, tree } = this.model.at;
    const place = this.rows.findIndex((row) => row.node === node && row.tree === tree);
    for (const element of this.element.querySelectorAll("[aria-selected=true]")) element.setAttribute("aria-selected", "false");
    const element = this.element.children[place];
    if (!element) return this.element.removeAttribute("aria-activedescendant");
    element.setAttribute("aria-selected", "true");
    element.id ||= `edit-row-${place}`;
    this.element.setAttribute("aria-activedescendant", element.id);
    element.scrollIntoView({ block: "nearest" });
  }

  /**
   * Selects another row: by = 1 is the next one.
   *
   * @param {number} by
   */
  step(by) {
    const { node, tree } = this.model.at;
    const place = this.rows.findIndex((row) => row.node === node && row.tree === tree);
    const row = this.rows[Math.max(0, Math.min(this.rows.length - 1, place + by))];
    if (row) this.model.choose(row.node, row.tree);
  }

  /**
   * Returns the index of a node among its siblings, and their parent.
   *
   * @param {number} node
   */
  rankOf(node) {
    const { parent } = this.model.checked.nodes[node];
    return parent === null ? null : { parent, rank: this.children[parent].indexOf(node) };
  }

  /**
   * Returns the places of all gaps, in order: before which row, and at which depth.
   *
   * @returns { {place: import("../edit").Place, row: number, depth: number}[] }
   */
  gaps() {
    const { nodes, trees } = this.model.checked;
    const ends = endsOf(this.rows);
    const rowOf = new Map(this.rows.map(({ node }, place) => [node, place]));
    /** @type {(row: Row, place: number) => {place: import("../edit").Place, row: number, depth: number}[]} */
    const ofRow = ({ node, tree, depth }, place) => {
      if (node === null) return trees[tree].gap === null ? [] : [{ place: { tree, gap: 0 }, row: place + 1, depth: 1 }];
      const below = this.children[node];
      return nodes[node].gaps.map((_, gap) => {
        const next = below[gap];
        const row = next === undefined ? ends[place] : (rowOf.get(next) ?? place + 1);
        return { place: { node, gap }, row, depth: depth + 1 };
      });
    };
    return this.rows.flatMap(ofRow);
  }
}

/** Creates an empty row. */
function makeOutlineRow() {
  const picture = svg("svg", { class: "picture", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("use", { class: "icon" }));
  const row = html("div", { role: "treeitem", "aria-selected": "false" });
  row.append(picture, ...["row-key", "row-label", "row-title", "row-rest", "row-sign"].map((name) => html("span", { class: name })));
  return row;
}

/**
 * Returns for each row the one after its subtree.
 *
 * @param {Row[]} rows
 */
function endsOf(rows) {
  /** @type {number[]} */
  const ends = [];
  /** @type {number[]} */
  const open = [];
  rows.forEach(({ depth }, place) => {
    while (open.length > 0 && rows[open[open.length - 1]].depth >= depth) ends[/** @type {number} */ (open.pop())] = place;
    open.push(place);
  });
  for (const place of open) ends[place] = rows.length;
  return ends;
}
