// Stores a recording: trees, agents with their frames, and the times of the moments.
//
// A moment is a tick of the recording, counted from 0.

import { Courses, firstAbove } from "./courses.js";
import { decodeFrame, encodeTips } from "./decode.js";
import { STRIDE } from "./history.js";
import { isDuration, numberOf, secondsOf } from "./value.js";
import { visible } from "./words.js";

export class Recording {
  /** @param {any} data from a recording in JSON */
  constructor(data) {
    /** @type {Tree[]} */
    this.trees = [];
    /** @type {Agent[]} */
    this.agents = [];
    /**
     * The id of an agent → its index in `agents`. Ids of agents that the program no longer records are missing.
     *
     * @type {Map<number, number>}
     */
    this.places = new Map();
    /**
     * The first moment.
     *
     * @type {number}
     */
    this.first = data.first;
    /** The number of moments. */
    this.moments = 0;
    /**
     * The time of each moment in seconds, as the program gave it.
     *
     * @type {(number | null)[]}
     */
    this.times = [];
    /**
     * The moments that the program dropped before the page requested them.
     *
     * @type {import("./page").Gap[]}
     */
    this.gaps = [];
    /**
     * A number that identifies the state of the last moment while it is unfinished; null if it is finished.
     *
     * @type {number | null}
     */
    this.open = null;
    this.append(data);
  }

  /** The moment after the last one. */
  get end() {
    return this.first + this.moments;
  }

  /**
   * Adds the agents that are not known yet.
   *
   * @param {any[]} agents an agent without an id has the id after the one before
   */
  addAgents(agents) {
    let next = 0;
    for (const agent of agents) {
      const id = agent.id ?? next;
      next = id + 1;
      if (this.places.has(id)) continue;
      const place = this.agents.length;
      this.places.set(id, place);
      this.agents.push(new Agent({ ...agent, id }, this.trees[agent.tree]));
      if (agent.renews) this.renew(place, agent.renews);
    }
  }

  /**
   * Connects an agent with the agent that it replaced when a new version of its tree was loaded.
   *
   * @param {number} place the index of the new agent
   * @param {[number, number]} renews the id of the replaced agent, and the first moment of the new one
   */
  renew(place, [id, moment]) {
    const agent = this.agents[place];
    agent.since = moment;
    const previous = this.places.get(id);
    if (previous === undefined) return;
    agent.previous = previous;
    const old = this.agents[previous];
    old.next = place;
    old.retired = Math.min(old.retired, moment - 1);
  }

  /**
   * Returns the index of the version of an agent that existed at the moment, or of the nearest one.
   *
   * @param {number} place the index of any version
   * @param {number} moment
   */
  versionAt(place, moment) {
    let { next } = this.agents[place];
    while (next !== null && this.agents[next].since <= moment) [place, next] = [next, this.agents[next].next];
    let { previous } = this.agents[place];
    while (previous !== null && moment < this.agents[place].since) [place, previous] = [previous, this.agents[previous].previous];
    return place;
  }

  /**
   * Returns the indices of all versions of an agent, the first one first.
   *
   * @param {number} place the index of any version
   */
  versions(place) {
    const all = [place];
    for (let { previous } = this.agents[place]; previous !== null; { previous } = this.agents[previous]) all.unshift(previous);
    for (let { next } = this.agents[place]; next !== null; { next } = this.agents[next]) all.push(next);
    return all;
  }

  /**
   * Returns the agent with an id.
   *
   * @param {number} id of a known agent
   */
  agent(id) {
    return this.agents[/** @type {number} */ (this.places.get(id))];
  }

  /**
   * Returns the time of a moment in seconds, from the program or from the agent's blackboard; null if it is unknown.
   *
   * @param {number} moment
   * @param {Agent} agent
   */
  time(moment, agent) {
    return this.times[moment - this.first] ?? agent.clock(moment);
  }

  /** The moment after the last finished one. */
  get finished() {
    return this.end - Number(this.open !== null);
  }

