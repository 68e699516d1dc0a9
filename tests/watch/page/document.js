// A document without a browser, as far as the page uses one: elements with attributes, events and the focus. Nothing has a
// place on a screen. Timers and frames run when a test asks for it.

/** What waits for `frames` and `timers`. @type { {frames: Map<number, Function>, timers: Map<number, Function>} } */
const waiting = { frames: new Map(), timers: new Map() };
let lastId = 0;

/** Texts and rectangles that were drawn on canvases. */
export const drawn = { texts: [], rectangles: [] };

/** The width of each letter, in pixels. */
export const LETTER = 5;

const VOID = new Set(["meta", "link", "input", "br", "img"]);
const DRAWING = {
  measureText: (text) => ({ width: [...text].length * LETTER }),
  fillText: (text, x, y) => drawn.texts.push({ text, x, y }),
  fillRect: (x, y, width, height) => drawn.rectangles.push({ x, y, width, height }),
};

export class Text {
  constructor(data) {
    this.data = String(data);
    this.parentNode = null;
  }

  get textContent() {
    return this.data;
  }

  get nextSibling() {
    const { childNodes } = this.parentNode;
    return childNodes[childNodes.indexOf(this) + 1] ?? null;
  }

  remove() {
    this.parentNode?.removeChild(this);
  }
}

export class Element {
  constructor(name) {
    this.localName = name;
    this.attributes = new Map();
    this.childNodes = [];
    this.parentNode = null;
    this.listeners = new Map();
    this.open = false;
    this.style = { setProperty() {} };
    this.clientWidth = 1000;
    this.clientHeight = 600;
    this.offsetWidth = 0;
    this.classList = {
      contains: (one) => this.classes.includes(one),
      add: (...some) => this.setAttribute("class", [...new Set([...this.classes, ...some])].join(" ")),
      remove: (...some) => this.setAttribute("class", this.classes.filter((one) => !some.includes(one)).join(" ")),
      toggle: (one, on = !this.classes.includes(one)) => this.classList[on ? "add" : "remove"](one),
    };
    this.dataset = new Proxy({}, {
      get: (_, name) => this.getAttribute(dataName(name)) ?? undefined,
      set: (_, name, value) => (this.setAttribute(dataName(name), value), true),
    });
  }

