//! The expressions of files.

use super::data::{Bound, Scope};
use super::{Context, Instance};
use crate::book::{Book, Kept};
use crate::call::Event;
use crate::language::{
    Argument, Count, Formula, Head, Name, Numbers, Slot, Span, TEXTS, Type, Way,
};
use bt_core::Status;
use std::cmp::Ordering;
use std::time::Duration;

/// A value of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Datum {
    Kept(Kept),
    Small(u8),
    Count(u32),
    Signed(i32),
    Size(usize),
    Real(f32),
    Length(Duration),
    Answer(bool),
    /// A variant of the enum.
    Side(u8),
    Text(&'static str),
}

/// Changes the innermost binding of a name.
pub(super) fn set(scope: &mut Scope, name: Name, value: Datum) {
    match scope.iter_mut().rfind(|(other, _)| *other == name) {
        Some((_, Bound::Datum(bound))) => *bound = value,
        Some((_, Bound::Room(bound))) => *bound = Some(value),
        None if name.is_empty() => {}
        _ => match value {
            Datum::Kept(kept) => super::keep(scope, name, kept),
            _ => unreachable!("no number has this name"),
        },
    }
}

/// The result of an operation of two values of a type, or of a length and a number.
fn computed(left: Datum, right: Datum, sign: char) -> Option<Datum> {
    macro_rules! checked {
        ($left:ident, $right:ident) => {
            match sign {
                '+' => $left.checked_add($right),
                '-' => $left.checked_sub($right),
                '*' => $left.checked_mul($right),
                '/' => $left.checked_div($right),
                _ => $left.checked_rem($right),
            }
        };
    }
    Some(match (left, right) {
        (Datum::Small(left), Datum::Small(right)) => Datum::Small(checked!(left, right)?),
        (Datum::Count(left), Datum::Count(right)) => Datum::Count(checked!(left, right)?),
        (Datum::Signed(left), Datum::Signed(right)) => Datum::Signed(checked!(left, right)?),
        (Datum::Size(left), Datum::Size(right)) => Datum::Size(checked!(left, right)?),
        (Datum::Real(left), Datum::Real(right)) => Datum::Real(match sign {
            '+' => left + right,
            '-' => left - right,
            '*' => left * right,
            '/' => left / right,
            _ => left % right,
        }),
        (Datum::Length(left), Datum::Length(right)) => Datum::Length(match sign {
            '+' => left.checked_add(right)?,
            _ => left.checked_sub(right)?,
        }),
        (Datum::Length(left), Datum::Count(right)) => Datum::Length(match sign {
            '*' => left.checked_mul(right)?,
            _ => left.checked_div(right)?,
        }),
        (left, right) => unreachable!("{left:?} {sign} {right:?}"),
    })
}

