// Compares two texts line by line.

import { html } from "../dom.js";

/** More lines than this are not compared with each other: all of them are shown as changed. */
const MOST_COMPARED = 1500;
/** The number of equal lines that are shown around a change. */
const AROUND = 3;

/** @typedef {import("../edit").LineChange} LineChange */

/**
 * Returns the lines of two texts: ("a\nb", "a\nc") → [["same", "a"], ["removed", "b"], ["added", "c"]]
 *
 * @param {string} from
 * @param {string} to
 * @returns {LineChange[]}
 */
export function lineChanges(from, to) {
  const old = from.split("\n");
  const fresh = to.split("\n");
  let first = 0;
  while (first < Math.min(old.length, fresh.length) && old[first] === fresh[first]) first += 1;
  let rest = 0;
  while (rest < Math.min(old.length, fresh.length) - first && old[old.length - 1 - rest] === fresh[fresh.length - 1 - rest]) rest += 1;
  /** @type {(line: string) => LineChange} */
  const same = (line) => ["same", line];
  const middle = changesBetween(old.slice(first, old.length - rest), fresh.slice(first, fresh.length - rest));
  return [...old.slice(0, first).map(same), ...middle, ...old.slice(old.length - rest).map(same)];
}

/**
 * Compares lines by their longest common subsequence.
 *
 * @param {string[]} old
 * @param {string[]} fresh
 * @returns {LineChange[]}
 */
function changesBetween(old, fresh) {
  if (old.length > MOST_COMPARED || fresh.length > MOST_COMPARED) {
    return [...old.map((line) => /** @type {LineChange} */ (["removed", line])), ...fresh.map((line) => /** @type {LineChange} */ (["added", line]))];
  }
  const width = fresh.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      const below = lengths[(row + 1) * width + column];
      const beside = lengths[row * width + column + 1];
      lengths[row * width + column] = old[row] === fresh[column] ? lengths[(row + 1) * width + column + 1] + 1 : Math.max(below, beside);
    }
  }
  /** @type {LineChange[]} */
  const changes = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    if (row < old.length && column < fresh.length && old[row] === fresh[column]) {
      changes.push(["same", old[row]]);
      row += 1;
      column += 1;
    } else if (row < old.length && (column === fresh.length || lengths[(row + 1) * width + column] >= lengths[row * width + column + 1])) {
      changes.push(["removed", old[row]]);
      row += 1;
    } else {
      changes.push(["added", fresh[column]]);
      column += 1;
    }
  }
  return changes;
}

/**
 * Returns a text with the changes of two texts that came from the same one; null if both changed the same lines, or lines side by
 * side, in different ways: ("a\nb\nc", "x\nb\nc", "a\nb\ny") → "x\nb\ny"
 *
 * @param {string} base
 * @param {string} mine
 * @param {string} theirs
 */
export function merged(base, mine, theirs) {
  const [own, others] = [mine, theirs].map((text) => changedParts(lineChanges(base, text)));
  /** @type {(one: Changed, other: Changed) => boolean} */
  const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const news = others.filter((other) => !own.some((one) => isSame(one, other)));
  if (news.some((other) => own.some((one) => one.from <= other.to && other.from <= one.to))) return null;
  const lines = base.split("\n");
  for (const { from, to, added } of [...own, ...news].sort((one, other) => other.from - one.from)) lines.splice(from, to - from, ...added);
  return lines.join("\n");
}

/** @typedef { {from: number, to: number, added: string[]} } Changed lines of the old text, and those in their place */

/**
 * Returns the parts that changed.
 *
 * @param {LineChange[]} changes
 */
function changedParts(changes) {
  /** @type {Changed[]} */
  const parts = [];
  let line = 0;
  let isOpen = false;
  for (const [kind, text] of changes) {
    if (kind !== "same" && !isOpen) parts.push({ from: line, to: line, added: [] });
    isOpen = kind !== "same";
    const part = parts[parts.length - 1];
    if (kind === "added") part.added.push(text);
    else line += 1;
    if (kind === "removed") part.to = line;
  }
  return parts;
}

/**
 * Shows the changed lines with a few lines around them.
 *
 * @param {string} from
 * @param {string} to
 */
export function differenceView(from, to) {
  const changes = lineChanges(from, to);
  const isNear = changes.map((_, place) => changes.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(([kind]) => kind !== "same"));
  const signs = { same: " ", removed: "−", added: "+" };
  const view = html("div", { class: "difference", role: "region", "aria-label": "Difference", tabindex: 0 });
  changes.forEach(([kind, line], place) => {
    if (isNear[place]) view.append(html("div", { "data-change": kind }, `${signs[kind]} ${line}`));
    else if (isNear[place - 1] || (place === 0 && changes.length > 1)) view.append(html("div", { class: "quiet" }, "⋯"));
  });
  return view;
}
