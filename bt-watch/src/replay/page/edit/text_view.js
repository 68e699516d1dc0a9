// The field in which the text is typed, with the drawing behind it.

import { byId, html } from "../dom.js";
import { Mirror, Tokens } from "./mirror.js";

export class TextView {
  /** @param {import("./model.js").EditModel} model */
  constructor(model) {
    this.model = model;
    this.area = byId("edit-text");
    this.mirror = new Mirror(byId("edit-lines"), byId("edit-numbers"), new Tokens(model.opened));
    /** True while the text is composed, for example with dead keys. */
    this.composes = false;
    /** The number of the group of typed letters that are undone together. */
    this.group = 0;
    this.lastEnd = -1;
    /** "typed" or "deleted", for letters. */
    this.lastWhat = /** @type {string | null} */ (null);
    /** True while the field is changed by the program. */
    this.sets = false;
    this.connect();
    byId("edit-show-text").addEventListener("click", () => this.setOpen(!this.isOpen));
    model.on("text", () => this.show());
    model.on("file", () => this.openFile());
    model.on("checked", () => this.underline());
    model.on("selected", () => this.followTree());
    this.show();
  }

  /** True if the text is shown beside the tree. */
  get isOpen() {
    return document.documentElement.hasAttribute("data-shows-text");
  }

  /**
   * Shows or hides the text.
   *
   * @param {boolean} isOpen
   */
  setOpen(isOpen) {
    document.documentElement.toggleAttribute("data-shows-text", isOpen);
    byId("edit-show-text").setAttribute("aria-pressed", String(isOpen));
    if (isOpen) this.reveal(this.model.select[0]);
  }

  /**
   * The text as a field of completions.
   *
   * @returns {import("./completion.js").Completed}
   */
  get completed() {
    const { area, model } = this;
    return {
      area,
      question: (_, at) => ({ text: model.text, at }),
      boxOf: (start) => this.mirror.boxOf(start),
      write: (text, at) => {
        model.list.split();
        model.edit(closed(text, at), [at, at]);
        area.focus();
      },
      marksFirst: true,
      isNumber: false,
    };
  }

  /** Listens to the field. */
  connect() {
    const { area, model } = this;
    area.addEventListener("beforeinput", (event) => {
      if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
      event.preventDefault();
      if (event.inputType === "historyUndo") model.undo();
      else model.redo();
    });
    area.addEventListener("input", (event) => this.typed(/** @type {InputEvent} */ (event)));
    area.addEventListener("keydown", (event) => this.onKey(event));
    area.addEventListener("scroll", () => this.scroll());
    area.addEventListener("focus", () => this.restore());
    document.addEventListener("selectionchange", () => {
      if (this.sets || document.activeElement !== area || area.value !== model.text) return;
      const { selectionStart: start, selectionEnd: end } = area;
      if (start !== model.select[0] || end !== model.select[1]) model.moveTo([start, end]);
    });
  }

  /**
   * Takes what was typed. Letters that follow each other are one edit, up to the next space, and so are deleted letters.
   *
   * @param {InputEvent} event
   */
  typed(event) {
    const { area, model } = this;
    const { selectionStart: start, selectionEnd: end } = area;
    const text = event.inputType === "insertText" && event.data === "(" ? closed(area.value, end) : area.value;
    const isLetter = event.inputType === "insertText" && event.data?.length === 1 && /\S/.test(event.data);
    const deletes = /^deleteContent(Back|For)ward$/.test(event.inputType) && model.text.length - area.value.length === 1;
    const what = isLetter ? "typed" : deletes ? "deleted" : null;
    const goesOn = what !== null && what === this.lastWhat && model.select[0] === this.lastEnd;
    if (!goesOn) this.group += 1;
    this.lastWhat = what;
    this.lastEnd = what === null ? -1 : end;
    model.edit(text, [start, end], what !== null || event.isComposing ? `${what} ${this.group}` : null);
  }

