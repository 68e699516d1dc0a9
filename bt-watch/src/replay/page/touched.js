// Shows what a person has changed from the page in a tick: leaves whose answers were forced, and fields that were set.

import { fillRows, html, setText } from "./dom.js";
import { isCode } from "./node_view.js";
import { visible } from "./visible.js";
import { nameOf } from "./words.js";

/**
 * Returns the description of the changes: `set: health = 12 · forced: look`
 *
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Touched} touched
 */
export function touchedText(nodes, { forced, set }) {
  const texts = set.map(([field, value]) => `${visible(field)} = ${visible(value)}`);
  const names = forced.map((node) => nameOf(nodes[node]));
  return [texts.length > 0 ? `set: ${texts.join(", ")}` : "", names.length > 0 ? `forced: ${names.join(", ")}` : ""].filter(Boolean).join(" · ");
}

/**
 * Shows the changes of a tick in a section with a heading and a list; hides the section if there are none.
 *
 * @param {HTMLElement} section
 * @param {import("./page").TreeNode[]} nodes
 * @param {import("./page").Touched | null} touched
 */
export function showTouched(section, nodes, touched) {
  section.hidden = touched === null;
  const rows = [...(touched?.set ?? []), ...(touched?.forced ?? [])];
  const row = () => html("li", {}, html("button", { type: "button", class: "go" }), html("span"));
  fillRows(/** @type {Element} */ (section.lastElementChild), rows, row, (element, item) => {
    const [button, text] = /** @type {HTMLElement[]} */ ([...element.children]);
    const isField = typeof item !== "number";
    button.hidden = isField;
    button.dataset.go = isField ? "" : String(item);
    setText(button, isField ? "" : nameOf(nodes[item]));
    button.classList.toggle("code", !isField && isCode(nodes[item]));
    setText(text, isField ? `${visible(item[0])} was set to ${visible(item[1])}` : " was forced");
  });
}
