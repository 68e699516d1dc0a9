use super::{NodeId, Scope};
use crate::ast::Kind;
use proc_macro2::{Ident, Span};
use std::ops::Range;

/// One node of a tree, with the user's expressions.
pub struct Node {
    /// Its index in pre-order.
    pub id: NodeId,
    /// The word and its arguments.
    pub kind: Kind,
    /// The id after the last node below it.
    pub end: NodeId,
    /// Its parent.
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
    /// The span of its word.
    pub span: Span,
    /// The line of that word; 0 if it is not known.
    pub line: usize,
    /// The names that its arguments can use.
    pub scope: Scope,
    /// The number of subtrees before it; in the table of a program, their nodes come in between.
    pub subtrees_before: usize,
}

impl Node {
    /// The indices of the node and of all nodes below it.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.id.place()..self.end.place()
    }

    /// Returns `true` if another node is this one or below it.
    #[must_use]
    pub fn contains(&self, other: NodeId) -> bool {
        self.range().contains(&other.place())
    }

    /// Returns `true` if the node is a subtree.
    #[must_use]
    pub fn is_subtree(&self) -> bool {
        matches!(self.kind, Kind::Subtree { .. })
    }

    /// Returns `true` if the node has a word in the tree's memory, which is kept after the node has
    /// ended.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        matches!(self.kind, Kind::Cooldown(_) | Kind::Once) || self.is_subtree()
    }

    /// Returns `true` if aborting the node itself calls code of the user.
    #[must_use]
    pub fn has_end(&self) -> bool {
        matches!(self.kind, Kind::Stateful(_) | Kind::With(_) | Kind::Finally(_))
            || self.is_subtree()
    }

    /// The number of conditions of a monitor; they never run.
    #[must_use]
    pub fn conditions(&self) -> usize {
        if let Kind::Monitor { conditions, .. } = self.kind { conditions } else { 0 }
    }

    /// Returns `true` if the node keeps data while it is active, in addition to the leaf that runs.
    #[must_use]
    pub fn keeps_data(&self) -> bool {
        self.kind.keeps_data(self.children.len())
    }
}
