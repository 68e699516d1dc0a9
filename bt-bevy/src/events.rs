//! Events that programs send to trees.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::{EntityEvent, Event};
use bevy_ecs::system::Commands;
use std::marker::PhantomData;

/// Wakes the trees of an entity: `commands.trigger(WakeTree { entity })`.
///
/// A tree rests when nothing that happens in the world can change what it does: while it waits for a time, or while a
/// stateful action with [`next_wake`](bt_core::Action::next_wake) waits for an event. Send this event when such an
/// event happens. Everything else wakes by itself, except an
/// [event-driven](crate::Behavior::event_driven) tree, which also needs it when its conditions change.
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct WakeTree {
    /// The entity.
    pub entity: Entity,
}

/// Aborts the trees of an entity: `commands.trigger(AbortTree { entity })`. They start again with their next tick.
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct AbortTree {
    /// The entity.
    pub entity: Entity,
}

/// Aborts the trees of one type of all entities: `commands.trigger(AbortTrees::<Robot>::new())`.
#[derive(Event)]
pub struct AbortTrees<T: Send + Sync + 'static>(PhantomData<fn(T)>);

impl<T: Send + Sync + 'static> AbortTrees<T> {
    /// Makes the event.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: Send + Sync + 'static> Default for AbortTrees<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// A system that aborts the trees of one type of all entities, for the end of a state:
/// `app.add_systems(OnExit(Mode::Playing), abort_trees::<Robot>)`.
pub fn abort_trees<T: Send + Sync + 'static>(mut commands: Commands<'_, '_>) {
    commands.trigger(AbortTrees::<T>::new());
}
