//! Nodes that can never be ticked, and decorators that can do nothing.

use super::known::Known;
#[cfg(test)]
use super::outcomes::Outcomes;
use super::reason;
use super::ticks::Ticks;
use crate::ast::{Kind, Node, Tree};
use crate::error::Errors;

/// Refuses what can never be ticked, with the elder that never lets go;
/// `#[allow(unreachable_code)]` on the tree permits it.
pub(super) fn check_reach(tree: &Tree, errors: &mut Errors) {
    if !tree.outline.attributes.iter().any(permits) {
        let known = Known::of(&tree.root);
        visit(&known, Ticks::MANY, &mut |known, limits| report(known, limits, errors));
    }
}

fn permits(attribute: &syn::Attribute) -> bool {
    if !(attribute.path().is_ident("allow") || attribute.path().is_ident("expect")) {
        return false;
    }
    let syn::Meta::List(list) = &attribute.meta else { return false };
    list.tokens.clone().into_iter().any(|token| token.to_string() == "unreachable_code")
}

/// Calls `report` for a node, which can get so many ticks, and for all below it, with the ticks that
/// the children can get. A child that can never be ticked is seen as if it could, so that what is
/// wrong in it is told too.
fn visit(known: &Known<'_>, limit: u32, report: &mut impl FnMut(&Known<'_>, &[u32])) {
    let limits = known.limits(limit);
    for (child, limit) in known.children.iter().zip(&limits) {
        visit(child, if *limit == 0 { Ticks::MANY } else { *limit }, report);
    }
    report(known, &limits);
}

fn report(known: &Known<'_>, limits: &[u32], errors: &mut Errors) {
    let idle = match &known.node.kind {
        Kind::Repeat(_) => known.children[0].outcomes.success.is_empty(),
        Kind::Retry(_) => known.children[0].outcomes.failure.is_empty(),
        _ => false,
    };
    if idle {
        errors.push(known.node.span, reason::idle(known));
    }
    if let Some(place) = limits.iter().position(|limit| *limit == 0) {
        let node = known.children[place].node;
        if !matches!(node.kind, Kind::Broken) {
            errors.push(node.span, reason::never_ticked(known, place));
        }
    }
}

/// Which nodes can be ticked, by their places in pre-order, and what the root can return.
#[cfg(test)]
pub(crate) struct Analysis {
    pub(crate) reached: Vec<bool>,
    pub(crate) results: Results,
}

/// A set of statuses.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Results {
    pub(crate) success: bool,
    pub(crate) failure: bool,
    pub(crate) running: bool,
}

#[cfg(test)]
pub(crate) fn analyse(root: &Node) -> Analysis {
    fn mark(known: &Known<'_>, limit: u32, reached: &mut Vec<bool>) {
        reached.push(limit > 0);
        for (child, own) in known.children.iter().zip(known.limits(limit)) {
            mark(child, if limit == 0 { 0 } else { own }, reached);
        }
    }
    let known = Known::of(root);
    let mut reached = Vec::new();
    mark(&known, Ticks::MANY, &mut reached);
    let Outcomes { success, failure, running } = known.outcomes;
    let results = Results {
        success: !success.is_empty(),
        failure: !failure.is_empty(),
        running: !running.is_empty(),
    };
    Analysis { reached, results }
}
