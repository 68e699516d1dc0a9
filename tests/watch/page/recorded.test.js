// What the page knows of a recording, compared with what was recorded.

import assert from "node:assert/strict";
import test from "node:test";
import { byHand, recorded } from "./open.js";
import { boardRows, courseOf, firstNumber } from "../../../bt-watch/src/replay/page/board.js";
import { COUNTED, History, STATES, STRIDE } from "../../../bt-watch/src/replay/page/history.js";
import { ABORTED, decodeFrame, encodeTips, FAILURE, RUNNING, SUCCESS } from "../../../bt-watch/src/replay/page/decode.js";
import { Recording } from "../../../bt-watch/src/replay/page/recording.js";
import { Trace } from "../../../bt-watch/src/replay/page/plot.js";

const RESULTS = { failure: FAILURE, success: SUCCESS, running: RUNNING };

/** The states of all nodes in a tick, as words. */
function statesOf(tick) {
  return [...tick.states].map((state) => STATES[state]).join(" ");
}

function countsOf(history, moment) {
  const counts = [...history.counters.upTo(moment)];
  return Array.from({ length: counts.length / COUNTED.length }, (_, node) => counts.slice(node * COUNTED.length, (node + 1) * COUNTED.length));
}

/** The values of the blackboard with their paths, those without parts first. */
function flat(agent, moment) {
  const isPlain = (value) => value === null || typeof value !== "object" || Object.keys(value).length === 0;
  const add = (path, value) => (isPlain(value) ? [[path.join("."), value]] : Object.entries(value).flatMap(([key, part]) => add([...path, key], part)));
  const known = [...agent.values.keys()].map((key) => [key, agent.values.at(key, moment)]).filter(([, value]) => value !== undefined);
  // The keys of objects have the order of their texts in the recording.
  known.sort(([one], [other]) => (one < other ? -1 : 1));
  const lists = (nested) => known.filter(([, value]) => (value !== null && typeof value === "object") === nested);
  return [...lists(false), ...lists(true)].flatMap(([key, value]) => add([key], value));
}

/** Compares the ticks of an agent from a moment on with what is known of them. */
function compare(recording, agent, history, expected, from = recording.first) {
  for (let moment = from; moment < recording.end; moment += 1) {
    const place = `${expected.name}, moment ${moment}`;
    const tick = history.tick(moment);
    const known = expected.ticks[moment - (recording.end - expected.ticks.length)];
    assert.equal(statesOf(tick), known.states, place);
    assert.equal(tick.ticked, known.ticked, place);
    assert.equal(tick.panicked, known.unfinished, place);
    if (tick.ticked) assert.equal(tick.result, known.unfinished ? RUNNING : (RESULTS[known.result] ?? ABORTED), place);
    assert.deepEqual(tick.errors, known.errors, place);
    assert.deepEqual(countsOf(history, moment), known.counts, place);
    if (known.board) assert.deepEqual(flat(agent, moment), known.board, place);
    const kept = agent.tree.nodes.map(({ id }) => [id, agent.keptBy(id, moment)]).filter(([, text]) => text !== null);
    assert.deepEqual(kept, known.values, place);
  }
}

for (const [name, { recording: data, agents }] of Object.entries(recorded)) {
  test(`${name}: every tick of every agent is as it was recorded`, () => {
    const recording = new Recording(data);
    assert.equal(recording.agents.length, agents.length);
    for (const [place, expected] of agents.entries()) {
      const agent = recording.agents[place];
      assert.equal(agent.name, expected.name);
      const history = new History(agent);
      compare(recording, agent, history, expected);
      assert.deepEqual(history.marks, expected.marks.filter((mark) => mark > agent.starts[0]), expected.name);
      assert.deepEqual(history.aborts, agent.starts.map((start) => statesOf(history.tick(start)).includes("aborted")));
    }
  });
}

/** The moments `from..to` of a recording; of its last moment, some agents may be missing. */
function part(data, from, to, { isFirst = false, without = -1, open = null } = {}) {
  const frames = data.frames.flatMap(([agent, moment, count, ...rest]) => {
    const [start, end] = [Math.max(moment, from), Math.min(moment + count, agent === without ? to - 1 : to)];
    return start < end ? [[agent, start, end - start, ...rest]] : [];
  });
  const within = ([agent, moment]) => moment >= from && moment < to && !(agent === without && moment === to - 1);
  const lists = Object.fromEntries(["changes", "values", "reasons"].map((name) => [name, (data[name] ?? []).filter(within)]));
  const times = (data.times ?? []).slice(from - data.first, to - data.first);
  return { ...lists, times, frames, first: from, moments: to - from, trees: isFirst ? data.trees : [], agents: isFirst ? data.agents : [], open };
}

