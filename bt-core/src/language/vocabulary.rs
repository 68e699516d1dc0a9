//! The words that trees in files are made of, as data.
//!
//! A `vocabulary` in [`behavior_tree!`](crate::behavior_tree) declares them. Its constant `WORDS` lists them for tools: editors,
//! documentation, tests. A word prints itself as it is declared.
//!
//! ```
//! use bt_core::behavior_tree;
//! use bt_core::vocabulary::{Type, Value, WordKind};
//!
//! behavior_tree! {
//!     vocabulary Door(is_open: &mut bool) {
//!         /// The door is open.
//!         condition IsOpen => *is_open;
//!         /// Opens the door.
//!         action Open(/** in percent */ width: u8 = 100) => *is_open = width > 0;
//!     }
//! }
//!
//! let [is_open, open] = Door::WORDS else { panic!("two words") };
//! assert_eq!((is_open.name, is_open.kind), ("IsOpen", WordKind::Condition));
//! assert_eq!(open.to_string(), "action Open(width: u8 = 100)");
//! assert_eq!(open.description, Some("Opens the door."));
//! let width = &open.parameters[0];
//! assert_eq!((width.of, width.default), (Type::Integer("u8"), Some(Value::Integer(100))));
//! assert_eq!(width.description, Some("in percent"));
//! ```

#[doc(hidden)]
pub mod arithmetic;
#[doc(hidden)]
pub mod datum;
mod show;

use crate::Can;
use core::panic::Location;
use core::time::Duration;

/// A word of a vocabulary.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Word {
    /// Its name, by which files call it.
    pub name: &'static str,
    /// Its kind, with the data of the kind.
    pub kind: WordKind,
    /// Its parameters, in the order of their declaration.
    pub parameters: &'static [Parameter],
    /// The results of an action; one without a name of its own has the name of the word.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "are_none"))]
    pub results: &'static [Parameter],
    /// Its doc comment.
    pub description: Option<&'static str>,
    /// The results that its type allows, if the vocabulary has rules: proofs of files need to know it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub can: Option<Can>,
}

/// A rule of a vocabulary, which every tree of a file keeps: `rule always Fire.ticked -> IsSafe.succeeded;`
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Rule {
    /// The rule as it is laid out, without its `;`.
    #[cfg_attr(feature = "serde", serde(rename = "rule"))]
    pub text: &'static str,
    /// Its doc comment.
    pub description: Option<&'static str>,
    /// Where it is written.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub place: &'static Location<'static>,
}

impl Rule {
    /// A rule, for generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        text: &'static str,
        description: Option<&'static str>,
        place: &'static Location<'static>,
    ) -> Self {
        Self { text, description, place }
    }
}

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum WordKind {
    /// A question: `condition SeesEnemy;`, `guard(SeesEnemy)`, `if SeesEnemy { … }`.
    Condition,
    /// Something to do: `action Attack;`.
    Action {
        /// `true` if it is a value of a type of its own, which is kept while the action runs, or waits for a future.
        is_stateful: bool,
    },
    /// A decorator: `with Brave(up_to = 2) …`.
    Decorator,
    /// A value of this type, which may stand where a literal of its type may.
    Value(Type),
    /// A type of the program: `let(goal: Pose = Goal)`.
    Type,
    /// A tree that is compiled into the program: `subtree Shoot;`.
    Subtree {
        /// The part of the blackboard that it works on; none if it works on all of it.
        part: Option<&'static str>,
    },
}

/// A parameter of a word.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Parameter {
    /// Its name, by which files give it a value.
    pub name: &'static str,
    /// Its type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub of: Type,
    /// `true` for `&Type`: what is lent in each tick, and never cloned.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "core::ops::Not::not"))]
    pub by_reference: bool,
    /// The value that it has where a file gives none.
    pub default: Option<Value>,
    /// Its doc comment: its unit, or what it means.
    pub description: Option<&'static str>,
}

