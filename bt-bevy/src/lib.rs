//! Behavior trees of `bt-core` as components of Bevy.

#![forbid(unsafe_code)]
mod abort;
mod activity;
mod agents;
mod behavior;
mod blackboard;
mod events;
mod missing;
mod neighbors;
#[cfg(feature = "picking")]
mod picking;
mod plugin;
mod report;
mod tick;

pub use activity::Activity;
pub use behavior::Behavior;
pub use bevy_ecs;
pub use blackboard::{Blackboard, DataOf, Field, FromEntity, FromResource, ParamOf, Required};
pub use bt_bevy_macros::Blackboard;
pub use bt_core;
pub use events::{AbortTree, AbortTrees, WakeTree, abort_trees};
pub use neighbors::{Neighbors, NeighborsPlugin, NeighborsSystems, Position};
#[cfg(feature = "picking")]
pub use picking::PickingCamera;
pub use plugin::{BehaviorPlugin, BehaviorSystems};
pub use report::{Change, NodeChanged};
