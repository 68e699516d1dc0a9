// The form of the selected node: label, key, and its parameters with type, default, unit and documentation.

import { byId, html, svg } from "../dom.js";
import { iconOf } from "../words.js";
import { dragHandle, readNumber } from "./number_field.js";
import { firstValue } from "./offers.js";

/** @typedef {import("../edit").Parameter} Parameter */
/** @typedef {import("../edit").EditArgument} EditArgument */

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
    this.next = /** @type { {name: string, value: string} | null } */ (null);
    this.writes = false;
    this.drags = 0;
    /** What is shown; the form is made again only if that changes. */
    this.shown = "";
    model.on("checked", () => this.show());
    model.on("selected", () => this.show());
  }

  /** Shows the form of the selected node. */
  show() {
    const { at, checked } = this.model;
    const node = at.node === null ? undefined : checked.nodes[at.node];
    const parameters = node ? this.parametersOf(node) : [];
    const key = node?.span && node.key ? node.key.replace(/\s*=>\s*$/, "") : null;
    const shape = JSON.stringify([at.node, node?.word, node?.name, node?.label, key, node?.arguments.map(({ name, value, given }) => [name, value, given])]);
    if (shape === this.shown) return;
    // A dragged field stays; it has the value already.
    if (this.writes && this.element.querySelector(".drag-number:active")) return;
    this.shown = shape;
    const active = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset.field : undefined;
    if (!node) this.element.replaceChildren(html("p", { class: "quiet" }, "Select a node to change it."));
    else this.element.replaceChildren(...this.head(node), ...this.labelRow(node, key), ...parameters.map((row) => this.row(row)));
    if (active) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-field="${CSS.escape(active)}"]`))?.focus();
  }

  /**
   * Returns the arguments of a node with what is known about them.
   *
   * @param {import("../edit").EditNode} node
   */
  parametersOf({ name: call, arguments: given }) {
    const known = this.model.opened.words.find(({ name }) => name === call)?.parameters ?? [];
    const rows = given.map((argument, place) => ({
      argument,
      parameter: known.find(({ name }) => name === argument.name) ?? (/^\d+$/.test(argument.name) ? known[place] : undefined),
    }));
    // In the order of the declaration, so that a field stays in its place when it gets a value.
    /** @type {(row: { parameter: Parameter | undefined }) => number} */
    const rank = ({ parameter }) => (parameter ? known.indexOf(parameter) : -1);
    return rows.sort((one, other) => rank(one) - rank(other));
  }

  /**
   * @param {import("../edit").EditNode} node
   */
  head({ word, name: call }) {
    const { words, nodes } = this.model.opened;
    const kind = nodes.find((one) => one.word === word);
    const documentation = words.find(({ name }) => name === call)?.documentation ?? kind?.documentation;
    const picture = svg("svg", { class: "picture", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("use", { class: "icon", href: `#icon-${iconOf(word)}` }));
    const title = html("h2", {}, picture, call ?? word, " ", html("span", { class: "quiet" }, call ? word : ""));
    return [title, ...(documentation ? [html("p", { class: "quiet" }, documentation.trim())] : []), ...(kind && !call ? kind.arguments.map((form) => html("p", { class: "written" }, form)) : [])];
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
    label.addEventListener("change", () => model.change(() => ({ label: { node: index, label: label.value.trim() } })));
    const rows = [html("label", { class: "field" }, html("span", {}, "label"), label)];
    if (key === null) return rows;
    const field = html("input", { value: key, "data-field": "key", spellcheck: "false", autocomplete: "off" });
    field.addEventListener("change", async () => {
      await model.check();
      const span = model.checked.nodes[index]?.span;
      if (!span) return;
      const { text } = model;
      const at = span[0] + field.value.length;
      model.edit(`${text.slice(0, span[0])}${field.value.trim()} => ${text.slice(span[1]).trimStart()}`, [at, at]);
    });
    return [...rows, html("label", { class: "field" }, html("span", {}, "before =>"), field)];
  }

  /**
   * Returns the field of a parameter.
   *
   * @param { {argument: EditArgument, parameter: Parameter | undefined} } row
   */
  row({ argument, parameter }) {
    const type = parameter?.type ?? "";
    const field = this.field(argument, parameter);
    const parts = [html("span", {}, argument.name.replace(/^\d+$/, parameter?.name ?? "value")), field];
    const standing = parameter?.default ?? argument.value;
    const isNumber = readNumber(argument.value || standing || "") !== null;
    if (isNumber && field instanceof HTMLInputElement) {
      const end = () => this.model.list.split();
      parts.push(dragHandle(field, type, { onStep: (value) => this.step(argument.name, value), onEnd: end }));
    }
    const values = this.model.opened.words.filter((word) => word.kind === "value" && (!word.type || !type || word.type === type));
    if (values.length > 0 && !parameter?.choices) parts.push(this.valueChoice(argument, values, parameter));
    const label = html("label", { class: "field", "data-given": argument.given ? "" : null }, ...parts);
    const said = [type, parameter?.unit, parameter?.default != null ? `default ${parameter.default}` : "", parameter?.documentation].filter(Boolean).join(" · ");
    const rows = html("div", { class: "parameter" }, label, ...(said ? [html("p", { class: "quiet" }, said)] : []));
    if (argument.given && parameter?.default != null) rows.append(this.reset(argument.name));
    return rows;
  }

  /**
   * @param {EditArgument} argument
   * @param {Parameter | undefined} parameter
   */
  field({ name, value, given }, parameter) {
    const choices = parameter?.choices ?? (parameter?.type === "bool" ? ["true", "false"] : null);
    if (choices) {
      const all = value === null || choices.includes(value) ? choices : [value, ...choices];
      const field = html("select", { "data-field": name }, ...all.map((choice) => html("option", { value: choice }, choice)));
      field.value = value ?? "";
      field.addEventListener("change", () => this.write(name, field.value));
      return field;
    }
    const field = html("input", { "data-field": name, placeholder: given ? "" : (value ?? "required"), spellcheck: "false", autocomplete: "off" });
    field.value = given ? (value ?? "") : "";
    field.addEventListener("change", () => this.write(name, field.value.trim()));
    return field;
  }

  /**
   * Returns the choice between a literal and the values of the vocabulary.
   *
   * @param {EditArgument} argument
   * @param {import("../edit").EditWord[]} values
   * @param {Parameter | undefined} parameter
   */
  valueChoice({ name, value }, values, parameter) {
    const isValue = values.some((word) => word.name === value);
    const choice = html("select", { class: "value-choice", "aria-label": `literal or value for ${name}`, title: "A literal, or a value of the program" }, html("option", { value: "" }, "literal"), ...values.map((word) => html("option", { value: word.name }, word.name)));
    choice.value = isValue ? (value ?? "") : "";
    choice.addEventListener("change", () => {
      if (choice.value) this.write(name, choice.value);
      else this.write(name, parameter?.default ?? (parameter ? firstValue(parameter) : "1"));
    });
    return choice;
  }

  /**
   * Returns the button that removes an argument, so that the default applies.
   *
   * @param {string} name
   */
  reset(name) {
    const button = html("button", { type: "button", class: "small", title: "Use the default" }, "default");
    button.addEventListener("click", () => this.write(name, ""));
    return button;
  }

  /**
   * Writes an argument into the text.
   *
   * @param {string} name
   * @param {string} value
   * @param {string | null} merge
   */
  write(name, value, merge = null) {
    const node = this.model.at.node;
    return this.model.change(() => (node === null ? null : { argument: { node, name, value } }), merge);
  }

  /**
   * Writes a step of a dragged number; steps that come faster than the program answers are left out.
   *
   * @param {string} name
   * @param {string} value
   */
  async step(name, value) {
    this.next = { name, value };
    if (this.writes) return;
    this.writes = true;
    while (this.next) {
      const { name: field, value: number } = this.next;
      this.next = null;
      await this.write(field, number, `drag ${field}`);
      this.onStep();
    }
    this.writes = false;
  }
}
