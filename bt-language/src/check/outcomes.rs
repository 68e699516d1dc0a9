//! The possible results of a node, and the ticks of its activation in which they are possible, as
//! far as this is known without running a leaf: the statuses of leaves, the decisions of branches
//! and the speed of time are unknown.
//!
//! The children of a node are independent of each other. So a parent needs only the ticks in which
//! each child can succeed, fail and run, to compute its own results and to find children that can
//! never start. The computation is exact up to the 63rd tick. A result that is possible later
//! counts as possible in every later tick.

use crate::ast::{Node, Purpose};
use crate::nodes::Resume;

/// The ticks of an activation in which a node can return each status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcomes {
    pub(crate) success: Ticks,
    pub(crate) failure: Ticks,
    pub(crate) running: Ticks,
}

/// The possible memory of a `once`, a `cooldown` or a `round_robin` at its activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// The child has succeeded or failed before.
    pub(crate) success: bool,
    pub(crate) failure: bool,
    /// A length of time has begun before.
    pub(crate) cooling: bool,
    /// The children at which it may begin, beside the first.
    pub(crate) places: Places,
}

/// A set of children, of which there are at most 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Places([u64; 4]);

impl Places {
    pub(crate) const NONE: Self = Self([0; 4]);
    pub(crate) const ALL: Self = Self([u64::MAX; 4]);

    pub(crate) fn add(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word |= 1 << (place % 64);
        }
    }

    pub(crate) fn has(self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word & (1 << (place % 64)) != 0)
    }
}

impl Memory {
    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// The possible runs of a node: its outcomes, and for each child the number of ticks of one
/// activation that it can get; 0 if it can never start.
pub(crate) struct Run {
    pub(crate) outcomes: Outcomes,
    pub(crate) limits: Vec<u32>,
}

impl Outcomes {
    pub(crate) const NONE: Self =
        Self { success: Ticks::NONE, failure: Ticks::NONE, running: Ticks::NONE };
    pub(crate) const ANY: Self =
        Self { success: Ticks::ALL, failure: Ticks::ALL, running: Ticks::ALL };
    /// Success in the first tick.
    pub(crate) const SUCCESS: Self =
        Self { success: Ticks::FIRST, failure: Ticks::NONE, running: Ticks::NONE };
    /// Failure in the first tick.
    pub(crate) const FAILURE: Self =
        Self { success: Ticks::NONE, failure: Ticks::FIRST, running: Ticks::NONE };
    /// Success or failure in the first tick.
    pub(crate) const AT_ONCE: Self =
        Self { success: Ticks::FIRST, failure: Ticks::FIRST, running: Ticks::NONE };

    /// The outcomes of a node that can fail before each tick because an expression is false.
    pub(crate) fn guarded(self) -> Self {
        let later = self.guarded_later();
        Self { failure: later.failure.or(Ticks::FIRST), ..later }
    }

    /// The same of a node that has begun: not in its first tick.
    pub(crate) fn guarded_later(self) -> Self {
        Self { failure: self.failure.or(self.running.later(1)), ..self }
    }

    /// The ticks in which it lets a sequence, or a selector, go on to the next child.
    pub(crate) fn lets_go(self, selector: bool) -> Ticks {
        if selector { self.failure } else { self.success }
    }

    /// The ticks in which it ends a sequence, or a selector.
    pub(crate) fn ends(self, selector: bool) -> Ticks {
        if selector { self.success } else { self.failure }
    }

    /// The outcomes of a sequence, or a selector, that goes on and ends in these ticks.
    pub(crate) fn of_order(through: Ticks, ends: Ticks, running: Ticks, selector: bool) -> Self {
        if selector {
            Self { success: ends, failure: through, running }
        } else {
            Self { success: through, failure: ends, running }
        }
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            success: self.success.or(other.success),
            failure: self.failure.or(other.failure),
            running: self.running.or(other.running),
        }
    }

    pub(crate) fn and(self, ticks: Ticks) -> Self {
        Self {
            success: self.success.and(ticks),
            failure: self.failure.and(ticks),
            running: self.running.and(ticks),
        }
    }

    /// The numbers of ticks that a child may have had after this tick, if it had these before it and
    /// goes on, or if it begins.
    pub(crate) fn ticked(self, had: Ticks, begins: bool) -> Ticks {
        let next = self.next(had);
        if begins { next.or(Ticks::FIRST) } else { next }
    }

    /// The results of a child in these ticks of its own, as outcomes in all ticks or in none.
    pub(crate) fn within(self, ticked: Ticks) -> Self {
        let within = |result: Ticks| Ticks::when(ticked.meets(result));
        let Self { success, failure, running } = self;
        Self { success: within(success), failure: within(failure), running: within(running) }
    }

    /// The results in the next tick of a node that has had one of these numbers of ticks.
    pub(crate) fn next(self, had: Ticks) -> Ticks {
        let next = had.later(1);
        let settled = self.settled();
        if next.and(Ticks::only(settled).onwards()).is_empty() {
            return next;
        }
        next.until(settled).or(Ticks::only(settled))
    }

