//! The same file compiled and loaded: the two do the same in every tick.

use crate::lifecycle::{PANICS, silence_planned_panics, survives};
use crate::machine::Machine;
use crate::words::{FILES, Filed, Words};
use bt_core::{NodeId, Status, Wake};
use bt_verify::{Limits, Proof, explore_loaded_with};
use meaning::course::{Course, world_seeds};
use meaning::{Call, Event, Origin, Scripts, Trace, World};
use std::fmt;
use std::time::Duration;

const TICKS: usize = 300;
/// Parts of words that keep their arguments, or that give a result and never run.
const KEEPING: [&str; 6] = ["At(", "By(", "Of(", "Seek(", "Search(", "Gain("];

/// All that can be seen of a tick or an abort.
#[derive(Debug, PartialEq)]
struct Seen {
    /// `None` is an abort, or a panic.
    status: Option<Status>,
    panics: bool,
    events: Vec<Event>,
    calls: Vec<Call>,
    active: Vec<NodeId>,
    is_running: bool,
    next_wake: Wake,
    next_wake_if_unchanged: Wake,
    /// The number of kept values.
    living: usize,
    /// The texts of all errors.
    errors: Vec<(NodeId, String)>,
    shown: Vec<String>,
}

/// The shown values of a tree.
#[derive(Default)]
struct Shown(Vec<String>);

impl bt_core::__private::Visit for Shown {
    fn visit(&mut self, node: NodeId, name: &'static str, value: &dyn fmt::Debug) {
        self.0.push(format!("{} {name} = {value:?}", node.index()));
    }
}

/// The tree in a world of its own.
struct Side {
    machine: Box<dyn Machine>,
    world: World,
}

impl Side {
    fn new(machine: Box<dyn Machine>, world: u64) -> Self {
        Self { machine, world: World::new(Scripts::Seeded(world)) }
    }

    /// Ticks the tree at that time, or aborts it if there is none.
    fn run(&mut self, time: Option<Duration>) -> Seen {
        let Self { machine, world } = self;
        let (mut trace, mut status) = (Trace::default(), None);
        let survives = survives(|| {
            if let Some(now) = time {
                world.book.now = now;
                world.begin_tick();
                status = Some(machine.tick_with(world, &mut trace));
            } else {
                machine.abort_with(world, &mut trace);
            }
        });
        let mut shown = Shown::default();
        machine.show(&mut bt_core::__private::Kept::new(&mut shown));
        let mut shown = shown.0;
        shown.sort();
        Seen {
            status,
            panics: !survives,
            events: trace.0,
            calls: world.take_calls(),
            active: machine.active(),
            is_running: machine.is_running(),
            next_wake: machine.next_wake(),
            next_wake_if_unchanged: machine.next_wake_if_unchanged(),
            living: world.living(),
            errors: trace.1,
            shown,
        }
    }
}

/// The main tree of a file, loaded.
fn loaded(Filed { name, text, .. }: &Filed) -> Box<dyn Machine> {
    let trees = Words::parse(text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    Box::new(trees.tree(name).expect("the main tree"))
}

/// Runs all files, compiled and loaded. In every other tick, this number of calls in a thousand panics.
fn run_all(panics: usize) {
    silence_planned_panics();
    let mut ticks = 0;
    for (seed, filed) in (0..).zip(FILES) {
        for world in world_seeds(seed, 2) {
            let mut compiled = Side::new((filed.compiled)(), world);
            let mut loaded = Side::new(loaded(filed), world);
            for side in [&mut compiled, &mut loaded] {
                side.world.book.panicking = &[Origin::Leaf, Origin::Decorator, Origin::Expression];
            }
            let mut course = Course::new(world);
            for tick in 0..TICKS {
                let aborts = course.aborts().then_some(None);
                for time in [Some(course.time())].into_iter().chain(aborts) {
                    for side in [&mut compiled, &mut loaded] {
                        side.world.book.panics = panics * (tick % 2);
                    }
                    let (expected, done) = (compiled.run(time), loaded.run(time));
                    ticks += 1;
                    assert_eq!(done, expected, "world {world}, tick {tick} of\n{}", filed.text);
                }
            }
        }
    }
    assert!(ticks > FILES.len() * TICKS, "{ticks} are too few");
}

#[test]
fn a_compiled_file_does_what_the_loaded_one_does() {
    run_all(0);
}

#[test]
fn a_compiled_file_does_what_the_loaded_one_does_whatever_panics() {
    run_all(PANICS);
}

#[test]
fn a_compiled_file_has_the_nodes_of_the_loaded_one() {
    for filed in FILES {
        let (compiled, loaded) = ((filed.compiled)(), loaded(filed));
        let text = filed.text;
        assert_eq!(compiled.nodes().len(), loaded.nodes().len(), "in the file\n{text}");
        for (compiled, loaded) in compiled.nodes().iter().zip(loaded.nodes()) {
            assert_eq!(compiled, loaded, "in the file\n{text}");
        }
    }
}

#[test]
fn a_compiled_file_has_the_proof_of_the_loaded_one() {
    let limits = Limits { transitions: 2_000, pages: None, ..Limits::default() };
    for filed in FILES {
        let trees = Words::parse(filed.text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let tree = trees.tree(filed.name).expect("the main tree");
        let compiled = (filed.prove)(limits.clone());
        let loaded = explore_loaded_with(&tree, limits.clone());
        let all = |proof: &Proof| (proof.states(), proof.transitions(), proof.to_string());
        assert!(compiled.states() > 0, "{compiled} of the file\n{}", filed.text);
        // The proof of a compiled tree takes for possible that an action runs that keeps arguments or gives a result.
        if KEEPING.iter().any(|word| filed.text.contains(word)) {
            assert!(
                compiled.states() >= loaded.states() || compiled.transitions() >= 2_000,
                "in the file\n{}",
                filed.text
            );
            continue;
        }
        assert_eq!(all(&compiled), all(&loaded), "in the file\n{}", filed.text);
    }
}
