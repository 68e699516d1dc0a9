// Creates elements, only from text: recorded text is never parsed as markup.

/** @typedef {Record<string, string | number | null | undefined>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns an element of `page.html`.
 *
 * @template {keyof import("./page").Elements} Id
 * @param {Id} id
 * @returns {import("./page").Elements[Id]}
 */
export function byId(id) {
  return /** @type {any} */ (document.getElementById(id));
}

/**
 * Creates an element: html("button", {type: "button"}, "Fit") → <button type="button">Fit</button>
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * Creates an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/**
 * Adds attributes and children; attributes that are null or undefined are omitted.
 *
 * @template {Element} Kind
 * @param {Kind} element
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Sets the text of an element; does not change the page if the text is the same.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  const shown = element.firstChild;
  if (shown === null && text === "") return;
  if (shown instanceof Text && shown.data === text) return;
  if (shown instanceof Text && !shown.nextSibling) shown.data = text;
  else element.textContent = text;
}

/**
 * Sets an attribute, or removes it if the value is null; does not change the page if the value is the same.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string | number | null} value
 */
export function setAttribute(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, String(value));
  }
}

/**
 * Shows one child of `parent` for each item. Existing children are reused, so that only differences change the page.
 *
 * @template Item
 * @param {Element} parent
 * @param {Item[]} items
 * @param {() => Element} make creates a child
 * @param {(child: Element, item: Item, place: number) => void} fill shows an item in a child
 */
export function fillRows(parent, items, make, fill) {
  while (parent.children.length > items.length) parent.lastElementChild?.remove();
  items.forEach((item, place) => {
    if (!parent.children[place]) parent.append(make());
    fill(parent.children[place], item, place);
  });
}

/**
 * Shows or hides an element.
 *
 * @param {keyof import("./page").Elements} id
 * @param {boolean} hidden
 */
export function hide(id, hidden) {
  setAttribute(byId(id), "hidden", hidden ? "" : null);
}
