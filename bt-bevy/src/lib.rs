#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod abort;
mod agents;
mod behavior;
mod blackboard;
mod errors;
mod events;
#[cfg(feature = "files")]
mod files;
mod missing;
mod neighbors;
#[cfg(feature = "picking")]
mod picking;
mod plugin;
#[doc = include_str!("recipes.md")]
pub mod recipes {}
mod report;
mod system;
mod tick;
mod watch;

pub use behavior::Behavior;
pub use bevy_app;
#[cfg(feature = "asset")]
pub use bevy_asset;
pub use bevy_ecs;
pub use bevy_time;
pub use blackboard::{Blackboard, DataOf, Field, FromEntity, FromResource, ParamOf, Required};
pub use bt_bevy_macros::Blackboard;
pub use bt_core;
pub use events::{AbortTree, AbortTrees, StopTree, WakeTree, abort_trees};
#[cfg(feature = "asset")]
pub use files::{TreeAsset, TreeAssetPlugin, TreeHandle};
#[cfg(feature = "files")]
pub use files::{TreeFile, TreeFilePlugin};
pub use neighbors::{Neighbors, NeighborsPlugin, NeighborsSystems, Position};
#[cfg(feature = "picking")]
pub use picking::PickingCamera;
pub use plugin::{BehaviorPlugin, BehaviorSystems};
pub use report::{Change, NodeChanged};
pub use system::{SystemResult, SystemResults};
#[cfg(feature = "live")]
#[doc(hidden)]
pub use watch::shown::{self, Shown};
#[cfg(feature = "live")]
pub use watch::{LivePlugin, RecorderPlugin, Watch};

/// The macro of [`bt_core`], for programs that depend on `bt-bevy` alone: see [its documentation](bt_core::behavior_tree).
#[macro_export]
macro_rules! behavior_tree {
    ($($trees:tt)*) => {
        $crate::bt_core::behavior_tree! { #![crate = $crate::bt_core] $($trees)* }
    };
}

/// Items that derived code has with the feature `live` only, so that the user's crate needs no `cfg`.
#[cfg(feature = "live")]
#[doc(hidden)]
#[macro_export]
macro_rules! __live {
    ($($items:tt)*) => { $($items)* };
}

/// Nothing, without the feature `live`.
#[cfg(not(feature = "live"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __live {
    ($($items:tt)*) => {};
}
