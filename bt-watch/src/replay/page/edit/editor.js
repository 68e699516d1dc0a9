// The editor on the page of a running program: the drawing shows the text of the file, and what the agents do with it.

import { byId, html, setAttribute } from "../dom.js";
import { TreeCommands, TreeKeys } from "./commands.js";
import { Completions, Hover } from "./completion.js";
import { Draft } from "./draft.js";
import { TreeDrag } from "./drag.js";
import { EditFiles, FileList, readUnsaved, writeUnsaved } from "./files.js";
import { NodeForm } from "./form.js";
import { askProgram, EditModel } from "./model.js";
import { closeNote, showNote } from "./notes.js";
import { Palette } from "./palette.js";
import { goToLine, MistakeList, offsetOf, TextView } from "./text_view.js";
import { page } from "../main.js";

const STORE_MILLISECONDS = 250;

/** @typedef { {replay: import("../replay.js").Replay, keyboard: import("../keyboard.js").Keyboard} } Page */

class Editor {
  /**
   * @param {import("../edit").Opened} opened
   * @param {Page} page
   */
  constructor(opened, { replay, keyboard }) {
    const model = new EditModel(opened);
    this.model = model;
    this.replay = replay;
    this.keyboard = keyboard;
    const { tree } = replay.views;
    // The drawing changes before the views that point at it.
    this.draft = new Draft(model);
    model.on("checked", () => this.redraw());
    this.files = new EditFiles(model, () => replay.goTo(replay.recording.end - 1));
    this.text = new TextView(model);
    new MistakeList(model, this.text);
    new FileList(model);
    const completions = new Completions();
    completions.attach(this.text.completed);
    new Hover(model, this.text);
    const commands = new TreeCommands(model, this.draft, tree);
    this.commands = commands;
    /** @type {TreeDrag | null} */
    this.drag = null;
    this.palette = new Palette(model, {
      usual: () => usualPurpose(commands),
      onPurpose: (gap) => this.drag?.showPlace(gap),
      onEnd: () => tree.focus(),
    });
    this.keys = new TreeKeys(commands, this.palette, replay);
    this.drag = new TreeDrag(commands, this.palette, replay.views);
    new NodeForm(model, completions, { onStep: () => this.applyAtOnce(), onLeave: () => tree.focus() });
    this.timer = 0;
    /** True while the selection moves between the drawing and the text. */
    this.syncs = false;
    /** True if the drawing moved to the running nodes before the file was edited. */
    this.follows = false;
    model.offered = readUnsaved().texts[opened.path] ?? {};
    model.on("file", () => this.showFile());
    model.on("state", () => this.showState());
    model.on("text", () => this.store());
    model.on("checked", () => this.applyAtOnce());
    model.on("selected", () => this.follow());
    tree.drawing.addEventListener("click", (event) => this.onHeader(event));
    // Before the page selects the node alone.
    tree.drawing.addEventListener("click", (event) => this.onMark(event), { capture: true });
    this.connect();
    this.showFile();
    this.showState();
  }

  /** True while the file is edited. */
  get isOpen() {
    return !byId("edit").hidden;
  }

  /** Draws the text instead of the recorded tree; what is selected in the drawing is selected in the text. */
  async open() {
    const { model, replay, keyboard } = this;
    const { tree, controls } = replay.views;
    keyboard.edits = this.keys.keys;
    setAttribute(tree.drawing, "aria-multiselectable", "true");
    // What is edited does not move away.
    this.follows = replay.follow;
    controls.setFollow(false);
    this.syncs = true;
    await model.check().catch((error) => model.say(error.message));
    replay.draft = (running) => {
      // Once it is drawn, also if another tree was recorded.
      queueMicrotask(() => this.follow());
      return this.draft.draw(running);
    };
    replay.edited = () => model.edited;
    tree.onSelect = (node) => this.lead(node);
    this.redraw();
    this.syncs = false;
    await this.lead(tree.selected);
    tree.focus();
  }

  /** Draws the recorded tree again. */
  close() {
    const { replay, keyboard } = this;
    const { tree, controls } = replay.views;
    keyboard.edits = {};
    setAttribute(tree.drawing, "aria-multiselectable", null);
    tree.onSelect = () => {};
    replay.draft = null;
    replay.edited = null;
    replay.drawTree(true);
    replay.draw();
    if (this.follows) controls.setFollow(true);
    this.storeNow();
  }

