//! The places where a name is used, requested inside and outside of the macro.

use crate::ask::Ask::Refer;
use crate::probe::Source::In;
use crate::probe::{Probe, probe};

const fn of(what: &'static str, file: &'static str, place: &'static str) -> Probe {
    probe(what, Refer, In(file, place))
}

const WALK: &[&str] = &["action walk(npc, 1),", "walk(npc, far)", "pub fn walk", "walk(npc, 3);"];
const WALK_TO: &[&str] = &[
    "'there: action WalkTo",
    "'back: action WalkTo",
    "impl Action<Npc> for WalkTo",
    "delay(1.5s)",
];
const HEALTH: &[&str] =
    &["condition npc.health < 20", "pub health", "active_if npc.health", "guard(npc.health > 1)"];
const BINDER: &[&str] = &[
    "pub tree Soldier(npc",
    "condition npc.health < 20",
    "action npc.run_away()",
    "is_tired(npc)",
    "&mut npc.weapon",
    "limit: npc.fear",
    "match npc.mode",
    "walk(npc, far)",
];

pub(super) const ALL: &[Probe] = &[
    of("a function, from its definition", "actions.rs", "pub fn ▮walk(").wants(WALK),
    of("a function, from a leaf", "soldier.rs", "action ▮walk(npc, 1)").wants(WALK),
    of("a field, from its definition", "world.rs", "pub ▮health: i32").wants(HEALTH),
    of("a field, from a leaf", "soldier.rs", "condition npc.▮health < 20").wants(HEALTH),
    of("a stateful action, from its definition", "actions.rs", "pub struct ▮WalkTo").wants(WALK_TO),
    of("a stateful action, from a leaf", "soldier.rs", "action ▮WalkTo { place: npc")
        .wants(WALK_TO),
    of("the binder, from the header", "soldier.rs", "Soldier(▮npc: &mut Npc)")
        .wants(BINDER)
        .count(14),
    of("the binder, from a leaf", "soldier.rs", "action ▮npc.run_away()").wants(BINDER).count(14),
    of("a tree, from its header", "soldier.rs", "pub tree ▮Patrol(")
        .wants(&["subtree Patrol,", "pub tree Patrol"])
        .count(2),
    of("a tree, from a subtree", "soldier.rs", "subtree ▮Patrol,")
        .wants(&["subtree Patrol,", "pub tree Patrol"])
        .count(2),
    of("a variable of a block", "soldier.rs", "let ▮far = npc")
        .wants(&["let far", "walk(npc, far)"])
        .count(2),
    of("a variable of a pattern", "soldier.rs", "Mode::Alert(▮distance) if")
        .wants(&["Mode::Alert(distance)"])
        .count(2),
    of("a label's constant, from code", "soldier.rs", "Soldier::▮FLEE").wants(&["Soldier::FLEE"]),
];
