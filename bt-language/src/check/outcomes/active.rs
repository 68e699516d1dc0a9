//! `active_sequence` and `active_selector`: in every tick, all children before the running one
//! start again.

use super::order::left;
use super::{Outcomes, Run};
use crate::check::ticks::Ticks;

/// Simulates tick after tick, until nothing new happens.
pub(crate) fn composite(children: &[Outcomes], selector: bool, limit: u32) -> Run {
    let mut simulation = Simulation {
        children,
        selector,
        active: vec![Ticks::NONE; children.len()],
        begins: vec![Ticks::NONE; children.len()],
        through: Ticks::NONE,
        ends: Ticks::NONE,
        running: Ticks::NONE,
    };
    simulation.run();
    let Simulation { begins, through, ends, running, .. } = simulation;
    let mut limits = Vec::with_capacity(children.len());
    let mut elders_let_go = true;
    for (child, begins) in children.iter().zip(begins) {
        let left = left(limit, begins.earliest());
        // Otherwise it is aborted in the tick after its first.
        limits.push(if elders_let_go { left } else { left.min(1) });
        elders_let_go &= child.lets_go(selector).has(1);
    }
    Run { outcomes: Outcomes::of_order(through, ends, running, selector), limits }
}

struct Simulation<'c> {
    children: &'c [Outcomes],
    selector: bool,
    /// For each child, the numbers of ticks that it may have had if it is the running one.
    active: Vec<Ticks>,
    /// For each child, the ticks in which it may start.
    begins: Vec<Ticks>,
    through: Ticks,
    ends: Ticks,
    running: Ticks,
}

impl Simulation<'_> {
    fn run(&mut self) {
        // Ticks from the 64th on are not distinguished: every child that may be active counts as
        // active.
        for tick in 1.. {
            let before = self.active.clone();
            self.tick(tick, tick == 1);
            if tick >= Ticks::MANY {
                for (now, before) in self.active.iter_mut().zip(&before) {
                    *now = now.or(*before);
                }
            }
            if self.active.iter().all(|active| active.is_empty()) {
                return;
            }
            let settled = self.active == before;
            if settled && tick < Ticks::MANY {
                self.rest_is_like(tick);
            }
            if settled {
                return;
            }
        }
    }

    /// Applies this tick to all later ticks, which are like it.
    fn rest_is_like(&mut self, tick: u32) {
        let rest = Ticks::only(tick).onwards();
        for ticks in [&mut self.through, &mut self.ends, &mut self.running] {
            if ticks.has(tick) {
                *ticks = ticks.or(rest);
            }
        }
    }

    fn tick(&mut self, tick: u32, first: bool) {
        let now = Ticks::only(tick);
        let behind = |active: &[Ticks], place: usize| {
            active[place + 1..].iter().any(|active| !active.is_empty())
        };
        let active = std::mem::replace(&mut self.active, vec![Ticks::NONE; self.children.len()]);
        let mut elders_let_go = true;
        // `true` if no child is running any more and the next one starts.
        let mut free = first;
        for (place, child) in self.children.iter().enumerate() {
            let (lets_go, ends) = (child.lets_go(self.selector), child.ends(self.selector));
            let begins = free || (elders_let_go && behind(&active, place));
            let next = if elders_let_go { child.next(active[place]) } else { Ticks::NONE };
            let ticked = if begins { next.or(Ticks::FIRST) } else { next };
            if begins {
                self.begins[place] = self.begins[place].or(now);
            }
            if ticked.meets(ends) {
                self.ends = self.ends.or(now);
            }
            self.active[place] = ticked.and(child.running);
            free = (free && lets_go.has(1)) || next.meets(lets_go);
            elders_let_go &= lets_go.has(1);
        }
        if free {
            self.through = self.through.or(now);
        }
        if self.active.iter().any(|active| !active.is_empty()) {
            self.running = self.running.or(now);
        }
    }
}
