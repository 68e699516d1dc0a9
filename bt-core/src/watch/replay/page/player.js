// Plays the recording: asks for the next moment several times a second.

export const SPEEDS = [1, 2, 5, 10, 20, 60, 200, 1000];

export class Player {
  /**
   * `advance(n)` goes on by n moments and returns whether there are more; `onChange` is called at play and pause.
   *
   * @param {(moments: number) => boolean} advance
   * @param {() => void} onChange
   */
  constructor(advance, onChange) {
    this.advance = advance;
    this.onChange = onChange;
    this.playing = false;
    this.speed = 10;
    this.owed = 0;
    this.before = 0;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.playing) return;
    this.playing = true;
    this.owed = 1;
    this.before = performance.now();
    this.onChange();
    requestAnimationFrame((now) => this.step(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.onChange();
  }

  /** @param {number} now in milliseconds */
  step(now) {
    if (!this.playing) return;
    // A tab that was suspended does not jump ahead.
    this.owed += (Math.min(250, Math.max(0, now - this.before)) / 1000) * this.speed;
    this.before = now;
    const moments = Math.floor(this.owed);
    this.owed -= moments;
    if (moments > 0 && !this.advance(moments)) this.pause();
    else requestAnimationFrame((next) => this.step(next));
  }
}
