//! The requests of an editor, over the server.

mod others;
mod refusals;
mod running;
mod saving;

use crate::live::{Edits, Live};
use bt_core::behavior_tree;
use serde_json::{Value, json};
use std::env::temp_dir;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, fs, process};

/// A direction to walk to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right,
}

/// A way to a place.
#[derive(Clone, Debug)]
struct Way(i32);

behavior_tree! {
    #[derive(Clone, Debug)]
    vocabulary Walks(place: &mut i32) {
        /// The place is far away.
        condition Far(/** steps */ beyond: i32 = 3) => *place > beyond;
        /// Walks.
        action Walk(side: Side { Left, Right }, /** per tick */ steps: i32 = 1) => {
            *place += if side == Side::Left { -steps } else { steps };
        };
        action Jump(to: i32) => *place = to;
        type Way;
        action Plan(to: i32) -> Way => Some(Way(to));
        action Follow(way: &Way, steps: i32 = 1) => *place = way.0 + steps;
        action Look -> (near: i32, far: i32) => Some((*place, *place + 1));
    }
}

const TEXT: &str = "\
// Grüße 😀
tree Walker {
    'home: repeat sequence {
        condition Far; // ä
        action Walk(side = Left);
    }
}
";

/// The part of a text between two positions in UTF-16 code units.
fn part(text: &str, from: &Value, to: &Value) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let index =
        |value: &Value| usize::try_from(value.as_u64().expect("a position")).expect("small");
    String::from_utf16(&units[index(from)..index(to)]).expect("no character is cut")
}

/// The position of the end of a part, in UTF-16 code units.
fn behind(text: &str, part: &str) -> usize {
    let end = text.find(part).expect("it is there") + part.len();
    text[..end].encode_utf16().count()
}

#[test]
fn open_tells_the_text_and_the_words() {
    let studio = Studio::open("open", TEXT);
    let told = studio.told("open", &json!({}));
    assert_eq!(told["text"], TEXT);
    assert_eq!(told["path"], studio.path.to_string_lossy().as_ref());
    assert_eq!(told["may_save"], true);
    let walk = &told["words"][1];
    assert_eq!((&walk["name"], &walk["kind"]), (&json!("Walk"), &json!("action")));
    assert_eq!(walk["documentation"], "Walks.");
    let [side, steps] = [0, 1].map(|place| &walk["parameters"][place]);
    assert_eq!((&side["type"], &side["default"]), (&json!("Side"), &Value::Null));
    assert_eq!(side["choices"], json!(["Left", "Right"]));
    assert_eq!((&steps["default"], &steps["documentation"]), (&json!("1"), &json!("per tick")));
    let nodes = told["nodes"].as_array().expect("a list");
    let of = |word: &str| nodes.iter().find(|node| node["word"] == word).expect("it is listed");
    assert_eq!(of("action")["example"], "action Walk(side = Left);");
    assert_eq!(
        (&of("repeat")["children"], &of("repeat")["family"]),
        (&json!("one"), &json!("decorator"))
    );
    assert!(nodes.iter().all(|node| node["word"] != "await"));
    let after = &of("cooldown")["fields"][1];
    assert_eq!((&after["name"], &after["type"]), (&json!("after"), &json!("choice")));
    assert_eq!(after["choices"], json!(["end", "success"]));
    assert_eq!(of("guard")["fields"][0]["label"], "condition");
    assert_eq!(of("let")["fields"][0]["binds"], true);
    let score = &of("utility_selector")["key"];
    assert_eq!((&score["label"], &score["required"]), (&json!("score"), &json!(true)));
    assert_eq!(of("sequence")["key"], Value::Null);
    assert_eq!(told["words"][0]["fits"], json!(["condition"]));
    assert_eq!(walk["fits"], json!(["action", "action at once"]));
}

