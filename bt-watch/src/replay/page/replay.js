// Keeps the selection (agent, moment, node) and updates the views. Each change requests a drawing in the
// next animation frame; several changes share one drawing.

import { align } from "./align.js";
import { boardRows, courseOf, firstNumber } from "./board.js";
import { History } from "./history.js";
import { Agent, Tree } from "./recording.js";
import { reasonNot } from "./story.js";
import { ancestors } from "./tree_view.js";
import { tickNumber } from "./words.js";

const MOST_PLOTS = 3;
/** If the whole tree fits only at a smaller scale than this, its inactive nodes are folded at first. */
const READABLE = 0.3;
/** “Fit” folds lower levels of a larger tree until it fits at this scale. */
const LEGIBLE_WHOLE = 0.5;
/** If it still does not fit, a part of it is shown, at a scale in this range. */
const IN_PART = [0.6, 0.8];

/** The tree that is shown before the program has an agent. */
const NOBODY = new Tree({ name: "", nodes: [{ kind: "no agent yet", parent: null, end: 1 }] });

export class Replay {
  /**
   * @param {import("./recording.js").Recording} recording
   * @param {import("./page").Views} views
   */
  constructor(recording, views) {
    this.recording = recording;
    this.views = views;
    /** The index of the agent; -1 before one is chosen. */
    this.agent = -1;
    this.moment = recording.first;
    /** True if the drawing moves to the running nodes. */
    this.follow = true;
    /** True while there is a query in the search field: the results stay where they are. */
    this.searches = false;
    /** True if a drawing has been requested. */
    this.pending = false;
    /** True if nodes were folded automatically: they are unfolded when they become active. */
    this.folds = false;
    /**
     * The histories of the agents that have been chosen, by their indices; before that, one of nobody.
     *
     * @type {Map<number, History>}
     */
    this.histories = new Map([[-1, new History(new Agent({ id: -1, name: "" }, NOBODY))]]);
    /**
     * Returns the nodes that the editor draws instead of a recorded tree; null while nothing is edited.
     *
     * @type {((tree: Tree) => import("./page").Drawn | null) | null}
     */
    this.draft = null;
    /**
     * The paths of the plotted numbers, by their JSON.
     *
     * @type {Map<string, string[]>}
     */
    this.plots = new Map();
    /**
     * The paths, as JSON, of the values that the user opened or folded.
     *
     * @type {Set<string>}
     */
    this.opened = new Set();
    /**
     * The leaves of the agent whose answers are forced now, with their answers.
     *
     * @type {Map<number, string>}
     */
    this.forced = new Map();
    /**
     * The copy of the agent beside it, if the page is live.
     *
     * @type {import("./branch.js").Branch | null}
     */
    this.branch = null;
    /**
     * Returns the texts of the editor; null while nothing is edited.
     *
     * @type {(() => object) | null}
     */
    this.edited = null;
    /** True if the program has stopped in the middle of the last tick of the agent. */
    this.waits = false;
  }

  /** The history of the agent. */
  get history() {
    return /** @type {History} */ (this.histories.get(this.agent));
  }

  /** The nodes of the agent's tree. */
  get nodes() {
    return this.history.nodes;
  }

  /**
   * Shows an agent.
   *
   * @param {number} agent an index of `recording.agents`
   */
  choose(agent) {
    const { tree: before } = this.history.agent;
    const chosen = this.recording.agents[agent];
    const isVersion = this.draft !== null || (this.agent >= 0 && this.recording.versionAt(this.agent, chosen.since) === agent);
    this.agent = agent;
    if (!this.histories.has(agent)) this.histories.set(agent, new History(chosen));
    const { board, controls } = this.views;
    if (chosen.tree !== before) this.drawTree(isVersion);
    board.clear();
    this.forced = new Map();
    this.plots = new Map();
    const number = firstNumber(chosen);
    if (number) this.plots.set(JSON.stringify(number), number);
    this.openTimeline();
    this.drawPlots();
    controls.choose(agent, chosen);
    this.draw();
  }

