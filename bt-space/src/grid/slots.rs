//! Handles of entities: their numbers, and the places of the entities in the rows.

#[cfg(feature = "serde")]
use super::saved::SavedHandle;
use super::{Error, Refused};
use alloc::vec::Vec;
use core::num::NonZeroU32;
use core::{fmt, mem};

/// A number that is used has an odd generation, and its place in the rows and its tile. A number that is free
/// has an even generation, and the next free number.
///
/// A number whose generations are used up is never used again, so a handle never refers to another entity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) generation: u32,
    pub(super) place: u32,
    pub(super) tile: u32,
}

impl Slot {
    pub(super) const fn is_given(self) -> bool {
        self.generation % 2 == 1
    }
}

const NOBODY: u32 = u32::MAX;
const RETIRED: u32 = u32::MAX - 1;

/// All numbers, and the payloads of the used ones.
#[derive(Clone, Debug)]
pub(super) struct Slots<T> {
    pub(super) entries: Vec<Slot>,
    payloads: Vec<Option<T>>,
    free: u32,
    given: usize,
}

/// Ensures that there are as many slots as before in the end, even if a payload panics when it is dropped.
struct Emptied<'a, T> {
    payloads: &'a mut Vec<Option<T>>,
    len: usize,
}

impl<T> Drop for Emptied<'_, T> {
    fn drop(&mut self) {
        self.payloads.resize_with(self.len, || None);
    }
}

impl<T> Slots<T> {
    pub(super) const fn new() -> Self {
        Self { entries: Vec::new(), payloads: Vec::new(), free: NOBODY, given: 0 }
    }

    pub(super) const fn len(&self) -> usize {
        self.given
    }

    pub(super) fn reserve(&mut self, additional: usize) {
        let unused = self.entries.len() - self.given;
        self.entries.reserve(additional.saturating_sub(unused));
        self.payloads.reserve(additional.saturating_sub(unused));
    }

    #[inline]
    pub(super) fn get(&self, handle: Handle) -> Option<Slot> {
        let slot = self.entries.get(handle.index())?;
        (slot.generation == handle.generation().get()).then_some(*slot)
    }

    pub(super) fn payload(&self, handle: Handle) -> Option<&T> {
        self.get(handle)?;
        self.payloads[handle.index()].as_ref()
    }

    pub(super) fn payload_mut(&mut self, handle: Handle) -> Option<&mut T> {
        self.get(handle)?;
        self.payloads[handle.index()].as_mut()
    }

    /// Returns a number for a new entity, whose place has still to be set.
    pub(super) fn give(&mut self, tile: u32, payload: T) -> Result<Handle, Refused<T>> {
        if self.free == NOBODY {
            if let Err(error) = self.add() {
                return Err(Refused { error, payload });
            }
        }
        let index = self.free;
        let slot = &mut self.entries[index as usize];
        let generation = NonZeroU32::MIN.saturating_add(slot.generation);
        self.free = slot.place;
        *slot = Slot { generation: generation.get(), place: NOBODY, tile };
        self.payloads[index as usize] = Some(payload);
        self.given += 1;
        Ok(Handle::new(index, generation))
    }

