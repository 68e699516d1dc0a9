// Draws one node: a box with an icon, a name, a source, and a sign for its result in the tick.

import { setAttribute, setText, svg } from "./dom.js";
import { icon, SIGN_PATHS } from "./icons.js";
import { NODE_HEIGHT } from "./layout.js";
import { fitted, widthOf } from "./theme.js";
import { family, keyOf, nameOf, oneLine, writtenKind } from "./words.js";

const TEXT_LEFT = 34;
const SIGN_WIDTH = 26;
const FOLD_WIDTH = 20;
const LONGEST = 230;
const LONGEST_HEADER = 320;
/** Nodes of these kinds, and nodes with a header, have at least this width, to leave room for the values that they keep. */
const KEEPING = { kinds: ["let", "for"], width: 190 };

export class NodeView {
  /**
   * @param {import("./page").TreeNode} node
   * @param {import("./page").Fonts} fonts
   */
  constructor(node, fonts) {
    this.node = node;
    this.fonts = fonts;
    /**
     * The text of the values that it keeps.
     *
     * @type {string | null}
     */
    this.kept = null;
    /** @type {SVGCircleElement | null} */
    this.breakpoint = null;
    /** @type {SVGPathElement | null} */
    this.forced = null;
    /** @type {SVGGElement | null} */
    this.copied = null;
    /** What marks at the node mean, for screen readers. */
    this.marks = { breakpoint: "", forced: "", copied: "" };
    /** The part of the drawing that the node takes, with the edge to its parent; set by `place`. */
    this.extent = { left: 0, right: 0, top: 0, bottom: 0 };
    this.state = "idle";
    /** True while it has its elements on the screen; they are created when it is shown for the first time. */
    this.shown = false;
    this.folded = false;
    /** The path of the edge to the parent; set by `place`. */
    this.course = "";
    const { title, detail } = texts(node, fonts);
    this.width = TEXT_LEFT + Math.max(widthOf(title, titleFont(node, fonts)), widthOf(detail, fonts.detail)) + SIGN_WIDTH;
    this.header = shortened(node.header ?? node.tree ?? "", fonts.detail, LONGEST_HEADER);
    const keeps = node.header || KEEPING.kinds.includes(node.kind);
    this.width = Math.ceil(Math.max(this.width, widthOf(this.header, fonts.detail), keeps ? KEEPING.width : 96));
    this.title = title;
    this.detail = detail;
    this.element = this.group();
    /**
     * What is drawn in the element; null before the node is shown for the first time.
     *
     * @type {ReturnType<NodeView["draw"]> | null}
     */
    this.drawn = null;
  }

  /** Creates the element of the node, without what is drawn in it. */
  group() {
    const { node } = this;
    const group = svg("g", {
      class: `node ${family(node.kind)}`,
      role: "treeitem",
      tabindex: -1,
      "data-state": "idle",
      "data-tree": node.tree,
      "data-mark": node.mark,
      "aria-selected": "false",
      "aria-label": spokenName(node),
      "aria-expanded": node.children.length > 0 ? "true" : null,
      display: "none",
    });
    this.number(group);
    return group;
  }

  /** Draws the node in its element. */
  draw() {
    const { node, width, element } = this;
    const half = NODE_HEIGHT / 2;
    const edge = node.parent === null ? null : svg("path", { class: "edge", d: this.course });
    const title = svg("text", { class: titleClass(node), x: TEXT_LEFT }, this.title);
    // The sign is a path and not text: the browser would lay out the whole tree if a text changed.
    const sign = svg("path", { class: "sign", transform: `translate(${width - 16},0)`, d: SIGN_PATHS[this.state] });
    const fold = node.children.length > 0 ? svg("text", { y: 4 }) : null;
    element.style.setProperty("--middle", `${width / 2}px`);
    const parts = [
      edge,
      svg("rect", { class: "box", y: -half, width, height: NODE_HEIGHT, rx: cornerOf(node) }),
      svg("g", { class: "picture", transform: "translate(10,-8)" }, icon(node.kind)),
      title,
      sign,
      svg("title", {}, fullText(node)),
      fold && foldButton(width, fold),
      this.header ? svg("text", { class: "header", y: -half - 5 }, this.header) : null,
      node.mark === "wrong" ? svg("text", { class: "mistake", x: width - 8, y: 4 - half }, "!") : null,
    ];
    // Marks may be there already.
    element.prepend(...parts.filter((part) => part !== null));
    const detail = svg("text", { class: "detail", x: TEXT_LEFT, y: 12 });
    const counts = svg("text", { class: "counts", x: 4, y: half + 11 });
    return { edge, title, detail, sign, fold, counts };
  }

