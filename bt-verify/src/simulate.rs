//! A tree in a world: the rules of a proof, checked while the program runs.

use super::chance::{Chance, Draws, smallest};
use super::counterexample::{Counterexample, Moment, Reason};
use super::failure::{Disturbance, Failure};
use super::rule::message;
use super::rules::Rules;
use super::watcher::Watcher;
use super::{Coverage, Proof, Tick};
use bt_core::{Agent, Inspect, NodeId, Status};
use core::ops::Range;
use core::panic::Location;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The runs of a simulation.
///
/// ```
/// # use bt_verify::Runs;
/// let many = Runs::of(0..20, 1_000);
/// let again = Runs::replay([vec![], vec![1, 7]]);
/// ```
#[derive(Clone, Debug)]
pub struct Runs {
    seeds: Range<u64>,
    steps: usize,
    draws: Option<Draws>,
}

impl Runs {
    /// A run for each seed, with this number of steps.
    #[must_use]
    pub fn of(seeds: Range<u64>, steps: usize) -> Self {
        Self { seeds, steps, draws: None }
    }

    /// One run with the draws of each of its steps, as a [`Failure`] prints them. A draw that is missing is zero.
    #[must_use]
    pub fn replay(draws: impl IntoIterator<Item = Vec<u64>>) -> Self {
        let draws: Draws = draws.into_iter().collect();
        Self { seeds: 0..1, steps: draws.len(), draws: Some(draws) }
    }
}

/// Runs a tree in a world and checks rules in every tick.
///
/// `begin` makes the tree and its world. `step` does one step of the world: it disturbs the world with the draws of a
/// [`Chance`], and ticks the tree. Worlds without other randomness, and without the time of the system, behave the same
/// when a run is repeated.
///
/// The result says which of the results, aborts and transitions that the proof calls possible were seen.
///
/// ```
/// use bt_core::{Status, behavior_tree};
///
/// #[derive(Default)]
/// struct Lamp { dark: bool, on: bool }
///
/// behavior_tree! {
///     tree Keeper(lamp: &mut Lamp) {
///         active_if lamp.dark {
///             'shine: finally(lamp.on = false) sequence { action lamp.on = true; running; }
///         } else {
///             'rest: running;
///         }
///     }
/// }
///
/// let proof = bt_verify::explore::<Keeper>();
/// let rules = bt_verify::Rules::new()
///     .never(|tick| tick.is_active(Keeper::SHINE) && tick.is_active(Keeper::REST));
/// let coverage = bt_verify::simulate(
///     &proof,
///     &rules,
///     bt_verify::Runs::of(0..5, 100),
///     || (Keeper::new(), Lamp::default()),
///     |keeper, lamp, chance| {
///         lamp.dark ^= chance.one_in(10);
///         keeper.tick(lamp);
///         assert_eq!(lamp.on, lamp.dark);
///     },
/// )
/// .unwrap();
/// assert!(coverage.never_seen().is_empty(), "{coverage}");
/// ```
///
/// # Errors
///
/// The run in which a rule is broken, an [assumption](Proof::assume) of the proof is not true, or the tree or the world
/// panics, with the fewest steps and disturbances that were found. Also if the tree is not the one of the proof, or a
/// rule asks about a node that it does not have.
#[track_caller]
pub fn simulate<A: Inspect, W>(
    proof: &Proof,
    rules: &Rules,
    runs: Runs,
    begin: impl FnMut() -> (A, W),
    step: impl FnMut(&mut Simulated<'_, A>, &mut W, &mut Chance),
) -> Result<Coverage, Failure> {
    let place = Location::caller();
    let mut world = World { proof, rules, place, coverage: proof.coverage(), begin, step };
    for seed in runs.seeds {
        let source = runs.draws.as_ref().map_or(Source::Seed(seed, runs.steps), Source::Draws);
        let run = world.run(source, Keeps::Coverage);
        if let Some(fault) = &run.fault {
            let seed = runs.draws.is_none().then_some(seed);
            return Err(world.failure(fault, &run.draws, seed));
        }
    }
    Ok(world.coverage)
}

/// The first thing in a run that must not happen.
#[derive(Clone, Debug)]
struct Fault {
    place: &'static Location<'static>,
    reason: Reason,
}

impl Fault {
    /// Returns `true` if the fault is the same, though perhaps in another tick.
    fn is_like(&self, other: &Self) -> bool {
        self.place == other.place
            && core::mem::discriminant(&self.reason) == core::mem::discriminant(&other.reason)
    }
}

/// Where the draws of a run come from.
#[derive(Clone, Copy)]
enum Source<'s> {
    /// A seed, and the number of steps.
    Seed(u64, usize),
    Draws(&'s Draws),
}

/// The record of a run.
#[derive(Clone, Copy, PartialEq)]
enum Keeps {
    Nothing,
    Coverage,
    Ticks,
}

/// The result of a run.
struct Run {
    draws: Draws,
    fault: Option<Fault>,
    ticks: Vec<Moment>,
    disturbances: Vec<Disturbance>,
}

/// The tree and its world, as the user makes them.
struct World<'s, F, S> {
    proof: &'s Proof,
    rules: &'s Rules,
    place: &'static Location<'static>,
    coverage: Coverage,
    begin: F,
    step: S,
}

