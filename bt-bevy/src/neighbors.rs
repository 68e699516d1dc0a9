//! A grid of the positions of entities, for queries about neighbors.

use bevy_app::{App, Plugin};
use bevy_ecs::change_detection::ResMut;
use bevy_ecs::component::Component;
use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::intern::Interned;
use bevy_ecs::lifecycle::{Insert, Remove};
use bevy_ecs::observer::On;
use bevy_ecs::query::{Allow, Changed};
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel, SystemSet};
use bevy_ecs::system::Query;
use bt_core::grid::{ALL, Area, Circle, Error, Found, Grid, Handle};
use std::any::type_name;
use std::marker::PhantomData;
use std::ops::Deref;

/// A component that is a position in a plane.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bt_bevy::Position;
///
/// #[derive(Component)]
/// struct Feet {
///     x: f32,
///     z: f32,
/// }
///
/// impl Position for Feet {
///     fn position(&self) -> [f32; 2] {
///         [self.x, self.z]
///     }
/// }
/// ```
pub trait Position: Component {
    /// The position in the plane of the grid.
    fn position(&self) -> [f32; 2];

    /// The groups of the entity, one bit each. Queries name the groups that they search.
    fn groups(&self) -> u32 {
        ALL
    }
}

/// The entities with a position, in a [`Grid`] that follows the component.
///
/// Add it with a [`NeighborsPlugin`], and query it from the leaves of a tree. It has the methods of a `Grid<Entity>`.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, Neighbors, NeighborsPlugin, Position};
/// # use bt_bevy::behavior_tree;
/// # #[derive(Component)] struct Feet([f32; 2]);
/// # impl Position for Feet { fn position(&self) -> [f32; 2] { self.0 } }
/// #[derive(Blackboard)]
/// struct Board<'w> {
///     me: Entity,
///     feet: Mut<'w, Feet>,
///     #[resource]
///     neighbors: &'w Neighbors<Feet>,
/// }
///
/// behavior_tree! {
///     tree Shy(me: &mut Board<'_>) {
///         active_sequence {
///             condition me.neighbors.within(me.feet.0, 2.0).any(|(other, _)| other != me.me);
///             action me.feet.0[0] += 1.0;
///         }
///     }
/// }
///
/// # fn main() -> Result<(), bt_bevy::bt_core::grid::Error> {
/// let mut app = App::new();
/// app.add_plugins(NeighborsPlugin::<Feet>::new(Update, [0.0, 0.0], [100.0, 100.0], 2.0)?);
/// app.add_plugins(BehaviorPlugin::<Shy>::new(Update));
/// # app.world_mut().spawn((Behavior::new(Shy::new()), Feet([5.0, 5.0])));
/// # app.world_mut().spawn(Feet([6.0, 5.0]));
/// # for _ in 0..10 { app.update(); }
/// # let feet = app.world_mut().query::<&Feet>().iter(app.world()).map(|feet| feet.0[0]).fold(0.0, f32::max);
/// # assert_eq!(feet, 9.0);
/// # Ok(())
/// # }
/// ```
#[derive(Resource)]
pub struct Neighbors<P: Position> {
    grid: Grid<Entity>,
    places: EntityHashMap<Place>,
    position: PhantomData<fn(P)>,
}

impl<P: Position> Neighbors<P> {
    /// The entities within a distance, with their positions.
    pub fn within(
        &self,
        center: [f32; 2],
        radius: f32,
    ) -> impl Iterator<Item = (Entity, [f32; 2])> {
        self.entities(Circle { center, radius }, ALL)
    }

    /// The entities of some groups in an area, with their positions.
    pub fn entities<A: Area<[f32; 2]>>(
        &self,
        area: A,
        groups: u32,
    ) -> impl Iterator<Item = (Entity, [f32; 2])> {
        self.grid
            .query(area, groups)
            .filter_map(|found| Some((self.entity(&found)?, found.position)))
    }

    /// The nearest entity of some groups, up to a distance, that is not `except`.
    #[must_use]
    pub fn nearest_but(
        &self,
        except: Entity,
        center: [f32; 2],
        distance: f32,
        groups: u32,
    ) -> Option<(Entity, [f32; 2])> {
        let is_other = |found: Found| self.entity(&found) != Some(except);
        let found = self.grid.nearest_where(center, distance, groups, is_other)?;
        let position = self.grid.position(found.handle)?;
        Some((*self.grid.get(found.handle)?, position))
    }

    /// Where an entity is now; `None` if it is not in the grid, for example because it is gone.
    ///
    /// A tree that keeps a target in a `let` asks for it here, and does not have to search for it again.
    #[must_use]
    pub fn position(&self, entity: Entity) -> Option<[f32; 2]> {
        self.grid.position(self.places.get(&entity)?.handle?)
    }

