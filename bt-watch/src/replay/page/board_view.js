// Shows the blackboard. A row that changed at this moment is marked and shows its previous value.

import { html, setAttribute, setText } from "./dom.js";
import { visible } from "./visible.js";

export class BoardView {
  /**
   * @param { {list: HTMLElement, empty: HTMLElement, more: HTMLElement, count: HTMLElement} } parts
   * @param {(path: string[]) => void} onPlot called when the user adds a number to the timeline or removes it
   * @param {(path: string[]) => void} onFold called when the user folds or unfolds a value
   */
  constructor(parts, onPlot, onFold) {
    this.parts = parts;
    this.onPlot = onPlot;
    this.onFold = onFold;
    /** The fields of the blackboard that may be set. */
    this.settable = /** @type {Set<string>} */ (new Set());
    /**
     * Is called when the user wants to set a field.
     *
     * @type {(path: string[]) => void}
     */
    this.onSet = () => {};
    /**
     * The elements of each row, by the JSON of its path.
     *
     * @type {Map<string, ReturnType<typeof this.make>>}
     */
    this.rows = new Map();
    /** The paths of the rows in the list. */
    this.order = "";
    this.onlyChanged = false;
  }

  /**
   * Shows the rows of a moment.
   *
   * @param { {rows: import("./page").BoardRow[], more: boolean} } board
   * @param {Map<string, string[]>} plotted the numbers on the timeline, by the JSON of their paths
   */
  show({ rows, more }, plotted) {
    const { parts } = this;
    const changed = rows.filter(({ before }) => before !== undefined);
    const shown = this.onlyChanged ? changed : rows.filter(({ isHidden }) => !isHidden);
    parts.empty.hidden = rows.length > 0;
    parts.more.hidden = !more;
    setText(parts.count, `${changed.length} changed`);
    const keys = shown.map(({ path }) => JSON.stringify(path));
    shown.forEach((row, place) => {
      this.fill(keys[place], row, plotted.has(keys[place]));
      this.fillFold(keys[place], row, changed);
    });
    this.arrange(keys);
  }

  /**
   * Puts these rows into the list, unless it contains the same rows already.
   *
   * @param {string[]} keys the paths as JSON
   */
  arrange(keys) {
    const order = keys.join("\n");
    if (order === this.order) return;
    this.order = order;
    this.parts.list.replaceChildren(...keys.map((key) => this.partsOf(key).element));
  }

  /**
   * Shows a value in the elements of its row, which are created if necessary.
   *
   * @param {string} name the path as JSON
   * @param {import("./page").BoardRow} row
   * @param {boolean} plotted
   */
  fill(name, row, plotted) {
    if (!this.rows.has(name)) this.rows.set(name, this.make(name, row));
    const parts = this.partsOf(name);
    const changed = row.before !== undefined;
    setText(parts.value, row.text);
    setAttribute(parts.value, "data-kind", row.kind);
    setText(parts.before, row.before ?? "");
    setAttribute(parts.element, "data-changed", changed ? "" : null);
    const isNumber = row.kind === "number";
    if (parts.plot.hidden === isNumber) parts.plot.hidden = !isNumber;
    const isSettable = row.path.length === 1 && this.settable.has(row.path[0]);
    if (parts.set.hidden === isSettable) parts.set.hidden = !isSettable;
    setAttribute(parts.plot, "aria-pressed", String(plotted));
  }

  /**
   * Shows the button that folds a row: `▸ 37 entries, 2 changed`
   *
   * @param {string} name the path as JSON
   * @param {import("./page").BoardRow} row
   * @param {import("./page").BoardRow[]} changed all rows that changed
   */
  fillFold(name, { path, fold, before }, changed) {
    const { fold: button, element } = this.partsOf(name);
    if (button.hidden === Boolean(fold)) button.hidden = !fold;
    if (!fold) return;
    /** @type {(row: import("./page").BoardRow) => boolean} */
    const isInside = (row) => Boolean(row.isHidden) && path.every((key, place) => row.path[place] === key);
    const count = fold.isOpen ? 0 : changed.filter(isInside).length;
    const parts = fold.isLong ? ` ${fold.parts} entries${count > 0 ? `, ${count} changed` : ""}` : "";
    setText(button, `${fold.isOpen ? "▾" : "▸"}${parts}`);
    setAttribute(button, "aria-expanded", String(fold.isOpen));
    setAttribute(element, "data-changed", before !== undefined || count > 0 ? "" : null);
  }

  /**
   * Returns the elements of a row that exists.
   *
   * @param {string} name the path as JSON
   */
  partsOf(name) {
    return /** @type {ReturnType<typeof this.make>} */ (this.rows.get(name));
  }

  /**
   * Creates the elements of a row.
   *
   * @param {string} name the path as JSON
   * @param {import("./page").BoardRow} row
   */
  make(name, { path, key, depth }) {
    const whole = visible(path.join("."));
    const value = html("span", { class: "value" });
    const before = html("span", { class: "before" });
    const label = `Plot ${whole} on the timeline`;
    const plot = html("button", { type: "button", class: "plot", "aria-label": label, title: label }, "∿");
    plot.addEventListener("click", () => this.onPlot(path));
    const set = html("button", { type: "button", class: "set", "aria-label": `Set ${whole}`, title: `Set ${whole}`, hidden: "" }, "✎");
    set.addEventListener("click", () => this.onSet(path));
    const fold = html("button", { type: "button", class: "parts", "aria-label": `Entries of ${whole}` });
    fold.addEventListener("click", () => this.onFold(path));
    const indent = this.onlyChanged ? 0 : Math.min(depth, 6);
    const element = html("li", { "data-path": name, class: `depth-${indent}` });
    element.append(html("span", { class: "key", title: whole }, this.onlyChanged ? whole : key), before, value, fold, set, plot);
    return { element, value, before, plot, set, fold };
  }

  /**
   * Moves the keyboard focus to the button that sets a field, if it is shown.
   *
   * @param {string[]} path
   */
  focusSet(path) {
    this.rows.get(JSON.stringify(path))?.set.focus();
  }

  /**
   * Shows only rows that changed, with their whole paths, or all rows.
   *
   * @param {boolean} onlyChanged
   */
  setOnlyChanged(onlyChanged) {
    this.onlyChanged = onlyChanged;
    this.clear();
  }

  /** Removes all rows. */
  clear() {
    this.rows.clear();
    this.order = "";
    this.parts.list.replaceChildren();
  }
}
