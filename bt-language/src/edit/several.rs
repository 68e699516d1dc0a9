//! Changes of several nodes at once, and of all nodes that use a tree.

use super::change::{self, Change, ChangeError, Revision, apply, change, lines, wrapped_together};
use super::outline::{Direction, Gap, Node, Outline, Parent, outline};
use crate::words::{Arguments, Family, Word};
use std::ops::Range;

/// A change of several nodes, for [`change_all`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Together<'a> {
    /// Removes the nodes.
    Remove,
    /// Makes a comment of each node.
    Disable,
    /// Moves the nodes to a place, in their order.
    Move {
        /// The place, as it is before the change.
        to: Gap,
    },
    /// Moves each node by one place.
    Shift {
        /// Where to.
        direction: Direction,
    },
    /// Puts a composite around siblings that follow each other.
    Wrap {
        /// The word with its arguments, and possibly with empty braces: `sequence {}`
        source: &'a str,
    },
}

/// Changes several nodes of a text as one revision. A node below another one of them changes with that one.
///
/// The outline must be that of the text.
///
/// ```
/// use bt_language::edit::{self, Together};
///
/// let text = "tree Day {\n    selector {\n        action Wake;\n        action Eat;\n        action Rest;\n    }\n}\n";
/// let wrap = Together::Wrap { source: "sequence" };
/// let changed = edit::change_all(text, &edit::outline(text), &[1, 2], wrap).unwrap();
/// assert_eq!(
///     changed.text,
///     "tree Day {\n    selector {\n        sequence {\n            action Wake;\n            action Eat;\n        }\n        action Rest;\n    }\n}\n"
/// );
/// ```
///
/// # Errors
///
/// Why the change is not possible for one of them; then none is changed.
pub fn change_all(
    text: &str,
    outline: &Outline,
    nodes: &[usize],
    together: Together<'_>,
) -> Result<Revision, ChangeError> {
    let mut nodes = outermost(outline, nodes);
    match together {
        Together::Remove => each(text, nodes.into_iter().rev(), |node| Change::Remove { node }),
        Together::Disable => each(text, nodes.into_iter().rev(), |node| Change::Disable { node }),
        Together::Move { to } => moved(text, outline, nodes, |place, _, before| match before {
            // Each node stands behind the one that was moved before it.
            Some((outline, before)) => {
                let (parent, rank) = outline.rank(before).ok_or(ChangeError::NotFound)?;
                let to = Gap { parent: Parent::Node(parent), index: rank + 1 };
                Ok(Change::Move { node: place, to })
            }
            None => Ok(Change::Move { node: place, to }),
        }),
        Together::Shift { direction } => {
            if matches!(direction, Direction::Down | Direction::Out) {
                nodes.reverse();
            }
            moved(text, outline, nodes, |node, _, _| Ok(Change::Shift { node, direction }))
        }
        Together::Wrap { source } => {
            if let [node] = *nodes {
                return change(text, outline, &Change::Wrap { node, source });
            }
            let word =
                source.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
            let word = word.and_then(Word::find);
            if word.is_none_or(|word| word.family() != Family::Composite) {
                return Err(ChangeError::NotTogether);
            }
            let (range, new) = wrapped_together(text, outline, &nodes, source)?;
            let select = range.start..range.start + new.len();
            Ok(Revision { text: apply(text, vec![(range, new)]), select })
        }
    }
}

/// The nodes without those below others, in ascending order.
fn outermost(outline: &Outline, nodes: &[usize]) -> Vec<usize> {
    let mut all = nodes.to_vec();
    all.sort_unstable();
    all.dedup();
    let is_below = |node: usize, above: &usize| node != *above && outline.is_within(node, *above);
    let chosen = all.clone();
    all.retain(|node| !chosen.iter().any(|above| is_below(*node, above)));
    all
}

/// Makes a change of each node, from the last to the first, so that the places of those before stay.
fn each<'a>(
    text: &str,
    nodes: impl Iterator<Item = usize>,
    of: impl Fn(usize) -> Change<'a>,
) -> Result<Revision, ChangeError> {
    let mut revision = None;
    for node in nodes {
        let text = revision.as_ref().map_or(text, |revision: &Revision| &revision.text);
        revision = Some(change(text, &outline(text), &of(node))?);
    }
    revision.ok_or(ChangeError::NotFound)
}

