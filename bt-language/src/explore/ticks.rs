//! The ticks of all states, each part of them once, and what happens in them.
//!
//! ```text
//! state ──events──→ configuration ──events──→ configuration ──events──→ state
//!                              └──events──→ state
//! ```

use super::state::{Packing, Rows, Shape, Watch};
use super::tick::{Stop, Tick};
use super::{Model, number, reset};
use crate::machine::{NodeId, Status};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;

/// The events of a tick, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A leaf was ticked.
    Leaf(NodeId, Status),
    /// A composite or a decorator has finished.
    Finished(NodeId, Status),
    /// A node was aborted.
    Aborted(NodeId),
    /// A node with data is ticked; its result comes later, or it is running.
    Ticked(NodeId),
    /// A condition that is no leaf is true or not.
    Decision {
        /// The node that has it.
        of: NodeId,
        /// The same node, or the child in front of which it is.
        about: NodeId,
        /// The answer.
        answer: bool,
    },
    /// A length of time that the node has set is over.
    Over(NodeId),
}

impl Event {
    /// Returns `true` if an observer of a running tree gets the event.
    pub(crate) const fn is_visible(&self) -> bool {
        match self {
            Self::Leaf(..) | Self::Finished(..) | Self::Aborted(_) => true,
            Self::Ticked(_) | Self::Decision { .. } | Self::Over(_) => false,
        }
    }

    /// The node, if it was ticked.
    pub(super) const fn ticked(&self) -> Option<NodeId> {
        match self {
            Self::Leaf(node, _) | Self::Finished(node, _) | Self::Ticked(node) => Some(*node),
            Self::Aborted(_) | Self::Decision { .. } | Self::Over(_) => None,
        }
    }
}

/// The results of each node in a tick.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The status of the tree.
    pub status: Status,
    /// The tick is one of a stop.
    pub is_stop: bool,
    /// The nodes that were active before the tick.
    pub before: Vec<bool>,
    /// The nodes that are active after it.
    pub after: Vec<bool>,
    /// The nodes that were ticked.
    pub ticked: Vec<bool>,
    /// The status of a node that was ticked.
    pub results: Vec<Option<Status>>,
    /// The nodes that were aborted.
    pub aborted: Vec<bool>,
    /// The nodes that have finished, and begun again.
    pub again: Vec<bool>,
    /// All events.
    pub events: Vec<Event>,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            status: Status::Failure,
            is_stop: false,
            before: Vec::new(),
            after: Vec::new(),
            ticked: Vec::new(),
            results: Vec::new(),
            aborted: Vec::new(),
            again: Vec::new(),
            events: Vec::new(),
        }
    }
}

impl Seen {
    /// Notes that a node is ticked, with its result if it has one. What has finished and is ticked once more has begun again:
    /// its later result counts.
    pub fn note(
        &mut self,
        node: usize,
        result: Option<Status>,
        parent: impl Fn(usize) -> Option<usize>,
    ) {
        self.ticked[node] = true;
        let mut around = Some(node);
        while let Some(of) = around {
            if self.results[of].is_some_and(|of| of != Status::Running) {
                (self.again[of], self.results[of]) = (true, None);
            }
            around = parent(of);
        }
        if result.is_some() {
            self.results[node] = result;
        }
    }
}

/// The end of a tick.
pub struct End<'t> {
    pub(super) model: &'t Model,
    /// The status of the tree.
    pub status: Status,
    /// The tick is one of a stop.
    pub(super) is_stop: bool,
    /// The cells of the state before the tick.
    pub(crate) before: &'t [u32],
    /// The cells of the state after it.
    pub after: &'t [u32],
    /// All events.
    pub events: &'t [Event],
}

impl End<'_> {
    /// Marks the nodes that were active before the tick, and those that are active after it.
    #[must_use]
    pub fn active(&self) -> (Vec<bool>, Vec<bool>) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        self.model.active(self.before, &mut before);
        self.model.active(self.after, &mut after);
        (before, after)
    }

    /// Returns `true` if a node is ticked: a stop may have nothing to clean up.
    pub(super) fn ticks_any(&self) -> bool {
        self.events.iter().any(|event| event.ticked().is_some())
    }

    /// Finds the results of each node.
    pub fn see(&self, seen: &mut Seen) {
        let nodes = &self.model.machine.nodes;
        (seen.status, seen.is_stop) = (self.status, self.is_stop);
        self.model.active(self.before, &mut seen.before);
        self.model.active(self.after, &mut seen.after);
        reset(&mut seen.ticked, nodes.len(), false);
        reset(&mut seen.results, nodes.len(), None);
        reset(&mut seen.aborted, nodes.len(), false);
        reset(&mut seen.again, nodes.len(), false);
        seen.events.clear();
        seen.events.extend_from_slice(self.events);
        let parent = |node: usize| nodes[node].parent.map(NodeId::place);
        for event in self.events {
            match *event {
                Event::Leaf(node, status) | Event::Finished(node, status) => {
                    seen.note(node.place(), Some(status), parent);
                }
                Event::Aborted(node) => seen.aborted[node.place()] = true,
                Event::Ticked(node) => seen.note(node.place(), None, parent),
                Event::Decision { .. } | Event::Over(_) => {}
            }
        }
        // A node was ticked if one below it was; if it has not finished, it is running.
        for node in nodes.iter().rev() {
            let place = node.id.place();
            if seen.ticked[place] {
                seen.results[place].get_or_insert(Status::Running);
                if let Some(parent) = node.parent {
                    seen.ticked[parent.place()] = true;
                }
            }
        }
    }
}

