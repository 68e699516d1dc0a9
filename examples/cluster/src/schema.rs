//! The version of all that is saved and sent.

use super::animal::Body;
use super::digest::{mix, of_bytes};
use super::parcel::{Agent, Parcel};
use super::trees::Mind;
use bt_core::Node;
use std::any::type_name;

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
