// The text of the file in the editor, what the program says about it, and the edits. All views follow it. The other files
// that were opened wait with their texts and edits.

import { differenceOf, UndoList } from "./undo.js";
import { runOf } from "../server.js";

/** The text is checked when no key was pressed for this time. */
const CHECK_MILLISECONDS = 60;

/** @typedef {import("../edit").Checked} Checked */
/** @typedef { {node: number | null, tree: number, off?: number} } At `off`: the index among the nodes that are disabled */
/** @typedef {Record<string, any>} Change a change of the protocol, by its name */
/** @typedef {"file" | "text" | "checked" | "selected" | "state"} Topic */
/** @typedef {Pick<EditModel, "file" | "text" | "disk" | "maySave" | "list" | "checked" | "select" | "at">} Sheet a file that was opened */

export class EditModel {
  /** @param {import("../edit").Opened} opened */
  constructor(opened) {
    this.opened = opened;
    /** The name of the file: its path from the folder of the first one. */
    this.file = opened.file;
    this.maySave = opened.may_save;
    /** The files that were opened before. */
    this.others = /** @type {Map<string, Sheet>} */ (new Map());
    /** The texts that were not saved before the page was loaded again, and are offered, by their files. */
    this.offered = /** @type {Record<string, string>} */ ({});
    this.text = opened.text;
    /** The text of the file, as far as this page knows, and its hash. */
    this.disk = { text: opened.text, mark: opened.disk };
    /** The text that this page applied last; the marks of the texts that the agents run, and their version. */
    this.applied = { text: /** @type {string | null} */ (null), marks: /** @type {Record<string, string>} */ ({}), version: 0 };
    /** The tree that the agents run, if there are agents. */
    this.runningTree = /** @type {import("../recording.js").Tree | null} */ (null);
    this.list = new UndoList();
    /** @type {Checked} */
    this.checked = unchecked();
    /** The selection in the text. */
    this.select = /** @type {[number, number]} */ ([0, 0]);
    /** The selected node, or one that is disabled, or the head of a tree. */
    this.at = /** @type {At} */ ({ node: null, tree: 0 });
    /** The nodes that are selected with that one, and the first one of them. */
    this.marked = /** @type {number[]} */ ([]);
    this.anchor = /** @type {number | null} */ (null);
    /** Where the selection was made last; the other side follows it. */
    this.leads = /** @type {"text" | "tree"} */ ("text");
    /** A sentence about the last command. */
    this.said = "";
    /** True while a text is applied or saved. */
    this.busy = 0;
    /** @type {Map<Topic, (() => void)[]>} */
    this.listeners = new Map();
    this.timer = 0;
    /** @type {Promise<void> | null} */
    this.checking = null;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
  }