  /** Draws the nodes of the text, after it was checked. */
  redraw() {
    const { replay, model } = this;
    if (!this.isOpen) return;
    replay.drawTree(true);
    replay.draw();
    const { wanted, checked } = model;
    const isMissing = checked.text !== null && wanted !== null && !checked.trees.some(({ name }) => name === wanted);
    byId("edit-shows").textContent = isMissing ? `${replay.history.agent.name} runs the tree ${wanted}, which this text does not have.` : "";
  }

  /** Selects in the drawing what is selected in the text. */
  follow() {
    const { model, replay, draft } = this;
    const { tree } = replay.views;
    if (!this.isOpen || this.syncs) return;
    const drawn = draft.drawnOf(model.at, tree.selected);
    this.syncs = true;
    if (drawn !== tree.selected) replay.select(drawn);
    this.syncs = false;
    const { at, checked } = model;
    const name = at.node === null && at.off === undefined ? checked.trees[at.tree]?.name : undefined;
    const chosen = new Set(model.chosen);
    for (const { element, node } of tree.views) {
      element.classList.toggle("head", name !== undefined && node.tree === name);
      if (node.id !== drawn) setAttribute(element, "aria-selected", String(node.text !== undefined && chosen.has(node.text)));
    }
  }

  /**
   * Selects in the text what is selected in the drawing; without a node, the tree.
   *
   * @param {number | null} drawn
   */
  async lead(drawn) {
    const { model, draft } = this;
    const isAlone = model.marked.length === 0;
    if (this.syncs || (drawn === null ? model.at.node === null && model.at.off === undefined : isAlone && drawn === draft.drawnOf(model.at, drawn))) return;
    const origin = drawn === null ? { file: model.file, node: null, tree: model.at.tree, off: undefined, line: undefined } : draft.origins[drawn];
    this.syncs = true;
    const isShown = origin.file === model.file || (await model.show(origin.file));
    this.syncs = false;
    if (!isShown) return this.follow();
    if (origin.line === undefined) return model.choose(origin.node, origin.tree, origin.off);
    const at = offsetOf(model.text, origin.line);
    model.moveTo([at, at]);
  }

  /**
   * Selects the tree whose header was clicked.
   *
   * @param {MouseEvent} event
   */
  onHeader(event) {
    const { replay, draft, model } = this;
    const target = /** @type {Element} */ (event.target);
    if (!this.isOpen || replay.views.camera.moved || !target.matches(".header")) return;
    const { file, tree } = draft.origins[Number(target.closest("[data-node]")?.getAttribute("data-node"))];
    if (file === model.file) model.choose(null, tree);
  }

  /**
   * Selects a node with those that are selected, or those between: with Ctrl, or with Shift.
   *
   * @param {MouseEvent} event
   */
  onMark(event) {
    const { replay, commands } = this;
    const text = /** @type {Element} */ (event.target).closest("[data-text]")?.getAttribute("data-text");
    const isOne = event.ctrlKey || event.metaKey;
    if (!this.isOpen || !text || replay.views.camera.moved || !(isOne || event.shiftKey)) return;
    event.stopPropagation();
    if (isOne) commands.toggle(Number(text));
    else commands.extend(Number(text));
  }

  /** Shows the name of the file, and offers the text that was not saved. */
  showFile() {
    const { path, file } = this.model.opened;
    const own = path.slice(0, path.length - file.length) + this.model.file;
    byId("edit-path").textContent = own.replace(/^.*[\\/](?=[^\\/]+[\\/][^\\/]+$)/, "…/");
    byId("edit-path").title = own;
    this.offerUnsaved();
  }

  /** Attaches the commands to the buttons and keys. */
  connect() {
    const { model, files } = this;
    byId("edit-undo").addEventListener("click", () => model.undo());
    byId("edit-redo").addEventListener("click", () => model.redo());
    byId("edit-format").addEventListener("click", () => files.format());
    byId("edit-apply").addEventListener("click", () => files.apply());
    byId("edit-save").addEventListener("click", () => files.save());
    byId("edit-revert").addEventListener("click", () => files.revert());
    byId("edit-at-once").addEventListener("change", () => this.applyAtOnce());
    // Also for keys that the page sends to the body because no element has the focus.
    document.addEventListener("keydown", (event) => {
      if (this.isOpen && !byId("help").open) this.onKey(event);
    });
  }

