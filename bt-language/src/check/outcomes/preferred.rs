//! `priority_selector` and `active_utility_selector`: in every tick another child may take over.

use super::Outcomes;
use crate::check::ticks::Ticks;

/// Conditions are asked in order; those in front of the child that runs may let another take over.
pub(super) fn by_priority(children: &[Outcomes]) -> Outcomes {
    tick_by_tick(children, |children, active, first| {
        let before = active.to_vec();
        let mut here = Outcomes::NONE;
        // Nothing runs any more, and the conditions behind are asked.
        let mut free = first;
        // All conditions may be false.
        here.failure = if first { Ticks::ALL } else { Ticks::NONE };
        for (place, child) in children.iter().enumerate() {
            let takes_over = before.iter().skip(place + 1).any(|behind| !behind.is_empty());
            let ticked = ticked(*child, before.get(place), free || takes_over);
            free |= ticked.meets(child.failure);
            here = here.or(results(*child, ticked));
            if let Some(active) = active.get_mut(place) {
                *active = ticked.and(child.running);
            }
        }
        here
    })
}

/// Any child may have the highest score, and none may have one.
pub(super) fn by_score(children: &[Outcomes]) -> Outcomes {
    tick_by_tick(children, |children, active, first| {
        let before = active.to_vec();
        let mut here = Outcomes { failure: Ticks::ALL, ..Outcomes::NONE };
        for (place, child) in children.iter().enumerate() {
            let others = || before.iter().enumerate().filter(|(other, _)| *other != place);
            let other_runs = others().any(|(_, active)| !active.is_empty());
            // It runs, another takes over and fails at once.
            let is_back = before.get(place).is_some_and(|active| !active.is_empty())
                && children
                    .iter()
                    .enumerate()
                    .any(|(other, child)| other != place && child.failure.has(1));
            let ticked = ticked(*child, before.get(place), first || other_runs || is_back);
            here = here.or(results(*child, ticked));
            if let Some(active) = active.get_mut(place) {
                *active = ticked.and(child.running);
            }
        }
        here
    })
}

/// The ticks that a child may have, counted from its activation, if it goes on or begins.
fn ticked(child: Outcomes, before: Option<&Ticks>, begins: bool) -> Ticks {
    let next = before.map_or(Ticks::NONE, |before| child.next(*before));
    if begins { next.or(Ticks::FIRST) } else { next }
}

/// The results of a child in these ticks of its own, as outcomes in all ticks or in none.
fn results(child: Outcomes, ticked: Ticks) -> Outcomes {
    let at = |result: Ticks| if ticked.meets(result) { Ticks::ALL } else { Ticks::NONE };
    Outcomes { success: at(child.success), failure: at(child.failure), running: at(child.running) }
}

/// One tick after the other, until nothing new happens. `one` is given how many ticks each child may have
/// had if it is the one that runs, and whether this is the first tick.
pub(super) fn tick_by_tick(
    children: &[Outcomes],
    one: impl Fn(&[Outcomes], &mut [Ticks], bool) -> Outcomes,
) -> Outcomes {
    let mut all = Outcomes::NONE;
    let mut active = vec![Ticks::NONE; children.len()];
    // From the 64th tick on the ticks are not told apart: all that may be active is.
    for tick in 1.. {
        let before = active.clone();
        let here = one(children, &mut active, tick == 1);
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
