//! The composites in which another child may take over in each tick: the running child is aborted before
//! the other one is ticked.

use super::composite::by_score;
use super::{Context, Instance};
use crate::language::{Head, Margin, Slot};
use bt_core::Status;

impl Instance<'_> {
    /// `priority_selector`
    pub(super) fn priority(
        &mut self,
        conditions: &[Option<Slot>],
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if self.run.stopping && self.interrupts(false, context) {
            return Status::Running;
        }
        let active = self.children.get(self.run.at).is_some_and(|child| child.active);
        let mut runs = (!fresh && active).then_some(self.run.at);
        for (child, &condition) in conditions.iter().enumerate() {
            if runs != Some(child) {
                if condition.is_some_and(|slot| !context.answers("Decide", slot).unwrap_or(false)) {
                    continue;
                }
                if !self.children[child].gates_admit(context) {
                    continue;
                }
                // With a cleanup, it is asked again when it begins.
                self.children[child].mark_gates(!self.cleans_up);
                if self.interrupts(false, context) {
                    return Status::Running;
                }
            }
            runs = None;
            let status = self.children[child].tick(context);
            if status != Status::Failure {
                self.run.at = child;
                return status;
            }
        }
        Status::Failure
    }

    /// `active_utility_selector`
    pub(super) fn active_utility(
        &mut self,
        margin: Margin,
        scores: &[Slot],
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if self.run.stopping && self.interrupts(false, context) {
            return Status::Running;
        }
        let scores = scores.iter().map(|&score| context.score(score));
        let mut scores: Vec<_> = scores.collect();
        let active = self.children.get(self.run.at).is_some_and(|child| child.active);
        let runs = (!fresh && active).then_some(self.run.at);
        if let Some(runs) = runs {
            scores[runs] += match margin {
                Margin::Default => 0.0,
                Margin::Literal => 0.25,
                Margin::Slot(slot) => context.margin(slot),
            };
        }
        let mut order = by_score(&scores);
        // If scores are equal, the running child stays.
        if let Some(runs) = runs.filter(|runs| !scores[*runs].is_nan()) {
            order.retain(|&child| child != runs);
            let place = order.iter().position(|&child| scores[child] <= scores[runs]);
            order.insert(place.unwrap_or(order.len()), runs);
        }
        for (child, of) in self.children.iter_mut().enumerate() {
            if runs == Some(child) {
                continue;
            }
            // Another child that is ticked first can change the answer of a guard, but not the time.
            of.mark_gates(false);
            if !of.gates_admit(context) {
                order.retain(|other| *other != child);
            }
        }
        while let Some(child) = context.book.best(&mut order) {
            if runs != Some(child) && self.interrupts(false, context) {
                return Status::Running;
            }
            let status = self.children[child].tick(context);
            if status != Status::Failure {
                self.run.at = child;
                return status;
            }
        }
        self.fails_late(false, context)
    }

    /// Asks the `cooldown`s and the `guard`s that begin a child that is to be chosen.
    fn gates_admit(&self, context: &Context<'_>) -> bool {
        let admits = match self.node.head {
            Head::Guard(slot) => context.answers("Decide", slot).unwrap_or(false),
            Head::Cooldown(..) => self.is_ready(context),
            _ => return true,
        };
        admits && self.children[0].gates_admit(context)
    }

    /// Remembers until the child is ticked that its cooldowns have been asked, and perhaps its guards.
    fn mark_gates(&mut self, guards: bool) {
        self.is_asked = match self.node.head {
            Head::Guard(_) => guards,
            Head::Cooldown(..) => true,
            _ => return,
        };
        self.children[0].mark_gates(guards);
    }
}