fn compared(left: &Datum, right: &Datum, sign: &str) -> bool {
    let order = match (left, right) {
        (Datum::Small(left), Datum::Small(right)) | (Datum::Side(left), Datum::Side(right)) => {
            left.partial_cmp(right)
        }
        (Datum::Count(left), Datum::Count(right)) => left.partial_cmp(right),
        (Datum::Signed(left), Datum::Signed(right)) => left.partial_cmp(right),
        (Datum::Size(left), Datum::Size(right)) => left.partial_cmp(right),
        (Datum::Real(left), Datum::Real(right)) => left.partial_cmp(right),
        (Datum::Length(left), Datum::Length(right)) => left.partial_cmp(right),
        (Datum::Answer(left), Datum::Answer(right)) => left.partial_cmp(right),
        (Datum::Text(left), Datum::Text(right)) => left.partial_cmp(right),
        (left, right) => unreachable!("{left:?} {sign} {right:?}"),
    };
    match sign {
        "==" => order == Some(Ordering::Equal),
        "!=" => order != Some(Ordering::Equal),
        "<" => order == Some(Ordering::Less),
        "<=" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        ">" => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

fn literal(of: Type, number: i32) -> Datum {
    let whole = |number: i32| u32::try_from(number).expect("it is not negative");
    match of {
        Type::Kept => unreachable!("it has no literals"),
        Type::Small => Datum::Small(u8::try_from(number).expect("it is small")),
        Type::Count => Datum::Count(whole(number)),
        Type::Signed => Datum::Signed(number),
        Type::Size => Datum::Size(whole(number) as usize),
        Type::Real => Datum::Real(f32::from(i16::try_from(number).expect("it is small")) / 4.0),
        Type::Length => Datum::Length(Duration::from_millis(u64::from(whole(number)))),
        Type::Answer => Datum::Answer(number != 0),
        Type::Side => Datum::Side(u8::try_from(number).expect("it is small")),
        Type::Text => Datum::Text(TEXTS[whole(number) as usize]),
    }
}

impl Formula {
    /// Returns `true` if a word of it is recorded.
    fn has_word(&self) -> bool {
        match self {
            Self::Word(..) => true,
            Self::Literal(..) | Self::Name(..) | Self::Level(..) => false,
            Self::Not(inner) => inner.has_word(),
            Self::Compute(_, sides, _) | Self::Compare(_, sides, _) => {
                sides.iter().any(Self::has_word)
            }
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::has_word),
        }
    }
}

impl Context<'_> {
    /// The value of an expression; `None` if it has no result.
    pub(super) fn value(&self, of: &Formula) -> Option<Datum> {
        Some(match of {
            Formula::Literal(of, number) => literal(*of, *number),
            Formula::Name(name, _) => {
                let bound = self.scope.iter().rfind(|(other, _)| other == name);
                match bound.map(|(_, bound)| bound) {
                    Some(Bound::Kept(kept) | Bound::Place(Some(kept))) => Datum::Kept(kept.clone()),
                    Some(Bound::Number(number)) => Datum::Size(*number),
                    Some(Bound::Datum(datum) | Bound::Room(Some(datum))) => datum.clone(),
                    Some(Bound::Place(None) | Bound::Room(None)) | None => {
                        unreachable!("`{name}` has no value")
                    }
                }
            }
            Formula::Level(of, slot) => match of {
                Type::Kept => unreachable!("its values are recorded"),
                Type::Small => Datum::Small(self.book.small_level(*slot)),
                Type::Count => Datum::Count(self.book.count_level(*slot)),
                Type::Signed => Datum::Signed(self.book.signed_level(*slot)),
                Type::Size => Datum::Size(self.book.size_level(*slot)),
                Type::Real => Datum::Real(self.book.real_level(*slot)),
                Type::Length => Datum::Length(self.book.length_level(*slot)),
                Type::Answer => Datum::Answer(self.book.answer_level(*slot)),
                Type::Side => Datum::Side(self.book.side_level(*slot)),
                Type::Text => Datum::Text(self.book.text_level(*slot)),
            },
            Formula::Compute(_, sides, sign) => {
                computed(self.value(&sides[0])?, self.value(&sides[1])?, *sign)?
            }
            Formula::Compare(_, sides, sign) => {
                Datum::Answer(compared(&self.value(&sides[0])?, &self.value(&sides[1])?, sign))
            }
            Formula::Not(inner) => Datum::Answer(!self.holds(inner)?),
            Formula::All(parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Some(Datum::Answer(false));
                    }
                }
                Datum::Answer(true)
            }
            Formula::Any(parts) => {
                for part in parts {
                    if self.holds(part)? {
                        return Some(Datum::Answer(true));
                    }
                }
                Datum::Answer(false)
            }
            Formula::Word(name, slot) => self.word(name, *slot)?,
        })
    }

    fn holds(&self, of: &Formula) -> Option<bool> {
        match self.value(of)? {
            Datum::Answer(holds) => Some(holds),
            other => unreachable!("{other:?} is no answer"),
        }
    }

    fn word(&self, name: &str, slot: Slot) -> Option<Datum> {
        let argument = self.argument(slot);
        if let Some(argument) = &argument {
            self.see(slot, argument.as_ref()?);
        }
        let book = if argument.is_some() { &*self.book } else { self.look(slot) };
        Some(match name {
            "Ask" => Datum::Answer(book.ask(slot)),
            "Decide" => Datum::Answer(book.decide(slot)),
            "Find" => Datum::Kept(book.find(slot)),
            "Count" => Datum::Count(book.count(slot)),
            "Span" => Datum::Length(book.span(slot)),
            "Score" => Datum::Real(book.score(slot)),
            "Margin" => Datum::Real(book.margin(slot)),
            "Pick" => Datum::Count(book.pick(slot)),
            name => unreachable!("no word `{name}`"),
        })
    }

    /// The argument of the word of a slot: `None` if it has none, and `Some(None)` if that has no result.
    #[allow(clippy::option_option, reason = "the outer one says whether the word has an argument")]
    pub(super) fn argument(&self, slot: Slot) -> Option<Option<Datum>> {
        let Argument { of, .. } = self.data.arguments.get(&slot)?;
        Some(self.value(of))
    }

    pub(super) fn see(&self, slot: Slot, argument: &Datum) {
        match argument {
            Datum::Kept(kept) => self.book.see(slot, kept.number),
            Datum::Count(number) => self.book.see_number(slot, *number as usize),
            other => unreachable!("{other:?} is no argument"),
        };
    }

    /// The value of a slot, or that of its word.
    fn of_slot(&self, word: &'static str, slot: Slot) -> Option<Datum> {
        match self.data.formulas.get(&slot) {
            Some(formula) => self.value(formula),
            None => self.word(word, slot),
        }
    }

    pub(super) fn answers(&self, word: &'static str, slot: Slot) -> Option<bool> {
        match self.of_slot(word, slot)? {
            Datum::Answer(answer) => Some(answer),
            other => unreachable!("{other:?} is no answer"),
        }
    }

    /// The value of a parameter of a tree, or of a `let`.
    pub(super) fn found(&mut self, slot: Slot) -> Option<Bound> {
        if !self.data.formulas.contains_key(&slot) && !self.data.arguments.contains_key(&slot) {
            return Some(Bound::Kept(self.act(slot).find(slot)));
        }
        Some(match self.of_slot("Find", slot)? {
            Datum::Kept(kept) => Bound::Kept(kept),
            other => Bound::Datum(other),
        })
    }

    pub(super) fn count(&self, slot: Slot) -> u32 {
        match self.of_slot("Count", slot) {
            Some(Datum::Count(count)) => count,
            other => unreachable!("{other:?} is no count"),
        }
    }

    /// A length; none if it has no result, which only those of a pipeline have after its beginning.
    pub(super) fn span(&self, slot: Slot) -> Duration {
        match self.of_slot("Span", slot) {
            Some(Datum::Length(length)) => length,
            None => Duration::ZERO,
            other => unreachable!("{other:?} is no length"),
        }
    }

    pub(super) fn score(&self, slot: Slot) -> f32 {
        match self.of_slot("Score", slot) {
            Some(Datum::Real(score)) => score,
            None => f32::NAN,
            other => unreachable!("{other:?} is no score"),
        }
    }

    pub(super) fn margin(&self, slot: Slot) -> f32 {
        match self.of_slot("Margin", slot) {
            Some(Datum::Real(margin)) => margin,
            other => unreachable!("{other:?} is no margin"),
        }
    }

    /// The branch of a `match`.
    pub(super) fn branch(&self, slot: Slot, branches: usize) -> usize {
        if !self.data.formulas.contains_key(&slot) && !self.data.arguments.contains_key(&slot) {
            return self.look(slot).branch(slot, branches);
        }
        match self.of_slot("Pick", slot) {
            Some(Datum::Count(number)) => (number as usize).min(branches - 1),
            Some(Datum::Side(side)) => usize::from(side).min(branches - 1),
            other => unreachable!("{other:?} is no branch"),
        }
    }
}

