// The fields of the form: each shows a part of the text, in an element that fits its type, and writes it when it is left.

import { html } from "../dom.js";
import { askProgram } from "./model.js";

/**
 * A part of the text.
 *
 * @typedef {object} Field
 * @property {string} name the name of the field, which no other field of the form has
 * @property {string} type a type of the vocabulary, or a word such as `condition`
 * @property {string | null} value null if it is missing or left out
 * @property {(source: string) => object} change the change that writes a value; an empty one removes what is not required
 * @property {boolean} [required]
 * @property {string[] | null} [choices] all values, if they are few
 * @property {string | null} [standing] what applies without a value
 * @property {string} [label]
 * @property {string[]} [said] sentences about it
 * @property {number | null} [call] the word of the vocabulary whose argument it is
 * @property {() => number | undefined} [declared] the place of a name, which is changed wherever it is used
 */

export class Fields {
  /**
   * @param {import("./model.js").EditModel} model
   * @param {import("./completion.js").Completions} completions
   * @param {() => void} onStep is called after each step of a dragged number
   */
  constructor(model, completions, onStep) {
    this.model = model;
    this.completions = completions;
    this.onStep = onStep;
    /** The value of a dragged number that was not written yet. */
    this.next = /** @type { {change: object, merge: string} | null } */ (null);
    this.writes = false;
  }

  /**
   * Returns a field with its label, and with a button that removes a value that is not required.
   *
   * @param {Field} field
   */
  row(field) {
    const { name, value, required, standing, label = name, said = [], call = null, change } = field;
    const control = this.control(field);
    const parts = [html("span", {}, label), control, ...this.handle(field, control)];
    const row = html("div", { class: "parameter" }, html("label", { class: "field" }, ...parts), ...(said.length > 0 ? [html("p", { class: "quiet" }, said.join(" · "))] : []));
    if (value === null || required || field.type === "description") return row;
    // The field has the focus when the button is gone.
    const what = standing == null ? "remove" : "default";
    const reset = html("button", { type: "button", class: "small", title: standing == null ? `Remove ${label}` : "Use the default", "aria-label": `${label}: ${what}`, "data-field": name, "data-call": call ?? "" }, what);
    reset.addEventListener("click", () => this.model.change(() => change("")));
    row.append(reset);
    return row;
  }

  /**
   * Returns the element of a field alone.
   *
   * @param {Field} field
   * @param {string} [label] the name for a field without a visible one
   */
  control(field, label) {
    const { name, value, required, choices, standing, call = null } = field;
    const shared = { "data-field": name, "data-call": call ?? "", "aria-label": label };
    if (choices) return this.select(field, html("select", shared));
    const placeholder = standing ?? (required ? "required" : "none");
    const written = { ...shared, placeholder, spellcheck: "false", autocomplete: "off" };
    if (field.type === "description") return this.written(field, html("textarea", { ...written, spellcheck: "true", rows: 1, title: "Enter writes it; Shift+Enter begins a new line" }));
    const area = html("input", written);
    // In this order, the cursor is at the end.
    area.value = value ?? "";
    return this.completed(field, this.written(field, area));
  }

  /**
   * Fills a list with the values of a field, and with the words that have such a value.
   *
   * @param {Field} field
   * @param {HTMLSelectElement} element
   */
  select({ value, required, choices, standing, change }, element) {
    const now = value ?? standing ?? "";
    const values = [...new Set([...(value === null && standing == null ? [""] : []), ...(choices ?? []), now])];
    element.append(...values.map((one) => html("option", { value: one }, one || (required ? "required" : "none"))));
    element.value = now;
    element.addEventListener("change", () => this.model.change(() => change(element.value)));
    this.offers(change).then((names) => element.append(...names.filter((one) => !values.includes(one)).map((one) => html("option", { value: one }, one))));
    return element;
  }

  /**
   * Returns the names and values of the type of a field.
   *
   * @param {(source: string) => object} change
   * @returns {Promise<string[]>}
   */
  async offers(change) {
    const answer = await askProgram("complete", { text: this.model.text, change: change(""), at: 0 }).catch(() => null);
    return (answer?.items ?? []).map((/** @type {import("../edit").Completion} */ { insert }) => insert);
  }

