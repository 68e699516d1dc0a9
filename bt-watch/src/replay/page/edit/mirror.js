// Draws the text behind the field in which it is typed, with colours and underlined mistakes. Only lines that
// changed are drawn again.

import { html } from "../dom.js";

/** @typedef { {start: number, end: number} } Span */

export class Mirror {
  /**
   * @param {HTMLElement} lines the element with one child for each line
   * @param {HTMLElement} numbers the element for the numbers of the lines
   * @param {import("./mirror.js").Tokens} tokens
   */
  constructor(lines, numbers, tokens) {
    this.lines = lines;
    this.numbers = numbers;
    this.tokens = tokens;
    /** For each line all that its drawing depends on. */
    this.keys = /** @type {string[]} */ ([]);
    /** The offset at which each line begins. */
    this.starts = [0];
  }

  /**
   * Shows a text.
   *
   * @param {string} text
   * @param {Span[]} mistakes the parts to underline
   */
  show(text, mistakes) {
    const texts = text.split("\n");
    this.starts = [];
    const marks = [...mistakes].sort((one, other) => one.start - other.start);
    /** @type {string[]} */
    const keys = [];
    let start = 0;
    let depth = 0;
    /** @type {Span[][]} */
    const spans = [];
    const depths = /** @type {number[]} */ ([]);
    for (const line of texts) {
      const here = marks.length > 0 ? marksOf(marks, start, line.length) : [];
      this.starts.push(start);
      spans.push(here);
      depths.push(depth);
      keys.push(here.length > 0 || depth > 0 ? `${depth} ${here.map((mark) => `${mark.start}-${mark.end}`)} ${line}` : `0  ${line}`);
      depth = depthAfter(line, depth);
      start += line.length + 1;
    }
    this.replace(keys, (place) => this.draw(texts[place], depths[place], spans[place]));
  }

  /**
   * Replaces the lines that differ.
   *
   * @param {string[]} keys
   * @param {(place: number) => HTMLElement} draw
   */
  replace(keys, draw) {
    const old = this.keys;
    const shorter = Math.min(old.length, keys.length);
    let first = 0;
    while (first < shorter && old[first] === keys[first]) first += 1;
    let rest = 0;
    while (rest < shorter - first && old[old.length - 1 - rest] === keys[keys.length - 1 - rest]) rest += 1;
    const behind = this.lines.children[old.length - rest] ?? null;
    for (let place = old.length - rest - 1; place >= first; place -= 1) this.lines.children[place].remove();
    const fresh = document.createDocumentFragment();
    for (let place = first; place < keys.length - rest; place += 1) fresh.append(draw(place));
    this.lines.insertBefore(fresh, behind);
    if (old.length !== keys.length) this.numbers.textContent = keys.map((_, line) => line + 1).join("\n");
    this.keys = keys;
  }

  /**
   * Draws a line.
   *
   * @param {string} line
   * @param {number} depth
   * @param {Span[]} marks
   */
  draw(line, depth, marks) {
    const tokens = this.tokens.of(line, depth);
    const edges = new Set([0, line.length, ...tokens.flatMap(({ start, end }) => [start, end]), ...marks.flatMap(({ start, end }) => [start, end])]);
    const places = [...edges].sort((one, other) => one - other);
    const parts = places.slice(1).map((end, index) => {
      const start = places[index];
      const look = tokens.find((token) => token.start <= start && end <= token.end)?.look ?? "";
      const isWrong = marks.some((mark) => mark.start <= start && end <= mark.end);
      const text = line.slice(start, end);
      return look || isWrong ? html("span", { class: `${look && `look-${look}`}${isWrong ? " wrong" : ""}` }, text) : text;
    });
    // A mistake at the end of a line is underlined behind it.
    const atEnd = marks.some((mark) => mark.start >= line.length);
    return html("div", { class: "line" }, ...parts, ...(atEnd ? [html("span", { class: "wrong end" }, " ")] : []));
  }

  /**
   * Marks the lines of the selected node, and those of its own text more than those of its children.
   *
   * @param { {start: number, end: number, head: [number, number]} | null } node
   */
  markLines(node) {
    for (const line of this.lines.querySelectorAll(".chosen, .within")) line.classList.remove("chosen", "within");
    if (!node) return;
    const [first, last] = [this.lineOf(node.start), this.lineOf(node.end)];
    const [from, to] = node.head.map((place) => this.lineOf(place));
    for (let line = first; line <= last; line += 1) this.lines.children[line]?.classList.add(from <= line && line <= to ? "chosen" : "within");
  }

