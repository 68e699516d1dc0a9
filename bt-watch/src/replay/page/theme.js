// Reads the colors of the style sheet and measures texts, for drawing on a canvas; switches between the color schemes.

const probe = document.createElement("span");
probe.hidden = true;

/**
 * Returns colors of the current scheme: ["running", "text"] → {running: "rgb(…)", text: "rgb(…)"}
 *
 * @param {string[]} names of custom properties, without `--`
 * @returns {Record<string, string>}
 */
export function coloursOf(names) {
  document.body.append(probe);
  /** @type {Record<string, string>} */
  const colours = {};
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}

// Switches between the dark and the light color scheme.

/**
 * Attaches the button that switches the scheme. Until the user presses it, the page has the scheme of the system.
 *
 * @param {HTMLElement} button
 * @param {() => void} onChange called after the scheme has changed
 */
export function connectScheme(button, onChange) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => (root.style.colorScheme || (system.matches ? "dark" : "light")) === "dark";
  button.addEventListener("click", () => {
    root.style.colorScheme = isDark() ? "light" : "dark";
    onChange();
  });
  system.addEventListener("change", onChange);
}

// Measures the width of a text without a layout of the page.

const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
/** @type {Map<string, number>} */
const widths = new Map();
/** The maximum number of stored widths. */
const MOST = 10_000;

/**
 * Returns the width of a text in pixels.
 *
 * @param {string} text
 * @param {string} font
 */
export function widthOf(text, font) {
  const key = `${font}\n${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  context.font = font;
  const { width } = context.measureText(text);
  if (widths.size >= MOST) widths.clear();
  widths.set(key, width);
  return width;
}

/**
 * Returns the text, or as much of it as fits, with an ellipsis.
 *
 * @param {string} text
 * @param {string} font
 * @param {number} limit in pixels
 */
export function fitted(text, font, limit) {
  if (widthOf(text, font) <= limit) return text;
  // Characters of two units, like emoji, stay whole.
  const characters = [...text];
  let fits = 0;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >>> 1;
    if (widthOf(`${characters.slice(0, middle).join("")}…`, font) <= limit) fits = middle;
    else tooMany = middle;
  }
  return `${characters.slice(0, fits).join("")}…`;
}
