// The page as a person uses it, in a document without a browser: keys, buttons, the address, and what is said about a tick.

import assert from "node:assert/strict";
import test from "node:test";
import { answered, eventOf, frames, timers } from "./document.js";
import { byHand, byId, click, openPage, press, recorded, text, texts, tick, write } from "./open.js";
import { plain, reasonNot } from "../../../bt-watch/src/replay/page/story.js";

/** The recording of a life, which has every kind of event. */
const { recording: LIFE, agents: [NPC] } = recorded.life;
/** The ticks for which `is` is true, from 1 on. */
const where = (is) => NPC.ticks.flatMap((known, moment) => (is(known, NPC.ticks[moment - 1]) ? [moment + 1] : []));
const named = (page, name) => page.replay.nodes.find((node) => [node.label, node.source, node.kind].includes(name)).id;
const shownStates = () => texts("#tree .node").length && document.querySelectorAll("#tree .node").map((node) => node.dataset.state).join(" ");
const isHidden = (id) => byId(id).closest("[hidden]") !== null;

test("every tick is shown as it was recorded, with the reason of a change", async () => {
  const page = await openPage(LIFE);
  for (const [moment, known] of NPC.ticks.entries()) {
    assert.equal(tick(), moment + 1);
    assert.equal(shownStates(), known.states, `tick ${moment + 1}`);
    assert.equal(isHidden("because") ? "" : text("because").replace("Why", ""), recorded.life.sentences[moment], `tick ${moment + 1}`);
    const word = !known.ticked ? "not ticked" : known.result ?? "aborted";
    assert.equal(text("result").replace(/^[^a-z]+/, ""), word, `tick ${moment + 1}`);
    const rows = document.querySelectorAll("#board li").map((row) => [JSON.parse(row.dataset.path).join("."), row.querySelector(".value").textContent]);
    assert.deepEqual(rows.filter(([, value]) => value !== ""), known.board.map(([path, value]) => [path, JSON.stringify(value)]));
    press("ArrowRight");
  }
  assert.equal(tick(), NPC.ticks.length, "there it ends");
  assert.equal(page.replay.history.tick(0).ticked, true);
});

test("what is aborted is listed, and every event has its state before", async () => {
  await openPage(LIFE, { hash: "#tick=5" });
  byId("events").closest("details").open = true;
  press("ArrowRight");
  press("ArrowLeft");
  for (const moment of NPC.ticks.keys()) {
    const page = { listed: document.querySelectorAll("#halted .go").map((go) => Number(go.dataset.go)), marked: document.querySelectorAll("#tree .node").filter((node) => node.dataset.state === "aborted").map((node) => Number(node.dataset.node)) };
    if (!isHidden("halted")) assert.deepEqual(page.listed.toSorted((one, other) => one - other), page.marked, `tick ${tick()}`);
    else assert.deepEqual(page.marked, []);
    assert.equal(texts("#events li").length, Number(text("event-count").split(" ")[0]));
    press(moment === 0 ? "Home" : "ArrowRight");
  }
  write("tick", "14");
  assert.deepEqual(texts("#events .error").filter(Boolean), ["somebody comes"]);
  const failed = document.querySelectorAll("#events li").find((row) => row.querySelector(".error").textContent);
  assert.deepEqual([failed.children[1].getAttribute("aria-label"), failed.children[2].textContent], ["failure", "npc.dinner()"]);
});

test("a panic is named", async () => {
  await openPage(recorded.fall.recording);
  for (const expected of [["", "▶ running"], ["", "▶ running"], ["The program panicked in the middle of this tick.", "■ panicked"], ["running runs now.", "▶ running"]]) {
    assert.deepEqual([isHidden("because") ? "" : text("because").replace("Why", ""), text("result")], expected);
    press("ArrowRight");
  }
});

