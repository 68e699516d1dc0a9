// Announces the events of a moment to screen readers, once the user stays at the moment.

const QUIET_MILLISECONDS = 600;

export class Said {
  /**
   * `region` is read aloud when its text is another one; `isBusy` tells when that would be too much.
   *
   * @param {HTMLElement} region
   * @param {() => boolean} isBusy
   */
  constructor(region, isBusy) {
    this.region = region;
    this.isBusy = isBusy;
    this.pending = 0;
    this.text = "";
  }

  /** @param {string} text */
  say(text) {
    if (text === this.text) return;
    this.text = text;
    clearTimeout(this.pending);
    this.pending = setTimeout(() => {
      if (!this.isBusy()) this.region.textContent = text;
    }, QUIET_MILLISECONDS);
  }
}
