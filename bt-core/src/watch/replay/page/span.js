// The moments that the timeline shows, and their places on it.

const FEWEST = 8;

export class Span {
  constructor() {
    this.first = 0;
    this.end = 1;
    this.from = 0;
    this.to = 1;
    this.width = 1;
  }

  /**
   * There are the moments `first..end`; shows all of them if it did before.
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

  showAll() {
    this.from = this.first;
    this.to = this.end;
  }

  get length() {
    return this.to - this.from;
  }

  /**
   * The left end of a moment, in pixels.
   *
   * @param {number} moment
   */
  x(moment) {
    return ((moment - this.from) / this.length) * this.width;
  }

  /** @param {number} x in pixels */
  momentAt(x) {
    const moment = Math.floor(this.from + (x / this.width) * this.length);
    return Math.min(this.end - 1, Math.max(this.first, moment));
  }

  /**
   * The moment at `x` stays where it is.
   *
   * @param {number} factor
   * @param {number} x
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

  /** @param {number} from */
  moveTo(from) {
    const { length } = this;
    this.from = Math.max(this.first, Math.min(from, this.end - length));
    this.to = this.from + length;
  }

  /**
   * Moves on if the moment cannot be seen; returns whether it did.
   *
   * @param {number} moment
   */
  reveal(moment) {
    if (moment >= this.from && moment + 1 <= this.to) return false;
    this.moveTo(moment + 0.5 - this.length / 2);
    return true;
  }
}
