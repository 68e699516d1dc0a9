//! The functions of a vocabulary that its macro writes.

use crate::language::private::{Events, Kept};
use crate::vocabulary::datum::{Datum, Lent};
use crate::vocabulary::{Plain, Rule, Value, Word};
use crate::{End, Node, Status, Wake};
use core::any::Any;
use core::fmt::Debug;
use core::time::Duration;

/// The values of a word's parameters, in the order of their declaration.
pub struct Arguments<'a, Own> {
    values: &'a [Value],
    /// The place of the first.
    first: usize,
    /// The first, in bits.
    bits: u64,
    /// Those of types of the program, at the same places from 0.
    own: &'a [Lent<'a, Own>],
}

impl<Own> Clone for Arguments<'_, Own> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Own> Copy for Arguments<'_, Own> {}

impl<'a, Own> Arguments<'a, Own> {
    /// The values of all parameters, in the order of their declaration.
    #[must_use]
    #[inline]
    pub const fn new(values: &'a [Value]) -> Self {
        Self { values, first: 0, bits: first_bits(values, 0), own: &[] }
    }

    /// The same, with values of types of the program.
    #[must_use]
    #[inline]
    #[cfg(feature = "files")]
    pub(crate) const fn with(values: &'a [Value], own: &'a [Lent<'a, Own>]) -> Self {
        Self { values, first: 0, bits: first_bits(values, 0), own }
    }

    /// Those that begin at this place.
    #[must_use]
    #[inline]
    #[cfg(feature = "files")]
    pub(crate) const fn at(values: &'a [Value], first: usize) -> Self {
        Self { values, first, bits: first_bits(values, first), own: &[] }
    }

    /// The same; `bits` is the first.
    #[must_use]
    #[inline]
    #[cfg(feature = "files")]
    pub(crate) const fn with_bits(values: &'a [Value], first: usize, bits: u64) -> Self {
        Self { values, first, bits, own: &[] }
    }

    /// The value of one parameter.
    #[must_use]
    #[inline]
    pub fn get<T: Plain>(self, place: usize) -> T {
        if T::IN_BITS && place == 0 {
            return T::of_bits(self.bits);
        }
        T::of(self.values.get(self.first + place).copied().unwrap_or(Value::Variant(0)))
    }

    /// The value of one parameter of a type of the program.
    #[must_use]
    #[inline]
    pub fn own(self, place: usize) -> Option<&'a Own> {
        self.own.get(place).and_then(Lent::get)
    }

    /// The number of the variant, of a parameter that is an enum.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "it was one")]
    pub fn variant(self, place: usize) -> usize {
        if place == 0 {
            return self.bits as usize;
        }
        if let Some(Value::Variant(variant)) = self.values.get(self.first + place) {
            *variant
        } else {
            0
        }
    }
}

#[inline]
const fn first_bits(values: &[Value], first: usize) -> u64 {
    if first < values.len() { values[first].bits() } else { 0 }
}

/// What a leaf has done. The results of a condition and of an action are different values, so that the compiler tests
/// each only where it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Done {
    /// An action has succeeded.
    Success,
    /// An action has failed.
    Failure,
    /// An action runs.
    Running,
    /// A condition does not hold.
    No,
    /// A condition holds.
    Yes,
    /// The word is no leaf.
    Other,
}

impl From<Status> for Done {
    #[inline]
    fn from(status: Status) -> Self {
        match status {
            Status::Success => Self::Success,
            Status::Failure => Self::Failure,
            Status::Running => Self::Running,
        }
    }
}

impl From<bool> for Done {
    #[inline]
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// The results of an action that are taken, in their order; empty if none is taken.
pub type ResultSlots<'g, Own> = &'g mut [Option<Datum<Own>>];

/// A vocabulary: what its words keep, and what they are.
pub trait Vocabulary: Sized + 'static {
    /// The data of one node while it is active: a stateful action, a decorator, or the arguments of an action. A tree
    /// of the vocabulary is kept as long as the agent lives. An enum with a variant for each.
    type Held;
    /// A value of a type of the program. An enum with a variant for each type.
    type Own: 'static;
    /// Its name.
    const NAME: &'static str;
    /// The words; their places are how the functions of [`Play`] are told which is meant.
    const WORDS: &'static [Word];
    /// The rules that every tree of a file has to keep.
    const RULES: &'static [Rule] = &[];
    /// The largest number of transitions for the proofs of a tree, if the vocabulary says it.
    const LIMIT: Option<u64> = None;
    /// The results that the types of the words allow, by their places, for proofs.
    #[cfg(feature = "facts")]
    const FACTS: crate::language::private::Facts = crate::language::private::Facts::NONE;
    /// `true` if it says how random numbers are drawn.
    const HAS_RANDOM: bool;
    /// `true` if its blackboard has a clock.
    const HAS_CLOCK: bool;

