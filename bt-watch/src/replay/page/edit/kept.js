// Keeps texts that are not saved over a reload of the page.

const KEY = "behavior-tree-editor";

/** @typedef { {path: string, open: boolean, texts: Record<string, string>} } Kept the path of the first file, and texts by their files */

/**
 * Returns what was kept for the files of a program, or null.
 *
 * @param {string | null} path any program if it is null
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
 * Keeps texts.
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
