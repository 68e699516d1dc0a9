//! The blackboards of the generated trees: they play scripts and record every call.

mod data;

use crate::call::{Call, Origin, Planned, What, Wraps};
use crate::cases::ALIASES;
use crate::language::Slot;
use crate::leaves::Board;
use crate::leaves::Ledger;
use crate::oracle::Oracle;
use crate::random::{Random, below, mix};
use bt_core::{Clock, End, Status};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

pub use data::Kept;

/// The blackboard of the main trees.
#[derive(Debug)]
pub struct World {
    /// The blackboard of some subtrees.
    pub book: Book,
}

impl Deref for World {
    type Target = Book;

    fn deref(&self) -> &Book {
        &self.book
    }
}

impl DerefMut for World {
    fn deref_mut(&mut self) -> &mut Book {
        &mut self.book
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.book.now
    }
}

impl Board for World {
    fn book(&self) -> &Book {
        &self.book
    }
}

impl Clock for Book {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Board for Book {
    fn book(&self) -> &Book {
        self
    }
}

/// The results of the leaves.
#[derive(Clone, Debug)]
pub enum Scripts {
    /// Pseudorandom results, given by a seed.
    Seeded(u64),
    /// These results for each slot, which are repeated.
    Written(Vec<Vec<Status>>),
    /// Every possible result, in one run after the other. Numbers are as simple as they can be: a length of time is zero
    /// or not, a count is zero or unknown.
    All(Rc<RefCell<Oracle>>),
    /// The answers of a case, which stay until they are changed: a status or a truth as its place among `running`,
    /// `success` and `failure`, a length in seconds, an enum or a text as the place of its variant.
    Given(Rc<RefCell<BTreeMap<Slot, f64>>>),
}

/// Plays the scripts and records the calls.
#[derive(Debug)]
pub struct Book {
    /// The time.
    pub now: Duration,
    /// The number of calls in a thousand that panic.
    pub panics: usize,
    /// `true` if an agent is rung in this tick.
    pub rings: Cell<bool>,
    /// The origins of the calls that may panic.
    pub panicking: &'static [Origin],
    script: Rc<Script>,
    ledger: RefCell<Ledger>,
    mischief: RefCell<Random>,
    ticks: Cell<u64>,
    /// The number of existing values of `let` and parameters.
    living: Rc<Cell<usize>>,
}

/// What the futures of a book share with it.
#[derive(Debug)]
pub struct Script {
    scripts: Scripts,
    cursors: RefCell<Vec<u64>>,
    /// In a calm world, the number of changes so far.
    changes: Cell<Option<u64>>,
    calls: RefCell<Vec<Call>>,
}

impl Deref for Book {
    type Target = Script;

    fn deref(&self) -> &Script {
        &self.script
    }
}

impl World {
    /// A world before its first tick.
    #[must_use]
    pub fn new(scripts: Scripts) -> Self {
        Self { book: Book::new(scripts) }
    }
}

impl Book {
    fn new(scripts: Scripts) -> Self {
        let seed = if let Scripts::Seeded(seed) = scripts { seed } else { 0 };
        Self {
            now: Duration::from_secs(10),
            panics: 0,
            panicking: &[],
            rings: Cell::new(false),
            script: Rc::new(Script {
                scripts,
                cursors: RefCell::default(),
                changes: Cell::new(None),
                calls: RefCell::default(),
            }),
            ledger: RefCell::default(),
            mischief: RefCell::new(Random::new(seed)),
            ticks: Cell::new(0),
            living: Rc::default(),
        }
    }

    /// Changes an answer of a case.
    ///
    /// # Panics
    ///
    /// If the world has other scripts.
    pub fn answer(&self, slot: Slot, answer: f64) {
        let Scripts::Given(answers) = &self.script.scripts else { panic!("no case") };
        answers.borrow_mut().insert(slot, answer);
    }

