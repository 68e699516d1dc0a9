// The types of the editor. Only `.ci/browser` reads this file; it is not part of the page.

/** A parameter of a word. */
export interface Parameter {
  name: string;
  type: string;
  /** true if the value is lent in every tick, and never copied. */
  reference?: boolean;
  default: string | null;
  unit: string | null;
  documentation: string | null;
  /** The variants of an enum. */
  choices: string[] | null;
}

/** A word of the vocabulary. */
export interface EditWord {
  name: string;
  /** action, condition, value, decorator, subtree, … */
  kind: string;
  /** The type of a value. */
  type?: string | null;
  /** The results of an action: "-> Path" */
  results?: string | null;
  documentation: string | null;
  parameters: Parameter[];
  /** The types of the fields that the word can fill. */
  fits: string[];
}

/** A part that a node can have. */
export interface EditPart {
  name: string;
  /** The name for a person. */
  label: string;
  /** A type of the vocabulary, or what can be written: condition, count, … */
  type: string;
  /** False if it may be left out. */
  required: boolean;
  choices: string[] | null;
  /** True for a name that the nodes below can use. */
  binds: boolean;
}

/** A kind of node. */
export interface EditKind {
  word: string;
  family: string;
  children: "none" | "one" | "many" | "keyed";
  /** How it is written: "repeat(N) node" */
  arguments: string[];
  fields: EditPart[];
  /** What stands in front of each child. */
  key: EditPart | null;
  documentation: string | null;
  /** A text that can be inserted. */
  example: string;
}

export interface Mistake {
  /** The name of its file, if that is another one; then only the line and the column are known. */
  file: string | null;
  start: number;
  end: number;
  line: number;
  column: number;
  message: string;
  help: string | null;
}

/** An argument of a word. */
export interface EditArgument {
  name: string;
  /** Null if it is required and missing. */
  value: string | null;
  start: number;
  end: number;
  /** False if the default applies. */
  given: boolean;
}

/** A node of the text; nodes are named by their index, in pre-order. Offsets are places in the text. */
export interface EditNode {
  parent: number | null;
  tree: number;
  /** The kind; null if the language does not have the word. */
  kind: string | null;
  word: string;
  /** The word of the vocabulary, or the tree: `action Eat;` → Eat */
  name: string | null;
  label: string | null;
  start: number;
  end: number;
  head: [number, number];
  /** The beginning of its key, or else of the node. */
  item: number;
  /** The text before the node, with its arrow: `Hunger =>` */
  key: string | null;
  /** The places for children, from the first to the last. */
  gaps: number[];
  /** The documentation in front of it. */
  description: string | null;
  /** The places of its parts, and of its key, by their names; null for a part that is missing. */
  fields: Record<string, [number, number] | null>;
  /** The words of the vocabulary in the key and in the head. */
  calls: EditCall[];
}

/** A word of the vocabulary that a node uses, with its arguments. */
export interface EditCall {
  name: string;
  start: number;
  end: number;
  arguments: EditArgument[];
}

/** A name with its type, and its value, default or range, as places in the text: `attempts: u32 = 6` */
export interface Declaration {
  whole: [number, number];
  name: [number, number];
  type: [number, number] | null;
  value: [number, number] | null;
}

export interface EditTree {
  name: string;
  /** The place of the name. */
  at: number;
  start: number;
  end: number;
  /** True if `pub` stands before it. */
  pub: boolean;
  /** The documentation in front of it. */
  description: string | null;
  parameters: Declaration[];
  results: Declaration[];
  /** The place of the root, if it is missing. */
  gap: number | null;
}

/** A node that is disabled: it stands in a comment. */
export interface DisabledNode {
  parent: number;
  /** The place among the children of its parent. */
  gap: number;
  start: number;
  end: number;
  source: string;
  /** Its text up to its children. */
  head: string;
  /** The number of nodes in it. */
  nodes: number;
}

/** A common pattern, as nodes to insert. */
export interface Pattern {
  name: string;
  documentation: string;
  source: string;
}

/** The nodes and mistakes that the program found in a text. */
export interface Checked {
  /** The text that was checked; null before the first check. */
  text: string | null;
  /** The mark of the text: equal texts have equal marks. */
  hash: string;
  /** The names of all files, the first one first. */
  files: string[];
  /** The file of each tree. */
  owners: Record<string, string>;
  mistakes: Mistake[];
  /** The mistakes of other files. */
  otherMistakes: Mistake[];
  trees: EditTree[];
  nodes: EditNode[];
  disabled: DisabledNode[];
}

/** The answer of the program when the editor is opened. */
export interface Opened {
  /** The path of the first file. */
  path: string;
  /** The name of the first file. */
  file: string;
  text: string;
  disk: string;
  words: EditWord[];
  nodes: EditKind[];
  patterns: Pattern[];
  may_save: boolean;
}

/** A place for a node: in a tree without a root, or among the children of a node. */
export interface Place {
  tree?: number;
  node?: number;
  gap: number;
}

export interface Completion {
  insert: string;
  label: string;
  kind: string;
  detail: string | null;
  documentation: string | null;
}

/** An entry of the palette. */
export interface PaletteItem {
  title: string;
  kind: string;
  icon: string;
  family: string;
  /** The text that is inserted, with a semicolon if it is a leaf. */
  source: string;
  /** The text before a node that is wrapped; null if the entry takes no child. */
  wrap: string | null;
  /** The word of the vocabulary with its arguments, if the entry is one, and the types of the fields that it can fill. */
  call: string | null;
  fits: string[];
  /** The word of the language, if the entry is one. */
  word: string | null;
  documentation: string | null;
}

/** A line of a comparison of two texts. */
export type LineChange = ["same" | "removed" | "added", string];

/** The elements of `edit.html`. */
export interface EditElements {
  edit: HTMLElement;
  "edit-files": HTMLElement;
  "edit-path": HTMLElement;
  "edit-state": HTMLElement;
  "edit-undo": HTMLButtonElement;
  "edit-redo": HTMLButtonElement;
  "edit-format": HTMLButtonElement;
  "edit-apply": HTMLButtonElement;
  "edit-save": HTMLButtonElement;
  "edit-revert": HTMLButtonElement;
  "edit-at-once": HTMLInputElement;
  "edit-close": HTMLButtonElement;
  "edit-notes": HTMLElement;
  "edit-said": HTMLElement;
  "edit-area": HTMLElement;
  "edit-mirror": HTMLElement;
  "edit-lines": HTMLElement;
  "edit-numbers": HTMLElement;
  "edit-text": HTMLTextAreaElement;
  "edit-popup": HTMLElement;
  "edit-hover": HTMLElement;
  "edit-mistakes": HTMLElement;
  "edit-mistake-count": HTMLElement;
  "edit-show-text": HTMLButtonElement;
  "edit-shows": HTMLElement;
  "edit-side": HTMLElement;
  "edit-source": HTMLElement;
  "edit-commands": HTMLElement;
  "edit-form": HTMLElement;
  "edit-filter": HTMLInputElement;
  "edit-palette": HTMLElement;
  "edit-target": HTMLElement;
}
