// A recording as the page reads it: trees, and for each agent its frames and what became of its blackboard.

import { STRIDE } from "./counters.js";
import { decodeFrame, encodeTips } from "./decode.js";
import { firstAbove } from "./find.js";
import { visible } from "./visible.js";

export class Recording {
  constructor(data) {
    this.trees = [];
    this.agents = [];
    /** Number of an agent → its place: those that are retired and forgotten are left out. */
    this.places = new Map();
    this.first = data.first;
    this.moments = 0;
    this.times = [];
    /** What was forgotten before it was asked for: [from, to] of moments. */
    this.gaps = [];
    /** Which state this is of the last moment, if that goes on. */
    this.open = null;
    this.append(data);
  }

  /** The moment behind the last one. */
  get end() {
    return this.first + this.moments;
  }

  /** Those that are not known yet. A number is said where it is not the next one. */
  addAgents(agents) {
    let next = 0;
    for (const agent of agents) {
      const id = agent.id ?? next;
      next = id + 1;
      if (this.places.has(id)) continue;
      this.places.set(id, this.agents.length);
      this.agents.push(new Agent({ ...agent, id }, this.trees[agent.tree]));
    }
  }

  agent(id) {
    return this.agents[this.places.get(id)];
  }

  /** Seconds, or null where the program told no time. */
  time(moment) {
    return this.times[moment - this.first] ?? null;
  }

  /** The moment behind the last one that is finished. */
  get finished() {
    return this.end - Number(this.open !== null);
  }

  /** Takes in what was recorded since: `data` has the trees and agents that are new, and what goes on again. */
  append(data) {
    if (this.open !== null) this.takeBack();
    for (const tree of data.trees) this.trees.push(new Tree(tree));
    if (data.first > this.end && this.agents.length > 0) this.comeBack(data);
    this.addAgents(data.agents);
    for (const [agent, moment, ...frame] of data.frames) this.agent(agent).addFrame(moment, ...frame);
    for (const [agent, moment, values, gone] of data.changes ?? []) {
      this.agent(agent).addChange(moment, values, gone);
    }
    (data.times ?? []).forEach((time, place) => (this.times[data.first + place - this.first] = secondsOf(time)));
    this.moments = Math.max(this.moments, data.first + data.moments - this.first);
    this.open = data.open ?? null;
  }

  /** After a gap all agents are told once more, as they were behind it, but for those that are forgotten. */
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

  /** Forgets what was before this moment; how many frames that is for each agent. */
  forgetBefore(moment) {
    this.times.splice(0, moment - this.first);
    this.moments = this.end - moment;
    this.first = moment;
    this.gaps = this.gaps.filter(([, to]) => to > moment);
    return this.agents.map((agent) => agent.forgetBefore(moment));
  }
}

class Tree {
  constructor({ name, nodes }) {
    this.name = visible(name);
    this.nodes = nodes.map((node, id) => ({ parent: null, ...node, ...textsOf(node), id, children: [] }));
    for (const node of this.nodes) {
      const parent = this.nodes[node.parent];
      node.depth = parent ? parent.depth + 1 : 0;
      node.place = parent ? parent.children.push(node.id) - 1 : 0;
    }
    for (const node of this.nodes) node.siblings = this.nodes[node.parent]?.children.length ?? 1;
  }
}

/** What was written in a node, as it can be seen. */
function textsOf({ label, source, description }) {
  const texts = Object.entries({ label, source, description }).filter(([, text]) => text);
  return Object.fromEntries(texts.map(([name, text]) => [name, visible(text)]));
}

