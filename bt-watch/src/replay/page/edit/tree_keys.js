// The keys and the buttons that edit the tree.

import { byId, html } from "../dom.js";

/** @typedef {import("./commands.js").TreeCommands} TreeCommands */
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
