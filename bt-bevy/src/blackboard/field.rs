//! The types that a field of a blackboard may have.

use super::Required;
use bevy_ecs::change_detection::{Mut, Res, ResMut};
use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::entity::Entity;
use bevy_ecs::query::{IterQueryData, QueryData, QueryFilter, ReadOnlyQueryData};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Commands, Query, SystemParam, SystemParamItem};
use bevy_ecs::world::World;

/// The source of a field without `#[resource]`.
#[derive(Clone, Copy, Debug)]
pub enum FromEntity {}

/// The source of a field with `#[resource]`.
#[derive(Clone, Copy, Debug)]
pub enum FromResource {}

/// A type that a field of a [`Blackboard`](crate::Blackboard) may have, with the lifetime `'static`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a blackboard",
    label = "neither a borrow of a component, nor `Entity`, `Commands` or a read-only `Query`",
    note = "a component is `&'w C` or `Mut<'w, C>`, or an `Option` of these; with `#[resource]`, these are resources",
    note = "any other parameter of systems is `#[param]` and `&'w P`"
)]
pub trait Field<From> {
    /// The field with this lifetime.
    type At<'at>;
    /// The query of the data that it borrows from an entity.
    type Data: IterQueryData + 'static;
    /// The parameters that all entities share.
    type Param: for<'w, 's> SystemParam<Item<'w, 's>: Sync> + 'static;
    /// `true` if [`share`](Self::share) returns a value.
    const IS_SHARED: bool = true;

    /// Adds the component, if an entity must have one.
    fn required(world: &mut World, required: &mut Required) {
        let _ = (world, required);
    }

    /// Makes the field of one entity.
    fn borrow<'at>(
        data: <Self::Data as QueryData>::Item<'at, '_>,
        param: &'at mut SystemParamItem<'_, '_, Self::Param>,
    ) -> Self::At<'at>;

    /// Makes one of many fields that exist at the same time.
    fn share<'at>(
        data: <Self::Data as QueryData>::Item<'at, '_>,
        param: &'at SystemParamItem<'_, '_, Self::Param>,
    ) -> Option<Self::At<'at>>;
}

/// A field that needs only data of the entity.
macro_rules! of_entity {
    ([$($generics:tt)*] $this:ty, $at:ty, $data:ty, $($note:ident::<$component:ident>)?) => {
        impl<$($generics)*> Field<FromEntity> for $this {
            type At<'at> = $at;
            type Data = $data;
            type Param = ();

            $(
                fn required(world: &mut World, required: &mut Required) {
                    required.$note::<$component>(world);
                }
            )?

            #[inline]
            fn borrow<'at>(data: <$data as QueryData>::Item<'at, '_>, _param: &'at mut ()) -> $at {
                data
            }

            #[inline]
            fn share<'at>(data: <$data as QueryData>::Item<'at, '_>, _param: &'at ()) -> Option<$at> {
                Some(data)
            }
        }
    };
}

of_entity!([C: Component] &'static C, &'at C, &'static C, add::<C>);
of_entity!([C: Component<Mutability = Mutable>] Mut<'static, C>, Mut<'at, C>, &'static mut C, add::<C>);
of_entity!([C: Component] Option<&'static C>, Option<&'at C>, Option<&'static C>,);
of_entity!([C: Component<Mutability = Mutable>] Option<Mut<'static, C>>, Option<Mut<'at, C>>, Option<&'static mut C>, name::<C>);
of_entity!([] Entity, Entity, Entity,);

impl Field<FromEntity> for Commands<'static, 'static> {
    type At<'at> = Commands<'at, 'at>;
    type Data = ();
    type Param = Commands<'static, 'static>;
    const IS_SHARED: bool = false;

    #[inline]
    fn borrow<'at>((): (), param: &'at mut Commands<'_, '_>) -> Self::At<'at> {
        param.reborrow()
    }

    #[inline]
    fn share<'at>((): (), _: &'at Commands<'_, '_>) -> Option<Self::At<'at>> {
        None
    }
}

/// The other entities.
impl<D: ReadOnlyQueryData + 'static, F: QueryFilter + 'static> Field<FromEntity>
    for Query<'static, 'static, D, F>
{
    type At<'at> = Query<'at, 'at, D, F>;
    type Data = ();
    type Param = Query<'static, 'static, D, F>;

    fn required(world: &mut World, required: &mut Required) {
        required.add_query::<D, F>(world);
    }

    #[inline]
    fn borrow<'at>((): (), param: &'at mut Query<'_, '_, D, F>) -> Self::At<'at> {
        *param
    }

    #[inline]
    fn share<'at>((): (), param: &'at Query<'_, '_, D, F>) -> Option<Self::At<'at>> {
        Some(*param)
    }
}

impl<R: Resource> Field<FromResource> for &'static R {
    type At<'at> = &'at R;
    type Data = ();
    type Param = Res<'static, R>;

    fn required(world: &mut World, required: &mut Required) {
        required.add_resource::<R>(world);
    }

    #[inline]
    fn borrow<'at>((): (), param: &'at mut Res<'_, R>) -> &'at R {
        param
    }

    #[inline]
    fn share<'at>((): (), param: &'at Res<'_, R>) -> Option<&'at R> {
        Some(param)
    }
}

impl<R: Resource> Field<FromResource> for Option<&'static R> {
    type At<'at> = Option<&'at R>;
    type Data = ();
    type Param = Option<Res<'static, R>>;

    #[inline]
    fn borrow<'at>((): (), param: &'at mut Option<Res<'_, R>>) -> Option<&'at R> {
        param.as_deref()
    }

    #[inline]
    fn share<'at>((): (), param: &'at Option<Res<'_, R>>) -> Option<Option<&'at R>> {
        Some(param.as_deref())
    }
}

impl<R: Resource<Mutability = Mutable>> Field<FromResource> for Mut<'static, R> {
    type At<'at> = Mut<'at, R>;
    type Data = ();
    type Param = ResMut<'static, R>;
    const IS_SHARED: bool = false;

    fn required(world: &mut World, required: &mut Required) {
        required.add_resource::<R>(world);
    }

    #[inline]
    fn borrow<'at>((): (), param: &'at mut ResMut<'_, R>) -> Mut<'at, R> {
        param.reborrow()
    }

    #[inline]
    fn share<'at>((): (), _: &'at ResMut<'_, R>) -> Option<Mut<'at, R>> {
        None
    }
}

impl<R: Resource<Mutability = Mutable>> Field<FromResource> for Option<Mut<'static, R>> {
    type At<'at> = Option<Mut<'at, R>>;
    type Data = ();
    type Param = Option<ResMut<'static, R>>;
    const IS_SHARED: bool = false;

    #[inline]
    fn borrow<'at>((): (), param: &'at mut Option<ResMut<'_, R>>) -> Option<Mut<'at, R>> {
        param.as_mut().map(ResMut::reborrow)
    }

    #[inline]
    fn share<'at>((): (), _: &'at Option<ResMut<'_, R>>) -> Option<Option<Mut<'at, R>>> {
        None
    }
}
