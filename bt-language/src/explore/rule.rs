//! A rule of the language, judged tick by tick.

use super::search::{Answer, Judge};
use super::state::Watch;
use super::ticks::Seen;
use crate::machine::Status;
use crate::rules::{Claim, Property, Question};
use std::cell::{Cell, RefCell};

/// The judge of a rule about nodes by their places in the model.
///
/// A tick breaks `possible` if it makes it true: the run to it is an example.
pub struct RuleJudge<'r> {
    claim: &'r Claim<usize>,
    is_demanding: Cell<bool>,
    /// The nodes that have not been what is asked about them: active, or ticked.
    unseen: RefCell<Vec<(usize, Property)>>,
}

/// What a rule has demanded of the ticks that it has judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// It was true because of what happened.
    Something,
    /// The first question of `'a -> 'b`, or of `after 'a next 'b`, was never true.
    Nothing,
    /// It asks whether this node is active, and it never was.
    NeverActive(usize),
    /// It asks about this node, and it was never ticked.
    NeverTicked(usize),
}

impl<'r> RuleJudge<'r> {
    /// Judges by this rule.
    #[must_use]
    pub fn new(claim: &'r Claim<usize>) -> Self {
        let unseen = RefCell::new(claim.asked());
        Self { claim, is_demanding: Cell::new(false), unseen }
    }

    /// Returns what the rule has demanded.
    #[must_use]
    pub fn demanded(&self) -> Demand {
        match self.unseen.borrow().first() {
            Some((node, Property::Active)) => Demand::NeverActive(*node),
            Some((node, _)) => Demand::NeverTicked(*node),
            None if self.is_demanding.get() => Demand::Something,
            None => Demand::Nothing,
        }
    }

    /// The nodes about which the rule asks.
    #[must_use]
    pub fn watch(&self) -> Watch {
        let mut watch = Watch::default();
        self.claim.each(&mut |node, property| watch.add(*node, property));
        watch
    }

    fn demand(&self, demanded: bool) -> bool {
        self.is_demanding.set(self.is_demanding.get() || demanded);
        demanded
    }
}

impl Judge for RuleJudge<'_> {
    type Fault = ();

    fn flags(&self) -> usize {
        1
    }

    fn asks(&self) -> bool {
        true
    }

    fn judge(
        &self,
        seen: &Seen,
        _: Option<&RefCell<Watch>>,
        flags: &[u32],
        next: &mut Vec<u32>,
    ) -> Answer<()> {
        let flag = flags.first().is_some_and(|flag| *flag != 0);
        let holds = |question: &Question<usize>| {
            question.holds(&mut |node, property| seen.is(*node, property, None))
        };
        let (is_kept, flag) = match self.claim {
            Claim::Never(question) | Claim::Possible(question) => {
                self.demand(true);
                (!holds(question), false)
            }
            Claim::Always(Question::Implies(of)) => {
                let (first, second) = (holds(&of.0), holds(&of.1));
                (!self.demand(first) || second, false)
            }
            Claim::Always(question) => {
                self.demand(true);
                (holds(question), false)
            }
            Claim::AfterNext(first, then) => {
                let (first, then) = (holds(first), holds(then));
                (!self.demand(flag) || then, first)
            }
            Claim::WheneverUntil(goes_on, ends) => {
                let (goes_on, ends) = (holds(goes_on), holds(ends));
                (!self.demand(flag) || ends || goes_on, goes_on && !ends)
            }
        };
        next.push(u32::from(flag));
        self.unseen.borrow_mut().retain(|(node, property)| {
            let is_active = *property == Property::Active;
            let property = if is_active { Property::Active } else { Property::Ticked };
            !seen.is(*node, property, None)
        });
        if is_kept { Answer::Possible } else { Answer::Breaks(()) }
    }
}

impl Watch {
    /// Adds what matters for a question about a node.
    fn add(&mut self, node: usize, property: Property) {
        if property != Property::Active {
            self.during.insert(node);
        }
        if property == Property::Started {
            self.before.insert(node);
        }
    }
}

impl Seen {
    /// Answers a question about a node; adds what matters for it to `asked`.
    #[must_use]
    pub fn is(&self, node: usize, property: Property, asked: Option<&RefCell<Watch>>) -> bool {
        if let Some(mut asked) = asked.and_then(|asked| asked.try_borrow_mut().ok()) {
            asked.add(node, property);
        }
        let is = |list: &[bool]| list.get(node).copied().unwrap_or_default();
        let result = self.results.get(node).copied().flatten();
        match property {
            Property::Active => is(&self.after),
            Property::Ticked => is(&self.ticked),
            Property::Started => {
                let is_finished = matches!(result, Some(Status::Success | Status::Failure));
                let was_renewed = is(&self.aborted) && (is(&self.after) || is_finished);
                is(&self.ticked) && (!is(&self.before) || was_renewed)
            }
            Property::Succeeded => result == Some(Status::Success),
            Property::Failed => result == Some(Status::Failure),
            Property::Running => result == Some(Status::Running),
            Property::Aborted => is(&self.aborted),
        }
    }
}
