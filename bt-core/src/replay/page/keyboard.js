// The keys. Fields keep those that are typed into them.

import { byId, html } from "./dom.js";

/** [what is pressed, as it is shown; key → what it does]. */
export class Keyboard {
  constructor(replay, controls, { search, live }) {
    const { views } = replay;
    const selected = (action) => () => views.tree.selected !== null && action(views.tree.selected);
    this.keys = [
      ["space", "play, pause", { " ": () => controls.togglePlay() }],
      ["← →", "tick before, next tick; with shift ten", { ArrowLeft: by(replay, -1), ArrowRight: by(replay, 1) }],
      ["Home End", "first tick, last tick", { Home: () => replay.goTo(replay.recording.first), End: () => replay.goTo(replay.recording.end) }],
      ["[ ]", "change before, next change", { "[": () => replay.toMark(-1), "]": () => replay.toMark(1) }],
      ["↑ ↓", "choose a node", { ArrowUp: () => replay.selectNext(-1), ArrowDown: () => replay.selectNext(1) }],
      ["Enter f", "fold or unfold the node", { Enter: selected((node) => replay.fold(node)), f: selected((node) => replay.fold(node)) }],
      ["a u", "fold what is not active; unfold all", { a: () => replay.foldIdle(), u: () => replay.unfold() }],
      ["/", "search; Enter goes to the next", { "/": () => byId("search").focus() }],
      ["n N", "next found, found before", { n: () => controls.nextFound(search, 1), N: () => controls.nextFound(search, -1) }],
      ["+ − 0", "larger, smaller, whole tree", { "+": () => controls.zoom(1.25), "=": () => controls.zoom(1.25), "-": () => controls.zoom(0.8), 0: () => controls.fit() }],
      ["PgUp PgDn", "agent before, next agent", { PageUp: () => step(replay, -1), PageDown: () => step(replay, 1) }],
      ["c l", "counters at the nodes; follow what is active", { c: () => controls.toggleCounting(), l: () => controls.setFollow(!replay.follow) }],
      ["Esc", "ends the search, lets go of the node", { Escape: () => this.letGo() }],
      ["?", "this list", { "?": () => byId("help").showModal() }],
    ];
    if (live) this.keys.push(["p s b", "pause or continue the program; step; breakpoint at the node", live.keys]);
    Object.assign(this, { replay, controls, search });
    this.actions = Object.assign({}, ...this.keys.map(([, , actions]) => actions));
    byId("keys").append(...this.keys.flatMap(([keys, text]) => [html("dt", {}, keys), html("dd", {}, text)]));
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const { target, key } = event;
    if (target.matches("input, select") && !(key === "Escape" && target.id === "search")) return;
    // Buttons are pressed with Enter; the space bar plays.
    if (key === "Enter" && target.matches("button, summary")) return;
    const action = this.actions[key];
    if (!action) return;
    event.preventDefault();
    action(event);
  }

  letGo() {
    if (byId("search").value !== "") {
      byId("search").value = "";
      this.controls.look(this.search);
    } else this.replay.select(null);
    byId("search").blur();
  }
}

function by(replay, direction) {
  return (event) => replay.goTo(replay.moment + direction * (event.shiftKey ? 10 : 1));
}

function step(replay, direction) {
  const agent = replay.agent + direction;
  if (replay.recording.agents[agent]) replay.choose(agent);
}
