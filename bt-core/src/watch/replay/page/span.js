// Which moments the timeline shows, and where on it they lie.

const FEWEST = 8;

export class Span {
  constructor() {
    Object.assign(this, { first: 0, end: 1, from: 0, to: 1, width: 1 });
  }

  /** There are the moments `first..end`; shows all of them if it did before. */
  setMoments(first, end) {
    const all = this.from <= this.first && this.to >= this.end;
    Object.assign(this, { first, end: Math.max(end, first + 1) });
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

  /** The left end of a moment, in pixels. */
  x(moment) {
    return ((moment - this.from) / this.length) * this.width;
  }

  momentAt(x) {
    const moment = Math.floor(this.from + (x / this.width) * this.length);
    return Math.min(this.end - 1, Math.max(this.first, moment));
  }

  /** The moment at `x` stays where it is. */
  zoom(factor, x) {
    const all = this.end - this.first;
    const length = Math.min(all, Math.max(Math.min(FEWEST, all), this.length / factor));
    const part = x / this.width;
    const still = this.from + part * this.length;
    this.from = still - part * length;
    this.to = this.from + length;
    this.moveTo(this.from);
  }

  moveTo(from) {
    const { length } = this;
    this.from = Math.max(this.first, Math.min(from, this.end - length));
    this.to = this.from + length;
  }

  /** Moves on if the moment cannot be seen; says whether it did. */
  reveal(moment) {
    if (moment >= this.from && moment + 1 <= this.to) return false;
    this.moveTo(moment + 0.5 - this.length / 2);
    return true;
  }
}
