//! A digest of numbers, the same on every machine and in every release of Rust.

/// Adds a value to a digest: the result depends on all values and on their order.
#[must_use]
pub const fn mix(digest: u64, value: u64) -> u64 {
    // The finalizer of SplitMix64: each bit of the input changes half of the bits of the result.
    let sum = (digest.rotate_left(5) ^ value).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let once = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let twice = (once ^ (once >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    twice ^ (twice >> 31)
}

/// The digest of bytes.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> u64 {
    let words = bytes
        .chunks(8)
        .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    words.fold(bytes.len() as u64, mix)
}