  /**
   * Writes the places of the node into its element.
   *
   * @param {SVGGElement} element
   */
  number(element) {
    const { id, text, depth, place, siblings } = this.node;
    const numbers = { id: `node-${id}`, "data-node": id, "data-text": text ?? null, "aria-level": depth + 1, "aria-posinset": place + 1, "aria-setsize": siblings };
    for (const [name, value] of Object.entries(numbers)) setAttribute(element, name, value);
  }

  /**
   * Takes another node that looks the same; returns false if it does not.
   *
   * @param {import("./page").TreeNode} node
   */
  renew(node) {
    if (lookOf(node) !== lookOf(this.node)) return false;
    this.node = node;
    this.number(this.element);
    setAttribute(this.element, "tabindex", -1);
    setAttribute(this.element, "aria-selected", "false");
    this.describe();
    return true;
  }

  /**
   * Shows the line below the name; without such a line, the name is in the middle.
   *
   * @param {string} text
   */
  showDetail(text) {
    if (!this.drawn) return;
    const { title, detail } = this.drawn;
    setText(detail, text);
    setAttribute(title, "y", text ? -3 : 4.5);
    if (!text) detail.remove();
    else if (!detail.parentNode) title.after(detail);
  }

  /**
   * Shows the values that the node keeps, instead of the line below the name.
   *
   * @param {string | null} text null if it keeps none
   */
  keep(text) {
    if (text === this.kept) return;
    this.kept = text;
    this.element.classList.toggle("keeping", text !== null);
    const room = this.width - TEXT_LEFT - SIGN_WIDTH;
    this.showDetail(text === null ? this.detail : fitted(oneLine(text), this.fonts.detail, room));
  }

  /** The width in the layout: the box and half of the button at its end. */
  get outerWidth() {
    return this.width + (this.node.children.length > 0 ? FOLD_WIDTH / 2 : 0);
  }

  /**
   * Moves the node.
   *
   * @param { {x: number, y: number} } place
   * @param { {x: number, y: number} | null} from the right end of the parent; null for the root
   */
  place({ x, y }, from) {
    setAttribute(this.element, "transform", `translate(${x},${y})`);
    if (from) this.course = edgePath(from.x - x, from.y - y);
    if (this.drawn?.edge) setAttribute(this.drawn.edge, "d", this.course);
    this.extent = {
      left: from ? from.x : x,
      right: x + this.outerWidth,
      top: Math.min(y, from ? from.y : y) - NODE_HEIGHT,
      bottom: Math.max(y, from ? from.y : y) + NODE_HEIGHT,
    };
  }

  /**
   * Shows or hides the node.
   *
   * @param {boolean} shown
   */
  setShown(shown) {
    this.shown = shown;
    if (shown && !this.drawn) {
      this.drawn = this.draw();
      this.showDetail(this.detail);
      this.showFold();
    }
    setAttribute(this.element, "display", shown ? null : "none");
  }

  /**
   * Shows the state of the node in the tick.
   *
   * @param {string} state
   */
  show(state) {
    if (state === this.state) return;
    this.state = state;
    this.element.setAttribute("data-state", state);
    this.drawn?.sign.setAttribute("d", SIGN_PATHS[state]);
  }

