// Stores texts that are not saved over a reload of the page.

const KEY = "behavior-tree-editor";

/** @typedef { {path: string, open: boolean, texts: Record<string, string>} } Unsaved the path of the first file, and texts by their files */

/**
 * Returns what was stored for the files of a program, or null.
 *
 * @param {string | null} path any program if it is null
 * @returns {Unsaved | null}
 */
export function readUnsaved(path = null) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return stored && (path === null || stored.path === path) ? stored : null;
  } catch {
    return null;
  }
}

/**
 * Stores texts.
 *
 * @param {Unsaved} unsaved
 */
export function writeUnsaved(unsaved) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(unsaved));
  } catch {
    // The browser has no room or forbids it: the text is in this page only.
  }
}