#[test]
fn open_tells_types_results_and_what_is_lent() {
    let studio = Studio::open("data", TEXT);
    let told = studio.told("open", &json!({}));
    let words = told["words"].as_array().expect("a list");
    let of = |name: &str| words.iter().find(|word| word["name"] == name).expect("it is listed");
    assert_eq!((&of("Way")["kind"], &of("Walk")["results"]), (&json!("type"), &Value::Null));
    assert_eq!(of("Plan")["results"], "-> Way");
    assert_eq!(of("Look")["results"], "-> (near: i32, far: i32)");
    let [way, steps] = [0, 1].map(|place| &of("Follow")["parameters"][place]);
    assert_eq!((&way["type"], &way["reference"]), (&json!("Way"), &json!(true)));
    assert_eq!(steps["reference"], false);
}

const DATA: &str = "\
tree Walker(far: i32 = 3) -> (end: Way) {
    let(way: Way) sequence {
        for(i in 0..3) action Plan(to = far) -> way;
        action Follow(way = way);
        action Plan(to = 1) -> end;
    }
}
";

/// The nodes of a tree with data are shown, and a change of one leaves the rest as it is.
#[test]
fn nodes_with_data_are_told_and_changed() {
    let studio = Studio::open("changed_data", DATA);
    let text = DATA;
    let told = studio.told("check", &json!({ "text": text }));
    assert_eq!(told["mistakes"], json!([]));
    let nodes = told["nodes"].as_array().expect("a list");
    let heads: Vec<String> =
        nodes.iter().map(|node| part(text, &node["head"][0], &node["head"][1])).collect();
    assert_eq!(
        heads,
        [
            "let(way: Way)",
            "sequence",
            "for(i in 0..3)",
            "action Plan(to = far) -> way",
            "action Follow(way = way)",
            "action Plan(to = 1) -> end",
        ]
    );
    let field = |node: usize, name: &str| {
        let place = &nodes[node]["fields"][name];
        part(text, &place[0], &place[1])
    };
    assert_eq!((&*field(0, "name"), &*field(0, "type")), ("way", "Way"));
    assert_eq!((&nodes[0]["fields"]["value"], &*field(2, "range")), (&Value::Null, "0..3"));
    assert_eq!((&*field(3, "of"), &*field(3, "results")), ("Plan(to = far)", "way"));
    assert_eq!((&nodes[0]["calls"], &nodes[2]["calls"]), (&json!([]), &json!([])));
    let change = json!({ "argument": { "node": 2, "name": "0", "value": "i in 0..9" } });
    let changed = studio.told("change", &json!({ "text": text, "change": change }));
    assert_eq!(changed["text"], text.replace("0..3", "0..9"));
    let change = json!({ "argument": { "node": 4, "call": 0, "name": "steps", "value": "2" } });
    let changed = studio.told("change", &json!({ "text": text, "change": change }));
    assert_eq!(changed["text"], text.replace("way = way)", "way = way, steps = 2)"));
}

#[test]
fn check_tells_nodes_with_their_positions() {
    let studio = Studio::open("check", TEXT);
    let told = studio.told("check", &json!({ "text": format!("pub {TEXT}") }));
    assert_eq!((&told["trees"][0]["pub"], &told["mistakes"]), (&json!(true), &json!([])));
    let told = studio.told("check", &json!({ "text": TEXT }));
    assert_eq!(told["trees"][0]["pub"], false);
    assert_eq!(told["mistakes"], json!([]));
    assert_eq!(told["hash"], studio.told("open", &json!({}))["disk"]);
    assert_eq!(told["trees"][0]["name"], "Walker");
    let nodes = told["nodes"].as_array().expect("a list");
    let heads: Vec<String> =
        nodes.iter().map(|node| part(TEXT, &node["head"][0], &node["head"][1])).collect();
    assert_eq!(heads, ["repeat", "sequence", "condition Far", "action Walk(side = Left)"]);
    assert_eq!((&nodes[0]["label"], &nodes[3]["parent"]), (&json!("home"), &json!(1)));
    assert_eq!((&nodes[2]["name"], &nodes[2]["kind"]), (&json!("Far"), &json!("Condition")));
    assert_eq!(part(TEXT, &nodes[3]["start"], &nodes[3]["end"]), "action Walk(side = Left);");
    let gaps = nodes[1]["gaps"].as_array().expect("a list");
    assert_eq!(part(TEXT, &gaps[1], &gaps[2]), " // ä\n        action Walk(side = Left);");
    let [side, steps] = [0, 1].map(|place| &nodes[3]["calls"][0]["arguments"][place]);
    assert_eq!((&side["value"], &side["given"]), (&json!("Left"), &json!(true)));
    assert_eq!(part(TEXT, &side["start"], &side["end"]), "Left");
    assert_eq!(
        (&steps["name"], &steps["value"], &steps["given"]),
        (&json!("steps"), &json!("1"), &json!(false))
    );
}

