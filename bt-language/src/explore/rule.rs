//! A rule of the language, judged tick by tick.

use super::search::{Answer, Judge};
use super::state::Watch;
use super::ticks::{Event, Seen};
use crate::machine::Status;
use crate::rules::{Claim, Property, Question};
use std::cell::RefCell;
use std::fmt;

/// The judge of rules about nodes by their places in the model.
///
/// A tick breaks `possible` if it makes it true: the run to it is an example. Each rule is broken once: by the
/// first such tick.
pub struct RuleJudge<'r>(RefCell<Vec<Judged<'r>>>);

/// A rule, and what the ticks were that it has judged.
struct Judged<'r> {
    claim: &'r Claim<usize>,
    is_broken: bool,
    is_demanding: bool,
    /// The nodes that have not been what is asked about them: active, or ticked.
    unseen: Vec<(usize, Property)>,
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

impl Demand {
    /// Why a rule holds whatever the tree does; `None` if it was true because of what happened. `claim` is the rule as it is
    /// written, `name` has the label or the text of a node.
    #[must_use]
    pub fn why_nothing<N: fmt::Display>(
        self,
        tree: &str,
        claim: &Claim<N>,
        name: &dyn Fn(usize) -> String,
    ) -> Option<String> {
        Some(match self {
            Self::Something => return None,
            Self::Nothing => {
                let first = claim.first().map(|of| format!(", `{of}`,")).unwrap_or_default();
                format!("what it asks first{first} is true in no tick of `{tree}`")
            }
            Self::NeverActive(node) => format!(
                "`{}` is active in no tick of `{tree}`; ask what happens to it, for example `.ticked`",
                name(node)
            ),
            Self::NeverTicked(node) => {
                format!("`{}` is ticked in no tick of `{tree}`", name(node))
            }
        })
    }
}

impl<'r> RuleJudge<'r> {
    /// Judges by these rules.
    #[must_use]
    pub fn new(claims: &[&'r Claim<usize>]) -> Self {
        let judged = |claim: &&'r Claim<usize>| {
            // Of a condition, either answer may be one that never comes.
            let mut unseen = claim.asked();
            unseen.retain(|(_, property)| !matches!(property, Property::Answered { .. }));
            Judged { claim, is_broken: false, is_demanding: false, unseen }
        };
        Self(RefCell::new(claims.iter().map(judged).collect()))
    }

    /// Returns what each rule has demanded.
    #[must_use]
    pub fn demanded(&self) -> Vec<Demand> {
        self.0.borrow().iter().map(Judged::demanded).collect()
    }

    /// The nodes about which the rules ask.
    #[must_use]
    pub fn watch(&self) -> Watch {
        let mut watch = Watch::default();
        for of in &*self.0.borrow() {
            of.claim.each(&mut |node, property| watch.add(*node, property));
        }
        watch
    }
}

impl Judged<'_> {
    fn demanded(&self) -> Demand {
        match self.unseen.first() {
            Some((node, Property::Active)) => Demand::NeverActive(*node),
            Some((node, _)) => Demand::NeverTicked(*node),
            None if self.is_demanding => Demand::Something,
            None => Demand::Nothing,
        }
    }

    /// Returns whether a tick keeps the rule, and whether its flag is set after it.
    fn judge(&mut self, seen: &Seen, flag: bool) -> (bool, bool) {
        let holds = |question: &Question<usize>| {
            question.holds(&mut |node, property| seen.is(*node, property, None))
        };
        // What the rule demands of this tick, if it does, and whether the tick does it.
        let (demands, keeps, flag) = match self.claim {
            Claim::Never(question) | Claim::Possible(question) => (true, !holds(question), false),
            Claim::Always(Question::Implies(of)) => (holds(&of.0), holds(&of.1), false),
            Claim::Always(question) => (true, holds(question), false),
            Claim::AfterNext(first, then) => (flag, holds(then), holds(first)),
            Claim::WheneverUntil(goes_on, ends) => {
                let (goes_on, ends) = (holds(goes_on), holds(ends));
                (flag, ends || goes_on, goes_on && !ends)
            }
        };
        self.is_demanding |= demands;
        self.unseen.retain(|(node, property)| {
            let is_active = *property == Property::Active;
            let property = if is_active { Property::Active } else { Property::Ticked };
            !seen.is(*node, property, None)
        });
        (!demands || keeps, flag)
    }
}

impl Judge for RuleJudge<'_> {
    /// The indexes of the rules that the tick breaks.
    type Fault = Vec<usize>;

    fn flags(&self) -> usize {
        self.0.borrow().iter().filter(|of| of.claim.has_memory()).count()
    }

    fn asks(&self) -> bool {
        true
    }

    fn is_done(&self) -> bool {
        self.0.borrow().iter().all(|of| of.is_broken)
    }

    fn judge(
        &self,
        seen: &Seen,
        _: Option<&RefCell<Watch>>,
        flags: &[u32],
        next: &mut Vec<u32>,
    ) -> Answer<Vec<usize>> {
        let mut flags = flags.iter();
        let mut broken = Vec::new();
        for (place, of) in self.0.borrow_mut().iter_mut().enumerate() {
            let has_memory = of.claim.has_memory();
            let flag = has_memory && flags.next().is_some_and(|flag| *flag != 0);
            let (keeps, flag) = of.judge(seen, flag);
            if has_memory {
                next.push(u32::from(flag));
            }
            if !keeps && !of.is_broken {
                of.is_broken = true;
                broken.push(place);
            }
        }
        if broken.is_empty() { Answer::Possible } else { Answer::Breaks(broken) }
    }
}

impl Watch {
    /// Adds what matters for a question about a node.
    fn add(&mut self, node: usize, property: Property) {
        if let Property::Answered { in_front, .. } = property {
            self.decided.insert((node, in_front));
            return;
        }
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
                is(&self.ticked) && (!is(&self.before) || is(&self.again) || was_renewed)
            }
            Property::Succeeded => result == Some(Status::Success),
            Property::Failed => result == Some(Status::Failure),
            Property::Running => result == Some(Status::Running),
            Property::Aborted => is(&self.aborted),
            Property::Answered { in_front, yes } => self.events.iter().any(|event| match *event {
                Event::Decision { of, about, answer } => {
                    (about.place(), of != about, answer) == (node, in_front, yes)
                }
                Event::Leaf(..)
                | Event::Finished(..)
                | Event::Aborted(_)
                | Event::Ticked(_)
                | Event::Over(_) => false,
            }),
        }
    }
}
