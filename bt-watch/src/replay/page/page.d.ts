// The types that the modules share. Only `.ci/browser` reads this file; it is not part of the page.
//
// In the modules, an object type has a space after its outer brace, `{ {x: number} }`: two adjacent
// braces are a placeholder in page.html.

import type { EditElements } from "./edit";
import type { BoardView } from "./board.js";
import type { Camera } from "./camera.js";
import type { Controls } from "./controls.js";
import type { History } from "./history.js";
import type { DetailView } from "./detail_view.js";
import type { Said } from "./story.js";
import type { StoryView } from "./story.js";
import type { Timeline } from "./timeline.js";
import type { TreeView } from "./tree_view.js";

/** The elements of `page.html` that have an id. */
export interface Elements extends EditElements {
  agent: HTMLSelectElement;
  "agent-choice": HTMLElement;
  "ask-why": HTMLButtonElement;
  back: HTMLButtonElement;
  because: HTMLElement;
  board: HTMLUListElement;
  branch: HTMLFormElement;
  "branch-edited": HTMLElement;
  "branch-forced": HTMLUListElement;
  "branch-go": HTMLButtonElement;
  "branch-said": HTMLElement;
  "branch-text": HTMLInputElement;
  "branch-ticks": HTMLInputElement;
  "board-empty": HTMLElement;
  "board-more": HTMLElement;
  breakpoint: HTMLButtonElement;
  "breakpoint-before": HTMLButtonElement;
  copy: HTMLElement;
  "copy-at": HTMLElement;
  "copy-close": HTMLButtonElement;
  "copy-difference": HTMLElement;
  "copy-first": HTMLButtonElement;
  "copy-here": HTMLUListElement;
  "copy-rest": HTMLElement;
  "copy-tick": HTMLInputElement;
  "copy-title": HTMLElement;
  "copy-what": HTMLElement;
  counting: HTMLButtonElement;
  detail: HTMLElement;
  "detail-counts": HTMLElement;
  "detail-description": HTMLElement;
  "detail-header": HTMLElement;
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
  force: HTMLFormElement;
  "force-answer": HTMLButtonElement;
  "force-copy": HTMLButtonElement;
  "force-now": HTMLElement;
  "force-release": HTMLButtonElement;
  "force-said": HTMLElement;
  "force-status": HTMLSelectElement;
  "force-until": HTMLSelectElement;
  "force-while": HTMLInputElement;
  forward: HTMLButtonElement;
  halted: HTMLElement;
  help: HTMLDialogElement;
  "help-button": HTMLButtonElement;
  keys: HTMLElement;
  "legend-copy": HTMLElement;
  "legend-touched": HTMLElement;
  letters: HTMLInputElement;
  live: HTMLElement;
  "live-pause": HTMLButtonElement;
  "live-release": HTMLButtonElement;
  "live-state": HTMLElement;
  "live-step": HTMLButtonElement;
  minimap: SVGSVGElement;
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
  "set-cancel": HTMLButtonElement;
  "set-form": HTMLFormElement;
  "set-name": HTMLElement;
  "set-said": HTMLElement;
  "set-value": HTMLInputElement;
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
  touched: HTMLElement;
  tree: SVGSVGElement;
  "tree-name": HTMLElement;
  unfold: HTMLButtonElement;
  waits: HTMLElement;
  "why-not": HTMLElement;
  would: HTMLElement;
  "zoom-in": HTMLButtonElement;
  "zoom-out": HTMLButtonElement;
}

/** A node of a tree; nodes are named by their place in pre-order. */
export interface TreeNode {
  id: number;
  kind: string;
  label?: string;
  /** The condition, score, weight or pattern before `=>`. */
  key?: string;
  source?: string;
  description?: string;
  /** The header of the tree that begins with this node: "Go(goal: Pose) -> (path: Path)". */
  header?: string;
  /** The name of the tree that begins with this node, in the editor. */
  tree?: string;
  /** The index of the node in the text, in the editor. */
  text?: number;
  /** In the editor: the agent does not run this node, its text has a mistake, or it is disabled. */
  mark?: "new" | "wrong" | "off";
  line?: number;
  /** Its file, if that is not the file of the tree. */
  file?: string;
  parent: number | null;
  /** The first node after its subtree. */
  end: number;
  children: number[];
  depth: number;
  /** Its place among the children of its parent. */
  place: number;
  siblings: number;
}

/** The nodes that are drawn, and for each of them the recorded node that it shows, or -1. */
export interface Drawn {
  nodes: TreeNode[];
  recorded: number[];
}