  /**
   * Writes what is typed into an element when it is left.
   *
   * @template {HTMLInputElement | HTMLTextAreaElement} Element
   * @param {Field} field
   * @param {Element} area
   */
  written({ type, value, required, change, declared }, area) {
    area.value = value ?? "";
    area.defaultValue = area.value;
    const write = () => {
      if (area.value === area.defaultValue) return;
      const typed = this.literal(area.value, type);
      if (typed === "" && required) {
        area.value = area.defaultValue;
        return;
      }
      area.defaultValue = area.value;
      if (declared) this.rename(area, declared, value ?? "", asName(typed) ?? typed).then(() => (area.defaultValue = area.value));
      else this.model.change(() => change(typed));
    };
    // The browser sends no "change" if a completion was the last that was written.
    for (const end of ["change", "blur"]) area.addEventListener(end, write);
    if (area instanceof HTMLTextAreaElement) {
      area.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.shiftKey) return;
        event.preventDefault();
        write();
      });
    }
    return area;
  }

  /**
   * Offers what fits the type of a field.
   *
   * @param {Field} field
   * @param {HTMLInputElement} area
   */
  completed({ type, change }, area) {
    const { completions, model } = this;
    const isNumber = kindOfNumber(type, area.value) !== null;
    completions.attach({
      area,
      question: (value, at) => ({ text: model.text, change: change(value), at }),
      boxOf: () => {
        const { x, top, bottom } = area.getBoundingClientRect();
        return { x, top, bottom };
      },
      write: (text, at) => {
        area.value = text;
        area.setSelectionRange(at, at);
        // `Near(` goes on.
        if (!/[ (]$/.test(text.slice(0, at))) area.dispatchEvent(new Event("change"));
      },
      marksFirst: false,
      isNumber,
    });
    let isFirst = false;
    area.addEventListener("pointerdown", () => (isFirst = document.activeElement !== area));
    // The first click selects the value, so that another one can be chosen.
    area.addEventListener("click", () => {
      if (!isFirst) return;
      isFirst = false;
      area.select();
      completions.ask();
    });
    return area;
  }

  /**
   * Returns the handle with which a number is dragged, if it is one or can become one.
   *
   * @param {Field} field
   * @param {HTMLElement} control
   */
  handle({ name, type, value, standing, call, change }, control) {
    const kind = kindOfNumber(type, value ?? standing ?? "");
    if (kind === null || !(control instanceof HTMLInputElement)) return [];
    const { list } = this.model;
    /** @type {(value: string) => void} */
    const onStep = (written) => {
      control.defaultValue = written;
      this.step(change(written), `drag ${call} ${name}`);
    };
    const from = standing != null && readNumber(standing) ? standing : kind === "Duration" ? "0s" : kind.startsWith("f") ? "0.0" : "0";
    return [dragHandle(control, kind, { from, onStep, onEnd: () => list.split() })];
  }

  /**
   * Writes a step of a dragged number; steps that come faster than the program answers are left out.
   *
   * @param {object} change
   * @param {string} merge
   */
  async step(change, merge) {
    this.next = { change, merge };
    if (this.writes) return;
    this.writes = true;
    while (this.next) {
      const { change: last, merge: group } = this.next;
      this.next = null;
      await this.model.change(() => last, group);
      this.onStep();
    }
    this.writes = false;
  }

  /**
   * Gives a name a new one wherever it is used; if that is not possible, puts the old one back into the field.
   *
   * @param {HTMLInputElement | HTMLTextAreaElement} area
   * @param {() => number | undefined} place
   * @param {string} old
   * @param {string} name
   */
  async rename(area, place, old, name) {
    if (!(await this.model.rename(place, name))) [area.value, area.defaultValue] = [old, old];
  }

  /**
   * Returns a value as it is written in a file: Hello → "Hello", and 2 → 2s
   *
   * @param {string} typed
   * @param {string} type
   */
  literal(typed, type) {
    const text = typed.trim();
    if (type === "Duration" && /^\d+(\.\d+)?$/.test(text)) return `${text}s`;
    const isText = type.includes("str") && text !== "" && !text.startsWith('"');
    const isValue = this.model.opened.words.some(({ kind, name }) => kind === "value" && name === text);
    return isText && !isValue ? JSON.stringify(text) : text;
  }
}

