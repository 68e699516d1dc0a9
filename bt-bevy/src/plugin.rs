//! The plugin that ticks the trees of one type.

use crate::agents::{Agents, Duplicate};
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
use bevy_ecs::error::Severity;
use bevy_ecs::intern::Interned;
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::message::MessageReader;
use bevy_ecs::observer::Observer;
use bevy_ecs::query::{Allow, QueryState};
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel, SystemCondition, SystemSet};
use bevy_ecs::world::World;
use bt_core::{Agent, NodeId};
use std::any::{TypeId, type_name};
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

impl BehaviorSystems {
    /// The systems that tick the trees of one type: a part of this set.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// # use bt_bevy::BehaviorSystems;
    /// # struct Legs; struct Head;
    /// # let mut app = App::new();
    /// // Both write the same component.
    /// let (legs, head) = (BehaviorSystems::of::<Legs>(), BehaviorSystems::of::<Head>());
    /// app.configure_sets(Update, legs.before(head));
    /// ```
    #[must_use]
    pub fn of<T: 'static>() -> impl SystemSet + Copy {
        TreeSystems(TypeId::of::<T>(), type_name::<T>())
    }
}

/// The systems that tick the trees of one type, with its name.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct TreeSystems(TypeId, &'static str);

/// Ticks the trees of one type in a schedule.
///
/// The type of the tree is enough: its blackboard is known from it. Each entity with a [`Behavior`] and the components
/// that the blackboard needs is ticked once in each run of the schedule, unless its tree
/// [rests](bt_core::BehaviorTree::next_wake). An entity that lacks a component is not ticked, and there is a warning
/// with the names of the missing components.
///
/// # Panics
///
/// When the plugin is added, if a `Query` of the blackboard reads a component that the blackboard changes.
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
pub struct BehaviorPlugin<T: Send + Sync + 'static, B = ()> {
    schedule: Interned<dyn ScheduleLabel>,
    reported: Vec<NodeId>,
    severity: Severity,
    conditions: Vec<Configure>,
    copy: Option<Duplicate<T>>,
    of: PhantomData<fn(T, B)>,
}

/// Adds a run condition to the systems of a tree in a schedule.
type Configure = Box<dyn Fn(&mut App, Interned<dyn ScheduleLabel>) + Send + Sync>;

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

impl<T: Send + Sync + 'static, B> BehaviorPlugin<T, B> {
    pub(crate) const fn in_schedule(schedule: Interned<dyn ScheduleLabel>) -> Self {
        Self {
            schedule,
            reported: Vec::new(),
            severity: Severity::Warning,
            conditions: Vec::new(),
            copy: None,
            of: PhantomData,
        }
    }

    /// Adds the plugin, unless the program has added it.
    #[cfg(feature = "files")]
    pub(crate) fn add(schedule: Interned<dyn ScheduleLabel>, app: &mut App)
    where
        Self: Plugin,
    {
        if !app.is_plugin_added::<Self>() {
            app.add_plugins(Self::in_schedule(schedule));
        }
    }

    /// Gives the clone of an entity, for example from `clone_and_spawn`, a copy of its tree, in which the same nodes are active.
    ///
    /// Without this, a cloned entity has no tree, and there is a warning.
    #[must_use]
    pub const fn clone_trees(mut self) -> Self
    where
        T: Clone,
    {
        self.copy = Some(Behavior::clone);
        self
    }

    /// Says how severe the errors of leaves are; without this, they are warnings.
    ///
    /// A leaf that gives an `Err` with a text fails, and the tree goes on. The text goes to Bevy's error handler, with the tree, the
    /// entity, the leaf and its line. With [`Severity::Ignore`] it goes nowhere.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// # use bt_bevy::{BehaviorPlugin, Blackboard};
    /// # use bt_bevy::behavior_tree;
    /// use bevy_ecs::error::Severity;
    /// # #[derive(Component)] struct Battery(f32);
    /// # #[derive(Blackboard)] struct Board<'w> { battery: &'w Battery }
    ///
    /// behavior_tree! {
    ///     tree Robot(robot: &mut Board<'_>) {
    ///         action if robot.battery.0 > 0.1 { Ok(()) } else { Err("the battery is low") };
    ///     }
    /// }
    ///
    /// # let mut app = App::new();
    /// app.add_plugins(BehaviorPlugin::<Robot>::new(Update).error_severity(Severity::Panic));
    /// ```
    #[must_use]
    pub const fn error_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Ticks the trees only while a condition is true. While it is false, nothing is aborted: the trees rest.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// # use bt_bevy::{BehaviorPlugin, Blackboard};
    /// # use bt_bevy::behavior_tree;
    /// # #[derive(Component)] struct Battery(f32);
    /// # #[derive(Blackboard)] struct Board<'w> { battery: &'w Battery }
    /// # behavior_tree! { tree Robot(robot: &mut Board<'_>) { condition robot.battery.0 > 0.1; } }
    /// # #[derive(Resource)] struct Paused(bool);
    /// # let mut app = App::new();
    /// let runs = |paused: Res<Paused>| !paused.0;
    /// app.add_plugins(BehaviorPlugin::<Robot>::new(Update).run_if(runs));
    /// ```
    #[must_use]
    pub fn run_if<M: 'static>(
        mut self,
        condition: impl SystemCondition<M> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.conditions.push(Box::new(move |app, schedule| {
            app.configure_sets(schedule, BehaviorSystems::of::<T>().run_if(condition.clone()));
        }));
        self
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
        required.name::<Behavior<T>>(app.world_mut());
        refuse_conflicts::<T, B>(app.world_mut(), &required);
        watch_components::<T, B>(app.world_mut(), &required);
        app.insert_resource(Needs::<T> { required, tree: PhantomData })
            .insert_resource(Reported::<T>::new(self.reported.clone(), self.severity))
            .insert_resource(Agents::<T>::new(self.copy))
            .add_message::<NodeChanged<T>>()
            .add_observer(abort::discarded::<T, B>)
            .add_observer(abort::one::<AbortTree, T, B>)
            .add_observer(abort::all_asked::<T, B>)
            .add_observer(abort::stop::<T>)
            .add_observer(missing::enabled::<T>)
            .add_observer(missing::woken::<T>)
            .configure_sets(self.schedule, BehaviorSystems::of::<T>().in_set(BehaviorSystems))
            .add_systems(self.schedule, tick::tick::<T, B>.in_set(BehaviorSystems::of::<T>()))
            .add_systems(Last, abort::all::<T, B>.run_if(app_exits));
        for configure in &self.conditions {
            configure(app, self.schedule);
        }
        #[cfg(feature = "live")]
        app.add_systems(
            self.schedule,
            crate::watch::name_agents::<T>
                .before(tick::tick::<T, B>)
                .in_set(BehaviorSystems::of::<T>()),
        );
        #[cfg(feature = "reflect")]
        app.register_type::<Behavior<T>>();
        adopt::<T>(app.world_mut());
    }
}

/// Says which query of the blackboard reads what the blackboard changes, before Bevy refuses the system.
fn refuse_conflicts<T, B>(world: &mut World, required: &Required)
where
    T: Send + Sync + 'static,
    B: Blackboard + 'static,
{
    let data = QueryState::<abort::Parts<T, B>>::new(world);
    if let Some((query, components)) = required.conflict(data.component_access()) {
        let tree = type_name::<T>();
        panic!(
            "the blackboard of the tree `{tree}` changes `{components}` of its entity, and reads it in `{query}`: \
             add the filter `Without<Behavior<{tree}>>` to the query, or have its leaves read a copy in another component"
        );
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