/** A moment of one agent. */
export interface Tick {
  moment: number;
  /** The index of the last frame that begins at or before the moment; -1 if there is none. */
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
  /** The state of each node, as an index of `STATES`. */
  states: Uint8Array;
  reason?: Reason;
  touched?: Touched | null;
  firstMoment?: number;
}

/** What a person has changed from the page in a tick. */
export interface Touched {
  /** The leaves whose answers were forced. */
  forced: number[];
  /** The fields that were set before the tick, and their values. */
  set: [string, string][];
}

/** How long an answer is forced. */
export type Until = "asked" | "released" | { while: string };

/** A run of a copy of an agent. */
export interface Copy {
  /** The index of the agent. */
  place: number;
  title: string;
  history: History;
  /** For each node of the copy the node of the agent's tree that it is, or -1; and the other way round. */
  originals: number[];
  nodes: Map<number, number>;
  /** Its first moment, and the one after its last. */
  from: number;
  end: number;
  /** The moment that is shown. */
  at: number;
  /** The first moment that was not compared yet. */
  compared: number;
  difference: CopyDifference | null;
}

/** A node or a field that is different in a copy. */
export interface CopyDifference {
  moment: number;
  name: string;
  /** The node of the agent's tree; -1 if there is none. */
  node: number;
  is: string;
  was: string;
  /** True if the agent was changed from the page. */
  touched: boolean;
}

/** An event of a tick, with the state of its node in the tick before. */
export interface TickEvent {
  node: number;
  status: string;
  before?: string;
  error?: string;
}

/** Why another node runs than in the tick before; the library finds it. */
export interface Reason {
  sentence: Part[];
  /** The places of the events of other nodes that had a different result in the tick before. */
  others: number[];
}

/** A part of a sentence: text, a node, or the changes that the source of a node names. */
export type Part = string | NodePart | ChangesPart;

export interface NodePart {
  node: number;
  /** True if the node is shown as its word and argument, not as its label. */
  written?: boolean;
  /** True if the text before its `=>` is shown. */
  key?: boolean;
}

export interface ChangesPart {
  changes: number;
  /** True if the text before the `=>` of the node names the values, and not its source. */
  key?: boolean;
}

/** A row of the blackboard. */
export interface BoardRow {
  path: string[];
  key: string;
  depth: number;
  text: string;
  kind: string;
  /** The text at the moment before, if it was different. */
  before?: string;
  /** The number of parts, and whether they are shown, if the user can fold the row. */
  fold?: { parts: number; isOpen: boolean; isLong: boolean };
  /** True for a part of a folded value; such a row exists only if it changed. */
  isHidden?: boolean;
}

/** One number of the blackboard over time. */
export interface Plot {
  name: string;
  moments: number[];
  values: (number | undefined)[];
}

/** Moments that are missing in the recording: the first one, and the one after the last. */
export type Gap = [number, number];

export interface Fonts {
  name: string;
  code: string;
  detail: string;
}

/** A part of the drawing, in the coordinates of the drawing. */
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

/** The text for the keys, the description of the commands, and the commands by key. */
export type KeyRow = [string, string, Record<string, (event: KeyboardEvent) => unknown>];

/** The state of the program, from the server. */
export interface ProgramState {
  /** True if the program says what would have to be different for a node to run. */
  answers?: boolean;
  paused: boolean;
  pausable: boolean;
  /** Agents and nodes. */
  breakpoints: [number, number][];
  /** The agents and leaves before which the program stops. */
  before?: [number, number][];
  /** The tick in the middle of which the program has stopped, and what has happened in it. */
  waits?: { moment: number; events: [number, string][] } | null;
  /** True if pages may force answers and set fields. */
  changeable?: boolean;
  /** Agents, leaves, and their forced answers. */
  forced?: [number, number, string, Until][];
  /** The fields of the agent that may be set. */
  fields?: string[];
  /** The values on their way to the agent. */
  pending?: [string, string][];
  /** The first and the last moment from which copies of the agent can go on, and whether they take a text; null if the program runs none. */
  branch?: { moments: [number, number] | null; text: boolean } | null;
  /** The agent and the node of the breakpoint at which the program stopped. */
  stopped?: [number, number] | null;
  /** The seconds after which a paused program continues if no page is open. */
  patience?: number;
  /** The marks of the texts on disk and of those that run, by their files; null if the files cannot be edited. */
  edit?: { disk: Record<string, string | null>; version: number; running: Record<string, string> | null } | null;
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
