//! Definitions of names.

use crate::ask::Ask::Define;
use crate::probe::Source::In;
use crate::probe::{Probe, probe};

/// A probe from this place to exactly one other.
const fn from(what: &'static str, place: &'static str, to: &'static [&'static str]) -> Probe {
    probe(what, Define, In("soldier.rs", place)).wants(to).count(1)
}

pub(super) const ALL: &[Probe] = &[
    from("a function", "action ▮walk(npc, 1)", &["actions.rs: pub fn walk("]),
    from("a method", "action npc.▮run_away();", &["world.rs: pub fn run_away("]),
    from("a field", "condition npc.▮health < 20;", &["world.rs: pub health: i32"]),
    from("the binder in a condition", "condition ▮npc.health < 20;", &["pub tree Soldier(npc"]),
    from("the binder in an action", "action ▮npc.run_away();", &["pub tree Soldier(npc"]),
    from("a stateful action", "action ▮WalkTo { place: npc", &["actions.rs: pub struct WalkTo"]),
    from("its field", "action WalkTo { ▮place: npc", &["actions.rs: pub place: i32"]),
    from("a decorator", "with ▮Rally", &["actions.rs: pub struct Rally"]),
    from("a variant in a pattern", "Mode::▮Calm => action", &["world.rs: Calm,"]),
    from("a variable of a pattern", "if ▮distance > 3", &["Mode::Alert(distance)"]),
    from("a variable of a block", "walk(npc, ▮far)", &["let far = npc.health + 3;"]),
    from("a subtree", "subtree ▮Patrol,", &["soldier.rs: pub tree Patrol("]),
    from("a subtree on a part", "subtree ▮Reload(", &["soldier.rs: tree Reload("]),
    from("a tree in code", "soldier: &mut ▮Soldier", &["soldier.rs: pub tree Soldier("]),
    from("a label's constant in code", "Soldier::▮FLEE", &["soldier.rs: 'flee: sequence"]),
    from("a tree's method in code", "soldier.▮tick(npc)", &["soldier.rs: "]),
    from("`sequence`", "'flee: ▮sequence {", &["pub struct sequence"]),
    from("`condition`", "▮condition npc.health < 20;", &["pub struct condition"]),
    probe("a generic", Define, In("errands.rs", "navigator: &mut ▮N)"))
        .wants(&["tree Arrive<N"])
        .count(1),
    probe("in a score", Define, In("errands.rs", "npc.▮fear => action"))
        .wants(&["pub fear"])
        .count(1),
    probe("in a service", Define, In("errands.rs", "npc.▮look_around())"))
        .wants(&["look_around"])
        .count(1),
    probe("in a random number", Define, In("errands.rs", "random_selector(npc.▮draw())"))
        .wants(&["pub fn draw("])
        .count(1),
];
