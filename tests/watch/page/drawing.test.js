// Where things are drawn: the nodes, the visible part of a tree, the timeline; and which nodes of another version of a tree are
// the same.

import assert from "node:assert/strict";
import test from "node:test";
import { LETTER, drawn, eventOf, frames } from "./document.js";
import { byHand, byId, click, openBody, openPage, press, recorded, text, tick, write } from "./open.js";
import { align, areSame } from "../../../bt-watch/src/replay/page/align.js";
import { Camera } from "../../../bt-watch/src/replay/page/camera.js";
import { layout, NODE_HEIGHT } from "../../../bt-watch/src/replay/page/layout.js";
import { fitted, widthOf } from "../../../bt-watch/src/replay/page/theme.js";
import { Tree } from "../../../bt-watch/src/replay/page/recording.js";
import { Span } from "../../../bt-watch/src/replay/page/timeline.js";

/** "selector(condition,sequence(action,action))" → nodes of a tree */
function nodesOf(text) {
  const nodes = [];
  const open = [];
  for (const [sign] of text.matchAll(/[\w:.]+|\(|\)/g)) {
    if (sign === "(") open.push(nodes.length - 1);
    else if (sign === ")") nodes[open.pop()].end = nodes.length;
    else {
      const [kind, source] = sign.split(":");
      nodes.push({ kind, source, parent: open.at(-1) ?? null, end: nodes.length + 1 });
    }
  }
  return new Tree({ name: "Tree", nodes }).nodes;
}

test("a span shows moments, and keeps to those that were recorded", () => {
  const span = new Span();
  span.width = 100;
  span.setMoments(0, 50);
  assert.deepEqual([span.from, span.to, span.x(25), span.momentAt(50)], [0, 50, 50, 25]);
  assert.deepEqual([span.momentAt(-20), span.momentAt(999)], [0, 49]);
  span.zoom(2, 50);
  assert.deepEqual([span.from, span.to, span.momentAt(50)], [12.5, 37.5, 25], "the moment at the pointer stays");
  span.zoom(2, 0);
  assert.deepEqual([span.from, span.to], [12.5, 25]);
  span.zoom(1000, 0);
  assert.equal(span.length, 8, "at least eight");
  span.zoom(0.001, 0);
  assert.deepEqual([span.from, span.to], [0, 50], "at most all");
  span.zoom(5, 0);
  span.moveTo(99);
  assert.deepEqual([span.from, span.to], [40, 50]);
  span.moveTo(-7);
  assert.deepEqual([span.from, span.to], [0, 10]);
  assert.equal(span.reveal(5), false);
  assert.equal(span.reveal(30), true);
  assert.deepEqual([span.from, span.to], [25.5, 35.5]);
  span.setMoments(0, 60);
  assert.deepEqual([span.from, span.to], [25.5, 35.5], "a part stays while the program goes on");
  span.setMoments(30, 60);
  assert.deepEqual([span.from, span.to], [30, 40], "moments that were dropped are not shown");
  span.showAll();
  span.setMoments(30, 70);
  assert.deepEqual([span.from, span.to], [30, 70], "all stay all");
  span.setMoments(3, 3);
  assert.deepEqual([span.first, span.end], [3, 4]);
});

test("nodes stand below each other, parents in the middle of their children", () => {
  const nodes = nodesOf("selector(sequence(condition,action),action,sequence(action))");
  const widths = nodes.map(() => 100);
  const { places, width, height } = layout(nodes, widths, new Set());
  const of = (node) => [places.get(node).x, places.get(node).y];
  const half = NODE_HEIGHT / 2;
  const rows = [half, half + 48, half + 48 * 2 + 8, half + 48 * 3 + 16];
  assert.deepEqual([2, 3, 4, 6].map((node) => of(node)[1]), rows, "families are further apart");
  assert.deepEqual([of(1)[1], of(5)[1]], [(rows[0] + rows[1]) / 2, rows[3]]);
  assert.equal(of(0)[1], (of(1)[1] + of(5)[1]) / 2);
  assert.deepEqual([0, 1, 2].map((node) => of(node)[0]), [0, 136, 272]);
  assert.deepEqual([width, height], [372, rows[3] + half]);
  const folded = layout(nodes, widths, new Set([1]));
  assert.deepEqual([...folded.places.keys()], [0, 1, 4, 5, 6]);
  assert.equal(folded.places.get(1).y, half);
  const counted = layout(nodes, widths, new Set(), 12);
  assert.equal(counted.places.get(3).y - counted.places.get(2).y, 60, "room for the counters");
  nodes[5].header = "Go(speed: f32)";
  assert.equal(layout(nodes, widths, new Set()).places.get(6).y, rows[3] + 16, "room for the header");
  assert.equal(layout(nodesOf("action"), [100], new Set()).height, NODE_HEIGHT);
});

