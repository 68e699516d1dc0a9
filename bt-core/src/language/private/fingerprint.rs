//! The fingerprint of a tree, which its saved states carry.

#[cfg(feature = "serde")]
use super::Machine;
use core::marker::PhantomData;

/// Saves the fingerprint of the tree `T`, and refuses another one. A tree that derives `Serialize` or `Deserialize` has it
/// in an attribute, so it needs the feature `serde`.
pub struct Fingerprint<T>(PhantomData<fn() -> T>);

#[cfg(feature = "serde")]
impl<T: Machine> Fingerprint<T> {
    /// Saves it.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    pub fn serialize<S: serde::Serializer>((): &(), serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(T::FINGERPRINT)
    }

    /// Compares it with the one that was saved.
    ///
    /// # Errors
    ///
    /// Those of the deserializer, and one for the state of another tree.
    pub fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
        let saved: u64 = serde::Deserialize::deserialize(deserializer)?;
        if saved == T::FINGERPRINT {
            return Ok(());
        }
        let tree = core::any::type_name::<T>();
        Err(serde::de::Error::custom(format_args!(
            "this state was saved by another tree, or by another version of `{tree}`: make a new agent"
        )))
    }
}

/// Is implemented by nothing, so that rustc says what is missing.
#[cfg(not(feature = "serde"))]
#[diagnostic::on_unimplemented(
    message = "a tree that derives `Serialize` or `Deserialize` needs the feature `serde` of `bt-core`",
    label = "needs the feature `serde` of `bt-core`"
)]
pub trait Serde {
    /// The result of a function of serde.
    type Result;
}

#[cfg(not(feature = "serde"))]
impl<T> Fingerprint<T> {
    /// Stands where the feature is missing.
    #[must_use]
    pub fn serialize<S: Serde>((): &(), _: S) -> S::Result {
        unreachable!("nothing implements it")
    }

    /// The same.
    #[must_use]
    pub fn deserialize<D: Serde>(_: D) -> D::Result {
        unreachable!("nothing implements it")
    }
}

/// The fingerprint of a tree from a hash of its own and the fingerprints of its subtrees. It fits into the numbers of
/// every format: 53 bits.
#[must_use]
pub const fn fingerprint(own: u64, subtrees: &[u64]) -> u64 {
    let (mut hash, mut rest) = (own, subtrees);
    while let [first, others @ ..] = rest {
        hash = (hash ^ *first).wrapping_mul(0x0100_0000_01b3);
        rest = others;
    }
    hash >> 11
}
