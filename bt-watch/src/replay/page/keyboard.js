// Executes keyboard commands. A field with the focus receives the typed keys itself, and a button those
// that press it. The tree and the timeline have commands of their own.

import { byId, html } from "./dom.js";

/** @typedef {import("./page").KeyRow} KeyRow */
/** @typedef {import("./replay.js").Replay} Shown */

export class Keyboard {
  /**
   * @param {Shown} replay
   * @param {import("./controls.js").Controls} controls
   * @param {import("./live.js").Live | null} live
   */
  constructor(replay, controls, live) {
    this.replay = replay;
    this.controls = controls;
    /** @type {[string, KeyRow[]][]} */
    this.lists = [["", globalKeys(this)], ["In the tree (Tab)", treeKeys(replay)], ["On the timeline (Tab)", timelineKeys(replay)]];
    if (live) {
      const { p, s, b, B, r, g } = live.keys;
      this.lists[0][1].push(["p s", "pause or continue the program; step", { p, s }]);
      this.lists[0][1].push(["b B r", "breakpoint at the node; before the leaf; force its answer, or release it", { b, B, r }]);
      this.lists[0][1].push(["g", "go on from this tick with a copy of the agent", { g }]);
    }
    /** @type {KeyRow[2][]} */
    const [actions, inTree, onTimeline] = this.lists.map(([, keys]) => Object.assign({}, ...keys.map(([, , action]) => action)));
    this.actions = actions;
    this.inTree = inTree;
    this.onTimeline = onTimeline;
    /**
     * The commands that edit the tree.
     *
     * @type {KeyRow[2]}
     */
    this.edits = {};
    for (const [title, keys] of this.lists) this.list(title, keys);
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /**
   * Adds keys to the list of all keys.
   *
   * @param {string} title
   * @param {[string, string, ...unknown[]][]} keys
   */
  list(title, keys) {
    const rows = keys.map(([shown, text]) => html("div", {}, html("dt", {}, shown), html("dd", {}, text)));
    byId("keys").append(...(title ? [html("h3", {}, title)] : []), ...rows);
  }

  /**
   * Executes the command of a key.
   *
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    if (byId("help").open) return;
    // Some keyboards type brackets with AltGr, which some systems report as Ctrl and Alt.
    const isCommand = !event.getModifierState("AltGraph");
    const key = `${isCommand && event.altKey ? "Alt+" : ""}${isCommand && (event.ctrlKey || event.metaKey) ? "Ctrl+" : ""}${event.key}`;
    // If no element has the focus, the page sends keys to the body.
    const target = /** @type {Element} */ (event.target);
    if (target.matches("input, select, textarea") && !(key === "Escape" && target.id === "search")) return;
    if ((key === "Enter" || key === " ") && target.matches("button, summary")) return;
    const action = this.ownOf(target)[key] ?? this.actions[key];
    // People who use speech input or a screen reader can turn off commands that are single letters.
    const isOff = key.length === 1 && key !== " " && !byId("letters").checked;
    if (!action || isOff) return;
    event.preventDefault();
    action(event);
  }

  /**
   * Returns the commands of the part of the page that has the focus.
   *
   * @param {Element} target
   * @returns {KeyRow[2]}
   */
  ownOf(target) {
    if (target.closest("[role=treeitem]")) return { ...this.inTree, ...this.edits };
    return target.id === "timeline" ? this.onTimeline : {};
  }

  /** Clears the search, or deselects the node if there is no search. */
  letGo() {
    if (byId("search").value !== "") {
      byId("search").value = "";
      this.controls.look();
    } else this.replay.select(null);
    byId("search").blur();
  }
}

/**
 * Returns the commands that work everywhere.
 *
 * @param {Keyboard} keyboard
 * @returns {KeyRow[]}
 */
