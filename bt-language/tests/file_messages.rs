//! The messages for files with mistakes, as they are shown.
//!
//! `tests/file_messages.txt` holds cases like this one: a name with a description, the file as a designer writes
//! it, and the mistakes after `---`.
//!
//! ```text
//! === letters: The first letters of a word.
//! tree Patrol { condition Sees; }
//! ---
//! error: there is no condition `Sees` in the vocabulary; did you mean `SeesEnemy`?
//! …
//! ```
//!
//! `BLESS=1 cargo test -p bt-language --test file_messages` rewrites the messages.

mod common;

use bt_language::file;
use common::drill;
use std::fs;
use std::path::Path;

const TITLE: &str = "=== ";
const DIVIDER: &str = "---\n";

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
