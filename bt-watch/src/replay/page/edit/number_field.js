// A number in a field that can be dragged like a slider.

import { html } from "../dom.js";

/** The distance on the screen for one step. */
const PIXELS_A_STEP = 4;

/**
 * Returns the number of a literal, with its unit: "2.5s" → {number: 2.5, digits: 1, unit: "s"}; null if it is none.
 *
 * @param {string} literal
 */
export function readNumber(literal) {
  const found = /^(-?\d[\d_]*(?:\.(\d+))?)\s*([a-z]*)$/.exec(literal.trim());
  if (!found) return null;
  return { number: Number(found[1].replaceAll("_", "")), digits: found[2]?.length ?? 0, unit: found[3] };
}

/**
 * Returns a literal that is a number of steps away: ("1.5", 2) → "1.7"
 *
 * @param {string} literal
 * @param {number} steps
 * @param {string} type
 */
export function stepped(literal, steps, type) {
  const read = readNumber(literal);
  if (!read) return literal;
  const isWhole = /^([iu]|count|threshold)/.test(type) || read.unit === "ms" || (type === "" && read.unit === "" && read.digits === 0);
  // 80 is dragged in steps of 1, 2.5 in steps of 0.1, 0.25 in steps of 0.01.
  const isLarge = Math.abs(read.number) >= 20 && read.digits < 2;
  const digits = isWhole ? 0 : Math.max(read.digits, 1);
  const size = read.unit === "ms" ? 10 : isLarge ? 1 : 10 ** -digits;
  const number = read.number + steps * size;
  const least = type === "count" || type === "threshold" ? 1 : type.startsWith("u") || type === "Duration" ? 0 : -Infinity;
  const low = Math.max(least, number);
  return `${low.toFixed(digits)}${read.unit}`;
}

/**
 * Makes a handle that changes a field when it is dragged; with shift in steps that are ten times as large.
 *
 * @param {HTMLInputElement} field
 * @param {string} type
 * @param { {from: string, onStep: (value: string) => void, onEnd: () => void} } more the number where an empty field begins
 */
export function dragHandle(field, type, { from: first, onStep, onEnd }) {
  const handle = html("button", { type: "button", class: "drag-number", title: "Drag to change the number (with shift: faster)", "aria-hidden": "true", tabindex: -1 }, "⇔");
  /** @type { {x: number, value: string} | null } */
  let from = null;
  handle.addEventListener("pointerdown", (event) => {
    from = { x: event.clientX, value: field.value || first };
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  handle.addEventListener("pointermove", (event) => {
    if (!from) return;
    const steps = Math.trunc((event.clientX - from.x) / PIXELS_A_STEP) * (event.shiftKey ? 10 : 1);
    const value = stepped(from.value, steps, type);
    if (value === field.value) return;
    field.value = value;
    onStep(value);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    handle.addEventListener(end, () => {
      if (from) onEnd();
      from = null;
    });
  }
  field.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const steps = (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1);
    field.value = stepped(field.value || first, steps, type);
    onStep(field.value);
  });
  return handle;
}
