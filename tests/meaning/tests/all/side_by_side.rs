//! Compares trees with the interpreter, tick by tick, and their tables of nodes.

use crate::machine::{Machine, Subject, subjects};
use bt_core::{NodeId, Status};
use meaning::course::{Course, Moment, world_seeds};
use meaning::language::Head;
use meaning::{Call, Event, Interpreter, Row, Scripts, Trace, World};
use std::fmt::{self, Display};

const TICKS: usize = 300;
/// The number of ticks before a difference that are printed too.
const BEFORE: usize = 3;
const SHOWN: usize = 5;

/// Everything that can be observed of a tick or an abort.
struct Record {
    /// `None` for an abort.
    status: Option<Status>,
    /// `None` if there was no observer.
    events: Option<Vec<Event>>,
    calls: Vec<Call>,
    active: Vec<NodeId>,
    is_running: bool,
    /// The number of kept values.
    living: usize,
}

impl Record {
    fn agrees(&self, other: &Self) -> bool {
        let unseen = self.events.is_none() || other.events.is_none();
        self.status == other.status
            && (unseen || self.events == other.events)
            && self.calls == other.calls
            && self.active == other.active
            && self.is_running == other.is_running
            && self.living == other.living
    }
}

impl Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            Some(status) => write!(formatter, "{status}")?,
            None => write!(formatter, "aborted")?,
        }
        writeln!(formatter, ", {}", if self.is_running { "is running" } else { "is not running" })?;
        if let Some(events) = &self.events {
            writeln!(formatter, "        events: {}", joined(events))?;
        }
        writeln!(formatter, "        calls:  {}", joined(&self.calls))?;
        writeln!(formatter, "        active: {}", joined(&self.active))?;
        writeln!(formatter, "        kept:   {}", self.living)
    }
}

fn joined(items: &[impl Display]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The tree: compiled or interpreted.
enum Runner<'f> {
    Interpreter(Box<Interpreter<'f>>),
    Watched(Box<dyn Machine>),
    Unwatched(Box<dyn Machine>),
}

/// The tree in a world of its own.
struct Side<'f> {
    runner: Runner<'f>,
    world: World,
}

impl<'f> Side<'f> {
    fn new(runner: Runner<'f>, world: u64) -> Self {
        Self { runner, world: World::new(Scripts::Seeded(world)) }
    }

    fn run(&mut self, moment: Moment) -> Record {
        let world = &mut self.world;
        if let Moment::Tick(now) | Moment::Stop(now) = moment {
            world.book.now = now;
            world.begin_tick();
        }
        let mut trace = Trace::default();
        let events = &mut trace.0;
        let status = match (&mut self.runner, moment) {
            (Runner::Interpreter(tree), Moment::Tick(_)) => {
                Some(tree.tick(&mut world.book, events))
            }
            (Runner::Watched(tree), Moment::Tick(_)) => Some(tree.tick_with(world, &mut trace)),
            (Runner::Unwatched(tree), Moment::Tick(_)) => Some(tree.tick(world)),
            (Runner::Interpreter(tree), Moment::Stop(_)) => {
                Some(tree.stop(&mut world.book, events))
            }
            (Runner::Watched(tree), Moment::Stop(_)) => Some(tree.stop_with(world, &mut trace)),
            (Runner::Unwatched(tree), Moment::Stop(_)) => Some(tree.stop(world)),
            (runner, Moment::Abort) => {
                match runner {
                    Runner::Interpreter(tree) => tree.abort(&mut world.book, &mut trace.0),
                    Runner::Watched(tree) => tree.abort_with(world, &mut trace),
                    Runner::Unwatched(tree) => tree.abort(world),
                }
                None
            }
        };
        let (active, is_running, is_watched) = match &self.runner {
            Runner::Interpreter(tree) => (tree.active(), tree.is_running(), true),
            Runner::Watched(tree) => (tree.active(), tree.is_running(), true),
            Runner::Unwatched(tree) => (tree.active(), tree.is_running(), false),
        };
        let events = is_watched.then_some(trace.0);
        let (calls, living) = (self.world.take_calls(), self.world.living());
        Record { status, events, calls, active, is_running, living }
    }
}

/// The first difference, after the events before it.
fn difference(Subject { seed: tree, forest, make, .. }: &Subject, world: u64) -> Option<String> {
    let mut interpreted = Side::new(Runner::Interpreter(Box::new(Interpreter::new(forest))), world);
    let mut watched = Side::new(Runner::Watched(make()), world);
    let mut unwatched = Side::new(Runner::Unwatched(make()), world);
    let mut course = Course::new(tree.wrapping_add(world));
    let (mut before, mut runs) = (Vec::new(), false);
    for tick in 1..=TICKS {
        let mut moments = vec![course.turn(runs)];
        if course.aborts() {
            moments.push(Moment::Abort);
        }
        for moment in moments {
            let expected = interpreted.run(moment);
            let done = [&mut watched, &mut unwatched].map(|side| side.run(moment));
            if let Some(done) = done.iter().find(|done| !expected.agrees(done)) {
                let before = before[before.len().saturating_sub(BEFORE)..].concat();
                return Some(format!(
                    "world {world}\n{before}{tick} {moment:?}:\n    expected {expected}    done     {done}"
                ));
            }
            runs = expected.is_running;
            before.push(format!("{tick} {moment:?}:\n    {expected}"));
        }
    }
    let faults = [interpreted, watched, unwatched].map(|side| side.world.faults()).concat();
    (!faults.is_empty()).then(|| faults.join("\n"))
}

#[test]
fn trees_do_what_the_interpreter_does() {
    let mut failures = Vec::new();
    let mut count = 0;
    for subject in subjects() {
        count += 1;
        let worlds = world_seeds(subject.seed, 2);
        let mut differences = worlds.into_iter().filter_map(|world| difference(&subject, world));
        if let Some(difference) = differences.next() {
            failures.push((subject.source.clone(), difference));
        }
    }
    // The smallest trees are the most useful.
    failures.sort_by_key(|(source, _)| source.len());
    let texts = failures
        .iter()
        .take(SHOWN)
        .map(|(source, difference)| format!("----\n{source}\n{difference}\n"));
    let shown: String = texts.collect();
    assert!(failures.is_empty(), "{} of {count} trees differ:\n{shown}", failures.len());
}

#[test]
fn the_tables_of_nodes_are_the_trees() {
    for Subject { forest, source, make, labels, .. } in subjects() {
        let (interpreter, machine) = (Interpreter::new(&forest), make());
        let rows = machine.nodes().iter().map(|node| Row {
            id: node.id,
            parent: node.parent,
            kind: node.kind,
            label: node.label,
            description: node.description.map(str::trim),
            end: node.end,
        });
        let rows: Vec<_> = rows.collect();
        assert_eq!(rows, interpreter.rows(), "in the tree\n{source}");
        for node in machine.nodes() {
            let written = interpreter.node(node.id).map(|node| &node.head);
            let written = written.filter(|head| {
                !matches!(head, Head::Condition(slot) if forest.data.formulas.contains_key(slot))
            });
            if let Some(Head::Condition(slot)) = written {
                let call = format!(".ask({slot})");
                let words = [format!("slot = {slot})"), format!("slot = {slot},")];
                let is_word = words.iter().any(|word| node.source.contains(word));
                let is_it = node.source.ends_with(&call) || is_word;
                assert!(is_it, "{:?} is {call}", node.source);
            }
        }
        for (label, id) in &labels {
            assert_eq!(rows[id.index()].label, Some(label.as_str()), "in the tree\n{source}");
        }
    }
}
