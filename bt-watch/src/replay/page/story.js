// Describes one tick in words, shows it, and announces it: the running node, the nodes that were aborted, the reason of a change.

import { showTouched, touchedText } from "./change.js";
import { ABORTED, FAILURE, RUNNING, SUCCESS } from "./decode.js";
import { fillRows, html, setAttribute, setText } from "./dom.js";
import { STATES } from "./history.js";
import { isCode } from "./node_view.js";
import { ancestors } from "./tree_view.js";
import { clock, nameOf, oneLine, SIGNS, tickNumber, visible, writtenKind } from "./words.js";

/**
 * The text of a status in an event.
 *
 * @type {Record<number, string>}
 */
const STATUS = { [FAILURE]: "failure", [SUCCESS]: "success", [RUNNING]: "running", [ABORTED]: "aborted" };

/**
 * Returns the events of a tick as text, each with the state of its node in the tick before.
 *
 * @param {import("./page").Tick} tick
 * @param {import("./page").Tick | null} previous
 * @returns {import("./page").TickEvent[]}
 */
function eventsOf(tick, previous) {
  const errors = new Map(tick.errors);
  return tick.events.map((event) => {
    const node = event >>> 2;
    const status = STATUS[event & 3];
    const before = previous?.states[node] ? STATES[previous.states[node]] : undefined;
    const text = errors.get(node);
    const error = status === "failure" && text !== undefined ? visible(text) : undefined;
    return { node, status, before, error };
  });
}

/**
 * Returns the events of aborted nodes.
 *
 * @param {import("./page").TickEvent[]} events
 */
function stopped(events) {
  return events.filter(({ status }) => status === "aborted");
}

/**
 * Returns the labelled nodes above a node, from the root on, and the node itself.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {number} node
 */
export function wayTo(nodes, node) {
  const labelled = ancestors(nodes, node).filter((above) => nodes[above].label);
  return [...labelled.reverse(), node];
}

/**
 * The result of a node in a sentence.
 *
 * @type {Record<string, string>}
 */
const OUTCOMES = { failure: " failed", success: " succeeded", running: " is running", aborted: " was aborted" };

/**
 * Returns why a node was not ticked: the innermost node above it that was, and the last of its children before that.
 * It is empty if the node was ticked, or if nothing is known.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Tick} tick
 * @param {number} node
 * @returns {import("./page").Part[]}
 */
export function reasonNot(nodes, { ticked, panicked, states }, node) {
  const above = ancestors(nodes, node);
  const depth = above.findIndex((other) => states[other] !== 0);
  if (!ticked || panicked || states[node] !== 0 || depth < 0) return [];
  const reached = above[depth];
  const branch = depth === 0 ? node : above[depth - 1];
  const { children } = nodes[reached];
  const place = children.indexOf(branch);
  // Children may be ticked in another order than that in which they are written.
  const earlier = children.slice(0, place).findLast((child) => states[child] !== 0);
  const cause = earlier ?? children.slice(place + 1).find((child) => states[child] !== 0);
  const result = OUTCOMES[STATES[states[cause ?? reached]]];
  const end = [{ node: branch }, branch === node ? "." : ", which is above it."];
  if (cause !== undefined) return [{ node: cause }, result, ", and ", { node: reached }, " did not tick ", ...end];
  return [{ node: reached }, result, " and did not tick ", ...end];
}

/**
 * Returns a sentence as plain text.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Part[]} parts
 * @param {(part: import("./page").ChangesPart) => string} changes returns the text of a part
 */
export function plain(nodes, parts, changes) {
  /** @type {(text: string) => string} */
  const spaced = (text) => (text === "" ? "" : ` ${text}`);
  /** @type {(part: import("./page").NodePart | import("./page").ChangesPart) => string} */
  const text = (part) => ("node" in part ? nameIn(nodes, part) : spaced(changes(part)));
  return parts.map((part) => (typeof part === "string" ? part : text(part))).join("");
}

/**
 * Returns the name of a node in a sentence.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").NodePart} part
 */
function nameIn(nodes, { node, written, key }) {
  if (key) return oneLine(nodes[node].key ?? "");
  return written ? writtenKind(nodes[node]) : nameOf(nodes[node]);
}

/**
 * Returns the rows of the blackboard that changed and that the source of a node, or the text before its `=>`, names:
 * `npc.health < 20` names `health`. Returns none in a subtree that uses a part of the blackboard, because names have another meaning there.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").ChangesPart} part
 * @param {import("./page").BoardRow[]} rows
 */
