//! The names in expressions, the nodes that bind them, and the cleanups of nodes.

use super::formula::Datum;
use super::{Context, Instance};
use crate::book::{Book, Kept};
use crate::language::{Found, Head, Name, Numbers, Results, Slot, Subtree, Type};
use crate::leaves::Ticket;
use bt_core::{Decorator, End, NodeId, Status};
use std::mem;
use std::task::Poll;

/// The meanings of the names, from the outermost to the innermost.
pub(super) type Scope = Vec<(Name, Bound)>;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    Kept(Kept),
    /// A `let` without a value, or with one that was given.
    Place(Option<Kept>),
    Number(usize),
    /// A number of a file that can change.
    Datum(Datum),
    /// A `let` of a number without a value, or with one that was given.
    Room(Option<Datum>),
}

/// Gives the innermost binding of a name a value.
pub(super) fn keep(scope: &mut Scope, name: Name, value: Kept) {
    match scope.iter_mut().rfind(|(other, _)| *other == name) {
        Some((_, Bound::Kept(kept))) => *kept = value,
        Some((_, Bound::Place(kept))) => *kept = Some(value),
        None if name.is_empty() => {}
        Some((_, Bound::Number(_) | Bound::Datum(_) | Bound::Room(_))) | None => {
            unreachable!("no value has this name")
        }
    }
}

impl From<Kept> for Bound {
    fn from(kept: Kept) -> Self {
        Self::Kept(kept)
    }
}

impl Context<'_> {
    /// The blackboard for an expression that only reads, after it has read the value of its name.
    pub(super) fn look(&self, slot: Slot) -> &Book {
        if let Some(argument) = self.argument(slot) {
            self.see(slot, &argument.expect("it was asked"));
        }
        if let Some(place) = self.used(slot) {
            match &self.scope[place].1 {
                Bound::Kept(kept) => self.book.see(slot, kept.number),
                Bound::Place(kept) => {
                    self.book.see(slot, kept.as_ref().expect("a value is there").number)
                }
                Bound::Number(number) => self.book.see_number(slot, *number),
                Bound::Datum(_) | Bound::Room(_) => unreachable!("files use formulas"),
            };
        }
        self.book
    }

    /// The same for an expression that may change everything.
    pub(super) fn act(&mut self, slot: Slot) -> &mut Book {
        if let Some(argument) = self.argument(slot) {
            self.see(slot, &argument.expect("it was asked"));
        }
        if let Some(place) = self.used(slot) {
            match &mut self.scope[place].1 {
                Bound::Kept(kept) => self.book.touch(slot, kept),
                Bound::Place(kept) => {
                    self.book.touch(slot, kept.as_mut().expect("a value is there"))
                }
                Bound::Number(number) => self.book.touch_number(slot, *number),
                Bound::Datum(_) | Bound::Room(_) => unreachable!("files use formulas"),
            };
        }
        self.book
    }

    /// The index in the scope of the name that an expression uses.
    fn used(&self, slot: Slot) -> Option<usize> {
        let used = self.uses.get(&slot)?;
        self.scope.iter().rposition(|(name, _)| *name == used.name)
    }

    /// Notes a node that is ticked while a name around it has no value.
    pub(super) fn note_missing(&mut self, node: NodeId) {
        let is_missing = |(place, (name, of)): (usize, &(Name, Bound))| {
            let is_hidden = || self.scope[place + 1..].iter().any(|(other, _)| other == name);
            matches!(of, Bound::Place(None) | Bound::Room(None)) && !is_hidden()
        };
        if self.scope.iter().enumerate().any(is_missing) {
            self.missing.push(node);
        }
    }

    /// Runs the expression of a `finally`.
    pub(super) fn clean(&mut self, slot: Slot, has_ticket: bool) {
        if self.argument(slot).is_some_and(|argument| argument.is_none()) {
            return;
        }
        let book = self.act(slot);
        if has_ticket {
            book.collect(slot);
        } else {
            book.clean(slot);
        }
    }
}