/// A form for `guard(Far(beyond = 2))` changes the argument of the word.
#[test]
fn words_in_parentheses_have_arguments() {
    let studio = Studio::open("calls", TEXT);
    let text = TEXT.replace("'home: repeat", "/* Ä */ guard(Far) repeat");
    let told = studio.told("check", &json!({ "text": text }));
    let [call] = &told["nodes"][0]["calls"].as_array().expect("a list")[..] else {
        panic!("{told}")
    };
    assert_eq!(part(&text, &call["start"], &call["end"]), "Far");
    let beyond = &call["arguments"][0];
    assert_eq!((&beyond["name"], &beyond["value"]), (&json!("beyond"), &json!("3")));
    assert_eq!((&beyond["given"], &beyond["start"]), (&json!(false), &call["end"]));
    let change = json!({ "argument": { "node": 0, "call": 0, "name": "beyond", "value": "2" } });
    let told = studio.told("change", &json!({ "text": text, "change": change }));
    assert_eq!(told["text"], text.replace("(Far)", "(Far(beyond = 2))"));
}

#[test]
fn check_tells_mistakes_at_their_place() {
    let studio = Studio::open("mistakes", TEXT);
    for mark in ["", "\u{feff}"] {
        let text = mark.to_string() + &TEXT.replace("Far;", "Fra;");
        let told = studio.told("check", &json!({ "text": text }));
        let [mistake] = &told["mistakes"].as_array().expect("a list")[..] else { panic!("{told}") };
        assert_eq!(part(&text, &mistake["start"], &mistake["end"]), "Fra");
        assert_eq!((&mistake["line"], &mistake["column"]), (&json!(4), &json!(19)));
        let message = mistake["message"].as_str().expect("a text");
        assert!(message.contains("it has `Far`"), "{message}");
        assert_eq!(told["nodes"].as_array().map(Vec::len), Some(4), "all nodes are still there");
    }
}

#[test]
fn format_lays_out_or_tells_mistakes() {
    let studio = Studio::open("format", TEXT);
    let told = studio.told("format", &json!({ "text": TEXT.replace("    ", " ") }));
    assert_eq!(told, json!({ "text": TEXT }));
    let told = studio.told("format", &json!({ "text": "tree A { wait(2); " }));
    assert_eq!(told["mistakes"].as_array().map(Vec::len), Some(1), "{told}");
}