  /**
   * Adds newer data.
   *
   * @param {any} data a recording of new trees, new agents and new moments; also of the last moment if it was unfinished
   */
  append(data) {
    if (this.open !== null) this.takeBack();
    for (const tree of data.trees) this.trees.push(new Tree(tree));
    if (data.first > this.end && this.agents.length > 0) this.comeBack(data);
    this.addAgents(data.agents);
    for (const [agent, moment, count, ...frame] of data.frames) {
      const [text, errors, panicked, forced, set] = frame;
      this.agent(agent).addFrame(moment, count, text, errors, panicked, forced, set);
    }
    for (const [agent, moment, values, gone] of data.changes ?? []) {
      this.agent(agent).values.change(moment, values, gone);
    }
    for (const [agent, moment, values, gone] of data.values ?? []) {
      this.agent(agent).kept.change(moment, values, gone);
    }
    for (const [agent, moment, sentence, others] of data.reasons ?? []) {
      this.agent(agent).reasons.set(moment, { sentence, others });
    }
    for (const [place, time] of (data.times ?? []).entries()) this.times[data.first + place - this.first] = time && secondsOf(time);
    this.moments = Math.max(this.moments, data.first + data.moments - this.first);
    this.open = data.open ?? null;
  }

  /**
   * Begins again after a gap: `agents` contains the states of all agents after it, except dropped ones.
   *
   * @param { {first: number, agents: any[]} } data
   */
  comeBack({ first, agents }) {
    this.gaps.push([this.end, first]);
    const states = new Map(agents.map((agent) => [agent.id, agent]));
    for (const agent of this.agents) agent.comeBack(first, states.get(agent.id) ?? {});
  }

  /** The smallest id that is greater than the ids of all known agents. */
  get nextAgent() {
    return (this.agents.at(-1)?.id ?? -1) + 1;
  }

  /** Removes the last moment, which was unfinished and comes again. */
  takeBack() {
    this.open = null;
    this.moments -= 1;
    this.times.length = Math.min(this.times.length, this.moments);
    for (const agent of this.agents) agent.takeBack(this.end);
  }

  /**
   * Drops the moments before this one; returns how many frames of each agent were dropped.
   *
   * @param {number} moment
   */
  forgetBefore(moment) {
    this.times.splice(0, moment - this.first);
    this.moments = this.end - moment;
    this.first = moment;
    this.gaps = this.gaps.filter(([, to]) => to > moment);
    return this.agents.map((agent) => agent.forgetBefore(moment));
  }
}

export class Tree {
  /** @param { {name: string, file?: string, text_mark?: string, nodes: any[]} } tree */
  constructor({ name, file, text_mark: mark, nodes }) {
    this.name = visible(name);
    /** The file from which it was loaded; empty if it is unknown. */
    this.file = visible(file ?? "");
    /** The mark of the text from which it was loaded: other texts have other marks. */
    this.mark = mark ?? null;
    /** @type {import("./page").TreeNode[]} */
    this.nodes = nodes.map((node, id) => ({ parent: null, ...node, ...textsOf(node), id, children: [] }));
    for (const node of this.nodes) {
      const parent = node.parent === null ? undefined : this.nodes[node.parent];
      node.depth = parent ? parent.depth + 1 : 0;
      node.place = parent ? parent.children.push(node.id) - 1 : 0;
    }
    for (const node of this.nodes) node.siblings = node.parent === null ? 1 : this.nodes[node.parent].children.length;
  }
}

/**
 * Returns the texts of a node with invisible characters escaped.
 *
 * @param { {label?: string, key?: string, source?: string, description?: string, file?: string} } node
 */
function textsOf({ label, key, source, description, file }) {
  const texts = Object.entries({ label, key, source, description, file });
  return Object.fromEntries(texts.flatMap(([name, text]) => (text ? [[name, visible(text)]] : [])));
}

// Stores the frames of an agent, and the changes of its values.
//
// A frame stands for consecutive moments in which the agent did the same.

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
