// What one tick did, in words: what runs, what was stopped for it, which leaves turned.

import { ABORTED, FAILURE, RUNNING, SUCCESS } from "./decode.js";
import { STATES } from "./history.js";
import { ancestors } from "./tree_view.js";
import { visible } from "./visible.js";

const STATUS = { [FAILURE]: "failure", [SUCCESS]: "success", [RUNNING]: "running", [ABORTED]: "aborted" };

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

/**
 * What turned: leaves that ended in another way than in the tick before; where there are none, decorators that did,
 * but not those that only hand on what another one gave.
 */
export function turned(nodes, events) {
  const ended = ({ status }) => status === "failure" || status === "success";
  const differs = ({ status, before }) => before !== undefined && before !== "aborted" && before !== status;
  const flipped = events.filter((event) => ended(event) && differs(event));
  const leaves = flipped.filter(({ node }) => nodes[node].children.length === 0);
  if (leaves.length > 0) return leaves;
  const decorators = flipped.filter(({ node }) => nodes[node].children.length === 1);
  const handsOn = ({ node }) => decorators.some((other) => other.node > node && other.node < nodes[node].end);
  return decorators.filter((event) => !handsOn(event));
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
