//! The rules of the language, one function each.

use crate::ast::{Kind, Node, Threshold, Tree};
use crate::error::Errors;

pub(crate) fn tree(tree: &Tree, errors: &mut Errors) {
    check_labels(tree, errors);
    each(&tree.root, &mut |node| {
        check_thresholds(node, errors);
        check_choices(node, errors);
    });
}

/// A tree does not contain itself, directly or through the other trees of the call; a subtree that
/// would do so is left out.
pub(crate) fn recursion(trees: &mut [Tree], errors: &mut Errors) {
    let names: Vec<String> = trees.iter().map(|tree| tree.name.to_string()).collect();
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
            node.kind = Kind::Running;
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

fn each<'a>(node: &'a Node, visit: &mut impl FnMut(&'a Node)) {
    visit(node);
    for child in &node.children {
        each(child, visit);
    }
}

/// A label names one node, and its constant none of the tree's own.
fn check_labels(tree: &Tree, errors: &mut Errors) {
    let mut seen = std::collections::BTreeSet::new();
    each(&tree.root, &mut |node| {
        let Some(label) = &node.label else { return };
        let constant = crate::model::names::constant(label).to_string();
        if constant == "NODES" || constant.starts_with("NESTED_") {
            let text = format!("the label `'{label}` is taken; choose another name");
            errors.push(label.span(), text);
        } else if !seen.insert(constant) {
            let text = format!("the label `'{label}` is used twice; a label names one node");
            errors.push(label.span(), text);
        }
    });
}

/// A threshold is at least 1 and at most the number of children.
fn check_thresholds(node: &Node, errors: &mut Errors) {
    let (policies, conditions) = match &node.kind {
        Kind::Parallel(policies) => (policies, 0),
        Kind::Monitor { policies, conditions } => (policies, *conditions),
        _ => return,
    };
    let count = node.children.len() - conditions;
    for (name, threshold) in [("success", policies.success), ("failure", policies.failure)] {
        let Threshold::Number(number, span) = threshold else { continue };
        if number == 0 {
            let text = format!("`{name} = 0` decides before any child is ticked; write at least 1");
            errors.push(span, text);
        } else if u32::try_from(count).is_ok_and(|count| number > count) {
            let text = format!(
                "`{name} = {number}` can never be reached by {count} children; write at most {count}"
            );
            errors.push(span, text);
        }
    }
}

/// The order of a utility selector is kept in a byte per child.
fn check_choices(node: &Node, errors: &mut Errors) {
    if matches!(node.kind, Kind::Utility { .. }) && node.children.len() > 255 {
        errors.push(node.span, "a `utility_selector` takes at most 255 children; nest two of them");
    }
}
