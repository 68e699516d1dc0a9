//! Events that programs send to trees.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::{EntityEvent, Event};
use bevy_ecs::system::Commands;
use std::marker::PhantomData;

/// Wakes the trees of an entity: `commands.trigger(WakeTree { entity })`.
///
/// A tree rests when nothing that happens in the world can change what it does: while it waits for a time, or while a
/// stateful action with [`next_wake`](bt_core::Action::next_wake) waits for an event. Send this event when such an
/// event happens. It also starts a tree again that [`StopTree`] has stopped. Everything else wakes by itself, except an
/// [event-driven](crate::Behavior::event_driven) tree, which also needs it when its conditions change.
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct WakeTree {
    /// The entity.
    pub entity: Entity,
}

/// Stops the trees of an entity, so that the [cleanups](bt_core::guide::data#a-cleanup-that-takes-time) that take time come
/// to their end: `commands.trigger(StopTree { entity })`.
///
/// From now on the trees are [stopped](bt_core::BehaviorTree::stop) in each run of the schedule, in place of a tick. When a
/// tree has ended, [`Behavior::is_stopped`](crate::Behavior::is_stopped) is true, and the tree rests until [`WakeTree`] starts
/// it again. So an entity can be despawned when its tree has cleaned up:
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bt_bevy::{Behavior, Blackboard};
/// # use bt_bevy::behavior_tree;
/// # #[derive(Component)] struct Battery(f32);
/// # #[derive(Blackboard)] struct Board<'w> { battery: &'w Battery }
/// # behavior_tree! {
/// #     tree Robot(robot: &mut Board<'_>) { condition robot.battery.0 > 0.1; }
/// # }
/// fn leave(robots: Query<(Entity, &Behavior<Robot>), Changed<Behavior<Robot>>>, mut commands: Commands) {
///     for (robot, behavior) in &robots {
///         if behavior.is_stopped() {
///             commands.entity(robot).despawn();
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(leave);
/// ```
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct StopTree {
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
