// Explains in a sentence why another node runs than in the tick before. The sentence states only what
// the recording proves.

import { ABORTED, FAILURE, RUNNING, SUCCESS } from "./decode.js";
import { STATES } from "./history.js";
import { turned, wayTo } from "./story.js";
import { ancestors } from "./tree_view.js";
import { nameOf, oneLine, writtenKind } from "./words.js";

/** @typedef {NonNullable<ReturnType<typeof changeOf>>} Change */

/** The maximum number of causes in a sentence. */
const MOST_CAUSES = 2;
/** The maximum length of an error in a sentence, in characters. */
const LONGEST_ERROR = 60;

/**
 * Returns the parts of the sentence; no parts if there is nothing to explain. A part is a text, a node (with
 * `written`: shown as its word and argument, not as its label), or `changes`: the changes of the blackboard values
 * that the source of a node names.
 *
 * [{node: 2}, " turned true", {changes: 2}, ", so ", {node: 1}, " took over from ", {node: 5}, ", and ", {node: 12},
 * " was aborted", "."]
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Tick} tick
 * @param {import("./page").Tick | null} previous null if the moment before was not ticked
 * @param {import("./page").TickEvent[]} events of `tick`
 * @returns {import("./page").Part[]}
 */
export function because(nodes, tick, previous, events) {
  if (tick.panicked) return ["The program panicked in the middle of this tick."];
  if (tick.result === ABORTED) return ["The tree was aborted."];
  if (!previous) return [];
  const change = changeOf(nodes, tick, previous);
  const effect = tick.result === RUNNING ? takeover(change, events) : ending(tick, change);
  const isAnew = tick.result === RUNNING && previous.result !== RUNNING;
  if (effect.length === 0) return isAnew ? ["The tree started again."] : [];
  const causes = causesOf(nodes, { tick, previous, change, events });
  const so = causes.length > 0 ? ", so " : "";
  return [isAnew ? "The tree started again: " : "", ...causes, so, ...effect, "."].filter((part) => part !== "");
}

/**
 * Returns the sentence as plain text.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Part[]} parts
 * @param {(node: number) => string} changes returns the text of a `changes` part
 */
export function plain(nodes, parts, changes) {
  /** @type {(text: string) => string} */
  const spaced = (text) => (text === "" ? "" : ` ${text}`);
  /** @type {(part: import("./page").NodePart | import("./page").ChangesPart) => string} */
  const text = (part) => ("node" in part ? nameIn(nodes, part) : spaced(changes(part.changes)));
  return parts.map((part) => (typeof part === "string" ? part : text(part))).join("");
}

/**
 * Returns the name of a node in a sentence.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").NodePart} part
 */
export function nameIn(nodes, { node, written }) {
  return written ? writtenKind(nodes[node]) : nameOf(nodes[node]);
}

/**
 * Compares the running nodes of two ticks; null if no node began to run or none stopped.
 *
 * `newTip` runs instead of `oldTip`. `common` is the innermost node above both (the root, if the tree started again).
 * `now` and `old` name the two in a sentence: the outermost labelled nodes below `common`, or else the tips.
 * `newBranch` and `oldBranch` are the children of `common` on the two paths.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Tick} tick
 * @param {import("./page").Tick} previous
 */
function changeOf(nodes, tick, previous) {
  const newTip = tick.doing.find((node) => !previous.doing.includes(node));
  const oldTip = previous.doing.find((node) => !tick.doing.includes(node));
  if (newTip === undefined || oldTip === undefined) return null;
  const above = new Set([oldTip, ...ancestors(nodes, oldTip)]);
  // A tree that starts again has only the root in common.
  const meets = [newTip, ...ancestors(nodes, newTip)].find((node) => above.has(node)) ?? 0;
  const common = previous.result === RUNNING ? meets : 0;
  const [now, old] = [newTip, oldTip].map((tip) => wayTo(nodes, tip).find((node) => node > common) ?? tip);
  const [newBranch, oldBranch] = [newTip, oldTip].map((tip) => branchOf(nodes, common, tip));
  return { common, now, old, newTip, oldTip, newBranch, oldBranch };
}

/**
 * Returns the child of `common` that contains `tip`, or `common` if it is the tip.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {number} common the tip or a node above it
 * @param {number} tip
 */
function branchOf(nodes, common, tip) {
  return [tip, ...ancestors(nodes, tip)].find((node) => node === common || nodes[node].parent === common) ?? common;
}

/**
 * Describes the change while the tree runs: `fight took over from patrol`, `reload runs now`
 *
 * @param {Change | null} change
 * @param {import("./page").TickEvent[]} events
 * @returns {import("./page").Part[]}
 */