  /**
   * Calls a function whenever a part of the model has changed.
   *
   * @param {Topic} topic
   * @param {() => void} listener
   */
  on(topic, listener) {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** @param {Topic} topic */
  tell(topic) {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }

  /**
   * Shows a sentence about the last command.
   *
   * @param {string} text
   */
  say(text) {
    this.said = text;
    this.tell("state");
  }

  /**
   * Replaces the text, as one edit that can be undone.
   *
   * @param {string} text
   * @param {[number, number]} select the new selection
   * @param {string | null} merge edits with the same name that follow each other are undone together
   * @param {object} [files] the edits of several files that were made together have the same one
   */
  edit(text, select, merge = null, files) {
    if (text === this.text) return;
    this.list.add(this.text, text, { before: this.select, after: select, merge, files });
    this.said = "";
    this.take(text, select);
  }

  /** Undoes the last edit, in all files that changed with it. */
  undo() {
    this.inOthers(this.list.done.at(-1)?.files, "undo");
    const back = this.list.undo(this.text);
    if (back) this.take(back.text, back.select);
    else this.say("There is nothing to undo.");
  }

  /** Does the last undone edit again, in all files that changed with it. */
  redo() {
    this.inOthers(this.list.undone.at(-1)?.files, "redo");
    const again = this.list.redo(this.text);
    if (again) this.take(again.text, again.select);
    else this.say("There is nothing to redo.");
  }

  /**
   * Undoes an edit of several files in the other ones, or does it again, if it is the last edit there.
   *
   * @param {object | undefined} files
   * @param {"undo" | "redo"} what
   */
  inOthers(files, what) {
    for (const sheet of files ? this.others.values() : []) {
      const edits = what === "undo" ? sheet.list.done : sheet.list.undone;
      if (edits.at(-1)?.files === files) sheet.text = sheet.list[what](sheet.text)?.text ?? sheet.text;
    }
  }

  /**
   * Shows another text, and moves the mistakes with it until the program has checked it.
   *
   * @param {string} text
   * @param {[number, number]} select
   */
  take(text, select) {
    const { at, removed, inserted } = differenceOf(this.text, text);
    const by = inserted.length - removed.length;
    /** @type {(place: number) => number} */
    const moved = (place) => (place >= at + removed.length ? place + by : place);
    const mistakes = this.checked.mistakes.map((mistake) => ({ ...mistake, start: moved(mistake.start), end: moved(mistake.end) }));
    this.checked = { ...this.checked, mistakes };
    this.text = text;
    this.select = select;
    this.leads = "text";
    this.tell("text");
    this.tell("state");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check().catch((error) => this.say(error.message)), CHECK_MILLISECONDS);
  }

  /**
   * Shows another file, after the changes that were asked for; returns false if the program refuses it.
   *
   * @param {string} name
   */
  show(name) {
    const shown = this.queue.then(() => this.showNow(name));
    this.queue = shown.then(() => {}, () => {});
    return shown;
  }

  /** @param {string} name */
  async showNow(name) {
    const asked = name === this.file || this.others.has(name) ? null : await this.request("open", { file: name });
    if (asked === undefined) return false;
    if (name !== this.file) {
      const { file, text, disk, maySave, list, checked, select, at } = this;
      this.others.set(file, { file, text, disk, maySave, list, checked, select, at });
      const opened = this.others.get(name) ?? sheetOf(name, asked);
      this.others.delete(name);
      // Another file may have changed since it was checked.
      Object.assign(this, opened, { checked: { ...opened.checked, text: null, files: checked.files } });
      this.applied.text = null;
      this.leads = "text";
      for (const topic of /** @type {Topic[]} */ (["file", "text", "state"])) this.tell(topic);
    }
    await this.check().catch((error) => this.say(error.message));
    return true;
  }

  /** The text with its file, and the texts of the other files that are not saved, for the program. */
  get edited() {
    return this.textsOf(this);
  }

  /**
   * Returns the text of a file, and the texts of the other files that are not saved.
   *
   * @param {Pick<Sheet, "file" | "text">} sheet
   * @returns { {file: string, text: string, texts: Record<string, string>} }
   */
  textsOf(sheet) {
    const sheets = /** @type {Pick<Sheet, "file" | "text" | "disk">[]} */ ([this, ...this.others.values()]);
    const unsaved = sheets.filter(({ file, text, disk }) => file !== sheet.file && text !== disk.text);
    return { file: sheet.file, text: sheet.text, texts: Object.fromEntries(unsaved.map(({ file, text }) => [file, text])) };
  }

  /**
   * Returns the name of a file: "trees/rooms/kitchen.tree" → "rooms/kitchen.tree"; an unknown file is the first one.
   *
   * @param {string} path
   */
  nameOf(path) {
    const { path: first, file } = this.opened;
    const folder = first.slice(0, first.length - file.length);
    return path === "" ? file : path.startsWith(folder) ? path.slice(folder.length) : path;
  }

  /** The name of the tree that the agents run, if it is in this file. */
  get wanted() {
    return this.runningTree && this.nameOf(this.runningTree.file) === this.file ? this.runningTree.name : null;
  }

