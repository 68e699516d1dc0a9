//! What it takes to leave a region from above.

use super::{ItemId, Model, Node, Plan, Region, is_frame, plan};
use bt_language::ast::Kind;
use std::collections::BTreeSet;

/// The regions, by their roots, in which leaving calls something of the user's or changes the memory:
/// an `end`, a clock. All others are left without the blackboard.
pub(super) fn busy(nodes: &[Node], plan: &Plan) -> BTreeSet<ItemId> {
    let mut busy = BTreeSet::new();
    // A region stands before those that lie in it.
    for region in plan.regions.iter().rev() {
        let is_busy = |item: ItemId| {
            let node = &nodes[plan.item(item).node];
            is_cooling(nodes, plan, region, node)
                || if item != region.root && plan.item(item).cut {
                    busy.contains(&item)
                } else {
                    node.has_end() || plan.item(item).children.iter().any(|of| busy.contains(of))
                }
        };
        if region.positions.iter().any(|position| is_busy(position.item)) {
            busy.insert(region.root);
        }
    }
    busy
}

/// Whether a cooldown above this node, in its region, begins when it is left.
fn is_cooling(nodes: &[Node], plan: &Plan, region: &Region, node: &Node) -> bool {
    let root = plan.item(region.root).node;
    let mut above = node.parent.filter(|above| *above >= root);
    while let Some(node) = above {
        if matches!(nodes[node].kind, Kind::Cooldown(_)) {
            return true;
        }
        above = nodes[node].parent.filter(|above| *above >= root);
    }
    false
}

impl Model {
    /// Whether nothing below this root can run from one tick to the next, as in a row of conditions:
    /// there is no enum then. That of the tree is always there, under its name.
    pub(crate) fn is_idle(&self, root: ItemId) -> bool {
        let region = self.plan.region_below(root);
        root != self.plan.regions[0].root && region.is_some_and(|below| below.positions.is_empty())
    }

    /// Whether all that can run below this root is one leaf without data, and nothing of the user's
    /// happens when it is left: then `true` says that it runs, and there is no enum.
    pub(crate) fn is_flag(&self, root: ItemId) -> bool {
        let Some(region) = self.plan.region_below(root) else { return false };
        let [position] = region.positions[..] else { return false };
        let is_plain = matches!(
            self.node_of(position.item).kind,
            Kind::Action(_) | Kind::Running | Kind::Repeat(None) | Kind::Retry(None)
        );
        let cut = position.item != root && self.plan.item(position.item).cut;
        root != self.plan.regions[0].root && is_plain && !cut && !self.is_busy(root)
    }

    /// The leaf that runs below this root if anything does.
    pub(crate) fn flagged(&self, root: ItemId) -> Option<&Node> {
        let region = self.plan.region_below(root).filter(|_| self.is_flag(root));
        region.map(|region| self.node_of(region.positions[0].item))
    }

    /// Whether the region below this root has an enum and functions of its own.
    pub(crate) fn has_enum(&self, root: ItemId) -> bool {
        !self.is_idle(root) && !self.is_flag(root)
    }

    /// Whether leaving the region below a root needs the blackboard.
    pub(crate) fn is_busy(&self, root: ItemId) -> bool {
        self.busy.contains(&root)
    }

    /// Whether leaving one of the children of a frame does.
    pub(crate) fn is_busy_frame(&self, item: ItemId) -> bool {
        self.children_of_frame(item).iter().any(|child| self.is_busy(*child))
    }

    /// The children of a frame that have regions; a monitor's conditions have none.
    pub(crate) fn children_of_frame(&self, item: ItemId) -> &[ItemId] {
        debug_assert!(is_frame(self.node_of(item)), "only a frame has regions as children");
        &self.plan.item(item).children[plan::conditions(self.node_of(item))..]
    }
}
