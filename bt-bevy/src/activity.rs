//! The component that tells what a tree is doing.

use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::component::Component;
use bt_core::Inspect;
use bt_core::{NodeId, Status};
use smallvec::SmallVec;
use std::fmt;
use std::marker::PhantomData;

/// The active nodes of an entity's tree, and the result of its last tick.
///
/// The component comes with [`Behavior`](crate::Behavior). It is marked as changed only when one of these has changed,
/// so that animations and user interfaces can follow a tree with `Changed<Activity<Robot>>`:
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bt_bevy::{Activity, Blackboard};
/// # use bt_bevy::behavior_tree;
/// # #[derive(Component)] struct Battery(f32);
/// # #[derive(Blackboard)] struct Board<'w> { battery: &'w Battery }
/// # behavior_tree! {
/// #     tree Robot(robot: &mut Board<'_>) {
/// #         active_selector { condition robot.battery.0 > 0.1; 'charge: running; }
/// #     }
/// # }
/// fn show(robots: Query<(Entity, &Activity<Robot>), Changed<Activity<Robot>>>) {
///     for (robot, activity) in &robots {
///         if activity.is_active(Robot::CHARGE) {
///             println!("{robot} is charging");
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(show);
/// ```
#[derive(Component)]
#[component(clone_behavior = Ignore)]
pub struct Activity<T: Send + Sync + 'static> {
    /// Inline, as few trees have more active nodes: reading them costs no further cache line.
    active: SmallVec<[NodeId; 6]>,
    status: Option<Status>,
    tree: PhantomData<fn(T)>,
}

impl<T: Send + Sync + 'static> Activity<T> {
    /// The active nodes, the root first; parents come before their children.
    #[must_use]
    pub fn active(&self) -> &[NodeId] {
        &self.active
    }

    /// Returns `true` if a node is active.
    #[must_use]
    pub fn is_active(&self, node: NodeId) -> bool {
        self.active.binary_search(&node).is_ok()
    }

    /// The result of the last tick; `None` before the first tick, and after an abort.
    #[must_use]
    pub const fn status(&self) -> Option<Status> {
        self.status
    }

    /// Takes in the state of the tree after a tick, or `None` after an abort.
    #[inline]
    pub(crate) fn update(this: &mut Mut<'_, Self>, tree: &T, status: Option<Status>)
    where
        T: Inspect,
    {
        let activity = this.bypass_change_detection();
        let mut is_changed = activity.status != status;
        activity.status = status;
        let mut count = 0;
        for node in tree.active() {
            if activity.active.get(count) != Some(&node) {
                is_changed = true;
                activity.active.truncate(count);
                activity.active.push(node);
            }
            count += 1;
        }
        is_changed |= count < activity.active.len();
        activity.active.truncate(count);
        if is_changed {
            this.set_changed();
        }
    }
}

impl<T: Send + Sync + 'static> Default for Activity<T> {
    fn default() -> Self {
        Self { active: SmallVec::new(), status: None, tree: PhantomData }
    }
}

impl<T: Send + Sync + 'static> fmt::Debug for Activity<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Activity")
            .field("active", &self.active)
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}
