// A page that is fed by a running program: asks for what is new, and pauses the program.

import { byId, setAttribute, setText } from "./dom.js";

const POLL_MILLISECONDS = 100;
const LOST_MILLISECONDS = 1000;
const PATIENCE_MILLISECONDS = 3000;

export class Live {
  constructor(replay) {
    Object.assign(this, { replay, state: { paused: false, pausable: false, breakpoints: [] } });
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

  async poll() {
    const { recording } = this.replay;
    let pause = POLL_MILLISECONDS;
    try {
      // The last moment is asked for again: while the program was paused in it, it may have been half a moment.
      const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
      const answer = await fetch(`recording?after=${recording.end - 2}`, { signal });
      const { live, run, recording: news } = await answer.json();
      // Another run of the program has other moments.
      if (run !== document.documentElement.dataset.live) return location.reload();
      this.take(news);
      this.show(live);
    } catch {
      pause = LOST_MILLISECONDS;
      this.show({ ...this.state, lost: true });
    }
    setTimeout(() => this.poll(), pause);
  }

  /** Who looks at the last moment goes on with the program; who looks at another one stays there. */
  take(news) {
    const { replay } = this;
    const { recording } = replay;
    const atEnd = replay.moment >= recording.end - 1;
    const grown = recording.append(news);
    replay.views.controls.nameAgents();
    if (!grown) return;
    replay.grown();
    if (atEnd) replay.goTo(recording.end - 1);
  }

  show(state) {
    const stopped = JSON.stringify(state.stopped ?? null);
    const news = state.paused && stopped !== JSON.stringify(this.state.stopped ?? null) && state.stopped;
    this.state = state;
    const text = state.lost ? "○ no answer" : state.paused ? "❚❚ paused" : "● live";
    setText(byId("live-state"), text);
    setAttribute(byId("live-state"), "data-state", state.lost ? "failure" : state.paused ? "aborted" : "success");
    const off = !state.pausable || Boolean(state.lost);
    for (const id of ["live-pause", "live-step"]) if (byId(id).hidden !== off) byId(id).hidden = off;
    setText(byId("live-pause"), state.paused ? "Continue" : "Pause");
    this.showBreakpoints();
    if (news) this.goToStop(state.stopped);
  }

  /** The program stopped at a breakpoint: that is what one wants to see. */
  goToStop([agent, node]) {
    const { replay } = this;
    const place = replay.recording.places.get(agent);
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
    setAttribute(button, "aria-pressed", String(here.has(views.tree.selected)));
  }

  async ask(action) {
    const answer = await fetch(action, { method: "POST" });
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
    if (this.state.pausable && node !== null) this.ask(`breakpoint?agent=${agent}&node=${node}`);
  }
}