impl Instance<'_> {
    /// The blackboard for an action, which has seen its argument: one by value is read when the action begins.
    pub(super) fn acts<'c>(
        &mut self,
        slot: Slot,
        fresh: bool,
        context: &'c mut Context<'_>,
    ) -> &'c mut Book {
        let Some(Argument { way: Way::At | Way::By, .. }) = context.data.arguments.get(&slot)
        else {
            return context.act(slot);
        };
        if fresh {
            self.run.argument = context.argument(slot).flatten();
        }
        context.see(slot, self.run.argument.as_ref().expect("it was read when the node began"));
        context.book
    }

    /// Returns `true` if an expression has no result that the node evaluates when it begins.
    pub(super) fn lacks_results(&self, fresh: bool, context: &Context<'_>) -> bool {
        let lacks = |of: &Formula| match of {
            Formula::Word(_, slot) => context.argument(*slot).is_some_and(|of| of.is_none()),
            // It is asked when the node decides.
            of => !of.has_word() && context.value(of).is_none(),
        };
        let lacks_slot = |slot: &Slot| match context.data.formulas.get(slot) {
            Some(of) => lacks(of),
            None => context.argument(*slot).is_some_and(|of| of.is_none()),
        };
        let lacks_span = |span: &Span| matches!(span, Span::Slot(slot) if lacks_slot(slot));
        let lacks_count = |count: &Count| matches!(count, Count::Slot(slot) if lacks_slot(slot));
        match &self.node.head {
            // They decide in every tick.
            Head::ActiveIf(slot) | Head::ActiveMatch(slot) => lacks_slot(slot),
            _ if !fresh => false,
            Head::If(slot)
            | Head::Match(slot)
            | Head::Action(slot, _)
            | Head::Give(slot, ..)
            | Head::Gain(slot, _)
            | Head::Both(slot, _)
            | Head::Job(slot)
            | Head::With(slot) => lacks_slot(slot),
            Head::Set(_, of) => lacks(of),
            Head::Wait(span)
            | Head::Timeout(span)
            | Head::Delay(span)
            | Head::Cooldown(span, _)
            | Head::Every(span)
            | Head::Service(span, _) => lacks_span(span),
            Head::Repeat(count, every) | Head::Retry(count, every) => {
                count.iter().any(lacks_count) || every.iter().any(lacks_span)
            }
            Head::Recover(count) => lacks_count(count),
            Head::Pipeline(lasts) => lasts.iter().flatten().any(lacks_span),
            Head::Subtree(subtree) => subtree.arguments.iter().any(|(_, slot)| lacks_slot(slot)),
            Head::For(_, Numbers::Slot(slot)) => {
                let ends = context.data.ranges.get(slot);
                ends.is_some_and(|ends| ends.iter().any(lacks))
            }
            Head::Cleanup
            | Head::Nap(_)
            | Head::Await(_)
            | Head::Vow(_)
            | Head::Hired(_)
            | Head::Condition(_)
            | Head::Guard(_)
            | Head::PrioritySelector(_)
            | Head::UtilitySelector(_)
            | Head::ActiveUtilitySelector(..)
            | Head::Let(..)
            | Head::Bind(..)
            | Head::Place(..)
            | Head::For(_, Numbers::Literal(..))
            | Head::Finally(..)
            | Head::Ticket(_)
            | Head::RandomSelector(..)
            | Head::RandomSequence(..)
            | Head::Succeed
            | Head::Fail
            | Head::Running
            | Head::Sequence
            | Head::Selector
            | Head::ActiveSequence
            | Head::ActiveSelector
            | Head::Parallel(_)
            | Head::Monitor { .. }
            | Head::RoundRobin
            | Head::Not
            | Head::ForceSuccess
            | Head::ForceFailure
            | Head::Once => false,
        }
    }

    /// Fails without a tick, because an expression has no result.
    pub(super) fn refuse(&mut self, context: &mut Context<'_>) -> Status {
        self.abort_children(context);
        self.active = false;
        self.is_asked = false;
        self.forget();
        let is_leaf = matches!(
            self.node.head,
            Head::Action(..)
                | Head::Give(..)
                | Head::Gain(..)
                | Head::Both(..)
                | Head::Set(..)
                | Head::Job(_)
                | Head::Wait(_)
        );
        context.events.push(if is_leaf {
            Event::Leaf(self.id, Status::Failure, None)
        } else {
            Event::Finished(self.id, Status::Failure)
        });
        Status::Failure
    }
}
