//! The colors of words, which show the kind of thing that they name.

use crate::ask::Ask::Color;
use crate::probe::Source::In;
use crate::probe::{Probe, probe};

const fn of(what: &'static str, place: &'static str, kind: &'static [&'static str]) -> Probe {
    probe(what, Color, In("soldier.rs", place)).wants(kind).count(1)
}

pub(super) const ALL: &[Probe] = &[
    of("a field", "condition npc.▮health < 20", &["property"]),
    of("a method", "action npc.▮run_away()", &["method"]),
    of("a function", "action ▮walk(npc, 1)", &["function"]),
    of("the binder", "condition ▮npc.health < 20", &["parameter"]),
    of("a stateful action", "action ▮WalkTo { place: npc", &["struct"]),
    of("a tree", "pub tree ▮Soldier(", &["struct"]),
    of("a subtree", "subtree ▮Patrol,", &["struct"]),
    of("a variant", "Mode::▮Calm => action", &["enumMember"]),
    of("a number", "npc.health < ▮20", &["number"]),
    of("`sequence`", "'flee: ▮sequence {", &["struct"]),
    of("`condition`", "▮condition npc.health < 20", &["struct"]),
    of("`monitor`", "▮monitor {", &["struct"]),
    of("`not`", "▮not condition", &["struct"]),
    of("`tree`", "pub ▮tree Soldier", &["struct"]),
    of("`match`", "▮match npc.mode", &["struct"]),
];
