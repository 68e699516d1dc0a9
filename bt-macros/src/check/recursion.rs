//! Trees that would contain themselves.

use super::each;
use crate::ast::{Kind, Node, Tree};
use crate::error::Errors;

/// A tree does not contain itself, directly or through the other trees of the call; a subtree that
/// would do so is left out.
pub(super) fn check_recursion(trees: &mut [&mut Tree], errors: &mut Errors) {
    let names: Vec<String> = trees.iter().map(|tree| tree.outline.name.to_string()).collect();
    let mut below: Vec<Vec<usize>> =
        trees.iter().map(|tree| subtrees(&tree.root, &names)).collect();
    for (place, tree) in trees.iter_mut().enumerate() {
        let back: Vec<usize> = below[place]
            .iter()
            .copied()
            .filter(|next| leads_to(&below, *next, place, &mut vec![false; names.len()]))
            .collect();
        below[place].retain(|next| !back.contains(next));
        let back: Vec<&str> = back.into_iter().map(|next| names[next].as_str()).collect();
        leave_out(&mut tree.root, &names[place], &back, errors);
    }
}

/// Which of the trees a node contains.
fn subtrees(root: &Node, names: &[String]) -> Vec<usize> {
    let mut found = Vec::new();
    each(root, &mut |node| {
        if let Kind::Subtree { tree, .. } = &node.kind {
            let name = tree.to_string();
            found.extend(names.iter().position(|other| *other == name));
        }
    });
    found
}

/// Whether a tree is another one, or contains it.
fn leads_to(below: &[Vec<usize>], from: usize, to: usize, seen: &mut [bool]) -> bool {
    if from == to {
        return true;
    }
    if std::mem::replace(&mut seen[from], true) {
        return false;
    }
    below[from].iter().any(|next| leads_to(below, *next, to, seen))
}

/// Tells of the subtrees on the way `back` to their tree.
fn leave_out(node: &mut Node, name: &str, back: &[&str], errors: &mut Errors) {
    if let Kind::Subtree { tree, .. } = &node.kind {
        let below = tree.to_string();
        if back.contains(&below.as_str()) {
            let through = if below == name { String::new() } else { format!(" through `{below}`") };
            let text = format!(
                "`{name}` would contain itself{through} and never end; `repeat` does something again"
            );
            errors.push(first_span(tree), text);
            node.kind = Kind::Broken;
        }
    }
    for child in &mut node.children {
        leave_out(child, name, back, errors);
    }
}

fn first_span(tokens: &proc_macro2::TokenStream) -> proc_macro2::Span {
    let first = tokens.clone().into_iter().next();
    first.map_or_else(proc_macro2::Span::call_site, |first| first.span())
}
