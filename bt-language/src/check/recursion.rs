//! Trees that contain themselves.

use super::each;
use crate::ast::{Node, Subtree, Tree};
use crate::mistakes::Mistakes;
use crate::source::first_span;
use proc_macro2::TokenStream;

/// Checks that no tree contains itself, directly or through other trees of the call; removes the
/// subtrees that would.
pub(super) fn check_recursion(trees: &mut [&mut Tree], errors: &mut Mistakes) {
    let names: Vec<String> = trees.iter().map(|tree| tree.outline.name.to_string()).collect();
    let mut below: Vec<Vec<usize>> =
        trees.iter().zip(&names).map(|(tree, own)| subtrees(&tree.root, own, &names)).collect();
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

/// The trees of this call that a node contains.
fn subtrees(root: &Node, own: &str, names: &[String]) -> Vec<usize> {
    let mut found = Vec::new();
    each(root, &mut |node| {
        if let Some(Subtree { tree, .. }) = node.calls() {
            let name = named(tree, own);
            found.extend(names.iter().position(|other| Some(other) == name.as_ref()));
        }
    });
    found
}

/// Returns `true` if a tree is another one, or contains it.
fn leads_to(below: &[Vec<usize>], from: usize, to: usize, seen: &mut [bool]) -> bool {
    if from == to {
        return true;
    }
    if std::mem::replace(&mut seen[from], true) {
        return false;
    }
    below[from].iter().any(|next| leads_to(below, *next, to, seen))
}

/// Reports the subtrees on the path `back` to their tree.
fn leave_out(node: &mut Node, name: &str, back: &[&str], errors: &mut Mistakes) {
    if let Some(Subtree { tree, .. }) = node.calls() {
        let below = named(tree, name).unwrap_or_default();
        if back.contains(&below.as_str()) {
            let through = if below == name { String::new() } else { format!(" through `{below}`") };
            let text = format!(
                "`{name}` would contain itself{through} and never end; `repeat` does something again"
            );
            errors.add(first_span(tree), text);
            node.reject();
        }
    }
    for child in &mut node.children {
        leave_out(child, name, back, errors);
    }
}

/// The tree of this call that a path names: `self::Patrol<N>` → `Patrol`; `Self` is the tree
/// itself.
pub(super) fn named(path: &TokenStream, own: &str) -> Option<String> {
    let path: syn::Path = syn::parse2(path.clone()).ok()?;
    let mut segments = path.segments.iter();
    let mut first = segments.next()?;
    if first.ident == "self" && path.leading_colon.is_none() {
        first = segments.next()?;
    }
    let alone = segments.next().is_none() && path.leading_colon.is_none();
    let name = first.ident.to_string();
    alone.then(|| if name == "Self" { own.to_owned() } else { name })
}