test("no two nodes of any tree overlap", () => {
  let seed = 7;
  const below = (limit) => (seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32) % limit;
  const grow = (depth) => (depth === 0 || below(3) === 0 ? "action" : `sequence(${Array.from({ length: 1 + below(4) }, () => grow(depth - 1)).join(",")})`);
  for (let round = 0; round < 100; round += 1) {
    const nodes = nodesOf(grow(5));
    const widths = nodes.map(() => 60 + below(100));
    const folded = new Set(nodes.filter(({ children }) => children.length > 0 && below(4) === 0).map(({ id }) => id));
    const { places, width, height } = layout(nodes, widths, folded);
    const boxes = [...places].map(([id, { x, y }]) => ({ left: x, right: x + widths[id], top: y - NODE_HEIGHT / 2, bottom: y + NODE_HEIGHT / 2 }));
    for (const [place, one] of boxes.entries()) {
      assert.ok(one.left >= 0 && one.top >= 0 && one.right <= width && one.bottom <= height);
      for (const other of boxes.slice(0, place)) assert.ok(one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top);
    }
  }
});

test("a text that is too long is shortened, and characters stay whole", () => {
  assert.equal(fitted("short", "font", 5 * LETTER), "short");
  assert.equal(fitted("a long name", "font", 6 * LETTER), "a lon…");
  assert.equal(fitted("👩👩👩👩", "font", 3 * LETTER), "👩👩…");
  assert.equal(widthOf("👩a", "font"), 2 * LETTER);
});

