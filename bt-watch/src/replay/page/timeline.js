// Draws the timeline: the activity of the agent, events, and curves of chosen numbers of the blackboard; handles scrubbing and zooming.

import { touchedText } from "./change.js";
import { firstAbove } from "./courses.js";
import { FAILURE, SUCCESS } from "./decode.js";
import { byId } from "./dom.js";
import { drawPlot, drawTrace, PLOT, TRACE, Trace } from "./plot.js";
import { coloursOf, fitted } from "./theme.js";
import { labelledAbove } from "./tree_view.js";
import { clock, nameOf, tickNumber } from "./words.js";

// The heights of the rows, from top to bottom.
const LANE = 24;
const MARKS = 14;
const AXIS = 18;
/** A window with less height has no curves, to leave room for the tree. */
const LOW_WINDOW = 480;
/** The number of colors for different activities. */
const TONES = 8;
const COLOURS = ["text", "muted", "line", "surface", "failure", "success", "running", "aborted", "plot", "unknown"];
const TONE_NAMES = Array.from({ length: TONES }, (_, tone) => `tone-${tone}`);

/** @typedef { {doing: number, from: number, to: number} } Run */

export class Timeline {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement} head
   * @param {import("./page").Fonts} fonts
   */
  constructor(canvas, head, fonts) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.head = head;
    this.fonts = fonts;
    this.span = new Span();
    /**
     * The plots that the user has chosen.
     *
     * @type {import("./page").Plot[]}
     */
    this.chosen = [];
    /**
     * The plots that are drawn: all that are chosen, or none in a low window.
     *
     * @type {import("./page").Plot[]}
     */
    this.plots = [];
    /** @type {import("./page").Gap[]} */
    this.gaps = [];
    /**
     * The moments at which new versions of the tree begin.
     *
     * @type {number[]}
     */
    this.versions = [];
    /** @type {import("./history.js").History} set by `open`, before anything is drawn */
    this.history = /** @type {any} */ (null);
    /** @type {number | null} */
    this.node = null;
    this.trace = new Trace();
    this.traceHeight = TRACE;
    this.moment = 0;
    /**
     * Returns the time of a moment in seconds; null if it is unknown.
     *
     * @type {(moment: number) => number | null}
     */
    this.timeOf = () => null;
    /** @type {Record<string, string>} */
    this.colours = {};
  }

  /**
   * Shows another agent, or more moments of the same one.
   *
   * @param {import("./history.js").History} history
   * @param { {recording: { first: number, end: number, gaps?: import("./page").Gap[] }, versions: number[]} } moments those at which
   * new versions of the tree begin
   * @param {(moment: number) => number | null} timeOf
   */
  open(history, { recording: { first, end, gaps = [] }, versions }, timeOf) {
    this.timeOf = timeOf;
    if (history !== this.history) this.node = null;
    this.history = history;
    this.gaps = gaps;
    this.versions = versions;
    this.span.setMoments(first, end);
    byId("legend-touched").hidden = !history.agent.touched.some(Boolean);
    this.draw();
  }

  /**
   * Sets the numbers that are drawn, each in a row of its own.
   *
   * @param {import("./page").Plot[]} plots
   */
  setPlots(plots) {
    this.chosen = plots;
    this.draw();
  }

  /**
   * Sets the node whose results are drawn.
   *
   * @param {number | null} node null: the root
   */
  setNode(node) {
    if (node === this.node) return;
    this.node = node;
    this.draw();
  }

  /** The height of the timeline in pixels. */
  get height() {
    return LANE + MARKS + this.traceHeight + this.plots.length * PLOT + AXIS;
  }

  /** Draws everything except the head. */
  draw() {
    if (!this.history) return;
    const { canvas, context, span } = this;
    const isLow = innerHeight < LOW_WINDOW;
    this.plots = isLow ? [] : this.chosen;
    this.traceHeight = isLow ? 0 : TRACE;
    canvas.style.height = `${this.height}px`;
    const width = canvas.clientWidth;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(this.height * scale);
    span.width = width;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    this.colours = coloursOf([...COLOURS, ...TONE_NAMES]);
    this.drawAxis(this.height - AXIS);
    this.drawLane();
    this.drawGaps();
    this.drawVersions();
    this.drawMarks(LANE);
    if (!isLow) this.drawTrace(LANE + MARKS);
    this.plots.forEach((plot, place) => drawPlot(this, plot, LANE + MARKS + this.traceHeight + place * PLOT));
  }

  /**
   * Draws the results of the selected node, or of the root.
   *
   * @param {number} top
   */
  drawTrace(top) {
    const { history, node } = this;
    const name = nameOf(history.nodes[node ?? 0]);
    const text = node === null ? `${name}  (select a node to see its results here)` : name;
    drawTrace(this, text, this.trace.of(history, node ?? 0), top);
  }

  /**
   * Calls a function for each visible frame.
   *
   * @param {(frame: number, from: number, to: number, until: number) => void} call receives the index of the frame, its
   * first moment, the moment after its last one, and, if the agent rests after it, the moment at which the rest ends
   */
  eachFrame(call) {
    const { agent, rests } = this.history;
    const { starts, counts } = agent;
    const begin = Math.max(0, firstAbove(starts, this.span.from) - 1);
    for (let frame = begin; frame < starts.length && starts[frame] < this.span.to; frame++) {
      const to = starts[frame] + counts[frame];
      const next = starts[frame + 1] ?? Math.min(this.span.end, agent.retired + 1);
      call(frame, starts[frame], to, rests[frame] ? Math.max(to, next) : to);
    }
  }

  /** Draws the activity of the agent as bars, one for consecutive frames with the same activity. */
  drawLane() {
    /** @type {Run | null} */
    let run = null;
    this.eachFrame((frame, from, _, until) => {
      const doing = this.history.doing[frame];
      if (run && run.doing === doing && run.to === from) run.to = until;
      else {
        if (run) this.drawRun(run);
        run = { doing, from, to: until };
      }
    });
    if (run) this.drawRun(run);
  }

  /**
   * Draws one bar, with its name if there is room.
   *
   * @param {Run} run
   */
  drawRun({ doing, from, to }) {
    const { context, span } = this;
    const left = Math.max(0, span.x(from));
    const right = Math.min(span.width, span.x(to));
    context.fillStyle = this.colours[TONE_NAMES[doing % TONES]];
    const gap = right - left > 4 ? 1 : 0;
    context.fillRect(left, 2, Math.max(0.5, right - left - gap), LANE - 4);
    if (right - left < 28) return;
    context.font = this.fonts.detail;
    context.fillStyle = this.colours.text;
    context.textBaseline = "middle";
    context.textAlign = "left";
    const text = fitted(this.barName(doing), this.fonts.detail, right - left - 12);
    if (text.length > 2) context.fillText(text, left + 6, LANE / 2 + 0.5);
  }

  /** Draws a line where each version of the tree begins, and names those that this version begins and ends with. */
  drawVersions() {
    const { context, span } = this;
    const { since, next, retired } = this.history.agent;
    const height = this.height - AXIS;
    const ends = next === null ? null : retired + 1;
    for (const moment of this.versions) {
      const x = span.x(moment);
      if (x < 0 || x > span.width) continue;
      context.fillStyle = this.colours.text;
      context.fillRect(x - 0.75, 0, 1.5, height);
      if (moment !== since && moment !== ends) continue;
      context.font = this.fonts.detail;
      context.textBaseline = "bottom";
      context.textAlign = x > span.width / 2 ? "right" : "left";
      context.fillText("new version", x > span.width / 2 ? x - 4 : x + 4, height);
    }
  }

  /** Hatches the gaps of the recording. */
  drawGaps() {
    const { context, span } = this;
    const height = this.height - AXIS;
    for (const [from, to] of this.gaps) {
      const left = Math.max(0, span.x(from));
      const width = Math.max(2, Math.min(span.width, span.x(to)) - left);
      if (left > span.width || span.x(to) < 0) continue;
      context.save();
      context.beginPath();
      context.rect(left, 2, width, height - 2);
      context.clip();
      context.fillStyle = this.colours.unknown;
      context.fillRect(left, 2, width, height);
      context.strokeStyle = this.colours.muted;
      context.lineWidth = 1;
      context.beginPath();
      for (let x = left - height; x < left + width; x += 7) {
        context.moveTo(x, height);
        context.lineTo(x + height, 0);
      }
      context.stroke();
      context.restore();
    }
  }

  /**
   * Returns the name of a bar: the nearest label at or above each node, `flee`, or else the name of the node.
   *
   * @param {number} doing an index of `history.doings`
   */
  barName(doing) {
    const { doings, nodes } = this.history;
    const names = doings[doing].map((node) => nameOf(nodes[labelledAbove(nodes, node) ?? node]));
    return [...new Set(names)].join(" + ");
  }

  /**
   * Returns the names of the nodes of an activity.
   *
   * @param {number} doing an index of `history.doings`
   */
  doingName(doing) {
    return this.history.doings[doing].map((node) => nameOf(this.history.nodes[node])).join(" + ");
  }

  /**
   * Draws results of the root as lines, long for a failure; aborts as squares, errors as dots, changes from the page as
   * diamonds.
   *
   * @param {number} top
   */
  drawMarks(top) {
    const { agent, results, aborts } = this.history;
    /** @type {Record<string, number>} */
    const drawn = { result: -9, abort: -9, error: -9, touched: -9 };
    const { span } = this;
    // A few samples per pixel are enough, however many moments it contains.
    const step = Math.max(1, Math.floor(span.length / Math.max(1, span.width) / 4));
    this.eachFrame((frame, from, to) => {
      const last = Math.min(to, Math.ceil(span.to));
      for (let moment = Math.max(from, Math.floor(span.from)); moment < last; moment += step) {
        const x = span.x(moment + 0.5);
        // At most one mark per pixel, even for ten thousand ticks.
        /** @type {(kind: string, pixels: number) => boolean} */
        const room = (kind, pixels) => x - drawn[kind] >= pixels && (drawn[kind] = x) === x;
        if (results[frame] <= SUCCESS && room("result", 1)) this.drawResult(results[frame], x, top);
        if (aborts[frame] && room("abort", 5)) this.drawAbort(x, top);
        if (agent.errors[frame].length > 0 && room("error", 5)) this.drawError(x, top);
        if (agent.touched[frame] && room("touched", 4)) this.drawTouched(x, top);
      }
    });
  }

  /**
   * Draws a result of the root.
   *
   * @param {number} result
   * @param {number} x
   * @param {number} top
   */
  drawResult(result, x, top) {
    const isFailure = result === FAILURE;
    this.context.fillStyle = isFailure ? this.colours.failure : this.colours.success;
    this.context.fillRect(x - 0.75, top, 1.5, isFailure ? MARKS - 1 : MARKS / 2);
  }

  /**
   * Draws an abort.
   *
   * @param {number} x
   * @param {number} top
   */
  drawAbort(x, top) {
    const { context } = this;
    context.fillStyle = this.colours.aborted;
    context.fillRect(x - 2.5, top + 2, 5, 5);
  }

  /**
   * Draws an error.
   *
   * @param {number} x
   * @param {number} top
   */
  drawError(x, top) {
    const { context } = this;
    context.fillStyle = this.colours.failure;
    context.beginPath();
    context.arc(x, top + 9.5, 2.5, 0, 2 * Math.PI);
    context.fill();
  }

  /**
   * Draws a diamond: a person has changed something from the page.
   *
   * @param {number} x
   * @param {number} top
   */
  drawTouched(x, top) {
    const { context, colours } = this;
    context.beginPath();
    for (const [right, down] of [[0, -4.5], [4.5, 0], [0, 4.5], [-4.5, 0]]) context.lineTo(x + right, top - 1 + down);
    context.closePath();
    context.fillStyle = colours.plot;
    context.fill();
    context.strokeStyle = colours.surface;
    context.lineWidth = 1;
    context.stroke();
  }

  /**
   * Draws the axis, with times if they are known.
   *
   * @param {number} top
   */
  drawAxis(top) {
    const { context, span } = this;
    context.font = this.fonts.detail;
    context.textBaseline = "middle";
    context.textAlign = "center";
    const isTimed = this.timeOf(Math.floor(span.from)) !== null || this.timeOf(Math.ceil(span.to) - 1) !== null;
    const step = roundStep((span.length / span.width) * (isTimed ? 120 : 80));
    const begin = Math.ceil(tickNumber(span.from) / step) * step;
    for (let tick = begin; tick < tickNumber(span.to); tick += step) {
      const x = span.x(tick - 1 + 0.5);
      context.fillStyle = this.colours.line;
      context.fillRect(x - 0.5, 0, 1, top);
      context.fillStyle = this.colours.muted;
      const time = this.timeOf(tick - 1);
      const text = time === null ? String(tick) : `${tick}  ${clock(time)}`;
      const half = context.measureText(text).width / 2;
      context.fillText(text, Math.min(span.width - half, Math.max(half, x)), top + AXIS / 2 + 1);
    }
  }

  /**
   * Moves the head to a moment; draws the timeline only if the moment was not visible.
   *
   * @param {number} moment
   */
  show(moment) {
    this.moment = moment;
    if (this.span.reveal(moment)) this.draw();
    this.placeHead();
  }

  /** Moves the head to the current moment. */
  placeHead() {
    const { moment } = this;
    const left = this.span.x(moment);
    const width = Math.max(2, this.span.x(moment + 1) - left);
    const transform = `translateX(${left}px)`;
    if (this.head.style.transform !== transform) this.head.style.transform = transform;
    if (this.head.style.width !== `${width}px`) this.head.style.width = `${width}px`;
  }
}

