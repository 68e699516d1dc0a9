//! Even if calls panic, every start has exactly one end, and the tree can still be used.

use crate::machine::{Machine, Subject, subjects};
use meaning::course::{Course, world_seeds};
use meaning::language::{Forest, Head, Name, Results, Slot, Type, Way};
use meaning::{Interpreter, Origin, Planned, Scripts, World};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::Once;

const TICKS: usize = 300;
/// The number of calls in a thousand that panic.
pub(crate) const PANICS: usize = 40;
const SHOWN: usize = 5;

/// Prints panics, except planned ones.
pub(crate) fn silence_planned_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = take_hook();
        set_hook(Box::new(move |info| {
            if !info.payload().is::<Planned>() {
                hook(info);
            }
        }));
    });
}

/// Returns `true` if the function returns without a panic; only planned panics are allowed.
pub(crate) fn survives(act: impl FnOnce()) -> bool {
    match catch_unwind(AssertUnwindSafe(act)) {
        Ok(()) => true,
        Err(payload) if payload.is::<Planned>() => false,
        Err(payload) => resume_unwind(payload),
    }
}

/// The nodes of one kind that have a lifecycle, by their ids: what has started and not ended is active.
type Lifecycle = Vec<Option<Slot>>;

/// Stateful actions, decorators, and cleanups of `finally`.
fn lifecycles(forest: &Forest) -> [Lifecycle; 3] {
    let interpreter = Interpreter::new(forest);
    let heads = || interpreter.rows().into_iter().map(|row| Some(&interpreter.node(row.id)?.head));
    let slots = |slot: fn(&Head) -> Option<Slot>| heads().map(|head| slot(head?)).collect();
    [
        slots(|head| match head {
            Head::Job(slot) | Head::Hired(slot) => Some(*slot),
            _ => None,
        }),
        slots(|head| if let Head::With(slot) = head { Some(*slot) } else { None }),
        slots(|head| if let Head::Finally(slot, true) = head { Some(*slot) } else { None }),
    ]
}

/// The numbers of values that each node may keep while it is active, by id.
fn keepers(forest: &Forest) -> Vec<RangeInclusive<usize>> {
    let interpreter = Interpreter::new(forest);
    let heads =
        || interpreter.rows().into_iter().filter_map(|row| Some(&interpreter.node(row.id)?.head));
    // The output of a job is not counted, and may replace the value of a `let`.
    let jobs_give = heads().any(|head| matches!(head, Head::Give(.., Results::Job)));
    let count = |row: meaning::Row<'_>| match &interpreter.node(row.id).expect("it has a row").head
    {
        Head::Let(..) => usize::from(!jobs_give)..=1,
        Head::Place(..) => 0..=1,
        // A parameter by value, unless it is the output of a job, which is not counted.
        Head::Action(slot, _) | Head::Give(slot, ..) | Head::Gain(slot, _) => {
            let keeps = forest.data.arguments.get(slot).is_some_and(|of| of.way == Way::By);
            let keeps = keeps
                && !matches!(
                    interpreter.node(row.id).expect("it has a row").head,
                    Head::Give(.., Results::Job)
                );
            0..=usize::from(keeps)
        }
        Head::Subtree(subtree) => {
            let tree = &forest.trees[subtree.tree].name;
            let is_kept = |(name, _): &&(Name, Slot)| {
                let of = forest.data.types.get(&(tree.clone(), *name));
                of.is_none_or(|of| *of == Type::Kept)
            };
            let arguments = subtree.arguments.iter().filter(is_kept).count();
            arguments..=arguments + usize::from(subtree.result.is_some())
        }
        _ => 0..=0,
    };
    interpreter.rows().into_iter().map(count).collect()
}

fn counted(slots: impl IntoIterator<Item = Slot>) -> BTreeMap<Slot, usize> {
    let mut counts = BTreeMap::new();
    for slot in slots {
        *counts.entry(slot).or_default() += 1;
    }
    counts
}

/// A tree in which calls panic.
struct Trial {
    machine: Box<dyn Machine>,
    world: World,
    lifecycles: [Lifecycle; 3],
    keepers: Vec<RangeInclusive<usize>>,
    /// The number of parameters and results of the main tree. Only values that its actions give to them are counted.
    parameters: usize,
}

