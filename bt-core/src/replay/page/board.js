// The blackboard at a moment as rows, and the course of one number of it.

const DEEPEST = 6;
const MOST_ROWS = 400;

/**
 * Rows of the blackboard: {path, key, depth, text, kind, before}; `before` is the text of the moment
 * before where it was another one. Plain values come first: what has many parts is long.
 *
 * {"enemies": [{"name": "scout"}], "health": 17} → health 17; enemies; · 0; · · name "scout"
 */
export function boardRows(agent, moment) {
  const [plain, nested] = [[], []];
  for (const key of agent.values.keys()) {
    const value = agent.valueAt(key, moment);
    if (value === undefined) continue;
    // At the beginning everything is new: that is no change.
    const old = moment !== agent.starts[0] && agent.hasChanged(key, moment) ? agent.valueAt(key, moment - 1) : value;
    addRows(entriesOf(value).length > 0 ? nested : plain, { path: [key], value, old });
  }
  return [...plain, ...nested].slice(0, MOST_ROWS);
}

function addRows(rows, { path, value, old }) {
  const entries = path.length <= DEEPEST ? entriesOf(value) : [];
  const text = entries.length > 0 ? "" : JSON.stringify(value);
  const before = entries.length > 0 || old === value ? undefined : oldText(old, text);
  rows.push({ path, key: path.at(-1), depth: path.length - 1, text, kind: kindOf(value), before });
  for (const [key, part] of entries) {
    if (rows.length > MOST_ROWS) return;
    addRows(rows, { path: [...path, key], value: part, old: partOf(old, key) });
  }
}

function oldText(old, text) {
  const before = old === undefined ? "" : JSON.stringify(old);
  return before === text ? undefined : before;
}

function entriesOf(value) {
  return value !== null && typeof value === "object" ? Object.entries(value) : [];
}

function partOf(value, key) {
  const isObject = value !== null && typeof value === "object";
  return isObject && Object.hasOwn(value, key) ? value[key] : undefined;
}

function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

/** What a path of the blackboard was at each change: {name, moments, values}. */
export function courseOf(agent, path) {
  const [key, ...rest] = path;
  const { moments, values } = agent.values.get(key) ?? { moments: [], values: [] };
  return { name: path.join("."), moments, values: values.map((value) => rest.reduce(partOf, value)) };
}

/** The first number at the top: what is plotted when nothing was chosen. */
export function firstNumber(agent) {
  for (const [key, { values }] of agent.values) {
    if (values.some((value) => typeof value === "number")) return [key];
  }
  return null;
}
