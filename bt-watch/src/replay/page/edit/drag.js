// Drags a node of the tree, or an entry of the palette, onto a gap.

import { byId, html } from "../dom.js";
import { LEVEL_PIXELS } from "./outline_view.js";

/** A shorter way is a click. */
const CLICK_PIXELS = 5;
/** Near the edge of the list, it scrolls. */
const EDGE_PIXELS = 26;

/** @typedef { {place: import("../edit").Place, row: number, depth: number} } Gap */
/** @typedef { {text: string, node: number | null, drop: (place: import("../edit").Place) => unknown} } Load */

export class TreeDrag {
  /**
   * @param {import("./commands.js").TreeCommands} commands
   * @param {import("./palette.js").Palette} palette
   */
  constructor(commands, palette) {
    this.commands = commands;
    this.palette = palette;
    this.rows = byId("edit-rows");
    this.overlay = byId("edit-gaps");
    /** @type { {load: Load, x: number, y: number, isOn: boolean, gaps: Gap[], over: Gap | null} | null } */
    this.drag = null;
    /** The element that follows the mouse. */
    this.carried = html("div", { class: "carried" });
    this.rows.addEventListener("pointerdown", (event) => this.press(event, this.nodeLoad(event)));
    byId("edit-palette").addEventListener("pointerdown", (event) => this.press(event, this.itemLoad(event)));
    // A click here would otherwise remove the selection in the text.
    for (const list of [this.rows, byId("edit-palette"), byId("edit-commands")]) list.addEventListener("mousedown", (event) => event.preventDefault());
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", () => this.release());
    window.addEventListener("pointercancel", () => this.end());
    window.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.drag?.isOn) this.end();
    }, { capture: true });
    // After a drag, the browser sends a click to the entry at which it began, which would insert it again.
    byId("edit-palette").addEventListener("click", (event) => {
      if (this.dragged) event.stopImmediatePropagation();
    }, { capture: true });
    this.dragged = false;
  }

  /**
   * Returns what is dragged from a row of the tree, and selects it.
   *
   * @param {PointerEvent} event
   * @returns {Load | null}
   */
  nodeLoad(event) {
    const row = /** @type {Element} */ (event.target).closest("[role=treeitem]");
    if (!row) return null;
    const number = row.getAttribute("data-node");
    const node = number === null ? null : Number(number);
    // The focus first: the text follows only while it does not have the focus.
    this.rows.focus({ preventScroll: true });
    this.commands.model.choose(node, Number(row.getAttribute("data-tree")));
    if (node === null) return null;
    return { text: row.querySelector(".row-title")?.textContent ?? "", node, drop: (place) => this.commands.move(node, place) };
  }

  /**
   * Returns what is dragged from the palette.
   *
   * @param {PointerEvent} event
   * @returns {Load | null}
   */
  itemLoad(event) {
    const row = /** @type {Element} */ (event.target).closest("[data-place]");
    const item = row && this.palette.items[Number(row.getAttribute("data-place"))];
    return item ? { text: item.title, node: null, drop: (place) => this.commands.insert(place, item.source) } : null;
  }

  /**
   * @param {PointerEvent} event
   * @param {Load | null} load
   */
  press(event, load) {
    this.dragged = false;
    if (event.button !== 0 || !load) return;
    event.preventDefault();
    this.drag = { load, x: event.clientX, y: event.clientY, isOn: false, gaps: [], over: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag } = this;
    if (!drag) return;
    if (!drag.isOn && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < CLICK_PIXELS) return;
    if (!drag.isOn) this.begin();
    this.carried.style.transform = `translate(${event.clientX + 12}px, ${event.clientY + 6}px)`;
    const frame = byId("edit-tree").getBoundingClientRect();
    if (event.clientY < frame.top + EDGE_PIXELS) byId("edit-tree").scrollTop -= 12;
    if (event.clientY > frame.bottom - EDGE_PIXELS) byId("edit-tree").scrollTop += 12;
    const isInside = event.clientX >= frame.left && event.clientX <= frame.right && event.clientY >= frame.top && event.clientY <= frame.bottom;
    this.hover(isInside ? this.nearest(event.clientX, event.clientY) : null);
  }

  /** Shows the gaps into which the node can go: all but those within itself. */
  begin() {
    const { drag, commands, carried } = this;
    if (!drag) return;
    drag.isOn = true;
    const { view, model } = commands;
    /** @type {(node: number) => boolean} */
    const isWithin = (node) => {
      const { parent } = model.checked.nodes[node];
      return node === drag.load.node || (parent !== null && isWithin(parent));
    };
    const isFull = (/** @type {number} */ node) => commands.kindOf(node)?.children === "one" && view.children[node].length > 0;
    drag.gaps = view.gaps().filter(({ place }) => place.node === undefined || (!isWithin(place.node) && !isFull(place.node)));
    carried.textContent = drag.load.text;
    document.body.append(carried);
    document.body.classList.add("dragging");
    this.drawGaps(drag.gaps);
  }

  /**
   * Draws the gaps as lines between the rows.
   *
   * @param {Gap[]} gaps
   */
  drawGaps(gaps) {
    this.overlay.replaceChildren(...gaps.map((gap) => {
      const line = html("div", { class: "gap" });
      line.style.top = `${this.topOf(gap)}px`;
      line.style.left = `${leftOf(gap)}px`;
      return line;
    }));
  }

  /**
   * Shows a single gap, or none: the place of a command.
   *
   * @param {import("../edit").Place | null} place
   */
  showPlace(place) {
    if (this.drag?.isOn) return;
    const gap = place && this.commands.view.gaps().find((one) => one.place.node === place.node && one.place.tree === place.tree && one.place.gap === place.gap);
    this.drawGaps(gap ? [gap] : []);
    this.overlay.firstElementChild?.classList.add("over");
  }

  /**
   * Returns the place of a gap in the list.
   *
   * @param {Gap} gap
   */
  topOf({ row }) {
    const element = /** @type {HTMLElement | undefined} */ (this.rows.children[row]);
    if (element) return element.offsetTop;
    const last = /** @type {HTMLElement | null} */ (this.rows.lastElementChild);
    return last ? last.offsetTop + last.offsetHeight : 0;
  }

  /**
   * Returns the gap nearest to the mouse; among those at the same height, the horizontal place decides.
   *
   * @param {number} x
   * @param {number} y
   */
  nearest(x, y) {
    const origin = this.rows.getBoundingClientRect();
    /** @type {(gap: Gap) => number} */
    const distance = (gap) => Math.abs(origin.top + this.topOf(gap) - y) * 4 + Math.abs(origin.left + leftOf(gap) + LEVEL_PIXELS / 2 - x) / 4;
    const gaps = this.drag?.gaps ?? [];
    return gaps.reduce((best, gap) => (best === null || distance(gap) < distance(best) ? gap : best), /** @type {Gap | null} */ (null));
  }

  /**
   * Highlights a gap.
   *
   * @param {Gap | null} gap
   */
  hover(gap) {
    const { drag, overlay } = this;
    if (!drag || drag.over === gap) return;
    drag.over = gap;
    const place = gap ? drag.gaps.indexOf(gap) : -1;
    [...overlay.children].forEach((line, index) => line.classList.toggle("over", index === place));
  }

  /** Drops the node. */
  release() {
    const { drag } = this;
    if (!drag) return;
    this.dragged = drag.isOn;
    this.end();
    if (drag.isOn && drag.over) {
      drag.load.drop(drag.over.place);
      this.rows.focus({ preventScroll: true });
    }
  }

  /** Ends the drag without a change. */
  end() {
    this.drag = null;
    this.carried.remove();
    document.body.classList.remove("dragging");
    this.overlay.replaceChildren();
  }
}

/**
 * Returns the left end of a gap in the list.
 *
 * @param {Gap} gap
 */
function leftOf({ depth }) {
  return 6 + depth * LEVEL_PIXELS;
}
