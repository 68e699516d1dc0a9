//! Which implementations are in which table.

use crate::contender::Row;
use crate::descent::Levels;
use crate::errands::InSequence;
use crate::peers::ours::Ours;
use crate::peers::{
    behavior_tree, behavior_tree_lite, behaviortree, behaviortree_rs, bhv, bonsai, machines,
    piston, simple_behavior_tree, simple_bt, stackbt,
};
use crate::soldier::{Reactive, Resuming};
use benches::descent::{self, Descent};
use benches::errands::{self, Errands};
use benches::soldier::{Soldier, hand, tree};

/// The rows of one tree. The first is what is written by hand, and the second is ours.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) rows: Vec<Row>,
}

macro_rules! rows {
    ($world:ty; $($contender:ty => $name:literal $version:literal $note:literal;)*) => {
        vec![$(Row::new::<$world, $contender>($name, $version, $note)),*]
    };
}

pub(crate) fn tables() -> Vec<Table> {
    vec![soldier_reactive(), soldier_memory(), long_sequence(), deep()]
}

fn soldier_reactive() -> Table {
    let rows = rows! { Soldier;
        hand::Reactive => "by hand" "" "";
        Ours<tree::Reactive<Soldier>> => "`behavior_tree!`" "" "";
        hand::ReactiveIf => "by hand, `if` alone" "" "keeps nothing: nobody can ask what runs";
        stackbt::Reactive => "stackbt" "0.1.2" "the composites are ours";
        simple_behavior_tree::Agent<Reactive> => "simple_behavior_tree" "0.1.3" "";
        bhv::Agent<Soldier, Reactive> => "bhv" "0.4.0" "the reactive composites are ours";
        simple_bt::Agent<Soldier, Reactive> => "simple_bt" "1.0.1" "the reactive composites are ours";
        behavior_tree::Agent<Soldier, Reactive> => "behavior-tree" "0.1.0" "";
        behavior_tree_lite::Agent<Reactive> => "behavior-tree-lite" "0.3.2" "";
        machines::hierarchical::Agent => "statig" "0.4.1" "a state machine, written by hand";
        machines::transitions::Agent => "smlang" "0.8.0" "a state machine, written by hand";
        machines::alphabet::Agent => "rust-fsm" "0.8.0" "a state machine, written by hand";
        behaviortree::Agent<Reactive> => "behaviortree" "0.8.0" "";
        behaviortree_rs::Agent<Reactive> => "behaviortree-rs" "0.2.5-alpha3" "";
        bonsai::Agent<Soldier, Reactive> => "bonsai-bt" "0.14.0" "";
    };
    Table { name: "S-r", title: "the soldier, who asks everything again in every tick", rows }
}

fn soldier_memory() -> Table {
    let rows = rows! { Soldier;
        hand::Memory => "by hand" "" "";
        Ours<tree::Memory<Soldier>> => "`behavior_tree!`" "" "";
        hand::MemoryIf => "by hand, `if` alone" "" "keeps less: nobody can ask what runs";
        bhv::Agent<Soldier, Resuming> => "bhv" "0.4.0" "the reactive composites are ours";
        behaviortree::Agent<Resuming> => "behaviortree" "0.8.0" "";
        behaviortree_rs::Agent<Resuming> => "behaviortree-rs" "0.2.5-alpha3" "";
        behavior_tree_lite::Agent<Resuming> => "behavior-tree-lite" "0.3.2" "";
    };
    Table { name: "S-m", title: "the soldier, who keeps his place", rows }
}

fn long_sequence() -> Table {
    let rows = rows! { Errands;
        errands::hand::Match => "by hand" "" "";
        Ours<errands::tree::Sequence<Errands>> => "`behavior_tree!`" "" "";
        errands::hand::Number => "by hand, a number" "" "";
        bhv::Agent<Errands, InSequence> => "bhv" "0.4.0" "";
        simple_bt::Agent<Errands, InSequence> => "simple_bt" "1.0.1" "";
        piston::Agent<Errands, InSequence> => "piston-ai_behavior" "0.33.0" "";
        behavior_tree::Agent<Errands, InSequence> => "behavior-tree" "0.1.0" "";
        behavior_tree_lite::Agent<InSequence> => "behavior-tree-lite" "0.3.2" "";
        behaviortree::Agent<InSequence> => "behaviortree" "0.8.0" "";
        behaviortree_rs::Agent<InSequence> => "behaviortree-rs" "0.2.5-alpha3" "";
        bonsai::Agent<Errands, InSequence> => "bonsai-bt" "0.14.0" "";
    };
    Table { name: "L", title: "a sequence of a hundred actions of three ticks", rows }
}

fn deep() -> Table {
    let rows = rows! { Descent;
        descent::hand::Match => "by hand" "" "";
        Ours<descent::tree::Levels<Descent>> => "`behavior_tree!`" "" "";
        bhv::Agent<Descent, Levels> => "bhv" "0.4.0" "";
        simple_bt::Agent<Descent, Levels> => "simple_bt" "1.0.1" "";
        piston::Agent<Descent, Levels> => "piston-ai_behavior" "0.33.0" "";
        behavior_tree::Agent<Descent, Levels> => "behavior-tree" "0.1.0" "";
        behavior_tree_lite::Agent<Levels> => "behavior-tree-lite" "0.3.2" "";
        behaviortree::Agent<Levels> => "behaviortree" "0.8.0" "";
        behaviortree_rs::Agent<Levels> => "behaviortree-rs" "0.2.5-alpha3" "";
        bonsai::Agent<Descent, Levels> => "bonsai-bt" "0.14.0" "";
    };
    Table { name: "D", title: "twelve levels, sequence and selector by turns", rows }
}
