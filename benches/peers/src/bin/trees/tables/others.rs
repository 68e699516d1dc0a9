//! The rows of the libraries without Bevy.

use super::REACTIVE;
use crate::contender::Row;
use crate::descent::Levels;
use crate::errands::InSequence;
use crate::peers::{
    behavior_tree, behavior_tree_lite, behaviortree, behaviortree_rs, bhv, bonsai, machines,
    piston, simple_behavior_tree, simple_bt, stackbt,
};
use crate::soldier::{Reactive, Resuming};
use benches::descent::Descent;
use benches::errands::Errands;
use benches::soldier::Soldier;

const MACHINE: &str = "a state machine, written by hand";

pub(super) fn soldier_reactive() -> Vec<Row> {
    type World = Soldier;
    type Tree = Reactive;
    vec![
        Row::new::<World, machines::hierarchical::Agent>("statig 0.4.1", MACHINE),
        Row::new::<World, machines::transitions::Agent>("smlang 0.8.0", MACHINE),
        Row::new::<World, machines::alphabet::Agent>("rust-fsm 0.8.0", MACHINE),
        Row::new::<World, stackbt::Reactive>("stackbt 0.1.2", REACTIVE),
        Row::new::<World, bhv::Agent<World, Tree>>("bhv 0.4.0", REACTIVE),
        Row::new::<World, simple_bt::Agent<World, Tree>>("simple_bt 1.0.1", REACTIVE),
        Row::new::<World, simple_behavior_tree::Agent<Tree>>("simple_behavior_tree 0.1.3", ""),
        Row::new::<World, behavior_tree::Agent<World, Tree>>("behavior-tree 0.1.0", ""),
        Row::new::<World, behavior_tree_lite::Agent<Tree>>("behavior-tree-lite 0.3.2", ""),
        Row::new::<World, bonsai::Agent<World, Tree>>("bonsai-bt 0.14.0", ""),
        Row::new::<World, behaviortree::Agent<Tree>>("behaviortree 0.8.0", ""),
        Row::new::<World, behaviortree_rs::Agent<Tree>>("behaviortree-rs 0.2.5-alpha3", ""),
    ]
}

pub(super) fn soldier_memory() -> Vec<Row> {
    type World = Soldier;
    type Tree = Resuming;
    vec![
        Row::new::<World, bhv::Agent<World, Tree>>("bhv 0.4.0", REACTIVE),
        Row::new::<World, simple_bt::Agent<World, Tree>>("simple_bt 1.0.1", REACTIVE),
        Row::new::<World, behavior_tree_lite::Agent<Tree>>("behavior-tree-lite 0.3.2", ""),
        Row::new::<World, behaviortree::Agent<Tree>>("behaviortree 0.8.0", ""),
        Row::new::<World, behaviortree_rs::Agent<Tree>>("behaviortree-rs 0.2.5-alpha3", ""),
    ]
}

pub(super) fn long_sequence() -> Vec<Row> {
    type World = Errands;
    type Tree = InSequence;
    vec![
        Row::new::<World, bhv::Agent<World, Tree>>("bhv 0.4.0", ""),
        Row::new::<World, simple_bt::Agent<World, Tree>>("simple_bt 1.0.1", ""),
        Row::new::<World, piston::Agent<World, Tree>>("piston-ai_behavior 0.33.0", ""),
        Row::new::<World, behavior_tree::Agent<World, Tree>>("behavior-tree 0.1.0", ""),
        Row::new::<World, behavior_tree_lite::Agent<Tree>>("behavior-tree-lite 0.3.2", ""),
        Row::new::<World, bonsai::Agent<World, Tree>>("bonsai-bt 0.14.0", ""),
        Row::new::<World, behaviortree::Agent<Tree>>("behaviortree 0.8.0", ""),
        Row::new::<World, behaviortree_rs::Agent<Tree>>("behaviortree-rs 0.2.5-alpha3", ""),
    ]
}

pub(super) fn deep() -> Vec<Row> {
    type World = Descent;
    type Tree = Levels;
    vec![
        Row::new::<World, bhv::Agent<World, Tree>>("bhv 0.4.0", ""),
        Row::new::<World, simple_bt::Agent<World, Tree>>("simple_bt 1.0.1", ""),
        Row::new::<World, piston::Agent<World, Tree>>("piston-ai_behavior 0.33.0", ""),
        Row::new::<World, behavior_tree::Agent<World, Tree>>("behavior-tree 0.1.0", ""),
        Row::new::<World, behavior_tree_lite::Agent<Tree>>("behavior-tree-lite 0.3.2", ""),
        Row::new::<World, bonsai::Agent<World, Tree>>("bonsai-bt 0.14.0", ""),
        Row::new::<World, behaviortree::Agent<Tree>>("behaviortree 0.8.0", ""),
        Row::new::<World, behaviortree_rs::Agent<Tree>>("behaviortree-rs 0.2.5-alpha3", ""),
    ]
}
