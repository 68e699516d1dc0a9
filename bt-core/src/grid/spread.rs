//! How the room between the tiles is shared out.

use super::Handle;
use super::rows::{Bin, Rows};
use super::scan::SPARE;
use super::slots::Slot;
use core::ops::Range;

/// A range of tiles and of places, and how the room among them is shared out: in proportion to the entities of a
/// tile, with a little for the empty ones.
struct Share {
    base: u32,
    room: f64,
    per_weight: f64,
    /// Has a place more than its share.
    wanted: usize,
}

/// What is before a tile.
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
    f64::from(bin.len) * 4.0 + 1.0
}

impl Share {
    /// Where a tile starts.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in range")]
    fn start(&self, tile: usize, before: Before) -> u32 {
        let room = (before.weight * self.per_weight).min(self.room) as u32;
        self.base + before.live + room + u32::from(self.wanted < tile)
    }
}

/// So many places for so many entities.
fn places_for(entities: usize, tiles: usize) -> usize {
    entities.saturating_add(entities / 4 + tiles / 16 + 16)
}

/// Whether the room is so little that it would soon be used up again.
const fn is_little(room: usize, entities: usize, tiles: usize) -> bool {
    room <= entities / 16 + tiles / 64
}

impl Rows {
    /// Shares out the room of the tiles around this one, of so many that there is enough.
    #[cold]
    #[inline(never)]
    pub(super) fn spread_around(&mut self, slots: &mut [Slot], tile: usize) {
        let mut reach = 64;
        loop {
            let tiles = tile.saturating_sub(reach)..(tile + reach + 1).min(self.tiles());
            let places = self.bins[tiles.end].start - self.bins[tiles.start].start;
            let live: u32 = self.bins[tiles.clone()].iter().map(|bin| bin.len).sum();
            if !is_little((places - live) as usize, live as usize, tiles.len()) {
                let end = self.bins[tiles.end].start;
                return self.spread(slots, tiles, end, tile);
            }
            if tiles.len() == self.tiles() {
                return self.resize(slots, live as usize + 1, tile);
            }
            reach *= 2;
        }
    }

    /// Makes room for so many entities, or takes room away.
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

    /// Makes room for so many entities if there is not.
    pub(super) fn reserve(&mut self, slots: &mut [Slot], entities: usize) {
        if self.places() < places_for(entities, self.tiles()) {
            self.resize(slots, entities, usize::MAX);
        }
    }

    /// Whether there are so many empty places that queries would be slow.
    #[inline]
    pub(super) fn is_wasteful(&self, entities: usize) -> bool {
        self.places() > 2 * places_for(entities, self.tiles())
    }

    const fn places(&self) -> usize {
        self.positions.len() - SPARE
    }

    /// Behind the last place are a few more, which may be read but are never used.
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

    /// Shares out the places of these tiles, of which there have to be enough: those that move down from the first
    /// tile to the last, then those that move up from the last to the first. So nobody is overwritten.
    fn spread(&mut self, slots: &mut [Slot], tiles: Range<usize>, end: u32, wanted: usize) {
        let mut before = Before::default();
        self.bins[tiles.clone()].iter().for_each(|bin| before.add(*bin));
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
            self.groups[bin.end() as usize..end].fill(0);
            end = bin.start as usize;
        }
    }

    fn move_bin(&mut self, slots: &mut [Slot], tile: usize, start: u32) {
        let from = self.bins[tile].places();
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