    /// The tick from which on the possible statuses do not change.
    pub(crate) fn settled(self) -> u32 {
        self.success.settled().max(self.failure.settled()).max(self.running.settled())
    }
}

/// The activation of a node: what is known about its children.
pub(crate) struct Activation<'c> {
    pub(crate) children: &'c [Outcomes],
    pub(crate) memory: Memory,
    /// The number of ticks that the node gets at most; 64 means no limit.
    pub(crate) limit: u32,
    /// `true` if the node is a gate of the node above it, which asks it before it begins.
    pub(crate) is_gate: bool,
    /// `true` if a child has a cleanup that takes time.
    pub(crate) cleans_up: bool,
    /// For each child of a node that asks gates: `true` if one of the child's can refuse.
    pub(crate) may_refuse: Vec<bool>,
}

impl Activation<'_> {
    /// The only child.
    pub(crate) fn child(&self) -> Outcomes {
        self.children.first().copied().unwrap_or(Outcomes::ANY)
    }

    /// Returns `true` if a gate in front of a child can refuse.
    pub(crate) fn may_refuse(&self, child: usize) -> bool {
        self.may_refuse.get(child).copied().unwrap_or_default()
    }

    /// These outcomes, where every child can get as many ticks as the node.
    pub(crate) fn every_child(&self, outcomes: Outcomes) -> Run {
        Run { outcomes, limits: vec![self.limit; self.children.len()] }
    }

    /// The outcomes of a node that interrupts its children in these ticks: if one of them cleans up, the node runs until
    /// that has ended, at any time, and then fails or chooses again.
    pub(crate) fn stopping(&self, outcomes: Outcomes, interrupts: Ticks, again: bool) -> Outcomes {
        if !self.cleans_up {
            return outcomes;
        }
        let (later, Outcomes { success, failure, running }) = (interrupts.onwards(), outcomes);
        let if_any = |of: Ticks| of.or(later.and(Ticks::when(!of.is_empty())));
        Outcomes {
            success: if again { if_any(success) } else { success },
            failure: if again { if_any(failure) } else { failure.or(later) },
            running: running.or(later),
        }
    }

    /// The number of ticks that are left to a child that can begin in these ticks.
    pub(crate) fn left(&self, begins: Ticks) -> u32 {
        match begins.earliest() {
            None => 0,
            Some(_) if self.limit >= Ticks::MANY => self.limit,
            Some(begins) => (self.limit + 1).saturating_sub(begins),
        }
    }

    /// Simulates tick after tick, until nothing new happens. `one` gets the number of the tick and,
    /// for each child, the numbers of ticks that it may have had if it is the running one, and
    /// changes these; it returns the results in this tick, as outcomes in all ticks or in none.
    pub(crate) fn tick_by_tick(
        &self,
        mut one: impl FnMut(u32, &mut [Ticks]) -> Outcomes,
    ) -> Outcomes {
        let mut all = Outcomes::NONE;
        let mut active = vec![Ticks::NONE; self.children.len()];
        for tick in 1.. {
            let before = active.clone();
            let here = one(tick, &mut active);
            // Ticks from the 64th on are not distinguished: every child that may be active counts as
            // active.
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

    /// The outcomes of a node that may run any child in every tick; with `or_none` also none of them,
    /// which is failure. With `next_best`, it ticks another child after one that has failed.
    pub(crate) fn any_in_every_tick(&self, or_none: bool, next_best: bool) -> Outcomes {
        self.tick_by_tick(|tick, active| {
            let before = active.to_vec();
            let mut here = Outcomes { failure: Ticks::when(or_none), ..Outcomes::NONE };
            for (place, (child, active)) in self.children.iter().zip(active).enumerate() {
                let mut others = before.iter().enumerate().filter(|(other, _)| *other != place);
                let other_runs = others.any(|(_, active)| !active.is_empty());
                let mut others = self.children.iter().enumerate();
                let other_fails = others.any(|(other, of)| other != place && of.failure.has(1));
                // The child runs, another one takes over and fails at once, and the child starts again.
                let is_back = next_best && !active.is_empty() && other_fails;
                let ticked = child.ticked(*active, tick == 1 || other_runs || is_back);
                here = here.or(child.within(ticked));
                *active = ticked.and(child.running);
            }
            here
        })
    }
}

/// How an activation of a node can have ended, after which the node may be activated again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// The child may have succeeded.
    pub(crate) success: bool,
    /// The child may have failed.
    pub(crate) failure: bool,
    /// The child may have run: an abort from outside is always possible.
    pub(crate) has_run: bool,
    /// The children behind one that may have succeeded, and so has ended the node; the first is behind the last.
    pub(crate) behind: Places,
}

impl Ended {
    pub(crate) const IN_ANY_WAY: Self =
        Self { success: true, failure: true, has_run: true, behind: Places::ALL };
    /// Only by an abort.
    pub(crate) const ABORTED: Self =
        Self { success: false, failure: false, has_run: true, behind: Places::NONE };
}