  /** Checks the text; if it changes meanwhile, checks it again. */
  check() {
    this.checking ??= this.checkAll().finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  /** Checks the text until the answer is about the current text. */
  async checkAll() {
    while (this.checked.text !== this.text) {
      clearTimeout(this.timer);
      await this.checkOthers();
      const { text, file } = this;
      const answer = await askProgram("check", this.edited);
      if (text !== this.text || file !== this.file) continue;
      const before = this.checked.nodes.length;
      this.checked = checkedOf(text, answer);
      this.marked = [];
      // A node that was selected while the text was being checked stays selected, if the nodes are the same.
      if (this.leads === "tree" && this.checked.nodes.length === before) this.mark(this.at.node, this.at.tree, this.at.off);
      else this.followText();
      this.tell("checked");
      this.tell("state");
    }
  }

  /** Checks the files that have changed with another one, so that their trees are drawn as they are now. */
  async checkOthers() {
    for (const sheet of this.others.values()) {
      const { text, checked } = sheet;
      if (checked.text !== text) sheet.checked = checkedOf(text, await askProgram("check", this.textsOf(sheet)));
    }
  }

  /**
   * Moves the selection in the text; the tree follows.
   *
   * @param {[number, number]} select
   */
  moveTo(select) {
    this.select = select;
    this.leads = "text";
    if (this.checked.text !== this.text) return;
    this.followText();
    this.tell("selected");
  }

  /** Selects the node, or the head of the tree, in which the selection of the text begins. */
  followText() {
    const [place] = this.select;
    const { nodes, trees, disabled } = this.checked;
    const off = disabled.findIndex(({ start, end }) => start <= place && place <= end);
    const node = off < 0 ? innermost(nodes, place) : null;
    const tree = trees.findIndex((one) => one.start <= place && place <= one.end);
    this.at = { node, tree: node === null ? Math.max(0, tree) : nodes[node].tree, off: off < 0 ? undefined : off };
    this.marked = [];
    this.anchor = null;
  }

  /** All selected nodes, in the order of the text. */
  get chosen() {
    const { at, marked } = this;
    return at.node === null ? [] : [...new Set([...marked, at.node])].sort((one, other) => one - other);
  }

  /**
   * Selects several nodes.
   *
   * @param {number[]} nodes
   * @param {number} node the one of them that the keys and the form are about
   * @param {number | null} anchor the first one
   */
  chooseAll(nodes, node, anchor = node) {
    this.choose(node);
    this.marked = nodes;
    this.anchor = anchor;
    this.tell("selected");
    const { length } = this.chosen;
    this.say(length > 1 ? `${length} nodes are selected.` : "");
  }

  /**
   * Selects a node; the text follows. The next edit is undone on its own.
   *
   * @param {number | null} node
   * @param {number} tree the tree, if its head is selected
   * @param {number} [off] a node that is disabled
   */
  choose(node, tree = 0, off) {
    this.list.split();
    this.mark(node, tree, off);
  }

  /**
   * Selects a node; the text follows.
   *
   * @param {number | null} node
   * @param {number} tree
   * @param {number} [off]
   */
  mark(node, tree, off) {
    this.leads = "tree";
    const { nodes, trees, disabled } = this.checked;
    const chosen = node === null ? null : nodes[node];
    this.at = { node, tree: chosen ? chosen.tree : tree, off };
    this.marked = [];
    this.anchor = null;
    if (this.checked.text === this.text) {
      const start = chosen ? chosen.head[0] : ((off === undefined ? trees[tree] : disabled[off])?.start ?? 0);
      this.select = /** @type {[number, number]} */ ([start, start]);
    }
    this.tell("selected");
  }

  /**
   * Has the program change the text; changes are made one after another, each on a checked text.
   *
   * @param {() => Change | null} make returns the change, for the current nodes
   * @param {string | null} merge
   * @returns {Promise<void>}
   */
  change(make, merge = null) {
    const { node } = this.at;
    this.queue = this.queue.then(() => this.changeNow(make, merge, node)).catch((error) => this.say(error.message));
    return this.queue;
  }

  /**
   * @param {() => Change | null} make
   * @param {string | null} merge
   * @param {number | null} selected the node that was selected when the change was asked for
   */
  async changeNow(make, merge, selected) {
    await this.check();
    const change = make();
    if (!change) return;
    const { text, file } = this;
    const several = this.chosen.length > 1;
    const answer = await askProgram("change", { ...this.edited, change });
    if (text !== this.text || file !== this.file) return this.say("The text has changed meanwhile; try again.");
    if (!answer.text && answer.text !== "") return this.say(sentenceOf(answer.mistakes));
    this.edit(answer.text, answer.select, merge);
    const { field, argument, label, description } = change;
    const { node: changed } = field ?? argument ?? label ?? description ?? {};
    if (changed == null) return this.chooseChecked(answer.select, several);
    // Only a part of this node was changed; it is selected, unless the user has selected another one meanwhile.
    if (this.at.node === selected) this.at = { ...this.at, node: changed };
    this.leads = "tree";
    await this.check();
  }

  /**
   * Selects the first node in a part of the text, once it is checked.
   *
   * @param {[number, number]} part
   * @param {boolean} several all of them, if several were selected before
   */
  async chooseChecked(part, several = false) {
    const { select, leads } = this;
    await this.check();
    // What the user selected while the text was being checked stays selected.
    if (select === this.select && leads === this.leads) this.chooseWithin(part, several);
  }

  /**
   * Gives a name a new one at all of its places in all files; false if the program refuses it.
   *
   * @param {() => number | undefined} place returns the place of the name in the text
   * @param {string} name
   */
  rename(place, name) {
    return this.changeFiles("rename", () => ({ at: place(), name }));
  }

  /**
   * Has the program change several files, as one edit; false if it refuses.
   *
   * @param {string} path
   * @param {() => object} make returns the request
   */
  changeFiles(path, make) {
    const changed = this.queue.then(() => this.changeFilesNow(path, make));
    this.queue = changed.then(() => {}, (error) => this.say(error.message));
    return changed.catch(() => false);
  }

  /**
   * @param {string} path
   * @param {() => object} make
   */
  async changeFilesNow(path, make) {
    await this.check();
    const { text, file } = this;
    const answer = await askProgram(path, { ...this.edited, ...make() });
    /** @type {Record<string, string>} */
    const texts = answer.texts ?? {};
    for (const other of Object.keys(texts)) {
      if (other !== file && !this.others.has(other)) this.others.set(other, sheetOf(other, await askProgram("open", { file: other })));
    }
    const problem = text !== this.text || file !== this.file ? "The text has changed meanwhile; try again." : answer.texts ? "" : sentenceOf(answer.mistakes);
    if (problem) {
      this.say(problem);
      return false;
    }
    const files = {};
    for (const [other, sheet] of this.others) {
      if (texts[other] === undefined || texts[other] === sheet.text) continue;
      sheet.list.add(sheet.text, texts[other], { before: sheet.select, after: sheet.select, merge: null, files });
      sheet.text = texts[other];
    }
    this.edit(texts[file] ?? text, answer.select, null, files);
    await this.chooseChecked(answer.select);
    return true;
  }

  /**
   * Sends a request, and shows the sentence of an error; undefined if there is no answer.
   *
   * @param {string} path
   * @param {object} body
   */
  async request(path, body = {}) {
    this.busy += 1;
    this.tell("state");
    try {
      return await askProgram(path, body);
    } catch (error) {
      this.said = /** @type {Error} */ (error).message;
    } finally {
      this.busy -= 1;
      this.tell("state");
    }
  }

  /**
   * Selects the first node in a part of the text.
   *
   * @param {[number, number]} part
   * @param {boolean} several selects all of them
   */
  chooseWithin([start, end], several = false) {
    const { nodes, trees, disabled } = this.checked;
    /** @type {(part: {start: number, end: number}) => boolean} */
    const isWithin = (part) => part.start >= start && part.end <= end && end > start;
    const first = nodes.findIndex(isWithin);
    const off = first < 0 ? disabled.findIndex(isWithin) : -1;
    const node = first >= 0 ? first : off < 0 ? innermost(nodes, start) : null;
    const tree = trees.findIndex((one) => one.start <= start && start <= one.end);
    this.mark(node, Math.max(0, tree), off < 0 ? undefined : off);
    if (!several || node === null) return;
    this.marked = nodes.flatMap(({ parent, ...one }, index) => (isWithin(one) && parent === nodes[node].parent ? [index] : []));
    this.tell("selected");
  }

  /** True if the text is not that of the file. */
  get isUnsaved() {
    return this.text !== this.disk.text;
  }

  /** True if the agents do not run this text. */
  get isUnapplied() {
    const { checked, applied } = this;
    return checked.text === this.text ? checked.hash !== applied.marks[this.file] : applied.text !== this.text;
  }
}

/**
 * Returns what is known about a text before the program has checked it.
 *
 * @returns {Checked}
 */
function unchecked() {
  return { text: null, hash: "", files: [], owners: {}, mistakes: [], otherMistakes: [], trees: [], nodes: [], disabled: [] };
}

/**
 * Returns what the program found in a text.
 *
 * @param {string} text
 * @param {any} answer
 * @returns {Checked}
 */
function checkedOf(text, answer) {
  const all = /** @type {import("../edit").Mistake[]} */ (answer.mistakes);
  return { ...answer, text, mistakes: all.filter(({ file }) => !file), otherMistakes: all.filter(({ file }) => file) };
}

/**
 * Returns a file that was opened just now.
 *
 * @param {string} file
 * @param {import("../edit").Opened} opened
 * @returns {Sheet}
 */
function sheetOf(file, { text, disk, may_save: maySave }) {
  return { file, text, disk: { text, mark: disk }, maySave, list: new UndoList(), checked: unchecked(), select: [0, 0], at: { node: null, tree: 0 } };
}

/**
 * Returns the innermost node that contains a place, or null.
 *
 * @param {import("../edit").EditNode[]} nodes
 * @param {number} place
 */
function innermost(nodes, place) {
  const found = nodes.findLastIndex((node) => node.start <= place && place <= node.end);
  return found < 0 ? null : found;
}

/**
 * Returns a sentence about the first mistake.
 *
 * @param {import("../edit").Mistake[] | undefined} mistakes
 */
export function sentenceOf(mistakes) {
  const [first] = mistakes ?? [];
  if (!first) return "This is not possible here.";
  if (first.file) return `${first.file}:${first.line}: ${first.message}`;
  const text = first.message.replace(/^./, (letter) => letter.toUpperCase());
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

// Sends the requests of the editor to the program, which holds the parser and the vocabulary.

/** A program that takes longer to answer is treated as lost. */
const EDIT_PATIENCE_MILLISECONDS = 20_000;

/**
 * Sends a request: ask("check", {text}) → POST edit/check. Throws an error with a sentence if there is no answer.
 *
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function askProgram(path, body = {}) {
  const signal = AbortSignal.timeout(EDIT_PATIENCE_MILLISECONDS);
  const headers = { "Content-Type": "application/json" };
  /** @type {Response} */
  let answer;
  try {
    // Only a page of this run may edit.
    answer = await fetch(`edit/${path}?run=${runOf()}`, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch {
    throw new Error("The program does not answer. It may have ended; the text stays in this page, which goes on when the program is started again.");
  }
  if (!answer.ok) throw new Error(`The program refused this: ${(await answer.text()).slice(0, 300)}`);
  return answer.json();
}
