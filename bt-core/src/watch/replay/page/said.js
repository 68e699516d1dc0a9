// Tells those who do not see the page what a moment did, once they stay there.

const QUIET_MILLISECONDS = 600;

export class Said {
  /** `region` is read aloud when its text is another one; `isBusy` tells when that would be too much. */
  constructor(region, isBusy) {
    Object.assign(this, { region, isBusy, pending: 0, text: "" });
  }

  say(text) {
    if (text === this.text) return;
    this.text = text;
    clearTimeout(this.pending);
    this.pending = setTimeout(() => {
      if (!this.isBusy()) this.region.textContent = text;
    }, QUIET_MILLISECONDS);
  }
}
