//! The file of the trees, and its newest version without mistakes.

use crate::trees::Arena;
use crate::world::body::Kind;
use bt_core::files::Trees;
use std::fs;
use std::path::{Path, PathBuf};

/// The text of `arena.tree` when the program was built.
pub(crate) const BUILT_IN: &str = include_str!("../arena.tree");

pub(crate) struct TreeFile {
    /// `None` if the trees are those of the program, as in a browser.
    path: Option<PathBuf>,
    /// The last text of the file; `None` if it could not be read.
    text: Option<String>,
    trees: Trees<Arena>,
    /// The mistakes of the last text.
    mistakes: Option<String>,
}

impl TreeFile {
    /// Loads a file; the error is shown as the compiler shows it.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let text = read(path)?;
        let trees = parse(&text, path)?;
        Ok(Self { path: Some(path.to_owned()), text: Some(text), trees, mistakes: None })
    }

    /// The trees of the program, which never change.
    pub(crate) fn built_in() -> Result<Self, String> {
        let trees = parse(BUILT_IN, Path::new("arena.tree"))?;
        Ok(Self { path: None, text: None, trees, mistakes: None })
    }

    /// Reads the file again. Returns `true` if there is a new version without mistakes.
    ///
    /// The text decides, and not the time of the file, since two saves may have the same.
    pub(crate) fn poll(&mut self) -> bool {
        let Some(path) = &self.path else { return false };
        let text = read(path);
        if text.is_ok() && text.as_ref().ok() == self.text.as_ref() {
            return false;
        }
        let trees = text.as_ref().map_err(String::clone).and_then(|text| parse(text, path));
        self.text = text.ok();
        match trees {
            Ok(trees) => {
                (self.trees, self.mistakes) = (trees, None);
                true
            }
            Err(mistakes) => {
                self.mistakes = Some(mistakes);
                false
            }
        }
    }

    /// The trees of the last version without mistakes.
    pub(crate) const fn trees(&self) -> &Trees<Arena> {
        &self.trees
    }

    /// The mistakes of the file, for the screen.
    pub(crate) fn mistakes(&self) -> Option<&str> {
        self.mistakes.as_deref()
    }
}

/// Reads the file. It is missing for a moment while some editors save it.
fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("error: {}: {error}", path.display()))
}

/// Returns the trees of a text, or its mistakes.
fn parse(text: &str, path: &Path) -> Result<Trees<Arena>, String> {
    let trees = Arena::parse(text).map_err(|mistakes| mistakes.in_file(path).to_string())?;
    for kind in Kind::ALL {
        if !trees.names().any(|name| name == kind.tree()) {
            let (path, name) = (path.display(), kind.tree());
            return Err(format!(
                "error: there is no tree `{name}` in {path}; every {kind} needs it"
            ));
        }
    }
    Ok(trees)
}
