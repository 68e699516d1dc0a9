//! All states of a machine: one tick under every answer of the leaves.
//!
//! Nothing is known about the expressions of a tree. Whatever a tick asks of the program (the answer to a
//! condition, the status of an action, whether a deadline has passed, the arm of a `match`) is a choice, and
//! [`Ticks::each`] makes all of them. Literals are exact: counts, ranges, and durations that are zero. Time is
//! otherwise unknown: a deadline that is not zero has not passed in the tick in which it was set, and in later ticks it
//! may have passed or not.
//!
//! ```text
//! state: a row of cells ──tick, choices──→ events; the next state
//! ```
//!
//! A tick that has come to a choice is a *configuration*. What follows depends on nothing else, so each
//! configuration is continued once, wherever it comes from: the ticks of all states are one graph.

mod asked;
mod follow;
mod part;
mod path;
mod reach;
mod rule;
mod search;
mod state;
mod states;
mod tick;
mod ticks;
mod values;
mod verdict;
mod why;

pub use asked::{Asked, Reply, What};
pub use follow::{Followed, Look};
pub use part::{Known, Part};
pub use rule::{Demand, RuleJudge};
pub use search::{Answer, Bounds, Broken, Found, Judge, Note, Search};
pub use state::Watch;
pub use states::{Call, States};
pub use ticks::{End, Event, Next, Seen, Ticks, Visit};
pub(crate) use values::MOST_VALUES;
pub use verdict::{Doubt, Doubted, Open, Prover, Run, Typed, Verdict, breaks, described, name};
pub use why::{Different, Piece, WhyNot, why_not};

use crate::ast::{Purpose, key_purpose};
use crate::machine::{Cell, Content, ExpressionId, Frame, Keeps, Machine, Node, Status};
use state::{Layout, Packing, Shape, StatusReads};
use std::ops::Range;
use tick::Tick;
use values::Values;

/// The state of a machine between two ticks.
pub type State = Vec<u32>;

/// A machine, and the known properties of its leaves.
pub struct Model {
    machine: Machine,
    layout: Layout,
    facts: Facts,
    reads: StatusReads,
    /// See [`Facts::last_asked`].
    last_asked: Vec<usize>,
    /// For each answer that is kept the nodes from the first to the last one that asks for it.
    askers: Vec<Range<usize>>,
    /// For each word of memory its number among the cooldowns that a tick may come to twice: those below a node that aborts
    /// its chosen child and may choose it again.
    cooling: Vec<Option<usize>>,
    /// `true` for a node with code that may change the blackboard when it begins, in every tick of it, and when it is
    /// aborted: a subtree with parameters, with a blackboard of its own, or of which nothing is known.
    changes: Vec<bool>,
    /// `true` for a tree of which nothing is known: when it runs, other leaves run in it, or none.
    opaque: Vec<bool>,
    /// The names whose values are known, if any are.
    values: Option<Values>,
}

impl Model {
    /// The model of a machine.
    ///
    /// A `subtree` in it is a leaf that may return any status.
    #[must_use]
    pub fn new(machine: Machine, facts: Facts) -> Self {
        Self::with_values(machine, facts, None)
    }

    fn with_values(machine: Machine, facts: Facts, values: Option<Values>) -> Self {
        let mut opaque = vec![false; machine.nodes.len()];
        for (node, _) in machine.calls() {
            opaque[node.place()] = true;
        }
        let changes = |node: &Node| {
            opaque[node.id.place()] || node.expressions.iter().any(|(of, _)| of.is_of_subtree())
        };
        Self {
            changes: machine.nodes.iter().map(changes).collect(),
            cooling: cooling(&machine),
            opaque,
            layout: Layout::of(&machine, values.as_ref()),
            reads: StatusReads::of(&machine),
            last_asked: facts.last_asked(&machine),
            askers: facts.askers(),
            machine,
            facts,
            values,
        }
    }

    /// The machine.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The state before the first tick.
    #[must_use]
    pub fn start(&self) -> State {
        vec![0; self.layout.limits.len()]
    }

    /// The layout of packed states, with this number of flags after them.
    fn packing(&self, flags: usize) -> Packing {
        let limits = self.layout.limits.iter().copied();
        Packing::of(&limits.chain(std::iter::repeat_n(1, flags)).collect::<Vec<u32>>())
    }

    /// Returns `true` if a part of the tree is not known.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        self.opaque.contains(&true)
    }

    /// Returns `true` if a stop is more than an abort: there are cleanups that take time.
    #[must_use]
    pub fn cleans_up(&self) -> bool {
        self.machine[Machine::ROOT].cleans_up
    }

    /// Returns `true` if an abort from outside leads to other states than a finished tick does.
    #[must_use]
    pub fn has_memory(&self) -> bool {
        !self.machine.memory.is_empty()
    }

    /// The state after an abort from outside, and the events of the abort.
    #[must_use]
    pub fn aborted(&self, state: &[u32]) -> (State, Vec<Event>) {
        let shape = Shape::of(self, &Watch::default(), 0);
        let (mut words, mut events, mut next) = (Vec::new(), Vec::new(), Vec::new());
        shape.begin(state, &[], &[], &mut words);
        let (model, shape, chosen) = (self, &shape, None);
        Tick { model, shape, words: &mut words, events: &mut events, chosen }.abort_all();
        self.layout.settle(&self.machine, &words, &mut next);
        (next, events)
    }

    /// Marks the nodes that are active in a state.
    pub fn active(&self, state: &[u32], active: &mut Vec<bool>) {
        reset(active, self.machine.nodes.len(), false);
        self.layout.each_region(&self.machine, Machine::ROOT, state, &mut |_, position| {
            let recorded = position.filter(|position| !matches!(position.keeps, Keeps::Region(_)));
            let mut above = recorded.map(|position| position.place.node);
            while let Some(node) = above.filter(|node| !active[node.place()]) {
                active[node.place()] = true;
                above = self.machine[node].parent;
            }
        });
    }
}

