//! Who has which number, and where in the rows it is.

use super::{Error, Handle};
use alloc::vec::Vec;
use core::mem;
use core::num::NonZeroU32;

/// Of a number that is given: an odd generation, the place in the rows, and the tile.
/// Of one that is free: an even generation, and the next number that is free.
///
/// A number whose generations are used up is never given again: so no handle is ever that of somebody else.
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

/// All numbers, and the payloads of those that are given.
#[derive(Clone, Debug)]
pub(super) struct Slots<T> {
    pub(super) slots: Vec<Slot>,
    payloads: Vec<Option<T>>,
    free: u32,
    given: usize,
}

impl<T> Slots<T> {
    pub(super) const fn new() -> Self {
        Self { slots: Vec::new(), payloads: Vec::new(), free: NOBODY, given: 0 }
    }

    pub(super) const fn len(&self) -> usize {
        self.given
    }

    pub(super) fn reserve(&mut self, additional: usize) {
        let unused = self.slots.len() - self.given;
        self.slots.reserve(additional.saturating_sub(unused));
        self.payloads.reserve(additional.saturating_sub(unused));
    }

    #[inline]
    pub(super) fn get(&self, handle: Handle) -> Option<Slot> {
        let slot = self.slots.get(handle.index())?;
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

    /// A number for somebody, whose place has still to be told.
    pub(super) fn give(&mut self, tile: u32, payload: T) -> Result<Handle, Error> {
        if self.free == NOBODY {
            self.add()?;
        }
        let index = self.free;
        let slot = &mut self.slots[index as usize];
        let generation = slot.generation + 1;
        self.free = slot.place;
        *slot = Slot { generation, place: NOBODY, tile };
        self.payloads[index as usize] = Some(payload);
        self.given += 1;
        NonZeroU32::new(generation)
            .map(|generation| Handle::new(index, generation))
            .ok_or(Error::Full)
    }

    /// One more number, which is free. The memory grows by a quarter, not twofold.
    fn add(&mut self) -> Result<(), Error> {
        let index = u32::try_from(self.slots.len()).map_err(|_| Error::Full)?;
        if index >= MAX_ENTITIES {
            return Err(Error::Full);
        }
        if self.slots.len() == self.slots.capacity() {
            let more = self.slots.len() / 4 + 16;
            self.slots.reserve_exact(more);
            self.payloads.reserve_exact(more);
        }
        self.slots.push(Slot { generation: 0, place: self.free, tile: 0 });
        self.payloads.push(None);
        self.free = index;
        Ok(())
    }

    /// Frees all numbers; the lowest is given next.
    pub(super) fn clear(&mut self) {
        self.payloads.fill_with(|| None);
        self.given = 0;
        self.free = NOBODY;
        for (index, slot) in (0..self.count()).zip(&mut self.slots).rev() {
            if slot.is_given() {
                slot.generation += 1;
            }
            if slot.generation != RETIRED {
                slot.place = self.free;
                self.free = index;
            }
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "there are at most 2^31")]
    fn count(&self) -> u32 {
        self.slots.len() as u32
    }

    /// Gives everybody a new number: in this order, 0, 1, 2 and so on, as far as these are not retired. Told are
    /// the old handle, the new one and the place.
    pub(super) fn renumber(
        &mut self,
        order: Vec<Handle>,
        mut moved: impl FnMut(Handle, Handle, u32),
    ) {
        let mut payloads = mem::take(&mut self.payloads);
        let old = self.slots.clone();
        let given = self.given;
        self.payloads.resize_with(payloads.len(), || None);
        // Everybody's number is free, and the lowest is given next.
        self.clear();
        for handle in order {
            let Slot { place, tile, .. } = old[handle.index()];
            let payload = payloads[handle.index()].take();
            if let Some(Ok(new)) = payload.map(|payload| self.give(tile, payload)) {
                self.slots[new.index()].place = place;
                moved(handle, new, place);
            }
        }
        debug_assert_eq!(self.given, given);
    }

    /// Frees the number of somebody who is there.
    pub(super) fn free(&mut self, handle: Handle) -> Option<T> {
        let slot = &mut self.slots[handle.index()];
        slot.generation += 1;
        self.given -= 1;
        if slot.generation != RETIRED {
            slot.place = self.free;
            self.free = handle.number();
        }
        self.payloads[handle.index()].take()
    }
}

/// So many entities there can be: their places and the room between them have to be numbers of 32 bits.
pub(super) const MAX_ENTITIES: u32 = 1 << 31;
