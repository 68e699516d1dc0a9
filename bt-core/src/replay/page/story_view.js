// The panel of the tick: number, result, what runs and why, and the events in their order.

import { fillRows, html, setAttribute, setText } from "./dom.js";
import { stopped, told, turned, wayTo } from "./story.js";
import { SIGNS, clock, nameOf, tickNumber } from "./words.js";
import { isCode } from "./node_view.js";

const RESULTS = ["failure", "success", "running", "aborted"];
/** More events than this are not listed. */
const MOST_EVENTS = 200;

export class StoryView {
  /** `parts`: the elements of the panel by name. */
  constructor(parts) {
    this.parts = parts;
  }

  show(nodes, tick, previous, time) {
    const { parts } = this;
    this.nodes = nodes;
    const events = told(tick, previous);
    setText(parts.number, `Tick ${tickNumber(tick.moment)}`);
    setText(parts.time, time === null ? "" : clock(time));
    const result = tick.ticked ? RESULTS[tick.result] : "rests";
    setText(parts.result, tick.ticked ? `${SIGNS[result]} ${result}` : "not ticked");
    setAttribute(parts.result, "data-state", result);
    fillRows(parts.doing, tick.doing, () => html("li"), (row, node) => this.fillWay(row, node, tick.states));
    this.showReasons(tick, events);
    this.showEvents(events);
  }

  /** `flee › npc.run_to_shelter()` */
  fillWay(row, node, states) {
    const way = wayTo(this.nodes, node);
    fillRows(row, way, nodeButton, (button, id) => this.fillButton(button, id));
    setAttribute(row, "data-state", ["idle", ...RESULTS][states[node]]);
  }

  showReasons(tick, events) {
    const { parts } = this;
    const reasons = tick.isMark ? turned(this.nodes, events) : [];
    const halted = stopped(this.nodes, events);
    parts.reasons.hidden = reasons.length === 0;
    parts.halted.hidden = halted.length === 0;
    fillRows(parts.reasons.lastElementChild, reasons, eventRow, (row, event) => this.fillEvent(row, event));
    fillRows(parts.halted.lastElementChild, halted, eventRow, (row, event) => this.fillEvent(row, event));
  }

  showEvents(events) {
    const { parts } = this;
    const more = events.length - MOST_EVENTS;
    setText(parts.eventCount, events.length === 1 ? "1 event" : `${events.length} events`);
    setText(parts.more, more > 0 ? `and ${more} more` : "");
    const rows = parts.events.parentElement.open ? events.slice(0, MOST_EVENTS) : [];
    fillRows(parts.events, rows, eventRow, (row, event) => this.fillEvent(row, event));
  }

  /** `✗ → ✓ npc.health < 20` */
  fillEvent(row, { node, status, before, error }) {
    const [was, sign, button, text] = row.children;
    const differs = before !== undefined && before !== status;
    setText(was, differs ? SIGNS[before] : "");
    setAttribute(was, "data-state", differs ? before : "idle");
    setText(sign, SIGNS[status]);
    setAttribute(sign, "data-state", status);
    setAttribute(sign, "title", status);
    this.fillButton(button, node);
    setText(text, error === undefined ? "" : error);
  }

  fillButton(button, node) {
    setText(button, nameOf(this.nodes[node]));
    setAttribute(button, "data-go", String(node));
    button.classList.toggle("code", isCode(this.nodes[node]));
  }
}

function nodeButton() {
  return html("button", { type: "button", class: "go" });
}

function eventRow() {
  return html(
    "li",
    { class: "event" },
    html("span", { class: "was" }),
    html("span", { class: "sign" }),
    nodeButton(),
    html("span", { class: "error" }),
  );
}
