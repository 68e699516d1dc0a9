// Sends the requests of the editor to the program, which holds the parser and the vocabulary.

import { runOf } from "../server.js";

/** A program that takes longer to answer is treated as lost. */
const EDIT_PATIENCE_MILLISECONDS = 20_000;

/**
 * Sends a request: ask("check", {text}) → POST edit/check. Throws an error with a sentence if there is no answer.
 *
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function askProgram(path, body = {}) {
  const signal = AbortSignal.timeout(EDIT_PATIENCE_MILLISECONDS);
  const headers = { "Content-Type": "application/json" };
  /** @type {Response} */
  let answer;
  try {
    // Only a page of this run may edit.
    answer = await fetch(`edit/${path}?run=${runOf()}`, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch {
    throw new Error("The program does not answer. It may have ended; the text stays in this page, which goes on when the program is started again.");
  }
  if (!answer.ok) throw new Error(`The program refused this: ${(await answer.text()).slice(0, 300)}`);
  return answer.json();
}