for (const name of ["life", "guards", "hunt", "fall"]) {
  test(`${name}: what comes in parts, with moments that are told again, is the same`, () => {
    const { recording: data, agents } = recorded[name];
    const without = agents.length - 1;
    const recording = new Recording(part(data, 0, 2, { isFirst: true, without, open: 1 }));
    const histories = recording.agents.map((agent) => new History(agent));
    for (let from = 1; from < data.moments; from += 2) {
      const to = Math.min(data.moments, from + 3);
      assert.equal(recording.finished, recording.end - 1);
      assert.equal(recording.finished, from);
      // The views have already asked for what is known of the unfinished moment.
      for (const history of histories) countsOf(history, recording.end - 1);
      recording.append(part(data, from, to, { without, open: from }));
      for (const history of histories) history.extend();
    }
    recording.append(part(data, recording.finished, data.moments));
    assert.equal(recording.finished, data.moments);
    for (const [place, expected] of agents.entries()) {
      histories[place].extend();
      compare(recording, recording.agents[place], histories[place], expected);
      assert.deepEqual(histories[place].marks, new History(new Recording(data).agents[place]).marks);
    }
  });
}

test("what was missed is a gap, and what is behind it is true", () => {
  const { recording: later, agents } = recorded.later;
  const recording = new Recording(part(recorded.guards.recording, 0, 20, { isFirst: true }));
  const histories = recording.agents.map((agent) => new History(agent));
  // The program tells the ids of all agents.
  recording.append({ ...later, agents: later.agents.map((agent, id) => ({ ...agent, id })) });
  assert.deepEqual(recording.gaps, [[20, 35]]);
  for (const expected of agents) {
    const place = recording.agents.findIndex(({ name }) => name === expected.name);
    histories[place] ??= new History(recording.agents[place]);
    histories[place].extend();
    for (let moment = 35; moment < 60; moment += 1) {
      const known = expected.ticks[moment - 35];
      assert.equal(statesOf(histories[place].tick(moment)), known.states, `${expected.name}, moment ${moment}`);
      if (known.board) assert.deepEqual(flat(recording.agents[place], moment), known.board);
    }
  }
  assert.deepEqual([...histories[0].lost(25).states], histories[0].nodes.map(() => 0));
  recording.forgetBefore(34);
  assert.deepEqual(recording.gaps, [[20, 35]], "the gap is still to be seen");
  recording.forgetBefore(36);
  assert.deepEqual(recording.gaps, []);
});

test("moments are dropped, and stay counted", () => {
  const { recording: data, agents } = recorded.guards;
  const recording = new Recording(data);
  const histories = recording.agents.map((agent) => new History(agent));
  const frames = recording.forgetBefore(33);
  histories.forEach((history, place) => history.forget(frames[place], 33));
  assert.equal(recording.first, 33);
  assert.equal(recording.end, data.moments);
  for (const [place, expected] of agents.entries()) compare(recording, recording.agents[place], histories[place], expected, 33);
  assert.ok(histories[0].marks.every((mark) => mark >= 33));
});

/** A long run in which each tick has other events: a selector asks a condition and then an action. */
function long(moments) {
  const frames = Array.from({ length: moments }, (_, moment) => {
    const asks = (moment * 7) % 3;
    const events = [[1, 4 | SUCCESS, SUCCESS], [3, 4 | FAILURE, 8 | RUNNING, RUNNING, 2], [4, 8 | ABORTED, 4 | FAILURE, 8 | FAILURE, FAILURE]][asks];
    return [moment, 1, asks === 0 ? [2, 4 | SUCCESS, SUCCESS] : asks === 1 ? events : events];
  });
  return byHand([["selector", null, 3], ["condition", 0, 2], ["action", 0, 3]], frames);
}

test("counters are those of all ticks before, in any order of questions", () => {
  const recording = new Recording(long(5 * STRIDE + 10));
  const history = new History(recording.agents[0]);
  const sums = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]];
  const expected = [];
  for (let moment = 0; moment < recording.end; moment += 1) {
    const asks = (moment * 7) % 3;
    const add = (node, ...places) => places.forEach((place) => (sums[node][place] += 1));
    add(0, 0);
    add(1, 0, asks === 0 ? 1 : 2);
    if (asks === 0) add(0, 1);
    if (asks === 1) add(2, 0);
    if (asks === 2) add(0, 2), add(2, 0, 2, 3);
    expected.push(structuredClone(sums));
  }
  const order = [3, 2, 64, 63, 65, 329, 0, 128, 200, 199, 320, 64];
  for (const moment of order) assert.deepEqual(countsOf(history, moment), expected[moment], `moment ${moment}`);
  const dropped = recording.forgetBefore(2 * STRIDE + 5);
  assert.deepEqual(dropped, [2 * STRIDE], "whole strides are dropped");
  history.forget(dropped[0], 2 * STRIDE + 5);
  for (const moment of order.filter((one) => one >= 133)) assert.deepEqual(countsOf(history, moment), expected[moment], `moment ${moment}`);
});

