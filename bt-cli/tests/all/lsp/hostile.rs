//! What no editor sends: the server answers with an error, or not at all, and goes on.

use super::client::{Client, HOUSE, Program, behind, position};
use bt_cli::lsp::{Options, serve};
use crossbeam_channel::unbounded;
use fastrand::Rng;
use lsp_server::{Message, Notification, Request, Response};
use serde_json::{Value, json};

const METHODS: &[&str] = &[
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

/// Parameters for any of the methods, of which some are missing or wrong.
fn params(rng: &mut Rng, uri: &str) -> Value {
    let number = |rng: &mut Rng| {
        json!([0, 1, 7, 40, 4_294_967_295_i64, -1, 5_000_000_000_i64][rng.usize(..7)])
    };
    let position = |rng: &mut Rng| json!({"line": number(rng), "character": number(rng)});
    let place = position(rng);
    let range = json!({"start": position(rng), "end": position(rng)});
    let diagnostic = json!({"range": range, "message": "x", "data": {"suggestion": "y"}});
    let mut all = json!({
        "textDocument": {"uri": ([uri, "file:///none.tree", "%", "untitled:1"][rng.usize(..4)])},
        "position": place, "range": range, "newName": "a", "query": "a",
        "options": {"tabSize": 4, "insertSpaces": true},
        "context": {"diagnostics": [diagnostic], "includeDeclaration": rng.bool()},
        "command": "bt.prove", "arguments": [uri, "Day"],
        "title": "x", "data": {"uri": uri, "version": 0, "node": number(rng), "wrap": "repeat("},
    });
    let keys: Vec<String> = all.as_object().expect("an object").keys().cloned().collect();
    for key in keys {
        match rng.usize(..12) {
            0 => all[key] = Value::Null,
            1 => all[key] = json!([1, "x", {}]),
            _ => {}
        }
    }
    all
}

#[test]
fn any_request_is_answered() {
    let program = Program::new("any_request");
    let mut client = Client::new();
    let uri = program.uri("trees/house.tree");
    client.open(&uri, HOUSE);
    let mut rng = Rng::with_seed(7);
    let mut good = 0;
    for _ in 0..1500 {
        let method = METHODS[rng.usize(..METHODS.len())];
        let params = params(&mut rng, &uri);
        match client.try_ask(method, params) {
            Ok(_) => good += 1,
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
    assert!(good > 200, "most requests make no sense: {good}");
    // Notifications have no answer.
    for method in [
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "$/cancelRequest",
        "exit?",
        "$/x",
    ] {
        for _ in 0..50 {
            client.tell(method, params(&mut rng, "file:///other.tree"));
        }
    }
    let hover = client.ask_at("textDocument/hover", &uri, &behind(HOUSE, "action Go"));
    assert!(hover.is_object());
    client.end();
}

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
fn random_edits_leave_the_text_that_they_make() {
    let program = Program::new("random_edits");
    let mut client = Client::new();
    let uri = program.uri("trees/house.tree");
    client.open(&uri, HOUSE);
    let mut rng = Rng::with_seed(3);
    let mut model = HOUSE.to_owned();
    let parts = [
        "\n",
        "{",
        "}",
        "(",
        ")",
        "😀",
        "'a: ",
        "sequence ",
        "action Eat;",
        "let(x: u32 = 1) ",
        "\"",
        "/*",
        "tree X ",
    ];
    for version in 1..=300 {
        let boundaries: Vec<usize> =
            model.char_indices().map(|(at, _)| at).chain([model.len()]).collect();
        let (one, other) = (rng.usize(..boundaries.len()), rng.usize(..boundaries.len()));
        let start = boundaries[one];
        let end = if rng.bool() {
            start
        } else {
            boundaries[other].clamp(start, (start + 30).min(model.len()))
        };
        let end = (end..=model.len()).find(|end| model.is_char_boundary(*end)).expect("the end");
        let new = parts[rng.usize(..parts.len())];
        let range = json!({"start": position(&model, start), "end": position(&model, end)});
        model.replace_range(start..end, new);
        let changes = json!([{"range": range, "text": new}]);
        client.tell(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": changes}),
        );
        let at = position(&model, boundaries[one].min(model.len()));
        let method = METHODS[rng.usize(..METHODS.len() - 2)];
        let whole = json!({"start": {"line": 0, "character": 0}, "end": at});
        let _ = client.try_ask(method, json!({
            "textDocument": {"uri": uri}, "position": at, "range": whole, "newName": "Z", "query": "",
            "options": {"tabSize": 4, "insertSpaces": true}, "context": {"diagnostics": [], "includeDeclaration": true},
        }));
        // The end of the text is where it is in the model: the last token is named by its place.
        let tokens =
            client.ask("textDocument/semanticTokens/full", json!({"textDocument": {"uri": uri}}));
        let tokens = tokens["data"].as_array().expect("tokens").len() / 5;
        let expected =
            bt_language::edit::tokens(&model, &bt_language::vocabulary::Vocabulary::default());
        let lines = expected.iter().map(|of| {
            model[of.bytes.clone()].lines().filter(|line| !line.trim_end().is_empty()).count()
        });
        assert_eq!(tokens, lines.sum::<usize>(), "{model}");
    }
    client.end();
}

#[test]
fn a_text_that_is_too_large_has_one_mistake() {
    let program = Program::new("a_large_text");
    let mut client = Client::new();
    let uri = program.uri("trees/large.tree");
    let text = "// ä\n".repeat(2_000_000);
    client.open(&uri, &text);
    let found = client.diagnostics(&uri, |found| !found.is_empty());
    assert_eq!(found.len(), 1);
    for method in &METHODS[..3] {
        let at = json!({"line": 1, "character": 1});
        let error = client.try_ask(method, json!({"textDocument": {"uri": uri}, "position": at}));
        assert!(error.expect_err("it is too large").message.contains("bytes"));
    }
    client.replace(&uri, &text, "tree A { fail; }");
    client.diagnostics(&uri, <[Value]>::is_empty);
    // One line with many nodes takes time in proportion to its length.
    let text = format!("tree A {{ sequence {{ {} }} }}", "action Eät; ".repeat(20_000));
    client.replace(&uri, "tree A { fail; }", &text);
    let symbols = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    assert_eq!(symbols[0]["children"][0]["children"].as_array().map(Vec::len), Some(20_000));
    client.end();
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
