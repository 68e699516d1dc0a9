//! The places of tokens in the source.
//!
//! For the line or the column of a token, rustc scans the line from its beginning. If a whole
//! program were on one line, the time for asking for all tokens would be quadratic in its length.
//! Byte offsets cost the same everywhere, so lines are counted from byte offsets, and no other
//! module asks for a line.

use proc_macro2::{Delimiter, LineColumn, Span, TokenStream, TokenTree};
use std::fmt::{self, Write as _};
use std::ops::Range;

/// The bytes of a span, among those of all sources that the compiler has read.
///
/// `Span::byte_range` is not stable, but rustc prints the same: `#0 bytes(31..34)`. If a span is
/// printed in another way, this returns `None`, and lines and columns are used instead.
///
/// It is asked for each token of an expression, so nothing is allocated.
fn bytes(span: Span) -> Option<Range<usize>> {
    let mut printed = Printed { bytes: [0; 64], length: 0 };
    write!(printed, "{span:?}").ok()?;
    let (before, range) = printed.text()?.rsplit_once('(')?;
    let range = range.strip_suffix(')').filter(|_| before.ends_with("bytes"))?;
    let (start, end) = range.split_once('.')?;
    let (start, end) = (start.parse().ok()?, end.strip_prefix('.')?.parse().ok()?);
    Some(start..end).filter(|range| range.end > 0)
}

/// What is printed of a span; an error if it is longer than that of any span with bytes.
struct Printed {
    bytes: [u8; 64],
    length: usize,
}

impl Printed {
    fn text(&self) -> Option<&str> {
        std::str::from_utf8(self.bytes.get(..self.length)?).ok()
    }
}

impl fmt::Write for Printed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let free = self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?;
        free.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// The place of a token, to be compared with that of the next one.
pub(crate) struct Place {
    span: Span,
    bytes: Option<Range<usize>>,
}

impl Place {
    pub(crate) fn of(span: Span) -> Self {
        Self { span, bytes: bytes(span) }
    }

    /// Returns `true` if a token directly follows this one.
    pub(crate) fn touches(&self, behind: &Self) -> bool {
        match (&self.bytes, &behind.bytes) {
            (Some(before), Some(behind)) => before.end == behind.start,
            _ => look_up_end(self.span) == look_up(behind.span),
        }
    }
}

/// Returns `true` if the compiler knows the place of a token.
pub(crate) fn is_known(span: Span) -> bool {
    bytes(span).is_some() || line(span) > 0
}

/// Returns `true` if a token directly follows another one.
pub(crate) fn touches(before: Span, behind: Span) -> bool {
    Place::of(before).touches(&Place::of(behind))
}

/// Returns `true` if a token is on a later line than the end of another one.
pub(crate) fn is_on_later_line(before: Span, behind: Span) -> bool {
    !touches(before, behind) && look_up(behind).line > look_up_end(before).line
}

/// Returns `true` if two spans begin at the same known place.
pub(crate) fn begin_together(one: Span, other: Span) -> bool {
    match (bytes(one), bytes(other)) {
        (Some(one), Some(other)) => one.start == other.start,
        // An editor gives all tokens the same place.
        _ => look_up(one) == look_up(other) && look_up(one) != look_up_end(one),
    }
}

/// A key that sorts spans in the order of the source.
pub(crate) fn order(span: Span) -> (usize, usize) {
    bytes(span).map_or_else(
        || {
            let LineColumn { line, column } = look_up(span);
            (line, column)
        },
        |bytes| (bytes.start, 0),
    )
}

/// The line of one span, for a message; use [`Lines`] for many spans.
#[must_use]
pub fn line(span: Span) -> usize {
    look_up(span).line
}

/// The line (the first is 1) and the column (the first is 0) at which a span begins or ends.
pub(crate) fn ends(span: Span, is_start: bool) -> (usize, usize) {
    let LineColumn { line, column } = if is_start { look_up(span) } else { look_up_end(span) };
    (line, column)
}

#[expect(clippy::disallowed_methods, reason = "the one place that asks where a span begins")]
fn look_up(span: Span) -> LineColumn {
    count_look_up();
    span.start()
}

#[expect(clippy::disallowed_methods, reason = "the one place that asks where a span ends")]
fn look_up_end(span: Span) -> LineColumn {
    count_look_up();
    span.end()
}

