// Keeps the selection (agent, moment, node) and updates the views. Each change requests a drawing in the
// next animation frame; several changes share one drawing.

import { History } from "./history.js";
import { boardRows, courseOf, firstNumber } from "./board.js";
import { writeLink } from "./link.js";
import { reasonNot } from "./story.js";
import { ancestors } from "./tree_view.js";

const MOST_PLOTS = 3;
/** If the whole tree fits only at a smaller scale than this, its inactive nodes are folded at first. */
const READABLE = 0.3;
/** If it still does not fit, a part of it is shown, at a scale in this range. */
const IN_PART = [0.6, 0.8];

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
     * The histories of the agents that have been chosen, by their indices.
     *
     * @type {Map<number, History>}
     */
    this.histories = new Map();
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
    const before = this.agent < 0 ? null : this.history.agent.tree;
    this.agent = agent;
    const chosen = this.recording.agents[agent];
    if (!this.histories.has(agent)) this.histories.set(agent, new History(chosen));
    const { tree, board, controls } = this.views;
    if (chosen.tree !== before) tree.open(chosen.tree);
    board.clear();
    this.plots = new Map();
    const number = firstNumber(chosen);
    if (number) this.plots.set(JSON.stringify(number), number);
    this.openTimeline();
    this.drawPlots();
    controls.choose(agent, chosen);
    if (chosen.tree !== before) this.begin();
    this.draw();
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
    const { selected } = this.views.tree;
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
   * Selects the next drawn node (by = 1) or the previous one (by = -1).
   *
   * @param {number} by
   */
  selectNext(by, from = this.views.tree.selected) {
    const { shown } = this.views.tree;
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
    const after = tree.boxOf(node);
    camera.moveTo(camera.x + (before.x - after.x) * camera.scale, camera.y + (before.y - after.y) * camera.scale);
    this.draw();
  }

  /** Shows a tree for the first time: the whole tree if it is readable, or else with inactive nodes folded. */
  begin() {
    const { tree, camera } = this.views;
    camera.measure();
    if (this.folds) tree.setFolded([]);
    this.folds = camera.wholeScale(tree.layout) < READABLE;
    if (this.folds) {
      const { doing } = this.history.tick(this.moment);
      const way = new Set(doing.flatMap((node) => ancestors(this.nodes, node)));
      tree.setFolded(this.nodes.filter((node) => node.children.length > 0 && !way.has(node.id)).map((node) => node.id));
    }
    this.overview();
  }

  /** Folds all nodes that were neither active nor ticked in this tick. */
  foldIdle() {
    const { states } = this.history.tick(this.moment);
    const { tree } = this.views;
    this.folds = false;
    tree.setFolded(this.nodes.filter((node) => node.children.length > 0 && states[node.id] === 0).map((node) => node.id));
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
    if (camera.home === "whole") this.showWhole();
    else if (camera.home === "overview" && this.folds) this.begin();
    else if (camera.home === "overview") this.overview();
  }

  /** Shows the whole tree at any scale. */
  showWhole() {
    const { tree, camera } = this.views;
    camera.home = "whole";
    if (this.folds) tree.setFolded([]);
    this.folds = false;
    camera.fit(tree.layout);
  }

  /** Shows the whole tree if it is readable, or else the active nodes. */
  overview() {
    const { tree, camera } = this.views;
    camera.measure();
    camera.home = "overview";
    if (camera.wholeScale(tree.layout) >= READABLE) return camera.fit(tree.layout);
    const { doing } = this.history.tick(this.moment);
    const box = tree.boxOf(doing[0] ?? 0);
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
    const versions = recording.versions(this.agent).map((place) => recording.agents[place].since).filter((since) => since > 0);
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
    for (const [agent, history] of this.histories) history.forget(frames[agent], moment);
    this.moment = Math.max(this.moment, moment);
    this.grown();
  }

  /** Shows newly recorded moments. */
  grown() {
    for (const history of this.histories.values()) history.extend();
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
      // While the editor covers them, the views stay as they are.
      if (document.documentElement.hasAttribute("data-editing")) this.tellEditor();
      else this.drawNow();
    });
  }

  /** Tells the editor the states of the nodes. */
  tellEditor() {
    const { history, moment, recording } = this;
    const states = isWithin(recording.gaps, moment) ? null : history.tick(moment).states;
    document.dispatchEvent(new CustomEvent("shown", { detail: { agent: history.agent, moment, states } }));
  }

  /** Updates all views. */
  drawNow() {
    const { history, moment, recording } = this;
    const { tree, camera, timeline, story, board, detail, controls, said } = this.views;
    const isGap = isWithin(recording.gaps ?? [], moment);
    const tick = isGap ? history.lost(moment) : history.tick(moment);
    const previous = history.agent.covers(history.agent.frameAt(moment - 1), moment - 1) ? history.tick(moment - 1) : null;
    const counts = tree.counting || tree.selected !== null ? history.counters.upTo(moment) : null;
    /** @type {(node: number) => string | null} */
    const keptBy = (node) => (isGap ? null : history.agent.keptBy(node, moment));
    tree.show(tick.states, counts, keptBy);
    if (this.follow && !this.searches && tick.doing.length > 0) {
      if (this.folds) tree.reveal(tick.doing[0]);
      const box = tree.boxOf(tick.doing[0]);
      if (!camera.sees(box)) camera.show(box, tree.boxOf(0), tree.layout, { glide: !controls.isPlaying() });
    }
    timeline.setNode(tree.selected);
    timeline.show(moment);
    const rows = isGap ? { rows: [], more: false } : boardRows(history.agent, moment, this.opened);
    story.show(history.nodes, { tick, previous, time: recording.time(moment, history.agent), board: rows.rows, isGap });
    said.say(story.spoken);
    board.show(rows, this.plots);
    const { selected } = tree;
    const kept = selected === null ? null : keptBy(selected);
    detail.show(selected === null ? null : history.nodes[selected], counts, kept, history.agent.tree.file, history.nodes);
    const whyNot = selected === null ? [] : reasonNot(history.nodes, tick, selected);
    detail.explain(`${history.agent.id},${moment},${selected}`, whyNot, (part) => story.partOf(part));
    controls.show(this, tick);
    const named = recording.agents.length > 1 ? history.agent.name : undefined;
    writeLink({ moment, agent: named, node: tree.selected });
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
