//! The composites. In those with preferences another child may take over in each tick: the running child is aborted before
//! the other one is ticked.

use super::{Context, Instance, duration, number_of};
use crate::language::{Count, Head, Margin, Policies, Policy, Slot, Span, Weight};
use bt_core::Status;
use std::time::Duration;

impl Instance<'_> {
    /// `sequence`, which goes on after a success, and `selector`, which goes on after a failure.
    pub(super) fn in_order(&mut self, goes_on: Status, context: &mut Context<'_>) -> Status {
        while let Some(child) = self.children.get_mut(self.run.at) {
            let status = child.tick(context);
            if status != goes_on {
                return status;
            }
            self.run.at += 1;
        }
        goes_on
    }

    /// `active_sequence` and `active_selector`: the same, starting at the first child in every tick.
    pub(super) fn starting_over(&mut self, goes_on: Status, context: &mut Context<'_>) -> Status {
        for index in 0..self.children.len() {
            let status = self.children[index].tick(context);
            if status != goes_on {
                self.abort_children_but(index, context);
                return status;
            }
        }
        goes_on
    }

    /// `parallel` with the children from `first` on.
    pub(super) fn parallel(
        &mut self,
        first: usize,
        policies: Policies,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        let count = self.children.len() - first;
        if fresh {
            self.run.results = vec![None; count];
        }
        let needed = number(policies.success, count, count);
        let allowed = number(policies.failure, count, 1);
        for index in 0..count {
            if self.run.results[index].is_some() {
                continue;
            }
            let status = self.children[first + index].tick(context);
            if status.is_finished() {
                self.run.results[index] = Some(status);
            }
            let finished =
                |status| self.run.results.iter().filter(|result| **result == Some(status)).count();
            let (succeeded, failed) = (finished(Status::Success), finished(Status::Failure));
            if succeeded >= needed {
                self.abort_children(context);
                return Status::Success;
            }
            if failed >= allowed || count - failed < needed {
                self.abort_children(context);
                return Status::Failure;
            }
        }
        Status::Running
    }

    pub(super) fn monitor(
        &mut self,
        conditions: usize,
        policies: Policies,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if self.run.stopping {
            return self.fails_late(false, context);
        }
        for condition in 0..conditions {
            if self.children[condition].tick(context) == Status::Failure {
                return self.fails_late(false, context);
            }
        }
        self.parallel(conditions, policies, fresh, context)
    }

    pub(super) fn recover(
        &mut self,
        repairs: Count,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        const REPAIR: usize = 1;
        if fresh {
            self.run.limit = Some(number_of(repairs, context));
        }
        if self.run.at != REPAIR {
            let status = self.children[0].tick(context);
            if status != Status::Failure {
                return status;
            }
            let limit = self.run.limit.unwrap_or_default();
            if context.book.is_reached(limit, self.run.count) {
                return Status::Failure;
            }
            self.run.at = REPAIR;
        }
        let status = self.children[REPAIR].tick(context);
        if status != Status::Success {
            return status;
        }
        self.run.at = 0;
        self.run.count += 1;
        Status::Running
    }

    pub(super) fn pipeline(
        &mut self,
        lasts: &[Option<Span>],
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        let count = self.children.len();
        if fresh {
            self.run.results = vec![None; count];
            self.run.until = vec![Duration::ZERO; count];
        }
        for (child, span) in lasts.iter().enumerate() {
            let is_last = child + 1 == count;
            // The children up to this one have been reached.
            if child > self.run.at {
                return Status::Running;
            }
            if self.run.results[child].is_some() {
                if span.is_some() && !context.book.has_passed(self.run.until[child]) {
                    continue;
                }
                self.run.results[child] = None;
            }
            if let (Some(span), false, false) = (*span, is_last, self.children[child].active) {
                self.run.until[child] = context.after(span, duration(span, context));
            }
            match self.children[child].tick(context) {
                Status::Running => {}
                Status::Success if !is_last => {
                    self.run.results[child] = Some(Status::Success);
                    self.run.at = self.run.at.max(child + 1);
                }
                status => {
                    self.abort_children(context);
                    return status;
                }
            }
        }
        Status::Running
    }

    pub(super) fn round_robin(&mut self, fresh: bool, context: &mut Context<'_>) -> Status {
        let count = self.children.len();
        if fresh {
            self.run.left = (self.place..count).chain(0..self.place).collect();
        }
        while let Some(&child) = self.run.left.first() {
            match self.children[child].tick(context) {
                Status::Failure => self.run.left.remove(0),
                Status::Running => return Status::Running,
                Status::Success => {
                    self.place = (child + 1) % count;
                    return Status::Success;
                }
            };
        }
        Status::Failure
    }

    pub(super) fn random(
        &mut self,
        draw: Slot,
        weights: &[Weight],
        goes_on: Status,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if fresh {
            self.run.left = (0..self.children.len()).collect();
        }
        loop {
            if self.run.chosen.is_none() {
                self.run.chosen = self.choose(draw, weights, context);
            }
            let Some(chosen) = self.run.chosen else { return goes_on };
            let status = self.children[chosen].tick(context);
            if status != goes_on {
                return status;
            }
            self.run.chosen = None;
        }
    }

    /// Chooses one of the children that are left.
    fn choose(
        &mut self,
        draw: Slot,
        weights: &[Weight],
        context: &mut Context<'_>,
    ) -> Option<usize> {
        let left = &mut self.run.left;
        if left.len() < 2 {
            return left.pop();
        }
        let weight = |&child: &usize| match weights[child] {
            Weight::Default => 1,
            Weight::Literal(weight) => u64::from(weight),
            Weight::Slot(slot) => u64::from(context.book.weight(slot)),
        };
        let weights: Vec<_> = left.iter().map(weight).collect();
        let total = weights.iter().sum();
        let mut point = context.act(draw).point(draw, total);
        if total == 0 {
            return Some(left.remove(0));
        }
        for (place, weight) in weights.into_iter().enumerate() {
            if point < weight {
                return Some(left.remove(place));
            }
            point -= weight;
        }
        unreachable!("the point is below the sum of the weights")
    }

    pub(super) fn utility(
        &mut self,
        scores: &[Slot],
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if fresh {
            let scores = scores.iter().map(|&score| context.score(score));
            self.run.left = by_score(&scores.collect::<Vec<_>>());
        }
        loop {
            if self.run.chosen.is_none() {
                self.run.chosen = context.book.best(&mut self.run.left);
            }
            let Some(best) = self.run.chosen else { return Status::Failure };
            let status = self.children[best].tick(context);
            if status != Status::Failure {
                return status;
            }
            self.run.chosen = None;
        }
    }

    /// `if`, `match`, `active_if`, `active_match`.
    pub(super) fn branch(
        &mut self,
        decides: bool,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if self.run.stopping {
            if self.interrupts(false, context) {
                return Status::Running;
            }
            if self.lacks_results(true, context) {
                return Status::Failure;
            }
        }
        if decides {
            let chosen = self.decide(context);
            if !fresh && chosen != self.run.chosen && self.interrupts(false, context) {
                return Status::Running;
            }
            self.run.chosen = chosen;
        }
        match self.run.chosen {
            Some(branch) => self.children[branch].tick(context),
            None => Status::Failure,
        }
    }

    /// The branch to take, if there is one.
    fn decide(&self, context: &Context<'_>) -> Option<usize> {
        let branch = match self.node.head {
            Head::If(slot) | Head::ActiveIf(slot) => {
                usize::from(!context.answers("Decide", slot).expect("it was asked"))
            }
            Head::Match(slot) | Head::ActiveMatch(slot) => {
                context.branch(slot, self.children.len())
            }
            _ => unreachable!("only these have branches"),
        };
        (branch < self.children.len()).then_some(branch)
    }
}

/// The children from the highest score down, equal ones in written order, without NaN.
pub(super) fn by_score(scores: &[f32]) -> Vec<usize> {
    let mut order: Vec<_> = (0..scores.len()).filter(|&child| !scores[child].is_nan()).collect();
    order.sort_by(|&one, &other| scores[other].partial_cmp(&scores[one]).expect("none is NaN"));
    order
}

fn number(policy: Policy, count: usize, default: usize) -> usize {
    match policy {
        Policy::Default => default,
        Policy::All => count,
        Policy::One => 1,
        Policy::Number(number) => number,
    }
}

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
