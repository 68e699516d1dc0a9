// The editor: its texts and edits, what is drawn of them, what is offered, and what it does with the answers of the program.

import assert from "node:assert/strict";
import test from "node:test";
import { answered, frames, timers } from "./document.js";
import { byId, openBody, text as textIn, texts } from "./open.js";
import { differenceView, lineChanges, merged } from "../../../bt-watch/src/replay/page/edit/difference.js";
import { Draft } from "../../../bt-watch/src/replay/page/edit/draft.js";
import { asName, readNumber, stepped } from "../../../bt-watch/src/replay/page/edit/fields.js";
import { EditFiles, FileList, readUnsaved, writeUnsaved } from "../../../bt-watch/src/replay/page/edit/files.js";
import { depthAfter, Mirror, Tokens } from "../../../bt-watch/src/replay/page/edit/mirror.js";
import { EditModel, sentenceOf } from "../../../bt-watch/src/replay/page/edit/model.js";
import { matching, offersOf, treeOffer } from "../../../bt-watch/src/replay/page/edit/palette.js";
import { differenceOf, UndoList } from "../../../bt-watch/src/replay/page/edit/undo.js";
import { TreeCommands } from "../../../bt-watch/src/replay/page/edit/commands.js";

test("edits are undone and done again, one by one or as a group", () => {
  const list = new UndoList();
  let text = "abc";
  const edit = (to, merge = null) => {
    list.add(text, to, { before: [0, 0], after: [to.length, to.length], merge });
    text = to;
  };
  const go = (what) => {
    const answer = list[what](text);
    text = answer?.text ?? text;
    return answer && [text, answer.select];
  };
  assert.equal(go("undo"), null);
  edit("abXc");
  edit("abXcd");
  assert.deepEqual([go("undo"), go("undo"), go("undo")], [["abXc", [0, 0]], ["abc", [0, 0]], null]);
  assert.deepEqual([go("redo"), go("redo"), go("redo")], [["abXc", [4, 4]], ["abXcd", [5, 5]], null]);
  for (const number of [1, 22, 333]) edit(`abXc${number}`, "drag");
  assert.deepEqual(go("undo"), ["abXcd", [0, 0]], "a drag is one edit");
  assert.deepEqual(go("redo"), ["abXc333", [7, 7]]);
  edit("abXc4", "drag");
  assert.deepEqual(go("undo"), ["abXc333", [0, 0]], "a group that was done again has ended");
  edit("x", "drag");
  assert.equal(go("redo"), null, "another edit forgets what was undone");
  list.split();
  edit("xy", "drag");
  assert.deepEqual(go("undo"), ["x", [0, 0]]);
  assert.deepEqual([differenceOf("abcd", "axd"), differenceOf("aa", "aaa"), differenceOf("x", "x")], [{ at: 1, removed: "bc", inserted: "x" }, { at: 2, removed: "", inserted: "a" }, { at: 1, removed: "", inserted: "" }]);
});

test("random edits come back in both directions", () => {
  let seed = 3;
  const below = (limit) => (seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32) % limit;
  const list = new UndoList();
  const all = [""];
  for (let round = 0; round < 200; round += 1) {
    const text = all.at(-1);
    const at = below(text.length + 1);
    const next = text.slice(0, at) + "abc\n".slice(0, below(4)) + text.slice(at + below(3));
    if (next === text) continue;
    list.add(text, next, { before: [0, 0], after: [0, 0], merge: null });
    all.push(next);
  }
  for (let place = all.length - 1; place > 0; place -= 1) assert.equal(list.undo(all[place]).text, all[place - 1]);
  for (let place = 0; place < all.length - 1; place += 1) assert.equal(list.redo(all[place]).text, all[place + 1]);
});