class Agent {
  constructor({ id, name, blackboard, active = [] }, tree) {
    this.id = id;
    this.name = name;
    this.tree = tree;
    /** The active tips before the first frame. */
    this.active = active;
    // Frame by frame: the first moment, the number of moments, the events in base64, errors, whether the program panicked.
    this.starts = [];
    this.counts = [];
    this.texts = [];
    this.errors = [];
    this.panics = [];
    // Key of the blackboard → {moments, values}: what it became, and when.
    this.values = new Map();
    /** The first frame, and its moment, of those that were taken back since a history was told. */
    this.cut = null;
    if (blackboard) this.addChange(-1, blackboard);
  }

  /** The lists with an item for each frame. */
  get frames() {
    return [this.starts, this.counts, this.texts, this.errors, this.panics];
  }

  /** What is known already is left out. */
  addFrame(moment, count, text, errors = [], panicked = false) {
    const known = this.starts.length === 0 ? 0 : this.starts.at(-1) + this.counts.at(-1);
    const end = moment + count;
    if (end <= known) return;
    const start = Math.max(moment, known);
    const frame = [start, end - start, text, errors, panicked];
    this.frames.forEach((list, place) => list.push(frame[place]));
  }

  addChange(moment, values, gone = []) {
    for (const [key, value] of Object.entries(values)) this.addValue(moment, key, value);
    for (const key of gone) this.addValue(moment, key, undefined);
  }

  addValue(moment, key, value) {
    if (!this.values.has(key)) this.values.set(key, { moments: [], values: [] });
    const known = this.values.get(key);
    const last = known.moments.length - 1;
    if (known.moments[last] > moment) return;
    const place = known.moments[last] === moment ? last : last + 1;
    known.moments[place] = moment;
    known.values[place] = value;
  }

  /** Takes back what is known of the moment and those behind it. */
  takeBack(moment) {
    while (this.starts.length > 0 && this.starts.at(-1) + this.counts.at(-1) > moment) {
      const frame = this.starts.length - 1;
      this.cut = { frame, moment: this.starts[frame] };
      if (this.starts[frame] < moment) {
        this.counts[frame] = moment - this.starts[frame];
        break;
      }
      for (const list of this.frames) list.pop();
    }
    for (const { moments, values } of this.values.values()) {
      const length = firstAbove(moments, moment - 1);
      moments.length = length;
      values.length = length;
    }
  }

  /** What is true at this moment, after a gap. */
  comeBack(moment, { blackboard, active = [] }) {
    const gone = [...this.values.keys()].filter((key) => !Object.hasOwn(blackboard ?? {}, key));
    this.addChange(moment, blackboard ?? {}, gone);
    // An agent that rests since then has still been doing something.
    this.addFrame(moment, 0, encodeTips(active));
  }

  /** Forgets frames that end before this moment, by the stride of the counters; how many. */
  forgetBefore(moment) {
    const ended = this.starts.filter((start, frame) => start < moment && start + this.counts[frame] <= moment).length;
    const frames = ended - (ended % STRIDE);
    if (frames > 0) this.active = decodeFrame(this.texts[frames - 1]).tips;
    for (const list of this.frames) list.splice(0, frames);
    for (const { moments, values } of this.values.values()) {
      const past = Math.max(0, firstAbove(moments, moment) - 1);
      moments.splice(0, past);
      values.splice(0, past);
    }
    return frames;
  }

  /** The place of the last frame that begins at or before the moment; -1 if there is none. */
  frameAt(moment) {
    return firstAbove(this.starts, moment) - 1;
  }

  /** Whether this frame is about the moment, or the agent rested. */
  covers(frame, moment) {
    return frame >= 0 && moment < this.starts[frame] + this.counts[frame];
  }

  /** The value of a key at the moment; undefined where there is none. */
  valueAt(key, moment) {
    const { moments, values } = this.values.get(key);
    return values[firstAbove(moments, moment) - 1];
  }

  hasChanged(key, moment) {
    const { moments } = this.values.get(key);
    return moments[firstAbove(moments, moment) - 1] === moment;
  }
}

/** [5, 250000000] → 5.25 */
function secondsOf(time) {
  return time && time[0] + time[1] / 1e9;
}
