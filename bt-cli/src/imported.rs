//! The result of an import, and the tree that an importer builds.

use crate::words::{MORE, MOST_PARAMETERS, Words};
use bt_language::file::Mistake;
use bt_language::vocabulary::Vocabulary;
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;

/// The trees of another tool, as files of this one.
#[derive(Debug)]
pub struct Imported {
    /// The text of the file of trees, in the layout of [`bt_language::format`].
    pub text: String,
    /// The words that the trees use.
    pub vocabulary: Vocabulary,
    /// A Rust module with the vocabulary and its blackboard. Its leaves are `todo!()`.
    pub rust: String,
    /// The parts that mean something else here, or nothing, in the order of the source.
    pub differences: Vec<Difference>,
}

impl Imported {
    /// The Rust module, which also compiles the trees from the file with this path.
    #[must_use]
    pub fn rust_with_trees(&self, path: &str) -> String {
        with_trees(&self.rust, &[path.to_owned()])
    }
}

/// The Rust module, which also compiles the trees from the files with these paths.
pub(crate) fn with_trees(rust: &str, paths: &[String]) -> String {
    const END: &str = "\n    }\n}\n";
    let trees: Vec<String> =
        paths.iter().map(|path| format!("\n    pub trees from {path:?} with Words;\n")).collect();
    match rust
        .find("behavior_tree! {")
        .and_then(|call| Some((call, rust.get(call..)?.find(END)?)))
        .filter(|_| !trees.is_empty())
    {
        Some((call, end)) => {
            let (before, behind) = rust.split_at(call + end);
            let behind = behind.strip_prefix(END).unwrap_or_default();
            format!("{before}\n    }}\n{}}}\n{behind}", trees.concat())
        }
        None => rust.to_owned(),
    }
}

/// A kind of parts of an imported file that mean something else here, or that could not be imported.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The file with the first of them; `None` for the only imported file.
    pub file: Option<String>,
    /// The line of the first of them in the file; 0 for the whole file.
    pub line: usize,
    /// The node or the attribute; of several different ones the first.
    pub what: String,
    /// The difference.
    pub reason: String,
    /// The way to write it here.
    pub advice: String,
    /// The number of parts beyond the first.
    pub more: usize,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(formatter, "{file}: ")?;
        }
        if self.line > 0 {
            write!(formatter, "line {}", self.line)?;
            match self.more {
                0 => formatter.write_str(": ")?,
                more => write!(formatter, " and {more} more: ")?,
            }
        } else if self.more > 0 {
            write!(formatter, "{} times: ", self.more + 1)?;
        }
        write!(formatter, "{}: {}", self.what, self.reason)?;
        if self.advice.is_empty() { Ok(()) } else { write!(formatter, "; {}", self.advice) }
    }
}

/// The reason why a file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// One sentence.
    pub text: String,
    /// The line; the first one is 1.
    pub line: usize,
    /// The column; the first one is 1.
    pub column: usize,
}

impl ImportError {
    pub(crate) fn new(line: usize, column: usize, text: impl Into<String>) -> Self {
        Self { text: text.into(), line: line.max(1), column: column.max(1) }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.line, self.column, self.text)
    }
}

impl std::error::Error for ImportError {}

/// The maximum number of bytes of an imported file.
pub(crate) const MOST_BYTES: usize = bt_language::file::MOST_BYTES;

/// The maximum nesting depth of imported nodes; each of them becomes up to three nodes here.
pub(crate) const MOST_NESTED: usize = 120;

/// The maximum number of times that imported trees are checked and corrected.
const MOST_ROUNDS: usize = 32;

/// The maximum number of bytes that are checked again after corrections, so that large files take no longer.
const MOST_CHECKED: usize = 1 << 20;

/// Refuses a text that is too large.
pub(crate) fn check_size(text: &str) -> Result<(), ImportError> {
    if text.len() <= MOST_BYTES {
        return Ok(());
    }
    let line = text.get(..MOST_BYTES).map_or(1, |text| text.matches('\n').count() + 1);
    let what = format!("this file has {} bytes; at most {MOST_BYTES} are imported", text.len());
    Err(ImportError::new(line, 1, what))
}

/// A tree that an importer has built.
pub(crate) struct Tree {
    /// The name, with parameters and results.
    pub(crate) head: String,
    pub(crate) comments: Vec<String>,
    pub(crate) description: Option<String>,
    pub(crate) root: Node,
}

/// A node that an importer has built.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) comments: Vec<String>,
    pub(crate) description: Option<String>,
    pub(crate) label: Option<String>,
    /// The attributes of the imported node that an export writes again.
    pub(crate) attributes: Vec<(String, String)>,
    /// The tree that a subtree is, and whether it gets the keys of the tree around it.
    pub(crate) call: Option<(String, bool)>,
    /// The text before `=>`.
    pub(crate) key: Option<String>,
    /// The word with its arguments, without `;`.
    pub(crate) head: String,
    pub(crate) below: Below,
    /// The comments after the last child of a block.
    pub(crate) end: Vec<String>,
    /// The line in the imported file; 0 if there is none.
    pub(crate) line: usize,
}