test("two texts are compared line by line", () => {
  assert.deepEqual(lineChanges("a\nb", "a\nc"), [["same", "a"], ["removed", "b"], ["added", "c"]]);
  assert.deepEqual(lineChanges("a\nb\nc\nd", "a\nc\nx\nd"), [["same", "a"], ["removed", "b"], ["same", "c"], ["added", "x"], ["same", "d"]]);
  const long = (sign) => Array.from({ length: 1600 }, (_, line) => `${sign}${line}`).join("\n");
  assert.deepEqual(lineChanges(long("a"), long("b")).map(([kind]) => kind).join("").match(/^(removed){1600}(added){1600}$/)?.length, 3);
  openBody();
  const lines = Array.from({ length: 20 }, (_, line) => String(line));
  const view = differenceView(lines.join("\n"), lines.map((line) => (line === "10" ? "x" : line)).join("\n"));
  assert.deepEqual(view.children.map((line) => line.textContent), ["⋯", "  7", "  8", "  9", "− 10", "+ x", "  11", "  12", "  13", "⋯"]);
});

test("changes in different places are merged, others are a matter for a person", () => {
  assert.equal(merged("a\nb\nc", "x\nb\nc", "a\nb\ny"), "x\nb\ny");
  assert.equal(merged("a\nb\nc", "x\nb\nc", "y\nb\nc"), null, "the same line");
  assert.equal(merged("a\nb\nc", "x\nb\nc", "a\ny\nc"), null, "lines side by side");
  assert.equal(merged("a\nb\nc", "x\nb\nc", "x\nb\nc"), "x\nb\nc", "the same change");
  assert.equal(merged("a\nb\nc\nd\ne", "a\nc\nd\ne", "a\nb\nc\nd\nnew\ne"), "a\nc\nd\nnew\ne");
  assert.equal(merged("a\nb", "a\nb", "z"), "z");
});

const WORDS = [
  { name: "Eat", kind: "action", documentation: "Eats.", fits: ["action"], parameters: [{ name: "bites", type: "u32", default: "3" }] },
  { name: "Hungry", kind: "condition", documentation: null, fits: ["condition", "bool"], parameters: [{ name: "limit", type: "f32", default: null }, { name: "of", type: "Who", default: null, choices: ["Me", "You"] }] },
  { name: "Carefully", kind: "decorator", documentation: null, fits: [], parameters: [{ name: "time", type: "Duration", default: null }] },
  { name: "Hunger", kind: "value", type: "f32", documentation: null, fits: ["f32"], parameters: [] },
  { name: "Pose", kind: "type", documentation: null, fits: [], parameters: [] },
  { name: "home", kind: "value", type: "Pose", documentation: null, fits: [], parameters: [] },
  { name: "Go", kind: "action", documentation: null, fits: ["action"], parameters: [{ name: "to", type: "Pose", default: null }, { name: "say", type: "&str", default: null }] },
];
const part = (name, type) => ({ name, label: name, type, required: true, choices: null, binds: false });
const KINDS = [
  { word: "action", family: "leaf", children: "none", arguments: [], fields: [part("of", "action")], key: null, documentation: null, example: "action Eat;" },
  { word: "condition", family: "leaf", children: "none", arguments: [], fields: [part("of", "condition")], key: null, documentation: null, example: "condition Hungry;" },
  { word: "running", family: "leaf", children: "none", arguments: [], fields: [], key: null, documentation: "Runs.", example: "running;" },
  { word: "sequence", family: "composite", children: "many", arguments: [], fields: [], key: null, documentation: "One after the other.", example: "sequence {\n}" },
  { word: "active_selector", family: "composite", children: "many", arguments: [], fields: [], key: null, documentation: null, example: "active_selector {\n}" },
  { word: "guard", family: "decorator", children: "one", arguments: [], fields: [part("of", "condition")], key: null, documentation: null, example: "guard(Hungry)" },
  { word: "service", family: "decorator", children: "one", arguments: [], fields: [part("every", "Duration"), part("of", "action")], key: null, documentation: null, example: "service(1s, Eat)" },
  { word: "if", family: "composite", children: "one", arguments: [], fields: [part("of", "condition")], key: null, documentation: null, example: "if Hungry {\n}" },
  { word: "subtree", family: "leaf", children: "none", arguments: [], fields: [], key: null, documentation: null, example: "subtree Rest;" },
];

