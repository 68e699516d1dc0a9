//! Composites that tick one child after the other and resume the running one.

use super::{Outcomes, Run};
use crate::check::ticks::Ticks;

/// `sequence` and `selector`.
pub(crate) fn in_order(children: &[Outcomes], selector: bool, limit: u32) -> Run {
    let mut begins = Ticks::FIRST;
    let (mut ends, mut running) = (Ticks::NONE, Ticks::NONE);
    let mut limits = Vec::with_capacity(children.len());
    for child in children {
        limits.push(left(limit, begins.earliest()));
        ends = ends.or(begins.then(child.ends(selector)));
        running = running.or(begins.then(child.running));
        begins = begins.then(child.lets_go(selector));
    }
    Run { outcomes: Outcomes::of_order(begins, ends, running, selector), limits }
}

/// The number of ticks that a limit leaves to a child that starts in this tick.
pub(crate) fn left(limit: u32, begins: Option<u32>) -> u32 {
    match begins {
        None => 0,
        Some(_) if limit >= Ticks::MANY => limit,
        Some(begins) => (limit + 1).saturating_sub(begins),
    }
}

/// `random_selector` and `random_sequence`: before a child, any of the others may have finished.
pub(crate) fn any_order(children: &[Outcomes], selector: bool) -> Outcomes {
    let through =
        children.iter().fold(Ticks::FIRST, |begins, child| begins.then(child.lets_go(selector)));
    let (ends, running) = each_behind_any(children, selector);
    Outcomes::of_order(through, ends, running, selector)
}

/// `utility_selector`: the children are tried in any order, and any child may be left out.
pub(crate) fn best_first(children: &[Outcomes]) -> Outcomes {
    let through = children.iter().fold(Ticks::FIRST, |begins, child| passed(begins, child, true));
    let (ends, running) = each_behind_any(children, true);
    Outcomes::of_order(through, ends, running, true)
}

/// The child lets the composite go on, or comes later in the order.
fn passed(begins: Ticks, child: &Outcomes, selector: bool) -> Ticks {
    begins.or(begins.then(child.lets_go(selector)))
}

/// The ticks in which a child ends the composite or runs, after any of the others.
fn each_behind_any(children: &[Outcomes], selector: bool) -> (Ticks, Ticks) {
    let mut behind = vec![Ticks::FIRST];
    for child in children.iter().rev() {
        let last = behind.last().copied().unwrap_or(Ticks::FIRST);
        behind.push(passed(last, child, selector));
    }
    let (mut ends, mut running, mut before) = (Ticks::NONE, Ticks::NONE, Ticks::FIRST);
    for (child, behind) in children.iter().zip(behind.iter().rev().skip(1)) {
        let begins = before.then(*behind);
        ends = ends.or(begins.then(child.ends(selector)));
        running = running.or(begins.then(child.running));
        before = passed(before, child, selector);
    }
    (ends, running)
}
