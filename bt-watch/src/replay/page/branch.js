// Goes on from an earlier tick with a copy of the agent, and shows what the copy does beside what the agent did.

import { align } from "./align.js";
import { byId, hide, html, setAttribute, setText } from "./dom.js";
import { History, STATES } from "./history.js";
import { Recording } from "./recording.js";
import { post, runOf } from "./server.js";
import { nameOf, SIGNS, tickNumber, visible } from "./words.js";

/** The maximum number of nodes that are listed. */
const MOST_LISTED = 12;

/** @typedef {import("./page").Copy} Copy */
/** @typedef {import("./page").CopyDifference} CopyDifference */

export class Branch {
  /** @param {import("./live.js").Live} live */
  constructor(live) {
    this.live = live;
    /**
     * The copy that is shown beside its agent.
     *
     * @type {Copy | null}
     */
    this.copy = null;
    /**
     * The answers that are forced in copies, and the agent whose leaves give them.
     *
     * @type {Map<number, [string, import("./page").Until]>}
     */
    this.forced = new Map();
    this.agent = -1;
    /** The moments from which the agent can go on. @type {[number, number] | null} */
    this.moments = null;
    byId("branch").addEventListener("submit", (event) => {
      event.preventDefault();
      this.go();
    });
    byId("branch-forced").addEventListener("click", (event) => this.drop(/** @type {HTMLElement} */ (event.target).dataset.leaf));
    byId("copy-close").addEventListener("click", () => this.close());
    byId("copy-tick").addEventListener("input", () => this.goTo(byId("copy-tick").valueAsNumber));
    byId("copy-first").addEventListener("click", () => this.copy?.difference && this.goTo(this.copy.difference.moment));
    live.replay.branch = this;
    this.keys = { g: () => this.go() };
  }

  /**
   * Shows whether the agent can go on from the tick that is shown.
   *
   * @param {import("./page").ProgramState} state
   */
  show({ branch = null, lost }) {
    const { replay } = this.live;
    const agent = replay.recording.agents[replay.agent]?.id ?? -1;
    if (agent !== this.agent) this.forced.clear();
    this.agent = agent;
    this.moments = branch?.moments ?? null;
    hide("branch", branch === null || Boolean(lost));
    hide("branch-edited", !branch?.text || replay.edited === null);
    this.draw();
  }

  /** True if the agent can go on from the tick that is shown. */
  get may() {
    const { moment } = this.live.replay;
    return this.moments !== null && this.moments[0] <= moment && moment <= this.moments[1];
  }

  /**
   * Notes an answer that is forced in copies.
   *
   * @param {number} leaf
   * @param {string} status
   * @param {import("./page").Until} until
   */
  force(leaf, status, until) {
    this.forced.set(leaf, [status, until]);
    this.draw();
  }

  /**
   * Drops a forced answer.
   *
   * @param {string | undefined} leaf
   */
  drop(leaf) {
    if (leaf === undefined) return;
    this.forced.delete(Number(leaf));
    this.draw();
    byId("branch-go").focus();
  }

  /** Has the program run a copy from the tick that is shown, and shows it. */
  async go() {
    if (byId("branch").hidden) return;
    const { replay } = this.live;
    const { agent: place, moment } = replay;
    const { agent } = this;
    const forced = [...this.forced].map(([leaf, [status, until]]) => [leaf, status, until]);
    const wish = { agent, moment, ticks: byId("branch-ticks").valueAsNumber || 1, forced };
    const isEdited = !byId("branch-edited").hidden && byId("branch-text").checked;
    setText(byId("branch-said"), "");
    const text = isEdited ? replay.edited?.() : null;
    const run = runOf();
    const told = await (text ? post("edit/branch", { run }, JSON.stringify({ ...text, wish })) : post("branch", { run, wish: JSON.stringify(wish) }));
    const problem = typeof told === "string" ? told : (told.refused ?? told.problem ?? "");
    setText(byId("branch-said"), problem);
    if (typeof told === "string" || !told.recording?.agents.length) return;
    const [copy] = new Recording(told.recording).agents;
    const { nodes } = replay.recording.agents[place].tree;
    const originals = align(nodes, copy.tree.nodes);
    const changes = [...forced.map(([leaf, status]) => `${nameOf(nodes[Number(leaf)])}: ${status}`), ...(isEdited ? ["the edited text"] : [])];
    this.copy = {
      place, history: new History(copy), originals, nodes: new Map(originals.map((node, here) => [node, here])),
      from: told.from, end: told.recording.first + told.recording.moments, at: moment, compared: told.from, difference: null,
      title: `Copy from tick ${tickNumber(told.from)}${changes.length > 0 ? ` with ${changes.join(", ")}` : ""}`,
    };
    replay.draw();
    this.draw();
  }