  /**
   * Shows the node as folded or unfolded.
   *
   * @param {boolean} folded
   */
  fold(folded) {
    if (this.node.children.length === 0) return;
    this.folded = folded;
    this.element.classList.toggle("folded", folded);
    setAttribute(this.element, "aria-expanded", String(!folded));
    this.showFold();
  }

  /** Shows the number of nodes that the folded node hides on its button. */
  showFold() {
    const { id, end } = this.node;
    if (this.drawn?.fold) setText(this.drawn.fold, this.folded ? String(end - id - 1) : "−");
  }

  /**
   * Describes the node to screen readers. Only the selected node has its state in the description, because changing all
   * nodes at every tick would be slow.
   *
   * @param {string} [state] of the selected node
   */
  describe(state) {
    const said = state === undefined ? [] : [state, this.kept];
    const { breakpoint, forced, copied } = this.marks;
    setAttribute(this.element, "aria-label", [spokenName(this.node), breakpoint, forced, ...said, copied].filter(Boolean).join(", "));
  }

  /**
   * Says what a mark at the node means.
   *
   * @param {Partial<NodeView["marks"]>} mark
   */
  say(mark) {
    Object.assign(this.marks, mark);
    this.describe(this.element.getAttribute("aria-selected") === "true" ? this.state : undefined);
  }

  /**
   * Shows or hides the sign of a breakpoint.
   *
   * @param {boolean} after whether the program stops after a tick in which the result changes
   * @param {boolean} before whether it stops before the leaf
   */
  setBreakpoint(after, before) {
    const text = [after ? "breakpoint" : "", before ? "breakpoint before it" : ""].filter(Boolean).join(", ");
    if (text === this.marks.breakpoint) return;
    this.breakpoint?.remove();
    this.breakpoint = null;
    if (text) {
      const kind = after && before ? "both" : after ? "after" : "before";
      this.breakpoint = svg("circle", { class: "breakpoint", "data-kind": kind, cx: 3, cy: 3 - NODE_HEIGHT / 2, r: 6 });
      this.element.append(this.breakpoint);
    }
    this.say({ breakpoint: text });
  }

  /**
   * Shows whether the answer of the leaf was forced in the tick, and whether it is forced now.
   *
   * @param {boolean} was
   * @param {string | null} now its answer, and how long it is forced
   */
  setForced(was, now) {
    const text = [was ? "answer forced in this tick" : "", now === null ? "" : `answer forced: ${now}`].filter(Boolean).join(", ");
    if (text === this.marks.forced) return;
    this.forced?.remove();
    this.forced = null;
    if (text) {
      const place = `translate(20,${3 - NODE_HEIGHT / 2})`;
      this.forced = svg("path", { class: "forced", "data-kind": was ? "tick" : "now", transform: place, d: "M0,-6.5L6.5,0L0,6.5L-6.5,0Z" });
      this.element.append(this.forced);
    }
    this.say({ forced: text });
  }

  /**
   * Shows what the node does in a copy of the agent.
   *
   * @param {string | null} state null if there is no copy
   * @param {string} own what it does in the agent itself
   */
  setCopied(state, own) {
    const differs = state !== null && state !== own;
    // Of a node that rests in both there is nothing to say.
    const isSaid = state !== null && (differs || state !== "idle");
    const text = !isSaid ? "" : `copy: ${state}${differs ? ", different" : ""}`;
    if (text === this.marks.copied) return;
    this.copied?.remove();
    this.copied = null;
    if (isSaid) {
      const place = `translate(${this.width - 16},${NODE_HEIGHT / 2})`;
      this.copied = svg("g", { class: "copied", transform: place, "data-state": state, "data-differs": differs ? "" : null }, svg("circle", { r: 8 }), svg("path", { class: "sign", d: SIGN_PATHS[state] }));
      this.element.append(this.copied);
    }
    this.say({ copied: text });
  }

  /**
   * Shows counters below the node; null removes them.
   *
   * @param {string | null} text
   */
  count(text) {
    const counts = this.drawn?.counts;
    if (text === null) counts?.remove();
    else if (counts) {
      if (!counts.parentNode) this.element.append(counts);
      setText(counts, text);
    }
  }
}

