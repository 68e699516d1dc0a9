// Runs the extension with a `vscode` of its own and the real `bt lsp`, and asks for the panel. `bt` is in the PATH.

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const http = require("node:http");
const Module = require("node:module");
const { test } = require("node:test");
const protocol = require("vscode-languageserver-protocol/node");

const TEXT = "tree Day { sequence { succeed; } }\ntree Night { running; }\n";
const URI = "untitled:trees.tree";
const settings = { command: ["bt", "lsp"], page: "" };
const commands = {};
const changes = [];
const uri = { toString: () => URI };
const editor = { document: { languageId: "behavior-tree", uri }, selection: { active: 0 } };
let panel;
let client;

/** The trees as the editor gets them from the server, with the lines as their ranges. */
async function symbols() {
  const all = await client.sendRequest("textDocument/documentSymbol", { textDocument: { uri: URI } });
  return all.map(({ name, range }) => ({ name, range: { contains: line => range.start.line <= line && line <= range.end.line } }));
}

const event = listener => (changes.push(listener), { dispose() {} });
const vscode = {
  ViewColumn: { Beside: -2 },
  Uri: { parse: text => text },
  env: { asExternalUri: async address => address },
  commands: {
    registerCommand: (name, run) => ((commands[name] = run), { dispose() {} }),
    executeCommand: name => (assert.equal(name, "vscode.executeDocumentSymbolProvider"), symbols()),
  },
  window: {
    activeTextEditor: editor,
    onDidChangeTextEditorSelection: event,
    createWebviewPanel: () => (panel = { webview: { html: "" }, reveal() {}, onDidDispose: gone => (panel.gone = gone), dispose: () => panel.gone() }),
  },
  workspace: {
    getConfiguration: () => ({ get: name => settings[name] }),
    onDidChangeTextDocument: event,
    onDidChangeConfiguration: event,
  },
};

/** A client that says what that of VS Code says, as far as the extension needs it. */
class LanguageClient {
  constructor(_id, _name, server, options) {
    [this.server, this.options] = [server, options];
    client = this;
  }

  async start() {
    this.process = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
    this.connection = protocol.createProtocolConnection(this.process.stdout, this.process.stdin);
    this.connection.listen();
    await this.sendRequest("initialize", { capabilities: {}, processId: null, rootUri: null });
    await this.connection.sendNotification("initialized", {});
    const textDocument = { uri: URI, languageId: "behavior-tree", version: 0, text: TEXT };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument });
  }

  sendRequest(method, params) {
    return this.connection.sendRequest(method, params);
  }

  async stop() {
    const ended = new Promise(resolve => this.process.on("exit", resolve));
    await this.sendRequest("shutdown", undefined);
    await this.connection.sendNotification("exit");
    assert.equal(await ended, 0);
    this.connection.dispose();
  }
}

const load = Module._load;
Module._load = (name, ...rest) =>
  ({ vscode, "vscode-languageclient/node": { LanguageClient } })[name] ?? load(name, ...rest);

const changed = () => Promise.all(changes.map(listener => listener()));

test("the panel shows the tree under the cursor, or the live page", async () => {
  const extension = require("./extension.js");
  const context = { subscriptions: [] };
  await extension.activate(context);

  await changed();
  assert.equal(panel, undefined, "no panel without the command");
  await commands["behaviorTree.show"]();
  assert.match(panel.webview.html, /<svg[\s\S]*>Day</);
  editor.selection.active = 1;
  await changed();
  assert.match(panel.webview.html, /<svg[\s\S]*>Night</);
  // The cursor is in no tree: the picture stays.
  editor.selection.active = 9;
  await changed();
  assert.match(panel.webview.html, /<svg[\s\S]*>Night</);
  // The lens of a tree.
  await client.options.middleware.executeCommand("bt.draw", [URI, "Day"], () => assert.fail("it is shown here"));
  assert.match(panel.webview.html, /<svg[\s\S]*>Day</);
  assert.equal(await client.options.middleware.executeCommand("bt.prove", [], () => "asked"), "asked");

  // A page that runs nowhere.
  const asked = [];
  const program = http.createServer((request, response) => {
    asked.push([request.method, request.url, request.headers.host, request.headers.origin]);
    response.writeHead(200, { "X-Frame-Options": "DENY", "Content-Type": "text/plain" }).end("the page");
  });
  await new Promise(resolve => program.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${program.address().port}`;
  settings.page = `http://${host}/`;
  await changed();
  const frame = panel.webview.html.match(/<iframe src="([^"]+)"/)[1];
  asked.length = 0;
  const { origin } = new URL(frame);
  const answer = await fetch(`${frame}pause?agent=1`, { method: "POST", headers: { origin } });
  assert.equal(await answer.text(), "the page");
  assert.equal(answer.headers.get("x-frame-options"), null);
  assert.deepEqual(asked, [["POST", "/pause?agent=1", host, `http://${host}`]]);
  // Whoever does not know the path gets nothing, and another page is not taken for the panel.
  assert.equal((await fetch(`${origin}/`)).status, 404);
  await fetch(frame, { headers: { origin: "http://elsewhere.example" } });
  assert.equal(asked.at(-1)[3], "http://elsewhere.example");
  assert.equal(asked.length, 2);
  // The program ends.
  program.close();
  program.closeAllConnections();
  await changed();
  assert.match(panel.webview.html, /<svg[\s\S]*>Day</);

  context.subscriptions.forEach(one => one.dispose());
  await extension.deactivate();
});
