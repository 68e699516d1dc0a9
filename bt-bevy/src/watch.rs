//! Recorders and live pages, which tick the trees in place of the plugin.

#[cfg(feature = "live")]
mod plugins;
#[cfg(feature = "live")]
mod resource;
#[cfg(feature = "live")]
pub mod shown;

#[cfg(feature = "live")]
pub use plugins::{LivePlugin, RecorderPlugin};
#[cfg(feature = "live")]
pub use resource::Watch;
#[cfg(feature = "live")]
pub(crate) use resource::name_agents;

use crate::blackboard::Blackboard;
#[cfg(feature = "live")]
use bevy_ecs::change_detection::ResMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::SystemParam;
use bt_core::{Agent, Observer, Status};
use std::marker::PhantomData;

/// The recorder or the live page, if there is one.
#[derive(SystemParam)]
pub(crate) struct Watching<'w> {
    #[cfg(feature = "live")]
    watch: Option<ResMut<'w, Watch>>,
    world: PhantomData<&'w ()>,
}

#[cfg(feature = "live")]
impl Watching<'_> {
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.watch.is_some()
    }

    /// Ticks the tree of an entity.
    pub(crate) fn tick<B: Blackboard, T: Agent<B> + 'static>(
        &mut self,
        entity: Entity,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut impl Observer,
    ) -> Status {
        match &mut self.watch {
            Some(watch) => watch.tick(entity, tree, blackboard, observer),
            None => tree.tick_with(blackboard, observer),
        }
    }

    /// Stops the tree of an entity.
    pub(crate) fn stop<B: Blackboard, T: Agent<B> + 'static>(
        &mut self,
        entity: Entity,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut impl Observer,
    ) -> Status {
        match &mut self.watch {
            Some(watch) => watch.stop(entity, tree, blackboard, observer),
            None => tree.stop_with(blackboard, observer),
        }
    }

    /// Aborts the tree of an entity.
    pub(crate) fn abort<B: Blackboard, T: Agent<B> + 'static>(
        &mut self,
        entity: Entity,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut impl Observer,
    ) {
        match &mut self.watch {
            Some(watch) => watch.abort(entity, tree, blackboard, observer),
            None => tree.abort_with(blackboard, observer),
        }
    }

    /// The tree of the entity is dropped.
    pub(crate) fn leave<T: 'static>(&mut self, entity: Entity) {
        if let Some(watch) = &mut self.watch {
            watch.leave::<T>(entity);
        }
    }
}

#[cfg(not(feature = "live"))]
#[allow(clippy::unused_self, reason = "the same calls as with the feature")]
impl Watching<'_> {
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        false
    }

    #[inline]
    pub(crate) fn tick<B: Blackboard, T: Agent<B>>(
        &mut self,
        _: Entity,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut impl Observer,
    ) -> Status {
        tree.tick_with(blackboard, observer)
    }

    #[inline]
    pub(crate) fn stop<B: Blackboard, T: Agent<B>>(
        &mut self,
        _: Entity,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut impl Observer,
    ) -> Status {
        tree.stop_with(blackboard, observer)
    }

    #[inline]
    pub(crate) fn abort<B: Blackboard, T: Agent<B>>(
        &mut self,
        _: Entity,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut impl Observer,
    ) {
        tree.abort_with(blackboard, observer);
    }

    #[inline]
    pub(crate) fn leave<T>(&mut self, _: Entity) {}
}