#[test]
fn changes_are_edits_of_the_text() {
    let studio = Studio::open("change", TEXT);
    let change = |change: Value| studio.told("change", &json!({ "text": TEXT, "change": change }));
    for (asked, old, new) in [
        (
            json!({ "insert": { "node": 1, "gap": 2, "source": "action Jump(to = 1);" } }),
            "Left);\n",
            "Left);\n        action Jump(to = 1);\n",
        ),
        (json!({ "argument": { "node": 3, "name": "side", "value": "Right" } }), "Left", "Right"),
        (
            json!({ "argument": { "node": 3, "name": "steps", "value": "2" } }),
            "Left",
            "Left, steps = 2",
        ),
        (json!({ "kind": { "node": 1, "word": "selector" } }), "sequence", "selector"),
        (json!({ "label": { "node": 0, "label": "away" } }), "'home", "'away"),
        (json!({ "field": { "node": 0, "name": "count", "source": "3" } }), "repeat", "repeat(3)"),
        (
            json!({ "field": { "node": 2, "name": "of", "source": "Far(beyond = 1)" } }),
            "Far;",
            "Far(beyond = 1);",
        ),
        (
            json!({ "description": { "node": 3, "text": "Goes." } }),
            "action",
            "/// Goes.\n        action",
        ),
        (json!({ "description": { "tree": 0, "text": "Lives." } }), "tree", "/// Lives.\ntree"),
        (json!({ "wrap": { "node": 3, "source": "not" } }), "action Walk", "not action Walk"),
        (json!({ "unwrap": { "node": 0 } }), "'home: repeat sequence", "sequence"),
        (
            json!({ "tree": { "name": "Second" } }),
            "\n}\n",
            "\n}\n\ntree Second {\n    running;\n}\n",
        ),
    ] {
        let told = change(asked.clone());
        assert_eq!(told["text"], TEXT.replacen(old, new, 1), "{asked}");
    }
    let moved = TEXT.replace(
        "        condition Far; // ä\n        action Walk(side = Left);\n",
        "        action Walk(side = Left);\n        condition Far; // ä\n",
    );
    for asked in [
        json!({ "up": { "node": 3 } }),
        json!({ "down": { "node": 2 } }),
        json!({ "move": { "node": 3, "into": 1, "gap": 0 } }),
    ] {
        assert_eq!(change(asked.clone())["text"], moved, "{asked}");
    }
    let told = change(json!({ "remove": { "node": 2 } }));
    assert_eq!(told["text"], TEXT.replace("        condition Far; // ä\n", ""));
    let told = change(json!({ "copy": { "nodes": [2] } }));
    assert_eq!(told, json!({ "source": "condition Far; // ä" }));
    // Several nodes, and one that becomes a comment.
    let both = change(json!({ "wrap": { "nodes": [2, 3], "source": "selector {}" } }));
    let wrapped = TEXT.replace("condition", "selector {\n            condition").replace(
        "        action Walk(side = Left);",
        "            action Walk(side = Left);\n        }",
    );
    assert_eq!(both["text"], wrapped);
    let told = change(json!({ "copy": { "nodes": [2, 3] } }));
    assert_eq!(told, json!({ "source": "condition Far; // ä\naction Walk(side = Left);" }));
    let off = change(json!({ "disable": { "nodes": [3] } }));
    assert_eq!(off["text"], TEXT.replace("action", "//- action"));
    let told = studio.told("check", &json!({ "text": off["text"] }));
    let [disabled] = &told["disabled"].as_array().expect("a list")[..] else { panic!("{told}") };
    assert_eq!((&disabled["parent"], &disabled["gap"]), (&json!(1), &json!(1)));
    assert_eq!(disabled["head"], "action Walk(side = Left)");
    let told = studio
        .told("change", &json!({ "text": off["text"], "change": { "enable": { "index": 0 } } }));
    assert_eq!(told["text"], TEXT);
    let told = change(json!({ "argument": { "node": 3, "name": "side", "value": "Right" } }));
    let text = told["text"].as_str().expect("a text");
    assert_eq!(part(text, &told["select"][0], &told["select"][1]), "Right");
    let told = change(json!({ "up": { "node": 0 } }));
    assert_eq!(told["mistakes"][0]["message"], "there is no place in this direction");
    for unknown in
        [json!({}), json!({ "fly": { "node": 1 } }), json!({ "up": {} }), json!("up"), json!(null)]
    {
        let body = json!({ "text": TEXT, "change": unknown });
        assert_eq!(studio.ask("change", &body).0, 400, "{body}");
    }
    let told = studio.told("change", &json!({ "text": "tree A {}", "change": { "insert": { "tree": 0, "gap": 0, "source": "running;" } } }));
    assert_eq!(told["text"], "tree A {\n    running;\n}");
}