/**
 * Returns the smallest of 1, 2, 5, 10, 20, 50, … that is not below `least`.
 *
 * @param {number} least
 */
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power;
}

// Converts between the moments that the timeline shows and positions on it.

/** The minimum number of moments that are shown. */
const FEWEST = 8;

export class Span {
  constructor() {
    /** The first moment of the recording, and the one after the last. */
    this.first = 0;
    this.end = 1;
    /** The part that is shown, with fractions of moments. */
    this.from = 0;
    this.to = 1;
    /** The width of the timeline in pixels. */
    this.width = 1;
  }

  /**
   * Sets the moments of the recording, `first..end`; if all were shown before, all are shown.
   *
   * @param {number} first
   * @param {number} end
   */
  setMoments(first, end) {
    const all = this.from <= this.first && this.to >= this.end;
    this.first = first;
    this.end = Math.max(end, first + 1);
    if (all) this.showAll();
    else this.moveTo(this.from);
  }

  /** Shows all moments. */
  showAll() {
    this.from = this.first;
    this.to = this.end;
  }

  /** The number of moments that are shown. */
  get length() {
    return this.to - this.from;
  }

  /**
   * Returns the left end of a moment, in pixels.
   *
   * @param {number} moment
   */
  x(moment) {
    return ((moment - this.from) / this.length) * this.width;
  }

