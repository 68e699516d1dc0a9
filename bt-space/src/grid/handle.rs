//! Handles of entities.

#[cfg(feature = "serde")]
use super::saved::SavedHandle;
use core::fmt;
use core::num::NonZeroU32;

/// The id of an entity of a [`Grid`](super::Grid): a number, which you can use as an index of your own
/// arrays, and a generation, which distinguishes it from all other entities that have had the same number in
/// the same grid. Do not mix handles of different grids: a handle of another grid may refer to any entity.
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
    /// The handle of an empty place.
    pub(super) const NOBODY: Self = Self { index: u32::MAX, generation: NonZeroU32::MIN };

    pub(super) const fn new(index: u32, generation: NonZeroU32) -> Self {
        Self { index, generation }
    }

    #[inline]
    pub(super) const fn number(self) -> u32 {
        self.index
    }

    /// The number of the entity. Numbers are small, and the number of a removed entity is used again.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The generation of the handle.
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
