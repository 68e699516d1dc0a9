//! The entities, tile by tile and row by row, with free places that are distributed among the tiles.

use super::Handle;
use super::scan::SPARE;
use super::slots::Slot;
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

/// A range of tiles and places. Their free places are distributed in proportion to the entities of a tile,
/// with a few for empty tiles.
struct Share {
    base: u32,
    room: f64,
    per_weight: f64,
    /// The tile that gets one place more than its share.
    wanted: usize,
}

/// The free places and the entities before a tile.
#[derive(Clone, Copy, Default)]
struct Before {
    live: u32,
    weight: f64,
}

impl Before {
    fn add(&mut self, bin: Bin) {
        self.live += bin.len;
        self.weight += weight(bin);
    }

    fn subtract(&mut self, bin: Bin) {
        self.live -= bin.len;
        self.weight -= weight(bin);
    }
}

fn weight(bin: Bin) -> f64 {
    f64::from(bin.len) * 2.0 + 1.0
}

impl Share {
    /// Where a tile starts.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in range")]
    fn start(&self, tile: usize, before: Before) -> u32 {
        let room = (before.weight * self.per_weight).min(self.room) as u32;
        self.base + before.live + room + u32::from(self.wanted < tile)
    }
}

/// The best number of free places for a number of entities.
fn best_room(entities: usize, tiles: usize) -> usize {
    entities / 4 + tiles / 8
}

/// The number of places for a number of entities.
fn places_for(entities: usize, tiles: usize) -> usize {
    entities.saturating_add(best_room(entities, tiles) + 16)
}

/// The minimum number of tiles on each side of a tile with which it shares its free places.
const FEWEST: usize = 128;

/// The number of free places, in addition to four for each of its entities, above which a tile may have too
/// many.
pub(super) const WIDE: u32 = 64;

impl Rows {
    /// Takes the free places from a tile that a crowd has left: until then, each query would scan them.
    ///
    /// They are distributed among a stretch of tiles of which none gets too many: up to three times its share
    /// of all free places if the stretch is short, and down to one and a half times if it is long. Then it
    /// takes many more removals until this many tiles have to be changed again.
    #[cold]
    #[inline(never)]
    pub(super) fn close_gap(&mut self, slots: &mut [Slot], tile: usize) {
        let all = self.tiles();
        let part = (self.places() - self.live) as f64 / (2 * self.live + all) as f64;
        let most = f64::from(WIDE) + 4.0 * part * weight(self.bins[tile]);
        if f64::from(self.gap(tile)) <= most {
            return;
        }
        let levels = f64::from(all.ilog2() + 1);
        let (mut reach, mut level) = (1, 0.0);
        loop {
            let tiles = tile.saturating_sub(reach)..(tile + reach + 1).min(all);
            let end = self.bins[tiles.end].start;
            let mut inside = Before::default();
            for bin in &self.bins[tiles.clone()] {
                inside.add(*bin);
            }
            let room = f64::from(end - self.bins[tiles.start].start - inside.live);
            let allowed = 3.0 - 1.5 * level / levels;
            if tiles.len() == all || room <= allowed * part * inside.weight {
                return self.spread(slots, tiles, end, usize::MAX);
            }
            reach *= 2;
            level += 1.0;
        }
    }

    /// Redistributes the free places of a stretch of tiles around this one, which is long enough to have
    /// enough of them.
    ///
    /// A longer stretch must have more free places, up to a quarter of the best number for all tiles. So
    /// tiles whose places were just distributed have more than they need, and it takes long until as many
    /// tiles have to be changed again.
    #[cold]
    #[inline(never)]
    pub(super) fn spread_around(&mut self, slots: &mut [Slot], tile: usize) {
        let levels = (self.tiles() / FEWEST + 2).ilog2() as usize;
        let mut reach = FEWEST;
        for level in 1..=levels {
            let tiles = tile.saturating_sub(reach)..(tile + reach + 1).min(self.tiles());
            let places = (self.bins[tiles.end].start - self.bins[tiles.start].start) as usize;
            let live = self.bins[tiles.clone()].iter().map(|bin| bin.len as usize).sum();
            if places - live > best_room(live, tiles.len()) * level / (4 * levels) {
                let end = self.bins[tiles.end].start;
                return self.spread(slots, tiles, end, tile);
            }
            reach *= 2;
        }
        let live: usize = self.bins.iter().map(|bin| bin.len as usize).sum();
        if self.places() - live > best_room(live, self.tiles()) / 4 {
            // There are enough free places, but far away. Redistributing all of them keeps the memory from
            // growing while no entity is added.
            let (tiles, end) = (0..self.tiles(), self.bins[self.tiles()].start);
            self.spread(slots, tiles, end, tile);
        } else {
            self.resize(slots, live + live / 8 + 1, tile);
        }
    }

