// The form of the selected node: label, key, and its parameters with type, default, unit and documentation.

import { byId, html, svg } from "../dom.js";
import { iconOf } from "../words.js";
import { dragHandle, readNumber } from "./number_field.js";
import { firstValue, keysFor } from "./offers.js";

/** @typedef {import("../edit").Parameter} Parameter */
/** @typedef {import("../edit").EditArgument} EditArgument */
/** @typedef { {name: string, call: number | null} } Named an argument of the node itself, or of a word that it uses */
/** @typedef { {argument: EditArgument, parameter: Parameter | undefined, call: number | null} } ArgumentRow */

export class NodeForm {
  /**
   * @param {import("./model.js").EditModel} model
   * @param { {onStep: () => void} } more is called after each step of a dragged number
   */
  constructor(model, { onStep }) {
    this.model = model;
    this.onStep = onStep;
    this.element = byId("edit-form");
    /** The value of a dragged number that was not written yet. */
    this.next = /** @type { Named & {value: string} | null } */ (null);
    this.writes = false;
    this.drags = 0;
    /** The content on the screen; the form is made again only if that changes. */
    this.shown = "";
    // Enter in the only field of a form sends the form, and so loads the page again.
    this.element.addEventListener("submit", (event) => event.preventDefault());
    model.on("checked", () => this.show());
    model.on("selected", () => this.show());
  }

