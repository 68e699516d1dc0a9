//! The mistakes of a file.

use bt_language::file::{self, Place};
use std::fmt;
use std::path::PathBuf;
use std::string::{String, ToString};
use std::vec::Vec;

/// All that is wrong with a file; nothing of it was taken.
///
/// It is shown as the compiler shows mistakes: each with its line, and marks below what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes {
    pub(super) file: Option<PathBuf>,
    pub(super) found: Vec<Mistake>,
}

/// One mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// One sentence that says what is wrong, and what to do.
    pub text: String,
    /// The line and the character where it begins; nothing if the file could not be read at all. Both are counted
    /// from 1.
    pub start: Option<(usize, usize)>,
    /// Where it ends; the character there is not part of it.
    pub end: Option<(usize, usize)>,
    /// As the compiler shows it, without the name of the file.
    shown: Option<file::Mistake>,
}

impl Mistakes {
    /// The mistakes, in the order of the text. There is at least one.
    pub fn iter(&self) -> std::slice::Iter<'_, Mistake> {
        self.found.iter()
    }

    /// The mistakes of a text.
    pub(super) fn of(found: Vec<file::Mistake>) -> Self {
        Self { file: None, found: found.into_iter().map(Mistake::of).collect() }
    }

    /// A mistake that has no place in the text.
    pub(super) fn whole(text: impl Into<String>) -> Self {
        let mistake = Mistake { text: text.into(), start: None, end: None, shown: None };
        Self { file: None, found: std::vec![mistake] }
    }

    /// The same, shown with the name of this file, for a text that the program has read itself.
    #[must_use]
    pub fn in_file(self, file: impl Into<PathBuf>) -> Self {
        Self { file: Some(file.into()), ..self }
    }
}

impl Mistake {
    fn of(mistake: file::Mistake) -> Self {
        let place = |place: Place| Some((place.line, place.column));
        Self {
            text: mistake.text.clone(),
            start: place(mistake.start),
            end: place(mistake.end),
            shown: Some(mistake),
        }
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_ref().map(|file| file.display().to_string());
        for (place, mistake) in self.found.iter().enumerate() {
            if place > 0 {
                writeln!(formatter, "\n")?;
            }
            match (&mistake.shown, &file) {
                (Some(shown), file) => {
                    write!(formatter, "{}", shown.show(file.as_deref().unwrap_or("text")))?;
                }
                (None, Some(file)) => write!(formatter, "error: {}\n --> {file}", mistake.text)?,
                (None, None) => write!(formatter, "error: {}", mistake.text)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Mistakes {}

impl<'a> IntoIterator for &'a Mistakes {
    type Item = &'a Mistake;
    type IntoIter = std::slice::Iter<'a, Mistake>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
