//! Cases as data: a file of `cases` holds texts, and what the library says about each of them.
//!
//! A case has a name with a description, a text, and the answer after `---`:
//!
//! ```text
//! === letters: The first letters of a word.
//! tree Patrol(npc: &mut Npc) {
//!     seq
//! }
//! ---
//! 2:5 `seq`: there is no node `seq`; did you mean `sequence`?
//! ```
//!
//! * `messages`: the mistakes of trees in Rust, each with its line, its column and its source text.
//! * `files.txt`: the mistakes of files of trees, as they are shown to a designer.
//! * `machines.txt`: the machines of trees, which document the lowering.
//! * `layouts.txt`: the one layout of a file, or of Rust if the text calls the macro.
//! * `editor.txt`: what an editor offers and explains. Here the answers stand in the texts, at the place of the cursor, and each
//!   line is a text: `tree A { wait(‹Pause›); }`
//!
//! `BLESS=1 cargo test -p bt-language cases` writes the answers again.

use crate::vocabularies::{drill, village};
use bt_language::edit::{self, Signature};
use bt_language::vocabulary::Vocabulary;
use bt_language::{file, format, lower, read};
use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// Starts a case.
const TITLE: &str = "=== ";
/// Stands between the text and the answer of a case.
const DIVIDER: &str = "\n---\n";

/// Compares all cases of a file with the answers of today, or writes them; `answered` returns the case below its title.
fn check(name: &str, answered: impl Fn(&str, &str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(name);
    let text = fs::read_to_string(&path).expect("a file of cases");
    let (mut names, mut today, mut different) = (BTreeSet::new(), Vec::new(), String::new());
    for case in format!("\n{text}").split(&format!("\n{TITLE}")).skip(1) {
        let (title, old) = case.split_once('\n').expect("a line ends");
        assert!(names.insert(title.split(':').next()), "two cases have this name: {title}");
        let new = answered(title, old.trim_end());
        if new.trim_end() != old.trim_end() {
            let _ = writeln!(different, "{title}\n{old}\nis now\n{new}");
        }
        today.push(format!("{TITLE}{title}\n{new}\n"));
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, today.join("\n")).expect("the answers can be written");
    } else {
        assert!(different.is_empty(), "{}\n{different}", path.display());
    }
}

/// Compares the answers behind the texts of a file.
fn check_answers(name: &str, answer: impl Fn(&str, &str) -> String) {
    check(name, |title, case| {
        let (text, _) = case.split_once(DIVIDER).unwrap_or((case.trim_end_matches("\n---"), ""));
        let answer = answer(title, &format!("{text}\n"));
        format!("{text}{DIVIDER}{}", answer.trim_end())
    });
}

#[test]
fn each_mistake_has_its_message_at_its_place() {
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/cases/messages")).expect("files")
    {
        let file = file.expect("a file").file_name();
        check_answers(&format!("messages/{}", file.display()), |title, trees| {
            let messages = messages(trees);
            assert!(!messages.is_empty(), "no mistake: {title}");
            messages
        });
    }
}

/// The mistakes of some trees, one line each.
fn messages(trees: &str) -> String {
    let tokens: TokenStream = trees.parse().expect("sound tokens");
    let mut messages = String::new();
    for mistake in read(tokens).mistakes.in_order() {
        let bytes = as_rustc_shows(trees, mistake.span.byte_range());
        let before = &trees[..bytes.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&letter| letter != '\n').count() + 1;
        let excerpt = on_one_line(&trees[bytes]);
        let _ = writeln!(messages, "{line}:{column} `{excerpt}`: {}", mistake.text);
    }
    messages
}

/// rustc does not join spans, so for several tokens it shows the first one. The quote and the name of a
/// label are one token for rustc: `Box<Npc>` → `Box`, `walk` of `'walk` → `'walk`
fn as_rustc_shows(trees: &str, bytes: Range<usize>) -> Range<usize> {
    let tokens = trees[bytes.clone()].parse::<TokenStream>().ok();
    let first = tokens.and_then(|tokens| tokens.into_iter().next());
    let length = first.map_or(bytes.len(), |first| first.span().byte_range().len());
    let (start, end) = (bytes.start, bytes.start + length);
    if trees[..start].ends_with('\'') {
        start - 1..end
    } else if &trees[start..end] == "'" {
        let name = trees[end..].find(|letter: char| letter != '_' && !letter.is_alphanumeric());
        start..name.map_or(trees.len(), |length| end + length)
    } else {
        start..end
    }
}