#[cfg(not(test))]
fn count_look_up() {}

#[cfg(test)]
fn count_look_up() {
    tests::LOOK_UPS.set(tests::LOOK_UPS.get() + 1);
}

/// The lines of a macro call.
#[derive(Default)]
pub struct Lines {
    /// In the order of their bytes.
    texts: Vec<Text>,
}

/// A piece of source.
struct Text {
    bytes: Range<usize>,
    first_line: usize,
    line_breaks: Vec<usize>,
}

impl Lines {
    /// The lines of a call with these tokens. Tokens that a `macro_rules!` adds are not at the
    /// place of the call.
    pub(crate) fn of(input: &TokenStream) -> Self {
        let mut lines = Self::default();
        lines.add(Span::call_site());
        for token in input.clone() {
            if let TokenTree::Group(group) = token {
                if group.delimiter() == Delimiter::Brace {
                    lines.add(group.span());
                }
            }
        }
        lines
    }

    fn add(&mut self, span: Span) {
        let Some(bytes) = bytes(span) else { return };
        if self.text_at(bytes.start).is_none() {
            let place = self.place(bytes.start);
            if let Some(text) = Text::new(span, bytes) {
                self.texts.insert(place, text);
            }
        }
    }

    /// The number of texts that begin at or before a byte.
    fn place(&self, byte: usize) -> usize {
        self.texts.partition_point(|text| text.bytes.start <= byte)
    }

    fn text_at(&self, byte: usize) -> Option<&Text> {
        let text = self.texts.get(self.place(byte).checked_sub(1)?)?;
        text.bytes.contains(&byte).then_some(text)
    }

    /// The line in which a span begins; 0 if the compiler does not know it.
    pub(crate) fn line(&self, span: Span) -> usize {
        // In a file the look-up is short.
        if self.texts.is_empty() {
            return line(span);
        }
        let counted = bytes(span).and_then(|bytes| {
            let text = self.text_at(bytes.start)?;
            let breaks = text.line_breaks.partition_point(|place| *place < bytes.start);
            Some(text.first_line + breaks)
        });
        counted.unwrap_or_else(|| line(span))
    }
}

impl Text {
    fn new(span: Span, bytes: Range<usize>) -> Option<Self> {
        let text = span.source_text().filter(|text| text.len() == bytes.len())?;
        let first_line = Some(line(span)).filter(|line| *line > 0)?;
        let line_breaks = text.match_indices('\n').map(|(place, _)| bytes.start + place).collect();
        Some(Self { bytes, first_line, line_breaks })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Lines, begin_together, is_on_later_line, line, touches};
    use proc_macro2::{Span, TokenStream, TokenTree};
    use std::cell::Cell;

    thread_local! {
        /// The number of times that a line and a column were asked for in this thread.
        pub(crate) static LOOK_UPS: Cell<usize> = const { Cell::new(0) };
    }

    fn spans(tokens: TokenStream) -> Vec<Span> {
        let mut spans = Vec::new();
        for token in tokens {
            spans.push(token.span());
            if let TokenTree::Group(group) = token {
                spans.extend(self::spans(group.stream()));
            }
        }
        spans
    }

    fn tokens(source: &str) -> TokenStream {
        source.parse().expect("sound tokens")
    }

    #[test]
    fn counted_lines_are_those_that_are_looked_up() {
        for source in [
            "tree A { one\n two three\n\n{ four\n} }\n tree B { five }",
            "tree A { one /* two\n lines */ two \"text\nof two\" three }",
            "tree A {\n\"ä\n\" one\n /* ü */ two }",
        ] {
            let input = tokens(source);
            let lines = Lines::of(&input);
            for span in spans(input) {
                assert_eq!(lines.line(span), line(span), "{source}");
            }
        }
    }

    #[test]
    fn tokens_touch_or_stand_apart() {
        let [a, dot, b, c]: [Span; 4] = spans(tokens("a.b\nc")).try_into().expect("four tokens");
        assert!(touches(a, dot) && touches(dot, b) && !touches(b, c) && !touches(a, b));
        assert!(is_on_later_line(b, c) && !is_on_later_line(a, b));
        assert!(begin_together(a, a) && !begin_together(a, b));
    }
}
