//! The component that holds the tree of an entity.

use crate::agents::Agents;
use crate::missing;
use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::component::Component;
use bevy_ecs::entity::{ComponentCloneCtx, Entity, SourceComponent};
use bevy_ecs::lifecycle::HookContext;
#[cfg(feature = "reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::world::DeferredWorld;
#[cfg(feature = "reflect")]
use bevy_reflect::{Reflect, TypePath, utility::GenericTypePathCell};
use bt_core::__private::NOTHING;
use bt_core::{Active, Inspect, NodeId, Status};
use std::any::type_name;
#[cfg(feature = "reflect")]
use std::borrow::Cow;
use std::fmt;

/// The tree of an entity, with its state: the component that a [`BehaviorPlugin`](crate::BehaviorPlugin) ticks.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bt_bevy::{Behavior, Blackboard};
/// # use bt_bevy::behavior_tree;
/// # #[derive(Component)] struct Battery(f32);
/// # #[derive(Blackboard)] struct Board<'w> { battery: &'w Battery }
/// behavior_tree! {
///     tree Robot(robot: &mut Board<'_>) {
///         active_selector { condition robot.battery.0 > 0.1; 'charge: running; }
///     }
/// }
///
/// # let mut world = World::new();
/// world.spawn((Behavior::new(Robot::new()), Battery(0.05)));
/// ```
///
/// The tree starts with the next tick after the component has been inserted. If the component is removed or replaced,
/// or its entity is despawned, the tree is aborted while the data of the entity is still there. A cloned entity has no
/// tree, unless its plugin [clones trees](crate::BehaviorPlugin::clone_trees).
///
/// The component is marked as changed only when the active nodes or the result of the last tick have changed, or a file has
/// given it a new tree, so that animations and user interfaces can follow a tree:
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bt_bevy::{Behavior, Blackboard};
/// # use bt_bevy::behavior_tree;
/// # #[derive(Component)] struct Battery(f32);
/// # #[derive(Blackboard)] struct Board<'w> { battery: &'w Battery }
/// # behavior_tree! {
/// #     tree Robot(robot: &mut Board<'_>) {
/// #         active_selector { condition robot.battery.0 > 0.1; 'charge: running; }
/// #     }
/// # }
/// fn show(robots: Query<(Entity, &Behavior<Robot>), Changed<Behavior<Robot>>>) {
///     for (robot, behavior) in &robots {
///         if behavior.is_active(Robot::CHARGE) {
///             println!("{robot} is charging");
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(show);
/// ```
///
/// With the feature `reflect`, the names of the active nodes and the result of the last tick can be read by reflection, for
/// inspectors and for Bevy's remote protocol, as `active` and `status` of the type `bt_bevy::Behavior<game::Robot>`.
#[derive(Component)]
#[component(on_insert = enter::<T>, on_discard = leave::<T>, clone_behavior = Custom(cloned::<T>))]
#[cfg_attr(feature = "reflect", derive(Reflect))]
#[cfg_attr(feature = "reflect", reflect(Component, from_reflect = false, type_path = false, where))]
pub struct Behavior<T: Send + Sync + 'static> {
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    pub(crate) tree: T,
    /// The number of the agent in [`Agents`], or [`NOBODY`].
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    pub(crate) number: u32,
    /// What was active after the last tick, as [`innermost`](Self::innermost) returns it.
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    innermost: u32,
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    result: Option<Status>,
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    pub(crate) is_event_driven: bool,
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    pub(crate) turn: Turn,
    /// What reflection shows.
    #[cfg(feature = "reflect")]
    status: Option<Cow<'static, str>>,
    #[cfg(feature = "reflect")]
    active: Vec<Cow<'static, str>>,
}

/// A tree has no path of its own: its name stands in that of the component.
#[cfg(feature = "reflect")]
impl<T: Send + Sync + 'static> TypePath for Behavior<T> {
    fn type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("bt_bevy::Behavior<{}>", type_name::<T>()))
    }

    fn short_type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| {
            let tree = type_name::<T>();
            let name = tree.find('<').map_or(tree, |end| &tree[..end]);
            format!("Behavior<{}>", &tree[name.rfind("::").map_or(0, |end| end + 2)..])
        })
    }

    fn type_ident() -> Option<&'static str> {
        Some("Behavior")
    }

    fn crate_name() -> Option<&'static str> {
        Some("bt_bevy")
    }

    fn module_path() -> Option<&'static str> {
        Some("bt_bevy")
    }
}

