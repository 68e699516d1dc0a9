// Opens the editor with a button and a key, and closes it.

import { byId, html } from "../dom.js";
import { Editor } from "./editor.js";
import { readUnsaved } from "./unsaved.js";
import { askProgram } from "./server.js";
import { goToLine } from "./text_view.js";

/** The keys of the editor. */
const KEYS = [
  ["F2", "edit the file of the trees"],
  ["F6", "edit: to the next part (text, tree, form, palette)"],
  ["Ctrl+Enter Ctrl+S", "edit: apply, save"],
  ["Enter Tab", "edit the tree: add a node behind the selected one, or in it"],
  ["w u k", "edit the tree: wrap, unwrap, change the kind"],
  ["Alt+↑ ↓ ← →", "edit the tree: move the node"],
  ["n Delete Space", "edit the tree: add a tree, delete the node, to its form"],
  ["Esc", "edit: from the form to the tree, from the tree to the text"],
];

/** Opens and closes the editor. */
class EditorSwitch {
  constructor() {
    /** @type {Editor | null} */
    this.editor = null;
    this.opens = false;
    this.button = html("button", { type: "button", id: "edit-open", title: "Edit the file (F2)", "aria-pressed": "false" }, "Edit");
    byId("scheme").before(this.button);
    this.button.addEventListener("click", () => this.toggle());
    byId("edit-close").addEventListener("click", () => this.close());
    const link = html("button", { type: "button", class: "small", id: "edit-node", title: "Edit the file at this line" }, "Edit");
    link.addEventListener("click", () => this.openAt(byId("detail-line").dataset));
    byId("detail-line").after(" ", link);
    window.addEventListener("pagehide", () => this.editor?.storeNow());
    document.addEventListener("keydown", (event) => {
      if (event.key !== "F2" || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.toggle();
    });
    byId("keys").prepend(...KEYS.map(([keys, does]) => html("div", {}, html("dt", {}, keys), html("dd", {}, does))));
    if (readUnsaved().open) this.open();
  }

  /** Opens the editor, or closes it. */
  toggle() {
    if (byId("edit").hidden) this.open();
    else this.close();
  }

  /** Opens the editor; asks the program for the file at the first time. */
  async open() {
    if (this.opens) return;
    this.opens = true;
    try {
      if (!this.editor) {
        const opened = await askProgram("open");
        this.show(true);
        this.editor = new Editor(opened);
      } else this.show(true);
      this.editor.storeNow();
      byId("edit-text").focus();
    } catch (error) {
      this.show(false);
      this.button.title = /** @type {Error} */ (error).message;
    } finally {
      this.opens = false;
    }
  }

  /**
   * Opens the editor at a line of a file.
   *
   * @param {DOMStringMap} place
   */
  async openAt({ file = "", line }) {
    await this.open();
    if (this.editor) await goToLine(this.editor.text, { file: this.editor.model.nameOf(file), line: Number(line) });
  }

  /** Closes the editor; its text stays. */
  close() {
    this.show(false);
    this.editor?.storeNow();
    this.button.focus();
  }

  /**
   * @param {boolean} isOpen
   */
  show(isOpen) {
    byId("edit").hidden = !isOpen;
    document.documentElement.toggleAttribute("data-editing", isOpen);
    this.button.setAttribute("aria-pressed", String(isOpen));
    document.dispatchEvent(new CustomEvent("editor"));
  }
}

new EditorSwitch();
