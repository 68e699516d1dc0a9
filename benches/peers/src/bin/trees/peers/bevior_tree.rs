//! `bevior_tree`: a plugin for Bevy; leaves are systems. It has no composite that starts over, and a
//! tree that has finished does not start again by itself, so both are written here. 0.12.0 is the same
//! code for a Bevy that needs a newer compiler.

use crate::contender::Crowd;
use crate::tree::{Action, Active, Condition, Memory, Nodes, Tree};
use benches::world::World as Blackboard;
use bevior_tree::conditional::{CheckIf, CondChecker, CondCheckerBuilder};
use bevior_tree::node::{Node, NodeResult, NodeState, NodeStatus};
use bevior_tree::sequential::variants::{Selector, Sequence};
use bevior_tree::task::TaskStatus;
use bevior_tree::task::{TaskBridge, TaskChecker, TaskDefinition, TaskEvent, TaskEventListener};
use bevior_tree::{BehaviorTree, BehaviorTreePlugin, BehaviorTreeRoot};
use bevy_0_19::app::{App, Update};
use bevy_0_19::asset::Assets;
use bevy_0_19::ecs::component::{Component, Mutable, StorageType};
use bevy_0_19::ecs::system::IntoSystem;
use bevy_0_19::prelude::{Entity, In, Query, World};
use bt_core::Status;
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

type Child = Box<dyn Node>;

/// The component with the world of an agent.
struct Board<W>(W);

impl<W: Send + Sync + 'static> Component for Board<W> {
    const STORAGE_TYPE: StorageType = StorageType::Table;
    type Mutability = Mutable;
}

struct InApp<W> {
    app: App,
    tree: BehaviorTree,
    agents: Vec<Entity>,
    of: PhantomData<W>,
}

/// Agents of the tree `T`, in one app.
pub(crate) fn crowd<W, T>() -> Box<dyn Crowd>
where
    W: Blackboard + Send + Sync + 'static,
    T: Tree<W, Build>,
{
    let mut app = App::new();
    app.add_plugins(BehaviorTreePlugin::default().in_schedule(Update));
    let tree = Restarting(T::build(&mut Build));
    let mut roots = app.world_mut().resource_mut::<Assets<BehaviorTreeRoot>>();
    let tree = BehaviorTree::from_node(tree, &mut roots);
    Box::new(InApp::<W> { app, tree, agents: Vec::new(), of: PhantomData })
}

impl<W: Blackboard + Send + Sync + 'static> Crowd for InApp<W> {
    fn join(&mut self, count: usize) {
        let world = self.app.world_mut();
        for agent in (0..).take(count).skip(self.agents.len()) {
            let agent = world.spawn((Board(W::new(agent)), self.tree.clone()));
            self.agents.push(agent.id());
        }
    }

    fn tick(&mut self) {
        let world = self.app.world_mut();
        world.query::<&mut Board<W>>().iter_mut(world).for_each(|mut board| board.0.step());
        world.run_schedule(Update);
        world.clear_trackers();
    }

    fn checksums(&self) -> Vec<u32> {
        let board = |agent| self.app.world().get::<Board<W>>(agent).expect("spawned with it");
        self.agents.iter().map(|agent| board(*agent).0.checksum()).collect()
    }
}

/// Makes the checkers of the leaf `L`.
struct Leaf<W, L>(PhantomData<fn(W) -> L>);

impl<W, L> fmt::Debug for Leaf<W, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Leaf")
    }
}

impl<W: Send + Sync + 'static, C: Condition<W>> CondCheckerBuilder for Leaf<W, C> {
    fn build(&self) -> Box<CondChecker> {
        let check = |In(agent): In<Entity>, boards: Query<&Board<W>>| {
            boards.get(agent).is_ok_and(|board| C::ask(&board.0))
        };
        Box::new(IntoSystem::into_system(check))
    }
}

impl<W: Send + Sync + 'static, A: Action<W>> TaskDefinition for Leaf<W, A> {
    fn build_checker(&self) -> Box<TaskChecker> {
        let check = |In(agent): In<Entity>, mut boards: Query<&mut Board<W>>| match A::act(
            &mut boards.get_mut(agent).expect("every agent has one").0,
        ) {
            Status::Success => TaskStatus::Complete(NodeResult::Success),
            Status::Failure => TaskStatus::Complete(NodeResult::Failure),
            Status::Running => TaskStatus::Running,
        };
        Box::new(IntoSystem::into_system(check))
    }

    fn build_event_listeners(&self) -> Vec<(TaskEvent, Box<TaskEventListener>)> {
        Vec::new()
    }
}