/// Computes the runs of a node in an activation. The outcomes are those without a limit of ticks.
pub(crate) fn run(node: &Node, at: &Activation<'_>) -> Run {
    match &node.kind {
        Some(kind) if node.expressions.of(Purpose::Results).next().is_some() => {
            let run = kind.definition().run(at);
            let is_asked_again = kind.row().resume != Resume::InChild;
            let failure = if is_asked_again { Ticks::ALL } else { Ticks::FIRST };
            let failure = run.outcomes.failure.or(failure);
            Run { outcomes: Outcomes { failure, ..run.outcomes }, ..run }
        }
        Some(kind) => kind.definition().run(at),
        // Of a node that cannot be read, anything is possible.
        None => at.every_child(Outcomes::ANY),
    }
}

/// A set of ticks, counted from the activation of a node: 1, 2, … and "the 64th or later".
///
/// Bit 0 is the first tick, bit 62 the 63rd; bit 63 stands for all later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticks(u64);

impl Ticks {
    /// The number of ticks that are distinguished; as a limit, it means no limit.
    pub(crate) const MANY: u32 = 64;
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const FIRST: Self = Self(1);
    pub(crate) const LATER: Self = Self(!1);
    pub(crate) const ALL: Self = Self(!0);

    /// The set of one tick; `tick` counts from 1.
    pub(crate) fn only(tick: u32) -> Self {
        Self(1 << (tick.clamp(1, Self::MANY) - 1))
    }

    /// All ticks or none.
    pub(crate) fn when(condition: bool) -> Self {
        if condition { Self::ALL } else { Self::NONE }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, tick: u32) -> bool {
        self.meets(Self::only(tick))
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The earliest tick of the set.
    pub(crate) fn earliest(self) -> Option<u32> {
        (!self.is_empty()).then(|| self.0.trailing_zeros() + 1)
    }

    /// The ticks of the set up to and including this one.
    pub(crate) fn until(self, tick: u32) -> Self {
        if tick >= Self::MANY { self } else { Self(self.0 & ((1 << tick) - 1)) }
    }

    /// All ticks from the earliest of the set on.
    pub(crate) fn onwards(self) -> Self {
        Self(if self.is_empty() { 0 } else { !0 << self.0.trailing_zeros() })
    }

    /// The set moved later by a number of ticks.
    pub(crate) fn later(self, ticks: u32) -> Self {
        if ticks == 0 || self.is_empty() {
            return self;
        }
        if ticks >= Self::MANY {
            return Self::only(Self::MANY);
        }
        let beyond = if self.0 >> (Self::MANY - ticks) == 0 { 0 } else { 1 << (Self::MANY - 1) };
        Self(self.0 << ticks | beyond)
    }

    /// The ticks in which something ends that starts in one of these ticks and takes one of those
    /// numbers of ticks; both include the tick in which it starts.
    pub(crate) fn then(self, taken: Self) -> Self {
        if self.is_empty() || taken.is_empty() {
            return Self::NONE;
        }
        if self == self.onwards() || taken == taken.onwards() {
            return taken.onwards().later(self.0.trailing_zeros());
        }
        let mut ends = Self::NONE;
        let mut begins = self.0;
        while begins != 0 {
            ends = ends.or(taken.later(begins.trailing_zeros()));
            begins &= begins - 1;
        }
        ends
    }

    /// The tick from which on all ticks are in the set, or none.
    pub(crate) fn settled(self) -> u32 {
        let same =
            if self.has(Self::MANY) { self.0.leading_ones() } else { self.0.leading_zeros() };
        Self::MANY + 1 - same
    }
}

#[cfg(test)]
mod tests {
    use super::Ticks;

    fn ticks(list: &[u32]) -> Ticks {
        list.iter().fold(Ticks::NONE, |all, tick| all.or(Ticks::only(*tick)))
    }

    #[test]
    fn one_thing_comes_after_the_other_in_the_same_tick() {
        assert_eq!(ticks(&[1, 3]).then(ticks(&[1, 2])), ticks(&[1, 2, 3, 4]));
        assert_eq!(ticks(&[2]).then(Ticks::ALL), Ticks::LATER);
        assert_eq!(Ticks::LATER.then(ticks(&[2])), ticks(&[3]).onwards());
        assert_eq!(ticks(&[60]).then(ticks(&[3, 10])), ticks(&[62, 64]));
        assert_eq!(ticks(&[64]).then(ticks(&[1, 5])), ticks(&[64]));
        assert_eq!(Ticks::NONE.then(Ticks::ALL), Ticks::NONE);
    }

    #[test]
    fn what_is_beyond_the_last_stays_there() {
        assert_eq!(ticks(&[1, 63]).later(1), ticks(&[2, 64]));
        assert_eq!(ticks(&[64]).later(7), ticks(&[64]));
        assert_eq!(ticks(&[1]).later(100), ticks(&[64]));
    }

    #[test]
    fn a_set_settles() {
        assert_eq!(Ticks::ALL.settled(), 1);
        assert_eq!(Ticks::NONE.settled(), 1);
        assert_eq!(Ticks::LATER.settled(), 2);
        assert_eq!(ticks(&[1, 4]).settled(), 5);
        assert_eq!(ticks(&[64]).settled(), 64);
    }
}
