// Connects the buttons and fields around the tree with their commands, and shows their state; searches and plays.

import { touchedText } from "./change.js";
import { byId, html, setAttribute, setText } from "./dom.js";
import { nameOf, tickNumber, visible } from "./words.js";

export class Controls {
  /** @param {import("./recording.js").Recording} recording */
  constructor(recording) {
    this.recording = recording;
    /** @type {import("./replay.js").Replay} set by `connect` */
    this.replay = /** @type {any} */ (undefined);
    this.search = new Search();
    this.player = new Player((by) => this.replay.advance(by), () => this.showPlaying());
    byId("speed").append(...SPEEDS.map((speed) => html("option", { value: speed }, `${speed} ticks/s`)));
    byId("speed").value = String(this.player.speed);
    /** The number of agents that were added to the list, and of new versions, which are not in it. */
    this.known = 0;
    this.nameAgents();
  }

  /** Adds the agents that are not yet in the list of agents. */
  nameAgents() {
    const { agents } = this.recording;
    const choice = byId("agent");
    for (; this.known < agents.length; this.known += 1) {
      const agent = agents[this.known];
      // Versions are on the timeline.
      if (agent.previous === null) choice.append(html("option", { value: this.known }, visible(agent.name)));
    }
    byId("agent-choice").hidden = choice.options.length < 2;
  }

  /**
   * Attaches the commands to the elements.
   *
   * @param {import("./replay.js").Replay} replay
   */
  connect(replay) {
    this.replay = replay;
    /** @type {(id: keyof import("./page").Elements, action: () => void) => void} */
    const click = (id, action) => byId(id).addEventListener("click", action);
    /** @type {(id: keyof import("./page").Elements, by: number) => void} */
    const press = (id, by) => click(id, () => replay.toNodeChange(by));
    click("to-first", () => replay.goTo(replay.recording.first));
    click("to-last", () => replay.goTo(replay.recording.end));
    click("back", () => replay.goTo(replay.moment - 1));
    click("forward", () => replay.goTo(replay.moment + 1));
    click("to-mark-before", () => replay.toMark(-1));
    click("to-mark-after", () => replay.toMark(1));
    press("node-before", -1);
    press("node-after", 1);
    click("play", () => this.togglePlay());
    click("only-changed", () => this.toggleOnlyChanged());
    click("fold-idle", () => replay.foldIdle());
    click("unfold", () => replay.unfold());
    click("counting", () => this.toggleCounting());
    click("fit", () => replay.showWhole());
    click("zoom-in", () => this.zoom(1.25));
    click("zoom-out", () => this.zoom(0.8));
    click("follow", () => this.setFollow(!replay.follow));
    click("help-button", () => byId("help").showModal());
    byId("speed").addEventListener("change", () => (this.player.speed = Number(byId("speed").value)));
    byId("agent").addEventListener("change", () => replay.visit(Number(byId("agent").value)));
    byId("tick").addEventListener("change", () => this.goToTyped(byId("tick")));
    byId("search").addEventListener("input", () => this.look());
    byId("search-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.nextFound(1);
    });
    document.addEventListener("click", (event) => this.onGo(event));
  }

  /**
   * Selects the node whose name was clicked in a panel.
   *
   * @param {MouseEvent} event
   */
  onGo(event) {
    /** @type {HTMLElement | null} */
    const go = event.target instanceof Element ? event.target.closest("[data-go]") : null;
    if (go) this.replay.selectRecorded(Number(go.dataset.go));
  }

  /** Plays or pauses; at the end, plays from the beginning. */
  togglePlay() {
    const { replay, player } = this;
    if (!player.playing && replay.moment >= replay.recording.end - 1) replay.goTo(replay.recording.first);
    player.toggle();
  }

  /** Returns true while the recording is played. */
  isPlaying() {
    return this.player.playing;
  }

  /** Shows on the button whether the recording is played. */
  showPlaying() {
    const { playing } = this.player;
    setText(byId("play"), playing ? "❚❚" : "▶");
    setAttribute(byId("play"), "aria-label", playing ? "Pause" : "Play");
  }

  /** Shows or hides the counters below the nodes. */
  toggleCounting() {
    const { tree } = this.replay.views;
    tree.setCounting(!tree.counting);
    setAttribute(byId("counting"), "aria-pressed", String(tree.counting));
    // The counters change the size of the drawing.
    this.replay.resized();
    this.replay.draw();
  }

  /** Shows only the values that changed, or all. */
  toggleOnlyChanged() {
    const { board } = this.replay.views;
    board.setOnlyChanged(!board.onlyChanged);
    setAttribute(byId("only-changed"), "aria-pressed", String(board.onlyChanged));
    this.replay.draw();
  }

  /**
   * Sets whether the drawing moves to the running nodes.
   *
   * @param {boolean} follow
   */
  setFollow(follow) {
    this.replay.follow = follow;
    setAttribute(byId("follow"), "aria-pressed", String(follow));
    if (follow) this.replay.draw();
  }

  /** Stops following the running nodes, because the user has moved the drawing. */
  onCameraMoved() {
    this.replay.views.camera.home = null;
    if (this.replay.follow) this.setFollow(false);
  }

  /**
   * Scales the drawing.
   *
   * @param {number} factor
   */
  zoom(factor) {
    this.replay.views.camera.zoom(factor);
    this.onCameraMoved();
  }

  /**
   * Goes to the tick that was typed; ignores input that is not a number.
   *
   * @param {HTMLInputElement} field
   */
  goToTyped(field) {
    if (/^\s*\d+\s*$/.test(field.value)) this.replay.goTo(Number(field.value) - 1);
    else this.replay.draw();
    field.value = String(tickNumber(this.replay.moment));
  }

  /** Searches for the text in the search field, and marks the results in the drawing. */
  look() {
    const { replay, search } = this;
    search.look(replay.views.tree.nodes, byId("search").value);
    replay.views.tree.mark(search.found === null ? null : new Set(search.found));
    replay.searches = search.found !== null;
    setText(byId("search-result"), search.summary);
    replay.draw();
  }

  /**
   * Selects the next search result (by = 1) or the previous one (by = -1).
   *
   * @param {number} by
   */
  nextFound(by) {
    const { search } = this;
    const node = search.step(by);
    if (node !== null) this.replay.select(node, true);
    setText(byId("search-result"), search.summary);
  }

  /**
   * Shows which agent is selected.
   *
   * @param {number} place its index in `recording.agents`
   * @param {import("./recording.js").Agent} agent
   */
  choose(place, agent) {
    byId("agent").value = String(this.recording.versions(place)[0]);
    setText(byId("tree-name"), `${agent.tree.name}${sinceOf(agent)}`);
  }

  /**
   * Shows the number of the tick, and describes the tick on the timeline to screen readers.
   *
   * @param {import("./replay.js").Replay} replay
   * @param {import("./page").Tick} tick
   */
  show({ moment, recording, history }, tick) {
    const number = String(tickNumber(moment));
    if (document.activeElement !== byId("tick") && byId("tick").value !== number) byId("tick").value = number;
    setText(byId("tick-range"), `of ${tickNumber(recording.first)}–${tickNumber(recording.end - 1)}`);
    const slider = byId("timeline");
    setAttribute(slider, "aria-valuemin", tickNumber(recording.first));
    setAttribute(slider, "aria-valuemax", tickNumber(recording.end - 1));
    setAttribute(slider, "aria-valuenow", number);
    const doing = tick.doing.map((node) => nameOf(history.nodes[node])).join(", ");
    const touched = tick.touched ? `, changed from the page: ${touchedText(history.nodes, tick.touched)}` : "";
    setAttribute(slider, "aria-valuetext", `tick ${number}: ${doing}${touched}`);
  }
}