test("the palette has the words and the kinds, as texts that can be inserted", () => {
  const offers = offersOf({ words: WORDS, nodes: KINDS });
  const of = (title) => offers.find((offer) => offer.title === title);
  assert.deepEqual(offers.map(({ title }) => title), ["Eat", "Hungry", "Carefully", "Go", "running", "sequence", "active_selector", "guard", "service", "if"]);
  assert.deepEqual([of("Eat").source, of("Hungry").source, of("Go").source], ["action Eat;", "condition Hungry(limit = 0.0, of = Me);", 'action Go(to = home, say = "");']);
  assert.deepEqual([of("Carefully").source, of("Carefully").wrap], ["with Carefully(time = 1s);", "with Carefully(time = 1s)"]);
  assert.deepEqual([of("guard").source, of("guard").wrap, of("sequence").wrap, of("running").wrap], ["guard(Hungry);", "guard(Hungry)", "sequence", null]);
  assert.deepEqual([treeOffer("Rest").source, treeOffer("Rest").fits], ["subtree Rest;", ["subtree"]]);
  const found = (typed) => matching(offers, typed).map(({ title }) => title);
  assert.deepEqual([found("eat"), found("asel"), found("s").slice(0, 2), found("one after"), found("xyz")], [["Eat"], ["active_selector"], ["sequence", "service"], ["sequence"], []]);
  assert.deepEqual(found("active selector"), ["active_selector"]);
});

test("a line has colours, also in comments over several lines", () => {
  const tokens = new Tokens({ words: WORDS, nodes: KINDS });
  const looks = (line, depth = 0) => tokens.of(line, depth).map(({ start, end, look }) => [line.slice(start, end), look]);
  assert.deepEqual(looks("'meal: guard(Hungry) action Eat(bites = 3); // now"), [["'meal", "label"], ["guard", "keyword"], ["Hungry", "word"], ["action", "keyword"], ["Eat", "word"], ["3", "number"], ["// now", "comment"]]);
  assert.deepEqual(looks('/// At night.'), [["/// At night.", "doc"]]);
  assert.deepEqual(looks('use "a // b"; /* x /* y */ z */ pub tree'), [["use", "keyword"], ['"a // b"', "string"], ["/* x /* y */ z */", "comment"], ["pub", "keyword"], ["tree", "keyword"]]);
  assert.deepEqual(looks("a */ running", 1), [["a */", "comment"], ["running", "keyword"]]);
  assert.deepEqual(["/* a", 'x "/*"', "// /*", "/* a */ /*", "running;"].map((line) => depthAfter(line, 0)), [1, 0, 0, 1, 0]);
  assert.deepEqual(["a", "*/", "/* */", "*/ /* /*"].map((line) => depthAfter(line, 1)), [1, 0, 1, 2]);
});

test("the text is drawn with mistakes, and only lines that differ again", () => {
  openBody();
  const mirror = new Mirror(byId("edit-lines"), byId("edit-numbers"), new Tokens({ words: WORDS, nodes: KINDS }));
  const lines = () => byId("edit-lines").children;
  const wrong = () => texts("#edit-lines .wrong");
  mirror.show("tree A {\n    action Eatx;\n}\n", [{ start: 20, end: 24 }]);
  assert.deepEqual([texts("#edit-lines .line"), wrong(), textIn("edit-numbers")], [["tree A {", "    action Eatx;", "}", ""], ["Eatx"], "1 2 3 4"]);
  const before = lines();
  mirror.show("tree A {\n    action Eat;\n}\n", []);
  assert.deepEqual(lines().map((line, place) => line === before[place]), [true, false, true, true]);
  assert.deepEqual(wrong(), []);
  mirror.show("tree A {\n    // x\n    action Eat;\n}\n", [{ start: 8, end: 8 }]);
  assert.deepEqual([lines().length, wrong()], [5, [" "]], "a mistake at the end of a line");
  assert.deepEqual([0, 8, 9, 25, 99].map((offset) => mirror.lineOf(offset)), [0, 0, 1, 2, 4]);
  mirror.markLines({ start: 0, end: 35, head: [0, 6] });
  assert.deepEqual(lines().map((line) => line.classes.at(-1)), ["chosen", "within", "within", "within", "line"]);
  mirror.markLines(null);
  assert.equal(texts("#edit-lines .chosen").length, 0);
});

