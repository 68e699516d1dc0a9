// Places the nodes: the root at the left, children to the right of their parent, in order from top
// to bottom, and a parent in the middle of its children.

export const NODE_HEIGHT = 40;
const ROW = NODE_HEIGHT + 8;
const BETWEEN_FAMILIES = 8;
const BETWEEN_LEVELS = 36;
/** The height of the header above the first node of a tree. */
const HEADER = 16;

/**
 * Returns the places of the nodes that are not hidden in a folded one. `below` pixels are left free below each node.
 *
 * @param {import("./page").TreeNode[]} nodes in pre-order
 * @param {number[]} widths of all nodes
 * @param {Set<number>} folded
 * @returns {import("./page").Layout}
 */
export function layout(nodes, widths, folded, below = 0) {
  /** @type {import("./page").Layout["places"]} */
  const places = new Map();
  /** @type {(node: number) => {x: number, y: number}} */
  const placeOf = (node) => /** @type { {x: number, y: number} } */ (places.get(node));
  let width = 0;
  const shown = shownNodes(nodes, folded);
  for (const node of shown) {
    const parent = nodes[node].parent;
    const x = parent === null ? 0 : placeOf(parent).x + widths[parent] + BETWEEN_LEVELS;
    places.set(node, { x, y: 0 });
    width = Math.max(width, x + widths[node]);
  }
  const height = stackRows(nodes, shown, folded, { placeOf, row: ROW + below });
  // The loop runs from the last node to the first, so that children come before their parents.
  for (const node of shown.toReversed()) {
    if (hasRow(nodes, folded, node)) continue;
    const { children } = nodes[node];
    placeOf(node).y = (placeOf(children[0]).y + placeOf(children[children.length - 1]).y) / 2;
  }
  return { places, width, height };
}

/**
 * Returns the nodes that are not hidden in a folded one.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {Set<number>} folded
 */
function shownNodes(nodes, folded) {
  /** @type {number[]} */
  const shown = [];
  for (let node = 0; node < nodes.length; node = folded.has(node) ? nodes[node].end : node + 1) shown.push(node);
  return shown;
}

/**
 * Returns true if the node has a row of its own: it shows no children.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {Set<number>} folded
 * @param {number} node
 */
function hasRow(nodes, folded, node) {
  return nodes[node].children.length === 0 || folded.has(node);
}

/**
 * Places the nodes that have rows, one below the other, with a gap between the children of different parents.
 * Returns the height of all rows.
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {number[]} shown
 * @param {Set<number>} folded
 * @param { {placeOf: (node: number) => {x: number, y: number}, row: number} } rows
 */
function stackRows(nodes, shown, folded, { placeOf, row }) {
  let bottom = 0;
  /** @type {number | null} */
  let before = null;
  for (const node of shown) {
    if (nodes[node].header ?? nodes[node].tree) bottom += HEADER;
    if (!hasRow(nodes, folded, node)) continue;
    if (before !== null && nodes[before].parent !== nodes[node].parent) bottom += BETWEEN_FAMILIES;
    placeOf(node).y = bottom + NODE_HEIGHT / 2;
    bottom += row;
    before = node;
  }
  return Math.max(NODE_HEIGHT, bottom - row + NODE_HEIGHT);
}
