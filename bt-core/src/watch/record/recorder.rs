//! Records the trees of a program.

use super::frame::{Packed, pack};
use super::notes::Notes;
use super::recording::{Run, Track};
use super::snapshot::{Latest, Snapshots};
use super::value::Scratch;
use super::values::Values;
use super::{AgentId, Recording, Tree};
use crate::language::private::{Machine, Tips};
use crate::{Agent, NoObserver, Node, Observer, Status};
use serde::Serialize;
use std::any::type_name;
use std::boxed::Box;
use std::collections::BTreeMap;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::string::String;
use std::time::Duration;
use std::vec::Vec;

/// Ticks the trees of a program and records their events.
///
/// The recording takes at most as many bytes as its capacity: the oldest moments are dropped first. The last
/// moment is kept as a whole, even if it takes more. The trees need additional memory, and so does each agent
/// that is not [retired](Self::retire): its name and one or two blackboards. See [`record`](super) for an
/// example.
#[derive(Debug)]
pub struct Recorder {
    pub(super) recording: Recording,
    capacity: usize,
    /// The number of bytes of everything that can be dropped.
    bytes: usize,
    /// Dropping the moments before an earlier one would free no memory.
    lighter_from: u64,
    /// The nodes of the recording's trees.
    tables: Vec<Table>,
    /// One for each agent, in the order of the recording's agents.
    pens: Vec<Pen>,
    /// The number of the next agent.
    next_agent: usize,
    /// The agents that go on with a new version of their trees, and as which agents.
    renewed: BTreeMap<usize, usize>,
    notes: Notes,
    packed: Vec<u8>,
    scratch: Scratch,
    /// The values of another moment.
    spare: Values,
}

/// The data of an agent that the recorder needs besides the recording.
#[derive(Debug, Default)]
struct Pen {
    agent: usize,
    /// The last moment in which the agent was ticked.
    ticked: Option<u64>,
    /// The last known values of its blackboard.
    latest: Latest,
    /// The values that its nodes kept last.
    values: Values,
}