test("the nodes of another version are found", () => {
  const before = nodesOf("selector(sequence(condition:hungry,action:eat),action:work,sequence(condition:night,action:sleep))");
  const found = (text) => align(before, nodesOf(text));
  assert.deepEqual(found("selector(sequence(condition:hungry,action:eat),action:work,sequence(condition:night,action:sleep))"), [0, 1, 2, 3, 4, 5, 6, 7]);
  // A node before the others, one that has gone, another source, another kind around, a subtree elsewhere.
  assert.deepEqual(found("selector(action:play,sequence(condition:hungry,action:eat),action:work,sequence(condition:night,action:sleep))"), [0, -1, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(found("selector(sequence(action:eat),sequence(condition:night,action:sleep))"), [0, 1, 3, 5, 6, 7]);
  assert.deepEqual(found("selector(sequence(condition:starving,action:eat),action:work)"), [0, 1, 2, 3, 4]);
  assert.deepEqual(found("selector(sequence(condition:night,action:sleep),action:work,sequence(condition:hungry,action:eat))"), [0, 5, 6, 7, 4, 1, 2, 3]);
  assert.deepEqual(found("selector(repeat(sequence(condition:hungry,action:eat)),action:work)"), [0, -1, 1, 2, 3, 4]);
  const all = found("sequence(action:a,action:b)");
  assert.equal(new Set(all.filter((node) => node >= 0)).size, all.filter((node) => node >= 0).length, "each one once");
  assert.equal(areSame(nodesOf("action:eat")[0], { ...nodesOf("action:eat")[0], source: " e at" }), true);
  assert.equal(areSame(nodesOf("action:eat")[0], nodesOf("condition:eat")[0]), false);
});

function camera() {
  openBody();
  const moves = [];
  const made = new Camera(byId("tree"), document.createElement("g"), { onMove: () => moves.push("move"), onApply: () => {} });
  return Object.assign(made, { moves });
}

test("the camera shows the whole drawing, a part of it, and what the pointer is at", () => {
  const it = camera();
  const whole = { width: 500, height: 300 };
  it.fit(whole);
  assert.deepEqual([it.scale, it.x, it.y], [1, 250, 150], "in the middle");
  it.fit({ width: 4000, height: 300 });
  assert.ok(Math.abs(it.scale - (1000 - 48) / 4012) < 1e-9 && Math.abs(it.x - (1000 - 4000 * it.scale) / 2) < 1e-9);
  it.moveTo(100, 50, 1);
  it.zoom(2, 300, 250);
  assert.deepEqual([it.scale, it.x, it.y], [2, -100, -150], "the point at (300, 250) stays");
  it.zoom(100);
  assert.equal(it.scale, 2.5);
  it.zoom(0.0001);
  assert.equal(it.scale, 0.05);
  it.moveTo(0, 0, 1);
  assert.deepEqual([it.sees({ x: 10, y: 100, width: 80 }), it.sees({ x: 950, y: 100, width: 80 }), it.sees({ x: 10, y: 10, width: 80 }), it.sees({ x: -1, y: 100, width: 8 })], [true, false, false, false]);
  it.keep({ x: 10, y: 20, width: 1 }, { x: 40, y: 80, width: 1 });
  assert.deepEqual([it.x, it.y], [-30, -60]);
  it.centre(400, 100);
  assert.deepEqual([it.x, it.y, it.moves], [100, 200, ["move"]]);
  // As much of the root as there is room for, and no empty space.
  const far = { x: 3000, y: 100, width: 100 };
  it.show(far, { x: 0, y: 150, width: 100 }, { width: 3100, height: 400 }, { glide: false });
  assert.equal(it.sees(far), true);
  assert.deepEqual([it.x, it.y], [1000 - 24 - 3100, 100]);
  it.drawing.clientWidth = 600;
  it.measure();
  assert.equal(it.x, 1000 - 24 - 3100 - 200, "the middle stays in the middle");
});

test("the camera follows a drag, a wheel and two fingers", () => {
  const it = camera();
  const send = (type, more) => it.drawing.dispatchEvent(eventOf(type, more));
  globalThis.WheelEvent = { DOM_DELTA_LINE: 1 };
  send("pointerdown", { clientX: 100, clientY: 100 });
  send("pointermove", { clientX: 102, clientY: 101 });
  assert.deepEqual([it.moved, it.x], [false, 0], "a hand that trembles clicks");
  send("pointermove", { clientX: 130, clientY: 90 });
  assert.deepEqual([it.moved, it.x, it.y], [true, 30, -10]);
  send("pointerdown", { pointerId: 2, clientX: 230, clientY: 90 });
  send("pointermove", { pointerId: 2, clientX: 330, clientY: 90 });
  assert.equal(it.scale, 2);
  for (const pointerId of [1, 2]) send("pointerup", { pointerId });
  send("pointermove", { clientX: 500, clientY: 500 });
  assert.equal(it.scale, 2);
  const { x } = it;
  send("wheel", { deltaY: -120, deltaMode: 0, clientX: x, clientY: it.y });
  assert.ok(it.scale > 2 && it.x === x);
  send("pointerdown", { button: 2, clientX: 1, clientY: 1 });
  send("pointermove", { clientX: 300, clientY: 1 });
  assert.equal(it.x, x, "another button moves nothing");
});

/** A comb: `levels` sequences, each with `leaves` actions, in which the last leaf runs. */
function comb(levels, leaves) {
  const text = `selector(${Array.from({ length: levels }, () => `sequence(${Array.from({ length: leaves }, () => "action:go").join(",")})`).join(",")})`;
  const nodes = nodesOf(text);
  const frames = [];
  const number = (value) => (value > 127 ? [(value & 127) | 128, value >> 7] : [value]);
  for (let moment = 0; moment < 2; moment += 1) {
    const tip = moment === 0 ? 2 : nodes.length - 1;
    frames.push([moment, 1, [1, ...number((tip << 2) | 2), ...number(tip)]]);
  }
  return byHand(nodes.map(({ kind, parent, end, source }) => [kind, parent, end, { source }]), frames);
}

test("a tree is shown as a whole if it can be read, and otherwise where it runs", async () => {
  const small = await openPage(comb(3, 3));
  const { tree, camera: view } = small.replay.views;
  assert.deepEqual([tree.folded.size, view.home], [0, "overview"]);
  assert.ok(tree.nodes.every(({ id }) => view.sees(tree.boxOf(id))));
  const large = await openPage(comb(12, 40));
  const views = large.replay.views;
  assert.equal(views.tree.folded.size, 11, "what does not run is folded");
  assert.equal(views.tree.folded.has(1), false);
  assert.equal(views.camera.sees(views.tree.boxOf(2)), true);
  press("End");
  const last = large.replay.nodes.length - 1;
  assert.ok(views.tree.shown.includes(last), "it is unfolded once it runs");
  assert.equal(views.camera.sees(views.tree.boxOf(last)), true);
  click("fit");
  assert.equal(views.tree.drawing.classList.contains("far"), false);
  click("fit");
  assert.equal(views.tree.folded.size, 0, "all of it on demand");
  assert.equal(views.tree.drawing.classList.contains("far"), true, "texts are not drawn then");
  assert.ok(views.tree.nodes.every(({ id }) => views.camera.sees(views.tree.boxOf(id))));
  // While there is a query, the results stay where they are.
  press("u");
  write("search", "go", "input");
  byId("search-form").dispatchEvent(eventOf("submit"));
  frames();
  const found = views.tree.selected;
  press("End", { target: document.body });
  assert.equal(views.camera.sees(views.tree.boxOf(found)), true);
  byId("search").blur();
  press("Home");
  press("End");
  assert.equal(views.camera.sees(views.tree.boxOf(found)), true);
  assert.equal(byId("follow").getAttribute("aria-pressed"), "true");
  press("Escape");
  press("Home");
  press("End");
  assert.equal(views.camera.sees(views.tree.boxOf(last)), true, "then the page follows again");
  views.camera.centre(0, 0);
  frames();
  assert.equal(byId("follow").getAttribute("aria-pressed"), "false", "a person has moved the drawing");
});

test("only what changed is changed", async () => {
  await openPage(comb(5, 5));
  const changes = [];
  for (const node of document.querySelectorAll("#tree .node")) {
    const set = node.setAttribute.bind(node);
    node.setAttribute = (name, value) => (changes.push([node.id, name]), set(name, value));
  }
  press("End");
  const touched = [...new Set(changes.map(([id]) => id))];
  assert.deepEqual(touched.sort(), ["node-1", "node-2", "node-25", "node-30"], "the root runs before and after");
  assert.ok(changes.every(([, name]) => name === "data-state"), JSON.stringify(changes));
});

test("bars have labels and go on while the agent rests, and the axis has times", async () => {
  const page = await openPage(recorded.guards.recording, { hash: "#tick=41&agent=Ada" });
  drawn.texts = [];
  drawn.rectangles = [];
  page.replay.views.timeline.draw();
  const texts = drawn.texts.map((one) => one.text);
  assert.deepEqual(texts.filter((one) => one === "watch" || one === "flee"), ["watch", "flee", "watch"]);
  assert.equal(texts.some((one) => one.includes("Status::Running")), false);
  const { width } = page.replay.views.timeline.span;
  const bars = drawn.rectangles.filter(({ y, height }) => y === 2 && height === 20);
  assert.deepEqual(bars.map(({ x, width: wide }) => [Math.round((x / width) * 60), Math.round((wide / width) * 60)]), [[0, 40], [40, 10], [50, 10]]);
  // The fortieth tick was at 19.5 seconds; while it rests, nothing is known.
  assert.ok(texts.includes("40  0:19.500") && texts.includes("20"), String(texts));
  assert.equal(text("tick-time"), "0:20.000");
  assert.ok(texts.some((one) => one.startsWith("health  0 to 100")), "the first number is plotted");
  innerHeight = 300;
  drawn.texts = [];
  page.replay.views.timeline.draw();
  assert.equal(drawn.texts.some((one) => one.text.startsWith("health")), false, "a low window has no curves");
});

test("the bar of an agent that rests ends where the agent has left", async () => {
  const page = await openPage(recorded.guards.recording, { hash: "#tick=41&agent=Ada" });
  const { agent } = page.replay.views.timeline.history;
  // The last of its ticks was the 53rd, then it rested, and it left after the 55th.
  agent.counts[agent.counts.length - 1] = 2;
  agent.retired = 54;
  drawn.rectangles = [];
  page.replay.views.timeline.draw();
  const { width } = page.replay.views.timeline.span;
  const bars = drawn.rectangles.filter(({ y, height }) => y === 2 && height === 20);
  assert.deepEqual(bars.map(({ x, width: wide }) => [Math.round((x / width) * 60), Math.round((wide / width) * 60)]), [[0, 40], [40, 10], [50, 5]]);
});

test("the timeline names what happened at the pointer", async () => {
  const { recording, agents: [npc] } = recorded.life;
  await openPage(recording);
  const said = (number) => {
    byId("timeline").dispatchEvent(eventOf("pointermove", { clientX: ((number - 0.5) / npc.ticks.length) * 1000 }));
    return text("timeline-bubble");
  };
  assert.equal(said(1), "1 wait(2s)");
  assert.equal(said(5), "5 running · a node was aborted");
  assert.equal(said(14), "14 running · an error");
  assert.equal(said(18), "18 npc.dinner() · the tree succeeded");
  assert.equal(said(21), "21 rests");
  const wheel = (more) => byId("timeline").dispatchEvent(eventOf("wheel", { deltaX: 0, deltaY: 0, clientX: 500, ...more }));
  const { span } = (await openPage(recording)).replay.views.timeline;
  wheel({ deltaY: -400 });
  assert.ok(Math.abs(span.length - 21 / Math.E) < 1e-9 || span.length === 8);
  const { from } = span;
  wheel({ deltaX: 100 });
  assert.ok(span.from > from);
  press("End");
  assert.equal(tick(), 21);
  assert.ok(span.to >= 21, "the tick that is shown is visible");
});

test("gaps and new versions are drawn", async () => {
  const page = await openPage(recorded.versions.recording);
  drawn.texts = [];
  page.replay.views.timeline.draw();
  assert.deepEqual(drawn.texts.filter(({ text: one }) => one === "new version").length, 1, "the version that comes next");
  const { replay } = await openPage(recorded.guards.recording);
  replay.recording.gaps.push([15, 25]);
  replay.openTimeline();
  press("End");
  write("tick", "20");
  assert.equal(text("result"), "not recorded");
  byId("timeline").dispatchEvent(eventOf("pointermove", { clientX: (19.5 / 60) * 1000 }));
  assert.equal(text("timeline-bubble"), "20 not recorded");
});