test("the reason why a node is not ticked is named", async () => {
  const page = await openPage({ ...LIFE }, { hash: "#tick=1" });
  const { replay } = page;
  const sentence = (name) => plain(replay.nodes, reasonNot(replay.nodes, replay.history.tick(replay.moment), named(page, name)), () => "");
  assert.equal(sentence("2s"), "npc.hungry failed, and eat did not tick wait(2s).");
  assert.equal(sentence("eat"), "", "it was ticked");
  assert.equal(sentence("3s"), "heal failed and did not tick timeout(3s).");
  assert.equal(sentence("crouch"), "repeat is running, and active_if npc.seen did not tick hide, which is above it.");
  replay.selectRecorded(named(page, "2s"));
  frames();
  assert.equal(text("why-not").startsWith("Why notnpc.hungry failed, and eat did not tick wait(2s)."), true);
  // The name leads to the node.
  document.querySelector("#why-not .go").click();
  frames();
  assert.equal(text("detail-name"), "npc.hungry");
  press("End");
  assert.equal(isHidden("why-not"), true, "the agent rests");
});

test("keys and buttons go to ticks", async () => {
  const page = await openPage(LIFE);
  const last = NPC.ticks.length;
  const steps = [["End", last], ["ArrowRight", last], ["Home", 1], ["ArrowLeft", 1], [".", 2], [",", 1], [">", 11], ["<", 1]];
  for (const [key, to] of steps) {
    press(key);
    assert.equal(tick(), to, key);
  }
  press("ArrowRight", { shiftKey: true });
  assert.equal(tick(), 11);
  press("ArrowLeft", { shiftKey: true });
  for (const [id, to] of [["forward", 2], ["forward", 3], ["back", 2], ["to-last", last], ["to-first", 1]]) {
    click(id);
    assert.equal(tick(), to, id);
  }
  for (const [typed, to] of [["7", 7], [" 9 ", 9], ["x", 9], ["", 9], ["-3", 9], ["999", last], ["0", 1]]) {
    write("tick", typed);
    assert.deepEqual([tick(), byId("tick").value], [to, String(to)], typed);
  }
  /** Both keys go through these ticks, forth and back. */
  const through = ([forth, back], ticks) => {
    assert.ok(ticks.length > 0, forth);
    press("Home");
    for (const to of ticks) {
      press(forth);
      assert.equal(tick(), to, forth);
    }
    for (const to of ticks.toReversed().slice(1)) {
      press(back);
      assert.equal(tick(), to, back);
    }
  };
  through(["]", "["], NPC.marks.map((mark) => mark + 1));
  through(["x", "X"], where(({ states }) => states.includes("aborted")));
  through(["e", "E"], where(({ errors }) => errors.length > 0));
  const hungry = named(page, "npc.hungry");
  page.replay.selectRecorded(hungry);
  const changes = where((known, before) => before && known.ticked && known.states.split(" ")[hungry] !== before.states.split(" ")[hungry]);
  through(["v", "V"], changes);
  press("Home");
  click("node-after");
  assert.equal(tick(), changes[0]);
  click("to-mark-after");
  click("to-mark-before");
  assert.ok(NPC.marks.includes(tick() - 1));
  // Clicks on the timeline: it is 1000 pixels wide.
  byId("timeline").dispatchEvent(eventOf("pointerdown", { clientX: 500 }));
  byId("timeline").dispatchEvent(eventOf("pointermove", { clientX: 760 }));
  frames();
  assert.equal(tick(), Math.floor(0.76 * last) + 1);
  byId("timeline").dispatchEvent(eventOf("pointerup"));
  byId("timeline").dispatchEvent(eventOf("pointermove", { clientX: 10 }));
  assert.equal(text("timeline-bubble").startsWith("1 "), true);
});

