//! Nodes that can never be ticked: other tools accept them, and a file of trees must not have them.

use crate::imported::{Below, Difference, Node, Tree};
use crate::words::Words;
use bt_language::ast;
use bt_language::file::{self, Mistake, Position};

/// Hides the results that make other nodes unreachable behind a decorator; `text` is the file of the trees, and `mistakes` are
/// its mistakes.
pub(crate) fn hide(
    text: &str,
    mistakes: &[Mistake],
    trees: &mut [Tree],
    words: &mut Words,
) -> Vec<Difference> {
    if mistakes.is_empty() {
        return Vec::new();
    }
    let mut paths = Vec::new();
    for (tree, read) in file::trees(text).unwrap_or_default().iter().enumerate() {
        for mistake in mistakes.iter().filter(|mistake| mistake.file.is_none()) {
            let mut path = Vec::new();
            if find(&read.root, mistake.start, &mut path) {
                paths.push((tree, path, mistake.text.contains("can never be ticked")));
            }
        }
        // The last and the inner nodes first, so that the paths of the others stay as they are.
        paths.sort_by(|one, other| other.cmp(one));
    }
    file::forget();
    let hidden = paths.into_iter().filter_map(|(tree, path, is_unreachable)| {
        let root = &mut trees.get_mut(tree)?.root;
        if is_unreachable {
            hide_before(root, &path, words)
        } else {
            hide_below(root, &path, words)
        }
    });
    hidden.collect()
}

/// Finds the node with its word at a place.
fn find(node: &ast::Node, at: Position, path: &mut Vec<usize>) -> bool {
    let start = node.span.start();
    if (start.line, start.column + 1) == (at.line, at.column) {
        return true;
    }
    for (index, child) in node.children.iter().enumerate() {
        path.push(index);
        if find(child, at, path) {
            return true;
        }
        path.pop();
    }
    false
}

fn at<'n>(node: &'n mut Node, path: &[usize]) -> Option<&'n mut Node> {
    let Some((index, rest)) = path.split_first() else { return Some(node) };
    let child = match (&mut node.below, index) {
        (Below::One(child) | Below::Branches(child, _), 0) => child,
        (Below::Branches(_, Some(other)), 1) => other,
        (Below::Block(children), index) => children.get_mut(*index)?,
        _ => return None,
    };
    at(child, rest)
}

/// Hides the result of the node before a node of a block that can never be ticked.
fn hide_before(root: &mut Node, path: &[usize], words: &mut Words) -> Option<Difference> {
    let (index, path) = path.split_last()?;
    let Below::Block(children) = &mut at(root, path)?.below else { return None };
    let after = children.get(*index)?;
    let (line, what) = (after.line, format!("`{}`", after.head));
    let before = children.get_mut(index.checked_sub(1)?)?;
    hide_result(before, words)?;
    Some(Difference {
        line,
        what,
        reason: "the node before it always ends the block, so it can never be ticked".into(),
        advice: "remove it with the nodes after it, or change the node before it".into(),
        ..Difference::default()
    })
}

/// Hides the result of the child of a `repeat` or a `retry` that never has a second round.
fn hide_below(root: &mut Node, path: &[usize], words: &mut Words) -> Option<Difference> {
    let node = at(root, path)?;
    if !(node.head.starts_with("repeat") || node.head.starts_with("retry")) {
        return None;
    }
    let Below::One(child) = &mut node.below else { return None };
    hide_result(child, words)?;
    Some(Difference {
        line: node.line,
        what: format!("`{}`", node.head),
        reason: "the result of its child always ends it in the first round".into(),
        advice: "remove it, or change its child".into(),
        ..Difference::default()
    })
}

/// Puts a decorator of unknown result around a node, unless it has one.
fn hide_result(node: &mut Node, words: &mut Words) -> Option<()> {
    let head = format!("with {}", words.unchanged());
    if node.head == head {
        return None;
    }
    let mut child = std::mem::take(node);
    let (key, line) = (child.key.take(), child.line);
    *node = Node { key, line, ..Node::around(head, child) };
    Some(())
}
