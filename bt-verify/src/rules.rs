//! Rules as a value: the same ones for a proof, for runs in a world and for mutants.

use super::Tick;
use super::rule::{Predicate, Rule};
use bt_core::rules;
use core::fmt;
use core::panic::Location;

/// Rules that are written once and checked in several ways: over all states by
/// [`Proof::check`](super::Proof::check), in a world by [`simulate`](super::simulate), and against mutants of the tree by
/// [`Proof::mutants`](super::Proof::mutants).
///
/// ```
/// use bt_core::behavior_tree;
///
/// behavior_tree! {
///     tree Lamp(night: &mut bool) {
///         active_selector { 'shine: guard(*night) running; 'rest: running; }
///     }
/// }
///
/// let rules = bt_verify::Rules::new()
///     .never(|tick| tick.is_active(Lamp::SHINE) && tick.is_active(Lamp::REST))
///     .after(|tick| tick.is_active(Lamp::REST))
///     .next(|tick| tick.is_ticked(Lamp::SHINE));
/// bt_verify::explore::<Lamp>().check(&rules).unwrap();
/// ```
#[derive(Default)]
pub struct Rules {
    pub(super) rules: Vec<OwnRule>,
}

/// A rule with its place in the source.
pub(super) struct OwnRule {
    pub(super) place: &'static Location<'static>,
    claim: Claim,
}

type Question = Box<Predicate<'static>>;

/// A question of the language.
fn asked(question: rules::Question) -> Question {
    Box::new(move |tick| question.holds(&mut |node, property| tick.is(node, property)))
}

fn not(question: rules::Question) -> Question {
    Box::new(move |tick| !question.holds(&mut |node, property| tick.is(node, property)))
}

enum Claim {
    Always(Question),
    Next(Question, Question),
    Until(Question, Question),
    /// The opposite of what has to be possible.
    Possible(Question),
}

impl OwnRule {
    /// Returns `true` if the rule has to be broken by some run.
    pub(super) fn is_wish(&self) -> bool {
        matches!(self.claim, Claim::Possible(_))
    }

    pub(super) fn rule(&self) -> Rule<'_> {
        match &self.claim {
            Claim::Always(holds) | Claim::Possible(holds) => Rule::Always(holds),
            Claim::Next(first, then) => Rule::Next(first, then),
            Claim::Until(holds, ends) => Rule::Until(holds, ends),
        }
    }
}

impl Rules {
    /// No rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The rules that a tree states in the language: those of its constant `RULES`.
    ///
    /// ```
    /// use bt_core::behavior_tree;
    ///
    /// behavior_tree! {
    ///     tree Lamp(night: &mut bool) {
    ///         active_selector { 'shine: guard(*night) running; 'rest: running; }
    ///     }
    ///     rules Lamp { never 'shine && 'rest; }
    /// }
    ///
    /// let rules = bt_verify::Rules::of(Lamp::RULES);
    /// bt_verify::explore::<Lamp>().check(&rules).unwrap();
    /// ```
    #[must_use]
    pub fn of(all: &[rules::Rule]) -> Self {
        let claim = |claim| match claim {
            rules::Claim::Never(question) => Claim::Always(not(question)),
            rules::Claim::Always(question) => Claim::Always(asked(question)),
            rules::Claim::Possible(question) => Claim::Possible(not(question)),
            rules::Claim::AfterNext(first, next) => Claim::Next(asked(first), asked(next)),
            rules::Claim::WheneverUntil(holds, ends) => Claim::Until(asked(holds), asked(ends)),
        };
        let rule = |rule: &rules::Rule| OwnRule { place: rule.place, claim: claim(rule.claim) };
        Self { rules: all.iter().map(rule).collect() }
    }

    /// The rule that something never holds.
    #[must_use]
    #[track_caller]
    pub fn never(self, holds: impl Fn(&Tick<'_>) -> bool + 'static) -> Self {
        self.with(Claim::Always(Box::new(move |tick| !holds(tick))))
    }

    /// The rule that something holds in every tick.
    #[must_use]
    #[track_caller]
    pub fn always(self, holds: impl Fn(&Tick<'_>) -> bool + 'static) -> Self {
        self.with(Claim::Always(Box::new(holds)))
    }

    /// The rule that something is possible: it holds in at least one tick of one run. [`simulate`](super::simulate) does
    /// not check it, since a world need not do all that is possible.
    #[must_use]
    #[track_caller]
    pub fn possible(self, holds: impl Fn(&Tick<'_>) -> bool + 'static) -> Self {
        self.with(Claim::Possible(Box::new(move |tick| !holds(tick))))
    }

    /// The rule that something is followed by something else in the next tick: `rules.after(|tick| …).next(|tick| …)`.
    pub fn after(self, first: impl Fn(&Tick<'_>) -> bool + 'static) -> RulesAfter {
        RulesAfter { rules: self, first: Box::new(first) }
    }

    /// The rule that something goes on until something else: `rules.whenever(|tick| …).until(|tick| …)`.
    pub fn whenever(self, holds: impl Fn(&Tick<'_>) -> bool + 'static) -> RulesWhenever {
        RulesWhenever { rules: self, holds: Box::new(holds) }
    }

    #[track_caller]
    fn with(mut self, claim: Claim) -> Self {
        self.rules.push(OwnRule { place: Location::caller(), claim });
        self
    }
}

/// Prints the places of the rules.
impl fmt::Debug for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.rules.iter().map(|rule| rule.place)).finish()
    }
}

/// The beginning of a rule about two ticks in a row; made by [`Rules::after`].
#[must_use = "a rule is complete with `next`"]
pub struct RulesAfter {
    rules: Rules,
    first: Question,
}

impl RulesAfter {
    /// In the tick after one in which the first holds, this one holds.
    #[must_use]
    #[track_caller]
    pub fn next(self, then: impl Fn(&Tick<'_>) -> bool + 'static) -> Rules {
        self.rules.with(Claim::Next(self.first, Box::new(then)))
    }
}

/// The beginning of a rule about many ticks in a row; made by [`Rules::whenever`].
#[must_use = "a rule is complete with `until`"]
pub struct RulesWhenever {
    rules: Rules,
    holds: Question,
}

impl RulesWhenever {
    /// From a tick in which the first holds, it holds in each tick, up to the tick before one in which `ends` holds.
    #[must_use]
    #[track_caller]
    pub fn until(self, ends: impl Fn(&Tick<'_>) -> bool + 'static) -> Rules {
        self.rules.with(Claim::Until(self.holds, Box::new(ends)))
    }
}
