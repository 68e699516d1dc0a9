//! `next_wake` is correct: until the returned time, a tick of the tree changes nothing.

use crate::machine::{Machine, Subject, subjects};
use bt_core::{NodeKind, Status, Wake};
use meaning::course::{Course, world_seeds};
use meaning::{Event, Scripts, Trace, World};
use std::time::Duration;

const TICKS: usize = 300;
const SHOWN: usize = 5;
/// The percentage of ticks in which an agent is rung; a resting tree is ticked then.
const RINGS: usize = 3;

/// A tree in a world, and the promise about its next ticks.
struct Trial {
    machine: Box<dyn Machine>,
    world: World,
    counts: Counts,
}

/// Numbers of ticks of running trees.
#[derive(Default)]
struct Counts {
    /// Ticks that changed nothing.
    idle: usize,
    /// Ticks that changed nothing, as promised.
    promised: usize,
    /// Ticks that called no code of the user, although no rest was promised.
    missed: usize,
}

impl Trial {
    /// Ticks the tree, and returns an error if a promise is broken.
    fn tick(&mut self, now: Duration) -> Option<String> {
        let Self { machine, world, counts } = self;
        let wake = machine.next_wake();
        let before = machine.copy();
        let was_running = machine.is_running();
        world.book.now = now;
        world.begin_tick();
        let turns = world.turns();
        let mut trace = Trace::default();
        let status = machine.tick_with(world, &mut trace);
        let calls = world.take_calls();
        let is_same = machine.is_like(&*before);
        let is_idle = status == Status::Running
            && calls.is_empty()
            && world.turns() == turns
            && is_same
            && trace.0.iter().all(|event| is_of_a_resting_tree(event, &**machine));
        let is_due = wake.is_due(now) || world.rings.get();
        counts.idle += usize::from(is_idle && was_running);
        counts.promised += usize::from(!is_due);
        counts.missed += usize::from(is_idle && is_due && wake == Wake::NextTick && was_running);
        (!is_due && !is_idle).then(|| {
            let events: Vec<_> = trace.0.iter().map(ToString::to_string).collect();
            let calls: Vec<_> = calls.iter().map(ToString::to_string).collect();
            format!(
                "promised {wake:?}, and at {now:?}: {status}, events {}, calls {}, {}",
                events.join(" "),
                calls.join(" "),
                if is_same { "the same state" } else { "another state" },
            )
        })
    }
}

/// While a tree rests, timers continue, and constants and the nodes above them give the same results.
fn is_of_a_resting_tree(event: &Event, machine: &dyn Machine) -> bool {
    match event {
        Event::Leaf(node, status, _) => match machine.nodes()[node.index()].kind {
            NodeKind::Succeed | NodeKind::Fail => true,
            NodeKind::Wait | NodeKind::Running | NodeKind::Action => *status == Status::Running,
            _ => false,
        },
        Event::Finished(..) => true,
        Event::Aborted(_) => false,
    }
}

/// The first promise that is broken.
fn broken(make: &dyn Fn() -> Box<dyn Machine>, seed: u64, counts: &mut Counts) -> Option<String> {
    let world = World::new(Scripts::Seeded(seed));
    let mut trial = Trial { machine: make(), world, counts: std::mem::take(counts) };
    let mut course = Course::new(seed);
    let mut random = meaning::random::Random::new(seed);
    let mut fault = None;
    for tick in 1..=TICKS {
        trial.world.rings.set(random.chance(RINGS));
        fault =
            trial.tick(course.time()).map(|fault| format!("world {seed}, tick {tick}: {fault}"));
        if fault.is_some() {
            break;
        }
        if course.aborts() {
            trial.machine.abort(&mut trial.world);
            trial.world.take_calls();
        }
    }
    *counts = trial.counts;
    fault
}

#[test]
fn a_tree_that_can_be_left_alone_does_nothing() {
    let mut failures = Vec::new();
    let mut all = Counts::default();
    let (mut count, mut restless) = (0, 0);
    for Subject { seed, source, make, .. } in subjects() {
        count += 1;
        let mut counts = Counts::default();
        let mut faults =
            world_seeds(seed, 2).into_iter().filter_map(|world| broken(&*make, world, &mut counts));
        if let Some(fault) = faults.next() {
            failures.push((source.clone(), fault));
        }
        drop(faults);
        if std::env::var_os("MISSED").is_some() && counts.missed > 0 {
            println!("{} missed of {}\n{}", counts.missed, counts.idle, source);
        }
        all.idle += counts.idle;
        all.promised += counts.promised;
        // One endless loop over a `once` misses hundreds, so trees are counted.
        restless += usize::from(20 * counts.missed > counts.idle);
    }
    // The smallest trees are the most useful.
    failures.sort_by_key(|(source, _)| source.len());
    let texts = failures.iter().take(SHOWN).map(|(source, fault)| format!("{source}\n{fault}\n\n"));
    let shown: String = texts.collect();
    assert!(failures.is_empty(), "{} of {} trees:\n{shown}", failures.len(), count);
    println!("idle {}, promised {}, restless {restless} of {count}", all.idle, all.promised);
    assert!(all.promised > 50 * count, "{} promises are too few", all.promised);
    // What may have to wait for a cleanup before it goes on, such as a choice around one, does not rest.
    assert!(8 * restless < count, "{restless} of {count} trees miss many idle ticks");
}
