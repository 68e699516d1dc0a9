//! Handles of entities.

#[cfg(feature = "serde")]
use super::saved::SavedHandle;
use core::fmt;
use core::num::NonZeroU32;

/// An entity of a [`Grid`](super::Grid): a number for its place in arrays of your own, and a generation that
/// tells it from all others that have had that number in the same grid. A handle of another grid may be taken for
/// somebody else's: keep those of two grids apart.
///
/// `Option<Handle>` is as small as a handle, 8 bytes. Handles are ordered by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "SavedHandle", try_from = "SavedHandle"))]
pub struct Handle {
    index: u32,
    generation: NonZeroU32,
}

impl Handle {
    /// Stands in places that are empty.
    pub(super) const NOBODY: Self = Self { index: u32::MAX, generation: NonZeroU32::MIN };

    pub(super) const fn new(index: u32, generation: NonZeroU32) -> Self {
        Self { index, generation }
    }

    #[inline]
    pub(super) const fn number(self) -> u32 {
        self.index
    }

    /// The number of the entity: small, and free again when the entity is removed.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// How often the number was given before, and more.
    #[must_use]
    #[inline]
    pub const fn generation(self) -> NonZeroU32 {
        self.generation
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Handle({}v{})", self.index, self.generation)
    }
}
