//! Cleanups that take time, and the nodes that would end before them.
//!
//! A node that ticks one child before it aborts another one cannot wait for a cleanup in that one. A node that aborts
//! its child first waits, and has to know of the cleanup: also of one in a subtree of the same text, but a tree from
//! elsewhere must have none there.

use super::outcomes::Outcomes;
use super::reach::{Reach, call};
use super::{each, each_mut};
use crate::ast::{Cleanup, Node, Subtree, Tree};
use crate::mistakes::Mistakes;
use crate::nodes::call_of;
use std::collections::BTreeSet;

/// Refuses cleanups in places that cannot wait for them; trees from elsewhere must have none there.
pub(super) fn check_cleanups(tree: &mut Tree, is_file: bool, errors: &mut Mistakes) {
    let refused = refused(&tree.root, is_file, errors);
    if refused.is_empty() {
        return;
    }
    each_mut(&mut tree.root, &mut |node| {
        let called = node.calls().filter(|_| refused.contains(&std::ptr::from_ref(node)));
        if let Some(called) = called {
            let cleanup = Cleanup::Refused;
            node.kind = Some(call_of(Subtree { cleanup, ..called.clone() }));
        }
    });
}

/// Reports the cleanups below a node in places that cannot wait for them, and returns the subtrees that must have none: in
/// a file all that are not in it.
pub(super) fn refused(root: &Node, is_file: bool, errors: &mut Mistakes) -> BTreeSet<*const Node> {
    let mut search = Search { refused: BTreeSet::new(), errors };
    let mut is_concerned = false;
    each(root, &mut |node| is_concerned |= node.cleans_up || is_unknown(node));
    if is_concerned {
        search.node(&Reach::of(root), is_file);
    }
    search.refused
}

fn is_unknown(node: &Node) -> bool {
    node.calls().is_some_and(|called| called.cleanup == Cleanup::Unknown)
}

struct Search<'e> {
    refused: BTreeSet<*const Node>,
    errors: &'e mut Mistakes,
}

impl Search<'_> {
    /// Searches in a node and in all nodes below it; returns `true` if a mistake was reported. `is_left` is true if a
    /// node above can abort it.
    fn node(&mut self, reach: &Reach<'_>, is_left: bool) -> bool {
        let Some(kind) = &reach.node.kind else { return false };
        if is_left && is_unknown(reach.node) {
            self.refused.insert(std::ptr::from_ref(reach.node));
        }
        let children: Vec<Outcomes> = reach.children.iter().map(|child| child.outcomes).collect();
        let (cut, advice) = kind.definition().cuts_short(&children);
        let mut is_reported = false;
        for (place, child) in reach.children.iter().enumerate() {
            let is_cut = cut.get(place).copied().unwrap_or_default();
            let below = self.node(child, is_left || is_cut || kind.row().interrupts);
            if is_cut && child.node.cleans_up && !below {
                let cleanup = cleanup(child.node);
                let parent = call(reach.node, cleanup);
                let what = match cleanup.calls() {
                    Some(called) => format!("`{}` has a cleanup that takes time", called.tree),
                    None => "this cleanup takes time".to_owned(),
                };
                let text = format!("{what}, and {parent} would not wait for it; {advice}");
                self.errors.add(cleanup.span, text);
            }
            is_reported |= below || (is_cut && child.node.cleans_up);
        }
        is_reported
    }
}

/// The first node with a cleanup in a node that has one, or the first subtree with one.
fn cleanup(node: &Node) -> &Node {
    let below = node.children.iter().find(|child| child.cleans_up);
    below.filter(|_| !node.has_cleanup()).map_or(node, cleanup)
}
