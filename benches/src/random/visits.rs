//! The nodes that a tick visits.

use super::World;
use crate::run;
use bt_core::{BehaviorTree, NodeId, Observer, Status};
use std::fmt::Arguments;

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
