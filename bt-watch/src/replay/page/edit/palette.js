// The list of nodes that can be inserted; it filters while the user types.

import { byId, html, svg } from "../dom.js";
import { matching, offersOf, treeOffer } from "./offers.js";

/** @typedef {import("../edit").PaletteItem} Item */
/** @typedef { {title: string, fits: (item: Item) => boolean, take: (item: Item) => void, gap: import("../edit").Place | null} } Purpose */

export class Palette {
  /**
   * @param {import("./model.js").EditModel} model
   * @param { {usual: () => Purpose, onPurpose: (gap: import("../edit").Place | null) => void, onEnd: () => void} } more the purpose of a click without a command
   */
  constructor(model, { usual, onPurpose, onEnd }) {
    this.model = model;
    this.offers = [...offersOf(model.opened), ...model.opened.patterns.map(patternOffer)];
    this.usual = usual;
    this.onPurpose = onPurpose;
    this.onEnd = onEnd;
    /** @type {Purpose | null} */
    this.purpose = null;
    this.items = /** @type {Item[]} */ ([]);
    this.chosen = 0;
    /** The names of the trees of the file. */
    this.names = "";
    this.filter = byId("edit-filter");
    this.list = byId("edit-palette");
    this.filter.addEventListener("input", () => this.show());
    this.filter.addEventListener("keydown", (event) => this.onKey(event));
    this.list.addEventListener("click", (event) => {
      const row = /** @type {Element} */ (event.target).closest("[data-place]");
      if (!row) return;
      this.onEnd();
      this.take(Number(row.getAttribute("data-place")));
    });
    model.on("checked", () => this.followTrees());
    model.on("selected", () => this.showPurpose());
    this.show();
  }

  /**
   * Opens the list for a command.
   *
   * @param {Purpose} purpose
   */
  open(purpose) {
    this.purpose = purpose;
    this.filter.value = "";
    this.chosen = 0;
    this.show();
    this.filter.focus();
  }

  /** Ends the command. */
  end() {
    this.purpose = null;
    this.filter.value = "";
    this.show();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const last = this.items.length - 1;
    if (event.key === "ArrowDown") this.mark(Math.min(last, this.chosen + 1));
    else if (event.key === "ArrowUp") this.mark(Math.max(0, this.chosen - 1));
    else if (event.key === "Enter") this.take(this.chosen);
    else if (event.key === "Escape") {
      this.end();
      this.onEnd();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Shows the trees of the file, if they are others than before. */
  followTrees() {
    const names = this.model.checked.trees.map(({ name }) => name).join();
    if (names === this.names) return this.showPurpose();
    this.names = names;
    this.show();
  }

  /** Shows what fits. */
  show() {
    const purpose = this.purpose ?? this.usual();
    const trees = this.model.checked.trees.map(({ name }) => treeOffer(name));
    const known = new Set(this.offers.map(({ title }) => title));
    const all = [...this.offers, ...trees.filter(({ title }) => !known.has(title))];
    this.items = matching(all.filter(purpose.fits), this.filter.value);
    this.list.replaceChildren(...this.items.map((item, place) => paletteRow(item, place)));
    this.showPurpose();
    this.mark(0, false);
  }

  /** Shows what a click will do. */
  showPurpose() {
    const purpose = this.purpose ?? this.usual();
    byId("edit-target").textContent = purpose.title;
    this.onPurpose(this.purpose ? purpose.gap : null);
  }

  /**
   * Marks an entry.
   *
   * @param {number} place
   */
  mark(place, reveals = true) {
    this.chosen = place;
    [...this.list.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === place)));
    const row = this.list.children[place];
    if (row) this.filter.setAttribute("aria-activedescendant", row.id);
    else this.filter.removeAttribute("aria-activedescendant");
    if (reveals) row?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Inserts an entry.
   *
   * @param {number} place
   */
  take(place) {
    const item = this.items[place];
    if (!item) return;
    const purpose = this.purpose ?? this.usual();
    this.end();
    purpose.take(item);
  }
}

/**
 * Returns the entry of a common pattern.
 *
 * @param {import("../edit").Pattern} pattern
 * @returns {Item}
 */
function patternOffer({ name, documentation, source }) {
  return { title: name, kind: "pattern", icon: "choice", family: "leaf", source, wrap: null, word: null, call: null, fits: [], documentation };
}

/**
 * Creates a row.
 *
 * @param {Item} item
 * @param {number} place
 */
function paletteRow({ title, kind, icon, documentation }, place) {
  const picture = svg("svg", { class: "picture", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("use", { class: "icon", href: `#icon-${icon}` }));
  const row = html("li", { role: "option", id: `edit-offer-${place}`, "data-place": place, "aria-selected": "false", title: documentation });
  row.append(picture, html("span", { class: "row-title" }, title), html("span", { class: "quiet" }, kind));
  return row;
}