/// Marks the nodes that a tick may come to twice: below a node of which a child that was aborted, or that was stopped, can
/// be chosen again.
fn comes_twice(machine: &Machine) -> Vec<bool> {
    let mut comes_twice = vec![false; machine.nodes.len()];
    for node in &machine.nodes {
        comes_twice[node.id.place()] = node.parent.is_some_and(|parent| {
            let (node, row) = (&machine[parent], machine[parent].word.row());
            comes_twice[parent.place()] || row.asks_gates || (row.interrupts && node.cleans_up)
        });
    }
    comes_twice
}

/// Numbers the cooldowns that a tick may come to twice.
fn cooling(machine: &Machine) -> Vec<Option<usize>> {
    let comes_twice = comes_twice(machine);
    let mut next = 0;
    let place = |cell: &Cell| {
        let is_it = matches!(cell.of, Content::Time(_)) && comes_twice[cell.node.place()];
        next += usize::from(is_it);
        is_it.then(|| next - 1)
    };
    machine.memory.iter().map(place).collect()
}

const fn ended(success: bool) -> Status {
    if success { Status::Success } else { Status::Failure }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// Makes a list one of equal values.
fn reset<T: Copy>(list: &mut Vec<T>, count: usize, value: T) {
    // Without optimization this is faster than to add the values one by one.
    list.resize(count, value);
    list.fill(value);
}

impl Purpose {
    /// Returns `true` for an expression that is evaluated for a subtree in every tick.
    const fn is_of_subtree(self) -> bool {
        matches!(self, Self::Blackboard | Self::Parameter)
    }
}

/// The statuses that an action, or a decorator of the user's own, can give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// It can give success.
    pub success: bool,
    /// It can give failure.
    pub failure: bool,
    /// It can give running.
    pub running: bool,
}

/// Any status.
impl Default for Answers {
    fn default() -> Self {
        Self { success: true, failure: true, running: true }
    }
}

impl Answers {
    /// The statuses, in the order in which they are tried; a set without one counts as unknown.
    pub(crate) const fn statuses(self) -> &'static [Status] {
        use Status::{Failure, Running, Success};
        match (self.success, self.failure, self.running) {
            (true, false, false) => &[Success],
            (false, true, false) => &[Failure],
            (false, false, true) => &[Running],
            (true, true, false) => &[Success, Failure],
            (true, false, true) => &[Success, Running],
            (false, true, true) => &[Failure, Running],
            (true, true, true) | (false, false, false) => &[Success, Failure, Running],
        }
    }
}

/// A question that stands in several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Same {
    /// Its number; equal ones are the same question.
    pub number: u32,
    /// Here the answer is the opposite: `!npc.is_hurt()`.
    pub is_opposite: bool,
}

/// The facts about each node; a list that is too short has none about the nodes after its end.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The statuses of an action or a decorator.
    pub answers: Vec<Answers>,
    /// `true` for a stateful action, a decorator or a `let` that never refuses to begin.
    pub begins: Vec<bool>,
    /// A number for each expression that only asks, or none. Expressions with the same number have the same answer, until
    /// an expression that may change the blackboard is evaluated.
    pub questions: Vec<Vec<Option<Same>>>,
    /// The number of expressions with a number.
    pub count: usize,
}

impl Facts {
    /// The number of an expression, if it has one.
    fn question(&self, of: ExpressionId) -> Option<Same> {
        self.questions.get(of.node.place())?.get(of.place).copied().flatten()
    }

    /// For each number of an expression the nodes from the first to the last one that have it.
    fn askers(&self) -> Vec<Range<usize>> {
        let mut askers = vec![0..0; self.count];
        for (node, questions) in self.questions.iter().enumerate() {
            for number in questions.iter().flatten() {
                let Some(range) = askers.get_mut(number.number as usize) else { continue };
                *range = if range.end == 0 { node..node + 1 } else { range.start..node + 1 };
            }
        }
        askers
    }

    /// For each number of an expression the last node that a tick can be at when the expression is evaluated.
    ///
    /// A tick visits the nodes in their order, except for children that are tried in any order.
    fn last_asked(&self, machine: &Machine) -> Vec<usize> {
        let mut last = vec![0; self.count];
        let mut has_any_order = vec![false; machine.nodes.len()];
        for frame in machine.frames.iter().filter(|frame| Frame::is_choice(frame)) {
            has_any_order[frame.node.place()] = true;
        }
        for node in &machine.nodes {
            // A cleanup comes after its node, and a choice may come after a cleanup.
            let mut until = if node.cleans_up { node.range().end } else { node.id.place() };
            let mut above = node.parent.map(|parent| &machine[parent]);
            while let Some(of) = above {
                if of.cleans_up || has_any_order[of.id.place()] {
                    until = of.range().end;
                }
                above = of.parent.map(|parent| &machine[parent]);
            }
            let questions = self.questions.get(node.id.place()).into_iter().flatten();
            let numbers = node.expressions.iter().zip(questions);
            let is_key = |of| Some(of) == key_purpose(node.word.children());
            let mut children = node.children.iter();
            for ((purpose, _), number) in numbers {
                // An expression in front of a child is evaluated when its turn comes.
                let child = if is_key(*purpose) { children.next() } else { None };
                let until = until.max(child.map_or(0, |child| child.place()));
                let last = number.and_then(|same| last.get_mut(same.number as usize));
                if let Some(last) = last {
                    *last = until.max(*last);
                }
            }
        }
        last
    }
}
