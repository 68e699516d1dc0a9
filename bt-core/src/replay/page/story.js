// What one tick did, in words: what runs, what was stopped for it, which leaves turned.

import { ABORTED, FAILURE, RUNNING, SUCCESS } from "./decode.js";
import { STATES } from "./history.js";
import { ancestors } from "./tree_view.js";
import { visible } from "./visible.js";
import { nameOf, oneLine } from "./words.js";

const STATUS = { [FAILURE]: "failure", [SUCCESS]: "success", [RUNNING]: "running", [ABORTED]: "aborted" };
/** More causes than this are not named in one sentence. */
const MOST_CAUSES = 2;
/** A longer error does not stand in a sentence. */
const LONGEST_ERROR = 60;

/**
 * The events of a tick as they are told, with what the node gave in the tick before.
 *
 * → [{node, status, before, error}]
 */
export function told(tick, previous) {
  const errors = new Map(tick.errors);
  return tick.events.map((event) => {
    const node = event >>> 2;
    const status = STATUS[event & 3];
    const before = previous?.states[node] ? STATES[previous.states[node]] : undefined;
    const error = status === "failure" && errors.has(node) ? visible(errors.get(node)) : undefined;
    return { node, status, before, error };
  });
}

/** Why it does something else now: leaves that gave another result than in the tick before; else decorators. */
export function turned(nodes, events) {
  const differs = ({ status, before }) => status !== "aborted" && before !== undefined && before !== status;
  const flipped = events.filter(differs);
  const leaves = flipped.filter(({ node }) => nodes[node].children.length === 0);
  return leaves.length > 0 ? leaves : flipped.filter(({ node }) => nodes[node].children.length === 1);
}

/** What was aborted and can be named: leaves and labelled nodes. */
export function stopped(nodes, events) {
  const named = ({ node }) => nodes[node].label || nodes[node].children.length === 0;
  return events.filter(({ status }) => status === "aborted").filter(named);
}

/** The labelled nodes on the way to a node, and the node. */
export function wayTo(nodes, node) {
  const labelled = ancestors(nodes, node).filter((above) => nodes[above].label);
  return [...labelled.reverse(), node];
}

/**
 * A sentence for a tick in which something else runs than before, as a list of texts and nodes:
 *
 * [{node: 2}, " turned true", {changes: 2}, ", so ", {node: 1}, " took over from ", {node: 5}, " and aborted ", {node: 12}]
 */
export function because(nodes, tick, previous, events) {
  const takeover = previous && takeoverOf(nodes, tick, previous);
  if (!takeover) return [];
  const { common, now, old, oldTip } = takeover;
  const isBelow = (node) => node >= common && node < nodes[common].end;
  const causes = turned(nodes, events).filter(({ node, status }) => isBelow(node) && status !== "running");
  const parts = causes.slice(0, MOST_CAUSES).flatMap((event, place) => [place > 0 ? ", " : "", ...cause(nodes, event)]);
  if (causes.length > MOST_CAUSES) parts.push(`, ${causes.length - MOST_CAUSES} more turned`);
  if (parts.length > 0) parts.push(", so ");
  const isAborted = events.some(({ node, status }) => node === oldTip && status === "aborted");
  parts.push({ node: now }, isAborted ? " took over from " : " runs now", ...(isAborted ? [{ node: old }] : []));
  if (isAborted && old !== oldTip) parts.push(", and ", { node: oldTip }, " was aborted");
  return [...parts, "."].filter((part) => part !== "");
}

function cause(nodes, { node, status, error = "" }) {
  const isCondition = nodes[node].kind === "condition";
  const reason = error === "" || error.length > LONGEST_ERROR ? "" : ` (${oneLine(error)})`;
  const words = isCondition
    ? { success: " turned true", failure: " turned false" }
    : { success: " succeeded", failure: ` failed${reason}` };
  return [{ node }, words[status], { changes: node }];
}

/** Who runs instead of whom, both named as they part ways; null if nobody runs who did not before. */
function takeoverOf(nodes, tick, previous) {
  const newTip = tick.doing.find((node) => !previous.doing.includes(node));
  const oldTip = previous.doing.find((node) => !tick.doing.includes(node));
  if (newTip === undefined || oldTip === undefined) return null;
  const above = new Set([oldTip, ...ancestors(nodes, oldTip)]);
  const common = [newTip, ...ancestors(nodes, newTip)].find((node) => above.has(node));
  return { common, now: nameOnWay(nodes, common, newTip), old: nameOnWay(nodes, common, oldTip), oldTip };
}

/** The first labelled node below `common` on the way to `tip`, or `tip`. */
function nameOnWay(nodes, common, tip) {
  return wayTo(nodes, tip).find((node) => node > common) ?? tip;
}

/** The sentence as plain text; `changes` tells what of the blackboard a node speaks of. */
export function plain(nodes, parts, changes) {
  const spaced = (text) => (text === "" ? "" : ` ${text}`);
  const text = (part) => ("node" in part ? nameOf(nodes[part.node]) : spaced(changes(part.changes)));
  return parts.map((part) => (typeof part === "string" ? part : text(part))).join("");
}

/**
 * Rows of the blackboard that changed and that the source of a node names: `npc.health < 20` names `health`.
 * Below a subtree on a part of the blackboard the same names mean something else.
 */
export function named(nodes, node, rows) {
  const isPart = (above) => nodes[above].kind === "subtree" && nodes[above].source?.includes("(");
  if (!nodes[node].source || ancestors(nodes, node).some(isPart)) return [];
  const chains = nodes[node].source.match(/[\p{L}_][\p{L}\p{N}_]*(?:\s*\.\s*[\p{L}_][\p{L}\p{N}_]*)+(?![\p{L}\p{N}_]|\s*\()/gu) ?? [];
  const paths = new Set(chains.map((chain) => chain.split(/\s*\.\s*/).slice(1).join(".")));
  return rows.filter(({ path, before }) => before !== undefined && paths.has(path.join(".")));
}
