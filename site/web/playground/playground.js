// Runs the program, and shows its page: requests of the page go to the program in place of a server.

/**
 * The worlds with their descriptions.
 *
 * @type {Record<string, string>}
 */
const WORLDS = {
  village: "50 villagers work, eat and sleep, and run from the wolf at night",
  robot: "a robot brings tea to a person, and charges in time",
  soldier: "5 soldiers patrol, fight and run away",
};

/** The longest code of texts in an address: a few letters can stand for many bytes. */
const MOST_LETTERS = 1 << 16;

/** The time of a step of the world. */
const STEP_MILLISECONDS = 100;

/**
 * Returns what a page runs before its own scripts.
 *
 * @param {number} number counts the worlds that were opened
 */
const prelude = (number) => `<script>
  window.fetch = (target, options) => parent.playground.answer(${number}, target, options);
  navigator.sendBeacon = () => true;
</script>`;

/** @type {(id: string) => any} */
const byId = (id) => document.getElementById(id);

/** @type {(text: string) => void} */
const say = (text) => {
  byId("said").textContent = text;
};

/** @type { {memory: WebAssembly.Memory, room(length: number): number, obey(): number, response(): number} } */
let program;

let timer = 0;

/** The number of worlds that were opened. */
let opened = 0;

/** @typedef {Record<string, string>} Texts the texts of files by their names */

/** The world that is open: its first file, the texts of the example, and those that the editor has. */
const shown = { world: "", first: "", example: /** @type {Texts} */ ({}), texts: /** @type {Texts} */ ({}) };

/**
 * Sends a command to the program and returns its response; throws an error with a sentence.
 *
 * @param {object | string} command
 */
function command(command) {
  const text = new TextEncoder().encode(JSON.stringify(command));
  const place = program.room(text.length);
  new Uint8Array(program.memory.buffer, place, text.length).set(text);
  const length = program.obey();
  const response = new TextDecoder().decode(new Uint8Array(program.memory.buffer, program.response(), length));
  if (response[0] === "-") throw new Error(response.slice(1));
  return response.slice(1);
}

/**
 * Answers a request of the page. The page of an earlier world gets no answer: it is about to be replaced.
 *
 * @param {number} number the number of the page's world
 * @param {string} target
 * @param {RequestInit} [options]
 */
async function answer(number, target, options = {}) {
  if (number !== opened) await new Promise(() => {});
  const { method = "GET", body } = options;
  const text = String(body ?? "");
  note(target, text);
  const response = command({ ask: { method, target: `/${target}`, body: text } });
  const at = response.indexOf(" ");
  return new Response(response.slice(at + 1), { status: Number(response.slice(0, at)) });
}

/**
 * Keeps the texts that the editor sends.
 *
 * @param {string} target
 * @param {string} body
 */
function note(target, body) {
  if (!/^edit\/(check|apply|save)(\?|$)/.test(target)) return;
  const { file, text, texts = {} } = JSON.parse(body);
  Object.assign(shown.texts, texts, { [file ?? shown.first]: text });
}

/**
 * Starts a world, and shows its page.
 *
 * @param {string} world
 * @param {Texts} texts those that differ from the example
 */
async function open(world, texts) {
  Object.assign(shown, { world }, JSON.parse(command({ open: { world, texts } })));
  opened += 1;
  byId("world").value = world;
  const page = await (await answer(opened, "")).text();
  const frame = byId("page");
  URL.revokeObjectURL(frame.src);
  // The page has an address of its own, which it may change.
  frame.src = URL.createObjectURL(new Blob([page.replace("<title>", `${prelude(opened)}<title>`)], { type: "text/html" }));
  frame.onload = () => openEditor(frame.contentDocument);
  say(WORLDS[world]);
}

/**
 * Opens the editor with the text beside the drawing.
 *
 * @param {Document} page
 */
function openEditor(page) {
  const element = /** @type {(id: string) => any} */ ((id) => page.getElementById(id));
  if (element("edit").hidden) element("edit-open").click();
  // The text can be shown when the editor is.
  const timer = setInterval(() => {
    if (element("edit").hidden) return;
    clearInterval(timer);
    if (element("edit-show-text").getAttribute("aria-pressed") === "false") element("edit-show-text").click();
  }, 20);
}

/** Opens what the address names. */
async function openAddress() {
  const [world, code] = location.hash.slice(1).split("=", 2);
  const known = world in WORLDS ? world : Object.keys(WORLDS)[0];
  try {
    await open(known, code ? await decoded(code) : {});
  } catch {
    await open(known, {});
    say("This link is damaged, so these are the trees of the example.");
  }
}

/** Puts the texts that differ from the example into the address. */
async function share() {
  const { world, example, texts } = shown;
  const own = Object.entries(texts).filter(([name, text]) => text !== example[name]);
  const code = own.length > 0 ? `=${await encoded(Object.fromEntries(own))}` : "";
  if (code.length > MOST_LETTERS) return say("The trees are too large for a link.");
  history.replaceState(null, "", `#${world}${code}`);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied.");
  } catch {
    say("The link is in the address of this page.");
  }
}

/** Downloads the world with its trees as a Cargo project. */
function download() {
  const { world, texts } = shown;
  const bytes = bytesOfLetters(command({ project: { world, texts } }));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  link.download = `${world}.zip`;
  link.click();
  URL.revokeObjectURL(link.href);
  say("Unpack it beside a clone of the repository with the name behavior-tree: cargo run");
}

/**
 * Decodes base64.
 *
 * @param {string} letters
 */
function bytesOfLetters(letters) {
  return Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
}

/**
 * Returns texts as letters for an address.
 *
 * @param {Texts} texts
 */
async function encoded(texts) {
  const packed = await bytesOf(JSON.stringify(texts), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Returns the texts of an address.
 *
 * @param {string} code
 * @returns {Promise<Texts>}
 */
async function decoded(code) {
  if (code.length > MOST_LETTERS) throw new Error("the code is too long");
  const packed = bytesOfLetters(code.replaceAll("-", "+").replaceAll("_", "/"));
  const text = await bytesOf(packed, new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
}

/**
 * Sends data through a stream.
 *
 * @param {string | Uint8Array<ArrayBuffer>} data
 * @param {CompressionStream | DecompressionStream} stream
 */
async function bytesOf(data, stream) {
  return new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Runs one step; a program that has failed runs no more. */
function step() {
  try {
    command("step");
  } catch (error) {
    clearInterval(timer);
    say("The program has failed. Load the page again.");
    throw error;
  }
}

const response = await fetch("playground.wasm");
const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
program = /** @type {any} */ (instance.exports);
const playground = { answer, first: 0 };
Object.assign(window, { playground });
for (const world of Object.keys(WORLDS)) byId("world").append(new Option(world));
byId("world").addEventListener("change", () => {
  location.hash = byId("world").value;
});
byId("share").addEventListener("click", share);
byId("download").addEventListener("click", download);
byId("reset").addEventListener("click", () => {
  history.replaceState(null, "", `#${shown.world}`);
  openAddress();
});
window.addEventListener("hashchange", openAddress);
await openAddress();
step();
// For tests: the time of the first tick, in milliseconds since the page was asked for.
playground.first = performance.now();
timer = setInterval(step, STEP_MILLISECONDS);
