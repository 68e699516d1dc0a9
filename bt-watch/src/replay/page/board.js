// Computes the rows of the blackboard at a moment, and the values of a number over time; shows them.

import { html, setAttribute, setText } from "./dom.js";
import { isDuration, kindOf, numberOf, partOf, partsOf, textOf } from "./value.js";
import { visible } from "./words.js";

/** Values nested more deeply than this are shown on one row. */
const DEEPEST = 6;
const MOST_ROWS = 400;
/** A value with more parts than this is folded until the user opens it. */
const LONG = 8;
/** A list of at most this many plain values, such as a position, takes one row … */
const TUPLE = 4;
/** … if its text has at most this many characters. */
const TUPLE_CHARACTERS = 60;
/** The text for a value that was removed. */
const GONE = "gone";

/**
 * Returns the rows of the blackboard at a moment. Plain values come before nested ones, which may be long.
 *
 * {"enemies": [{"name": "scout"}], "health": 17} → health 17; enemies; · 0; · · name "scout"
 *
 * Long lists and maps are folded, and so are tuples that fit on one row, `[3,-4.5]`.
 *
 * @param {import("./recording.js").Agent} agent
 * @param {number} moment
 * @param {Set<string>} opened the paths, as JSON, of the values that the user opened
 * @returns `more` is true if rows were left out
 */
export function boardRows(agent, moment, opened) {
  /** @type {import("./page").BoardRow[][]} */
  const [plain, nested] = [[], []];
  for (const key of agent.values.keys()) {
    const value = agent.values.at(key, moment);
    // At the first moment, all values are new and none has changed.
    const isChange = moment !== agent.starts[0] && agent.values.hasChanged(key, moment);
    const old = isChange ? agent.values.at(key, moment - 1) : value;
    if (value === undefined && old === undefined) continue;
    addRows(partsOf(value).length > 0 ? nested : plain, { path: [key], value, old, isHidden: false }, opened);
  }
  const rows = [...plain, ...nested];
  return { rows: rows.slice(0, MOST_ROWS), more: rows.length > MOST_ROWS };
}

/**
 * Adds the rows of a value and of its parts.
 *
 * @param {import("./page").BoardRow[]} rows
 * @param { {path: string[], value: any, old: any, isHidden: boolean} } item
 * @param {Set<string>} opened
 */
function addRows(rows, { path, value, old, isHidden }, opened) {
  const isDeep = path.length > DEEPEST;
  const parts = isDeep ? [] : partsOf(value);
  /** @type {import("./page").BoardRow} */
  const row = { path, key: visible(path[path.length - 1]), depth: path.length - 1, text: "", kind: kindOf(value), isHidden };
  const isLong = parts.length > LONG;
  if (isLong || isTuple(value)) row.fold = { parts: parts.length, isOpen: opened.has(JSON.stringify(path)), isLong };
  const isOneRow = parts.length === 0 || (row.fold && !row.fold.isOpen && !isLong);
  if (isOneRow) {
    row.text = value === undefined ? GONE : textOf(value);
    row.before = old === value ? undefined : oldText(old, row.text);
  }
  if (!isHidden || row.before !== undefined) rows.push(row);
  if (isOneRow) return;
  const isFolded = isHidden || row.fold?.isOpen === false;
  if (isFolded && old === value) return;
  /** @type {(part: [string, any]) => boolean} */
  const isGone = ([key]) => partOf(value, key) === undefined;
  for (const [key, part] of old === value ? parts : [...parts, ...partsOf(old).filter(isGone)]) {
    if (rows.length > MOST_ROWS) return;
    const item = { path: [...path, key], value: partOf(value, key), old: old === value ? part : partOf(old, key) };
    addRows(rows, { ...item, isHidden: isFolded }, opened);
  }
}

/**
 * Returns true for a short list of plain values: `[3,-4.5]`
 *
 * @param {any} value
 */
function isTuple(value) {
  if (!Array.isArray(value) || value.length < 2 || value.length > TUPLE) return false;
  return value.every((part) => partsOf(part).length === 0) && textOf(value).length <= TUPLE_CHARACTERS;
}

/**
 * Returns the text of the previous value; undefined if it equals the current text.
 *
 * @param {any} old
 * @param {string} text
 */
function oldText(old, text) {
  const before = old === undefined ? "" : textOf(old);
  return before === text ? undefined : before;
}

/**
 * Returns the number at a path of the blackboard after each of its changes.
 *
 * @param {import("./recording.js").Agent} agent
 * @param {string[]} path
 * @returns {import("./page").Plot}
 */
export function courseOf(agent, path) {
  const [key, ...rest] = path;
  const { moments, values } = agent.values.get(key) ?? { moments: [], values: [] };
  return { name: visible(path.join(".")), moments, values: values.map((value) => numberOf(rest.reduce(partOf, value))) };
}

/**
 * Returns the path of the first number at the top of the blackboard that is no time, which is plotted by default; null
 * if there is none.
 *
 * @param {import("./recording.js").Agent} agent
 */
export function firstNumber(agent) {
  for (const [key, { values }] of agent.values) {
    if (values.some((value) => Number.isFinite(numberOf(value)) && !isDuration(value))) return [key];
  }
  return null;
}

// Shows the blackboard. A row that changed at this moment is marked and shows its previous value.

