// Computes the rows of the blackboard at a moment, and the values of a number over time.

import { isDuration, kindOf, numberOf, partOf, partsOf, textOf } from "./value.js";
import { visible } from "./visible.js";

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
 * @param {import("./agent.js").Agent} agent
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
 * @param {import("./agent.js").Agent} agent
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
 * @param {import("./agent.js").Agent} agent
 */
export function firstNumber(agent) {
  for (const [key, { values }] of agent.values) {
    if (values.some((value) => Number.isFinite(numberOf(value)) && !isDuration(value))) return [key];
  }
  return null;
}
