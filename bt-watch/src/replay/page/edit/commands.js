// The commands of the tree. Each of them is an edit of the text, which the program makes.

import { byId, html } from "../dom.js";
import { showNote } from "./notes.js";

/** @typedef {import("../edit").PaletteItem} Item */
/** @typedef {import("../edit").Place} Place */

export class TreeCommands {
  /**
   * @param {import("./model.js").EditModel} model
   * @param {import("./draft.js").Draft} draft
   * @param {import("../tree_view.js").TreeView} tree
   */
  constructor(model, draft, tree) {
    this.model = model;
    this.draft = draft;
    this.tree = tree;
    /** The text that was copied last, if the browser does not allow to read the clipboard. */
    this.copied = "";
    /** True if nothing can have been copied in another window since. */
    this.isLast = false;
    window.addEventListener("blur", () => (this.isLast = false));
  }

  /** The index of the selected node, or null. */
  get node() {
    return this.model.at.node;
  }

  /**
   * Returns the place for a child of the selected node, or of the tree; null if it takes none.
   *
   * @returns {Place | null}
   */
  childPlace() {
    const { at, checked } = this.model;
    if (at.node === null) {
      const tree = checked.trees[at.tree];
      return tree && tree.gap !== null ? { tree: at.tree, gap: 0 } : null;
    }
    const { gaps } = checked.nodes[at.node];
    const isFull = this.kindOf(at.node)?.children === "one" && this.draft.children[at.node].length > 0;
    return gaps.length === 0 || isFull ? null : { node: at.node, gap: gaps.length - 1 };
  }

  /**
   * Returns the place behind the selected node, or behind the next node above it that has siblings; null if there is none.
   *
   * @returns {Place | null}
   */
  siblingPlace() {
    const last = this.model.chosen.at(-1);
    if (last === undefined) return null;
    for (let rank = this.draft.rankOf(last); rank; rank = this.draft.rankOf(rank.parent)) {
      const kind = this.kindOf(rank.parent)?.children;
      const { gaps } = this.model.checked.nodes[rank.parent];
      if (kind !== "one" && gaps.length > rank.rank + 1) return { node: rank.parent, gap: rank.rank + 1 };
    }
    return null;
  }

  /**
   * Returns true if a node takes no children; a word that the language does not have is a leaf until it has some.
   *
   * @param {number} node
   */
  isLeaf(node) {
    const kind = this.kindOf(node);
    return kind ? kind.children === "none" : this.draft.children[node].length === 0;
  }

  /**
   * Returns the kind of a node; undefined if the language does not have its word.
   *
   * @param {number} node
   */
  kindOf(node) {
    const { word } = this.model.checked.nodes[node];
    return this.model.opened.nodes.find((kind) => kind.word === word);
  }

  /**
   * Returns a sentence about a place: "inserts into sequence"
   *
   * @param {Place} place
   */
  nameOf({ tree, node, gap }) {
    const { trees } = this.model.checked;
    if (node === undefined) return `as the root of ${trees[tree ?? 0]?.name ?? "the tree"}`;
    const below = this.draft.children[node] ?? [];
    const title = this.draft.titleOf(node);
    const before = below[gap - 1];
    return before === undefined ? `into ${title}` : `into ${title}, behind ${this.draft.titleOf(before)}`;
  }

  /**
   * Inserts text as nodes.
   *
   * @param {Place} place
   * @param {string} source
   */
  insert(place, source) {
    return this.model.change(() => ({ insert: { ...place, source } }));
  }

  /**
   * Returns the part of a node with children that an entry of the palette can fill: the condition of a `guard`.
   *
   * @param {Item} item
   * @param {number} node
   */
  partFor({ fits }, node) {
    const { fields } = this.model.checked.nodes[node];
    const kind = this.kindOf(node);
    return kind?.children === "none" ? undefined : kind?.fields.find(({ name, type }) => fits.includes(type) && fields[name] !== undefined);
  }

  /**
   * Writes the word of an entry into a part of a node.
   *
   * @param {Item} item
   * @param {number} node
   */
  fill(item, node) {
    return this.model.change(() => ({ field: { node, name: this.partFor(item, node)?.name, source: item.call } }));
  }

