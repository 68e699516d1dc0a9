//! Text of a tree on one line.

use super::visible::{is_hidden, visible};
use crate::Node;
use core::fmt::{self, Write as _};

/// Text on one line: white space becomes a space, and an invisible character becomes a visible sign. A text
/// that is longer than the limit ends with `…`.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    pub(crate) longest: usize,
}

impl<'a> Line<'a> {
    fn whole(self) -> impl Iterator<Item = char> + use<'a> {
        let words = self.text.split_whitespace().enumerate();
        let spaced = |(index, word): (usize, &'a str)| {
            (index > 0).then_some(' ').into_iter().chain(visible_word(word))
        };
        words.flat_map(spaced)
    }

    /// The characters that are printed.
    pub(crate) fn chars(self) -> impl Iterator<Item = char> + use<'a> {
        let whole = self.whole().nth(self.longest).is_none();
        let kept = if whole { self.longest } else { self.longest.saturating_sub(1) };
        self.whole().take(kept).chain((!whole).then_some('…'))
    }
}

fn visible_word(word: &str) -> impl Iterator<Item = char> + use<'_> {
    let before = core::iter::once(None).chain(word.chars().map(Some));
    before.zip(word.chars()).flat_map(|(before, character)| visible(before, character))
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().try_for_each(|character| formatter.write_char(character))
    }
}

/// A node as in the source, with a limited number of characters of its expression.
pub(crate) struct Written<'a> {
    pub(crate) node: &'a Node,
    pub(crate) longest: usize,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.node.kind;
        if let Some(label) = self.node.label {
            write!(formatter, "{}: ", Line { text: label, longest: usize::MAX })?;
        }
        let source = Line { text: self.node.source, longest: self.longest };
        match source.text {
            "" => write!(formatter, "{kind}"),
            _ if kind.has_parentheses() => write!(formatter, "{kind}({source})"),
            _ => write!(formatter, "{kind} {source}"),
        }
    }
}

/// The text in front of a node and its `=>`, with a limited number of characters.
pub(crate) fn key(node: &Node, longest: usize) -> Option<Line<'_>> {
    node.key.map(|text| Line { text, longest })
}

/// A text on its line as it comes, without an allocator: what would leave the line, or do something to
/// a terminal, is written in another way.
pub(crate) struct OneLine<T>(pub(crate) T);

impl<T: fmt::Display> fmt::Display for OneLine<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(KeptOnLine { formatter, before: None }, "{}", self.0)
    }
}

struct KeptOnLine<'a, 'f> {
    formatter: &'a mut fmt::Formatter<'f>,
    before: Option<char>,
}

impl fmt::Write for KeptOnLine<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|character| {
            let before = self.before.replace(character);
            match character {
                '\n' | '\r' | '\t' => self.formatter.write_char(' '),
                '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => self.formatter.write_char('\u{fffd}'),
                _ if is_hidden(before, character) => {
                    write!(self.formatter, "{}", character.escape_unicode())
                }
                _ => self.formatter.write_char(character),
            }
        })
    }
}
