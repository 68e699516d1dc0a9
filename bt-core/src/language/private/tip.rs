//! Tips: active nodes without an active node below them.

use super::NOTHING;

/// The tip inside of a node. If no node below it is active, between two rounds of a `repeat` or after a
/// panic, the node itself is the tip.
#[must_use]
#[inline]
pub const fn tip_or(inside: u32, node: u32) -> u32 {
    if inside == NOTHING { node } else { inside }
}

/// The tip inside of a subtree, whose node ids start at 0 at the node after `node`.
#[must_use]
#[inline]
pub const fn tip_below(inside: u32, node: u32) -> u32 {
    if inside == NOTHING { node } else { node + 1 + inside }
}

/// The tip of a region in which one leaf can run: that leaf, if it runs.
#[must_use]
#[inline]
pub const fn tip_if(runs: bool, node: u32) -> u32 {
    if runs { node } else { NOTHING }
}
