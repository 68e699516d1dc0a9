//! `bevy_behave`: a plugin for Bevy; a condition is an event, and a running action is an entity. A tree
//! that has finished does not start again by itself, so it is inserted again.

#![allow(clippy::needless_pass_by_value, reason = "systems take what they ask for by value")]

use crate::contender::Crowd;
use crate::tree::{Action, Condition, Leaf, Memory, Nodes, Tree};
use benches::world::World as Blackboard;
use bevy_0_18::app::{App, Update};
use bevy_0_18::ecs::component::{Component, Mutable, StorageType};
use bevy_0_18::prelude::{
    Add, Commands, Entity, IntoScheduleConfigs, On, Query, Res, Resource, Time, With,
};
use bevy_behave::Behave;
use bevy_behave::ego_tree;
use bevy_behave::prelude::{
    BehaveCtx, BehaveFinished, BehavePlugin, BehaveSet, BehaveTree, BehaveTrigger,
};
use bt_core::Status;
use std::marker::PhantomData;

/// The component with the world of an agent.
struct Board<W>(W);

/// A running action.
struct Doing<W>(Leaf<W>);

impl<W> Clone for Doing<W> {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

impl<W: Send + Sync + 'static> Component for Board<W> {
    const STORAGE_TYPE: StorageType = StorageType::Table;
    type Mutability = Mutable;
}

impl<W: 'static> Component for Doing<W> {
    const STORAGE_TYPE: StorageType = StorageType::Table;
    type Mutability = Mutable;
}

struct Fresh(BehaveTree);

impl Resource for Fresh {}

struct InApp<W> {
    app: App,
    tree: BehaveTree,
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
    app.init_resource::<Time>().add_plugins(BehavePlugin::new(Update).with_synchronous());
    let mut build = Build::default();
    let tree = BehaveTree::new(T::build(&mut build));
    build.observers.into_iter().for_each(|add| add(&mut app));
    app.insert_resource(Fresh(tree.clone()))
        .add_observer(start::<W>)
        .add_systems(Update, (restart, go_on::<W>).chain().before(BehaveSet));
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

fn restart(
    finished: Query<Entity, With<BehaveFinished>>,
    fresh: Res<Fresh>,
    mut commands: Commands,
) {
    for agent in &finished {
        commands.entity(agent).remove::<BehaveFinished>().insert(fresh.0.clone());
    }
}

fn ask<W: Send + Sync + 'static, C: Condition<W>>(
    event: On<BehaveTrigger<Asks<C>>>,
    boards: Query<&Board<W>>,
    mut commands: Commands,
) {
    let context = event.ctx();
    let holds = boards.get(context.behave_entity()).is_ok_and(|board| C::ask(&board.0));
    commands.trigger(if holds { context.success() } else { context.failure() });
}

fn start<W: Send + Sync + 'static>(
    event: On<Add, Doing<W>>,
    tasks: Query<(&Doing<W>, &BehaveCtx)>,
    mut boards: Query<&mut Board<W>>,
    mut commands: Commands,
) {
    if let Ok((doing, context)) = tasks.get(event.entity) {
        act(event.entity, doing, context, &mut boards, &mut commands);
    }
}

fn go_on<W: Send + Sync + 'static>(
    tasks: Query<(Entity, &Doing<W>, &BehaveCtx)>,
    mut boards: Query<&mut Board<W>>,
    mut commands: Commands,
) {
    for (task, doing, context) in &tasks {
        act(task, doing, context, &mut boards, &mut commands);
    }
}

fn act<W: Send + Sync + 'static>(
    task: Entity,
    doing: &Doing<W>,
    context: &BehaveCtx,
    boards: &mut Query<&mut Board<W>>,
    commands: &mut Commands,
) {
    let mut board = boards.get_mut(context.behave_entity()).expect("every agent has one");
    let report = match (doing.0)(&mut board.0) {
        Status::Success => context.success(),
        Status::Failure => context.failure(),
        Status::Running => return,
    };
    // Its entity is removed only in the next tick.
    commands.entity(task).remove::<Doing<W>>();
    commands.trigger(report);
}

/// The event that is a condition.
struct Asks<C>(PhantomData<C>);

impl<C> Clone for Asks<C> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

#[derive(Default)]
pub(crate) struct Build {
    observers: Vec<fn(&mut App)>,
}

fn composite(node: Behave, children: Vec<ego_tree::Tree<Behave>>) -> ego_tree::Tree<Behave> {
    let mut tree = ego_tree::Tree::new(node);
    for child in children {
        tree.root_mut().append_subtree(child);
    }
    tree
}

impl<W: Send + Sync + 'static> Nodes<W> for Build {
    type Node = ego_tree::Tree<Behave>;

    fn condition<C: Condition<W>>(&mut self) -> Self::Node {
        self.observers.push(|app| {
            app.add_observer(ask::<W, C>);
        });
        ego_tree::Tree::new(Behave::trigger(Asks::<C>(PhantomData)))
    }

    fn action<A: Action<W>>(&mut self) -> Self::Node {
        ego_tree::Tree::new(Behave::spawn(Doing::<W>(A::act)))
    }
}

impl<W: Send + Sync + 'static> Memory<W> for Build {
    fn sequence(&mut self, children: Vec<Self::Node>) -> Self::Node {
        composite(Behave::Sequence, children)
    }

    fn selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        composite(Behave::Fallback, children)
    }
}
