// Draws rows of the timeline: a number of the blackboard over time, as a curve, and the history of one node.

import { firstAbove } from "./courses.js";
import { STATES } from "./history.js";

/** The height of a plot. */
export const PLOT = 44;

/**
 * Draws a plot: a horizontal line from each change of the number to the next one.
 *
 * @param {import("./timeline.js").Timeline} timeline
 * @param {import("./page").Plot} plot
 * @param {number} top
 */
export function drawPlot(timeline, { name, moments, values }, top) {
  const { context, span } = timeline;
  const numbers = /** @type {number[]} */ (values.filter(Number.isFinite));
  const low = Math.min(0, ...bounds(numbers));
  const high = Math.max(...bounds(numbers), low + 1);
  /** @type {(value: number) => number} */
  const y = (value) => top + PLOT - 5 - ((value - low) / (high - low)) * (PLOT - 21);
  context.strokeStyle = timeline.colours.plot;
  context.lineWidth = 1.5;
  context.beginPath();
  // True while the line continues from the change before.
  let pen = false;
  for (let place = Math.max(0, firstAbove(moments, span.from) - 1); place < moments.length; place++) {
    if (moments[place] > span.to) break;
    const value = values[place];
    if (value === undefined || !Number.isFinite(value)) {
      pen = false;
      continue;
    }
    const left = span.x(Math.max(moments[place], span.first));
    const right = span.x(moments[place + 1] ?? span.end);
    if (pen) context.lineTo(left, y(value));
    else context.moveTo(left, y(value));
    context.lineTo(right, y(value));
    pen = true;
  }
  context.stroke();
  context.font = timeline.fonts.detail;
  context.textBaseline = "top";
  context.textAlign = "left";
  context.fillStyle = timeline.colours.plot;
  context.fillText(`${name}  ${low} to ${high}`, 2, top + 1);
}

/**
 * Returns the minimum and the maximum.
 *
 * @param {number[]} numbers
 */
function bounds(numbers) {
  let low = Infinity;
  let high = -Infinity;
  for (const number of numbers) {
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  return [low, high];
}

// Draws the history of one node on the timeline: success at the top, failure at the bottom, running in
// the middle, an abort over the full height.

/** @typedef { {state: string, from: number, to: number} } Run */

export const TRACE = 30;
const LABEL = 15;
const HEIGHT = 10;

/**
 * A state → the distance of its bar from the top and the height of the bar, as fractions of the height.
 *
 * @type {Record<string, [number, number]>}
 */
const SHAPES = { success: [0, 0.45], running: [0.35, 0.3], failure: [0.75, 0.25], aborted: [0, 1] };

/** Computes the states of a node in all frames, and caches those of the last node. */
export class Trace {
  constructor() {
    /** @type {import("./history.js").History | null} */
    this.history = null;
    /** @type {number | null} */
    this.node = null;
    this.first = 0;
    /** @type {number[]} */
    this.states = [];
  }

  /**
   * Returns the state of a node in each frame, as an index of `STATES`.
   *
   * @param {import("./history.js").History} history
   * @param {number} node
   */
  of(history, node) {
    const { starts } = history.agent;
    if (history !== this.history || node !== this.node || starts[0] !== this.first) this.states = [];
    this.history = history;
    this.node = node;
    this.first = starts[0];
    // The last frame may have changed, if the moment was unfinished in a running program.
    this.states.length = Math.max(0, Math.min(this.states.length, starts.length) - 1);
    for (let frame = this.states.length; frame < starts.length; frame++) this.states.push(history.stateIn(frame, node));
    return this.states;
  }
}

/**
 * Draws the states of a node.
 *
 * @param {import("./timeline.js").Timeline} timeline
 * @param {string} name
 * @param {number[]} states of all frames, as `Trace.of` returns them
 * @param {number} top
 */
export function drawTrace(timeline, name, states, top) {
  const { context, span, colours, fonts } = timeline;
  context.font = fonts.detail;
  context.textBaseline = "top";
  context.textAlign = "left";
  context.fillStyle = colours.muted;
  context.fillText(name, 2, top);
  context.fillStyle = colours.line;
  context.fillRect(0, top + LABEL + HEIGHT - 0.5, span.width, 0.5);
  /** @type {(run: Run) => void} */
  const draw = ({ state, from, to }) => {
    if (!(state in SHAPES)) return;
    const [down, height] = SHAPES[state];
    const left = Math.max(0, span.x(from));
    const right = Math.min(span.width, span.x(to));
    context.fillStyle = colours[state];
    context.fillRect(left, top + LABEL + down * HEIGHT, Math.max(0.5, right - left), height * HEIGHT);
  };
  /** @type {Run | null} */
  let run = null;
  timeline.eachFrame((frame, from, ticked, until) => {
    const state = STATES[states[frame]];
    const to = state === "running" ? until : ticked;
    if (run && run.state === state && run.to === from) run.to = to;
    else {
      if (run) draw(run);
      run = { state, from, to };
    }
  });
  if (run) draw(run);
}