function takeover(change, events) {
  if (!change) return [];
  const { common, now, old, newTip, oldTip } = change;
  const isAborted = events.some(({ node, status }) => node === oldTip && status === "aborted");
  if (common === oldTip) return [{ node: oldTip }, " went on to ", { node: now }];
  if (common === newTip) return [{ node: newTip }, " waits"];
  if (!isAborted) return [{ node: now }, " runs now"];
  const more = old === oldTip ? [] : [", and ", { node: oldTip }, " was aborted"];
  return [{ node: now }, " took over from ", { node: old }, ...more];
}

/**
 * Describes the end of the tree: `the tree failed after shoot`
 *
 * @param {import("./page").Tick} tick
 * @param {Change | null} change
 * @returns {import("./page").Part[]}
 */
function ending({ result }, change) {
  /** @type {Record<number, string>} */
  const words = { [SUCCESS]: "the tree succeeded", [FAILURE]: "the tree failed" };
  return [words[result], ...(change ? [" after ", { node: change.newTip }] : [])];
}

/**
 * Names the causes of a change: leaves with a different result; if there are none, a decorator that no longer fails,
 * or a choice with a different decision.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param { {
 *   tick: import("./page").Tick,
 *   previous: import("./page").Tick,
 *   change: Change | null,
 *   events: import("./page").TickEvent[],
 * } } of
 * @returns {import("./page").Part[]}
 */
function causesOf(nodes, { tick, previous, change, events }) {
  /** @type {(node: number, branch: number) => boolean} */
  const isIn = (node, branch) => node >= branch && node < nodes[branch].end;
  // A node that always gives the same result decides nothing.
  /** @type {(node: number) => boolean} */
  const isConstant = (node) => /^(succeed|fail)$/.test(nodes[node].kind);
  /** @type {(node: number) => boolean} */
  const isRelevant = (node) => !isConstant(node) && (!change || isIn(node, change.newBranch) || isIn(node, change.oldBranch));
  /** @type {(node: number) => boolean} */
  const isLeaf = (node) => nodes[node].children.length === 0;
  // A leaf that was evaluated for the first time, after the one that ran, is also a cause.
  /** @type {(node: number) => boolean} */
  const isLater = (node) => change !== null && node > change.oldTip && isIn(node, change.oldBranch) && previous.result === RUNNING;
  /** @type {(event: import("./page").TickEvent) => boolean} */
  const isFirst = ({ node, status, before }) =>
    before === undefined && isLeaf(node) && isLater(node) && (status === "success" || status === "failure");
  const flipped = new Set(turned(nodes, events.filter(({ node }) => isRelevant(node))));
  const found = events.filter((event) => flipped.has(event) || (isRelevant(event.node) && isFirst(event)));
  if (found.length === 0) return change ? gatesOf(nodes, { tick, previous, change }) : [];
  const named = found.slice(-MOST_CAUSES).flatMap((event, place) => [place > 0 ? ", " : "", ...cause(nodes, event)]);
  const more = found.length - MOST_CAUSES;
  return more > 0 ? [...named, ` (${more} more turned before)`] : named;
}

/**
 * Names one cause: `npc.health < 20 turned true`, `npc.reload() failed (no rounds)`
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").TickEvent} event
 * @returns {import("./page").Part[]}
 */
function cause(nodes, { node, status, before, error = "" }) {
  const reason = error === "" || error.length > LONGEST_ERROR ? "" : ` (${oneLine(error)})`;
  const asks = nodes[node].kind === "condition" || nodes[node].kind === "guard";
  /** @type {Record<string, string>} */
  const words = asks
    ? { success: before ? " turned true" : " was true", failure: before ? " turned false" : " was false" }
    : { success: " succeeded", failure: ` failed${reason}` };
  return [{ node, written: nodes[node].children.length > 0 }, words[status], { changes: node }];
}

/**
 * Names a decorator that failed in the tick before and runs now, or else an active choice with a different decision.
 * Running nodes have no events, so this compares their states.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param { {tick: import("./page").Tick, previous: import("./page").Tick, change: Change} } of
 * @returns {import("./page").Part[]}
 */
function gatesOf(nodes, { tick, previous, change }) {
  const { common, newTip } = change;
  /** @type {(node: number) => boolean} */
  const isOpened = (node) => node > common && STATES[previous.states[node]] === "failure" && STATES[tick.states[node]] === "running";
  const gate = ancestors(nodes, newTip).find((node) => nodes[node].children.length === 1 && isOpened(node));
  if (gate !== undefined) {
    const word = nodes[gate].kind === "guard" ? " turned true" : " no longer failed";
    return [{ node: gate, written: true }, word, { changes: gate }];
  }
  const chooses = /^active_(if|match)$/.test(nodes[common].kind);
  return chooses ? [{ node: common, written: true }, " chose again", { changes: common }] : [];
}