/// The most configurations that are kept from one state to the next; forgetting them costs time and nothing else.
const MOST_KNOWN: usize = 1 << 22;

/// Visits ticks.
pub trait Visit {
    /// A part of a tick is tried: from a state or a choice to the next choice or to the end. Returns `false` if the
    /// ticks are not to be visited any further.
    fn tries(&mut self) -> bool;

    /// These events happen in a tick that is possible.
    fn happens(&mut self, events: &[Event]);

    /// A tick ends; returns the number of the next state.
    fn ends(&mut self, end: &End<'_>) -> Next;
}

/// The result of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It is possible, and leads to the state with this number.
    State(u32),
    /// It is not possible.
    Impossible,
    /// No further ticks are wanted.
    Stop,
}

/// The ticks of a model.
pub struct Ticks<'m> {
    model: &'m Model,
    shape: Shape,
    packing: Packing,
    stacks: HashMap<Box<[u32]>, u32, FxBuildHasher>,
    known: Rows,
    /// The states to which each known configuration leads.
    ends: Vec<Ends>,
    /// The number of configurations that were forgotten.
    forgotten: u32,
    most_known: usize,
    runs: SilentRuns,
    path: Path,
    stops: bool,
}

/// The tick that is run, and the choices in it.
#[derive(Default)]
struct Path {
    words: Vec<u32>,
    events: Vec<Event>,
    open: Vec<Open>,
    /// The configurations of the open choices.
    configurations: Vec<u32>,
    active: Vec<bool>,
    next: Vec<u32>,
    key: Vec<u8>,
}

/// A choice of which some alternatives are still to be tried.
struct Open {
    /// The place among the known configurations.
    known: usize,
    chosen: usize,
    among: usize,
    /// The number of events before it.
    events: usize,
    /// Where its configuration begins.
    configuration: usize,
    ends: Ends,
}

/// The states to which a configuration leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends(u32);

impl Ends {
    const STATE: u32 = u32::MAX >> 1;
    const SEVERAL: u32 = Self::STATE;
    const NONE: u32 = Self::STATE - 1;
    const NOWHERE: Self = Self(Self::NONE);
    /// The tree goes on, and no leaf has returned running.
    const SILENT: u32 = !Self::STATE;

    /// The largest number of states and configurations.
    const MOST: u32 = Self::NONE - 1;

    fn of(state: u32, status: Status, is_busy: bool) -> Self {
        if status != Status::Running {
            return Self(Self::SEVERAL);
        }
        Self(state | if is_busy { 0 } else { Self::SILENT })
    }

    const fn is_possible(self) -> bool {
        self.0 & Self::STATE != Self::NONE
    }

    const fn is_silent(self) -> bool {
        self.0 & Self::SILENT != 0
    }

    /// The state to which every tick leads, running; `None` if there are several, or if the tree can end.
    #[must_use]
    pub const fn only(self) -> Option<u32> {
        let state = self.0 & Self::STATE;
        if state <= Self::MOST { Some(state) } else { None }
    }

    fn and(self, other: Self) -> Self {
        let (here, there) = (self.0 & Self::STATE, other.0 & Self::STATE);
        let state = match (here, there) {
            (Self::NONE, state) | (state, Self::NONE) => state,
            _ if here == there => here,
            _ => Self::SEVERAL,
        };
        Self(state | ((self.0 | other.0) & Self::SILENT))
    }
}

