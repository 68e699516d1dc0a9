// Applies the text to the running program, saves it, and notes what others did to both; lists the files; keeps what is not saved.

import { byId, fillRows, html, setAttribute, setText } from "../dom.js";
import { merged } from "./difference.js";
import { sentenceOf } from "./model.js";
import { closeNote, showNote } from "./notes.js";

export class EditFiles {
  /**
   * @param {import("./model.js").EditModel} model
   * @param {() => void} onApplied
   */
  constructor(model, onApplied) {
    this.model = model;
    this.onApplied = onApplied;
    /** True while this page applies or saves; then the news of the program may be about its own text. */
    this.works = false;
    /** The hash of the text on disk about which a note is shown. */
    /** @type {string | null} */
    this.noted = null;
    /** True after the program has told what it runs. */
    this.knows = false;
    model.on("state", () => {
      if (!model.isUnapplied) closeNote("applied");
    });
    model.on("file", () => {
      this.noted = null;
      for (const note of ["applied", "disk"]) closeNote(note);
    });
    document.addEventListener("program", (event) => this.onProgram(/** @type {CustomEvent} */ (event).detail.edit));
  }

  /** Has the running agents take the text. */
  async apply() {
    const { model } = this;
    this.works = true;
    // The changes that were asked for come first.
    await model.queue;
    const { text, file } = model;
    const answer = await model.request("apply", model.edited);
    this.works = false;
    if (!answer) return;
    if (answer.mistakes) return model.say(`Not applied. ${sentenceOf(answer.mistakes)}`);
    closeNote("applied");
    // The mark belongs to the text only if the text has been checked since.
    const isHere = model.file === file;
    const mark = isHere && model.checked.text === text ? model.checked.hash : "";
    model.applied = { text: isHere ? text : null, marks: { ...model.applied.marks, [file]: mark }, version: answer.version };
    this.onApplied();
    if (answer.moved === null) return model.say("Sent: the program takes it with its next tick.");
    const { wanted, checked } = model;
    const isMissing = wanted !== null && checked.text === text && !checked.trees.some(({ name }) => name === wanted);
    if (isMissing) return model.say(`Applied, but the agents run the tree ${wanted}, which this text does not have.`);
    model.say(`Applied${answer.moved > 0 ? ` to ${answer.moved} ${answer.moved === 1 ? "agent" : "agents"}` : ""}.`);
  }

  /** Writes the text into the file, unless the file has changed on disk. */
  async save() {
    const { model } = this;
    if (!model.maySave) return model.say("This program does not let pages save the file.");
    this.works = true;
    await model.queue;
    const { text, file, disk } = model;
    const answer = await model.request("save", { file, text, disk: disk.mark });
    this.works = false;
    if (!answer) return;
    if (answer.mistakes) return model.say(`Not saved. ${sentenceOf(answer.mistakes)}`);
    if (answer.changed) {
      if (model.file === file && this.differs(answer.changed)) return model.say("Not saved: the file has changed on disk. Both changes are here now; save again.");
      return model.say("Not saved: the file has changed on disk. Choose one of the two texts first.");
    }
    Object.assign(disk, { text, mark: answer.disk });
    if (model.file === file) closeNote("disk");
    model.say("Saved.");
  }

  /** Takes the text of the file; this can be undone. */
  async revert() {
    const { model } = this;
    const { file } = model;
    const answer = await model.request("revert", { file });
    if (!answer || model.file !== file) return;
    model.disk = { text: answer.text, mark: answer.disk };
    closeNote("disk");
    this.take(answer.text, "The text of the file is shown.");
  }

  /** Has the program format the text. */
  async format() {
    const { model } = this;
    const { text, file } = model;
    const answer = await model.request("format", { text });
    if (!answer) return;
    if (answer.mistakes) return model.say(`Not formatted. ${sentenceOf(answer.mistakes)}`);
    if (model.text !== text || model.file !== file) return model.say("The text has changed meanwhile; try again.");
    this.take(answer.text, answer.text === text ? "It is formatted already." : "Formatted.");
  }

  /**
   * Shows another text, as an edit that can be undone.
   *
   * @param {string} text
   * @param {string} sentence
   */
  take(text, sentence) {
    const { model } = this;
    const line = model.text.slice(0, model.select[0]).split("\n").length - 1;
    const at = text.split("\n").slice(0, line).join("\n").length + (line > 0 ? 1 : 0);
    const place = Math.min(text.length, at);
    model.edit(text, [place, place]);
    model.say(sentence);
  }

