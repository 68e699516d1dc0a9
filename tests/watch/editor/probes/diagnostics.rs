//! Errors in an editor before anything is compiled: none in correct trees, and each mistake once.

use crate::ask::Ask::Diagnose;
use crate::probe::Source::{In, Node, Trees};
use crate::probe::{Probe, probe};

/// An error of rust-analyzer in an expression, reported once.
const fn native(what: &'static str, node: &'static str, code: &'static [&'static str]) -> Probe {
    probe(what, Diagnose, Node(node)).wants(code).count(1)
}

/// The macro's own message, and no other one.
const fn ours(what: &'static str, node: &'static str, told: &'static [&'static str]) -> Probe {
    probe(what, Diagnose, Node(node)).wants(told).count(1)
}

pub(super) const ALL: &[Probe] = &[
    probe("a correct file", Diagnose, In("soldier.rs", "▮behavior_tree! {")).count(0),
    probe("a correct file", Diagnose, In("errands.rs", "▮behavior_tree! {")).count(0),
    probe("a correct probe", Diagnose, Node("▮condition npc.health > 3;")).count(0),
    ours("an unfinished leaf", "▮condition npc.;", &["a name is missing behind this"]),
    ours("no `;`", "▮condition npc.health > 3", &["expected `;` behind this `condition`"]),
    ours("an unfinished path", "▮action actions::;", &["a name is missing behind this"]),
    ours("an unknown word", "▮acton npc.attack();", &["did you mean `action`?"]),
    ours("an unknown word before a block", "▮sequense { succeed; }", &["did you mean `sequence`?"]),
    ours(
        "a word of another library",
        "▮fallback { action npc.attack(); }",
        &["is called `selector` here"],
    ),
    ours("an empty block", "▮sequence { }", &["has no children"]),
    ours(
        "a wrong policy",
        "▮parallel(sucess = 1) { action npc.attack(); action npc.run_away(); }",
        &["no policy `sucess`"],
    ),
    ours("a number without a unit", "▮wait(2);", &["unit"]),
    ours("a decorator without a node", "▮timeout(1s);", &["has nothing to decorate"]),
    ours("a node that cannot be reached", "▮succeed;", &["never fails"]),
    probe("three mistakes", Diagnose, Node("▮condition npc.; acton npc.attack(); wait(2);"))
        .wants(&["a name is missing behind this", "did you mean `action`?", "unit"])
        .count(3),
    probe("a broken header", Diagnose, Trees("▮tree Probe(npc: Npc) { succeed; }"))
        .wants(&["a tree borrows its blackboard"])
        .count(1),
    probe("a tree without a root", Diagnose, Trees("▮tree Probe(npc: &mut Npc) { }"))
        .wants(&["is empty"])
        .count(1),
    native("a condition of another type", "▮condition npc.health;", &["E0308"]),
    native("a duration of another type", "▮timeout(npc.health) action npc.attack();", &["E0308"]),
    native("a count of another type", "▮repeat(npc.fear) action npc.attack();", &["E0308"]),
    native(
        "a score of another type",
        "▮utility_selector { npc.health => action npc.attack(); }",
        &["E0308"],
    ),
    native("an argument of another type", "▮action walk(npc, true);", &["E0308"]),
    native("a missing argument", "▮action walk(npc);", &["E0061"]),
    native("a missing field", "▮action WalkTo { place: 1 };", &["E0063"]),
];
