// The extension: starts `bt lsp`, and shows beside a file the tree under the cursor, or the live page of its program.

const http = require("node:http");
const { randomUUID } = require("node:crypto");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGE = "behavior-tree";

let client;

exports.activate = context => {
  const [command, ...args] = settings().get("command");
  const panel = new Panel();
  const run = (name, given, next) => (name === "bt.draw" ? panel.show(...given) : next(name, given));
  client = new LanguageClient(LANGUAGE, "Behavior trees", { command, args }, {
    documentSelector: [{ language: LANGUAGE }],
    middleware: { executeCommand: run },
  });
  const follow = () => panel.follow();
  context.subscriptions.push(
    panel,
    vscode.commands.registerCommand("behaviorTree.show", () => panel.show()),
    vscode.window.onDidChangeTextEditorSelection(follow),
    vscode.workspace.onDidChangeTextDocument(follow),
    vscode.workspace.onDidChangeConfiguration(follow),
  );
  return client.start();
};

exports.deactivate = () => client?.stop();

function settings() {
  return vscode.workspace.getConfiguration("behaviorTree");
}

/** The panel beside the text. */
class Panel {
  /** The tree that is drawn: the address of its file, and its name. */
  #tree = [];
  #isDrawing = false;
  #isOld = false;
  #view;
  #live;

  /** Opens the panel with a tree; without one, with that under the cursor. */
  async show(...tree) {
    this.#view ??= this.#opened();
    this.#view.reveal(undefined, true);
    this.#tree = tree.length ? tree : ((await underCursor()) ?? this.#tree);
    await this.#draw();
  }

  /** Draws again, if the panel is open: what is under the cursor, or the same tree if that is none. */
  async follow() {
    if (this.#view) {
      this.#tree = (await underCursor()) ?? this.#tree;
      await this.#draw();
    }
  }

  dispose() {
    this.#view?.dispose();
    this.#live?.close();
  }

  #opened() {
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const view = vscode.window.createWebviewPanel("behaviorTree", "Behavior tree", beside, { enableScripts: true });
    view.onDidDispose(() => (this.#view = undefined));
    return view;
  }

  /** One picture is asked for at a time; what changes meanwhile is drawn after it. */
  async #draw() {
    this.#isOld = true;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    try {
      while (this.#isOld && this.#view) {
        this.#isOld = false;
        const html = page(await this.#content());
        if (this.#view && this.#view.webview.html !== html) this.#view.webview.html = html;
      }
    } finally {
      this.#isDrawing = false;
    }
  }

  async #content() {
    const address = settings().get("page");
    if (this.#live?.address !== address) {
      this.#live?.close();
      this.#live = address ? await Live.of(address) : undefined;
    }
    if (await this.#live?.answers()) {
      const seen = await vscode.env.asExternalUri(vscode.Uri.parse(this.#live.own));
      return `<iframe src="${escaped(String(seen))}" title="The live page"></iframe>`;
    }
    const [uri, name] = this.#tree;
    if (!name) return "<p>Move the cursor into a tree.</p>";
    const asked = { command: "bt.draw", arguments: [uri, name, "svg"] };
    return client.sendRequest("workspace/executeCommand", asked).catch(error => `<p>${escaped(error.message)}</p>`);
  }
}

/** The address of the file and the name of the tree in which the cursor is. */
async function underCursor() {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== LANGUAGE) return undefined;
  const { uri } = editor.document;
  const trees = await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", uri);
  const tree = trees?.find(tree => tree.range.contains(editor.selection.active));
  return tree && [uri.toString(), tree.name];
}

/**
 * A way to a live page. No other page may embed that page, so that nobody is tricked into clicks; here it can be embedded below a
 * path that no other page knows.
 */
class Live {
  static async of(address) {
    const live = new Live();
    live.address = address;
    live.server = http.createServer((request, response) => live.#pass(request, response));
    await new Promise(resolve => live.server.listen(0, "127.0.0.1", resolve));
    live.origin = `http://127.0.0.1:${live.server.address().port}`;
    live.own = `${live.origin}/${randomUUID()}/`;
    return live;
  }

  /** Whether the program runs. */
  async answers() {
    const answer = await fetch(this.address).catch(() => undefined);
    return answer?.ok ?? false;
  }

  close() {
    this.server.close();
    this.server.closeAllConnections();
  }

  #pass(request, response) {
    const refuse = status => response.writeHead(status).end();
    const secret = new URL(this.own).pathname;
    if (!request.url.startsWith(secret)) return refuse(404);
    const to = new URL(request.url.slice(secret.length), new URL(".", this.address));
    const from = new URL(this.address);
    if (to.origin !== from.origin) return refuse(404);
    const headers = { ...request.headers, host: to.host };
    if (headers.origin === this.origin) headers.origin = to.origin;
    delete headers.referer;
    const ask = http.request(to, { method: request.method, headers }, answer => {
      const { "x-frame-options": _, ...kept } = answer.headers;
      response.writeHead(answer.statusCode, kept);
      answer.pipe(response);
    });
    ask.on("error", () => (response.headersSent ? response.destroy() : refuse(502)));
    response.on("close", () => ask.destroy());
    request.pipe(ask);
  }
}

function escaped(text) {
  return text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);
}

/** A page that can show a picture and a frame, and runs nothing itself. */
function page(content) {
  return `<!DOCTYPE html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; frame-src http: https:">
<style>
  html, body { height: 100%; margin: 0; padding: 0; }
  svg { background: #fff; max-width: 100%; height: auto; }
  iframe { border: 0; width: 100%; height: 100%; }
</style>
${content}`;
}
