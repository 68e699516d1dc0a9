//! `bt lsp`: what an editor asks, and what it is told.

pub(crate) mod client;
pub(crate) mod requests;
mod stdio;

use client::{Client, HOUSE, KITCHEN, Program, WORDS, behind, edited, position};
use serde_json::{Value, json};

const TREE: &str = "trees/house.tree";

/// A client that has opened the file of a program.
fn opened(name: &str, text: &str) -> (Client, Program, String) {
    let program = Program::new(name);
    let mut client = Client::new();
    let uri = program.uri(TREE);
    client.open(&uri, text);
    (client, program, uri)
}

/// The text of a range.
fn at(text: &str, range: &Value) -> String {
    let marked = edited(
        text,
        &json!([
            {"range": {"start": range["start"], "end": range["start"]}, "newText": "\u{1}"},
            {"range": {"start": range["end"], "end": range["end"]}, "newText": "\u{2}"},
        ]),
    );
    let start = marked.find('\u{1}').expect("a start") + 1;
    marked[start..marked.find('\u{2}').expect("an end")].to_owned()
}

fn labels(items: &Value) -> Vec<&str> {
    items
        .as_array()
        .expect("items")
        .iter()
        .map(|item| item["label"].as_str().expect("a label"))
        .collect()
}

#[test]
fn mistakes_are_those_of_the_check() {
    let (mut client, _program, uri) = opened("mistakes_are_those_of_the_check", HOUSE);
    client.diagnostics(&uri, <[Value]>::is_empty);
    for (old, new, range, message) in [
        (
            "action Eat;",
            "action Fir;",
            "Fir",
            "there is no action `Fir` in the vocabulary; did you mean `Fire`?",
        ),
        ("action Fir;", "action Eat", "", ";"),
        ("action Eat\n", "action Eat;\n", "", ""),
        ("Home);", "Hom);", "Hom", "`Place` has no variant `Hom`; did you mean `Home`?"),
        ("Hom);", "Home)", "", ";"),
    ] {
        client.replace(&uri, old, new);
        let found = client.diagnostics(&uri, |found| found.is_empty() == message.is_empty());
        if let Some(found) = found.first() {
            let text = found["message"].as_str().expect("a text");
            assert!(text.contains(message), "{text}");
            assert_eq!((&found["severity"], &found["source"]), (&json!(1), &json!("bt")));
            if range == "Fir" || range == "Hom" {
                let text = HOUSE.replace(old, new);
                assert_eq!(at(&text, &found["range"]), range);
            }
        }
    }
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    client.end();
}

#[test]
fn a_mistake_of_another_file_is_reported_where_it_is_brought() {
    let (mut client, program, uri) = opened("a_mistake_of_another_file", HOUSE);
    let kitchen = program.uri("trees/rooms/kitchen.tree");
    client.diagnostics(&uri, <[Value]>::is_empty);
    // The text in the editor counts, and not that on the disk.
    client.open(&kitchen, KITCHEN);
    client.replace(&kitchen, "Eat;", "Sleep;");
    let found = client.diagnostics(&uri, |found| !found.is_empty());
    let message = found[0]["message"].as_str().expect("a text");
    assert!(message.starts_with("rooms/kitchen.tree:2: there is no action `Sleep`"), "{message}");
    assert_eq!(at(HOUSE, &found[0]["range"]), "\"rooms/kitchen.tree\"");
    let related = &found[0]["relatedInformation"][0]["location"];
    assert_eq!(related["uri"], kitchen);
    let changed = KITCHEN.replace("Eat;", "Sleep;");
    assert_eq!(at(&changed, &related["range"]), "Sleep");
    client.end();
}