/// A node becomes a tree, and the tree is removed with its use.
#[test]
fn trees_are_changed() {
    let studio = Studio::open("trees", TEXT);
    let change = |text: &str, change: Value| {
        studio.told("change", &json!({ "text": text, "change": change }))
    };
    let told = change(TEXT, json!({ "extract": { "nodes": [1], "name": "Way" } }));
    assert!(told["mistakes"][0]["message"].as_str().is_some_and(|text| text.contains("`Way`")));
    let told = change(TEXT, json!({ "extract": { "nodes": [1], "name": "Trip" } }));
    let text = told["text"].as_str().expect("a text");
    assert!(text.contains("'home: repeat subtree Trip;"), "{text}");
    assert_eq!(part(text, &told["select"][0], &told["select"][1]), "subtree Trip;");
    let told = change(text, json!({ "uses": { "name": "Trip" } }));
    assert_eq!(told, json!({ "uses": [{ "file": "walker.tree", "line": 3 }] }));
    let told = change(text, json!({ "inline": { "node": 1 } }));
    assert!(told["text"].as_str().is_some_and(|text| text.starts_with(TEXT.trim_end())), "{told}");
    let told = change(text, json!({ "remove_tree": { "tree": 1 } }));
    assert_eq!(told["texts"]["walker.tree"], "// Grüße 😀\ntree Walker {\n}\n", "{told}");
}

#[test]
fn completion_and_hover_know_the_words() {
    let studio = Studio::open("complete", TEXT);
    let text = TEXT.replace("side = Left", "side = R");
    let at = behind(&text, "side = R");
    let told = studio.told("complete", &json!({ "text": text, "at": at }));
    assert_eq!(part(&text, &told["start"], &told["end"]), "R");
    let item = &told["items"][0];
    assert_eq!((&item["insert"], &item["kind"]), (&json!("Right"), &json!("choice")));
    assert_eq!(told["items"].as_array().map(Vec::len), Some(1));
    let told = studio.told("hover", &json!({ "text": TEXT, "at": behind(TEXT, "action Wal") }));
    assert_eq!(part(TEXT, &told["start"], &told["end"]), "Walk");
    assert_eq!(told["title"], "action Walk(side: Side, steps: i32 = 1)");
    assert_eq!(told["documentation"], "Walks.\nsteps: per tick");
    assert_eq!(studio.told("hover", &json!({ "text": TEXT, "at": 3 })), Value::Null);
}

/// The value of a change is completed as if it stood in the text; places count from its beginning.
#[test]
fn the_value_of_a_change_is_completed() {
    let text =
        "// 😀\ntree Walker { let(far: i32 = 3) sequence { action Jump; set far = far + 1; } }";
    let studio = Studio::open("field", text);
    let offered = |change: Value, at: usize| {
        let told = studio.told("complete", &json!({ "text": text, "change": change, "at": at }));
        let items = told["items"].as_array().expect("a list");
        let labels = items.iter().map(|item| item["label"].as_str().expect("a text").to_string());
        (told["start"].clone(), told["end"].clone(), labels.collect::<Vec<_>>())
    };
    let argument =
        |value: &str| json!({ "argument": { "node": 2, "call": 0, "name": "to", "value": value } });
    let far = std::vec!["far".to_string()];
    assert_eq!(offered(argument(""), 0), (json!(0), json!(0), far.clone()));
    assert_eq!(offered(argument("1 + fa"), 6), (json!(4), json!(6), far.clone()));
    assert_eq!(offered(argument("fa + 1"), 1), (json!(0), json!(2), far.clone()));
    let field = |node: usize, name: &str, source: &str| json!({ "field": { "node": node, "name": name, "source": source } });
    assert_eq!(offered(field(3, "value", ""), 0), (json!(0), json!(0), far.clone()));
    assert_eq!(offered(field(3, "name", "f"), 1), (json!(0), json!(1), far));
    let way = std::vec!["Way".to_string()];
    assert_eq!(offered(field(0, "type", "Wa"), 2), (json!(0), json!(2), way));
    for refused in
        [json!({ "fly": { "source": "" } }), json!({ "remove": { "node": 0 } }), json!(1)]
    {
        let body = json!({ "text": text, "change": refused, "at": 0 });
        assert_eq!(studio.ask("complete", &body).0, 400, "{body}");
    }
}

