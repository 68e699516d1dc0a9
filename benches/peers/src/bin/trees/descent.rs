//! Twelve levels of alternating sequences and selectors, with the work at the bottom.

use crate::tree::{Action, Condition, Memory, Tree};
use benches::descent::{Descent, Digger};
use bt_core::Status;

struct Open<const LEVEL: u32>;

impl<const LEVEL: u32> Condition<Descent> for Open<LEVEL> {
    const NAME: &'static str = "Open";

    #[inline]
    fn ask(world: &Descent) -> bool {
        world.open(LEVEL)
    }
}

struct Found<const LEVEL: u32>;

impl<const LEVEL: u32> Condition<Descent> for Found<LEVEL> {
    const NAME: &'static str = "Found";

    #[inline]
    fn ask(world: &Descent) -> bool {
        world.found(LEVEL)
    }
}

struct Dig;

impl Action<Descent> for Dig {
    const NAME: &'static str = "Dig";

    #[inline]
    fn act(world: &mut Descent) -> Status {
        world.dig()
    }
}

/// Level by level.
pub(crate) struct Levels;

impl<N: Memory<Descent>> Tree<Descent, N> for Levels {
    fn build(nodes: &mut N) -> N::Node {
        let node = nodes.action::<Dig>();
        let node = two_levels::<10, 11, N>(nodes, node);
        let node = two_levels::<8, 9, N>(nodes, node);
        let node = two_levels::<6, 7, N>(nodes, node);
        let node = two_levels::<4, 5, N>(nodes, node);
        let node = two_levels::<2, 3, N>(nodes, node);
        two_levels::<0, 1, N>(nodes, node)
    }
}

fn two_levels<const UPPER: u32, const LOWER: u32, N: Memory<Descent>>(
    nodes: &mut N,
    below: N::Node,
) -> N::Node {
    let lower = vec![nodes.condition::<Found<LOWER>>(), below];
    let lower = nodes.selector(lower);
    let upper = vec![nodes.condition::<Open<UPPER>>(), lower];
    nodes.sequence(upper)
}
