// The commands of the tree. Each of them is an edit of the text, which the program makes.

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
    if (this.node === null) return null;
    for (let rank = this.draft.rankOf(this.node); rank; rank = this.draft.rankOf(rank.parent)) {
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
   * Inserts an entry of the palette.
   *
   * @param {Place} place
   * @param {string} source
   */
  insert(place, source) {
    return this.model.change(() => ({ insert: { ...place, source } }));
  }

  /**
   * Moves a node.
   *
   * @param {number} node
   * @param {Place} place
   */
  move(node, { tree, node: into, gap }) {
    const to = into === undefined ? { tree } : { into };
    return this.model.change(() => ({ move: { node, ...to, gap } }));
  }

  /**
   * Makes a change of the selected node: ask("up") moves it before its sibling.
   *
   * @param {"up" | "down" | "left" | "right" | "remove" | "unwrap"} what
   */
  ask(what) {
    return this.model.change(() => (this.node === null ? null : { [what]: { node: this.node } }));
  }

  /**
   * Puts a node around another one.
   *
   * @param {Item} item
   */
  wrap(item, node = this.node) {
    return this.model.change(() => (node === null ? null : { wrap: { node, source: item.wrap } }));
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
  }

  /** Returns the text of the selected node; undefined if none is selected. */
  async source() {
    const { model, node } = this;
    if (node === null) return undefined;
    await model.check();
    const answer = await model.request("change", { text: model.text, change: { copy: { node } } });
    return /** @type {string | undefined} */ (answer?.source);
  }

  /** Copies the selected node as text. */
  async copy() {
    const source = await this.source();
    if (!source) return;
    this.copied = source;
    this.isLast = true;
    // Without the permission to write into the clipboard, the text can be pasted in this page.
    await navigator.clipboard?.writeText(source).catch(() => {});
    this.model.say("Copied as text.");
  }

  /** Inserts a copy of the selected node behind it. */
  async duplicate() {
    const source = await this.source();
    const place = this.siblingPlace();
    if (source && place) await this.insert(place, source);
    else this.model.say("There is no place beside this node.");
  }

  /** Copies the selected node, and removes it. */
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
    const names = new Set(model.checked.trees.map(({ name }) => name));
    const numbered = Array.from({ length: names.size + 1 }, (_, number) => `Tree${number + 1}`);
    // The agents look for a tree of this name.
    const wanted = [model.wanted ?? "Main", ...numbered];
    const name = /** @type {string} */ (wanted.find((one) => !names.has(one)));
    await model.change(() => ({ tree: { name } }), `tree ${name}`);
    // The new tree has a root that does nothing; it gives way to the first node.
    const tree = model.checked.trees.findIndex((one) => one.name === name);
    const root = model.checked.nodes.findIndex((node) => node.tree === tree);
    if (root >= 0) await model.change(() => ({ remove: { node: root } }), `tree ${name}`);
    model.choose(null, Math.max(0, model.checked.trees.findIndex((one) => one.name === name)));
    this.tree.focus();
  }
}
