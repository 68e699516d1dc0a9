//! Several files of XML → several files of trees.

use super::import::import_sources;
use super::sources::{self, Input};
use crate::imported::{self, Difference, ImportError};
use bt_language::vocabulary::Vocabulary;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A file that is to be imported.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// The path of the file.
    pub path: &'a Path,
    /// Its text.
    pub text: &'a str,
}

impl<'a> File<'a> {
    pub(super) fn input(self, is_model: bool) -> Input<'a> {
        let name = Some(self.path.display().to_string());
        Input { text: self.text, path: Some(self.path), name, is_model }
    }
}

/// The trees of several files of another tool, as files of this one.
#[derive(Debug)]
pub struct Project {
    /// The texts of the files of trees, by name: `recovery.tree`. With `use`, a file brings the files whose trees it needs.
    pub files: BTreeMap<String, String>,
    /// The words that the trees use.
    pub vocabulary: Vocabulary,
    /// A Rust module with the vocabulary and its blackboard. Its leaves are `todo!()`.
    pub rust: String,
    /// The parts that mean something else here, or nothing, in the order of the sources.
    pub differences: Vec<Difference>,
}

impl Project {
    /// The Rust module, which also compiles the trees from their files in this folder, unless two of them need the same file:
    /// then each would have its trees.
    #[must_use]
    pub fn rust_with_trees(&self, folder: &str) -> String {
        let brought = |text: &str| -> Vec<String> {
            let names =
                text.lines().filter_map(|line| line.strip_prefix("use \"")?.strip_suffix("\";"));
            names.map(str::to_owned).collect()
        };
        let used: BTreeSet<String> = self.files.values().flat_map(|text| brought(text)).collect();
        let mut trees = BTreeSet::new();
        let mut paths = Vec::new();
        for first in self.files.keys().filter(|name| !used.contains(*name)) {
            let (mut open, mut known) = (vec![first.clone()], BTreeSet::from([first.clone()]));
            while let Some(name) = open.pop() {
                let text = self.files.get(&name).map_or("", String::as_str);
                open.extend(brought(text).into_iter().filter(|name| known.insert(name.clone())));
                let heads = text.lines().filter_map(|line| line.strip_prefix("tree "));
                let mut names = heads.filter_map(|head| head.split(['(', ' ']).next());
                if !names.all(|name| trees.insert(name.to_owned())) {
                    return self.rust.clone();
                }
            }
            paths.push(format!("{}/{first}", folder.trim_end_matches('/')));
        }
        imported::with_trees(&self.rust, &paths)
    }
}

/// Imports several files, and the files that they include, each as a file of its own. Files that need each other become one.
/// The files of `models` are those of [`import_with`](super::import_with).
///
/// # Errors
///
/// A tree that contains itself, or that no file can be read; a single one that cannot be read is a difference.
pub fn import_files(
    files: &[File],
    models: &[File],
    vocabulary: &Vocabulary,
) -> Result<Project, ImportError> {
    let trees = files.iter().map(|file| file.input(false));
    let inputs: Vec<Input> = trees.chain(models.iter().map(|file| file.input(true))).collect();
    let mut differences = Vec::new();
    let sources = sources::read(&inputs, true, &mut differences)?;
    import_sources(&sources, true, differences, vocabulary, |drafts, words, differences| {
        let (files, differences) = imported::finished_files(drafts, words, differences)?;
        let (vocabulary, rust) = (words.vocabulary(), words.rust());
        Ok(Project { files, vocabulary, rust, differences })
    })
}
