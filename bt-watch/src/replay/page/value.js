// Reads values of a blackboard: JSON, with marked texts for values that JSON or JavaScript cannot
// express.
//
// {"$number": "18446744073709551615"} is a number; it may also be "NaN", "inf" or "-inf". {"$error": "…"}
// contains the reason why a value is missing. If a map of the program looks like one of these, its key
// has an additional `$`. A key is a text, or the JSON of a key that is not a text: `1`, `[1,2]`. A text
// that could be such JSON is in quotes: `"1"`.

import { visible, visibleJson } from "./words.js";

/** A key that is not a text, or a text in quotes; `null (2)` is the second key of the map whose JSON is `null`. */
const WRITTEN = /^(["[{]|(null|true|false|-?\d+(\.\d+)?([eE][+-]?\d+)?)( \(\d+\))?$)/;
/** @type {Record<string, number>} */
const INFINITE = { inf: Infinity, "-inf": -Infinity };

/**
 * Returns the mark and the text of a marked text, ["$number", "NaN"]; null for other values.
 *
 * @param {any} value
 * @returns {[string, any] | null}
 */
function markOf(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const [entry, more] = Object.entries(value);
  return entry && !more && /^\$(number|error)$/.test(entry[0]) ? entry : null;
}

/**
 * Returns the keys and values of a list or a map; none for other values.
 *
 * @param {any} value
 * @returns {[string, any][]}
 */
export function partsOf(value) {
  if (value === null || typeof value !== "object" || markOf(value) || isDuration(value)) return [];
  const entries = Object.entries(value);
  const isEscaped = !Array.isArray(value) && entries.length === 1 && entries[0][0].startsWith("$$");
  return isEscaped ? [[entries[0][0].slice(1), entries[0][1]]] : entries;
}

/**
 * Returns the value of one key of a list or a map; undefined if there is none.
 *
 * @param {any} value
 * @param {string} key
 * @returns {any}
 */
export function partOf(value, key) {
  if (value === null || typeof value !== "object") return undefined;
  if (key.startsWith("$")) return partsOf(value).find(([name]) => name === key)?.[1];
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Returns true for a `Duration` of Rust: {"secs": 1, "nanos": 500000000}
 *
 * @param {any} value
 */
export function isDuration(value) {
  if (value === null || typeof value !== "object" || Object.keys(value).length !== 2) return false;
  const { secs, nanos } = value;
  const whole = numberOf(secs) ?? -1;
  return Number.isInteger(whole) && whole >= 0 && Number.isInteger(nanos) && nanos >= 0 && nanos < 1e9;
}

/**
 * Returns the value as a number, a `Duration` in seconds; undefined if it is not a number.
 *
 * @param {any} value
 * @returns {number | undefined}
 */
export function numberOf(value) {
  if (typeof value === "number") return value;
  if (isDuration(value)) return secondsOf([Number(numberOf(value.secs)), value.nanos]);
  const mark = markOf(value);
  return mark?.[0] === "$number" ? (INFINITE[mark[1]] ?? Number(mark[1])) : undefined;
}

/**
 * Converts seconds and nanoseconds to seconds: [5, 250000000] → 5.25
 *
 * @param {[number, number]} time
 */
export function secondsOf([secs, nanos]) {
  return secs + nanos / 1e9;
}

/**
 * Returns the kind of a value, which determines its color.
 *
 * @param {any} value
 */
export function kindOf(value) {
  if (value === undefined) return "gone";
  if (value === null) return "null";
  if (numberOf(value) !== undefined) return "number";
  if (markOf(value)) return "error";
  return Array.isArray(value) ? "list" : typeof value;
}

/**
 * Returns a key as it is shown, with texts in quotes: `"name"`, `1`
 *
 * @param {string} key
 */
function keyText(key) {
  return WRITTEN.test(key) ? visible(key) : visibleJson(key);
}

/**
 * Returns a value as it is shown: `[1,18446744073709551615,NaN]`, `{"name":"scout",1:true}`, `1.5s`
 *
 * @param {any} value
 * @returns {string}
 */
export function textOf(value) {
  const mark = markOf(value);
  if (mark) return visible(String(mark[1]));
  if (value === null || typeof value !== "object") return visibleJson(value);
  if (isDuration(value)) {
    const fraction = value.nanos > 0 ? `.${String(value.nanos).padStart(9, "0").replace(/0+$/, "")}` : "";
    return `${textOf(value.secs)}${fraction}s`;
  }
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  return `{${partsOf(value).map(([key, part]) => `${keyText(key)}:${textOf(part)}`).join(",")}}`;
}
