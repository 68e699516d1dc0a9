//! Escapes characters in text.

use core::fmt::{self, Write as _};

/// Text in which some characters are escaped.
pub(crate) struct Escaped<T>(pub(crate) T, pub(crate) Escape);

/// The escaped form of a character; `None` for the character itself.
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
