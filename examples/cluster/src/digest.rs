//! A digest of numbers, the same on every machine and in every release of Rust, and the version of all that is saved and sent.

use super::animal::Body;
use super::parcel::{Agent, Parcel};
use super::trees::Mind;
use bt_core::Node;
use std::any::type_name;

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

/// Raise it when the meaning of a field, a constant or a leaf changes.
const FORMAT: u64 = 1;

/// A digest of the trees and of the sizes of the types. A program with another one refuses the states of this one.
#[must_use]
pub fn schema() -> u64 {
    let sizes = [size_of::<Body>(), size_of::<Agent>(), size_of::<Parcel>()];
    let sizes = sizes.into_iter().fold(FORMAT, |digest, size| mix(digest, size as u64));
    mix(of_nodes(Mind::nodes()), mix(sizes, of_bytes(type_name::<Agent>().as_bytes())))
}

/// A digest of the kinds, the arguments and the places of nodes, but not of their lines and descriptions.
fn of_nodes<'n>(nodes: impl Iterator<Item = &'n Node>) -> u64 {
    nodes.fold(0, |digest, node| {
        let parent = node.parent.map_or(u64::MAX, |parent| parent.index() as u64);
        mix(mix(digest, parent), of_bytes(node.to_string().as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bt_core::behavior_tree;

    mod first {
        bt_core::behavior_tree! {
            pub(super) tree Count(number: &mut u32) { repeat sequence { action *number += 1; succeed; } }
        }
    }

    mod same {
        bt_core::behavior_tree! {
            /// With a comment, in other lines.
            pub(super) tree Count(number: &mut u32) {
                repeat sequence {
                    action *number += 1;
                    succeed;
                }
            }
        }
    }

    behavior_tree! {
        tree Other(number: &mut u32) { repeat selector { action *number += 1; succeed; } }
    }

    #[test]
    fn another_tree_has_another_digest() {
        let first = of_nodes(first::Count::NODES.iter());
        assert_eq!(first, of_nodes(same::Count::NODES.iter()));
        assert_ne!(first, of_nodes(Other::NODES.iter()));
    }
}
