//! Compares the kinds of nodes in this crate with the rows of the crate `bt-language`.
//!
//! A program that uses this crate needs no parser, so these lists are written by hand and compared with
//! the rows here. A test that fails says what has to be added, and where.

use super::{Family, NodeKind};
use bt_language::words::{self, Word};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

const LANGUAGE: &str = include_str!("../language.md");
const KEYWORDS: &str = include_str!("../keywords.rs");
const PAGE_WORDS: &str = include_str!("../../watch/replay/page/words.js");
const PAGE_ICONS: &str = include_str!("../../watch/replay/page/icons.js");
const EVERY_NODE: &str = include_str!("../../../../tests/hygiene/every_node.rs");

/// Fails with the first entry that differs, and says what to do about it.
fn compare(place: &str, actual: &[String], expected: &[String]) {
    if let Some(missing) = expected.iter().find(|entry| !actual.contains(entry)) {
        panic!("add this to {place}:\n{missing}");
    }
    if let Some(left) = actual.iter().find(|entry| !expected.contains(entry)) {
        panic!("remove this from {place}, or bring it to what its row says:\n{left}");
    }
    assert_eq!(actual, expected, "bring {place} into the order of bt-language/src/words/rows.rs");
}

fn rows(text: impl Fn(Word) -> String) -> Vec<String> {
    Word::ALL.iter().map(|word| text(*word)).collect()
}

/// The part of a text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, behind) = text.split_once(start).unwrap_or_else(|| panic!("no {start:?} in {text}"));
    behind.split_once(end).map_or(behind, |(inside, _)| inside)
}

#[test]
fn kinds_are_those_of_the_language() {
    let row = |name: &str, word: &str, family: &str, bare: bool| {
        format!("    {name} {word:?} {family}{},", if bare { " bare" } else { "" })
    };
    let kind = |kind: &NodeKind| {
        let family = match kind.family() {
            Family::Leaf => "Leaf",
            Family::Composite => "Composite",
            Family::Decorator => "Decorator",
        };
        row(&format!("{kind:?}"), kind.word(), family, !kind.has_parentheses())
    };
    let actual: Vec<_> = NodeKind::ALL.iter().map(kind).collect();
    let expected = rows(|word| {
        let family = format!("{:?}", word.family());
        row(word.name(), word.as_str(), &family, word.arguments().are_bare())
    });
    compare("`kinds!` in bt-core/src/language/node.rs", &actual, &expected);
}

/// `` /// `succeed;`: always succeeds. `` before `pub struct succeed;`
#[test]
fn editors_explain_each_word_as_its_row_does() {
    // Some words are keywords of Rust.
    let ident = |word: Word| match word {
        Word::If | Word::Match | Word::Let | Word::For => format!("r#{word}"),
        _ => word.to_string(),
    };
    let nodes = between(KEYWORDS, ")]\n\n", "/// A place where the user has not typed a word yet.");
    let stand_in = |head: &str, name: &str| format!("{head}\npub struct {name};");
    let actual: Vec<_> = nodes
        .split_terminator(";\n\n")
        .map(|item| {
            let head = item.lines().next().unwrap_or_default();
            stand_in(head, between(item, "\npub struct ", ";"))
        })
        .collect();
    let expected = rows(|word| {
        let forms: Vec<_> = word.forms().map(|form| format!("`{form}`")).collect();
        let head = format!("/// {}: {}.", forms.join(" or "), word.description());
        stand_in(&head, &ident(word))
    });
    compare("bt-core/src/language/keywords.rs", &actual, &expected);
}

#[test]
fn the_page_has_a_row_for_each_kind() {
    let table = between(PAGE_WORDS, "const KINDS = {\n", "\n};");
    let icon = |row: &str| between(row, "icon: \"", "\"").to_string();
    let without_icon = |row: &str| row.replace(&format!("icon: {:?}", icon(row)), "icon: …");
    let actual: Vec<_> = table.lines().map(without_icon).collect();
    let expected = rows(|word| {
        let family = format!("{:?}", word.family()).to_lowercase();
        let bare = if word.arguments().are_bare() { ", bare: true" } else { "" };
        format!("  {word}: {{ family: {family:?}, icon: …{bare} }},")
    });
    compare("`KINDS` in bt-core/src/watch/replay/page/words.js", &actual, &expected);

    let place = "`DRAWINGS` in bt-core/src/watch/replay/page/icons.js";
    let drawings = between(PAGE_ICONS, "const DRAWINGS = {\n", "\n};").lines();
    let drawn: Vec<_> = drawings.filter_map(|line| Some(line.split_once(':')?.0.trim())).collect();
    let used: Vec<_> = table.lines().map(icon).collect();
    for icon in &used {
        assert!(drawn.contains(&icon.as_str()), "add the drawing `{icon}` to {place}");
    }
    for icon in drawn {
        assert!(used.iter().any(|used| used == icon), "remove the unused `{icon}` from {place}");
    }
}

/// The forms of nodes in the first column of the table at the start of a text.
fn documented(text: &str) -> Vec<String> {
    let rows = text.trim_start().lines().take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split(" | ").next());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(ToString::to_string).collect()
}

fn is_documented(file: &str, text: &str, heads: [&str; 3]) {
    let families = [words::Family::Leaf, words::Family::Composite, words::Family::Decorator];
    for (family, head) in families.into_iter().zip(heads) {
        let (_, behind) = text.split_once(head).unwrap_or_else(|| panic!("no {head:?} in {file}"));
        let words = Word::ALL.iter().filter(|word| word.family() == family);
        // The table of decorators omits the node.
        let form = |form: String| form.trim_end_matches(" node").to_string();
        let forms: Vec<_> = words.flat_map(|word| word.forms()).map(form).collect();
        let place = format!("the first column of the table {:?} in {file}", head.trim_end());
        compare(&place, &documented(behind), &forms);
    }
}

#[test]
fn the_documentation_has_each_form_in_a_table() {
    let heads = ["## Leaves\n", "## Composites\n", "## Decorators: a prefix of one node\n"];
    is_documented("bt-core/src/language/language.md", LANGUAGE, heads);
}

#[test]
fn the_test_of_names_has_every_node() {
    let lines = EVERY_NODE.lines().filter(|line| !line.trim_start().starts_with("//"));
    let split = |line: &'static str| line.split(|c: char| !c.is_alphanumeric() && c != '_');
    let used: Vec<_> = lines.flat_map(split).collect();
    for word in Word::ALL {
        assert!(used.contains(&word.as_str()), "write a `{word}` in tests/hygiene/every_node.rs");
    }
}
