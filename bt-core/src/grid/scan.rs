//! The inner loops: all that lies in a slice of the rows is looked at without a branch.

use super::area::Shape;

/// So many entities are looked at in one go.
pub(super) const CHUNK: usize = 32;

/// 1, 2, 4 and so on: to look a bit up is cheaper than to shift by a different amount in each lane.
const BITS: [u32; CHUNK] = {
    let mut bits = [1; CHUNK];
    let mut index = 0;
    while index < CHUNK {
        bits[index] <<= index;
        index += 1;
    }
    bits
};

/// How many are found.
#[inline]
pub(super) fn count(shape: impl Shape, want: u32, positions: &[[f32; 2]], groups: &[u32]) -> u32 {
    let mut count = 0;
    for (position, groups) in positions.iter().zip(groups) {
        count += u32::from(shape.holds(*position)) & u32::from(groups & want != 0);
    }
    count
}

/// A bit for each of up to [`CHUNK`] that is found.
#[inline]
pub(super) fn hits(shape: impl Shape, want: u32, positions: &[[f32; 2]], groups: &[u32]) -> u32 {
    let mut hits = 0;
    for ((position, groups), bit) in positions.iter().zip(groups).zip(&BITS) {
        let hit = shape.holds(*position) & (groups & want != 0);
        hits |= if hit { *bit } else { 0 };
    }
    hits
}
