//! The libraries, one in each file.

pub(crate) mod behavior_tree;
pub(crate) mod behavior_tree_lite;
pub(crate) mod behaviortree;
pub(crate) mod behaviortree_rs;
pub(crate) mod bevior_tree;
pub(crate) mod bevy_behave;
pub(crate) mod bhv;
pub(crate) mod bonsai;
pub(crate) mod bt_bevy;
pub(crate) mod machines;
pub(crate) mod ours;
pub(crate) mod piston;
pub(crate) mod simple_behavior_tree;
pub(crate) mod simple_bt;
pub(crate) mod stackbt;
pub(crate) mod xml;
