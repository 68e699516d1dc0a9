// Finds nodes by their text.

export class Search {
  constructor() {
    /**
     * Nodes; null while nothing is looked for.
     *
     * @type {number[] | null}
     */
    this.found = [];
    this.place = -1;
  }

  /**
   * All nodes whose label, word, source, condition or description contains every word of the query.
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
   * The next of the nodes that were found, or the one before; after the last comes the first.
   *
   * @param {number} by
   */
  step(by) {
    if (!this.found?.length) return null;
    const from = this.place < 0 && by < 0 ? 0 : this.place;
    this.place = (from + by + this.found.length) % this.found.length;
    return this.found[this.place];
  }

  /** "3 of 12" */
  get summary() {
    if (this.found === null) return "";
    if (this.found.length === 0) return "none";
    return this.place < 0 ? `${this.found.length} found` : `${this.place + 1} of ${this.found.length}`;
  }
}
