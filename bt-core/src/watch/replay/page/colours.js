// The colors of the style sheet, for drawing on a canvas.

const probe = document.createElement("span");
probe.hidden = true;

/**
 * ["running", "text"] → {running: "rgb(…)", text: "rgb(…)"}, in the scheme that is shown now.
 *
 * @param {string[]} names
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
