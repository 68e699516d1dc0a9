// Divides a line of text into parts with colours. Only the look depends on it: the program reads the text.

/** Words that structure a file besides the kinds of nodes. */
const STRUCTURE = ["tree", "use", "else", "in"];
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
