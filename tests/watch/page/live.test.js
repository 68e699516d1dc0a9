// The page of a running program: what it asks, what it shows of the answers, and what it sends.

import assert from "node:assert/strict";
import test from "node:test";
import { answered, eventOf, frames, timers } from "./document.js";
import { byHand, byId, click, openPage, press, text, texts, tick, write } from "./open.js";
import { post, queryOf } from "../../../bt-watch/src/replay/page/server.js";

const NODES = [["active_selector", null, 4], ["condition", 0, 2, { source: "npc.health < 20" }], ["action", 0, 3, { source: "npc.flee()" }], ["running", 0, 4]];
/** The condition fails and the last node runs. */
const CALM = [3, 4, 14, 2, 3];
/** The condition succeeds. */
const HURT = [2, 5, 1];

/** A program with one agent; `answers` are given to the next requests of the page, and `asked` has all requests. */
async function openLive({ moments = 3, open = 1, state = {}, hash = "" } = {}) {
  const asked = [];
  const answers = [];
  const program = { live: { paused: false, pausable: true, breakpoints: [], patience: 5, version: 0, ...state }, run: "7", recording: null };
  globalThis.fetch = async (url, { method = "GET", body } = {}) => {
    asked.push([method, url, body]);
    const answer = answers.shift() ?? program;
    if (answer instanceof Error) throw answer;
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    return { ok: !answer.refused, text: async () => answer.refused ?? text, json: async () => (method === "POST" && answer === program ? program.live : answer) };
  };
  Object.defineProperty(globalThis, "navigator", { value: { sendBeacon: (url) => asked.push(["BEACON", url]) }, configurable: true });
  const frame = (moment, bytes = CALM) => [moment, 1, bytes];
  const page = await openPage(byHand(NODES, Array.from({ length: moments }, (_, moment) => frame(moment)), { changes: [[0, 0, { health: 50 }]], open }), { isLive: true, hash });
  await answered();
  frames();
  const ask = async () => {
    timers();
    await answered();
    frames();
  };
  /** News of moments, as a recording. */
  const news = (first, frames, more = {}) => ({ ...program, recording: { ...byHand(NODES, frames.map(([moment, bytes]) => frame(moment, bytes))), trees: [], agents: [], first, moments: frames.length, ...more } });
  const query = () => new URLSearchParams(asked.at(-1)[1].split("?")[1]);
  return { page, program, asked, answers, ask, news, query, replay: page.replay };
}

const isHidden = (id) => byId(id).closest("[hidden]") !== null;

test("the page asks for what it does not have, and follows the program", async () => {
  const it = await openLive();
  assert.deepEqual([tick(), text("live-state"), text("live-pause"), isHidden("live-step")], [3, "● live", "Pause", false]);
  assert.deepEqual(["after", "trees", "agents", "open", "shown", "hidden"].map((name) => it.query().get(name)), ["1", "1", "1", "1", "0", "0"]);
  // The last moment was unfinished, and is told again with another one.
  it.answers.push(it.news(2, [[2, HURT], [3, CALM]], { open: 2 }));
  await it.ask();
  assert.deepEqual([tick(), it.replay.recording.end, it.query().get("open"), it.query().get("after")], [4, 4, "1", "1"]);
  await it.ask();
  assert.deepEqual([it.query().get("open"), it.query().get("after")], ["2", "2"]);
  press("ArrowLeft");
  assert.equal(document.querySelector("#node-1").dataset.state, "success", "what was added to the moment");
  it.answers.push(it.news(3, [[3, CALM], [4, HURT]], { open: null }));
  await it.ask();
  assert.deepEqual([tick(), it.replay.recording.end], [3, 5], "a page that shows another tick keeps showing it");
  await it.ask();
  assert.deepEqual([it.query().get("open"), it.query().get("after")], [null, "4"]);
  press("End");
  assert.deepEqual([tick(), document.querySelector("#node-1").dataset.state], [5, "success"]);
});

test("an address with a tick stays there", async () => {
  await openLive({ hash: "#tick=2" });
  assert.equal(tick(), 2);
});