  /**
   * A new line begins below the one before; Tab indents only with a selection of lines, so that it leads on otherwise.
   *
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { area, model } = this;
    const { selectionStart: start, selectionEnd: end, value } = area;
    if (event.key === "Enter") {
      event.preventDefault();
      const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
      const indent = /^\s*/.exec(line)?.[0] ?? "";
      const opens = /[{(]\s*$/.test(line);
      const closes = opens && /^\s*[})]/.test(value.slice(end));
      const text = `\n${indent}${opens ? "    " : ""}`;
      const rest = closes ? `\n${indent}` : "";
      const at = start + text.length;
      model.edit(value.slice(0, start) + text + rest + value.slice(end).replace(closes ? /^[ \t]*/ : /^/, ""), [at, at]);
    } else if (event.key === ")" && start === end && value[start] === ")" && isBalanced(lineAt(value, start))) {
      event.preventDefault();
      area.setSelectionRange(start + 1, start + 1);
    } else if (event.key === "Backspace" && start === end && value.slice(start - 1, start + 1) === "()" && isBalanced(lineAt(value, start))) {
      event.preventDefault();
      model.edit(value.slice(0, start - 1) + value.slice(start + 1), [start - 1, start - 1]);
    } else if (event.key === "}" && /^\s+$/.test(value.slice(value.lastIndexOf("\n", start - 1) + 1, start))) {
      event.preventDefault();
      const from = Math.max(value.lastIndexOf("\n", start - 1) + 1, start - 4);
      model.edit(`${value.slice(0, from)}}${value.slice(end)}`, [from + 1, from + 1]);
    } else if (event.key === "Tab" && !event.shiftKey && /^[ \t]*$/.test(value.slice(value.lastIndexOf("\n", start - 1) + 1, start)) && start === end) {
      event.preventDefault();
      model.edit(`${value.slice(0, start)}    ${value.slice(end)}`, [start + 4, start + 4]);
    }
  }

  /** Shows the text of the model in the field and behind it. */
  show() {
    const { area, model } = this;
    if (area.value !== model.text) {
      this.sets = true;
      area.value = model.text;
      area.setSelectionRange(...model.select);
      this.sets = false;
    }
    this.underline();
    this.scroll();
  }

  /** Shows another file at its selection. */
  openFile() {
    this.lastWhat = null;
    this.show();
    this.reveal(this.model.select[0]);
  }

  /** Selects what the tree has selected meanwhile; a click in the field selects something else after this. */
  restore() {
    const { area, model } = this;
    if (area.value === model.text) area.setSelectionRange(...model.select);
  }

  /** Draws the text with its mistakes. */
  underline() {
    const { model, mirror } = this;
    mirror.show(model.text, model.checked.mistakes);
    if (model.checked.text === model.text) this.markNode();
  }

  /** Marks the lines of the selected node. */
  markNode() {
    const { at, checked } = this.model;
    const node = at.node === null ? null : checked.nodes[at.node];
    this.mirror.markLines(node);
  }

  /** Shows the selected node in the text, if it was selected elsewhere. */
  followTree() {
    const { area, model } = this;
    this.markNode();
    if (document.activeElement === area) return;
    this.sets = true;
    area.setSelectionRange(...model.select);
    this.sets = false;
    this.reveal(model.select[0]);
  }

  /**
   * Scrolls to an offset.
   *
   * @param {number} offset
   */
  reveal(offset) {
    const { area, mirror } = this;
    const box = mirror.boxOf(Math.min(offset, area.value.length));
    const frame = area.getBoundingClientRect();
    if (box.top < frame.top + 8 || box.bottom > frame.bottom - 20) area.scrollTop += box.top - frame.top - frame.height / 3;
    if (box.x > frame.right - 30 || box.x < frame.left + 40) area.scrollLeft += box.x - frame.left - frame.width / 2;
    this.scroll();
  }

  /** Moves the drawing to where the field is. */
  scroll() {
    const { scrollTop, scrollLeft } = this.area;
    byId("edit-lines").style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    byId("edit-numbers").style.transform = `translateY(${-scrollTop}px)`;
  }

  /**
   * Puts the cursor to a place in the text.
   *
   * @param {number} start
   * @param {number} end
   */
  goTo(start, end = start) {
    this.setOpen(true);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    this.model.moveTo([start, end]);
    this.reveal(start);
  }
}

/**
 * Returns the text with a closing parenthesis at a place behind an opening one, if no word and no value follows there.
 *
 * @param {string} text
 * @param {number} at
 */
function closed(text, at) {
  const isOpen = text[at - 1] === "(" && /^(?:[\s;,)}]|$)/.test(text.slice(at)) && !isBalanced(lineAt(text, at));
  return isOpen ? `${text.slice(0, at)})${text.slice(at)}` : text;
}

/**
 * Returns the line of a place.
 *
 * @param {string} text
 * @param {number} at
 */
function lineAt(text, at) {
  return text.slice(text.lastIndexOf("\n", at - 1) + 1).split("\n", 1)[0];
}

/**
 * Returns true if as many parentheses are closed as are opened.
 *
 * @param {string} line
 */
function isBalanced(line) {
  return line.split("(").length === line.split(")").length;
}

/**
 * Shows a line of a file, which is opened if it has to be.
 *
 * @param {TextView} view
 * @param { {file: string, line: number, column?: number} } place without a column, the first letter of the line
 */
export async function goToLine(view, { file, line, column }) {
  if (await view.model.show(file)) view.goTo(offsetOf(view.model.text, line, column));
}

/**
 * Returns the offset of a place in a text.
 *
 * @param {string} text
 * @param {number} line
 * @param {number} [column] without it, the first letter of the line
 */
export function offsetOf(text, line, column) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const shown = lines[line - 1] ?? "";
  const letters = column === undefined ? (/^\s*/.exec(shown)?.[0] ?? "") : [...shown].slice(0, column - 1).join("");
  return Math.min(before + letters.length, text.length);
}

/** Shows the list of mistakes, with buttons that lead to them. */
export class MistakeList {
  /**
   * @param {import("./model.js").EditModel} model
   * @param {TextView} view
   */
  constructor(model, view) {
    this.model = model;
    this.view = view;
    model.on("checked", () => this.show());
  }

  /** Shows the mistakes of the last check: those of the file, and then those of others. */
  show() {
    const { checked } = this.model;
    const mistakes = [...checked.mistakes, ...checked.otherMistakes];
    const count = mistakes.length === 0 ? "✓ no mistakes" : `✗ ${mistakes.length} ${mistakes.length === 1 ? "mistake" : "mistakes"}`;
    byId("edit-mistake-count").textContent = count;
    byId("edit-mistake-count").dataset.state = mistakes.length === 0 ? "success" : "failure";
    byId("edit-mistakes").replaceChildren(...mistakes.slice(0, 100).map((mistake) => this.row(mistake)));
  }

  /**
   * @param {import("../edit").Mistake} mistake
   */
  row(mistake) {
    const { file, line, column, message, help } = mistake;
    const place = `${file ? `${file}:` : ""}${line}:${column}`;
    const button = html("button", { type: "button", class: "go" }, html("span", { class: "quiet" }, place), ` ${message}`);
    button.addEventListener("click", () => (file ? goToLine(this.view, { file, line, column }) : this.view.goTo(mistake.start, mistake.end)));
    return html("li", {}, button, ...(help ? [html("p", { class: "quiet" }, help)] : []));
  }
}
