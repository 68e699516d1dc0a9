// The nodes of the text as they are drawn: the tree that the agents run with its subtrees, and the other trees of the file.

import { align, areSame } from "../align.js";
import { oneLine } from "../words.js";

/** With more nodes than this, no more subtrees are drawn in place. */
const MOST_DRAWN = 5000;

/** @typedef {import("../page").TreeNode} TreeNode */
/** @typedef {Pick<import("./model.js").Sheet, "file" | "checked">} Source a file with what the program found in its text */
/** @typedef { {file: string, node: number | null, tree: number, off?: number, line?: number} } Origin where a node is written: the index of a node, of one that is disabled (`off`) or, without one, a tree; a file that was not opened has only a line */

export class Draft {
  /** @param {import("./model.js").EditModel} model */
  constructor(model) {
    this.model = model;
    /** The indexes of the children of each node of the text. */
    this.children = /** @type {number[][]} */ ([]);
    /** Where each drawn node is written. */
    this.origins = /** @type {Origin[]} */ ([]);
    /** @type {TreeNode[] | null} */
    this.nodes = null;
    model.on("checked", () => {
      this.children = childrenOf(model.checked.nodes);
    });
  }

  /**
   * Returns the index of a node among its siblings, and their parent.
   *
   * @param {number} node
   */
  rankOf(node) {
    const { parent } = this.model.checked.nodes[node];
    return parent === null ? null : { parent, rank: this.children[parent].indexOf(node) };
  }

  /**
   * Returns the name of a node: its word of the vocabulary, or its own.
   *
   * @param {number} node
   */
  titleOf(node) {
    const { word, name } = this.model.checked.nodes[node];
    return ["action", "condition", "subtree"].includes(word) && name ? name : word;
  }

  /**
   * Returns the drawn node of a place in the text, if possible the given one; null if there is none.
   *
   * @param {import("./model.js").At} at
   * @param {number | null} drawn
   */
  drawnOf(at, drawn = null) {
    /** @type {(origin: Origin | undefined) => boolean} */
    const isIt = (origin) => origin?.file === this.model.file && origin.node === at.node && origin.tree === at.tree && origin.off === at.off;
    if (drawn !== null && isIt(this.origins[drawn])) return drawn;
    const found = this.origins.findIndex(isIt);
    return found < 0 ? null : found;
  }

  /**
   * Returns the nodes to draw for agents that run a recorded tree; null before the text is checked.
   *
   * @param {import("../recording.js").Tree} running
   * @returns {import("../page").Drawn | null}
   */
  draw(running) {
    const { model } = this;
    const isRunning = running.name !== "";
    if (isRunning) model.runningTree = running;
    if (model.checked.text === null && this.nodes === null) return null;
    if (model.checked.text !== null) this.nodes = this.collect(running);
    const nodes = (this.nodes ?? []).map((node) => ({ ...node }));
    const recorded = align(running.nodes, nodes);
    for (const [place, node] of nodes.entries()) {
      const shown = running.nodes[recorded[place]];
      const isSame = shown !== undefined && areSame(shown, node);
      if (isSame) Object.assign(node, { source: shown.source, key: shown.key, description: shown.description });
      if (node.mark !== "wrong" && node.mark !== "off") node.mark = isSame || !isRunning ? undefined : "new";
    }
    return { nodes, recorded };
  }

