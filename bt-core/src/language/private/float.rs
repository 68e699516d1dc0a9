//! Floats that are loaded as they were saved, to the last bit.

/// A float among the arguments that an action keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Float<T>(pub T);

/// For a field that keeps a float, or may keep one: JSON has no number that is not finite, so a text has such a one.
#[cfg(feature = "serde")]
pub mod exact {
    use super::Float;
    use core::fmt;
    use core::marker::PhantomData;
    use serde::de::{Error, IgnoredAny, MapAccess, Unexpected, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// A float, or an optional one.
    pub trait Exact: Sized {
        /// # Errors
        ///
        /// Those of the format.
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

        /// # Errors
        ///
        /// If there is no float.
        fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
    }

    /// # Errors
    ///
    /// Those of the format.
    pub fn serialize<T: Exact, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    /// # Errors
    ///
    /// If there is no float.
    pub fn deserialize<'de, T: Exact, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }

    impl<T: Exact> Serialize for Float<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.serialize(serializer)
        }
    }

    impl<'de, T: Exact> Deserialize<'de> for Float<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            T::deserialize(deserializer).map(Self)
        }
    }

    impl<T: Exact + Copy> Exact for Option<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            Serialize::serialize(&self.map(Float), serializer)
        }

        fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let read: Option<Float<T>> = Deserialize::deserialize(deserializer)?;
            Ok(read.map(|float| float.0))
        }
    }

    struct Reader<T>(PhantomData<T>);

    macro_rules! floats {
        ($($of:ident $bits:ident $serialize:ident $deserialize:ident)*) => {$(
            impl Exact for $of {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    if self.is_finite() || !serializer.is_human_readable() {
                        serializer.$serialize(*self)
                    } else if self.is_nan() {
                        serializer.collect_str(&format_args!("{:#x}", self.to_bits()))
                    } else {
                        serializer.collect_str(self)
                    }
                }

                fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let reader = Reader::<Self>(PhantomData);
                    if deserializer.is_human_readable() {
                        deserializer.deserialize_any(reader)
                    } else {
                        deserializer.$deserialize(reader)
                    }
                }
            }

            #[allow(
                clippy::cast_lossless,
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                reason = "as `serde` reads a float"
            )]
            impl<'de> Visitor<'de> for Reader<$of> {
                type Value = $of;

                fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    formatter.write_str(concat!("a number of type ", stringify!($of)))
                }

                fn visit_f32<E: Error>(self, value: f32) -> Result<$of, E> {
                    Ok(value as $of)
                }

                fn visit_f64<E: Error>(self, value: f64) -> Result<$of, E> {
                    Ok(value as $of)
                }

                fn visit_i64<E: Error>(self, value: i64) -> Result<$of, E> {
                    Ok(value as $of)
                }

                fn visit_u64<E: Error>(self, value: u64) -> Result<$of, E> {
                    Ok(value as $of)
                }

                fn visit_str<E: Error>(self, text: &str) -> Result<$of, E> {
                    let value = match text.strip_prefix("0x") {
                        Some(bits) => $bits::from_str_radix(bits, 16).ok().map($of::from_bits),
                        None => text.parse().ok(),
                    };
                    value.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
                }

                // `serde_json` with its feature `arbitrary_precision` gives a number as a map with its text.
                fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<$of, A::Error> {
                    match map.next_entry::<IgnoredAny, Float<$of>>()? {
                        Some((_, Float(value))) => Ok(value),
                        None => Err(A::Error::invalid_length(0, &self)),
                    }
                }
            }
        )*};
    }

    floats! {
        f32 u32 serialize_f32 deserialize_f32
        f64 u64 serialize_f64 deserialize_f64
    }
}