  get classes() {
    return (this.getAttribute("class") ?? "").split(" ").filter(Boolean);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  hasAttribute(name) {
    return this.attributes.has(name);
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  get children() {
    return this.childNodes.filter((one) => one instanceof Element);
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }

  get nextElementSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  get textContent() {
    return this.childNodes.map((one) => one.textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }

  get text() {
    return this.textContent;
  }

  put(nodes, at) {
    const own = nodes.flatMap((node) => (node instanceof Element && node.localName === "#fragment" ? [...node.childNodes] : [node]));
    for (const [place, node] of own.entries()) {
      const child = node instanceof Element || node instanceof Text ? node : new Text(node);
      child.remove();
      child.parentNode = this;
      this.childNodes.splice(at + place, 0, child);
    }
  }

  append(...nodes) {
    for (const node of nodes) this.put([node], this.childNodes.length);
  }

  prepend(...nodes) {
    this.put(nodes, 0);
  }

  before(...nodes) {
    for (const node of nodes) this.parentNode.put([node], this.parentNode.childNodes.indexOf(this));
  }

  after(...nodes) {
    for (const node of nodes.toReversed()) this.parentNode.put([node], this.parentNode.childNodes.indexOf(this) + 1);
  }

  insertBefore(node, next) {
    if (next) next.before(node);
    else this.append(node);
  }

  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }

  removeChild(node) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
  }

  remove() {
    this.parentNode?.removeChild(this);
  }

  contains(other) {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }

  get descendants() {
    return this.children.flatMap((child) => [child, ...child.descendants]);
  }

  matches(selector) {
    return selector.split(/,\s*/).some((one) => matchesPath(this, one.trim().split(/\s+(?![^[]*\])/)));
  }

  closest(selector) {
    for (let node = this; node instanceof Element; node = node.parentNode) if (node.matches(selector)) return node;
    return null;
  }

  querySelectorAll(selector) {
    return this.descendants.filter((one) => one.matches(selector));
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  get id() {
    return this.getAttribute("id") ?? "";
  }

  get hidden() {
    return this.hasAttribute("hidden");
  }

  set hidden(hidden) {
    if (hidden) this.setAttribute("hidden", "");
    else this.removeAttribute("hidden");
  }

  get value() {
    if (this.localName === "option") return this.getAttribute("value") ?? this.textContent;
    return this.written ?? (this.localName === "select" ? (this.options[0]?.value ?? "") : (this.getAttribute("value") ?? ""));
  }

  set value(value) {
    this.written = String(value);
  }

  get valueAsNumber() {
    return this.value === "" ? NaN : Number(this.value);
  }

  set valueAsNumber(value) {
    this.value = value;
  }

  get checked() {
    return this.isChecked ?? this.hasAttribute("checked");
  }

  set checked(checked) {
    this.isChecked = checked;
  }

  get options() {
    return this.children;
  }

  addEventListener(kind, listener) {
    this.listeners.set(kind, [...(this.listeners.get(kind) ?? []), listener]);
  }

  dispatchEvent(event) {
    event.target ??= this;
    for (let node = this; node; node = node.parentNode) for (const listener of node.listeners?.get(event.type) ?? []) listener(event);
    return !event.isPrevented;
  }

  click() {
    this.dispatchEvent(eventOf("click"));
  }

  focus() {
    if (document.activeElement === this) return;
    document.activeElement = this;
    this.dispatchEvent(eventOf("focus"));
  }

  blur() {
    if (document.activeElement === this) document.activeElement = document.body;
  }

  showModal() {
    this.open = true;
  }

  select() {}
  setPointerCapture() {}
  scrollIntoView() {}

  hasPointerCapture() {
    return true;
  }

  getBoundingClientRect() {
    return { x: 0, y: 0, left: 0, top: 0, right: this.clientWidth, bottom: this.clientHeight, width: this.clientWidth, height: this.clientHeight };
  }

  getContext() {
    return new Proxy({}, { get: (own, name) => own[name] ?? DRAWING[name] ?? (() => {}), set: (own, name, value) => ((own[name] = value), true) });
  }
}

/** dataset.fooBar → data-foo-bar */
function dataName(name) {
  return `data-${String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Whether an element is the last one of a path of selectors: ["#tree", ".node"] */
function matchesPath(element, path) {
  const rest = path.slice(0, -1);
  if (!matchesOne(element, path.at(-1))) return false;
  if (rest.length === 0) return true;
  for (let node = element.parentNode; node instanceof Element; node = node.parentNode) if (matchesPath(node, rest)) return true;
  return false;
}

/** Whether an element matches a selector without spaces: button.go[data-go="3"] */
function matchesOne(element, selector) {
  const parts = selector.match(/^[a-z]+|#[\w-]+|\.[\w-]+|\[[^\]]+\]/gi) ?? [];
  if (parts.join("") !== selector) throw new Error(`the document does not know this selector: ${selector}`);
  return parts.every((part) => {
    if (part.startsWith("#")) return element.id === part.slice(1);
    if (part.startsWith(".")) return element.classes.includes(part.slice(1));
    if (!part.startsWith("[")) return element.localName === part;
    const [, name, value] = /^\[([\w-]+)(?:="?([^"]*)"?)?\]$/.exec(part);
    return value === undefined ? element.hasAttribute(name) : element.getAttribute(name) === value;
  });
}

/** Makes an event; `more` are its fields. */
export function eventOf(type, more = {}) {
  return { type, button: 0, pointerId: 1, getModifierState: () => false, preventDefault() { this.isPrevented = true; }, stopPropagation() {}, ...more };
}

/** Reads HTML as far as the page has it: elements, attributes in quotes, texts and a few entities. */
function parse(text) {
  const root = new Element("#fragment");
  let at = root;
  for (const [, close, name, attributes, words] of text.matchAll(/<(\/?)([a-z][\w]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>|([^<]+)/gi)) {
    if (words !== undefined) at.append(words.replaceAll("&lt;", "<").replaceAll("&amp;", "&").replace(/^\s+$/, ""));
    else if (close) at = at.parentNode;
    else {
      const element = new Element(name);
      for (const [, key, value] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) element.setAttribute(key, value ?? "");
      at.append(element);
      if (!VOID.has(name)) at = element;
    }
  }
  return root;
}

/**
 * Begins with a new document.
 *
 * @param {string} body the HTML of its body
 * @param {string} hash the end of the address
 */
export function openDocument(body = "", hash = "") {
  for (const list of Object.values(waiting)) list.clear();
  drawn.texts = [];
  drawn.rectangles = [];
  const root = new Element("html");
  root.append(new Element("body"));
  root.firstElementChild.append(...parse(body).childNodes.slice());
  const listeners = new Map();
  const document = {
    documentElement: root,
    body: root.firstElementChild,
    activeElement: root.firstElementChild,
    hidden: false,
    listeners,
    createElement: (name) => new Element(name),
    createElementNS: (_, name) => new Element(name),
    createDocumentFragment: () => new Element("#fragment"),
    getElementById: (id) => root.descendants.find((one) => one.id === id) ?? null,
    querySelector: (selector) => root.querySelector(selector),
    querySelectorAll: (selector) => root.querySelectorAll(selector),
    addEventListener: Element.prototype.addEventListener,
    dispatchEvent: Element.prototype.dispatchEvent,
  };
  root.parentNode = document;
  const window = { addEventListener: Element.prototype.addEventListener, listeners: new Map(), history: { replaceState: (_state, _title, place) => (globalThis.location.hash = place) } };
  const own = {
    document,
    window,
    Element,
    HTMLElement: Element,
    HTMLInputElement: Element,
    HTMLTextAreaElement: Element,
    Text,
    location: { hash, host: "localhost:4000", reloads: 0, reload() { this.reloads += 1; } },
    innerHeight: 800,
    devicePixelRatio: 1,
    matchMedia: () => ({ matches: true, addEventListener() {} }),
    getComputedStyle: () => ({ getPropertyValue: () => "", color: "rgb(0, 0, 0)" }),
    ResizeObserver: class { observe() {} },
    Event: class { constructor(type) { Object.assign(this, eventOf(type)); } },
    CustomEvent: class { constructor(type, more) { Object.assign(this, eventOf(type, more)); } },
    requestAnimationFrame: (call) => (waiting.frames.set((lastId += 1), call), lastId),
    cancelAnimationFrame: (id) => waiting.frames.delete(id),
    setTimeout: (call) => (waiting.timers.set((lastId += 1), call), lastId),
    clearTimeout: (id) => waiting.timers.delete(id),
  };
  for (const [name, value] of Object.entries(own)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return document;
}

/** Draws until nothing more is to be drawn. @param {number} now the time of the frames */
export function frames(now = 0) {
  for (let rounds = 0; waiting.frames.size > 0; rounds += 1) {
    if (rounds > 1000) throw new Error("it draws without end");
    const all = [...waiting.frames.values()];
    waiting.frames.clear();
    for (const call of all) call(now);
  }
}

/** Ends all timers that run now. */
export function timers() {
  const all = [...waiting.timers.values()];
  waiting.timers.clear();
  for (const call of all) call();
}

/** Waits until all answers that are there have been read. */
export async function answered() {
  for (let round = 0; round < 20; round += 1) await new Promise((done) => setImmediate(done));
}

openDocument();
