// Offers what can stand at the cursor, and explains what stands under the mouse.

import { byId, html } from "../dom.js";
import { askProgram } from "./server.js";

const HOVER_MILLISECONDS = 350;

export class Completions {
  /**
   * @param {import("./model.js").EditModel} model
   * @param {import("./text_view.js").TextView} view
   */
  constructor(model, view) {
    this.model = model;
    this.view = view;
    this.popup = byId("edit-popup");
    this.items = /** @type {import("../edit").Completion[]} */ ([]);
    this.part = { start: 0, end: 0 };
    this.chosen = 0;
    this.asked = 0;
    const { area } = view;
    area.addEventListener("input", (event) => this.typed(/** @type {InputEvent} */ (event)));
    // Before the keys of the field.
    area.addEventListener("keydown", (event) => this.onKey(event), { capture: true });
    area.addEventListener("blur", () => this.close());
    area.addEventListener("scroll", () => this.close());
    area.addEventListener("pointerdown", () => this.close());
    this.popup.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const row = /** @type {Element} */ (event.target).closest("[data-place]");
      if (row) this.take(Number(row.getAttribute("data-place")));
    });
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
    if (!this.isOpen || event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.items.length - 1;
    if (event.key === "ArrowDown") this.mark(this.chosen === last ? 0 : this.chosen + 1);
    else if (event.key === "ArrowUp") this.mark(this.chosen === 0 ? last : this.chosen - 1);
    else if (event.key === "Enter" || event.key === "Tab") this.take(this.chosen);
    else if (event.key === "Escape") this.close();
    else {
      if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") this.close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Asks for what can stand at the cursor; only the answer to the last question is shown. */
  async ask() {
    this.asked += 1;
    const { asked } = this;
    const { text } = this.model;
    const at = this.view.area.selectionStart;
    const answer = await askProgram("complete", { text, at }).catch(() => null);
    if (asked !== this.asked || text !== this.model.text || document.activeElement !== this.view.area) return;
    const items = answer?.items ?? [];
    const typed = answer ? text.slice(answer.start, at) : "";
    // A word that is complete needs no list.
    if (items.length === 0 || (items.length === 1 && items[0].insert === typed)) return this.close();
    this.items = items.slice(0, 60);
    this.part = answer;
    this.show();
  }

  /** Shows the list below the beginning of the word. */
  show() {
    const rows = this.items.map((item, place) => {
      const row = html("li", { role: "option", id: `edit-option-${place}`, "data-place": place }, html("span", { class: "offer" }, item.label));
      row.append(html("span", { class: "quiet" }, (item.detail ?? item.kind).split("\n")[0]));
      return row;
    });
    this.popup.replaceChildren(html("ul", { role: "listbox", "aria-label": "Completions" }, ...rows), html("p", { class: "quiet" }));
    this.popup.hidden = false;
    this.view.area.setAttribute("aria-expanded", "true");
    placeAt(this.popup, this.view.mirror.boxOf(this.part.start));
    this.mark(0);
  }

  /**
   * Marks an offer and shows its documentation.
   *
   * @param {number} place
   */
  mark(place) {
    this.chosen = place;
    const rows = this.popup.querySelectorAll("[role=option]");
    rows.forEach((row, index) => row.setAttribute("aria-selected", String(index === place)));
    rows[place]?.scrollIntoView({ block: "nearest" });
    this.view.area.setAttribute("aria-activedescendant", `edit-option-${place}`);
    const paragraph = /** @type {HTMLElement} */ (this.popup.lastElementChild);
    paragraph.textContent = this.items[place]?.documentation ?? "";
  }

  /**
   * Writes an offer into the text.
   *
   * @param {number} place
   */
  take(place) {
    const { insert } = this.items[place];
    const { text } = this.model;
    const at = this.part.start + insert.length;
    this.asked += 1;
    this.close();
    this.model.list.split();
    this.model.edit(text.slice(0, this.part.start) + insert + text.slice(this.part.end), [at, at]);
    this.view.area.focus();
    // `action ` needs a word after it.
    if (/[ (]$/.test(insert)) this.ask();
  }

  /** Closes the list. */
  close() {
    if (this.popup.hidden) return;
    this.popup.hidden = true;
    this.asked += 1;
    this.view.area.setAttribute("aria-expanded", "false");
    this.view.area.removeAttribute("aria-activedescendant");
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
