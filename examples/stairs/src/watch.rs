//! Files that are read again when they change.

use std::fs;
use std::path::{Path, PathBuf};

/// A file, and the last text that was read from it.
#[derive(Debug)]
pub struct Watched<T> {
    path: PathBuf,
    text: Option<String>,
    parse: fn(&str, &str) -> Result<T, String>,
}

impl<T> Watched<T> {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has mistakes.
    pub fn open(
        path: &Path,
        parse: fn(&str, &str) -> Result<T, String>,
    ) -> Result<(Self, T), String> {
        let path = path.to_owned();
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let value = parse(&text, &path.display().to_string())?;
        Ok((Self { path, text: Some(text), parse }, value))
    }

    /// Reads the file again. `None` if its text is the same; otherwise the new value, or its mistakes. The text decides and not
    /// the time of the file, because two saves may have the same time.
    pub fn poll(&mut self) -> Option<Result<T, String>> {
        // The file is missing for a moment while some editors save it.
        let text = fs::read_to_string(&self.path).ok()?;
        if self.text.as_ref() == Some(&text) {
            return None;
        }
        let value = (self.parse)(&text, &self.path.display().to_string());
        self.text = Some(text);
        Some(value)
    }
}
