//! Trees on entities that lack a component.

use crate::agents::Agents;
use crate::behavior::{Behavior, Turn};
use crate::blackboard::Required;
use bevy_ecs::archetype::Archetypes;
use bevy_ecs::change_detection::{Res, ResMut};
use bevy_ecs::component::Components;
use bevy_ecs::entity::{Entities, Entity};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::error::BevyError;
use bevy_ecs::lifecycle::{Add, Remove};
use bevy_ecs::observer::On;
use bevy_ecs::query::Allow;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Command, Query, SystemParam};
use bevy_ecs::world::World;
use bt_core::Wake;
use std::any::{TypeId, type_name};
use std::collections::HashSet;
use std::marker::PhantomData;

/// What the blackboards need.
#[derive(Resource)]
pub(crate) struct Needs<T: Send + Sync + 'static> {
    pub(crate) required: Required,
    pub(crate) tree: PhantomData<fn(T)>,
}

/// Finds out why a tree could not be ticked.
#[derive(SystemParam)]
pub(crate) struct Missing<'w, T: Send + Sync + 'static> {
    needs: Res<'w, Needs<T>>,
    entities: &'w Entities,
    archetypes: &'w Archetypes,
    components: &'w Components,
}

impl<T: Send + Sync + 'static> Missing<'_, T> {
    /// Warns if the entity lacks a component. It rests until it gets one, or is enabled again.
    #[cold]
    pub(crate) fn rest(&self, entity: Entity) -> Wake {
        let location = self.entities.get_spawned(entity).ok();
        let archetype = location.and_then(|at| self.archetypes.get(at.archetype_id));
        let Some(archetype) = archetype else { return Wake::NextTick };
        let missing = self.needs.required.missing(|component| archetype.contains(component));
        if !missing.is_empty() {
            let (tree, missing) = (type_name::<T>(), missing.join("`, `"));
            log::warn!(
                "the tree `{tree}` of {entity} is not ticked: the entity has no `{missing}`"
            );
            return Wake::OnEvent;
        }
        match self.components.component_id::<Disabled>() {
            Some(disabled) if archetype.contains(disabled) => Wake::OnEvent,
            // Another component disables it, whose removal is not observed.
            _ => Wake::NextTick,
        }
    }
}

/// A command that says which resources the trees of a type lack, to Bevy's error handler.
pub(crate) fn resources<T: Send + Sync + 'static>(world: &mut World) -> Result<(), BevyError> {
    let needs = world.resource::<Needs<T>>();
    let missing = needs.required.missing_resources(world);
    let (tree, names) = (type_name::<T>(), missing.join("`, `"));
    Err(match missing.first() {
        Some(first) => format!(
            "the trees `{tree}` are neither ticked nor aborted: there is no resource `{names}`: write \
             `app.init_resource::<{first}>()`, or add the plugin that has it"
        ),
        None => format!(
            "the trees `{tree}` are neither ticked nor aborted: a parameter of their blackboard is not there"
        ),
    }
    .into())
}

/// A command that warns once that trees wait for their plugin.
pub(crate) fn plugin<T: Send + Sync + 'static>(entity: Entity) -> impl Command<Out = ()> {
    move |world: &mut World| {
        if world.contains_resource::<Agents<T>>() {
            return;
        }
        let mut warned = world.get_resource_or_init::<Warned>();
        if warned.0.insert(TypeId::of::<T>()) {
            let tree = type_name::<T>();
            log::warn!(
                "the tree `{tree}` of {entity} is not ticked before its plugin is added: write \
                 `app.add_plugins(BehaviorPlugin::<{tree}>::new(Update))`"
            );
        }
    }
}

/// The trees without a plugin about which there was a warning.
#[derive(Resource, Default)]
struct Warned(HashSet<TypeId>);

/// A component is added that the blackboard needs.
pub(crate) fn component_added<T: Send + Sync + 'static>(
    event: On<'_, '_, Add<()>>,
    agents: ResMut<'_, Agents<T>>,
    behaviors: Query<'_, '_, &Behavior<T>, Allow<Disabled>>,
) {
    wake(event.entity, agents, &behaviors);
}

/// An entity is enabled.
pub(crate) fn enabled<T: Send + Sync + 'static>(
    event: On<'_, '_, Remove<Disabled>>,
    agents: ResMut<'_, Agents<T>>,
    behaviors: Query<'_, '_, &Behavior<T>, Allow<Disabled>>,
) {
    wake(event.entity, agents, &behaviors);
}

/// The program wakes an entity.
pub(crate) fn woken<T: Send + Sync + 'static>(
    event: On<'_, '_, crate::WakeTree>,
    mut agents: ResMut<'_, Agents<T>>,
    mut behaviors: Query<'_, '_, &mut Behavior<T>, Allow<Disabled>>,
) {
    if let Ok(mut behavior) = behaviors.get_mut(event.entity) {
        agents.wake(behavior.number);
        if behavior.is_stopped() {
            behavior.turn = Turn::Tick;
        }
    }
}

fn wake<T: Send + Sync + 'static>(
    entity: Entity,
    mut agents: ResMut<'_, Agents<T>>,
    behaviors: &Query<'_, '_, &Behavior<T>, Allow<Disabled>>,
) {
    if let Ok(behavior) = behaviors.get(entity) {
        agents.wake(behavior.number);
    }
}
