use super::{NodeId, Scope};
use crate::ast::Kind;
use proc_macro2::{Ident, Span};
use std::ops::Range;

/// One node of a tree, with the user's expressions.
pub struct Node {
    /// Its place in pre-order.
    pub id: NodeId,
    /// The word and its arguments.
    pub kind: Kind,
    /// The id behind the last node below.
    pub end: NodeId,
    /// The node of which it is a child.
    pub parent: Option<NodeId>,
    /// In written order.
    pub children: Vec<NodeId>,
    /// The `flee` of `'flee:`.
    pub label: Option<Ident>,
    /// The doc comment.
    pub description: Option<String>,
    /// The text in front of its `=>`: a condition, a score, a weight or a pattern.
    pub key: Option<String>,
    /// The text of its arguments.
    pub source: String,
    /// The word that it begins with.
    pub span: Span,
    /// The line of that word; 0 if it is not known.
    pub line: usize,
    /// The names that its arguments can use.
    pub scope: Scope,
    /// How many subtrees stand before it: their nodes come in between in the table of a program.
    pub subtrees_before: usize,
}

impl Node {
    /// Its place and those of all nodes below.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.id.place()..self.end.place()
    }

    /// Returns `true` if another node is this one or below it.
    #[must_use]
    pub fn contains(&self, other: NodeId) -> bool {
        self.range().contains(&other.place())
    }

    /// Returns `true` if the node is another tree.
    #[must_use]
    pub fn is_subtree(&self) -> bool {
        matches!(self.kind, Kind::Subtree { .. })
    }

    /// Returns `true` if the node has a word in the tree's memory, which it keeps when it has ended.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        matches!(self.kind, Kind::Cooldown(_) | Kind::Once) || self.is_subtree()
    }

    /// Returns `true` if aborting the node itself calls something of the user's.
    #[must_use]
    pub fn has_end(&self) -> bool {
        matches!(self.kind, Kind::Stateful(_) | Kind::With(_) | Kind::Finally(_))
            || self.is_subtree()
    }

    /// How many of a monitor's children are its conditions; they never run.
    #[must_use]
    pub fn conditions(&self) -> usize {
        if let Kind::Monitor { conditions, .. } = self.kind { conditions } else { 0 }
    }

    /// Returns `true` if the node keeps data while it is active, other than which leaf runs.
    #[must_use]
    pub fn keeps_data(&self) -> bool {
        self.kind.keeps_data(self.children.len())
    }
}
