//! The file of the trees, and its newest version without mistakes.

use super::stage::ROOT;
use super::words::Village;
use bt_core::files::Trees;
use std::fs;
use std::path::{Path, PathBuf};

/// A file that is read in every frame.
#[derive(Debug)]
pub(crate) struct Script {
    path: PathBuf,
    /// The last text of the file; `None` if it could not be read.
    text: Option<String>,
    trees: Trees<Village>,
    /// The number of versions without mistakes.
    version: u32,
    trouble: Option<String>,
}

impl Script {
    pub(crate) fn open(path: impl Into<PathBuf>) -> Result<Self, String> {
        let path = path.into();
        let text = read(&path)?;
        let trees = parse(&text, &path)?;
        Ok(Self { path, text: Some(text), trees, version: 1, trouble: None })
    }

    /// Reads the file again. Returns `true` if there is a new version without mistakes.
    ///
    /// The text decides, and not the time of the file, since two saves may have the same.
    pub(crate) fn poll(&mut self) -> bool {
        let text = read(&self.path);
        if text.is_ok() && text.as_ref().ok() == self.text.as_ref() {
            return false;
        }
        let trees = text.as_ref().map_err(String::clone).and_then(|text| parse(text, &self.path));
        self.text = text.ok();
        let is_new = trees.is_ok();
        match trees {
            Ok(trees) => (self.trees, self.trouble) = (trees, None),
            Err(trouble) => self.trouble = Some(trouble),
        }
        self.version += u32::from(is_new);
        is_new
    }

    /// The trees of the last version without mistakes.
    pub(crate) fn trees(&self) -> &Trees<Village> {
        &self.trees
    }

    /// Returns the version that runs, and the mistakes of the file.
    pub(crate) fn status(&self) -> String {
        let runs = format!("version {} of {}", self.version, self.path.display());
        match &self.trouble {
            None => runs,
            Some(trouble) => format!("{runs} goes on, since the file has mistakes\n\n{trouble}"),
        }
    }
}

/// Reads the file. It is missing for a moment while some editors save it.
fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("error: {}: {error}", path.display()))
}

/// Returns the trees of a text, or its mistakes.
fn parse(text: &str, path: &Path) -> Result<Trees<Village>, String> {
    let trees = Village::parse(text).map_err(|mistakes| mistakes.in_file(path).to_string())?;
    if trees.names().any(|name| name == ROOT) {
        Ok(trees)
    } else {
        Err(format!("error: there is no tree `{ROOT}` in the file"))
    }
}