test("the timeline is a slider", async () => {
  await openPage(LIFE);
  byId("timeline").focus();
  const value = (name) => byId("timeline").getAttribute(`aria-value${name}`);
  for (const [key, to] of [["ArrowRight", 2], ["ArrowUp", 3], ["ArrowLeft", 2], ["ArrowDown", 1], ["PageUp", 11], ["PageDown", 1], ["End", 21], ["Home", 1]]) {
    press(key);
    assert.deepEqual([value("now"), tick()], [String(to), to], key);
  }
  assert.deepEqual([value("min"), value("max"), text("tick-range")], ["1", "21", "of 1–21"]);
  assert.equal(value("text").startsWith("tick 1: "), true);
});

test("letters need not be keys, and fields and buttons have their own", async () => {
  await openPage(LIFE);
  byId("letters").checked = false;
  for (const key of ["]", "x", "c", "?", ".", "m"]) assert.equal(press(key).isPrevented, undefined, key);
  assert.deepEqual([tick(), byId("help").open, byId("counting").getAttribute("aria-pressed")], [1, false, "false"]);
  press("ArrowRight");
  assert.equal(tick(), 2);
  byId("letters").checked = true;
  press(".");
  assert.equal(tick(), 3);
  byId("search").focus();
  press(".");
  assert.equal(tick(), 3, "it is written into the field");
  byId("search").blur();
  byId("counting").focus();
  for (const key of [" ", "Enter"]) assert.equal(press(key).isPrevented, undefined, "the browser presses the button");
  assert.equal(byId("play").getAttribute("aria-label"), "Play");
  press("?");
  assert.equal(byId("help").open, true);
  press(".");
  assert.equal(tick(), 3, "the list of keys is open");
  byId("help").open = false;
  press(".", { ctrlKey: true });
  assert.equal(tick(), 3, "that is a key of the browser");
  press("]", { ctrlKey: true, altKey: true, getModifierState: () => true });
  assert.notEqual(tick(), 3, "AltGr types a bracket");
});

test("it is played, and stops at the end", async () => {
  const page = await openPage(LIFE);
  const { player } = page.keyboard.controls;
  // A frame belongs to a time; between them, nothing moves.
  const rests = () => byId("play").getAttribute("aria-label") === "Play";
  assert.equal(rests(), true);
  const calls = [];
  globalThis.requestAnimationFrame = (call) => calls.push(call);
  player.before = 0;
  write("speed", "10");
  player.play();
  player.before = 0;
  assert.equal(rests(), false);
  player.step(100);
  assert.equal(page.replay.moment, 2, "one at once, and one for 100 ms");
  player.step(150);
  assert.equal(page.replay.moment, 2);
  player.step(200);
  assert.equal(page.replay.moment, 3);
  player.step(60_000);
  assert.equal(page.replay.moment, 5, "after a pause of the browser it does not jump");
  player.toggle();
  player.step(60_100);
  assert.equal(page.replay.moment, 5);
  assert.equal(rests(), true);
  write("speed", "1000");
  player.play();
  player.step(player.before + 100);
  assert.deepEqual([page.replay.moment, rests()], [NPC.ticks.length - 1, true]);
  page.keyboard.controls.togglePlay();
  assert.equal(page.replay.moment, 0, "it begins again");
  player.pause();
});