/**
 * Returns all of a node that its drawing depends on, apart from its place.
 *
 * @param {import("./page").TreeNode} node
 */
function lookOf({ kind, label, key, source, description, header, tree, mark, parent, children }) {
  return JSON.stringify([kind, label, key, source, description, header, tree, mark, parent === null, children.length > 0]);
}

/**
 * Creates the button that folds a node.
 *
 * @param {number} width of the node
 * @param {SVGTextElement} text
 */
function foldButton(width, text) {
  // The area that reacts is large enough for a finger.
  const hit = svg("circle", { class: "hit", r: 14 });
  return svg("g", { class: "fold", transform: `translate(${width},0)` }, svg("circle", { r: 9 }), text, hit);
}

/**
 * Returns the name of a node for screen readers: `flee, sequence`
 *
 * @param {import("./page").TreeNode} node
 */
function spokenName(node) {
  const name = nameOf(node) === node.kind ? node.kind : `${nameOf(node)}, ${node.kind}`;
  return node.mark && node.mark !== "off" ? `${name}, ${node.mark === "new" ? "not applied" : "mistake"}` : name;
}

/**
 * Returns the corner radius of a node's box, by its family.
 *
 * @param {import("./page").TreeNode} node
 */
function cornerOf({ kind }) {
  if (kind === "condition") return NODE_HEIGHT / 2;
  return family(kind) === "decorator" ? 12 : 6;
}

/**
 * Returns the CSS classes of a node's name.
 *
 * @param {import("./page").TreeNode} node
 */
function titleClass(node) {
  return isCode(node) ? "title code" : "title";
}

/**
 * Returns true if the name of the node is source text.
 *
 * @param {import("./page").TreeNode} node
 */
export function isCode({ label, kind, source }) {
  return !label && Boolean(source) && /^(condition|action|subtree)$/.test(kind);
}

/**
 * Returns the font of a node's name.
 *
 * @param {import("./page").TreeNode} node
 * @param {import("./page").Fonts} fonts
 */
function titleFont(node, fonts) {
  return isCode(node) ? fonts.code : fonts.name;
}

/**
 * Returns the name of a node and the line below it, shortened to the width of the largest box.
 *
 * @param {import("./page").TreeNode} node
 * @param {import("./page").Fonts} fonts
 */
function texts(node, fonts) {
  const detail = [keyOf(node), node.label ? writtenKind(node) : isCode(node) ? node.kind : ""].filter(Boolean).join(" ");
  return { title: shortened(nameOf(node), titleFont(node, fonts), LONGEST), detail: shortened(detail, fonts.detail, LONGEST) };
}

/**
 * Returns a text that fits; the results stay: "Plan(goal = home) -> way" → "Plan(go… -> way"
 *
 * @param {string} text
 * @param {string} font
 * @param {number} longest
 */
function shortened(text, font, longest) {
  const [, source, results = ""] = /^(.*?)( -> [\w():, ]+)?$/.exec(text) ?? ["", text];
  const room = longest - widthOf(results, font);
  return room < longest / 2 ? fitted(text, font, longest) : fitted(source, font, room) + results;
}

/**
 * Returns the tooltip of a node: the header of its tree, all that was written, and its description.
 *
 * @param {import("./page").TreeNode} node
 */
function fullText(node) {
  const label = node.label ? `'${node.label}: ` : "";
  const key = keyOf(node) ? `${keyOf(node)} ` : "";
  const written = `${key}${label}${writtenKind({ ...node, source: oneLine(node.source ?? "") })}`;
  return [node.header, written, node.description].filter(Boolean).join("\n\n");
}

/**
 * Returns the path of an edge from (x, y) to (0, 0), horizontal at both ends.
 *
 * @param {number} x
 * @param {number} y
 */
function edgePath(x, y) {
  return `M${x},${y}C${x / 2},${y} ${x / 2},0 0,0`;
}
