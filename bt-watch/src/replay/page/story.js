// Describes one tick in words: the running node, the nodes that were aborted, the reason of a change.

import { ABORTED, FAILURE, RUNNING, SUCCESS } from "./decode.js";
import { STATES } from "./history.js";
import { ancestors } from "./tree_view.js";
import { visible } from "./visible.js";
import { nameOf, oneLine, writtenKind } from "./words.js";

/**
 * The text of a status in an event.
 *
 * @type {Record<number, string>}
 */
const STATUS = { [FAILURE]: "failure", [SUCCESS]: "success", [RUNNING]: "running", [ABORTED]: "aborted" };

/**
 * Returns the events of a tick as text, each with the state of its node in the tick before.
 *
 * @param {import("./page").Tick} tick
 * @param {import("./page").Tick | null} previous
 * @returns {import("./page").TickEvent[]}
 */
export function eventsOf(tick, previous) {
  const errors = new Map(tick.errors);
  return tick.events.map((event) => {
    const node = event >>> 2;
    const status = STATUS[event & 3];
    const before = previous?.states[node] ? STATES[previous.states[node]] : undefined;
    const text = errors.get(node);
    const error = status === "failure" && text !== undefined ? visible(text) : undefined;
    return { node, status, before, error };
  });
}

/**
 * Returns the events of aborted nodes.
 *
 * @param {import("./page").TickEvent[]} events
 */
export function stopped(events) {
  return events.filter(({ status }) => status === "aborted");
}

/**
 * Returns the labelled nodes above a node, from the root on, and the node itself.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {number} node
 */
export function wayTo(nodes, node) {
  const labelled = ancestors(nodes, node).filter((above) => nodes[above].label);
  return [...labelled.reverse(), node];
}

/**
 * The result of a node in a sentence.
 *
 * @type {Record<string, string>}
 */
const OUTCOMES = { failure: " failed", success: " succeeded", running: " is running", aborted: " was aborted" };

/**
 * Returns why a node was not ticked: the innermost node above it that was, and the last of its children before that.
 * It is empty if the node was ticked, or if nothing is known.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Tick} tick
 * @param {number} node
 * @returns {import("./page").Part[]}
 */
export function reasonNot(nodes, { ticked, panicked, states }, node) {
  const above = ancestors(nodes, node);
  const depth = above.findIndex((other) => states[other] !== 0);
  if (!ticked || panicked || states[node] !== 0 || depth < 0) return [];
  const reached = above[depth];
  const branch = depth === 0 ? node : above[depth - 1];
  const { children } = nodes[reached];
  const place = children.indexOf(branch);
  // Children may be ticked in another order than that in which they are written.
  const earlier = children.slice(0, place).findLast((child) => states[child] !== 0);
  const cause = earlier ?? children.slice(place + 1).find((child) => states[child] !== 0);
  const result = OUTCOMES[STATES[states[cause ?? reached]]];
  const end = [{ node: branch }, branch === node ? "." : ", which is above it."];
  if (cause !== undefined) return [{ node: cause }, result, ", and ", { node: reached }, " did not tick ", ...end];
  return [{ node: reached }, result, " and did not tick ", ...end];
}

/**
 * Returns a sentence as plain text.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Part[]} parts
 * @param {(part: import("./page").ChangesPart) => string} changes returns the text of a part
 */
export function plain(nodes, parts, changes) {
  /** @type {(text: string) => string} */
  const spaced = (text) => (text === "" ? "" : ` ${text}`);
  /** @type {(part: import("./page").NodePart | import("./page").ChangesPart) => string} */
  const text = (part) => ("node" in part ? nameIn(nodes, part) : spaced(changes(part)));
  return parts.map((part) => (typeof part === "string" ? part : text(part))).join("");
}

/**
 * Returns the name of a node in a sentence.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").NodePart} part
 */
export function nameIn(nodes, { node, written, key }) {
  if (key) return oneLine(nodes[node].key ?? "");
  return written ? writtenKind(nodes[node]) : nameOf(nodes[node]);
}

/**
 * Returns the rows of the blackboard that changed and that the source of a node, or the text before its `=>`, names:
 * `npc.health < 20` names `health`. Returns none in a subtree that uses a part of the blackboard, because names have another meaning there.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").ChangesPart} part
 * @param {import("./page").BoardRow[]} rows
 */
export function named(nodes, { changes: node, key }, rows) {
  /** @type {(above: number) => boolean | undefined} */
  const isPart = (above) => nodes[above].kind === "subtree" && nodes[above].source?.includes("(");
  const source = key ? nodes[node].key : nodes[node].source;
  if (!source || ancestors(nodes, node).some(isPart)) return [];
  const chains = source.match(/[\p{L}_][\p{L}\p{N}_]*(?:\s*\.\s*[\p{L}_][\p{L}\p{N}_]*)+(?![\p{L}\p{N}_]|\s*\()/gu) ?? [];
  const paths = new Set(chains.map((chain) => chain.split(/\s*\.\s*/).slice(1).join(".")));
  return rows.filter(({ path, before }) => before !== undefined && paths.has(path.join(".")));
}
