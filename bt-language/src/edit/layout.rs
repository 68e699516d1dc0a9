//! Lines and indentation: pieces of a text that are taken out, moved and put in.

use crate::lexer::INDENT;
use crate::lexer::{self, Kind};
use std::ops::Range;

/// A part of a text that is replaced.
pub(super) type Edit = (Range<usize>, String);

/// The text with all edits, which do not overlap.
pub(super) fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut output, mut done) = (String::with_capacity(text.len()), 0);
    for (range, new) in edits {
        output.push_str(text.get(done..range.start).unwrap_or_default());
        output.push_str(&new);
        done = range.end.max(done);
    }
    output.push_str(text.get(done..).unwrap_or_default());
    output
}

/// The line break of a text.
pub(super) fn line_break(text: &str) -> &'static str {
    let first = text.find('\n').and_then(|end| text.get(..end));
    if first.is_some_and(|line| line.ends_with('\r')) { "\r\n" } else { "\n" }
}

/// The beginning of the line of a byte.
pub(super) fn line_start(text: &str, byte: usize) -> usize {
    text.get(..byte).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// The end of the line of a byte, without its line break.
pub(super) fn line_end(text: &str, byte: usize) -> usize {
    let rest = text.get(byte..).unwrap_or_default();
    let end = rest.find('\n').unwrap_or(rest.len());
    byte + rest.get(..end).unwrap_or(rest).trim_end_matches('\r').len()
}

/// The white space at the beginning of the line of a byte.
pub(super) fn indentation(text: &str, byte: usize) -> &str {
    let line = text.get(line_start(text, byte)..line_end(text, byte)).unwrap_or_default();
    let length = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..length).unwrap_or_default()
}

/// One level more than an indentation.
pub(super) fn deeper(indentation: &str) -> String {
    let level = if indentation.contains('\t') { "\t".to_owned() } else { " ".repeat(INDENT) };
    format!("{indentation}{level}")
}

/// Returns `true` if these bytes are the only thing on their lines, except for comments after them.
pub(super) fn is_alone(text: &str, bytes: &Range<usize>) -> bool {
    let before = text.get(line_start(text, bytes.start)..bytes.start).unwrap_or_default();
    before.trim().is_empty() && ends_line(text, bytes.end)
}

/// Returns `true` if only comments follow on the line of a byte.
pub(super) fn ends_line(text: &str, byte: usize) -> bool {
    let rest = text.get(byte..line_end(text, byte)).unwrap_or_default().trim();
    rest.is_empty() || rest.starts_with("//") || is_comment(rest)
}

/// `/* one comment */`
fn is_comment(text: &str) -> bool {
    let inside = text.strip_prefix("/*").and_then(|rest| rest.strip_suffix("*/"));
    inside.is_some_and(|inside| !inside.contains("*/"))
}

/// The lines of a node that is alone on them: with the comments directly above it, and those after it. The last line
/// break is not part of them.
pub(super) fn lines(text: &str, bytes: &Range<usize>) -> Range<usize> {
    let mut start = line_start(text, bytes.start);
    while let Some(end) = start.checked_sub(1) {
        let above = line_start(text, end);
        let line = text.get(above..end).unwrap_or_default().trim();
        let is_note = (line.starts_with("//") && !line.starts_with("///")) || is_comment(line);
        if !is_note {
            break;
        }
        start = above;
    }
    start..line_end(text, bytes.end)
}

/// The bytes to remove, so that no empty line and no double space stays.
pub(super) fn removed(text: &str, bytes: &Range<usize>) -> Range<usize> {
    if is_alone(text, bytes) {
        let lines = lines(text, bytes);
        let rest = text.get(lines.end..).unwrap_or_default();
        let length = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
        return lines.start..lines.end + length;
    }
    let before = text.get(..bytes.start).unwrap_or_default();
    let space = usize::from(before.ends_with(' '));
    bytes.start - space..bytes.end
}

/// A text with another indentation: each line but the first one begins with `new` instead of `old`. Lines that begin within
/// a literal stay.
pub(super) fn indented(text: &str, old: &str, new: &str, ends: &str) -> String {
    let literals: Vec<Range<usize>> = lexer::lexemes(text)
        .iter()
        .filter(|lexeme| lexeme.kind == Kind::Literal)
        .map(|lexeme| lexeme.start..lexeme.end)
        .collect();
    let mut output = String::with_capacity(text.len());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_in_literal = literals.iter().any(|range| range.start < at && at < range.end);
        let body = line.trim_end_matches(['\r', '\n']);
        if at == 0 || is_in_literal {
            output.push_str(body);
        } else if !body.trim().is_empty() {
            output.push_str(new);
            output.push_str(body.strip_prefix(old).unwrap_or_else(|| body.trim_start()));
        }
        if line.ends_with('\n') {
            output.push_str(if is_in_literal { "\n" } else { ends });
        }
        at += line.len();
    }
    output
}