test("a tree is walked by keys as trees are", async () => {
  const page = await openPage(LIFE, { hash: "#tick=1" });
  const name = (id) => page.replay.nodes[id].label ?? page.replay.nodes[id].source ?? page.replay.nodes[id].kind;
  const focused = () => name(Number(document.activeElement.dataset.node));
  document.querySelector("#tree [tabindex=\"0\"]").focus();
  const walk = (steps) => {
    for (const [key, to] of steps) {
      press(key);
      assert.equal(focused(), to, key);
      assert.equal(document.querySelectorAll("#tree [tabindex=\"0\"]").length, 1);
      assert.equal(document.querySelectorAll("#tree [aria-selected=true]").length, 1);
      assert.equal(tick(), 1);
    }
  };
  const expanded = () => document.activeElement.getAttribute("aria-expanded");
  walk([["ArrowRight", "heal"], ["ArrowDown", "3s"], ["ArrowUp", "heal"], ["ArrowLeft", "heal"]]);
  assert.deepEqual([expanded(), document.activeElement.getAttribute("aria-level")], ["false", "2"]);
  walk([["ArrowDown", "eat"], ["ArrowUp", "heal"], ["ArrowRight", "heal"]]);
  assert.equal(expanded(), "true");
  walk([["ArrowRight", "3s"], ["ArrowLeft", "3s"], ["ArrowLeft", "heal"], ["End", name(page.replay.nodes.length - 1)], ["Home", "active_selector"]]);
  walk([["Enter", "active_selector"]]);
  assert.equal(expanded(), "false");
  assert.equal(document.activeElement.getAttribute("aria-label"), "active_selector, running");
  press("Enter");
  // Elsewhere, the arrows go to ticks.
  document.activeElement.blur();
  press("ArrowRight");
  assert.equal(tick(), 2);
  press("ArrowDown");
  assert.equal(text("detail-name"), "heal", "from the selected node on");
});

test("nodes are counted", async () => {
  await openPage(LIFE, { hash: "#tick=12" });
  for (const [node, counts] of NPC.ticks[11].counts.entries()) {
    press("ArrowDown");
    assert.deepEqual(texts("#detail-counts dd").map(Number), counts, `node ${node}`);
  }
  press("c");
  const shown = document.querySelectorAll("#tree .counts").map((one) => one.textContent);
  const expected = NPC.ticks[11].counts.map(([ticked, ...rest]) => [`${ticked}×`, ...rest.flatMap((count, place) => (count > 0 ? `${"✓✗■"[place]}${count}` : []))].join(" "));
  assert.deepEqual(shown, expected);
  click("counting");
  assert.equal(document.querySelectorAll("#tree .counts").length, 0);
});

test("subtrees fold, and a search unfolds them", async () => {
  const page = await openPage(LIFE, { hash: "#tick=1" });
  const { tree } = page.replay.views;
  const all = page.replay.nodes.length;
  const eat = page.replay.nodes[named(page, "eat")];
  document.querySelector(`#node-${eat.id} .fold circle`).click();
  frames();
  const hidden = eat.end - eat.id - 1;
  assert.deepEqual([tree.shown.length, document.querySelector(`#node-${eat.id} .fold`).textContent], [all - hidden, String(hidden)]);
  press("/");
  assert.equal(document.activeElement.id, "search");
  write("search", "DINNER act", "input");
  assert.equal(text("search-result"), "1 found");
  byId("search-form").dispatchEvent(eventOf("submit"));
  frames();
  assert.deepEqual([tree.shown.length, text("detail-name"), text("search-result")], [all, "npc.dinner()", "1 of 1"]);
  assert.deepEqual(document.querySelectorAll("#tree .found").map((one) => Number(one.dataset.node)), [named(page, "npc.dinner()")]);
  assert.equal(page.replay.searches, true, "the results stay where they are");
  press("Escape");
  assert.deepEqual([document.querySelectorAll(".found").length, byId("search").value, page.replay.searches], [0, "", false]);
  press("Escape");
  assert.equal(isHidden("detail"), true);
  click("fold-idle");
  assert.ok(tree.shown.length < all);
  const idle = tree.nodes.filter(({ id, children }) => children.length > 0 && NPC.ticks[0].states.split(" ")[id] === "idle").map(({ id }) => id);
  assert.deepEqual([...tree.folded], idle);
  press("u");
  assert.equal(tree.shown.length, all);
  press("Enter");
  press("f");
  assert.equal(tree.shown.length, all, "no node is selected");
  // A folded node hides the selected one, and is selected then.
  page.replay.selectRecorded(named(page, "npc.hungry"));
  page.replay.fold(eat.id);
  frames();
  assert.equal(text("detail-name"), "eat");
});

