//! The results of the reachability check as data, for comparison with all real runs.

use super::known::Known;
use super::outcomes::Outcomes;
use super::ticks::Ticks;
use crate::ast::Tree;

/// The results of the reachability check for a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// For each node, in pre-order: `true` if it can be ticked.
    pub reached: Vec<bool>,
    /// The statuses that the root can return.
    pub results: Results,
}

/// A set of statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results {
    /// `true` if the set contains success.
    pub success: bool,
    /// `true` if the set contains failure.
    pub failure: bool,
    /// `true` if the set contains running.
    pub running: bool,
}

/// Finds what a tree can do, as far as this is known without running a leaf.
#[must_use]
pub fn analyse(tree: &Tree) -> Analysis {
    fn mark(known: &Known<'_>, limit: u32, reached: &mut Vec<bool>) {
        reached.push(limit > 0);
        for (child, own) in known.children.iter().zip(known.limits(limit)) {
            mark(child, if limit == 0 { 0 } else { own }, reached);
        }
    }
    let known = Known::of(&tree.root);
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
