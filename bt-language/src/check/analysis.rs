//! The results of the reachability check as data, for comparison with all real runs.

use super::known::Known;
use super::outcomes::Outcomes;
use super::ticks::Ticks;
use crate::ast::Node;

/// The nodes that can be ticked, by their index in pre-order, and the statuses that the root can
/// return.
pub(crate) struct Analysis {
    pub(crate) reached: Vec<bool>,
    pub(crate) results: Results,
}

/// A set of statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Results {
    pub(crate) success: bool,
    pub(crate) failure: bool,
    pub(crate) running: bool,
}

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
