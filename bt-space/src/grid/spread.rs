//! Distributes the free places among the tiles.

use super::Handle;
use super::rows::{Bin, Rows};
use super::scan::SPARE;
use super::slots::Slot;
use core::ops::Range;

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