/// A server whose file may be edited, in a folder of its own.
struct Studio {
    live: Live,
    edits: Option<Edits<Walks>>,
    path: PathBuf,
}

impl Studio {
    /// `name` makes the folder unique.
    fn open(name: &str, text: &str) -> Self {
        let folder = temp_dir().join(format!("bt-edit-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        let path = folder.join("walker.tree");
        fs::write(&path, text).expect("the file can be written");
        let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
        let edits = live.let_edit::<Walks>(&path).expect("the file can be read");
        Self { live, edits: Some(edits), path }
    }

    fn ask(&self, name: &str, body: &Value) -> (u16, String) {
        post(self.live.address(), name, &body.to_string())
    }

    /// The answer to a request that is not refused.
    #[track_caller]
    fn told(&self, name: &str, body: &Value) -> Value {
        let (status, told) = self.ask(name, body);
        assert_eq!(status, 200, "{name}: {told}");
        serde_json::from_str(&told).expect("it is JSON")
    }

    /// The state of the editor that all pages are told.
    fn state(&self) -> Value {
        let request = "GET /recording?after=-1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
        let (status, told) = send(self.live.address(), request.as_bytes());
        assert_eq!(status, 200, "{told}");
        let told: Value = serde_json::from_str(&told).expect("it is JSON");
        told["live"]["edit"].clone()
    }

    fn on_disk(&self) -> String {
        fs::read_to_string(&self.path).expect("it is there")
    }

    /// The names in the folder of the file.
    fn folder(&self) -> std::vec::Vec<String> {
        let folder = self.path.parent().expect("a folder").read_dir().expect("it can be read");
        folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into()).collect()
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        if let Some(folder) = self.path.parent() {
            fs::remove_dir_all(folder).ok();
        }
    }
}

/// The run of the program, which its page knows.
fn run(address: SocketAddr) -> String {
    let request = "GET /recording?after=-1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let told: Value = serde_json::from_str(&send(address, request.as_bytes()).1).expect("JSON");
    told["run"].as_str().expect("a text").to_string()
}

/// Sends a body as the page does.
fn post(address: SocketAddr, name: &str, body: &str) -> (u16, String) {
    let (host, length, run) = (address, body.len(), run(address));
    let head = format!(
        "POST /edit/{name}?run={run} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: {length}\r\n\r\n"
    );
    send(address, &[head.as_bytes(), body.as_bytes()].concat())
}

/// The status and the body of the response.
fn send(address: SocketAddr, request: &[u8]) -> (u16, String) {
    // If the server is too slow on a busy machine, it says so.
    loop {
        let mut stream = TcpStream::connect(address).expect("it listens");
        // If the server refuses a body, it need not read it.
        stream.write_all(request).ok();
        let mut answer = std::vec::Vec::new();
        stream.read_to_end(&mut answer).ok();
        let answer = String::from_utf8(answer).expect("it answers in UTF-8");
        let Some((head, body)) = answer.split_once("\r\n\r\n") else { continue };
        let status = head.split(' ').nth(1).expect("there is a status");
        let status = status.parse().expect("a status is a number");
        if status != 408 {
            return (status, body.to_string());
        }
    }
}
