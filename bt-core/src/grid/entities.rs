//! Entities that come, move and go.

use super::point::is_position;
use super::rows::Entry;
use super::{Error, Found, Grid, Handle, Outside, Point};

impl<T, P: Point> Grid<T, P> {
    /// Adds an entity.
    ///
    /// `groups` is a mask: a bit for each group that it is in. Who is in none, 0, is found by no query.
    ///
    /// # Errors
    ///
    /// If the position is none, or refused, or there are no more numbers.
    pub fn insert(&mut self, position: P, groups: u32, payload: T) -> Result<Handle, Error> {
        let position = self.checked(position)?;
        let tile = self.tiling.number_at(position);
        let handle = self.slots.give(tile, payload)?;
        let entry = Entry { position, groups, handle };
        self.rows.insert(&mut self.slots.slots, tile as usize, entry);
        Ok(handle)
    }

    /// Moves an entity to another position, at once for all queries.
    ///
    /// # Errors
    ///
    /// If the entity has been removed, or the position is none, or refused: it stays where it was.
    #[inline]
    pub fn move_to(&mut self, handle: Handle, position: P) -> Result<(), Error> {
        let position = self.checked(position)?;
        let slot = self.slots.get(handle).ok_or(Error::Stale(handle))?;
        let tile = self.tiling.number_at(position);
        if slot.tile == tile {
            self.rows.positions[slot.place as usize] = position;
        } else {
            self.change_tile(handle, tile, position);
        }
        Ok(())
    }

    /// Moves an entity that is there to another tile.
    #[inline(never)]
    pub(super) fn change_tile(&mut self, handle: Handle, tile: u32, position: [f32; 2]) {
        let slots = &mut self.slots.slots;
        let slot = slots[handle.index()];
        slots[handle.index()].tile = tile;
        let entry = self.rows.remove(slots, slot.tile as usize, slot.place);
        self.rows.insert(slots, tile as usize, Entry { position, ..entry });
    }

    /// Removes an entity, and gives its payload back; `None` if it has been removed before.
    pub fn remove(&mut self, handle: Handle) -> Option<T> {
        let slot = self.slots.get(handle)?;
        self.rows.remove(&mut self.slots.slots, slot.tile as usize, slot.place);
        let payload = self.slots.free(handle);
        if self.rows.is_wasteful(self.slots.len()) {
            self.compact();
        }
        payload
    }

    /// Removes everybody, and keeps the memory; all handles are stale then.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.rows.clear();
    }

    /// Whether the entity is there: not removed.
    #[must_use]
    #[inline]
    pub fn contains(&self, handle: Handle) -> bool {
        self.slots.get(handle).is_some()
    }

    /// Where an entity is; `None` if it has been removed.
    #[must_use]
    #[inline]
    pub fn position(&self, handle: Handle) -> Option<P> {
        let slot = self.slots.get(handle)?;
        Some(self.rows.positions[slot.place as usize].into())
    }

    /// The groups of an entity; `None` if it has been removed.
    #[must_use]
    #[inline]
    pub fn groups(&self, handle: Handle) -> Option<u32> {
        let slot = self.slots.get(handle)?;
        Some(self.rows.groups[slot.place as usize])
    }

    /// Puts an entity into other groups, at once for all queries.
    ///
    /// # Errors
    ///
    /// If the entity has been removed.
    #[inline]
    pub fn set_groups(&mut self, handle: Handle, groups: u32) -> Result<(), Error> {
        let slot = self.slots.get(handle).ok_or(Error::Stale(handle))?;
        self.rows.groups[slot.place as usize] = groups;
        Ok(())
    }

    /// The payload of an entity; `None` if it has been removed.
    #[must_use]
    #[inline]
    pub fn get(&self, handle: Handle) -> Option<&T> {
        self.slots.payload(handle)
    }

    /// The payload of an entity, to change it; `None` if it has been removed.
    #[inline]
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut T> {
        self.slots.payload_mut(handle)
    }

    /// Everybody, whatever their groups: tile by tile and row by row, within a tile in no order that is promised.
    pub fn iter(&self) -> impl Iterator<Item = Found<P>> {
        let bins = self.rows.bins.iter();
        bins.flat_map(|bin| bin.places().map(|place| self.found(place)))
    }

    /// A position that can be kept.
    #[inline]
    pub(super) fn checked(&self, position: P) -> Result<[f32; 2], Error> {
        let [x, y]: [f32; 2] = position.into();
        let [left, low] = self.lowest;
        let [right, high] = self.highest;
        if (left <= x) & (x <= right) & (low <= y) & (y <= high) {
            Ok([x, y])
        } else {
            Err(self.refusal([x, y]))
        }
    }

    #[cold]
    fn refusal(&self, position: [f32; 2]) -> Error {
        match self.outside {
            Outside::Refuse if is_position(position) => Error::Outside(position),
            _ => Error::Position(position),
        }
    }
}