  /**
   * Executes the commands that work in all parts of the editor.
   *
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const { model, files } = this;
    if (event.key === "F6") {
      event.preventDefault();
      this.nextPart(event.shiftKey ? -1 : 1);
      return;
    }
    if (event.key === "F4" && !event.altKey) {
      event.preventDefault();
      this.text.setOpen(!this.text.isOpen);
      if (this.text.isOpen) byId("edit-text").focus();
      else this.replay.views.tree.focus();
      return;
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = `${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`;
    /** @type {Record<string, () => unknown>} */
    const actions = {
      s: () => files.save(),
      enter: () => files.apply(),
      "Shift+f": () => files.format(),
      z: () => model.undo(),
      y: () => model.redo(),
      "Shift+z": () => model.redo(),
    };
    const action = actions[key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    // A value that was typed into a field of the form is an edit, which comes first.
    const active = document.activeElement;
    const isTyped = (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) && byId("edit-form").contains(active) && active.value !== active.defaultValue;
    if (!isTyped) return action();
    active.dispatchEvent(new Event("change"));
    model.queue.then(action);
  }

  /**
   * Moves the keyboard focus to the next part: tree, form, palette, text.
   *
   * @param {number} by
   */
  nextPart(by) {
    const { tree } = this.replay.views;
    const field = /** @type {HTMLElement | null} */ (byId("edit-form").querySelector("input, select, textarea"));
    /** @type {[HTMLElement | SVGElement, () => void][]} */
    const parts = [
      [tree.drawing, () => tree.focus()],
      ...(field ? [/** @type {[HTMLElement, () => void]} */ ([byId("edit-form"), () => field.focus()])] : []),
      [byId("edit-filter"), () => byId("edit-filter").focus()],
      ...(this.text.isOpen ? [/** @type {[HTMLElement, () => void]} */ ([byId("edit-text"), () => byId("edit-text").focus()])] : []),
    ];
    const now = parts.findIndex(([part]) => part.contains(document.activeElement));
    const [, focus] = parts[(Math.max(now, by < 0 ? 0 : -1) + by + parts.length) % parts.length];
    focus();
  }

  /** Applies the text after each change, if the user has chosen that and the text has no mistakes. */
  async applyAtOnce() {
    const { model, files } = this;
    if (!byId("edit-at-once").checked || files.works || !model.isUnapplied) return;
    const { checked } = model;
    if (checked.text !== model.text || checked.mistakes.length + checked.otherMistakes.length > 0) return;
    await files.apply();
    // The text may have changed meanwhile.
    if (model.applied.text !== model.text && !model.said.startsWith("Not")) this.applyAtOnce();
  }

  /** Shows whether the text is saved and applied, and the sentence about the last command. */
  showState() {
    const { model } = this;
    const parts = [model.isUnsaved ? "not saved" : "saved", model.isUnapplied ? "not applied" : "applied"];
    byId("edit-state").textContent = parts.join(" · ");
    byId("edit-state").dataset.state = model.isUnsaved || model.isUnapplied ? "aborted" : "success";
    byId("edit-said").textContent = model.said;
    byId("edit-said").title = model.said;
    byId("edit-undo").disabled = model.list.done.length === 0;
    byId("edit-redo").disabled = model.list.undone.length === 0;
    byId("edit-save").disabled = !model.maySave;
    byId("edit-save").title = model.maySave ? "Save the file (Ctrl+S)" : "This program does not let pages save the file";
  }

  /** Stores unsaved texts for the case that the page is loaded again. */
  store() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.storeNow(), STORE_MILLISECONDS);
  }

  /** Keeps unsaved texts now. */
  storeNow() {
    const { model } = this;
    const { file, text, texts } = model.edited;
    writeUnsaved(model.opened.path, this.isOpen, { ...model.offered, ...texts, ...(model.isUnsaved ? { [file]: text } : {}) });
  }

  /** Offers the text that was not saved before the page was loaded again. */
  offerUnsaved() {
    const { model } = this;
    const { file, offered } = model;
    const text = offered[file];
    closeNote("unsaved");
    if (text === model.text) delete offered[file];
    if (text === undefined || text === model.text) return;
    const restore = () => {
      delete offered[file];
      this.files.take(text, "Your text is back.");
    };
    const discard = () => {
      delete offered[file];
      this.storeNow();
      model.tell("state");
    };
    showNote("unsaved", "This page was loaded again with text that was not saved.", {
      buttons: [{ text: "Restore it", run: restore }, { text: "Discard it", run: discard }],
      from: model.text,
      to: text,
      legend: "− the text of the file, + your text",
    });
  }
}

