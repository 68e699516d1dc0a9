//! What was recorded.

use super::frame::Packed;
use super::snapshot::Snapshots;
use super::{Agent, RecordingError, Tree, load, save};
use crate::NodeId;
use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::string::String;
use std::time::Duration;
use std::vec::Vec;

/// Names an agent of a recording: its place among the agents, in the order in which they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub(super) usize);

impl AgentId {
    /// The agent at this place.
    #[must_use]
    pub const fn new(index: usize) -> Self {
        Self(index)
    }

    /// The agent's place.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// What a [`Recorder`](super::Recorder) has noted, or what was loaded from a file.
///
/// ```
/// use bt_core::record::Recorder;
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
/// // The root gave running, running, success, and all that again.
/// let runs = ada.frames().map(|frame| frame.moments());
/// assert!(runs.eq([0..2, 2..3, 3..5, 5..6]));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    pub(super) trees: Vec<Tree>,
    pub(super) agents: Vec<Track>,
    pub(super) first: u64,
    pub(super) count: u64,
    /// One for each moment that is kept; empty if no moment has a time.
    pub(super) times: VecDeque<Option<Duration>>,
}

/// What is known of an agent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Track {
    pub(super) name: String,
    pub(super) tree: usize,
    /// The active tips before the first run.
    pub(super) before: Vec<NodeId>,
    /// In the order of time; they do not overlap.
    pub(super) runs: VecDeque<Run>,
    pub(super) snapshots: Snapshots,
}

/// The same in so many moments in a row.
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
    /// Forgets what was before this moment; gives back what that took in memory.
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
        freed + self.snapshots.forget_before(first)
    }

    /// The first moment from which on less would have to be kept.
    pub(super) fn lighter_from(&self) -> Option<u64> {
        let run = self.runs.front().map(Run::end);
        let change = self.snapshots.changes.front().map(|change| change.moment + 1);
        run.into_iter().chain(change).min()
    }
}

impl Recording {
    /// The numbers of the moments that are kept; the first moment of a program is 0.
    #[must_use]
    pub fn moments(&self) -> std::ops::Range<u64> {
        self.first..self.first + self.count
    }

    pub(super) fn last(&self) -> Option<u64> {
        (self.first + self.count).checked_sub(1).filter(|_| self.count > 0)
    }

    /// The time of a moment, if it was given one.
    #[must_use]
    pub fn time(&self, moment: u64) -> Option<Duration> {
        let place = usize::try_from(moment.checked_sub(self.first)?).ok()?;
        self.times.get(place).copied().flatten()
    }

    /// The trees of the agents, each once.
    #[must_use]
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// The agents, in the order in which they were added.
    #[must_use]
    pub fn agents(&self) -> impl ExactSizeIterator<Item = Agent<'_>> {
        let agent = |(index, track)| Agent { recording: self, id: AgentId(index), track };
        self.agents.iter().enumerate().map(agent)
    }

    /// What is known of an agent; `None` if there is no such agent.
    #[must_use]
    pub fn agent(&self, agent: AgentId) -> Option<Agent<'_>> {
        self.agents().nth(agent.index())
    }

    /// Forgets all moments before this one; what was true then is still known.
    ///
    /// ```
    /// # use bt_core::{behavior_tree, record::Recorder};
    /// # behavior_tree! { tree Rest(it: &mut ()) { 'rest: running; } }
    /// let mut recorder = Recorder::with_capacity(10_000);
    /// let agent = recorder.agent::<Rest>("Ada");
    /// recorder.tick(agent, &mut Rest::new(), &mut ());
    /// for _ in 0..9 {
    ///     recorder.next_moment(); // she rests
    /// }
    /// let mut recording = recorder.into_recording();
    /// recording.forget_before(5);
    /// assert_eq!(recording.moments(), 5..10);
    /// assert_eq!(recording.agent(agent).unwrap().active_at(7), [Rest::REST]);
    /// ```
    pub fn forget_before(&mut self, moment: u64) {
        self.forget(moment);
    }

    /// Does it; gives back what that took in memory.
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
        freed
    }

    /// The recording as JSON; the same recording is always the same text.
    #[must_use]
    pub fn to_json(&self) -> String {
        save::json(self)
    }

    /// Reads what [`to_json`](Self::to_json) has written.
    ///
    /// # Errors
    ///
    /// Says where the text is no JSON, or where the JSON is no recording: another program's file, one
    /// of a later version of this crate, or one that is damaged.
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
    /// let recording = bt_core::record::Recording::load("soldier.json")?;
    /// println!("{} moments", recording.moments().count());
    /// # Ok::<(), bt_core::record::RecordingError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the file cannot be read, and as [`from_json`](Self::from_json).
    pub fn load(path: impl AsRef<Path>) -> Result<Self, RecordingError> {
        let path = path.as_ref();
        let file = |source| RecordingError::File { path: path.into(), source };
        Self::from_json(&fs::read_to_string(path).map_err(file)?)
    }
}
