//! `bt lsp`: damaged requests have an answer, and texts are what their edits make.

use super::corpus;
use crate::lsp::client::{Client, HOUSE, Program, behind, position};
use crate::lsp::requests::METHODS;
use fastrand::Rng;
use serde_json::{Value, json};

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
    corpus::damage_members(rng, &mut all);
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
fn random_edits_leave_the_text_that_they_make() {
    let program = Program::new("random_edits");
    let mut client = Client::new();
    let uri = program.uri("trees/house.tree");
    client.open(&uri, HOUSE);
    let mut rng = Rng::with_seed(3);
    let mut model = HOUSE.to_owned();
    // An editor sends no half of a line end.
    let mut parts = corpus::strings("pieces");
    parts.retain(|part| !part.contains('\r'));
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
