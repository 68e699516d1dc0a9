//! Text of a tree on one line, in which invisible characters are made visible.

use crate::Node;
use core::fmt::{self, Write as _};

/// Text on one line: white space becomes a space, and an invisible character becomes a visible sign. A text
/// that is longer than the limit ends with `…`.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The limit, in characters.
    pub longest: usize,
}

impl Line<'_> {
    /// Prints the whole text, up to the first error.
    fn print(self, print: &mut dyn FnMut(char) -> fmt::Result) -> fmt::Result {
        let mut is_first = true;
        for word in self.text.split_whitespace() {
            if !core::mem::replace(&mut is_first, false) {
                print(' ')?;
            }
            let mut before = None;
            for character in word.chars() {
                visible(before, character, print)?;
                before = Some(character);
            }
        }
        Ok(())
    }

    /// Prints the first characters of the text; returns `false` if there are more.
    fn print_first(self, count: usize, print: &mut dyn FnMut(char) -> fmt::Result) -> bool {
        let mut left = count;
        let end = self.print(&mut |character| {
            left = left.checked_sub(1).ok_or(fmt::Error)?;
            print(character)
        });
        end.is_ok()
    }
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_whole = self.print_first(self.longest, &mut |_| Ok(()));
        let kept = if is_whole { self.longest } else { self.longest.saturating_sub(1) };
        let mut written = Ok(());
        self.print_first(kept, &mut |character| {
            written = formatter.write_char(character);
            written
        });
        written?;
        if is_whole { Ok(()) } else { formatter.write_char('…') }
    }
}

/// An expression on one line. Of one that is longer than the limit, the names of its results stay:
/// `Plan(goal = home, by = "car") -> way` → `Plan(goal = h… -> way`
#[derive(Clone, Copy)]
pub struct Expression<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The limit, in characters.
    pub longest: usize,
}

impl Expression<'_> {
    /// The number of bytes in front of the results; all, if there are none, or if they leave no room.
    fn split(self) -> usize {
        let is_name = |letter: char| letter.is_alphanumeric() || "_(), ".contains(letter);
        let arrow = self.text.rfind(" -> ").filter(|at| {
            let results = &self.text[at + " -> ".len()..];
            !results.is_empty() && results.chars().all(is_name)
        });
        let fits = |at: &usize| self.text[*at..].chars().count() <= self.longest / 2;
        arrow.filter(fits).unwrap_or(self.text.len())
    }
}

impl fmt::Display for Expression<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, results) = self.text.split_at(self.split());
        let longest = self.longest - results.chars().count();
        write!(formatter, "{}", Line { text, longest })?;
        if results.is_empty() {
            return Ok(());
        }
        write!(formatter, " {}", Line { text: results, longest: usize::MAX })
    }
}

/// A node as in the source, with a limited number of characters of its expression.
pub struct Written<'a> {
    /// The node.
    pub node: &'a Node,
    /// The limit for its expression, in characters.
    pub longest: usize,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.node.kind;
        if let Some(label) = self.node.label {
            write!(formatter, "{}: ", Line { text: label, longest: usize::MAX })?;
        }
        let source = Expression { text: self.node.source, longest: self.longest };
        match source.text {
            "" => write!(formatter, "{kind}"),
            _ if kind.has_parentheses() => write!(formatter, "{kind}({source})"),
            _ => write!(formatter, "{kind} {source}"),
        }
    }
}

/// The text in front of a node and its `=>`, with a limited number of characters.
#[must_use]
pub fn key(node: &Node, longest: usize) -> Option<Line<'_>> {
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

/// The character in a visible form: `'\u{202e}'` → `\u{202e}`, `'\0'` → `␀`. The character before it decides
/// whether a joiner joins two parts, as in an emoji.
pub(super) fn visible(
    before: Option<char>,
    character: char,
    print: &mut dyn FnMut(char) -> fmt::Result,
) -> fmt::Result {
    if !is_hidden(before, character) {
        return print(sign(character));
    }
    for character in character.escape_unicode() {
        print(character)?;
    }
    Ok(())
}

/// Returns `true` if the character has no width, but may reorder or separate its neighbors.
pub(super) const fn is_hidden(before: Option<char>, character: char) -> bool {
    match character {
        // Zero width (non-)joiners.
        '\u{200c}' | '\u{200d}' => !joins(before),
        // Unicode calls most of these ignorable. Variation selectors are not here: they change the character
        // before them.
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e00ff}'
        | '\u{e01f0}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// Returns `true` for pictograms and for scripts that use joiners (from Arabic to Mongolian).
const fn joins(before: Option<char>) -> bool {
    matches!(
        before,
        Some(
            '\u{600}'..='\u{1cff}'
            | '\u{2190}'..='\u{2bff}'
            | '\u{fb50}'..='\u{fe0f}'
            | '\u{fe70}'..='\u{fefe}'
            | '\u{1f000}'..='\u{1faff}',
        )
    )
}

/// A visible sign for a control character, which could control a terminal and is not allowed in XML.
fn sign(character: char) -> char {
    match character {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(character)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '␡',
        '\u{80}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        character => character,
    }
}
