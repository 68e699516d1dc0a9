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
      model.wanted = this.shown?.agent.tree.name ?? null;
      this.show();
    });
    model.on("text", () => this.show());
    model.on("checked", () => this.show());
  }

  /** Marks all rows. */
  show() {
    const { shown, model, outline } = this;
    const places = shown && model.checked.text === model.text ? this.placesIn(shown.agent.tree) : null;
    const states = shown?.states ?? null;
    outline.rows.forEach(({ node }, row) => {
      const element = outline.element.children[row];
      if (!element) return;
      const nodes = node === null ? undefined : places?.[node];
      const state = nodes && states ? strongest(nodes, states) : null;
      setAttribute(element, "data-state", state);
      if (!element.hasAttribute("data-wrong")) setText(/** @type {Element} */ (element.lastElementChild), SIGNS[/** @type {keyof typeof SIGNS} */ (state ?? "idle")]);
    });
    const isMissing = model.checked.text !== null && !model.checked.trees.some(({ name }) => name === model.wanted);
    setText(byId("edit-shows"), isMissing ? missingSentence(shown) : sentenceAbout(shown, places !== null));
  }

  /**
   * Returns the recorded nodes of each node of the text; null if the recorded tree is not from this text.
   *
   * @param {import("../recording.js").Tree} tree
   */
  placesIn(tree) {
    const { checked } = this.model;
    if (this.known.checked !== checked || this.known.tree !== tree) {
      const places = tree.mark === checked.hash ? this.walk(tree) : null;
      this.known = { checked, tree, places };
    }
    return this.known.places;
  }

  /**
   * Walks through the nodes of the text and the recorded nodes at the same time.
   *
   * @param {import("../recording.js").Tree} tree
   */
  walk(tree) {
    const { nodes, trees } = this.model.checked;
    const places = nodes.map(() => /** @type {number[]} */ ([]));
    /** @type {(name: string | null) => number} */
    const rootOf = (name) => {
      const owner = trees.findIndex((one) => one.name === name);
      return nodes.findIndex((node) => node.tree === owner && node.parent === null);
    };
    /** @type {(node: number, recorded: number) => void} */
    const visit = (node, recorded) => {
      if (node < 0 || !tree.nodes[recorded]) return;
      places[node].push(recorded);
      const { children } = tree.nodes[recorded];
      const isSubtree = nodes[node].word === "subtree";
      const below = isSubtree ? [rootOf(nodes[node].name)] : this.outline.children[node];
      if (below.length === children.length) below.forEach((child, place) => visit(child, children[place]));
    };
    visit(rootOf(tree.name), 0);
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
