//! What a node can return, as far as it is known without running a leaf.

use crate::ast::{Goal, Kind, Node, Threshold};

/// A set of statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Results {
    pub(super) success: bool,
    pub(super) failure: bool,
    pub(super) running: bool,
}

impl Results {
    const NONE: Self = Self { success: false, failure: false, running: false };
    const ANY: Self = Self { success: true, failure: true, running: true };

    fn or(self, other: Self) -> Self {
        Self {
            success: self.success || other.success,
            failure: self.failure || other.failure,
            running: self.running || other.running,
        }
    }

    fn exchanged(self) -> Self {
        Self { success: self.failure, failure: self.success, running: self.running }
    }

    /// What lets a parent go on to the next child.
    pub(super) fn lets_go(self, selector: bool) -> bool {
        if selector { self.failure } else { self.success }
    }
}

/// The results of a node; those of its children are computed from the bottom up.
pub(super) fn of(node: &Node, children: &[Results]) -> Results {
    let first = children.first().copied().unwrap_or(Results::ANY);
    match &node.kind {
        Kind::Condition(_) => Results { running: false, ..Results::ANY },
        Kind::Wait(_) => Results { failure: false, ..Results::ANY },
        Kind::Succeed => Results { success: true, ..Results::NONE },
        Kind::Fail => Results { failure: true, ..Results::NONE },
        Kind::Running => Results { running: true, ..Results::NONE },
        Kind::Broken
        | Kind::Action(_)
        | Kind::Stateful(_)
        | Kind::Subtree { .. }
        | Kind::With(_) => Results::ANY,
        Kind::Sequence | Kind::ActiveSequence => in_order(children, false),
        Kind::Selector | Kind::ActiveSelector => in_order(children, true),
        Kind::Parallel(policies) => {
            Parallel::new(children.len(), policies.success, policies.failure).results(children)
        }
        Kind::Monitor { policies, conditions } => {
            let nodes = &children[(*conditions).min(children.len())..];
            let body = Parallel::new(nodes.len(), policies.success, policies.failure);
            Results { failure: true, ..body.results(nodes) }
        }
        Kind::Random { goal, .. } => any_order(children, *goal == Goal::Success),
        // All scores may be NaN.
        Kind::Utility { .. } => Results { failure: true, ..any_order(children, true) },
        Kind::If { .. } if children.len() < 2 => Results { failure: true, ..first },
        Kind::If { .. } | Kind::Match { .. } => all(children),
        _ => decorated(&node.kind, first),
    }
}

fn decorated(kind: &Kind, child: Results) -> Results {
    let Results { success, failure, running } = child;
    match kind {
        Kind::Not => child.exchanged(),
        Kind::ForceSuccess => Results { success: success || failure, failure: false, running },
        Kind::ForceFailure => Results { success: false, failure: success || failure, running },
        Kind::Repeat(None) => Results { success: false, failure, running: running || success },
        Kind::Retry(None) => Results { success, failure: false, running: running || failure },
        Kind::Repeat(Some(count)) => {
            Results { running: running || (success && !is_one(count)), ..child }
        }
        Kind::Retry(Some(count)) => {
            Results { running: running || (failure && !is_one(count)), ..child }
        }
        Kind::Guard(_) | Kind::Cooldown(_) => Results { failure: true, ..child },
        Kind::Timeout(_) => Results { failure: failure || running, ..child },
        Kind::Delay(_) | Kind::Every(_) => Results { running: true, ..child },
        _ => child,
    }
}

fn is_one(count: &proc_macro2::TokenStream) -> bool {
    let literal = syn::parse2::<syn::LitInt>(count.clone());
    literal.and_then(|number| number.base10_parse::<u32>()).is_ok_and(|number| number == 1)
}

fn all(children: &[Results]) -> Results {
    children.iter().fold(Results::NONE, |all, child| all.or(*child))
}

/// One child after the other, while they let go.
fn in_order(children: &[Results], selector: bool) -> Results {
    let mut results = Results::NONE;
    for child in children {
        results.running |= child.running;
        if selector {
            results.success |= child.success;
        } else {
            results.failure |= child.failure;
        }
        if !child.lets_go(selector) {
            return results;
        }
    }
    if selector {
        results.failure = true;
    } else {
        results.success = true;
    }
    results
}

/// Any child may be the first; all have to let go before the end is reached.
fn any_order(children: &[Results], selector: bool) -> Results {
    let any = all(children);
    let end = children.iter().all(|child| child.lets_go(selector));
    if selector { Results { failure: end, ..any } } else { Results { success: end, ..any } }
}

/// A parallel of so many children: how many successes and failures decide.
pub(super) struct Parallel {
    needed: usize,
    allowed: usize,
}

impl Parallel {
    pub(super) fn new(children: usize, success: Threshold, failure: Threshold) -> Self {
        let count = u32::try_from(children).unwrap_or(u32::MAX);
        let needed = success.of(count).clamp(1, count.max(1)) as usize;
        let allowed = (failure.of(count).max(1) as usize).min(children + 1 - needed);
        Self { needed, allowed }
    }

    /// Whether the parallel can be undecided after these children have been ticked for the first
    /// time: those that must finish at once do not bring about a decision.
    pub(super) fn undecided(&self, before: &[Results]) -> bool {
        let at_once = || before.iter().filter(|child| !child.running);
        let success = at_once().filter(|child| !child.failure).count();
        let failure = at_once().filter(|child| !child.success).count();
        let either = at_once().count() - success - failure;
        (0..=either)
            .any(|more| success + more < self.needed && failure + either - more < self.allowed)
    }

    fn results(&self, children: &[Results]) -> Results {
        Results {
            success: self.can_reach(children, true),
            failure: self.can_reach(children, false),
            running: self.undecided(children),
        }
    }

    /// Whether the wanted count can be reached before the other: whoever can help does so at once,
    /// and of the others only those count that must finish.
    fn can_reach(&self, children: &[Results], success: bool) -> bool {
        let (wanted, other) =
            if success { (self.needed, self.allowed) } else { (self.allowed, self.needed) };
        let (mut ours, mut theirs) = (0, 0);
        for child in children {
            if if success { child.success } else { child.failure } {
                ours += 1;
            } else if !child.running {
                theirs += 1;
            }
            if ours >= wanted || theirs >= other {
                return ours >= wanted;
            }
        }
        false
    }
}
