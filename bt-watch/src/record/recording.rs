//! Recordings.

use super::frame::Packed;
use super::snapshot::Snapshots;
use super::{Agent, RecordingError, Tree, load, save};
use bt_core::NodeId;
use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::string::String;
use std::time::Duration;
use std::vec::Vec;

/// The id of an agent of a recording: its number, in the order in which agents were added. The number of an
/// agent that was [retired](super::Recorder::retire) and dropped is not used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub(super) usize);

impl AgentId {
    /// The agent with this number.
    #[must_use]
    pub const fn new(index: usize) -> Self {
        Self(index)
    }

    /// The agent's number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// The events of many agents over time, from a [`Recorder`](super::Recorder) or from a file.
///
/// ```
/// use bt_watch::record::Recorder;
/// use bt_core::behavior_tree;
///
/// behavior_tree! {
///     tree Count(number: &mut u32) {
///         repeat(3) action *number += 1;
///     }
/// }
///
/// let mut recorder = Recorder::with_capacity(10_000);
/// let agent = recorder.agent::<Count>("Ada");
/// let (mut tree, mut number) = (Count::new(), 0);
/// for _ in 0..6 {
///     recorder.tick(agent, &mut tree, &mut number);
/// }
///
/// let recording = recorder.recording();
/// assert_eq!(recording.moments(), 0..6);
/// let ada = recording.agent(agent).unwrap();
/// assert_eq!((ada.name(), ada.tree().name()), ("Ada", "Count"));
/// // The root gave running, running, success, and then the same again.
/// let runs = ada.frames().map(|frame| frame.moments());
/// assert!(runs.eq([0..2, 2..3, 3..5, 5..6]));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    pub(super) trees: Vec<Tree>,
    /// Sorted by their numbers.
    pub(super) agents: Vec<Track>,
    pub(super) first: u64,
    pub(super) count: u64,
    /// One for each moment that is kept; empty if no moment has a time.
    pub(super) times: VecDeque<Option<Duration>>,
}

/// The recorded data of an agent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Track {
    pub(super) id: usize,
    /// The moment in which the agent was retired.
    pub(super) retired: Option<u64>,
    /// The number of the agent that it replaced when a new version of the tree was loaded, and its own first moment.
    pub(super) renews: Option<(usize, u64)>,
    pub(super) name: String,
    pub(super) tree: usize,
    /// The active tips before the first run.
    pub(super) before: Vec<NodeId>,
    /// In chronological order, without overlaps.
    pub(super) runs: VecDeque<Run>,
    pub(super) snapshots: Snapshots,
    /// The values that its nodes keep, as texts, by the numbers of the nodes.
    pub(super) values: Snapshots,
}

/// Consecutive moments with the same frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) moment: u64,
    pub(super) count: u64,
    pub(super) frame: Packed,
}

impl Run {
    pub(super) const fn end(&self) -> u64 {
        self.moment + self.count
    }

    pub(super) fn weight(&self) -> usize {
        size_of::<Self>() + self.frame.weight()
    }
}

impl Track {
    /// Drops everything before this moment; returns the number of bytes that it frees.
    fn forget_before(&mut self, first: u64) -> usize {
        let mut freed = 0;
        while self.runs.front().is_some_and(|run| run.end() <= first) {
            let Some(run) = self.runs.pop_front() else { break };
            freed += run.weight();
            self.before.clear();
            self.before.extend(run.frame.tips());
        }
        if let Some(run) = self.runs.front_mut().filter(|run| run.moment < first) {
            run.count = run.end() - first;
            run.moment = first;
            self.before.clear();
            self.before.extend(run.frame.tips());
        }
        freed + self.snapshots.forget_before(first) + self.values.forget_before(first)
    }

    /// The memory that is freed when the agent is retired and dropped.
    pub(super) fn own_weight(&self) -> usize {
        size_of::<Self>() + self.name.len()
    }

    /// Returns `true` if all data of the agent has been dropped.
    pub(super) fn is_over(&self, first: u64) -> bool {
        let has_changes = [&self.snapshots, &self.values].iter().any(|of| !of.changes.is_empty());
        let is_empty = self.runs.is_empty() && !has_changes;
        is_empty && self.retired.is_some_and(|moment| moment < first)
    }

    /// The first moment such that dropping everything before it frees memory.
    pub(super) fn lighter_from(&self) -> Option<u64> {
        let run = self.runs.front().map(Run::end);
        let [change, value] = [&self.snapshots, &self.values]
            .map(|of| of.changes.front().map(|change| change.moment + 1));
        let first = [run, change, value].into_iter().flatten().min();
        first.or(self.retired.map(|moment| moment + 1))
    }
}

