// The drawing of a tree. The result of a node is an attribute of its element; only attributes that
// change are set.

import { setAttribute, svg } from "./dom.js";
import { COUNTED } from "./counters.js";
import { STATES } from "./history.js";
import { iconDefinitions } from "./icons.js";
import { layout } from "./layout.js";
import { NodeView } from "./node_view.js";
import { SIGNS } from "./words.js";

const COUNTS_HEIGHT = 12;
/** Smaller than this no text is drawn. */
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
    /** @type {NodeView[]} */
    this.views = [];
    /** @type {import("./page").Layout} */
    this.layout = { places: new Map(), width: 0, height: 0 };
    /** @type {import("./page").Window | null} */
    this.window = null;
    /**
     * Of the tick that is shown, for each node a place in `STATES`.
     *
     * @type {Uint8Array}
     */
    this.states = new Uint8Array();
    /** @type {Float64Array | null} */
    this.counts = null;
    /**
     * The text of the values that a node keeps.
     *
     * @type {(node: number) => string | null}
     */
    this.keptBy = () => null;
    /** @type {Set<number>} */
    this.folded = new Set();
    /** @type {number | null} */
    this.selected = null;
    /** The node that has the keys, or would have them: the only one that the tab key comes to. */
    this.current = 0;
    this.counting = false;
  }

  /**
   * Draws another tree, unfolded.
   *
   * @param {import("./recording.js").Tree} tree
   */
  open(tree) {
    this.nodes = tree.nodes;
    this.folded = new Set();
    this.selected = null;
    this.current = 0;
    this.states = new Uint8Array(this.nodes.length);
    this.keptBy = () => null;
    this.views = this.nodes.map((node) => new NodeView(node, this.fonts));
    this.world.replaceChildren(...this.views.map((view) => view.element));
    setAttribute(this.views[0].element, "tabindex", 0);
    this.arrange();
  }

  /** Places the nodes anew, after something was folded or unfolded. */
  arrange() {
    const widths = this.views.map((view) => view.outerWidth);
    this.layout = layout(this.nodes, widths, this.folded, this.counting ? COUNTS_HEIGHT : 0);
    for (const [id, place] of this.layout.places) {
      const view = this.views[id];
      const { parent } = view.node;
      view.place(place, parent === null ? null : this.endOf(parent));
      view.fold(this.folded.has(id));
    }
    this.lookAt(this.window);
  }

  /**
   * Only what can be seen is drawn and kept up to date; what lies outside the window costs nothing.
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
  }

  /**
   * Shows what a tick did.
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
  }

  /** @param {NodeView} view */
  refresh(view) {
    const { id } = view.node;
    view.show(STATES[this.states[id]]);
    view.keep(this.keptBy(id));
    if (id === this.selected) view.describe(STATES[this.states[id]]);
    if (this.counting && this.counts) view.count(countText(this.counts, id));
  }

  /**
   * Whether the numbers stand below the nodes.
   *
   * @param {boolean} counting
   */
  setCounting(counting) {
    this.counting = counting;
    if (!counting) for (const view of this.views) view.count(null);
    this.arrange();
  }

  /**
   * The right end of a node that is drawn.
   *
   * @param {number} node
   */
  endOf(node) {
    const { x, y } = this.placeOf(node);
    return { x: x + this.views[node].outerWidth, y };
  }

  /**
   * The place of a node that is drawn.
   *
   * @param {number} node
   */
  placeOf(node) {
    return /** @type { {x: number, y: number} } */ (this.layout.places.get(node));
  }

  /** @param {number} node */
  isFoldable(node) {
    return this.nodes[node].children.length > 0;
  }

  /**
   * Whether its children are shown.
   *
   * @param {number} node
   */
  isOpen(node) {
    return this.isFoldable(node) && !this.folded.has(node);
  }

  /**
   * The parent; the root stays where it is.
   *
   * @param {number} node
   */
  parentOf(node) {
    return this.nodes[node].parent ?? node;
  }

  /**
   * The first child; a leaf stays where it is.
   *
   * @param {number} node
   */
  childOf(node) {
    return this.nodes[node].children[0] ?? node;
  }

  /** @param {Iterable<number>} nodes */
  setFolded(nodes) {
    this.folded = new Set(nodes);
    if (this.selected !== null) this.select(this.shownAncestor(this.selected));
    else this.setCurrent(this.shownAncestor(this.current));
    this.arrange();
  }

  /** @param {number} node */
  toggleFold(node) {
    if (!this.isFoldable(node)) return;
    const folded = new Set(this.folded);
    if (!folded.delete(node)) folded.add(node);
    this.setFolded(folded);
  }

  /**
   * Unfolds whatever hides the node.
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
   * The node itself, or the folded one that hides it.
   *
   * @param {number} node
   */
  shownAncestor(node) {
    const hiding = ancestors(this.nodes, node).filter((ancestor) => this.folded.has(ancestor));
    return hiding.at(-1) ?? node;
  }

  /** @param {number | null} node */
  select(node) {
    if (this.selected !== null) {
      setAttribute(this.views[this.selected].element, "aria-selected", "false");
      this.views[this.selected].describe();
    }
    this.selected = node;
    if (node === null) return;
    setAttribute(this.views[node].element, "aria-selected", "true");
    this.setCurrent(node);
  }

  /**
   * From now on the tab key comes to this node; if another one of the tree has the keys, it gets them.
   *
   * @param {number} node
   */
  setCurrent(node) {
    const before = this.views[this.current].element;
    const now = this.views[node];
    setAttribute(before, "tabindex", -1);
    setAttribute(now.element, "tabindex", 0);
    this.current = node;
    if (!this.drawing.contains(document.activeElement) || document.activeElement === now.element) return;
    if (!now.shown) now.setShown(true);
    now.element.focus({ preventScroll: true });
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
   * The box of a node in the drawing's own measure, or of the folded one that hides it.
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
 * @param {import("./page").Window} window
 * @param {NodeView["extent"]} extent
 */
function touches(window, { left, right, top, bottom }) {
  return left < window.right && right > window.left && top < window.bottom && bottom > window.top;
}

/**
 * Parent, grandparent, and so on.
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
 * The node itself if it has a label, or the nearest one above that has; undefined if there is none.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {number} node
 */
export function labelledAbove(nodes, node) {
  return [node, ...ancestors(nodes, node)].find((above) => nodes[above].label);
}

/**
 * Only what is not zero: `12 ✓3 ✗9`.
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
