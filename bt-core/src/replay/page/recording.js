// A recording as the page reads it: trees, and for each agent its frames and what became of its blackboard.

import { firstAbove } from "./find.js";
import { visible } from "./visible.js";

export class Recording {
  constructor(data) {
    this.trees = [];
    this.agents = [];
    this.first = data.first;
    this.moments = 0;
    this.times = [];
    this.append(data);
  }

  /** The moment behind the last one. */
  get end() {
    return this.first + this.moments;
  }

  /** Seconds, or null where the program told no time. */
  time(moment) {
    return this.times[moment - this.first] ?? null;
  }

  /** Takes in what was recorded since; says whether there was anything new. */
  append(data) {
    const { end } = this;
    let frames = 0;
    for (const tree of data.trees.slice(this.trees.length)) this.trees.push(new Tree(tree));
    for (const agent of data.agents.slice(this.agents.length)) {
      this.agents.push(new Agent(agent, this.trees[agent.tree]));
    }
    for (const [agent, moment, count, text, errors] of data.frames) {
      frames += Number(this.agents[agent].addFrame(moment, count, text, errors));
    }
    for (const [agent, moment, values, gone] of data.changes ?? []) {
      this.agents[agent].addChange(moment, values, gone);
    }
    (data.times ?? []).forEach((time, place) => (this.times[data.first + place - this.first] = time));
    this.moments = Math.max(this.moments, data.first + data.moments - this.first);
    return frames > 0 || this.end !== end;
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
  constructor({ name, blackboard, active = [] }, tree) {
    this.name = name;
    this.tree = tree;
    /** The active tips before the first frame. */
    this.active = active;
    // Frame by frame: the first moment, the number of moments, the events in base64, errors.
    this.starts = [];
    this.counts = [];
    this.texts = [];
    this.errors = [];
    // Key of the blackboard → {moments, values}: what it became, and when.
    this.values = new Map();
    if (blackboard) this.addChange(-1, blackboard);
  }

  /** What is known already is left out; says whether there was more. */
  addFrame(moment, count, text, errors = []) {
    const known = this.starts.length === 0 ? 0 : this.starts.at(-1) + this.counts.at(-1);
    if (moment + count <= known) return false;
    if (moment < known) return this.addFrame(known, moment + count - known, text, errors);
    this.starts.push(moment);
    this.counts.push(count);
    this.texts.push(text);
    this.errors.push(errors);
    return true;
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
