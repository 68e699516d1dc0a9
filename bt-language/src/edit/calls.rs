//! The words of the vocabulary in the key and the head of a node.

use super::arguments;
use super::outline::{Given, Node};
use crate::lexer::{self, Kind, Lexeme};
use std::ops::Range;

/// A word of the vocabulary with its arguments, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name.
    pub name: Range<usize>,
    /// The parentheses with the arguments.
    pub parentheses: Option<Range<usize>>,
    /// The arguments, in written order.
    pub arguments: Vec<Given>,
}

impl Node {
    /// The words that the node calls, first in its key and then in its head, without those that are values of
    /// arguments. `guard(Near(within = 6))` → `Near(within = 6)`
    #[must_use]
    pub fn calls(&self, text: &str) -> Vec<Call> {
        let mut calls = Vec::new();
        let head = self.word.end..self.head.end;
        for part in self.key.iter().chain([&head]) {
            let mut lexemes = lexer::lexemes(text.get(part.clone()).unwrap_or_default());
            lexemes.retain(|lexeme| !lexeme.is_comment() && lexeme.kind != Kind::Doc);
            for lexeme in &mut lexemes {
                lexeme.start += part.start;
                lexeme.end += part.start;
            }
            add(text, &lexemes, &mut calls);
        }
        calls
    }

    /// The node as if it were only one of its calls, whose arguments are changed like those of a node.
    pub(super) fn of_call(&self, text: &str, call: usize) -> Option<Self> {
        let call = self.calls(text).into_iter().nth(call)?;
        Some(Self {
            kind: None,
            head: call.name.clone(),
            word: call.name,
            parentheses: call.parentheses,
            arguments: call.arguments,
            ..self.clone()
        })
    }
}

fn add(text: &str, lexemes: &[Lexeme], calls: &mut Vec<Call>) {
    let sign = |at: usize| lexemes.get(at).map_or("", |lexeme| lexeme.text(text));
    let mut at = 0;
    while let Some(lexeme) = lexemes.get(at) {
        let is_value = at.checked_sub(1).is_some_and(|before| sign(before) == "=");
        at += 1;
        if lexeme.kind != Kind::Word || is_value || sign(at) == "=" {
            continue;
        }
        let end = if sign(at) == "(" { behind(lexemes, at) } else { at };
        let inside = lexemes.get(at..end).unwrap_or_default();
        let bytes = inside.first().zip(inside.last()).map(|(first, last)| first.start..last.end);
        calls.push(Call {
            name: lexeme.start..lexeme.end,
            parentheses: bytes,
            arguments: arguments::of(text, inside),
        });
        at = end;
    }
}

/// The index after the bracket that closes this one.
fn behind(lexemes: &[Lexeme], opening: usize) -> usize {
    let mut depth = 0_usize;
    for (at, lexeme) in lexemes.iter().enumerate().skip(opening) {
        match lexeme.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    lexemes.len()
}
