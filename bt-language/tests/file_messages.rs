//! The messages for files with mistakes, as they are shown.
//!
//! `tests/file_messages.txt` holds cases like this one: a name with a description, the file as a designer writes
//! it, and behind `---` the mistakes.
//!
//! ```text
//! === letters: The first letters of a word.
//! tree Patrol { condition Sees; }
//! ---
//! error: there is no condition `Sees` in the vocabulary; did you mean `SeesEnemy`?
//! …
//! ```
//!
//! `BLESS=1 cargo test -p bt-language --test file_messages` writes the messages anew.

use bt_language::ast::Constant;
use bt_language::file;
use bt_language::vocabulary::{Integer, Parameter, Role, Type, Vocabulary, Word};
use std::fs;
use std::path::Path;

const TITLE: &str = "=== ";
const DIVIDER: &str = "---\n";

fn parameter(name: &str, of: Type, default: Option<Constant>) -> Parameter {
    Parameter { name: name.into(), of, default, description: None }
}

fn word(name: &str, role: Role, parameters: Vec<Parameter>) -> Word {
    Word { name: name.into(), role, parameters, description: None }
}

fn integer(name: &str) -> Type {
    Type::Integer(Integer::named(name).expect("a type of Rust").clone())
}

/// What a file may say about a soldier.
fn drill() -> Vocabulary {
    let sides =
        || Type::Variants { name: "Side".into(), variants: vec!["Left".into(), "Right".into()] };
    let speed = || Some(Constant::Single(1.5));
    Vocabulary {
        words: vec![
            word("SeesEnemy", Role::Condition, vec![]),
            word(
                "HealthBelow",
                Role::Condition,
                vec![parameter("limit", integer("i32"), Some(Constant::Integer(20)))],
            ),
            word("Attack", Role::Action { is_stateful: false }, vec![]),
            word(
                "MoveTo",
                Role::Action { is_stateful: true },
                vec![
                    parameter("x", Type::Single, None),
                    parameter("y", Type::Single, None),
                    parameter("speed", Type::Single, speed()),
                ],
            ),
            word(
                "Turn",
                Role::Action { is_stateful: false },
                vec![parameter("side", sides(), None)],
            ),
            word(
                "Say",
                Role::Action { is_stateful: false },
                vec![parameter("text", Type::Text, None)],
            ),
            word(
                "Fire",
                Role::Action { is_stateful: false },
                vec![parameter("shots", integer("u8"), None)],
            ),
            word("Brave", Role::Decorator, vec![parameter("up_to", integer("u32"), None)]),
            word("Health", Role::Value(integer("i32")), vec![]),
            word("Pause", Role::Value(Type::Duration), vec![]),
            word("Fear", Role::Value(Type::Single), vec![]),
            word("IsNight", Role::Value(Type::Bool), vec![]),
            word("Shoot", Role::Subtree { part: None }, vec![]),
            word("Reload", Role::Subtree { part: Some("&mut npc.weapon".into()) }, vec![]),
        ],
        has_random: true,
        has_clock: Some(true),
    }
}

/// The mistakes of a file, as they are shown.
fn messages(text: &str) -> String {
    let shown = file::read(text, &drill()).mistakes;
    let shown: Vec<String> =
        shown.iter().map(|mistake| mistake.show("soldier.tree").to_string()).collect();
    shown.join("\n")
}

#[test]
fn each_mistake_is_shown_at_its_place() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/file_messages.txt");
    let text = fs::read_to_string(&path).expect("the cases");
    let mut renewed = Vec::new();
    for case in text.split(TITLE).skip(1) {
        let (title, rest) = case.split_once('\n').expect("a line ends");
        let (file, _) = rest.split_once(DIVIDER).unwrap_or((rest.trim_end(), ""));
        let file = format!("{}\n", file.trim_end_matches('\n'));
        let found = messages(&file);
        assert!(!found.is_empty() || title.starts_with("sound"), "no mistake: {title}");
        renewed.push(format!("{TITLE}{title}\n{file}{DIVIDER}{found}\n"));
    }
    let renewed = renewed.join("\n");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &renewed).expect("the messages can be written");
    }
    assert!(renewed == text || std::env::var_os("BLESS").is_some(), "{renewed}");
}
