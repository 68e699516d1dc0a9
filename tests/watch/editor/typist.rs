//! Types the sample's trees again, word by word, and checks that each word is offered.

use crate::ask::{Ask, diagnostics};
use crate::editor::Editor;
use crate::server::Done;
use std::ops::Range;

/// The part of the tree that exists while a word is typed.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// Everything except the word.
    Missing,
    /// Everything except the end of the word.
    Begun,
    /// Nothing after the first letter of the word, except brackets that an editor has closed.
    Onwards,
}

pub(crate) const WAYS: &[(&str, Way)] = &[
    ("a word is missing", Way::Missing),
    ("its first letter stands", Way::Begun),
    ("nothing stands behind its first letter", Way::Onwards),
];

/// The number of words, the places where one was not offered, and the places with additional errors.
pub(crate) struct Written {
    pub(crate) due: usize,
    pub(crate) missed: Vec<String>,
    pub(crate) noise: Vec<String>,
}

/// Words that are not offered, and cannot be. After an `if` of an arm with nothing between it and `>`,
/// plain Rust offers no names of the pattern either. Where both a node and a weight may begin, an
/// unfinished word counts as the beginning of a node.
const EXCEPT: &[(&str, &str)] = &[
    ("distance", "Mode::Alert(distance) if distance > 3 => subtree Patrol,"),
    ("npc", "npc.attempts => once action walk(npc, 2);"),
];

pub(crate) fn write(editor: &mut Editor, file: &str, way: Way) -> Done<Written> {
    let text = editor.text(file)?.to_owned();
    let mut written = Written { due: 0, missed: Vec::new(), noise: Vec::new() };
    for word in trees(&text).flat_map(|tree| words(&text, tree)) {
        let (before, after) = match way {
            Way::Missing => (word.start, text[word.end..].to_owned()),
            Way::Begun => (word.start + 1, text[word.end..].to_owned()),
            Way::Onwards => (word.start + 1, closers(&text[..word.start])),
        };
        let name = &text[word.clone()];
        let line = crate::text::line_of(&text, word.start);
        let later = format!("tree {name}(");
        if EXCEPT.contains(&(name, line))
            || (matches!(way, Way::Onwards) && text[word.end..].contains(&later))
        {
            continue;
        }
        editor.write(file, &format!("{}{after}", &text[..before]))?;
        let offered = Ask::Complete.at(editor, file, before)?;
        written.due += 1;
        // A path may be offered with its beginning, or with what must follow: `Mode::Calm`, `actions::`.
        let is_it = |offer: &String| offer.split("::").any(|part| part == name);
        if !offered.iter().any(is_it) {
            written.missed.push(format!("`{name}` in `{line}`"));
        }
        let errors = diagnostics(editor, file)?;
        let lost = errors.iter().filter(|error| is_lost(error));
        written.noise.extend(lost.map(|error| format!("{error} without `{name}` in `{line}`")));
    }
    editor.undo()?;
    Ok(written)
}

/// Returns `true` if an error has no place in the user's text.
fn is_lost(error: &str) -> bool {
    error.contains(" at \"behavior_tree!\"") || error.contains(" at \"\"")
}

/// The text between the braces of each macro call.
fn trees(text: &str) -> impl Iterator<Item = Range<usize>> {
    const CALL: &str = "behavior_tree! {";
    text.match_indices(CALL).map(|(at, _)| {
        let start = at + CALL.len();
        let end = text[start..].find("\n}").map_or(text.len(), |end| start + end);
        start..end
    })
}

/// The words of a tree, without those that occur there for the first time, and without Rust's short
/// keywords.
fn words(text: &str, tree: Range<usize>) -> Vec<Range<usize>> {
    const NOT_OFFERED: &[&str] = &["pub", "mut", "let", "derive", "Debug", "_"];
    const NEW_BEHIND: &[&str] = &["tree", "let"];
    const NEW_IN_FRONT_OF: &[&str] = &[": &mut", ": Navigator", ") if"];
    let mut words = Vec::new();
    let mut last = "";
    for token in tokens(text, tree) {
        let name = &text[token.clone()];
        let behind = &text[token.end..];
        let is_new = NEW_BEHIND.contains(&last)
            || NEW_IN_FRONT_OF.iter().any(|next| behind.starts_with(next));
        if !is_new && !NOT_OFFERED.contains(&name) {
            words.push(token);
        }
        last = name;
    }
    words
}

/// The identifiers of Rust text, without those of comments, labels and literals.
fn tokens(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let part = |character: char| character.is_alphanumeric() || character == '_';
    let mut tokens = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        let first = rest.chars().next().unwrap_or_default();
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '\'' {
            1 + rest[1..].find(|next| !part(next)).unwrap_or(rest.len() - 1)
        } else if part(first) {
            rest.find(|next| !part(next)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        if part(first) && !first.is_numeric() {
            tokens.push(at..at + length);
        }
        at += length;
    }
    tokens
}

/// The brackets that are still open, closed: `tree A(npc: &mut N` → `)`.
fn closers(text: &str) -> String {
    let mut open = Vec::new();
    for line in text.lines().map(|line| line.split("//").next().unwrap_or_default()) {
        for character in line.chars() {
            match character {
                '(' => open.push(')'),
                '[' => open.push(']'),
                '{' => open.push('}'),
                ')' | ']' | '}' => drop(open.pop()),
                _ => {}
            }
        }
    }
    open.into_iter().rev().flat_map(|close| ['\n', close]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_and_new_ones_are_not() {
        let text = "behavior_tree! {\n  // no\n  pub tree A(npc: &mut Npc) { 'x: wait(2s); }\n}";
        let found: Vec<&str> =
            trees(text).flat_map(|tree| words(text, tree)).map(|word| &text[word]).collect();
        assert_eq!(found, ["tree", "Npc", "wait"]);
    }

    #[test]
    fn brackets_are_closed() {
        assert_eq!(closers("a { b(c) // (\n d["), "\n]\n}");
    }
}
