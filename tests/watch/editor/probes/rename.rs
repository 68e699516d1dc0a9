//! Renaming inside and outside of the macro; there are no errors afterwards.

use crate::ask::Ask::Rename;
use crate::probe::Source::In;
use crate::probe::{Probe, probe};

const fn to(
    name: &'static str,
    what: &'static str,
    file: &'static str,
    place: &'static str,
) -> Probe {
    probe(what, Rename(name), In(file, place)).refuses(&["refused", " at \""])
}

const STRIDE: &[&str] = &[
    "actions.rs: pub fn stride(",
    "soldier.rs: use crate::actions::{self, Rally, Rest, WalkTo, is_tired, stride};",
    "soldier.rs: Mode::Calm => action stride(npc, 1),",
    "errands.rs: action stride(npc, 1);",
    "soldier.rs: stride(npc, 3);",
];
const LIFE: &[&str] = &[
    "world.rs: pub life: i32,",
    "soldier.rs: condition npc.life < 20;",
    "errands.rs: active_if npc.life > 3",
    "errands.rs: guard(npc.life > 1)",
    "soldier.rs: let far = npc.life + 3;",
];
const GO_TO: &[&str] = &[
    "actions.rs: pub struct GoTo {",
    "soldier.rs: 'there: action GoTo {",
    "errands.rs: guard(npc.health > 1) delay(1.5s) action GoTo {",
    "soldier.rs: (Rest {}, GoTo {",
];
const HERO: &[&str] = &[
    "pub tree Soldier(hero: &mut Npc)",
    "condition hero.health < 20;",
    "action hero.run_away();",
    "not condition is_tired(hero);",
    "subtree Reload(&mut hero.weapon);",
    "with Rally { limit: hero.fear + 1.0 } repeat action hero.attack();",
    "match hero.mode {",
    "action walk(hero, 1),",
    "let far = hero.health + 3;",
    "hero.look_around();",
];
const WALKS: &[&str] = &["pub tree Walks(npc", "subtree Walks,"];
const GOAL: &[&str] = &["pub goal: i32", "action WalkTo { goal: npc.health", "self.goal -="];

pub(super) const ALL: &[Probe] = &[
    to("stride", "a function, at its definition", "actions.rs", "pub fn ▮walk(").wants(STRIDE),
    to("stride", "a function, in a leaf", "soldier.rs", "action ▮walk(npc, 1)").wants(STRIDE),
    to("life", "a field, at its definition", "world.rs", "pub ▮health: i32").wants(LIFE),
    to("life", "a field, in a leaf", "soldier.rs", "condition npc.▮health < 20").wants(LIFE),
    to("GoTo", "a stateful action, at its definition", "actions.rs", "pub struct ▮WalkTo")
        .wants(GO_TO),
    to("GoTo", "a stateful action, in a leaf", "soldier.rs", "action ▮WalkTo { place: npc")
        .wants(GO_TO),
    to("goal", "its field, at its definition", "actions.rs", "pub ▮place: i32").wants(GOAL),
    to("goal", "its field, in a leaf", "soldier.rs", "action WalkTo { ▮place: npc").wants(GOAL),
    to("hero", "the binder, in the header", "soldier.rs", "Soldier(▮npc: &mut Npc)")
        .wants(HERO)
        .count(13),
    to("hero", "the binder, in a leaf", "soldier.rs", "action ▮npc.run_away()")
        .wants(HERO)
        .count(13),
    to("Walks", "a tree, in its header", "soldier.rs", "pub tree ▮Patrol(").wants(WALKS).count(2),
    to("Walks", "a tree, in a subtree", "soldier.rs", "subtree ▮Patrol,").wants(WALKS).count(2),
    to("Quiet", "a variant, in a pattern", "soldier.rs", "Mode::▮Calm => action")
        .wants(&["world.rs: Quiet,", "Mode::Quiet => action"]),
    to("wide", "a variable of a block", "soldier.rs", "let ▮far = npc")
        .wants(&["let wide = npc.health + 3;", "walk(npc, wide)"])
        .count(2),
    to("gap", "a variable of a pattern", "soldier.rs", "Mode::Alert(▮distance) if")
        .wants(&["Mode::Alert(gap) if gap > 3 => subtree Patrol,"])
        .count(1),
    to("PANIC", "a label, at its constant in code", "soldier.rs", "Soldier::▮FLEE")
        .wants(&["'PANIC: sequence {", "node == Soldier::PANIC;"])
        .count(2),
];