    /// The entity that a query has found.
    #[must_use]
    pub fn entity(&self, found: &Found) -> Option<Entity> {
        self.grid.get(found.handle).copied()
    }
}

impl<P: Position> Deref for Neighbors<P> {
    type Target = Grid<Entity>;

    fn deref(&self) -> &Grid<Entity> {
        &self.grid
    }
}

/// The systems that move entities in the grids, of all plugins; they run before the trees are ticked.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NeighborsSystems;

/// Keeps [`Neighbors`] in step with a position component.
///
/// An entity enters the grid when it gets the component, and leaves it when it loses the component or is despawned, at
/// once. In each run of the schedule, the entities move whose components have changed: before the trees of the same
/// schedule are ticked, so that all trees of a frame see the same positions. An entity with an invalid position, for
/// example NaN, stays where it was, and there is a warning.
pub struct NeighborsPlugin<P: Position> {
    schedule: Interned<dyn ScheduleLabel>,
    grid: Grid<Entity>,
    position: PhantomData<fn(P)>,
}

impl<P: Position> NeighborsPlugin<P> {
    /// Makes a plugin for a world between two corners. Tiles should be about as large as the radius of most queries.
    ///
    /// # Errors
    ///
    /// If the world has no extent, the tiles have no size, or there would be too many of them.
    pub fn new(
        schedule: impl ScheduleLabel,
        min: [f32; 2],
        max: [f32; 2],
        tile_size: f32,
    ) -> Result<Self, Error> {
        Ok(Self::with_grid(schedule, Grid::new(min, max, tile_size)?))
    }

    /// Makes a plugin with a grid, which may have other [limits](Grid::with_outside).
    #[must_use]
    pub fn with_grid(schedule: impl ScheduleLabel, grid: Grid<Entity>) -> Self {
        Self { schedule: schedule.intern(), grid, position: PhantomData }
    }
}

impl<P: Position> Plugin for NeighborsPlugin<P> {
    fn build(&self, app: &mut App) {
        let mut neighbors = Neighbors::<P> {
            grid: self.grid.clone(),
            places: EntityHashMap::default(),
            position: PhantomData,
        };
        let world = app.world_mut();
        let mut before = world.query_filtered::<(Entity, &P), Allow<Disabled>>();
        for (entity, position) in before.iter(world) {
            neighbors.follow(entity, position);
        }
        app.insert_resource(neighbors)
            .add_observer(inserted::<P>)
            .add_observer(removed::<P>)
            .add_systems(self.schedule, moved::<P>.in_set(NeighborsSystems))
            .configure_sets(self.schedule, NeighborsSystems.before(crate::BehaviorSystems));
    }
}

/// The place of an entity in the grid.
#[derive(Default)]
struct Place {
    handle: Option<Handle>,
    /// There has been a warning about the current position.
    is_refused: bool,
}

impl<P: Position> Neighbors<P> {
    /// The entity has another position, or other groups.
    fn follow(&mut self, entity: Entity, position: &P) {
        let place = self.places.entry(entity).or_default();
        let (at, groups) = (position.position(), position.groups());
        let result = match place.handle {
            Some(handle) => {
                let moved = self.grid.move_to(handle, at);
                moved.and_then(|()| self.grid.set_groups(handle, groups))
            }
            None => match self.grid.insert(at, groups, entity) {
                Ok(handle) => {
                    place.handle = Some(handle);
                    Ok(())
                }
                Err(refused) => Err(refused.error),
            },
        };
        if let Err(error) = &result
            && !place.is_refused
        {
            let component = type_name::<P>();
            log::warn!("the `{component}` of {entity} is not in the grid: {error}");
        }
        place.is_refused = result.is_err();
    }

    fn leave(&mut self, entity: Entity) {
        if let Some(handle) = self.places.remove(&entity).and_then(|place| place.handle) {
            self.grid.remove(handle);
        }
    }
}

fn inserted<P: Position>(
    event: On<'_, '_, Insert<P>>,
    mut neighbors: ResMut<'_, Neighbors<P>>,
    positions: Query<'_, '_, &P, Allow<Disabled>>,
) {
    if let Ok(position) = positions.get(event.entity) {
        neighbors.follow(event.entity, position);
    }
}

fn removed<P: Position>(event: On<'_, '_, Remove<P>>, mut neighbors: ResMut<'_, Neighbors<P>>) {
    neighbors.leave(event.entity);
}

/// The entities whose positions have changed, also disabled ones.
type Moved<P> = (Changed<P>, Allow<Disabled>);

fn moved<P: Position>(
    mut neighbors: ResMut<'_, Neighbors<P>>,
    positions: Query<'_, '_, (Entity, &P), Moved<P>>,
) {
    for (entity, position) in &positions {
        neighbors.follow(entity, position);
    }
}