test("a program that does not answer is lost, and one that was started again is another one", async () => {
  const it = await openLive();
  it.answers.push(new Error("lost"));
  await it.ask();
  assert.deepEqual([text("live-state"), isHidden("live-pause"), isHidden("live-step")], ["○ no answer", true, true]);
  assert.match(byId("live-state").getAttribute("title"), /Start it again: this page goes on with it at localhost:4000/);
  await it.ask();
  assert.deepEqual([text("live-state"), isHidden("live-pause")], ["● live", false]);
  it.answers.push({ ...it.program, run: "8" });
  await it.ask();
  assert.equal(location.reloads, 1);
});

test("the program learns that a page has gone, or is in the background", async () => {
  const it = await openLive();
  document.hidden = true;
  document.dispatchEvent(eventOf("visibilitychange"));
  await answered();
  assert.equal(it.query().get("hidden"), "1");
  window.listeners.get("pagehide").forEach((call) => call());
  assert.equal(it.asked.at(-1)[0], "BEACON");
  assert.match(it.asked.at(-1)[1], /^bye\?page=\d+$/);
  const { length } = it.asked;
  await it.ask();
  assert.equal(it.asked.length, length, "a page that has gone asks no more");
  window.listeners.get("pageshow").forEach((call) => call());
  await answered();
  assert.equal(it.asked.length, length + 1, "it comes back");
});

test("a page keeps 64 MiB of answers, and drops the oldest moments", async () => {
  const it = await openLive({ open: null });
  const { live } = it.replay.branch;
  const size = 12 << 20;
  for (let moment = 3; moment < 8; moment += 1) live.take(it.news(moment, [[moment, CALM]]).recording, size);
  assert.equal(it.replay.recording.first, 0, "five of them have room");
  live.take(it.news(8, [[8, CALM]]).recording, size);
  frames();
  const { recording } = it.replay;
  assert.deepEqual([recording.first > 3, recording.end], [true, 9]);
  assert.equal(tick(), 9, "it follows");
  press("Home");
  assert.equal(tick(), recording.first + 1);
  press("ArrowDown");
  press("End");
  assert.equal(texts("#detail-counts dd")[0], "9", "dropped ticks are still counted");
  // Small answers are kept together.
  const { length } = live.answers;
  live.take(it.news(9, [[9, CALM]]).recording, 100);
  live.take(it.news(10, [[10, CALM]]).recording, 100);
  assert.equal(live.answers.length, length + 1);
});

test("keys and buttons pause the program and move it on", async () => {
  const it = await openLive();
  const orders = () => it.asked.filter(([method]) => method === "POST").map(([, url]) => url.split("?")[0]);
  it.program.live.paused = true;
  press("p");
  await answered();
  frames();
  assert.deepEqual([orders(), text("live-state"), text("live-pause")], [["pause"], "❚❚ paused", "Continue"]);
  assert.match(byId("live-state").getAttribute("title"), /after at most 5 s/);
  press("s");
  click("live-step");
  click("live-pause");
  await answered();
  assert.deepEqual(orders(), ["pause", "step", "step", "continue"]);
  press("b");
  await answered();
  assert.equal(orders().length, 4, "a breakpoint needs a node");
  press("ArrowDown");
  press("b");
  click("breakpoint");
  await answered();
  assert.deepEqual(it.asked.filter(([, url]) => url.startsWith("breakpoint")).map(([, url]) => url.split("&page")[0]), ["breakpoint?agent=0&node=0", "breakpoint?agent=0&node=0"]);
  it.program.live.pausable = false;
  await it.ask();
  const { length } = it.asked;
  for (const key of ["p", "s", "b"]) press(key);
  assert.equal(it.asked.length, length);
  assert.deepEqual([isHidden("live-pause"), isHidden("breakpoint")], [true, true]);
});

test("breakpoints are marked, and the page goes where the program stops", async () => {
  const it = await openLive();
  Object.assign(it.program.live, { breakpoints: [[0, 1], [9, 2]], before: [[0, 1]] });
  await it.ask();
  assert.equal(document.querySelector("#node-1 .breakpoint").dataset.kind, "both");
  assert.equal(document.querySelector("#node-1").getAttribute("aria-label"), "npc.health < 20, condition, breakpoint, breakpoint before it");
  assert.equal(document.querySelector("#node-2 .breakpoint"), null, "that is another agent");
  press("Home");
  Object.assign(it.program.live, { paused: true, stopped: [0, 1] });
  await it.ask();
  assert.deepEqual([tick(), text("detail-name")], [3, "npc.health < 20"]);
  press("Home");
  await it.ask();
  assert.equal(byId("breakpoint").getAttribute("aria-pressed"), "true");
  assert.equal(tick(), 1, "it is not fetched back again");
  Object.assign(it.program.live, { breakpoints: [], before: [] });
  await it.ask();
  assert.equal(document.querySelector("#node-1 .breakpoint"), null);
});

