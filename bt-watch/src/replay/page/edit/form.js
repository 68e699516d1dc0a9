// The form of the selected node: its parts, the parameters of the words in it with type, default, unit and documentation, its
// label and its description. The form of a tree: its name, its description, its parameters and its results.

import { byId, html, svg } from "../dom.js";
import { asName, Fields } from "./fields.js";
import { iconOf } from "../words.js";

/** @typedef {import("../edit").Parameter} Parameter */
/** @typedef {import("../edit").EditArgument} EditArgument */
/** @typedef {import("../edit").EditNode} EditNode */
/** @typedef {import("./fields.js").Field} Field */

export class NodeForm {
  /**
   * @param {import("./model.js").EditModel} model
   * @param {import("./completion.js").Completions} completions
   * @param { {onStep: () => void, onLeave: () => void} } more are called after each step of a dragged number, and when the focus leaves the form
   */
  constructor(model, completions, { onStep, onLeave }) {
    this.model = model;
    this.fields = new Fields(model, completions, onStep);
    this.completions = completions;
    this.onLeave = onLeave;
    this.element = byId("edit-form");
    /** The content on the screen; the form is made again only if that changes. */
    this.shown = "";
    // Enter in the only field of a form sends the form, and so loads the page again.
    this.element.addEventListener("submit", (event) => event.preventDefault());
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    // Until the program has checked a text, the form shows the one before.
    const busy = () => this.element.setAttribute("aria-busy", String(model.checked.text !== model.text));
    model.on("text", busy);
    model.on("checked", () => {
      this.show();
      busy();
    });
    model.on("selected", () => this.show());
  }

