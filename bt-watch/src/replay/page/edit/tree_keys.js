// The keys and the buttons of the tree.

import { byId, html } from "../dom.js";

/** @typedef {import("./commands.js").TreeCommands} TreeCommands */
/** @typedef {import("../edit").PaletteItem} PaletteEntry */
/** @typedef { {text: string, title: string, run: () => unknown} } TreeButton */

export class TreeKeys {
  /**
   * @param {TreeCommands} commands
   * @param {import("./palette.js").Palette} palette
   */
  constructor(commands, palette) {
    this.commands = commands;
    this.palette = palette;
    const rows = byId("edit-rows");
    rows.addEventListener("keydown", (event) => this.onKey(event));
    rows.addEventListener("paste", (event) => {
      event.preventDefault();
      commands.paste(event.clipboardData?.getData("text/plain") ?? "");
    });
    byId("edit-commands").append(...this.buttons().map(({ text, title, run }) => {
      const button = html("button", { type: "button", class: "small", title }, text);
      button.addEventListener("click", run);
      return button;
    }));
  }

  /**
   * Returns the buttons; the keys are in their titles.
   *
   * @returns {TreeButton[]}
   */
  buttons() {
    const { commands } = this;
    return [
      { text: "+ Sibling", title: "Add a node behind the selected one (Enter)", run: () => this.add("sibling") },
      { text: "+ Child", title: "Add a node to the selected one (Tab)", run: () => this.add("child") },
      { text: "Wrap…", title: "Put a decorator or a composite around the node (w)", run: () => this.wrap() },
      { text: "Unwrap", title: "Replace the node by its children (u)", run: () => commands.ask("unwrap") },
      { text: "Kind…", title: "Change the kind of the node (k)", run: () => this.kind() },
      { text: "↑", title: "Move up (Alt+↑)", run: () => commands.ask("up") },
      { text: "↓", title: "Move down (Alt+↓)", run: () => commands.ask("down") },
      { text: "←", title: "Move out of the parent (Alt+←)", run: () => commands.ask("left") },
      { text: "→", title: "Move into the node above (Alt+→)", run: () => commands.ask("right") },
      { text: "Copy", title: "Copy as text (Ctrl+C)", run: () => commands.copy() },
      { text: "Cut", title: "Copy as text and delete (Ctrl+X)", run: () => commands.cut() },
      { text: "Paste", title: "Paste text as nodes (Ctrl+V)", run: () => commands.pasteFromClipboard() },
      { text: "Delete", title: "Delete the node with its children (Delete)", run: () => commands.ask("remove") },
      { text: "+ Tree", title: "Add a tree (n)", run: () => commands.addTree() },
    ];
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
    palette.open({ title: `Insert ${commands.nameOf(place)}`, gap: place, fits: () => true, take: (item) => this.then(commands.insert(place, item.source)) });
  }

  /** Opens the palette for a node around the selected one. */
  wrap() {
    if (this.commands.node === null) return;
    const { commands } = this;
    /** @type {(item: PaletteEntry) => boolean} */
    const fits = ({ wrap }) => wrap !== null;
    this.palette.open({ title: "Wrap the node in", gap: null, fits, take: (item) => this.then(commands.wrap(item)) });
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
    this.palette.open({ title: "Change the kind to", gap: null, fits, take: (item) => this.then(commands.replace(item)) });
  }

  /**
   * Returns to the tree after a command of the palette.
   *
   * @param {Promise<unknown>} done
   */
  then(done) {
    byId("edit-rows").focus();
    return done;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const name = `${event.altKey ? "Alt+" : ""}${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.shiftKey ? "Shift+" : ""}${event.key}`;
    const action = this.actions()[name];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /**
   * Returns the commands by key.
   *
   * @returns {Record<string, () => unknown>}
   */
  actions() {
    const { commands } = this;
    const { view, model } = commands;
    return {
      Enter: () => this.add("sibling"),
      Tab: () => this.add("child"),
      w: () => this.wrap(),
      k: () => this.kind(),
      u: () => commands.ask("unwrap"),
      n: () => commands.addTree(),
      Delete: () => commands.ask("remove"),
      Backspace: () => commands.ask("remove"),
      "Alt+ArrowUp": () => commands.ask("up"),
      "Alt+ArrowDown": () => commands.ask("down"),
      "Alt+ArrowLeft": () => commands.ask("left"),
      "Alt+ArrowRight": () => commands.ask("right"),
      "Ctrl+c": () => commands.copy(),
      "Ctrl+x": () => commands.cut(),
      ArrowUp: () => view.step(-1),
      ArrowDown: () => view.step(1),
      Home: () => view.step(-Infinity),
      End: () => view.step(Infinity),
      ArrowLeft: () => {
        if (commands.node !== null) model.choose(model.checked.nodes[commands.node].parent, model.at.tree);
      },
      ArrowRight: () => {
        if (commands.node === null || view.children[commands.node].length > 0) view.step(1);
      },
      Escape: () => byId("edit-text").focus(),
      " ": () => /** @type {HTMLElement | null} */ (byId("edit-form").querySelector("input, select"))?.focus(),
    };
  }
}
