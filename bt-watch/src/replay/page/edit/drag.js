// Drags a node of the drawing, or an entry of the palette, to a place in the drawing.

import { byId, html, svg } from "../dom.js";
import { NODE_HEIGHT } from "../layout.js";

/** A shorter way is a click. */
const CLICK_PIXELS = 5;
/** Near the edge of the drawing, it moves. */
const EDGE_PIXELS = 26;
/** A place that is farther away than this is not meant. */
const FAR_PIXELS = 130;
/** Half the distance of two siblings. */
const HALF_ROW = NODE_HEIGHT / 2 + 4;

/** @typedef {import("../edit").Place} Place */
/** @typedef {import("../edit").PaletteItem} Item */
/** @typedef { {nodes: number[], item: Item | null, text: string} } Load nodes of the text, or an entry of the palette */
/** @typedef { {what: "gap" | "into" | "around", x: number, y: number, width: number, place: Place | null, around: number | null, fill?: number} } Target a part of the drawing: a gap between nodes, a node that takes one more or whose argument is filled, or the left end of a node to put something around it */

export class TreeDrag {
  /**
   * @param {import("./commands.js").TreeCommands} commands
   * @param {import("./palette.js").Palette} palette
   * @param {import("../page").Views} views
   */
  constructor(commands, palette, { tree, camera }) {
    this.commands = commands;
    this.palette = palette;
    this.tree = tree;
    this.camera = camera;
    this.overlay = svg("g", { class: "targets", "aria-hidden": "true" });
    /** @type { {load: Load, x: number, y: number, isOn: boolean, targets: Target[], over: Target | null} | null } */
    this.drag = null;
    /** True if the last press was a drag. */
    this.dragged = false;
    /** The element that follows the mouse. */
    this.carried = html("div", { class: "carried" });
    // Before the camera: what begins on a node moves the node and not the drawing.
    tree.drawing.addEventListener("pointerdown", (event) => this.press(event, this.nodeLoad(event)), { capture: true });
    const list = byId("edit-palette");
    list.addEventListener("pointerdown", (event) => this.press(event, this.itemLoad(event)));
    // A click here would otherwise remove the selection in the text.
    for (const part of [list, byId("edit-commands")]) part.addEventListener("mousedown", (event) => event.preventDefault());
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", () => this.release());
    window.addEventListener("pointercancel", () => this.end());
    window.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.drag?.isOn) return;
      event.stopPropagation();
      this.end();
    }, { capture: true });
    // After a drag, the browser sends a click to the entry at which it began, which would insert it again.
    list.addEventListener("click", (event) => {
      if (this.dragged) event.stopImmediatePropagation();
    }, { capture: true });
  }

  /**
   * Returns the node of the text that is dragged; null if there is none.
   *
   * @param {PointerEvent} event
   * @returns {Load | null}
   */
  nodeLoad(event) {
    const target = /** @type {Element} */ (event.target);
    const number = target.closest(".fold") ? null : target.closest("[data-text]")?.getAttribute("data-text");
    if (!document.documentElement.hasAttribute("data-editing") || number === null || number === undefined) return null;
    const { chosen } = this.commands.model;
    const nodes = chosen.includes(Number(number)) ? chosen : [Number(number)];
    return { nodes, item: null, text: nodes.length > 1 ? `${nodes.length} nodes` : this.commands.draft.titleOf(nodes[0]) };
  }

  /**
   * Returns the entry of the palette that is dragged.
   *
   * @param {PointerEvent} event
   * @returns {Load | null}
   */
  itemLoad(event) {
    const row = /** @type {Element} */ (event.target).closest("[data-place]");
    const item = row && this.palette.items[Number(row.getAttribute("data-place"))];
    return item ? { nodes: [], item, text: item.title } : null;
  }

  /**
   * @param {PointerEvent} event
   * @param {Load | null} load
   */
  press(event, load) {
    this.dragged = false;
    if (event.button !== 0 || !load) return;
    event.stopPropagation();
    this.camera.moved = false;
    this.drag = { load, x: event.clientX, y: event.clientY, isOn: false, targets: [], over: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag, camera, carried } = this;
    if (!drag) return;
    const { clientX, clientY } = event;
    if (!drag.isOn && Math.hypot(clientX - drag.x, clientY - drag.y) < CLICK_PIXELS) return;
    if (!drag.isOn) this.begin();
    const frame = this.tree.drawing.getBoundingClientRect();
    const isInside = clientX >= frame.left && clientX <= frame.right && clientY >= frame.top && clientY <= frame.bottom;
    if (isInside) {
      /** @type {(at: number, from: number, to: number) => number} */
      const push = (at, from, to) => (at < from + EDGE_PIXELS ? 12 : at > to - EDGE_PIXELS ? -12 : 0);
      const [dx, dy] = [push(clientX, frame.left, frame.right), push(clientY, frame.top, frame.bottom)];
      if (dx || dy) camera.moveTo(camera.x + dx, camera.y + dy);
    }
    this.hover(isInside ? this.nearest(clientX - frame.left, clientY - frame.top) : null);
    carried.style.transform = `translate(${clientX + 12}px, ${clientY + 6}px)`;
  }

  /** Shows the places to which the load can go. */
  begin() {
    const { drag, camera } = this;
    if (!drag) return;
    drag.isOn = true;
    // The click after the drag selects nothing.
    camera.moved = true;
    drag.targets = this.targets(drag.load);
    document.body.append(this.carried);
    document.body.classList.add("dragging");
    this.say();
    this.draw(drag.targets.filter(({ what }) => what === "gap"));
  }

  /**
   * Returns the places to which something can go: not into itself, and not into a decorator that has its child.
   *
   * @param {Load} load
   * @returns {Target[]}
   */
  targets({ nodes: own, item }) {
    const { tree, commands } = this;
    const { draft, model } = commands;
    /** @type {(node: number) => boolean} */
    const isWithin = (node) => {
      const { parent } = model.checked.nodes[node];
      return own.includes(node) || (parent !== null && isWithin(parent));
    };
    return tree.shown.flatMap((drawn) => {
      const { file, node, tree: at, off } = draft.origins[drawn];
      if (file !== model.file || off !== undefined) return [];
      const { x, y, width } = tree.boxOf(drawn);
      /** @type {Target} */
      const into = { what: "into", x, y, width, place: null, around: null };
      if (node === null) return [{ ...into, place: { tree: at, gap: 0 } }];
      if (isWithin(node)) return [];
      /** @type {Target[]} */
      const around = item && item.wrap !== null ? [{ ...into, what: "around", around: node }] : [];
      if (item && commands.partFor(item, node)) around.push({ ...into, fill: node });
      const { gaps } = model.checked.nodes[node];
      const below = draft.children[node].length;
      if (gaps.length === 0 || (commands.kindOf(node)?.children === "one" && below > 0)) return around;
      // A word for its argument does not go into it.
      const last = around.some(({ fill }) => fill !== undefined) ? [] : [{ ...into, place: { node, gap: gaps.length - 1 } }];
      if (below === 0 || tree.folded.has(drawn)) return [...last, ...around];
      const boxes = tree.nodes[drawn].children.map((child) => tree.boxOf(child));
      const between = gaps.map((_, gap) => {
        const [above, under] = [boxes[gap - 1], boxes[gap]];
        const height = above && under ? (above.y + under.y) / 2 : above ? above.y + HALF_ROW : under.y - HALF_ROW;
        return { .../** @type {Target} */ (into), what: /** @type {const} */ ("gap"), x: boxes[0].x, y: height, width: (under ?? above).width, place: { node, gap } };
      });
      return [...last, ...around, ...between];
    });
  }

  /**
   * Returns the place that is nearest to a point on the drawing; null if all are far away.
   *
   * @param {number} left
   * @param {number} top
   */
  nearest(left, top) {
    const { x, y, scale } = this.camera;
    /** @type {(target: Target) => number} */
    const distance = (target) => {
      const [from, height] = [target.x * scale + x, target.y * scale + y];
      const to = target.what === "around" ? from + 12 * scale : from + target.width * scale;
      const aside = Math.max(0, from - left, left - to);
      const high = Math.abs(height - top);
      if (target.what === "gap") return Math.hypot(aside, high);
      // A point on a box means the box, except near its upper and its lower edge.
      return aside === 0 && high < HALF_ROW * scale ? high * 0.6 + (target.what === "around" ? -1 : 0) : Infinity;
    };
    const best = (this.drag?.targets ?? []).reduce((one, other) => (one === null || distance(other) < distance(one) ? other : one), /** @type {Target | null} */ (null));
    return best && distance(best) < FAR_PIXELS ? best : null;
  }

  /**
   * Draws places.
   *
   * @param {Target[]} targets
   * @param {Target | null} over the place at which the load would be dropped
   */
  draw(targets, over = null) {
    this.tree.world.append(this.overlay);
    const all = over && !targets.includes(over) ? [...targets, over] : targets;
    this.overlay.replaceChildren(...all.map((target) => {
      const { what, x, y, width } = target;
      const half = NODE_HEIGHT / 2;
      const shape = what === "into" ? `M${x - 4},${y - half - 4}h${width + 8}v${NODE_HEIGHT + 8}h${-width - 8}z` : what === "gap" ? `M${x},${y}h${width}` : `M${x - 5},${y - half - 4}v${NODE_HEIGHT + 8}`;
      return svg("path", { class: target === over ? "target over" : "target", d: shape });
    }));
  }

  /**
   * Shows a single place, or none: that of a command.
   *
   * @param {Place | null} place
   */
  showPlace(place) {
    if (this.drag?.isOn) return;
    /** @type {(target: Target) => boolean} */
    const isIt = (target) => target.place?.node === place?.node && target.place?.tree === place?.tree && target.place?.gap === place?.gap;
    const found = place ? this.targets({ nodes: [], item: null, text: "" }).filter(isIt) : [];
    this.draw([], found.find(({ what }) => what === "gap") ?? found[0]);
  }

  /**
   * Highlights a place.
   *
   * @param {Target | null} target
   */
  hover(target) {
    const { drag } = this;
    if (!drag || drag.over === target) return;
    drag.over = target;
    this.draw(drag.targets.filter(({ what }) => what === "gap"), target);
    this.say();
  }

  /** Says beside the mouse what is dragged, and what a drop would do. */
  say() {
    const { drag, commands } = this;
    const over = drag?.over;
    const where = over?.fill !== undefined ? ` for ${commands.draft.titleOf(over.fill)}` : over?.place ? ` ${commands.nameOf(over.place)}` : over && over.around !== null ? ` around ${commands.draft.titleOf(over.around)}` : "";
    this.carried.textContent = (drag?.load.text ?? "") + where;
  }

  /** Drops the load. */
  release() {
    const { drag, commands } = this;
    if (!drag) return;
    this.dragged = drag.isOn;
    this.end();
    if (!drag.isOn || !drag.over) return;
    const { load, over } = drag;
    if (load.item && over.fill !== undefined) commands.fill(load.item, over.fill);
    else if (load.item && over.around !== null) commands.wrap(load.item, [over.around]);
    else if (load.item && over.place) commands.offer(over.place, load.item);
    else if (over.place) commands.move(load.nodes, over.place);
    this.tree.focus();
  }

  /** Ends the drag without a change. */
  end() {
    this.drag = null;
    this.carried.remove();
    document.body.classList.remove("dragging");
    this.overlay.replaceChildren();
  }
}
