//! Nodes that can never be ticked, and decorators without an effect.

use super::known::Known;
use super::reason;
use super::ticks::Ticks;
use crate::ast::Tree;
use crate::mistakes::Mistakes;

/// The end of the messages about trees in a macro call.
const ALLOW: &str = ", or write `#[allow(unreachable_code)]` on the tree";

/// Refuses nodes that can never be ticked, and names the node that is the cause.
/// `#[allow(unreachable_code)]` on the tree turns the check off; a tree in a file has no attributes.
pub(super) fn check_reach(tree: &Tree, is_file: bool, errors: &mut Mistakes) {
    if !tree.outline.attributes.iter().any(permits) {
        let known = Known::of(&tree.root);
        let root = Place { known: &known, limit: Ticks::MANY, limited_by: None };
        let advice = if is_file { "" } else { ALLOW };
        visit(&root, &mut |place, limits| report(place, limits, advice, errors));
    }
}

fn permits(attribute: &syn::Attribute) -> bool {
    if !(attribute.path().is_ident("allow") || attribute.path().is_ident("expect")) {
        return false;
    }
    let syn::Meta::List(list) = &attribute.meta else { return false };
    list.tokens.clone().into_iter().any(|token| token.to_string() == "unreachable_code")
}

/// A node, the number of ticks of one activation that it can get, and the ancestor that limits
/// them.
pub(super) struct Place<'k, 'n> {
    pub(super) known: &'k Known<'n>,
    pub(super) limit: u32,
    pub(super) limited_by: Option<&'k Known<'n>>,
}

/// Calls `report` for a node and for all nodes below it, with the numbers of ticks that the
/// children can get. A child that can never be ticked is treated as if it could, so that errors in
/// it are reported too.
fn visit<'n>(place: &Place<'_, 'n>, report: &mut dyn FnMut(&Place<'_, 'n>, &[u32])) {
    let Place { known, limit, limited_by } = *place;
    let limits = known.limits(limit);
    for (child, own) in known.children.iter().zip(&limits) {
        let (limit, limited_by) = match *own {
            0 => (Ticks::MANY, None),
            own if own < limit => (own, Some(limited_by.unwrap_or(known))),
            own => (own, limited_by),
        };
        visit(&Place { known: child, limit, limited_by }, report);
    }
    report(place, &limits);
}

fn report(place: &Place<'_, '_>, limits: &[u32], advice: &str, errors: &mut Mistakes) {
    let known = place.known;
    if let Some(text) = reason::useless(known) {
        errors.add(known.node.span, format!("{text}{advice}"));
    }
    if let Some(child) = limits.iter().position(|limit| *limit == 0) {
        let node = known.children[child].node;
        if node.kind.is_some() {
            errors.add(node.span, format!("{}{advice}", reason::never_ticked(place, child)));
        }
    }
}
