//! Random trees with comments have the same tokens and the same comments in the one layout, which formatting does not
//! change again.
//!
//! More trees than in every run: `FORMAT_TREES=100000 cargo test --release -p meaning --test all format`.

use bt_language::{file, format};
use meaning::disturbed::disturbed;
use meaning::filed::filed;
use meaning::generator::forest;
use meaning::printer;
use meaning::random::Random;
use proc_macro2::TokenStream;
use std::fs;
use std::path::Path;

#[test]
fn random_files_keep_their_trees_and_comments() {
    let mut refused = 0;
    for seed in 0..count() {
        let text = printer::file(&filed(forest(seed, "Tree")));
        // A `match` becomes another node there, which may leave a monitor without any.
        if format::file(&text).is_ok() {
            check(seed, &text, format::file);
        } else {
            refused += 1;
        }
    }
    assert!(refused < count() / 10, "{refused} files cannot be read");
}

#[test]
fn random_macro_calls_keep_their_trees_and_comments() {
    for seed in 0..count() {
        let text = printer::source(&forest(seed, "Tree"));
        let text =
            format!("fn before ( ) {{ }}\n\nmod trees {{\n    behavior_tree! {{\n{text}}}\n}}\n");
        check(seed, &text, format::rust);
    }
}

fn count() -> u64 {
    std::env::var("FORMAT_TREES").map_or(40, |text| text.parse().expect("a number"))
}

/// The Rust files of the examples that have trees.
fn examples(folder: &Path, found: &mut Vec<String>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .expect("the examples")
        .map(|entry| entry.expect("a file").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            examples(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            found.extend(Some(text).filter(|text| text.contains("behavior_tree! {")));
        }
    }
}

/// A text with other white space, more of it and less, and with more comments, behind its first `behavior_tree!`. It need
/// not be sound any more.
fn laid_out(text: &str, random: &mut Random) -> String {
    let first = text.find("behavior_tree! {").expect("a call");
    let (mut output, calls) = (text[..first].to_owned(), &text[first..]);
    let often = [1, 5, 30][random.below(3)];
    for (at, letter) in calls.char_indices() {
        let next = calls[at + letter.len_utf8()..].chars().next().unwrap_or(' ');
        let is_space = letter.is_whitespace() && !next.is_whitespace();
        let is_edge = is_space || "{}()[];,:=|<>&.!+".contains(letter);
        if !is_edge || is_sign(letter) && is_sign(next) || !random.chance(often) {
            output.push(letter);
            continue;
        }
        let spaces = [" ", "", "\n", "\n\n", "\n\n\n", "\t", "\n\t \t", "    ", "\r\n", " \n "];
        let comments = ["/* c */", "/* c\n  d */", "// c\n", "// c\n\n// d\n", "/// c\n"];
        let needs_space = is_space && is_word(next) && output.ends_with(is_word);
        let first = if needs_space { 0 } else { random.below(spaces.len()) };
        let mut added = spaces[first].to_owned();
        if random.chance(20) {
            // Of any length, because a line is broken at a width.
            let long = "c".repeat(1 + random.below(60) * random.below(2));
            added.push_str(&comments[random.below(comments.len())].replace('c', &long));
            added.push_str(spaces[random.below(spaces.len())]);
        }
        if !is_space {
            output.push(letter);
        }
        output.push_str(&added);
    }
    match random.below(8) {
        0 => output.replace("\r\n", "\n").replace('\n', "\r\n"),
        1 => output.replace("    ", "\t"),
        2 => output.replace("    ", " "),
        3 => output.replace("behavior_tree! {", "behavior_tree!{ "),
        4 => output.replace("behavior_tree! {\n", "  behavior_tree! { "),
        5 => output.replace(";\n", "; "),
        6 => output.replace("\n\n", " "),
        _ => output,
    }
}

/// Returns `true` for the parts of `=>` and of other signs of several characters.
fn is_sign(letter: char) -> bool {
    "=|<>&.!+-*/:".contains(letter)
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[test]
fn the_layout_of_changed_examples_stays() {
    let mut all = Vec::new();
    for folder in ["examples", "tests/language"] {
        let above = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        examples(&above.join(folder), &mut all);
    }
    let mut laid = 0;
    for seed in 0..count() * 3 {
        let mut random = Random::new(seed);
        let text = laid_out(&all[random.below(all.len())], &mut random);
        if let Ok(formatted) = format::rust(&text) {
            laid += 1;
            stays(seed, &formatted, format::rust);
        }
        file::forget();
    }
    assert!(laid > count(), "only {laid} files can be read");
}

type Format = fn(&str) -> Result<String, Vec<file::Mistake>>;

fn check(seed: u64, text: &str, format: Format) {
    let mut random = Random::new(seed);
    let source = disturbed(text, &mut random);
    let formatted = format(&source).unwrap_or_else(|mistakes| {
        panic!("seed {seed}: {mistakes:?}\n{source}");
    });
    assert_eq!(
        tokens(&source),
        tokens(&formatted),
        "seed {seed}: other tokens\n{source}\n{formatted}"
    );
    stays(seed, &formatted, format);
    let comments = |text: &str| -> Vec<String> {
        text.split("comment ")
            .skip(1)
            .map(|rest| rest.split('.').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(comments(&source), comments(&formatted), "seed {seed}: other comments");
    let is_plain = source == text;
    if is_plain {
        assert!(formatted.lines().all(|line| line == line.trim_end()), "{formatted}");
    }
    file::forget();
}

/// Checks that a text in the one layout is not changed again.
fn stays(seed: u64, formatted: &str, format: Format) {
    let again = format(formatted).expect("it can be read again");
    let differs = formatted.lines().zip(again.lines()).position(|(one, other)| one != other);
    let around = |text: &str| {
        let from = differs.unwrap_or(0).saturating_sub(3);
        text.lines().skip(from).take(8).collect::<Vec<_>>().join("\n")
    };
    assert!(
        formatted == again,
        "seed {seed}: the layout changes again from\n{}\nto\n{}",
        around(formatted),
        around(&again)
    );
}

fn tokens(text: &str) -> String {
    text.parse::<TokenStream>().expect("sound tokens").to_string()
}
