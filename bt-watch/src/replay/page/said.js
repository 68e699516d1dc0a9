// Announces the events of a moment to screen readers, once the user stays at the moment.

const QUIET_MILLISECONDS = 600;

export class Said {
  /**
   * @param {HTMLElement} region a live region: screen readers read it when its text changes
   * @param {() => boolean} isBusy returns true while nothing should be announced
   */
  constructor(region, isBusy) {
    this.region = region;
    this.isBusy = isBusy;
    this.pending = 0;
    this.text = "";
  }

  /**
   * Announces a text, unless another one follows soon.
   *
   * @param {string} text
   */
  say(text) {
    if (text === this.text) return;
    this.text = text;
    clearTimeout(this.pending);
    this.pending = setTimeout(() => {
      if (!this.isBusy()) this.region.textContent = text;
    }, QUIET_MILLISECONDS);
  }
}
