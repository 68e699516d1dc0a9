// The form of the selected node: label, key, expressions, names, and its parameters with type, default, unit and documentation.
// The form of a tree: its name, its parameters and its results.

import { byId, html, svg } from "../dom.js";
import { iconOf } from "../words.js";
import { dragHandle, readNumber } from "./number_field.js";
import { askProgram } from "./server.js";

/** @typedef {import("../edit").Parameter} Parameter */
/** @typedef {import("../edit").EditArgument} EditArgument */
/** @typedef { {name: string, call: number | null} } Named an argument of the node itself, or of a word that it uses */
/** @typedef {import("../edit").Declaration} Declaration */
/**
 * A field whose value is a part of the text.
 *
 * @typedef {object} Written
 * @property {string} field
 * @property {string} value
 * @property {(source: string) => object} change the change that writes the value with what stands around it
 * @property {string} [before] what the change needs in front of the value
 * @property {string} [after] what it needs behind it
 * @property {string} [without] what it writes if the value is empty; without this, a value has to be there
 * @property {string} [label]
 * @property {string} [placeholder]
 * @property {number | null} [call]
 * @property {(typed: string) => string} [literal] the value as it is written in a file
 * @property {() => number | undefined} [declared] the place of a name, which is changed wherever it is used
 */
/** @typedef { {argument: EditArgument, parameter: Parameter | undefined, call: number | null} } ArgumentRow */

