//! `priority_selector` and `active_utility_selector`: in every tick another child may take over.

use super::order::left;
use super::{Outcomes, Run};
use crate::check::ticks::Ticks;

/// Conditions are asked in order; those in front of the running child may let another take over. Behind a
/// condition that is literally `true`, a child begins only when the one there has failed, and has one tick.
pub(crate) fn by_priority(children: &[Outcomes], always: &[bool], limit: u32) -> Run {
    let is_always = |place: usize| always.get(place).copied().unwrap_or_default();
    let mut begins = vec![Ticks::NONE; children.len()];
    let mut tick = 0;
    let outcomes = tick_by_tick(children, |children, active, first| {
        tick += 1;
        let before = active.to_vec();
        let mut here = Outcomes::NONE;
        // `true` if no child is running any more and the conditions after it are evaluated.
        let (mut free, mut always_in_front) = (first, false);
        for (place, child) in children.iter().enumerate() {
            let runs = before.get(place).filter(|_| !always_in_front);
            let takes_over =
                !always_in_front && before.iter().skip(place + 1).any(|behind| !behind.is_empty());
            let begins_here = free || takes_over;
            if let Some(begins) = begins.get_mut(place).filter(|_| begins_here) {
                *begins = begins.or(Ticks::only(tick));
            }
            let ticked = ticked(*child, runs, begins_here);
            let fails = ticked.meets(child.failure);
            free = if is_always(place) { fails } else { free || fails };
            always_in_front |= is_always(place);
            here = here.or(results(*child, ticked));
            if let Some(active) = active.get_mut(place) {
                *active = ticked.and(child.running);
            }
        }
        // The failure of a child is the failure of the selector only if no other child may start.
        Outcomes { failure: if free { Ticks::ALL } else { Ticks::NONE }, ..here }
    });
    let mut always_in_front = false;
    let mut limits = Vec::with_capacity(children.len());
    for (place, begins) in begins.into_iter().enumerate() {
        let left = left(limit, begins.earliest());
        limits.push(if always_in_front { left.min(1) } else { left });
        always_in_front |= is_always(place);
    }
    Run { outcomes, limits }
}

/// Any child may have the highest score, and possibly none has a score.
pub(crate) fn by_score(children: &[Outcomes]) -> Outcomes {
    tick_by_tick(children, |children, active, first| {
        let before = active.to_vec();
        let mut here = Outcomes { failure: Ticks::ALL, ..Outcomes::NONE };
        for (place, child) in children.iter().enumerate() {
            let others = || before.iter().enumerate().filter(|(other, _)| *other != place);
            let other_runs = others().any(|(_, active)| !active.is_empty());
            // The child runs, another one takes over and fails at once, and the child starts again.
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

/// The numbers of ticks that a child may have had, counted from its activation, if it goes on or
/// starts.
fn ticked(child: Outcomes, before: Option<&Ticks>, begins: bool) -> Ticks {
    let next = before.map_or(Ticks::NONE, |before| child.next(*before));
    if begins { next.or(Ticks::FIRST) } else { next }
}

/// The results of a child in these ticks of its own, as outcomes in all ticks or in none.
fn results(child: Outcomes, ticked: Ticks) -> Outcomes {
    let at = |result: Ticks| if ticked.meets(result) { Ticks::ALL } else { Ticks::NONE };
    Outcomes { success: at(child.success), failure: at(child.failure), running: at(child.running) }
}

/// Simulates tick after tick, until nothing new happens. `one` gets the numbers of ticks that each
/// child may have had if it is the running one, and `true` in the first tick.
pub(crate) fn tick_by_tick(
    children: &[Outcomes],
    mut one: impl FnMut(&[Outcomes], &mut [Ticks], bool) -> Outcomes,
) -> Outcomes {
    let mut all = Outcomes::NONE;
    let mut active = vec![Ticks::NONE; children.len()];
    // Ticks from the 64th on are not distinguished: every child that may be active counts as
    // active.
    for tick in 1.. {
        let before = active.clone();
        let here = one(children, &mut active, tick == 1);
        if tick >= Ticks::MANY {
            for (now, before) in active.iter_mut().zip(&before) {
                *now = now.or(*before);
            }
        }
        let has_ended = active.iter().all(|active| active.is_empty());
        let is_settled = active == before && !has_ended;
        let now = Ticks::only(tick);
        all = all.or(here.and(if is_settled { now.onwards() } else { now }));
        if is_settled || has_ended {
            break;
        }
    }
    all
}
