//! Trees that cannot be told apart by what their leaves see.
//!
//! The trace of a tick is everything that the program sees of it: which leaves are ticked, in which order, and what they
//! return, which leaves are aborted, which decisions are asked for, which lengths of time are over, when a decorator begins
//! or ends that has code of the user's, which nodes end without asking a child, and the status of the tree. Two trees are equivalent if each sequence of traces that one can make can
//! be made by the other. Both are explored together: each pair of sets of states that the same traces lead to must
//! have the same next traces.

use super::{Names, Tree, word};
use bt_core::Node;
use bt_language::explore::{End, Event, Model, Next, State, Ticks, Visit, Watch};
use bt_language::words::Family;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The largest number of pairs of sets, and of ticks of one tree, that are compared. Beyond, trees count as different.
const PAIRS: usize = 2_000;
const TICKS: usize = 20_000;

/// The part of a tick that the program sees.
type Trace = Vec<u32>;

/// The states that the same traces lead to.
type Set = BTreeSet<usize>;

/// The traces of a tree, found when they are asked for.
pub(super) struct Traces<'m> {
    visible: Visible<'m>,
    ticks: Ticks<'m>,
    /// The numbers of the states.
    known: HashMap<State, usize>,
    states: Vec<State>,
    /// The traces from a state, with the next states.
    after: Vec<Option<Vec<(Trace, usize)>>>,
    /// The number of ticks that were visited.
    visited: usize,
}

impl<'m> Traces<'m> {
    /// Without names it is the original tree.
    pub(super) fn of(model: &'m Model, names: Option<&Names>, tree: &'m Tree) -> Self {
        let count = model.machine().nodes.len();
        let originals = match names {
            None => (0..count).map(Some).collect(),
            Some(names) => names.originals(count),
        };
        // Beginnings of a tick are continued once only if all nodes have done the same in them.
        let watch = Watch { during: (0..count).collect(), ..Watch::default() };
        let mut traces = Self {
            visible: Visible { model, nodes: &tree.nodes, originals },
            ticks: Ticks::new(model, &watch, 0),
            known: HashMap::new(),
            states: Vec::new(),
            after: Vec::new(),
            visited: 0,
        };
        traces.number(model.start());
        traces
    }

    fn number(&mut self, state: State) -> usize {
        if let Some(number) = self.known.get(&state) {
            return *number;
        }
        let number = self.states.len();
        self.states.push(state.clone());
        self.after.push(None);
        self.known.insert(state, number);
        number
    }

    /// Returns `true` if both trees make the same traces; `false` also if that is not known.
    pub(super) fn equal(&mut self, other: &mut Traces<'_>) -> bool {
        let first = (Set::from([0]), Set::from([0]));
        let mut known = BTreeSet::from([first.clone()]);
        let mut open = std::vec![first];
        while let Some((own, others)) = open.pop() {
            let (Some(mut after), Some(other_after)) = (self.next(&own), other.next(&others))
            else {
                return false;
            };
            if !after.keys().eq(other_after.keys()) || known.len() > PAIRS {
                return false;
            }
            for (trace, others) in other_after {
                let pair = (after.remove(&trace).unwrap_or_default(), others);
                if known.insert(pair.clone()) {
                    open.push(pair);
                }
            }
        }
        true
    }

    /// The sets that each trace from a set leads to; `None` if there are too many ticks.
    fn next(&mut self, set: &Set) -> Option<BTreeMap<Trace, Set>> {
        let mut next: BTreeMap<Trace, Set> = BTreeMap::new();
        for state in set {
            if self.after[*state].is_none() {
                let after = self.ticks_from(*state)?;
                self.after[*state] = Some(after);
            }
            for (trace, state) in self.after[*state].iter().flatten() {
                next.entry(trace.clone()).or_default().insert(*state);
            }
        }
        Some(next)
    }

    fn ticks_from(&mut self, state: usize) -> Option<Vec<(Trace, usize)>> {
        let cells = self.states[state].clone();
        // Each state has its own traces, also where they end alike.
        self.ticks.forget();
        let left = TICKS.saturating_sub(self.visited);
        let mut collected = Collected { visible: &self.visible, left, found: Vec::new() };
        self.ticks.each(u32::try_from(state).ok()?, &cells, &mut collected)?;
        let mut found = collected.found;
        self.visited += found.len();
        let (aborted, events) = self.visible.model.aborted(&cells);
        let mut trace = self.visible.trace(&events);
        trace.push(3);
        found.push((trace, aborted));
        let number = |(trace, state)| (trace, self.number(state));
        Some(found.into_iter().map(number).collect())
    }
}

/// Collects the traces of the ticks from a state, with the next states.
struct Collected<'c, 'm> {
    visible: &'c Visible<'m>,
    left: usize,
    found: Vec<(Trace, State)>,
}

impl Visit for Collected<'_, '_> {
    fn tries(&mut self) -> bool {
        self.found.len() <= self.left
    }

    fn happens(&mut self, _: &[Event]) {}

    fn ends(&mut self, end: &End<'_>) -> Next {
        let mut trace = self.visible.trace(end.events);
        trace.push(end.status as u32);
        self.found.push((trace, end.after.to_vec()));
        // Where ticks lead is not needed here.
        Next::State(0)
    }
}

/// The events of a tree that the program sees.
struct Visible<'m> {
    model: &'m Model,
    /// The nodes of the original tree.
    nodes: &'m [Node],
    /// The node of the original tree for each node; some nodes are new.
    originals: Vec<Option<usize>>,
}

impl Visible<'_> {
    fn trace(&self, events: &[Event]) -> Trace {
        let mut trace = Trace::new();
        for (place, event) in events.iter().enumerate() {
            let (node, what) = match *event {
                Event::Leaf(node, status) | Event::Finished(node, status) => {
                    (node.place(), status as usize)
                }
                Event::Aborted(node) => (node.place(), 3),
                Event::Decision { of, about, answer } => {
                    (about.place(), 4 + usize::from(answer) + 2 * usize::from(of != about))
                }
                Event::Over(node) => (node.place(), 8),
                Event::Ticked(_) => continue,
            };
            let Some(original) = self.originals.get(node).copied().flatten() else { continue };
            let word = word(self.nodes[original].kind);
            let is_seen = match event {
                Event::Finished(..) => {
                    word.row().is_visible && word.family() == Family::Decorator
                        || self.is_first_below(node, &events[..place])
                }
                Event::Leaf(..) | Event::Aborted(_) | Event::Ticked(_) => word.row().is_visible,
                // The program answers, and so does the clock.
                Event::Decision { .. } | Event::Over(_) => true,
            };
            if is_seen {
                trace.push(u32::try_from(original * 9 + what).unwrap_or(u32::MAX));
            }
        }
        trace
    }

    /// Returns `true` if no event before is of a node below.
    fn is_first_below(&self, node: usize, before: &[Event]) -> bool {
        let below = self.model.machine().nodes[node].range();
        !before.iter().any(|event| match event {
            Event::Leaf(node, _) | Event::Finished(node, _) | Event::Aborted(node) => {
                below.contains(&node.place())
            }
            Event::Ticked(_) | Event::Decision { .. } | Event::Over(_) => false,
        })
    }
}
