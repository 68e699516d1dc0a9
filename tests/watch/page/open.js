// Opens the page in a document without a browser, and acts as a person.

import { readFileSync } from "node:fs";
import { eventOf, frames, openDocument } from "./document.js";

const PAGE = new URL("../../../bt-watch/src/replay/page/", import.meta.url);
const read = (name) => readFileSync(new URL(name, PAGE), "utf8");
const BODY = read("page.html").split("<body>")[1].split("</body>")[0].replace(/\{\{(?!edit\})[\w-]*\}\}/g, "").replace("{{edit}}", read("edit/edit.html"));

/** Recordings with what the page has to show of them; a test in Rust writes them. */
export const recorded = JSON.parse(readFileSync(new URL("recorded.json", import.meta.url), "utf8"));

/** Begins with a document that has the elements of the page. */
export function openBody(hash = "") {
  return openDocument(BODY, hash);
}

let opened = 0;

/**
 * Opens the page.
 *
 * @param {any} data a recording in JSON
 * @param { {hash?: string, isLive?: boolean} } more
 */
export async function openPage(data, { hash = "", isLive = false } = {}) {
  openBody(hash);
  byId("recording").textContent = JSON.stringify(data);
  if (isLive) document.documentElement.setAttribute("data-live", "7");
  opened += 1;
  const { page } = await import(new URL(`main.js?${opened}`, PAGE).href);
  frames();
  return page;
}

export function byId(id) {
  return document.getElementById(id);
}

/** The text of an element, with single spaces. */
export function text(id) {
  return byId(id).textContent.replace(/\s+/g, " ").trim();
}

/** The texts of all elements that match. */
export function texts(selector) {
  return document.querySelectorAll(selector).map((one) => one.textContent);
}

/** Presses a key at the element that has the focus; `more` are fields of the event: shiftKey, ctrlKey, altKey. */
export function press(key, more = {}) {
  const event = eventOf("keydown", { key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });
  document.activeElement.dispatchEvent(event);
  frames();
  return event;
}

export function click(id) {
  byId(id).click();
  frames();
}

/** Writes into a field, as `change` or `input` reports it. */
export function write(id, value, kind = "change") {
  byId(id).value = value;
  byId(id).dispatchEvent(eventOf(kind));
  frames();
}

/** The number of the tick that is shown. */
export function tick() {
  return Number(text("tick-number").replace("Tick ", ""));
}

/** A recording by hand: a tree of nodes `[kind, parent, end, fields]`, and frames of one agent `[moment, count, bytes, …]`. */
export function byHand(nodes, frames, more = {}) {
  const trees = [{ name: "Tree", nodes: nodes.map(([kind, parent, end, fields]) => ({ kind, parent, end, ...fields })) }];
  const own = frames.map(([moment, count, bytes, ...rest]) => [0, moment, count, btoa(String.fromCharCode(...bytes)), ...rest]);
  const moments = Math.max(0, ...frames.map(([moment, count]) => moment + count));
  return { trees, agents: [{ name: "one", tree: 0 }], first: 0, moments, frames: own, changes: [], ...more };
}
