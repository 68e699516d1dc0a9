// Escapes characters that are invisible or reorder the text, in the notation of Rust.

/** Controls but tab and line ends, what Unicode calls ignorable (it turns, joins or takes no room), halves of characters. */
const HIDDEN = /[\p{DI}\p{Zl}\p{Zp}\p{Cs}\uFFF9-\uFFFB\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu;
/** What draws the character before in another way. */
const VARIANT = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u;
const JOINER = /[\u200C\u200D]/;
/** Scripts that write joiners, from Arabic to Mongolian, and pictograms. */
const JOINS = /^[\u0600-\u1CFF\u2190-\u2BFF\uFB50-\uFE0F\uFE70-\uFEFE\u{1F000}-\u{1FAFF}]$/u;

/**
 * "a\u202Eb" → "a\\u{202e}b"; 👩‍🚀 stays what it is.
 *
 * @param {string} text
 */
export function visible(text) {
  return replaced(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/**
 * A value as JSON, in which the same characters are written as JSON writes them: `"a\u202eb"`.
 *
 * @param {any} value
 */
export function visibleJson(value) {
  return replaced(JSON.stringify(value), (character) => {
    const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
    return units.map((unit) => `\\u${unit}`).join("");
  });
}

/**
 * @param {string} text
 * @param {(character: string) => string} write
 */
function replaced(text, write) {
  return text.replace(HIDDEN, (character, at) => {
    if (VARIANT.test(character)) return character;
    // The character before may be two units long.
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
    if (JOINER.test(character) && JOINS.test(before)) return character;
    return write(character);
  });
}
