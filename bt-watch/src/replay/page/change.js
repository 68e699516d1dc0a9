// Changes what the agents of a running program see: forces the answers of leaves, sets fields of blackboards, and stops the
// program before a leaf. Shows what was changed in a tick.

import { untilText } from "./branch.js";
import { byId, fillRows, hide, html, setAttribute, setText } from "./dom.js";
import { isCode } from "./node_view.js";
import { post, runOf } from "./server.js";
import { nameOf, SIGNS, tickNumber, visible } from "./words.js";

/**
 * The answers of each kind of leaf that the tree asks.
 *
 * @type {Record<string, string[]>}
 */
const ANSWERS = { condition: ["success", "failure"], action: ["success", "failure", "running"], wait: ["success", "running"] };

export class Change {
  /** @param {import("./live.js").Live} live */
  constructor(live) {
    this.live = live;
    /**
     * The path of the field whose value is being written.
     *
     * @type {string[] | null}
     */
    this.field = null;
    /**
     * The values on their way to the program.
     *
     * @type {[string, string][]}
     */
    this.sent = [];
    /** The kind of the leaf that the form shows. */
    this.kind = "";
    const { board } = live.replay.views;
    board.onSet = (path) => this.write(path);
    byId("breakpoint-before").addEventListener("click", () => this.toggleBefore());
    byId("force-until").addEventListener("change", () => this.showUntil());
    byId("force").addEventListener("submit", (event) => {
      event.preventDefault();
      this.force();
    });
    byId("force-release").addEventListener("click", () => this.release());
    byId("force-copy").addEventListener("click", () => this.forceInCopy());
    byId("live-release").addEventListener("click", () => this.send("release"));
    byId("set-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.set();
    });
    byId("set-form").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.leave();
    });
    byId("set-cancel").addEventListener("click", () => this.leave());
    this.keys = { B: () => this.toggleBefore(), r: () => this.toggleForce() };
  }

  /** The id of the agent that is shown; -1 if there is none. */
  get agent() {
    const { recording, agent } = this.live.replay;
    return recording.agents[agent]?.id ?? -1;
  }

  /** The selected node, if it is a leaf that the tree asks. */
  get leaf() {
    const { selected, nodes } = this.live.replay;
    return selected !== null && nodes[selected].kind in ANSWERS ? nodes[selected] : null;
  }

  /**
   * Sends a change to the program, and shows its new state. Returns what is wrong, or an empty text.
   *
   * @param {string} action
   * @param {Record<string, string | number>} fields
   */
  async send(action, fields = {}) {
    const state = await post(action, { ...fields, ...this.live.visitor(), run: runOf() });
    if (typeof state === "string" || state.refused) return state.refused ?? state;
    this.live.show(state);
    return "";
  }

  /**
   * Shows the changes in the state of the program.
   *
   * @param {import("./page").ProgramState} state
   */
  show({ changeable = false, branch = null, pausable, before = [], forced = [], fields = [], pending = [], lost, waits, stopped }) {
    const { replay } = this.live;
    const { agent, leaf } = this;
    const may = changeable && !lost;
    /** @type {Map<number, string>} */
    const here = new Map(forced.filter(([owner]) => owner === agent).map(([, node, status, until]) => [node, `${status} ${untilText(until)}`]));
    const stops = new Set(before.filter(([owner]) => owner === agent).map(([, node]) => node));
    const changed = JSON.stringify([...here]) !== JSON.stringify([...replay.forced]);
    replay.forced = here;
    hide("breakpoint-before", !pausable || leaf === null);
    setAttribute(byId("breakpoint-before"), "aria-pressed", String(leaf !== null && stops.has(leaf.id)));
    hide("force", leaf === null || Boolean(lost) || !(may || branch));
    hide("force-answer", !may);
    hide("force-copy", branch === null);
    if (leaf) this.showLeaf(leaf, here.get(leaf.id));
    hide("live-release", !may || forced.length === 0);
    setText(byId("live-release"), `Release ${forced.length} forced`);
    const settable = may ? fields : [];
    const { board } = replay.views;
    const others = JSON.stringify(settable) !== JSON.stringify([...board.settable]);
    board.settable = new Set(settable);
    if (this.field !== null && !board.settable.has(this.field[0])) this.leave();
    this.showSent(pending);
    this.showWaits(stopped && stopped[0] === agent ? stopped[1] : null, waits ?? null);
    if (changed || others) replay.draw();
  }

  /**
   * Shows the answers of a leaf, and how the leaf is forced now.
   *
   * @param {import("./page").TreeNode} leaf
   * @param {string | undefined} forced
   */
  showLeaf(leaf, forced) {
    if (leaf.kind !== this.kind) {
      this.kind = leaf.kind;
      byId("force-status").replaceChildren(...ANSWERS[leaf.kind].map((status) => html("option", { value: status }, `${SIGNS[status]} ${status}`)));
    }
    hide("force-release", forced === undefined);
    if (forced !== undefined) setText(byId("force-now"), `forced: ${forced}`);
    hide("force-now", forced === undefined);
  }

  /** Shows the field for a comparison, if the answer is forced as long as one holds. */
  showUntil() {
    hide("force-while", byId("force-until").value !== "while");
    setText(byId("force-said"), "");
  }

  /** Notes the answer of the selected leaf, as the form says, for copies that go on from here. */
  forceInCopy() {
    const until = byId("force-until").value;
    if (this.leaf) this.live.branch.force(this.leaf.id, byId("force-status").value, until === "while" ? { while: byId("force-while").value } : until === "asked" ? "asked" : "released");
  }

  /** Forces the answer of the selected leaf, as the form says. */
  async force() {
    const { leaf, agent } = this;
    if (leaf === null) return;
    if (!this.live.state.changeable) return this.live.state.branch ? this.forceInCopy() : undefined;
    const until = byId("force-until").value;
    /** @type {Record<string, string>} */
    const more = until === "while" ? { while: byId("force-while").value } : { until };
    const problem = await this.send("force", { agent, node: leaf.id, status: byId("force-status").value, ...more });
    setText(byId("force-said"), problem);
  }

  /** Releases the selected leaf. */
  async release() {
    const { leaf, agent } = this;
    if (leaf === null) return;
    const hadFocus = document.activeElement === byId("force-release");
    setText(byId("force-said"), await this.send("release", { agent, node: leaf.id }));
    // The button has gone.
    if (hadFocus) byId("force-answer").focus();
  }

  /** Forces the answer of the selected leaf, or releases it. */
  toggleForce() {
    if (this.leaf && this.live.replay.forced.has(this.leaf.id)) this.release();
    else this.force();
  }

  /** Sets or removes a breakpoint before the selected leaf. */
  toggleBefore() {
    const { leaf, agent } = this;
    if (leaf && this.live.state.pausable) this.live.ask("breakpoint", { agent, node: leaf.id, before: 1 });
  }

  /**
   * Opens the form for the value of a field.
   *
   * @param {string[]} path
   */
  write(path) {
    const { recording, history } = this.live.replay;
    this.field = path;
    setText(byId("set-name"), visible(path.join(".")));
    byId("set-value").value = written(history.agent.values.at(path[0], recording.end - 1));
    setText(byId("set-said"), "");
    hide("set-form", false);
    byId("set-value").select();
    byId("set-value").focus();
  }

  /** Sends the value in the form. */
  async set() {
    const { field, agent } = this;
    if (field === null) return;
    const problem = await this.send("set", { agent, field: field[0], value: byId("set-value").value });
    setAttribute(byId("set-value"), "aria-invalid", problem ? "true" : null);
    if (problem === "") this.leave();
    else setText(byId("set-said"), problem);
  }

  /** Closes the form for a value. */
  leave() {
    const { field } = this;
    const hadFocus = byId("set-form").contains(document.activeElement);
    this.field = null;
    hide("set-form", true);
    setAttribute(byId("set-value"), "aria-invalid", null);
    if (this.sent.length === 0) setText(byId("set-said"), "");
    if (field && hadFocus) this.live.replay.views.board.focusSet(field);
  }

  /**
   * Shows the values that the program has not taken yet.
   *
   * @param {[string, string][]} pending
   */
  showSent(pending) {
    const had = this.sent.length > 0;
    this.sent = pending;
    if (this.field !== null) return;
    const texts = pending.map(([field, value]) => `${visible(field)} = ${visible(value)}`);
    if (texts.length > 0) setText(byId("set-said"), `${texts.join(", ")} from the next tick of the agent on`);
    else if (had) setText(byId("set-said"), "");
  }

  /**
   * Shows what has happened in a tick that has stopped before a leaf.
   *
   * @param {number | null} leaf
   * @param { {moment: number, events: [number, string][]} | null} waits
   */
  showWaits(leaf, waits) {
    const isHere = waits !== null && leaf !== null;
    const { replay } = this.live;
    if (replay.waits !== isHere) replay.draw();
    replay.waits = isHere;
    hide("waits", !isHere);
    if (!isHere) return;
    const { nodes } = replay;
    const text = JSON.stringify([leaf, waits]);
    if (byId("waits").dataset.shown === text) return;
    byId("waits").dataset.shown = text;
    /** @type {(node: number) => HTMLElement} */
    const button = (node) => html("button", { type: "button", class: "go", "data-go": node }, nameOf(nodes[node]));
    const so = waits.events.flatMap(([node, status], place) => [place > 0 ? ", " : "", html("span", { "data-state": status, class: "sign", title: status }, SIGNS[status]), " ", button(node), ` ${status}`]);
    const rest = so.length > 0 ? [" So far: ", ...so, "."] : [" Nothing has a result yet."];
    byId("waits").lastElementChild?.replaceChildren(`In the middle of tick ${tickNumber(waits.moment)}, before the tree asks `, button(leaf), ".", ...rest);
  }
}