impl Recorder {
    /// Makes an empty recorder. When the recording takes more than `bytes`, the oldest moments are dropped.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self {
            recording: Recording::default(),
            capacity: bytes,
            bytes: 0,
            lighter_from: 0,
            tables: Vec::new(),
            pens: Vec::new(),
            next_agent: 0,
            renewed: BTreeMap::new(),
            notes: Notes::default(),
            packed: Vec::new(),
            scratch: Scratch::default(),
            spare: Values::default(),
        }
    }

    /// Adds an agent with a tree of the type `T`.
    ///
    /// A program that keeps adding agents has to [retire](Self::retire) the ones that end: the names of all
    /// others are kept.
    pub fn agent<T: Machine>(&mut self, name: impl Into<String>) -> AgentId {
        let nodes = T::nodes();
        self.add(name.into(), type_name::<T>(), nodes, nodes.as_ptr().addr())
    }

    /// Adds an agent with this tree, which may be a loaded one.
    ///
    /// If the agent takes a new version of its tree later, the recording goes on with that: the agent is retired, and
    /// another one of its name begins in the same moment.
    pub fn agent_of(&mut self, name: impl Into<String>, tree: &impl Tips) -> AgentId {
        self.add(name.into(), tree.tree_name(), tree.table(), tree.table_id())
    }

    fn add(&mut self, name: String, type_name: &str, nodes: &[Node], id: usize) -> AgentId {
        let tree = self.tree(type_name, nodes, id);
        let (before, runs) = (Vec::new(), [].into());
        let (snapshots, values) = <(Snapshots, Snapshots)>::default();
        let id = self.next_agent;
        self.next_agent += 1;
        let retired = None;
        let track = Track { id, retired, name, tree, before, runs, snapshots, values };
        self.recording.agents.push(track);
        self.pens.push(Pen { agent: id, ..Pen::default() });
        AgentId(id)
    }

    /// Records that an agent has ended in the current moment; it cannot be ticked any more. When all its
    /// frames have been dropped, the agent is dropped too.
    ///
    /// If its tree is running, abort the tree before: otherwise the recording shows its active nodes as
    /// active from then on.
    ///
    /// ```
    /// # use bt_core::{behavior_tree, record::Recorder};
    /// behavior_tree! { tree Fly(height: &mut u32) { action *height += 1; } }
    ///
    /// let mut recorder = Recorder::with_capacity(10_000);
    /// for number in 0..5_000 {
    ///     let spark = recorder.agent::<Fly>(format!("spark {number}"));
    ///     recorder.tick(spark, &mut Fly::new(), &mut 0);
    ///     recorder.retire(spark);
    ///     recorder.next_moment();
    /// }
    /// assert!(recorder.recording().agents().len() < 100);
    /// assert!(recorder.bytes() <= 10_000);
    /// ```
    ///
    /// # Panics
    ///
    /// If the agent was added to another recorder, or is retired.
    pub fn retire(&mut self, agent: AgentId) {
        let place = self.place(agent);
        let moment = self.recording.last().unwrap_or(self.recording.first);
        let pen = &mut self.pens[place];
        (pen.latest, pen.values) = (Latest::default(), Values::default());
        let track = &mut self.recording.agents[place];
        track.retired = Some(moment);
        self.bytes += track.own_weight();
        self.lighter_from = 0;
        self.forget();
    }

    /// The index of an agent among the agents that are kept.
    fn place(&self, agent: AgentId) -> usize {
        let mut id = agent.0;
        while let Some(next) = self.renewed.get(&id) {
            id = *next;
        }
        let place = self.recording.place(id);
        let place = place.filter(|place| self.recording.agents[*place].retired.is_none());
        place.expect("this agent was added to another recorder, or is retired")
    }

    fn tree(&mut self, type_name: &str, nodes: &[Node], id: usize) -> usize {
        let tree = Tree::of(type_name, nodes);
        let mut known = self.tables.iter().zip(&self.recording.trees);
        let same = known.position(|(table, known)| table.is(id, nodes) && *known == tree);
        same.unwrap_or_else(|| {
            self.tables.push(Table { id, nodes: nodes.into() });
            self.recording.trees.push(tree);
            self.tables.len() - 1
        })
    }

    /// Begins the next moment. An agent that is not ticked in it rests.
    pub fn next_moment(&mut self) {
        self.begin_moment(None);
    }

    /// Begins the next moment at this time of the program's clock.
    ///
    /// ```
    /// # use bt_core::{behavior_tree, record::Recorder};
    /// # use std::time::Duration;
    /// let mut recorder = Recorder::with_capacity(1000);
    /// recorder.next_moment_at(Duration::from_secs(5));
    /// recorder.next_moment();
    /// assert_eq!(recorder.recording().time(0), Some(Duration::from_secs(5)));
    /// assert_eq!(recorder.recording().time(1), None);
    /// ```
    pub fn next_moment_at(&mut self, time: Duration) {
        self.begin_moment(Some(time));
    }

    fn begin_moment(&mut self, time: Option<Duration>) {
        let recording = &mut self.recording;
        if time.is_some() || !recording.times.is_empty() {
            let before = recording.times.len();
            let kept = usize::try_from(recording.count).unwrap_or(usize::MAX);
            recording.times.resize(kept, None);
            recording.times.push_back(time);
            let more = recording.times.len() - before;
            self.bytes += more * size_of::<Option<Duration>>();
        }
        recording.count += 1;
        self.forget();
    }

    /// The current moment; begins one if there is none, or if the agent was already ticked in it.
    fn moment(&mut self, agent: AgentId, ticks: bool) -> u64 {
        let ticked = self.pens[self.place(agent)].ticked;
        let last = self.recording.last();
        match last {
            Some(moment) if !ticks || ticked != Some(moment) => moment,
            _ => {
                self.begin_moment(None);
                last.map_or(0, |moment| moment + 1)
            }
        }
    }

    /// Ticks the tree of an agent and records the events.
    ///
    /// If the tick panics, its events up to the panic are recorded as
    /// [unfinished](super::Frame::is_unfinished), and the panic continues. A program that catches the panic
    /// can go on using the recorder.
    ///
    /// # Panics
    ///
    /// If the agent was added to another recorder, or for another type of tree, or is retired.
    pub fn tick<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        self.tick_with(agent, tree, blackboard, &mut NoObserver)
    }

    /// Ticks the tree of an agent, records the events, and also reports them to an observer.
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn tick_with<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status {
        self.begin_turn(agent, tree);
        let moment = self.moment(agent, true);
        // A tree that has panicked can be ticked again, and the observer is responsible for its own state.
        let ticked = catch_unwind(AssertUnwindSafe(|| {
            tree.tick_with(blackboard, &mut (&mut self.notes, observer))
        }));
        let place = self.place(agent);
        self.pens[place].ticked = Some(moment);
        self.notes.find_tips(tree);
        self.notes.unfinished = ticked.is_err();
        self.note_values(place, moment, tree);
        self.end_turn(agent, moment);
        ticked.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Does the same as [`tick`](Self::tick), and records the changes of the blackboard.
    ///
    /// See [the values of a blackboard](super#the-values-of-a-blackboard).
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn tick_with_snapshot<B: Serialize + ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        let status = self.tick(agent, tree, blackboard);
        self.snapshot(agent, blackboard);
        status
    }

    /// Records the changes of an agent's blackboard, or of any part of it that you want to see.
    ///
    /// They belong to the current moment; see [`tick_with_snapshot`](Self::tick_with_snapshot).
    ///
    /// # Panics
    ///
    /// If the agent was added to another recorder, or is retired.
    pub fn snapshot(&mut self, agent: AgentId, blackboard: &(impl Serialize + ?Sized)) {
        let moment = self.moment(agent, false);
        let place = self.place(agent);
        let gone = self.pens[place].latest.take(blackboard, &mut self.scratch);
        let snapshots = &mut self.recording.agents[place].snapshots;
        let (taken, freed) = snapshots.note(moment, &mut self.scratch.changed, gone);
        self.bytes = self.bytes + taken - freed;
        self.forget();
    }

    /// Aborts the tree of an agent and records the aborted nodes, in the current moment.
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn abort<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) {
        self.begin_turn(agent, tree);
        let aborted =
            catch_unwind(AssertUnwindSafe(|| tree.abort_with(blackboard, &mut self.notes)));
        self.notes.unfinished = aborted.is_err();
        if !self.notes.events.is_empty() || self.notes.unfinished {
            self.notes.find_tips(tree);
            let moment = self.moment(agent, false);
            self.note_values(self.place(agent), moment, tree);
            self.end_turn(agent, moment);
        }
        aborted.unwrap_or_else(|panic| resume_unwind(panic));
    }

    /// The last moment in which the agent was ticked.
    #[cfg(feature = "live")]
    pub(crate) fn ticked(&self, agent: AgentId) -> Option<u64> {
        self.pens[self.recording.place(agent.0)?].ticked
    }

    /// The number of bytes of the moments that are kept.
    ///
    /// The allocator may use more.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The recording of all moments that are still kept.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The recording.
    #[must_use]
    pub fn into_recording(self) -> Recording {
        self.recording
    }

    fn begin_turn(&mut self, agent: AgentId, tree: &impl Tips) {
        let place = self.place(agent);
        let track = &self.recording.agents[place];
        let (id, nodes) = (tree.table_id(), tree.table());
        if !self.tables[track.tree].is(id, nodes) {
            // The numbers of loaded trees are odd; addresses are not.
            let is_loaded = id % 2 == 1;
            assert!(is_loaded, "this agent was added to another recorder, or with another tree");
            self.renew(place, tree);
        }
        self.notes.clear();
    }

    /// Goes on with the new version of a loaded tree: as another agent of the same name.
    fn renew(&mut self, place: usize, tree: &impl Tips) {
        let track = &self.recording.agents[place];
        let (old, name) = (AgentId(track.id), track.name.clone());
        self.retire(old);
        let new = self.agent_of(name, tree);
        self.renewed.insert(old.0, new.0);
    }

    /// Notes which values of the tree's nodes have changed.
    fn note_values(&mut self, place: usize, moment: u64, tree: &impl Tips) {
        let latest = &mut self.pens[place].values;
        if let Some((mut set, gone)) = latest.take(tree, &mut self.spare) {
            let values = &mut self.recording.agents[place].values;
            let (taken, freed) = values.note(moment, &mut set, gone);
            self.bytes = self.bytes + taken - freed;
        }
    }

    /// Adds what was noted to the agent's frame of this moment, which a tick or an abort may have
    /// begun.
    fn end_turn(&mut self, agent: AgentId, moment: u64) {
        let place = self.place(agent);
        let runs = &mut self.recording.agents[place].runs;
        let notes = &mut self.notes;
        let mut freed = 0;
        if let Some(run) = runs.back_mut().filter(|run| run.end() > moment) {
            notes.prepend(&run.frame);
            run.count -= 1;
            if run.count == 0 {
                freed = run.weight();
                runs.pop_back();
            }
        }
        pack(&notes.events, &notes.tips, &mut self.packed);
        let same = |run: &&mut Run| {
            let Packed { bytes, errors, unfinished } = &run.frame;
            run.end() == moment
                && **bytes == *self.packed
                && **errors == *notes.errors
                && *unfinished == notes.unfinished
        };
        if let Some(run) = runs.back_mut().filter(same) {
            run.count += 1;
        } else {
            let bytes = self.packed.as_slice().into();
            let errors = mem::take(&mut notes.errors).into_boxed_slice();
            let run = Run {
                moment,
                count: 1,
                frame: Packed { bytes, errors, unfinished: notes.unfinished },
            };
            self.bytes += run.weight();
            runs.push_back(run);
        }
        self.bytes -= freed;
        self.forget();
    }

    /// Drops the oldest moments until the rest fits; the last one is kept.
    fn forget(&mut self) {
        while self.bytes > self.capacity && self.recording.last() >= Some(self.lighter_from) {
            let recording = &self.recording;
            let next = recording.first + 1;
            let agents = recording.agents.iter().filter_map(Track::lighter_from);
            let timed = (!recording.times.is_empty()).then_some(next);
            // If all frames have continued for long, dropping moments frees nothing before the next one.
            let lighter = agents.chain(timed).min().unwrap_or(0).max(next);
            self.lighter_from = lighter;
            if recording.last() >= Some(lighter) {
                let agents = self.recording.agents.len();
                self.bytes -= self.recording.forget(lighter);
                if self.recording.agents.len() < agents {
                    self.pens.retain(|pen| self.recording.place(pen.agent).is_some());
                }
            }
        }
    }
}

/// The nodes of a tree, to know it again.
#[derive(Debug)]
struct Table {
    id: usize,
    nodes: Box<[Node]>,
}

impl Table {
    /// Returns `true` if these are the nodes of the same tree.
    fn is(&self, id: usize, nodes: &[Node]) -> bool {
        self.id == id || *self.nodes == *nodes
    }
}
