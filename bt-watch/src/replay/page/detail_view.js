// Shows the selected node: its description, and how often it was ticked, succeeded, failed and was
// aborted.

import { html, setAttribute, setText } from "./dom.js";
import { COUNTED } from "./history.js";
import { keyOf, nameOf } from "./words.js";

/** @typedef {"panel" | "name" | "kind" | "line" | "header" | "source" | "value" | "description" | "counts" | "whyNot" | "would"} Place */

export class DetailView {
  /** @param {Record<Place, HTMLElement>} parts */
  constructor(parts) {
    this.parts = parts;
    /** The sentence that is shown, as JSON. */
    this.sentence = "[]";
    /** The agent, the moment and the node about which the answer of the program is shown. */
    this.asked = "";
    this.numbers = COUNTED.map((word) => {
      const number = html("dd", { "data-count": word }, "0");
      parts.counts.append(html("div", {}, html("dt", {}, word), number));
      return number;
    });
  }

  /**
   * Shows a node; hides the panel if there is none.
   *
   * @param {import("./page").TreeNode | null} node
   * @param {Float64Array | null} counts the counters of all nodes; null only if there is no node
   * @param {string | null} value the text of the values that the node keeps
   * @param {string} file the file of the tree; empty if it is unknown
   * @param {import("./page").TreeNode[]} nodes all nodes of the tree
   */
  show(node, counts, value, file, nodes) {
    const { parts } = this;
    if (parts.panel.hidden === Boolean(node)) parts.panel.hidden = !node;
    if (!node || !counts) return;
    setText(parts.name, nameOf(node));
    setText(parts.kind, node.kind);
    // The first node of a tree follows the node that calls the tree.
    const called = node.kind === "subtree" ? nodes[node.id + 1]?.header : undefined;
    setText(parts.header, node.header ?? called ?? "");
    // The source is omitted if it is the name.
    const source = node.source && node.source !== nameOf(node) ? node.source : "";
    setText(parts.source, [keyOf(node), source].filter(Boolean).join("\n"));
    setText(parts.value, value ?? "");
    setText(parts.description, node.description ?? "");
    const own = node.file ?? file;
    setAttribute(parts.line, "data-file", (node.line && own) || null);
    setAttribute(parts.line, "data-line", node.line ?? null);
    setText(parts.line, node.line ? `line ${node.line}${own && ` of ${own}`}` : "");
    this.numbers.forEach((number, place) => setText(number, String(counts[node.id * COUNTED.length + place])));
  }

  /**
   * Shows why the node was not ticked; hides that if there is no such sentence.
   *
   * @param {string} place the agent, the moment and the node
   * @param {import("./page").Part[]} sentence
   * @param {(part: import("./page").Part) => string | Node | (string | Node)[]} elements creates the elements of a part
   */
  explain(place, sentence, elements) {
    const { whyNot } = this.parts;
    const text = JSON.stringify(sentence);
    whyNot.hidden = sentence.length === 0;
    if (text !== this.sentence) whyNot.querySelector("p")?.replaceChildren(...sentence.flatMap((part) => elements(part)));
    this.sentence = text;
    if (place !== this.asked) this.answer("", []);
  }

  /**
   * Shows the answer of the program about a place, until another place is shown.
   *
   * @param {string} place
   * @param {(string | Node)[]} elements
   */
  answer(place, elements) {
    this.asked = place;
    this.parts.would.replaceChildren(...elements);
  }
}
