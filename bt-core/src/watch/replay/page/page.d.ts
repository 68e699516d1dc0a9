// The types that the modules share. Only `.ci/page` reads this file; it is not part of the page.
//
// In the modules, an object type has a space after its outer brace, `{ {x: number} }`: two adjacent
// braces are a placeholder in page.html.

import type { BoardView } from "./board_view.js";
import type { Camera } from "./camera.js";
import type { Controls } from "./controls.js";
import type { DetailView } from "./detail_view.js";
import type { Said } from "./said.js";
import type { StoryView } from "./story_view.js";
import type { Timeline } from "./timeline.js";
import type { TreeView } from "./tree_view.js";

/** The elements of `page.html` that have an id. */
export interface Elements {
  agent: HTMLSelectElement;
  "agent-choice": HTMLElement;
  back: HTMLButtonElement;
  because: HTMLElement;
  board: HTMLUListElement;
  "board-empty": HTMLElement;
  "board-more": HTMLElement;
  breakpoint: HTMLButtonElement;
  counting: HTMLButtonElement;
  detail: HTMLElement;
  "detail-counts": HTMLElement;
  "detail-description": HTMLElement;
  "detail-kind": HTMLElement;
  "detail-line": HTMLElement;
  "detail-name": HTMLElement;
  "detail-source": HTMLElement;
  "detail-value": HTMLElement;
  doing: HTMLUListElement;
  "event-count": HTMLElement;
  events: HTMLOListElement;
  fit: HTMLButtonElement;
  "fold-idle": HTMLButtonElement;
  follow: HTMLButtonElement;
  forward: HTMLButtonElement;
  halted: HTMLElement;
  help: HTMLDialogElement;
  "help-button": HTMLButtonElement;
  keys: HTMLElement;
  letters: HTMLInputElement;
  live: HTMLElement;
  "live-pause": HTMLButtonElement;
  "live-state": HTMLElement;
  "live-step": HTMLButtonElement;
  "more-events": HTMLElement;
  "node-after": HTMLButtonElement;
  "node-before": HTMLButtonElement;
  "only-changed": HTMLButtonElement;
  play: HTMLButtonElement;
  reasons: HTMLElement;
  recording: HTMLScriptElement;
  result: HTMLElement;
  said: HTMLElement;
  scheme: HTMLButtonElement;
  search: HTMLInputElement;
  "search-form": HTMLFormElement;
  "search-result": HTMLOutputElement;
  speed: HTMLSelectElement;
  tick: HTMLInputElement;
  "tick-number": HTMLElement;
  "tick-range": HTMLElement;
  "tick-time": HTMLElement;
  timeline: HTMLElement;
  "timeline-bubble": HTMLElement;
  "timeline-canvas": HTMLCanvasElement;
  "timeline-head": HTMLElement;
  "to-first": HTMLButtonElement;
  "to-last": HTMLButtonElement;
  "to-mark-after": HTMLButtonElement;
  "to-mark-before": HTMLButtonElement;
  tree: SVGSVGElement;
  "tree-name": HTMLElement;
  unfold: HTMLButtonElement;
  "zoom-in": HTMLButtonElement;
  "zoom-out": HTMLButtonElement;
}

/** A node of a tree; nodes are named by their place in pre-order. */
export interface TreeNode {
  id: number;
  kind: string;
  label?: string;
  /** What stands in front of the node and its `=>`. */
  key?: string;
  source?: string;
  description?: string;
  line?: number;
  parent: number | null;
  /** The place of the node behind its subtree. */
  end: number;
  children: number[];
  depth: number;
  /** Its place among the children of its parent. */
  place: number;
  siblings: number;
}

/** A moment of one agent. */
export interface Tick {
  moment: number;
  /** The place of the last frame that begins at or before the moment; -1 if there is none. */
  frame?: number;
  ticked: boolean;
  /** The active nodes that have no active node below them. */
  tips: number[];
  /** Numbers `node << 2 | what`. */
  events: number[];
  errors: [number, string][];
  panicked?: boolean;
  result: number;
  doing: number[];
  /** For each node a place in `STATES`. */
  states: Uint8Array;
  isMark: boolean;
  firstMoment?: number;
}

/** An event of a tick, with the state of its node in the tick before. */
export interface TickEvent {
  node: number;
  status: string;
  before?: string;
  error?: string;
}

/** A part of a sentence: text, a node, or the changes that the source of a node names. */
export type Part = string | NodePart | ChangesPart;

export interface NodePart {
  node: number;
  /** By its word and argument, not by its label. */
  written?: boolean;
}

export interface ChangesPart {
  changes: number;
}

/** A row of the blackboard. */
export interface BoardRow {
  path: string[];
  key: string;
  depth: number;
  text: string;
  kind: string;
  /** The text of the moment before, where it was another one. */
  before?: string;
  /** The number of its parts, and whether they are shown, where the person can choose that. */
  fold?: { parts: number; isOpen: boolean; isLong: boolean };
  /** Whether it is a part of what is folded: only those are told that changed. */
  isHidden?: boolean;
}

/** The course of one number of the blackboard. */
export interface Plot {
  name: string;
  moments: number[];
  values: (number | undefined)[];
}

/** From the first moment to the one behind the last. */
export type Gap = [number, number];

export interface Fonts {
  name: string;
  code: string;
  detail: string;
}

/** A part of the drawing, in its own measure. */
export interface Window {
  left: number;
  top: number;
  right: number;
  bottom: number;
  scale: number;
}

/** The left end, the middle and the width of a node. */
export interface Box {
  x: number;
  y: number;
  width: number;
}

export interface Layout {
  places: Map<number, { x: number; y: number }>;
  width: number;
  height: number;
}

/** What is shown as pressed, what that does, and the functions by key. */
export type KeyRow = [string, string, Record<string, (event: KeyboardEvent) => unknown>];

/** What the server says of the program. */
export interface ProgramState {
  paused: boolean;
  pausable: boolean;
  /** Agents and nodes. */
  breakpoints: [number, number][];
  /** The agent and the node of the breakpoint at which the program stopped. */
  stopped?: [number, number] | null;
  /** Seconds after which a paused program goes on when no page looks on. */
  patience?: number;
  lost?: boolean;
}

export interface Views {
  tree: TreeView;
  timeline: Timeline;
  controls: Controls;
  camera: Camera;
  story: StoryView;
  board: BoardView;
  said: Said;
  detail: DetailView;
}
