// The list of the files: which one is shown, which ones have mistakes, and which ones are not saved.

import { byId, fillRows, html, setAttribute, setText } from "../dom.js";

export class FileList {
  /** @param {import("./model.js").EditModel} model */
  constructor(model) {
    this.model = model;
    this.element = byId("edit-files");
    for (const topic of /** @type {const} */ (["file", "checked", "state"])) model.on(topic, () => this.show());
  }

  /** Shows the files that the first one brings, and those that were opened before; nothing if there is only one. */
  show() {
    const { model } = this;
    const { files, mistakes, otherMistakes } = model.checked;
    const names = [...new Set([...files, model.file, ...model.others.keys()])];
    this.element.hidden = names.length < 2;
    if (names.length < 2) return;
    const counts = new Map([[model.file, mistakes.length]]);
    for (const { file } of otherMistakes) if (file) counts.set(file, (counts.get(file) ?? 0) + 1);
    fillRows(this.element, names, () => this.button(), (button, name) => {
      const count = counts.get(name) ?? 0;
      const sheet = name === model.file ? model : model.others.get(name);
      const isSaved = sheet ? sheet.text === sheet.disk.text : model.offered[name] === undefined;
      setText(button, `${name}${isSaved ? "" : " •"}${count > 0 ? ` ✗ ${count}` : ""}`);
      setAttribute(button, "data-file", name);
      setAttribute(button, "data-state", count > 0 ? "failure" : null);
      setAttribute(button, "aria-pressed", String(name === model.file));
      const notes = [count > 0 ? `${count} ${count === 1 ? "mistake" : "mistakes"}` : "", isSaved ? "" : "not saved"].filter(Boolean);
      setAttribute(button, "title", notes.join(", ") || null);
    });
  }

  /** Creates a button that shows a file. */
  button() {
    const button = html("button", { type: "button", class: "small" });
    button.addEventListener("click", () => this.model.show(button.getAttribute("data-file") ?? ""));
    return button;
  }
}
