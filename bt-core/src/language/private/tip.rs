//! Active nodes with nothing active below them.

use super::NOTHING;

/// The tip inside of a node; where nothing is active there, between two rounds of a `repeat` or after
/// a panic, the node itself.
#[must_use]
#[inline]
pub const fn tip_or(inside: u32, node: u32) -> u32 {
    if inside == NOTHING { node } else { inside }
}

/// The same of a subtree, whose nodes are counted from the one behind `node`.
#[must_use]
#[inline]
pub const fn tip_below(inside: u32, node: u32) -> u32 {
    if inside == NOTHING { node } else { node + 1 + inside }
}

/// The tip of a region in which one leaf can run: that leaf, if it does.
#[must_use]
#[inline]
pub const fn tip_if(runs: bool, node: u32) -> u32 {
    if runs { node } else { NOTHING }
}
