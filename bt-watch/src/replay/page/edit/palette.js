// The list of nodes that can be inserted; it filters while the user types.

import { byId, html, svg } from "../dom.js";
import { family, iconOf } from "../words.js";

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

// The entries of the palette: the kinds of nodes and the words of the vocabulary, as texts that can be inserted.

/**
 * Returns all entries.
 *
 * @param {import("../edit").Opened} opened
 * @returns {import("../edit").PaletteItem[]}
 */
export function offersOf({ words, nodes }) {
  const own = words.flatMap((word) => wordOffer(word, words) ?? []);
  // Leaves that call a word are there with the word.
  const rest = nodes.filter(({ word }) => !["action", "condition", "with"].includes(word));
  return [...own, ...rest.filter(({ word }) => word !== "subtree").map(kindOffer)];
}

/**
 * Returns the entry of a word; null if it is not a node.
 *
 * @param {import("../edit").EditWord} word
 * @param {import("../edit").EditWord[]} words
 * @returns {import("../edit").PaletteItem | null}
 */
function wordOffer(word, words) {
  const { name, kind, documentation, fits } = word;
  const call = `${name}${requiredArguments(word.parameters, words)}`;
  const shared = { title: name, documentation, word: null, call, fits };
  if (kind === "decorator") return { ...shared, kind, icon: "with", family: "decorator", source: `with ${call};`, wrap: `with ${call}` };
  if (!["action", "condition", "subtree"].includes(kind)) return null;
  return { ...shared, kind, icon: iconOf(kind), family: "leaf", source: `${kind} ${call};`, wrap: null };
}

/**
 * Returns the entry of a kind of node.
 *
 * @param {import("../edit").EditKind} kind
 * @returns {import("../edit").PaletteItem}
 */
function kindOffer({ word, children, example, documentation }) {
  const own = family(word);
  const wrap = children === "none" ? null : example.replace(/\s*\{\s*\}\s*$/, "");
  // The semicolon stands for the child that a decorator does not have yet.
  const source = children === "one" ? `${example};` : example;
  return { title: word, kind: own, icon: iconOf(word), family: own, source, wrap, word, call: null, fits: [], documentation };
}

/**
 * Returns an entry for a tree of the file.
 *
 * @param {string} name
 * @returns {import("../edit").PaletteItem}
 */
export function treeOffer(name) {
  return { title: name, kind: "subtree", icon: "subtree", family: "leaf", source: `subtree ${name};`, wrap: null, word: null, call: name, fits: ["subtree"], documentation: "A tree of this file." };
}

/**
 * Returns values for the parameters that have no default: [{name: "limit", type: "i32"}] → (limit = 0)
 *
 * @param {import("../edit").Parameter[]} parameters
 * @param {import("../edit").EditWord[]} words
 */
function requiredArguments(parameters, words) {
  const required = parameters.filter((parameter) => parameter.default === null || parameter.default === undefined);
  return required.length === 0 ? "" : `(${required.map((parameter) => `${parameter.name} = ${firstValue(parameter, words)}`).join(", ")})`;
}

/**
 * Returns a value of a parameter's type; those of a type of the program are values of the vocabulary.
 *
 * @param {import("../edit").Parameter} parameter
 * @param {import("../edit").EditWord[]} words
 */
function firstValue({ type, choices }, words) {
  if (words.some(({ kind, name }) => kind === "type" && name === type)) {
    const value = words.find((word) => word.kind === "value" && word.type === type && word.parameters.every((parameter) => parameter.default !== null));
    return value?.name ?? "name";
  }
  if (choices && choices.length > 0) return choices[0];
  if (type === "bool") return "false";
  if (type === "Duration") return "1s";
  if (type.includes("str")) return '""';
  return type.startsWith("f") ? "0.0" : "0";
}

/**
 * Returns the entries that match what was typed, the best first.
 *
 * @param {import("../edit").PaletteItem[]} items
 * @param {string} typed
 */
export function matching(items, typed) {
  const wanted = typed.toLowerCase().replace(/[\s_]/g, "");
  /** @type {(item: import("../edit").PaletteItem) => number} */
  const rank = ({ title, kind, documentation }) => {
    const name = title.toLowerCase().replaceAll("_", "");
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    if (name.includes(wanted)) return 2;
    if (isSubsequence(wanted, name)) return 3;
    return `${kind} ${documentation ?? ""}`.toLowerCase().replace(/\s/g, "").includes(wanted) ? 4 : 5;
  };
  const ranked = items.map((item) => ({ item, rank: rank(item) })).filter((one) => one.rank < 5);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}

/**
 * Returns true if the letters occur in the name, in this order: ("asel", "activeselector") → true
 *
 * @param {string} letters
 * @param {string} name
 */
function isSubsequence(letters, name) {
  let at = 0;
  for (const letter of name) if (letter === letters[at]) at += 1;
  return at === letters.length;
}
