//! The words that begin a node: one row for each kind of node.
//!
//! The table is in `words/rows.rs`. The parser, the messages and the machine use it. Tests compare
//! it with other crates, pages and documents.

mod arguments;
mod children;
mod meant;
mod rows;

pub use arguments::Arguments;
pub use children::Children;
#[cfg(test)]
pub(crate) use meant::ELSEWHERE;
pub use meant::nearest;
pub(crate) use meant::{Meant, advice, meant};
pub use rows::Word;

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

/// The properties of a kind of node that depend only on its word.
struct Row {
    name: &'static str,
    word: &'static str,
    family: Family,
    arguments: Arguments,
    children: Children,
    description: &'static str,
    example: &'static str,
}

impl Word {
    /// The word itself: `active_selector`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.row().word
    }

    /// The name of the kind in camel case: `ActiveSelector`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
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
