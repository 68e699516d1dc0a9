//! The compiled trees.

use bt_core::record::{AgentId, Recorder};
use bt_core::{BehaviorTree, Node, NodeId, Status, Wake, behavior_tree};
use meaning::{Book, Job, Kept, Nap, Ticket, Trace, World, Wrap};
use std::any::Any;

/// A compiled tree of any type.
pub(crate) trait Machine {
    fn nodes(&self) -> &'static [Node];
    fn tick(&mut self, world: &mut World) -> Status;
    fn tick_with(&mut self, world: &mut World, trace: &mut Trace) -> Status;
    fn abort(&mut self, world: &mut World);
    fn abort_with(&mut self, world: &mut World, trace: &mut Trace);
    fn is_running(&self) -> bool;
    fn active(&self) -> Vec<NodeId>;
    fn next_wake(&self) -> Wake;
    fn add_to(&self, recorder: &mut Recorder, name: &str) -> AgentId;
    fn tick_recorded(
        &mut self,
        recorder: &mut Recorder,
        agent: AgentId,
        world: &mut World,
        trace: &mut Trace,
    ) -> Status;
    fn abort_recorded(&mut self, recorder: &mut Recorder, agent: AgentId, world: &mut World);
    fn copy(&self) -> Box<dyn Machine>;
    /// Returns `true` if this copy is in the same state.
    fn is_like(&self, copy: &dyn Machine) -> bool;
    fn as_any(&self) -> &dyn Any;
}

impl<T: BehaviorTree<World> + Clone + PartialEq + 'static> Machine for T {
    fn nodes(&self) -> &'static [Node] {
        <T as BehaviorTree<World>>::NODES
    }

    fn tick(&mut self, world: &mut World) -> Status {
        BehaviorTree::tick(self, world)
    }

    fn tick_with(&mut self, world: &mut World, trace: &mut Trace) -> Status {
        BehaviorTree::tick_with(self, world, trace)
    }

    fn abort(&mut self, world: &mut World) {
        BehaviorTree::abort(self, world);
    }

    fn abort_with(&mut self, world: &mut World, trace: &mut Trace) {
        BehaviorTree::abort_with(self, world, trace);
    }

    fn is_running(&self) -> bool {
        BehaviorTree::is_running(self)
    }

    fn active(&self) -> Vec<NodeId> {
        BehaviorTree::active(self).collect()
    }

    fn next_wake(&self) -> Wake {
        BehaviorTree::next_wake(self)
    }

    fn add_to(&self, recorder: &mut Recorder, name: &str) -> AgentId {
        recorder.agent::<T>(name)
    }

    fn tick_recorded(
        &mut self,
        recorder: &mut Recorder,
        agent: AgentId,
        world: &mut World,
        trace: &mut Trace,
    ) -> Status {
        recorder.tick_with(agent, self, world, trace)
    }

    fn abort_recorded(&mut self, recorder: &mut Recorder, agent: AgentId, world: &mut World) {
        recorder.abort(agent, self, world);
    }

    fn copy(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }

    fn is_like(&self, copy: &dyn Machine) -> bool {
        copy.as_any().downcast_ref::<T>() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The tree's seed, the tree, and the constants of its labels.
pub(crate) type Entry = (u64, fn() -> Box<dyn Machine>, &'static [(&'static str, NodeId)]);

include!(concat!(env!("OUT_DIR"), "/trees.rs"));