test("a number is dragged in steps that fit it", () => {
  const rows = [["1.5", 2, "f32", "1.7"], ["80.0", 3, "f32", "83.0"], ["0.25", 1, "f32", "0.26"], ["7", -9, "u32", "0"], ["7", -9, "i32", "-2"], ["2", -5, "count", "1"], ["500ms", 2, "Duration", "520ms"], ["2s", 5, "Duration", "2.5s"], ["30s", 1, "Duration", "31.0s"], ["1s", -99, "Duration", "0.0s"], ["1_000", 1, "u32", "1001"], ["Pause", 4, "Duration", "Pause"], ["3", 2, "", "5"]];
  for (const [literal, steps, type, expected] of rows) assert.equal(stepped(literal, steps, type), expected, literal);
  assert.deepEqual([readNumber(" 2.50s"), readNumber("n + 1"), readNumber("")], [{ number: 2.5, digits: 2, unit: "s" }, null, null]);
  assert.deepEqual(["run away", "'flee", "Müde_1", "run + away", "1a", ""].map(asName), ["run_away", "flee", "Müde_1", null, null, ""]);
});

test("texts that were not saved are kept for each program", () => {
  const store = new Map();
  globalThis.sessionStorage = { getItem: (key) => store.get(key) ?? null, setItem: (key, value) => store.set(key, value) };
  assert.deepEqual(readUnsaved(), { open: false, texts: {} });
  writeUnsaved("/a.tree", true, { "a.tree": "x" });
  writeUnsaved("/b.tree", false, { "b.tree": "y" });
  assert.deepEqual(readUnsaved(), { open: false, texts: { "/a.tree": { "a.tree": "x" }, "/b.tree": { "b.tree": "y" } } });
  store.set([...store.keys()][0], "not JSON");
  assert.deepEqual(readUnsaved(), { open: false, texts: {} });
  globalThis.sessionStorage = { getItem: () => null, setItem: () => { throw new Error("full"); } };
  writeUnsaved("/a.tree", true, {});
});