impl<A, W, F, S> World<'_, F, S>
where
    A: Inspect,
    F: FnMut() -> (A, W),
    S: FnMut(&mut Simulated<'_, A>, &mut W, &mut Chance),
{
    fn run(&mut self, source: Source<'_>, keeps: Keeps) -> Run {
        let (agent, mut world) = (self.begin)();
        let (mut chance, steps) = match source {
            Source::Seed(seed, steps) => (Chance::random(seed), steps),
            Source::Draws(draws) => (Chance::draws(), draws.len()),
        };
        let mut subject = Simulated::new(agent, self.proof, self.rules, self.place);
        subject.coverage = (keeps == Keeps::Coverage).then_some(&mut self.coverage);
        subject.keeps_ticks = keeps == Keeps::Ticks;
        let (mut draws, mut disturbances) = (Draws::new(), Vec::new());
        for number in 0..steps {
            if subject.fault.is_some() {
                break;
            }
            let wanted = match source {
                Source::Draws(draws) => draws.get(number).map(Vec::as_slice).unwrap_or_default(),
                Source::Seed(..) => &[],
            };
            chance.begin(wanted);
            // What a panic leaves behind is dropped.
            let step = || (self.step)(&mut subject, &mut world, &mut chance);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(step)) {
                subject.panicked(message(&*panic));
            }
            draws.push(chance.end());
            if keeps == Keeps::Ticks && !chance.end().is_empty() {
                disturbances.push(Disturbance { step: number + 1, text: chance.text() });
            }
        }
        Run { draws, fault: subject.fault, ticks: subject.moments, disturbances }
    }

    /// Makes a run that fails smaller.
    fn failure(&mut self, fault: &Fault, draws: &Draws, seed: Option<u64>) -> Failure {
        let mut again = |draws: &Draws| {
            let run = self.run(Source::Draws(draws), Keeps::Nothing);
            run.fault.filter(|found| found.is_like(fault)).map(|_| run.draws)
        };
        let is_repeatable = again(draws).is_some();
        let smallest = if is_repeatable { smallest(draws.clone(), again) } else { draws.clone() };
        let run = self.run(Source::Draws(&smallest), Keeps::Ticks);
        let Fault { place, reason } = run.fault.unwrap_or_else(|| fault.clone());
        let tree = &self.proof.tree;
        let ticks = Counterexample::of_run(tree, place, reason, run.ticks);
        let run_ticks = Box::new(ticks.saved(self.proof.limits.pages.as_deref()));
        Failure {
            run: run_ticks,
            seed,
            draws: smallest,
            disturbances: run.disturbances,
            is_repeatable,
        }
    }
}

/// A tree in a simulation: ticks and aborts go through it, so that they are seen.
pub struct Simulated<'s, A> {
    agent: A,
    watcher: Watcher,
    proof: &'s Proof,
    rules: &'s Rules,
    /// The place of the simulation.
    place: &'static Location<'static>,
    /// The flags of the assumptions, then those of the rules.
    flags: Vec<bool>,
    fault: Option<Fault>,
    is_in_tick: bool,
    is_aborted: bool,
    keeps_ticks: bool,
    moments: Vec<Moment>,
    coverage: Option<&'s mut Coverage>,
}

