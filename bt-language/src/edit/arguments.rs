//! The arguments in parentheses, and changes of one of them.

use super::outline::{Given, Node};
use crate::lexer::{Kind, Lexeme};
use crate::words::Word;
use std::ops::Range;

/// The arguments of parentheses with their contents: `(bites = 3, "slow")`
pub(super) fn of(text: &str, lexemes: &[Lexeme]) -> Vec<Given> {
    let inside = lexemes.get(1..lexemes.len().saturating_sub(1)).unwrap_or_default();
    let mut given = Vec::new();
    let mut depth = 0_usize;
    let mut parts: Vec<&[Lexeme]> = Vec::new();
    let mut first = 0;
    for (at, lexeme) in inside.iter().enumerate() {
        match lexeme.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Punct if depth == 0 && lexeme.text(text) == "," => {
                parts.extend(inside.get(first..at));
                first = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(inside.get(first..));
    for part in parts {
        let value = match part {
            [name, equals, value @ ..] if name.kind == Kind::Word && equals.text(text) == "=" => {
                let name = Some(name.start..name.end);
                let bytes = bytes(value).unwrap_or(equals.end..equals.end);
                Some(Given { name, value: bytes })
            }
            value => bytes(value).map(|value| Given { name: None, value }),
        };
        given.extend(value);
    }
    given
}

fn bytes(lexemes: &[Lexeme]) -> Option<Range<usize>> {
    Some(lexemes.first()?.start..lexemes.last()?.end)
}

/// The edit that gives an argument a value: the bytes that are replaced, and their new text.
///
/// An argument is named by its name, or by its index if it has none. An empty value removes it.
pub(super) fn edit(
    text: &str,
    node: &Node,
    name: &str,
    value: &str,
) -> Option<(Range<usize>, String)> {
    let named = |given: &Given| given.name.clone().and_then(|name| text.get(name)) == Some(name);
    let index = name.parse::<usize>().ok();
    let at = |index: &usize| node.arguments.get(*index).is_some_and(|given| given.name.is_none());
    let found = node.arguments.iter().position(named).or_else(|| index.filter(at));
    if let Some(found) = found {
        return if value.is_empty() {
            Some((without(node, found)?, String::new()))
        } else {
            Some((node.arguments.get(found)?.value.clone(), value.to_owned()))
        };
    }
    if value.is_empty() {
        return None;
    }
    let is_positional = index.is_some();
    let written = if is_positional { value.to_owned() } else { format!("{name} = {value}") };
    match (&node.parentheses, node.arguments.last()) {
        (Some(_), Some(last)) => Some((last.value.end..last.value.end, format!(", {written}"))),
        (Some(parentheses), None) => {
            let inside = parentheses.start + 1..parentheses.end.saturating_sub(1);
            Some((inside, written))
        }
        (None, _) => {
            let is_bare = node.kind.is_some_and(|kind: Word| kind.arguments().are_bare());
            let end = if is_bare { node.head.end } else { node.word.end };
            Some((end..end, format!("({written})")))
        }
    }
}

/// The bytes of an argument with the comma that separates it; the parentheses, if it is the only one.
fn without(node: &Node, index: usize) -> Option<Range<usize>> {
    let whole = |given: &Given| {
        given.name.as_ref().map_or(given.value.start, |name| name.start)..given.value.end
    };
    let this = whole(node.arguments.get(index)?);
    if node.arguments.len() == 1 {
        return node.parentheses.clone();
    }
    Some(match index.checked_sub(1).and_then(|before| node.arguments.get(before)) {
        Some(before) => before.value.end..this.end,
        None => this.start..whole(node.arguments.get(1)?).start,
    })
}