export function named(nodes, { changes: node, key }, rows) {
  /** @type {(above: number) => boolean | undefined} */
  const isPart = (above) => nodes[above].kind === "subtree" && nodes[above].source?.includes("(");
  const source = key ? nodes[node].key : nodes[node].source;
  if (!source || ancestors(nodes, node).some(isPart)) return [];
  const chains = source.match(/[\p{L}_][\p{L}\p{N}_]*(?:\s*\.\s*[\p{L}_][\p{L}\p{N}_]*)+(?![\p{L}\p{N}_]|\s*\()/gu) ?? [];
  const paths = new Set(chains.map((chain) => chain.split(/\s*\.\s*/).slice(1).join(".")));
  return rows.filter(({ path, before }) => before !== undefined && paths.has(path.join(".")));
}

// Shows the tick: its number, its result, the running node and the reason, and the events in order.

const RESULTS = ["failure", "success", "running", "aborted"];
/**
 * @typedef { {
 *   tick: import("./page").Tick,
 *   previous: import("./page").Tick | null,
 *   time: number | null,
 *   board: import("./page").BoardRow[],
 *   isGap: boolean,
 *   waits: boolean,
 * } } Shown
 */

/** The maximum number of events that are listed. */
const MOST_EVENTS = 200;

/** @typedef {"number" | "time" | "result" | "doing" | "because" | "reasons" | "halted" | "touched" | "events" | "eventCount" | "more"} Place */

export class StoryView {
  /** @param {Record<Place, HTMLElement>} parts the elements of the panel */
  constructor(parts) {
    this.parts = parts;
    /** @type {import("./page").TreeNode[]} */
    this.nodes = [];
    /** @type {import("./page").BoardRow[]} */
    this.board = [];
    /** The sentence that is shown. */
    this.sentence = "";
    /** The description of the tick for screen readers. */
    this.spoken = "";
  }

  /**
   * Shows a tick. `board` contains the rows of the blackboard; `isGap` is true for a moment in a gap of the recording, `waits` for a tick that
   * has stopped in the middle.
   *
   * @param {import("./page").TreeNode[]} nodes
   * @param {Shown} shown
   */
  show(nodes, { tick, previous, time, board, isGap, waits }) {
    const { parts } = this;
    this.nodes = nodes;
    this.board = board;
    const events = eventsOf(tick, previous);
    const result = tick.panicked ? "aborted" : tick.ticked ? RESULTS[tick.result] : "rests";
    const word = isGap ? "not recorded" : tick.panicked ? "panicked" : tick.ticked ? result : waits ? "stopped" : "not ticked";
    setText(parts.number, `Tick ${tickNumber(tick.moment)}`);
    setText(parts.time, time === null ? "" : clock(time));
    setText(parts.result, tick.ticked ? `${SIGNS[result]} ${word}` : word);
    setAttribute(parts.result, "data-state", result);
    fillRows(parts.doing, tick.doing, () => html("li"), (row, node) => this.fillWay(row, node, tick.states));
    showTouched(parts.touched, nodes, tick.touched ?? null);
    const reasons = this.showReasons(tick.reason, events);
    this.showEvents(events);
    const doing = tick.doing.map((node) => wayTo(nodes, node).map((id) => nameOf(nodes[id])).join(", "));
    this.spoken = `Tick ${tickNumber(tick.moment)}, ${word}: ${doing.join("; ")}. ${reasons}`;
    if (tick.touched) this.spoken += ` Changed from the page: ${touchedText(nodes, tick.touched)}.`;
  }

  /**
   * Shows a running node in its row: `flee › npc.run_to_shelter()`
   *
   * @param {Element} row
   * @param {number} node
   * @param {Uint8Array} states
   */
  fillWay(row, node, states) {
    const way = wayTo(this.nodes, node);
    fillRows(row, way, nodeButton, (button, id) => this.fillButton(button, id));
    setAttribute(row, "data-state", ["idle", ...RESULTS][states[node]]);
  }

  /**
   * Shows why the running node changed, and the aborted nodes; returns the sentence with the reason.
   *
   * @param {import("./page").Reason | undefined} reason
   * @param {import("./page").TickEvent[]} events
   */
  showReasons(reason, events) {
    const { parts } = this;
    const halted = stopped(events).map((event) => ({ ...event, before: undefined }));
    const sentence = reason?.sentence ?? [];
    const reasons = reason?.others.map((place) => events[place]) ?? [];
    parts.reasons.hidden = reasons.length === 0;
    parts.halted.hidden = halted.length === 0;
    parts.because.hidden = sentence.length === 0;
    fillRows(listOf(parts.reasons), reasons, eventRow, (row, event) => this.fillEvent(row, event));
    fillRows(listOf(parts.halted), halted, eventRow, (row, event) => this.fillEvent(row, event));
    return this.showSentence(sentence);
  }

  /**
   * Shows a sentence; returns it as plain text.
   *
   * @param {import("./page").Part[]} sentence
   */
  showSentence(sentence) {
    const text = plain(this.nodes, sentence, (part) => this.changesOf(part));
    if (text !== this.sentence) {
      this.sentence = text;
      listOf(this.parts.because).replaceChildren(...sentence.flatMap((part) => this.partOf(part)));
    }
    return text;
  }

  /**
   * Returns the elements of a part of a sentence.
   *
   * @param {import("./page").Part} part
   * @returns {string | Node | (string | Node)[]}
   */
  partOf(part) {
    if (typeof part === "string") return part;
    if ("changes" in part) {
      const changes = this.changesOf(part);
      return changes === "" ? [] : [" ", html("span", { class: "changes", title: "As the tick left it" }, changes)];
    }
    const button = nodeButton();
    this.fillButton(button, part.node, nameIn(this.nodes, part));
    return button;
  }

  /**
   * Returns the changes of the blackboard values that a part names: `(health 26 → 18)`
   *
   * @param {import("./page").ChangesPart} part
   */
  changesOf(part) {
    const rows = named(this.nodes, part, this.board);
    if (rows.length === 0) return "";
    return `(${rows.map(({ path, before, text }) => `${path.join(".")} ${before} → ${text}`).join(", ")})`;
  }

  /**
   * Shows the list of events, if it is open.
   *
   * @param {import("./page").TickEvent[]} events
   */
  showEvents(events) {
    const { parts } = this;
    const more = events.length - MOST_EVENTS;
    setText(parts.eventCount, events.length === 1 ? "1 event" : `${events.length} events`);
    setText(parts.more, more > 0 ? `and ${more} more` : "");
    const rows = parts.events.closest("details")?.open ? events.slice(0, MOST_EVENTS) : [];
    fillRows(parts.events, rows, eventRow, (row, event) => this.fillEvent(row, event));
  }

  /**
   * Shows an event in its row: `✗ → ✓ npc.health < 20`
   *
   * @param {Element} row
   * @param {import("./page").TickEvent} event
   */
  fillEvent(row, { node, status, before, error }) {
    const [was, sign, button, text] = row.children;
    const differs = before !== undefined && before !== status;
    setText(was, differs ? SIGNS[before] : "");
    setAttribute(was, "data-state", differs ? before : "idle");
    setAttribute(was, "aria-label", differs ? `${before}, now` : null);
    setText(sign, SIGNS[status]);
    setAttribute(sign, "data-state", status);
    setAttribute(sign, "title", status);
    setAttribute(sign, "aria-label", status);
    this.fillButton(button, node);
    setText(text, error === undefined ? "" : error);
  }

  /**
   * Shows the name of a node in a button that selects it.
   *
   * @param {Element} button
   * @param {number} node
   */
  fillButton(button, node, name = nameOf(this.nodes[node])) {
    setText(button, name);
    setAttribute(button, "title", name);
    setAttribute(button, "data-go", String(node));
    button.classList.toggle("code", isCode(this.nodes[node]));
  }
}

/**
 * Returns the list below the heading of a section.
 *
 * @param {HTMLElement} section
 */
function listOf(section) {
  return /** @type {Element} */ (section.lastElementChild);
}

/** Creates a button that selects a node. */
function nodeButton() {
  return html("button", { type: "button", class: "go" });
}

/** Creates the row of an event. */
function eventRow() {
  return html(
    "li",
    { class: "event" },
    html("span", { class: "was", role: "img" }),
    html("span", { class: "sign", role: "img" }),
    nodeButton(),
    html("span", { class: "error" }),
  );
}

// Announces the events of a moment to screen readers, once the user stays at the moment.

const QUIET_MILLISECONDS = 600;

export class Said {
  /**
   * @param {HTMLElement} region a live region: screen readers read it when its text changes
   * @param {() => boolean} isBusy returns true while nothing should be announced
   */
  constructor(region, isBusy) {
    this.region = region;
    this.isBusy = isBusy;
    this.pending = 0;
    this.text = "";
  }

  /**
   * Announces a text, unless another one follows soon.
   *
   * @param {string} text
   */
  say(text) {
    if (text === this.text) return;
    this.text = text;
    clearTimeout(this.pending);
    this.pending = setTimeout(() => {
      if (!this.isBusy()) this.region.textContent = text;
    }, QUIET_MILLISECONDS);
  }
}
