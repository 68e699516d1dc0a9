//! The values that the names of a file stand for.

use super::Value;

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

/// Writes a number that is not finite by its bits: JSON has no such numbers.
#[cfg(feature = "serde")]
fn serialize<S: serde::Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    const NAME: &str = "Value";
    match value {
        Value::F32(value) if !value.is_finite() => {
            serializer.serialize_newtype_variant(NAME, 7, "f32_bits", &value.to_bits())
        }
        Value::F64(value) if !value.is_finite() => {
            serializer.serialize_newtype_variant(NAME, 8, "f64_bits", &value.to_bits())
        }
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
            F32(f32),
            F64(f64),
            Duration(core::time::Duration),
            Text(crate::__private::Text),
            Variant(usize),
            #[serde(rename = "f32_bits")]
            F32Bits(u32),
            #[serde(rename = "f64_bits")]
            F64Bits(u64),
        }
        Ok(match Saved::deserialize(deserializer)? {
            Saved::Bool(value) => Self::Bool(value),
            Saved::Integer(value) => Self::Integer(value),
            Saved::F32(value) => Self::F32(value),
            Saved::F64(value) => Self::F64(value),
            Saved::Duration(value) => Self::Duration(value),
            Saved::Text(value) => Self::Text(value.0),
            Saved::Variant(value) => Self::Variant(value),
            Saved::F32Bits(bits) => Self::F32(f32::from_bits(bits)),
            Saved::F64Bits(bits) => Self::F64(f64::from_bits(bits)),
        })
    }
}
