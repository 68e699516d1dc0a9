//! The mistakes of a file.

use bt_language::file::{self, Position};
use std::fmt;
use std::path::PathBuf;
use std::string::{String, ToString};
use std::vec::Vec;

/// The mistakes of a file, which was not loaded.
///
/// They are displayed like compiler errors: each with its line, and marks below the wrong text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes {
    pub(super) file: Option<PathBuf>,
    pub(super) found: Vec<Mistake>,
}

/// One mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// One sentence that describes the mistake and its correction.
    pub text: String,
    /// The line and the column of its beginning, counted from 1; `None` if the file could not be read at all.
    pub start: Option<(usize, usize)>,
    /// The line and the column after its end.
    pub end: Option<(usize, usize)>,
    /// The mistake with its line, without the name of the file.
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

    /// A mistake without a position in the text.
    pub(super) fn whole(text: impl Into<String>) -> Self {
        let mistake = Mistake { text: text.into(), start: None, end: None, shown: None };
        Self { file: None, found: std::vec![mistake] }
    }

    /// Adds the name of the file, for a text that the program has read itself.
    #[must_use]
    pub fn in_file(self, file: impl Into<PathBuf>) -> Self {
        Self { file: Some(file.into()), ..self }
    }
}

impl Mistake {
    fn of(mistake: file::Mistake) -> Self {
        let place = |at: Position| Some((at.line, at.column));
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
