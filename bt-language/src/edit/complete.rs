//! Completion: what can be written at a place of a text.

use super::context::{Expected, Place};
use super::outline::{Outline, outline};
use super::template::{fits_key, forms, in_files, template};
use crate::vocabulary::{Parameter, Role, Type, Vocabulary, Word as Declared};
use crate::words::{Arguments, Children, Family, Word};
use std::ops::Range;

/// The completions at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The bytes that an item replaces: the word at the place.
    pub replaces: Range<usize>,
    /// The items whose label begins with what is written, before those that contain it.
    pub items: Vec<Item>,
}

/// One text that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The text.
    pub insert: String,
    /// The name in a list.
    pub label: String,
    /// `node`, `condition`, `action`, `decorator`, `value`, `subtree`, `tree`, `parameter`, `choice`, `label` or
    /// `keyword`.
    pub kind: &'static str,
    /// The declaration, or the form of a node.
    pub detail: String,
    /// The description.
    pub documentation: Option<String>,
}

/// Returns what can be written at a byte of a text, which may have mistakes.
///
/// ```
/// use bt_language::{edit, vocabulary::Vocabulary};
///
/// let text = "tree Guard { seq";
/// let completion = edit::complete(text, text.len(), &Vocabulary::default());
/// assert_eq!(&text[completion.replaces], "seq");
/// assert_eq!(completion.items[0].label, "sequence");
/// ```
#[must_use]
pub fn complete(text: &str, at: usize, vocabulary: &Vocabulary) -> Completion {
    let place = Place::of(text, at, vocabulary);
    let mut items = Items { vocabulary, all: Vec::new() };
    match place.expected() {
        Expected::Nothing => {}
        Expected::Item => items.keyword("tree", "tree "),
        Expected::Node => items.nodes(),
        Expected::NodeOrElse => {
            items.keyword("else", "else ");
            items.nodes();
        }
        Expected::Key(children) => items.keys(children),
        Expected::Word(fits) => items.words(fits),
        Expected::Tree => items.trees(text, &outline(text)),
        Expected::Parameter(word, given) => items.parameters(word, &given),
        Expected::Value(of) => items.values(&of),
        Expected::Words(words) => {
            for word in words {
                items.keyword(word.trim_end_matches(" = "), word);
            }
        }
        Expected::Label => items.labels(text, &outline(text), &place.word),
    }
    let written = text.get(place.word.start..at.min(place.word.end)).unwrap_or_default();
    let items = sorted(items.all, written.trim_start_matches('\''));
    Completion { replaces: place.word, items }
}

/// The items that contain what is written; those that begin with it come first.
fn sorted(mut items: Vec<Item>, written: &str) -> Vec<Item> {
    let written = written.to_lowercase();
    let place = |item: &Item| item.label.to_lowercase().find(&written);
    items.retain(|item| place(item).is_some());
    items.sort_by_key(|item| place(item) != Some(0));
    items
}

struct Items<'v> {
    vocabulary: &'v Vocabulary,
    all: Vec<Item>,
}

