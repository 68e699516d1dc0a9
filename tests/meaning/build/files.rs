//! Files, which are compiled and loaded: with random trees, with trees of extreme shapes, and with trees of the vocabulary.

use super::filed::filed;
use super::vocabulary::vocabulary;
use super::{generator, printer};
use bt_language::file;
use bt_language::vocabulary::Vocabulary;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The seeds of their trees are no other tree's.
const FIRST: u64 = 2_000_000;

/// Writes that many files with random trees and those of the shapes; returns the macro calls that compile them, with a
/// table of them.
pub(crate) fn written(directory: &Path, first: u64, count: u64) -> String {
    let vocabulary = vocabulary();
    let (mut files, mut table) = (String::new(), String::new());
    let random = (FIRST + first..).filter_map(|seed| sound(seed, &vocabulary)).zip(0..count);
    let random = random.map(|(file, _)| file);
    let shapes = shapes().into_iter().map(|(name, text)| (name.to_owned(), text));
    for (name, text) in random.chain(shapes) {
        let path = directory.join(format!("{name}.tree"));
        fs::write(&path, text).expect("can write");
        let path = path.to_str().expect("the path is a text");
        let _ = writeln!(
            files,
            "    #[derive(Clone, PartialEq)]\n    pub(crate) trees from {path:?} with Words;"
        );
        let _ = writeln!(
            table,
            "    Filed {{ name: {name:?}, text: include_str!({path:?}), compiled: || Box::new({name}::new()), prove: explore_with::<{name}> }},"
        );
    }
    format!("with_words! {{\n{files}}}\n\npub(crate) const FILES: &[Filed] = &[\n{table}];\n")
}

/// The text of a file with the trees of this seed; nothing if the changes for a file have left something that is never
/// ticked.
fn sound(seed: u64, vocabulary: &Vocabulary) -> Option<(String, String)> {
    let name = format!("File{seed}");
    let text = printer::file(&filed(generator::forest(seed, &name)));
    let mistakes = file::read(&text, vocabulary).mistakes;
    for mistake in &mistakes {
        assert!(mistake.text.contains("never"), "{}\n{text}", mistake.text);
    }
    mistakes.is_empty().then_some((name, text))
}

/// The names of the files' main trees, and their texts.
fn shapes() -> Vec<(&'static str, String)> {
    vec![
        ("FileOfWords", words()),
        ("FileOfFew", choices("FileOfFew", "random_selector", 33, "succeed")),
        ("FileOfMany", choices("FileOfMany", "random_selector", 70, "succeed")),
        ("FileOfRounds", choices("FileOfRounds", "random_sequence", 100, "fail")),
        ("FileOfScores", scores("FileOfScores", "utility_selector", 255)),
        (
            "FileOfMargins",
            scores("FileOfMargins", "active_utility_selector(margin = Value840)", 255),
        ),
        ("FileOfAll", together(100)),
        ("FileOfDecorators", nested("FileOfDecorators", 100, decorator)),
        ("FileOfComposites", nested("FileOfComposites", 33, composite)),
        ("FileOfTrees", trees(5)),
    ]
}

/// Trees of the vocabulary at all kinds of places, and in a tree of the file.
fn words() -> String {
    "tree FileOfWords {
    active_selector {
        sequence {
            condition Ask(slot = 1);
            once subtree Rounds;
            cooldown(Value800) 'pages: subtree Pages;
            fail;
        }
        random_selector {
            parallel(success = 1, failure = 2) {
                'rounds: subtree Rounds;
                timeout(3s) subtree Pages;
                subtree FileOfWordsPart;
            }
            2 => with Wrapped(slot = 2) retry(3) subtree Rounds;
            finally(Clean(slot = 3)) repeat subtree Pages;
        }
        active_if Decide(slot = 4) { subtree FileOfWordsPart; } else { subtree Rounds; }
        running;
    }
}

/// Twice in the tree above, with memories of their own.
tree FileOfWordsPart {
    sequence { subtree Pages; once subtree Pages; every(500ms) subtree Rounds; }
}
"
    .to_owned()
}