    /// Makes the world calm: what only looks at it gives the same results until something [changes](Self::change). That
    /// happens in each call that acts.
    pub fn calm(&self) {
        self.changes.set(Some(0));
    }

    /// Returns `true` if the world is calm.
    #[must_use]
    pub fn is_calm(&self) -> bool {
        self.changes.get().is_some()
    }

    /// Changes a calm world.
    pub fn change(&self) {
        self.script.change();
    }

    /// The number of ticks, or in a calm world of changes.
    fn moment(&self) -> u64 {
        self.changes.get().unwrap_or_else(|| self.ticks.get())
    }

    /// Starts the next tick.
    pub fn begin_tick(&self) {
        self.ticks.set(self.ticks.get() + 1);
    }

    /// The number of random numbers that were drawn so far.
    #[must_use]
    pub fn turns(&self) -> u64 {
        self.cursors.borrow().iter().sum()
    }

    /// Removes and returns the recorded calls.
    pub fn take_calls(&self) -> Vec<Call> {
        self.calls.take()
    }

    /// The wrong calls of stateful actions and decorators so far.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        self.ledger.borrow().faults()
    }

    /// The slots of the stateful actions and decorators that were started and have not ended.
    #[must_use]
    pub fn open(&self) -> Vec<Slot> {
        self.ledger.borrow().open()
    }

    /// Records a call, and panics if a panic is planned.
    fn note(&self, origin: Origin, slot: Slot, what: What) {
        // An action that goes on may rest until something changes.
        if what.acts() && !matches!(what, What::Act(Status::Running)) {
            self.change();
        }
        self.calls.borrow_mut().push(Call(slot, what));
        let panics = self.mischief.borrow_mut().below(1000) < self.panics;
        if panics && self.panicking.contains(&origin) && !std::thread::panicking() {
            std::panic::panic_any(Planned);
        }
    }
}

impl Script {
    fn change(&self) {
        self.changes.set(self.changes.get().map(|changes| changes + 1));
    }

    fn turn(&self, slot: Slot) -> u64 {
        self.changes.get().unwrap_or_else(|| self.next_turn(slot))
    }

    fn next_turn(&self, slot: Slot) -> u64 {
        if let Scripts::All(_) = self.scripts {
            return 0;
        }
        let slot = slot as usize;
        let mut cursors = self.cursors.borrow_mut();
        if cursors.len() <= slot {
            cursors.resize(slot + 1, 0);
        }
        cursors[slot] += 1;
        cursors[slot] - 1
    }

    fn seed(&self) -> u64 {
        if let Scripts::Seeded(seed) = self.scripts { seed } else { 0 }
    }

    /// The answer of a case for the word of a slot.
    pub(crate) fn given(&self, slot: Slot) -> Option<f64> {
        let Scripts::Given(answers) = &self.scripts else { return None };
        Some(answers.borrow().get(&(slot % ALIASES)).copied().unwrap_or_default())
    }

    /// The character of a slot in this world.
    fn character(&self, slot: Slot) -> u64 {
        mix(self.seed(), u64::from(slot))
    }

    /// The next number of a slot.
    fn roll(&self, slot: Slot) -> u64 {
        mix(self.character(slot), self.turn(slot))
    }

    fn status(&self, slot: Slot) -> Status {
        /// Successes and failures in percent; the rest is running.
        const CHARACTERS: [(usize, usize); 6] =
            [(34, 33), (70, 10), (10, 70), (5, 5), (45, 5), (15, 15)];
        match &self.scripts {
            Scripts::Written(scripts) => {
                let script = &scripts[slot as usize];
                return script[below(self.turn(slot), script.len())];
            }
            Scripts::All(oracle) => {
                return oracle.borrow_mut().one_of(&[
                    Status::Success,
                    Status::Failure,
                    Status::Running,
                ]);
            }
            Scripts::Given(_) => {
                let answer = self.given(slot).unwrap_or_default();
                let statuses = [Status::Running, Status::Success, Status::Failure];
                return statuses[if answer < 1.0 { 0 } else { usize::from(answer >= 2.0) + 1 }];
            }
            Scripts::Seeded(_) => {}
        }
        let (successes, failures) = CHARACTERS[below(self.character(slot), CHARACTERS.len())];
        match below(self.roll(slot), 100) {
            number if number < successes => Status::Success,
            number if number < successes + failures => Status::Failure,
            _ => Status::Running,
        }
    }