impl Trial {
    /// The first broken rule, if there is one.
    fn fault(&self) -> Option<String> {
        if let Some(fault) = self.world.faults().first() {
            return Some(fault.clone());
        }
        let active = self.machine.active();
        let is_running = self.machine.is_running();
        if !is_running && !self.world.open().is_empty() {
            return Some(format!("nothing runs, and {:?} have not ended", self.world.open()));
        }
        if is_running == active.is_empty() {
            return Some(format!("is_running {is_running}, active {active:?}"));
        }
        let keepers = || active.iter().map(|id| &self.keepers[id.index()]);
        let least: usize = keepers().map(RangeInclusive::start).sum();
        let most = keepers().map(RangeInclusive::end).sum::<usize>() + self.parameters;
        let living = self.world.living();
        if !(least..=most).contains(&living) {
            return Some(format!(
                "{living} values are there, not {least} to {most}, active {active:?}"
            ));
        }
        self.lifecycles.iter().find_map(|slots| {
            let is_one = |slot: &Slot| slots.contains(&Some(*slot));
            let open = counted(self.world.open().into_iter().filter(is_one));
            let active = counted(active.iter().filter_map(|id| slots[id.index()]));
            (open != active)
                .then(|| format!("started and not ended are {open:?}, active {active:?}"))
        })
    }

    /// Runs the trial and returns the number of ticks that panicked.
    fn run(&mut self, seed: u64) -> Result<usize, String> {
        let mut course = Course::new(seed);
        let mut panics = 0;
        for tick in 1..=TICKS {
            // In every other tick nothing panics, so that the trees make progress.
            self.world.book.panics = if tick % 2 == 0 { PANICS } else { 0 };
            self.world.book.now = course.time();
            self.world.begin_tick();
            let Self { machine, world, .. } = self;
            let mut survived = survives(|| {
                machine.tick(world);
            });
            if course.aborts() {
                survived &= survives(|| machine.abort(world));
            }
            panics += usize::from(!survived);
            let calls = world.take_calls();
            if let Some(fault) = self.fault() {
                let calls: Vec<_> = calls.iter().map(ToString::to_string).collect();
                let calls = calls.join(" ");
                return Err(format!("world {seed}, tick {tick}: {fault}\ncalls: {calls}"));
            }
        }
        self.world.book.panics = 0;
        self.machine.abort(&mut self.world);
        if self.machine.is_running() {
            return Err(format!("world {seed}: it runs after an abort"));
        }
        self.fault().map_or(Ok(panics), Err)
    }
}

fn run_all(panicking: &'static [Origin]) {
    silence_planned_panics();
    let mut panics = 0;
    let mut failures = Vec::new();
    let mut count = 0;
    for Subject { seed, forest, source, make, .. } in subjects() {
        count += 1;
        for world_seed in world_seeds(seed, 2) {
            let mut world = World::new(Scripts::Seeded(world_seed));
            world.book.panicking = panicking;
            let lifecycles = lifecycles(&forest);
            let keepers = keepers(&forest);
            let main = forest.main();
            let parameters = main.parameters.len() + usize::from(main.result.is_some());
            let mut trial = Trial { machine: make(), world, lifecycles, keepers, parameters };
            match trial.run(world_seed) {
                Ok(count) => panics += count,
                Err(fault) => {
                    failures.push((source, fault));
                    break;
                }
            }
        }
    }
    // The smallest trees are the most useful.
    failures.sort_by_key(|(source, _)| source.len());
    let texts = failures.iter().take(SHOWN).map(|(source, fault)| format!("{source}\n{fault}\n\n"));
    let shown: String = texts.collect();
    assert!(failures.is_empty(), "{} of {} trees:\n{shown}", failures.len(), count);
    assert!(panics > count, "{panics} panics are too few");
}

#[test]
fn each_start_has_one_end_if_leaves_panic() {
    run_all(&[Origin::Leaf]);
}

#[test]
fn each_start_has_one_end_whatever_panics() {
    run_all(&[Origin::Leaf, Origin::Decorator, Origin::Expression]);
}
