//! The fields of nodes in a form: each part of each kind of node is one, and what is offered there fits.

use crate::vocabularies::drill;
use bt_language::edit::{self, Change, Field};
use bt_language::file;
use bt_language::words::Word;
use std::ops::Range;

/// The names that the nodes below can use.
const BEGIN: &str = "tree A { let(count: u32 = 1) let(path: Path) let(far: Pose) let(near: f32 = 0.5) sequence { action Plan(goal = Goal) -> path; action Detect -> (far, near); ";
/// The index of the node after this.
const NODE: usize = 7;

fn tree(node: &str) -> String {
    format!("{BEGIN}{node} }} }}")
}

/// A node of each kind that files have, with the children that it needs.
fn nodes() -> impl Iterator<Item = (Word, String)> {
    let words = Word::ALL.iter().copied().filter(|word| edit::forms(*word).next().is_some());
    words.map(|word| {
        let template = edit::template(word, drill());
        let key = edit::key_part(word).filter(|part| part.is_required);
        let key = key.map_or("", |part| match part.of.name() {
            "f32" => "Fear => ",
            "condition" => "SeesEnemy => ",
            "pattern" => "_ => ",
            other => panic!("a key of a new type needs an example: {other}"),
        });
        let before = if word.as_str() == "monitor" { "condition SeesEnemy; " } else { "" };
        let more = if word.as_str() == "recover" { " action Attack;" } else { "" };
        let node = match template.strip_suffix("{}") {
            Some(head) => format!("{head}{{\n{before}{key}action Attack;{more} }}"),
            None if template.ends_with(';') => template,
            None => format!("{template} action Attack;"),
        };
        let node = node.replace("set name", "set count").replace("subtree Shoot", "subtree Own");
        (word, node)
    })
}

const OWN: &str = " tree Own() -> (path: Path) { action Plan(goal = Goal) -> path; }";

fn text_of(node: &str) -> String {
    tree(node) + OWN
}

#[track_caller]
fn mistakes(text: &str) -> Vec<String> {
    file::read(text, drill()).mistakes.into_iter().map(|mistake| mistake.text).collect()
}

#[track_caller]
fn with(text: &str, node: usize, field: &str, source: &str) -> String {
    let change = Change::Field { node, name: field, source };
    edit::change(text, &edit::outline(text), &change).expect("a possible change").text
}

fn fields(text: &str, node: usize) -> Vec<Field> {
    edit::outline(text).fields(text, node)
}

/// The texts that are offered in an empty field.
fn offers(text: &str, node: usize, field: &str) -> Vec<String> {
    let marked = with(text, node, field, "_");
    let place = fields(&marked, node).into_iter().find(|one| one.part.name == field);
    let start = place.and_then(|field| field.bytes).expect("it has a value").start;
    let all = edit::complete(&marked, start, drill()).items;
    all.into_iter().map(|item| item.insert).collect()
}

/// Everything behind the word of a node is a field, except for the signs between the parts.
#[test]
fn each_argument_is_a_field() {
    for (word, node) in nodes() {
        let text = text_of(&node);
        assert_eq!(mistakes(&text), [""; 0], "{text}");
        let outline = edit::outline(&text);
        let own = &outline.nodes[NODE];
        assert_eq!(own.kind, Some(word), "{text}");
        assert!(edit::forms(word).all(|form| form.starts_with(word.as_str())));
        let fields = outline.fields(&text, NODE);
        let names: Vec<&str> = fields.iter().map(|field| field.part.name).collect();
        let mut known = names.clone();
        known.sort_unstable();
        known.dedup();
        assert_eq!(known.len(), names.len(), "{node}: {names:?}");
        for field in &fields {
            assert!(!field.part.of.name().is_empty(), "{node}: {field:?}");
            assert!(field.bytes.is_some() || !field.part.is_required, "{node}: {field:?}");
        }
        let parts: Vec<Range<usize>> = fields.into_iter().filter_map(|field| field.bytes).collect();
        let is_in = |at: usize| parts.iter().any(|part| part.contains(&at));
        let rest: String = (own.word.end..own.head.end)
            .filter(|at| !is_in(*at))
            .map(|at| char::from(text.as_bytes()[at]))
            .filter(|letter| !" (),:=".contains(*letter))
            .collect();
        let expected = if word.as_str() == "for" { "in" } else { "" };
        assert_eq!(rest, expected, "{node}: {names:?}");
    }
}