  /** Shows the agent alone. */
  close() {
    this.copy = null;
    this.live.replay.draw();
    this.draw();
    // A button that is disabled takes no focus.
    byId(this.may ? "branch-go" : "branch-ticks").focus();
  }

  /**
   * Goes to a tick of the copy; the agent may not have come so far yet.
   *
   * @param {number} moment
   */
  goTo(moment) {
    if (!this.copy) return;
    this.copy.at = moment;
    this.live.replay.goTo(moment);
    this.live.replay.draw();
  }

  /** The states of the agent's nodes in the copy; null if there is no copy of the agent, or none of the tick. */
  get states() {
    const { copy, live: { replay } } = this;
    if (!copy || copy.place !== replay.agent) return null;
    // A tick of the copy that the agent has not come to stays, while the agent's last tick is shown.
    if (copy.at < replay.recording.end || replay.moment < replay.recording.end - 1) copy.at = replay.moment;
    if (copy.at < copy.from || copy.at >= copy.end) return null;
    const { states } = copy.history.tick(copy.at);
    return new Map(copy.originals.map((node, here) => [node, STATES[states[here]]]));
  }

  /** Shows what can be done, and the copy. */
  draw() {
    const { copy, live: { replay } } = this;
    setAttribute(byId("branch-go"), "disabled", this.may ? null : "");
    const { nodes } = replay;
    const texts = [...this.forced].map(([leaf, [status, until]]) => [leaf, `${nameOf(nodes[leaf])}: ${status} ${untilText(until)}`]);
    fill("branch-forced", texts, ([leaf, text]) => html("li", {}, `${text} `, html("button", { type: "button", class: "small", "data-leaf": leaf, "aria-label": `Drop ${text}` }, "×")));
    const isHere = copy !== null && copy.place === replay.agent;
    hide("copy", !isHere);
    hide("legend-copy", !isHere);
    if (!isHere) return;
    this.compare(copy);
    const { states } = this;
    setText(byId("copy-title"), copy.title);
    const slider = byId("copy-tick");
    for (const [name, value] of Object.entries({ min: copy.from, max: copy.end - 1 })) setAttribute(slider, name, value);
    slider.valueAsNumber = copy.at;
    setAttribute(slider, "aria-valuetext", `tick ${tickNumber(copy.at)}`);
    setText(byId("copy-at"), `tick ${tickNumber(copy.at)}${copy.at < replay.recording.end ? "" : ", the agent is not there yet"}`);
    this.drawDifference(copy);
    const here = states ? differences(copy, replay.history, copy.at) : [];
    const more = here.length - MOST_LISTED;
    const rows = here.slice(0, MOST_LISTED).map(({ name, node, is, was }) => [name, node, is, was]);
    fill("copy-here", rows, ([name, node, is, was]) =>
      html("li", { "data-state": is }, html("span", { class: "sign", "aria-hidden": "true" }, SIGNS[is] || "–"), " ", html(Number(node) < 0 ? "span" : "button", { class: "go", type: Number(node) < 0 ? null : "button", "data-go": Number(node) < 0 ? null : node }, name), `: ${inPlace(is, was)}`),
    );
    const rest = states === null ? "The copy has no such tick." : more > 0 ? `And ${more} more nodes.` : here.length === 0 ? "The copy does the same in this tick." : "";
    setText(byId("copy-rest"), replay.recording.end <= copy.at ? "" : rest);
  }

