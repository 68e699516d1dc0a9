// Keeps the selection in the address: `soldier.html#tick=37&agent=soldier&node=3`.

import { tickNumber } from "./words.js";

/** Browsers refuse many changes of the address in a short time. */
const PAUSE_MILLISECONDS = 250;
let pending = 0;

/** Reads the selection from the address; each part is undefined if it is missing or invalid. */
export function readLink() {
  const named = new URLSearchParams(location.hash.slice(1));
  /** @type {(name: string) => number | undefined} */
  const number = (name) => (/^\d+$/.test(named.get(name) ?? "") ? Number(named.get(name)) : undefined);
  const tick = number("tick");
  return { moment: tick === undefined ? undefined : tick - 1, agent: named.get("agent") ?? undefined, node: number("node") };
}

/**
 * Writes the selection into the address, after a pause.
 *
 * @param { {moment: number, agent: string | undefined, node: number | null} } place
 */
export function writeLink({ moment, agent, node }) {
  clearTimeout(pending);
  const { hash } = location;
  pending = setTimeout(() => {
    // The user has entered another address, and the page is about to go there.
    if (location.hash !== hash) return;
    const named = new URLSearchParams({ tick: String(tickNumber(moment)) });
    if (agent !== undefined) named.set("agent", agent);
    if (node !== null) named.set("node", String(node));
    window.history.replaceState(null, "", `#${named}`);
  }, PAUSE_MILLISECONDS);
}
