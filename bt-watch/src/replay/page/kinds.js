// Lists the kinds of nodes. `BLESS=1 cargo test -p bt-language tables` writes it from the rows of the words.

/** @typedef { {family: string, icon: string, bare?: boolean} } Kind */

/**
 * One row for each kind of node: its family, its icon, and whether its source is written without parentheses.
 *
 * @type {Record<string, Kind>}
 */
export const KINDS = {
  condition: { family: "leaf", icon: "condition", bare: true },
  action: { family: "leaf", icon: "action", bare: true },
  await: { family: "leaf", icon: "wait", bare: true },
  wait: { family: "leaf", icon: "wait" },
  succeed: { family: "leaf", icon: "constant" },
  fail: { family: "leaf", icon: "constant" },
  running: { family: "leaf", icon: "constant" },
  set: { family: "leaf", icon: "action", bare: true },
  subtree: { family: "leaf", icon: "subtree", bare: true },
  sequence: { family: "composite", icon: "sequence" },
  selector: { family: "composite", icon: "selector" },
  active_sequence: { family: "composite", icon: "active_sequence" },
  active_selector: { family: "composite", icon: "active_selector" },
  parallel: { family: "composite", icon: "parallel" },
  monitor: { family: "composite", icon: "monitor" },
  pipeline: { family: "composite", icon: "pipeline" },
  recover: { family: "composite", icon: "recover" },
  round_robin: { family: "composite", icon: "round_robin" },
  random_selector: { family: "composite", icon: "random" },
  random_sequence: { family: "composite", icon: "random" },
  utility_selector: { family: "composite", icon: "utility_selector" },
  priority_selector: { family: "composite", icon: "selector" },
  active_utility_selector: { family: "composite", icon: "utility_selector" },
  if: { family: "composite", icon: "choice", bare: true },
  match: { family: "composite", icon: "choice", bare: true },
  active_if: { family: "composite", icon: "choice", bare: true },
  active_match: { family: "composite", icon: "choice", bare: true },
  not: { family: "decorator", icon: "not" },
  force_success: { family: "decorator", icon: "force" },
  force_failure: { family: "decorator", icon: "force" },
  repeat: { family: "decorator", icon: "loop" },
  retry: { family: "decorator", icon: "loop" },
  guard: { family: "decorator", icon: "guard" },
  timeout: { family: "decorator", icon: "wait" },
  delay: { family: "decorator", icon: "wait" },
  cooldown: { family: "decorator", icon: "wait" },
  every: { family: "decorator", icon: "wait" },
  once: { family: "decorator", icon: "once" },
  service: { family: "decorator", icon: "service" },
  let: { family: "decorator", icon: "with" },
  for: { family: "decorator", icon: "loop" },
  finally: { family: "decorator", icon: "service" },
  with: { family: "decorator", icon: "with", bare: true },
};
