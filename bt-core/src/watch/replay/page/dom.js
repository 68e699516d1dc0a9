// Elements are made here, and only from text: nothing that was recorded is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

export function byId(id) {
  return document.getElementById(id);
}

/** html("button", {type: "button"}, "Fit") → <button type="button">Fit</button> */
export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Touches the page only if the text is another one. */
export function setText(element, text) {
  const shown = element.firstChild;
  if (shown === null && text === "") return;
  if (shown?.nodeType === Node.TEXT_NODE && shown.data === text) return;
  if (shown?.nodeType === Node.TEXT_NODE && !shown.nextSibling) shown.data = text;
  else element.textContent = text;
}

/** Touches the page only if the attribute is another one; null takes it away. */
export function setAttribute(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

/**
 * Makes `parent` have a child for each item; children are kept and filled anew, so that only what
 * differs is touched.
 */
export function fillRows(parent, items, make, fill) {
  while (parent.children.length > items.length) parent.lastElementChild.remove();
  items.forEach((item, place) => {
    if (!parent.children[place]) parent.append(make());
    fill(parent.children[place], item, place);
  });
}