/**
 * Returns what a click on the palette does without a command: it adds a child, or else a sibling.
 *
 * @param {TreeCommands} commands
 * @returns {import("./palette.js").Purpose}
 */
function usualPurpose(commands) {
  const place = commands.childPlace() ?? commands.siblingPlace();
  const isEmpty = commands.model.checked.trees.length === 0;
  const title = isEmpty ? "The file has no tree yet: “+ Tree” adds one" : place ? `Insert ${commands.nameOf(place)}` : "There is no place beside this node or in it; what takes children goes around it";
  /** @type {(item: import("../edit").PaletteItem) => Promise<unknown> | undefined} */
  const take = (item) => {
    if (place) return commands.offer(place, item);
    if (isEmpty) return commands.addTree().then(() => commands.offer({ tree: 0, gap: 0 }, item));
    if (item.wrap !== null && commands.node !== null) return commands.wrap(item);
    commands.model.say("There is no place for it here: wrap the node in a composite first.");
  };
  return { title, gap: place, fits: () => true, take };
}

// Opens the editor with a button and a key, and closes it.

/**
 * The keys of the editor.
 *
 * @type {[string, string][]}
 */
const KEYS = [
  ["F2 F4", "edit the file of the trees; show its text"],
  ["F6", "to the next part (tree, form, palette, text)"],
  ["Ctrl+Enter Ctrl+S", "apply, save"],
  ["Enter Tab", "add a node behind the selected one, or in it"],
  ["w u k", "wrap, unwrap, change the kind"],
  ["Alt+↑ ↓ ← →", "move the node"],
  ["Shift+↑ ↓, Shift+click, Ctrl+click", "select several nodes"],
  ["Ctrl+C X V D", "copy, cut, paste, duplicate"],
  ["Ctrl+/", "disable the node, enable it again"],
  ["t i", "make a tree of the node; put a tree in the place of its node"],
  ["n Delete Space", "add a tree, delete the node or the tree, to the form"],
  ["Esc", "from the form to the tree"],
];

/** Opens and closes the editor. */
class EditorSwitch {
  /** @param {import("./editor.js").Page} shown */
  constructor(shown) {
    this.shown = shown;
    /** @type {Editor | null} */
    this.editor = null;
    this.opens = false;
    this.button = html("button", { type: "button", id: "edit-open", title: "Edit the file (F2)", "aria-pressed": "false" }, "Edit");
    byId("scheme").before(this.button);
    document.querySelector("header")?.after(byId("edit"));
    document.querySelector("main")?.prepend(byId("edit-source"));
    document.querySelector("aside")?.prepend(byId("edit-side"));
    this.button.addEventListener("click", () => this.toggle());
    byId("edit-close").addEventListener("click", () => this.close());
    const link = html("button", { type: "button", class: "small", id: "edit-node", title: "Edit the file at this line" }, "Edit");
    link.addEventListener("click", () => this.openAt(byId("detail-line").dataset));
    byId("detail-line").after(" ", link);
    window.addEventListener("pagehide", () => this.editor?.storeNow());
    document.addEventListener("keydown", (event) => {
      if (event.key !== "F2" || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.toggle();
    });
    shown.keyboard.list("While the file is edited (F2)", KEYS);
    if (readUnsaved().open) this.open();
  }

  /** Opens the editor, or closes it. */
  toggle() {
    if (byId("edit").hidden) this.open();
    else this.close();
  }

  /** Opens the editor; asks the program for the file at the first time. */
  async open() {
    if (this.opens) return;
    this.opens = true;
    try {
      this.editor ??= new Editor(await askProgram("open"), this.shown);
      this.show(true);
      await this.editor.open();
      this.editor.storeNow();
    } catch (error) {
      this.show(false);
      this.button.title = /** @type {Error} */ (error).message;
    } finally {
      this.opens = false;
    }
  }

  /**
   * Opens the editor at a line of a file.
   *
   * @param {DOMStringMap} place
   */
  async openAt({ file = "", line }) {
    await this.open();
    if (this.editor) await goToLine(this.editor.text, { file: this.editor.model.nameOf(file), line: Number(line) });
  }

  /** Closes the editor; its text stays. */
  close() {
    this.show(false);
    this.editor?.close();
    this.button.focus();
  }

  /**
   * @param {boolean} isOpen
   */
  show(isOpen) {
    byId("edit").hidden = !isOpen;
    document.documentElement.toggleAttribute("data-editing", isOpen);
    this.button.setAttribute("aria-pressed", String(isOpen));
  }
}

if (page) new EditorSwitch(page);
