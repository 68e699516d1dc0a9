//! A mistake in a text, and its display.

use proc_macro2::Span;
use std::fmt;
use std::ops::Range;

/// A mistake in the text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// One sentence that describes the mistake and its correction.
    pub text: String,
    /// The beginning of the mistake.
    pub start: Place,
    /// The end of the mistake; the character there is not part of it.
    pub end: Place,
    /// Its bytes in the text, without a byte order mark.
    pub bytes: Range<usize>,
    /// The line in which the mistake begins.
    pub source: String,
}

/// A position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line; the first one is 1.
    pub line: usize,
    /// The character in the line; the first one is 1.
    pub column: usize,
}

impl Mistake {
    /// A mistake in these bytes of a text.
    #[must_use]
    pub(super) fn at(text: &str, bytes: Range<usize>, what: impl Into<String>) -> Self {
        let bytes = bytes.start..bytes.end.max(bytes.start);
        let start = Place::of(text, bytes.start);
        let source = text.lines().nth(start.line - 1).unwrap_or_default();
        Self {
            text: what.into(),
            start,
            end: Place::of(text, bytes.end),
            bytes,
            source: source.chars().take(LONGEST).collect(),
        }
    }

    /// A mistake at tokens of a text.
    pub(super) fn of_span(text: &str, span: Span, what: impl Into<String>) -> Self {
        let (start, end) = (offset(text, span, true), offset(text, span, false));
        Self::at(text, start..end, what)
    }

    /// Displays the mistake like a compiler error, with the name of the file.
    #[must_use]
    pub const fn show<'a>(&'a self, file: &'a str) -> Shown<'a> {
        Shown { mistake: self, file }
    }
}

/// The maximum number of characters of a displayed line.
const LONGEST: usize = 200;

/// The byte at which a span begins or ends.
fn offset(text: &str, span: Span, is_start: bool) -> usize {
    let (line, column) = crate::place::ends(span, is_start);
    if line == 0 {
        return 0;
    }
    let mut from = 0;
    for _ in 1..line {
        from += text.get(from..).and_then(|rest| rest.find('\n')).map_or(0, |end| end + 1);
    }
    let rest = text.get(from..).unwrap_or_default();
    from + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
}

impl Place {
    fn of(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before.get(start..).map_or(0, |line| line.chars().count()) + 1;
        Self { line: before.matches('\n').count() + 1, column }
    }
}

/// A mistake with its file, its line, and marks below the wrong text.
pub struct Shown<'a> {
    mistake: &'a Mistake,
    file: &'a str,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mistake { text, start, end, source, bytes: _ } = self.mistake;
        let number = start.line.to_string();
        let margin = " ".repeat(number.len());
        writeln!(formatter, "error: {text}")?;
        writeln!(formatter, "{margin}--> {}:{}:{}", self.file, start.line, start.column)?;
        writeln!(formatter, "{margin} |")?;
        writeln!(formatter, "{number} | {}", source.replace('\t', TAB).trim_end())?;
        let last =
            if end.line > start.line { source.trim_end().chars().count() + 1 } else { end.column };
        let wide = |from: usize, count: usize| -> usize {
            let part = source.chars().skip(from).take(count);
            part.map(|letter| if letter == '\t' { TAB.len() } else { 1 }).sum()
        };
        let before = wide(0, start.column - 1);
        let marked = wide(start.column - 1, last.saturating_sub(start.column)).max(1);
        write!(formatter, "{margin} | {}{}", " ".repeat(before), "^".repeat(marked))
    }
}

/// The display of a tab.
const TAB: &str = "    ";