#[test]
fn a_broken_rule_is_a_mistake_with_its_run() {
    let (mut client, _program, uri) = opened("a_broken_rule", HOUSE);
    client.replace(&uri, "action Eat;", "action Fire;");
    let found = client.diagnostics(&uri, |found| !found.is_empty());
    let message = found[0]["message"].as_str().expect("a text");
    assert!(
        message.contains("breaks the rule `always Fire.ticked -> IsSafe.succeeded`"),
        "{message}"
    );
    assert!(message.contains("tick 1"), "{message}");
    assert_eq!(found[0]["severity"], 1);
    client.replace(&uri, "action Fire;", "sequence { condition IsSafe; action Fire; }");
    client.diagnostics(&uri, <[Value]>::is_empty);
    // Only the type of `Eat` tells whether it fails.
    client.replace(&uri, "condition IsSafe; action Fire;", "action Eat; succeed;");
    client.replace(&uri, "action Eat; succeed;", "not action Eat; action Fire;");
    let found = client.diagnostics(&uri, |found| !found.is_empty());
    let message = found[0]["message"].as_str().expect("a text");
    assert!(message.starts_with("only the types of the program tell whether"), "{message}");
    assert_eq!(found[0]["severity"], 2);
    client.end();
}

#[test]
fn a_proof_ends_with_the_next_edit() {
    // This proof would take longer than anybody waits.
    let program = Program::new("a_proof_ends_with_the_next_edit");
    program.write(
        "src/words.rs",
        &WORDS.replace(
            "vocabulary Drill",
            "#[limit(transitions = 1000000000000)]\n    vocabulary Drill",
        ),
    );
    let counters = "repeat(900) retry(900) action Eat; ".repeat(6);
    let text = format!(
        "tree Long {{ parallel {{ {counters} sequence {{ condition IsSafe; action Fire; }} }} }}"
    );
    let mut client = Client::new();
    let uri = program.uri("trees/long.tree");
    client.open(&uri, &text);
    client.diagnostics(&uri, <[Value]>::is_empty);
    let prove = json!({"command": "bt.prove", "arguments": [uri, "Long"]});
    let id = client.begin("workspace/executeCommand", prove);
    client.replace(&uri, &counters, "");
    client.tell("$/cancelRequest", json!({"id": 2}));
    assert_eq!(client.answer(&id).expect_err("it is cancelled").code, -32800);
    client.replace(&uri, "condition IsSafe; ", "");
    client.diagnostics(&uri, |found| !found.is_empty());
    client.end();
}

#[test]
fn completion_offers_what_fits_with_documentation_and_defaults() {
    let text = "tree Day {\n    sequence {\n        action ;\n        condition Hun;\n    }\n}\n";
    let (mut client, _program, uri) = opened("completion", text);
    let items = client.ask_at("textDocument/completion", &uri, &behind(text, "action "));
    assert_eq!(labels(&items), ["GoTo", "Eat", "Fire"]);
    assert_eq!(items[0]["detail"], "action GoTo(place: Place, speed: f32 = 4.0)");
    assert_eq!(items[0]["documentation"], "Goes somewhere.\nplace: where it goes");
    assert_eq!(items[0]["textEdit"]["newText"], "GoTo(place = Home)");
    let items = client.ask_at("textDocument/completion", &uri, &behind(text, "Hun"));
    assert_eq!(labels(&items), ["Hungry"]);
    assert_eq!(edited(text, &json!([items[0]["textEdit"]])), text.replace("Hun;", "Hungry;"));
    // A text that ends too early.
    client.replace(&uri, "    }\n}\n", "        seq");
    let text = text.replace("    }\n}\n", "        seq");
    let items = client.ask_at("textDocument/completion", &uri, &position(&text, text.len()));
    assert_eq!(labels(&items)[0], "sequence");
    client.end();
}

#[test]
fn a_call_is_described_while_it_is_written() {
    let text = "tree Day { sequence { action GoTo(place = Home, ); subtree Day( ; } }";
    let (mut client, _program, uri) = opened("signature", text);
    let help = client.ask_at("textDocument/signatureHelp", &uri, &behind(text, "Home, "));
    let signature = &help["signatures"][0];
    assert_eq!(signature["label"], "action GoTo(place: Place, speed: f32 = 4.0)");
    assert_eq!(signature["documentation"], "Goes somewhere.");
    assert_eq!(
        signature["parameters"][0],
        json!({"label": [12, 24], "documentation": "where it goes"})
    );
    assert_eq!(help["activeParameter"], 1);
    let help = client.ask_at("textDocument/signatureHelp", &uri, &behind(text, "(place = "));
    assert_eq!(help["activeParameter"], 0);
    let help = client.ask_at("textDocument/signatureHelp", &uri, &behind(text, "action "));
    assert_eq!(help, Value::Null);
    client.end();
}

