use bevy_ecs::component::{Component, ComponentId};
use bevy_ecs::query::{
    AccessConflicts, FilteredAccess, QueryFilter, QueryState, ReadOnlyQueryData,
};
use bevy_ecs::resource::Resource;
use bevy_ecs::world::World;
use std::any::type_name;

/// What the blackboard of a tree needs: components of the entity, and resources.
#[derive(Clone, Debug, Default)]
pub struct Required {
    components: Vec<(ComponentId, &'static str)>,
    resources: Vec<(ComponentId, &'static str)>,
    /// Names of components that an entity need not have. Bevy has names only with its feature `debug`.
    names: Vec<(ComponentId, &'static str)>,
    /// The queries for other entities.
    queries: Vec<(FilteredAccess, String)>,
}

impl Required {
    /// Adds a component.
    pub fn add<C: Component>(&mut self, world: &mut World) {
        self.components.push((world.register_component::<C>(), type_name::<C>()));
    }

    /// Adds a resource.
    pub fn add_resource<R: Resource>(&mut self, world: &mut World) {
        self.resources.push((world.register_component::<R>(), type_name::<R>()));
    }

    pub(crate) fn name<C: Component>(&mut self, world: &mut World) {
        self.names.push((world.register_component::<C>(), type_name::<C>()));
    }

    pub(super) fn add_query<D: ReadOnlyQueryData, F: QueryFilter>(&mut self, world: &mut World) {
        let access = QueryState::<D, F>::new(world).component_access().clone();
        let query = match type_name::<F>() {
            "()" => format!("Query<{}>", type_name::<D>()),
            filter => format!("Query<{}, {filter}>", type_name::<D>()),
        };
        self.queries.push((access, query));
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = ComponentId> {
        self.components.iter().map(|(id, _)| *id)
    }

    /// The names of the components for which `has` is false.
    pub(crate) fn missing(&self, has: impl Fn(ComponentId) -> bool) -> Vec<&'static str> {
        let missing = self.components.iter().filter(|(id, _)| !has(*id));
        missing.map(|(_, name)| *name).collect()
    }

    /// The names of the resources that the world does not have.
    pub(crate) fn missing_resources(&self, world: &World) -> Vec<&'static str> {
        let missing = self.resources.iter().filter(|(id, _)| !world.contains_resource_by_id(*id));
        missing.map(|(_, name)| *name).collect()
    }

    /// A query that reads what the blackboard, with the access `data`, changes; and the names of these components.
    pub(crate) fn conflict(&self, data: &FilteredAccess) -> Option<(&str, String)> {
        self.queries.iter().find_map(|(access, query)| {
            let conflicts = match data.get_conflicts(access) {
                AccessConflicts::Individual(conflicts) if conflicts.is_clear() => return None,
                AccessConflicts::Individual(conflicts) => conflicts,
                AccessConflicts::All => return Some((query.as_str(), "all components".to_owned())),
            };
            let known = self.components.iter().chain(&self.names);
            let mut names = known.filter(|(id, _)| conflicts.contains(*id)).map(|(_, name)| *name);
            let first = names.next().unwrap_or("a component").to_owned();
            Some((query.as_str(), names.fold(first, |names, name| format!("{names}`, `{name}"))))
        })
    }
}