  /** @param {Copy} copy */
  drawDifference({ difference, compared, end }) {
    hide("copy-first", difference === null);
    const until = compared < end ? `, as far as the agent has come (tick ${compared})` : "";
    setText(byId("copy-difference"), difference ? "First difference: " : `No difference${until}.`);
    if (!difference) return setText(byId("copy-what"), "");
    setText(byId("copy-first"), `tick ${tickNumber(difference.moment)}`);
    const { name, is, was, touched } = difference;
    setText(byId("copy-what"), `, ${name}: ${inPlace(is, was)}.${touched ? " The agent was changed from the page in this tick." : ""}`);
  }

  /**
   * Compares the ticks that are known of both, up to the first difference.
   *
   * @param {Copy} copy
   */
  compare(copy) {
    const { recording, histories, waits } = this.live.replay;
    const original = histories.get(copy.place);
    if (!original) return;
    while (!copy.difference && copy.compared < Math.min(copy.end, recording.end) && copy.compared <= original.agent.retired) {
      const moment = copy.compared;
      const isTicked = original.agent.covers(original.agent.frameAt(moment), moment);
      // The agent may still be ticked in the last moment.
      if (moment >= recording.finished && (waits || !isTicked)) return;
      if (isTicked) copy.difference = differences(copy, original, moment)[0] ?? fieldDifference(copy, original, moment);
      copy.compared += 1;
    }
  }
}

/**
 * Shows rows in a list; does not change the page if they are the same.
 *
 * @param {"branch-forced" | "copy-here"} id
 * @param {any[]} rows
 * @param {(row: any) => HTMLElement} make
 */
function fill(id, rows, make) {
  const text = JSON.stringify(rows);
  if (byId(id).dataset.shown === text) return;
  byId(id).dataset.shown = text;
  byId(id).replaceChildren(...rows.map(make));
}

/**
 * Returns the nodes that do something else in the copy, in the order of their events there.
 *
 * @param {Copy} copy
 * @param {History} original
 * @param {number} moment
 * @returns {CopyDifference[]}
 */
function differences({ history, originals, nodes }, original, moment) {
  const [here, there] = [history.tick(moment), original.tick(moment)];
  const touched = Boolean(there.touched);
  const order = new Set([...here.events.map((event) => event >>> 2), ...here.states.keys()]);
  const own = [...order].map((node) => ({ name: nameOf(history.nodes[node]), node: originals[node], is: here.states[node], was: there.states[originals[node]] ?? 0 }));
  const gone = [...there.states.keys()].filter((node) => !nodes.has(node));
  const others = gone.map((node) => ({ name: nameOf(original.nodes[node]), node, is: 0, was: there.states[node] }));
  const all = [...own, ...others].filter(({ is, was }) => is !== was);
  return all.map(({ name, node, is, was }) => ({ moment, name, node, is: STATES[is], was: STATES[was], touched }));
}

/**
 * Returns the first field of the blackboard that has another value in the copy; null if there is none.
 *
 * @param {Copy} copy
 * @param {History} original
 * @param {number} moment
 * @returns {CopyDifference | null}
 */
function fieldDifference({ history }, original, moment) {
  const [here, there] = [history.agent.values, original.agent.values];
  for (const name of here.size > 0 && there.size > 0 ? new Set([...here.keys(), ...there.keys()]) : []) {
    const [is, was] = [here, there].map((values) => JSON.stringify(values.at(name, moment)) ?? "nothing");
    if (is !== was) return { moment, name: visible(name), node: -1, is: visible(is), was: visible(was), touched: false };
  }
  return null;
}

/**
 * @param {string} is
 * @param {string} was
 */
function inPlace(is, was) {
  /** @type {(state: string) => string} */
  const word = (state) => (state === "idle" ? "nothing" : state);
  return `${word(is)} in place of ${word(was)}`;
}

/**
 * Returns how long an answer is forced: `until released`
 *
 * @param {import("./page").Until} until
 */
export function untilText(until) {
  if (typeof until === "object") return `while ${until.while}`;
  return until === "asked" ? "in the next tick that asks it" : "until released";
}
