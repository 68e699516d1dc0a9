//! The plugin that ticks the trees of one type.

use crate::agents::Agents;
use crate::behavior::Behavior;
use crate::blackboard::{Blackboard, Required};
use crate::events::AbortTree;
use crate::missing::Needs;
use crate::report::{NodeChanged, Reported};
use crate::{abort, missing, tick};
use bevy_app::{App, AppExit, Last, Plugin};
use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::intern::Interned;
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::message::MessageReader;
use bevy_ecs::observer::Observer;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel, SystemSet};
use bevy_ecs::world::World;
use bt_core::{Agent, NodeId};
use std::marker::PhantomData;

/// The systems that tick trees, of all plugins.
///
/// Order your systems relative to this set, and give it run conditions: while a condition is false, no tree is ticked
/// and nothing is aborted.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bt_bevy::BehaviorSystems;
/// # #[derive(Resource)] struct Paused(bool);
/// # fn look_around() {}
/// # let mut app = App::new();
/// app.configure_sets(Update, BehaviorSystems.run_if(|paused: Res<Paused>| !paused.0));
/// app.add_systems(Update, look_around.before(BehaviorSystems));
/// ```
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BehaviorSystems;

/// Ticks the trees of one type in a schedule.
///
/// The type of the tree is enough: its blackboard is known from it. Each entity with a [`Behavior`] and the components
/// that the blackboard needs is ticked once in each run of the schedule, unless its tree
/// [rests](bt_core::BehaviorTree::next_wake). An entity that lacks a component is not ticked, and there is a warning
/// with the names of the missing components.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bt_bevy::{Behavior, BehaviorPlugin, Blackboard};
/// use bt_bevy::behavior_tree;
///
/// #[derive(Component)]
/// struct Battery(f32);
///
/// #[derive(Blackboard)]
/// struct Board<'w> {
///     battery: Mut<'w, Battery>,
/// }
///
/// behavior_tree! {
///     tree Robot(robot: &mut Board<'_>) {
///         active_selector {
///             sequence { condition robot.battery.0 > 0.5; action robot.battery.0 -= 0.25; }
///             'charge: action robot.battery.0 = 1.0;
///         }
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins(BehaviorPlugin::<Robot>::new(Update));
/// let robot = app.world_mut().spawn((Behavior::new(Robot::new()), Battery(1.0))).id();
/// app.update();
/// assert_eq!(app.world().get::<Battery>(robot).map(|battery| battery.0), Some(0.75));
/// ```
pub struct BehaviorPlugin<T, B = ()> {
    schedule: Interned<dyn ScheduleLabel>,
    reported: Vec<NodeId>,
    of: PhantomData<fn(T, B)>,
}

impl<T: Send + Sync + 'static> BehaviorPlugin<T> {
    /// Makes a plugin that ticks the trees in this schedule: `Update`, or `FixedUpdate` for a fixed time.
    #[must_use]
    pub fn new<B>(schedule: impl ScheduleLabel) -> BehaviorPlugin<T, B>
    where
        T: Agent<B> + for<'at> Agent<B::At<'at>>,
        B: Blackboard + 'static,
    {
        BehaviorPlugin::in_schedule(schedule.intern())
    }
}

impl<T, B> BehaviorPlugin<T, B> {
    pub(crate) const fn in_schedule(schedule: Interned<dyn ScheduleLabel>) -> Self {
        Self { schedule, reported: Vec::new(), of: PhantomData }
    }

    /// Sends a [`NodeChanged`] when one of these nodes begins or ends.
    ///
    /// Ticks then observe their trees, which takes some time.
    #[must_use]
    pub fn report(mut self, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        self.reported.extend(nodes);
        self
    }
}

impl<T, B> Plugin for BehaviorPlugin<T, B>
where
    T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
    B: Blackboard + 'static,
{
    fn build(&self, app: &mut App) {
        let mut required = Required::default();
        B::required(app.world_mut(), &mut required);
        watch_components::<T, B>(app.world_mut(), &required);
        app.insert_resource(Needs::<T> { required, tree: PhantomData })
            .insert_resource(Reported::<T>::new(self.reported.clone()))
            .insert_resource(Agents::<T>::new())
            .add_message::<NodeChanged<T>>()
            .add_observer(abort::discarded::<T, B>)
            .add_observer(abort::one::<AbortTree, T, B>)
            .add_observer(abort::all_asked::<T, B>)
            .add_observer(abort::stop::<T>)
            .add_observer(missing::enabled::<T>)
            .add_observer(missing::woken::<T>)
            .add_systems(self.schedule, tick::tick::<T, B>.in_set(BehaviorSystems))
            .add_systems(Last, abort::all::<T, B>.run_if(app_exits));
        #[cfg(feature = "live")]
        app.add_systems(
            self.schedule,
            crate::watch::name_agents::<T>.before(tick::tick::<T, B>).in_set(BehaviorSystems),
        );
        adopt::<T>(app.world_mut());
    }
}

/// Aborts trees before a component is removed that they need, and wakes them when it is added.
fn watch_components<T, B>(world: &mut World, required: &Required)
where
    T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
    B: Blackboard + 'static,
{
    if required.ids().next().is_some() {
        world.spawn(Observer::new(abort::one::<Remove<()>, T, B>).with_components(required.ids()));
        world.spawn(Observer::new(missing::component_added::<T>).with_components(required.ids()));
    }
}

fn app_exits(mut messages: MessageReader<'_, '_, AppExit>) -> bool {
    messages.read().next().is_some()
}

/// Takes in the trees of entities that were spawned before the plugin was added.
fn adopt<T: Send + Sync + 'static>(world: &mut World) {
    let mut query = world.query_filtered::<(Entity, &mut Behavior<T>), Allow<Disabled>>();
    world.resource_scope(|world, mut agents: Mut<'_, Agents<T>>| {
        for (entity, mut behavior) in query.iter_mut(world) {
            let number = agents.enter(entity, behavior.is_event_driven);
            behavior.bypass_change_detection().number = number;
        }
    });
}