  /**
   * Inserts an entry of the palette; of a pattern, the first leaf that has to be replaced is selected.
   *
   * @param {Place} place
   * @param {Item} item
   */
  async offer(place, { source, kind }) {
    await this.insert(place, source);
    if (kind === "pattern") this.choosePlaceholder();
  }

  /** Selects the first leaf of the selected node that stands for another one. */
  choosePlaceholder() {
    const { model, node } = this;
    if (node === null) return;
    const { end } = model.checked.nodes[node];
    const found = model.checked.nodes.findIndex((one, index) => index >= node && one.end <= end && ["running", "succeed"].includes(one.word));
    if (found < 0) return;
    model.choose(found);
    model.say(`Choose what stands in the place of “${model.checked.nodes[found].word}” (k).`);
  }

  /**
   * Moves nodes.
   *
   * @param {number[]} nodes
   * @param {Place} place
   */
  move(nodes, { tree, node: into, gap }) {
    const to = into === undefined ? { tree } : { into };
    return this.model.change(() => ({ move: { nodes, ...to, gap } }));
  }

  /**
   * Makes a change of the selected nodes: ask("up") moves them before their sibling.
   *
   * @param {"up" | "down" | "left" | "right" | "remove" | "disable"} what
   */
  ask(what) {
    const { model } = this;
    return model.change(() => (model.chosen.length === 0 ? null : { [what]: { nodes: model.chosen } }));
  }

  /**
   * Makes a change of the selected node alone: it is replaced by its children, or by the node of the tree that it uses.
   *
   * @param {"unwrap" | "inline"} what
   */
  askOne(what) {
    return this.model.change(() => (this.node === null ? null : { [what]: { node: this.node } }));
  }

  /**
   * Puts a node around others.
   *
   * @param {Item} item
   */
  wrap(item, nodes = this.model.chosen) {
    return this.model.change(() => (nodes.length === 0 ? null : { wrap: { nodes, source: item.wrap } }));
  }

  /**
   * Selects the nodes from the first selected one to this one: siblings, or all that are drawn between.
   *
   * @param {number} node
   */
  extend(node) {
    const { model, draft, tree } = this;
    const anchor = model.anchor ?? model.at.node ?? node;
    const [from, to] = [draft.rankOf(anchor), draft.rankOf(node)];
    const isBeside = from && to && from.parent === to.parent;
    const drawn = tree.shown.flatMap((id) => tree.nodes[id].text ?? []);
    const all = isBeside ? draft.children[from.parent] : drawn;
    const [one, other] = [all.indexOf(anchor), all.indexOf(node)];
    model.chooseAll(all.slice(Math.min(one, other), Math.max(one, other) + 1), node, anchor);
  }

  /**
   * Extends the selection by a sibling.
   *
   * @param {number} by
   */
  extendBy(by) {
    const rank = this.node === null ? null : this.draft.rankOf(this.node);
    const next = rank ? this.draft.children[rank.parent][rank.rank + by] : undefined;
    if (next !== undefined) this.extend(next);
  }

  /**
   * Selects a node with the others, or no longer.
   *
   * @param {number} node
   */
  toggle(node) {
    const { chosen } = this.model;
    const others = chosen.filter((one) => one !== node);
    if (others.length === chosen.length) this.model.chooseAll([...chosen, node], node);
    else if (others.length > 0) this.model.chooseAll(others, others[others.length - 1]);
  }

  /** Makes comments of the selected nodes, or a node of the comment that is selected. */
  disable() {
    const { at } = this.model;
    if (at.off === undefined) return this.ask("disable");
    return this.model.change(() => ({ enable: { index: at.off } }));
  }

  /** Asks for a name, and makes a tree of the selected nodes. */
  async extract() {
    const { model } = this;
    await model.check();
    const { text, chosen: nodes } = model;
    if (nodes.length === 0) return model.say("Select the nodes that become a tree.");
    const extract = (/** @type {string} */ name) => this.then(model.change(() => (model.text === text ? { extract: { nodes, name } } : null)));
    const { label } = model.checked.nodes[nodes[0]];
    const own = label?.replace(/(^|_)(.)/g, (_all, _line, letter) => letter.toUpperCase()) ?? "Part";
    const value = this.freeName([own, ...numbered(own, 2)]);
    showNote("extract", "The nodes become a tree of their own, which is used in their place.", {
      field: { label: "Name of the tree", value },
      buttons: [{ text: "Extract", run: extract }, { text: "Cancel", run: () => this.tree.focus() }],
    });
  }

