//! Trees of files and compiled trees, in the form that is exported.

use crate::terms;
use crate::words::Value;
use bt_language::ast;
use bt_language::words::Word;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};

/// A tree with its nodes.
pub(crate) struct Tree {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) results: Vec<Parameter>,
    pub(crate) root: Outline,
}

/// A parameter or a result of a tree.
pub(crate) struct Parameter {
    pub(crate) name: String,
    /// The text of its type.
    pub(crate) of: String,
    pub(crate) default: Option<String>,
}

impl Tree {
    /// The parameters and the results as they are written: `(goal: Pose) -> (path: Path)`
    pub(crate) fn header(&self) -> String {
        let list = |all: &[Parameter]| {
            let all = all.iter().map(|one| {
                let default = one.default.as_ref().map(|text| format!(" = {text}"));
                format!("{}: {}{}", one.name, one.of, default.unwrap_or_default())
            });
            format!("({})", all.collect::<Vec<_>>().join(", "))
        };
        let parameters =
            if self.parameters.is_empty() { String::new() } else { list(&self.parameters) };
        match self.results.as_slice() {
            [] => parameters,
            results => format!("{parameters} -> {}", list(results)),
        }
    }
}

/// Parameters of a tree of a file.
fn parameters(all: &[ast::Parameter]) -> Vec<Parameter> {
    all.iter()
        .map(|one| Parameter {
            name: one.name.to_string(),
            of: one.of.to_string().replace("& ", "&").replace("' ", "'"),
            default: one
                .default
                .as_ref()
                .map(|text| text.to_token_stream().to_string().replace("- ", "-")),
        })
        .collect()
}

/// A node with everything below it.
#[derive(Clone)]
pub(crate) struct Outline {
    pub(crate) word: Word,
    pub(crate) label: Option<String>,
    pub(crate) description: Option<String>,
    /// The text of its arguments.
    pub(crate) source: String,
    /// The keys of its children.
    pub(crate) keys: Vec<Option<String>>,
    pub(crate) children: Vec<Outline>,
}

/// The trees of a file.
pub(crate) fn of_file(trees: &[ast::Tree]) -> Vec<Tree> {
    trees
        .iter()
        .map(|tree| Tree {
            name: tree.outline.name.to_string(),
            description: tree.outline.description(),
            parameters: parameters(&tree.parameters),
            results: parameters(&tree.results),
            root: of_node(&tree.root),
        })
        .collect()
}

fn of_node(node: &ast::Node) -> Outline {
    Outline {
        word: node.word(),
        label: node.label.as_ref().map(ToString::to_string),
        description: node.description.clone(),
        source: node.source(),
        keys: node.key_texts(),
        children: node.children.iter().map(of_node).collect(),
    }
}

/// A compiled tree and the trees that it contains, from their `NODES`.
pub(crate) fn of_nodes(name: &str, nodes: &[bt_core::Node]) -> Vec<Tree> {
    let mut below: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            below.entry(parent.index()).or_default().push(index);
        }
    }
    let mut trees = BTreeMap::new();
    let mut collect = Collect { nodes, below: &below, trees: &mut trees };
    if let Some(root) = collect.node(0) {
        trees.insert(name.to_owned(), root);
    }
    let mut trees: Vec<Tree> = trees
        .into_iter()
        .map(|(name, root)| Tree {
            name,
            description: String::new(),
            parameters: Vec::new(),
            results: Vec::new(),
            root,
        })
        .collect();
    trees.sort_by_key(|tree| tree.name != name);
    trees
}

struct Collect<'a> {
    nodes: &'a [bt_core::Node],
    below: &'a BTreeMap<usize, Vec<usize>>,
    trees: &'a mut BTreeMap<String, Outline>,
}

impl Collect<'_> {
    fn node(&mut self, index: usize) -> Option<Outline> {
        let node = self.nodes.get(index)?;
        let word = Word::find(node.kind.word())?;
        let ids = self.below.get(&index).cloned().unwrap_or_default();
        let mut children: Vec<Outline> = ids.iter().filter_map(|id| self.node(*id)).collect();
        if word == Word::Subtree && !children.is_empty() {
            let name = node.source.split('(').next().unwrap_or_default().trim().to_owned();
            self.trees.insert(name, children.swap_remove(0));
            children.clear();
        }
        let keys =
            ids.iter().map(|id| self.nodes.get(*id).and_then(|child| child.key).map(str::to_owned));
        Some(Outline {
            word,
            label: node.label.map(str::to_owned),
            description: node.description.map(str::to_owned),
            source: node.source.to_owned(),
            keys: keys.collect(),
            children,
        })
    }
}

impl Outline {
    /// A node without a label.
    pub(crate) fn new(word: Word, source: String, children: Vec<Self>) -> Self {
        Self { word, label: None, description: None, source, keys: Vec::new(), children }
    }

    /// The word of the vocabulary and its arguments, if this is a condition, an action or a decorator of a file.
    pub(crate) fn call(&self) -> Option<terms::Call> {
        match self.word {
            Word::Condition | Word::Action | Word::With => terms::call(&self.source),
            _ => None,
        }
    }

    /// The milliseconds of a literal length of time.
    pub(crate) fn milliseconds(&self) -> Option<u64> {
        let length = crate::words::duration(&self.source)?;
        let milliseconds = u64::try_from(length.as_millis()).ok()?;
        (std::time::Duration::from_millis(milliseconds) == length).then_some(milliseconds)
    }

    /// The literal number of rounds; -1 for endless ones.
    pub(crate) fn rounds(&self) -> Option<i64> {
        if self.source.is_empty() { Some(-1) } else { self.source.parse().ok() }
    }

    /// The name of a subtree, without arguments.
    pub(crate) fn subtree(&self) -> Option<&str> {
        (self.word == Word::Subtree && crate::names::is_name(&self.source))
            .then_some(self.source.as_str())
    }

    /// Adds the names of the subtrees in this node and below.
    pub(crate) fn subtrees<'a>(&'a self, used: &mut BTreeSet<&'a str>) {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let name = self.source.split(|letter| !is_name(letter)).next();
        used.extend(name.filter(|_| self.word == Word::Subtree));
        self.children.iter().for_each(|child| child.subtrees(used));
    }

    /// The arguments and the keys, by their names in a custom node.
    pub(crate) fn texts(&self) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        if !self.source.is_empty() {
            texts.push((crate::own::ARGUMENTS.to_owned(), self.source.clone()));
        }
        for (index, key) in self.keys.iter().enumerate() {
            texts.extend(key.clone().map(|key| (format!("{}{}", crate::own::KEY, index + 1), key)));
        }
        texts
    }
}

/// The words in the text of arguments.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
}

/// The text of a value in a format that knows texts only; a reference is in braces.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Text(text) | Value::Literal(text) => text.clone(),
        Value::Key(key) => format!("{{{key}}}"),
    }
}
