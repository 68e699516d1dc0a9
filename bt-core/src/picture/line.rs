//! Text of a tree on one line, and escaped.

use crate::{Node, NodeKind};
use core::fmt::{self, Write as _};

/// Text on one line: white space becomes a space, and what cannot be seen a sign that can. A longer
/// text than that many characters ends with `…`.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    pub(crate) longest: usize,
}

impl<'a> Line<'a> {
    fn whole(self) -> impl Iterator<Item = char> + use<'a> {
        let words = self.text.split_whitespace().enumerate();
        let spaced = |(index, word): (usize, &'a str)| {
            (index > 0).then_some(' ').into_iter().chain(word.chars().map(visible))
        };
        words.flat_map(spaced)
    }

    /// The characters that are shown.
    pub(crate) fn chars(self) -> impl Iterator<Item = char> + use<'a> {
        let whole = self.whole().nth(self.longest).is_none();
        let kept = if whole { self.longest } else { self.longest.saturating_sub(1) };
        self.whole().take(kept).chain((!whole).then_some('…'))
    }
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().try_for_each(|character| formatter.write_char(character))
    }
}

/// A control character would do something to a terminal, and is not allowed in XML.
fn visible(character: char) -> char {
    match character {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(character)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '␡',
        '\u{80}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        character => character,
    }
}

/// A node as it stands in the source, with so many characters of its expression.
pub(crate) struct Written<'a> {
    pub(crate) node: &'a Node,
    pub(crate) longest: usize,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.node.kind;
        if let Some(label) = self.node.label {
            write!(formatter, "{label}: ")?;
        }
        let source = Line { text: self.node.source, longest: self.longest };
        match source.text {
            "" => write!(formatter, "{kind}"),
            _ if has_parentheses(kind) => write!(formatter, "{kind}({source})"),
            _ => write!(formatter, "{kind} {source}"),
        }
    }
}

/// Whether the source of such a node stands in parentheses.
pub(crate) const fn has_parentheses(kind: NodeKind) -> bool {
    !matches!(
        kind,
        NodeKind::Condition
            | NodeKind::Action
            | NodeKind::Subtree
            | NodeKind::With
            | NodeKind::If
            | NodeKind::ActiveIf
            | NodeKind::Match
            | NodeKind::ActiveMatch
    )
}

/// Keeps a text on its line, and its control characters from the terminal.
pub(crate) const fn on_one_line(character: char) -> Option<&'static str> {
    match character {
        '\n' | '\r' | '\t' => Some(" "),
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => Some("\u{fffd}"),
        _ => None,
    }
}

/// Text in which some characters are written in another way.
pub(crate) struct Escaped<T>(pub(crate) T, pub(crate) Escape);

/// What to write for a character; `None` for the character itself.
pub(crate) type Escape = fn(char) -> Option<&'static str>;

impl<T: fmt::Display> fmt::Display for Escaped<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping { formatter, escape: self.1 }, "{}", self.0)
    }
}

struct Escaping<'a, 'f> {
    formatter: &'a mut fmt::Formatter<'f>,
    escape: Escape,
}

impl fmt::Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|character| match (self.escape)(character) {
            Some(text) => self.formatter.write_str(text),
            None => self.formatter.write_char(character),
        })
    }
}