  /**
   * Leaves the form for the tree; what was typed into the field is dropped.
   *
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const { key, target } = event;
    if (key !== "Escape") return;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.value = target.defaultValue;
    this.onLeave();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Shows the form of the selected node. */
  show() {
    const { at, checked } = this.model;
    const node = at.node === null ? undefined : checked.nodes[at.node];
    const tree = checked.trees[at.tree];
    const declared = [...(tree?.parameters ?? []), ...(tree?.results ?? [])].map(({ whole }) => this.part(whole));
    const own = node && [this.part(node.head), node.key, node.label, node.description, node.fields.else, this.parentOf(node)?.word, node.name && checked.owners[node.name]];
    const shape = JSON.stringify([at, own ?? [tree?.name, tree?.description, declared]]);
    if (shape === this.shown) return;
    // A dragged field stays; it has the value already.
    if (this.fields.writes && this.element.querySelector(".drag-number:active")) return;
    this.shown = shape;
    const active = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset : null;
    if (!tree) this.element.replaceChildren(html("p", { class: "quiet" }, "Select a node to change it."));
    else if (at.off !== undefined) this.element.replaceChildren(html("p", { class: "quiet" }, "This node is disabled: it is a comment. Ctrl+/ enables it again."));
    else if (!node) this.element.replaceChildren(...this.treeRows(tree, at.tree));
    else this.element.replaceChildren(...this.head(node), ...this.partRows(node), ...this.callRows(node), ...this.aboutRows(node));
    if (!active) return;
    const fields = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("[data-field]")]);
    const field = fields.find(({ dataset }) => dataset.field === active.field && dataset.call === active.call);
    // The field may be gone. The list of offers opens only when the user comes to a field.
    if (field) this.completions.quietly(() => field.focus());
    else this.onLeave();
  }

  /**
   * Returns a part of the checked text; null if there is none.
   *
   * @param {[number, number] | null | undefined} place
   */
  part(place) {
    return place ? (this.model.checked.text ?? "").slice(...place) : null;
  }

  /** @param {EditNode} node */
  parentOf({ parent }) {
    return parent === null ? undefined : this.model.checked.nodes[parent];
  }

  /**
   * Returns the fields of a tree.
   *
   * @param {import("../edit").EditTree} shown
   * @param {number} tree
   */
  treeRows({ name, pub, description, parameters, results }, tree) {
    const { model, fields } = this;
    const field = this.nameRow({ name: "tree-name", label: "name", value: name, required: true, sentence: "The name of a tree is one word of letters, digits and “_”." }, (written, area) => {
      fields.rename(area, () => model.checked.trees[tree]?.at, name, written);
    });
    const said = html("p", { class: "quiet" }, "What uses a name gets the new one, too, also in other files.");
    const about = this.description(description, { tree });
    return [html("h2", {}, name, " ", html("span", { class: "quiet" }, pub ? "pub tree" : "tree")), field, said, about, ...this.headerRows("parameters", parameters, tree), ...this.headerRows("results", results, tree)];
  }

  /**
   * Returns the rows of the parameters or the results of a tree, and a button that adds one.
   *
   * @param {"parameters" | "results"} part
   * @param {import("../edit").Declaration[]} declarations
   * @param {number} tree
   */
  headerRows(part, declarations, tree) {
    const { model } = this;
    const one = part.slice(0, -1);
    const rows = declarations.map((declaration, index) => {
      const [name, of] = [this.part(declaration.name) ?? "", this.part(declaration.type)];
      /** @type {(field: "name" | "type" | "value", type: string, more?: Partial<Field>) => HTMLElement} */
      const control = (field, type, more) => this.fields.control({ name: `${part}-${index}-${field}`, type, value: this.part(declaration[field]), required: true, change: (source) => ({ header: { tree, part, index, name: field, source } }), ...more }, `${field === "value" ? "default" : field} of ${name}`);
      const controls = [control("name", "name", { declared: () => model.checked.trees[tree]?.[part][index]?.name[0] }), control("type", "type", { standing: "type" })];
      if (part === "parameters") {
        const value = control("value", of ?? "value", { required: false, choices: this.choicesOf(of ?? "") });
        controls.push(value);
      }
      const remove = html("button", { type: "button", class: "small", title: `Remove ${name}`, "aria-label": `Remove ${name}` }, "×");
      remove.addEventListener("click", () => model.change(() => ({ header: { tree, part, index, source: "" } })));
      return html("div", { class: "declaration", "data-part": part }, ...controls, remove);
    });
    const add = html("button", { type: "button", class: "small", "data-add": part }, `+ ${one}`);
    add.addEventListener("click", async () => {
      const known = declarations.map(({ name }) => this.part(name));
      const name = [one, ...known.map((_, index) => `${one}_${index + 2}`)].find((free) => !known.includes(free));
      const source = part === "parameters" ? `${name}: u32 = 0` : `${name}: u32`;
      await model.change(() => ({ header: { tree, part, index: declarations.length, source } }));
      /** @type {HTMLInputElement | null} */ (this.element.querySelector(`[data-field="${part}-${declarations.length}-name"]`))?.select();
    });
    return [html("div", { class: "call" }, html("h3", {}, part), ...rows, add)];
  }

  /**
   * Returns the fields of the parts of a node: its key, its arguments, its names and its results.
   *
   * @param {EditNode} node
   */
  partRows(node) {
    const { opened, checked, at } = this.model;
    const kindOf = (/** @type {string | undefined} */ word) => opened.nodes.find((kind) => kind.word === word);
    const key = kindOf(this.parentOf(node)?.word)?.key;
    const parts = [...(key ? [key] : []), ...(kindOf(node.word)?.fields ?? [])].filter(({ name }) => node.fields[name] !== undefined);
    const called = opened.words.find(({ name }) => name === node.name);
    const tree = checked.trees.find(({ name }) => name === node.name);
    return parts.flatMap(({ name, label, type: declared, required, choices, binds }) => {
      const value = this.part(node.fields[name]);
      /** @type {(source: string) => object} */
      const change = (source) => ({ field: { node: at.node, name, source } });
      if (declared === "node") return [this.branch(label, value !== null, change)];
      const hasResults = called ? called.results : !tree || tree.results.length > 0;
      if (declared === "names" && value === null && !hasResults) return [];
      const type = (declared === "value" && this.part(node.fields.type)) || declared;
      const known = choices ?? (declared === "value" ? this.choicesOf(type) : null);
      const place = () => this.model.checked.nodes[at.node ?? -1]?.fields[name]?.[0];
      return [this.fields.row({ name, label, type, value, required, choices: known, change, said: type === label ? [] : [type], declared: binds ? place : undefined })];
    });
  }

  /**
   * Returns a button that adds or removes a branch.
   *
   * @param {string} label
   * @param {boolean} isThere
   * @param {(source: string) => object} change
   */
  branch(label, isThere, change) {
    const button = html("button", { type: "button", class: "small", "data-field": label, "data-call": "" }, isThere ? `Remove ${label}` : `+ ${label}`);
    button.addEventListener("click", () => this.model.change(() => change(isThere ? "" : "running;")));
    return html("div", { class: "parameter" }, button);
  }

  /**
   * Returns the values of a type that has few; null for another one.
   *
   * @param {string} type
   */
  choicesOf(type) {
    const all = this.model.opened.words.flatMap(({ parameters }) => parameters);
    return type === "bool" ? ["false", "true"] : (all.find((parameter) => parameter.type === type)?.choices ?? null);
  }

  /**
   * Returns the fields of each word that a node uses.
   *
   * @param {EditNode} node
   */
  callRows(node) {
    const { words } = this.model.opened;
    return node.calls.flatMap(({ name, arguments: given }, call) => {
      const word = words.find((one) => one.name === name);
      const known = word?.parameters ?? (node.word === "subtree" && name === node.name ? this.parametersOf(name) : []);
      const isTitle = name === node.name;
      // A pattern, or a name that the file binds.
      if (!isTitle && !word && given.length === 0) return [];
      const head = isTitle ? [] : [html("div", { class: "call" }, html("h3", {}, name), ...(word?.documentation ? [html("p", { class: "quiet" }, word.documentation.trim())] : []))];
      const missing = known.filter((one) => !given.some((argument) => argument.name === one.name));
      const defaults = missing.map((one) => ({ name: one.name, value: one.default, start: 0, end: 0, given: false }));
      return [...head, ...declared([...given, ...defaults], known).map(({ argument, parameter }) => this.argument(argument, parameter, call))];
    });
  }

  /**
   * Returns the field of an argument of a word.
   *
   * @param {EditArgument} argument
   * @param {Parameter | undefined} parameter
   * @param {number} call
   */
  argument({ name, value, given }, parameter, call) {
    const { node } = this.model.at;
    const { type = "value", unit, reference, default: standing = null, documentation, choices } = parameter ?? {};
    const said = [type.includes("str") ? "text" : type, unit, reference ? "read in every tick" : "", standing == null ? "" : `default ${standing}`, documentation];
    return this.fields.row({
      name,
      label: name.replace(/^\d+$/, parameter?.name ?? "value"),
      type,
      value: given ? value : null,
      required: standing == null && parameter !== undefined,
      standing,
      choices,
      call,
      said: said.flatMap((one) => one || []),
      change: (written) => ({ argument: { node, call, name, value: written } }),
    });
  }

  /**
   * Returns the parameters of a tree of the file.
   *
   * @param {string} name
   * @returns {Parameter[]}
   */
  parametersOf(name) {
    const { parameters = [] } = this.model.checked.trees.find((tree) => tree.name === name) ?? {};
    return parameters.map((one) => {
      const type = this.part(one.type) ?? "";
      return { name: this.part(one.name) ?? "", type, default: this.part(one.value), unit: null, documentation: null, choices: this.choicesOf(type) };
    });
  }

  /** @param {EditNode} node */
  head({ word, name: call }) {
    const { words, nodes } = this.model.opened;
    const kind = nodes.find((one) => one.word === word);
    const called = words.find(({ name }) => name === call);
    const documentation = called?.documentation ?? kind?.documentation;
    const picture = svg("svg", { class: "picture", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("use", { class: "icon", href: `#icon-${iconOf(word)}` }));
    const title = html("h2", {}, picture, call ?? word, " ", html("span", { class: "quiet" }, call ? word : ""));
    const owner = word === "subtree" && call ? this.model.checked.owners[call] : undefined;
    if (call && owner) {
      const link = html("button", { type: "button", class: "small", "data-owner": owner }, owner === this.model.file ? "Show the tree" : `Show it in ${owner}`);
      link.addEventListener("click", () => this.showTree(owner, call));
      title.append(link);
    }
    const results = called?.results ? [html("p", { class: "written" }, called.results)] : [];
    return [title, ...results, ...(documentation ? [html("p", { class: "quiet" }, documentation.trim())] : []), ...(kind && !call ? kind.arguments.map((form) => html("p", { class: "written" }, form)) : [])];
  }

  /**
   * Shows a tree, maybe of another file.
   *
   * @param {string} file
   * @param {string} name
   */
  async showTree(file, name) {
    const { model } = this;
    if (await model.show(file)) model.choose(null, Math.max(0, model.checked.trees.findIndex((tree) => tree.name === name)));
  }

  /**
   * Returns the fields that all nodes have: the label and the description.
   *
   * @param {EditNode} shown
   */
  aboutRows({ label, description }) {
    const { node } = this.model.at;
    const name = this.nameRow({ name: "label", value: label, sentence: "A label is one word of letters, digits and “_”." }, (written) => {
      this.model.change(() => ({ label: { node, label: written } }));
    });
    return [html("div", { class: "about" }, name, this.description(description, { node }))];
  }

  /**
   * Returns the field of a description.
   *
   * @param {string | null} value
   * @param {object} of
   */
  description(value, of) {
    return this.fields.row({ name: "description", type: "description", value, change: (text) => ({ description: { ...of, text } }) });
  }

  /**
   * Returns a field for a label, or for the name of a tree.
   *
   * @param { {name: string, label?: string, value: string | null, required?: boolean, sentence: string} } field with a sentence for what is no name
   * @param {(name: string, area: HTMLInputElement) => void} write
   */
  nameRow({ name, label = name, value, required, sentence }, write) {
    const area = html("input", { value, "data-field": name, placeholder: "none", spellcheck: "false", autocomplete: "off" });
    area.addEventListener("change", () => {
      const written = asName(area.value);
      if (written === null || (required && written === "")) {
        area.value = value ?? "";
        return this.model.say(sentence);
      }
      area.defaultValue = area.value;
      return write(written, area);
    });
    return html("label", { class: "field" }, html("span", {}, label), area);
  }
}

/**
 * Returns arguments in the order of the declaration, so that a field stays in its place when it gets a value.
 *
 * @param {EditArgument[]} given
 * @param {Parameter[]} known
 */
function declared(given, known) {
  const rows = given.map((argument, place) => ({
    argument,
    parameter: known.find(({ name }) => name === argument.name) ?? (/^\d+$/.test(argument.name) ? known[place] : undefined),
  }));
  /** @type {(row: { parameter: Parameter | undefined }) => number} */
  const rank = ({ parameter }) => (parameter ? known.indexOf(parameter) : -1);
  return rows.sort((one, other) => rank(one) - rank(other));
}