/// The nodes below a node.
#[derive(Debug, Default)]
pub(crate) enum Below {
    #[default]
    Nothing,
    One(Box<Node>),
    Block(Vec<Node>),
    /// The branches of an `if`.
    Branches(Box<Node>, Option<Box<Node>>),
}

impl Node {
    pub(crate) fn leaf(head: impl Into<String>) -> Self {
        Self { head: head.into(), ..Self::default() }
    }

    pub(crate) fn around(head: impl Into<String>, child: Self) -> Self {
        Self { head: head.into(), below: Below::One(Box::new(child)), ..Self::default() }
    }

    pub(crate) fn block(head: impl Into<String>, children: Vec<Self>) -> Self {
        Self { head: head.into(), below: Below::Block(children), ..Self::default() }
    }

    pub(crate) fn branch(word: &str, condition: &str, then: Self, other: Option<Self>) -> Self {
        let below = Below::Branches(Box::new(then), other.map(Box::new));
        Self { head: format!("{word} {condition}"), below, ..Self::default() }
    }

    /// Moves the comments, the description, the label and the key of this node to a node around it.
    pub(crate) fn wrapped(mut self, wrap: impl FnOnce(Self) -> Self) -> Self {
        let comments = std::mem::take(&mut self.comments);
        let (description, label, line) = (self.description.take(), self.label.take(), self.line);
        let (key, call) = (self.key.take(), self.call.take());
        let attributes = std::mem::take(&mut self.attributes);
        let wrapped = wrap(self);
        Self { comments, description, label, attributes, call, key, line, ..wrapped }
    }

    /// The nodes directly below.
    pub(crate) fn children(&self) -> impl Iterator<Item = &Self> {
        let (one, block, last): (_, &[Self], _) = match &self.below {
            Below::Nothing => (None, &[], None),
            Below::One(child) => (Some(child), &[], None),
            Below::Block(children) => (None, children, None),
            Below::Branches(then, other) => (Some(then), &[], other.as_ref()),
        };
        one.into_iter().map(AsRef::as_ref).chain(block).chain(last.map(AsRef::as_ref))
    }

    /// The nodes directly below.
    pub(crate) fn children_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let (one, block, last): (_, &mut [Self], _) = match &mut self.below {
            Below::Nothing => (None, &mut [], None),
            Below::One(child) => (Some(child), &mut [], None),
            Below::Block(children) => (None, children, None),
            Below::Branches(then, other) => (Some(then), &mut [], other.as_mut()),
        };
        one.into_iter().map(AsMut::as_mut).chain(block).chain(last.map(AsMut::as_mut))
    }

    fn write(&self, output: &mut String) {
        write_comments(&self.comments, output);
        if self.key.is_some() || self.description.is_some() {
            write_description(self.description.as_deref(), output);
        }
        if let Some(key) = &self.key {
            let _ = write!(output, "{key} => ");
        }
        if let Some(label) = &self.label {
            let _ = write!(output, "'{label}: ");
        }
        output.push_str(&self.head);
        match &self.below {
            Below::Nothing => output.push_str(";\n"),
            Below::One(child) => {
                output.push(if child.comments.is_empty() { ' ' } else { '\n' });
                child.write(output);
            }
            Below::Block(children) => {
                output.push_str(" {\n");
                for child in children {
                    child.write(output);
                }
                write_comments(&self.end, output);
                output.push_str("}\n");
            }
            Below::Branches(then, other) => {
                output.push_str(" {\n");
                then.write(output);
                output.push('}');
                if let Some(other) = other {
                    output.push_str(" else {\n");
                    other.write(output);
                    output.push('}');
                }
                output.push('\n');
            }
        }
    }
}

impl Tree {
    fn write(&self, output: &mut String) {
        write_comments(&self.comments, output);
        write_description(self.description.as_deref(), output);
        let _ = writeln!(output, "tree {} {{", self.head);
        self.root.write(output);
        output.push_str("}\n");
    }
}

fn write_comments(comments: &[String], output: &mut String) {
    for line in comments.iter().flat_map(|comment| comment.lines()) {
        let _ = writeln!(output, "// {}", plain(line));
    }
}

fn write_description(description: Option<&str>, output: &mut String) {
    for line in description.unwrap_or_default().lines() {
        let _ = writeln!(output, "/// {}", plain(line));
    }
}

/// A line without characters that a comment must not have.
fn plain(line: &str) -> String {
    line.replace(char::is_control, " ").trim_end().to_owned()
}

/// A file of trees that an importer has built.
#[derive(Default)]
pub(crate) struct Draft {
    /// The name, for the files that use it.
    pub(crate) name: String,
    /// The imported file; `None` for the only one.
    pub(crate) source: Option<String>,
    /// The comments at the beginning.
    pub(crate) header: Vec<String>,
    /// The names of the files whose trees it uses.
    pub(crate) uses: Vec<String>,
    pub(crate) trees: Vec<Tree>,
}

