// Notes above the text with buttons: the file has changed on disk, another page has applied its text.

import { byId, html } from "../dom.js";
import { differenceView } from "./difference.js";

/** @typedef { {text: string, title?: string, run: (written: string) => unknown} } NoteButton `run` gets what was written into the field of the note */

/**
 * Shows a note; another note with the same name is replaced.
 *
 * @param {string} name
 * @param {string} sentence
 * @param { {buttons: NoteButton[], field?: {label: string, value: string}, from?: string, to?: string, legend?: string} } more the buttons: Enter
 * in the field presses the first one, and Escape the last one; and two texts to compare
 */
export function showNote(name, sentence, { buttons, field, from, to, legend }) {
  closeNote(name);
  const note = html("div", { class: "note", "data-note": name, role: "alert" }, html("p", {}, sentence));
  const input = html("input", { "aria-label": field?.label, value: field?.value, spellcheck: "false", autocomplete: "off" });
  if (field) note.append(input);
  const shown = buttons.map(({ text, title, run }) => {
    const button = html("button", { type: "button", class: "small", title }, text);
    button.addEventListener("click", () => {
      note.remove();
      run(input.value.trim());
    });
    return button;
  });
  note.append(...shown);
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") shown[0].click();
    if (key === "Escape") shown[shown.length - 1].click();
  });
  if (from !== undefined && to !== undefined && from !== to) note.append(html("p", { class: "quiet legend-line" }, legend ?? ""), differenceView(from, to));
  byId("edit-notes").append(note);
  if (field) input.select();
}

/**
 * Closes a note.
 *
 * @param {string} name
 */
export function closeNote(name) {
  byId("edit-notes").querySelector(`[data-note="${name}"]`)?.remove();
}
