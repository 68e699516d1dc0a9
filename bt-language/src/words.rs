//! The words that begin a node: one row for each kind of node.
//!
//! The rows are in the files of `nodes`. The parser, the messages and the machine use them, and
//! `tests/tables.rs` writes the tables of other crates, of the page and of documents from them.

mod arguments;
mod children;
mod meant;

pub use crate::nodes::{Expects, InFiles, Word};
pub use arguments::Arguments;
pub use children::Children;
pub use meant::nearest;
pub(crate) use meant::{Meant, advice, meant};

use proc_macro2::Ident;
use std::fmt;

/// The family of a kind of node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A node without children.
    Leaf,
    /// A node with children in braces.
    Composite,
    /// A word before its one child.
    Decorator,
}

impl Word {
    /// The word itself: `active_selector`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.row().word
    }

    /// The family: leaf, composite or decorator.
    #[must_use]
    pub const fn family(self) -> Family {
        self.row().family
    }

    /// The shape of the arguments.
    #[must_use]
    pub const fn arguments(self) -> Arguments {
        self.row().arguments
    }

    /// The number of children, and how they are written.
    #[must_use]
    pub const fn children(self) -> Children {
        self.row().children
    }

    /// A description of the node in one line, without a subject.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.row().description
    }

    /// The sentences after the description, with links to items of `bt-core`; may be empty.
    #[must_use]
    pub const fn details(self) -> &'static str {
        self.row().details
    }

    /// The times at which the active node has to be ticked again, each with the form of the node for which
    /// it is true; the form is empty if there is only one. A node that is never active has none.
    #[must_use]
    pub const fn wake(self) -> &'static [(&'static str, &'static str)] {
        self.row().wake
    }

    /// The explanation in the guide for people who write trees in files.
    #[must_use]
    pub const fn in_files(self) -> InFiles {
        self.row().in_files
    }

    /// The name of the icon on the page.
    #[must_use]
    pub const fn icon(self) -> &'static str {
        self.row().icon
    }

    /// An example of a whole node, with a blackboard named `npc`.
    #[must_use]
    pub const fn example(self) -> &'static str {
        self.row().example
    }

    /// The forms in which the node can be written: `repeat(N) node` and `repeat node`.
    pub fn forms(self) -> impl Iterator<Item = String> {
        let (word, children) = (self.as_str(), self.children().form());
        self.arguments().forms().iter().map(move |arguments| {
            let space = if arguments.starts_with(char::is_alphabetic) { " " } else { "" };
            format!("{word}{space}{arguments}{children}")
        })
    }

    /// The statuses that the node should have at some time, by those of its children.
    #[must_use]
    pub const fn expects(self) -> Expects {
        self.row().expects
    }

    /// Returns `true` if the program notices the node itself: a leaf that asks or does something, or a
    /// decorator that runs code of the user when it begins or ends.
    #[must_use]
    pub const fn is_visible(self) -> bool {
        self.row().is_visible
    }

    /// Returns `true` if the node can be ticked without its running child.
    #[must_use]
    pub const fn can_skip_child(self) -> bool {
        self.row().can_skip_child
    }

    /// The words that people write in its place by mistake.
    #[must_use]
    pub const fn confused_with(self) -> &'static [Self] {
        self.row().confused_with
    }

    /// The decorator that people forget in front of the node, or write there by mistake.
    #[must_use]
    pub const fn inverted_by(self) -> Option<Self> {
        self.row().inverted_by
    }

    /// Returns `true` if the children are tried or ticked in the order in which they are written.
    #[must_use]
    pub const fn is_ordered(self) -> bool {
        match self.children() {
            Children::Block | Children::Watched | Children::Conditional => true,
            Children::None
            | Children::One
            | Children::Weighted
            | Children::Scored
            | Children::Branches
            | Children::Arms => false,
        }
    }

    /// Returns `true` if the nodes below can use a name from the arguments.
    #[must_use]
    pub const fn binds_name(self) -> bool {
        matches!(self.arguments(), Arguments::Binding | Arguments::Range)
    }

    /// Returns `true` if the node is another tree.
    #[must_use]
    pub const fn calls_tree(self) -> bool {
        matches!(self.arguments(), Arguments::Tree)
    }

    /// The index of the kind in [`Word::ALL`], which tables of nodes contain.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word with this text; `None` if the language does not have it.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.as_str() == text)
    }

    /// The word of a token; `None` if the language does not have it.
    pub(crate) fn of(token: &Ident) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| token == word.as_str())
    }
}

impl fmt::Display for Word {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

/// Every word that can begin a node.
pub fn nodes() -> impl Iterator<Item = &'static str> {
    Word::ALL.iter().map(|word| word.as_str())
}

/// All words by family, for a message.
pub(crate) fn list() -> String {
    let of = |family| {
        let words = Word::ALL.iter().filter(|word| word.family() == family);
        words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
    };
    format!(
        "the leaves are {}; the composites are {}; the decorators are {}",
        of(Family::Leaf),
        of(Family::Composite),
        of(Family::Decorator),
    )
}
