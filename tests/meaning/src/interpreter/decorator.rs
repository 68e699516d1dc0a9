//! The decorators.

use super::{Context, Instance, duration, number_of};
use crate::call::Wraps;
use crate::language::{After, Count, Head, Slot, Span};
use crate::leaves::Wrap;
use bt_core::{Decorator, End, Status};
use std::time::Duration;

impl Instance<'_> {
    pub(super) fn decorator(&mut self, fresh: bool, context: &mut Context<'_>) -> Status {
        match self.node.head {
            Head::Subtree(ref subtree) => self.subtree(subtree, fresh, context),
            Head::Not => !self.child(context),
            Head::ForceSuccess => self.finished_as(Status::Success, context),
            Head::ForceFailure => self.finished_as(Status::Failure, context),
            Head::Repeat(count, every) => self.again(Status::Success, count, every, fresh, context),
            Head::Retry(count, every) => self.again(Status::Failure, count, every, fresh, context),
            Head::Guard(slot) => {
                let is_asked = std::mem::take(&mut self.is_asked);
                if self.run.stopping
                    || (!is_asked && !context.answers("Decide", slot).unwrap_or(false))
                {
                    return self.fails_late(false, context);
                }
                self.child(context)
            }
            Head::Timeout(span) => self.timeout(span, fresh, context),
            Head::Delay(span) => self.delay(span, fresh, context),
            Head::Cooldown(span, after) => self.cooldown(span, after, fresh, context),
            Head::Every(span) => self.every(span, fresh, context),
            Head::Once => {
                if self.result.is_none() {
                    let status = self.child(context);
                    self.result = status.is_finished().then_some(status);
                }
                self.result.unwrap_or(Status::Running)
            }
            Head::Service(span, slot) => self.service(span, slot, fresh, context),
            Head::With(slot) => self.wrapped(slot, fresh, context),
            Head::Ticket(slot) => self.ticket(slot, fresh, context),
            Head::Let(_, slot, found) => self.binding(slot, found, fresh, context),
            Head::Bind(_, _, ref of) => {
                if fresh {
                    self.run.bound = context.value(of);
                    if self.run.bound.is_none() {
                        return Status::Failure;
                    }
                }
                self.child(context)
            }
            Head::Place(..) => self.child(context),
            Head::For(_, numbers) => self.numbered(numbers, fresh, context),
            Head::Cleanup => self.cleaned(context),
            Head::Finally(slot, has_ticket) => {
                let status = self.child(context);
                if status.is_finished() {
                    context.clean(slot, has_ticket);
                }
                status
            }
            _ => unreachable!("it is a leaf or a composite"),
        }
    }

    /// Fails when the children have ended, with their cleanups.
    pub(super) fn fails_late(&mut self, late: bool, context: &mut Context<'_>) -> Status {
        if self.interrupts(late, context) { Status::Running } else { Status::Failure }
    }

    /// `finally { … }`
    fn cleaned(&mut self, context: &mut Context<'_>) -> Status {
        if self.run.results.is_empty() {
            let status = self.children[1].tick(context);
            if status.is_running() {
                return status;
            }
            self.run.results.push(Some(status));
        }
        if self.children[0].tick(context).is_running() {
            return Status::Running;
        }
        self.run.results[0].expect("it has ended")
    }

    pub(super) fn child(&mut self, context: &mut Context<'_>) -> Status {
        self.in_scope(context, |me, context| me.children[0].tick(context))
    }

    fn finished_as(&mut self, status: Status, context: &mut Context<'_>) -> Status {
        if self.child(context).is_running() { Status::Running } else { status }
    }

    /// `repeat`, which goes on after a success, and `retry`, which goes on after a failure.
    fn again(
        &mut self,
        goes_on: Status,
        count: Option<Count>,
        every: Option<Span>,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if fresh {
            self.run.limit = count.map(|count| number_of(count, context));
            if self.run.limit == Some(0) {
                return goes_on;
            }
            self.run.span = every.map_or(Duration::ZERO, |every| duration(every, context));
        }
        // A round that runs is ticked in every tick.
        if let Some(span) = every.filter(|_| !self.children[0].active) {
            if !fresh && !context.book.has_passed(self.run.deadline) {
                return Status::Running;
            }
            self.run.deadline = context.after(span, self.run.span);
        }
        let status = self.child(context);
        if status != goes_on {
            return status;
        }
        self.run.count += 1;
        let is_last =
            self.run.limit.is_some_and(|limit| context.book.is_reached(limit, self.run.count));
        if is_last { goes_on } else { Status::Running }
    }

    fn timeout(&mut self, span: Span, fresh: bool, context: &mut Context<'_>) -> Status {
        if fresh {
            self.start_timer(span, context);
        }
        if self.run.stopping {
            return self.fails_late(false, context);
        }
        let status = self.child(context);
        if status.is_running() && context.book.has_passed(self.run.deadline) {
            return self.fails_late(true, context);
        }
        status
    }

    fn delay(&mut self, span: Span, fresh: bool, context: &mut Context<'_>) -> Status {
        if fresh {
            self.start_timer(span, context);
        }
        self.run.passed = self.run.passed || context.book.has_passed(self.run.deadline);
        if self.run.passed { self.child(context) } else { Status::Running }
    }

    fn cooldown(
        &mut self,
        span: Span,
        after: After,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if fresh {
            if !std::mem::take(&mut self.is_asked) && !self.is_ready(context) {
                return Status::Failure;
            }
            self.run.span = duration(span, context);
        }
        let status = self.child(context);
        let counts = match (status, after) {
            (Status::Running, _) | (Status::Failure, After::Success) => false,
            (Status::Success, _) | (Status::Failure, After::End) => true,
            // It ran in the tick before.
            (Status::Failure, After::Work) => !fresh,
        };
        if counts {
            self.ready_at = Some(context.after(span, self.run.span));
        }
        status
    }

    /// For `cooldown`.
    pub(super) fn is_ready(&self, context: &Context<'_>) -> bool {
        self.ready_at.is_none_or(|ready_at| context.book.has_passed(ready_at))
    }

    fn every(&mut self, span: Span, fresh: bool, context: &mut Context<'_>) -> Status {
        if fresh {
            self.run.span = duration(span, context);
        }
        if !fresh && !context.book.has_passed(self.run.deadline) {
            return Status::Running;
        }
        self.run.deadline = context.after(span, self.run.span);
        self.child(context)
    }

    fn service(
        &mut self,
        span: Span,
        slot: Slot,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if fresh {
            self.run.span = duration(span, context);
        }
        if fresh || context.book.has_passed(self.run.deadline) {
            self.run.deadline = context.after(span, self.run.span);
            if context.argument(slot).is_none_or(|argument| argument.is_some()) {
                context.act(slot).serve(slot);
            }
        }
        self.child(context)
    }

    /// `with`.
    fn wrapped(&mut self, slot: Slot, fresh: bool, context: &mut Context<'_>) -> Status {
        if fresh {
            let mut wrap = Wrap { slot, activation: context.look(slot).activation(slot) };
            if !wrap.check(context.book) {
                return Status::Failure;
            }
            wrap.start(context.book);
            self.run.wrap = Some(wrap);
        }
        let activation = self.run.wrap.as_ref().expect("it was made at the activation").activation;
        let status = match context.book.wrap(slot, activation) {
            Wraps::Passes => self.child(context),
            Wraps::Exchanges => !self.child(context),
            Wraps::LeavesOut(status) => status,
            Wraps::Overrides(status) => {
                self.child(context);
                status
            }
        };
        let end = match status {
            Status::Success => End::Success,
            Status::Failure => End::Failure,
            Status::Running => return status,
        };
        self.abort_children(context);
        if let Some(mut wrap) = self.run.wrap.take() {
            wrap.end(context.book, end);
        }
        status
    }
}