  /**
   * Draws the nodes of the tree, or those of the editor. The nodes of another version of the tree stay folded, selected and
   * in their places on the screen.
   *
   * @param {boolean} isVersion
   */
  drawTree(isVersion) {
    const { tree, camera, controls } = this.views;
    const recorded = this.history.nodes;
    const drawn = this.draft?.(this.history.agent.tree) ?? { nodes: recorded, recorded: recorded.map(({ id }) => id) };
    if (isVersion && JSON.stringify(drawn) === JSON.stringify({ nodes: tree.nodes, recorded: tree.recorded })) return;
    const before = tree.nodes.length;
    const from = isVersion ? align(tree.nodes, drawn.nodes) : [];
    const places = new Map(from.map((node, place) => [node, place]));
    /** @type {(node: number | null) => number | null} */
    const now = (node) => (node === null ? null : (places.get(node) ?? null));
    const folded = from.flatMap((node, place) => (tree.folded.has(node) && drawn.nodes[place].children.length > 0 ? [place] : []));
    const seen = tree.shown.filter((node) => now(node) !== null && camera.sees(tree.boxOf(node)));
    const anchor = seen.find((node) => node === tree.selected) ?? seen[seen.length >> 1];
    const box = anchor === undefined ? null : tree.boxOf(anchor);
    const selected = now(tree.selected);
    tree.open(drawn, { from, folded, selected, current: selected ?? now(tree.current) ?? 0 });
    if (!isVersion || before === 0 || !box) this.begin();
    else camera.keep(box, tree.boxOf(/** @type {number} */ (now(anchor))));
    controls.look();
  }

  /** The recorded node that is selected, or null. */
  get selected() {
    return this.views.tree.recordedOf(this.views.tree.selected);
  }

  /**
   * Goes to a moment, or to the nearest one that was recorded.
   *
   * @param {number} moment
   */
  goTo(moment) {
    const { first, end } = this.recording;
    this.moment = Math.max(first, Math.min(end - 1, moment));
    const version = this.agent < 0 ? -1 : this.recording.versionAt(this.agent, this.moment);
    if (version !== this.agent) this.choose(version);
    this.draw();
  }

  /**
   * Shows an agent; if it did not exist at the current moment, goes to one at which it did.
   *
   * @param {number} agent an index of `recording.agents`: that of any version
   */
  visit(agent) {
    const version = this.recording.versionAt(agent, this.moment);
    this.choose(version);
    this.goTo(Math.max(this.recording.agents[version].since, this.moment));
  }

  /**
   * Goes forward by a number of moments; returns true if there are more.
   *
   * @param {number} by
   */
  advance(by) {
    this.goTo(this.moment + by);
    return this.moment < this.recording.end - 1;
  }

  /**
   * Goes to the next change of the result or of the running node (by = 1), or to the previous one (by = -1).
   *
   * @param {number} by
   */
  toMark(by) {
    const { marks } = this.history;
    const to = by > 0 ? marks.find((mark) => mark > this.moment) : marks.findLast((mark) => mark < this.moment);
    if (to !== undefined) this.goTo(to);
  }

  /**
   * Goes to the next frame for which `is` returns true (by = 1), or to the previous one (by = -1).
   *
   * @param {number} by
   * @param {(history: History, frame: number) => boolean} is
   */
  toFrame(by, is) {
    const { starts } = this.history.agent;
    /** @type {(start: number, frame: number) => boolean} */
    const matches = (start, frame) => (start - this.moment) * by > 0 && is(this.history, frame);
    const to = by > 0 ? starts.find(matches) : starts.findLast(matches);
    if (to !== undefined) this.goTo(to);
  }

  /**
   * Goes to the next change of the selected node's state (by = 1), or to the previous one (by = -1).
   *
   * @param {number} by
   */
  toNodeChange(by) {
    const { selected } = this;
    if (selected === null) return;
    const states = this.views.timeline.trace.of(this.history, selected);
    this.toFrame(by, (_, frame) => frame > 0 && states[frame] !== states[frame - 1]);
  }

  /**
   * Selects a node, and moves the drawing if the node is not visible.
   *
   * @param {number | null} node
   */
  select(node, centre = false) {
    const { tree, camera } = this.views;
    if (node !== null) tree.reveal(node);
    tree.select(node);
    if (node !== null && (centre || !camera.sees(tree.boxOf(node)))) {
      camera.home = null;
      camera.show(tree.boxOf(node), tree.boxOf(0), tree.layout);
    }
    this.draw();
  }

  /**
   * Selects the node that shows a recorded one.
   *
   * @param {number} recorded
   */
  selectRecorded(recorded) {
    this.select(this.views.tree.drawnOf(recorded));
  }

  /**
   * Selects the next drawn node (by = 1) or the previous one (by = -1).
   *
   * @param {number} by
   */
  selectNext(by, from = this.views.tree.selected) {
    const { shown } = this.views.tree;
    if (shown.length === 0) return;
    const place = from === null ? (by > 0 ? -1 : 0) : shown.indexOf(from);
    this.select(shown[Math.max(0, Math.min(shown.length - 1, place + by))]);
  }

  /**
   * Folds or unfolds a node.
   *
   * @param {number} node
   */
  fold(node) {
    this.views.camera.home = null;
    this.folds = false;
    this.keepInPlace(node, () => this.views.tree.toggleFold(node));
  }

