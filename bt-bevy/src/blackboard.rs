//! The blackboard of a tree: data of an entity, and resources.

mod field;
mod required;

use bevy_ecs::query::{IterQueryData, QueryData};
use bevy_ecs::system::{
    StaticSystemParam, SystemParam, SystemParamItem, SystemParamValidationError,
};
use bevy_ecs::world::World;
pub use field::{Field, FromEntity, FromResource};
pub use required::Required;
use std::time::Duration;

/// A struct of borrows that a tree works on, made for each entity and each tick. Derive it.
///
/// | field | is |
/// | --- | --- |
/// | `&'w C` | a component of the entity |
/// | `Mut<'w, C>` | a component that the tree may change; it is marked as changed only when it is written to |
/// | `Option<&'w C>`, `Option<Mut<'w, C>>` | a component that the entity need not have |
/// | `#[resource] &'w R` | a resource |
/// | `#[resource] Mut<'w, R>` | a resource that the tree may change |
/// | `#[resource] Option<&'w R>`, `#[resource] Option<Mut<'w, R>>` | a resource that need not exist |
/// | `#[resource] &'w Time` | the time; the struct implements [`Clock`](bt_core::Clock) with it |
/// | `Entity` | the entity |
/// | `Commands<'w, 'w>` | commands, which are applied after the ticks of all entities |
/// | `Query<'w, 'w, D, F>` | the other entities, if `D` is read-only: `Query<'w, 'w, (&'static C, Has<X>), With<Y>>` |
/// | `#[param] &'w P` | any other parameter of systems that a shared borrow is enough for: `#[param] &'w ParallelCommands<'w, 'w>` |
///
/// The struct has one lifetime. If it contains neither `Commands` nor a resource that can be changed, the trees of all
/// entities are ticked in parallel; otherwise one after the other, in an order that depends on the order of their
/// insertion only.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bt_bevy::Blackboard;
/// use bevy_time::Time;
///
/// #[derive(Component)]
/// struct Battery(f32);
///
/// #[derive(Component)]
/// struct Position([f32; 2]);
///
/// #[derive(Blackboard)]
/// struct Robot<'w> {
///     battery: &'w Battery,
///     position: Mut<'w, Position>,
///     #[resource]
///     time: &'w Time,
/// }
/// ```
///
/// # Other entities
///
/// A `Query` reads other entities, and the trees are still ticked in parallel. What the blackboard changes of its own entity
/// with `Mut`, it cannot read of others in the same tick; the plugin says so when it is added. Either the query leaves out the
/// entities with this tree, with the filter `Without<Behavior<Wolf>>`, or the others read a copy in another component, as
/// [`Neighbors`](crate::Neighbors) is for positions.
///
/// Others are changed after the ticks, by a command or by an observer of an event:
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::ParallelCommands;
/// use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, behavior_tree};
///
/// #[derive(Component)]
/// struct Health(i32);
///
/// #[derive(Component)]
/// struct Teeth(i32);
///
/// #[derive(EntityEvent)]
/// struct Bitten {
///     entity: Entity,
///     depth: i32,
/// }
///
/// #[derive(Blackboard)]
/// struct Hunter<'w> {
///     teeth: &'w Teeth,
///     sheep: Query<'w, 'w, (Entity, &'static Health), Without<Teeth>>,
///     #[param]
///     commands: &'w ParallelCommands<'w, 'w>,
/// }
///
/// behavior_tree! {
///     tree Wolf(wolf: &mut Hunter<'_>) {
///         // A `let` with an `Option` fails if there is none.
///         sequence {
///             let(sheep: Entity = wolf.sheep.iter().find(|(_, health)| health.0 > 0).map(|(sheep, _)| sheep))
///                 action wolf.commands.command_scope(|mut commands| {
///                     commands.trigger(Bitten { entity: *sheep, depth: wolf.teeth.0 });
///                 });
///         }
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins(BehaviorPlugin::<Wolf>::new(Update));
/// app.add_observer(|bite: On<Bitten>, mut sheep: Query<&mut Health>| {
///     if let Ok(mut health) = sheep.get_mut(bite.entity) {
///         health.0 -= bite.depth;
///     }
/// });
/// let sheep = app.world_mut().spawn(Health(5)).id();
/// app.world_mut().spawn((Behavior::new(Wolf::new()), Teeth(2)));
/// app.update();
/// assert_eq!(app.world().get::<Health>(sheep).map(|health| health.0), Some(3));
/// ```
///
/// # The time
///
/// A resource of the type `Time` is the clock of nodes such as `wait`. `Time` alone is the time of the schedule: the
/// fixed time in `FixedUpdate`, and the virtual time elsewhere. `Time<Real>` and others work too. `#[clock]` marks the
/// clock if there are several, or if it is a resource of your own that implements [`Clock`](bt_core::Clock).
///
/// # Components that a subtree works on
///
/// `subtree Paint(&mut robot.brush)` borrows the component: if the blackboard of `Paint` is `&mut Brush`, Rust converts
/// the `Mut<Brush>` in every tick, which marks the component as changed. Write `tree Paint(brush: &mut Mut<'_, Brush>)`:
/// then only an action that writes to it does so.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a blackboard that a plugin can make from an entity",
    label = "this tree works on it",
    note = "write `#[derive(bt_bevy::Blackboard)]` before the struct `{Self}`"
)]
pub trait Blackboard {
    /// The blackboard with this lifetime.
    type At<'at>: Blackboard;
    /// The query of the data that it borrows from an entity.
    type Data: IterQueryData + 'static;
    /// The parameters that all entities share.
    type Param: for<'w, 's> SystemParam<Item<'w, 's>: Sync> + 'static;
    /// `true` if [`share`](Self::share) returns a blackboard: many can exist at the same time.
    const IS_SHARED: bool;

    /// Adds the components that an entity must have.
    fn required(world: &mut World, required: &mut Required);

    /// Makes the blackboard of one entity.
    fn borrow<'at>(
        data: DataOf<'at, '_, Self>,
        param: &'at mut ParamOf<'_, '_, Self>,
    ) -> Self::At<'at>;

    /// Makes one of many blackboards that exist at the same time.
    fn share<'at>(
        data: DataOf<'at, '_, Self>,
        param: &'at ParamOf<'_, '_, Self>,
    ) -> Option<Self::At<'at>>;

    /// The time of the blackboards; `None` if they have no clock.
    fn now(param: &ParamOf<'_, '_, Self>) -> Option<Duration>;

    /// Shows its fields to a recorder.
    #[cfg(feature = "live")]
    #[doc(hidden)]
    fn show(&self, shown: &mut crate::Shown);
}

/// The parameters, or an error if a resource is missing.
pub(crate) type Shared<'w, 's, B> =
    Result<StaticSystemParam<'w, 's, <B as Blackboard>::Param>, SystemParamValidationError>;

/// The data that a blackboard borrows from an entity.
pub type DataOf<'w, 's, B> = <<B as Blackboard>::Data as QueryData>::Item<'w, 's>;

/// The parameters that all blackboards share.
pub type ParamOf<'w, 's, B> = SystemParamItem<'w, 's, <B as Blackboard>::Param>;