/// The type of a parameter or of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Type {
    /// `bool`
    Bool,
    /// An integer of this name: `u8`.
    Integer(&'static str),
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// A length of time.
    Duration,
    /// `&'static str`
    Text,
    /// One of the listed variants of an enum.
    Enum {
        /// Its name.
        name: &'static str,
        /// The variants that a file may name.
        variants: &'static [&'static str],
    },
    /// A type of the program, by the name that the vocabulary declares.
    Own(&'static str),
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Value {
    /// `true`
    Bool(bool),
    /// An integer of any type.
    Integer(i128),
    /// `1.5`
    F32(f32),
    /// `1.5`
    F64(f64),
    /// `250ms`
    Duration(Duration),
    /// `"gate"`
    Text(&'static str),
    /// The place of a variant in its type.
    Variant(usize),
}

/// Most words have no results, and their data does not name them.
#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "`serde` calls it so")]
const fn are_none(results: &&'static [Parameter]) -> bool {
    results.is_empty()
}

impl Word {
    /// A word, for generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        name: &'static str,
        kind: WordKind,
        parameters: &'static [Parameter],
        results: &'static [Parameter],
        description: Option<&'static str>,
    ) -> Self {
        Self { name, kind, parameters, results, description, can: None }
    }

    /// The same word with the results that its type allows, for generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn with(self, can: Can) -> Self {
        Self { can: Some(can), ..self }
    }

    /// What its type allows, for generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn can(&self) -> Can {
        match self.can {
            Some(can) => can,
            None => Can::ANYTHING,
        }
    }
}

impl Parameter {
    /// A parameter, for generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        name: &'static str,
        of: Type,
        by_reference: bool,
        default: Option<Value>,
        description: Option<&'static str>,
    ) -> Self {
        Self { name, of, by_reference, default, description }
    }
}

/// A type that a parameter or a `value` may have, for generated code.
#[doc(hidden)]
pub trait Plain: Sized {
    /// Converts a value of this type; a value of another type is never passed.
    fn of(value: Value) -> Self;

    /// The other way round.
    fn value(self) -> Value;

    /// `true` if 64 bits hold a value of this type; see [`Value::bits`].
    const IN_BITS: bool = false;

    /// The value in those bits.
    #[must_use]
    #[inline]
    fn of_bits(_: u64) -> Self {
        Self::of(Value::Variant(0))
    }
}

impl Value {
    /// The value in 64 bits, for the types that fit.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_lossless,
        reason = "types that need more bits do not read them"
    )]
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        match self {
            Self::Bool(value) => value as u64,
            Self::Integer(value) => value as u64,
            Self::F32(value) => value.to_bits() as u64,
            Self::F64(value) => value.to_bits(),
            Self::Variant(value) => value as u64,
            Self::Duration(_) | Self::Text(_) => 0,
        }
    }
}

macro_rules! plain {
    ($of:ty, $kind:ident, $none:expr $(, $bits:ident => $of_bits:expr)?) => {
        impl Plain for $of {
            #[inline]
            fn of(value: Value) -> Self {
                if let Value::$kind(value) = value { value } else { $none }
            }

            #[inline]
            fn value(self) -> Value {
                Value::$kind(self)
            }

            $(
                const IN_BITS: bool = true;

                #[inline]
                #[allow(clippy::cast_possible_truncation, reason = "the upper bits are zero")]
                fn of_bits($bits: u64) -> Self {
                    $of_bits
                }
            )?
        }
    };
}

plain!(bool, Bool, false, bits => bits != 0);
plain!(f32, F32, 0.0, bits => f32::from_bits(bits as u32));
plain!(f64, F64, 0.0, bits => f64::from_bits(bits));
plain!(Duration, Duration, Duration::ZERO);
plain!(&'static str, Text, "");

macro_rules! integers {
    ($($of:ty)*) => {$(
        impl Plain for $of {
            #[inline]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_lossless,
                clippy::cast_possible_wrap,
                reason = "whoever read the file has refused what does not fit"
            )]
            fn of(value: Value) -> Self {
                if let Value::Integer(value) = value { value as Self } else { 0 }
            }

            #[inline]
            #[allow(
                clippy::cast_possible_wrap,
                clippy::cast_lossless,
                reason = "a value of this type becomes one of the same type again"
            )]
            fn value(self) -> Value {
                Value::Integer(self as i128)
            }

            const IN_BITS: bool = size_of::<Self>() <= size_of::<u64>();

            #[inline]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                clippy::cast_lossless,
                reason = "as above"
            )]
            fn of_bits(bits: u64) -> Self {
                bits as Self
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