impl Items<'_> {
    fn keyword(&mut self, label: &str, insert: &str) {
        self.all.push(Item {
            insert: insert.to_owned(),
            label: label.to_owned(),
            kind: "keyword",
            detail: String::new(),
            documentation: None,
        });
    }

    /// The nodes of the language, and each word of the vocabulary as a whole node.
    fn nodes(&mut self) {
        for word in in_files() {
            self.all.push(Item {
                insert: begin(word, self.vocabulary),
                label: word.as_str().to_owned(),
                kind: "node",
                detail: forms(word).collect::<Vec<_>>().join("\n"),
                documentation: Some(word.description().to_owned()),
            });
        }
        for word in &self.vocabulary.words {
            let insert = match word.role {
                Role::Condition => format!("condition {};", word.call()),
                Role::Action { .. } => format!("action {};", word.call()),
                Role::Decorator => format!("with {} ", word.call()),
                Role::Subtree { .. } => format!("subtree {};", word.name),
                Role::Value(_) => continue,
            };
            self.all.push(item(word, insert));
        }
    }

    /// The key before the `=>` of a child.
    fn keys(&mut self, children: Children) {
        let fits = |word: &&Declared| fits_key(children, &word.role);
        for word in self.vocabulary.words.iter().filter(fits) {
            self.all.push(item(word, format!("{} => ", word.call())));
        }
        if children == Children::Weighted {
            self.nodes();
        }
    }

    fn words(&mut self, fits: fn(&Role) -> bool) {
        for word in self.vocabulary.words.iter().filter(|word| fits(&word.role)) {
            self.all.push(item(word, word.call()));
        }
    }

    fn trees(&mut self, text: &str, outline: &Outline) {
        for tree in &outline.trees {
            let name = text.get(tree.name.clone()).unwrap_or_default();
            self.all.push(Item {
                insert: name.to_owned(),
                label: name.to_owned(),
                kind: "tree",
                detail: format!("tree {name}"),
                documentation: super::hover::documentation(text, tree),
            });
        }
        let subtrees = self.vocabulary.words.iter();
        for word in subtrees.filter(|word| matches!(word.role, Role::Subtree { .. })) {
            self.all.push(item(word, word.name.clone()));
        }
    }

    fn parameters(&mut self, word: &Declared, given: &[String]) {
        let missing = word.parameters.iter().filter(|one| !given.contains(&one.name));
        self.all.extend(missing.map(|parameter| Item {
            insert: format!("{} = ", parameter.name),
            label: parameter.name.clone(),
            kind: "parameter",
            detail: parameter.signature(),
            documentation: parameter.description.clone(),
        }));
    }

    /// Values of the vocabulary, and the literals of a type that has few.
    fn values(&mut self, of: &Type) {
        let literals: &[String] = match of {
            Type::Variants { variants, .. } => variants,
            Type::Bool => &["true".to_owned(), "false".to_owned()],
            _ => &[],
        };
        self.all.extend(literals.iter().map(|literal| Item {
            insert: literal.clone(),
            label: literal.clone(),
            kind: "choice",
            detail: of.name().to_owned(),
            documentation: None,
        }));
        let is_value = |word: &&Declared| matches!(&word.role, Role::Value(other) if other == of);
        for word in self.vocabulary.words.iter().filter(is_value) {
            self.all.push(item(word, word.name.clone()));
        }
    }

    /// The labels of other nodes.
    fn labels(&mut self, text: &str, outline: &Outline, at: &Range<usize>) {
        for label in outline.nodes.iter().filter_map(|node| node.label.clone()) {
            let name = text.get(label.clone()).unwrap_or_default();
            let is_known = self.all.iter().any(|item| item.label == name);
            if !is_known && !name.is_empty() && label.end != at.end {
                self.all.push(Item {
                    insert: format!("'{name}"),
                    label: name.to_owned(),
                    kind: "label",
                    detail: String::new(),
                    documentation: None,
                });
            }
        }
    }
}

/// A word of the vocabulary.
fn item(word: &Declared, insert: String) -> Item {
    Item {
        insert,
        label: word.name.clone(),
        kind: word.role.name(),
        detail: word.signature(),
        documentation: documentation(word),
    }
}

/// The description of a word, with its parameters that have one.
pub(super) fn documentation(word: &Declared) -> Option<String> {
    let parameter = |parameter: &Parameter| {
        let text = parameter.description.as_ref()?;
        Some(format!("{}: {text}", parameter.name))
    };
    let parameters = word.parameters.iter().filter_map(parameter);
    let all: Vec<String> = word.description.iter().cloned().chain(parameters).collect();
    (!all.is_empty()).then(|| all.join("\n"))
}

/// The beginning of a node, for a person who writes on: `condition `, `running;`, `timeout(`
fn begin(word: Word, vocabulary: &Vocabulary) -> String {
    match word.arguments() {
        arguments if arguments.are_bare() => format!("{word} "),
        Arguments::Value if word.children() == Children::Weighted => format!("{word} "),
        Arguments::Value | Arguments::Duration | Arguments::Service | Arguments::Statement => {
            format!("{word}(")
        }
        _ if word.family() == Family::Leaf => template(word, vocabulary),
        _ => format!("{word} "),
    }
}
