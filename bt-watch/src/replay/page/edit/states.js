// Marks the rows of the tree with the states of an agent's nodes in the tick that the page shows.

import { byId, setAttribute, setText } from "../dom.js";
import { STATES } from "../history.js";
import { SIGNS } from "../words.js";

/** If a tree is the subtree of several nodes, its rows show the last of these states that one of them has. */
const RANK = ["idle", "failure", "success", "aborted", "running"];

/** @typedef { {agent: import("../agent.js").Agent, moment: number, states: Uint8Array | null} } Shown */

export class StatesView {
  /**
   * @param {import("./model.js").EditModel} model
   * @param {import("./outline_view.js").OutlineView} outline
   */
  constructor(model, outline) {
    this.model = model;
    this.outline = outline;
    /** @type {Shown | null} */
    this.shown = null;
    /** The rows of the recorded nodes, for a checked text and a recorded tree. */
    this.known = { checked: model.checked, tree: /** @type {unknown} */ (null), places: /** @type {number[][] | null} */ (null) };
    document.addEventListener("shown", (event) => {
      this.shown = /** @type {CustomEvent} */ (event).detail;
      model.runningTree = this.shown?.agent.tree ?? null;
      this.show();
    });
    model.on("text", () => this.show());
    model.on("checked", () => this.show());
  }

  /** Marks all rows. */
  show() {
    const { shown, model, outline } = this;
    const places = shown && model.checked.text === model.text ? this.placesIn(shown.agent) : null;
    const states = shown?.states ?? null;
    outline.rows.forEach(({ node }, row) => {
      const element = outline.element.children[row];
      if (!element) return;
      const nodes = node === null ? undefined : places?.[node];
      const state = nodes && states ? strongest(nodes, states) : null;
      setAttribute(element, "data-state", state);
      if (!element.hasAttribute("data-wrong")) setText(/** @type {Element} */ (element.lastElementChild), SIGNS[/** @type {keyof typeof SIGNS} */ (state ?? "idle")]);
    });
    const isMissing = model.checked.text !== null && model.wanted !== null && !model.checked.trees.some(({ name }) => name === model.wanted);
    setText(byId("edit-shows"), isMissing ? missingSentence(shown) : sentenceAbout(shown, places !== null));
  }

  /**
   * Returns the recorded nodes of each node of the text; null if the agent does not run this text.
   *
   * @param {import("../agent.js").Agent} agent
   */
  placesIn({ tree, next }) {
    const { model } = this;
    const { checked, file } = model;
    const isOwn = model.nameOf(tree.file) === file;
    // The marks of the other files are those of the newest version.
    const mark = isOwn ? tree.mark : next === null ? model.applied.marks[file] : null;
    if (mark !== checked.hash) return null;
    if (this.known.checked !== checked || this.known.tree !== tree) this.known = { checked, tree, places: this.walk(tree) };
    return this.known.places;
  }

  /**
   * Walks through the trees of the text and the recorded nodes at the same time, from the root and from each subtree of the
   * file on.
   *
   * @param {import("../recording.js").Tree} tree
   */
  walk(tree) {
    const { model } = this;
    const { nodes, trees } = model.checked;
    const places = nodes.map(() => /** @type {number[]} */ ([]));
    const roots = new Map(nodes.flatMap((node, place) => (node.parent === null ? [[trees[node.tree].name, place]] : [])));
    /** @type {(node: number, recorded: number) => void} */
    const visit = (node, recorded) => {
      places[node].push(recorded);
      const { children } = tree.nodes[recorded];
      const below = this.outline.children[node];
      if (below.length === children.length) below.forEach((child, place) => visit(child, children[place]));
    };
    tree.nodes.forEach(({ parent, file }, recorded) => {
      const above = parent === null ? null : tree.nodes[parent];
      if (above && above.kind !== "subtree") return;
      // `Rest(speed = 2.0)` → Rest
      const name = above ? (above.source ?? "").split(/[\s(]/, 1)[0] : tree.name;
      const root = roots.get(name);
      if (root !== undefined && model.nameOf(file ?? tree.file) === model.file) visit(root, recorded);
    });
    return places;
  }
}

/**
 * Returns the state of a row.
 *
 * @param {number[]} nodes the recorded nodes of the row
 * @param {Uint8Array} states
 */
function strongest(nodes, states) {
  const ranks = nodes.map((node) => RANK.indexOf(STATES[states[node]]));
  return ranks.length === 0 ? null : RANK[Math.max(...ranks)];
}

/**
 * Returns the sentence that says which tree the agents need.
 *
 * @param {Shown | null} shown
 */
function missingSentence(shown) {
  return shown ? `${shown.agent.name} runs the tree ${shown.agent.tree.name}, which this text does not have.` : "";
}

/**
 * Returns the sentence that says whose states the rows show.
 *
 * @param {Shown | null} shown
 * @param {boolean} isSame true if the agent runs the text
 */
function sentenceAbout(shown, isSame) {
  if (!shown) return "";
  const { agent, moment, states } = shown;
  if (!isSame && agent.next !== null) return `${agent.name} ran another text in tick ${moment}.`;
  if (!isSame) return `${agent.name} runs another text.`;
  return states === null ? `Tick ${moment} of ${agent.name} was lost.` : `${agent.name}, tick ${moment}`;
}
