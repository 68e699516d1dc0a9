//! The building blocks of the words of a vocabulary.

use super::NoEvents;
use crate::Can;
use crate::language::private::Events;
use crate::{Action, Clock, Output, Status, Wake};
use core::marker::PhantomData;
use core::time::Duration;

/// The arguments of an action that is no value of a type of its own, kept while it runs: a stateful action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "Arguments: serde::Serialize",
        deserialize = "Arguments: serde::Deserialize<'de>"
    ))
)]
pub struct KeptArguments<Vocabulary, const WORD: usize, Arguments, Given = ()> {
    pub values: Arguments,
    /// The result of the tick in which it succeeded, until it is taken in the same tick.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub given: Option<Given>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub of: PhantomData<Vocabulary>,
}

/// One tick of such an action.
pub trait KeepsArguments<Blackboard: ?Sized, const WORD: usize, Arguments> {
    /// What is lent to it in each tick: a tuple of references.
    type Lent<'l>;
    /// The value that it gives when it succeeds.
    type Given;

    /// The results, for proofs.
    const CAN: Can = Can::ANYTHING.never_refuses();

    /// Nothing; `None` if something has to be lent.
    fn nothing<'l>() -> Option<Self::Lent<'l>>;

    fn run(
        arguments: &Arguments,
        lent: Self::Lent<'_>,
        blackboard: &mut Blackboard,
        events: impl Events,
        node: u32,
    ) -> (Status, Option<Self::Given>);
}

impl<Vocabulary, const WORD: usize, Arguments, Given>
    KeptArguments<Vocabulary, WORD, Arguments, Given>
{
    /// One tick with what is lent to it.
    #[inline]
    pub fn tick_with<Blackboard: ?Sized>(
        &mut self,
        lent: Vocabulary::Lent<'_>,
        blackboard: &mut Blackboard,
        events: impl Events,
        node: u32,
    ) -> Status
    where
        Vocabulary: KeepsArguments<Blackboard, WORD, Arguments, Given = Given>,
    {
        let (status, given) = Vocabulary::run(&self.values, lent, blackboard, events, node);
        self.given = given;
        status
    }
}

impl<Blackboard, Vocabulary, const WORD: usize, Arguments, Given> Action<Blackboard>
    for KeptArguments<Vocabulary, WORD, Arguments, Given>
where
    Blackboard: ?Sized,
    Vocabulary: KeepsArguments<Blackboard, WORD, Arguments, Given = Given>,
{
    const CAN: Can = Vocabulary::CAN;

    #[inline]
    fn tick(&mut self, blackboard: &mut Blackboard) -> Status {
        self.report_tick(blackboard, NoEvents::<false>, 0)
    }

    #[inline]
    fn report_tick<E: Events>(
        &mut self,
        blackboard: &mut Blackboard,
        events: E,
        node: u32,
    ) -> Status {
        // A caller with references to pass calls `tick_with`.
        match Vocabulary::nothing() {
            Some(nothing) => self.tick_with(nothing, blackboard, events, node),
            None => Status::Failure,
        }
    }
}

/// Its result, in the tick in which it has succeeded.
impl<Vocabulary, const WORD: usize, Arguments, Given> Output<Given>
    for KeptArguments<Vocabulary, WORD, Arguments, Given>
{
    #[inline]
    fn output(&mut self) -> Given {
        super::taken(&mut self.given)
    }
}

/// An action of a vocabulary that waits for a future: its arguments, with which a future can begin again, and the future.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "Arguments: serde::Serialize, Future: serde::Serialize",
        deserialize = "Arguments: serde::Deserialize<'de>, Future: serde::Deserialize<'de>"
    ))
)]
pub struct KeptAwait<Vocabulary, const WORD: usize, Arguments, Future> {
    arguments: Arguments,
    future: Future,
    #[cfg_attr(feature = "serde", serde(skip))]
    of: PhantomData<Vocabulary>,
}

/// One tick of such an action.
pub trait Awaits<Blackboard: ?Sized, const WORD: usize, Arguments, Future> {
    /// The results, for proofs.
    const CAN: Can = Can::ANYTHING.never_refuses();

    fn run(
        future: &mut Future,
        arguments: &Arguments,
        blackboard: &mut Blackboard,
        events: impl Events,
        node: u32,
    ) -> Status;
}

impl<Vocabulary, const WORD: usize, Arguments, Future: Default>
    KeptAwait<Vocabulary, WORD, Arguments, Future>
{
    pub fn new(arguments: Arguments) -> Self {
        Self { arguments, future: Future::default(), of: PhantomData }
    }
}

impl<Blackboard, Vocabulary, const WORD: usize, Arguments, Future> Action<Blackboard>
    for KeptAwait<Vocabulary, WORD, Arguments, Future>
where
    Blackboard: ?Sized,
    Vocabulary: Awaits<Blackboard, WORD, Arguments, Future>,
    Future: Action<Blackboard>,
{
    const CAN: Can = Vocabulary::CAN;

    fn tick(&mut self, blackboard: &mut Blackboard) -> Status {
        self.report_tick(blackboard, NoEvents::<false>, 0)
    }

    fn report_tick<E: Events>(
        &mut self,
        blackboard: &mut Blackboard,
        events: E,
        node: u32,
    ) -> Status {
        Vocabulary::run(&mut self.future, &self.arguments, blackboard, events, node)
    }

    fn next_wake(&self) -> Wake {
        self.future.next_wake()
    }
}

impl<Vocabulary, const WORD: usize, Arguments, Future, Given> Output<Given>
    for KeptAwait<Vocabulary, WORD, Arguments, Future>
where
    Future: Output<Given>,
{
    fn output(&mut self) -> Given {
        self.future.output()
    }
}

/// A text among such arguments. It is saved and loaded as any text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Text(pub &'static str);

/// Detects a blackboard with a clock. Rust prefers an item of an `impl` to an item of a trait, so this one is chosen
/// over [`Untimed`] where both exist.
pub struct Timed<Blackboard: ?Sized>(PhantomData<fn(&Blackboard)>);

impl<Blackboard: Clock + ?Sized> Timed<Blackboard> {
    pub const HAS_CLOCK: bool = true;

    #[inline]
    pub fn now(blackboard: &Blackboard) -> Duration {
        blackboard.now()
    }
}

/// A blackboard without a clock.
pub trait Untimed<Blackboard: ?Sized> {
    const HAS_CLOCK: bool = false;

    #[must_use]
    fn now(_: &Blackboard) -> Duration {
        Duration::ZERO
    }
}

impl<Blackboard: ?Sized> Untimed<Blackboard> for Timed<Blackboard> {}

#[cfg(all(feature = "serde", feature = "std"))]
pub use loaded::{optional_text, text};

#[cfg(all(feature = "serde", feature = "std"))]
mod loaded {
    use super::Text;
    use core::fmt;
    use serde::de::{Deserialize, Deserializer, Error, Visitor};
    struct Reader;

    impl Visitor<'_> for Reader {
        type Value = Text;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a text")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
            Ok(Text(crate::language::texts::kept(text)))
        }
    }

    /// For a field that keeps a text.
    ///
    /// # Errors
    ///
    /// If there is no text.
    pub fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
        Text::deserialize(deserializer).map(|text| text.0)
    }

    /// For a field that may keep a text.
    ///
    /// # Errors
    ///
    /// If there is something else.
    pub fn optional_text<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<&'static str>, D::Error> {
        Ok(Option::<Text>::deserialize(deserializer)?.map(|text| text.0))
    }

    impl<'de> Deserialize<'de> for Text {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_str(Reader)
        }
    }
}