impl<'m> Ticks<'m> {
    /// The ticks of a model; two beginnings of a tick that differ only in what is not watched are continued once. Behind
    /// each state there is this number of flags.
    #[must_use]
    pub fn new(model: &'m Model, watch: &Watch, flags: usize) -> Self {
        let shape = Shape::of(model, watch, flags);
        let packing = shape.packing(model);
        Self {
            model,
            shape,
            known: Rows::new(packing.bytes() + size_of::<u32>()),
            packing,
            stacks: HashMap::default(),
            ends: Vec::new(),
            forgotten: 0,
            most_known: MOST_KNOWN,
            runs: SilentRuns::default(),
            path: Path::default(),
            stops: false,
        }
    }

    /// The same ticks; at most this number of configurations are kept from one state to the next.
    #[must_use]
    pub fn keeping(mut self, most_known: usize) -> Self {
        self.most_known = most_known;
        self
    }

    /// Visits the ticks from a state, except for the parts that were visited before. `state` has its flags behind it.
    ///
    /// Returns `None` if the visitor stopped it.
    pub fn each(&mut self, number: u32, state: &[u32], visit: &mut impl Visit) -> Option<Ends> {
        self.stops = false;
        self.all(number, state, visit)
    }

    /// Does the same for the ticks of a stop from outside: each is a part of the end of what runs.
    pub fn each_stop(
        &mut self,
        number: u32,
        state: &[u32],
        visit: &mut impl Visit,
    ) -> Option<Ends> {
        self.stops = true;
        self.all(number, state, visit)
    }

    fn all(&mut self, number: u32, state: &[u32], visit: &mut impl Visit) -> Option<Ends> {
        if self.ends.len() > self.most_known {
            self.forget();
        }
        let (cells, flags) = state.split_at(self.shape.cells);
        let path = &mut self.path;
        path.open.clear();
        path.configurations.clear();
        path.events.clear();
        self.model.active(cells, &mut path.active);
        self.shape.begin(cells, &path.active, flags, &mut path.words);
        let stops = self.stops;
        let mut tick = self.tick(None);
        if stops {
            tick.begin_stop();
        } else {
            tick.begin();
        }
        let mut chosen = None;
        loop {
            if !visit.tries() || number > Ends::MOST || self.is_full() {
                return None;
            }
            let found = match self.tick(chosen).proceed() {
                Stop::End(status) => Some(self.end(cells, status, visit)?),
                Stop::Choice(choice) => self.enter(choice.among),
            };
            chosen = Some(0);
            if let Some((ends, to)) = found {
                match self.back(number, ends, to, visit) {
                    Ok(alternative) => chosen = Some(alternative),
                    Err(ends) => return Some(ends),
                }
            }
        }
    }

    /// Goes back to the last choice that has another alternative, and returns that; an error if there is none.
    fn back(
        &mut self,
        state: u32,
        mut ends: Ends,
        mut to: Vertex,
        visit: &mut impl Visit,
    ) -> Result<usize, Ends> {
        let Self { path, runs, forgotten, stops, .. } = self;
        loop {
            let (first, from) = match path.open.last() {
                Some(open) => (open.events, vertex(*forgotten, open.known)),
                None => (0, Vertex::State(state)),
            };
            if ends.is_possible() {
                visit.happens(&path.events[first..]);
            }
            // A stop is no part of a run that goes on.
            if ends.is_silent() && !*stops {
                runs.add(from, to);
            }
            let Some(open) = path.open.last_mut() else { return Err(ends) };
            path.events.truncate(open.events);
            open.ends = open.ends.and(ends);
            open.chosen += 1;
            if open.chosen < open.among {
                path.words.clear();
                path.words.extend_from_slice(&path.configurations[open.configuration..]);
                return Ok(open.chosen);
            }
            self.ends[open.known] = open.ends;
            path.configurations.truncate(open.configuration);
            (ends, to) = (open.ends, from);
            path.open.pop();
        }
    }

    /// The tick is at a choice. Returns what follows if its configuration is known.
    fn enter(&mut self, among: usize) -> Option<(Ends, Vertex)> {
        let Self { path, shape, stacks, .. } = self;
        let (fixed, stack) = path.words.split_at(shape.fixed);
        let stack = stacks.get(stack).copied().unwrap_or_else(|| {
            let number = number(stacks.len());
            stacks.insert(stack.into(), number);
            number
        });
        path.key.clear();
        path.key.extend(stack.to_le_bytes());
        self.packing.pack(fixed, &mut path.key);
        let (known, is_new) = self.known.add(&path.key);
        if !is_new {
            return Some((self.ends[known], vertex(self.forgotten, known)));
        }
        self.ends.push(Ends::NOWHERE);
        path.open.push(Open {
            known,
            chosen: 0,
            among,
            events: path.events.len(),
            configuration: path.configurations.len(),
            ends: Ends::NOWHERE,
        });
        path.configurations.extend_from_slice(&path.words);
        None
    }