    /// For the future of an `await`: it is ready when its script does not say running.
    pub(crate) fn poll(&self, slot: Slot) -> Poll<Result<Status, String>> {
        let status = self.status(slot);
        self.change();
        self.calls.borrow_mut().push(Call(slot, What::Act(status)));
        match status {
            Status::Running => Poll::Pending,
            Status::Failure if slot % 2 == 0 => Poll::Ready(Err(missing(slot))),
            Status::Failure | Status::Success => Poll::Ready(Ok(status)),
        }
    }
}

impl Book {
    /// One of the numbers of a script, or one of those that are enough for an enumeration.
    fn one_of<T: Copy>(&self, slot: Slot, script: &[T], enough: &[T]) -> T {
        match &self.scripts {
            Scripts::All(oracle) => oracle.borrow_mut().one_of(enough),
            _ => script[below(self.roll(slot), script.len())],
        }
    }

    fn truth(&self, slot: Slot) -> bool {
        const PERCENT: [usize; 5] = [30, 60, 85, 95, 98];
        match &self.scripts {
            Scripts::Written(_) | Scripts::Given(_) => self.status(slot) == Status::Success,
            Scripts::All(oracle) => oracle.borrow_mut().maybe(),
            Scripts::Seeded(_) => {
                below(self.roll(slot), 100) < PERCENT[below(self.character(slot), PERCENT.len())]
            }
        }
    }
}

/// The expressions of generated trees.
impl Book {
    /// For a condition.
    pub fn ask(&self, slot: Slot) -> bool {
        let answer = self.truth(slot);
        self.note(Origin::Leaf, slot, What::Ask(answer));
        answer
    }

    /// For an action.
    pub fn act(&mut self, slot: Slot) -> Status {
        let status = self.status(slot);
        self.note(Origin::Leaf, slot, What::Act(status));
        status
    }

    /// For an action that gives a `bool`.
    pub fn try_to(&mut self, slot: Slot) -> bool {
        self.act(slot) == Status::Success
    }

    /// For an action that gives nothing.
    pub fn do_it(&mut self, slot: Slot) {
        self.act(slot);
    }

    /// For an action that gives a `Result`.
    ///
    /// # Errors
    ///
    /// If the script says failure, for every other slot; the others fail with an `Ok`.
    pub fn attempt(&mut self, slot: Slot) -> Result<Status, String> {
        match self.act(slot) {
            Status::Failure if slot % 2 == 0 => Err(missing(slot)),
            status => Ok(status),
        }
    }

    /// For an `await`. Where it begins makes no difference: a tree that is loaded begins again.
    pub fn vow(&self, slot: Slot) -> impl Future<Output = Result<Status, String>> + use<> {
        let script = Rc::clone(&self.script);
        poll_fn(move |_| script.poll(slot))
    }

    /// For a guard or an `if`.
    pub fn decide(&self, slot: Slot) -> bool {
        let answer = self.truth(slot);
        self.note(Origin::Expression, slot, What::Decide(answer));
        answer
    }

    /// For a `match`; rarely a different number than the last time.
    pub fn pick(&self, slot: Slot) -> u32 {
        const STICKS: u64 = 4;
        let number = mix(self.character(slot), self.turn(slot) / STICKS);
        let number = [0, 1, 2, 3][below(number, 4)];
        self.note(Origin::Expression, slot, What::Pick(number));
        number
    }

