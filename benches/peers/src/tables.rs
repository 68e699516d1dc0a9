//! The rows of each table.

use crate::contender::Row;
use crate::descent::Levels;
use crate::errands::InSequence;
use crate::peers::ours::Ours;
use crate::peers::{
    behavior_tree, behavior_tree_lite, behaviortree, behaviortree_rs, bevior_tree, bevy_behave,
    bhv, bonsai, bt_bevy, machines, piston, simple_behavior_tree, simple_bt, stackbt,
};
use crate::soldier::{Reactive, Resuming};
use benches::descent::{self, Descent};
use benches::errands::{self, Errands};
use benches::soldier::{Soldier, hand, tree};

/// The rows of one tree. The first is the hand-written code, and the second is ours.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) rows: Vec<Row>,
}

pub(crate) fn tables() -> Vec<Table> {
    vec![
        Table {
            name: "S-r",
            title: "the soldier, which starts over in every tick",
            rows: soldier_reactive(),
        },
        Table { name: "S-m", title: "the soldier, which resumes", rows: soldier_memory() },
        Table {
            name: "L",
            title: "a sequence of a hundred actions of three ticks",
            rows: long_sequence(),
        },
        Table {
            name: "D",
            title: "twelve levels of alternating sequences and selectors",
            rows: deep(),
        },
    ]
}

const HAND: &str = "by hand";
const OURS: &str = "`behavior_tree!`";
const BEVY: &str = "`bt-bevy`";
const REACTIVE: &str = "the reactive composites are written here";
const MACHINE: &str = "a state machine, written by hand";

fn soldier_reactive() -> Vec<Row> {
    type World = Soldier;
    type Tree = Reactive;
    vec![
        Row::new::<World, hand::Reactive>(HAND, ""),
        Row::new::<World, Ours<tree::Reactive<World>>>(OURS, ""),
        Row::app::<World>(BEVY, "", bt_bevy::crowd::<World, bt_bevy::Reactive>),
        Row::new::<World, hand::ReactiveIf>(
            "by hand, `if` alone",
            "cannot tell the running action",
        ),
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
        Row::app::<World>("bevior_tree 0.11.0", REACTIVE, bevior_tree::crowd::<World, Tree>),
    ]
}

fn soldier_memory() -> Vec<Row> {
    type World = Soldier;
    type Tree = Resuming;
    vec![
        Row::new::<World, hand::Memory>(HAND, ""),
        Row::new::<World, Ours<tree::Memory<World>>>(OURS, ""),
        Row::app::<World>(BEVY, "", bt_bevy::crowd::<World, bt_bevy::Memory>),
        Row::new::<World, hand::MemoryIf>("by hand, `if` alone", "cannot tell the running action"),
        Row::new::<World, bhv::Agent<World, Tree>>("bhv 0.4.0", REACTIVE),
        Row::new::<World, simple_bt::Agent<World, Tree>>("simple_bt 1.0.1", REACTIVE),
        Row::new::<World, behavior_tree_lite::Agent<Tree>>("behavior-tree-lite 0.3.2", ""),
        Row::new::<World, behaviortree::Agent<Tree>>("behaviortree 0.8.0", ""),
        Row::new::<World, behaviortree_rs::Agent<Tree>>("behaviortree-rs 0.2.5-alpha3", ""),
        Row::app::<World>("bevior_tree 0.11.0", REACTIVE, bevior_tree::crowd::<World, Tree>),
    ]
}

fn long_sequence() -> Vec<Row> {
    type World = Errands;
    type Tree = InSequence;
    vec![
        Row::new::<World, errands::hand::Match>(HAND, ""),
        Row::new::<World, Ours<errands::tree::Sequence<World>>>(OURS, ""),
        Row::app::<World>(BEVY, "", bt_bevy::crowd::<World, bt_bevy::Sequence>),
        Row::new::<World, errands::hand::Number>("by hand, with a number", ""),
        Row::new::<World, bhv::Agent<World, Tree>>("bhv 0.4.0", ""),
        Row::new::<World, simple_bt::Agent<World, Tree>>("simple_bt 1.0.1", ""),
        Row::new::<World, piston::Agent<World, Tree>>("piston-ai_behavior 0.33.0", ""),
        Row::new::<World, behavior_tree::Agent<World, Tree>>("behavior-tree 0.1.0", ""),
        Row::new::<World, behavior_tree_lite::Agent<Tree>>("behavior-tree-lite 0.3.2", ""),
        Row::new::<World, bonsai::Agent<World, Tree>>("bonsai-bt 0.14.0", ""),
        Row::new::<World, behaviortree::Agent<Tree>>("behaviortree 0.8.0", ""),
        Row::new::<World, behaviortree_rs::Agent<Tree>>("behaviortree-rs 0.2.5-alpha3", ""),
        Row::app::<World>("bevior_tree 0.11.0", "", bevior_tree::crowd::<World, Tree>),
        Row::app::<World>("bevy_behave 0.5.0", "", bevy_behave::crowd::<World, Tree>),
    ]
}

fn deep() -> Vec<Row> {
    type World = Descent;
    type Tree = Levels;
    vec![
        Row::new::<World, descent::hand::Match>(HAND, ""),
        Row::new::<World, Ours<descent::tree::Levels<World>>>(OURS, ""),
        Row::app::<World>(BEVY, "", bt_bevy::crowd::<World, bt_bevy::Levels>),
        Row::new::<World, bhv::Agent<World, Tree>>("bhv 0.4.0", ""),
        Row::new::<World, simple_bt::Agent<World, Tree>>("simple_bt 1.0.1", ""),
        Row::new::<World, piston::Agent<World, Tree>>("piston-ai_behavior 0.33.0", ""),
        Row::new::<World, behavior_tree::Agent<World, Tree>>("behavior-tree 0.1.0", ""),
        Row::new::<World, behavior_tree_lite::Agent<Tree>>("behavior-tree-lite 0.3.2", ""),
        Row::new::<World, bonsai::Agent<World, Tree>>("bonsai-bt 0.14.0", ""),
        Row::new::<World, behaviortree::Agent<Tree>>("behaviortree 0.8.0", ""),
        Row::new::<World, behaviortree_rs::Agent<Tree>>("behaviortree-rs 0.2.5-alpha3", ""),
        Row::app::<World>("bevior_tree 0.11.0", "", bevior_tree::crowd::<World, Tree>),
        Row::app::<World>("bevy_behave 0.5.0", "", bevy_behave::crowd::<World, Tree>),
    ]
}