export class NodeForm {
  /**
   * @param {import("./model.js").EditModel} model
   * @param {import("./completion.js").Completions} completions
   * @param { {onStep: () => void, onLeave: () => void} } more are called after each step of a dragged number, and when the focus leaves the form
   */
  constructor(model, completions, { onStep, onLeave }) {
    this.model = model;
    this.completions = completions;
    this.onStep = onStep;
    this.onLeave = onLeave;
    this.element = byId("edit-form");
    /** The value of a dragged number that was not written yet. */
    this.next = /** @type { Named & {value: string} | null } */ (null);
    this.writes = false;
    this.drags = 0;
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
    if (target instanceof HTMLInputElement) target.value = target.defaultValue;
    this.onLeave();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Shows the form of the selected node. */
  show() {
    const { at, checked } = this.model;
    const node = at.node === null ? undefined : checked.nodes[at.node];
    const tree = checked.trees[at.tree];
    const written = node ? checked.text?.slice(...node.head) : [...(tree?.parameters ?? []), ...(tree?.results ?? [])].map(({ whole }) => checked.text?.slice(...whole));
    const shape = JSON.stringify([at, node?.name && checked.owners[node.name], tree?.name, node?.label, node?.key, written]);
    if (shape === this.shown) return;
    // A dragged field stays; it has the value already.
    if (this.writes && this.element.querySelector(".drag-number:active")) return;
    this.shown = shape;
    const active = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset : null;
    if (!tree) this.element.replaceChildren(html("p", { class: "quiet" }, "Select a node to change it."));
    else if (at.off !== undefined) this.element.replaceChildren(html("p", { class: "quiet" }, "This node is disabled: it is a comment. Ctrl+/ enables it again."));
    else if (!node) this.element.replaceChildren(...this.treeRows(tree, at.tree));
    else this.element.replaceChildren(...this.head(node), ...this.labelRows(node), ...this.expressionRows(node), ...this.argumentRows(node));
    if (!active) return;
    const fields = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("[data-field]")]);
    const field = fields.find(({ dataset }) => dataset.field === active.field && dataset.call === active.call);
    // The field may be gone.
    if (field) field.focus();
    else this.onLeave();
  }

  /**
   * Returns the fields of a tree.
   *
   * @param {import("../edit").EditTree} shown
   * @param {number} tree
   */
  treeRows(shown, tree) {
    const { name } = shown;
    const { model } = this;
    const field = html("input", { value: name, "data-field": "tree", spellcheck: "false", autocomplete: "off" });
    field.addEventListener("change", () => {
      const written = asName(field.value);
      if (written === null || written === "") return this.refuse(field, name, "The name of a tree is one word of letters, digits and “_”.");
      field.defaultValue = field.value;
      return this.rename(field, () => model.checked.trees[tree]?.at, { old: name, name: written });
    });
    const said = html("p", { class: "quiet" }, "What uses a name gets the new one, too, also in other files.");
    return [html("h2", {}, name, " ", html("span", { class: "quiet" }, "tree")), asRow("name", field), said, ...this.headerRows("parameters", shown.parameters, tree), ...this.headerRows("results", shown.results, tree)];
  }

  /**
   * Returns the rows of the parameters or the results of a tree, and a button that adds one.
   *
   * @param {"parameters" | "results"} part
   * @param {Declaration[]} declarations
   * @param {number} tree
   */
  headerRows(part, declarations, tree) {
    const { model } = this;
    const text = model.checked.text ?? "";
    const one = part.slice(0, -1);
    const rows = declarations.map((declaration, index) => {
      /** @type {(source: string) => object} */
      const change = (source) => ({ header: { tree, part, index, source } });
      const fields = declarationFields(text, declaration, change).filter(({ field }) => part === "parameters" || field !== "value");
      const name = text.slice(...declaration.name);
      const inputs = fields.map((written) => this.input({ ...written, field: `${part}-${index}-${written.field}`, label: `${written.field === "value" ? "default" : written.field} of ${name}`, placeholder: written.field === "value" ? "no default" : written.field, declared: written.field === "name" ? () => model.checked.trees[tree]?.[part][index]?.name[0] : undefined }));
      const remove = html("button", { type: "button", class: "small", title: `Remove ${name}`, "aria-label": `Remove ${name}` }, "×");
      remove.addEventListener("click", () => model.change(() => change("")));
      return html("div", { class: "declaration", "data-part": part }, ...inputs, remove);
    });
    const add = html("button", { type: "button", class: "small", "data-add": part }, `+ ${one}`);
    add.addEventListener("click", async () => {
      const known = declarations.map(({ name }) => text.slice(...name));
      const name = [one, ...known.map((_, index) => `${one}_${index + 2}`)].find((free) => !known.includes(free));
      const source = part === "parameters" ? `${name}: u32 = 0` : `${name}: u32`;
      await model.change(() => ({ header: { tree, part, index: declarations.length, source } }));
      /** @type {HTMLInputElement | null} */ (this.element.querySelector(`[data-field="${part}-${declarations.length}-name"]`))?.select();
    });
    return [html("div", { class: "call" }, html("h3", {}, part), ...rows, add)];
  }

  /**
   * Returns a field that writes its value into the text when it is left, and offers completions.
   *
   * @param {Written} written
   */
  input({ field, value, change, before = "", after = "", without, label, placeholder = "", call = null, literal = (typed) => typed.trim(), declared }) {
    const { model } = this;
    const area = html("input", { "data-field": field, "data-call": call ?? "", "aria-label": label, placeholder, spellcheck: "false", autocomplete: "off" });
    // In this order, the cursor is at the end.
    area.value = value;
    area.defaultValue = value;
    const write = () => {
      if (area.value === area.defaultValue) return;
      const typed = literal(area.value);
      if (typed === "" && without === undefined) {
        area.value = area.defaultValue;
        return;
      }
      area.defaultValue = area.value;
      if (declared) {
        this.rename(area, declared, { old: value, name: asName(typed) ?? typed }).then(() => (area.defaultValue = area.value));
        return;
      }
      model.change(() => change(typed === "" ? (without ?? "") : before + typed + after));
    };
    // The browser sends no "change" if a completion was the last that was written.
    for (const end of ["change", "blur"]) area.addEventListener(end, write);
    this.completions.attach({
      area,
      question: (at) => ({ body: { text: model.text, change: change(before + area.value + after), at: before.length + at }, before: before.length }),
      boxOf: () => {
        const { x, top, bottom } = area.getBoundingClientRect();
        return { x, top, bottom };
      },
      write: (text, at) => {
        area.value = text;
        area.setSelectionRange(at, at);
        // `Near(` goes on.
        if (!/[ (]$/.test(text.slice(0, at))) write();
      },
      marksFirst: false,
    });
    // Only names and words: a number is changed with the arrow keys.
    if (readNumber(value || placeholder) === null) area.addEventListener("focus", () => this.completions.ask());
    return area;
  }

  /**
   * Gives a name a new one wherever it is used; if that is not possible, puts the old one back into the field.
   *
   * @param {HTMLInputElement} field
   * @param {() => number | undefined} place
   * @param { {old: string, name: string} } names
   */
  async rename(field, place, { old, name }) {
    if (!(await this.model.rename(place, name))) [field.value, field.defaultValue] = [old, old];
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
    // The arguments of the word after `action` or `condition` are those of its call.
    const own = node.expression || node.declaration ? [] : node.arguments;
    const rows = own.map((argument) => this.row({ argument, parameter: undefined, call: null }));
    for (const [call, { name, arguments: given }] of node.calls.entries()) {
      const word = words.find((one) => one.name === name);
      const known = word?.parameters ?? (node.word === "subtree" && name === node.name ? this.parametersOf(name) : []);
      const isTitle = name === node.name;
      // A pattern, or a name that the file binds.
      if (!isTitle && !word && given.length === 0) continue;
      if (!isTitle) rows.push(html("div", { class: "call" }, html("h3", {}, name), ...(word?.documentation ? [html("p", { class: "quiet" }, word.documentation.trim())] : [])));
      const missing = known.filter((one) => !given.some((argument) => argument.name === one.name));
      const defaults = missing.map((one) => ({ name: one.name, value: one.default, start: 0, end: 0, given: false }));
      rows.push(...declared([...given, ...defaults], known).map((row) => this.row({ ...row, call })));
    }
    return rows;
  }

  /**
   * Returns the parameters of a tree of the file.
   *
   * @param {string} name
   * @returns {Parameter[]}
   */
  parametersOf(name) {
    const { trees, text } = this.model.checked;
    /** @type {(part: [number, number] | null) => string | null} */
    const written = (part) => part && (text ?? "").slice(...part);
    const { parameters = [] } = trees.find((tree) => tree.name === name) ?? {};
    return parameters.map((one) => ({ name: written(one.name) ?? "", type: written(one.type) ?? "", default: written(one.value), unit: null, documentation: null, choices: null }));
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
   * Returns the fields for the label, and for the text before `=>`.
   *
   * @param {import("../edit").EditNode} shown
   */
  labelRows(shown) {
    const { model } = this;
    const index = /** @type {number} */ (model.at.node);
    const label = html("input", { value: shown.label ?? "", "data-field": "label", placeholder: "no label", spellcheck: "false", autocomplete: "off" });
    label.addEventListener("change", () => {
      const written = asName(label.value);
      if (written === null) return this.refuse(label, shown.label ?? "", "A label is one word of letters, digits and “_”.");
      label.defaultValue = label.value;
      return model.change(() => ({ label: { node: index, label: written } }));
    });
    const key = shown.key?.replace(/\s*=>\s*$/, "") ?? "";
    const field = () => this.input({ field: "key", value: key, without: "", change: (source) => ({ key: { node: index, source } }) });
    return [asRow("label", label), ...(shown.key ? [asRow("before =>", field())] : [])];
  }

  /**
   * Returns the fields of a name that the node binds or changes, or of its expression, and of the names of its results.
   *
   * @param {import("../edit").EditNode} node
   */
  expressionRows({ word, name, declaration, expression, results }) {
    const { opened, checked, at } = this.model;
    const text = checked.text ?? "";
    const index = at.node;
    /** @type {(source: string) => object} */
    const change = (source) => (expression ? { expression: { node: index, source } } : { argument: { node: index, name: "0", value: source } });
    const nameOfNode = () => this.model.checked.nodes[index ?? -1]?.declaration?.name[0];
    const rows = [];
    if (declaration) {
      const fields = declarationFields(text, declaration, change).filter(({ field, value }) => field !== "type" || value !== "" || word === "let");
      rows.push(...fields.map((written) => asRow(word === "for" && written.field === "value" ? "in" : written.field, this.input({ ...written, declared: written.field === "name" && word !== "set" ? nameOfNode : undefined }))));
    } else if (expression) {
      rows.push(asRow(word, this.input({ field: "expression", value: text.slice(...expression), change, placeholder: "required" })));
    }
    const called = opened.words.find((one) => one.name === name);
    const tree = checked.trees.find((one) => one.name === name);
    if (results || called?.results || (word === "subtree" && tree?.results.length)) {
      rows.push(asRow("->", this.input({ field: "results", value: results ? text.slice(...results) : "", without: "", placeholder: "nobody takes it", change: (source) => ({ results: { node: index, source } }) })));
    }
    return rows;
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
      /** @type {(value: string) => void} */
      const onStep = (value) => {
        field.defaultValue = value;
        this.step(shown, value);
      };
      parts.push(dragHandle(field, type, { onStep, onEnd: end }));
    }
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
    const choices = parameter?.choices;
    /** @type {(value: string) => object} */
    const change = (value) => ({ argument: { ...this.place(call), name, value } });
    if (!choices) {
      return this.input({ field: name, call, value: given ? (value ?? "") : "", without: "", placeholder: given ? "" : (value ?? "required"), literal: isText(parameter) ? (typed) => quoted(typed, this.model) : undefined, change });
    }
    const all = value === null || choices.includes(value) ? choices : [value, ...choices];
    const field = html("select", { "data-field": name, "data-call": call ?? "" }, ...all.map((choice) => html("option", { value: choice }, choice)));
    field.value = value ?? "";
    field.addEventListener("change", () => this.write({ name, call }, field.value));
    this.addNames(field, change);
    return field;
  }

  /**
   * Adds the names and values of the type to the choices.
   *
   * @param {HTMLSelectElement} field
   * @param {(value: string) => object} change
   */
  async addNames(field, change) {
    const body = { text: this.model.text, change: change(""), at: 0 };
    /** @type { {items: import("../edit").Completion[]} | null } */
    const answer = await askProgram("complete", body).catch(() => null);
    const known = [...field.options].map(({ value }) => value);
    const names = (answer?.items ?? []).map(({ insert }) => insert).filter((name) => !known.includes(name));
    field.append(...names.map((name) => html("option", { value: name }, name)));
  }

  /**
   * Returns the button that removes an argument, so that the default applies.
   *
   * @param {string} name
   * @param {number | null} call
   */
  reset(name, call) {
    // The field has the focus when the button is gone.
    const button = html("button", { type: "button", class: "small", title: "Use the default", "data-field": name, "data-call": call ?? "" }, "default");
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
    const place = this.place(call);
    return this.model.change(() => (place.node === null ? null : { argument: { ...place, name, value } }), merge);
  }

  /**
   * Returns the selected node, or a call in it, for a change.
   *
   * @param {number | null} call
   */
  place(call) {
    const { node } = this.model.at;
    return call === null ? { node } : { node, call };
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
 * Returns the fields of a name, its type and its value.
 *
 * @param {string} text
 * @param {Declaration} declaration
 * @param {(source: string) => object} change
 * @returns {Written[]}
 */
function declarationFields(text, { whole, name, type, value }, change) {
  const [start, end] = whole;
  const fields = [{ field: "name", part: name, sign: "" }, { field: "type", part: type, sign: ": " }, { field: "value", part: value, sign: " = " }];
  return fields.map(({ field, part, sign }) => {
    const [from, to] = part ?? (field === "type" ? [name[1], name[1]] : [end, end]);
    const before = text.slice(start, from) + (part ? "" : sign);
    const after = text.slice(to, end);
    // Without its value, a declaration has no `=` either.
    const without = field === "value" && type ? text.slice(start, type[1]) : undefined;
    return { field, value: text.slice(from, to), before, after, without, change };
  });
}

/**
 * Returns a field with its name in front of it.
 *
 * @param {string} name
 * @param {HTMLElement} field
 */
function asRow(name, field) {
  return html("label", { class: "field" }, html("span", {}, name), field);
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
