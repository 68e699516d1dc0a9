// Counts for each node how often it was ticked, succeeded, failed and was aborted, up to any
// moment.

import { ABORTED, FAILURE, RUNNING, SUCCESS } from "./decode.js";

/** The numbers of one node, in this order. */
export const COUNTED = ["ticked", "succeeded", "failed", "aborted"];
/** @type {Record<number, number>} */
const PLACES = { [SUCCESS]: 1, [FAILURE]: 2, [ABORTED]: 3 };
/** Sums are kept for every so manieth frame; what lies between is added up when it is asked for. */
export const STRIDE = 64;

export class Counters {
  /** @param {import("./history.js").History} history */
  constructor(history) {
    this.history = history;
    /** @type {Float64Array[]} */
    this.sums = [];
    /** In which round each node was counted last. */
    this.rounds = new Float64Array(history.nodes.length);
    this.round = 0;
    this.running = new Float64Array(history.nodes.length * COUNTED.length);
    this.last = { frame: 0, counts: this.running.slice() };
  }

  /**
   * @param {number} frame
   * @param {number[]} events
   * @param {number[]} tips
   */
  extend(frame, events, tips) {
    if (frame % STRIDE === 0) this.sums.push(this.running.slice());
    this.add(this.running, events, tips, this.history.agent.counts[frame]);
  }

  /**
   * The frames from this one on were taken back.
   *
   * @param {number} frame
   */
  cut(frame) {
    this.running = this.before(frame).slice();
    this.sums.length = Math.ceil(frame / STRIDE);
    this.last = { frame, counts: this.running.slice() };
  }

  /**
   * So many frames were forgotten, a multiple of the stride; they stay counted.
   *
   * @param {number} frames
   */
  forget(frames) {
    this.sums.splice(0, frames / STRIDE);
    const { frame, counts } = this.last;
    this.last = frame >= frames ? { frame: frame - frames, counts } : { frame: 0, counts: (this.sums[0] ?? this.running).slice() };
  }

  /**
   * Four numbers for each node, one node after the other.
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
   * All frames before this one. Goes on from where it was asked last, if that is nearer.
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
   * @param {Float64Array} counts
   * @param {number[]} events
   * @param {number[]} tips
   * @param {number} times
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
   * A node is ticked by the one above it.
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