function globalKeys(keyboard) {
  const { replay, controls } = keyboard;
  /** @type {(action: (node: number) => void) => () => void} */
  const selected = (action) => () => {
    const node = replay.views.tree.selected;
    if (node !== null) action(node);
  };
  const fold = selected((node) => replay.fold(node));
  /** @type {(history: import("./history.js").History, frame: number) => boolean} */
  const isAbort = (history, frame) => history.aborts[frame];
  /** @type {(history: import("./history.js").History, frame: number) => boolean} */
  const isError = (history, frame) => history.agent.errors[frame].length > 0;
  /** @type {(history: import("./history.js").History, frame: number) => boolean} */
  const isTouched = (history, frame) => history.agent.touched[frame] !== null;
  const { first, last } = ends(replay);
  return [
    ["space", "play, pause", { " ": () => controls.togglePlay() }],
    ["← → , .", "previous tick, next tick; with shift ten ticks", { ArrowLeft: by(replay, -1), ArrowRight: by(replay, 1), ",": by(replay, -1), ".": by(replay, 1), "<": by(replay, -10), ">": by(replay, 10) }],
    ["Home End", "first tick, last tick", { Home: first, End: last }],
    ["[ ]", "previous, next change of the result or of the running node", { "[": () => replay.toMark(-1), "]": () => replay.toMark(1) }],
    ["X x", "previous abort, next abort", { X: () => replay.toFrame(-1, isAbort), x: () => replay.toFrame(1, isAbort) }],
    ["E e", "previous error, next error", { E: () => replay.toFrame(-1, isError), e: () => replay.toFrame(1, isError) }],
    ["M m", "previous, next tick that was changed from the page", { M: () => replay.toFrame(-1, isTouched), m: () => replay.toFrame(1, isTouched) }],
    ["V v", "previous, next change of the selected node", { V: () => replay.toNodeChange(-1), v: () => replay.toNodeChange(1) }],
    ["↑ ↓", "select a node", { ArrowUp: () => replay.selectNext(-1), ArrowDown: () => replay.selectNext(1) }],
    ["Enter f", "fold or unfold the node", { Enter: fold, f: fold }],
    ["a u", "fold inactive nodes; unfold all", { a: () => replay.foldIdle(), u: () => replay.unfold() }],
    ["/", "search; Enter goes to the next result", { "/": () => byId("search").focus() }],
    ["N n", "previous result, next result", { N: () => controls.nextFound(-1), n: () => controls.nextFound(1) }],
    ["+ − 0", "larger, smaller, whole tree; again, all of its nodes", { "+": () => controls.zoom(1.25), "=": () => controls.zoom(1.25), "-": () => controls.zoom(0.8), 0: () => replay.showWhole() }],
    ["PgUp PgDn", "previous agent, next agent", { PageUp: () => step(replay, -1), PageDown: () => step(replay, 1) }],
    ["c d", "show counters at the nodes; show only changed values", { c: () => controls.toggleCounting(), d: () => controls.toggleOnlyChanged() }],
    ["l", "follow the active nodes, as long as there is no search", { l: () => controls.setFollow(!replay.follow) }],
    ["Esc", "end the search, deselect the node", { Escape: () => keyboard.letGo() }],
    ["?", "this list", { "?": () => byId("help").showModal() }],
  ];
}

/**
 * Returns the commands of the tree.
 *
 * @param {Shown} replay
 * @returns {KeyRow[]}
 */
function treeKeys(replay) {
  const { tree } = replay.views;
  /** @type {(node: number) => void} */
  const select = (node) => replay.select(node);
  return [
    ["← →", "fold, or go to the parent; unfold, or go to the first child", {
      ArrowLeft: () => (tree.isOpen(tree.current) ? replay.fold(tree.current) : select(tree.parentOf(tree.current))),
      ArrowRight: () => (tree.folded.has(tree.current) ? replay.fold(tree.current) : select(tree.childOf(tree.current))),
    }],
    ["↑ ↓ Home End", "previous, next, first, last node", {
      ArrowUp: () => replay.selectNext(-1, tree.current), ArrowDown: () => replay.selectNext(1, tree.current),
      Home: () => select(tree.shown[0]), End: () => select(tree.shown[tree.shown.length - 1]),
    }],
    ["Enter", "fold or unfold", { Enter: () => replay.fold(tree.current) }],
  ];
}

/**
 * Returns the commands of the timeline.
 *
 * @param {Shown} replay
 * @returns {KeyRow[]}
 */
function timelineKeys(replay) {
  const { first, last } = ends(replay);
  return [
    ["← → ↓ ↑", "previous tick, next tick", { ArrowUp: by(replay, 1), ArrowDown: by(replay, -1) }],
    ["PgDn PgUp", "ten ticks back, ten ticks forward", { PageUp: by(replay, 10), PageDown: by(replay, -10) }],
    ["Home End", "first tick, last tick", { Home: first, End: last }],
  ];
}

/**
 * Returns the commands that go to the first and to the last tick.
 *
 * @param {Shown} replay
 */
function ends(replay) {
  return { first: () => replay.goTo(replay.recording.first), last: () => replay.goTo(replay.recording.end) };
}

/**
 * Returns the command that goes by a number of ticks; with shift and an arrow key, by ten times as many.
 *
 * @param {Shown} replay
 * @param {number} direction
 * @returns {(event: KeyboardEvent) => void}
 */
function by(replay, direction) {
  return (event) => replay.goTo(replay.moment + direction * (event.shiftKey && event.key.startsWith("Arrow") ? 10 : 1));
}

/**
 * Shows the next agent (direction = 1) or the previous one (direction = -1).
 *
 * @param {Shown} replay
 * @param {number} direction
 */
function step(replay, direction) {
  const { recording, agent: shown } = replay;
  const { agents } = recording;
  let [agent] = shown < 0 ? [shown] : recording.versions(shown);
  do agent += direction;
  while (agent in agents && agents[agent].previous !== null);
  if (agent in agents) replay.visit(agent);
}
