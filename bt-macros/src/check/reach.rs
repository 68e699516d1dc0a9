//! Nodes that can never be ticked, and decorators that can do nothing.

use super::outcomes::{Outcomes, run};
use super::reason;
use super::ticks::Ticks;
use crate::ast::{Kind, Node, Tree};
use crate::error::Errors;

/// Refuses what can never be ticked, with the elder that never lets go;
/// `#[allow(unreachable_code)]` on the tree permits it.
pub(super) fn check_reach(tree: &Tree, errors: &mut Errors) {
    if !tree.outline.attributes.iter().any(permits) {
        let known = Known::new(&tree.root);
        known.visit(Ticks::MANY, &mut |reached| report(&reached, errors));
    }
}

fn permits(attribute: &syn::Attribute) -> bool {
    if !(attribute.path().is_ident("allow") || attribute.path().is_ident("expect")) {
        return false;
    }
    let syn::Meta::List(list) = &attribute.meta else { return false };
    list.tokens.clone().into_iter().any(|token| token.to_string() == "unreachable_code")
}

/// What is known of a node and of all below it.
pub(super) struct Known<'n> {
    pub(super) node: &'n Node,
    pub(super) outcomes: Outcomes,
    pub(super) children: Vec<Known<'n>>,
    /// How many ticks of one activation each child can get if the node gets all that it wants.
    limits: Vec<u32>,
}

/// A node that can be ticked, and how many ticks of one activation each of its children can get.
struct Reached<'k, 'n> {
    known: &'k Known<'n>,
    limits: Vec<u32>,
}

impl<'n> Known<'n> {
    fn new(node: &'n Node) -> Self {
        let children: Vec<Self> = node.children.iter().map(Self::new).collect();
        let run = run(node, &outcomes(&children), Ticks::MANY);
        Self { node, outcomes: run.outcomes, children, limits: run.limits }
    }

    /// Calls `visit` for this node, which can get so many ticks, and for all below it. A child that
    /// can never be ticked is seen as if it could, so that what is wrong in it is told too.
    fn visit(&self, limit: u32, visit: &mut impl FnMut(Reached<'_, 'n>)) {
        let limits = if limit >= Ticks::MANY {
            self.limits.clone()
        } else {
            run(self.node, &outcomes(&self.children), limit).limits
        };
        for (child, limit) in self.children.iter().zip(&limits) {
            child.visit(if *limit == 0 { Ticks::MANY } else { *limit }, visit);
        }
        visit(Reached { known: self, limits });
    }
}

fn outcomes(children: &[Known<'_>]) -> Vec<Outcomes> {
    children.iter().map(|child| child.outcomes).collect()
}

fn report(Reached { known, limits }: &Reached<'_, '_>, errors: &mut Errors) {
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
        let limits = run(known.node, &outcomes(&known.children), limit).limits;
        for (child, own) in known.children.iter().zip(limits) {
            mark(child, if limit == 0 { 0 } else { own }, reached);
        }
    }
    let known = Known::new(root);
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
