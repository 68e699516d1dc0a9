// The entries of the palette: the kinds of nodes and the words of the vocabulary, as texts that can be inserted.

import { family, iconOf } from "../words.js";

/**
 * Returns all entries.
 *
 * @param {import("../edit").Opened} opened
 * @returns {import("../edit").PaletteItem[]}
 */
export function offersOf({ words, nodes }) {
  const own = words.flatMap((word) => wordOffer(word, words) ?? []);
  // Leaves that call a word are there with the word.
  const rest = nodes.filter(({ word }) => !["action", "condition", "with"].includes(word));
  return [...own, ...rest.filter(({ word }) => word !== "subtree").map(kindOffer)];
}

/**
 * Returns the entry of a word; null if it is not a node.
 *
 * @param {import("../edit").EditWord} word
 * @param {import("../edit").EditWord[]} words
 * @returns {import("../edit").PaletteItem | null}
 */
function wordOffer(word, words) {
  const { name, kind, documentation, fits } = word;
  const call = `${name}${requiredArguments(word.parameters, words)}`;
  const shared = { title: name, documentation, word: null, call, fits };
  if (kind === "decorator") return { ...shared, kind, icon: "with", family: "decorator", source: `with ${call};`, wrap: `with ${call}` };
  if (!["action", "condition", "subtree"].includes(kind)) return null;
  return { ...shared, kind, icon: iconOf(kind), family: "leaf", source: `${kind} ${call};`, wrap: null };
}

/**
 * Returns the entry of a kind of node.
 *
 * @param {import("../edit").EditKind} kind
 * @returns {import("../edit").PaletteItem}
 */
function kindOffer({ word, children, example, documentation }) {
  const own = family(word);
  const wrap = children === "none" ? null : example.replace(/\s*\{\s*\}\s*$/, "");
  // The semicolon stands for the child that a decorator does not have yet.
  const source = children === "one" ? `${example};` : example;
  return { title: word, kind: own, icon: iconOf(word), family: own, source, wrap, word, call: null, fits: [], documentation };
}

/**
 * Returns an entry for a tree of the file.
 *
 * @param {string} name
 * @returns {import("../edit").PaletteItem}
 */
export function treeOffer(name) {
  return { title: name, kind: "subtree", icon: "subtree", family: "leaf", source: `subtree ${name};`, wrap: null, word: null, call: name, fits: ["subtree"], documentation: "A tree of this file." };
}

/**
 * Returns values for the parameters that have no default: [{name: "limit", type: "i32"}] → (limit = 0)
 *
 * @param {import("../edit").Parameter[]} parameters
 * @param {import("../edit").EditWord[]} words
 */
function requiredArguments(parameters, words) {
  const required = parameters.filter((parameter) => parameter.default === null || parameter.default === undefined);
  return required.length === 0 ? "" : `(${required.map((parameter) => `${parameter.name} = ${firstValue(parameter, words)}`).join(", ")})`;
}

/**
 * Returns a value of a parameter's type; those of a type of the program are values of the vocabulary.
 *
 * @param {import("../edit").Parameter} parameter
 * @param {import("../edit").EditWord[]} words
 */
function firstValue({ type, choices }, words) {
  if (words.some(({ kind, name }) => kind === "type" && name === type)) {
    const value = words.find((word) => word.kind === "value" && word.type === type && word.parameters.every((parameter) => parameter.default !== null));
    return value?.name ?? "name";
  }
  if (choices && choices.length > 0) return choices[0];
  if (type === "bool") return "false";
  if (type === "Duration") return "1s";
  if (type.includes("str")) return '""';
  return type.startsWith("f") ? "0.0" : "0";
}

/**
 * Returns the entries that match what was typed, the best first.
 *
 * @param {import("../edit").PaletteItem[]} items
 * @param {string} typed
 */
export function matching(items, typed) {
  const wanted = typed.toLowerCase().replace(/[\s_]/g, "");
  /** @type {(item: import("../edit").PaletteItem) => number} */
  const rank = ({ title, kind, documentation }) => {
    const name = title.toLowerCase().replaceAll("_", "");
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    if (name.includes(wanted)) return 2;
    if (isSubsequence(wanted, name)) return 3;
    return `${kind} ${documentation ?? ""}`.toLowerCase().replace(/\s/g, "").includes(wanted) ? 4 : 5;
  };
  const ranked = items.map((item) => ({ item, rank: rank(item) })).filter((one) => one.rank < 5);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}

/**
 * Returns true if the letters occur in the name, in this order: ("asel", "activeselector") → true
 *
 * @param {string} letters
 * @param {string} name
 */
function isSubsequence(letters, name) {
  let at = 0;
  for (const letter of name) if (letter === letters[at]) at += 1;
  return at === letters.length;
}
