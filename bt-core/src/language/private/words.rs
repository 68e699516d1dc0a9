//! The building blocks of the words of a vocabulary.

use super::NoEvents;
use crate::language::private::Events;
use crate::{Action, Clock, Status};
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
pub struct KeptArguments<Vocabulary, const WORD: usize, Arguments> {
    pub values: Arguments,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub of: PhantomData<Vocabulary>,
}

/// One tick of such an action.
pub trait KeepsArguments<Blackboard: ?Sized, const WORD: usize, Arguments> {
    fn run(
        arguments: &Arguments,
        blackboard: &mut Blackboard,
        events: impl Events,
        node: u32,
    ) -> Status;
}

impl<Blackboard, Vocabulary, const WORD: usize, Arguments> Action<Blackboard>
    for KeptArguments<Vocabulary, WORD, Arguments>
where
    Blackboard: ?Sized,
    Vocabulary: KeepsArguments<Blackboard, WORD, Arguments>,
{
    #[inline]
    fn tick(&mut self, blackboard: &mut Blackboard) -> Status {
        Vocabulary::run(&self.values, blackboard, NoEvents::<false>, 0)
    }

    #[inline]
    fn report_tick<E: Events>(
        &mut self,
        blackboard: &mut Blackboard,
        events: E,
        node: u32,
    ) -> Status {
        Vocabulary::run(&self.values, blackboard, events, node)
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

    impl<'de> Deserialize<'de> for Text {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_str(Reader)
        }
    }
}
