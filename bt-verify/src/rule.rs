//! Rules and assumptions about ticks.

use super::Tick;
use super::counterexample::Reason;
use super::tick::Names;
use bt_language::explore::{Answer, Judge, Seen, Watch};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// A question about a tick.
pub(super) type Predicate<'p> = dyn Fn(&Tick<'_>) -> bool + 'p;

/// A rule that must hold in every tick of every run.
pub(super) enum Rule<'r> {
    /// It holds in every tick.
    Always(&'r Predicate<'r>),
    /// In the tick after one in which the first holds, the second holds.
    Next(&'r Predicate<'r>, &'r Predicate<'r>),
    /// From a tick in which the first holds it goes on to hold until the second holds.
    Until(&'r Predicate<'r>, &'r Predicate<'r>),
}

impl Rule<'_> {
    /// The same rule about a mutant, in which its nodes have other ids.
    pub(super) fn renamed<R>(&self, names: &Names, then: impl FnOnce(&Rule<'_>) -> R) -> R {
        match self {
            Self::Always(holds) => then(&Rule::Always(&|tick| tick.ask_by(names, holds))),
            Self::Next(first, next) => {
                then(&Rule::Next(&|tick| tick.ask_by(names, first), &|tick| {
                    tick.ask_by(names, next)
                }))
            }
            Self::Until(holds, ends) => {
                then(&Rule::Until(&|tick| tick.ask_by(names, holds), &|tick| {
                    tick.ask_by(names, ends)
                }))
            }
        }
    }

    /// Returns whether the rule holds in a tick, and whether its flag is set after it.
    pub(super) fn check(&self, tick: &Tick<'_>, flag: bool) -> Result<(bool, bool), Reason> {
        match self {
            Self::Always(holds) => Ok((ask(holds, tick)?, false)),
            Self::Next(first, then) => Ok((!flag || ask(then, tick)?, ask(first, tick)?)),
            Self::Until(holds, ends) => {
                let (holds, ends) = (ask(holds, tick)?, ask(ends, tick)?);
                Ok((!flag || ends || holds, holds && !ends))
            }
        }
    }
}

/// The assumptions about every tick.
#[derive(Clone)]
pub(super) enum Assumption {
    /// It holds in every tick.
    Always(Rc<Predicate<'static>>),
    /// It holds after a tick in which `begins` holds, until one in which `ends` holds.
    Between {
        begins: Rc<Predicate<'static>>,
        ends: Rc<Predicate<'static>>,
        holds: Rc<Predicate<'static>>,
    },
}

impl Assumption {
    /// The same assumption about a mutant.
    pub(super) fn renamed(&self, names: &Rc<Names>) -> Self {
        let renamed = |question: &Rc<Predicate<'static>>| -> Rc<Predicate<'static>> {
            let (names, question) = (Rc::clone(names), Rc::clone(question));
            Rc::new(move |tick| tick.ask_by(&names, &*question))
        };
        match self {
            Self::Always(holds) => Self::Always(renamed(holds)),
            Self::Between { begins, ends, holds } => Self::Between {
                begins: renamed(begins),
                ends: renamed(ends),
                holds: renamed(holds),
            },
        }
    }

    /// Returns whether a tick is possible, and whether the flag is set after it.
    pub(super) fn check(&self, tick: &Tick<'_>, flag: bool) -> Result<(bool, bool), Reason> {
        match self {
            Self::Always(holds) => Ok((ask(&**holds, tick)?, false)),
            Self::Between { begins, ends, holds } => {
                let goes_on = flag && !ask(&**ends, tick)?;
                Ok((!goes_on || ask(&**holds, tick)?, goes_on || ask(&**begins, tick)?))
            }
        }
    }
}

/// The assumptions about a tree, and the rule that is checked.
pub(super) struct Demands<'d> {
    pub(super) assumptions: &'d [Assumption],
    pub(super) rule: Option<&'d Rule<'d>>,
}

impl Judge for Demands<'_> {
    type Fault = Reason;

    /// One for each assumption, and one for the rule.
    fn flags(&self) -> usize {
        self.assumptions.len() + 1
    }

    fn asks(&self) -> bool {
        self.rule.is_some() || !self.assumptions.is_empty()
    }

    fn judge(
        &self,
        seen: &Seen,
        asked: Option<&RefCell<Watch>>,
        flags: &[u32],
        next: &mut Vec<u32>,
    ) -> Answer<Reason> {
        let tick = Tick::noting(seen, asked);
        let is_set = |place: usize| flags.get(place).is_some_and(|flag| *flag != 0);
        for (place, assumption) in self.assumptions.iter().enumerate() {
            match assumption.check(&tick, is_set(place)) {
                Ok((true, flag)) => next.push(u32::from(flag)),
                Ok((false, _)) => return Answer::Impossible,
                Err(reason) => return Answer::Breaks(reason),
            }
        }
        let flag = is_set(self.assumptions.len());
        match self.rule.map_or(Ok((true, false)), |rule| rule.check(&tick, flag)) {
            Ok((true, flag)) => {
                next.push(u32::from(flag));
                Answer::Possible
            }
            Ok((false, _)) => Answer::Breaks(Reason::Broken),
            Err(reason) => Answer::Breaks(reason),
        }
    }
}

/// Asks about a tick; an error if the question panics, or is about a node that the tree does not have.
fn ask(predicate: &Predicate<'_>, tick: &Tick<'_>) -> Result<bool, Reason> {
    // A tick is only read, and the closure is asked no more.
    let answer = catch_unwind(AssertUnwindSafe(|| predicate(tick)));
    match (answer, tick.unknown()) {
        (Ok(answer), None) => Ok(answer),
        (Ok(_), Some(node)) => Err(Reason::UnknownNode(node)),
        (Err(panic), _) => Err(Reason::Panicked(message(&*panic))),
    }
}

/// The message of a panic.
pub(super) fn message(panic: &(dyn core::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| String::from(*text));
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "of some kind".into())
}