test("the history of one node is kept, and goes on with new moments", () => {
  const { recording: data } = recorded.life;
  const recording = new Recording(part(data, 0, 9, { isFirst: true, open: 1 }));
  const history = new History(recording.agents[0]);
  const trace = new Trace();
  const states = () => trace.of(history, 1).map((state) => STATES[state]);
  const expected = () => history.agent.starts.map((start) => recorded.life.agents[0].ticks[start].states.split(" ")[1]);
  assert.deepEqual(states(), expected());
  recording.append(part(data, 8, data.moments));
  history.extend();
  assert.deepEqual(states(), expected());
  const { length } = expected();
  assert.deepEqual(trace.of(history, 0).length, length);
});

test("a run may be as long as a recording can be", () => {
  const moments = 2 ** 48;
  const recording = new Recording(byHand([["action", null, 1]], [[0, moments, [1, 1]]]));
  const history = new History(recording.agents[0]);
  assert.equal(recording.end, moments);
  assert.equal(statesOf(history.tick(moments - 1)), "success");
  assert.deepEqual(countsOf(history, moments - 1), [[moments, moments, 0, 0]]);
});

test("numbers of a frame take several bytes", () => {
  assert.deepEqual(decodeFrame("AgUCAQ=="), { events: [5, 2], tips: [1] });
  for (const tips of [[], [0], [127], [128], [300, 5], [16_383, 16_384], [2 ** 30 - 1]]) assert.deepEqual(decodeFrame(encodeTips(tips)), { events: [], tips });
  assert.equal(encodeTips([300]), "AKwC");
});

test("each moment of an agent belongs to one version of its tree", () => {
  const recording = new Recording(recorded.versions.recording);
  const first = recording.agents.flatMap(({ previous }, place) => (previous === null ? [place] : []));
  assert.deepEqual(first.map((place) => recording.agents[place].name), ["Ada", "Bob", "Cid"]);
  for (const place of first) {
    const versions = recording.versions(place);
    assert.equal(versions.length, 3);
    assert.deepEqual(versions.map((version) => recording.agents[version].since), [0, 2, 5]);
    for (const version of versions) {
      assert.deepEqual(recording.versions(version), versions);
      for (let moment = 0; moment < 8; moment += 1) assert.equal(recording.versionAt(version, moment), versions[moment < 2 ? 0 : moment < 5 ? 1 : 2]);
    }
    assert.deepEqual(versions.map((version) => recording.agents[version].retired), [1, 4, Infinity]);
  }
});

test("the time is that of the program, or of a clock on the blackboard while the agent is ticked", () => {
  const { recording: data } = recorded.guards;
  const recording = new Recording(data);
  const [ada] = recording.agents;
  assert.equal(recording.time(39, ada), 19.5);
  assert.equal(recording.time(20, ada), null, "it rests");
  const timed = new Recording({ ...data, times: [[7, 250_000_000], null] });
  assert.equal(timed.time(0, timed.agents[0]), 7.25);
  assert.equal(timed.time(1, timed.agents[0]), 0.5);
});

/** The rows of a blackboard: path, text, kind, text before. */
function rows(agent, moment, opened = []) {
  return boardRows(agent, moment, new Set(opened.map((path) => JSON.stringify(path)))).rows.map((row) => [row.path.join("."), row.text, row.kind, row.before ?? ""]);
}

const MANY = "18446744073709551615";

/** An agent with a value of each kind; some of them change in the second moment. */
function values() {
  const first = {
    a_many: { $number: MANY },
    b_nan: { $number: "NaN" },
    c_infinite: { $number: "-inf" },
    d_error: { $error: "key must be a string" },
    e_deep: { $error: "it is <b>deep</b>" },
    f_list: [{ $number: MANY }, 0.1],
    g_own: { $$number: "7" },
    h_own: { $$$error: 1 },
    i_two: { $error: "2", $number: "1" },
    j_empty: {},
    k_pause: { secs: 1, nanos: 500_000_000 },
    l_times: [{ secs: { $number: MANY }, nanos: 1 }, { secs: 0, nanos: 0 }],
    m_own: { nanos: 1_000_000_000, secs: 1 },
  };
  const second = { a_many: 7, b_nan: { $number: "inf" }, d_error: "well", k_pause: { secs: 61, nanos: 0 } };
  return new Recording(byHand([["action", null, 1]], [[0, 1, [1, 1]], [1, 1, [1, 1]]], { changes: [[0, 0, first], [0, 1, second]] }));
}