  /**
   * Returns the line of an offset.
   *
   * @param {number} offset
   */
  lineOf(offset) {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * Returns the box of an offset on the screen.
   *
   * @param {number} offset
   */
  boxOf(offset) {
    const line = this.lineOf(offset);
    const element = this.lines.children[line];
    const range = document.createRange();
    let rest = offset - this.starts[line];
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const { length } = /** @type {Text} */ (node);
      if (rest <= length) {
        range.setStart(node, rest);
        range.setEnd(node, rest);
        const box = range.getBoundingClientRect();
        return { x: box.x, top: box.top, bottom: box.bottom };
      }
      rest -= length;
    }
    const box = element.getBoundingClientRect();
    const left = parseFloat(getComputedStyle(element).paddingLeft) || 0;
    return { x: box.x + left, top: box.top, bottom: box.bottom };
  }

  /**
   * Returns the offset at a place on the screen, or null if there is no text.
   *
   * @param {number} x
   * @param {number} y
   */
  offsetAt(x, y) {
    const first = this.lines.children[0]?.getBoundingClientRect();
    if (!first) return null;
    const line = Math.floor((y - first.top) / first.height);
    if (line < 0 || line >= this.starts.length) return null;
    const start = this.starts[line];
    const end = (this.starts[line + 1] ?? Infinity) - 1;
    let low = start;
    let high = Math.min(end, start + (this.lines.children[line].textContent?.length ?? 0));
    if (x > this.boxOf(high).x + 4) return null;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.boxOf(middle).x <= x) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/**
 * Returns the marks on a line, relative to its beginning.
 *
 * @param {Span[]} marks
 * @param {number} start
 * @param {number} length
 */
function marksOf(marks, start, length) {
  const here = marks.filter((mark) => mark.start <= start + length && Math.max(mark.end, mark.start + 1) > start);
  return here.map((mark) => {
    const from = Math.max(0, mark.start - start);
    return { start: from, end: Math.min(length, Math.max(mark.end - start, from + 1)) };
  });
}

// Divides a line of text into parts with colours. Only the look depends on it: the program reads the text.

/** Words that structure a file besides the kinds of nodes. */
const STRUCTURE = ["pub", "tree", "use", "else", "in"];
const PARTS = /\/\/.*|\/\*|"(?:[^"\\]|\\.)*"?|'[A-Za-z_]\w*(?=\s*:)|\d[\w.]*|[A-Za-z_]\w*/g;

/** @typedef { {start: number, end: number, look: string} } Token */

export class Tokens {
  /** @param {import("../edit").Opened} opened */
  constructor({ words, nodes }) {
    /** @type {Map<string, string>} */
    this.looks = new Map([
      ...words.map(({ name }) => /** @type {[string, string]} */ ([name, "word"])),
      ...[...STRUCTURE, ...nodes.map(({ word }) => word)].map((word) => /** @type {[string, string]} */ ([word, "keyword"])),
    ]);
  }

  /**
   * Returns the parts of a line that have a colour.
   *
   * @param {string} line
   * @param {number} depth the number of block comments that are open at its beginning
   */
  of(line, depth) {
    /** @type {Token[]} */
    const tokens = [];
    let at = 0;
    if (depth > 0) {
      at = endOfComment(line, 0, depth).at;
      tokens.push({ start: 0, end: at, look: "comment" });
    }
    PARTS.lastIndex = at;
    for (let found = PARTS.exec(line); found; found = PARTS.exec(line)) {
      const [text] = found;
      const start = found.index;
      const end = text === "/*" ? endOfComment(line, start + 2, 1).at : start + text.length;
      const look = this.look(text);
      if (look) tokens.push({ start, end, look });
      PARTS.lastIndex = end;
    }
    return tokens;
  }

  /**
   * Returns the look of a part: "12" → "number"
   *
   * @param {string} text
   */
  look(text) {
    if (text.startsWith("///")) return "doc";
    if (text.startsWith("/")) return "comment";
    if (text.startsWith('"')) return "string";
    if (text.startsWith("'")) return "label";
    if (/^\d/.test(text)) return "number";
    return this.looks.get(text) ?? null;
  }
}

/**
 * Returns the number of block comments that are open after a line.
 *
 * @param {string} line
 * @param {number} depth the number at its beginning
 */
export function depthAfter(line, depth) {
  if (depth === 0 && !line.includes("/*")) return 0;
  let at = 0;
  let open = depth;
  if (open > 0) ({ at, depth: open } = endOfComment(line, 0, open));
  while (open === 0 && at < line.length) {
    PARTS.lastIndex = at;
    const found = PARTS.exec(line);
    if (!found) break;
    at = found.index + found[0].length;
    if (found[0] === "/*") ({ at, depth: open } = endOfComment(line, at, 1));
  }
  return open;
}

/**
 * Finds the end of a block comment, which may contain others; `depth` is 0 if it ends on this line.
 *
 * @param {string} line
 * @param {number} from
 * @param {number} depth
 */
function endOfComment(line, from, depth) {
  const signs = /\/\*|\*\//g;
  signs.lastIndex = from;
  let open = depth;
  for (let found = signs.exec(line); found; found = signs.exec(line)) {
    open += found[0] === "/*" ? 1 : -1;
    if (open === 0) return { at: signs.lastIndex, depth: 0 };
  }
  return { at: line.length, depth: open };
}
