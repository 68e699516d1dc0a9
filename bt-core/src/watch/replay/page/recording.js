// A recording in the page: trees, and for each agent its frames and the changes of its blackboard.

import { STRIDE } from "./counters.js";
import { Courses } from "./courses.js";
import { decodeFrame, encodeTips } from "./decode.js";
import { firstAbove } from "./find.js";
import { visible } from "./visible.js";

/** What a clock on the blackboard is called. */
const CLOCKS = ["time", "now"];

export class Recording {
  /** @param {any} data from a recording in JSON */
  constructor(data) {
    /** @type {Tree[]} */
    this.trees = [];
    /** @type {Agent[]} */
    this.agents = [];
    /**
     * Number of an agent → its place: those that are retired and forgotten are left out.
     *
     * @type {Map<number, number>}
     */
    this.places = new Map();
    /** @type {number} */
    this.first = data.first;
    this.moments = 0;
    /** @type {(number | null)[]} */
    this.times = [];
    /**
     * Moments that were forgotten before they were asked for.
     *
     * @type {import("./page").Gap[]}
     */
    this.gaps = [];
    /**
     * The state of the last moment, if that goes on.
     *
     * @type {number | null}
     */
    this.open = null;
    this.append(data);
  }

  /** The moment behind the last one. */
  get end() {
    return this.first + this.moments;
  }

  /**
   * Those that are not known yet. A number is said where it is not the next one.
   *
   * @param {any[]} agents
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
   * An agent goes on with a new version of its tree in the place of another one.
   *
   * @param {number} place
   * @param {[number, number]} renews that one, and the first moment
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
   * The place of the version of an agent's tree that there was at the moment, or the nearest one.
   *
   * @param {number} place of any version
   * @param {number} moment
   */
  versionAt(place, moment) {
    let { next } = this.agents[place];
    while (next !== null && this.agents[next].since <= moment) [place, next] = [next, this.agents[next].next];
    let { previous } = this.agents[place];
    while (previous !== null && moment < this.agents[place].since) [place, previous] = [previous, this.agents[previous].previous];
    return place;
  }

  /** @param {number} id of a known agent */
  agent(id) {
    return this.agents[/** @type {number} */ (this.places.get(id))];
  }

  /**
   * Seconds, as the program gave them or as they are on the blackboard of the agent; null where there are none.
   *
   * @param {number} moment
   * @param {Agent} agent
   */
  time(moment, agent) {
    return this.times[moment - this.first] ?? agent.clock(moment);
  }

  /** The moment behind the last one that is finished. */
  get finished() {
    return this.end - Number(this.open !== null);
  }

  /**
   * Takes in what was recorded since: `data` has the trees and agents that are new, and what goes on again.
   *
   * @param {any} data
   */
  append(data) {
    if (this.open !== null) this.takeBack();
    for (const tree of data.trees) this.trees.push(new Tree(tree));
    if (data.first > this.end && this.agents.length > 0) this.comeBack(data);
    this.addAgents(data.agents);
    for (const [agent, moment, count, text, errors, panicked] of data.frames) {
      this.agent(agent).addFrame(moment, count, text, errors, panicked);
    }
    for (const [agent, moment, values, gone] of data.changes ?? []) {
      this.agent(agent).values.change(moment, values, gone);
    }
    for (const [agent, moment, values, gone] of data.values ?? []) {
      this.agent(agent).kept.change(moment, values, gone);
    }
    for (const [place, time] of (data.times ?? []).entries()) this.times[data.first + place - this.first] = secondsOf(time);
    this.moments = Math.max(this.moments, data.first + data.moments - this.first);
    this.open = data.open ?? null;
  }

  /**
   * After a gap all agents are told once more, as they were behind it, but for those that are forgotten.
   *
   * @param { {first: number, agents: any[]} } data
   */
  comeBack({ first, agents }) {
    this.gaps.push([this.end, first]);
    const told = new Map(agents.map((agent) => [agent.id, agent]));
    for (const agent of this.agents) agent.comeBack(first, told.get(agent.id) ?? {});
  }

  /** The number behind those of all known agents. */
  get nextAgent() {
    return (this.agents.at(-1)?.id ?? -1) + 1;
  }

  /** The last moment went on, and is told again. */
  takeBack() {
    this.open = null;
    this.moments -= 1;
    this.times.length = Math.min(this.times.length, this.moments);
    for (const agent of this.agents) agent.takeBack(this.end);
  }