  /**
   * Changes the layout so that the node does not move on the screen.
   *
   * @param {number} node
   * @param {() => void} change
   */
  keepInPlace(node, change) {
    const { tree, camera } = this.views;
    const before = tree.boxOf(node);
    change();
    camera.keep(before, tree.boxOf(node));
    this.draw();
  }

  /** Shows a tree for the first time: the whole tree if it is readable, or else with inactive nodes folded. */
  begin() {
    const { tree, camera } = this.views;
    camera.measure();
    if (this.folds) tree.setFolded([]);
    this.folds = camera.wholeScale(tree.layout) < READABLE;
    if (this.folds) {
      const way = new Set(this.doing.flatMap((node) => ancestors(tree.nodes, node)));
      tree.setFolded(tree.nodes.filter((node) => node.children.length > 0 && !way.has(node.id)).map((node) => node.id));
    }
    this.overview();
  }

  /** The nodes that show what the agent does. */
  get doing() {
    return this.history.tick(this.moment).doing.flatMap((node) => this.views.tree.drawnOf(node) ?? []);
  }

  /** Folds all nodes that were neither active nor ticked in this tick. */
  foldIdle() {
    const { states } = this.history.tick(this.moment);
    const { tree } = this.views;
    this.folds = false;
    tree.setFolded(tree.nodes.filter(({ id, children }) => children.length > 0 && !states[tree.recorded[id]]).map(({ id }) => id));
    this.overview();
    this.draw();
  }

  /** Unfolds all nodes. */
  unfold() {
    this.folds = false;
    this.views.tree.setFolded([]);
    this.overview();
    this.draw();
  }

  /** Adapts to a new size of the drawing: shows the same as before, unless the user has moved the drawing. */
  resized() {
    const { camera } = this.views;
    camera.measure();
    if (camera.home === "whole") this.fit(!this.folds);
    else if (camera.home === "overview" && this.folds) this.begin();
    else if (camera.home === "overview") this.overview();
  }

  /** Shows the whole tree, with its lower levels folded if it is too large; if it is shown so already, all nodes. */
  showWhole() {
    this.fit(this.folds && this.views.camera.home === "whole");
  }

  /**
   * Shows the whole tree.
   *
   * @param {boolean} all true to show all nodes at any scale
   */
  fit(all) {
    const { tree, camera } = this.views;
    camera.home = "whole";
    if (this.folds) tree.setFolded([]);
    this.folds = !all && camera.wholeScale(tree.layout) < READABLE;
    if (this.folds) {
      /** @type {(depth: number) => Set<number>} */
      const below = (depth) => new Set(tree.nodes.filter((node) => node.depth >= depth && node.children.length > 0).map(({ id }) => id));
      let depth = Math.max(...tree.nodes.map((node) => node.depth)) - 1;
      while (depth > 1 && camera.wholeScale(tree.layoutOf(below(depth))) < LEGIBLE_WHOLE) depth -= 1;
      tree.setFolded(below(depth));
    }
    camera.fit(tree.layout);
  }

  /** Shows the whole tree if it is readable, or else the active nodes. */
  overview() {
    const { tree, camera } = this.views;
    camera.measure();
    camera.home = "overview";
    if (tree.nodes.length === 0 || camera.wholeScale(tree.layout) >= READABLE) return camera.fit(tree.layout);
    const box = tree.boxOf(this.doing[0] ?? 0);
    const scale = camera.scaleFor(box, IN_PART[0], IN_PART[1]);
    camera.show(box, tree.boxOf(0), tree.layout, { glide: false, scale });
  }

  /**
   * Adds a number to the timeline, or removes it; the oldest one makes room.
   *
   * @param {string[]} path
   */
  plot(path) {
    const key = JSON.stringify(path);
    if (!this.plots.delete(key)) this.plots.set(key, path);
    const [oldest] = this.plots.keys();
    if (this.plots.size > MOST_PLOTS) this.plots.delete(oldest);
    this.drawPlots();
    this.draw();
  }

  /**
   * Folds or unfolds a value of the blackboard.
   *
   * @param {string[]} path
   */
  openParts(path) {
    const key = JSON.stringify(path);
    if (!this.opened.delete(key)) this.opened.add(key);
    this.draw();
  }

  /** Shows the agent on the timeline. */
  openTimeline() {
    const { history, recording } = this;
    const versions = (this.agent < 0 ? [] : recording.versions(this.agent)).map((place) => recording.agents[place].since).filter((since) => since > 0);
    this.views.timeline.open(history, { recording, versions }, (moment) => recording.time(moment, history.agent));
  }

