// Plays the recording: asks for the next moment several times a second.

export const SPEEDS = [1, 2, 5, 10, 20, 60, 200, 1000];

export class Player {
  /**
   * @param {(moments: number) => boolean} advance goes forward by a number of moments; returns true if there are more
   * @param {() => void} onChange called when playing starts or stops
   */
  constructor(advance, onChange) {
    this.advance = advance;
    this.onChange = onChange;
    this.playing = false;
    /** Moments per second. */
    this.speed = 10;
    /** The moments, with a fraction, by which the recording has to advance. */
    this.owed = 0;
    /** The time of the last step. */
    this.before = 0;
  }

  /** Plays or pauses. */
  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Starts playing. */
  play() {
    if (this.playing) return;
    this.playing = true;
    this.owed = 1;
    this.before = performance.now();
    this.onChange();
    requestAnimationFrame((now) => this.step(now));
  }

  /** Stops playing. */
  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.onChange();
  }

  /**
   * Advances by the time since the last step.
   *
   * @param {number} now in milliseconds
   */
  step(now) {
    if (!this.playing) return;
    // The limit prevents a jump after the tab was suspended.
    this.owed += (Math.min(250, Math.max(0, now - this.before)) / 1000) * this.speed;
    this.before = now;
    const moments = Math.floor(this.owed);
    this.owed -= moments;
    if (moments > 0 && !this.advance(moments)) this.pause();
    else requestAnimationFrame((next) => this.step(next));
  }
}