/// Leaves that succeed, fail and run.
fn leaf(number: usize) -> String {
    match number % 4 {
        0 => format!("action Act(slot = {number})"),
        1 => format!("action Work(slot = {number})"),
        2 => "wait(250ms)".to_owned(),
        _ => format!("not condition Ask(slot = {number})"),
    }
}

/// A composite that draws, in a tree that begins again and again.
fn choices(name: &str, word: &str, count: usize, last: &str) -> String {
    let mut children = String::new();
    for number in 1..count {
        let weight = if number % 7 == 0 { format!("{} => ", number % 3) } else { String::new() };
        // Most of them end in the way after which the next one is drawn.
        let end = if number % 8 == 0 {
            ""
        } else if last == "fail" {
            "force_success "
        } else {
            "force_failure "
        };
        let _ = writeln!(children, "        {weight}{end}{};", leaf(number));
    }
    format!("tree {name} {{\n    {word} {{\n{children}        {last};\n    }}\n}}\n")
}

/// A selector that scores, in a tree that begins again and again.
fn scores(name: &str, word: &str, count: usize) -> String {
    let mut children = String::new();
    for number in 0..count {
        let score = if number % 3 == 0 {
            format!("0.{number}")
        } else {
            format!("Value{}", 830 + number % 8)
        };
        let end = if number % 16 == 0 { "" } else { "force_failure " };
        let _ = writeln!(children, "        {score} => {end}{};", leaf(number));
    }
    format!("tree {name} {{\n    {word} {{\n{children}    }}\n}}\n")
}

fn together(count: usize) -> String {
    let leaves: Vec<String> =
        (0..count).map(|number| format!("        {};\n", leaf(number))).collect();
    let children = leaves.concat();
    format!(
        "tree FileOfAll {{\n    parallel(success = 60, failure = 40) {{\n{children}    }}\n}}\n"
    )
}

/// Nested nodes that keep data.
fn nested(name: &str, depth: usize, level: fn(usize) -> (String, &'static str)) -> String {
    let (mut open, mut close) = (String::new(), String::new());
    for (before, behind) in (0..depth).map(level) {
        open += &before;
        close.insert_str(0, behind);
    }
    let leaves = "selector { action Act(slot = 1); action Work(slot = 2); }";
    format!("tree {name} {{\n    {open}{leaves}{close}\n}}\n")
}

fn decorator(level: usize) -> (String, &'static str) {
    let text = match level % 6 {
        0 => "timeout(1min) ".to_owned(),
        1 => "repeat(3) ".to_owned(),
        2 => format!("finally(Clean(slot = {level})) "),
        3 => format!("service(1s, Serve(slot = {level})) "),
        4 => "retry(Value810) ".to_owned(),
        _ => format!("with Ticketed(slot = {level}) "),
    };
    (text, "")
}

fn composite(level: usize) -> (String, &'static str) {
    match level % 3 {
        0 => ("parallel { ".to_owned(), " wait(250ms); }"),
        1 => ("random_selector { ".to_owned(), " 0 => running; }"),
        _ => (format!("active_utility_selector {{ {level} => "), " Value830 => running; }"),
    }
}

/// Trees that are twice in the next one, each with a memory of its own.
fn trees(depth: usize) -> String {
    let mut text = String::new();
    for level in (0..depth).rev() {
        let name =
            if level == 0 { "FileOfTrees".to_owned() } else { format!("FileOfTrees{level}") };
        let below = if level + 1 == depth {
            "action Work(slot = 1)".to_owned()
        } else {
            format!("subtree FileOfTrees{}", level + 1)
        };
        let _ = writeln!(
            text,
            "tree {name} {{
    selector {{
        once {below};
        cooldown(1s) {below};
        sequence {{ condition Ask(slot = {level}); subtree Pages; wait(250ms); }}
        action Act(slot = {level});
    }}
}}
"
        );
    }
    text
}
