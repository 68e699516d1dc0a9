// What one tick did, in words: what runs, what was stopped for it, which leaves turned.

import { ABORTED, FAILURE, RUNNING, SUCCESS } from "./decode.js";
import { ancestors } from "./tree_view.js";

const STATUS = { [FAILURE]: "failure", [SUCCESS]: "success", [RUNNING]: "running", [ABORTED]: "aborted" };

/**
 * The events of a tick as they are told, with what the node gave in the tick before.
 *
 * → [{node, status, before, error}]
 */
export function told(tick, previous) {
  const before = lastEvents(previous);
  const errors = new Map(tick.errors);
  return tick.events.map((event) => {
    const node = event >>> 2;
    const status = STATUS[event & 3];
    return { node, status, before: before.get(node), error: status === "failure" ? errors.get(node) : undefined };
  });
}

function lastEvents(tick) {
  return new Map((tick?.events ?? []).map((event) => [event >>> 2, STATUS[event & 3]]));
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
