// Opens the editor with a button and a key, and closes it.

import { byId, html } from "../dom.js";
import { Editor } from "./editor.js";
import { readKept } from "./kept.js";
import { askProgram } from "./server.js";

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
    window.addEventListener("pagehide", () => this.editor?.keepNow());
    document.addEventListener("keydown", (event) => {
      if (event.key !== "F2" || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.toggle();
    });
    byId("keys").prepend(html("div", {}, html("dt", {}, "F2"), html("dd", {}, "edit the file of the trees; F6 goes to the next part")));
    if (readKept()?.open) this.open();
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
      this.editor.keepNow();
      byId("edit-text").focus();
    } catch (error) {
      this.show(false);
      this.button.title = /** @type {Error} */ (error).message;
    } finally {
      this.opens = false;
    }
  }

  /** Closes the editor; its text stays. */
  close() {
    this.show(false);
    this.editor?.keepNow();
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
