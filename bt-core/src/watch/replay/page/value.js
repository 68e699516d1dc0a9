// Values of a blackboard in a recording: JSON, and marked text for values that JSON or a script
// cannot express.
//
// {"$number": "18446744073709551615"} is a number, also "NaN", "inf" and "-inf"; {"$error": "…"}
// says why a value is missing. A map of the program that looks like these has one more `$`. A key
// is text, or the written form of a key that is not text: `1`, `[1,2]`. Text that looks like such a
// form is in quotes: `"1"`.

import { visible, visibleJson } from "./visible.js";

/** A key that is no text, or a text in quotes; `null (2)` is the second one that is `null`. */
const WRITTEN = /^(["[{]|(null|true|false|-?\d+(\.\d+)?([eE][+-]?\d+)?)( \(\d+\))?$)/;
/** @type {Record<string, number>} */
const INFINITE = { inf: Infinity, "-inf": -Infinity };

/**
 * ["$number", "NaN"] for a marked text, or null.
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
 * The parts of a list or a map.
 *
 * @param {any} value
 * @returns {[string, any][]}
 */
export function partsOf(value) {
  if (value === null || typeof value !== "object" || markOf(value)) return [];
  const entries = Object.entries(value);
  const isEscaped = !Array.isArray(value) && entries.length === 1 && entries[0][0].startsWith("$$");
  return isEscaped ? [[entries[0][0].slice(1), entries[0][1]]] : entries;
}

/**
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
 * The value as a number, if it is one.
 *
 * @param {any} value
 * @returns {number | undefined}
 */
export function numberOf(value) {
  if (typeof value === "number") return value;
  const mark = markOf(value);
  return mark?.[0] === "$number" ? (INFINITE[mark[1]] ?? Number(mark[1])) : undefined;
}

/** @param {any} value */
export function kindOf(value) {
  if (value === undefined) return "gone";
  if (value === null) return "null";
  if (numberOf(value) !== undefined) return "number";
  if (markOf(value)) return "error";
  return Array.isArray(value) ? "list" : typeof value;
}

/**
 * A key among others, where texts are in quotes: `"name"`, `1`
 *
 * @param {string} key
 */
function keyText(key) {
  return WRITTEN.test(key) ? visible(key) : visibleJson(key);
}

/**
 * As it is shown: `[1,18446744073709551615,NaN]`, `{"name":"scout",1:true}`
 *
 * @param {any} value
 * @returns {string}
 */
export function textOf(value) {
  const mark = markOf(value);
  if (mark) return visible(String(mark[1]));
  if (value === null || typeof value !== "object") return visibleJson(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  return `{${partsOf(value).map(([key, part]) => `${keyText(key)}:${textOf(part)}`).join(",")}}`;
}