  /**
   * Returns the moment at a position.
   *
   * @param {number} x in pixels
   */
  momentAt(x) {
    const moment = Math.floor(this.from + (x / this.width) * this.length);
    return Math.min(this.end - 1, Math.max(this.first, moment));
  }

  /**
   * Shows fewer moments (factor > 1) or more of them; the moment at `x` stays where it is.
   *
   * @param {number} factor
   * @param {number} x in pixels
   */
  zoom(factor, x) {
    const all = this.end - this.first;
    const length = Math.min(all, Math.max(Math.min(FEWEST, all), this.length / factor));
    const part = x / this.width;
    const still = this.from + part * this.length;
    this.from = still - part * length;
    this.to = this.from + length;
    this.moveTo(this.from);
  }

  /**
   * Shows the same number of moments, beginning with another one.
   *
   * @param {number} from
   */
  moveTo(from) {
    const { length } = this;
    this.from = Math.max(this.first, Math.min(from, this.end - length));
    this.to = this.from + length;
  }

  /**
   * Makes the moment visible; returns true if another part is shown for that.
   *
   * @param {number} moment
   */
  reveal(moment) {
    if (moment >= this.from && moment + 1 <= this.to) return false;
    this.moveTo(moment + 0.5 - this.length / 2);
    return true;
  }
}

