//! Nodes that can never be ticked, and decorators that can do nothing.

use super::results::{self, Parallel, Results};
use crate::ast::{Kind, Node, Tree};
use crate::error::Errors;
use crate::model::names::kind_name;

/// Refuses what can never be ticked, with the elder that never lets go;
/// `#[allow(unreachable_code)]` on the tree permits it.
pub(super) fn check_reach(tree: &Tree, errors: &mut Errors) {
    if !tree.outline.attributes.iter().any(permits) {
        check(&tree.root, errors);
    }
}

fn permits(attribute: &syn::Attribute) -> bool {
    if !(attribute.path().is_ident("allow") || attribute.path().is_ident("expect")) {
        return false;
    }
    let syn::Meta::List(list) = &attribute.meta else { return false };
    list.tokens.clone().into_iter().any(|token| token.to_string() == "unreachable_code")
}

/// Checks a node and all below it; gives what the node can return.
fn check(node: &Node, errors: &mut Errors) -> Results {
    let children: Vec<Results> = node.children.iter().map(|child| check(child, errors)).collect();
    match &node.kind {
        Kind::Sequence | Kind::ActiveSequence => in_order(node, &children, false, errors),
        Kind::Selector | Kind::ActiveSelector => in_order(node, &children, true, errors),
        Kind::Parallel(policies) => {
            let parallel = Parallel::new(children.len(), policies.success, policies.failure);
            side_by_side(node, 0, &children, &parallel, errors);
        }
        Kind::Monitor { policies, conditions } => {
            let nodes = &children[*conditions..];
            let parallel = Parallel::new(nodes.len(), policies.success, policies.failure);
            side_by_side(node, *conditions, nodes, &parallel, errors);
        }
        Kind::Repeat(_) if !children[0].success => {
            idle(node, "succeeds, so it is never repeated", errors);
        }
        Kind::Retry(_) if !children[0].failure => {
            idle(node, "fails, so it is never tried again", errors);
        }
        _ => {}
    }
    results::of(node, &children)
}

/// The first child that does not let go keeps all behind it from being ticked.
fn in_order(node: &Node, children: &[Results], selector: bool, errors: &mut Errors) {
    let Some(elder) = children.iter().position(|child| !child.lets_go(selector)) else { return };
    let Some(cut_off) = node.children.get(elder + 1) else { return };
    let never = if selector { "fails" } else { "succeeds" };
    never_ticked(cut_off, &node.children[elder], &format!("never {never}"), errors);
}

/// The first child in front of which the parallel has always been decided.
fn side_by_side(
    node: &Node,
    skipped: usize,
    children: &[Results],
    parallel: &Parallel,
    errors: &mut Errors,
) {
    let decided = (1..children.len()).find(|count| !parallel.undecided(&children[..*count]));
    if let Some(place) = decided {
        let nodes = &node.children[skipped..];
        never_ticked(&nodes[place], &nodes[place - 1], "always decides before it", errors);
    }
}

fn never_ticked(node: &Node, elder: &Node, why: &str, errors: &mut Errors) {
    let text = format!(
        "this node can never be ticked: the {} in line {} {why}; move or remove one of them, or write \
         `#[allow(unreachable_code)]` on the tree",
        call(elder),
        elder.span.start().line,
    );
    errors.push(node.span, text);
}

/// What to call a node in a message: `` `sequence` 'flee ``.
fn call(node: &Node) -> String {
    let word = crate::model::names::word(kind_name(&node.kind));
    match &node.label {
        Some(label) => format!("`{word}` '{label}"),
        None => format!("`{word}`"),
    }
}

/// A decorator whose child never gives it anything to do.
fn idle(node: &Node, what: &str, errors: &mut Errors) {
    let child = &node.children[0];
    let text = format!(
        "the {} behind this {} never {what}; remove the {}, or write `#[allow(unreachable_code)]` on the tree",
        call(child),
        call(node),
        call(node),
    );
    errors.push(node.span, text);
}
