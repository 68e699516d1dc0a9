//! The known properties of all nodes of a tree: their possible results, and the number of ticks
//! that they can get.

use super::outcomes::{Ended, Memory, Outcomes, run};
use super::ticks::Ticks;
use crate::ast::Node;

/// The known properties of a node and of all nodes below it.
pub(super) struct Known<'n> {
    pub(super) node: &'n Node,
    pub(super) outcomes: Outcomes,
    pub(super) children: Vec<Known<'n>>,
    memory: Memory,
    /// The number of ticks of one activation that each child can get, if the node itself has no
    /// limit.
    limits: Vec<u32>,
}

impl<'n> Known<'n> {
    /// Computes the properties. The possible memory of a `once` or a `cooldown` depends on the
    /// possible results, and these depend on the memory. So the computation starts with empty
    /// memory and repeats with the memory that was found, until nothing changes.
    pub(super) fn of(root: &'n Node) -> Self {
        let mut memories = Vec::new();
        loop {
            let mut before = memories.iter().copied();
            let known = Self::new(root, &mut || before.next().unwrap_or_default());
            let mut now = Vec::new();
            known.remember(Ticks::MANY, true, &mut now);
            if memories.iter().eq(&now)
                || (memories.is_empty() && now.iter().all(|memory| memory.is_empty()))
            {
                return known;
            }
            memories = now;
        }
    }

    fn new(node: &'n Node, memory: &mut dyn FnMut() -> Memory) -> Self {
        let own = memory();
        let children: Vec<Self> =
            node.children.iter().map(|child| Self::new(child, memory)).collect();
        let run = run(node, own, &outcomes(&children), Ticks::MANY);
        Self { node, outcomes: run.outcomes, children, memory: own, limits: run.limits }
    }

    /// The number of ticks that each child can get if the node can get `limit`.
    pub(super) fn limits(&self, limit: u32) -> Vec<u32> {
        if limit >= Ticks::MANY {
            return self.limits.clone();
        }
        run(self.node, self.memory, &outcomes(&self.children), limit).limits
    }

    /// Collects, in pre-order, the possible memories of the nodes. A `once` above a node that has
    /// finished prevents further ticks of the node. `again` is true if the activation of the node
    /// can end without finishing such a `once`.
    fn remember(&self, limit: u32, again: bool, memories: &mut Vec<Memory>) {
        let child = self.children.first().filter(|_| limit > 0);
        let ends = |ticks: Ticks| !ticks.until(limit).is_empty();
        let mut again = again;
        memories.push(child.map_or_else(Memory::default, |child| {
            let kind = self.node.kind.as_ref();
            let Outcomes { success, failure, running } = child.outcomes;
            again &= !kind.is_some_and(|kind| kind.row().ends_for_good) || ends(running);
            let ended = Ended { success: ends(success), failure: ends(failure), again };
            kind.map_or_else(Memory::default, |kind| kind.definition().memory(&ended))
        }));
        for (child, own) in self.children.iter().zip(self.limits(limit)) {
            child.remember(if limit == 0 { 0 } else { own }, again, memories);
        }
    }
}

fn outcomes(children: &[Known<'_>]) -> Vec<Outcomes> {
    children.iter().map(|child| child.outcomes).collect()
}
