// Offers what can stand at the cursor, and explains what stands under the mouse.

import { byId, html } from "../dom.js";
import { askProgram } from "./model.js";

const HOVER_MILLISECONDS = 350;

/**
 * A field in which completions are offered.
 *
 * @typedef {object} Completed
 * @property {HTMLTextAreaElement | HTMLInputElement} area
 * @property {(value: string, at: number) => object} question asks what can stand at a place of a value of the field
 * @property {(start: number) => { x: number, top: number, bottom: number }} boxOf the place of a letter on the screen
 * @property {(text: string, at: number) => void} write
 * @property {boolean} marksFirst Enter takes the first completion, also if no arrow key has marked it; such a field offers nothing
 *   before something is typed
 * @property {boolean} isNumber the arrow keys change the value
 */

export class Completions {
  constructor() {
    this.popup = byId("edit-popup");
    this.items = /** @type {import("../edit").Completion[]} */ ([]);
    this.part = { start: 0, end: 0, of: 0 };
    this.chosen = 0;
    this.asked = 0;
    /** The field with the focus. */
    this.field = /** @type {Completed | null} */ (null);
    /** True while the program moves the focus. */
    this.isQuiet = false;
    this.popup.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const row = /** @type {Element} */ (event.target).closest("[data-place]");
      if (row) this.take(Number(row.getAttribute("data-place")));
    });
  }

  /**
   * Offers completions in a field.
   *
   * @param {Completed} field
   */
  attach(field) {
    const { area } = field;
    /** @type {[string, string][]} */
    const roles = [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-haspopup", "listbox"], ["aria-controls", "edit-popup"], ["aria-expanded", "false"]];
    for (const [name, value] of roles) area.setAttribute(name, value);
    area.addEventListener("focus", () => {
      this.close();
      this.field = field;
      if (!field.marksFirst && !this.isQuiet) area.select();
      if (!field.marksFirst && !field.isNumber && !this.isQuiet) this.ask();
    });
    area.addEventListener("input", (event) => this.typed(/** @type {InputEvent} */ (event)));
    // Before the keys of the field.
    area.addEventListener("keydown", (event) => this.onKey(/** @type {KeyboardEvent} */ (event)), { capture: true });
    for (const end of ["blur", "scroll", "pointerdown"]) area.addEventListener(end, () => this.close());
  }

  /**
   * Moves the focus without an offer.
   *
   * @param {() => void} focus
   */
  quietly(focus) {
    this.isQuiet = true;
    focus();
    this.isQuiet = false;
  }

  get isOpen() {
    return !this.popup.hidden;
  }

  /**
   * Offers something after a letter, and follows deletions while the list is open.
   *
   * @param {InputEvent} event
   */
  typed(event) {
    const isWord = event.inputType === "insertText" && /[\w'(=]/.test(event.data ?? "");
    if (isWord || (this.isOpen && event.inputType.startsWith("delete"))) this.ask();
    else this.close();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      this.ask();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isArrow && this.field?.isNumber && this.chosen < 0) this.close();
    if (!this.isOpen && event.key === "ArrowDown" && this.field && !this.field.marksFirst && !this.field.isNumber) {
      event.preventDefault();
      this.field.area.select();
      this.ask();
      return;
    }
    if (!this.isOpen) return;
    const { length } = this.items;
    const takes = event.key === "Enter" || event.key === "Tab";
    if (event.key === "ArrowDown") this.mark((this.chosen + 1) % length);
    else if (event.key === "ArrowUp") this.mark(this.chosen > 0 ? this.chosen - 1 : length - 1);
    else if (takes && this.chosen >= 0) this.take(this.chosen);
    else if (event.key === "Escape") this.close();
    else {
      if (takes || event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") this.close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Asks for what can stand at the cursor; only the answer to the last question is shown. */
  async ask() {
    const { field } = this;
    if (!field) return;
    this.asked += 1;
    const { asked } = this;
    const { area } = field;
    const text = area.value;
    const at = area.selectionStart ?? text.length;
    // An offer replaces a value that is selected as a whole.
    const isWhole = !field.marksFirst && at === 0 && area.selectionEnd === text.length;
    const answer = await askProgram("complete", isWhole ? field.question("", 0) : field.question(text, at)).catch(() => null);
    if (asked !== this.asked || text !== area.value || document.activeElement !== area) return;
    const items = answer?.items ?? [];
    const part = isWhole ? { start: 0, end: text.length } : { start: answer?.start ?? 0, end: answer?.end ?? 0 };
    const typed = isWhole ? text : answer ? text.slice(part.start, at) : "";
    // A word that is complete needs no list.
    if (items.length === 0 || (items.length === 1 && items[0].insert === typed)) return this.close();
    this.items = items.slice(0, 60);
    this.part = { ...part, of: text.length };
    this.show(field);
  }

  /**
   * Shows the list below the beginning of the word.
   *
   * @param {Completed} field
   */
  show({ area, boxOf, marksFirst }) {
    const rows = this.items.map((item, place) => {
      const row = html("li", { role: "option", id: `edit-option-${place}`, "data-place": place }, html("span", { class: "offer" }, item.label));
      row.append(html("span", { class: "quiet" }, (item.detail ?? item.kind).split("\n")[0]));
      return row;
    });
    this.popup.replaceChildren(html("ul", { role: "listbox", "aria-label": "Completions" }, ...rows), html("p", { class: "quiet" }));
    this.popup.hidden = false;
    area.setAttribute("aria-expanded", "true");
    placeAt(this.popup, boxOf(this.part.start));
    this.mark(marksFirst ? 0 : -1);
  }

  /**
   * Marks an offer and shows its documentation.
   *
   * @param {number} place -1 marks none
   */
  mark(place) {
    this.chosen = place;
    const rows = this.popup.querySelectorAll("[role=option]");
    rows.forEach((row, index) => row.setAttribute("aria-selected", String(index === place)));
    rows[place]?.scrollIntoView({ block: "nearest" });
    if (rows[place]) this.field?.area.setAttribute("aria-activedescendant", rows[place].id);
    const paragraph = /** @type {HTMLElement} */ (this.popup.lastElementChild);
    paragraph.textContent = this.items[place]?.documentation ?? "";
  }

  /**
   * Writes an offer into the text.
   *
   * @param {number} place
   */
  take(place) {
    const { field, part } = this;
    if (!field) return;
    const { insert } = this.items[place];
    const text = field.area.value;
    // What was typed while the list was on the screen belongs to the word.
    const end = Math.max(part.start, part.end + text.length - part.of);
    this.close();
    field.write(text.slice(0, part.start) + insert + text.slice(end), part.start + insert.length);
    // `action ` needs a word after it.
    if (/[ (]$/.test(insert)) this.ask();
  }

  /** Closes the list. */
  close() {
    if (this.popup.hidden) return;
    this.popup.hidden = true;
    this.asked += 1;
    this.field?.area.setAttribute("aria-expanded", "false");
    this.field?.area.removeAttribute("aria-activedescendant");
  }
}

/** Explains the word or the mistake under the mouse. */
export class Hover {
  /**
   * @param {import("./model.js").EditModel} model
   * @param {import("./text_view.js").TextView} view
   */
  constructor(model, view) {
    this.model = model;
    this.view = view;
    this.bubble = byId("edit-hover");
    this.timer = 0;
    this.asked = 0;
    const { area } = view;
    area.addEventListener("pointermove", (event) => this.wait(event));
    for (const end of ["pointerleave", "pointerdown", "keydown", "scroll"]) area.addEventListener(end, () => this.end());
  }

  /** @param {PointerEvent} event */
  wait({ clientX, clientY, buttons }) {
    this.end();
    if (buttons === 0) this.timer = setTimeout(() => this.explain(clientX, clientY), HOVER_MILLISECONDS);
  }

  /** Hides the explanation. */
  end() {
    clearTimeout(this.timer);
    this.asked += 1;
    this.bubble.hidden = true;
  }

  /**
   * Shows the mistake and the documentation at a place on the screen.
   *
   * @param {number} x
   * @param {number} y
   */
  async explain(x, y) {
    const { asked } = this;
    const at = this.view.mirror.offsetAt(x, y);
    if (at === null) return;
    const { text, checked } = this.model;
    const wrong = checked.mistakes.filter(({ start, end }) => start <= at && at <= Math.max(end, start + 1));
    const answer = await askProgram("hover", { text, at }).catch(() => null);
    if (asked !== this.asked || text !== this.model.text || (!answer && wrong.length === 0)) return;
    const said = wrong.map(({ message, help }) => html("p", { class: "mistake" }, message, ...(help ? [html("br"), help] : [])));
    const about = answer ? [html("strong", {}, answer.title), html("p", {}, answer.documentation ?? "")] : [];
    this.bubble.replaceChildren(...said, ...about);
    this.bubble.hidden = false;
    placeAt(this.bubble, this.view.mirror.boxOf(answer?.start ?? at));
  }
}

/**
 * Places a popup below a box, or above it if there is no room.
 *
 * @param {HTMLElement} popup
 * @param { {x: number, top: number, bottom: number} } box
 */
function placeAt(popup, box) {
  const { width, height } = popup.getBoundingClientRect();
  const above = box.bottom + height + 6 > window.innerHeight && box.top > height;
  popup.style.left = `${Math.max(4, Math.min(box.x, window.innerWidth - width - 6))}px`;
  popup.style.top = `${above ? box.top - height - 3 : box.bottom + 3}px`;
}
