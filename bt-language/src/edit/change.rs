//! The changes that an editor makes.

use super::layout::{self, Edit};
use super::outline::{Direction, Gap, Node, Outline, Parent};
use super::{arguments, keys, structure};
use crate::words::Word;
use std::fmt;
use std::ops::Range;

/// A change of a text. Nodes and trees are named by their indexes in the [`Outline`] of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    /// Inserts a node.
    Insert {
        /// The place.
        at: Gap,
        /// Its text: `action Eat;`
        source: &'a str,
    },
    /// Moves a node with the comments above and after it.
    Move {
        /// The node.
        node: usize,
        /// The place, as it is before the change.
        to: Gap,
    },
    /// Moves a node by one place.
    Shift {
        /// The node.
        node: usize,
        /// Where to.
        direction: Direction,
    },
    /// Removes a node with its children and the comments above and after it.
    Remove {
        /// The node.
        node: usize,
    },
    /// Puts a decorator or a composite around a node.
    Wrap {
        /// The node.
        node: usize,
        /// The word with its arguments, and possibly with empty braces: `repeat(3)`, `sequence {}`
        source: &'a str,
    },
    /// Replaces a node by its children.
    Unwrap {
        /// The node.
        node: usize,
    },
    /// Replaces the word of a node: `selector` by `sequence`.
    Kind {
        /// The node.
        node: usize,
        /// The new word.
        word: &'a str,
    },
    /// Gives an argument a value.
    Argument {
        /// The node.
        node: usize,
        /// The name of the argument, or its index if it has no name.
        name: &'a str,
        /// The value; an empty one removes the argument.
        value: &'a str,
    },
    /// Gives an argument of a word of the vocabulary a value, in the key or the head of a node.
    CallArgument {
        /// The node.
        node: usize,
        /// The index among the [calls](Node::calls) of the node.
        call: usize,
        /// The name of the argument.
        name: &'a str,
        /// The value; an empty one removes the argument.
        value: &'a str,
    },
    /// Gives a node a label.
    Label {
        /// The node.
        node: usize,
        /// The label without an apostrophe; an empty one removes it.
        label: &'a str,
    },
    /// Gives a tree another name, also in the nodes that use it.
    Rename {
        /// The tree.
        tree: usize,
        /// The new name.
        name: &'a str,
    },
    /// Adds an empty tree at the end.
    Tree {
        /// Its name.
        name: &'a str,
    },
}

/// The text after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The whole text.
    pub text: String,
    /// The bytes of the node that was changed.
    pub select: Range<usize>,
}

/// The reason for which a change is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The text has no such node, tree or gap.
    Missing,
    /// A node cannot be moved into itself.
    IntoItself,
    /// There is no place in this direction.
    NoPlace,
    /// The node has no children, or several, and there is no place for them.
    NotUnwrapped,
    /// There is no such argument to remove.
    NoArgument,
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Missing => "this place is no longer in the text; try again",
            Self::IntoItself => "a node cannot be moved into itself",
            Self::NoPlace => "there is no place in this direction",
            Self::NotUnwrapped => {
                "only a node whose children have a place in its parent can be replaced by them"
            }
            Self::NoArgument => "the node has no such argument",
        })
    }
}

impl std::error::Error for Refused {}

