// Returns the texts for nodes, states and moments.

import { KINDS } from "./kinds.js";

/** @typedef {Pick<import("./page").TreeNode, "label" | "kind" | "source">} Written */

/**
 * Returns the family of a kind: leaf, composite or decorator.
 *
 * @param {string} kind
 */
export function family(kind) {
  return KINDS[kind]?.family ?? "composite";
}

/**
 * Returns the name of a kind's icon in `icons.js`.
 *
 * @param {string} kind
 */
export function iconOf(kind) {
  return KINDS[kind]?.icon ?? "with";
}

/**
 * Returns source text on one line: `npc\n    .flee()` → `npc .flee()`
 *
 * @param {string} text
 */
export function oneLine(text) {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Returns the name of a node: its label, or else the source of a condition, an action or a subtree, or else its word
 * with its argument.
 *
 * @param {Written} node
 */
export function nameOf({ label, kind, source }) {
  if (label) return label;
  const speaks = kind === "condition" || kind === "action" || kind === "subtree";
  return speaks && source ? oneLine(source) : writtenKind({ kind, source });
}

/**
 * Returns the word of a node with its argument: `wait(2s)`, `if npc.hungry`, `sequence`.
 *
 * @param {Written} node
 */
export function writtenKind({ kind, source }) {
  if (!source) return kind;
  return KINDS[kind]?.bare ? `${kind} ${oneLine(source)}` : `${kind}(${oneLine(source)})`;
}

/**
 * Returns the condition, score, weight or pattern for which a node is chosen: `npc.hungry =>`
 *
 * @param { {key?: string} } node
 */
export function keyOf({ key }) {
  return key ? `${oneLine(key)} =>` : "";
}

/**
 * Returns the number of a tick as it is shown: moments are counted from 0, ticks from 1.
 *
 * @param {number} moment
 */
export function tickNumber(moment) {
  return moment + 1;
}

/**
 * Returns seconds as minutes and seconds: 61.25 → "1:01.250"
 *
 * @param {number} seconds
 */
export function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - minutes * 60).toFixed(3).padStart(6, "0");
  return `${minutes}:${rest}`;
}

/** @type {Record<string, string>} */
export const SIGNS = { idle: "", failure: "✗", success: "✓", running: "▶", aborted: "■" };

// Escapes characters that are invisible or reorder the text, in the notation of Rust.

/**
 * Control characters except tabs and line ends, default ignorable characters of Unicode (they reverse, join or have no
 * width), and unpaired surrogates.
 */
const HIDDEN = /[\p{DI}\p{Zl}\p{Zp}\p{Cs}\uFFF9-\uFFFB\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu;
/** Variation selectors: they change the shape of the preceding character. */
const VARIANT = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u;
const JOINER = /[\u200C\u200D]/;
/** The characters after which joiners are usual: scripts from Arabic to Mongolian, and pictograms. */
const JOINS = /^[\u0600-\u1CFF\u2190-\u2BFF\uFB50-\uFE0F\uFE70-\uFEFE\u{1F000}-\u{1FAFF}]$/u;

/**
 * Escapes hidden characters in a text: "a\u202Eb" → "a\\u{202e}b"; 👩‍🚀 remains unchanged.
 *
 * @param {string} text
 */
export function visible(text) {
  return replaced(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/**
 * Returns a value as JSON, with the same characters in the escapes of JSON: `"a\u202eb"`.
 *
 * @param {any} value
 */
export function visibleJson(value) {
  return replaced(JSON.stringify(value), (character) => {
    const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
    return units.map((unit) => `\\u${unit}`).join("");
  });
}

/**
 * Replaces the hidden characters, except variation selectors and usual joiners.
 *
 * @param {string} text
 * @param {(character: string) => string} write returns the replacement
 */
function replaced(text, write) {
  return text.replace(HIDDEN, (character, at) => {
    if (VARIANT.test(character)) return character;
    // The preceding character may have two units.
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
    if (JOINER.test(character) && JOINS.test(before)) return character;
    return write(character);
  });
}