#[test]
fn words_are_explained() {
    let (mut client, _program, uri) = opened("hover", HOUSE);
    for (part, expected) in [
        (
            "action Go",
            "```\naction GoTo(place: Place, speed: f32 = 4.0)\n```\n\nGoes somewhere.\nplace: where it goes",
        ),
        ("sequ", "```\nsequence { … }\n```\n\nticks its children in order"),
        ("repeat(tr", "```\ntrip: u32 = 2\n```\n\nkept by the `let` in line 9"),
        ("meals = vis", "```\nvisits: u32\n```\n\na parameter of the tree in line 4"),
    ] {
        let hover = client.ask_at("textDocument/hover", &uri, &behind(HOUSE, part));
        let text = hover["contents"]["value"].as_str().expect("a text");
        assert!(text.starts_with(expected), "{part}: {text}");
    }
    let hover = client.ask_at("textDocument/hover", &uri, &behind(HOUSE, "/// A d"));
    assert_eq!(hover, Value::Null);
    client.end();
}

#[test]
fn definitions_are_found_in_files_and_in_rust() {
    let (mut client, program, uri) = opened("definitions", HOUSE);
    let kitchen = program.uri("trees/rooms/kitchen.tree");
    let rust = program.uri("src/words.rs");
    for (part, file, text, line) in [
        ("action Go", &rust, WORDS, "        action GoTo("),
        ("condition Hun", &rust, WORDS, "        condition Hungry("),
        ("subtree Kit", &kitchen, KITCHEN, "tree Kitchen("),
        ("Kitchen(mea", &kitchen, KITCHEN, "tree Kitchen("),
        ("use \"roo", &kitchen, KITCHEN, "tree Kitchen("),
        ("repeat(tr", &uri, HOUSE, "        let(trip: "),
        ("= vis", &uri, HOUSE, "tree Day("),
        ("'oft", &uri, HOUSE, "        'often: "),
    ] {
        let found = client.ask_at("textDocument/definition", &uri, &behind(HOUSE, part));
        assert_eq!(found["uri"], **file, "{part}: {found}");
        let expected = text.lines().position(|of| of.starts_with(line)).expect("the line");
        assert_eq!(found["range"]["start"]["line"], expected, "{part}");
    }
    let found = client.ask_at("textDocument/definition", &uri, &behind(HOUSE, "sequ"));
    assert_eq!(found, Value::Null);
    client.end();
}

#[test]
fn references_are_found_in_all_files() {
    let (mut client, program, uri) = opened("references", HOUSE);
    let mut found = |part: &str, with_declaration: bool| {
        let position = behind(HOUSE, part);
        let context = json!({"includeDeclaration": with_declaration});
        let params =
            json!({"textDocument": {"uri": uri}, "position": position, "context": context});
        let found = client.ask("textDocument/references", params);
        let place = |of: &Value| {
            let (file, line) = (of["uri"].as_str().expect("a file"), &of["range"]["start"]["line"]);
            let name = file.rsplit('/').next().expect("a name");
            format!("{name}:{line}")
        };
        let mut found: Vec<_> = found.as_array().expect("places").iter().map(place).collect();
        found.sort();
        found
    };
    assert_eq!(found("subtree Kit", true), ["house.tree:7", "kitchen.tree:0"]);
    assert_eq!(found("subtree Kit", false), ["house.tree:7"]);
    assert_eq!(found("(mea", true), ["house.tree:7", "kitchen.tree:0", "kitchen.tree:1"]);
    assert_eq!(found("action Ea", true), ["house.tree:11", "kitchen.tree:1", "words.rs:11"]);
    assert_eq!(found("let(tr", true), ["house.tree:8", "house.tree:8"]);
    assert_eq!(found("'oft", true), ["house.tree:9"]);
    drop(program);
    client.end();
}