test("a tick that has stopped before a leaf says what has happened in it", async () => {
  const it = await openLive();
  Object.assign(it.program.live, { paused: true, stopped: [0, 1], waits: { moment: 3, events: [] } });
  await it.ask();
  assert.equal(document.querySelector("#waits p").textContent, "In the middle of tick 4, before the tree asks npc.health < 20. Nothing has a result yet.");
  Object.assign(it.program.live, { stopped: [0, 2], waits: { moment: 3, events: [[1, "failure"]] } });
  await it.ask();
  assert.equal(document.querySelector("#waits p").textContent, "In the middle of tick 4, before the tree asks npc.flee(). So far: ✗ npc.health < 20 failure.");
  it.program.live.waits = null;
  await it.ask();
  assert.equal(isHidden("waits"), true);
});

/** A program whose pages may change what it sees. */
function openChangeable(state = {}) {
  return openLive({ state: { changeable: true, fields: ["health"], forced: [], pending: [], ...state } });
}

test("an answer is forced, and released", async () => {
  const it = await openChangeable();
  const orders = () => it.asked.filter(([, url]) => /^(force|release)/.test(url)).map(([, url]) => url.split("?")[0] + "?" + new URLSearchParams([...new URLSearchParams(url.split("?")[1])].filter(([name]) => !["run", "page", "hidden", "shown"].includes(name))));
  it.replay.selectRecorded(0);
  await it.ask();
  assert.equal(isHidden("force"), true, "composites are never asked");
  it.replay.selectRecorded(1);
  await it.ask();
  assert.deepEqual([isHidden("force"), texts("#force-status option")], [false, ["✓ success", "✗ failure"]]);
  press("r");
  await answered();
  assert.deepEqual(orders(), ["force?agent=0&node=1&status=success&until=released"]);
  it.program.live.forced = [[0, 1, "success", "released"]];
  await it.ask();
  assert.deepEqual([text("force-now"), text("live-release"), document.querySelector("#node-1 .forced").dataset.kind], ["forced: success until released", "Release 1 forced", "now"]);
  assert.match(document.querySelector("#node-1").getAttribute("aria-label"), /, answer forced: success until released/);
  press("r");
  await answered();
  assert.equal(orders().at(-1), "release?agent=0&node=1");
  it.program.live.forced = [];
  await it.ask();
  byId("force-status").value = "failure";
  write("force-until", "while");
  assert.equal(isHidden("force-while"), false);
  byId("force-while").value = "mana < 3";
  it.answers.push({ refused: "there is no recorded field `mana`" });
  byId("force").dispatchEvent(eventOf("submit"));
  await answered();
  assert.equal(orders().at(-1), "force?agent=0&node=1&status=failure&while=mana+%3C+3");
  assert.equal(text("force-said"), "there is no recorded field `mana`");
  it.replay.selectRecorded(2);
  await it.ask();
  assert.deepEqual(texts("#force-status option"), ["✓ success", "✗ failure", "▶ running"]);
});

test("a field is set", async () => {
  const it = await openChangeable();
  const set = () => document.querySelectorAll("#board .set").find((one) => one.getAttribute("aria-label") === "Set health");
  await it.ask();
  assert.equal(set().hidden, false);
  set().click();
  assert.deepEqual([isHidden("set-form"), byId("set-value").value, document.activeElement.id], [false, "50", "set-value"]);
  byId("set-value").value = "many";
  it.answers.push({ refused: "health: expected u32" });
  byId("set-form").dispatchEvent(eventOf("submit"));
  await answered();
  assert.deepEqual([text("set-said"), byId("set-value").getAttribute("aria-invalid")], ["health: expected u32", "true"]);
  byId("set-value").value = "1000";
  it.program.live.pending = [["health", "1000"]];
  byId("set-form").dispatchEvent(eventOf("submit"));
  await answered();
  frames();
  const [, url] = it.asked.findLast(([method]) => method === "POST");
  assert.match(url, /^set\?.*agent=0&field=health&value=1000/);
  assert.deepEqual([isHidden("set-form"), document.activeElement === set()], [true, true]);
  set().click();
  click("set-cancel");
  assert.equal(isHidden("set-form"), true);
  it.program.live.fields = [];
  await it.ask();
  assert.equal(set().hidden, true);
});

