//! Disables nodes and enables them again: a node that is disabled is a comment, for this editor and for others.

use super::change::{
    ChangeError, Edit, deeper, ends_line, indentation, is_alone, line_end, line_start,
};
use super::outline::{Gap, Node, Outline, Parent, outline};
use crate::lexer::{self, LexemeClass};
use crate::words::{Children, Word};
use std::ops::Range;

/// The beginning of each line of a node that is disabled.
const MARK: &str = "//-";

/// The sign behind the mark if the line begins within a literal, so that its white space belongs to it.
const WITHIN: char = '"';

/// A node that is disabled: it stands in a comment. Each of its lines begins with `//-`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disabled {
    /// Its lines in the text, without the last line break.
    pub bytes: Range<usize>,
    /// Its place among the nodes.
    pub at: Gap,
    /// Its text: `action Eat;`
    pub source: String,
}

/// Finds the nodes of a text that are disabled.
///
/// The outline must be that of the text. Other comments are left out.
///
/// ```
/// use bt_language::edit::{self, Change};
///
/// let text = "tree Day {\n    sequence {\n        action Eat;\n        action Rest;\n    }\n}\n";
/// let changed = edit::change(text, &edit::outline(text), &Change::Disable { node: 1 }).unwrap();
/// assert!(changed.text.contains("        //- action Eat;\n"));
/// let outline = edit::outline(&changed.text);
/// assert_eq!(edit::disabled(&changed.text, &outline)[0].source, "action Eat;");
/// let enabled = edit::change(&changed.text, &outline, &Change::Enable { index: 0 }).unwrap();
/// assert_eq!(enabled.text, text);
/// ```
#[must_use]
pub fn disabled(text: &str, outline: &Outline) -> Vec<Disabled> {
    let mut all = Vec::new();
    let mut group: Vec<(Range<usize>, &str)> = Vec::new();
    for lexeme in lexer::lexemes(text) {
        let is_first = || {
            let before = text.get(line_start(text, lexeme.start)..lexeme.start);
            before.is_some_and(|before| before.trim().is_empty())
        };
        let line = lexeme.text(text).strip_prefix(MARK).filter(|_| lexeme.is_comment());
        match line.filter(|_| is_first()) {
            Some(line) => {
                if lexeme.breaks > 1 {
                    add(text, outline, &std::mem::take(&mut group), &mut all);
                }
                group.push((line_start(text, lexeme.start)..lexeme.end, line));
            }
            None => add(text, outline, &std::mem::take(&mut group), &mut all),
        }
    }
    add(text, outline, &group, &mut all);
    all
}

/// Adds the nodes of lines that follow each other.
fn add(text: &str, place: &Outline, lines: &[(Range<usize>, &str)], all: &mut Vec<Disabled>) {
    let written: Vec<&str> = lines.iter().map(|(_, line)| plain(line)).collect();
    let tree = format!("tree T {{\n{}\n}}", written.join("\n"));
    let row = |byte: usize| tree.get(..byte).unwrap_or_default().matches('\n').count();
    let mut done = 0;
    for node in outline(&tree).nodes.iter().filter(|node| node.parent.is_none()) {
        // The first line of the tree is its header.
        let (first, last) = (row(node.item.start).max(1) - 1, row(node.item.end).max(1) - 1);
        let Some(rows) = lines.get(first.max(done)..=last).filter(|rows| !rows.is_empty()) else {
            continue;
        };
        let (Some(from), Some(to)) = (rows.first(), rows.last()) else { continue };
        let Some(at) = gap_at(text, place, from.0.start) else { continue };
        done = last + 1;
        let source = written.get(first..=last).unwrap_or_default().join("\n");
        all.push(Disabled { bytes: from.0.start..to.0.end, at, source });
    }
}

/// The text of a line behind its mark.
fn plain(line: &str) -> &str {
    line.strip_prefix([' ', WITHIN]).unwrap_or(line)
}

