// Draws a tree. The result of a node is an attribute of its element; only attributes that change are
// set.

import { setAttribute, svg } from "./dom.js";
import { COUNTED, RUNS, STATES } from "./history.js";
import { iconDefinitions } from "./icons.js";
import { layout } from "./layout.js";
import { NodeView } from "./node_view.js";
import { SIGNS } from "./words.js";

/** The height of the counters below a node. */
const COUNTS_HEIGHT = 12;
/** At a smaller scale than this, no text is drawn. */
const LEGIBLE = 0.3;

export class TreeView {
  /**
   * @param {SVGSVGElement} drawing
   * @param {import("./page").Fonts} fonts
   */
  constructor(drawing, fonts) {
    this.drawing = drawing;
    this.fonts = fonts;
    this.world = svg("g", { class: "world", role: "none" });
    drawing.append(iconDefinitions(), this.world);
    /** @type {import("./page").TreeNode[]} */
    this.nodes = [];
    /**
     * The recorded node that each node shows; -1 if there is none.
     *
     * @type {number[]}
     */
    this.recorded = [];
    /** @type {NodeView[]} */
    this.views = [];
    /** @type {import("./page").Layout} */
    this.layout = { places: new Map(), width: 0, height: 0 };
    /** @type {import("./page").Window | null} */
    this.window = null;
    /**
     * The state of each recorded node in the tick that is shown, as an index of `STATES`.
     *
     * @type {Uint8Array}
     */
    this.states = new Uint8Array();
    /** @type {Float64Array | null} */
    this.counts = null;
    /**
     * Returns the text of the values that a recorded node keeps.
     *
     * @type {(node: number) => string | null}
     */
    this.keptBy = () => null;
    /**
     * The recorded leaves whose answers were forced in the tick that is shown.
     *
     * @type {Set<number>}
     */
    this.forced = new Set();
    /**
     * The recorded leaves whose answers are forced now, with their answers.
     *
     * @type {Map<number, string>}
     */
    this.forcedNow = new Map();
    /**
     * The states of the recorded nodes in a copy of the agent.
     *
     * @type {Map<number, string> | null}
     */
    this.copied = null;
    /** @type {Set<number>} */
    this.folded = new Set();
    /** @type {number | null} */
    this.selected = null;
    /** The node that has the keyboard focus, or receives it when the user presses the tab key. */
    this.current = 0;
    this.counting = false;
    /**
     * Shows which part of a large tree is visible.
     *
     * @type {import("./minimap.js").Minimap | null}
     */
    this.minimap = null;
    /**
     * Is called when another node is selected.
     *
     * @type {(node: number | null) => void}
     */
    this.onSelect = () => {};
  }

  /**
   * Draws other nodes. Those that stay keep their elements.
   *
   * @param {import("./page").Drawn} drawn
   * @param { {from: number[], folded: number[], selected: number | null, current: number} } kept what stays: for each node the one
   * before that it continues
   */
  open({ nodes, recorded }, { from, folded, selected, current }) {
    const hadFocus = this.drawing.contains(document.activeElement);
    const { views, world } = this;
    this.nodes = nodes;
    this.recorded = recorded;
    this.folded = new Set(folded);
    this.selected = selected;
    this.current = current;
    this.views = nodes.map((node, place) => (views[from[place]]?.renew(node) ? views[from[place]] : new NodeView(node, this.fonts)));
    const stay = new Set(this.views);
    for (const view of views) if (!stay.has(view)) view.element.remove();
    let next = world.firstElementChild;
    for (const { element } of this.views) {
      if (element === next) next = next.nextElementSibling;
      else world.insertBefore(element, next);
    }
    if (selected !== null) setAttribute(this.views[selected].element, "aria-selected", "true");
    this.arrange();
    if (nodes.length === 0) return;
    setAttribute(this.views[current].element, "tabindex", 0);
    if (hadFocus) this.focus();
  }

  /** Gives the keyboard focus to the node that the tab key reaches. */
  focus() {
    const now = this.views[this.current];
    if (now && !now.shown) now.setShown(true);
    now?.element.focus({ preventScroll: true });
  }

  /**
   * Returns the recorded node that a node shows; null if there is none.
   *
   * @param {number | null} node
   */
  recordedOf(node) {
    const recorded = node === null ? -1 : this.recorded[node];
    return recorded < 0 ? null : recorded;
  }