test("the program is asked what would let a node run", async () => {
  const it = await openLive({ state: { answers: true } });
  it.replay.selectRecorded(2);
  frames();
  assert.equal(isHidden("ask-why"), false);
  it.answers.push(["It runs if ", { node: 1 }, " holds."]);
  click("ask-why");
  await answered();
  frames();
  assert.deepEqual([it.asked.at(-1)[1], text("would")], ["why?agent=0&moment=2&node=2", "It runs if npc.health < 20 holds."]);
  it.replay.selectRecorded(3);
  frames();
  assert.equal(text("would"), "", "that was about another node");
});

test("a page that is opened early shows the first agent, and others that join", async () => {
  const it = await openLive();
  const tree = { name: "Dog", nodes: [{ kind: "action", parent: null, end: 1, source: "bark" }] };
  const program = it.program;
  const early = await (async () => {
    const page = await openPage({ trees: [], agents: [], first: 0, moments: 0, frames: [], changes: [], open: null }, { isLive: true });
    await answered();
    frames();
    return page;
  })();
  for (const key of ["ArrowDown", "Enter", "]", "v", "0", "a", "u", "End"]) press(key);
  assert.equal(document.querySelector("#node-0 .title").textContent, "no agent yet");
  it.answers.push({ ...program, recording: { trees: [tree], agents: [{ id: 4, name: "Rex", tree: 0 }], first: 0, moments: 1, frames: [[4, 0, 1, btoa("\x01\x01")]], open: null } });
  await it.ask();
  assert.deepEqual([text("tree-name"), document.querySelector("#node-0").dataset.state, isHidden("agent-choice"), early.replay.agent], ["Dog", "success", true, 0]);
  it.answers.push({ ...program, recording: { trees: [], agents: [{ id: 7, name: "Bo", tree: 0 }], first: 1, moments: 1, frames: [[7, 1, 1, btoa("\x01\x01")]], open: null } });
  await it.ask();
  assert.deepEqual([texts("#agent option"), isHidden("agent-choice"), it.query().get("shown")], [["Rex", "Bo"], false, "4"]);
  // A new version of the tree replaces the agent; the list stays, and the page goes on with the version.
  it.answers.push({ ...program, recording: { trees: [{ ...tree, name: "Dog" }], agents: [{ id: 8, name: "Rex", tree: 1, renews: [4, 2] }], first: 2, moments: 1, frames: [[8, 2, 1, btoa("\x01\x00")]], open: null } });
  await it.ask();
  assert.deepEqual([text("tree-name"), texts("#agent option"), document.querySelector("#node-0").dataset.state, tick()], ["Dog, version from tick 3 on", ["Rex", "Bo"], "failure", 3]);
  press("Home");
  assert.equal(text("tree-name"), "Dog");
});

test("a tick that panics is shown", async () => {
  const it = await openLive();
  const news = it.news(2, [[2, CALM], [3, [0, 3]]]);
  news.recording.frames[1].push([], true);
  news.recording.reasons = [[0, 3, ["The program panicked in the middle of this tick."], []]];
  it.answers.push(news);
  await it.ask();
  assert.deepEqual([tick(), text("result"), document.querySelector("#because p").textContent], [4, "■ panicked", "The program panicked in the middle of this tick."]);
});

/** A program from whose moments an agent can go on with a copy. */
async function openBranching() {
  const it = await openLive({ state: { branch: { moments: [0, 1], text: false } } });
  /** The answer with a copy from a moment on, in which each tick has these bytes. */
  const copy = (from, all) => ({ from, recording: { ...byHand(NODES, all.map((bytes, place) => [from + place, 1, bytes])), first: from, moments: all.length } });
  return { ...it, copy };
}

