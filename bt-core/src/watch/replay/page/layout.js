// Where the nodes are drawn: the root at the left, children to the right of their parent and in their
// order from top to bottom, a parent in the middle of its children.

export const NODE_HEIGHT = 40;
const ROW = NODE_HEIGHT + 8;
const BETWEEN_FAMILIES = 8;
const BETWEEN_LEVELS = 36;

/**
 * Places for the nodes that are not hidden below a folded one.
 *
 * nodes: [{children, parent, end}] in pre-order; widths: of each node; folded: a set of nodes; below: pixels to
 * leave free below each.
 * → {places: Map node → {x, y} (left end, middle), width, height}
 */
export function layout(nodes, widths, folded, below = 0) {
  const places = new Map();
  let width = 0;
  const shown = shownNodes(nodes, folded);
  for (const node of shown) {
    const parent = nodes[node].parent;
    const x = parent === null ? 0 : places.get(parent).x + widths[parent] + BETWEEN_LEVELS;
    places.set(node, { x, y: 0 });
    width = Math.max(width, x + widths[node]);
  }
  const height = stackRows(nodes, shown, folded, { places, row: ROW + below });
  // From the last to the first: children come before their parents.
  for (const node of shown.toReversed()) {
    if (hasRow(nodes, folded, node)) continue;
    const { children } = nodes[node];
    places.get(node).y = (places.get(children[0]).y + places.get(children.at(-1)).y) / 2;
  }
  return { places, width, height };
}

function shownNodes(nodes, folded) {
  const shown = [];
  for (let node = 0; node < nodes.length; node = folded.has(node) ? nodes[node].end : node + 1) shown.push(node);
  return shown;
}

function hasRow(nodes, folded, node) {
  return nodes[node].children.length === 0 || folded.has(node);
}

/** Nodes that show no children take a row each; a new family begins a little further down. */
function stackRows(nodes, shown, folded, { places, row }) {
  let bottom = 0;
  let before = null;
  for (const node of shown) {
    if (!hasRow(nodes, folded, node)) continue;
    if (before !== null && nodes[before].parent !== nodes[node].parent) bottom += BETWEEN_FAMILIES;
    places.get(node).y = bottom + NODE_HEIGHT / 2;
    bottom += row;
    before = node;
  }
  return bottom - row + NODE_HEIGHT;
}