test("only what changed of the blackboard is shown on demand", async () => {
  await openPage(recorded.guards.recording, { hash: "#tick=5&agent=Ada" });
  const rows = () => document.querySelectorAll("#board li").map((row) => row.querySelector(".key").textContent);
  assert.deepEqual(rows(), ["health", "time", "known", "place"]);
  assert.equal(text("only-changed"), "3 changed");
  assert.equal(document.querySelectorAll("#board .parts").find((one) => !one.hidden).textContent, "▸ 20 entries, 1 changed");
  press("d");
  assert.deepEqual(rows(), ["time", "known.7", "place"]);
  click("only-changed");
  const fold = () => document.querySelectorAll("#board .parts").find((one) => one.getAttribute("aria-label") === "Entries of known");
  fold().click();
  frames();
  assert.deepEqual([fold().textContent, rows().length], ["▾ 20 entries", 24]);
  press("ArrowRight");
  assert.equal(rows().length, 24, "it stays open");
  fold().click();
  frames();
  assert.equal(rows().length, 4);
});

test("three numbers are plotted, the oldest makes room", async () => {
  const fields = Object.fromEntries(["a", "b", "c", "d"].map((name, value) => [name, value]));
  const page = await openPage(byHand([["action", null, 1]], [[0, 1, [1, 1]]], { changes: [[0, 0, fields]] }));
  const plotted = () => [...page.replay.plots.values()].map(([name]) => name).join("");
  assert.equal(plotted(), "a");
  const plot = (name) => {
    document.querySelectorAll("#board .plot").find((one) => one.getAttribute("aria-label") === `Plot ${name} on the timeline`).click();
    frames();
  };
  for (const [name, expected] of [["b", "ab"], ["c", "abc"], ["d", "bcd"], ["c", "bd"]]) {
    plot(name);
    assert.equal(plotted(), expected);
  }
  assert.deepEqual(document.querySelectorAll("#board .plot").map((one) => one.getAttribute("aria-pressed")), ["false", "true", "false", "true"]);
});

test("a page goes from version to version, and lists each agent once", async () => {
  const { recording, agents } = recorded.versions;
  const page = await openPage(recording, { hash: "#tick=8" });
  const names = ["Guard", "Guard, version from tick 3 on", "Guard, version from tick 6 on"];
  assert.deepEqual(texts("#agent option"), ["Ada", "Bob", "Cid"]);
  const shows = (agent, moment) => {
    const version = moment < 2 ? 0 : moment < 5 ? 1 : 2;
    assert.deepEqual([byId("agent").value, text("tree-name"), tick()], [String(agent), names[version], moment + 1]);
    const { agent: place } = page.replay;
    assert.equal(shownStates(), agents[place].ticks[moment].states);
  };
  shows(0, 7);
  for (const agent of [1, 2, 2]) {
    press("PageDown");
    shows(agent, 7);
  }
  press("PageUp");
  shows(1, 7);
  press("Home");
  for (let moment = 0; moment < 8; moment += 1) {
    shows(1, moment);
    press("ArrowRight");
  }
  write("agent", "0");
  shows(0, 7);
  location.hash = "#tick=2&agent=Cid";
  window.listeners.get("hashchange").forEach((call) => call());
  frames();
  shows(2, 1);
});

test("an agent that did not exist yet is shown from its beginning", async () => {
  const page = await openPage(recorded.guards.recording, { hash: "#tick=3" });
  assert.equal(text("tree-name"), "Guard");
  press("PageDown");
  press("PageDown");
  assert.equal(text("tree-name"), "Other");
  assert.equal(page.replay.recording.agents[page.replay.agent].name, "late");
});

