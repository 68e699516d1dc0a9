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
}

impl<'r> RuleJudge<'r> {
    /// Judges by this rule.
    #[must_use]
    pub fn new(claim: &'r Claim<usize>) -> Self {
        Self { claim, is_demanding: Cell::new(false) }
    }

    /// Returns `true` if the rule has demanded something of a tick: of `'a -> 'b` that `'a` was true, of `after 'a next 'b` that
    /// `'a` was true before.
    #[must_use]
    pub fn is_demanding(&self) -> bool {
        self.is_demanding.get()
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
        asked: Option<&RefCell<Watch>>,
        flags: &[u32],
        next: &mut Vec<u32>,
    ) -> Answer<()> {
        let flag = flags.first().is_some_and(|flag| *flag != 0);
        let holds = |question: &Question<usize>| {
            question.holds(&mut |node, property| seen.is(*node, property, asked))
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
        if is_kept { Answer::Possible } else { Answer::Breaks(()) }
    }
}

impl Seen {
    /// Answers a question about a node; adds what matters for it to `asked`.
    #[must_use]
    pub fn is(&self, node: usize, property: Property, asked: Option<&RefCell<Watch>>) -> bool {
        if let Some(mut asked) = asked.and_then(|asked| asked.try_borrow_mut().ok()) {
            if property != Property::Active {
                asked.during.insert(node);
            }
            if property == Property::Started {
                asked.before.insert(node);
            }
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
