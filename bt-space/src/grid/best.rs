//! The few nearest of many entities.
#![allow(clippy::inline_always, reason = "the keys are to stay in registers")]

/// An entity as a number: the distance in the high bits, the place in the low bits. No two entities have the
/// same number, and a lower number is nearer.
#[derive(Clone, Copy)]
pub(super) struct Key(u64);

/// The least distance. It makes all keys normal floating-point numbers, which every processor compares
/// correctly; keys with the bits of 0.0 would be subnormal.
const LEAST: u32 = 1 << 20;

impl Key {
    /// The distance must not be negative: the bits of such floats have the same order as their values.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 places")]
    #[inline]
    pub(super) fn new(place: usize, distance_squared: f32) -> Self {
        Self(u64::from(distance_squared.to_bits() + LEAST) << 32 | u64::from(place as u32))
    }

    #[allow(clippy::cast_possible_truncation, reason = "it is the lower half")]
    #[inline]
    pub(super) const fn place(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline]
    pub(super) const fn distance_squared(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32 - LEAST)
    }
}

/// The nearest of the entities that were added, in order.
///
/// They are kept as `f64`, because the minimum of two `f64` is one instruction without a branch.
pub(super) struct Best<const ROOM: usize>([f64; ROOM]);

#[inline(always)]
fn lesser(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

#[inline(always)]
fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

impl<const ROOM: usize> Best<ROOM> {
    #[inline]
    pub(super) const fn new() -> Self {
        Self([f64::INFINITY; ROOM])
    }

    #[inline(always)]
    pub(super) fn add(&mut self, key: Key) {
        let Self(keys) = self;
        let key = f64::from_bits(key.0);
        for index in (1..ROOM).rev() {
            keys[index] = greater(keys[index - 1], lesser(keys[index], key));
        }
        keys[0] = lesser(keys[0], key);
    }

    /// The entity at an index, 0 for the nearest; `None` if fewer were found.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<Key> {
        self.0.get(index).filter(|key| **key < f64::INFINITY).map(|key| Key(key.to_bits()))
    }

    /// The squared distance up to which an entity can still be among the nearest; at most the given one.
    #[allow(clippy::cast_possible_truncation, reason = "the distance is the higher half")]
    #[inline(always)]
    pub(super) fn reach(&self, squared: f32) -> f32 {
        let furthest = f32::from_bits((self.0[ROOM - 1].to_bits() >> 32) as u32 - LEAST);
        // It is NaN while there are fewer entities than that.
        if furthest < squared { furthest } else { squared }
    }

    /// The last of `len` entities, if the next one is at the same distance: then their order is not decided
    /// yet.
    #[inline]
    pub(super) fn tied(&self, len: usize) -> Option<Key> {
        let (last, next) = (self.get(len.checked_sub(1)?)?, self.get(len)?);
        let bits = |key: Key| key.distance_squared().to_bits();
        (bits(last) == bits(next)).then_some(last)
    }
}
