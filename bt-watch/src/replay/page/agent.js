// Stores the frames of an agent, and the changes of its values.
//
// A frame stands for consecutive moments in which the agent did the same.

import { STRIDE } from "./counters.js";
import { Courses } from "./courses.js";
import { decodeFrame, encodeTips } from "./decode.js";
import { firstAbove } from "./find.js";
import { isDuration, numberOf } from "./value.js";
import { visible } from "./visible.js";

/** The names of a clock on the blackboard. */
const CLOCKS = ["time", "now"];

export class Agent {
  /**
   * @param {any} agent
   * @param {import("./recording.js").Tree} tree
   */
  constructor({ id, name, blackboard, values, active = [], retired = Infinity }, tree) {
    /** @type {number} */
    this.id = id;
    /** @type {string} */
    this.name = name;
    this.tree = tree;
    /**
     * The last moment at which the agent existed.
     *
     * @type {number}
     */
    this.retired = retired;
    /** The first moment of this version of the tree; 0 for the first version. */
    this.since = 0;
    /**
     * The indices of the agents with the previous and the next version of the tree.
     *
     * @type {number | null}
     */
    this.previous = null;
    /** @type {number | null} */
    this.next = null;
    /**
     * The active tips before the first frame.
     *
     * @type {number[]}
     */
    this.active = active;
    // The following six lists have an item for each frame.
    /**
     * The first moment.
     *
     * @type {number[]}
     */
    this.starts = [];
    /**
     * The number of moments.
     *
     * @type {number[]}
     */
    this.counts = [];
    /**
     * The events and tips, as `decodeFrame` reads them.
     *
     * @type {string[]}
     */
    this.texts = [];
    /**
     * Nodes and the texts of their errors.
     *
     * @type {[number, string][][]}
     */
    this.errors = [];
    /**
     * True if the program panicked.
     *
     * @type {boolean[]}
     */
    this.panics = [];
    /**
     * What a person has changed from the page.
     *
     * @type {(import("./page").Touched | null)[]}
     */
    this.touched = [];
    /**
     * Why another node runs than in the tick before, by moments.
     *
     * @type {Map<number, import("./page").Reason>}
     */
    this.reasons = new Map();
    /** The values of the blackboard, by their keys. */
    this.values = new Courses();
    /** The texts of the values that nodes keep, by the ids of the nodes. */
    this.kept = new Courses();
    /**
     * The first frame that was taken back since the history was last extended, and its moment.
     *
     * @type { {frame: number, moment: number} | null}
     */
    this.cut = null;
    if (blackboard) this.values.change(-1, blackboard);
    if (values) this.kept.change(-1, values);
  }

  /**
   * All lists with an item for each frame.
   *
   * @returns {any[][]}
   */
  get frames() {
    return [this.starts, this.counts, this.texts, this.errors, this.panics, this.touched];
  }

  /** The moment after the last frame; 0 if there is none. */
  get end() {
    const last = this.starts.length - 1;
    return last < 0 ? 0 : this.starts[last] + this.counts[last];
  }

  /**
   * Adds a frame, without the moments that are known already.
   *
   * @param {number} moment the first moment
   * @param {number} count the number of moments
   * @param {string} text the events and tips, as `decodeFrame` reads them
   * @param {[number, string][]} errors
   * @param {boolean} panicked
   * @param {number[]} forced the leaves whose answers were forced
   * @param {[string, string][]} set the fields that were set, and their values
   */
  addFrame(moment, count, text, errors = [], panicked = false, forced = [], set = []) {
    const known = this.end;
    const end = moment + count;
    if (end <= known) return;
    const start = Math.max(moment, known);
    const touched = forced.length + set.length > 0 ? { forced, set } : null;
    const frame = [start, end - start, text, errors, panicked, touched];
    this.frames.forEach((list, place) => list.push(frame[place]));
  }

  /**
   * Removes this moment and those after it.
   *
   * @param {number} moment
   */
  takeBack(moment) {
    while (this.starts.length > 0 && this.end > moment) {
      const frame = this.starts.length - 1;
      this.cut = { frame, moment: this.starts[frame] };
      if (this.starts[frame] < moment) {
        this.counts[frame] = moment - this.starts[frame];
        break;
      }
      for (const list of this.frames) list.pop();
    }
    // Only the last moment is taken back.
    this.reasons.delete(moment);
    this.values.takeBack(moment);
    this.kept.takeBack(moment);
  }

  /**
   * Sets the state of the agent at the first moment after a gap.
   *
   * @param {number} moment
   * @param { {blackboard?: Record<string, any>, values?: Record<string, string>, active?: number[]} } agent
   */
  comeBack(moment, { blackboard, values, active = [] }) {
    this.values.comeBack(moment, blackboard ?? {});
    this.kept.comeBack(moment, values ?? {});
    // A frame of no moments: shows the active nodes of an agent that is not ticked after the gap.
    this.addFrame(moment, 0, encodeTips(active));
  }

  /**
   * Drops frames that end before this moment, a multiple of `STRIDE`; returns their number.
   *
   * @param {number} moment
   */
  forgetBefore(moment) {
    const ended = this.starts.filter((start, frame) => start < moment && start + this.counts[frame] <= moment).length;
    const frames = ended - (ended % STRIDE);
    if (frames > 0) this.active = decodeFrame(this.texts[frames - 1]).tips;
    for (const list of this.frames) list.splice(0, frames);
    for (const known of this.reasons.keys()) if (known < moment) this.reasons.delete(known);
    this.values.forgetBefore(moment);
    this.kept.forgetBefore(moment);
    return frames;
  }

  /**
   * Returns the index of the last frame that begins at or before the moment; -1 if there is none.
   *
   * @param {number} moment
   */
  frameAt(moment) {
    return firstAbove(this.starts, moment) - 1;
  }

  /**
   * Returns true if the frame contains the moment; false if the agent rested then.
   *
   * @param {number} frame the frame at or before the moment; -1 if there is none
   * @param {number} moment
   */
  covers(frame, moment) {
    return frame >= 0 && moment < this.starts[frame] + this.counts[frame];
  }

  /**
   * Returns the text of the values that a node keeps at the moment; null if there are none.
   *
   * @param {number} node
   * @param {number} moment
   */
  keptBy(node, moment) {
    const text = this.kept.at(String(node), moment);
    return text === undefined ? null : visible(text);
  }

  /**
   * Returns the seconds of a `Duration` named `time` or `now` at the top of the blackboard; null if there is none or
   * the agent rests.
   *
   * @param {number} moment
   */
  clock(moment) {
    const key = CLOCKS.find((name) => this.values.has(name));
    const isThere = key !== undefined && this.covers(this.frameAt(moment), moment);
    const value = isThere ? this.values.at(key, moment) : undefined;
    return isDuration(value) ? (numberOf(value) ?? null) : null;
  }
}