/// The parts that the documentation of the words shows are fields.
#[test]
fn the_parts_of_the_forms_are_fields() {
    for word in Word::ALL.iter().copied().filter(|word| edit::forms(*word).next().is_some()) {
        let parts = edit::parts(word);
        let all = word.forms().chain(edit::forms(word)).collect::<Vec<_>>().join(" ");
        for (sign, name) in [
            ("success =", "success"),
            ("failure =", "failure"),
            ("margin =", "margin"),
            ("(N)", "count"),
            ("(i in", "range"),
        ] {
            let is_shown = all.contains(sign);
            assert_eq!(parts.iter().any(|part| part.name == name), is_shown, "{all}: {name}");
        }
        let key = edit::key_part(word);
        assert!(!all.contains("=> node") || key.is_some(), "{all}");
    }
    let types = |word: Word| -> Vec<(&str, String, bool)> {
        let shown = |part: edit::Part| (part.name, part.of.name().to_owned(), part.is_required);
        edit::parts(word).into_iter().map(shown).collect()
    };
    let of = |name, of: &str, is_required| (name, of.to_owned(), is_required);
    assert_eq!(types(Word::Guard), [of("of", "condition", true)]);
    assert_eq!(types(Word::If), [of("of", "condition", true), of("else", "node", false)]);
    assert_eq!(types(Word::Wait), [of("duration", "Duration", true)]);
    assert_eq!(
        types(Word::Cooldown),
        [of("duration", "Duration", true), of("after", "choice", false)]
    );
    assert_eq!(
        types(Word::Service),
        [of("every", "Duration", true), of("of", "action at once", true)]
    );
    assert_eq!(types(Word::Repeat), [of("count", "count", false), of("every", "Duration", false)]);
    assert_eq!(
        types(Word::Parallel),
        [of("success", "threshold", false), of("failure", "threshold", false)]
    );
    assert_eq!(types(Word::ActiveUtilitySelector), [of("margin", "f32", false)]);
    assert_eq!(
        types(Word::Let),
        [of("name", "name", true), of("type", "type", true), of("value", "value", false)]
    );
    assert_eq!(types(Word::For), [of("name", "name", true), of("range", "range", true)]);
    assert_eq!(types(Word::Set), [of("name", "name", true), of("value", "value", true)]);
    assert_eq!(types(Word::Action), [of("of", "action", true), of("results", "names", false)]);
    assert_eq!(types(Word::Subtree), [of("tree", "subtree", true), of("results", "names", false)]);
    let keys = [
        Word::RandomSelector,
        Word::UtilitySelector,
        Word::PrioritySelector,
        Word::Pipeline,
        Word::Match,
    ];
    let keys = keys
        .map(|word| edit::key_part(word).map(|key| (key.of.name().to_owned(), key.is_required)));
    let key = |of: &str, is_required| Some((of.to_owned(), is_required));
    assert_eq!(
        keys,
        [
            key("u32", false),
            key("f32", true),
            key("condition", true),
            key("Duration", false),
            key("pattern", true)
        ]
    );
}

