// Handles scrubbing, zooming and hovering on the timeline.

import { FAILURE, SUCCESS } from "./decode.js";
import { touchedText } from "./change.js";
import { tickNumber } from "./words.js";

export class TimelineInput {
  /**
   * @param {import("./timeline.js").Timeline} timeline
   * @param {HTMLElement} surface the element that receives the events of the pointer
   * @param {HTMLElement} bubble describes the moment at the pointer
   * @param {(moment: number) => void} goTo called when the user scrubs
   */
  constructor(timeline, surface, bubble, goTo) {
    this.timeline = timeline;
    this.surface = surface;
    this.bubble = bubble;
    this.goTo = goTo;
    this.scrubbing = false;
    surface.addEventListener("pointerdown", (event) => this.onDown(event));
    surface.addEventListener("pointermove", (event) => this.onMove(event));
    surface.addEventListener("pointerup", () => (this.scrubbing = false));
    surface.addEventListener("pointercancel", () => (this.scrubbing = false));
    surface.addEventListener("pointerleave", () => (bubble.hidden = true));
    surface.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
  }

  /**
   * Returns the position of the pointer on the timeline, in pixels.
   *
   * @param {MouseEvent} event
   */
  x(event) {
    return event.clientX - this.surface.getBoundingClientRect().left;
  }

  /**
   * Begins to scrub.
   *
   * @param {PointerEvent} event
   */
  onDown(event) {
    if (event.button !== 0) return;
    this.scrubbing = true;
    this.surface.setPointerCapture(event.pointerId);
    this.goTo(this.timeline.span.momentAt(this.x(event)));
  }

  /**
   * Scrubs, and describes the moment at the pointer.
   *
   * @param {PointerEvent} event
   */
  onMove(event) {
    const moment = this.timeline.span.momentAt(this.x(event));
    if (this.scrubbing) this.goTo(moment);
    this.showBubble(moment);
  }

  /**
   * Describes a moment above the timeline.
   *
   * @param {number} moment
   */
  showBubble(moment) {
    const { span } = this.timeline;
    this.bubble.textContent = `${tickNumber(moment)}  ${this.textOf(moment)}`;
    this.bubble.hidden = false;
    const room = span.width - this.bubble.offsetWidth;
    this.bubble.style.left = `${Math.max(0, Math.min(room, span.x(moment + 0.5) - this.bubble.offsetWidth / 2))}px`;
  }

  /**
   * Returns the description of a moment: `npc.run_to_shelter() · a node was aborted`
   *
   * @param {number} moment
   */
  textOf(moment) {
    const { history, gaps } = this.timeline;
    const { agent, results, aborts } = history;
    if (gaps.some(([from, to]) => from <= moment && moment < to)) return "not recorded";
    const frame = agent.frameAt(moment);
    if (!agent.covers(frame, moment)) return "rests";
    const texts = [this.timeline.doingName(history.doing[frame])];
    if (results[frame] === SUCCESS) texts.push("the tree succeeded");
    if (results[frame] === FAILURE) texts.push("the tree failed");
    if (aborts[frame]) texts.push("a node was aborted");
    if (agent.errors[frame].length > 0) texts.push("an error");
    const touched = agent.touched[frame];
    if (touched) texts.push(touchedText(history.nodes, touched));
    return texts.join(" · ");
  }

  /**
   * Zooms; moves with shift or a horizontal wheel.
   *
   * @param {WheelEvent} event
   */
  onWheel(event) {
    event.preventDefault();
    const { span } = this.timeline;
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (sideways || event.shiftKey) {
      const pixels = sideways ? event.deltaX : event.deltaY;
      span.moveTo(span.from + (pixels / span.width) * span.length);
    } else span.zoom(Math.exp(-event.deltaY / 400), this.x(event));
    this.timeline.draw();
    this.timeline.placeHead();
  }
}
