// Creates elements, only from text: recorded text is never parsed as markup.

/** @typedef {Record<string, string | number | null | undefined>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof import("./page").Elements} Id
 * @param {Id} id
 * @returns {import("./page").Elements[Id]} all of them are in `page.html`
 */
export function byId(id) {
  return /** @type {any} */ (document.getElementById(id));
}

/**
 * html("button", {type: "button"}, "Fit") → <button type="button">Fit</button>
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
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/**
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
 * Touches the page only if the text is another one.
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
 * Touches the page only if the attribute is another one; null takes it away.
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
 * Makes `parent` have a child for each item; children are kept and filled anew, so that only what
 * differs is touched.
 *
 * @template Item
 * @param {Element} parent
 * @param {Item[]} items
 * @param {() => Element} make
 * @param {(child: Element, item: Item, place: number) => void} fill
 */
export function fillRows(parent, items, make, fill) {
  while (parent.children.length > items.length) parent.lastElementChild?.remove();
  items.forEach((item, place) => {
    if (!parent.children[place]) parent.append(make());
    fill(parent.children[place], item, place);
  });
}
