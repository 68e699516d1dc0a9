// Notes above the text with buttons: the file has changed on disk, another page has applied its text.

import { byId, html } from "../dom.js";
import { differenceView } from "./difference.js";

/** @typedef { {text: string, title?: string, run: () => unknown} } NoteButton */

/**
 * Shows a note; another note with the same name is replaced.
 *
 * @param {string} name
 * @param {string} sentence
 * @param { {buttons: NoteButton[], from?: string, to?: string, legend?: string} } more the buttons, and two texts to compare
 */
export function showNote(name, sentence, { buttons, from, to, legend }) {
  closeNote(name);
  const note = html("div", { class: "note", "data-note": name, role: "alert" }, html("p", {}, sentence));
  for (const { text, title, run } of buttons) {
    const button = html("button", { type: "button", class: "small", title }, text);
    button.addEventListener("click", () => {
      note.remove();
      run();
    });
    note.append(button);
  }
  if (from !== undefined && to !== undefined && from !== to) note.append(html("p", { class: "quiet legend-line" }, legend ?? ""), differenceView(from, to));
  byId("edit-notes").append(note);
}

/**
 * Closes a note.
 *
 * @param {string} name
 */
export function closeNote(name) {
  byId("edit-notes").querySelector(`[data-note="${name}"]`)?.remove();
}
