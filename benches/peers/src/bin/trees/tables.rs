//! The rows of each table.

#[cfg(feature = "others")]
mod others;

use crate::contender::Row;
#[cfg(feature = "bevior_tree")]
use crate::peers::bevior_tree;
#[cfg(feature = "bevy_behave")]
use crate::peers::bevy_behave;
use crate::peers::bt_bevy;
use crate::peers::ours::Ours;
#[cfg(feature = "bevior_tree")]
use crate::soldier::{Reactive, Resuming};
#[cfg(any(feature = "bevior_tree", feature = "bevy_behave"))]
use crate::{descent::Levels, errands::InSequence};
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
#[cfg(any(feature = "bevior_tree", feature = "others"))]
const REACTIVE: &str = "the reactive composites are written here";

fn soldier_reactive() -> Vec<Row> {
    type World = Soldier;
    let mut rows = vec![
        Row::new::<World, hand::Reactive>(HAND, ""),
        Row::new::<World, Ours<tree::Reactive<World>>>(OURS, ""),
        Row::app::<World>(BEVY, "", bt_bevy::crowd::<World, bt_bevy::Reactive>),
        Row::new::<World, hand::ReactiveIf>(
            "by hand, `if` alone",
            "cannot tell the running action",
        ),
    ];
    #[cfg(feature = "bevior_tree")]
    rows.push(Row::app::<World>(
        "bevior_tree 0.11.0",
        REACTIVE,
        bevior_tree::crowd::<World, Reactive>,
    ));
    #[cfg(feature = "others")]
    rows.extend(others::soldier_reactive());
    rows
}

fn soldier_memory() -> Vec<Row> {
    type World = Soldier;
    let mut rows = vec![
        Row::new::<World, hand::Memory>(HAND, ""),
        Row::new::<World, Ours<tree::Memory<World>>>(OURS, ""),
        Row::app::<World>(BEVY, "", bt_bevy::crowd::<World, bt_bevy::Memory>),
        Row::new::<World, hand::MemoryIf>("by hand, `if` alone", "cannot tell the running action"),
    ];
    #[cfg(feature = "bevior_tree")]
    rows.push(Row::app::<World>(
        "bevior_tree 0.11.0",
        REACTIVE,
        bevior_tree::crowd::<World, Resuming>,
    ));
    #[cfg(feature = "others")]
    rows.extend(others::soldier_memory());
    rows
}

fn long_sequence() -> Vec<Row> {
    type World = Errands;
    let mut rows = vec![
        Row::new::<World, errands::hand::Match>(HAND, ""),
        Row::new::<World, Ours<errands::tree::Sequence<World>>>(OURS, ""),
        Row::app::<World>(BEVY, "", bt_bevy::crowd::<World, bt_bevy::Sequence>),
        Row::new::<World, errands::hand::Number>("by hand, with a number", ""),
    ];
    #[cfg(feature = "bevior_tree")]
    rows.push(Row::app::<World>("bevior_tree 0.11.0", "", bevior_tree::crowd::<World, InSequence>));
    #[cfg(feature = "bevy_behave")]
    rows.push(Row::app::<World>("bevy_behave 0.5.0", "", bevy_behave::crowd::<World, InSequence>));
    #[cfg(feature = "others")]
    rows.extend(others::long_sequence());
    rows
}

fn deep() -> Vec<Row> {
    type World = Descent;
    let mut rows = vec![
        Row::new::<World, descent::hand::Match>(HAND, ""),
        Row::new::<World, Ours<descent::tree::Levels<World>>>(OURS, ""),
        Row::app::<World>(BEVY, "", bt_bevy::crowd::<World, bt_bevy::Levels>),
    ];
    #[cfg(feature = "bevior_tree")]
    rows.push(Row::app::<World>("bevior_tree 0.11.0", "", bevior_tree::crowd::<World, Levels>));
    #[cfg(feature = "bevy_behave")]
    rows.push(Row::app::<World>("bevy_behave 0.5.0", "", bevy_behave::crowd::<World, Levels>));
    #[cfg(feature = "others")]
    rows.extend(others::deep());
    rows
}