// Handles scrubbing, zooming and hovering on the timeline.

export class TimelineInput {
  /**
   * @param {import("./timeline.js").Timeline} timeline
   * @param {HTMLElement} surface the element that receives the events of the pointer
   * @param {HTMLElement} bubble describes the moment at the pointer
   * @param {(moment: number) => void} goTo called when the user scrubs
   */
  constructor(timeline, surface, bubble, goTo) {
    this.timeline = timeline;
    this.surface = surface;
    this.bubble = bubble;
    this.goTo = goTo;
    this.scrubbing = false;
    surface.addEventListener("pointerdown", (event) => this.onDown(event));
    surface.addEventListener("pointermove", (event) => this.onMove(event));
    surface.addEventListener("pointerup", () => (this.scrubbing = false));
    surface.addEventListener("pointercancel", () => (this.scrubbing = false));
    surface.addEventListener("pointerleave", () => (bubble.hidden = true));
    surface.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
  }

  /**
   * Returns the position of the pointer on the timeline, in pixels.
   *
   * @param {MouseEvent} event
   */
  x(event) {
    return event.clientX - this.surface.getBoundingClientRect().left;
  }

  /**
   * Begins to scrub.
   *
   * @param {PointerEvent} event
   */
  onDown(event) {
    if (event.button !== 0) return;
    this.scrubbing = true;
    this.surface.setPointerCapture(event.pointerId);
    this.goTo(this.timeline.span.momentAt(this.x(event)));
  }

