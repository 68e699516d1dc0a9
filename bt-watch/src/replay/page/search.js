// Finds nodes by their text.

export class Search {
  constructor() {
    /**
     * The nodes that were found; null if there is no query.
     *
     * @type {number[] | null}
     */
    this.found = [];
    /** The index of the selected result; -1 before one is selected. */
    this.place = -1;
  }

  /**
   * Finds all nodes whose label, word, source, condition or description contains every word of the query.
   *
   * @param {import("./page").TreeNode[]} nodes
   * @param {string} query
   */
  look(nodes, query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    /** @type {(node: import("./page").TreeNode) => boolean} */
    const contains = (node) => {
      const text = [node.label, node.kind, node.key, node.source, node.description].filter(Boolean).join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    this.found = words.length === 0 ? null : nodes.filter(contains).map((node) => node.id);
    this.place = -1;
  }

  /**
   * Returns the next result (by = 1) or the previous one (by = -1); the first follows the last.
   *
   * @param {number} by
   */
  step(by) {
    if (!this.found?.length) return null;
    const from = this.place < 0 && by < 0 ? 0 : this.place;
    this.place = (from + by + this.found.length) % this.found.length;
    return this.found[this.place];
  }

  /** The number of results as text: "3 of 12" */
  get summary() {
    if (this.found === null) return "";
    if (this.found.length === 0) return "none";
    return this.place < 0 ? `${this.found.length} found` : `${this.place + 1} of ${this.found.length}`;
  }
}