test("the address holds the place, and names it", async () => {
  const page = await openPage(recorded.guards.recording, { hash: "#tick=31&agent=Bob&node=2" });
  assert.deepEqual([tick(), text("detail-name"), page.replay.history.agent.name], [31, "npc.health < 20", "Bob"]);
  press("ArrowRight");
  timers();
  assert.equal(location.hash, "#tick=32&agent=Bob&node=2");
  press("ArrowRight");
  location.hash = "#tick=7";
  timers();
  assert.equal(location.hash, "#tick=7", "another address that was entered is not overwritten");
  window.listeners.get("hashchange").forEach((call) => call());
  frames();
  assert.deepEqual([tick(), page.replay.history.agent.name], [7, "Bob"]);
  for (const hash of ["#tick=x", "#tick=1.5&node=-1", "#node=99", "#agent=nobody", ""]) {
    await openPage(recorded.guards.recording, { hash });
    assert.deepEqual([tick(), isHidden("detail")], [1, true], hash);
  }
});

test("a page shows what a child is chosen by", async () => {
  await openPage(recorded.choices.recording);
  const lines = document.querySelectorAll("#tree .node").map((node) => [node.querySelector(".title").textContent, node.querySelector(".detail")?.textContent ?? null]);
  assert.deepEqual(lines.filter(([, detail]) => detail?.includes("=>")), [
    ["eat", "*hunger > 0.9 => sequence"],
    ["*hunger += 0.5", "true => action"],
    ["hunt", "*hunger => repeat"],
    ["repeat(2)", "0.25 =>"],
    ["sleep", "true => succeed"],
    ["fail", "false =>"],
  ]);
  assert.equal(document.querySelector("#node-2 title").textContent, "*hunger > 0.9 => 'eat: sequence");
  document.querySelector("#node-2 .box").click();
  frames();
  assert.equal(byId("detail-source").textContent, "*hunger > 0.9 =>");
  write("search", "0.25", "input");
  press("n");
  assert.equal(text("search-result"), "1 of 1");
});

const IDLE = { hunt: "let(prey: Deer = near(*world))", aim: "for(shot in 0..3)", hidden: "let(secret: Secret = Secret)", flight: "subtree Go(speed = 1.5)" };

test("a page shows the values that nodes keep in each tick, and the header of a tree", async () => {
  const page = await openPage(recorded.hunt.recording);
  const lines = () => {
    const all = document.querySelectorAll("#tree .node").map((node) => [node.querySelector(".title").textContent, node.querySelector(".detail")?.textContent]);
    return Object.fromEntries(all.filter(([title]) => title in IDLE));
  };
  const prey = { hunt: "prey = Deer { id: 5 }" };
  assert.deepEqual(lines(), { ...IDLE, ...prey, aim: "shot = 1" });
  document.querySelector("#node-0 .box").click();
  frames();
  assert.equal(text("detail-value"), "prey = Deer { id: 5 }");
  assert.equal(document.querySelector("#node-0").getAttribute("aria-label"), "hunt, let, running, prey = Deer { id: 5 }");
  press("ArrowRight");
  assert.deepEqual(lines(), { ...IDLE, ...prey, aim: "shot = 2" });
  press("ArrowRight");
  assert.deepEqual(lines(), { ...IDLE, ...prey }, "a type that is not `Debug`");
  press("ArrowRight");
  assert.deepEqual(lines(), { ...IDLE, ...prey, flight: "speed = 2.0" });
  const headers = document.querySelectorAll("#tree .header").map((header) => [header.parentNode.id, header.textContent]);
  assert.deepEqual(headers, [["node-8", "Go(speed: f32)"]]);
  assert.equal(text("detail-header"), "");
  for (const node of [8, 7]) {
    page.replay.selectRecorded(node);
    frames();
    assert.equal(text("detail-header"), "Go(speed: f32)");
  }
  document.querySelector("#node-0 .box").click();
  press("End");
  assert.deepEqual(lines(), IDLE);
  assert.equal(text("detail-value"), "");
  press("Home");
  assert.deepEqual(lines(), { ...IDLE, ...prey, aim: "shot = 1" });
});