    /// The tick has ended; `None` if the visitor stops.
    fn end(
        &mut self,
        before: &[u32],
        status: Status,
        visit: &mut impl Visit,
    ) -> Option<(Ends, Vertex)> {
        let Self { model, path, shape, stops, .. } = self;
        model.layout.settle(&model.machine, &path.words, &mut path.next);
        let is_busy = path.words[shape.busy] != 0;
        let (after, events, is_stop) = (path.next.as_slice(), path.events.as_slice(), *stops);
        let end = End { model, status, is_stop, before, after, events };
        Some(match visit.ends(&end) {
            Next::State(to) if to <= Ends::MOST => {
                (Ends::of(to, status, is_busy), Vertex::State(to))
            }
            Next::Impossible => (Ends::NOWHERE, Vertex::State(0)),
            Next::State(_) | Next::Stop => return None,
        })
    }

    fn tick(&mut self, chosen: Option<usize>) -> Tick<'_> {
        let Path { words, events, .. } = &mut self.path;
        Tick { model: self.model, shape: &self.shape, words, events, chosen }
    }

    /// Visits everything again from the next state on.
    pub fn forget(&mut self) {
        self.forgotten = self.forgotten.saturating_add(number(self.ends.len()));
        self.known.clear();
        self.ends.clear();
    }

    /// Returns `true` if there are no numbers for more configurations.
    fn is_full(&self) -> bool {
        self.forgotten.saturating_add(number(self.ends.len())) > Ends::MOST
    }

    /// The number of ticks of the longest run from the first state to the end of the tree in which no leaf returns
    /// running; `None` if there is a run that does not end.
    #[must_use]
    pub fn longest_run(&self) -> Option<u32> {
        self.runs.longest()
    }

    /// The number of bytes of what is kept from one state to the next.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.known.memory() + self.ends.len() * size_of::<Ends>() + self.runs.memory()
    }
}

fn vertex(forgotten: u32, known: usize) -> Vertex {
    Vertex::Configuration(forgotten + number(known))
}

/// The parts of ticks in which no leaf has returned running and after which the tree goes on.
#[derive(Default)]
struct SilentRuns {
    edges: Vec<(Vertex, Vertex)>,
}

/// A state, or a configuration in the middle of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Vertex {
    State(u32),
    Configuration(u32),
}

impl SilentRuns {
    fn add(&mut self, from: Vertex, to: Vertex) {
        self.edges.push((from, to));
    }

    fn memory(&self) -> usize {
        self.edges.len() * size_of::<(Vertex, Vertex)>()
    }

    /// The number of ticks of the longest run from the first state; `None` if one does not end.
    fn longest(&self) -> Option<u32> {
        let mut after: HashMap<Vertex, Vec<Vertex>> = HashMap::new();
        for (from, to) in &self.edges {
            after.entry(*from).or_default().push(*to);
        }
        // `None` while the vertices after this one are looked at.
        let mut longest: HashMap<Vertex, Option<u32>> = HashMap::new();
        let start = Vertex::State(0);
        let mut path = vec![(start, 0)];
        while let Some((vertex, next)) = path.pop() {
            let behind = after.get(&vertex).map(Vec::as_slice).unwrap_or_default();
            let Some(below) = behind.get(next) else {
                let ticks = |below: &Vertex| {
                    let ticks = longest.get(below).copied().flatten().unwrap_or(0);
                    ticks.saturating_add(u32::from(matches!(below, Vertex::State(_))))
                };
                let ticks = behind.iter().map(ticks).max().unwrap_or(0);
                longest.insert(vertex, Some(ticks));
                continue;
            };
            longest.insert(vertex, None);
            path.push((vertex, next + 1));
            match longest.get(below) {
                Some(None) => return None,
                None => path.push((*below, 0)),
                Some(Some(_)) => {}
            }
        }
        // The last tick ends the tree.
        longest.get(&start).copied().flatten().map(|ticks| ticks.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::{SilentRuns, Vertex};

    #[test]
    fn only_states_are_counted() {
        let mut runs = SilentRuns::default();
        assert_eq!(runs.longest(), Some(1));
        runs.add(Vertex::State(0), Vertex::Configuration(0));
        runs.add(Vertex::Configuration(0), Vertex::State(1));
        runs.add(Vertex::State(0), Vertex::State(2));
        runs.add(Vertex::State(2), Vertex::Configuration(0));
        assert_eq!(runs.longest(), Some(3));
        runs.add(Vertex::State(7), Vertex::State(7));
        assert_eq!(runs.longest(), Some(3), "the seventh is not reached");
        runs.add(Vertex::State(1), Vertex::State(2));
        assert_eq!(runs.longest(), None);
    }
}