export class BoardView {
  /**
   * @param { {list: HTMLElement, empty: HTMLElement, more: HTMLElement, count: HTMLElement} } parts
   * @param {(path: string[]) => void} onPlot called when the user adds a number to the timeline or removes it
   * @param {(path: string[]) => void} onFold called when the user folds or unfolds a value
   */
  constructor(parts, onPlot, onFold) {
    this.parts = parts;
    this.onPlot = onPlot;
    this.onFold = onFold;
    /** The fields of the blackboard that may be set. */
    this.settable = /** @type {Set<string>} */ (new Set());
    /**
     * Is called when the user wants to set a field.
     *
     * @type {(path: string[]) => void}
     */
    this.onSet = () => {};
    /**
     * The elements of each row, by the JSON of its path.
     *
     * @type {Map<string, ReturnType<typeof this.make>>}
     */
    this.rows = new Map();
    /** The paths of the rows in the list. */
    this.order = "";
    this.onlyChanged = false;
  }

  /**
   * Shows the rows of a moment.
   *
   * @param { {rows: import("./page").BoardRow[], more: boolean} } board
   * @param {Map<string, string[]>} plotted the numbers on the timeline, by the JSON of their paths
   */
  show({ rows, more }, plotted) {
    const { parts } = this;
    const changed = rows.filter(({ before }) => before !== undefined);
    const shown = this.onlyChanged ? changed : rows.filter(({ isHidden }) => !isHidden);
    parts.empty.hidden = rows.length > 0;
    parts.more.hidden = !more;
    setText(parts.count, `${changed.length} changed`);
    const keys = shown.map(({ path }) => JSON.stringify(path));
    shown.forEach((row, place) => {
      this.fill(keys[place], row, plotted.has(keys[place]));
      this.fillFold(keys[place], row, changed);
    });
    this.arrange(keys);
  }

  /**
   * Puts these rows into the list, unless it contains the same rows already.
   *
   * @param {string[]} keys the paths as JSON
   */
  arrange(keys) {
    const order = keys.join("\n");
    if (order === this.order) return;
    this.order = order;
    this.parts.list.replaceChildren(...keys.map((key) => this.partsOf(key).element));
  }

  /**
   * Shows a value in the elements of its row, which are created if necessary.
   *
   * @param {string} name the path as JSON
   * @param {import("./page").BoardRow} row
   * @param {boolean} plotted
   */
  fill(name, row, plotted) {
    if (!this.rows.has(name)) this.rows.set(name, this.make(name, row));
    const parts = this.partsOf(name);
    const changed = row.before !== undefined;
    setText(parts.value, row.text);
    setAttribute(parts.value, "data-kind", row.kind);
    setText(parts.before, row.before ?? "");
    setAttribute(parts.element, "data-changed", changed ? "" : null);
    const isNumber = row.kind === "number";
    if (parts.plot.hidden === isNumber) parts.plot.hidden = !isNumber;
    const isSettable = row.path.length === 1 && this.settable.has(row.path[0]);
    if (parts.set.hidden === isSettable) parts.set.hidden = !isSettable;
    setAttribute(parts.plot, "aria-pressed", String(plotted));
  }

  /**
   * Shows the button that folds a row: `▸ 37 entries, 2 changed`
   *
   * @param {string} name the path as JSON
   * @param {import("./page").BoardRow} row
   * @param {import("./page").BoardRow[]} changed all rows that changed
   */
  fillFold(name, { path, fold, before }, changed) {
    const { fold: button, element } = this.partsOf(name);
    if (button.hidden === Boolean(fold)) button.hidden = !fold;
    if (!fold) return;
    /** @type {(row: import("./page").BoardRow) => boolean} */
    const isInside = (row) => Boolean(row.isHidden) && path.every((key, place) => row.path[place] === key);
    const count = fold.isOpen ? 0 : changed.filter(isInside).length;
    const parts = fold.isLong ? ` ${fold.parts} entries${count > 0 ? `, ${count} changed` : ""}` : "";
    setText(button, `${fold.isOpen ? "▾" : "▸"}${parts}`);
    setAttribute(button, "aria-expanded", String(fold.isOpen));
    setAttribute(element, "data-changed", before !== undefined || count > 0 ? "" : null);
  }

  /**
   * Returns the elements of a row that exists.
   *
   * @param {string} name the path as JSON
   */
  partsOf(name) {
    return /** @type {ReturnType<typeof this.make>} */ (this.rows.get(name));
  }

  /**
   * Creates the elements of a row.
   *
   * @param {string} name the path as JSON
   * @param {import("./page").BoardRow} row
   */
  make(name, { path, key, depth }) {
    const whole = visible(path.join("."));
    const value = html("span", { class: "value" });
    const before = html("span", { class: "before" });
    const label = `Plot ${whole} on the timeline`;
    const plot = html("button", { type: "button", class: "plot", "aria-label": label, title: label }, "∿");
    plot.addEventListener("click", () => this.onPlot(path));
    const set = html("button", { type: "button", class: "set", "aria-label": `Set ${whole}`, title: `Set ${whole}`, hidden: "" }, "✎");
    set.addEventListener("click", () => this.onSet(path));
    const fold = html("button", { type: "button", class: "parts", "aria-label": `Entries of ${whole}` });
    fold.addEventListener("click", () => this.onFold(path));
    const indent = this.onlyChanged ? 0 : Math.min(depth, 6);
    const element = html("li", { "data-path": name, class: `depth-${indent}` });
    element.append(html("span", { class: "key", title: whole }, this.onlyChanged ? whole : key), before, value, fold, set, plot);
    return { element, value, before, plot, set, fold };
  }

  /**
   * Moves the keyboard focus to the button that sets a field, if it is shown.
   *
   * @param {string[]} path
   */
  focusSet(path) {
    this.rows.get(JSON.stringify(path))?.set.focus();
  }

  /**
   * Shows only rows that changed, with their whole paths, or all rows.
   *
   * @param {boolean} onlyChanged
   */
  setOnlyChanged(onlyChanged) {
    this.onlyChanged = onlyChanged;
    this.clear();
  }

  /** Removes all rows. */
  clear() {
    this.rows.clear();
    this.order = "";
    this.parts.list.replaceChildren();
  }
}
