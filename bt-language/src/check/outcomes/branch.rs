//! `if` and `match`, also with `active_`.

use super::preferred::tick_by_tick;
use super::{Outcomes, Run};
use crate::check::ticks::Ticks;

/// Any of the branches may be chosen; with `or_none` also none of them, which is failure.
pub(crate) fn branch(children: &[Outcomes], active: bool, or_none: bool, limit: u32) -> Run {
    let mut outcomes = children.iter().fold(Outcomes::NONE, |all, child| all.or(*child));
    if active {
        // In each tick the running branch may be replaced by another one.
        outcomes = tick_by_tick(children, |children, active, first| {
            switch(children, active, or_none, first)
        });
    } else if or_none {
        outcomes.failure = outcomes.failure.or(Ticks::FIRST);
    }
    Run { outcomes, limits: vec![limit; children.len()] }
}

/// The possible results of one tick, as outcomes in all ticks or in none.
fn switch(children: &[Outcomes], active: &mut [Ticks], or_none: bool, first: bool) -> Outcomes {
    let before = active.to_vec();
    let mut here = Outcomes::NONE;
    for (place, child) in children.iter().enumerate() {
        let mut others = before.iter().enumerate().filter(|(other, _)| *other != place);
        let begins = first || others.any(|(_, active)| !active.is_empty());
        let next = child.next(before[place]);
        let ticked = if begins { next.or(Ticks::FIRST) } else { next };
        let at = |result: Ticks| if ticked.meets(result) { Ticks::ALL } else { Ticks::NONE };
        here = here.or(Outcomes {
            success: at(child.success),
            failure: at(child.failure),
            running: at(child.running),
        });
        active[place] = ticked.and(child.running);
    }
    if or_none {
        here.failure = Ticks::ALL;
    }
    here
}