  /** Deletes the selected nodes, the node that is disabled, or the tree. */
  async remove() {
    const { model } = this;
    await model.check();
    const { at, checked } = model;
    if (at.node !== null) return this.ask("remove");
    if (at.off === undefined) return this.removeTree(at.tree);
    const { start, end } = checked.disabled[at.off];
    model.edit(model.text.slice(0, start) + model.text.slice(end).replace(/^\r?\n/, ""), [start, start]);
  }

  /**
   * Deletes a tree with the nodes that use it, after a question that lists them.
   *
   * @param {number} tree
   */
  async removeTree(tree) {
    const { model } = this;
    const name = model.checked.trees[tree]?.name;
    if (name === undefined) return;
    const answer = await model.request("change", { ...model.edited, change: { uses: { name } } });
    if (!answer) return;
    const uses = /** @type { {file: string, line: number}[] } */ (answer.uses);
    const remove = () => this.then(model.changeFiles("change", () => ({ change: { remove_tree: { tree: model.checked.trees.findIndex((one) => one.name === name) } } })));
    const isRun = name === model.wanted ? " The agents run it." : "";
    const places = uses.map(({ file, line }) => `${file}:${line}`).join(", ");
    const used = uses.length === 0 ? "" : ` ${uses.length === 1 ? "One node uses" : `${uses.length} nodes use`} it: ${places}.`;
    showNote("remove-tree", `Delete the tree ${name}?${isRun}${used}`, {
      buttons: [{ text: uses.length > 0 ? "Delete it and these nodes" : "Delete it", run: remove }, { text: "Keep it", run: () => this.tree.focus() }],
    });
    /** @type {HTMLElement | null} */ (byId("edit-notes").querySelector("[data-note=remove-tree] button"))?.focus();
  }

  /**
   * Returns to the drawing after a command.
   *
   * @param {Promise<unknown>} done
   */
  then(done) {
    this.tree.focus();
    return done;
  }

  /**
   * Returns the first name that no tree of the file has.
   *
   * @param {string[]} names
   */
  freeName(names) {
    const taken = new Set([...this.model.checked.trees.map(({ name }) => name), ...Object.keys(this.model.checked.owners)]);
    return names.find((name) => !taken.has(name)) ?? names[0];
  }

  /**
   * Replaces the kind of the selected node; a leaf is replaced as a whole.
   *
   * @param {Item} item
   */
  async replace(item) {
    const { model, node } = this;
    await model.check();
    if (node === null) return;
    const { start, end } = model.checked.nodes[node];
    if (!this.isLeaf(node) && item.word) return model.change(() => ({ kind: { node, word: item.word } }));
    const { text } = model;
    model.edit(text.slice(0, start) + item.source + text.slice(end), [start, start + item.source.length]);
    await model.check();
    model.chooseWithin([start, start + item.source.length]);
    if (item.kind === "pattern") this.choosePlaceholder();
  }

  /** Returns the text of the selected nodes; undefined if none is selected. */
  async source() {
    const { model } = this;
    const nodes = model.chosen;
    if (nodes.length === 0) return undefined;
    await model.check();
    const answer = await model.request("change", { text: model.text, change: { copy: { nodes } } });
    return /** @type {string | undefined} */ (answer?.source);
  }

  /** Copies the selected nodes as text. */
  async copy() {
    const source = await this.source();
    if (!source) return;
    this.copied = source;
    this.isLast = true;
    // Without the permission to write into the clipboard, the text can be pasted in this page.
    await navigator.clipboard?.writeText(source).catch(() => {});
    this.model.say("Copied as text.");
  }

  /** Inserts a copy of the selected nodes behind them. */
  async duplicate() {
    const source = await this.source();
    const place = this.siblingPlace();
    if (source && place) await this.insert(place, source);
    else this.model.say("There is no place beside this node.");
  }

