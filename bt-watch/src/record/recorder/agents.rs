//! The agents of a recorder: they come, take new versions of their trees, and go.

use super::super::recording::Track;
use super::super::snapshot::Snapshots;
use super::super::{AgentId, Tree};
use super::{Latest, Pen, Recorder, Values};
use bt_core::Node;
use bt_core::{Inspect, Machine};
use std::any::type_name;
use std::boxed::Box;
use std::string::String;
use std::vec::Vec;

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
    pub(super) fn place(&self, agent: AgentId) -> usize {
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
    pub(super) fn begin_turn(&mut self, agent: AgentId, tree: &impl Inspect, ticks: bool) {
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
pub(super) struct Table {
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