  /**
   * Scrubs, and describes the moment at the pointer.
   *
   * @param {PointerEvent} event
   */
  onMove(event) {
    const moment = this.timeline.span.momentAt(this.x(event));
    if (this.scrubbing) this.goTo(moment);
    this.showBubble(moment);
  }

  /**
   * Describes a moment above the timeline.
   *
   * @param {number} moment
   */
  showBubble(moment) {
    const { span } = this.timeline;
    this.bubble.textContent = `${tickNumber(moment)}  ${this.textOf(moment)}`;
    this.bubble.hidden = false;
    const room = span.width - this.bubble.offsetWidth;
    this.bubble.style.left = `${Math.max(0, Math.min(room, span.x(moment + 0.5) - this.bubble.offsetWidth / 2))}px`;
  }

  /**
   * Returns the description of a moment: `npc.run_to_shelter() · a node was aborted`
   *
   * @param {number} moment
   */
  textOf(moment) {
    const { history, gaps } = this.timeline;
    const { agent, results, aborts } = history;
    if (gaps.some(([from, to]) => from <= moment && moment < to)) return "not recorded";
    const frame = agent.frameAt(moment);
    if (!agent.covers(frame, moment)) return "rests";
    const texts = [this.timeline.doingName(history.doing[frame])];
    if (results[frame] === SUCCESS) texts.push("the tree succeeded");
    if (results[frame] === FAILURE) texts.push("the tree failed");
    if (aborts[frame]) texts.push("a node was aborted");
    if (agent.errors[frame].length > 0) texts.push("an error");
    const touched = agent.touched[frame];
    if (touched) texts.push(touchedText(history.nodes, touched));
    return texts.join(" · ");
  }

  /**
   * Zooms; moves with shift or a horizontal wheel.
   *
   * @param {WheelEvent} event
   */
  onWheel(event) {
    event.preventDefault();
    const { span } = this.timeline;
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (sideways || event.shiftKey) {
      const pixels = sideways ? event.deltaX : event.deltaY;
      span.moveTo(span.from + (pixels / span.width) * span.length);
    } else span.zoom(Math.exp(-event.deltaY / 400), this.x(event));
    this.timeline.draw();
    this.timeline.placeHead();
  }
}
