// Finds the nodes of one version of a tree in another one.

/** @typedef {import("./page").TreeNode} Aligned */

/**
 * Returns for each node of `after` the node of `before` that it continues, or -1. Among the children of a node that stays,
 * equal subtrees are found first, then nodes with the same text, and nodes of the same kind last; subtrees that moved are
 * found anywhere.
 *
 * @param {Aligned[]} before
 * @param {Aligned[]} after
 */
export function align(before, after) {
  /** @type {Map<string, number>} */
  const known = new Map();
  const [old, now] = [before, after].map((nodes) => shapesOf(nodes, known));
  /** @type {number[]} */
  const found = after.map(() => -1);
  const taken = new Set();
  /** @type {(from: number, to: number) => void} */
  const take = (from, to) => {
    found[to] = from;
    taken.add(from);
  };
  /** @type {[(node: number) => unknown, (node: number) => unknown][]} */
  const keys = [
    [(node) => old[node], (node) => now[node]],
    [(node) => ownText(before[node]), (node) => ownText(after[node])],
    [(node) => before[node].kind, (node) => after[node].kind],
  ];
  /** @type {(from: number[], to: number[], rounds: number) => void} */
  const pair = (from, to, rounds) => {
    for (const [keyBefore, keyAfter] of keys.slice(0, rounds)) {
      const open = groupBy(from.filter((node) => !taken.has(node)), keyBefore);
      for (const node of to) {
        const one = found[node] < 0 ? open.get(keyAfter(node))?.shift() : undefined;
        if (one !== undefined) take(one, node);
      }
    }
    for (const node of to) if (found[node] >= 0) pair(before[found[node]].children, after[node].children, rounds);
  };
  const [roots, newRoots] = [before, after].map((nodes) => nodes.filter(({ parent }) => parent === null).map(({ id }) => id));
  pair(roots, newRoots, 2);
  const moved = groupBy(before.map(({ id }) => id).filter((node) => !taken.has(node)), (node) => old[node]);
  after.forEach((_, node) => {
    const one = found[node] < 0 ? moved.get(now[node])?.find((from) => !taken.has(from)) : undefined;
    if (one === undefined) return;
    take(one, node);
    pair(before[one].children, after[node].children, 1);
  });
  pair(roots, newRoots, 3);
  return found;
}

/**
 * Returns true if both nodes are written in the same way, apart from their children.
 *
 * @param {Aligned} one
 * @param {Aligned} other
 */
export function areSame(one, other) {
  return ownText(one) === ownText(other);
}

/**
 * Returns the text of a node without its children; spaces do not matter.
 *
 * @param {Aligned} node
 */
function ownText({ kind, label, key, source }) {
  return [kind, label, key, source].map((part) => (part ?? "").replace(/\s+/g, "")).join("\n");
}

/**
 * Returns a number for each node; equal subtrees have the same one.
 *
 * @param {Aligned[]} nodes
 * @param {Map<string, number>} known the numbers of the subtrees that are known
 */
function shapesOf(nodes, known) {
  /** @type {number[]} */
  const shapes = [];
  for (const node of nodes.toReversed()) {
    const shape = [ownText(node), ...node.children.map((child) => shapes[child])].join("\n");
    if (!known.has(shape)) known.set(shape, known.size);
    shapes[node.id] = known.get(shape) ?? 0;
  }
  return shapes;
}

/**
 * Returns lists of the nodes with the same key, by the key.
 *
 * @param {number[]} nodes
 * @param {(node: number) => unknown} key
 */
function groupBy(nodes, key) {
  /** @type {Map<unknown, number[]>} */
  const groups = new Map();
  for (const node of nodes) {
    const group = groups.get(key(node));
    if (group) group.push(node);
    else groups.set(key(node), [node]);
  }
  return groups;
}