  /**
   * Returns the node that shows a recorded one; null if none does.
   *
   * @param {number | null} recorded
   */
  drawnOf(recorded) {
    const node = recorded === null ? -1 : this.recorded.indexOf(recorded);
    return node < 0 ? null : node;
  }

  /** Computes the places of the nodes again, after nodes were folded or unfolded. */
  arrange() {
    this.layout = this.layoutOf(this.folded);
    for (const [id, place] of this.layout.places) {
      const view = this.views[id];
      const { parent } = view.node;
      view.place(place, parent === null ? null : this.endOf(parent));
      view.fold(this.folded.has(id));
    }
    this.lookAt(this.window);
  }

  /**
   * Returns the places that the nodes have if these are folded.
   *
   * @param {Set<number>} folded
   */
  layoutOf(folded) {
    return layout(this.nodes, this.views.map((view) => view.outerWidth), folded, this.counting ? COUNTS_HEIGHT : 0);
  }

  /**
   * Sets the visible part of the drawing: nodes outside it are hidden and not updated.
   *
   * @param {import("./page").Window | null} window
   */
  lookAt(window) {
    this.window = window;
    if (!window) return;
    this.drawing.classList.toggle("far", window.scale < LEGIBLE);
    for (const view of this.views) {
      const place = this.layout.places.get(view.node.id);
      // A hidden node would lose the focus.
      const shown = place !== undefined && (touches(window, view.extent) || view.node.id === this.current);
      if (shown !== view.shown) view.setShown(shown);
      if (shown) this.refresh(view);
    }
    this.minimap?.look(this, window);
  }

  /**
   * Shows the states of the recorded nodes in a tick.
   *
   * @param {Uint8Array} states
   * @param {Float64Array | null} counts
   * @param {TreeView["keptBy"]} keptBy
   */
  show(states, counts, keptBy) {
    this.states = states;
    this.keptBy = keptBy;
    this.counts = counts;
    for (const view of this.views) if (view.shown) this.refresh(view);
    this.minimap?.show(this, this.shown.filter((node) => states[this.recorded[node]] === RUNS));
  }

  /**
   * Updates a visible node.
   *
   * @param {NodeView} view
   */
  refresh(view) {
    const { id } = view.node;
    const recorded = this.recorded[id];
    const state = STATES[this.states[recorded] ?? 0];
    view.show(state);
    view.keep(recorded < 0 ? null : this.keptBy(recorded));
    view.setForced(this.forced.has(recorded), this.forcedNow.get(recorded) ?? null);
    view.setCopied(this.copied?.get(recorded) ?? null, state);
    if (id === this.selected) view.describe(state);
    if (this.counting && this.counts) view.count(recorded < 0 ? null : countText(this.counts, recorded));
  }

  /**
   * Shows or hides the counters below the nodes.
   *
   * @param {boolean} counting
   */
  setCounting(counting) {
    this.counting = counting;
    if (!counting) for (const view of this.views) view.count(null);
    this.arrange();
  }

  /**
   * Returns the right end of a node that is drawn.
   *
   * @param {number} node
   */
  endOf(node) {
    const { x, y } = this.placeOf(node);
    return { x: x + this.views[node].outerWidth, y };
  }

  /**
   * Returns the place of a node that is drawn.
   *
   * @param {number} node
   */
  placeOf(node) {
    return /** @type { {x: number, y: number} } */ (this.layout.places.get(node));
  }

  /**
   * Returns true if the node has children.
   *
   * @param {number} node
   */
  isFoldable(node) {
    return this.nodes[node].children.length > 0;
  }

  /**
   * Returns true if the node has children and they are shown.
   *
   * @param {number} node
   */
  isOpen(node) {
    return this.isFoldable(node) && !this.folded.has(node);
  }

  /**
   * Returns the parent, or the node itself if it is the root.
   *
   * @param {number} node
   */
  parentOf(node) {
    return this.nodes[node].parent ?? node;
  }

  /**
   * Returns the first child, or the node itself if it is a leaf.
   *
   * @param {number} node
   */
  childOf(node) {
    return this.nodes[node].children[0] ?? node;
  }

