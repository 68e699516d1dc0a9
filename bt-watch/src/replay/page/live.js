// Connects the page with a running program: polls for new data, pauses and continues the program.

import { Branch } from "./branch.js";
import { Change } from "./change.js";
import { byId, setAttribute, setText } from "./dom.js";
import { post, queryOf, runOf } from "./server.js";

/** The time between requests. */
const POLL_MILLISECONDS = 100;
/** The time between requests while the program does not answer. */
const LOST_MILLISECONDS = 1000;
/** A program that takes longer to answer is shown as lost. */
const PATIENCE_MILLISECONDS = 3000;
/** The maximum length of the answers whose moments are kept, in characters; the oldest moments are dropped. */
const MOST_KEPT = 64 << 20;

export class Live {
  /** @param {import("./replay.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    /** @type {import("./page").ProgramState} */
    this.state = { paused: false, pausable: false, breakpoints: [] };
    /** Identifies this page to the server. */
    this.page = crypto.getRandomValues(new Uint32Array(1))[0];
    /** The answers whose moments are kept: the moment after the last one, and the length. */
    this.answers = [{ end: replay.recording.end, size: byId("recording").text.length }];
    /** True while a request is pending. */
    this.asks = false;
    /** True after the user has left the page. */
    this.gone = false;
    this.timer = 0;
    // Browsers may allow a page in the background only one request per minute, so the server has to
    // be informed immediately.
    document.addEventListener("visibilitychange", () => this.poll());
    window.addEventListener("pagehide", () => this.leave());
    window.addEventListener("pageshow", () => this.comeBack());
    byId("live").hidden = false;
    byId("live-pause").addEventListener("click", () => this.togglePause());
    byId("live-step").addEventListener("click", () => this.step());
    byId("breakpoint").addEventListener("click", () => this.toggleBreakpoint());
    byId("ask-why").addEventListener("click", () => this.askWhy());
    this.branch = new Branch(this);
    this.change = new Change(this);
    this.keys = { p: () => this.togglePause(), s: () => this.step(), b: () => this.toggleBreakpoint(), ...this.change.keys, ...this.branch.keys };
  }

  /** Goes to the last moment, unless the address names another one, and begins to poll. */
  begin() {
    if (!location.hash.includes("tick=")) this.replay.goTo(this.replay.recording.end - 1);
    this.poll();
  }

  /** Informs the server that the page is closed, so that the program does not wait for it. */
  leave() {
    this.gone = true;
    navigator.sendBeacon(`bye?page=${this.page}`);
  }

  /** Polls again when the user returns to the page, which browsers keep in memory. */
  comeBack() {
    if (!this.gone) return;
    this.gone = false;
    this.poll();
  }

  /** Requests new data, shows it, and schedules the next request. */
  async poll() {
    if (this.asks || this.gone) return;
    this.asks = true;
    clearTimeout(this.timer);
    let pause = POLL_MILLISECONDS;
    const { hidden } = document;
    try {
      const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
      const answer = await (await fetch(`recording?${this.known()}`, { signal })).text();
      const { live, run, recording: news } = JSON.parse(answer);
      // The program was started again: its moments have nothing to do with those of the page.
      if (run !== runOf()) return location.reload();
      if (news) this.take(news, answer.length);
      this.show(live);
    } catch {
      pause = LOST_MILLISECONDS;
      this.show({ ...this.state, lost: true });
    }
    this.asks = false;
    this.timer = setTimeout(() => this.poll(), hidden === document.hidden ? pause : 0);
  }

  /** Returns the query that tells the server which data the page has. */
  known() {
    const { finished, open, trees, nextAgent: agents } = this.replay.recording;
    const fields = { after: finished - 1, trees: trees.length, agents, ...this.visitor() };
    return queryOf(open === null ? fields : { ...fields, open });
  }

  /** Returns the fields of a query that identify the page, and the agent that it shows. */
  visitor() {
    const { recording, agent } = this.replay;
    return { page: this.page, hidden: Number(document.hidden), shown: recording.agents[agent]?.id ?? -1 };
  }

  /**
   * Adds new data. If the last moment is shown, the page goes to the new last moment; otherwise it stays.
   *
   * @param {any} news a recording of the new moments
   * @param {number} size the length of the answer in characters
   */
  take(news, size) {
    const { replay } = this;
    const { recording } = replay;
    const atEnd = replay.moment >= recording.end - 1;
    recording.append(news);
    replay.views.controls.nameAgents();
    replay.grown();
    this.remember(recording.end, size);
    if (atEnd) replay.goTo(recording.end - 1);
  }

  /**
   * Notes the length of an answer, and drops the oldest moments if the page keeps too many.
   *
   * @param {number} end the moment after the last one
   * @param {number} size the length of the answer in characters
   */
  remember(end, size) {
    const last = this.answers[this.answers.length - 1];
    if (last.size < MOST_KEPT / 1024) Object.assign(last, { end, size: last.size + size });
    else this.answers.push({ end, size });
    let kept = this.answers.reduce((sum, answer) => sum + answer.size, 0);
    if (kept <= MOST_KEPT) return;
    let moment = 0;
    // Drop more than necessary, so that this does not happen for each answer.
    while (kept > MOST_KEPT * 0.75 && this.answers.length > 1) {
      const [first] = this.answers.splice(0, 1);
      kept -= first.size;
      moment = Math.min(first.end, this.replay.recording.finished - 1);
    }
    if (moment > this.replay.recording.first) this.replay.forgetBefore(moment);
  }

  /**
   * Shows the state of the program; goes to the breakpoint at which it stopped.
   *
   * @param {import("./page").ProgramState} state
   */
  show(state) {
    const stopped = JSON.stringify(state.stopped ?? null);
    const news = state.paused && stopped !== JSON.stringify(this.state.stopped ?? null) && state.stopped;
    this.state = state;
    const text = state.lost ? "○ no answer" : state.paused ? "❚❚ paused" : "● live";
    setText(byId("live-state"), text);
    const patience = `The program continues by itself when no page is open any more, after at most ${state.patience} s if no page is in the background.`;
    const lost = `The program has ended or hangs. Start it again: this page goes on with it at ${location.host}. If the program names another address, open that one.`;
    setAttribute(byId("live-state"), "title", state.lost ? lost : state.paused ? patience : null);
    setAttribute(byId("live-state"), "data-state", state.lost ? "failure" : state.paused ? "aborted" : "success");
    const off = !state.pausable || Boolean(state.lost);
    for (const id of /** @type {const} */ (["live-pause", "live-step"])) if (byId(id).hidden !== off) byId(id).hidden = off;
    setText(byId("live-pause"), state.paused ? "Continue" : "Pause");
    const asks = state.answers === true && !state.lost;
    if (byId("ask-why").hidden === asks) byId("ask-why").hidden = !asks;
    this.showBreakpoints();
    this.change.show(state);
    this.branch.show(state);
    document.dispatchEvent(new CustomEvent("program", { detail: state }));
    if (news) this.goToStop(news);
  }

  /**
   * Shows the breakpoint at which the program stopped.
   *
   * @param {[number, number]} stopped
   */
  goToStop([agent, node]) {
    const { replay } = this;
    const place = replay.recording.places.get(agent);
    if (place === undefined) return;
    if (place !== replay.agent) replay.choose(place);
    replay.goTo(replay.recording.end - 1);
    replay.selectRecorded(node);
  }

  /** Shows the breakpoints in the drawing, and the button for the selected node. */
  showBreakpoints() {
    const { recording, agent: place, views } = this.replay;
    const agent = recording.agents[place]?.id;
    /** @type {(spots: [number, number][]) => Set<number>} */
    const nodesOf = (spots) => new Set(spots.filter(([owner]) => owner === agent).map(([, node]) => node));
    const [here, before] = [nodesOf(this.state.breakpoints), nodesOf(this.state.before ?? [])];
    for (const view of views.tree.views) {
      const node = views.tree.recorded[view.node.id];
      view.setBreakpoint(here.has(node), before.has(node));
    }
    const button = byId("breakpoint");
    if (button.hidden === this.state.pausable) button.hidden = !this.state.pausable;
    const { selected } = this.replay;
    setAttribute(button, "aria-pressed", String(selected !== null && here.has(selected)));
  }

  /**
   * Sends a command to the program, and shows its new state.
   *
   * @param {string} action
   * @param {Record<string, number>} place the agent and the node of a breakpoint
   */
  async ask(action, place = {}) {
    const state = await post(action, { ...place, ...this.visitor() });
    if (typeof state !== "string") this.show(state);
  }

  /** Asks the program what would have to be different for the selected node to run, and shows its answer. */
  async askWhy() {
    const { recording, agent: place, moment, views } = this.replay;
    const agent = recording.agents[place].id;
    const node = views.tree.selected;
    if (node === null) return;
    /** @type {import("./page").Part[] | string} */
    const answer = await post("why", { agent, moment, node });
    const parts = typeof answer === "string" ? [answer] : answer;
    views.detail.answer(`${agent},${moment},${node}`, parts.flatMap((part) => views.story.partOf(part)));
    this.replay.draw();
  }

  /** Pauses or continues the program. */
  togglePause() {
    if (this.state.pausable) this.ask(this.state.paused ? "continue" : "pause");
  }

  /** Runs the paused program for one tick. */
  step() {
    if (this.state.pausable) this.ask("step");
  }

  /** Sets or removes a breakpoint at the selected node. */
  toggleBreakpoint() {
    const { recording, agent: place, selected: node } = this.replay;
    if (this.state.pausable && node !== null) this.ask("breakpoint", { agent: recording.agents[place].id, node });
  }
}