/**
 * Returns the text that distinguishes a new version of a tree; empty for the first version.
 *
 * @param {import("./recording.js").Agent} agent
 */
function sinceOf({ since }) {
  return since > 0 ? `, version from tick ${tickNumber(since)} on` : "";
}

// Finds nodes by their text.

export class Search {
  constructor() {
    /**
     * The nodes that were found; null if there is no query.
     *
     * @type {number[] | null}
     */
    this.found = [];
    /** The index of the selected result; -1 before one is selected. */
    this.place = -1;
  }

  /**
   * Finds all nodes whose label, word, source, condition or description contains every word of the query.
   *
   * @param {import("./page").TreeNode[]} nodes
   * @param {string} query
   */
  look(nodes, query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    /** @type {(node: import("./page").TreeNode) => boolean} */
    const contains = (node) => {
      const text = [node.label, node.kind, node.key, node.source, node.description].filter(Boolean).join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    this.found = words.length === 0 ? null : nodes.filter(contains).map((node) => node.id);
    this.place = -1;
  }

  /**
   * Returns the next result (by = 1) or the previous one (by = -1); the first follows the last.
   *
   * @param {number} by
   */
  step(by) {
    if (!this.found?.length) return null;
    const from = this.place < 0 && by < 0 ? 0 : this.place;
    this.place = (from + by + this.found.length) % this.found.length;
    return this.found[this.place];
  }

  /** The number of results as text: "3 of 12" */
  get summary() {
    if (this.found === null) return "";
    if (this.found.length === 0) return "none";
    return this.place < 0 ? `${this.found.length} found` : `${this.place + 1} of ${this.found.length}`;
  }
}

// Plays the recording: asks for the next moment several times a second.

const SPEEDS = [1, 2, 5, 10, 20, 60, 200, 1000];

class Player {
  /**
   * @param {(moments: number) => boolean} advance goes forward by a number of moments; returns true if there are more
   * @param {() => void} onChange called when playing starts or stops
   */
  constructor(advance, onChange) {
    this.advance = advance;
    this.onChange = onChange;
    this.playing = false;
    /** Moments per second. */
    this.speed = 10;
    /** The moments, with a fraction, by which the recording has to advance. */
    this.owed = 0;
    /** The time of the last step. */
    this.before = 0;
  }

  /** Plays or pauses. */
  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Starts playing. */
  play() {
    if (this.playing) return;
    this.playing = true;
    this.owed = 1;
    this.before = performance.now();
    this.onChange();
    requestAnimationFrame((now) => this.step(now));
  }

  /** Stops playing. */
  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.onChange();
  }

  /**
   * Advances by the time since the last step.
   *
   * @param {number} now in milliseconds
   */
  step(now) {
    if (!this.playing) return;
    // The limit prevents a jump after the tab was suspended.
    this.owed += (Math.min(250, Math.max(0, now - this.before)) / 1000) * this.speed;
    this.before = now;
    const moments = Math.floor(this.owed);
    this.owed -= moments;
    if (moments > 0 && !this.advance(moments)) this.pause();
    else requestAnimationFrame((next) => this.step(next));
  }
}