    /// The nodes of a tree of the vocabulary.
    fn nodes(word: usize) -> &'static [Node];

    /// A copy of a value.
    fn copied(own: &Self::Own) -> Self::Own;

    /// The value, to be shown, if its type can be.
    fn shown(own: &Self::Own) -> Option<&dyn Debug>;

    /// The value, for downcasts.
    fn any(own: &Self::Own) -> &dyn Any;

    /// A copy of a value of the type with this name; `None` if it is of another type.
    fn own_of(name: &str, value: &dyn Any) -> Option<Self::Own>;

    /// The word that keeps this.
    fn word(held: &Self::Held) -> usize;

    /// A tree of the vocabulary in which nothing runs.
    fn tree(word: usize) -> Option<Self::Held>;

    /// The fingerprint of such a tree, with which its states are saved.
    fn fingerprint(word: usize) -> u64;

    /// An active node of such a tree with nothing active below it; see `Machine::tip`.
    fn tip(held: &Self::Held, from: u32) -> u32;

    /// Visits what the nodes of such a tree keep.
    fn kept(held: &Self::Held, kept: &mut Kept<'_>);

    /// When a stateful action or a tree of the vocabulary has to be ticked again.
    fn next_wake<const IF_UNCHANGED: bool>(held: &Self::Held) -> Wake;

    /// Moves the times that it keeps to later ones.
    fn shift(held: &mut Self::Held, by: Duration);
}

/// The effects of the words on a blackboard. Each function is called for words of its own kind only.
pub trait Play<Blackboard: ?Sized>: Vocabulary {
    /// The answer to a condition, or to a `value` of the type `bool`.
    fn ask(word: usize, arguments: Arguments<'_, Self::Own>, blackboard: &Blackboard) -> bool;

    /// The answer to a condition, or to a `value` of the type `bool`, or one tick of an action that is not stateful; the
    /// action reports the events of the leaf.
    fn leaf(
        word: usize,
        arguments: Arguments<'_, Self::Own>,
        blackboard: &mut Blackboard,
        events: impl Events,
        node: u32,
    ) -> Done;

    /// The current value of a `value`.
    fn value(word: usize, arguments: Arguments<'_, Self::Own>, blackboard: &Blackboard) -> Value;

    /// The current value of a `value` of a type of the program.
    fn own(
        word: usize,
        arguments: Arguments<'_, Self::Own>,
        blackboard: &Blackboard,
    ) -> Option<Self::Own>;

    /// A random number.
    fn draw(blackboard: &mut Blackboard) -> u32;

    /// The time of the blackboard.
    fn now(blackboard: &Blackboard) -> Duration;

    /// Makes a stateful action or a decorator; or keeps the arguments of an action that is not stateful.
    /// `None` for every other word.
    fn make(
        word: usize,
        arguments: Arguments<'_, Self::Own>,
        blackboard: &mut Blackboard,
    ) -> Option<Self::Held>;

    /// `Action::check` or `Decorator::check`.
    fn check(held: &Self::Held, blackboard: &Blackboard) -> bool;

    /// `Action::start` or `Decorator::start`.
    fn start(held: &mut Self::Held, blackboard: &mut Blackboard);

    /// `Action::tick`, or one tick of an action with the arguments that are kept; `lent` has those that are lent in each
    /// tick. It reports the events of the leaf.
    fn tick(
        held: &mut Self::Held,
        lent: Arguments<'_, Self::Own>,
        blackboard: &mut Blackboard,
        events: impl Events,
        node: u32,
        results: ResultSlots<'_, Self::Own>,
    ) -> Status;

    /// `Action::end` or `Decorator::end`.
    fn end(held: &mut Self::Held, blackboard: &mut Blackboard, end: End);

    /// `Decorator::tick`.
    fn decorate(
        held: &mut Self::Held,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status;

    /// One tick of a tree of the vocabulary.
    fn tick_tree(held: &mut Self::Held, blackboard: &mut Blackboard, events: impl Events)
    -> Status;

    /// Ends what runs in a tree of the vocabulary.
    fn abort_tree(held: &mut Self::Held, blackboard: &mut Blackboard, events: impl Events);
}
