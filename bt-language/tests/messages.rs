//! The messages for trees with mistakes.
//!
//! A file of `messages` contains cases like this one: a name with a description, the trees as a user
//! writes them, and after `---` each mistake with its line, its column and its source text.
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
//! `BLESS=1 cargo test -p bt-language --test messages` writes the messages again.

use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// The start of a case.
const TITLE: &str = "=== ";
/// The line between the trees and the messages of a case.
const DIVIDER: &str = "---\n";

struct Case<'a> {
    title: &'a str,
    trees: &'a str,
    messages: &'a str,
}

/// The cases of a file.
fn cases(text: &str) -> Vec<Case<'_>> {
    let begins = text.match_indices(TITLE).map(|(at, _)| at);
    let begins: Vec<usize> =
        begins.filter(|&at| at == 0 || text[..at].ends_with('\n')).chain([text.len()]).collect();
    assert_eq!(begins.first(), Some(&0), "a file begins with a case");
    begins.windows(2).map(|case| self::case(&text[case[0]..case[1]])).collect()
}

fn case(text: &str) -> Case<'_> {
    let (title, rest) = text.split_once('\n').expect("a line ends");
    let (trees, messages) = rest.split_once(DIVIDER).unwrap_or((rest.trim_end(), ""));
    Case { title, trees, messages: messages.trim_end() }
}

/// The mistakes of some trees, one line each.
fn messages(trees: &str) -> String {
    let tokens: TokenStream = trees.parse().expect("sound tokens");
    let mut messages = String::new();
    for mistake in bt_language::read(tokens).mistakes.in_order() {
        let bytes = as_rustc_shows(trees, mistake.span.byte_range());
        let before = &trees[..bytes.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&letter| letter != '\n').count() + 1;
        let excerpt = on_one_line(&trees[bytes]);
        let _ = writeln!(messages, "{line}:{column} `{excerpt}`: {}", mistake.text);
    }
    messages.trim_end().to_owned()
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

/// The new contents of a file, and the differences from the old contents.
struct Renewed {
    text: String,
    without_mistake: Vec<String>,
    different: Vec<String>,
}

fn renewed(text: &str) -> Renewed {
    let (mut names, mut cases_of_today) = (BTreeSet::new(), Vec::new());
    let (mut without_mistake, mut different) = (Vec::new(), Vec::new());
    for Case { title, trees, messages: expected } in cases(text) {
        assert!(names.insert(title.split(':').next()), "two cases have this name: {title}");
        let found = messages(trees);
        if found.is_empty() {
            without_mistake.push(title.to_owned());
        } else if found != expected {
            different.push(format!("{title}\n{trees}expected:\n{expected}\nfound:\n{found}\n"));
        }
        let trees = trees.trim_end_matches('\n');
        cases_of_today.push(format!("{title}\n{trees}\n{DIVIDER}{found}\n"));
    }
    Renewed { text: cases_of_today.join("\n"), without_mistake, different }
}

#[test]
fn each_mistake_has_its_message_at_its_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("messages");
    let (mut without_mistake, mut different) = (Vec::new(), Vec::new());
    for file in fs::read_dir(folder).expect("the folder of messages") {
        let path = file.expect("a file").path();
        let renewed = renewed(&fs::read_to_string(&path).expect("a text"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, renewed.text).expect("the messages can be written");
        } else {
            let file = path.display();
            different.extend(renewed.different.iter().map(|case| format!("{file}\n{case}")));
        }
        without_mistake.extend(renewed.without_mistake);
    }
    assert!(different.is_empty(), "\n{}", different.join("\n"));
    assert!(without_mistake.is_empty(), "cases without a mistake: {without_mistake:#?}");
}
