//! The files of cases.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A tree and its script.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it shows.
    pub title: String,
    /// The main tree, and behind it those that it uses.
    pub trees: String,
    /// The lines of the script.
    pub steps: Vec<Step>,
}

/// A line of a script.
#[derive(Clone, Debug)]
pub struct Step {
    /// The changes, and what is done with the tree.
    pub given: String,
    /// What is expected.
    pub expected: String,
}

impl Case {
    /// The name of the main tree.
    ///
    /// # Panics
    ///
    /// If the case has no tree.
    #[must_use]
    pub fn name(&self) -> &str {
        let (_, header) = self.trees.split_once("tree ").expect("a case has a tree");
        header.split(|letter: char| !letter.is_alphanumeric()).next().expect("a name")
    }
}

/// The files of cases, in the order of their names.
///
/// # Panics
///
/// If the folder cannot be read.
#[must_use]
pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let entries = std::fs::read_dir(folder).expect("the folder of cases");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

/// The text in front of the first case, and the cases.
///
/// # Panics
///
/// If the file is damaged.
#[must_use]
pub fn read(file: &Path) -> (String, Vec<Case>) {
    let text = std::fs::read_to_string(file).expect("a file of cases");
    let mut parts = text.split("=== ");
    let preface = parts.next().unwrap_or_default().to_owned();
    let case = |part: &str| {
        let (title, rest) = part.split_once('\n').expect("a title has a line");
        let (trees, script) = rest.split_once("---\n").expect("a script follows the trees");
        let step = |line: &str| {
            let (given, expected) = line.split_once("=>").unwrap_or((line, ""));
            Step { given: given.trim().to_owned(), expected: expected.trim().to_owned() }
        };
        let steps = script.lines().filter(|line| !line.is_empty()).map(step).collect();
        Case { title: title.to_owned(), trees: trees.to_owned(), steps }
    };
    (preface, parts.map(case).collect())
}

/// The text of a file with these cases.
#[must_use]
pub fn written(preface: &str, cases: &[Case]) -> String {
    let mut text = preface.to_owned();
    for (place, Case { title, trees, steps }) in cases.iter().enumerate() {
        let gap = if place == 0 { "" } else { "\n" };
        let _ = writeln!(text, "{gap}=== {title}\n{trees}---");
        for Step { given, expected } in steps {
            let _ = writeln!(text, "{given} => {expected}");
        }
    }
    text
}
