// Draws the icons of the kinds of nodes, in a box of 16 by 16; similar kinds share an icon.

import { svg } from "./dom.js";
import { iconOf } from "./words.js";

const DRAWINGS = {
  sequence: "M2 8h11M9.5 4.5 13 8l-3.5 3.5",
  active_sequence: "M2 8h11M9.5 4.5 13 8l-3.5 3.5M3 4.5h3M3 11.5h3",
  selector: "M5.2 5.6a2.8 2.8 0 1 1 4.2 2.5c-.9.5-1.4 1-1.4 2M8 12.6v.6",
  active_selector: "M6.2 5.6a2.8 2.8 0 1 1 4.2 2.5c-.9.5-1.4 1-1.4 2M9 12.6v.6M2.5 5v6",
  parallel: "M2 5.2h11M10.5 2.7 13 5.2l-2.5 2.5M2 10.8h11M10.5 8.3l2.5 2.5-2.5 2.5",
  monitor: "M1.8 8S4 4 8 4s6.2 4 6.2 4-2.2 4-6.2 4-6.2-4-6.2-4ZM8 6.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2",
  pipeline: "M2 8h11M10.5 5.5 13 8l-2.5 2.5M3 4.6a4 3 0 0 1 6 0M9.4 2.4v2.4H7",
  recover: "M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 5.3v5.4M5.3 8h5.4",
  round_robin: "M3.4 6.6A4.8 4.8 0 0 1 12.6 6.6M12.9 3.4v3.4H9.6M12.6 9.4A4.8 4.8 0 0 1 3.4 9.4M3.1 12.6V9.2h3.3",
  random: "M3 3h10v10H3zM6 6v.2M10 10v.2M10 6v.2M6 10v.2M8 8v.2",
  utility_selector: "M3 13V9M6.4 13V3M9.8 13V6.5M13.2 13v-3",
  choice: "M2 8h4M6 8l4-4h3.5M6 8l4 4h3.5",
  condition: "M8 2.2 13.8 8 8 13.8 2.2 8z",
  action: "M5 3.2 12.5 8 5 12.8z",
  wait: "M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 5v3.3l2.2 1.4",
  subtree: "M2.5 2.5h11v11h-11zM6 8h4M8 6v4",
  constant: "M4 8h8",
  not: "M8 3v6M8 12v.8",
  loop: "M12.8 8A4.8 4.8 0 1 1 11.2 4.4M11.4 1.8v2.8H8.6",
  guard: "M8 2 13 4v4c0 3-2.2 5-5 6-2.8-1-5-3-5-6V4z",
  force: "M3 8.5 6.5 12 13 4.5",
  once: "M6.2 5 8.5 3.2V13",
  service: "M2 8h3l1.5-4 3 8L11 8h3",
  with: "M8 2.5v11M3.2 5.2l9.6 5.6M12.8 5.2l-9.6 5.6",
};

/**
 * The signs ✗ ✓ ▶ ■ of the states, as paths around (0, 0).
 *
 * @type {Record<string, string>}
 */
export const SIGN_PATHS = {
  idle: "",
  failure: "M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5",
  success: "M-4 .5-1.2 3.5 4-3.5",
  running: "M-3-4 4 0-3 4Z",
  aborted: "M-3.2-3.2H3.2V3.2H-3.2Z",
};

/** Returns the definitions of all icons, which the drawing has to contain; `icon` refers to them. */
export function iconDefinitions() {
  /** @type {(drawing: [string, string]) => SVGElement} */
  const symbol = ([name, path]) => svg("path", { id: `icon-${name}`, d: path });
  return svg("defs", {}, ...Object.entries(DRAWINGS).map(symbol));
}

/**
 * Returns the icon of a kind of node.
 *
 * @param {string} kind
 */
export function icon(kind) {
  return svg("use", { class: "icon", href: `#icon-${iconOf(kind)}` });
}
