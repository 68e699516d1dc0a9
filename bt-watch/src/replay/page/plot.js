// Draws a number of the blackboard over time, as a curve on the timeline.

import { firstAbove } from "./find.js";

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
