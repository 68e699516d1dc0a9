//! Trees of conditions alone, whose answers do not change within a tick: an exploration finds exactly the results that
//! one of all worlds gives.

use bt_core::{NodeId, Observer, Status, behavior_tree};
use bt_verify::explore_loaded;
use std::collections::BTreeSet;

const WORDS: usize = 3;

behavior_tree! {
    vocabulary Questions(world: &mut [bool; WORDS]) {
        condition Is(n: usize) => world[n];
    }
}

fn node(nodes: usize, chance: &mut fastrand::Rng) -> String {
    if nodes < 2 {
        return format!("condition Is(n = {});", chance.usize(..WORDS));
    }
    let first = chance.usize(1..nodes);
    let mut child = |nodes: usize| node(nodes, chance);
    let (left, right) = (child(first), child(nodes - first));
    let (word, other) = (chance.usize(..WORDS), chance.usize(..WORDS));
    match chance.u8(..9) {
        0 => format!("force_success {left}"),
        1 => format!("not {left}"),
        2 => format!("guard(Is(n = {word})) {left}"),
        3 => format!("if Is(n = {word}) {{ {left} }} else {{ {right} }}"),
        4 => format!("priority_selector {{ Is(n = {word}) => {left} Is(n = {other}) => {right} }}"),
        5 => format!("parallel(failure = all) {{ {left} {right} }}"),
        6 => format!("active_selector {{ {left} {right} }}"),
        7 => format!("selector {{ {left} {right} }}"),
        _ => format!("sequence {{ {left} {right} }}"),
    }
}

/// The results of nodes.
struct Results(BTreeSet<(NodeId, u8)>);

impl Observer for Results {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<std::fmt::Arguments<'_>>) {
        self.0.insert((node, status as u8));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.insert((node, status as u8));
    }
}

#[test]
fn the_results_are_those_of_all_worlds() {
    let (mut compared, mut results) = (0, 0);
    for seed in 0..1000 {
        let mut chance = fastrand::Rng::with_seed(seed);
        let text = format!("tree T {{ {} }}", node(8, &mut chance));
        let Ok(trees) = Questions::parse(&text) else { continue };
        let mut tree = trees.tree("T").expect("it is in the file");
        let proof = explore_loaded(&tree);
        assert!(proof.is_complete(), "{:?}", proof.problem());
        let mut seen = Results(BTreeSet::new());
        for world in 0..1 << WORDS {
            let mut world: [bool; WORDS] = std::array::from_fn(|word| world >> word & 1 != 0);
            tree.tick_with(&mut world, &mut seen);
        }
        let mut possible = BTreeSet::new();
        for of in tree.nodes() {
            let can = proof.node(of.id).expect("it is a node of the tree");
            assert!(!can.runs, "{text}");
            possible.extend(can.succeeds.then_some((of.id, Status::Success as u8)));
            possible.extend(can.fails.then_some((of.id, Status::Failure as u8)));
        }
        assert_eq!(seen.0, possible, "{text}");
        compared += 1;
        results += possible.len();
    }
    println!("{compared} trees, {results} results");
    assert!(compared > 200, "{compared} trees");
}