/** Finds the nodes of a text as the program does, as far as these tests need it: one word and `{ }` or `;` for each node. */
function check(text) {
  const nodes = [];
  const trees = [];
  const open = [];
  for (const { 0: sign, index } of text.matchAll(/tree \w+ \{|(?:'\w+: )?\b(?:action|condition|subtree|guard|sequence|active_selector|running)\b[^;{}]*[;{]|\}/g)) {
    if (sign === "}") {
      const node = open.pop();
      if (node === null) trees.at(-1).end = index + 1;
      else nodes[node].end = index + 1;
    } else if (sign.startsWith("tree")) {
      trees.push({ name: sign.split(" ")[1], at: index + 5, start: index, end: index, pub: false, description: null, parameters: [], results: [], gap: null });
      open.push(null);
    } else {
      const [, label, word, rest] = /^(?:'(\w+): )?(\w+)([^;{]*)/.exec(sign);
      const parent = open.at(-1);
      const of = /^\(([^)]*)\)/.exec(rest);
      const fields = of ? { of: [index + word.length + 1, index + word.length + 1 + of[1].length] } : {};
      nodes.push({ parent, tree: trees.length - 1, kind: word, word, name: rest.trim() || null, label: label ?? null, start: index, end: index + sign.length, head: [index, index + sign.trimEnd().replace(/\{$/, "").trimEnd().length], item: index, key: null, gaps: [], description: null, fields, calls: [] });
      if (parent !== null && parent !== undefined) nodes[parent].gaps.push(index);
      if (sign.endsWith("{")) open.push(nodes.length - 1);
    }
  }
  for (const node of nodes) if (["sequence", "active_selector", "guard"].includes(node.word)) node.gaps.push(node.end - 1);
  const mistakes = [...text.matchAll(/Wrong/g)].map(({ index }) => ({ file: null, start: index, end: index + 5, line: 1, column: 1, message: "`Wrong` is unknown", help: null }));
  return { hash: `#${text}`, files: ["village.tree"], owners: {}, mistakes, trees, nodes, disabled: [] };
}

const TEXT = "tree Villager {\n    sequence {\n        condition Hungry;\n        action Eat;\n        subtree Rest;\n    }\n}\n\ntree Rest {\n    running;\n}\n";

/** A model with a program that answers; `asked` has the questions, and `answers` what is told to the next ones of a path. */
async function openModel(text = TEXT) {
  openBody();
  const asked = [];
  const answers = {};
  globalThis.fetch = async (url, { body }) => {
    const path = url.replace(/^edit\/|\?.*/g, "");
    const question = JSON.parse(body);
    asked.push([path, question]);
    const answer = answers[path]?.shift() ?? (path === "check" ? check(question.text) : {});
    if (answer instanceof Error) throw answer;
    return { ok: true, json: async () => (typeof answer === "function" ? answer(question) : answer) };
  };
  const model = new EditModel({ path: "/trees/village.tree", file: "village.tree", text, disk: "mark", words: WORDS, nodes: KINDS, patterns: [], may_save: true });
  const draft = new Draft(model);
  await model.check();
  /** Types, and lets the program check the text. */
  const type = async (next, select = [0, 0]) => {
    model.edit(next, select);
    timers();
    await answered();
  };
  return { model, draft, asked, answers, type };
}

test("a text is checked once keys rest, and the answer to an old text is not shown", async () => {
  const { model, asked, answers } = await openModel();
  assert.deepEqual([model.checked.text, model.checked.nodes.length, model.isUnsaved], [TEXT, 5, false]);
  const { length } = asked;
  model.edit(`${TEXT} `, [0, 0]);
  model.edit(`${TEXT}  `, [0, 0]);
  assert.equal(asked.length, length, "not at each key");
  let release;
  answers.check = [() => new Promise((done) => (release = () => done(check("tree Old {\n}"))))];
  timers();
  await answered();
  model.edit(`${TEXT}   `, [0, 0]);
  release();
  await answered();
  assert.deepEqual([model.checked.text, model.checked.trees[0].name], [`${TEXT}   `, "Villager"], "it asks again");
  model.edit(TEXT.replace("Eat", "Wrong"), [0, 0]);
  timers();
  await answered();
  assert.deepEqual(model.checked.mistakes.map(({ start, end }) => model.text.slice(start, end)), ["Wrong"]);
  model.edit(model.text.replace("tree", "// x\ntree"), [0, 0]);
  assert.deepEqual(model.checked.mistakes.map(({ start, end }) => model.text.slice(start, end)), ["Wrong"], "mistakes move with the text");
  answers.check = [new Error("gone")];
  timers();
  await answered();
  assert.match(model.said, /^The program does not answer/);
});

test("the selection leads from the text to the tree and back", async () => {
  const { model } = await openModel();
  const at = (letters) => model.moveTo([TEXT.lastIndexOf(letters), TEXT.lastIndexOf(letters)]);
  at("Eat");
  assert.deepEqual(model.at, { node: 2, tree: 0, off: undefined });
  at("tree Rest");
  assert.deepEqual([model.at.node, model.at.tree], [null, 1]);
  model.choose(4);
  assert.deepEqual([model.select[0], model.at.tree], [TEXT.indexOf("running"), 1]);
  model.chooseAll([1, 2], 2, 1);
  assert.deepEqual([model.chosen, model.said], [[1, 2], "2 nodes are selected."]);
  model.chooseWithin([TEXT.indexOf("condition"), TEXT.indexOf("subtree")], true);
  assert.deepEqual(model.chosen, [1, 2]);
  at("sequence");
  assert.deepEqual(model.chosen, [0]);
});

test("a change is made by the program, on a checked text, and its node stays selected", async () => {
  const { model, asked, answers } = await openModel();
  model.choose(2);
  const next = TEXT.replace("Eat", "Eat(bites = 5)");
  answers.change = [{ text: next, select: [0, 0] }];
  await model.change(() => ({ argument: { node: 2, name: "bites", source: "5" } }));
  assert.deepEqual([model.text, model.at.node, model.isUnsaved], [next, 2, true]);
  assert.deepEqual(asked.findLast(([path]) => path === "change")[1], { file: "village.tree", text: TEXT, texts: {}, change: { argument: { node: 2, name: "bites", source: "5" } } });
  answers.change = [{ mistakes: [{ message: "a label is one word", file: null }] }];
  await model.change(() => ({ label: { node: 2, name: "a b" } }));
  assert.deepEqual([model.text, model.said], [next, "A label is one word."]);
  answers.change = [() => (model.edit(`${next} `, [0, 0]), { text: "lost", select: [0, 0] })];
  await model.change(() => ({ remove: { nodes: [2] } }));
  assert.deepEqual([model.text, model.said], [`${next} `, "The text has changed meanwhile; try again."]);
  model.undo();
  model.undo();
  assert.equal(model.text, TEXT);
  model.undo();
  assert.equal(model.said, "There is nothing to undo.");
  assert.deepEqual([sentenceOf([]), sentenceOf([{ file: "a.tree", line: 3, message: "no" }])], ["This is not possible here.", "a.tree:3: no"]);
});

test("a name is changed in several files as one edit", async () => {
  const { model, answers } = await openModel();
  const other = "tree Other {\n    running;\n}\n";
  answers.open = [{ text: other, disk: "o", may_save: true }];
  answers.rename = [{ texts: { "village.tree": TEXT.replaceAll("Rest", "Nap"), "rooms/a.tree": "tree Changed {\n}\n" }, select: [0, 0] }];
  assert.equal(await model.rename(() => TEXT.indexOf("Rest"), "Nap"), true);
  const sheet = model.others.get("rooms/a.tree");
  assert.deepEqual([model.text.includes("subtree Nap"), sheet.text], [true, "tree Changed {\n}\n"]);
  assert.deepEqual(model.edited.texts, { "rooms/a.tree": "tree Changed {\n}\n" });
  model.undo();
  assert.deepEqual([model.text, sheet.text, model.edited.texts], [TEXT, other, {}]);
  model.redo();
  assert.equal(sheet.text, "tree Changed {\n}\n");
  const list = new FileList(model);
  list.show();
  assert.deepEqual(texts("#edit-files button"), ["village.tree •", "rooms/a.tree •"]);
  await model.show("rooms/a.tree");
  assert.deepEqual([model.file, model.text, texts("#edit-files button").length], ["rooms/a.tree", "tree Changed {\n}\n", 2]);
  assert.equal(document.querySelectorAll("#edit-files button")[1].getAttribute("aria-pressed"), "true");
  model.edit("tree Mine {\n}\n", [0, 0]);
  await model.show("village.tree");
  model.undo();
  assert.deepEqual([model.text, sheet.text === model.others.get("rooms/a.tree").text], [TEXT, false]);
  assert.equal(model.others.get("rooms/a.tree").text, "tree Mine {\n}\n", "a file that was changed since keeps its text");
  answers.rename = [{ mistakes: [{ message: "`Villager` is already declared in line 1", file: null }] }];
  assert.equal(await model.rename(() => 0, "Villager"), false);
  assert.equal(model.said, "`Villager` is already declared in line 1.");
  assert.deepEqual([model.nameOf("/trees/rooms/a.tree"), model.nameOf(""), model.nameOf("/else/b.tree")], ["rooms/a.tree", "village.tree", "/else/b.tree"]);
});

/** A tree that agents run, as it was recorded. */
function running(nodes) {
  const all = nodes.map(([kind, parent, end, source, label], id) => ({ id, kind, parent, end, source, label, children: [] }));
  for (const { id, parent } of all) if (parent !== null) all[parent].children.push(id);
  return { name: "Villager", file: "/trees/village.tree", nodes: all };
}

test("the text is drawn as the agents run it, and what they do not run is marked", async () => {
  const { draft, type } = await openModel();
  const runs = running([["sequence", null, 5], ["condition", 0, 2, "Hungry"], ["action", 0, 3, "Eat"], ["subtree", 0, 5, "Rest"], ["running", 3, 5]]);
  const drawn = () => draft.draw(runs).nodes.map(({ kind, mark, text }) => [kind, mark, text]);
  const plain = [["sequence", undefined, 0], ["condition", undefined, 1], ["action", undefined, 2], ["subtree", undefined, 3], ["running", undefined, 4]];
  assert.deepEqual(drawn(), plain);
  assert.deepEqual(draft.draw(runs).recorded, [0, 1, 2, 3, 4]);
  await type(TEXT.replace("action Eat;", "action Sleep;"));
  assert.deepEqual([drawn()[2], draft.draw(runs).recorded], [["action", "new", 2], [0, 1, 2, 3, 4]]);
  await type(TEXT.replace("action Eat;", "action Eat; action Wrong;"));
  assert.deepEqual([drawn()[3], draft.draw(runs).recorded], [["action", "wrong", 3], [0, 1, 2, -1, 3, 4]]);
  // A tree that is not used is drawn for itself, one without a root, too, and one that uses itself ends.
  await type("tree Villager {\n    running;\n}\n\ntree Empty {\n}\n\ntree Loop {\n    subtree Loop;\n}\n");
  assert.deepEqual(draft.draw(running([["running", null, 1]])).nodes.map(({ kind, tree, parent }) => [kind, tree, parent]), [["running", "Villager", null], ["no node yet", "Empty", null], ["subtree", "Loop", null]]);
  assert.equal(draft.drawnOf({ node: null, tree: 1, off: undefined }), 1);
  assert.equal(draft.drawnOf({ node: 7, tree: 1, off: undefined }), null);
});

test("commands know the places for nodes, and ask the program for changes", async () => {
  const { model, draft, asked, answers } = await openModel(TEXT.replace("condition Hungry;", "guard(Hungry) {\n            running;\n        }"));
  const tree = { shown: [], nodes: [], focus() {} };
  globalThis.window.addEventListener = () => {};
  const commands = new TreeCommands(model, draft, tree);
  model.choose(0);
  assert.deepEqual([commands.childPlace(), commands.siblingPlace()], [{ node: 0, gap: 3 }, null]);
  model.choose(1);
  assert.deepEqual([commands.childPlace(), commands.siblingPlace()], [null, { node: 0, gap: 1 }], "a guard has one child");
  model.choose(2);
  assert.deepEqual(commands.siblingPlace(), { node: 0, gap: 1 }, "behind the node above that has siblings");
  assert.deepEqual([commands.nameOf({ node: 0, gap: 1 }), commands.nameOf({ tree: 1, gap: 0 })], ["into sequence, behind guard", "as the root of Rest"]);
  const item = (fits) => ({ title: "x", fits, call: "Night", source: "", kind: "condition" });
  assert.deepEqual([commands.partFor(item(["condition"]), 1)?.name, commands.partFor(item(["action"]), 1), commands.partFor(item(["condition"]), 0), commands.partFor(item(["action"]), 3)], ["of", undefined, undefined, undefined]);
  answers.change = [{ text: model.text.replace("Hungry", "Night"), select: [0, 0] }];
  await commands.fill(item(["condition"]), 1);
  assert.deepEqual(asked.findLast(([path]) => path === "change")[1].change, { field: { node: 1, name: "of", source: "Night" } });
  model.choose(2);
  commands.extendBy(1);
  assert.deepEqual(model.chosen, [2]);
  model.choose(1);
  commands.extendBy(1);
  assert.deepEqual(model.chosen, [1, 3], "its sibling");
  commands.toggle(3);
  assert.deepEqual(model.chosen, [1]);
  assert.deepEqual([commands.freeName(["Rest", "Villager", "Nap"]), commands.isLeaf(3), commands.isLeaf(0)], ["Nap", true, false]);
  for (const what of ["up", "remove", "disable"]) {
    answers.change = [{ mistakes: [] }];
    await commands.ask(what);
    assert.deepEqual(asked.findLast(([path]) => path === "change")[1].change, { [what]: { nodes: [1] } });
  }
  assert.equal(model.said, "This is not possible here.");
  model.choose(3);
  answers.change = [{ source: "action Eat;" }];
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  await commands.copy();
  answers.change = [{ text: model.text, select: [0, 0] }];
  await commands.pasteFromClipboard();
  assert.deepEqual(asked.findLast(([path]) => path === "change")[1].change, { insert: { node: 0, gap: 2, source: "action Eat;" } });
});

test("a text is applied and saved, and what others do to it is never lost", async () => {
  const { model, asked, answers, type } = await openModel();
  const applied = [];
  const files = new EditFiles(model, () => applied.push(model.text));
  const notes = () => document.querySelectorAll("#edit-notes .note").map((note) => note.dataset.note);
  const state = (disk, version = 0, running = {}) => files.onProgram({ disk: { "village.tree": disk }, running, version });
  await state("mark", 0, { "village.tree": "#first" });
  // Applied: what the agents run has the mark of the text.
  answers.apply = [{ moved: 2, version: 1 }];
  assert.equal(model.isUnapplied, true);
  await files.apply();
  assert.deepEqual([model.said, model.isUnapplied, applied.length], ["Applied to 2 agents.", false, 1]);
  answers.apply = [{ mistakes: [{ file: null, message: "no" }] }];
  await files.apply();
  assert.equal(model.said, "Not applied. No.");
  // Saved, unless the file has changed.
  const mine = TEXT.replace("Eat", "Eat(bites = 4)");
  await type(mine);
  answers.save = [{ disk: "mine" }];
  await files.save();
  assert.deepEqual([model.said, model.isUnsaved, model.disk.mark], ["Saved.", false, "mine"]);
  assert.equal(asked.findLast(([path]) => path === "save")[1].disk, "mark");
  // The file changes where the page has no text of its own, elsewhere than its text, and in the same line.
  const theirs = mine.replace("running", "// now\n    running");
  answers.revert = [{ text: theirs, disk: "theirs" }];
  await state("theirs", 1, model.applied.marks);
  assert.deepEqual([model.text, notes(), model.said], [theirs, [], "The file has changed on disk; its text is shown."]);
  await type(theirs.replace("Hungry", "Night"));
  answers.revert = [{ text: theirs.replace("// now", "// soon"), disk: "again" }];
  await state("again", 1, model.applied.marks);
  assert.equal(model.text, theirs.replace("Hungry", "Night").replace("// now", "// soon"));
  assert.match(model.said, /both changes are here/);
  const own = model.text;
  answers.revert = [{ text: theirs.replace("Hungry", "Day"), disk: "other" }];
  await state("other", 1, model.applied.marks);
  assert.deepEqual([model.text, notes()], [own, ["disk"]]);
  answers.save = [{ changed: { text: theirs.replace("Hungry", "Day"), disk: "other" } }];
  await files.save();
  assert.deepEqual([model.said, notes()], ["Not saved: the file has changed on disk. Choose one of the two texts first.", ["disk"]]);
  document.querySelectorAll("#edit-notes button")[0].click();
  assert.deepEqual([model.text, notes()], [theirs.replace("Hungry", "Day"), []]);
  model.undo();
  assert.equal(model.text, own, "undo brings the own text back");
  // A file that is as before again differs no more.
  await type(own);
  answers.revert = [{ text: theirs.replace("Hungry", "Noon"), disk: "noon" }];
  await state("noon", 1, model.applied.marks);
  assert.deepEqual(notes(), ["disk"]);
  await state(model.disk.mark, 1, model.applied.marks);
  assert.deepEqual(notes(), []);
  // Another page applies its text.
  answers.applied = [{ text: own.replace("Rest;", "Rest; action Go;") }];
  await state(model.disk.mark, 2, { "village.tree": "#another" });
  await answered();
  assert.equal(model.isUnapplied, true);
  assert.equal(model.text, own.replace("Rest;", "Rest; action Go;"), model.said);
  answers.applied = [{ text: own.replace("Night", "Noon") }];
  await state(model.disk.mark, 3, { "village.tree": "#third" });
  await answered();
  assert.deepEqual(notes(), ["applied"], "both changed the same line");
  frames();
});