  /** Copies the selected nodes, and removes them. */
  async cut() {
    await this.copy();
    await this.ask("remove");
  }

  /**
   * Inserts text behind the selected node, or into it if it has no children yet.
   *
   * @param {string} source
   */
  paste(source) {
    const isOpen = this.node === null || this.draft.children[this.node].length === 0;
    const place = (isOpen ? this.childPlace() : null) ?? this.siblingPlace() ?? this.childPlace();
    const text = source.trim() || this.copied;
    if (!text) return this.model.say("Nothing was copied.");
    if (!place) return this.model.say("There is no place for a node here.");
    return this.insert(place, text);
  }

  /** Inserts the text of the clipboard. */
  async pasteFromClipboard() {
    const text = this.isLast ? this.copied : await navigator.clipboard?.readText().catch(() => "");
    return this.paste(text ?? "");
  }

  /** Adds a tree without a root, and offers nodes for it. */
  async addTree() {
    const { model } = this;
    await model.check();
    // The agents look for a tree of this name.
    const name = this.freeName([model.wanted ?? "Main", ...numbered("Tree", 1)]);
    await model.change(() => ({ tree: { name } }), `tree ${name}`);
    // The new tree has a root that does nothing; it gives way to the first node.
    const tree = model.checked.trees.findIndex((one) => one.name === name);
    const root = model.checked.nodes.findIndex((node) => node.tree === tree);
    if (root >= 0) await model.change(() => ({ remove: { node: root } }), `tree ${name}`);
    model.choose(null, Math.max(0, model.checked.trees.findIndex((one) => one.name === name)));
    this.tree.focus();
  }
}

/** The maximum number of names that are tried. */
const MOST_NAMES = 1000;

/**
 * Returns names with numbers: ("Tree", 1) → ["Tree1", "Tree2", …]
 *
 * @param {string} name
 * @param {number} first
 */
function numbered(name, first) {
  return Array.from({ length: MOST_NAMES }, (_, number) => `${name}${first + number}`);
}

// The keys and the buttons that edit the tree.

/** @typedef {import("../edit").PaletteItem} PaletteEntry */
/** @typedef { {text: string, title: string, keys: string[], run: () => unknown} } TreeButton */

export class TreeKeys {
  /**
   * @param {TreeCommands} commands
   * @param {import("./palette.js").Palette} palette
   * @param {import("../replay.js").Replay} replay
   */
  constructor(commands, palette, replay) {
    this.commands = commands;
    this.palette = palette;
    this.replay = replay;
    byId("edit-commands").append(...this.buttons().map(({ text, title, run }) => {
      const button = html("button", { type: "button", class: "small", title }, text);
      button.addEventListener("click", run);
      return button;
    }));
    replay.views.tree.drawing.addEventListener("paste", (event) => {
      event.preventDefault();
      commands.paste(event.clipboardData?.getData("text/plain") ?? "");
    });
  }

  /**
   * Returns the buttons with their keys, which are also in their titles.
   *
   * @returns {TreeButton[]}
   */
  buttons() {
    const { commands } = this;
    return [
      { text: "+ Sibling", title: "Add a node behind the selected one (Enter)", keys: ["Enter"], run: () => this.add("sibling") },
      { text: "+ Child", title: "Add a node to the selected one (Tab)", keys: ["Tab"], run: () => this.add("child") },
      { text: "Wrap…", title: "Put a decorator or a composite around the node (w)", keys: ["w"], run: () => this.wrap() },
      { text: "Unwrap", title: "Replace the node by its children (u)", keys: ["u"], run: () => commands.askOne("unwrap") },
      { text: "Kind…", title: "Change the kind of the node (k)", keys: ["k"], run: () => this.kind() },
      { text: "↑", title: "Move up (Alt+↑)", keys: ["Alt+ArrowUp"], run: () => commands.ask("up") },
      { text: "↓", title: "Move down (Alt+↓)", keys: ["Alt+ArrowDown"], run: () => commands.ask("down") },
      { text: "←", title: "Move out of the parent (Alt+←)", keys: ["Alt+ArrowLeft"], run: () => commands.ask("left") },
      { text: "→", title: "Move into the node above (Alt+→)", keys: ["Alt+ArrowRight"], run: () => commands.ask("right") },
      { text: "Copy", title: "Copy as text (Ctrl+C)", keys: ["Ctrl+c"], run: () => commands.copy() },
      { text: "Cut", title: "Copy as text and delete (Ctrl+X)", keys: ["Ctrl+x"], run: () => commands.cut() },
      { text: "Paste", title: "Paste text as nodes (Ctrl+V)", keys: [], run: () => commands.pasteFromClipboard() },
      { text: "Duplicate", title: "Insert a copy behind the node (Ctrl+D)", keys: ["Ctrl+d"], run: () => commands.duplicate() },
      { text: "Disable", title: "Make a comment of the node, or a node of its comment (Ctrl+/)", keys: ["Ctrl+/"], run: () => commands.disable() },
      { text: "Extract…", title: "Make a tree of the node (t)", keys: ["t"], run: () => commands.extract() },
      { text: "Inline", title: "Put the tree in the place of the node that uses it (i)", keys: ["i"], run: () => commands.askOne("inline") },
      { text: "Delete", title: "Delete the node with its children, or the tree (Delete)", keys: ["Delete", "Backspace"], run: () => commands.remove() },
      { text: "+ Tree", title: "Add a tree (n)", keys: ["n"], run: () => commands.addTree() },
    ];
  }