/// What is offered in a field has the type that the checker wants there.
#[test]
fn offers_fit_their_fields() {
    let mut count = 0;
    for (_, node) in nodes() {
        let text = text_of(&node);
        let outline = edit::outline(&text);
        for index in (NODE..outline.trees[0].nodes.end).rev() {
            // A branch is added and removed as a whole.
            let fields = outline.fields(&text, index);
            for field in fields.into_iter().filter(|field| field.part.of.name() != "node") {
                let name = field.part.name;
                let all = offers(&text, index, name);
                if field.part.of.name() == "name" {
                    // A name of another type needs another value.
                    assert!(!all.iter().any(|offer| offer.contains('=')), "{all:?}");
                    continue;
                }
                for offer in all {
                    let mut changed = with(&text, index, name, &offer);
                    if field.part.of.name() == "type" {
                        // The value has the old one.
                        changed = with(&changed, index, "value", "");
                    }
                    let mut wrong = mistakes(&changed);
                    wrong.retain(|text| !text.starts_with("nothing gives `name` a value"));
                    assert_eq!(wrong, [""; 0], "{name} of {node}: {offer}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 60, "{count}");
}

/// A value that does not fit keeps the type of its field: a duration stays one.
#[test]
fn an_invalid_value_changes_no_offer() {
    for (node, field, wrong) in [
        ("wait(1s);", "duration", &["2", "Fear", "SeesEnemy"][..]),
        ("guard(SeesEnemy) running;", "of", &["2", "Fear", "1s"]),
        ("repeat(3) running;", "count", &["2s", "Fear", "SeesEnemy"]),
        ("active_utility_selector(margin = 0.5) { Fear => running; }", "margin", &["1s", "count"]),
    ] {
        let text = text_of(node);
        let expected = offers(&text, NODE, field);
        assert!(!expected.is_empty(), "{node}");
        for value in wrong {
            let invalid = with(&text, NODE, field, value);
            assert_ne!(mistakes(&invalid), [""; 0], "{invalid}");
            assert_eq!(offers(&invalid, NODE, field), expected, "{invalid}");
        }
    }
    // `else` is the last key.
    let text = text_of("priority_selector { IsNight => action Attack; _ => action Attack; }");
    let [first, last] = [NODE + 1, NODE + 2].map(|node| offers(&text, node, "key"));
    assert_eq!([&first[..], &["else".to_owned()]].concat(), last);
    assert!(first.contains(&"IsNight".to_owned()), "{first:?}");
    // Also behind an operation with a value that does not fit.
    for (before, expected) in [("Fear + ", "Pause"), ("2 + ", "Pause"), ("Pause * ", "count")] {
        let text = text_of(&format!("wait({before}_);"));
        let at = text.find("_);").expect("a mark");
        let labels: Vec<String> =
            edit::complete(&text, at, drill()).items.into_iter().map(|item| item.label).collect();
        assert_eq!(labels, [expected], "{text}");
    }
}

/// Parts that may be left out are added, and removed by an empty value.
#[test]
fn optional_parts_come_and_go() {
    let mut added = 0;
    for (_, node) in nodes() {
        let text = text_of(&node);
        for index in NODE..edit::outline(&text).trees[0].nodes.end {
            for field in fields(&text, index).into_iter().filter(|field| !field.part.is_required) {
                let name = field.part.name;
                let value = match field.part.of.name() {
                    "Duration" => "2s",
                    "count" | "u32" => "3",
                    "f32" => "0.5",
                    "threshold" => "one",
                    "choice" => "end",
                    "node" => "running;",
                    "value" => "2",
                    // Only some words have results.
                    "names" => continue,
                    other => panic!("an optional part of a new type needs an example: {other}"),
                };
                let (with_it, without) = match field.bytes {
                    Some(_) => {
                        let without = with(&text, index, name, "");
                        (with(&without, index, name, value), without)
                    }
                    None => (with(&text, index, name, value), text.clone()),
                };
                // A `let` without a value needs an action that gives it one.
                if field.part.of.name() != "value" {
                    assert_eq!(mistakes(&with_it), [""; 0], "{with_it}");
                    assert_eq!(mistakes(&without), [""; 0], "{without}");
                }
                let find =
                    |text: &str| fields(text, index).into_iter().find(|one| one.part.name == name);
                assert!(find(&with_it).expect("a field").bytes.is_some(), "{with_it}");
                assert_eq!(find(&without).expect("a field").bytes, None, "{without}");
                assert_eq!(with(&with_it, index, name, ""), without);
                added += 1;
            }
        }
    }
    assert!(added >= 14, "{added}");
}

#[test]
fn positional_values_come_first() {
    let every = text_of("repeat(every = 1s) running;");
    let both = with(&every, NODE, "count", "3");
    assert!(both.contains("repeat(3, every = 1s) running"), "{both}");
    assert_eq!(with(&both, NODE, "count", ""), every);
    let count = with(&both, NODE, "every", "");
    assert!(count.contains("repeat(3) running"), "{count}");
    assert!(with(&count, NODE, "count", "").contains("repeat running"));
}

#[test]
fn parts_of_declarations_are_changed_alone() {
    let text = text_of("let(n: u32 = 1) set n = n + 1;");
    for (node, name, source, from, to) in [
        (NODE, "name", "m", "let(n:", "let(m:"),
        (NODE, "type", "u8", "n: u32 = 1)", "n: u8 = 1)"),
        (NODE, "value", "2", "n: u32 = 1)", "n: u32 = 2)"),
        (NODE, "value", "", "n: u32 = 1)", "n: u32)"),
        (NODE + 1, "name", "count", "set n =", "set count ="),
        (NODE + 1, "value", "7", "n + 1", "7"),
    ] {
        assert_eq!(with(&text, node, name, source), text.replace(from, to));
    }
    let bare = text_of("let(n) running;");
    assert_eq!(with(&bare, NODE, "type", "u8"), text_of("let(n: u8) running;"));
    assert_eq!(with(&bare, NODE, "value", "1"), text_of("let(n = 1) running;"));
    let empty = text_of("let running;");
    assert_eq!(with(&empty, NODE, "name", "n"), text_of("let(n) running;"));
    let bare = text_of("for(i) running;");
    assert_eq!(with(&bare, NODE, "range", "0..3"), text_of("for(i in 0..3) running;"));
    let rounds = text_of("for(i in 0..3) running;");
    assert_eq!(with(&rounds, NODE, "range", "0..9"), text_of("for(i in 0..9) running;"));
}
