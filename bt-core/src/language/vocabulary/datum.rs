//! The values that the names of a file stand for.

use super::Value;
#[cfg(feature = "serde")]
use crate::language::private::Float;

/// A value of a type that a file knows, or of a type of the program: the `Own` of a vocabulary.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    all(feature = "serde", feature = "std"),
    derive(serde::Deserialize),
    serde(bound(deserialize = "T: serde::Deserialize<'de>"))
)]
pub enum Datum<T> {
    Plain(#[cfg_attr(feature = "serde", serde(serialize_with = "serialize"))] Value),
    Own(T),
}

/// Writes floats so that they are loaded to the last bit.
#[cfg(feature = "serde")]
fn serialize<S: serde::Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    const NAME: &str = "Value";
    match value {
        Value::F32(value) => serializer.serialize_newtype_variant(NAME, 2, "f32", &Float(*value)),
        Value::F64(value) => serializer.serialize_newtype_variant(NAME, 3, "f64", &Float(*value)),
        value => serde::Serialize::serialize(value, serializer),
    }
}

impl<T> Datum<T> {
    /// The value, if a file knows its type.
    #[inline]
    pub const fn plain(&self) -> Option<Value> {
        match self {
            Self::Plain(value) => Some(*value),
            Self::Own(_) => None,
        }
    }

    /// The value of a type of the program.
    #[inline]
    pub const fn own(&self) -> Option<&T> {
        match self {
            Self::Own(value) => Some(value),
            Self::Plain(_) => None,
        }
    }
}

/// An argument of a type of the program.
pub enum Lent<'a, T> {
    /// It is of another type.
    Nothing,
    /// The value of a name.
    Value(&'a T),
    /// A value that was made for the call.
    Made(T),
}

impl<T> Lent<'_, T> {
    #[inline]
    pub const fn get(&self) -> Option<&T> {
        match self {
            Self::Nothing => None,
            Self::Value(value) => Some(value),
            Self::Made(value) => Some(value),
        }
    }
}

#[cfg(all(feature = "serde", feature = "std"))]
impl<'de> serde::Deserialize<'de> for Value {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Saved {
            Bool(bool),
            Integer(i128),
            F32(Float<f32>),
            F64(Float<f64>),
            Duration(core::time::Duration),
            Text(crate::__private::Text),
            Variant(usize),
        }
        Ok(match Saved::deserialize(deserializer)? {
            Saved::Bool(value) => Self::Bool(value),
            Saved::Integer(value) => Self::Integer(value),
            Saved::F32(value) => Self::F32(value.0),
            Saved::F64(value) => Self::F64(value.0),
            Saved::Duration(value) => Self::Duration(value),
            Saved::Text(value) => Self::Text(value.0),
            Saved::Variant(value) => Self::Variant(value),
        })
    }
}