  /**
   * Forgets what was before this moment; returns the number of frames of each agent.
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
  /** @param { {name: string, file?: string, nodes: any[]} } tree */
  constructor({ name, file, nodes }) {
    this.name = visible(name);
    /** The file that it was loaded from; empty if it is not known. */
    this.file = visible(file ?? "");
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
 * What was written in a node, as it can be seen.
 *
 * @param { {label?: string, key?: string, source?: string, description?: string} } node
 */
function textsOf({ label, key, source, description }) {
  const texts = Object.entries({ label, key, source, description });
  return Object.fromEntries(texts.flatMap(([name, text]) => (text ? [[name, visible(text)]] : [])));
}

export class Agent {
  /**
   * @param {any} agent
   * @param {Tree} tree
   */
  constructor({ id, name, blackboard, values, active = [], retired = Infinity }, tree) {
    /** @type {number} */
    this.id = id;
    /** @type {string} */
    this.name = name;
    this.tree = tree;
    /**
     * The last moment in which it was there.
     *
     * @type {number}
     */
    this.retired = retired;
    /** The first moment of this version of its tree; 0 for the first version. */
    this.since = 0;
    /**
     * The places of the versions of its tree before and after this one.
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
    // For each frame: the first moment, the number of moments, the events in base64, errors, and
    // whether the program panicked.
    /** @type {number[]} */
    this.starts = [];
    /** @type {number[]} */
    this.counts = [];
    /** @type {string[]} */
    this.texts = [];
    /** @type {[number, string][][]} */
    this.errors = [];
    /** @type {boolean[]} */
    this.panics = [];
    /** The blackboard, by its keys. */
    this.values = new Courses();
    /** The texts of the values that nodes keep, by the nodes. */
    this.kept = new Courses();
    /**
     * The first frame, and its moment, of those that were taken back since the history was extended.
     *
     * @type { {frame: number, moment: number} | null}
     */
    this.cut = null;
    if (blackboard) this.values.change(-1, blackboard);
    if (values) this.kept.change(-1, values);
  }

  /**
   * The lists with an item for each frame.
   *
   * @returns {any[][]}
   */
  get frames() {
    return [this.starts, this.counts, this.texts, this.errors, this.panics];
  }

  /** The moment behind the last frame; 0 if there is none. */
  get end() {
    const last = this.starts.length - 1;
    return last < 0 ? 0 : this.starts[last] + this.counts[last];
  }

  /**
   * Adds a frame; what is known already is left out.
   *
   * @param {number} moment
   * @param {number} count
   * @param {string} text
   * @param {[number, string][]} errors
   */
  addFrame(moment, count, text, errors = [], panicked = false) {
    const known = this.end;
    const end = moment + count;
    if (end <= known) return;
    const start = Math.max(moment, known);
    const frame = [start, end - start, text, errors, panicked];
    this.frames.forEach((list, place) => list.push(frame[place]));
  }

  /**
   * Takes back what is known of the moment and those behind it.
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
    this.values.takeBack(moment);
    this.kept.takeBack(moment);
  }

  /**
   * What is true at this moment, after a gap.
   *
   * @param {number} moment
   * @param { {blackboard?: Record<string, any>, values?: Record<string, string>, active?: number[]} } agent
   */
  comeBack(moment, { blackboard, values, active = [] }) {
    this.values.comeBack(moment, blackboard ?? {});
    this.kept.comeBack(moment, values ?? {});
    // An agent that rests since then has still been doing something.
    this.addFrame(moment, 0, encodeTips(active));
  }

  /**
   * Forgets frames that end before this moment, by the stride of the counters; returns their number.
   *
   * @param {number} moment
   */
  forgetBefore(moment) {
    const ended = this.starts.filter((start, frame) => start < moment && start + this.counts[frame] <= moment).length;
    const frames = ended - (ended % STRIDE);
    if (frames > 0) this.active = decodeFrame(this.texts[frames - 1]).tips;
    for (const list of this.frames) list.splice(0, frames);
    this.values.forgetBefore(moment);
    this.kept.forgetBefore(moment);
    return frames;
  }

  /**
   * The place of the last frame that begins at or before the moment; -1 if there is none.
   *
   * @param {number} moment
   */
  frameAt(moment) {
    return firstAbove(this.starts, moment) - 1;
  }

  /**
   * Whether this frame is about the moment, or the agent rested.
   *
   * @param {number} frame
   * @param {number} moment
   */
  covers(frame, moment) {
    return frame >= 0 && moment < this.starts[frame] + this.counts[frame];
  }

  /**
   * The text of the values that a node keeps at the moment; null where there is none.
   *
   * @param {number} node
   * @param {number} moment
   */
  keptBy(node, moment) {
    const text = this.kept.at(String(node), moment);
    return text === undefined ? null : visible(text);
  }

  /**
   * The seconds of a `Duration` at the top of the blackboard that is called `time` or `now`; null if there is none, or
   * the agent rests.
   *
   * @param {number} moment
   */
  clock(moment) {
    const key = CLOCKS.find((name) => this.values.has(name));
    const isThere = key !== undefined && this.covers(this.frameAt(moment), moment);
    const value = isThere ? this.values.at(key, moment) : undefined;
    const { secs, nanos } = value ?? {};
    return typeof secs === "number" && typeof nanos === "number" ? secondsOf([secs, nanos]) : null;
  }
}

/**
 * [5, 250000000] → 5.25
 *
 * @param {[number, number] | null} time
 */
function secondsOf(time) {
  return time && time[0] + time[1] / 1e9;
}
