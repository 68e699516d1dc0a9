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