#[test]
fn a_new_name_is_written_in_all_files() {
    let (mut client, program, uri) = opened("rename", HOUSE);
    let kitchen = program.uri("trees/rooms/kitchen.tree");
    let place = behind(HOUSE, "subtree Kit");
    let prepared = client.ask_at("textDocument/prepareRename", &uri, &place);
    assert_eq!(prepared["placeholder"], "Kitchen");
    let mut rename = |part: &str, new: &str| {
        let (document, at) = (json!({"uri": uri}), behind(HOUSE, part));
        client.try_ask(
            "textDocument/rename",
            json!({"textDocument": document, "position": at, "newName": new}),
        )
    };
    let changed = rename("subtree Kit", "Cellar").expect("a name");
    let edits = changed["documentChanges"].as_array().expect("edits");
    let files: Vec<_> = edits
        .iter()
        .map(|of| (&of["textDocument"]["uri"], &of["textDocument"]["version"]))
        .collect();
    assert_eq!(files, [(&json!(uri), &json!(0)), (&json!(kitchen), &Value::Null)]);
    assert_eq!(
        edited(HOUSE, &edits[0]["edits"]),
        HOUSE.replace("subtree Kitchen", "subtree Cellar")
    );
    assert_eq!(edited(KITCHEN, &edits[1]["edits"]), KITCHEN.replace("Kitchen", "Cellar"));
    let changed = rename("'oft", "seldom").expect("a name");
    assert_eq!(
        edited(HOUSE, &changed["documentChanges"][0]["edits"]),
        HOUSE.replace("often", "seldom")
    );
    for (part, new, message) in [
        ("subtree Kit", "Day", "`Day` is already declared in line 4"),
        ("subtree Kit", "Eat", "the vocabulary has the action `Eat`"),
        ("subtree Kit", "a b", "`a b` cannot be a name"),
        ("'oft", "day", "the tree has the label `'day` already"),
        ("'oft", "a b", "a b"),
        ("action Ea", "Dine", "there is no name here that a file declares"),
    ] {
        let error = rename(part, new).expect_err(new);
        assert!(error.message.contains(message), "{}", error.message);
    }
    let place = behind(HOUSE, "action Ea");
    assert_eq!(client.ask_at("textDocument/prepareRename", &uri, &place), Value::Null);
    client.end();
}

