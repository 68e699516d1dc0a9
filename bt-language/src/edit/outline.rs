//! The nodes of a text, with their positions.

use super::scan::Scan;
use crate::lexer::{self, Kind};
use crate::words::{Children, Word};
use std::ops::Range;

/// The trees and nodes of a text. All positions are bytes of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The trees, in written order.
    pub trees: Vec<Tree>,
    /// The nodes of all trees; each one comes before its children.
    pub nodes: Vec<Node>,
}

/// A tree of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The name.
    pub name: Range<usize>,
    /// From the word `tree` to the closing brace.
    pub bytes: Range<usize>,
    /// The place of the root: after the opening brace.
    pub gap: Option<usize>,
    /// The indexes of its nodes.
    pub nodes: Range<usize>,
}

/// A node of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The index of its tree.
    pub tree: usize,
    /// The index of its parent; `None` for a root.
    pub parent: Option<usize>,
    /// The indexes of its children.
    pub children: Vec<usize>,
    /// The kind of node; `None` if the language does not have the word.
    pub kind: Option<Word>,
    /// The whole node, with the key before it and the comma after it: `Hunger => action Eat,`
    pub item: Range<usize>,
    /// The key with its arrow: `Hunger =>`
    pub key: Option<Range<usize>>,
    /// The node without its key and the comma, but with its documentation and label.
    pub bytes: Range<usize>,
    /// The word, and what is written after it up to the children or the semicolon.
    pub head: Range<usize>,
    /// The word: `action`
    pub word: Range<usize>,
    /// The name of the label, without its apostrophe.
    pub label: Option<Range<usize>>,
    /// The parentheses with the arguments.
    pub parentheses: Option<Range<usize>>,
    /// The arguments, in written order.
    pub arguments: Vec<Given>,
    /// The places where a child can be inserted, from the first to the last.
    pub gaps: Vec<usize>,
}

/// An argument as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name before the `=`; `None` if there is only a value.
    pub name: Option<Range<usize>>,
    /// The value.
    pub value: Range<usize>,
}

/// The parent of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    /// The index of a node.
    Node(usize),
    /// The index of a tree, whose root is missing.
    Tree(usize),
}

/// A place for a node: before the child with this index, or after the last child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The parent.
    pub parent: Parent,
    /// The index among its children.
    pub index: usize,
}

/// The direction in which a node is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Before the sibling above it.
    Up,
    /// After the sibling below it.
    Down,
    /// Out of its parent, after it.
    Out,
    /// To the end of the sibling above it.
    In,
}

/// Finds the trees and nodes of a text. What cannot be read is left out.
#[must_use]
pub fn outline(text: &str) -> Outline {
    Scan::of(text).file()
}

impl Node {
    /// Returns `true` if the children stand in braces.
    #[must_use]
    pub fn has_block(&self) -> bool {
        self.kind.is_none_or(|kind| !matches!(kind.children(), Children::None | Children::One))
            && !self.gaps.is_empty()
    }

    /// The name after the word, which is a word of the vocabulary or a tree. `action Eat(bites = 3)` → `Eat`
    #[must_use]
    pub fn name(&self, text: &str) -> Option<Range<usize>> {
        self.kind.filter(|kind| kind.arguments().are_bare())?;
        let rest = text.get(self.word.end..self.head.end)?;
        let lexemes = lexer::lexemes(rest);
        let first = lexemes.iter().find(|lexeme| !lexeme.is_comment())?;
        let start = self.word.end;
        (first.kind == Kind::Word).then(|| start + first.start..start + first.end)
    }

    /// Returns `true` if a key stands before each child.
    pub(super) fn has_keys(&self) -> bool {
        let of_kind = |kind: Word| {
            matches!(
                kind.children(),
                Children::Scored | Children::Conditional | Children::Weighted | Children::Arms
            )
        };
        self.kind.is_some_and(of_kind)
    }
}

impl Outline {
    /// The innermost node that contains a byte.
    #[must_use]
    pub fn at(&self, byte: usize) -> Option<usize> {
        let contains = |node: &Node| node.bytes.start <= byte && byte <= node.bytes.end;
        self.nodes.iter().rposition(contains)
    }

    /// The place of a gap in the text; `None` if there is no such gap.
    #[must_use]
    pub fn place(&self, gap: Gap) -> Option<usize> {
        match gap.parent {
            Parent::Node(node) => self.nodes.get(node)?.gaps.get(gap.index).copied(),
            Parent::Tree(tree) => self.trees.get(tree)?.gap.filter(|_| gap.index == 0),
        }
    }

    /// Returns `true` if a node is another one, or is below it.
    pub(super) fn is_within(&self, node: usize, ancestor: usize) -> bool {
        let mut current = Some(node);
        while let Some(index) = current {
            if index == ancestor {
                return true;
            }
            current = self.nodes.get(index).and_then(|node| node.parent);
        }
        false
    }

    /// The index of a node among the children of its parent.
    pub(super) fn rank(&self, node: usize) -> Option<(usize, usize)> {
        let parent = self.nodes.get(node)?.parent?;
        let children = &self.nodes.get(parent)?.children;
        Some((parent, children.iter().position(|child| *child == node)?))
    }
}