    /// The places of all entities, and their payloads.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (usize, &mut T)> {
        let all = self.entries.iter().zip(&mut self.payloads);
        all.filter_map(|(slot, payload)| Some((slot.place as usize, payload.as_mut()?)))
    }

    /// Adds a free number. The memory grows by an eighth, not by a factor of two.
    fn add(&mut self) -> Result<(), Error> {
        let index = u32::try_from(self.entries.len()).map_err(|_| Error::Full)?;
        if index >= MAX_ENTITIES {
            return Err(Error::Full);
        }
        if self.entries.len() == self.entries.capacity() {
            let more = self.entries.len() / 8 + 16;
            self.entries.reserve_exact(more);
            self.payloads.reserve_exact(more);
        }
        self.entries.push(Slot { generation: 0, place: self.free, tile: 0 });
        self.payloads.push(None);
        self.free = index;
        Ok(())
    }

    /// Frees all numbers; the lowest is used next. The payloads are dropped last: if one panics, everything
    /// else is consistent.
    pub(super) fn clear(&mut self) {
        self.given = 0;
        self.free = NOBODY;
        for (index, slot) in (0..self.count()).zip(&mut self.entries).rev() {
            if slot.is_given() {
                slot.generation += 1;
            }
            if slot.generation != RETIRED {
                slot.place = self.free;
                self.free = index;
            }
        }
        let emptied = Emptied { len: self.payloads.len(), payloads: &mut self.payloads };
        emptied.payloads.clear();
    }

    #[allow(clippy::cast_possible_truncation, reason = "there are at most 2^31")]
    fn count(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Gives every entity a new number: in this order 0, 1, 2 and so on, except numbers that are retired.
    /// Calls the function with the new handles and the places.
    pub(super) fn renumber(&mut self, order: &[Handle], mut moved: impl FnMut(Handle, u32)) {
        let mut payloads = mem::take(&mut self.payloads);
        let old = self.entries.clone();
        let given = self.given;
        self.payloads.resize_with(payloads.len(), || None);
        // Now all numbers are free, and the lowest is used next.
        self.clear();
        for handle in order {
            let Slot { place, tile, .. } = old[handle.index()];
            let payload = payloads[handle.index()].take();
            if let Some(Ok(new)) = payload.map(|payload| self.give(tile, payload)) {
                self.entries[new.index()].place = place;
                moved(new, place);
            }
        }
        debug_assert_eq!(self.given, given);
    }

    /// All numbers in order, and the payloads of the used ones.
    #[cfg(feature = "serde")]
    pub(super) fn iter(&self) -> impl Iterator<Item = (Slot, Option<&T>)> {
        self.entries.iter().copied().zip(self.payloads.iter().map(Option::as_ref))
    }

    /// The free numbers, the next one first.
    #[cfg(feature = "serde")]
    pub(super) fn free_numbers(&self) -> impl Iterator<Item = u32> {
        let slot = |number: u32| self.entries.get(number as usize);
        core::iter::successors(Some(self.free), move |number| slot(*number).map(|slot| slot.place))
            .take_while(|number| *number != NOBODY)
    }

    /// Adds a saved number. `None` if it is invalid.
    #[cfg(feature = "serde")]
    pub(super) fn restore(&mut self, generation: u32, tile: u32, payload: Option<T>) -> Option<()> {
        let slot = Slot { generation, place: NOBODY, tile };
        if slot.is_given() != payload.is_some()
            || generation > RETIRED
            || self.count() >= MAX_ENTITIES
        {
            return None;
        }
        self.given += usize::from(payload.is_some());
        self.entries.push(slot);
        self.payloads.push(payload);
        Some(())
    }

    /// The handle of the number that was added last.
    #[cfg(feature = "serde")]
    pub(super) fn last(&self) -> Option<Handle> {
        let slot = self.entries.last().filter(|slot| slot.is_given())?;
        let generation = NonZeroU32::new(slot.generation)?;
        Some(Handle::new(self.count() - 1, generation))
    }

    /// Sets the free numbers, the next one first. `None` if these are not exactly the free numbers.
    #[cfg(feature = "serde")]
    pub(super) fn restore_free(&mut self, free: &[u32]) -> Option<()> {
        for number in free.iter().rev() {
            let slot = self.entries.get_mut(*number as usize)?;
            let is_free = !slot.is_given() && slot.generation != RETIRED && slot.tile != NOBODY;
            // The tile of a free number is not used otherwise, so it marks that the number was listed.
            *slot = Slot { place: self.free, tile: NOBODY, ..is_free.then_some(*slot)? };
            self.free = *number;
        }
        let mut slots = self.entries.iter();
        let is_listed =
            |slot: &Slot| slot.is_given() || slot.generation == RETIRED || slot.tile == NOBODY;
        slots.all(is_listed).then_some(())
    }

    /// Frees the number of an entity that exists.
    pub(super) fn free(&mut self, handle: Handle) -> Option<T> {
        let slot = &mut self.entries[handle.index()];
        slot.generation += 1;
        self.given -= 1;
        if slot.generation != RETIRED {
            slot.place = self.free;
            self.free = handle.number();
        }
        self.payloads[handle.index()].take()
    }
}

/// The maximum number of entities: their places, with the free places between them, must fit into 32 bits.
pub(super) const MAX_ENTITIES: u32 = 1 << 31;

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
