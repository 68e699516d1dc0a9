// Texts: names of nodes, values, what cannot be seen, what was found.

import assert from "node:assert/strict";
import test from "node:test";
import "./document.js";
import { Search } from "../../../bt-watch/src/replay/page/controls.js";
import { named, wayTo } from "../../../bt-watch/src/replay/page/story.js";
import { isDuration, kindOf, numberOf, partOf, partsOf, textOf } from "../../../bt-watch/src/replay/page/value.js";
import { clock, family, keyOf, nameOf, visible, visibleJson, writtenKind } from "../../../bt-watch/src/replay/page/words.js";

test("a node has a name, and what was written", () => {
  const rows = [
    [{ label: "flee", kind: "sequence" }, "flee", "sequence"],
    [{ kind: "condition", source: "npc\n    .hurt()" }, "npc .hurt()", "condition npc .hurt()"],
    [{ kind: "action", source: "npc.run()" }, "npc.run()", "action npc.run()"],
    [{ kind: "subtree", source: "Go(speed = 1.5)" }, "Go(speed = 1.5)", "subtree Go(speed = 1.5)"],
    [{ kind: "wait", source: "2s" }, "wait(2s)", "wait(2s)"],
    [{ kind: "active_if", source: "npc.seen" }, "active_if npc.seen", "active_if npc.seen"],
    [{ kind: "guard", source: "a  <\n b" }, "guard(a < b)", "guard(a < b)"],
    [{ kind: "running" }, "running", "running"],
  ];
  for (const [node, name, written] of rows) assert.deepEqual([nameOf(node), writtenKind(node)], [name, written]);
  assert.deepEqual([keyOf({ key: "x >\n 3" }), keyOf({})], ["x > 3 =>", ""]);
  assert.deepEqual(["condition", "selector", "retry", "a word of tomorrow"].map(family), ["leaf", "composite", "decorator", "composite"]);
  assert.deepEqual([0, 9.5, 61.25, 3600.001].map(clock), ["0:00.000", "0:09.500", "1:01.250", "60:00.001"]);
});

test("characters that cannot be seen are escaped", () => {
  const rows = [
    ["a\u202eb\u200bc\u0007", "a\\u{202e}b\\u{200b}c\\u{7}"],
    ["tab\tand\nlines\r", "tab\tand\nlines\r"],
    ["👩\u200d🚀 שלום ❤\ufe0f", "👩\u200d🚀 שלום ❤\ufe0f"],
    ["a\u200db", "a\\u{200d}b"],
    ["\ufeff\u2028\u2029\u00ad", "\\u{feff}\\u{2028}\\u{2029}\\u{ad}"],
    ["\ud800", "\\u{d800}"],
    ["\u{e0041}", "\\u{e0041}"],
  ];
  for (const [text, shown] of rows) assert.equal(visible(text), shown);
  assert.equal(visibleJson("a\u202eb"), '"a\\u202eb"');
  for (const [text] of rows) assert.equal(JSON.parse(visibleJson(text)), text);
});

test("values have a kind, a text, a number and parts", () => {
  const rows = [
    [undefined, "gone", undefined],
    [null, "null", undefined],
    [true, "boolean", undefined],
    [1.5, "number", 1.5],
    ["x", "string", undefined],
    [{ $number: "NaN" }, "number", NaN],
    [{ $number: "-inf" }, "number", -Infinity],
    [{ $error: "no" }, "error", undefined],
    [{ secs: 3, nanos: 250_000_000 }, "number", 3.25],
    [{ secs: -3, nanos: 0 }, "object", undefined],
    [{ secs: 3, nanos: 1e9 }, "object", undefined],
    [[1], "list", undefined],
    [{}, "object", undefined],
  ];
  for (const [value, kind, number] of rows) assert.deepEqual([kindOf(value), numberOf(value)], [kind, number], JSON.stringify(value));
  assert.equal(textOf([1, { $number: "18446744073709551615" }, { $number: "NaN" }]), "[1,18446744073709551615,NaN]");
  assert.equal(textOf({ name: "scout", 1: true, '"1"': 0 }), '{1:true,"name":"scout","1":0}');
  assert.equal(textOf({ secs: 1, nanos: 1 }), "1.000000001s");
  assert.equal(isDuration({ secs: { $number: "18446744073709551615" }, nanos: 0 }), true);
  assert.deepEqual([partsOf({ $$number: 1 }), partOf({ $$number: 1 }, "$number"), partOf({ a: 1 }, "constructor")], [[["$number", 1]], 1, undefined]);
});

const NODES = [
  { id: 0, kind: "selector", parent: null, label: "day" },
  { id: 1, kind: "condition", parent: 0, source: "npc.hungry && npc.gun.shells < 3" },
  { id: 2, kind: "subtree", parent: 0, source: "Shoot(&mut npc.gun)", description: "Aims first." },
  { id: 3, kind: "condition", parent: 2, source: "gun.shells > 0" },
  { id: 4, kind: "action", parent: 0, key: "npc.hurt", source: "npc.flee()" },
];

test("nodes are found by any of their texts", () => {
  const search = new Search();
  const found = (query) => (search.look(NODES, query), search.found);
  assert.deepEqual([found("SHELLS"), found("condition shells"), found("aims"), found("hurt"), found("day"), found("nothing")], [[1, 3], [1, 3], [2], [4], [0], []]);
  assert.deepEqual([search.summary, search.step(1)], ["none", null]);
  assert.deepEqual([found("  "), search.summary, search.step(1)], [null, "", null]);
  found("shells");
  assert.equal(search.summary, "2 found");
  assert.deepEqual([search.step(1), search.summary, search.step(1), search.step(1), search.step(-1)], [1, "1 of 2", 3, 1, 3]);
  found("shells");
  assert.equal(search.step(-1), 3, "back from the beginning is the last one");
});

test("the changed values that a node names", () => {
  const row = (path, before) => ({ path: path.split("."), before });
  const rows = [row("hungry", "false"), row("gun.shells", "4"), row("shells", "1"), row("hurt", "0"), row("flee", "1"), row("other", undefined)];
  const of = (node, key) => named(NODES, { changes: node, key }, rows).map(({ path }) => path.join("."));
  assert.deepEqual([of(1), of(3), of(4), of(4, true), of(0)], [["hungry", "gun.shells"], [], [], ["hurt"], []]);
  assert.deepEqual([wayTo(NODES, 3), wayTo(NODES, 0)], [[0, 3], [0]]);
});
