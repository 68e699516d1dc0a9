//! Records the trees of a program. Its agents come, take new versions of their trees, and go.

use super::frame::{Packed, pack};
use super::notes::Notes;
use super::recording::{Run, Track};
use super::snapshot::{Latest, Snapshots};
use super::value::Scratch;
use super::values::Values;
use super::{AgentId, Recording, Tree};
use bt_core::{Agent, Inspect, Machine, NoObserver, Node, Observer, Status};
use serde::Serialize;
use std::any::type_name;
use std::boxed::Box;
use std::collections::BTreeMap;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::string::String;
use std::time::Duration;
use std::vec::Vec;

/// The fraction of the moments that is dropped at a time, as its denominator.
const DROPPED: u64 = 64;

/// Ticks the trees of a program and records their events.
///
/// The recording takes at most as many bytes as its capacity: the oldest moments are dropped first, a 64th of
/// all at a time. The last moment is kept as a whole, even if it takes more. The trees need additional memory, and so does each agent
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
    /// The agents that were replaced when a new version of their tree was loaded, and the agents that replace them.
    renewed: BTreeMap<usize, usize>,
    pub(crate) notes: Notes,
    /// The fields of blackboards that a page has set since the last ticks of their agents, and their values.
    set: Vec<(AgentId, Box<str>, Box<str>)>,
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
            set: Vec::new(),
            packed: Vec::new(),
            scratch: Scratch::default(),
            spare: Values::default(),
        }
    }

    /// An empty recorder whose first moment has this number. It drops nothing.
    pub(crate) fn beginning_at(first: u64) -> Self {
        let mut recorder = Self::with_capacity(usize::MAX);
        recorder.recording.first = first;
        recorder
    }

    /// Begins the next moment. An agent that is not ticked in it rests.
    pub fn next_moment(&mut self) {
        self.begin_moment(None);
    }

    /// Begins the next moment at this time of the program's clock.
    ///
    /// ```
    /// # use bt_core::behavior_tree; use bt_watch::record::Recorder;
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
        self.turn(agent, tree, |tree, notes| tree.tick_with(blackboard, &mut (notes, observer)))
    }

    /// [Stops](bt_core::BehaviorTree::stop) the tree of an agent, in place of a tick, and records the events.
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn stop<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        self.stop_with(agent, tree, blackboard, &mut NoObserver)
    }

    /// Stops the tree of an agent, in place of a tick, records the events, and also reports them to an observer.
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn stop_with<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status {
        self.turn(agent, tree, |tree, notes| tree.stop_with(blackboard, &mut (notes, observer)))
    }

    pub(crate) fn turn<T: Inspect>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        tick: impl FnOnce(&mut T, &mut Notes) -> Status,
    ) -> Status {
        let moment = self.begin_tick(agent, tree);
        // A tree that has panicked can be ticked again, and the observer is responsible for its own state.
        let ticked = catch_unwind(AssertUnwindSafe(|| tick(tree, &mut self.notes)));
        self.finish_tick(agent, moment, tree, ticked.is_err());
        ticked.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Begins a tick, whose events go to `notes`; returns its moment.
    pub(crate) fn begin_tick(&mut self, agent: AgentId, tree: &impl Inspect) -> u64 {
        self.begin_turn(agent, tree, true);
        let moment = self.moment(agent, true);
        if !self.set.is_empty() {
            let (here, others): (Vec<_>, _) =
                mem::take(&mut self.set).into_iter().partition(|(of, ..)| *of == agent);
            self.set = others;
            for (_, field, value) in here {
                self.notes.touched().set.push((field, value));
            }
        }
        moment
    }

    /// Records the events of a tick.
    pub(crate) fn finish_tick(
        &mut self,
        agent: AgentId,
        moment: u64,
        tree: &impl Inspect,
        has_panicked: bool,
    ) {
        let place = self.place(agent);
        self.pens[place].ticked = Some(moment);
        self.notes.find_tips(tree);
        self.notes.unfinished = has_panicked;
        self.note_values(place, moment, tree);
        self.end_turn(agent, moment);
    }

    /// Notes that a page has set a field of an agent's blackboard.
    pub(crate) fn note_set(&mut self, agent: AgentId, field: &str, value: &str) {
        self.set.push((agent, field.into(), value.into()));
    }

    /// The last recorded values of an agent's blackboard.
    pub(crate) fn latest(&self, agent: AgentId) -> Option<&super::snapshot::Values> {
        let place = self.recording.place(agent.0)?;
        Some(self.pens[place].latest.values())
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
        self.abort_with(agent, tree, blackboard, &mut NoObserver);
    }

    /// Aborts the tree of an agent, records the aborted nodes, and also reports them to an observer.
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn abort_with<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) {
        self.begin_turn(agent, tree, false);
        let aborted = catch_unwind(AssertUnwindSafe(|| {
            tree.abort_with(blackboard, &mut (&mut self.notes, observer));
        }));
        self.notes.unfinished = aborted.is_err();
        if !self.notes.events.is_empty() || self.notes.unfinished {
            self.notes.find_tips(tree);
            let moment = self.moment(agent, false);
            self.note_values(self.place(agent), moment, tree);
            self.end_turn(agent, moment);
        }
        aborted.unwrap_or_else(|panic| resume_unwind(panic));
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

    /// Notes which values of the tree's nodes have changed.
    fn note_values(&mut self, place: usize, moment: u64, tree: &impl Inspect) {
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
        let touched = notes.touched.take();
        let same = |run: &&mut Run| {
            let Packed { bytes, errors, unfinished, touched: before } = &run.frame;
            run.end() == moment
                && **bytes == *self.packed
                && **errors == *notes.errors
                && *unfinished == notes.unfinished
                && *before == touched
        };
        if let Some(run) = runs.back_mut().filter(same) {
            run.count += 1;
        } else {
            let bytes = self.packed.as_slice().into();
            let errors = mem::take(&mut notes.errors).into_boxed_slice();
            let run = Run {
                moment,
                count: 1,
                frame: Packed { bytes, errors, unfinished: notes.unfinished, touched },
            };
            self.bytes += run.weight();
            runs.push_back(run);
        }
        self.bytes -= freed;
        self.forget();
    }

    /// Drops the oldest moments until the rest fits; the last one is kept. Drops several moments at a time,
    /// because what each drop does for all agents takes longer than dropping their changes.
    fn forget(&mut self) {
        while self.bytes > self.capacity && self.recording.last() >= Some(self.lighter_from) {
            let recording = &self.recording;
            let next = recording.first + (recording.count / DROPPED).max(1);
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

impl Recorder {
    /// Adds an agent with a tree of the type `T`.
    ///
    /// A program that keeps adding agents has to [retire](Self::retire) the ones that end: the names of all
    /// others are kept.
    pub fn agent<T: Machine>(&mut self, name: impl Into<String>) -> AgentId {
        let nodes = T::nodes();
        let tree = Tree::of(type_name::<T>(), nodes);
        self.add(name.into(), tree, Table { id: nodes.as_ptr().addr(), nodes: nodes.into() })
    }

    /// Adds an agent with this tree, which may be a loaded one.
    ///
    /// If the agent takes a new version of its tree later, the recording goes on with that: the agent is retired, and
    /// another one of its name [goes on](crate::record::Agent::renews) in its place. The number stays the same for the
    /// program; [`current`](Self::current) is that of the recording.
    pub fn agent_of(&mut self, name: impl Into<String>, tree: &(impl Inspect + ?Sized)) -> AgentId {
        self.add(name.into(), Tree::of_agent(tree), Table::of(tree))
    }

    fn add(&mut self, name: String, tree: Tree, table: Table) -> AgentId {
        let tree = self.tree(tree, table);
        let (before, runs) = (Vec::new(), [].into());
        let (snapshots, values) = <(Snapshots, Snapshots)>::default();
        let id = self.next_agent;
        self.next_agent += 1;
        let (retired, renews) = (None, None);
        let track = Track { id, retired, renews, name, tree, before, runs, snapshots, values };
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
    /// # use bt_core::behavior_tree; use bt_watch::record::Recorder;
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
        self.end(place, moment);
        self.renewed.remove(&agent.0);
    }

    /// The agent of this place was there until this moment.
    fn end(&mut self, place: usize, moment: u64) {
        let pen = &mut self.pens[place];
        (pen.latest, pen.values) = (Latest::default(), Values::default());
        let track = &mut self.recording.agents[place];
        track.retired = Some(moment);
        self.bytes += track.own_weight();
        self.lighter_from = 0;
        self.forget();
    }

    /// The number under which the recording has the agent now: another one after each new version of its tree.
    #[must_use]
    pub fn current(&self, agent: AgentId) -> AgentId {
        self.renewed.get(&agent.0).map_or(agent, |now| AgentId(*now))
    }

    /// The same of an agent that is not retired.
    pub(crate) fn living(&self, agent: AgentId) -> AgentId {
        AgentId(self.recording.agents[self.place(agent)].id)
    }

    /// The index of an agent among the agents that are kept.
    fn place(&self, agent: AgentId) -> usize {
        let place = self.recording.place(self.current(agent).0);
        let place = place.filter(|place| self.recording.agents[*place].retired.is_none());
        place.expect("this agent was added to another recorder, or is retired")
    }

    /// The loaded trees of the agents that are not retired.
    #[cfg(feature = "edit")]
    pub(crate) fn loaded(&self) -> impl Iterator<Item = &Tree> {
        let current = self.recording.agents.iter().filter(|track| track.retired.is_none());
        let is_loaded = |track: &&Track| self.tables[track.tree].is_loaded();
        current.filter(is_loaded).map(|track| &self.recording.trees[track.tree])
    }

    fn tree(&mut self, tree: Tree, table: Table) -> usize {
        let mut known = self.tables.iter().zip(&self.recording.trees);
        let same =
            known.position(|(known, other)| known.is(table.id, &table.nodes) && *other == tree);
        same.unwrap_or_else(|| {
            self.tables.push(table);
            self.recording.trees.push(tree);
            self.tables.len() - 1
        })
    }

    /// The last moment in which the agent was ticked.
    pub(crate) fn ticked(&self, agent: AgentId) -> Option<u64> {
        self.pens[self.recording.place(self.current(agent).0)?].ticked
    }

    /// Prepares for a tick, or for an abort.
    fn begin_turn(&mut self, agent: AgentId, tree: &impl Inspect, ticks: bool) {
        let place = self.place(agent);
        let track = &self.recording.agents[place];
        let (id, nodes) = (tree.table_id(), tree.nodes());
        if !self.tables[track.tree].is(id, nodes) {
            let new = Tree::of_agent(tree);
            let table = Table::of(tree);
            let is_new_version =
                table.is_loaded() && new.name == self.recording.trees[track.tree].name;
            assert!(
                is_new_version,
                "this agent was added to another recorder, or with another tree"
            );
            self.renew(place, new, table, ticks);
        }
        self.notes.clear();
    }

    /// Goes on with the new version of a loaded tree: as another agent of the same name.
    fn renew(&mut self, place: usize, tree: Tree, table: Table, ticks: bool) {
        let track = &self.recording.agents[place];
        let (old, name) = (track.id, track.name.clone());
        let ticked = self.pens[place].ticked;
        let moment = match self.recording.last() {
            // The tick begins the next moment.
            Some(last) if ticks && ticked == Some(last) => last + 1,
            last => last.unwrap_or(self.recording.first),
        };
        let AgentId(new) = self.add(name, tree, table);
        // It is the last one.
        self.recording.agents.last_mut().expect("it was added").renews = Some((old, moment));
        self.pens.last_mut().expect("it was added").ticked = ticked;
        match self.renewed.values_mut().find(|now| **now == old) {
            Some(now) => *now = new,
            None => {
                self.renewed.insert(old, new);
            }
        }
        self.end(place, moment.saturating_sub(1));
    }
}

/// The nodes of a tree, to know it again.
#[derive(Debug)]
struct Table {
    id: usize,
    nodes: Box<[Node]>,
}

impl Table {
    fn of(tree: &(impl Inspect + ?Sized)) -> Self {
        Self { id: tree.table_id(), nodes: tree.nodes().into() }
    }

    /// The numbers of loaded trees are odd; the addresses of compiled ones are not.
    const fn is_loaded(&self) -> bool {
        self.id % 2 == 1
    }

    /// Returns `true` if these are the nodes of the same tree.
    fn is(&self, id: usize, nodes: &[Node]) -> bool {
        self.id == id || *self.nodes == *nodes
    }
}