test("a node has its line and its file", async () => {
  await openPage(byHand([["selector", null, 2], ["action", 0, 2, { line: 4, source: "Eat", file: "rooms/kitchen.tree" }]], [[0, 1, [0]]]), { hash: "#node=1" });
  assert.deepEqual([text("detail-line"), byId("detail-line").dataset.file, byId("detail-line").dataset.line], ["line 4 of rooms/kitchen.tree", "rooms/kitchen.tree", "4"]);
});

test("what a person changed is marked, and keys go there", async () => {
  const nodes = [["selector", null, 3], ["condition", 0, 2, { source: "npc.health < 20" }], ["action", 0, 3, { source: "npc.rest()" }]];
  const recording = byHand(nodes, [[0, 2, [1, 1]], [2, 1, [1, 1], [], false, [1], [["health", "1000"]]], [3, 2, [1, 1]]]);
  await openPage(recording);
  assert.equal(isHidden("legend-touched"), false);
  press("m");
  assert.equal(tick(), 3);
  assert.deepEqual(texts("#touched li"), ["health was set to 1000", "npc.health < 20 was forced"]);
  assert.equal(document.querySelector("#node-1").getAttribute("aria-label"), "npc.health < 20, condition, answer forced in this tick");
  assert.equal(document.querySelector("#node-1 .forced").dataset.kind, "tick");
  assert.equal(byId("timeline").getAttribute("aria-valuetext").endsWith(", changed from the page: set: health = 1000 · forced: npc.health < 20"), true);
  press("m");
  assert.equal(tick(), 3);
  press("End");
  assert.equal(isHidden("touched"), true);
  assert.equal(document.querySelector("#node-1 .forced"), null);
  press("M");
  assert.equal(tick(), 3);
  assert.equal(isHidden("force") && isHidden("set-form"), true, "nothing runs that could be changed");
});

const UNSEEN = "a\u202eb\u200bc\u0007 👩\u200d🚀 שלום";
const SEEN = "a\\u{202e}b\\u{200b}c\\u{7} 👩\u200d🚀 שלום";

test("what cannot be seen is shown, and hostile names are names", async () => {
  const recording = byHand([["condition", null, 1, { source: UNSEEN, description: UNSEEN }]], [[0, 1, [1, 0], [[0, UNSEEN]]]], { changes: [[0, 0, { [UNSEEN]: UNSEEN, ["__proto__"]: 1 }]] });
  recording.trees[0].name = UNSEEN;
  recording.agents = [{ name: UNSEEN, tree: 0 }, { name: "constructor", tree: 0 }];
  await openPage(recording, { hash: "#node=0" });
  byId("events").closest("details").open = true;
  press("ArrowRight");
  for (const selector of ["#tree-name", "#agent option", "#node-0 .title", "#doing .go", "#detail-name", "#events .error", "#detail-description", "#board .key"]) {
    assert.equal(document.querySelector(selector).textContent, SEEN, selector);
  }
  const value = document.querySelector("#board .value").textContent;
  assert.deepEqual([value, JSON.parse(value)], ['"a\\u202eb\\u200bc\\u0007 👩‍🚀 שלום"', UNSEEN]);
  press("PageDown");
  assert.equal(byId("agent").value, "1");
});

test("what happens in a tick is announced once the user stays there", async () => {
  await openPage(LIFE);
  write("tick", "5");
  assert.equal(text("said"), "");
  timers();
  assert.equal(text("said").startsWith("Tick 5, running: heal, "), true);
  assert.equal(text("said").includes("so heal took over from idle"), true);
  byId("timeline").focus();
  press("ArrowRight");
  timers();
  assert.equal(text("said").startsWith("Tick 5"), true, "the timeline says its own value");
  await answered();
});

test("a recording without agents says so", async () => {
  const page = await openPage({ trees: [], agents: [], first: 0, moments: 0, frames: [], changes: [] });
  assert.equal(page, null);
  assert.equal(document.body.textContent, "No agent was recorded.");
});
