// Shows where the visible part of a large tree is, and moves there. Screen readers and keys go through the tree itself.

import { setAttribute, svg } from "./dom.js";
import { NODE_HEIGHT } from "./layout.js";

/** There is no map if a larger part of the drawing than this is visible. */
const MOST_VISIBLE = 0.5;

export class Minimap {
  /**
   * @param {SVGSVGElement} map
   * @param {(x: number, y: number) => void} goTo moves a point of the drawing to the middle of its window
   */
  constructor(map, goTo) {
    this.map = map;
    this.nodes = svg("path", { class: "all" });
    this.active = svg("path", { class: "active" });
    this.frame = svg("rect", { "vector-effect": "non-scaling-stroke" });
    map.append(this.nodes, this.active, this.frame);
    /** @type {import("./page").Layout | null} */
    this.layout = null;
    /** @type {(event: PointerEvent) => void} */
    const follow = (event) => {
      // A node that is dragged across the map moves nothing.
      if (!map.hasPointerCapture(event.pointerId)) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM()?.inverse());
      goTo(x, y);
    };
    map.addEventListener("pointerdown", (event) => {
      if (event.button === 0) map.setPointerCapture(event.pointerId);
      follow(event);
    });
    map.addEventListener("pointermove", follow);
  }

  /**
   * Shows the visible part of the drawing; hides the map if that is most of it.
   *
   * @param {import("./tree_view.js").TreeView} tree
   * @param {import("./page").Window} window
   */
  look(tree, { left, top, right, bottom }) {
    const { layout } = tree;
    const { width, height } = layout;
    const [x, y] = [Math.max(0, left), Math.max(0, top)];
    const box = { x, y, width: Math.max(0, Math.min(width, right) - x), height: Math.max(0, Math.min(height, bottom) - y) };
    const isHidden = box.width * box.height >= MOST_VISIBLE * width * height;
    setAttribute(this.map, "hidden", isHidden ? "" : null);
    if (isHidden) return;
    for (const [name, value] of Object.entries(box)) setAttribute(this.frame, name, value);
    if (layout === this.layout) return;
    this.layout = layout;
    setAttribute(this.map, "viewBox", `0 0 ${width} ${height}`);
    setAttribute(this.nodes, "d", pathOf(tree, [...layout.places.keys()]));
    this.show(tree, []);
  }

  /**
   * Shows the running nodes.
   *
   * @param {import("./tree_view.js").TreeView} tree
   * @param {number[]} running
   */
  show(tree, running) {
    if (!this.map.hasAttribute("hidden")) setAttribute(this.active, "d", pathOf(tree, running));
  }
}

/**
 * Returns the boxes of nodes, as far as they are drawn.
 *
 * @param {import("./tree_view.js").TreeView} tree
 * @param {number[]} nodes
 */
function pathOf({ layout, views }, nodes) {
  const boxes = nodes.flatMap((node) => {
    const place = layout.places.get(node);
    return place ? [`M${place.x} ${place.y - NODE_HEIGHT / 2}h${views[node].width}v${NODE_HEIGHT}h${-views[node].width}z`] : [];
  });
  return boxes.join("");
}
