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
