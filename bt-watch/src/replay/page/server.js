// Sends requests to the program.

/**
 * Sends a request; returns the answer, or a sentence that says why there is none.
 *
 * @param {string} path
 * @param {Record<string, string | number>} fields
 * @param {string | null} body
 * @returns {Promise<any>}
 */
export async function post(path, fields, body = null) {
  try {
    const answer = await fetch(`${path}?${queryOf(fields)}`, { method: "POST", body });
    return answer.ok ? await answer.json() : await answer.text();
  } catch {
    return "The program does not answer.";
  }
}

/** The run of the program that this page belongs to: requests that change something name it. */
export function runOf() {
  return document.documentElement.dataset.live ?? "";
}

/**
 * Returns a query: {after: 3} → after=3
 *
 * @param {Record<string, string | number>} fields
 */
export function queryOf(fields) {
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