impl Draft {
    /// The text of the file, in its layout.
    fn written(&self) -> Result<String, ImportError> {
        let mut text = String::new();
        write_comments(&self.header, &mut text);
        if !self.header.is_empty() {
            text.push('\n');
        }
        for name in &self.uses {
            let _ = writeln!(text, "use {name:?};");
        }
        if !self.uses.is_empty() {
            text.push('\n');
        }
        for tree in &self.trees {
            tree.write(&mut text);
        }
        bt_language::format::file(&text).map_err(|mistakes| {
            let first = mistakes.first().map(|mistake| mistake.text.clone()).unwrap_or_default();
            ImportError::new(1, 1, format!("the trees cannot be written here: {first}"))
        })
    }
}

/// The mistakes of a file; `others` has the files that it uses, by name.
fn mistakes(
    text: &str,
    vocabulary: &Vocabulary,
    others: &BTreeMap<String, String>,
) -> Vec<Mistake> {
    let mut other = |name: &str| others.get(name).cloned().ok_or_else(String::new);
    let reading = bt_language::file::read_with(text, vocabulary, &|_| 0, &mut other);
    bt_language::file::forget();
    reading.mistakes
}

/// Writes and checks an imported file.
pub(crate) fn finished(
    header: &[String],
    trees: Vec<Tree>,
    words: &mut Words,
    differences: Vec<Difference>,
) -> Result<Imported, ImportError> {
    let draft = Draft { header: header.to_vec(), trees, ..Draft::default() };
    let drafts = if draft.trees.is_empty() { Vec::new() } else { vec![draft] };
    let (texts, differences) = finished_files(drafts, words, differences)?;
    let text = texts.into_values().next().unwrap_or_default();
    let (vocabulary, rust) = (words.vocabulary(), words.rust());
    Ok(Imported { text, vocabulary, rust, differences })
}

/// Writes and checks imported files, of which each one uses only files before it; returns their texts by name. Nodes that
/// can never be ticked, which the language refuses, are kept.
pub(crate) fn finished_files(
    drafts: Vec<Draft>,
    words: &mut Words,
    mut differences: Vec<Difference>,
) -> Result<(BTreeMap<String, String>, Vec<Difference>), ImportError> {
    differences.extend(words.packed().map(|(name, ports)| Difference {
        what: format!("`{name}` with {ports} ports"),
        reason: format!(
            "a word takes at most {MOST_PARAMETERS} parameters; its last ports are together in the text `{MORE}`"
        ),
        advice: "make two words of it".to_owned(),
        ..Difference::default()
    }));
    let mut texts = BTreeMap::new();
    for mut draft in drafts {
        let mut text = draft.written()?;
        let mut mistakes = self::mistakes(&text, &words.vocabulary(), &texts);
        // Behind a node that can be ticked now, there may be another one that cannot.
        for _ in 0..(MOST_CHECKED / text.len().max(1)).clamp(1, MOST_ROUNDS) {
            let hidden = crate::reach::hide(&text, &mistakes, &mut draft.trees, words);
            if hidden.is_empty() {
                break;
            }
            let source = draft.source.clone();
            differences
                .extend(hidden.into_iter().map(|kind| Difference { file: source.clone(), ..kind }));
            text = draft.written()?;
            mistakes = self::mistakes(&text, &words.vocabulary(), &texts);
        }
        let file = Some(draft.name.clone()).filter(|name| !name.is_empty());
        let own = mistakes.iter().filter(|mistake| mistake.file.is_none());
        differences.extend(own.map(|mistake| Difference {
            file: file.clone(),
            what: format!("line {} of the imported trees", mistake.start.line),
            reason: mistake.text.clone(),
            ..Difference::default()
        }));
        texts.insert(draft.name, text);
    }
    Ok((texts, by_kind(differences)))
}

/// The maximum number of different nodes or attributes that a difference names.
const MOST_NAMED: usize = 3;

/// One difference for each kind, in the order of the source.
fn by_kind(mut differences: Vec<Difference>) -> Vec<Difference> {
    differences.sort();
    differences.dedup();
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut kinds: Vec<(Difference, Vec<String>)> = Vec::new();
    for difference in differences {
        let Difference { reason, advice, .. } = difference.clone();
        let place = *places.entry((reason, advice)).or_insert(kinds.len());
        match kinds.get_mut(place) {
            None => kinds.push((difference.clone(), vec![difference.what])),
            Some((kind, named)) => {
                kind.more += difference.more + 1;
                if named.len() <= MOST_NAMED && !named.contains(&difference.what) {
                    named.push(difference.what);
                }
            }
        }
    }
    let kinds = kinds.into_iter().map(|(kind, mut named)| {
        if let Some(last) = named.get_mut(MOST_NAMED) {
            "…".clone_into(last);
        }
        Difference { what: named.join(", "), ..kind }
    });
    kinds.collect()
}
