//! `if` and `match`, and the same with `active_` in front.

use super::{Outcomes, Run};
use crate::check::ticks::Ticks;

/// Any of the branches; `or_none` if the decision may be for none, which fails.
pub(super) fn branch(children: &[Outcomes], active: bool, or_none: bool, limit: u32) -> Run {
    let mut outcomes = children.iter().fold(Outcomes::NONE, |all, child| all.or(*child));
    if active {
        outcomes = switching(children, or_none);
    } else if or_none {
        outcomes.failure = outcomes.failure.or(Ticks::FIRST);
    }
    Run { outcomes, limits: vec![limit; children.len()] }
}

/// In each tick another branch may begin in the place of the one that runs.
fn switching(children: &[Outcomes], or_none: bool) -> Outcomes {
    let mut all = Outcomes::NONE;
    let mut active = vec![Ticks::NONE; children.len()];
    // From the 64th tick on the ticks are not told apart: all that may be active is.
    for tick in 1.. {
        let before = active.clone();
        let here = switch(children, &mut active, or_none, tick == 1);
        if tick >= Ticks::MANY {
            for (now, before) in active.iter_mut().zip(&before) {
                *now = now.or(*before);
            }
        }
        let is_settled = active == before;
        let now = Ticks::only(tick);
        all = all.or(here.and(if is_settled { now.onwards() } else { now }));
        if is_settled || active.iter().all(|active| active.is_empty()) {
            break;
        }
    }
    all
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