/// `{\n    fail;\n}` → `{ fail; }`
fn on_one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_mistake_of_a_file_is_shown() {
    check_answers("files.txt", |title, text| {
        let mistakes = file::read(text, drill()).mistakes;
        let is_sound = title.starts_with("sound");
        assert_eq!(mistakes.is_empty(), is_sound, "{title}: {mistakes:?}");
        let shown: Vec<_> =
            mistakes.iter().map(|one| one.show("soldier.tree").to_string()).collect();
        shown.join("\n")
    });
    file::forget();
}

#[test]
fn each_machine_is_as_documented() {
    check_answers("machines.txt", |title, tree| {
        let reading = read(tree.parse().expect("sound tokens"));
        assert!(reading.mistakes.in_order().is_empty(), "{title}");
        let tree = reading.trees.into_iter().next().and_then(Result::ok).expect("a tree");
        let (name, header) = (tree.outline.name.to_string(), tree.header());
        let machine = lower(&name, header, &tree.scope(), tree.root, &reading.lines);
        let machine = machine.expect("a machine");
        assert!(machine.check().is_ok(), "{title}: {}", machine.to_text());
        machine.to_text()
    });
}

#[test]
fn each_text_has_one_layout() {
    check_answers("layouts.txt", |title, text| {
        let layout = if text.contains("behavior_tree!") { format::rust } else { format::file };
        let laid_out = layout(text).expect("sound syntax");
        assert_eq!(layout(&laid_out).as_ref(), Ok(&laid_out), "{title}: formatted again");
        laid_out
    });
    file::forget();
}

#[test]
fn an_editor_gets_what_it_asks_for() {
    check("editor.txt", |title, case| {
        let mut words = title.split([' ', ':']);
        let vocabulary = match words.next() {
            Some("soldier") => drill(),
            Some("villager") => village(),
            other => panic!("nobody has these words: {other:?}"),
        };
        let answer = match words.next() {
            Some("completion") => completion,
            Some("items") => items,
            Some("hover") => hover,
            Some("signature") => signature,
            other => panic!("no editor asks for this: {other:?}"),
        };
        let answered = case.lines().map(|line| {
            let (before, rest) = line.split_once('‹').expect("a place");
            let (_, behind) = rest.split_once('›').expect("an end of the answer");
            let unescaped = |text: &str| text.replace("\\n", "\n");
            let at = unescaped(before).len();
            let answer = answer(&unescaped(&[before, behind].concat()), at, vocabulary);
            format!("{before}‹{}›{behind}", answer.replace('\n', "\\n"))
        });
        answered.collect::<Vec<_>>().join("\n")
    });
    file::forget();
}

fn completion(text: &str, at: usize, vocabulary: &Vocabulary) -> String {
    let items = edit::complete(text, at, vocabulary).items;
    items.into_iter().map(|item| item.label).collect::<Vec<_>>().join(" ")
}

/// What each item inserts, and how it is explained.
fn items(text: &str, at: usize, vocabulary: &Vocabulary) -> String {
    let items = edit::complete(text, at, vocabulary).items.into_iter();
    let items = items.map(|item| joined([item.insert, item.detail, item.kind.to_owned()]));
    items.collect::<Vec<_>>().join(", ")
}

fn hover(text: &str, at: usize, vocabulary: &Vocabulary) -> String {
    let Some(hover) = edit::hover(text, at, vocabulary) else { return String::new() };
    joined([text[hover.bytes].to_owned(), hover.title, hover.documentation.unwrap_or_default()])
}

fn joined(parts: [String; 3]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" | ")
}

fn signature(text: &str, at: usize, vocabulary: &Vocabulary) -> String {
    let Some(Signature { title, active, parameters, .. }) = edit::signature(text, at, vocabulary)
    else {
        return String::new();
    };
    for (bytes, description) in parameters {
        let name = title[bytes].split(':').next().expect("a name");
        assert!(description.is_none_or(|text| text == format!("about {name}")), "{title}");
    }
    active.map_or_else(|| title.clone(), |active| format!("{title} | {active}"))
}