    /// Makes room for `wanted` entities, or frees memory.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 2^31 entities")]
    pub(super) fn resize(&mut self, slots: &mut [Slot], entities: usize, wanted: usize) {
        let places = places_for(entities, self.tiles());
        let grown = places.max(self.places());
        self.set_places(grown);
        self.spread(slots, 0..self.tiles(), places as u32, wanted);
        self.set_places(places);
        if let Some(bin) = self.bins.last_mut() {
            bin.start = places as u32;
        }
    }

    /// Frees the memory after the last place.
    pub(super) fn shrink(&mut self) {
        self.positions.shrink_to_fit();
        self.groups.shrink_to_fit();
        self.handles.shrink_to_fit();
    }

    /// Makes room for a number of entities if there is not enough.
    pub(super) fn reserve(&mut self, slots: &mut [Slot], entities: usize) {
        self.expected = self.expected.max(entities);
        if self.places() < places_for(entities, self.tiles()) {
            self.resize(slots, entities, usize::MAX);
        }
    }

    /// Returns `true` if the free places slow down queries.
    #[inline]
    pub(super) fn is_wasteful(&self, entities: usize) -> bool {
        self.places() / 2 > places_for(entities.max(self.expected), self.tiles())
    }

    fn places(&self) -> usize {
        self.positions.len() - SPARE
    }

    /// A few more places follow the last one; they may be read but are never used.
    pub(super) fn set_places(&mut self, places: usize) {
        let additional = (places + SPARE).saturating_sub(self.positions.len());
        self.positions.reserve_exact(additional);
        self.groups.reserve_exact(additional);
        self.handles.reserve_exact(additional);
        let places = places + SPARE;
        self.positions.resize(places, [0.0; 2]);
        self.groups.resize(places, 0);
        self.handles.resize(places, Handle::NOBODY);
    }

    /// Distributes the places of these tiles, of which there must be enough. First it moves the entities that
    /// move down, from the first tile to the last, then those that move up, from the last tile to the first.
    /// So no entity is overwritten.
    pub(super) fn spread(
        &mut self,
        slots: &mut [Slot],
        tiles: Range<usize>,
        end: u32,
        wanted: usize,
    ) {
        let mut before = Before::default();
        for bin in &self.bins[tiles.clone()] {
            before.add(*bin);
        }
        let base = self.bins[tiles.start].start;
        let room = f64::from((end - base - before.live).saturating_sub(1));
        let share = Share { base, room, per_weight: room / before.weight, wanted };
        let all = before;
        before = Before::default();
        for tile in tiles.clone() {
            let start = share.start(tile, before);
            before.add(self.bins[tile]);
            if start < self.bins[tile].start {
                self.move_bin(slots, tile, start);
            }
        }
        before = all;
        for tile in tiles.clone().rev() {
            before.subtract(self.bins[tile]);
            let start = share.start(tile, before);
            if start > self.bins[tile].start {
                self.move_bin(slots, tile, start);
            }
        }
        let mut end = end as usize;
        for bin in self.bins[tiles].iter().rev() {
            for groups in &mut self.groups[bin.end() as usize..end] {
                *groups = 0;
            }
            end = bin.start as usize;
        }
    }

    fn move_bin(&mut self, slots: &mut [Slot], tile: usize, start: u32) {
        let from = self.bins[tile].places();
        if from.is_empty() {
            self.bins[tile].start = start;
            return;
        }
        self.positions.copy_within(from.clone(), start as usize);
        self.groups.copy_within(from.clone(), start as usize);
        self.handles.copy_within(from, start as usize);
        self.bins[tile].start = start;
        let places = self.bins[tile].places();
        for (place, handle) in (start..).zip(&self.handles[places]) {
            slots[handle.index()].place = place;
        }
    }
}