/// An active selector, or with the other result an active sequence.
#[derive(Debug)]
struct ActiveNode {
    children: Vec<Child>,
    until: NodeResult,
}

#[derive(Debug)]
struct Running {
    at: usize,
    child: Box<dyn NodeState>,
}

impl ActiveNode {
    fn tick(&self, world: &mut World, agent: Entity, mut running: Option<Running>) -> NodeStatus {
        for (at, node) in self.children.iter().enumerate() {
            let status = match running.take_if(|running| running.at == at) {
                Some(running) => node.resume(world, agent, running.child),
                None => node.begin(world, agent),
            };
            if status.result() == Some(!self.until) {
                continue;
            }
            if let Some(running) = running {
                self.children[running.at].force_exit(world, agent, running.child);
            }
            return match status {
                NodeStatus::Pending(child) => NodeStatus::Pending(Box::new(Running { at, child })),
                decided => decided,
            };
        }
        NodeStatus::Complete(!self.until)
    }
}

impl Node for ActiveNode {
    fn begin(&self, world: &mut World, agent: Entity) -> NodeStatus {
        self.tick(world, agent, None)
    }

    fn resume(&self, world: &mut World, agent: Entity, state: Box<dyn NodeState>) -> NodeStatus {
        self.tick(world, agent, Some(own(state)))
    }

    fn force_exit(&self, world: &mut World, agent: Entity, state: Box<dyn NodeState>) {
        let running = own::<Running>(state);
        self.children[running.at].force_exit(world, agent, running.child);
    }
}

/// Starts again in the tick after its node has finished.
#[derive(Debug)]
struct Restarting(Child);

#[derive(Debug)]
struct Restart(Option<Box<dyn NodeState>>);

impl Node for Restarting {
    fn begin(&self, world: &mut World, agent: Entity) -> NodeStatus {
        let status = self.0.begin(world, agent);
        NodeStatus::Pending(Box::new(Restart(match status {
            NodeStatus::Pending(child) => Some(child),
            NodeStatus::Beginning | NodeStatus::Complete(_) => None,
        })))
    }

    fn resume(&self, world: &mut World, agent: Entity, state: Box<dyn NodeState>) -> NodeStatus {
        let Restart(Some(child)) = own(state) else { return self.begin(world, agent) };
        let status = self.0.resume(world, agent, child);
        NodeStatus::Pending(Box::new(Restart(match status {
            NodeStatus::Pending(child) => Some(child),
            NodeStatus::Beginning | NodeStatus::Complete(_) => None,
        })))
    }

    fn force_exit(&self, world: &mut World, agent: Entity, state: Box<dyn NodeState>) {
        if let Restart(Some(child)) = own(state) {
            self.0.force_exit(world, agent, child);
        }
    }
}

impl NodeState for Running {
    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

impl NodeState for Restart {
    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

fn own<S: NodeState>(state: Box<dyn NodeState>) -> S {
    *state.into_any().downcast().expect("a node is given back its own state")
}

#[derive(Default)]
pub(crate) struct Build;

impl<W: Send + Sync + 'static> Nodes<W> for Build {
    type Node = Child;

    fn condition<C: Condition<W>>(&mut self) -> Child {
        Box::new(CheckIf::new(Leaf::<W, C>(PhantomData)))
    }

    fn action<A: Action<W>>(&mut self) -> Child {
        Box::new(TaskBridge::new(Box::new(Leaf::<W, A>(PhantomData))))
    }
}

impl<W: Send + Sync + 'static> Memory<W> for Build {
    fn sequence(&mut self, children: Vec<Child>) -> Child {
        Box::new(Sequence::new(children))
    }

    fn selector(&mut self, children: Vec<Child>) -> Child {
        Box::new(Selector::new(children))
    }
}

impl<W: Send + Sync + 'static> Active<W> for Build {
    fn guard<C: Condition<W>>(&mut self, node: Child) -> Child {
        let condition = Nodes::<W>::condition::<C>(self);
        Box::new(ActiveNode { children: vec![condition, node], until: NodeResult::Failure })
    }

    fn active_selector(&mut self, children: Vec<Child>) -> Child {
        Box::new(ActiveNode { children, until: NodeResult::Success })
    }
}