    /// For a random composite.
    #[allow(clippy::cast_possible_truncation, reason = "any 32 bits will do")]
    pub fn draw(&mut self, slot: Slot) -> u32 {
        let number = match self.scripts {
            Scripts::Given(_) => self.count_level(slot),
            _ => self.roll(slot) as u32,
        };
        self.note(Origin::Expression, slot, What::Draw(number));
        number
    }

    /// The weight of a random composite's child. It is the same during a tick, because the language does
    /// not specify how often it is evaluated.
    #[must_use]
    pub fn weight(&self, slot: Slot) -> u32 {
        const WEIGHTS: [u32; 6] = [0, 0, 1, 3, 7, u32::MAX];
        match self.scripts {
            Scripts::All(_) => 1,
            Scripts::Given(_) => self.count_level(slot),
            _ => WEIGHTS[below(mix(self.character(slot), self.moment()), WEIGHTS.len())],
        }
    }

    /// The score of a utility selector's child.
    pub fn score(&self, slot: Slot) -> f32 {
        const SCORES: [f32; 10] =
            [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, 0.5, 0.5, 1.0, -1.0];
        let score = self.one_of(slot, &SCORES, &[0.0]);
        self.note(Origin::Expression, slot, What::Score);
        score
    }

    /// For a `repeat` or a `retry`.
    pub fn count(&self, slot: Slot) -> u32 {
        let count = self.one_of(slot, &[0, 1, 1, 2, 2, 3, 4, 4], &[0, UNKNOWN]);
        self.note(Origin::Expression, slot, What::Count(count));
        count
    }

    /// For a node with a duration.
    pub fn span(&self, slot: Slot) -> Duration {
        const QUARTER: Duration = Duration::from_millis(250);
        const QUARTERS: [u32; 8] = [0, 1, 2, 3, 4, 6, 8, 10];
        let span = match &self.scripts {
            Scripts::Given(_) => self.length_level(slot),
            Scripts::All(oracle) => oracle.borrow_mut().one_of(&[Duration::ZERO, QUARTER]),
            _ => {
                let number = self.roll(slot);
                let quarters = QUARTERS[below(number, QUARTERS.len())];
                let is_endless = below(number, 100) == 99;
                if is_endless { Duration::MAX } else { QUARTER * quarters }
            }
        };
        self.note(Origin::Expression, slot, What::Span(span));
        span
    }

    /// For an action that naps.
    pub fn alarm(&self, slot: Slot) -> Option<Duration> {
        let span = self.span(slot);
        (span != Duration::ZERO).then(|| self.now.saturating_add(span))
    }

    /// For a service.
    pub fn serve(&mut self, slot: Slot) {
        self.note(Origin::Expression, slot, What::Serve);
    }

    /// The number of earlier values of a stateful action or a decorator.
    #[allow(clippy::cast_possible_truncation, reason = "there are not that many")]
    pub fn activation(&self, slot: Slot) -> u32 {
        self.next_turn(slot + ACTIVATIONS) as u32
    }
}

/// The text of an error.
fn missing(slot: Slot) -> String {
    format!("no {}", slot % ALIASES)
}

/// The count in an enumeration that may be any number except 0.
pub(crate) const UNKNOWN: u32 = u32::MAX;
/// The scripts of activations belong to slots that no tree uses.
const ACTIVATIONS: Slot = 1000;
/// The scripts of `check` belong to slots that no tree uses.
const CHECKS: Slot = 2000;

/// The calls of stateful actions and decorators.
impl Book {
    pub(crate) fn check(&self, origin: Origin, slot: Slot, activation: u32) -> bool {
        self.ledger.borrow_mut().check(slot, activation);
        // In an enumeration, a `check` that fails would add nothing to a tick that fails.
        let is_random = matches!(self.scripts, Scripts::Seeded(_));
        let answer = !is_random || below(self.roll(slot + CHECKS), 100) < 90;
        self.note(origin, slot, What::Check(activation, answer));
        answer
    }

    pub(crate) fn start(&self, origin: Origin, slot: Slot, activation: u32) {
        self.ledger.borrow_mut().start(slot, activation);
        self.note(origin, slot, What::Start(activation));
    }