test("every value is shown as it was", () => {
  const [agent] = values().agents;
  assert.deepEqual(rows(agent, 0), [
    ["a_many", MANY, "number", ""],
    ["b_nan", "NaN", "number", ""],
    ["c_infinite", "-inf", "number", ""],
    ["d_error", "key must be a string", "error", ""],
    ["e_deep", "it is <b>deep</b>", "error", ""],
    ["j_empty", "{}", "object", ""],
    ["k_pause", "1.5s", "number", ""],
    ["f_list", `[${MANY},0.1]`, "list", ""],
    ["g_own", "", "object", ""],
    ["g_own.$number", '"7"', "string", ""],
    ["h_own", "", "object", ""],
    ["h_own.$$error", "1", "number", ""],
    ["i_two", "", "object", ""],
    ["i_two.$error", '"2"', "string", ""],
    ["i_two.$number", '"1"', "string", ""],
    ["l_times", `[${MANY}.000000001s,0s]`, "list", ""],
    ["m_own", "", "object", ""],
    ["m_own.nanos", "1000000000", "number", ""],
    ["m_own.secs", "1", "number", ""],
  ]);
  assert.deepEqual(rows(agent, 1).filter(([, , , before]) => before !== ""), [
    ["a_many", "7", "number", MANY],
    ["b_nan", "inf", "number", "NaN"],
    ["d_error", '"well"', "string", "key must be a string"],
    ["k_pause", "61s", "number", "1.5s"],
  ]);
  // Every number can be drawn as a curve.
  assert.deepEqual(courseOf(agent, ["b_nan"]), { name: "b_nan", moments: [0, 1], values: [NaN, Infinity] });
  assert.deepEqual(courseOf(agent, ["k_pause"]).values, [1.5, 61]);
  assert.deepEqual(courseOf(agent, ["a_many"]).values, [Number(MANY), 7]);
  assert.deepEqual(firstNumber(agent), ["a_many"]);
});

test("keys that look alike are told apart", () => {
  const [agent] = new Recording(recorded.keys.recording).agents;
  assert.deepEqual(rows(agent, 0), [
    ["map", "", "object", ""],
    ['map."null"', "3", "number", ""],
    ["map.Null", "4", "number", ""],
    ["map.name", "2", "number", ""],
    ["map.null", "1", "number", ""],
    ["pairs", "", "object", ""],
    ['pairs.{[7,"7"]:8}', "9", "number", ""],
    ["twice", "", "object", ""],
    ["twice.7", "7", "number", ""],
    ["twice.null", "5", "number", ""],
    ["twice.null (2)", "6", "number", ""],
  ]);
  assert.deepEqual(rows(agent, 1).slice(0, 3), [
    ["map", "0", "number", '{"null":3,"Null":4,"name":2,null:1}'],
    ["pairs", "0", "number", '{{[7,"7"]:8}:9}'],
    ["twice", "0", "number", "{7:7,null:5,null (2):6}"],
  ]);
});

test("long lists are folded and pairs take one row", () => {
  const [ada] = new Recording(recorded.guards.recording).agents;
  const of = (key, opened) => rows(ada, 4, opened).filter(([path]) => path.split(".")[0] === key).map(([path, text, , before]) => [path, text, before]);
  assert.deepEqual(of("place"), [["place", "[4,0]", "[3,0]"]]);
  const folded = boardRows(ada, 4, new Set()).rows.filter(({ path }) => path[0] === "known");
  assert.deepEqual(folded[0].fold, { parts: 20, isOpen: false, isLong: true });
  assert.deepEqual(folded.slice(1).map(({ path, text, before, isHidden }) => [path.join("."), text, before, isHidden]), [["known.7", "2", "1", true]], "only what changed");
  assert.equal(of("known", [["known"]]).length, 21);
  assert.deepEqual(of("place", [["place"]]), [["place", "", ""], ["place.0", "4", "3"], ["place.1", "0", ""]]);
  // Values that are too deep, and too many of them.
  const deep = { a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } };
  const many = Object.fromEntries(Array.from({ length: 450 }, (_, place) => [`field${place}`, place]));
  const [agent] = new Recording(byHand([["action", null, 1]], [[0, 1, [1, 1]]], { changes: [[0, 0, { nested: deep, ...many }]] })).agents;
  const { rows: shown, more } = boardRows(agent, 0, new Set());
  assert.deepEqual([shown.length, more], [400, true]);
  const [alone] = new Recording(byHand([["action", null, 1]], [[0, 1, [1, 1]]], { changes: [[0, 0, { nested: deep }]] })).agents;
  assert.deepEqual(rows(alone, 0).at(-1), ["nested.a.b.c.d.e.f", '{"g":{"h":1}}', "object", ""]);
});