/// What is done with a tree that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Tick,
    Stop,
    /// Nothing: it was stopped, and has ended.
    Rest,
}

/// The number of no node: several nodes are active without active nodes below them.
const SEVERAL: u32 = NOTHING - 1;

/// Not an agent: the plugin has not been added.
pub(crate) const NOBODY: u32 = u32::MAX;

impl<T: Send + Sync + 'static> Behavior<T> {
    /// Makes the component of a tree in which no node is active.
    #[must_use]
    pub const fn new(tree: T) -> Self {
        Self {
            tree,
            number: NOBODY,
            innermost: NOTHING,
            result: None,
            is_event_driven: false,
            turn: Turn::Tick,
            #[cfg(feature = "reflect")]
            status: None,
            #[cfg(feature = "reflect")]
            active: Vec::new(),
        }
    }

    /// Makes the tree event-driven: it also rests below conditions.
    ///
    /// You promise that what its conditions look at changes only when you trigger [`WakeTree`](crate::WakeTree), or when an
    /// action of the tree ends. [`Crowd::insert_event_driven`](bt_core::crowd::Crowd::insert_event_driven) has the details.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// # use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, WakeTree};
    /// # use bt_bevy::behavior_tree;
    /// # #[derive(Component)] struct Battery(f32);
    /// # #[derive(Blackboard)] struct Board<'w> { battery: &'w Battery }
    /// behavior_tree! {
    ///     tree Robot(robot: &mut Board<'_>) {
    ///         active_selector { condition robot.battery.0 > 0.1; 'charge: running; }
    ///     }
    /// }
    ///
    /// # let mut app = App::new();
    /// # app.add_plugins(BehaviorPlugin::<Robot>::new(Update));
    /// # let world = app.world_mut();
    /// let robot = world.spawn((Behavior::new(Robot::new()).event_driven(), Battery(0.05))).id();
    /// # app.update();
    /// # let world = app.world_mut();
    /// world.get_mut::<Battery>(robot).unwrap().0 = 1.0;
    /// world.trigger(WakeTree { entity: robot });
    /// # app.update();
    /// ```
    #[must_use]
    pub const fn event_driven(mut self) -> Self {
        self.is_event_driven = true;
        self
    }

    /// The tree.
    #[must_use]
    pub const fn tree(&self) -> &T {
        &self.tree
    }

    /// Returns `true` if [`StopTree`](crate::StopTree) has stopped the tree, and all its cleanups have ended.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        matches!(self.turn, Turn::Rest)
    }

    /// The result of the last tick; `None` before the first tick, and after an abort.
    #[must_use]
    pub const fn status(&self) -> Option<Status> {
        self.result
    }
}

impl<T: Inspect + Send + Sync + 'static> Behavior<T> {
    /// The active nodes, the root first; parents come before their children.
    #[must_use]
    pub fn active(&self) -> Active<'_> {
        self.tree.active()
    }

    /// Returns `true` if a node is active.
    #[must_use]
    pub fn is_active(&self, node: NodeId) -> bool {
        self.tree.is_active(node)
    }

    /// Before a tick: notes the active nodes if [`innermost`](Self::innermost) does not determine them, or if they are
    /// `wanted` for something else.
    #[inline]
    pub(crate) fn note_active(&self, wanted: bool, before: &mut Vec<NodeId>) {
        before.clear();
        if wanted || self.innermost == SEVERAL {
            before.extend(self.tree.active());
        }
    }

    /// After a tick: marks the component as changed if the active nodes are others than `before`, or the status is.
    #[inline]
    pub(crate) fn show(this: &mut Mut<'_, Self>, status: Status, before: &[NodeId]) {
        let behavior = this.bypass_change_detection();
        let innermost = behavior.innermost();
        let is_same = behavior.result == Some(status)
            && behavior.innermost == innermost
            && (innermost != SEVERAL || behavior.tree.active().eq(before.iter().copied()));
        if !is_same {
            (behavior.result, behavior.innermost) = (Some(status), innermost);
            behavior.name_active();
            this.set_changed();
        }
    }

    /// After an abort, or after another tree has taken the place of this one.
    pub(crate) fn show_anew(&mut self, status: Option<Status>) {
        (self.result, self.innermost) = (status, self.innermost());
        self.name_active();
    }

    /// Sets what reflection shows.
    #[cfg(feature = "reflect")]
    fn name_active(&mut self) {
        let nodes = self.tree.nodes();
        let name = |node: NodeId| nodes[node.index()].name().into();
        self.status = self.result.map(|status| {
            Cow::Borrowed(match status {
                Status::Success => "success",
                Status::Failure => "failure",
                Status::Running => "running",
            })
        });
        self.active = self.tree.active().map(name).collect();
    }

    #[cfg(not(feature = "reflect"))]
    #[allow(clippy::unused_self, reason = "the same call as with the feature")]
    const fn name_active(&self) {}

    /// The active node without an active node below it, or [`NOTHING`], or [`SEVERAL`]. A single one determines all
    /// active nodes.
    #[inline]
    fn innermost(&self) -> u32 {
        let first = self.tree.tip_from(0);
        if first == NOTHING {
            return NOTHING;
        }
        // It is below `first` if there is no other.
        let next = self.tree.tip_from(first + 1);
        if first < next && next != NOTHING { SEVERAL } else { first }
    }
}