  /**
   * Notices changes on disk and texts that another page has applied.
   *
   * @param {import("../page").ProgramState["edit"]} state
   */
  async onProgram(state) {
    const { model } = this;
    if (!state || this.works || model.checked.text === null) return;
    const { file, applied } = model;
    const mark = state.disk[file];
    if (mark === model.disk.mark && this.noted !== null) {
      this.noted = null;
      closeNote("disk");
    }
    if (mark && mark !== model.disk.mark && mark !== this.noted) {
      this.noted = mark;
      const answer = await model.request("revert", { file });
      if (answer && model.file === file) this.differs(answer);
    }
    const marks = state.running ?? {};
    if (JSON.stringify(marks) === JSON.stringify(applied.marks) && state.version === applied.version) return;
    // The first news tell what runs already; later ones come from other pages.
    const isOther = this.knows && state.version > applied.version;
    this.knows = true;
    model.applied = { text: null, marks, version: Math.max(state.version, applied.version) };
    model.tell("state");
    if (isOther && model.isUnapplied) this.othersApplied();
  }

  /**
   * Takes the changes on disk if they are elsewhere than those of the page; otherwise shows both texts. Returns true if there is
   * nothing to choose.
   *
   * @param { {text: string, disk: string} } disk
   */
  differs({ text, disk }) {
    const { model } = this;
    this.noted = disk;
    closeNote("disk");
    const isOwn = model.isUnsaved;
    const known = () => {
      model.disk = { text, mark: disk };
    };
    const all = isOwn ? merged(model.disk.text, model.text, text) : text;
    if (all !== null) {
      known();
      if (text === model.text) model.say("The file on disk has the same text now.");
      else if (isOwn) this.take(all, "The file has changed on disk, elsewhere than your text: both changes are here.");
      else this.take(text, "The file has changed on disk; its text is shown.");
      return true;
    }
    const keep = () => {
      known();
      model.say("Your text is kept. Saving it replaces the text on disk.");
    };
    const take = () => {
      known();
      this.take(text, "The text on disk is shown. Undo brings yours back.");
    };
    showNote("disk", "The file has changed on disk while you were editing it.", {
      buttons: [{ text: "Take the text on disk", run: take }, { text: "Keep mine", run: keep }],
      from: model.text,
      to: text,
      legend: "− your text, + the text on disk",
    });
    return false;
  }

  /** Shows that the agents run the text of another page. */
  async othersApplied() {
    const { model } = this;
    const { file } = model;
    const answer = await model.request("applied", { file });
    if (!answer || model.file !== file || answer.text === null || answer.text === model.text) return;
    const { text } = answer;
    // Without changes of its own, the page shows the file, which may not have been saved yet.
    const all = model.isUnsaved ? merged(model.disk.text, model.text, text) : null;
    if (all === model.text) return;
    if (all !== null) return this.take(all, "Another page has applied its text, which has changed elsewhere than yours: both changes are here.");
    const take = () => this.take(text, "The applied text is shown. Undo brings yours back.");
    showNote("applied", "Another page has applied its text: the agents run that one.", {
      buttons: [{ text: "Take that text", run: take }, { text: "Keep mine", run: () => {} }],
      from: model.text,
      to: text,
      legend: "− your text, + the applied text",
    });
  }
}

// The list of the files: which one is shown, which ones have mistakes, and which ones are not saved.

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

// Stores texts that are not saved over a reload of the page.

const KEY = "behavior-tree-editor";

/**
 * @typedef { {open: boolean, texts: Record<string, Record<string, string>>} } Unsaved whether the editor is open, and the texts of
 * each program by their files: another program may have the address next
 */

/**
 * Returns what was stored.
 *
 * @returns {Unsaved}
 */
export function readUnsaved() {
  try {
    return { open: false, texts: {}, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { open: false, texts: {} };
  }
}

/**
 * Stores the texts of a program.
 *
 * @param {string} path its first file
 * @param {boolean} open whether the editor is open
 * @param {Record<string, string>} texts by their files
 */
export function writeUnsaved(path, open, texts) {
  const unsaved = { open, texts: { ...readUnsaved().texts, [path]: texts } };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(unsaved));
  } catch {
    // The browser has no room or forbids it: the text is in this page only.
  }
}
