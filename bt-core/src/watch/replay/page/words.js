// Returns the texts for nodes, states and moments.

/** @typedef { {family: string, icon: string, bare?: boolean} } Kind */
/** @typedef {Pick<import("./page").TreeNode, "label" | "kind" | "source">} Written */

/**
 * One row for each kind of node: its family, its icon, and whether its source is written without parentheses.
 *
 * @type {Record<string, Kind>}
 */
const KINDS = {
  condition: { family: "leaf", icon: "condition", bare: true },
  action: { family: "leaf", icon: "action", bare: true },
  wait: { family: "leaf", icon: "wait" },
  succeed: { family: "leaf", icon: "constant" },
  fail: { family: "leaf", icon: "constant" },
  running: { family: "leaf", icon: "constant" },
  subtree: { family: "leaf", icon: "subtree", bare: true },
  sequence: { family: "composite", icon: "sequence" },
  selector: { family: "composite", icon: "selector" },
  active_sequence: { family: "composite", icon: "active_sequence" },
  active_selector: { family: "composite", icon: "active_selector" },
  parallel: { family: "composite", icon: "parallel" },
  monitor: { family: "composite", icon: "monitor" },
  random_selector: { family: "composite", icon: "random" },
  random_sequence: { family: "composite", icon: "random" },
  utility_selector: { family: "composite", icon: "utility_selector" },
  priority_selector: { family: "composite", icon: "selector" },
  active_utility_selector: { family: "composite", icon: "utility_selector" },
  if: { family: "composite", icon: "choice", bare: true },
  match: { family: "composite", icon: "choice", bare: true },
  active_if: { family: "composite", icon: "choice", bare: true },
  active_match: { family: "composite", icon: "choice", bare: true },
  not: { family: "decorator", icon: "not" },
  force_success: { family: "decorator", icon: "force" },
  force_failure: { family: "decorator", icon: "force" },
  repeat: { family: "decorator", icon: "loop" },
  retry: { family: "decorator", icon: "loop" },
  guard: { family: "decorator", icon: "guard" },
  timeout: { family: "decorator", icon: "wait" },
  delay: { family: "decorator", icon: "wait" },
  cooldown: { family: "decorator", icon: "wait" },
  every: { family: "decorator", icon: "wait" },
  once: { family: "decorator", icon: "once" },
  service: { family: "decorator", icon: "service" },
  let: { family: "decorator", icon: "with" },
  for: { family: "decorator", icon: "loop" },
  finally: { family: "decorator", icon: "service" },
  with: { family: "decorator", icon: "with", bare: true },
};

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