/// Moves each node in turn; the next change is made from its place, the outline, and the node that was moved before.
fn moved<'a>(
    text: &str,
    first: &Outline,
    mut nodes: Vec<usize>,
    of: impl Fn(usize, &Outline, Option<(&Outline, usize)>) -> Result<Change<'a>, ChangeError>,
) -> Result<Revision, ChangeError> {
    let mut revision = Revision { text: text.to_owned(), select: 0..0 };
    let mut now = first.clone();
    let mut done: Vec<usize> = Vec::new();
    nodes.reverse();
    while let Some(node) = nodes.pop() {
        let before = done.last().map(|before| (&now, *before));
        revision = change(&revision.text, &now, &of(node, &now, before)?)?;
        let size = (node..now.nodes.len()).take_while(|below| now.is_within(*below, node)).count();
        now = outline(&revision.text);
        let is_it = |one: &Node| one.bytes.start >= revision.select.start;
        let to = now.nodes.iter().position(is_it).ok_or(ChangeError::NotFound)?;
        for other in nodes.iter_mut().chain(&mut done) {
            *other -= if *other > node { size } else { 0 };
            *other += if *other >= to { size } else { 0 };
        }
        done.push(to);
    }
    let bytes = |node: &usize| now.nodes.get(*node).map(|node| node.bytes.clone());
    let all = || done.iter().filter_map(bytes);
    let start = all().map(|bytes| bytes.start).min().ok_or(ChangeError::NotFound)?;
    let end = all().map(|bytes| bytes.end).max().unwrap_or(start);
    Ok(Revision { select: start..end, ..revision })
}

/// Finds the nodes that use a tree, by the index of their text and of the node in its outline.
#[must_use]
pub fn uses(texts: &[&str], name: &str) -> Vec<(usize, usize)> {
    let all = texts.iter().enumerate();
    let of_text = |(index, text): (usize, &&str)| -> Vec<(usize, usize)> {
        let outline = outline(text);
        let is_use = |node: &Node| {
            let called = node.name(text).and_then(|name| text.get(name));
            node.kind.map(Word::arguments) == Some(Arguments::Tree) && called == Some(name)
        };
        let nodes = outline.nodes.iter().enumerate().filter(|(_, node)| is_use(node));
        nodes.map(|(node, _)| (index, node)).collect()
    };
    all.flat_map(of_text).collect()
}

/// Removes a tree, and all nodes that use it with the decorators in front of them; the new texts, in the order of the old
/// ones.
///
/// `texts` are those of all files that belong together; the tree is the one with this index in the outline of one of them.
///
/// ```
/// use bt_language::edit;
///
/// let texts = ["tree Day { sequence { repeat subtree Nap; succeed; } }\n", "tree Rest { running; }\n\ntree Nap { wait(1h); }\n"];
/// let texts = edit::remove_tree(&texts, (1, 1)).unwrap();
/// assert_eq!(texts, ["tree Day { sequence { succeed; } }\n", "tree Rest { running; }\n"]);
/// ```
///
/// # Errors
///
/// [`ChangeError::NotFound`] if there is no such tree.
pub fn remove_tree(texts: &[&str], (of, tree): (usize, usize)) -> Result<Vec<String>, ChangeError> {
    let text = texts.get(of).ok_or(ChangeError::NotFound)?;
    let here = outline(text);
    let name = here.trees.get(tree).and_then(|tree| text.get(tree.name.clone()));
    let uses = uses(texts, name.ok_or(ChangeError::NotFound)?);
    let mut all = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let outline = outline(text);
        let own = uses.iter().filter(|(of, _)| *of == index);
        let nodes: Vec<usize> = own.map(|(_, node)| decorated(&outline, *node)).collect();
        all.push(match nodes.as_slice() {
            [] => (*text).to_owned(),
            nodes => change_all(text, &outline, nodes, Together::Remove)?.text,
        });
    }
    let text = all.get_mut(of).ok_or(ChangeError::NotFound)?;
    let bytes = outline(text).trees.get(tree).ok_or(ChangeError::NotFound)?.bytes.clone();
    let range = with_space(text, &bytes);
    text.replace_range(range, "");
    Ok(all)
}

/// The first of the decorators that stand only in front of a node, or the node.
fn decorated(outline: &Outline, mut node: usize) -> usize {
    while let Some((parent, rank)) = outline.rank(node) {
        // A cleanup stands before the child of its decorator.
        let is_child = |above: &Node| above.is_decorator() && rank + 1 == above.children.len();
        if !outline.nodes.get(parent).is_some_and(is_child) {
            break;
        }
        node = parent;
    }
    node
}

/// The lines of a tree with the comments and the empty lines above it; those below it, if it is the first one.
pub(super) fn with_space(text: &str, bytes: &Range<usize>) -> Range<usize> {
    if !change::is_alone(text, bytes) {
        return bytes.clone();
    }
    let lines = lines(text, bytes);
    let before = text.get(..lines.start).unwrap_or_default().trim_end();
    let rest = text.get(lines.end..).unwrap_or_default();
    if before.is_empty() {
        let space = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        return lines.start..lines.end + space;
    }
    // The line break of the last line stays.
    before.len()..lines.end
}
