// How nodes, statuses and moments are called.

const DECORATORS = new Set([
  "not", "force_success", "force_failure", "repeat", "retry", "guard", "timeout", "delay", "cooldown", "every", "once",
  "service", "with",
]);
const LEAVES = new Set(["condition", "action", "wait", "succeed", "fail", "running", "subtree"]);

export function family(kind) {
  if (DECORATORS.has(kind)) return "decorator";
  return LEAVES.has(kind) ? "leaf" : "composite";
}

/** Source text on one line: `npc\n    .flee()` → `npc .flee()` */
export function oneLine(text) {
  return text.replace(/\s+/g, " ").trim();
}

/** What a node is called: its label, or the source of a condition, an action or a subtree, or its word. */
export function nameOf({ label, kind, source }) {
  if (label) return label;
  const speaks = kind === "condition" || kind === "action" || kind === "subtree";
  return speaks && source ? oneLine(source) : writtenKind({ kind, source });
}

/** The word with its argument: `wait(2s)`, `if npc.hungry`, `sequence`. */
export function writtenKind({ kind, source }) {
  if (!source) return kind;
  const spaced = /^(condition|action|subtree|with|if|match|active_if|active_match)$/.test(kind);
  return spaced ? `${kind} ${oneLine(source)}` : `${kind}(${oneLine(source)})`;
}

/** Moments are counted from 0, ticks from 1. */
export function tickNumber(moment) {
  return moment + 1;
}

/** 61.25 → "1:01.250" */
export function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - minutes * 60).toFixed(3).padStart(6, "0");
  return `${minutes}:${rest}`;
}

export const SIGNS = { idle: "", failure: "✗", success: "✓", running: "▶", aborted: "■" };
