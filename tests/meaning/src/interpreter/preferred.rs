//! The composites in which another child may take over in each tick: the running child is aborted before
//! the other one is ticked.

use super::composite::by_score;
use super::{Context, Instance};
use crate::language::{Margin, Slot};
use bt_core::Status;

impl Instance<'_> {
    /// `priority_selector`
    pub(super) fn priority(
        &mut self,
        conditions: &[Option<Slot>],
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        let mut runs = (!fresh).then_some(self.run.at);
        for (child, &condition) in conditions.iter().enumerate() {
            if runs != Some(child) {
                if condition.is_some_and(|slot| !context.look(slot).decide(slot)) {
                    continue;
                }
                self.abort_children(context);
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
        let scores = scores.iter().map(|&score| context.look(score).score(score));
        let mut scores: Vec<_> = scores.collect();
        let runs = (!fresh).then_some(self.run.at);
        if let Some(runs) = runs {
            scores[runs] += match margin {
                Margin::Default => 0.0,
                Margin::Literal => 0.25,
                Margin::Slot(slot) => context.look(slot).margin(slot),
            };
        }
        let mut order = by_score(&scores);
        // If scores are equal, the running child stays.
        if let Some(runs) = runs.filter(|runs| !scores[*runs].is_nan()) {
            order.retain(|&child| child != runs);
            let place = order.iter().position(|&child| scores[child] <= scores[runs]);
            order.insert(place.unwrap_or(order.len()), runs);
        }
        while let Some(child) = context.book.best(&mut order) {
            self.abort_children_but(child, context);
            let status = self.children[child].tick(context);
            if status != Status::Failure {
                self.run.at = child;
                return status;
            }
        }
        self.abort_children(context);
        Status::Failure
    }
}