impl Recording {
    /// The numbers of the moments that are kept; the first moment of a program has number 0.
    #[must_use]
    pub fn moments(&self) -> std::ops::Range<u64> {
        self.first..self.first + self.count
    }

    pub(super) fn last(&self) -> Option<u64> {
        (self.first + self.count).checked_sub(1).filter(|_| self.count > 0)
    }

    /// The time of a moment, if it has one.
    #[must_use]
    pub fn time(&self, moment: u64) -> Option<Duration> {
        let place = usize::try_from(moment.checked_sub(self.first)?).ok()?;
        self.times.get(place).copied().flatten()
    }

    /// The trees of the agents, each tree once.
    #[must_use]
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// The agents, in the order in which they were added.
    #[must_use]
    pub fn agents(&self) -> impl ExactSizeIterator<Item = Agent<'_>> {
        self.agents.iter().map(|track| Agent { recording: self, id: AgentId(track.id), track })
    }

    /// The recording of an agent; `None` if there is no such agent, or it was dropped.
    #[must_use]
    pub fn agent(&self, agent: AgentId) -> Option<Agent<'_>> {
        let track = &self.agents[self.place(agent.index())?];
        Some(Agent { recording: self, id: agent, track })
    }

    /// The index of an agent among the agents that are kept.
    pub(super) fn place(&self, id: usize) -> Option<usize> {
        // Usually all agents are kept.
        let is_there = |place: &usize| self.agents.get(*place).is_some_and(|track| track.id == id);
        let found = || self.agents.binary_search_by_key(&id, |track| track.id).ok();
        Some(id).filter(is_there).or_else(found)
    }

    /// Drops all moments before this one; the state at that moment is still known.
    ///
    /// ```
    /// # use bt_core::behavior_tree; use bt_watch::record::Recorder;
    /// # behavior_tree! { tree Rest(it: &mut ()) { 'rest: running; } }
    /// let mut recorder = Recorder::with_capacity(10_000);
    /// let agent = recorder.agent::<Rest>("Ada");
    /// recorder.tick(agent, &mut Rest::new(), &mut ());
    /// for _ in 0..9 {
    ///     recorder.next_moment(); // the agent rests
    /// }
    /// let mut recording = recorder.into_recording();
    /// recording.forget_before(5);
    /// assert_eq!(recording.moments(), 5..10);
    /// assert_eq!(recording.agent(agent).unwrap().active_at(7), [Rest::REST]);
    /// ```
    pub fn forget_before(&mut self, moment: u64) {
        self.forget(moment);
    }

    /// Drops the moments; returns the number of bytes that this frees.
    pub(super) fn forget(&mut self, moment: u64) -> usize {
        let end = self.first + self.count;
        let first = moment.clamp(self.first, end);
        let mut freed = 0;
        for _ in self.first..first {
            if self.times.pop_front().is_none() {
                break;
            }
            freed += size_of::<Option<Duration>>();
        }
        self.first = first;
        self.count = end - first;
        for track in &mut self.agents {
            freed += track.forget_before(first);
        }
        self.agents.retain(|track| {
            let is_over = track.is_over(first);
            freed += if is_over { track.own_weight() } else { 0 };
            !is_over
        });
        freed
    }

    /// The recording as JSON; equal recordings give the same text.
    #[must_use]
    pub fn to_json(&self) -> String {
        save::json(self)
    }

    /// The recording as JSON with the reasons of its changes, for a page.
    pub(crate) fn to_page_json(&self) -> String {
        save::page_json(self)
    }

    /// Reads the result of [`to_json`](Self::to_json).
    ///
    /// # Errors
    ///
    /// If the text is not JSON, or the JSON is not a recording: the file of another program, of a later
    /// version of this crate, or a damaged one. The error names the place.
    pub fn from_json(text: &str) -> Result<Self, RecordingError> {
        load::recording(text)
    }

    /// Writes the recording into a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), RecordingError> {
        let path = path.as_ref();
        let file = |source| RecordingError::File { path: path.into(), source };
        fs::write(path, self.to_json()).map_err(file)
    }

    /// Reads a recording from a file.
    ///
    /// ```no_run
    /// let recording = bt_watch::record::Recording::load("soldier.json")?;
    /// println!("{} moments", recording.moments().count());
    /// # Ok::<(), bt_watch::record::RecordingError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the file cannot be read, and the errors of [`from_json`](Self::from_json).
    pub fn load(path: impl AsRef<Path>) -> Result<Self, RecordingError> {
        let path = path.as_ref();
        let file = |source| RecordingError::File { path: path.into(), source };
        Self::from_json(&fs::read_to_string(path).map_err(file)?)
    }
}