  /**
   * Collects the nodes in the order in which they are drawn, and their origins.
   *
   * @param {import("../recording.js").Tree} running
   */
  collect(running) {
    const { model } = this;
    const nodes = /** @type {TreeNode[]} */ ([]);
    const origins = /** @type {Origin[]} */ ([]);
    const drawnTrees = new Set();
    const sources = new Map([...model.others.values(), model].map((source) => [source.file, source]));
    const children = new Map([...sources].map(([file, { checked }]) => [file, childrenOf(checked.nodes)]));
    const wrong = new Set(model.checked.mistakes.map(({ start }) => innermostOf(model.checked.nodes, start)));
    /** @type {(fields: Partial<TreeNode> & {kind: string}, parent: number | null, origin: Origin) => number} */
    const add = (fields, parent, origin) => {
      const id = nodes.length;
      const above = parent === null ? undefined : nodes[parent];
      const place = above ? above.children.push(id) - 1 : 0;
      nodes.push({ ...fields, id, parent, end: id + 1, children: [], depth: above ? above.depth + 1 : 0, place, siblings: 1 });
      origins.push(origin);
      return id;
    };
    /** @type {(source: Source, node: number, parent: number | null, within: string[], head: object) => void} */
    const addWritten = (source, node, parent, within, head) => {
      const { word, name, tree } = source.checked.nodes[node];
      const isOwn = source.file === model.file;
      const mark = isOwn && wrong.has(node) ? /** @type {const} */ ("wrong") : undefined;
      const fields = { ...writtenTexts(source, node), ...head, text: isOwn ? node : undefined, mark };
      const id = add(fields, parent, { file: source.file, node, tree });
      const below = children.get(source.file)?.[node] ?? [];
      const disabled = disabledIn(source, node);
      for (let gap = 0; gap <= below.length; gap += 1) {
        for (const { off, one } of disabled) if (one.gap === gap) add(disabledTexts(one), id, { file: source.file, node: null, tree, off });
        if (gap < below.length) addWritten(source, below[gap], id, within, {});
      }
      if (word === "subtree" && name) addTree(name, id, within);
      nodes[id].end = nodes.length;
    };
    /** @type {(node: TreeNode, parent: number | null, within: string[]) => void} */
    const addRecorded = ({ kind, label, key, source, description, header, file, line, children: below }, parent, within) => {
      const id = add({ kind, label, key, source, description, header }, parent, { file: model.nameOf(file ?? running.file), node: null, tree: -1, line });
      const name = kind === "subtree" ? calledBy(source) : "";
      if (!name || !addTree(name, id, within)) for (const child of below) addRecorded(running.nodes[child], id, within);
      nodes[id].end = nodes.length;
    };
    /** @type {(name: string, parent: number | null, within: string[]) => boolean} */
    const addTree = (name, parent, within) => {
      if (within.includes(name) || (parent !== null && nodes.length > MOST_DRAWN)) return true;
      const source = sources.get(model.checked.owners[name] ?? model.file);
      const tree = source?.checked.trees.findIndex((one) => one.name === name) ?? -1;
      if (!source || source.checked.text === null || tree < 0) {
        const call = parent === null ? undefined : running.nodes.find(({ kind, source: text }) => kind === "subtree" && calledBy(text) === name);
        for (const child of call?.children ?? []) addRecorded(running.nodes[child], parent, [...within, name]);
        return call !== undefined;
      }
      drawnTrees.add(name);
      const { parameters, results } = source.checked.trees[tree];
      const root = source.checked.nodes.findIndex((node) => node.tree === tree);
      const head = { tree: name, header: parameters.length + results.length > 0 ? headerOf(source, tree) : undefined };
      if (root >= 0) addWritten(source, root, parent, [...within, name], head);
      else add({ kind: "no node yet", ...head }, parent, { file: source.file, node: null, tree });
      return true;
    };
    const file = model.nameOf(running.file);
    if (running.name !== "" && sources.has(file)) addTree(running.name, null, []);
    else if (running.name !== "") addRecorded(running.nodes[0], null, []);
    for (const { name } of model.checked.trees) if (!drawnTrees.has(name)) addTree(name, null, []);
    for (const node of nodes) node.siblings = node.parent === null ? 1 : nodes[node.parent].children.length;
    this.origins = origins;
    return nodes;
  }
}

/**
 * Returns the indexes of the children of each node.
 *
 * @param {import("../edit").EditNode[]} nodes
 */
function childrenOf(nodes) {
  const children = nodes.map(() => /** @type {number[]} */ ([]));
  nodes.forEach(({ parent }, node) => parent !== null && children[parent].push(node));
  return children;
}

/**
 * Returns the last node whose text, with its key, contains a place.
 *
 * @param {import("../edit").EditNode[]} nodes
 * @param {number} place
 */
function innermostOf(nodes, place) {
  return nodes.findLastIndex(({ item, end }) => item <= place && place <= end);
}

/**
 * Returns the name of the tree that a node calls: `Rest(speed = 2.0)` → Rest
 *
 * @param {string} [source]
 */
function calledBy(source = "") {
  return source.split(/[\s(]/, 1)[0];
}

/**
 * Returns the texts of a node: `'flee: guard(SeesEnemy)` → label `flee`, kind `guard`, source `SeesEnemy`
 *
 * @param {Source} source
 * @param {number} node
 */
function writtenTexts({ checked }, node) {
  const { word, head, key, label } = checked.nodes[node];
  const written = (checked.text ?? "").slice(...head).replace(/;$/, "").trim();
  const rest = written.startsWith(word) ? written.slice(word.length).trim() : written;
  const inner = /^\((.*)\)$/s.exec(rest);
  return { kind: word, label: label ?? undefined, key: key?.replace(/\s*=>\s*$/, "") || undefined, source: (inner ? inner[1].trim() : rest) || undefined };
}

/**
 * Returns the nodes among the children of a node that are disabled, with their indexes.
 *
 * @param {Source} source
 * @param {number} node
 */
function disabledIn({ checked }, node) {
  return checked.disabled.flatMap((one, off) => (one.parent === node ? [{ one, off }] : []));
}

/**
 * Returns the texts of a node that is disabled: its own, and how many nodes it hides.
 *
 * @param {import("../edit").DisabledNode} node
 * @returns {Partial<TreeNode> & {kind: string}}
 */
function disabledTexts({ source, head, nodes }) {
  return { kind: "disabled", label: oneLine(head), source: nodes > 1 ? `${nodes} nodes` : undefined, description: source, mark: "off" };
}

/**
 * Returns the header of a tree: "Go(goal: Pose) -> (path: Path)"
 *
 * @param {Source} source
 * @param {number} tree
 */
function headerOf({ checked }, tree) {
  const { name, parameters, results } = checked.trees[tree];
  /** @type {(all: import("../edit").Declaration[]) => string} */
  const list = (all) => (all.length === 0 ? "" : `(${all.map(({ whole }) => oneLine((checked.text ?? "").slice(...whole))).join(", ")})`);
  return name + list(parameters) + (results.length > 0 ? ` -> ${list(results)}` : "");
}
