// Converts between the moments that the timeline shows and positions on it.

/** The minimum number of moments that are shown. */
const FEWEST = 8;

export class Span {
  constructor() {
    /** The first moment of the recording, and the one after the last. */
    this.first = 0;
    this.end = 1;
    /** The part that is shown, with fractions of moments. */
    this.from = 0;
    this.to = 1;
    /** The width of the timeline in pixels. */
    this.width = 1;
  }

  /**
   * Sets the moments of the recording, `first..end`; if all were shown before, all are shown.
   *
   * @param {number} first
   * @param {number} end
   */
  setMoments(first, end) {
    const all = this.from <= this.first && this.to >= this.end;
    this.first = first;
    this.end = Math.max(end, first + 1);
    if (all) this.showAll();
    else this.moveTo(this.from);
  }

  /** Shows all moments. */
  showAll() {
    this.from = this.first;
    this.to = this.end;
  }

  /** The number of moments that are shown. */
  get length() {
    return this.to - this.from;
  }

  /**
   * Returns the left end of a moment, in pixels.
   *
   * @param {number} moment
   */
  x(moment) {
    return ((moment - this.from) / this.length) * this.width;
  }

  /**
   * Returns the moment at a position.
   *
   * @param {number} x in pixels
   */
  momentAt(x) {
    const moment = Math.floor(this.from + (x / this.width) * this.length);
    return Math.min(this.end - 1, Math.max(this.first, moment));
  }

  /**
   * Shows fewer moments (factor > 1) or more of them; the moment at `x` stays where it is.
   *
   * @param {number} factor
   * @param {number} x in pixels
   */
  zoom(factor, x) {
    const all = this.end - this.first;
    const length = Math.min(all, Math.max(Math.min(FEWEST, all), this.length / factor));
    const part = x / this.width;
    const still = this.from + part * this.length;
    this.from = still - part * length;
    this.to = this.from + length;
    this.moveTo(this.from);
  }

  /**
   * Shows the same number of moments, beginning with another one.
   *
   * @param {number} from
   */
  moveTo(from) {
    const { length } = this;
    this.from = Math.max(this.first, Math.min(from, this.end - length));
    this.to = this.from + length;
  }

  /**
   * Makes the moment visible; returns true if another part is shown for that.
   *
   * @param {number} moment
   */
  reveal(moment) {
    if (moment >= this.from && moment + 1 <= this.to) return false;
    this.moveTo(moment + 0.5 - this.length / 2);
    return true;
  }
}
