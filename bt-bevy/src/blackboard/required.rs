use bevy_ecs::component::{Component, ComponentId};
use bevy_ecs::world::World;
use std::any::type_name;

/// The components that an entity must have for the blackboard of its tree.
#[derive(Clone, Debug, Default)]
pub struct Required {
    components: Vec<(ComponentId, &'static str)>,
}

impl Required {
    /// Adds a component.
    pub fn add<C: Component>(&mut self, world: &mut World) {
        self.components.push((world.register_component::<C>(), type_name::<C>()));
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = ComponentId> {
        self.components.iter().map(|(id, _)| *id)
    }

    /// The names of the components for which `has` is false.
    pub(crate) fn missing(&self, has: impl Fn(ComponentId) -> bool) -> Vec<&'static str> {
        let missing = self.components.iter().filter(|(id, _)| !has(*id));
        missing.map(|(_, name)| *name).collect()
    }
}
