// The history of an agent: an index of its frames, made once when the agent is selected.

import { ABORTED, RUNNING, decodeFrame } from "./decode.js";
import { Counters } from "./counters.js";

/** The states in which a node is shown. The first four are those of an event, plus one. */
export const STATES = ["idle", "failure", "success", "running", "aborted"];
const RUNS = RUNNING + 1;

export class History {
  /** @param {import("./recording.js").Agent} agent */
  constructor(agent) {
    this.agent = agent;
    this.nodes = agent.tree.nodes;
    // For each frame: the result of the root; the activity of the agent, as an index of `doings`;
    // other events that are marked.
    /** @type {number[]} */
    this.results = [];
    /** @type {number[]} */
    this.doing = [];
    /** @type {boolean[]} */
    this.aborts = [];
    /**
     * Whether something is active behind the frame: an agent that is not ticked then rests.
     *
     * @type {boolean[]}
     */
    this.rests = [];
    /**
     * Lists of nodes: the active tips, or the last leaf of a tick that left nothing active.
     *
     * @type {number[][]}
     */
    this.doings = [];
    /** @type {Map<string, number>} */
    this.doingPlaces = new Map();
    /**
     * The moments in which the root's result or the doing changed.
     *
     * @type {number[]}
     */
    this.marks = [];
    this.counters = new Counters(this);
    this.extend();
  }

  /** Takes in the frames that the agent got since, and takes back those that go on. */
  extend() {
    this.cut();
    for (let frame = this.results.length; frame < this.agent.texts.length; frame++) {
      const { events, tips } = this.decode(frame);
      const doing = this.doingOf(events, tips);
      const panicked = this.agent.panics[frame];
      // The root has no result.
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

  cut() {
    const { cut } = this.agent;
    this.agent.cut = null;
    if (cut === null || cut.frame >= this.results.length) return;
    this.counters.cut(cut.frame);
    for (const list of [this.results, this.doing, this.aborts, this.rests]) list.length = cut.frame;
    while (this.marks[this.marks.length - 1] >= cut.moment) this.marks.pop();
  }

  /**
   * So many frames, and the marks before this moment, were forgotten.
   *
   * @param {number} frames
   * @param {number} moment
   */
  forget(frames, moment) {
    for (const list of [this.results, this.doing, this.aborts, this.rests]) list.splice(0, frames);
    this.marks = this.marks.filter((mark) => mark >= moment);
    this.counters.forget(frames);
  }

  /** @param {number} frame */
  decode(frame) {
    return decodeFrame(this.agent.texts[frame]);
  }

  /**
   * The place in `doings` of what the agent was doing.
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
   * All there is to show of one moment.
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
      isMark: ticked && this.isMark(frame, moment),
      firstMoment: frame < 0 ? moment : this.agent.starts[frame],
    };
  }

  /**
   * A moment that was lost: nothing is to be shown of it.
   *
   * @param {number} moment
   * @returns {import("./page").Tick}
   */
  lost(moment) {
    const states = new Uint8Array(this.nodes.length);
    const none = { tips: [], events: [], errors: [], doing: [], states };
    return { moment, ticked: false, result: RUNNING, isMark: false, ...none };
  }

  /**
   * @param {number} frame
   * @param {number} moment
   */
  isMark(frame, moment) {
    const differs = [this.results, this.doing].some((list) => list[frame] !== list[frame - 1]);
    return (differs || this.agent.panics[frame]) && this.agent.starts[frame] === moment;
  }

  /**
   * The state of one node in a frame, as a place in `STATES`.
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
   * For each node its last event, or running if it is active.
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
 * How the root ended, running, or aborted by the program.
 *
 * @param {number[]} events
 * @param {number[]} tips
 */
function rootResult(events, tips) {
  if (tips.length > 0) return RUNNING;
  const event = events.findLast((event) => event >>> 2 === 0);
  return event === undefined ? RUNNING : event & 3;
}