test("a copy goes on from an earlier tick, and what is different is listed", async () => {
  const it = await openBranching();
  assert.deepEqual([isHidden("branch"), byId("branch-go").hasAttribute("disabled")], [false, true], "the last moment is not kept");
  press("Home");
  assert.equal(byId("branch-go").hasAttribute("disabled"), false);
  // Without a change, it does what the agent did, and goes further.
  it.answers.push(it.copy(0, [CALM, CALM, CALM, CALM]));
  press("g");
  await answered();
  frames();
  const [, url] = it.asked.findLast(([method]) => method === "POST");
  assert.deepEqual(JSON.parse(new URLSearchParams(url.split("?")[1]).get("wish")), { agent: 0, moment: 0, ticks: 50, forced: [] });
  assert.deepEqual([text("copy-title"), text("copy-difference"), text("copy-rest")], ["Copy from tick 1", "No difference, as far as the agent has come (tick 3).", "The copy does the same in this tick."]);
  assert.deepEqual([document.querySelectorAll("#tree .copied").length, document.querySelectorAll("#tree .copied[data-differs]").length], [3, 0]);
  it.answers.push(it.news(2, [[2, CALM], [3, CALM]]));
  await it.ask();
  await it.ask();
  assert.equal(text("copy-difference"), "No difference.");
  // With another answer.
  it.replay.selectRecorded(1);
  frames();
  byId("force-status").value = "success";
  it.replay.branch.force(1, "success", "released");
  assert.equal(text("branch-forced"), "npc.health < 20: success until released ×");
  it.answers.push(it.copy(0, [HURT, CALM, CALM, CALM, CALM, CALM]));
  press("g");
  await answered();
  frames();
  assert.deepEqual([text("copy-title"), text("copy-first"), text("copy-what")], ["Copy from tick 1 with npc.health < 20: success", "tick 1", ", npc.health < 20: success in place of failure."]);
  assert.equal(document.querySelector("#node-1").getAttribute("aria-label").endsWith(", copy: success, different"), true);
  assert.deepEqual(texts("#copy-here li").map((one) => one.trim()), ["✓ npc.health < 20: success in place of failure", "✓ active_selector: success in place of running", "– running: nothing in place of running"]);
  write("copy-tick", "5", "input");
  assert.deepEqual([text("copy-at"), text("copy-rest"), tick()], ["tick 6, the agent is not there yet", "", 4]);
  click("copy-first");
  assert.equal(tick(), 1);
  document.querySelector("#branch-forced button").click();
  assert.equal(text("branch-forced"), "");
  click("copy-close");
  assert.deepEqual([isHidden("copy"), document.querySelectorAll("#tree .copied").length, document.activeElement.id], [true, 0, "branch-go"]);
});

test("a copy that the program refuses is not there", async () => {
  const it = await openBranching();
  press("Home");
  it.answers.push({ problem: "the text has mistakes, so no copy can run it" });
  press("g");
  await answered();
  assert.deepEqual([text("branch-said"), isHidden("copy")], ["the text has mistakes, so no copy can run it", true]);
  it.program.live.branch = null;
  await it.ask();
  assert.equal(isHidden("branch"), true);
});

test("a field that is different is the first difference, if no node is", async () => {
  const it = await openBranching();
  press("Home");
  const copy = it.copy(0, [CALM, CALM]);
  copy.recording.changes = [[0, 0, { health: 50 }], [0, 1, { health: 7 }]];
  it.answers.push(copy);
  press("g");
  await answered();
  frames();
  assert.deepEqual([text("copy-first"), text("copy-what")], ["tick 2", ", health: 7 in place of 50."]);
});

test("a request has its fields, and its answer is the program's or a sentence", async () => {
  assert.equal(String(queryOf({ after: 3, text: "a b&c" })), "after=3&text=a+b%26c");
  globalThis.fetch = async () => ({ ok: true, json: async () => ({ it: 1 }) });
  assert.deepEqual(await post("x", {}), { it: 1 });
  globalThis.fetch = async () => ({ ok: false, text: async () => "refused" });
  assert.equal(await post("x", {}), "refused");
  globalThis.fetch = async () => {
    throw new Error("gone");
  };
  assert.equal(await post("x", {}), "The program does not answer.");
});
