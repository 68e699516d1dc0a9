// A page that is fed by a running program: it asks for new data, and pauses the program.

import { byId, setAttribute, setText } from "./dom.js";

const POLL_MILLISECONDS = 100;
const LOST_MILLISECONDS = 1000;
const PATIENCE_MILLISECONDS = 3000;
/** So much of what is told is kept, in characters; beyond that the oldest moments are forgotten. */
const MOST_KEPT = 64 << 20;

export class Live {
  /** @param {import("./replay.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    /** @type {import("./page").ProgramState} */
    this.state = { paused: false, pausable: false, breakpoints: [] };
    /** Names this page to the server. */
    this.page = crypto.getRandomValues(new Uint32Array(1))[0];
    /** What was told, in pieces: the moment behind it, and how long it was. */
    this.told = [{ end: replay.recording.end, size: byId("recording").text.length }];
    this.asks = false;
    this.gone = false;
    this.timer = 0;
    // A browser lets a page in the background send one request per minute: the server has to know
    // that at once.
    document.addEventListener("visibilitychange", () => this.poll());
    window.addEventListener("pagehide", () => this.leave());
    window.addEventListener("pageshow", () => this.comeBack());
    byId("live").hidden = false;
    byId("live-pause").addEventListener("click", () => this.togglePause());
    byId("live-step").addEventListener("click", () => this.step());
    byId("breakpoint").addEventListener("click", () => this.toggleBreakpoint());
    this.keys = { p: () => this.togglePause(), s: () => this.step(), b: () => this.toggleBreakpoint() };
  }

  /** Goes to the end, unless the address names another place, and on from there. */
  begin() {
    if (!location.hash.includes("tick=")) this.replay.goTo(this.replay.recording.end - 1);
    this.poll();
  }

  /** The program need not wait for this page any more. */
  leave() {
    this.gone = true;
    navigator.sendBeacon(`bye?page=${this.page}`);
  }

  /** Browsers keep pages that were left, for who goes back to them. */
  comeBack() {
    if (!this.gone) return;
    this.gone = false;
    this.poll();
  }

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
      // Another run of the program has other moments.
      if (run !== document.documentElement.dataset.live) return location.reload();
      if (news) this.take(news, answer.length);
      this.show(live);
    } catch {
      pause = LOST_MILLISECONDS;
      this.show({ ...this.state, lost: true });
    }
    this.asks = false;
    this.timer = setTimeout(() => this.poll(), hidden === document.hidden ? pause : 0);
  }

  /** The query of what the page has, and of which page it is. */
  known() {
    const { finished, open, trees, nextAgent: agents } = this.replay.recording;
    const fields = { after: finished - 1, trees: trees.length, agents, ...this.visitor() };
    return queryOf(open === null ? fields : { ...fields, open });
  }

  visitor() {
    return { page: this.page, hidden: Number(document.hidden) };
  }

  /**
   * Who looks at the last moment goes on with the program; who looks at another one stays there.
   *
   * @param {any} news
   * @param {number} size
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
   * A page that is open for days does not grow for ever.
   *
   * @param {number} end
   * @param {number} size
   */
  remember(end, size) {
    const last = this.told[this.told.length - 1];
    if (last.size < MOST_KEPT / 1024) Object.assign(last, { end, size: last.size + size });
    else this.told.push({ end, size });
    let kept = this.told.reduce((sum, piece) => sum + piece.size, 0);
    if (kept <= MOST_KEPT) return;
    let moment = 0;
    // It drops more than necessary, so that this does not happen each time.
    while (kept > MOST_KEPT * 0.75 && this.told.length > 1) {
      const [first] = this.told.splice(0, 1);
      kept -= first.size;
      moment = Math.min(first.end, this.replay.recording.finished - 1);
    }
    if (moment > this.replay.recording.first) this.replay.forgetBefore(moment);
  }

  /** @param {import("./page").ProgramState} state */
  show(state) {
    const stopped = JSON.stringify(state.stopped ?? null);
    const news = state.paused && stopped !== JSON.stringify(this.state.stopped ?? null) && state.stopped;
    this.state = state;
    const text = state.lost ? "○ no answer" : state.paused ? "❚❚ paused" : "● live";
    setText(byId("live-state"), text);
    const patience = `The program continues by itself when no page is open any more, after at most ${state.patience} s if no page is in the background.`;
    setAttribute(byId("live-state"), "title", state.paused ? patience : null);
    setAttribute(byId("live-state"), "data-state", state.lost ? "failure" : state.paused ? "aborted" : "success");
    const off = !state.pausable || Boolean(state.lost);
    for (const id of /** @type {const} */ (["live-pause", "live-step"])) if (byId(id).hidden !== off) byId(id).hidden = off;
    setText(byId("live-pause"), state.paused ? "Continue" : "Pause");
    this.showBreakpoints();
    if (news) this.goToStop(news);
  }

  /**
   * The program stopped at a breakpoint: that is what one wants to see.
   *
   * @param {[number, number]} stopped
   */
  goToStop([agent, node]) {
    const { replay } = this;
    const place = replay.recording.places.get(agent);
    if (place === undefined) return;
    if (place !== replay.agent) replay.choose(place);
    replay.goTo(replay.recording.end - 1);
    replay.select(node);
  }

  showBreakpoints() {
    const { recording, agent: place, views } = this.replay;
    const agent = recording.agents[place]?.id;
    const here = new Set(this.state.breakpoints.filter(([owner]) => owner === agent).map(([, node]) => node));
    for (const view of views.tree.views) view.setBreakpoint(here.has(view.node.id));
    const button = byId("breakpoint");
    if (button.hidden === this.state.pausable) button.hidden = !this.state.pausable;
    const { selected } = views.tree;
    setAttribute(button, "aria-pressed", String(selected !== null && here.has(selected)));
  }

  /**
   * @param {string} action
   * @param {Record<string, number>} place
   */
  async ask(action, place = {}) {
    const query = queryOf({ ...place, ...this.visitor() });
    const answer = await fetch(`${action}?${query}`, { method: "POST" });
    if (answer.ok) this.show(await answer.json());
  }

  togglePause() {
    if (this.state.pausable) this.ask(this.state.paused ? "continue" : "pause");
  }

  step() {
    if (this.state.pausable) this.ask("step");
  }

  toggleBreakpoint() {
    const { recording, agent: place, views } = this.replay;
    const agent = recording.agents[place].id;
    const node = views.tree.selected;
    if (this.state.pausable && node !== null) this.ask("breakpoint", { agent, node });
  }
}

/** @param {Record<string, number>} fields */
function queryOf(fields) {
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
