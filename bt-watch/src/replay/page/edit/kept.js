// Keeps text that is not saved over a reload of the page.

const KEY = "behavior-tree-editor";

/** @typedef { {path: string, open: boolean, text: string | null, disk: string} } Kept */

/**
 * Returns what was kept for a file, or null.
 *
 * @param {string | null} path any file if it is null
 * @returns {Kept | null}
 */
export function readKept(path = null) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return kept && (path === null || kept.path === path) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a text; null if all of it is saved.
 *
 * @param {Kept} kept
 */
export function writeKept(kept) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The browser has no room or forbids it: the text is in this page only.
  }
}
