// Moves and scales the drawing: by dragging, the wheel, pinching, and by the program.

const CLOSEST = 2.5;
const FARTHEST = 0.05;
const MARGIN = 24;
const GLIDE_MILLISECONDS = 180;
const DRAG_PIXELS = 4;
/** Half of what a node takes in height, with some room. */
const HALF_NODE = 32;

export class Camera {
  /**
   * `onMove` is told when the person moved it, `onApply` whenever something else comes into sight.
   *
   * @param {SVGSVGElement} drawing
   * @param {SVGGElement} world
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
    this.gliding = 0;
    /** @type {Map<number, PointerEvent>} */
    this.pointers = new Map();
    /** Whether the last drag went so far that it was no click. */
    this.moved = false;
    /** "whole" or "overview" where it shows that to the person; null once they have moved it. */
    /** @type {"whole" | "overview" | null} */
    this.home = null;
    this.measure();
    drawing.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    drawing.addEventListener("pointerdown", (event) => this.onDown(event));
    drawing.addEventListener("pointermove", (event) => this.onDrag(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      drawing.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    }
  }

  /** To be called when the size of the drawing is another one; to ask for it at every tick would be slow. */
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

  apply() {
    this.world.setAttribute("transform", `translate(${this.x},${this.y}) scale(${this.scale})`);
    this.onApply(this.window);
  }

  /** What can be seen, in the drawing's own measure. */
  get window() {
    const { x, y, scale } = this;
    return { left: -x / scale, top: -y / scale, right: (this.width - x) / scale, bottom: (this.height - y) / scale, scale };
  }

  /**
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
   * As `moveTo`, in a short glide unless the person does not like that.
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
   * The scale at which the whole drawing can be seen; never larger than life.
   *
   * @param { {width: number, height: number} } drawing
   */
  wholeScale({ width, height }) {
    const wide = (this.width - 2 * MARGIN) / (width + 12);
    const high = (this.height - 2 * MARGIN) / height;
    return Math.max(0.001, Math.min(wide, high, 1));
  }

  /** @param { {width: number, height: number} } drawing */
  fit({ width, height }) {
    const scale = this.wholeScale({ width, height });
    const x = Math.max(MARGIN, (this.width - width * scale) / 2);
    this.moveTo(x, (this.height - height * scale) / 2, scale);
  }

  /** @param {number} factor */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.min(CLOSEST, Math.max(Math.min(FARTHEST, this.scale), this.scale * factor));
    const grown = scale / this.scale;
    this.moveTo(x - (x - this.x) * grown, y - (y - this.y) * grown, scale);
  }

  /**
   * Whether the box can be seen in full.
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
   * The scale, between these two, at which the box and the root can be seen beside each other.
   *
   * @param { {x: number, width: number} } box
   * @param {number} least
   * @param {number} most
   */
  scaleFor({ x, width }, least, most) {
    return Math.min(most, Math.max(least, (this.width - 2 * MARGIN) / (x + width)));
  }

  /**
   * Puts the box, and the root if there is room for both, where they can be seen, and no more void than needed beside them.
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
    // Otherwise it shows as many of the node's ancestors, to its left, as there is room for.
    const x = fitsAlong ? MARGIN : Math.max(-along[0], this.width - MARGIN - along[1]);
    const y = this.height / 2 - (fitsAcross ? (across[0] + across[1]) / 2 : box.y * scale);
    const to = [within(x, layout.width * scale, this.width), within(y, layout.height * scale, this.height)];
    if (glide) this.glideTo(to[0], to[1]);
    else this.moveTo(to[0], to[1], scale);
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    event.preventDefault();
    const box = this.drawing.getBoundingClientRect();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1);
    this.zoom(Math.exp(-Math.max(-120, Math.min(120, pixels)) / 400), event.clientX - box.left, event.clientY - box.top);
    this.onMove();
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (event.button !== 0) return;
    this.pointers.set(event.pointerId, event);
    this.moved = false;
  }

  /** @param {PointerEvent} event */
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
   * @param {PointerEvent} before
   * @param {PointerEvent} now
   * @param {PointerEvent} other
   */
  pinch(before, now, other) {
    /** @type {(pointer: PointerEvent) => number} */
    const apart = (pointer) => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY) || 1;
    const box = this.drawing.getBoundingClientRect();
    this.zoom(apart(now) / apart(before), (now.clientX + other.clientX) / 2 - box.left, (now.clientY + other.clientY) / 2 - box.top);
  }
}

/**
 * Where a drawing of this length begins in a window: in its middle if it fits; or else as near to `wish` as leaves no void.
 *
 * @param {number} wish
 * @param {number} length
 * @param {number} window
 */
function within(wish, length, window) {
  if (length + 2 * MARGIN <= window) return (window - length) / 2;
  return Math.min(MARGIN, Math.max(window - MARGIN - length, wish));
}