impl Instance<'_> {
    /// Runs a function for the node's child, with the names that this node binds.
    pub(super) fn in_scope<T>(
        &mut self,
        context: &mut Context<'_>,
        act: impl FnOnce(&mut Self, &mut Context<'_>) -> T,
    ) -> T {
        match self.node.head {
            Head::Subtree(_) => {
                let outside = mem::replace(&mut context.scope, mem::take(&mut self.run.parameters));
                let result = act(self, context);
                self.run.parameters = mem::replace(&mut context.scope, outside);
                result
            }
            Head::Let(name, ..) => {
                let Some(kept) = self.run.kept.take() else { return act(self, context) };
                context.scope.push((name, Bound::Kept(kept)));
                let result = act(self, context);
                if let Some((_, Bound::Kept(kept))) = context.scope.pop() {
                    self.run.kept = Some(kept);
                }
                result
            }
            Head::Bind(name, ..) => {
                let Some(bound) = self.run.bound.take() else { return act(self, context) };
                context.scope.push((name, Bound::Datum(bound)));
                let result = act(self, context);
                if let Some((_, Bound::Datum(bound))) = context.scope.pop() {
                    self.run.bound = Some(bound);
                }
                result
            }
            Head::Place(name, of) if of != Type::Kept => {
                context.scope.push((name, Bound::Room(self.run.bound.take())));
                let result = act(self, context);
                if let Some((_, Bound::Room(bound))) = context.scope.pop() {
                    self.run.bound = bound;
                }
                result
            }
            Head::Place(name, _) => {
                context.scope.push((name, Bound::Place(self.run.kept.take())));
                let result = act(self, context);
                if let Some((_, Bound::Place(kept))) = context.scope.pop() {
                    self.run.kept = kept;
                }
                result
            }
            Head::For(name, _) => {
                context.scope.push((name, Bound::Number(self.run.numbers.0)));
                let result = act(self, context);
                context.scope.pop();
                result
            }
            _ => act(self, context),
        }
    }

    /// Drops the data that is kept while the node is active.
    pub(super) fn forget(&mut self) {
        self.run.kept = None;
        self.run.bound = None;
        self.run.argument = None;
        self.run.parameters.clear();
    }

    pub(super) fn subtree(
        &mut self,
        subtree: &Subtree,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if fresh {
            let mut given =
                |&(name, slot): &(Name, Slot)| (name, context.found(slot).expect("it was asked"));
            self.run.parameters = subtree.arguments.iter().map(&mut given).collect();
            self.run.parameters.extend(subtree.result.map(|name| (name, Bound::Place(None))));
        }
        let status = self.child(context);
        if let (Some(name), Status::Success) = (subtree.gives, status) {
            if let Some((_, Bound::Place(Some(kept)))) = self.run.parameters.pop() {
                keep(&mut context.scope, name, kept);
            }
        }
        status
    }

    pub(super) fn binding(
        &mut self,
        slot: Slot,
        found: Found,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if fresh {
            self.run.kept = match found {
                Found::Value => match context.found(slot) {
                    Some(Bound::Kept(kept)) => Some(kept),
                    _ => None,
                },
                Found::Option => context.act(slot).seek(slot),
                Found::Result => context.act(slot).search(slot).ok(),
            };
            if self.run.kept.is_none() {
                return Status::Failure;
            }
        }
        self.child(context)
    }

    pub(super) fn give(
        &mut self,
        slot: Slot,
        name: Name,
        results: Results,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> (Status, Option<String>) {
        let kept = match results {
            Results::Option => self.acts(slot, fresh, context).seek(slot).ok_or(None),
            Results::Result => self.acts(slot, fresh, context).search(slot).map_err(Some),
            Results::Poll => match self.acts(slot, fresh, context).ponder(slot) {
                Poll::Pending => return (Status::Running, None),
                Poll::Ready(kept) => kept.map_err(Some),
            },
            Results::Job => return (self.job(slot, fresh, context), None),
        };
        match kept {
            Ok(kept) => {
                keep(&mut context.scope, name, kept);
                (Status::Success, None)
            }
            Err(error) => (Status::Failure, error),
        }
    }

    pub(super) fn numbered(
        &mut self,
        numbers: Numbers,
        fresh: bool,
        context: &mut Context<'_>,
    ) -> Status {
        if fresh {
            self.run.numbers = match numbers {
                Numbers::Literal(start, end) => (start, end),
                Numbers::Slot(slot) if context.data.ranges.contains_key(&slot) => {
                    let ends = context.data.ranges[&slot].each_ref();
                    let [start, end] = ends.map(|end| match context.value(end) {
                        Some(Datum::Size(end)) => end,
                        other => unreachable!("{other:?} is no end of a range"),
                    });
                    (start, end)
                }
                Numbers::Slot(slot) => {
                    let range = context.look(slot).range(slot);
                    (range.start, range.end)
                }
            };
            if self.run.numbers.0 >= self.run.numbers.1 {
                return Status::Success;
            }
        }
        let status = self.child(context);
        if status != Status::Success {
            return status;
        }
        self.run.numbers.0 += 1;
        let (round, end) = self.run.numbers;
        if context.book.is_reached(end, round) { Status::Success } else { Status::Running }
    }

    pub(super) fn ticket(&mut self, slot: Slot, fresh: bool, context: &mut Context<'_>) -> Status {
        if fresh {
            let mut ticket = Ticket { slot, activation: context.look(slot).activation(slot) };
            ticket.start(context.book);
            self.run.ticket = Some(ticket);
        }
        context.book.pass(slot);
        let status = self.child(context);
        let end = match status {
            Status::Success => End::Success,
            Status::Failure => End::Failure,
            Status::Running => return status,
        };
        if let Some(mut ticket) = self.run.ticket.take() {
            ticket.end(context.book, end);
        }
        status
    }
}