  /**
   * Returns the commands of the drawing by key.
   *
   * @returns {import("../page").KeyRow[2]}
   */
  get keys() {
    const { replay } = this;
    const { tree } = replay.views;
    const own = this.buttons().flatMap(({ keys, run }) => keys.map((key) => [key, run]));
    return {
      ...Object.fromEntries(own),
      ArrowUp: (event) => this.step(event, -1),
      ArrowDown: (event) => this.step(event, 1),
      // From the root to its tree.
      ArrowLeft: () => {
        if (tree.isOpen(tree.current)) replay.fold(tree.current);
        else replay.select(tree.nodes[tree.current].parent);
      },
      " ": () => /** @type {HTMLElement | null} */ (byId("edit-form").querySelector("input, select, textarea"))?.focus(),
    };
  }

  /**
   * Selects the next node (by = 1) or the previous one (by = -1); with Shift, a sibling with those that are selected.
   *
   * @param {KeyboardEvent} event
   * @param {number} by
   */
  step(event, by) {
    const { replay, commands } = this;
    if (event.shiftKey) commands.extendBy(by);
    else replay.selectNext(by, replay.views.tree.current);
  }

  /**
   * Opens the palette for a place; with the other place if there is none.
   *
   * @param {"child" | "sibling"} where
   */
  async add(where) {
    const { commands, palette } = this;
    await commands.model.check();
    const place = where === "child" ? (commands.childPlace() ?? commands.siblingPlace()) : (commands.siblingPlace() ?? commands.childPlace());
    if (!place && commands.model.checked.trees.length === 0) return commands.addTree();
    if (!place) return commands.model.say("There is no place for another node here: wrap the node in a composite first (w).");
    palette.open({ title: `Insert ${commands.nameOf(place)}`, gap: place, fits: () => true, take: (item) => commands.then(commands.offer(place, item)) });
  }

  /** Opens the palette for a node around the selected one. */
  wrap() {
    const { commands } = this;
    const { chosen } = commands.model;
    if (chosen.length === 0) return;
    /** @type {(item: PaletteEntry) => boolean} */
    const fits = ({ wrap, family }) => wrap !== null && (chosen.length === 1 || family === "composite");
    this.palette.open({ title: chosen.length === 1 ? "Wrap the node in" : `Wrap the ${chosen.length} nodes in`, gap: null, fits, take: (item) => commands.then(commands.wrap(item)) });
  }

  /** Opens the palette for another kind of the selected node. */
  kind() {
    const { commands } = this;
    const { node } = commands;
    if (node === null) return;
    const old = commands.kindOf(node);
    const isLeaf = commands.isLeaf(node);
    /** @type {(item: PaletteEntry) => boolean} */
    const fits = ({ word, family }) => isLeaf || (word !== null && family === old?.family);
    this.palette.open({ title: "Change the kind to", gap: null, fits, take: (item) => commands.then(commands.replace(item)) });
  }
}
