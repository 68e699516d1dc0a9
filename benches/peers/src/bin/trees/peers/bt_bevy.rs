//! Our plugin for Bevy, on one thread as all rows.

use crate::contender::Crowd;
use benches::descent::Descent;
use benches::errands::Errands;
use benches::soldier::Soldier;
use benches::world::World as AgentWorld;
use benches::{descent, errands, soldier};
use bt_bevy::bevy_app::{App, Update};
use bt_bevy::bevy_ecs::component::{Component, Mutable, StorageType};
use bt_bevy::bevy_ecs::prelude::{Entity, Mut};
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard};
use bt_core::{Agent, behavior_tree};
use std::marker::PhantomData;

/// The component with the world of an agent.
pub(crate) struct Board<W>(W);

impl<W: Send + Sync + 'static> Component for Board<W> {
    const STORAGE_TYPE: StorageType = StorageType::Table;
    type Mutability = Mutable;
}

/// The blackboard of an agent.
#[derive(Blackboard)]
pub(crate) struct Of<'w, W: Send + Sync> {
    board: Mut<'w, Board<W>>,
}

behavior_tree! {
    pub(crate) tree Reactive(agent: &mut Of<'_, Soldier>) {
        subtree soldier::tree::Reactive<Soldier>(&mut agent.board.0);
    }

    pub(crate) tree Memory(agent: &mut Of<'_, Soldier>) {
        subtree soldier::tree::Memory<Soldier>(&mut agent.board.0);
    }

    pub(crate) tree Sequence(agent: &mut Of<'_, Errands>) {
        subtree errands::tree::Sequence<Errands>(&mut agent.board.0);
    }

    pub(crate) tree Levels(agent: &mut Of<'_, Descent>) {
        subtree descent::tree::Levels<Descent>(&mut agent.board.0);
    }
}

struct InApp<W, T> {
    app: App,
    agents: Vec<Entity>,
    of: PhantomData<(W, T)>,
}

/// Agents of the tree `T`, in one app.
pub(crate) fn crowd<W, T>() -> Box<dyn Crowd>
where
    W: AgentWorld + Send + Sync + 'static,
    T: for<'w> Agent<Of<'w, W>> + Default + Send + Sync + 'static,
{
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<T>::new::<Of<'static, W>>(Update));
    Box::new(InApp::<W, T> { app, agents: Vec::new(), of: PhantomData })
}

impl<W, T> Crowd for InApp<W, T>
where
    W: AgentWorld + Send + Sync + 'static,
    T: Default + Send + Sync + 'static,
{
    fn join(&mut self, count: usize) {
        let world = self.app.world_mut();
        for agent in (0..).take(count).skip(self.agents.len()) {
            let agent = world.spawn((Board(W::new(agent)), Behavior::new(T::default())));
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