/// Changes a text.
///
/// The outline must be that of the text. The change may leave mistakes, such as a decorator without a child; the text
/// says where the next node belongs.
///
/// # Errors
///
/// Why the change is not possible.
pub fn change(text: &str, outline: &Outline, change: &Change<'_>) -> Result<Changed, Refused> {
    match *change {
        Change::Insert { at, source } => structure::insert(text, outline, at, source),
        Change::Move { node, to } => structure::shift(text, outline, node, to),
        Change::Shift { node, direction } => {
            let to = target(outline, node, direction).ok_or(Refused::NoPlace)?;
            structure::shift(text, outline, node, to)
        }
        Change::Remove { node } => structure::remove(text, outline, node),
        Change::Wrap { node, source } => structure::wrap(text, of(outline, node)?, source),
        Change::Unwrap { node } => structure::unwrap(text, outline, node),
        Change::Kind { node, word } => {
            let node = of(outline, node)?;
            let select = node.word.start..node.word.start + word.len();
            let mut edits = keys::without_keys(node, outline, word);
            edits.push((node.word.clone(), word.to_owned()));
            Ok(Changed { text: layout::apply(text, edits), select })
        }
        Change::Argument { node, name, value } => {
            let edit = arguments::edit(text, of(outline, node)?, name, value);
            Ok(edited(text, edit.ok_or(Refused::NoArgument)?))
        }
        Change::CallArgument { node, call, name, value } => {
            let call = of(outline, node)?.of_call(text, call).ok_or(Refused::Missing)?;
            let edit = arguments::edit(text, &call, name, value);
            Ok(edited(text, edit.ok_or(Refused::NoArgument)?))
        }
        Change::Label { node, label } => Ok(edited(text, labelled(of(outline, node)?, label))),
        Change::Rename { tree, name } => renamed(text, outline, tree, name),
        Change::Tree { name } => Ok(with_tree(text, name)),
    }
}

/// The node with an index.
pub(super) fn of(outline: &Outline, node: usize) -> Result<&Node, Refused> {
    outline.nodes.get(node).ok_or(Refused::Missing)
}

/// The text with one edit, which is selected.
fn edited(text: &str, (range, new): Edit) -> Changed {
    let select = range.start..range.start + new.len();
    Changed { text: layout::apply(text, vec![(range, new)]), select }
}

/// The edit that gives a node a label.
fn labelled(node: &Node, label: &str) -> Edit {
    match &node.label {
        // With the apostrophe and the space up to the word.
        Some(old) if label.is_empty() => (old.start - 1..node.word.start, String::new()),
        Some(old) => (old.clone(), label.to_owned()),
        None if label.is_empty() => (node.word.start..node.word.start, String::new()),
        None => (node.word.start..node.word.start, format!("'{label}: ")),
    }
}

/// The text in which a tree and the subtree nodes that name it have a new name.
fn renamed(text: &str, outline: &Outline, tree: usize, new: &str) -> Result<Changed, Refused> {
    let tree = outline.trees.get(tree).ok_or(Refused::Missing)?;
    let old = text.get(tree.name.clone());
    let subtrees = outline.nodes.iter().filter(|node| node.kind == Some(Word::Subtree));
    let uses =
        subtrees.filter_map(|node| node.name(text).filter(|name| text.get(name.clone()) == old));
    let places: Vec<Range<usize>> = uses.chain([tree.name.clone()]).collect();
    let before = places.iter().filter(|place| place.start < tree.name.start).count();
    let start = tree.name.start + before * new.len() - before * tree.name.len();
    let edits = places.into_iter().map(|place| (place, new.to_owned())).collect();
    Ok(Changed { text: layout::apply(text, edits), select: start..start + new.len() })
}

fn with_tree(text: &str, name: &str) -> Changed {
    let ends = layout::line_break(text);
    let body = text.trim_end();
    let space = if body.is_empty() { String::new() } else { format!("{ends}{ends}") };
    let start = body.len() + space.len();
    let tree = format!("tree {name} {{{ends}    running;{ends}}}");
    let select = start..start + tree.len();
    Changed { text: format!("{body}{space}{tree}{ends}"), select }
}

/// The gap that is one place away from a node.
fn target(outline: &Outline, node: usize, direction: Direction) -> Option<Gap> {
    let (parent, rank) = outline.rank(node)?;
    let gap = |parent, index| Some(Gap { parent: Parent::Node(parent), index });
    match direction {
        Direction::Up => gap(parent, rank.checked_sub(1)?),
        Direction::Down => gap(parent, rank + 2),
        Direction::In => {
            let above = *outline.nodes.get(parent)?.children.get(rank.checked_sub(1)?)?;
            let sibling = outline.nodes.get(above)?;
            gap(above, sibling.gaps.len().checked_sub(1)?)
        }
        Direction::Out => {
            let mut below = parent;
            loop {
                let (above, rank) = outline.rank(below)?;
                if outline.nodes.get(above)?.has_block() {
                    return gap(above, rank + 1);
                }
                below = above;
            }
        }
    }
}
