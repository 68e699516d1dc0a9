//! The blackboard of a tree: data of an entity, and resources.

mod field;
mod required;

use bevy_ecs::query::{IterQueryData, QueryData};
use bevy_ecs::system::{SystemParam, SystemParamItem};
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

/// The data that a blackboard borrows from an entity.
pub type DataOf<'w, 's, B> = <<B as Blackboard>::Data as QueryData>::Item<'w, 's>;

/// The parameters that all blackboards share.
pub type ParamOf<'w, 's, B> = SystemParamItem<'w, 's, <B as Blackboard>::Param>;