  /**
   * Folds these nodes and unfolds all others.
   *
   * @param {Iterable<number>} nodes
   */
  setFolded(nodes) {
    this.folded = new Set(nodes);
    if (this.selected !== null) this.select(this.shownAncestor(this.selected));
    else if (this.nodes.length > 0) this.setCurrent(this.shownAncestor(this.current));
    this.arrange();
  }

  /**
   * Folds or unfolds a node.
   *
   * @param {number} node
   */
  toggleFold(node) {
    if (!this.isFoldable(node)) return;
    const folded = new Set(this.folded);
    if (!folded.delete(node)) folded.add(node);
    this.setFolded(folded);
  }

  /**
   * Unfolds all nodes that hide the node.
   *
   * @param {number} node
   */
  reveal(node) {
    if (this.layout.places.has(node)) return;
    const folded = new Set(this.folded);
    for (const ancestor of ancestors(this.nodes, node)) folded.delete(ancestor);
    this.setFolded(folded);
  }

  /**
   * Returns the node itself, or the folded one that hides it.
   *
   * @param {number} node
   */
  shownAncestor(node) {
    const hiding = ancestors(this.nodes, node).filter((ancestor) => this.folded.has(ancestor));
    return hiding.at(-1) ?? node;
  }

  /**
   * Shows a node as selected.
   *
   * @param {number | null} node
   */
  select(node) {
    if (this.selected !== null) {
      setAttribute(this.views[this.selected].element, "aria-selected", "false");
      this.views[this.selected].describe();
    }
    this.selected = node;
    if (node !== null) {
      setAttribute(this.views[node].element, "aria-selected", "true");
      this.setCurrent(node);
    }
    this.onSelect(node);
  }

  /**
   * Makes the node the one that the tab key reaches; if another node has the keyboard focus, moves it there.
   *
   * @param {number} node
   */
  setCurrent(node) {
    const before = this.views[this.current].element;
    const now = this.views[node];
    setAttribute(before, "tabindex", -1);
    setAttribute(now.element, "tabindex", 0);
    this.current = node;
    if (this.drawing.contains(document.activeElement) && document.activeElement !== now.element) this.focus();
  }

  /**
   * Marks the nodes that a search found.
   *
   * @param {Set<number> | null} found
   */
  mark(found) {
    this.drawing.classList.toggle("searching", found !== null);
    for (const view of this.views) view.element.classList.toggle("found", found !== null && found.has(view.node.id));
  }

  /** The nodes that are drawn, from top to bottom as they were written. */
  get shown() {
    return [...this.layout.places.keys()];
  }

  /**
   * Returns the box of a node, or of the folded one that hides it, in the coordinates of the drawing.
   *
   * @param {number} node
   * @returns {import("./page").Box}
   */
  boxOf(node) {
    const shown = this.shownAncestor(node);
    return { ...this.placeOf(shown), width: this.views[shown].width };
  }
}

/**
 * Returns true if the extent of a node overlaps the window.
 *
 * @param {import("./page").Window} window
 * @param {NodeView["extent"]} extent
 */
function touches(window, { left, right, top, bottom }) {
  return left < window.right && right > window.left && top < window.bottom && bottom > window.top;
}

/**
 * Returns the nodes above a node: the parent, its parent, and so on up to the root.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {number} node
 */
export function ancestors(nodes, node) {
  /** @type {number[]} */
  const found = [];
  for (let above = nodes[node].parent; above !== null; above = nodes[above].parent) found.push(above);
  return found;
}

/**
 * Returns the node itself if it has a label, or else the nearest labelled node above it; undefined if there is none.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {number} node
 */
export function labelledAbove(nodes, node) {
  return [node, ...ancestors(nodes, node)].find((above) => nodes[above].label);
}

/**
 * Returns the counters of a node as text: `12× ✓3 ✗9`. Zeros are omitted, except the number of ticks.
 *
 * @param {Float64Array} counts
 * @param {number} node
 */
function countText(counts, node) {
  const [ticked, succeeded, failed, aborted] = counts.subarray(node * COUNTED.length, (node + 1) * COUNTED.length);
  /** @type {[string, number][]} */
  const some = [[SIGNS.success, succeeded], [SIGNS.failure, failed], [SIGNS.aborted, aborted]];
  const texts = some.filter(([, count]) => count > 0).map(([sign, count]) => `${sign}${count}`);
  return [`${ticked}×`, ...texts].join(" ");
}