#[test]
fn trees_and_nodes_are_symbols() {
    let (mut client, _program, uri) = opened("symbols", HOUSE);
    let symbols = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    assert_eq!((&symbols[0]["name"], symbols.as_array().map(Vec::len)), (&json!("Day"), Some(1)));
    let root = &symbols[0]["children"][0];
    assert_eq!(root["name"], "'day: sequence");
    let names: Vec<&str> = root["children"]
        .as_array()
        .expect("nodes")
        .iter()
        .map(|of| of["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(
        names,
        ["subtree Kitchen(meals = visits)", "let(trip: u32 = 2)", "'often: selector"]
    );
    let mut found = |query: &str| {
        let found = client.ask("workspace/symbol", json!({"query": query}));
        let mut found: Vec<String> = found
            .as_array()
            .expect("symbols")
            .iter()
            .map(|of| of["name"].as_str().expect("a name").to_owned())
            .collect();
        found.sort();
        found
    };
    assert_eq!(found(""), ["Day", "Kitchen", "day", "often"]);
    assert_eq!(found("KIT"), ["Kitchen"]);
    client.end();
}

#[test]
fn deep_symbols_are_beside_their_parents() {
    let text = format!("tree Deep {{ {} fail; {} }}", "sequence { ".repeat(200), "}".repeat(200));
    let (mut client, _program, uri) = opened("deep_symbols", &text);
    let symbols = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    let written = symbols.to_string();
    // Clients refuse JSON that is nested deeper than 128.
    let read: Value = serde_json::from_str(&written).expect("it is not too deep");
    assert_eq!(read.to_string().matches("\"name\":\"sequence\"").count(), 200);
    client.end();
}

#[test]
fn blocks_and_comments_are_folded() {
    let (mut client, _program, uri) = opened("folds", HOUSE);
    let folds = client.ask("textDocument/foldingRange", json!({"textDocument": {"uri": uri}}));
    let lines = |of: &Value| {
        (of["startLine"].as_u64(), of["endLine"].as_u64(), of["kind"].as_str().is_some())
    };
    let mut folds: Vec<_> = folds.as_array().expect("folds").iter().map(lines).collect();
    folds.sort_unstable();
    assert_eq!(
        folds,
        [
            (Some(3), Some(13), false),
            (Some(4), Some(12), false),
            (Some(5), Some(6), true),
            (Some(9), Some(11), false)
        ]
    );
    client.end();
}

#[test]
fn the_layout_is_that_of_the_formatter() {
    let text = "tree Day{sequence{action Eat;\n// ä 😀\naction   Fire;}}\n";
    let formatted = bt_language::format::file(text).expect("a tree");
    let (mut client, _program, uri) = opened("format", text);
    let options = json!({"tabSize": 4, "insertSpaces": true});
    let edits = client
        .ask("textDocument/formatting", json!({"textDocument": {"uri": uri}, "options": options}));
    assert_eq!(edited(text, &edits), formatted);
    let range = json!({"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 13}});
    let params = json!({"textDocument": {"uri": uri}, "range": range, "options": options});
    let edits = client.ask("textDocument/rangeFormatting", params);
    assert_eq!(edited(text, &edits), text.replace("action   Fire", "action Fire"));
    client.replace(&uri, "}}", "");
    let edits = client
        .ask("textDocument/formatting", json!({"textDocument": {"uri": uri}, "options": options}));
    assert_eq!(edits, Value::Null);
    client.end();
}

#[test]
fn each_word_has_its_color() {
    let (mut client, _program, uri) = opened("colors", HOUSE);
    let legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let mut shown = |method: &str, params: Value| -> Vec<String> {
        let tokens = client.ask(method, params);
        let data: Vec<u64> = tokens["data"]
            .as_array()
            .expect("tokens")
            .iter()
            .map(|of| of.as_u64().expect("a number"))
            .collect();
        let (mut line, mut column, mut all) = (0, 0, Vec::new());
        for token in data.chunks(5) {
            column = if token[0] == 0 { column + token[1] } else { token[1] };
            line += token[0];
            let range = json!({"start": {"line": line, "character": column}, "end": {"line": line, "character": column + token[2]}});
            let kind =
                legend[usize::try_from(token[3]).expect("a number")].as_str().expect("a type");
            all.push(format!("{} {kind}", at(HOUSE, &range)));
        }
        all
    };
    let document = json!({"uri": uri});
    let all = shown("textDocument/semanticTokens/full", json!({"textDocument": document}));
    assert_eq!(
        all[..8],
        [
            "use keyword",
            "\"rooms/kitchen.tree\" string",
            "/// A day at home. comment",
            "tree keyword",
            "Day class",
            "visits variable",
            "u32 type",
            "rest variable"
        ]
    );
    for one in [
        "'day label",
        "sequence keyword",
        "Kitchen class",
        "meals parameter",
        "GoTo function",
        "place parameter",
        "Home enumMember",
        "trip variable",
        "2 number",
    ] {
        assert!(all.iter().any(|of| of == one), "{one} in {all:?}");
    }
    let range =
        json!({"start": {"line": 11, "character": 0}, "end": {"line": 11, "character": 40}});
    let some = shown(
        "textDocument/semanticTokens/range",
        json!({"textDocument": document, "range": range}),
    );
    assert_eq!(some, ["action keyword", "Eat function"]);
    client.end();
}

#[test]
fn defaults_are_shown_beside_calls() {
    let text = format!(
        "{HOUSE}tree Two {{ sequence {{ subtree Day(visits = 1); action GoTo(place = Home, speed = 1.0); }} }}\n"
    );
    let (mut client, _program, uri) = opened("hints", &text);
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let hints =
        client.ask("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range}));
    let insert = |hint: &Value| json!({"range": {"start": hint["position"], "end": hint["position"]}, "newText": hint["label"]});
    let edits: Vec<Value> = hints.as_array().expect("hints").iter().map(insert).collect();
    let expected = text
        .replace("GoTo(place = Home);", "GoTo(place = Home, speed = 4.0);")
        .replace("Hungry;", "Hungry(limit = 20);")
        .replace("Day(visits = 1)", "Day(visits = 1, rest = 3)");
    assert_eq!(edited(&text, &json!(edits)), expected);
    client.end();
}

#[test]
fn actions_mend_and_wrap() {
    for resolves in [true, false] {
        let program = Program::new("actions");
        let support =
            json!({"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}});
        let mut client = Client::with(&if resolves { support } else { json!({}) }, None);
        let uri = program.uri(TREE);
        let text = HOUSE
            .replace("action Eat;", "acton Eat;")
            .replace("condition Hungry", "condition Hungri");
        client.open(&uri, &text);
        let found = client.diagnostics(&uri, |found| !found.is_empty());
        let mut actions = |text: &str, range: &Value, diagnostics: &Value, only: &str| {
            let context = json!({"diagnostics": diagnostics, "only": [only]});
            let params = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
            let all = client.ask("textDocument/codeAction", params);
            let all = all.as_array().expect("actions").clone();
            let mut edit = |action: &Value| {
                let action = if action["edit"].is_null() {
                    client.ask("codeAction/resolve", action.clone())
                } else {
                    action.clone()
                };
                let edited = edited(text, &action["edit"]["documentChanges"][0]["edits"]);
                (action["title"].as_str().expect("a title").to_owned(), edited)
            };
            all.iter().map(&mut edit).collect::<Vec<_>>()
        };
        let fixed = actions(&text, &found[0]["range"], &json!(found), "quickfix");
        let mut mended = text.clone();
        for (title, edited) in &fixed {
            assert!(["Write `action`", "Write `Hungry`"].contains(&title.as_str()), "{title}");
            mended = edited.clone();
        }
        assert!(!fixed.is_empty() && mended != text);
        // An editor sends what is written in the text; this text has one more node that can be wrapped.
        let place = position(&text, text.find("repeat(trip)").expect("a node") + 2);
        let range = json!({"start": place, "end": place});
        let offered = actions(&text, &range, &json!([]), "refactor");
        let of = |title: &str| {
            offered
                .iter()
                .find(|(of, _)| of == title)
                .unwrap_or_else(|| panic!("{title} in {offered:?}"))
                .1
                .clone()
        };
        assert_eq!(
            of("Wrap in `timeout(1s)`"),
            text.replace("repeat(trip)", "timeout(1s) repeat(trip)")
        );
        assert_eq!(of("Wrap in `not`"), text.replace("repeat(trip)", "not repeat(trip)"));
        assert_eq!(of("Remove `repeat` around its children"), text.replace("repeat(trip) ", ""));
        client.end();
    }
}

#[test]
fn actions_extract_and_inline() {
    let (mut client, _program, uri) = opened("actions_extract_and_inline", HOUSE);
    client.diagnostics(&uri, <[Value]>::is_empty);
    let mut offered = |from: &str, to: &str, only: &str| {
        let range = json!({"start": behind(HOUSE, from), "end": behind(HOUSE, to)});
        let context = json!({"diagnostics": [], "only": [only]});
        let params = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
        let all = client.ask("textDocument/codeAction", params);
        let mut action = |of: &Value| {
            let of = client.ask("codeAction/resolve", of.clone());
            let edited = edited(HOUSE, &of["edit"]["documentChanges"][0]["edits"]);
            (of["title"].as_str().expect("a title").to_owned(), edited)
        };
        all.as_array().expect("actions").iter().map(&mut action).collect::<Vec<_>>()
    };
    let often =
        "'often: selector {\n            condition Hungry;\n            action Eat;\n        }";
    let lower = often.replace("\n    ", "\n");
    let go = "repeat(trip) action GoTo(place = Home);";
    let kitchen = "subtree Kitchen(meals = visits);";
    for (from, to, only, title, old, new, behind) in [
        (
            "'oft",
            "'oft",
            "refactor.extract",
            "Extract into a tree",
            often,
            "subtree Often;",
            format!("\ntree Often {{\n    {lower}\n}}\n"),
        ),
        (
            "= 2) rep",
            "= 2) rep",
            "refactor.extract",
            "Extract into a tree",
            go,
            "subtree Part(trip = trip);",
            format!("\ntree Part(trip: u32) {{\n    {go}\n}}\n"),
        ),
        (
            "subtree Kit",
            "subtree Kit",
            "refactor.inline",
            "Put the tree `Kitchen` in place",
            kitchen,
            "repeat(visits) action Eat;",
            String::new(),
        ),
    ] {
        let expected = HOUSE.replace(old, new) + &behind;
        assert_eq!(offered(from, to, only), [(title.to_owned(), expected)]);
    }
    // Siblings that are selected together.
    let both = offered("selector {\n", "action Eat;", "refactor.extract");
    assert_eq!(both.len(), 1);
    assert!(both[0].1.contains("'often: selector {\n            subtree Part;\n"), "{}", both[0].1);
    // A name that is declared around the node would change, and no tree is used here.
    assert_eq!(offered("'oft", "'oft", "refactor.inline"), []);
    assert_eq!(offered("tree Da", "tree Da", "refactor"), []);
    client.end();
}

#[test]
fn lenses_draw_and_prove() {
    let (mut client, _program, uri) = opened("lenses", HOUSE);
    let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    let commands: Vec<Value> =
        lenses.as_array().expect("lenses").iter().map(|of| of["command"].clone()).collect();
    assert_eq!(commands.len(), 2);
    assert_eq!(at(HOUSE, &lenses[0]["range"]), "Day");
    let mut run = |command: &Value| {
        let params = json!({"command": command["command"], "arguments": command["arguments"]});
        client.try_ask("workspace/executeCommand", params)
    };
    let drawn = run(&commands[0]).expect("a picture");
    assert!(
        drawn.as_str().expect("a text").starts_with("Day(visits: u32, rest: u32 = 3)\n"),
        "{drawn}"
    );
    let proved = run(&commands[1]).expect("a proof");
    // An editor that shows pictures asks for one, and no message is shown.
    let asked = json!({"command": "bt.draw", "arguments": [uri, "Day", "svg"]});
    let picture = run(&asked).expect("a picture");
    assert!(picture.as_str().expect("a text").starts_with("<svg"), "{picture}");
    assert!(
        proved
            .as_str()
            .expect("a text")
            .contains("vacuous: always Fire.ticked -> IsSafe.succeeded"),
        "{proved}"
    );
    let shown: Vec<&Value> = client
        .notes
        .iter()
        .filter(|note| note.method == "window/showMessage")
        .map(|note| &note.params["message"])
        .collect();
    assert_eq!(shown, [&drawn, &proved]);
    client.replace(&uri, "action Eat;", "action Fire;");
    let mut run = |params: Value| client.try_ask("workspace/executeCommand", params);
    let proved = run(json!({"command": "bt.prove", "arguments": [uri, "Day"]})).expect("a proof");
    assert!(proved.as_str().expect("a text").contains("broken: always Fire.ticked"), "{proved}");
    for (command, arguments, message) in [
        ("bt.draw", json!([uri, "Night"]), "there is no tree `Night`"),
        ("bt.draw", json!([]), "expected the address"),
        ("bt.fly", json!([uri, "Day"]), "there is no command `bt.fly`"),
    ] {
        let error = run(json!({"command": command, "arguments": arguments})).expect_err(command);
        assert!(error.message.contains(message), "{}", error.message);
    }
    client.end();
}

#[test]
fn entries_are_proved_and_helpers_are_not() {
    let text = "pub tree Day { sequence { condition IsSafe; subtree Shot; } }\ntree Shot { action Fire; }\n";
    let (mut client, _program, uri) = opened("entries", text);
    let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    let lenses = lenses.as_array().expect("lenses").iter();
    let lenses: Vec<_> = lenses
        .map(|of| format!("{} {}", at(text, &of["range"]), of["command"]["command"]))
        .collect();
    assert_eq!(lenses, ["Day \"bt.draw\"", "Day \"bt.prove\"", "Shot \"bt.draw\""]);
    let mut prove = |tree: &str| {
        let params = json!({"command": "bt.prove", "arguments": [uri, tree]});
        client.try_ask("workspace/executeCommand", params)
    };
    let proved = prove("Day").expect("a proof");
    assert!(proved.as_str().expect("a text").contains(": always Fire.ticked"), "{proved}");
    let error = prove("Shot").expect_err("a helper");
    assert!(error.message.contains("the trees that call it keep the rules"), "{}", error.message);
    client.end();
}

#[test]
fn words_are_read_again() {
    let (mut client, program, uri) = opened("words_are_read_again", HOUSE);
    client.replace(&uri, "action Eat;", "action Dine;");
    client.diagnostics(&uri, |found| !found.is_empty());
    program.write(
        "src/words.rs",
        &WORDS.replace("action Eat", "action Dine => npc.dine();\naction Eat"),
    );
    client.tell("workspace/didChangeWatchedFiles", json!({"changes": []}));
    client.diagnostics(&uri, <[Value]>::is_empty);
    // Half of a source keeps the words.
    program.write("src/words.rs", "behavior_tree! { vocabulary Drill(npc: &mut Npc) { (");
    client.tell("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    client.replace(&uri, "action Dine;", "action Dine ;");
    client.diagnostics(&uri, <[Value]>::is_empty);
    // Words beside the trees count more.
    program
        .write("trees/WORDS.json", r#"[{"name": "Dine", "kind": "condition", "parameters": []}]"#);
    client.tell("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    client.diagnostics(&uri, |found| !found.is_empty());
    let items = client.ask_at("textDocument/completion", &uri, &behind(HOUSE, "condition "));
    assert_eq!(labels(&items), ["Dine"]);
    client.end();
}

#[test]
fn a_compiled_file_has_the_words_of_its_vocabulary() {
    let program = Program::new("a_compiled_file");
    program.write("src/other.rs", "behavior_tree! { vocabulary Other(npc: &mut Npc) { action Sing => npc.sing(); } trees from \"trees/song.tree\" with Other; }");
    let mut client = Client::new();
    let text = "tree Song { action ; }";
    for (file, expected) in
        [("trees/song.tree", &["Sing"][..]), ("trees/new.tree", &["Sing", "GoTo", "Eat", "Fire"])]
    {
        program.write(file, text);
        let uri = program.uri(file);
        client.open(&uri, text);
        let items = client.ask_at("textDocument/completion", &uri, &behind(text, "action "));
        assert_eq!(labels(&items), expected, "{file}");
    }
    client.end();
}

#[test]
fn explicit_words_count_most_and_without_words_only_the_syntax_is_checked() {
    let program = Program::new("explicit_words");
    program.write("drill.json", r#"[{"name": "Wave", "kind": "condition", "parameters": []}]"#);
    let words = program.folder.join("drill.json");
    let text = "tree Day { condition Wave; }";
    let mut client = Client::with(&json!({}), Some(words));
    let uri = program.uri("trees/wave.tree");
    client.open(&uri, text);
    client.diagnostics(&uri, <[Value]>::is_empty);
    let found = client.ask_at("textDocument/definition", &uri, &behind(text, "Wav"));
    assert_eq!(found["uri"], program.uri("drill.json"));
    client.end();
    let mut client = Client::new();
    let uri = "untitled:Untitled-1";
    client.open(uri, "tree Day { condition Anything; }");
    client.diagnostics(uri, <[Value]>::is_empty);
    client.replace(uri, ";", "");
    client.diagnostics(uri, |found| !found.is_empty());
    client.end();
}

#[test]
fn positions_are_as_the_client_counts() {
    let text = "tree A { /* 😀 */ action Ete; }";
    for (offered, encoding, column) in [
        (json!(["utf-16"]), "utf-16", 25),
        (json!(["utf-8", "utf-16"]), "utf-8", 27),
        (json!(["utf-32"]), "utf-16", 25),
    ] {
        let program = Program::new("positions");
        let mut client = Client::with(&json!({"general": {"positionEncodings": offered}}), None);
        assert_eq!(client.capabilities["positionEncoding"], encoding);
        let uri = program.uri(TREE);
        client.open(&uri, text);
        let found = client.diagnostics(&uri, |found| !found.is_empty());
        assert_eq!(
            found[0]["range"]["start"],
            json!({"line": 0, "character": column}),
            "{encoding}"
        );
        let place = json!({"line": 0, "character": column + 1});
        let hover = client.ask_at("textDocument/definition", &uri, &place);
        assert_eq!(hover, Value::Null);
        client.end();
    }
}

#[test]
fn the_client_watches_files() {
    let dynamic = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let mut client = Client::with(&dynamic, None);
    let request = client.asked();
    assert_eq!(request.method, "client/registerCapability");
    assert_eq!(request.params["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    client.end();
}
