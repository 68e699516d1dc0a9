// One list of all edits, of the text and of the tree, to undo and to redo.

/** The maximum number of edits that can be undone. */
const MOST_EDITS = 2000;

/**
 * @typedef { {at: number, removed: string, inserted: string, before: [number, number], after: [number, number], merge: string | null, files?: object} } Edit
 */

export class UndoList {
  constructor() {
    /** @type {Edit[]} */
    this.done = [];
    /** @type {Edit[]} */
    this.undone = [];
  }

  /**
   * Adds an edit. Edits with the same `merge` that follow each other are undone together.
   *
   * @param {string} from the text before
   * @param {string} to the text after
   * @param { {before: [number, number], after: [number, number], merge: string | null, files?: object} } more the selections, the
   * group, and an object of its own for the edits of several files that were made together
   */
  add(from, to, { before, after, merge, files }) {
    const edit = { ...differenceOf(from, to), before, after, merge, files };
    this.undone = [];
    const last = this.done[this.done.length - 1];
    if (merge !== null && last?.merge === merge) {
      const start = undoneText(from, last);
      this.done[this.done.length - 1] = { ...differenceOf(start, to), before: last.before, after, merge };
      return;
    }
    this.done.push(edit);
    if (this.done.length > MOST_EDITS) this.done.shift();
  }

  /** Ends the group: the next edit is undone on its own. */
  split() {
    const last = this.done[this.done.length - 1];
    if (last) last.merge = null;
  }

  /**
   * Undoes the last edit; returns the text and the selection, or null if there is none.
   *
   * @param {string} text
   * @returns { {text: string, select: [number, number]} | null }
   */
  undo(text) {
    const edit = this.done.pop();
    if (!edit) return null;
    this.undone.push(edit);
    return { text: undoneText(text, edit), select: edit.before };
  }

  /**
   * Does the last undone edit again; returns the text and the selection, or null if there is none.
   *
   * @param {string} text
   * @returns { {text: string, select: [number, number]} | null }
   */
  redo(text) {
    const edit = this.undone.pop();
    if (!edit) return null;
    this.done.push({ ...edit, merge: null });
    const { at, removed, inserted } = edit;
    return { text: text.slice(0, at) + inserted + text.slice(at + removed.length), select: edit.after };
  }
}

/**
 * Returns the text before an edit.
 *
 * @param {string} text the text after it
 * @param {Edit} edit
 */
function undoneText(text, { at, removed, inserted }) {
  return text.slice(0, at) + removed + text.slice(at + inserted.length);
}

/**
 * Returns the part in which two texts differ: ("abcd", "axd") → {at: 1, removed: "bc", inserted: "x"}
 *
 * @param {string} from
 * @param {string} to
 */
export function differenceOf(from, to) {
  const shorter = Math.min(from.length, to.length);
  let at = 0;
  while (at < shorter && from[at] === to[at]) at += 1;
  let rest = 0;
  while (rest < shorter - at && from[from.length - 1 - rest] === to[to.length - 1 - rest]) rest += 1;
  return { at, removed: from.slice(at, from.length - rest), inserted: to.slice(at, to.length - rest) };
}
