//! The component that holds the tree of an entity.

use crate::activity::Activity;
use crate::agents::Agents;
use bevy_ecs::change_detection::Mut;
use bevy_ecs::component::Component;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use bt_core::__private::NOTHING;
use bt_core::Inspect;
use bt_core::Status;
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
/// tree: insert one.
#[derive(Component)]
#[component(on_insert = enter::<T>, on_discard = leave::<T>, clone_behavior = Ignore)]
#[require(Activity<T>)]
pub struct Behavior<T: Send + Sync + 'static> {
    pub(crate) tree: T,
    /// The number of the agent in [`Agents`], or [`NOBODY`].
    pub(crate) number: u32,
    pub(crate) is_event_driven: bool,
    /// The contents of [`Activity`], which need not be read if nothing has changed: its status,
    status: Option<Status>,
    /// and its innermost node, as [`innermost`](Self::innermost) returns it.
    innermost: u32,
}

/// The number of no node: several nodes are active without active nodes below them.
const SEVERAL: u32 = NOTHING - 1;

/// Not an agent: the plugin has not been added.
pub(crate) const NOBODY: u32 = u32::MAX;

impl<T: Send + Sync + 'static> Behavior<T> {
    /// Makes the component of a tree in which no node is active.
    #[must_use]
    pub const fn new(tree: T) -> Self {
        Self { tree, number: NOBODY, is_event_driven: false, status: None, innermost: NOTHING }
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
}

impl<T: Inspect + Send + Sync + 'static> Behavior<T> {
    /// Changes the activity if a tick or an abort has changed the active nodes or the status.
    #[inline]
    pub(crate) fn show(&mut self, status: Option<Status>, activity: &mut Mut<'_, Activity<T>>) {
        let innermost = self.innermost();
        if self.status != status || self.innermost != innermost || innermost == SEVERAL {
            self.show_anew(status, activity);
        }
    }

    /// The same after the nodes of the tree may have changed.
    pub(crate) fn show_anew(
        &mut self,
        status: Option<Status>,
        activity: &mut Mut<'_, Activity<T>>,
    ) {
        (self.status, self.innermost) = (status, self.innermost());
        Activity::update(activity, &self.tree, status);
    }

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
    let Some(mut agents) = world.get_resource_mut::<Agents<T>>() else { return };
    let number = agents.enter(entity, is_event_driven);
    if let Some(mut behavior) = world.get_mut::<Behavior<T>>(entity) {
        behavior.number = number;
    }
}

/// The observers have aborted the tree already.
fn leave<T: Send + Sync + 'static>(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(mut behavior) = world.get_mut::<Behavior<T>>(context.entity) else { return };
    let number = std::mem::replace(&mut behavior.number, NOBODY);
    let Some(mut agents) = world.get_resource_mut::<Agents<T>>() else { return };
    let Some(moved) = agents.leave(number) else { return };
    if let Some(mut behavior) = world.get_mut::<Behavior<T>>(moved) {
        behavior.number = number;
    }
}
