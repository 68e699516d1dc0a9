//! Generated trees: their world, random trees of four sizes, and the nodes that a tick visits.

pub mod hand;
pub mod tree;
mod world;

use super::run;
use bt_core::{BehaviorTree, NodeId, Observer, Status};
use std::fmt::Arguments;
pub use world::{Leaves, Walk, While, World};

/// The nodes that ticks of some agents visit.
#[derive(Clone, Debug, Default)]
pub struct Visits {
    /// For each node, `true` if it was ever ticked; for a composite, `true` if it has ever finished.
    seen: Vec<bool>,
    leaves: u32,
    finished: u32,
    active: usize,
    ticks: u32,
}

impl Visits {
    /// Ticks a number of agents, after a warm-up, as the measurements do.
    #[must_use]
    pub fn count<T: BehaviorTree<World> + Default>(agents: u32, warm_up: u32, ticks: u32) -> Self {
        let mut of_all = run::agents::<T, World>(agents);
        let mut visits =
            Self { seen: vec![false; T::NODES.len()], ticks: agents * ticks, ..Self::default() };
        for round in 0..warm_up + ticks {
            if round == warm_up {
                (visits.leaves, visits.finished, visits.active) = (0, 0, 0);
                visits.seen.fill(false);
            }
            for (tree, world) in &mut of_all {
                world.step();
                tree.tick_with(world, &mut visits);
                visits.active += tree.active().count();
            }
        }
        visits
    }

    /// The nodes that were ever visited.
    #[must_use]
    pub fn seen(&self) -> usize {
        self.seen.iter().filter(|seen| **seen).count()
    }

    /// The number of leaves that a tick visits.
    #[must_use]
    pub fn leaves(&self) -> f64 {
        f64::from(self.leaves) / f64::from(self.ticks)
    }

    /// The number of composites and decorators that finish in a tick.
    #[must_use]
    pub fn finished(&self) -> f64 {
        f64::from(self.finished) / f64::from(self.ticks)
    }

    /// The number of nodes that are active after a tick.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "it is far below 2^52")]
    pub fn active(&self) -> f64 {
        self.active as f64 / f64::from(self.ticks)
    }

    fn see(&mut self, node: NodeId) {
        self.seen[node.index()] = true;
    }
}

impl Observer for Visits {
    fn leaf(&mut self, node: NodeId, _: Status, _: Option<Arguments<'_>>) {
        self.leaves += 1;
        self.see(node);
    }

    fn finished(&mut self, node: NodeId, _: Status) {
        self.finished += 1;
        self.see(node);
    }
}

#[cfg(test)]
mod tests {
    use super::{World, hand, tree};
    use crate::generated::{self, Shape};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn ten_nodes_do_the_same_by_hand() {
        assert_same::<tree::Ten<_>, hand::Match, World>(tree::Ten::tick, hand::Match::tick);
        assert_same::<tree::Ten<_>, hand::Match, Opaque<World>>(tree::Ten::tick, hand::Match::tick);
    }

    #[test]
    fn a_hundred_nodes_do_the_same_by_hand() {
        assert_same::<tree::Hundred<_>, hand::Hundred, World>(
            tree::Hundred::tick,
            hand::Hundred::tick,
        );
        assert_same::<tree::Hundred<_>, hand::Hundred, Opaque<World>>(
            tree::Hundred::tick,
            hand::Hundred::tick,
        );
    }

    #[test]
    fn what_is_written_down_is_random() {
        let without_space = |text: &str| text.split_whitespace().collect::<String>();
        let written = without_space(include_str!("random/tree.rs"));
        for nodes in [10, 100] {
            let text = generated::tree("Any", Shape::Random(tree::SEED), nodes);
            let body = text.split_once('{').expect("it has a body").1;
            assert!(written.contains(&without_space(body)), "{nodes} nodes");
        }
    }
}
