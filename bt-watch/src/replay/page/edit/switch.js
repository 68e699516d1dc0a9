// Opens the editor with a button and a key, and closes it.

import { byId, html } from "../dom.js";
import { page } from "../main.js";
import { Editor } from "./editor.js";
import { readUnsaved } from "./unsaved.js";
import { askProgram } from "./server.js";
import { goToLine } from "./text_view.js";

/**
 * The keys of the editor.
 *
 * @type {[string, string][]}
 */
const KEYS = [
  ["F2 F4", "edit the file of the trees; show its text"],
  ["F6", "to the next part (tree, form, palette, text)"],
  ["Ctrl+Enter Ctrl+S", "apply, save"],
  ["Enter Tab", "add a node behind the selected one, or in it"],
  ["w u k", "wrap, unwrap, change the kind"],
  ["Alt+↑ ↓ ← →", "move the node"],
  ["Shift+↑ ↓, Shift+click, Ctrl+click", "select several nodes"],
  ["Ctrl+C X V D", "copy, cut, paste, duplicate"],
  ["Ctrl+/", "disable the node, enable it again"],
  ["t i", "make a tree of the node; put a tree in the place of its node"],
  ["n Delete Space", "add a tree, delete the node or the tree, to the form"],
  ["Esc", "from the form to the tree"],
];

/** Opens and closes the editor. */
class EditorSwitch {
  /** @param {import("./editor.js").Page} shown */
  constructor(shown) {
    this.shown = shown;
    /** @type {Editor | null} */
    this.editor = null;
    this.opens = false;
    this.button = html("button", { type: "button", id: "edit-open", title: "Edit the file (F2)", "aria-pressed": "false" }, "Edit");
    byId("scheme").before(this.button);
    document.querySelector("header")?.after(byId("edit"));
    document.querySelector("main")?.prepend(byId("edit-source"));
    document.querySelector("aside")?.prepend(byId("edit-side"));
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
    shown.keyboard.list("While the file is edited (F2)", KEYS);
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
      this.editor ??= new Editor(await askProgram("open"), this.shown);
      this.show(true);
      await this.editor.open();
      this.editor.storeNow();
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
    this.editor?.close();
    this.button.focus();
  }

  /**
   * @param {boolean} isOpen
   */
  show(isOpen) {
    byId("edit").hidden = !isOpen;
    document.documentElement.toggleAttribute("data-editing", isOpen);
    this.button.setAttribute("aria-pressed", String(isOpen));
  }
}

if (page) new EditorSwitch(page);
