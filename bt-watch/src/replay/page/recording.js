// Stores a recording: trees, agents, and the times of the moments.
//
// A moment is a tick of the recording, counted from 0.

import { Agent } from "./agent.js";
import { secondsOf } from "./value.js";
import { visible } from "./visible.js";

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
