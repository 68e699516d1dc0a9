//! The layout of a drawn tree.

use alloc::vec::Vec;

/// A rectangle to be placed; parents come before their children.
pub(super) struct Block {
    pub(super) parent: Option<usize>,
    /// Its extent across the direction of the tree.
    pub(super) breadth: i32,
    /// Its extent in the direction of the tree.
    pub(super) length: i32,
}

/// The position of a block: the middle of its breadth, and the start of its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) middle: i32,
    pub(super) start: i32,
}

/// All positions, and the breadth and the length of the drawing.
pub(super) struct Layout {
    pub(super) spots: Vec<Spot>,
    pub(super) breadth: i32,
    pub(super) length: i32,
}

/// The extent of a subtree on each level, from its deepest level up to its root, relative to the middle of
/// the root.
type Contour = Vec<(i32, i32)>;

/// Lays out a tidy tree, as Reingold and Tilford did: a parent is in the middle above its children, siblings
/// are as near to each other as their subtrees allow, and equal subtrees look the same everywhere.
pub(super) fn layout(blocks: &[Block], gap: i32, level_gap: i32) -> Layout {
    let (offsets, widest) = offsets(blocks, gap);
    let left = widest.iter().map(|(left, _)| *left).min().unwrap_or(0);
    let right = widest.iter().map(|(_, right)| *right).max().unwrap_or(0);

    let levels = levels(blocks);
    let mut lengths = Vec::new();
    for (block, level) in blocks.iter().zip(&levels) {
        lengths.resize(lengths.len().max(level + 1), 0);
        lengths[*level] = block.length.max(lengths[*level]);
    }
    let (mut starts, mut end) = (Vec::with_capacity(lengths.len()), 0);
    for length in lengths {
        starts.push(end);
        end += length + level_gap;
    }

    let mut spots: Vec<Spot> = Vec::with_capacity(blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        let above = block.parent.map_or(-left, |parent| spots[parent].middle);
        spots.push(Spot { middle: above + offsets[index], start: starts[levels[index]] });
    }
    let length = if blocks.is_empty() { 0 } else { end - level_gap };
    Layout { spots, breadth: right - left, length }
}

fn levels(blocks: &[Block]) -> Vec<usize> {
    let mut levels: Vec<usize> = Vec::with_capacity(blocks.len());
    for block in blocks {
        levels.push(block.parent.map_or(0, |parent| levels[parent] + 1));
    }
    levels
}

/// The offset of each block from its parent, and the contour of the whole tree.
fn offsets(blocks: &[Block], gap: i32) -> (Vec<i32>, Contour) {
    let mut children: Vec<Vec<usize>> = alloc::vec![Vec::new(); blocks.len()];
    for (index, block) in blocks.iter().enumerate() {
        if let Some(parent) = block.parent {
            children[parent].push(index);
        }
    }
    let mut contours: Vec<Contour> = alloc::vec![Contour::new(); blocks.len()];
    let mut offsets = alloc::vec![0; blocks.len()];
    // Children come after their parents, so the loop runs backwards to visit children first.
    for (index, block) in blocks.iter().enumerate().rev() {
        let mut contour = Contour::new();
        for child in &children[index] {
            let beside = core::mem::take(&mut contours[*child]);
            offsets[*child] = distance(&contour, &beside, gap);
            contour = joined(contour, beside, offsets[*child]);
        }
        if let [first, .., last] | [first @ last] = *children[index] {
            let middle = (offsets[first] + offsets[last]) / 2;
            for child in &children[index] {
                offsets[*child] -= middle;
            }
            for (left, right) in &mut contour {
                *left -= middle;
                *right -= middle;
            }
        }
        contour.push((-block.breadth / 2, block.breadth - block.breadth / 2));
        contours[index] = contour;
    }
    (offsets, contours.into_iter().next().unwrap_or_default())
}

/// The minimum distance of the second subtree from the first.
fn distance(contour: &Contour, beside: &Contour, gap: i32) -> i32 {
    let common = contour.iter().rev().zip(beside.iter().rev());
    common.map(|((_, right), (left, _))| right - left + gap).max().unwrap_or(0)
}

/// The contour of both subtrees.
fn joined(mut contour: Contour, mut beside: Contour, offset: i32) -> Contour {
    for (left, right) in &mut beside {
        *left += offset;
        *right += offset;
    }
    for (one, other) in contour.iter_mut().rev().zip(beside.iter_mut().rev()) {
        *one = (one.0, other.1);
        *other = *one;
    }
    if contour.len() < beside.len() { beside } else { contour }
}

#[cfg(test)]
mod tests {
    use super::{Block, Layout, layout};
    use alloc::vec::Vec;

    fn blocks(parents: &[Option<usize>]) -> Vec<Block> {
        let block = |(index, parent): (usize, &Option<usize>)| Block {
            parent: *parent,
            breadth: 10 + 7 * i32::try_from(index % 5).unwrap_or(0),
            length: 5,
        };
        parents.iter().enumerate().map(block).collect()
    }

    /// Random trees; the parent of each node is one of the nodes before it that can still have children.
    fn random(nodes: usize, mut seed: u64) -> Vec<Option<usize>> {
        let (mut parents, mut open) = (alloc::vec![None], alloc::vec![0]);
        for node in 1..nodes {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let kept = 1 + usize::try_from(seed >> 33).unwrap_or(0) % open.len();
            open.truncate(kept);
            parents.push(open.last().copied());
            open.push(node);
        }
        parents
    }

    #[test]
    fn nothing_overlaps_and_parents_stand_in_the_middle() {
        for seed in 0..200 {
            let blocks = blocks(&random(1 + usize::try_from(seed).unwrap_or(0), seed));
            let Layout { spots, breadth, length } = layout(&blocks, 4, 3);
            for (index, block) in blocks.iter().enumerate() {
                let (spot, left) = (spots[index], spots[index].middle - block.breadth / 2);
                assert!(left >= 0 && left + block.breadth <= breadth, "{index}");
                assert!(spot.start >= 0 && spot.start + block.length <= length, "{index}");
                let children = || (0..blocks.len()).filter(|c| blocks[*c].parent == Some(index));
                if let (Some(first), Some(last)) = (children().next(), children().next_back()) {
                    let middle = (spots[first].middle + spots[last].middle) / 2;
                    assert!((middle - spot.middle).abs() <= 1, "{index}");
                }
                for other in index + 1..blocks.len() {
                    if spots[other].start == spot.start {
                        let other_left = spots[other].middle - blocks[other].breadth / 2;
                        assert!(other_left >= left + block.breadth + 4, "{index} and {other}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_chain_is_a_line() {
        let chain: Vec<_> = (0..1_000).map(|node: usize| node.checked_sub(1)).collect();
        let Layout { spots, length, .. } = layout(&blocks(&chain), 4, 3);
        assert!(spots.iter().all(|spot| spot.middle == spots[0].middle));
        assert_eq!(length, 1_000 * 5 + 999 * 3);
    }
}