/// A tree in which no node is active, also for `#[require(Behavior<T>)]`.
impl<T: Default + Send + Sync + 'static> Default for Behavior<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

/// The same nodes are active in the copy; their actions are not started again.
impl<T: Clone + Send + Sync + 'static> Clone for Behavior<T> {
    fn clone(&self) -> Self {
        Self {
            tree: self.tree.clone(),
            number: NOBODY,
            innermost: self.innermost,
            result: self.result,
            is_event_driven: self.is_event_driven,
            turn: self.turn,
            #[cfg(feature = "reflect")]
            status: self.status.clone(),
            #[cfg(feature = "reflect")]
            active: self.active.clone(),
        }
    }
}

impl<T: Send + Sync + 'static> From<T> for Behavior<T> {
    fn from(tree: T) -> Self {
        Self::new(tree)
    }
}

/// Prints the names of the active nodes.
impl<T: Inspect + Send + Sync + 'static> fmt::Debug for Behavior<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let active = self.tree.active();
        formatter.debug_struct("Behavior").field("active", &active).finish_non_exhaustive()
    }
}

fn enter<T: Send + Sync + 'static>(mut world: DeferredWorld<'_>, context: HookContext) {
    let entity = context.entity;
    let Some(behavior) = world.get::<Behavior<T>>(entity) else { return };
    let is_event_driven = behavior.is_event_driven;
    let Some(mut agents) = world.get_resource_mut::<Agents<T>>() else {
        world.commands().queue(missing::plugin::<T>(entity));
        return;
    };
    let number = agents.enter(entity, is_event_driven);
    set_number::<T>(&mut world, entity, number);
}

/// Gives a cloned entity a copy of the tree, if its plugin can make one.
fn cloned<T: Send + Sync + 'static>(
    _: &SourceComponent<'_>,
    context: &mut ComponentCloneCtx<'_, '_>,
) {
    let (source, target) = (context.source(), context.target());
    context.queue_deferred(move |world, _| {
        let copy = world.get_resource::<Agents<T>>().and_then(|agents| agents.copy);
        match (copy, world.get::<Behavior<T>>(source)) {
            (Some(copy), Some(behavior)) => {
                let copy = copy(behavior);
                world.entity_mut(target).insert(copy);
            }
            _ => {
                let tree = type_name::<T>();
                log::warn!(
                    "the clone {target} of {source} has no tree `{tree}`: write `#[derive(Clone)]` before the tree, and \
                     `BehaviorPlugin::<{tree}>::new(Update).clone_trees()`"
                );
            }
        }
    });
}

/// The observers have aborted the tree already.
fn leave<T: Send + Sync + 'static>(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(mut behavior) = world.get_mut::<Behavior<T>>(context.entity) else { return };
    let number = std::mem::replace(&mut behavior.number, NOBODY);
    let Some(mut agents) = world.get_resource_mut::<Agents<T>>() else { return };
    let Some(moved) = agents.leave(number) else { return };
    set_number::<T>(&mut world, moved, number);
}

fn set_number<T: Send + Sync + 'static>(
    world: &mut DeferredWorld<'_>,
    entity: Entity,
    number: u32,
) {
    if let Some(mut behavior) = world.get_mut::<Behavior<T>>(entity) {
        behavior.bypass_change_detection().number = number;
    }
}
