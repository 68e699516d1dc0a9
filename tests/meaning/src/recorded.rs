//! Recorded traces of other behavior-tree libraries; see `recorded/README.md`.

use serde::Deserialize;
use std::path::Path;

/// The names of the files, without their ending.
pub const FILES: [&str; 3] = ["btcpp", "pytrees", "both"];

/// A tree and its events.
#[derive(Debug, Deserialize)]
pub struct Case {
    /// Unique in its file.
    pub id: u32,
    /// The tree.
    pub tree: Tree,
    /// The results of each leaf, tick by tick: letters of `R S F`, which are repeated.
    pub scripts: Vec<String>,
    /// The number of ticks of the root.
    #[serde(rename = "T")]
    pub ticks: usize,
    /// The ticks, counted from 1, after which the root is aborted from outside.
    #[serde(default)]
    pub halts: Vec<usize>,
    /// A line for each tick and for each abort from outside.
    pub out: Vec<String>,
}

/// A node of a recorded tree.
#[allow(missing_docs, reason = "each is the node of the language that it is named after")]
#[derive(Debug, Deserialize)]
#[serde(tag = "k")]
pub enum Tree {
    #[serde(rename = "act")]
    Action { id: u32 },
    #[serde(rename = "cond")]
    Condition { id: u32 },
    #[serde(rename = "seq")]
    Sequence { c: Vec<Tree> },
    #[serde(rename = "sel")]
    Selector { c: Vec<Tree> },
    #[serde(rename = "rseq")]
    ActiveSequence { c: Vec<Tree> },
    #[serde(rename = "rsel")]
    ActiveSelector { c: Vec<Tree> },
    #[serde(rename = "par")]
    Parallel {
        #[serde(rename = "s")]
        success: u32,
        #[serde(rename = "f")]
        failure: u32,
        c: Vec<Tree>,
    },
    #[serde(rename = "inv")]
    Not { c: [Box<Tree>; 1] },
    #[serde(rename = "fsucc")]
    ForceSuccess { c: [Box<Tree>; 1] },
    #[serde(rename = "ffail")]
    ForceFailure { c: [Box<Tree>; 1] },
    #[serde(rename = "rep")]
    Repeat { n: u32, c: [Box<Tree>; 1] },
    #[serde(rename = "retry")]
    Retry { n: u32, c: [Box<Tree>; 1] },
}

/// The cases of one of the [`FILES`].
///
/// # Panics
///
/// If the file is missing or invalid.
#[must_use]
pub fn cases(file: &str) -> Vec<Case> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("recorded");
    let path = directory.join(file).with_extension("jsonl");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    let parse = |line| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("cannot read {line}: {error}"))
    };
    text.lines().map(parse).collect()
}

/// The files and ids of the cases whose trees are compiled in every run; the trees of all cases are loaded.
///
/// # Panics
///
/// If the list is damaged.
#[must_use]
pub fn sample() -> Vec<(&'static str, u32)> {
    let line = |line: &'static str| {
        let (file, ids) = line.split_once(' ').expect("a file and its ids");
        ids.split(' ').map(move |id| (file, id.parse().expect("an id")))
    };
    include_str!("../recorded/sample.txt").lines().flat_map(line).collect()
}

/// Where a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the macro: its leaves are Rust.
    Macro,
    /// In a file: its leaves are words.
    File,
    /// In a file, with a decorator in front of each node that changes nothing. What the results of the
    /// nodes below can be is not known then, so that none of them is one that can never be ticked.
    FileWithDecorators,
}

/// The source of the tree in that place, indented by `depth` levels.
#[must_use]
pub fn source(tree: &Tree, place: Place, depth: usize) -> String {
    let mut indent = "    ".repeat(depth);
    if place == Place::FileWithDecorators {
        indent += "with Nothing ";
    }
    let end = "    ".repeat(depth);
    let block = |head: &str, children: &[Tree]| {
        let children: String =
            children.iter().map(|child| source(child, place, depth + 1)).collect();
        format!("{indent}{head} {{\n{children}{end}}}\n")
    };
    let prefix = |head: &str, [child]: &[Box<Tree>; 1]| {
        format!("{indent}{head}\n{}", source(child, place, depth + 1))
    };
    match tree {
        Tree::Action { id } if place == Place::Macro => {
            format!("{indent}action Act {{ leaf: {id} }};\n")
        }
        Tree::Condition { id } if place == Place::Macro => {
            format!("{indent}condition world.ask({id});\n")
        }
        Tree::Action { id } => format!("{indent}action Act(leaf = {id});\n"),
        Tree::Condition { id } => format!("{indent}condition Ask(leaf = {id});\n"),
        Tree::Sequence { c } => block("sequence", c),
        Tree::Selector { c } => block("selector", c),
        Tree::ActiveSequence { c } => block("active_sequence", c),
        Tree::ActiveSelector { c } => block("active_selector", c),
        Tree::Parallel { success, failure, c } => {
            block(&format!("parallel(success = {success}, failure = {failure})"), c)
        }
        Tree::Not { c } => prefix("not", c),
        Tree::ForceSuccess { c } => prefix("force_success", c),
        Tree::ForceFailure { c } => prefix("force_failure", c),
        Tree::Repeat { n, c } => prefix(&format!("repeat({n})"), c),
        Tree::Retry { n, c } => prefix(&format!("retry({n})"), c),
    }
}
