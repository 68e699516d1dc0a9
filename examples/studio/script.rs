//! The file of the trees, and its newest version without mistakes.

use crate::stage::ROOT;
use crate::words::Village;
use bt_core::files::Trees;
use std::fs;
use std::path::{Path, PathBuf};

/// A file that is looked at again and again.
#[derive(Debug)]
pub(crate) struct Script {
    path: PathBuf,
    /// What the file held when it was read last; nothing if it could not be read.
    text: Option<String>,
    trees: Trees<Village>,
    /// How many versions were without mistakes.
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

    /// Which version runs, and what is wrong with the file as it is now.
    pub(crate) fn status(&self) -> String {
        let runs = format!("version {} of {}", self.version, self.path.display());
        match &self.trouble {
            None => runs,
            Some(trouble) => format!("{runs} goes on, since the file has mistakes\n\n{trouble}"),
        }
    }
}

/// Fails for a moment while some editors save, which replace the file.
fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("error: {}: {error}", path.display()))
}

/// The trees of a text, if it has the tree of everybody; or all that is wrong with it.
fn parse(text: &str, path: &Path) -> Result<Trees<Village>, String> {
    let trees = Village::parse(text).map_err(|mistakes| mistakes.in_file(path).to_string())?;
    if trees.names().any(|name| name == ROOT) {
        Ok(trees)
    } else {
        Err(format!("error: there is no tree `{ROOT}` in the file"))
    }
}