/// The gap in which the first byte of a line lies.
fn gap_at(text: &str, outline: &Outline, line: usize) -> Option<Gap> {
    let byte = line + indentation(text, line).len();
    let before = outline.nodes.partition_point(|node| node.item.start <= byte);
    // What contains the byte is above the last node that begins before it.
    let mut parent = before.checked_sub(1)?;
    loop {
        let node = outline.nodes.get(parent)?;
        if node.bytes.contains(&byte) && node.has_block() {
            let ends = |child: &usize| {
                outline.nodes.get(*child).is_some_and(|child| child.item.end <= byte)
            };
            let index = node.children.partition_point(ends);
            return Some(Gap { parent: Parent::Node(parent), index });
        }
        parent = node.parent?;
    }
}

/// Returns `true` for a line of a node that is disabled.
pub(super) fn is_disabled(line: &str) -> bool {
    line.trim_start().starts_with(MARK)
}

/// The edit that makes a comment of a node.
pub(super) fn disabling(text: &str, outline: &Outline, node: &Node) -> Result<Edit, ChangeError> {
    let parent = outline.parent(node).filter(|parent| parent.has_block());
    let has_others = |parent: &&Node| {
        let takes = parent.kind.map(Word::children);
        parent.children.len() > 1
            && !matches!(
                takes,
                Some(Children::Branches | Children::Pair | Children::None | Children::One)
            )
    };
    parent.filter(has_others).ok_or(ChangeError::Needed)?;
    let ends = lexer::line_break(text);
    let is_alone = is_alone(text, &node.item);
    let all = if is_alone {
        line_start(text, node.item.start)..line_end(text, node.item.end)
    } else {
        node.item.clone()
    };
    let old = indentation(text, node.item.start);
    let here = if is_alone { old.to_owned() } else { deeper(old) };
    let mut literals = lexer::lexemes(text);
    literals.retain(|lexeme| lexeme.kind == LexemeClass::Literal);
    let (mut output, mut at) = (String::new(), all.start);
    for line in text.get(all.clone()).unwrap_or_default().split_inclusive('\n') {
        let body = line.trim_end_matches(['\r', '\n']);
        let is_within = literals.iter().any(|literal| literal.start < at && at < literal.end);
        let plain =
            if is_within { body } else { body.strip_prefix(old).unwrap_or(body.trim_start()) };
        let sign = if is_within { WITHIN } else { ' ' };
        output += &here;
        output += format!("{MARK}{sign}{plain}").trim_end();
        if line.ends_with('\n') {
            output += ends;
        }
        at += line.len();
    }
    if is_alone {
        return Ok((all, output));
    }
    let rest = text.get(all.end..).unwrap_or_default();
    let space = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let behind = if ends_line(text, all.end) {
        String::new()
    } else if rest.trim_start().starts_with('}') {
        format!("{ends}{old}")
    } else {
        format!("{ends}{here}")
    };
    Ok((all.start..all.end + space, format!("{ends}{output}{behind}")))
}

/// The edit that makes a node of its comment again.
pub(super) fn enabling(text: &str, outline: &Outline, index: usize) -> Result<Edit, ChangeError> {
    let disabled = disabled(text, outline).into_iter().nth(index).ok_or(ChangeError::NotFound)?;
    let here = indentation(text, disabled.bytes.start);
    let mut output = String::new();
    for line in text.get(disabled.bytes.clone()).unwrap_or_default().split_inclusive('\n') {
        let body = line.trim_end_matches(['\r', '\n']).trim_start();
        let body = body.strip_prefix(MARK).unwrap_or(body);
        let plain = plain(body);
        if !body.starts_with(WITHIN) && !plain.is_empty() {
            output += here;
        }
        output += plain;
        output += line.get(line.trim_end_matches(['\r', '\n']).len()..).unwrap_or_default();
    }
    Ok((disabled.bytes, output))
}
