//! The few nearest of many.

use super::Handle;

/// The nearest of those that were added, at least so many as are wanted.
pub(super) struct Best {
    wanted: usize,
    len: usize,
    /// The distance, and behind it the number: no two are the same.
    keys: [u64; ROOM],
    places: [u32; ROOM],
}

const ROOM: usize = 32;

impl Best {
    /// So many can be wanted.
    pub(super) const MOST: usize = ROOM / 2;

    #[inline]
    pub(super) const fn new(wanted: usize) -> Self {
        Self { wanted, len: 0, keys: [0; ROOM], places: [0; ROOM] }
    }

    #[inline]
    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The distance must not be negative: then its bits are ordered as it is.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 places")]
    #[inline]
    pub(super) fn add(&mut self, place: usize, distance_squared: f32, handle: Handle) {
        self.keys[self.len % ROOM] =
            u64::from(distance_squared.to_bits()) << 32 | u64::from(handle.number());
        self.places[self.len % ROOM] = place as u32;
        self.len += 1;
        if self.len == ROOM {
            self.sort();
        }
    }

    /// Puts those that are wanted in order, and forgets the others.
    ///
    /// The place of each is how many are nearer. To ask all about all takes no branch that could be guessed wrong:
    /// of so few it is faster than to sort them.
    #[inline(never)]
    pub(super) fn sort(&mut self) {
        let (keys, places) = (self.keys, self.places);
        let (all, wanted) = (self.len.min(ROOM), self.wanted.min(ROOM));
        for (key, place) in keys[..all].iter().zip(places) {
            let mut nearer = 0;
            for other in &keys[..all] {
                nearer += usize::from(other < key);
            }
            self.keys[nearer % ROOM] = *key;
            self.places[nearer % ROOM] = place;
        }
        self.len = all.min(wanted);
    }

    /// The places and their distances.
    #[allow(clippy::cast_possible_truncation, reason = "the distance is the higher half")]
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, f32)> {
        let keys = self.keys.iter().zip(&self.places).take(self.len);
        keys.map(|(key, place)| (*place as usize, f32::from_bits((key >> 32) as u32)))
    }
}