impl<'s, A: Inspect> Simulated<'s, A> {
    fn new(
        agent: A,
        proof: &'s Proof,
        rules: &'s Rules,
        place: &'static Location<'static>,
    ) -> Self {
        let is_other = *agent.nodes() != proof.tree.nodes;
        let mut watcher = Watcher::new(&proof.tree.nodes);
        // Of an agent that already runs it is not known how it came there.
        if let (Ok(model), None) = (&proof.model, agent.active().next()) {
            watcher.follow(model);
        }
        Self {
            watcher,
            proof,
            rules,
            place,
            flags: std::vec![false; proof.assumptions.len() + rules.rules.len()],
            fault: is_other
                .then(|| Fault { place, reason: Reason::OtherTree(agent.tree_name().into()) }),
            agent,
            is_in_tick: false,
            is_aborted: false,
            keeps_ticks: false,
            moments: Vec::new(),
            coverage: None,
        }
    }

    /// Ticks the tree.
    pub fn tick<B: ?Sized>(&mut self, blackboard: &mut B) -> Status
    where
        A: Agent<B>,
    {
        self.is_in_tick = true;
        let status = self.watcher.tick(&mut self.agent, blackboard);
        self.is_in_tick = false;
        if self.fault.is_none() {
            let is_possible =
                self.proof.model.as_ref().map_or(true, |model| self.watcher.is_possible(model));
            if let Some(coverage) = &mut self.coverage {
                coverage.note_tick(self.watcher.seen());
            }
            self.keep(false);
            self.fault = if is_possible {
                self.check().err()
            } else {
                let reason = Reason::NotInProof(self.proof.excluded(self.watcher.seen()));
                Some(Fault { place: self.place, reason })
            };
        }
        status
    }

    /// Aborts the tree, as the program may do at any time.
    pub fn abort<B: ?Sized>(&mut self, blackboard: &mut B)
    where
        A: Agent<B>,
    {
        let was_running = self.agent.active().next().is_some();
        self.is_in_tick = true;
        let model = self.proof.model.as_ref().ok();
        let is_possible = self.watcher.abort(&mut self.agent, blackboard, model);
        self.is_in_tick = false;
        if !is_possible && self.fault.is_none() {
            let reason = Reason::NotInProof("the program aborts other nodes".into());
            self.fault = Some(Fault { place: self.place, reason });
        }
        self.is_aborted = true;
        if was_running {
            self.flags.fill(false);
        }
    }

    /// The tree.
    pub fn agent(&self) -> &A {
        &self.agent
    }

    /// Returns `true` if a node of the tree is active.
    #[must_use]
    pub fn is_active(&self, node: NodeId) -> bool {
        self.agent.is_active(node)
    }

    fn keep(&mut self, panics: bool) {
        if self.keeps_ticks {
            let (is_after_abort, seen) = (self.is_aborted, self.watcher.seen().clone());
            self.moments.push(Moment { is_after_abort, panics, seen });
        }
        self.is_aborted = false;
    }

    fn panicked(&mut self, message: String) {
        if self.fault.is_some() {
            return;
        }
        let reason = if self.is_in_tick {
            self.watcher.panicked();
            self.keep(true);
            Reason::TreePanicked(message)
        } else {
            Reason::WorldPanicked(message)
        };
        self.fault = Some(Fault { place: self.place, reason });
    }

    /// Asks what the proof assumes, and then the rules.
    fn check(&mut self) -> Result<(), Fault> {
        let tick = Tick::new(self.watcher.seen());
        let mut flags = self.flags.iter_mut();
        let assumed = self.proof.assumptions.iter().zip(&self.proof.assumed_at);
        for ((assumption, place), flag) in assumed.zip(&mut flags) {
            let fault = |reason| Fault { place, reason };
            let (is_true, next) = assumption.check(&tick, *flag).map_err(fault)?;
            *flag = next;
            if !is_true {
                return Err(fault(Reason::NotAsAssumed));
            }
        }
        for (rule, flag) in self.rules.rules.iter().zip(flags).filter(|(rule, _)| !rule.is_wish()) {
            let fault = |reason| Fault { place: rule.place, reason };
            let (holds, next) = rule.rule().check(&tick, *flag).map_err(fault)?;
            *flag = next;
            if !holds {
                return Err(fault(Reason::Broken));
            }
        }
        Ok(())
    }
}
