//! The order of requests, and the work for them.

use super::client::{Client, HOUSE, position};
use bt_cli::lsp::{Options, serve};
use crossbeam_channel::unbounded;
use lsp_server::{Message, Notification, Request, Response};
use serde_json::{Value, json};

/// What an editor can ask, and what no server knows.
pub(crate) const METHODS: &[&str] = &[
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "workspace/symbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "textDocument/codeAction",
    "codeAction/resolve",
    "textDocument/codeLens",
    "workspace/executeCommand",
    "fly",
];

#[test]
fn requests_have_their_time() {
    let mut client = Client::silent(None);
    let error = client.try_ask("textDocument/hover", json!({})).expect_err("too early");
    assert_eq!(error.code, -32002);
    client.tell("textDocument/didOpen", json!({}));
    assert_eq!(
        client.try_ask("initialize", json!({"capabilities": 1})).expect_err("wrong").code,
        -32602
    );
    client.ask("initialize", json!({"capabilities": {}}));
    assert_eq!(
        client.try_ask("initialize", json!({"capabilities": {}})).expect_err("twice").code,
        -32601
    );
    client.ask("shutdown", Value::Null);
    let error = client.try_ask("textDocument/hover", json!({})).expect_err("too late");
    assert_eq!(error.code, -32600);
    assert!(client.vanish());
    assert!(!Client::new().vanish());
}

#[test]
fn a_cancelled_request_is_not_done() {
    // All messages wait when the server begins.
    let ((client, messages), (sender, answers)) = (unbounded(), unbounded());
    let ask = |id: i32, method: &str, params: Value| {
        let request = Request { id: id.into(), method: method.to_owned(), params };
        client.send(request.into()).expect("it waits");
    };
    let tell = |method: &str, params: Value| {
        let note = Notification { method: method.to_owned(), params };
        client.send(note.into()).expect("it waits");
    };
    ask(1, "initialize", json!({"capabilities": {}}));
    let uri = "untitled:a.tree";
    let item = json!({"uri": uri, "languageId": "behavior-tree", "version": 0, "text": HOUSE});
    tell("textDocument/didOpen", json!({"textDocument": item}));
    for id in 2..20 {
        ask(id, "textDocument/foldingRange", json!({"textDocument": {"uri": uri}}));
    }
    tell("$/cancelRequest", json!({"id": 7}));
    tell("$/cancelRequest", json!({"id": "unknown"}));
    ask(20, "shutdown", Value::Null);
    tell("exit", Value::Null);
    let options = Options { words: None, program: env!("CARGO_BIN_EXE_bt").into() };
    assert!(serve(&messages, sender, options));
    let messages = answers.iter().map(|message: String| serde_json::from_str(&message));
    let answers = messages.filter_map(|message| match message.expect("it sends messages") {
        Message::Response(response) => Some(response),
        Message::Request(_) | Message::Notification(_) => None,
    });
    let answers: Vec<_> = answers.collect();
    assert_eq!(answers.len(), 20);
    for Response { id, error, .. } in answers {
        let code = error.map(|error| error.code);
        assert_eq!(code, (id == 7.into()).then_some(-32800), "{id}");
    }
}

#[test]
fn messages_that_wait_are_no_reason_to_stop() {
    let client = Client::silent(None);
    for id in 0..1000 {
        client
            .send(Request { id: id.into(), method: "fly".to_owned(), params: Value::Null }.into());
        client.send(Notification { method: "fly".to_owned(), params: Value::Null }.into());
    }
    assert!(!client.vanish());
}

/// What the thread that answers allocates while an editor edits a text of so many trees, and asks about it.
fn work(trees: usize) -> u64 {
    let tree = |number: usize| {
        let before = number.saturating_sub(1);
        format!(
            "tree T{number}(n: u32 = 2) {{\n    'a: sequence {{\n        action Eat;\n        subtree T{before}(n = n);\n    }}\n}}\n"
        )
    };
    let text: String = (0..trees).map(tree).collect();
    let ((client, messages), (sender, _answers)) = (unbounded(), unbounded());
    let mut id = 0;
    let mut ask = |method: &str, params: Value| {
        id += 1;
        let request = Request { id: id.into(), method: method.to_owned(), params };
        client.send(request.into()).expect("it waits");
    };
    let tell = |method: &str, params: Value| {
        let note = Notification { method: method.to_owned(), params };
        client.send(note.into()).expect("it waits");
    };
    let uri = "untitled:a.tree";
    ask("initialize", json!({"capabilities": {}}));
    let item = json!({"uri": uri, "languageId": "behavior-tree", "version": 0, "text": text});
    tell("textDocument/didOpen", json!({"textDocument": item}));
    let place = position(&text, text.rfind("action").expect("a node"));
    let range = json!({"start": place, "end": place});
    for version in 1..4 {
        let changes = json!([{"range": range, "text": " "}]);
        let document = json!({"uri": uri, "version": version});
        tell(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": changes}),
        );
        for method in METHODS.iter().filter(|method| method.starts_with("textDocument/")) {
            let context = json!({"diagnostics": [], "includeDeclaration": true});
            let params = json!({
                "textDocument": document, "position": place, "range": range, "context": context,
                "newName": "b", "options": {"tabSize": 4, "insertSpaces": true},
            });
            ask(method, params);
        }
    }
    ask("shutdown", Value::Null);
    tell("exit", Value::Null);
    let options = Options { words: None, program: env!("CARGO_BIN_EXE_bt").into() };
    let measured = allocation_counter::measure(|| assert!(serve(&messages, sender, options)));
    measured.count_total
}

#[test]
fn the_work_grows_with_the_text_and_not_faster() {
    let (small, large) = (work(60), work(600));
    assert!(large < small * 12, "{small} allocations, and {large} for ten times as many nodes");
}