    pub(crate) fn job(&self, slot: Slot, activation: u32, turn: u32) -> Status {
        self.ledger.borrow_mut().tick(slot, activation);
        let status = self.status(slot);
        self.note(Origin::Leaf, slot, What::Job(activation, turn, status));
        status
    }

    pub(crate) fn rise(&self, slot: Slot) -> Status {
        let status = self.status(slot);
        self.note(Origin::Leaf, slot, What::Act(status));
        status
    }

    pub(crate) fn wrap(&self, slot: Slot, activation: u32) -> Wraps {
        const WAYS: [Wraps; 8] = [
            Wraps::Passes,
            Wraps::Passes,
            Wraps::Exchanges,
            Wraps::LeavesOut(Status::Running),
            Wraps::LeavesOut(Status::Success),
            Wraps::Overrides(Status::Running),
            Wraps::Overrides(Status::Running),
            Wraps::Overrides(Status::Failure),
        ];
        const ENOUGH: [Wraps; 6] = [
            Wraps::LeavesOut(Status::Success),
            Wraps::LeavesOut(Status::Failure),
            Wraps::LeavesOut(Status::Running),
            Wraps::Overrides(Status::Success),
            Wraps::Overrides(Status::Failure),
            Wraps::Overrides(Status::Running),
        ];
        self.ledger.borrow_mut().tick(slot, activation);
        let way = match self.scripts {
            Scripts::Given(_) => Wraps::Passes,
            _ => self.one_of(slot, &WAYS, &ENOUGH),
        };
        self.note(Origin::Decorator, slot, What::Wrap(activation, way));
        way
    }

    pub(crate) fn end(&self, origin: Origin, slot: Slot, activation: u32, end: End) {
        self.ledger.borrow_mut().end(slot, activation);
        self.note(origin, slot, What::End(activation, end));
    }
}

impl Book {
    /// A random number below the total weight of some children; 0 if they have none.
    pub(crate) fn point(&mut self, slot: Slot, total: u64) -> u64 {
        match &self.scripts {
            Scripts::All(oracle) => {
                let total = usize::try_from(total).expect("weights are small in an enumeration");
                oracle.borrow_mut().choose(total) as u64
            }
            _ => u64::from(self.draw(slot)).checked_rem(total).unwrap_or(0),
        }
    }

    /// The branch of a `match`.
    pub(crate) fn branch(&self, slot: Slot, branches: usize) -> usize {
        match &self.scripts {
            Scripts::All(oracle) => oracle.borrow_mut().choose(branches),
            _ => (self.pick(slot) as usize).min(branches - 1),
        }
    }

    /// Takes the best of some children, which are in the order of their scores. In an enumeration the scores are unknown:
    /// it can be any child, and none if all scores are NaN.
    pub(crate) fn best(&self, order: &mut Vec<usize>) -> Option<usize> {
        let place = match &self.scripts {
            Scripts::All(oracle) => oracle.borrow_mut().choose(order.len() + 1),
            _ => 0,
        };
        (place < order.len()).then(|| order.remove(place))
    }

    /// Returns `true` after the last of the rounds; an unknown number of rounds may end with each.
    pub(crate) fn is_reached(&self, rounds: usize, done: usize) -> bool {
        match &self.scripts {
            Scripts::All(oracle) if rounds == UNKNOWN as usize => oracle.borrow_mut().maybe(),
            _ => done >= rounds,
        }
    }

    /// Returns `true` if this time has come, as 0 always has. An enumeration says so or not from the tick after the
    /// one in which the time was computed, because a clock may jump back.
    pub(crate) fn has_passed(&self, time: Duration) -> bool {
        let now = self.now();
        match &self.scripts {
            Scripts::All(oracle) if now > time && !time.is_zero() => oracle.borrow_mut().maybe(),
            _ => now >= time,
        }
    }
}
