// The panel of the tick: its number, its result, the running node and the reason, and the events in
// order.

import { because, nameIn, plain } from "./because.js";
import { fillRows, html, setAttribute, setText } from "./dom.js";
import { isCode } from "./node_view.js";
import { named, stopped, told, turned, wayTo } from "./story.js";
import { SIGNS, clock, nameOf, tickNumber } from "./words.js";

const RESULTS = ["failure", "success", "running", "aborted"];
/**
 * @typedef { {
 *   tick: import("./page").Tick,
 *   previous: import("./page").Tick | null,
 *   time: number | null,
 *   board: import("./page").BoardRow[],
 *   isGap: boolean,
 * } } Shown
 */

/** More events than this are not listed. */
const MOST_EVENTS = 200;

/** @typedef {"number" | "time" | "result" | "doing" | "because" | "reasons" | "halted" | "events" | "eventCount" | "more"} Place */

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
    /** The tick for those who do not see it. */
    this.spoken = "";
  }

  /**
   * `board`: the rows of the blackboard; `isGap`: whether the moment was lost.
   *
   * @param {import("./page").TreeNode[]} nodes
   * @param {Shown} shown
   */
  show(nodes, { tick, previous, time, board, isGap }) {
    const { parts } = this;
    this.nodes = nodes;
    this.board = board;
    const events = told(tick, previous);
    const result = tick.panicked ? "aborted" : tick.ticked ? RESULTS[tick.result] : "rests";
    const word = isGap ? "not recorded" : tick.panicked ? "panicked" : tick.ticked ? result : "not ticked";
    setText(parts.number, `Tick ${tickNumber(tick.moment)}`);
    setText(parts.time, time === null ? "" : clock(time));
    setText(parts.result, tick.ticked ? `${SIGNS[result]} ${word}` : word);
    setAttribute(parts.result, "data-state", result);
    fillRows(parts.doing, tick.doing, () => html("li"), (row, node) => this.fillWay(row, node, tick.states));
    const reasons = this.showReasons(tick, previous, events);
    this.showEvents(events);
    const doing = tick.doing.map((node) => wayTo(nodes, node).map((id) => nameOf(nodes[id])).join(", "));
    this.spoken = `Tick ${tickNumber(tick.moment)}, ${word}: ${doing.join("; ")}. ${reasons}`;
  }

  /**
   * `flee › npc.run_to_shelter()`
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
   * Returns the sentence.
   *
   * @param {import("./page").Tick} tick
   * @param {import("./page").Tick | null} previous
   * @param {import("./page").TickEvent[]} events
   */
  showReasons(tick, previous, events) {
    const { parts } = this;
    const halted = stopped(events).map((event) => ({ ...event, before: undefined }));
    const sentence = tick.isMark ? because(this.nodes, tick, previous, events) : [];
    const said = new Set(sentence.map((part) => (typeof part === "object" && "node" in part ? part.node : null)));
    const reasons = tick.isMark ? turned(this.nodes, events).filter(({ node }) => !said.has(node)) : [];
    parts.reasons.hidden = reasons.length === 0;
    parts.halted.hidden = halted.length === 0;
    parts.because.hidden = sentence.length === 0;
    fillRows(listOf(parts.reasons), reasons, eventRow, (row, event) => this.fillEvent(row, event));
    fillRows(listOf(parts.halted), halted, eventRow, (row, event) => this.fillEvent(row, event));
    return this.showSentence(sentence);
  }

  /** @param {import("./page").Part[]} sentence */
  showSentence(sentence) {
    const text = plain(this.nodes, sentence, (node) => this.changesOf(node));
    if (text !== this.sentence) {
      this.sentence = text;
      listOf(this.parts.because).replaceChildren(...sentence.flatMap((part) => this.partOf(part)));
    }
    return text;
  }

  /**
   * @param {import("./page").Part} part
   * @returns {string | Node | (string | Node)[]}
   */
  partOf(part) {
    if (typeof part === "string") return part;
    if ("changes" in part) {
      const changes = this.changesOf(part.changes);
      return changes === "" ? [] : [" ", html("span", { class: "changes", title: "As the tick left it" }, changes)];
    }
    const button = nodeButton();
    this.fillButton(button, part.node, nameIn(this.nodes, part));
    return button;
  }

  /**
   * The changes of the blackboard that the source of a node names: `(health 26 → 18)`
   *
   * @param {number} node
   */
  changesOf(node) {
    const rows = named(this.nodes, node, this.board);
    if (rows.length === 0) return "";
    return `(${rows.map(({ path, before, text }) => `${path.join(".")} ${before} → ${text}`).join(", ")})`;
  }

  /** @param {import("./page").TickEvent[]} events */
  showEvents(events) {
    const { parts } = this;
    const more = events.length - MOST_EVENTS;
    setText(parts.eventCount, events.length === 1 ? "1 event" : `${events.length} events`);
    setText(parts.more, more > 0 ? `and ${more} more` : "");
    const rows = parts.events.closest("details")?.open ? events.slice(0, MOST_EVENTS) : [];
    fillRows(parts.events, rows, eventRow, (row, event) => this.fillEvent(row, event));
  }

  /**
   * `✗ → ✓ npc.health < 20`
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
 * The list below the heading of a section.
 *
 * @param {HTMLElement} section
 */
function listOf(section) {
  return /** @type {Element} */ (section.lastElementChild);
}

function nodeButton() {
  return html("button", { type: "button", class: "go" });
}

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
