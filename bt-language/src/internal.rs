//! Internal errors: errors of this library, not of a tree.

use crate::machine::{Node, NodeId};
use crate::mistakes::Mistake;
use crate::words::Word;
use proc_macro2::Span;
use std::fmt;

/// An error of the compiler itself. It names the tree and the node for a bug report.
#[derive(Clone, Debug)]
pub struct Internal {
    tree: String,
    node: NodeId,
    word: Word,
    span: Span,
    what: String,
}

impl Internal {
    /// An error at a node of a tree.
    #[must_use]
    pub fn new(tree: &str, node: &Node, what: impl Into<String>) -> Self {
        let word = node.word;
        Self { tree: tree.to_owned(), node: node.id, word, span: node.span, what: what.into() }
    }
}

impl fmt::Display for Internal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tree, node, word, what, .. } = self;
        write!(
            formatter,
            "internal error of `behavior_tree!` at node {node} (`{word}`) of `{tree}`: {what}; this is not your mistake, please report it with this tree"
        )
    }
}

impl std::error::Error for Internal {}

impl From<Internal> for Mistake {
    fn from(internal: Internal) -> Self {
        Self::new(internal.span, internal.to_string())
    }
}
