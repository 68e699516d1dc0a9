//! The entities, tile by tile and row by row, with free places between the tiles.

use super::Handle;
use super::slots::Slot;
use super::spread::WIDE;
use alloc::vec::Vec;
use core::ops::Range;

/// The entities of a tile: `len` of them from `start` on, followed by free places up to the start of the next
/// tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bin {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl Bin {
    #[inline]
    pub(super) const fn end(self) -> u32 {
        self.start + self.len
    }

    #[inline]
    pub(super) const fn places(self) -> Range<usize> {
        self.start as usize..self.end() as usize
    }
}

/// The data of an entity besides its slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) position: [f32; 2],
    pub(super) groups: u32,
    pub(super) handle: Handle,
}

/// The places in the order of the tiles. A free place is in no group, so no query finds it.
///
/// Neighboring tiles of a row are scanned together, so they are stored together, as one slice.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) positions: Vec<[f32; 2]>,
    pub(super) groups: Vec<u32>,
    pub(super) handles: Vec<Handle>,
    /// One for each tile, and an empty one after the last.
    pub(super) bins: Vec<Bin>,
    /// The number of entities.
    pub(super) live: usize,
    /// The number of entities for which places are kept; it may exceed the number of entities.
    pub(super) expected: usize,
}

/// The number of tiles to each side that are searched for a free place before places are redistributed.
const NEAR: usize = 64;

impl Rows {
    pub(super) fn new(tiles: usize) -> Self {
        let mut bins = Vec::new();
        bins.resize(tiles + 1, Bin { start: 0, len: 0 });
        let (positions, groups, handles) = (Vec::new(), Vec::new(), Vec::new());
        let mut rows = Self { positions, groups, handles, bins, live: 0, expected: 0 };
        rows.set_places(0);
        rows
    }

    pub(super) fn tiles(&self) -> usize {
        self.bins.len() - 1
    }

    #[inline]
    pub(super) fn entry(&self, place: usize) -> Entry {
        let (position, groups) = (self.positions[place], self.groups[place]);
        Entry { position, groups, handle: self.handles[place] }
    }

    /// Removes all entities, and distributes the free places evenly: the next crowds may be elsewhere.
    pub(super) fn clear(&mut self) {
        self.expected = self.live;
        self.live = 0;
        for bin in &mut self.bins {
            bin.len = 0;
        }
        self.spread(&mut [], 0..self.tiles(), self.bins[self.tiles()].start, usize::MAX);
    }

    #[inline]
    fn put(&mut self, slots: &mut [Slot], place: u32, entry: Entry) {
        self.positions[place as usize] = entry.position;
        self.groups[place as usize] = entry.groups;
        self.handles[place as usize] = entry.handle;
        slots[entry.handle.index()].place = place;
    }

    /// Adds an entity to a tile.
    #[inline]
    pub(super) fn insert(&mut self, slots: &mut [Slot], tile: usize, entry: Entry) {
        if !self.has_room(tile) {
            self.make_room(slots, tile);
        }
        let place = self.bins[tile].end();
        self.bins[tile].len += 1;
        self.live += 1;
        self.put(slots, place, entry);
    }

    /// Removes an entity from its tile, and moves the last entity of the tile to its place.
    #[inline]
    pub(super) fn remove(&mut self, slots: &mut [Slot], tile: usize, place: u32) -> Entry {
        let entry = self.entry(place as usize);
        self.bins[tile].len -= 1;
        self.live -= 1;
        let last = self.bins[tile].end();
        if place == last {
            self.groups[last as usize] = 0;
        } else {
            self.shift(slots, last, place);
        }
        if self.gap(tile) > self.bins[tile].len.saturating_mul(4).saturating_add(WIDE) {
            self.close_gap(slots, tile);
        }
        entry
    }

    /// Moves an entity to another place, and leaves its old place free.
    #[inline]
    fn shift(&mut self, slots: &mut [Slot], from: u32, to: u32) {
        let entry = self.entry(from as usize);
        self.put(slots, to, entry);
        self.groups[from as usize] = 0;
    }

    /// The number of free places after the entities of a tile.
    #[inline]
    pub(super) fn gap(&self, tile: usize) -> u32 {
        self.bins[tile + 1].start - self.bins[tile].end()
    }

    /// Sorts the entities in this order of their numbers. `None` if the order is not a permutation of all
    /// entities, tile by tile.
    #[cfg(feature = "serde")]
    pub(super) fn reorder(&mut self, slots: &mut [Slot], order: &[u32]) -> Option<()> {
        let mut order = order.iter();
        for tile in 0..self.tiles() {
            for place in self.bins[tile].start..self.bins[tile].end() {
                let slot = slots.get(*order.next()? as usize).filter(|slot| slot.is_given())?;
                // An entity that was already placed is no longer here or further on.
                if slot.tile as usize != tile || slot.place < place {
                    return None;
                }
                let (one, other) = (self.entry(place as usize), self.entry(slot.place as usize));
                let free = slot.place;
                self.put(slots, free, one);
                self.put(slots, place, other);
            }
        }
        order.next().is_none().then_some(())
    }

    #[inline]
    fn has_room(&self, tile: usize) -> bool {
        self.gap(tile) > 0
    }

    /// Makes a free place at the end of a full tile: the nearest free place is passed on from tile to tile.
    fn make_room(&mut self, slots: &mut [Slot], tile: usize) {
        for distance in 1..=NEAR {
            if tile + distance < self.tiles() && self.has_room(tile + distance) {
                return self.pass_down(slots, tile, tile + distance);
            }
            if distance <= tile && self.has_room(tile - distance) {
                return self.pass_up(slots, tile - distance, tile);
            }
        }
        self.spread_around(slots, tile);
    }

    /// In each tile the first entity becomes the last, so that the free place after the tile moves before it.
    fn pass_down(&mut self, slots: &mut [Slot], to: usize, from: usize) {
        for tile in (to + 1..=from).rev() {
            let bin = self.bins[tile];
            if bin.len > 0 {
                self.shift(slots, bin.start, bin.end());
            }
            self.bins[tile].start += 1;
        }
    }

    /// In each tile the last entity becomes the first, so that the free place before the tile moves after it.
    fn pass_up(&mut self, slots: &mut [Slot], from: usize, to: usize) {
        for tile in from + 1..=to {
            let bin = self.bins[tile];
            if bin.len > 0 {
                self.shift(slots, bin.end() - 1, bin.start - 1);
            }
            self.bins[tile].start -= 1;
        }
    }
}