  /** Shows the form of the selected node. */
  show() {
    const { at, checked } = this.model;
    const node = at.node === null ? undefined : checked.nodes[at.node];
    const key = node?.span && node.key ? node.key.replace(/\s*=>\s*$/, "") : null;
    const values = [node, ...(node?.calls ?? [])].map((one) => one?.arguments.map(({ name, value, given }) => [name, value, given]));
    const tree = checked.trees[at.tree];
    const shape = JSON.stringify([at.node, node?.name && checked.owners[node.name], tree?.name, node?.word, node?.name, node?.label, key, node?.calls.map(({ name }) => name), values]);
    if (shape === this.shown) return;
    // A dragged field stays; it has the value already.
    if (this.writes && this.element.querySelector(".drag-number:active")) return;
    this.shown = shape;
    const active = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset : {};
    if (!tree) this.element.replaceChildren(html("p", { class: "quiet" }, "Select a node to change it."));
    else if (!node) this.element.replaceChildren(...this.treeRows(tree.name, at.tree));
    else this.element.replaceChildren(...this.head(node), ...this.labelRow(node, key), ...this.argumentRows(node));
    const fields = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("[data-field]")]);
    fields.find(({ dataset }) => dataset.field === active.field && dataset.call === active.call)?.focus();
  }

  /**
   * Returns the fields of a tree.
   *
   * @param {string} name
   * @param {number} tree
   */
  treeRows(name, tree) {
    const { model } = this;
    const field = html("input", { value: name, "data-field": "tree", spellcheck: "false", autocomplete: "off" });
    field.addEventListener("change", () => {
      const written = asName(field.value);
      if (written === null || written === "") return this.refuse(field, name, "The name of a tree is one word of letters, digits and “_”.");
      return model.change(() => ({ rename: { tree, name: written } }));
    });
    const said = html("p", { class: "quiet" }, "The nodes of the file that use the tree get its new name, too.");
    return [html("h2", {}, name, " ", html("span", { class: "quiet" }, "tree")), html("label", { class: "field" }, html("span", {}, "name"), field), said];
  }

  /**
   * Puts the old value back into a field, and says why the new one is not possible.
   *
   * @param {HTMLInputElement} field
   * @param {string} old
   * @param {string} sentence
   */
  refuse(field, old, sentence) {
    field.value = old;
    this.model.say(sentence);
  }

  /**
   * Returns the fields of the node's own arguments, and of each word that it uses.
   *
   * @param {import("../edit").EditNode} node
   */
  argumentRows(node) {
    const { words } = this.model.opened;
    const isCalled = node.calls.some(({ name }) => name === node.name);
    // The arguments of the word after `action` or `condition` are those of its call.
    const own = isCalled ? [] : node.arguments.filter(({ value, start }) => !node.calls.some((call) => value !== null && call.start <= start && start < call.end));
    const rows = own.map((argument) => this.row({ argument, parameter: undefined, call: null }));
    for (const [call, { name, arguments: given }] of node.calls.entries()) {
      const word = words.find((one) => one.name === name);
      const known = word?.parameters ?? [];
      const isTitle = name === node.name;
      // A pattern, or a name that the file binds.
      if (!isTitle && !word && given.length === 0) continue;
      if (!isTitle) rows.push(html("div", { class: "call" }, html("h3", {}, name), ...(word?.documentation ? [html("p", { class: "quiet" }, word.documentation.trim())] : [])));
      rows.push(...declared(given, known).map((row) => this.row({ ...row, call })));
    }
    return rows;
  }

  /**
   * @param {import("../edit").EditNode} node
   */
  head({ word, name: call }) {
    const { words, nodes } = this.model.opened;
    const kind = nodes.find((one) => one.word === word);
    const called = words.find(({ name }) => name === call);
    const documentation = called?.documentation ?? kind?.documentation;
    const picture = svg("svg", { class: "picture", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("use", { class: "icon", href: `#icon-${iconOf(word)}` }));
    const title = html("h2", {}, picture, call ?? word, " ", html("span", { class: "quiet" }, call ? word : ""));
    const owner = word === "subtree" && call ? this.model.checked.owners[call] : undefined;
    if (call && owner && owner !== this.model.file) {
      const link = html("button", { type: "button", class: "small", "data-owner": owner }, `Show it in ${owner}`);
      link.addEventListener("click", () => this.showTree(owner, call));
      title.append(link);
    }
    const results = called?.results ? [html("p", { class: "written" }, called.results)] : [];
    return [title, ...results, ...(documentation ? [html("p", { class: "quiet" }, documentation.trim())] : []), ...(kind && !call ? kind.arguments.map((form) => html("p", { class: "written" }, form)) : [])];
  }

  /**
   * Shows a tree of another file.
   *
   * @param {string} file
   * @param {string} name
   */
  async showTree(file, name) {
    const { model } = this;
    if (await model.show(file)) model.choose(null, Math.max(0, model.checked.trees.findIndex((tree) => tree.name === name)));
  }

  /**
   * Returns the fields for the label, and for the text before `=>`.
   *
   * @param {import("../edit").EditNode} shown
   * @param {string | null} key
   */
  labelRow(shown, key) {
    const { model } = this;
    const index = /** @type {number} */ (model.at.node);
    const label = html("input", { value: shown.label ?? "", "data-field": "label", placeholder: "no label", spellcheck: "false", autocomplete: "off" });
    label.addEventListener("change", () => {
      const written = asName(label.value);
      if (written === null) return this.refuse(label, shown.label ?? "", "A label is one word of letters, digits and “_”.");
      return model.change(() => ({ label: { node: index, label: written } }));
    });
    const rows = [html("label", { class: "field" }, html("span", {}, "label"), label)];
    if (key === null) return rows;
    const field = html("input", { value: key, "data-field": "key", list: "edit-keys", spellcheck: "false", autocomplete: "off" });
    field.addEventListener("change", () => this.writeKey(index, field.value.trim()));
    const keys = keysFor(this.parentWord(shown), model.opened.words).map((word) => html("option", { value: word }));
    return [...rows, html("label", { class: "field" }, html("span", {}, "before =>"), field), html("datalist", { id: "edit-keys" }, ...keys)];
  }

  /**
   * Writes the text before `=>`; an empty one removes it. The node stays selected.
   *
   * @param {number} index
   * @param {string} key
   */
  async writeKey(index, key) {
    const { model } = this;
    await model.check();
    const span = model.checked.nodes[index]?.span;
    if (!span) return;
    const { text } = model;
    const at = span[0] + key.length;
    model.edit(`${text.slice(0, span[0])}${key && `${key} => `}${text.slice(span[1]).trimStart()}`, [at, at]);
    await model.check();
    model.mark(index, model.at.tree);
  }

  /**
   * Returns the word of a node's parent.
   *
   * @param {import("../edit").EditNode} node
   */
  parentWord({ parent }) {
    return parent === null ? "" : this.model.checked.nodes[parent].word;
  }

  /**
   * Returns the field of a parameter.
   *
   * @param {ArgumentRow} shown
   */
  row(shown) {
    const { argument, parameter, call } = shown;
    const isTime = /^[\d.]+(ms|s|min)$/.test(argument.value ?? "");
    const type = parameter?.type ?? (isTime ? "Duration" : "");
    const field = this.field(shown);
    const parts = [html("span", {}, argument.name.replace(/^\d+$/, parameter?.name ?? "value")), field];
    const standing = parameter?.default ?? argument.value;
    const isNumber = readNumber(argument.value || standing || "") !== null;
    if (isNumber && field instanceof HTMLInputElement) {
      const end = () => this.model.list.split();
      parts.push(dragHandle(field, type, { onStep: (value) => this.step(shown, value), onEnd: end }));
    }
    const values = this.model.opened.words.filter((word) => word.kind === "value" && (!word.type || !type || word.type === type));
    if (values.length > 0 && !parameter?.choices) parts.push(this.valueChoice(shown, values));
    const label = html("label", { class: "field", "data-given": argument.given ? "" : null }, ...parts);
    const said = [isText(parameter) ? "text" : type, parameter?.unit, parameter?.reference ? "read in every tick" : "", parameter?.default != null ? `default ${parameter.default}` : "", parameter?.documentation].filter(Boolean).join(" · ");
    const rows = html("div", { class: "parameter" }, label, ...(said ? [html("p", { class: "quiet" }, said)] : []));
    if (argument.given && parameter?.default != null) rows.append(this.reset(argument.name, call));
    return rows;
  }

  /**
   * @param {ArgumentRow} shown
   */
  field({ argument: { name, value, given }, parameter, call }) {
    const choices = parameter?.choices ?? (parameter?.type === "bool" ? ["true", "false"] : null);
    if (choices) {
      const all = value === null || choices.includes(value) ? choices : [value, ...choices];
      const field = html("select", { "data-field": name, "data-call": call ?? "" }, ...all.map((choice) => html("option", { value: choice }, choice)));
      field.value = value ?? "";
      field.addEventListener("change", () => this.write({ name, call }, field.value));
      return field;
    }
    const field = html("input", { "data-field": name, "data-call": call ?? "", placeholder: given ? "" : (value ?? "required"), spellcheck: "false", autocomplete: "off" });
    field.value = given ? (value ?? "") : "";
    field.addEventListener("change", () => this.write({ name, call }, isText(parameter) ? quoted(field.value, this.model) : field.value.trim()));
    return field;
  }

  /**
   * Returns the choice between a literal and the values of the vocabulary.
   *
   * @param {ArgumentRow} shown
   * @param {import("../edit").EditWord[]} values
   */
  valueChoice({ argument: { name, value }, parameter, call }, values) {
    const isValue = values.some((word) => word.name === value);
    const choice = html("select", { class: "value-choice", "aria-label": `literal or value for ${name}`, title: "A literal, or a value of the program" }, html("option", { value: "" }, "literal"), ...values.map((word) => html("option", { value: word.name }, word.name)));
    choice.value = isValue ? (value ?? "") : "";
    choice.addEventListener("change", () => {
      if (choice.value) this.write({ name, call }, choice.value);
      else this.write({ name, call }, parameter?.default ?? (parameter ? firstValue(parameter, this.model.opened.words) : "1"));
    });
    return choice;
  }

  /**
   * Returns the button that removes an argument, so that the default applies.
   *
   * @param {string} name
   * @param {number | null} call
   */
  reset(name, call) {
    const button = html("button", { type: "button", class: "small", title: "Use the default" }, "default");
    button.addEventListener("click", () => this.write({ name, call }, ""));
    return button;
  }

  /**
   * Writes an argument into the text.
   *
   * @param {Named} named
   * @param {string} value
   * @param {string | null} merge
   */
  write({ name, call }, value, merge = null) {
    const node = this.model.at.node;
    const place = call === null ? { node } : { node, call };
    return this.model.change(() => (node === null ? null : { argument: { ...place, name, value } }), merge);
  }

  /**
   * Writes a step of a dragged number; steps that come faster than the program answers are left out.
   *
   * @param {ArgumentRow} shown
   * @param {string} value
   */
  async step({ argument: { name }, call }, value) {
    this.next = { name, call, value };
    if (this.writes) return;
    this.writes = true;
    while (this.next) {
      const { value: number, ...named } = this.next;
      this.next = null;
      await this.write(named, number, `drag ${named.call} ${named.name}`);
      this.onStep();
    }
    this.writes = false;
  }
}

/**
 * Returns a label or the name of a tree as it is written: "run away" → run_away; null if it cannot be one.
 *
 * @param {string} typed
 */
function asName(typed) {
  const name = typed.trim().replace(/^'/, "").replace(/\s+/g, "_");
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || name === "" ? name : null;
}

/**
 * Returns true if the values of a parameter are texts.
 *
 * @param {Parameter | undefined} parameter
 */
function isText(parameter) {
  return parameter !== undefined && parameter.type.includes("str");
}

/**
 * Returns a text as it is written in a file; values of the vocabulary stay as they are: Hello → "Hello"
 *
 * @param {string} typed
 * @param {import("./model.js").EditModel} model
 */
function quoted(typed, { opened }) {
  const text = typed.trim();
  const isWritten = text.startsWith('"') || opened.words.some(({ kind, name }) => kind === "value" && name === text);
  return isWritten || text === "" ? text : JSON.stringify(text);
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
