// Reads the colors of the style sheet, for drawing on a canvas.

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
