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
