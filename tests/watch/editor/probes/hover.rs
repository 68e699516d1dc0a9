//! The text that appears when the pointer is above a name.

use crate::ask::Ask::{Complete, Hover};
use crate::probe::Source::{In, Trees};
use crate::probe::{Probe, probe};

pub(super) const NAMES: &[Probe] = &[
    probe("a field", Hover, In("soldier.rs", "condition npc.▮health < 20;"))
        .wants(&["The rest of its life"]),
    probe("a method", Hover, In("soldier.rs", "action npc.▮run_away();"))
        .wants(&["Runs to a safe place"]),
    probe("a function", Hover, In("soldier.rs", "action ▮walk(npc, 1)"))
        .wants(&["Walks a number of steps"]),
    probe("a path", Hover, In("soldier.rs", "action actions::▮reload(weapon);"))
        .wants(&["Fills the magazine"]),
    probe("a stateful action", Hover, In("soldier.rs", "action ▮WalkTo { place: npc"))
        .wants(&["Walks to a place"]),
    probe("its field", Hover, In("soldier.rs", "action WalkTo { ▮place: npc"))
        .wants(&["Where it goes"]),
    probe("a decorator", Hover, In("soldier.rs", "with ▮Rally"))
        .wants(&["while the fear is small"]),
    probe("a subtree", Hover, In("soldier.rs", "subtree ▮Patrol,"))
        .wants(&["Walks from place to place"]),
    probe("a tree's name", Hover, In("soldier.rs", "pub tree ▮Soldier(npc"))
        .wants(&["runs away when it is hurt"]),
    probe("the binder of the header", Hover, In("soldier.rs", "Soldier(▮npc: &mut Npc)"))
        .wants(&["npc: &mut Npc"]),
    probe("the binder in a condition", Hover, In("soldier.rs", "condition ▮npc.health < 20;"))
        .wants(&["npc: &mut Npc"]),
    probe("the binder in an action", Hover, In("soldier.rs", "action ▮npc.run_away();"))
        .wants(&["npc: &mut Npc"]),
    probe("the blackboard's type", Hover, In("soldier.rs", "Soldier(npc: &mut ▮Npc)"))
        .wants(&["The knowledge of a soldier"]),
    probe("a variant in a pattern", Hover, In("soldier.rs", "Mode::▮Calm => action"))
        .wants(&["Nothing has happened"]),
    probe("a variable of a block", Hover, In("soldier.rs", "let ▮far = npc"))
        .wants(&["let far: i32"]),
    probe("a variable of a pattern", Hover, In("soldier.rs", "Mode::Alert(▮distance) if"))
        .wants(&["distance: u32"]),
    probe("in a score", Hover, In("errands.rs", "npc.▮fear => action")).wants(&["elsewhere"]),
    probe("in a weight", Hover, In("errands.rs", "npc.▮attempts => once")).wants(&["doors"]),
    probe("in a service", Hover, In("errands.rs", "npc.▮look_around())"))
        .wants(&["Turns its head"]),
    probe("in a duration", Hover, In("errands.rs", "every(npc.▮patience / 2)"))
        .wants(&["stand still"]),
    probe("in a guard", Hover, In("errands.rs", "guard(npc.▮health > 1)")).wants(&["its life"]),
    probe("in a count", Hover, In("errands.rs", "retry(npc.▮attempts)")).wants(&["doors"]),
    probe("a generic", Hover, In("errands.rs", "navigator: &mut ▮N)")).wants(&["N: Navigator"]),
    probe("a method of a generic", Hover, In("errands.rs", "condition navigator.▮arrived()"))
        .wants(&["Whether it has arrived"]),
    probe("a label's constant in code", Hover, In("soldier.rs", "Soldier::▮FLEE"))
        .wants(&["pub const FLEE: "]),
];

/// A tree with one broken leaf; the cursors are on all other leaves.
const fn broken(what: &'static str, trees: &'static str) -> Probe {
    probe(what, Hover, Trees(trees))
}

pub(super) const WHILE_BROKEN: &[Probe] = &[
    broken("an unfinished leaf", "tree Probe(npc: &mut Npc) {
        selector {
            sequence { condition npc.▮health > 3; action ▮walk(npc, 1); condition npc. ; action ▮Rest {}; }
            with ▮Rally { limit: npc.▮fear } subtree ▮Patrol;
            'late: action npc.▮attack();
        }
    }").wants(&["its life", "Walks a number", "Sits down", "Lets its node", "elsewhere", "from place", "Shoots"]),
    broken("no `;`", "tree Probe(npc: &mut Npc) {
        selector { condition npc.▮health > 3; action npc. action ▮walk(npc, 1); action npc.▮attack(); }
    }").wants(&["its life", "Walks a number", "Shoots"]),
    broken("an unknown word", "tree Probe(npc: &mut Npc) {
        selector { condition npc.▮health > 3; acton npc.attack(); action ▮walk(npc, 1); }
    }").wants(&["its life", "Walks a number"]),
    broken("an unknown word before a block", "tree Probe(npc: &mut Npc) {
        selector { condition npc.▮health > 3; sequense { action ▮walk(npc, 1); } action npc.▮attack(); }
    }").wants(&["its life", "Walks a number", "Shoots"]),
    broken("a broken header", "tree Probe(npc: Npc) {
        selector { condition npc.▮health > 3; action ▮walk(npc, 1); }
    }").wants(&["its life", "Walks a number"]),
    broken("a broken tree before", "tree Broken(npc: &mut Npc) { sequence { condition npc. } }
        tree Probe(npc: &mut Npc) { action ▮walk(npc, 1); }
    ").wants(&["Walks a number"]),
    broken("a broken leaf in another tree", "tree Probe(npc: &mut Npc) { action ▮walk(npc, 1); }
        tree Broken(npc: &mut Npc) { sequence { condition npc. } }
    ").wants(&["Walks a number"]),
    probe("the tree itself, in code", Complete, Trees("tree Probe(npc: &mut Npc) { sequence { condition npc. } } }
        pub fn code() { Probe::▮ "
    )).permits("syntax-error").wants(&["new", "NODES"]),
];