/**
 * Returns a label or the name of a tree as it is written: "run away" → run_away; null if it cannot be one.
 *
 * @param {string} typed
 */
export function asName(typed) {
  const name = typed.trim().replace(/^'/, "").replace(/\s+/g, "_");
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || name === "" ? name : null;
}

/**
 * Returns the type of a number in a field that has one, or has nothing yet; null if the field has something else.
 *
 * @param {string} type
 * @param {string} value
 */
function kindOfNumber(type, value) {
  const read = readNumber(value);
  if (["count", "threshold", "Duration"].includes(type) || /^([iu]\d+|[iu]size|f\d+)$/.test(type)) return read || !/\w/.test(value) ? type : null;
  return type === "value" && read ? (read.unit === "" ? (read.digits > 0 ? "f32" : "i32") : "Duration") : null;
}

// A number in a field that can be dragged like a slider.

/** The distance on the screen for one step. */
const PIXELS_A_STEP = 4;

/**
 * Returns the number of a literal, with its unit: "2.5s" → {number: 2.5, digits: 1, unit: "s"}; null if it is none.
 *
 * @param {string} literal
 */
export function readNumber(literal) {
  const found = /^(-?\d[\d_]*(?:\.(\d+))?)\s*([a-z]*)$/.exec(literal.trim());
  if (!found) return null;
  return { number: Number(found[1].replaceAll("_", "")), digits: found[2]?.length ?? 0, unit: found[3] };
}

/**
 * Returns a literal that is a number of steps away: ("1.5", 2) → "1.7"
 *
 * @param {string} literal
 * @param {number} steps
 * @param {string} type
 */
export function stepped(literal, steps, type) {
  const read = readNumber(literal);
  if (!read) return literal;
  const isWhole = /^([iu]|count|threshold)/.test(type) || read.unit === "ms" || (type === "" && read.unit === "" && read.digits === 0);
  // 80 is dragged in steps of 1, 2.5 in steps of 0.1, 0.25 in steps of 0.01.
  const isLarge = Math.abs(read.number) >= 20 && read.digits < 2;
  const digits = isWhole ? 0 : Math.max(read.digits, 1);
  const size = read.unit === "ms" ? 10 : isLarge ? 1 : 10 ** -digits;
  const number = read.number + steps * size;
  const least = type === "count" || type === "threshold" ? 1 : type.startsWith("u") || type === "Duration" ? 0 : -Infinity;
  const low = Math.max(least, number);
  return `${low.toFixed(digits)}${read.unit}`;
}

/**
 * Makes a handle that changes a field when it is dragged; with shift in steps that are ten times as large.
 *
 * @param {HTMLInputElement} field
 * @param {string} type
 * @param { {from: string, onStep: (value: string) => void, onEnd: () => void} } more the number where an empty field begins
 */
function dragHandle(field, type, { from: first, onStep, onEnd }) {
  const handle = html("button", { type: "button", class: "drag-number", title: "Drag to change the number (with shift: faster)", "aria-hidden": "true", tabindex: -1 }, "⇔");
  /** @type { {x: number, value: string} | null } */
  let from = null;
  handle.addEventListener("pointerdown", (event) => {
    from = { x: event.clientX, value: field.value || first };
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  handle.addEventListener("pointermove", (event) => {
    if (!from) return;
    const steps = Math.trunc((event.clientX - from.x) / PIXELS_A_STEP) * (event.shiftKey ? 10 : 1);
    const value = stepped(from.value, steps, type);
    if (value === field.value) return;
    field.value = value;
    onStep(value);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    handle.addEventListener(end, () => {
      if (from) onEnd();
      from = null;
    });
  }
  field.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const steps = (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1);
    field.value = stepped(field.value || first, steps, type);
    onStep(field.value);
  });
  return handle;
}
