// Assembles the page.

import { BoardView } from "./board.js";
import { Camera } from "./camera.js";
import { Controls } from "./controls.js";
import { DetailView } from "./detail_view.js";
import { byId, html } from "./dom.js";
import { Keyboard } from "./keyboard.js";
import { Live } from "./live.js";
import { Minimap } from "./minimap.js";
import { Recording } from "./recording.js";
import { readLink, Replay } from "./replay.js";
import { Said, StoryView } from "./story.js";
import { connectScheme } from "./theme.js";
import { Timeline, TimelineInput } from "./timeline.js";
import { TreeView } from "./tree_view.js";

/**
 * Returns the fonts of the style sheet, for texts that scripts measure and draw.
 *
 * @param {CSSStyleDeclaration} style
 * @returns {import("./page").Fonts}
 */
function fontsOf(style) {
  const sans = style.getPropertyValue("--sans");
  const mono = style.getPropertyValue("--mono");
  return { name: `600 13px ${sans}`, code: `12px ${mono}`, detail: `11px ${sans}` };
}

/**
 * Creates the views of a recording.
 *
 * @param {Recording} recording
 * @returns {import("./page").Views}
 */
function makeViews(recording) {
  const fonts = fontsOf(getComputedStyle(document.documentElement));
  const controls = new Controls(recording);
  const tree = new TreeView(byId("tree"), fonts);
  const timeline = new Timeline(byId("timeline-canvas"), byId("timeline-head"), fonts);
  return {
    tree,
    timeline,
    controls,
    camera: new Camera(byId("tree"), tree.world, {
      onMove: () => controls.onCameraMoved(),
      onApply: (window) => tree.lookAt(window),
    }),
    story: new StoryView({
      number: byId("tick-number"), time: byId("tick-time"), result: byId("result"), doing: byId("doing"),
      because: byId("because"), reasons: byId("reasons"), halted: byId("halted"), touched: byId("touched"), events: byId("events"), eventCount: byId("event-count"),
      more: byId("more-events"),
    }),
    board: new BoardView(
      { list: byId("board"), empty: byId("board-empty"), more: byId("board-more"), count: byId("only-changed") },
      (path) => controls.replay.plot(path),
      (path) => controls.replay.openParts(path),
    ),
    // The timeline announces its own value.
    said: new Said(byId("said"), () => controls.isPlaying() || document.activeElement === byId("timeline")),
    detail: new DetailView({
      panel: byId("detail"), name: byId("detail-name"), kind: byId("detail-kind"),
      line: byId("detail-line"), source: byId("detail-source"), value: byId("detail-value"), description: byId("detail-description"), header: byId("detail-header"),
      counts: byId("detail-counts"), whyNot: byId("why-not"), would: byId("would"),
    }),
  };
}

/**
 * Attaches the commands to the drawing: a click on a node selects it, a click on its button or a double click folds it.
 *
 * @param {Replay} replay
 */
function connectTree(replay) {
  const { tree, camera } = replay.views;
  /** @type {(event: MouseEvent) => Element} */
  const targetOf = (event) => /** @type {Element} */ (event.target);
  /** @type {(event: MouseEvent) => number} */
  const nodeOf = (event) => Number(targetOf(event).closest("[data-node]")?.getAttribute("data-node") ?? NaN);
  // A click selects a node and does not move the keyboard focus: → still goes to the next tick. A
  // field loses the focus. In the editor, keys change the selected node.
  tree.drawing.addEventListener("mousedown", (event) => {
    event.preventDefault();
    if (replay.draft) return tree.focus();
    const focused = /** @type {(Element & HTMLOrSVGElement) | null} */ (document.activeElement);
    focused?.blur();
  });
  tree.drawing.addEventListener("click", (event) => {
    if (camera.moved) return;
    const node = nodeOf(event);
    if (targetOf(event).closest(".fold")) replay.fold(node);
    else replay.select(Number.isNaN(node) ? null : node);
  });
  tree.drawing.addEventListener("dblclick", (event) => {
    if (!Number.isNaN(nodeOf(event)) && !targetOf(event).closest(".fold")) replay.fold(nodeOf(event));
  });
}

/**
 * Shows the tick, the agent and the node that the address names, as far as they exist.
 *
 * @param {Replay} replay
 */
function follow(replay) {
  const { moment, agent, node } = readLink();
  const { agents } = replay.recording;
  const named = agents.findIndex((one) => one !== null && one.name === agent);
  const first = named < 0 && replay.agent < 0 ? agents.findIndex((one) => one !== null) : named;
  if (replay.agent < 0 && first < 0) {
    replay.drawTree(false);
    return replay.openTimeline();
  }
  replay.moment = replay.recording.first;
  if (moment !== undefined) replay.goTo(moment);
  const place = first < 0 ? first : replay.recording.versionAt(first, replay.moment);
  if (replay.agent < 0 || (place >= 0 && place !== replay.agent)) replay.choose(place);
  if (node !== undefined && node < replay.nodes.length) replay.selectRecorded(node);
}

/**
 * Starts the page.
 *
 * @param {any} data a recording in JSON
 */
function start(data) {
  const recording = new Recording(data);
  const views = makeViews(recording);
  const replay = new Replay(recording, views);
  views.controls.connect(replay);
  const live = document.documentElement.hasAttribute("data-live") ? new Live(replay) : null;
  const keyboard = new Keyboard(replay, views.controls, live);
  new TimelineInput(views.timeline, byId("timeline"), byId("timeline-bubble"), (moment) => replay.goTo(moment));
  connectScheme(byId("scheme"), () => views.timeline.draw());
  connectTree(replay);
  views.tree.minimap = new Minimap(byId("minimap"), (x, y) => views.camera.centre(x, y));
  document.querySelector("details")?.addEventListener("toggle", () => replay.draw());
  new ResizeObserver(() => {
    replay.resized();
    views.timeline.draw();
    replay.draw();
  }).observe(byId("tree"));
  window.addEventListener("hashchange", () => follow(replay));
  follow(replay);
  live?.begin();
  return { replay, keyboard };
}

/** @type { {agents: unknown[]} } */
const data = JSON.parse(byId("recording").text);
const isShown = data.agents.some((agent) => agent !== null) || document.documentElement.hasAttribute("data-live");
if (!isShown) document.body.replaceChildren(html("p", { class: "failed" }, "No agent was recorded."));

/** What the editor uses of the page. */
export const page = isShown ? start(data) : null;