  /** Draws the chosen numbers on the timeline. */
  drawPlots() {
    const { agent } = this.history;
    this.views.timeline.setPlots([...this.plots.values()].map((path) => courseOf(agent, path)));
  }

  /**
   * Drops the moments before this one.
   *
   * @param {number} moment
   */
  forgetBefore(moment) {
    const frames = this.recording.forgetBefore(moment);
    for (const [agent, history] of this.histories) history.forget(frames[agent] ?? 0, moment);
    this.moment = Math.max(this.moment, moment);
    this.grown();
  }

  /** Shows newly recorded moments. */
  grown() {
    for (const history of this.histories.values()) history.extend();
    // The first agent of the program.
    if (this.agent < 0 && this.recording.agents.length > 0) this.choose(0);
    this.openTimeline();
    this.drawPlots();
    this.draw();
  }

  /** Requests a drawing in the next animation frame. */
  draw() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.drawNow();
    });
  }

  /** Updates all views. */
  drawNow() {
    const { history, moment, recording } = this;
    const { tree, camera, timeline, story, board, detail, controls, said } = this.views;
    const isGap = isWithin(recording.gaps ?? [], moment);
    const tick = isGap ? history.lost(moment) : history.tick(moment);
    const previous = history.agent.covers(history.agent.frameAt(moment - 1), moment - 1) ? history.tick(moment - 1) : null;
    const { selected, doing } = this;
    const counts = tree.counting || selected !== null ? history.counters.upTo(moment) : null;
    /** @type {(node: number) => string | null} */
    const keptBy = (node) => (isGap ? null : history.agent.keptBy(node, moment));
    tree.forced = new Set(tick.touched?.forced);
    tree.forcedNow = this.forced;
    tree.copied = this.branch?.states ?? null;
    this.branch?.draw();
    tree.show(tick.states, counts, keptBy);
    if (this.follow && !this.searches && doing.length > 0 && !isGap) {
      if (this.folds) tree.reveal(doing[0]);
      const box = tree.boxOf(doing[0]);
      if (!camera.sees(box)) camera.show(box, tree.boxOf(0), tree.layout, { glide: !controls.isPlaying() });
    }
    timeline.setNode(selected);
    timeline.show(moment);
    const rows = isGap ? { rows: [], more: false } : boardRows(history.agent, moment, this.opened);
    story.show(history.nodes, { tick, previous, time: recording.time(moment, history.agent), board: rows.rows, isGap, waits: this.waits && moment === recording.end - 1 });
    said.say(story.spoken);
    board.show(rows, this.plots);
    const kept = selected === null ? null : keptBy(selected);
    detail.show(selected === null ? null : history.nodes[selected], counts, kept, history.agent.tree.file, history.nodes);
    const whyNot = selected === null ? [] : reasonNot(history.nodes, tick, selected);
    detail.explain(`${history.agent.id},${moment},${selected}`, whyNot, (part) => story.partOf(part));
    controls.show(this, tick);
    const named = recording.agents.length > 1 ? history.agent.name : undefined;
    writeLink({ moment, agent: named, node: selected });
  }
}

/**
 * Returns true if one of the spans contains the moment.
 *
 * @param {import("./page").Gap[]} spans
 * @param {number} moment
 */
function isWithin(spans, moment) {
  return spans.some(([from, to]) => from <= moment && moment < to);
}

// Keeps the selection in the address: `soldier.html#tick=37&agent=soldier&node=3`.

/** Browsers refuse many changes of the address in a short time. */
const PAUSE_MILLISECONDS = 250;
let pending = 0;

/** Reads the selection from the address; each part is undefined if it is missing or invalid. */
export function readLink() {
  const named = new URLSearchParams(location.hash.slice(1));
  /** @type {(name: string) => number | undefined} */
  const number = (name) => (/^\d+$/.test(named.get(name) ?? "") ? Number(named.get(name)) : undefined);
  const tick = number("tick");
  return { moment: tick === undefined ? undefined : tick - 1, agent: named.get("agent") ?? undefined, node: number("node") };
}

/**
 * Writes the selection into the address, after a pause.
 *
 * @param { {moment: number, agent: string | undefined, node: number | null} } place
 */
function writeLink({ moment, agent, node }) {
  clearTimeout(pending);
  const { hash } = location;
  pending = setTimeout(() => {
    // The user has entered another address, and the page is about to go there.
    if (location.hash !== hash) return;
    const named = new URLSearchParams({ tick: String(tickNumber(moment)) });
    if (agent !== undefined) named.set("agent", agent);
    if (node !== null) named.set("node", String(node));
    window.history.replaceState(null, "", `#${named}`);
  }, PAUSE_MILLISECONDS);
}
