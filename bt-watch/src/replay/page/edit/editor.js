// The editor on the page of a running program: the text of the file next to its trees.

import { byId } from "../dom.js";
import { TreeCommands } from "./commands.js";
import { Completions, Hover } from "./completion.js";
import { TreeDrag } from "./drag.js";
import { FileList } from "./file_list.js";
import { EditFiles } from "./files.js";
import { NodeForm } from "./form.js";
import { readUnsaved, writeUnsaved } from "./unsaved.js";
import { EditModel } from "./model.js";
import { closeNote, showNote } from "./notes.js";
import { OutlineView } from "./outline_view.js";
import { Palette } from "./palette.js";
import { StatesView } from "./states.js";
import { MistakeList, TextView } from "./text_view.js";
import { TreeKeys } from "./tree_keys.js";

const STORE_MILLISECONDS = 250;

export class Editor {
  /** @param {import("../edit").Opened} opened */
  constructor(opened) {
    const model = new EditModel(opened);
    this.model = model;
    this.files = new EditFiles(model);
    this.text = new TextView(model);
    new MistakeList(model, this.text);
    new FileList(model);
    const completions = new Completions();
    completions.attach(this.text.completed);
    new Hover(model, this.text);
    const outline = new OutlineView(model);
    new StatesView(model, outline);
    const commands = new TreeCommands(model, outline);
    /** @type {TreeDrag | null} */
    this.drag = null;
    this.palette = new Palette(model, {
      usual: () => usualPurpose(commands),
      onPurpose: (gap) => this.drag?.showPlace(gap),
    });
    new TreeKeys(commands, this.palette);
    this.drag = new TreeDrag(commands, this.palette);
    new NodeForm(model, completions, { onStep: () => this.applyAtOnce() });
    this.timer = 0;
    model.offered = readUnsaved().texts[opened.path] ?? {};
    model.on("file", () => this.showFile());
    model.on("state", () => this.showState());
    model.on("text", () => this.store());
    model.on("checked", () => this.applyAtOnce());
    this.connect();
    this.showFile();
    this.showState();
    model.check().catch((error) => model.say(error.message));
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
      if (!byId("edit").hidden && !byId("help").open) this.onKey(event);
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
    const isTyped = active instanceof HTMLInputElement && byId("edit-form").contains(active) && active.value !== active.defaultValue;
    if (!isTyped) return action();
    active.dispatchEvent(new Event("change"));
    model.queue.then(action);
  }

  /**
   * Moves the keyboard focus to the next part: text, tree, form, palette.
   *
   * @param {number} by
   */
  nextPart(by) {
    const field = /** @type {HTMLElement | null} */ (byId("edit-form").querySelector("input, select"));
    const parts = [byId("edit-text"), byId("edit-rows"), ...(field ? [field] : []), byId("edit-filter")];
    const now = parts.findIndex((part) => part === document.activeElement || (part === field && byId("edit-form").contains(document.activeElement)));
    parts[(now + by + parts.length) % parts.length].focus();
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
    const open = !byId("edit").hidden;
    const { file, text, texts } = model.edited;
    writeUnsaved(model.opened.path, open, { ...model.offered, ...texts, ...(model.isUnsaved ? { [file]: text } : {}) });
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
    if (place) return commands.insert(place, item.source);
    if (isEmpty) return commands.addTree().then(() => commands.insert({ tree: 0, gap: 0 }, item.source));
    if (item.wrap !== null && commands.node !== null) return commands.wrap(item);
    commands.model.say("There is no place for it here: wrap the node in a composite first.");
  };
  return { title, gap: place, fits: () => true, take };
}
