// Indexes the frames of an agent. An index is made when its agent is first selected, and extended when
// more is recorded. Counts how often each node was ticked, succeeded, failed and was aborted.

import { ABORTED, decodeFrame, FAILURE, RUNNING, SUCCESS } from "./decode.js";

/** The states in which a node is shown; an event `what` of `decode.js` has the index `what + 1`. */
export const STATES = ["idle", "failure", "success", "running", "aborted"];
/** The index of the state of a node that runs. */
export const RUNS = RUNNING + 1;

export class History {
  /** @param {import("./recording.js").Agent} agent */
  constructor(agent) {
    this.agent = agent;
    this.nodes = agent.tree.nodes;
    // The following four lists have an item for each frame.
    /**
     * The result of the root.
     *
     * @type {number[]}
     */
    this.results = [];
    /**
     * The activity of the agent, as an index of `doings`.
     *
     * @type {number[]}
     */
    this.doing = [];
    /**
     * True if a node was aborted.
     *
     * @type {boolean[]}
     */
    this.aborts = [];
    /**
     * True if nodes are active after the frame: the agent rests until it is ticked again.
     *
     * @type {boolean[]}
     */
    this.rests = [];
    /**
     * The different activities. Each is a list of nodes: the active tips, or the last leaf of a tick after which no
     * node is active.
     *
     * @type {number[][]}
     */
    this.doings = [];
    /**
     * An activity as text → its index in `doings`.
     *
     * @type {Map<string, number>}
     */
    this.doingPlaces = new Map();
    /**
     * The moments at which the result of the root or the activity changed, or the program panicked.
     *
     * @type {number[]}
     */
    this.marks = [];
    this.counters = new Counters(this);
    this.extend();
  }

  /** Adds the new frames of the agent, after removing those that were taken back. */
  extend() {
    this.cut();
    for (let frame = this.results.length; frame < this.agent.texts.length; frame++) {
      const { events, tips } = this.decode(frame);
      const doing = this.doingOf(events, tips);
      const panicked = this.agent.panics[frame];
      // After a panic, the root has no result.
      const result = panicked ? RUNNING : rootResult(events, tips);
      const differs = panicked || this.results.at(-1) !== result || this.doing.at(-1) !== doing;
      if (frame > 0 && differs) this.marks.push(this.agent.starts[frame]);
      this.results.push(result);
      this.doing.push(doing);
      this.aborts.push(events.some((event) => (event & 3) === ABORTED));
      this.rests.push(tips.length > 0);
      this.counters.extend(frame, events, tips);
    }
  }

  /** Removes the frames that the agent took back. */
  cut() {
    const { cut } = this.agent;
    this.agent.cut = null;
    if (cut === null || cut.frame >= this.results.length) return;
    this.counters.cut(cut.frame);
    for (const list of [this.results, this.doing, this.aborts, this.rests]) list.length = cut.frame;
    while (this.marks[this.marks.length - 1] >= cut.moment) this.marks.pop();
  }

  /**
   * Removes the first frames, and the marks before a moment.
   *
   * @param {number} frames
   * @param {number} moment
   */
  forget(frames, moment) {
    for (const list of [this.results, this.doing, this.aborts, this.rests]) list.splice(0, frames);
    this.marks = this.marks.filter((mark) => mark >= moment);
    this.counters.forget(frames);
  }

  /**
   * Returns the events and the active tips of a frame.
   *
   * @param {number} frame
   */
  decode(frame) {
    return decodeFrame(this.agent.texts[frame]);
  }

  /**
   * Returns the activity of the agent in a frame, as an index of `doings`.
   *
   * @param {number[]} events
   * @param {number[]} tips
   */
  doingOf(events, tips) {
    const leaves = events.filter((event) => this.nodes[event >>> 2].children.length === 0);
    const leaf = leaves.findLast((event) => (event & 3) !== ABORTED) ?? leaves.at(-1);
    const nodes = tips.length > 0 || leaf === undefined ? tips : [leaf >>> 2];
    const key = nodes.join();
    const known = this.doingPlaces.get(key);
    if (known !== undefined) return known;
    this.doingPlaces.set(key, this.doings.length);
    return this.doings.push(nodes) - 1;
  }

  /**
   * Returns everything that the page shows about a moment.
   *
   * @param {number} moment
   * @returns {import("./page").Tick}
   */
  tick(moment) {
    const frame = this.agent.frameAt(moment);
    const ticked = this.agent.covers(frame, moment);
    const { events, tips } = frame < 0 ? { events: [], tips: this.agent.active } : this.decode(frame);
    // An agent that rests has no events, but its active nodes stay active.
    return {
      moment,
      frame,
      ticked,
      tips,
      events: ticked ? events : [],
      errors: ticked ? this.agent.errors[frame] : [],
      panicked: ticked && this.agent.panics[frame],
      result: frame < 0 ? RUNNING : this.results[frame],
      doing: frame < 0 ? tips : this.doings[this.doing[frame]],
      states: this.states(ticked ? events : [], tips),
      reason: ticked ? this.agent.reasons.get(moment) : undefined,
      touched: ticked ? this.agent.touched[frame] : null,
      firstMoment: frame < 0 ? moment : this.agent.starts[frame],
    };
  }

  /**
   * Returns a moment in a gap of the recording: nothing is known about it.
   *
   * @param {number} moment
   * @returns {import("./page").Tick}
   */
  lost(moment) {
    const states = new Uint8Array(this.nodes.length);
    const none = { tips: [], events: [], errors: [], doing: [], states };
    return { moment, ticked: false, result: RUNNING, ...none };
  }

  /**
   * Returns the state of one node in a frame, as an index of `STATES`.
   *
   * @param {number} frame
   * @param {number} node
   */
  stateIn(frame, node) {
    const { events, tips } = this.decode(frame);
    /** @type {(tip: number) => boolean} */
    const isBelow = (tip) => tip >= node && tip < this.nodes[node].end;
    if (tips.some(isBelow)) return RUNS;
    const event = events.findLast((event) => event >>> 2 === node);
    return event === undefined ? 0 : (event & 3) + 1;
  }

  /**
   * Returns the state of each node, as an index of `STATES`: its last event, or running if it is active.
   *
   * @param {number[]} events
   * @param {number[]} tips
   */
  states(events, tips) {
    const states = new Uint8Array(this.nodes.length);
    for (const event of events) states[event >>> 2] = (event & 3) + 1;
    for (const tip of tips) {
      for (let node = /** @type {number | null} */ (tip); node !== null; node = this.nodes[node].parent) states[node] = RUNS;
    }
    return states;
  }
}

/**
 * Returns the result of the root; `ABORTED` if the program aborted the tree.
 *
 * @param {number[]} events
 * @param {number[]} tips
 */
function rootResult(events, tips) {
  if (tips.length > 0) return RUNNING;
  const event = events.findLast((event) => event >>> 2 === 0);
  return event === undefined ? RUNNING : event & 3;
}

// Counts how often each node was ticked, succeeded, failed and was aborted, up to any moment.

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

class Counters {
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
