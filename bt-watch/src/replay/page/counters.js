// Counts how often each node was ticked, succeeded, failed and was aborted, up to any moment.

import { ABORTED, FAILURE, RUNNING, SUCCESS } from "./decode.js";

/** The counters of one node, in this order. */
export const COUNTED = ["ticked", "succeeded", "failed", "aborted"];
/**
 * An event → the index of its counter.
 *
 * @type {Record<number, number>}
 */
const PLACES = { [SUCCESS]: 1, [FAILURE]: 2, [ABORTED]: 3 };
/** The counters are stored for each frame whose index is a multiple of this; those between are computed on demand. */
export const STRIDE = 64;

export class Counters {
  /** @param {import("./history.js").History} history */
  constructor(history) {
    this.history = history;
    /**
     * The counters before the frames 0, STRIDE, 2 × STRIDE, …
     *
     * @type {Float64Array[]}
     */
    this.sums = [];
    /** The round in which each node was last counted; a round is one call of `add`. */
    this.rounds = new Float64Array(history.nodes.length);
    this.round = 0;
    /** The counters after the last frame. */
    this.running = new Float64Array(history.nodes.length * COUNTED.length);
    /** The last result of `before`. */
    this.last = { frame: 0, counts: this.running.slice() };
  }

  /**
   * Adds a frame at the end.
   *
   * @param {number} frame
   * @param {number[]} events
   * @param {number[]} tips
   */
  extend(frame, events, tips) {
    if (frame % STRIDE === 0) this.sums.push(this.running.slice());
    this.add(this.running, events, tips, this.history.agent.counts[frame]);
  }

  /**
   * Removes the frames from this one on.
   *
   * @param {number} frame
   */
  cut(frame) {
    this.running = this.before(frame).slice();
    this.sums.length = Math.ceil(frame / STRIDE);
    this.last = { frame, counts: this.running.slice() };
  }

  /**
   * Removes the first frames; they remain counted.
   *
   * @param {number} frames a multiple of `STRIDE`
   */
  forget(frames) {
    this.sums.splice(0, frames / STRIDE);
    const { frame, counts } = this.last;
    this.last = frame >= frames ? { frame: frame - frames, counts } : { frame: 0, counts: (this.sums[0] ?? this.running).slice() };
  }

  /**
   * Returns the counters up to and including a moment: four numbers for each node, in the order of the nodes.
   *
   * @param {number} moment
   */
  upTo(moment) {
    const { agent } = this.history;
    const frame = agent.frameAt(moment);
    if (frame < 0) return new Float64Array(this.running.length);
    const counts = this.before(frame).slice();
    const { events, tips } = this.history.decode(frame);
    this.add(counts, events, tips, Math.min(agent.counts[frame], moment - agent.starts[frame] + 1));
    return counts;
  }

  /**
   * Returns the counters before a frame; the array is valid until the next call. Continues from the last result if
   * that is nearer than the stored counters.
   *
   * @param {number} frame
   */
  before(frame) {
    const base = frame - (frame % STRIDE);
    const near = this.last.frame >= base && this.last.frame <= frame;
    const from = near ? this.last : { frame: base, counts: this.sums[base / STRIDE].slice() };
    for (; from.frame < frame; from.frame++) {
      const { events, tips } = this.history.decode(from.frame);
      this.add(from.counts, events, tips, this.history.agent.counts[from.frame]);
    }
    this.last = from;
    return from.counts;
  }

  /**
   * Adds the events of a frame.
   *
   * @param {Float64Array} counts
   * @param {number[]} events
   * @param {number[]} tips
   * @param {number} times the number of moments of the frame
   */
  add(counts, events, tips, times) {
    // A node counts once per tick, however many events it has.
    this.round += 1;
    for (const event of events) {
      const node = event >>> 2;
      const what = event & 3;
      if (what !== RUNNING) counts[node * COUNTED.length + PLACES[what]] += times;
      if (what !== ABORTED) this.addTicked(counts, node, times);
    }
    for (const tip of tips) this.addTicked(counts, tip, times);
  }

  /**
   * Counts a tick of a node and of all nodes above it, at most once per round.
   *
   * @param {Float64Array} counts
   * @param {number} ticked
   * @param {number} times
   */
  addTicked(counts, ticked, times) {
    for (let node = /** @type {number | null} */ (ticked); node !== null && this.rounds[node] !== this.round; node = this.history.nodes[node].parent) {
      this.rounds[node] = this.round;
      counts[node * COUNTED.length] += times;
    }
  }
}
