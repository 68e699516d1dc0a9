// Moves and scales the drawing: when the user drags, pinches or turns the wheel, and on request.
//
// Coordinates are either those of the drawing, in which nodes are placed, or pixels on the screen:
// screen = (x, y) + scale × drawing.

/** The limits of the scale. */
const CLOSEST = 2.5;
const FARTHEST = 0.05;
const MARGIN = 24;
const GLIDE_MILLISECONDS = 180;
/** A pointer that moves less than this clicks. */
const DRAG_PIXELS = 4;
/** Half the height of a node, with a margin. */
const HALF_NODE = 32;

export class Camera {
  /**
   * `onMove` is called when the user moves the drawing, `onApply` whenever another part of it becomes visible.
   *
   * @param {SVGSVGElement} drawing
   * @param {SVGGElement} world the group of all nodes in the drawing
   * @param { {onMove: () => void, onApply: (window: import("./page").Window) => void} } listener
   */
  constructor(drawing, world, { onMove, onApply }) {
    this.drawing = drawing;
    this.world = world;
    this.onMove = onMove;
    this.onApply = onApply;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.width = 0;
    this.height = 0;
    /** The pending animation frame of `glideTo`. */
    this.gliding = 0;
    /**
     * The last event of each pressed pointer, by its id.
     *
     * @type {Map<number, PointerEvent>}
     */
    this.pointers = new Map();
    /** True if the last press was a drag and not a click. */
    this.moved = false;
    /**
     * The view that is kept when the size changes; null once the user has moved the drawing.
     *
     * @type {"whole" | "overview" | null}
     */
    this.home = null;
    this.measure();
    drawing.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    drawing.addEventListener("pointerdown", (event) => this.onDown(event));
    drawing.addEventListener("pointermove", (event) => this.onDrag(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      drawing.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    }
  }

  /** Reads the size of the drawing; has to be called when it changes, because reading it at every tick would be slow. */
  measure() {
    const { clientWidth, clientHeight } = this.drawing;
    // The middle of the drawing stays in the middle.
    if (this.width) {
      this.x += (clientWidth - this.width) / 2;
      this.y += (clientHeight - this.height) / 2;
    }
    this.width = clientWidth;
    this.height = clientHeight;
    this.apply();
  }

  /** Applies the position and the scale to the drawing. */
  apply() {
    this.world.setAttribute("transform", `translate(${this.x},${this.y}) scale(${this.scale})`);
    this.onApply(this.window);
  }

  /** The visible part of the drawing, in its coordinates. */
  get window() {
    const { x, y, scale } = this;
    return { left: -x / scale, top: -y / scale, right: (this.width - x) / scale, bottom: (this.height - y) / scale, scale };
  }

  /**
   * Moves the origin of the drawing to (x, y) on the screen.
   *
   * @param {number} x
   * @param {number} y
   */
  moveTo(x, y, scale = this.scale) {
    cancelAnimationFrame(this.gliding);
    this.x = x;
    this.y = y;
    this.scale = scale;
    this.apply();
  }

  /**
   * Moves a point of the drawing to the middle of the window.
   *
   * @param {number} x
   * @param {number} y
   */
  centre(x, y) {
    this.moveTo(this.width / 2 - x * this.scale, this.height / 2 - y * this.scale);
    this.onMove();
  }

  /**
   * Keeps a node in its place on the screen after it has got another one in the drawing.
   *
   * @param {import("./page").Box} before
   * @param {import("./page").Box} after
   */
  keep(before, after) {
    this.moveTo(this.x + (before.x - after.x) * this.scale, this.y + (before.y - after.y) * this.scale);
  }

  /**
   * Like `moveTo`, but animated, unless the user prefers reduced motion.
   *
   * @param {number} x
   * @param {number} y
   */
  glideTo(x, y) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.moveTo(x, y);
    cancelAnimationFrame(this.gliding);
    const from = { x: this.x, y: this.y };
    const begin = performance.now();
    /** @type {(now: number) => void} */
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - begin) / GLIDE_MILLISECONDS));
      const eased = 1 - (1 - part) ** 3;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.apply();
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  /**
   * Returns the scale at which the whole drawing is visible, at most 1.
   *
   * @param { {width: number, height: number} } drawing
   */
  wholeScale({ width, height }) {
    const wide = (this.width - 2 * MARGIN) / (width + 12);
    const high = (this.height - 2 * MARGIN) / height;
    return Math.max(0.001, Math.min(wide, high, 1));
  }

  /**
   * Shows the whole drawing.
   *
   * @param { {width: number, height: number} } drawing
   */
  fit({ width, height }) {
    const scale = this.wholeScale({ width, height });
    const x = Math.max(MARGIN, (this.width - width * scale) / 2);
    this.moveTo(x, (this.height - height * scale) / 2, scale);
  }

  /**
   * Scales the drawing around the point (x, y) on the screen, by default the middle.
   *
   * @param {number} factor
   */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.min(CLOSEST, Math.max(Math.min(FARTHEST, this.scale), this.scale * factor));
    const grown = scale / this.scale;
    this.moveTo(x - (x - this.x) * grown, y - (y - this.y) * grown, scale);
  }

  /**
   * Returns true if the whole box is visible.
   *
   * @param {import("./page").Box} box
   */
  sees({ x, y, width }) {
    const left = this.x + x * this.scale;
    const middle = this.y + y * this.scale;
    const half = 20 * this.scale;
    return left >= 0 && left + width * this.scale <= this.width && middle - half >= 0 && middle + half <= this.height;
  }

  /**
   * Returns the scale at which the box and the root are both visible, limited to a range.
   *
   * @param { {x: number, width: number} } box
   * @param {number} least the minimum scale
   * @param {number} most the maximum scale
   */
  scaleFor({ x, width }, least, most) {
    return Math.min(most, Math.max(least, (this.width - 2 * MARGIN) / (x + width)));
  }

  /**
   * Moves the drawing so that the box is visible, also the root if both fit, and as little empty space as possible.
   *
   * @param {import("./page").Box} box
   * @param {import("./page").Box} root
   * @param {import("./page").Layout} layout
   */
  show(box, root, layout, { glide = true, scale = this.scale } = {}) {
    const along = [box.x * scale, (box.x + box.width) * scale];
    const across = [Math.min(box.y, root.y), Math.max(box.y, root.y)].map((y) => y * scale);
    const fitsAlong = along[1] + 2 * MARGIN <= this.width;
    const fitsAcross = across[1] - across[0] + 2 * HALF_NODE * scale <= this.height;
    // If the root does not fit, show as many of the node's ancestors, which are to its left, as fit.
    const x = fitsAlong ? MARGIN : Math.max(-along[0], this.width - MARGIN - along[1]);
    const y = this.height / 2 - (fitsAcross ? (across[0] + across[1]) / 2 : box.y * scale);
    const to = [within(x, layout.width * scale, this.width), within(y, layout.height * scale, this.height)];
    if (glide) this.glideTo(to[0], to[1]);
    else this.moveTo(to[0], to[1], scale);
  }

  /**
   * Zooms at the pointer.
   *
   * @param {WheelEvent} event
   */
  onWheel(event) {
    event.preventDefault();
    const box = this.drawing.getBoundingClientRect();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1);
    this.zoom(Math.exp(-Math.max(-120, Math.min(120, pixels)) / 400), event.clientX - box.left, event.clientY - box.top);
    this.onMove();
  }

  /**
   * Begins a click or a drag.
   *
   * @param {PointerEvent} event
   */
  onDown(event) {
    if (event.button !== 0) return;
    this.pointers.set(event.pointerId, event);
    this.moved = false;
  }

  /**
   * Moves the drawing with one pointer; moves and scales it with two.
   *
   * @param {PointerEvent} event
   */
  onDrag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (!this.moved && Math.hypot(dx, dy) < DRAG_PIXELS) return;
    // From here on it is a drag and not a click.
    this.moved = true;
    this.drawing.setPointerCapture(event.pointerId);
    const other = [...this.pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
    this.pointers.set(event.pointerId, event);
    if (other) this.pinch(before, event, other);
    else this.moveTo(this.x + dx, this.y + dy);
    this.onMove();
  }

  /**
   * Scales the drawing with two pointers, of which one has moved.
   *
   * @param {PointerEvent} before the last event of the pointer that moved
   * @param {PointerEvent} now its new event
   * @param {PointerEvent} other the pointer that has not moved
   */
  pinch(before, now, other) {
    /** @type {(pointer: PointerEvent) => number} */
    const apart = (pointer) => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY) || 1;
    const box = this.drawing.getBoundingClientRect();
    this.zoom(apart(now) / apart(before), (now.clientX + other.clientX) / 2 - box.left, (now.clientY + other.clientY) / 2 - box.top);
  }
}

/**
 * Returns where a drawing begins in a window, in one dimension: centered if it fits, or else as near to `wish` as
 * possible without empty space beside the drawing.
 *
 * @param {number} wish
 * @param {number} length of the drawing
 * @param {number} window the length of the window
 */
function within(wish, length, window) {
  if (length + 2 * MARGIN <= window) return (window - length) / 2;
  return Math.min(MARGIN, Math.max(window - MARGIN - length, wish));
}
