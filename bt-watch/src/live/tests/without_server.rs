//! Programs that answer the requests of the page themselves: no call waits for a page.

use crate::live::{Edits, Live, Turn};
use crate::record::AgentId;
use bt_core::behavior_tree;
use bt_core::files::{Loaded, Trees};
use serde_json::{Value, json};
use std::format;
use std::string::{String, ToString};

behavior_tree! {
    #[derive(Clone)]
    vocabulary Lamp(ticks: &mut u32) {
        condition Even => *ticks % 2 == 0;
        action Count => *ticks += 1;
        action Double => *ticks *= 2;
    }
}

const FIRST: &str = "use \"more.tree\";\ntree Blink { sequence { subtree More; running; } }\n";

struct Program {
    live: Live,
    edits: Edits<Lamp>,
    trees: Trees<Lamp>,
    agent: AgentId,
    tree: Loaded<Lamp>,
    ticks: u32,
}

impl Program {
    fn start() -> Self {
        let mut live = Live::without_server();
        live.let_pause(true);
        live.let_change(true).expect("nobody else can reach it");
        let texts = [("blink.tree", FIRST), ("more.tree", "tree More { action Count; }\n")];
        let edits = live.let_edit_texts("blink.tree", texts).expect("nobody else can reach it");
        let trees = Lamp::parse("tree Blink { running; }").expect("no mistakes");
        let tree = trees.tree("Blink").expect("it is there");
        let agent = live.agent_of("lamp", &tree);
        Self { live, edits, trees, agent, tree, ticks: 1 }
    }

    fn step(&mut self) {
        if self.edits.take(&mut self.trees) {
            self.tree.renew(&self.trees, &mut self.ticks);
        }
        if !self.live.is_paused() {
            self.live.tick(self.agent, &mut self.tree, &mut self.ticks);
        }
    }

    fn moments(&self) -> u64 {
        self.live.recording().moments().end
    }

    #[track_caller]
    fn ask(&self, target: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, answer) = self.live.answer("POST", target, &body);
        assert_eq!(status, 200, "{target}: {answer}");
        serde_json::from_str(&answer).expect("it is JSON")
    }
}

#[test]
fn a_page_gets_all_that_is_recorded() {
    let mut program = Program::start();
    for _ in 0..3 {
        program.step();
    }
    let (status, page) = program.live.answer("GET", "/", "");
    assert_eq!(status, 200);
    assert!(page.contains("id=\"edit\""), "it has the editor");
    let (_, news) = program.live.answer("GET", "/recording?after=-1&page=1", "");
    let news: Value = serde_json::from_str(&news).expect("it is JSON");
    assert_eq!(news["recording"]["moments"], 2, "the last one is not finished: {news}");
    assert_eq!(program.live.answer("GET", "/other", "").0, 404);
}

#[test]
fn a_page_goes_on_from_an_earlier_tick() {
    let mut program = Program::start();
    let advance = |(tree, ticks): &mut (Loaded<Lamp>, u32), turn: &mut Turn<'_>| {
        turn.tick(tree, ticks);
    };
    let branches = program.live.let_branch(10, advance).expect("nobody else can reach it");
    assert_eq!(program.live.answer("GET", "/recording?after=-1&page=7&shown=0", "").0, 200);
    for _ in 0..3 {
        branches.keep(program.agent, &(program.tree.clone(), program.ticks));
        program.step();
    }
    // {"agent":0,"moment":1,"ticks":5}
    let target = "/branch?page=7&wish=%7b%22agent%22:0,%22moment%22:1,%22ticks%22:5%7d";
    let told = program.ask(target, &Value::Null);
    assert_eq!((&told["from"], &told["recording"]["moments"]), (&json!(1), &json!(5)), "{told}");
    // A page of an earlier run means other nodes.
    assert_eq!(program.live.answer("POST", &format!("{target}&run=other"), "").0, 403);
}

#[test]
fn a_page_pauses_and_steps() {
    let mut program = Program::start();
    program.step();
    program.ask("/pause?page=1", &Value::Null);
    for _ in 0..3 {
        program.step();
    }
    assert_eq!(program.moments(), 1);
    program.ask("/step?page=1", &Value::Null);
    for _ in 0..3 {
        program.step();
    }
    assert_eq!(program.moments(), 2);
    program.ask("/continue?page=1", &Value::Null);
    program.step();
    assert_eq!(program.moments(), 3);
}

#[test]
fn a_breakpoint_pauses_after_the_tick() {
    let mut program = Program::start();
    program.ask(
        "/edit/apply",
        &json!({ "text": "tree Blink { selector { condition Even; running; } }" }),
    );
    program.step();
    let before = program.ask("/breakpoint?agent=1&node=1&page=1", &Value::Null);
    assert_eq!(before["paused"], false);
    // A changed result pauses the program, and the tick returns.
    program.ticks = 2;
    program.live.abort(program.agent, &mut program.tree, &mut program.ticks);
    for _ in 0..9 {
        program.step();
    }
    let moments = program.moments();
    assert!(program.live.is_paused());
    program.step();
    assert_eq!(program.moments(), moments);
    // It cannot stop in the middle of a tick.
    let (status, problem) = program.live.answer("POST", "/breakpoint?agent=1&node=1&before=1", "");
    assert_eq!((status, &*problem), (400, "this program cannot stop in the middle of a tick"));
}

#[test]
fn a_page_edits_texts_in_memory() {
    let mut program = Program::start();
    let opened = program.ask("/edit/open", &json!({}));
    assert_eq!((&opened["text"], &opened["may_save"]), (&json!(FIRST), &json!(true)));
    let checked = program.ask("/edit/check", &json!({ "text": FIRST }));
    assert_eq!(checked["files"], json!(["blink.tree", "more.tree"]));
    assert_eq!(checked["mistakes"], json!([]));
    let unknown = program.ask("/edit/check", &json!({ "text": "use \"other.tree\";\n" }));
    let message = unknown["mistakes"][0]["message"].as_str().expect("a message");
    assert!(message.contains("there is no file `other.tree`"), "{message}");

    let double = "tree More { action Double; }\n";
    let more = json!({ "file": "more.tree", "text": double });
    let applied = program.ask("/edit/apply", &more);
    assert_eq!(applied["moved"], Value::Null, "the program takes it later");
    program.ticks = 5;
    program.step();
    assert_eq!(program.ticks, 10);

    let disk = program.ask("/edit/revert", &more)["disk"].clone();
    let saved =
        program.ask("/edit/save", &json!({ "file": "more.tree", "text": double, "disk": disk }));
    assert_eq!(
        program.ask("/edit/revert", &more),
        json!({ "text": double, "disk": saved["disk"] })
    );
    let late = program.ask("/edit/save", &json!({ "file": "more.tree", "text": "", "disk": disk }));
    assert_eq!(late["changed"]["text"], double);
}