/**
 * Returns a value as a person writes it: JSON, or a text without quotation marks.
 *
 * @param {any} value
 */
function written(value) {
  if (typeof value === "string") return value;
  const number = value?.$number;
  return typeof number === "string" ? number : (JSON.stringify(value) ?? "");
}

/**
 * Returns the description of the changes: `set: health = 12 · forced: look`
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Touched} touched
 */
export function touchedText(nodes, { forced, set }) {
  const texts = set.map(([field, value]) => `${visible(field)} = ${visible(value)}`);
  const names = forced.map((node) => nameOf(nodes[node]));
  return [texts.length > 0 ? `set: ${texts.join(", ")}` : "", names.length > 0 ? `forced: ${names.join(", ")}` : ""].filter(Boolean).join(" · ");
}

/**
 * Shows the changes of a tick in a section with a heading and a list; hides the section if there are none.
 *
 * @param {HTMLElement} section
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Touched | null} touched
 */
export function showTouched(section, nodes, touched) {
  section.hidden = touched === null;
  const rows = [...(touched?.set ?? []), ...(touched?.forced ?? [])];
  const row = () => html("li", {}, html("button", { type: "button", class: "go" }), html("span"));
  fillRows(/** @type {Element} */ (section.lastElementChild), rows, row, (element, item) => {
    const [button, text] = /** @type {HTMLElement[]} */ ([...element.children]);
    const isField = typeof item !== "number";
    button.hidden = isField;
    button.dataset.go = isField ? "" : String(item);
    setText(button, isField ? "" : nameOf(nodes[item]));
    button.classList.toggle("code", !isField && isCode(nodes[item]));
    setText(text, isField ? `${visible(item[0])} was set to ${visible(item[1])}` : " was forced");
  });
}
