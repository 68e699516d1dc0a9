// Decodes one frame of a recording: the events of one agent in one tick.

export const FAILURE = 0;
export const SUCCESS = 1;
export const RUNNING = 2;
export const ABORTED = 3;

/**
 * Decodes base64 of LEB128 numbers: the number of events, the events `node << 2 | what`, and the active tips.
 *
 * "AgUCAQ==" → {events: [5, 2], tips: [1]}: node 1 succeeded, node 0 was running; node 1 is active
 *
 * @param {string} text
 */
export function decodeFrame(text) {
  const bytes = atob(text);
  let at = 0;
  const next = () => {
    let value = 0;
    let shift = 0;
    let byte;
    do {
      byte = bytes.charCodeAt(at++);
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte & 0x80);
    return value >>> 0;
  };
  const events = [];
  for (let left = next(); left > 0; left--) events.push(next());
  const tips = [];
  while (at < bytes.length) tips.push(next());
  return { events, tips };
}

/**
 * Encodes a frame without events: [300] → "AKwC"
 *
 * @param {number[]} tips
 */
export function encodeTips(tips) {
  const bytes = [0];
  for (let rest of tips) {
    for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
    bytes.push(rest);
  }
  return btoa(String.fromCharCode(...bytes));
}
