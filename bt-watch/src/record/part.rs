//! The part of a recording after a moment, for a reader that has the moments before.

use super::recording::{Run, Track};
use super::snapshot::Change;
use super::{Recorder, Tree};
use std::collections::VecDeque;
use std::ops::Range;
use std::time::Duration;
use std::vec::Vec;

/// The approximate maximum number of bytes that are copied at once. Tests record little, so theirs is
/// smaller.
const MOST_BYTES: usize = if cfg!(test) { 1 << 10 } else { 128 << 10 };

/// Describes the parts that a reader already has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wish {
    /// The first moment that is missing.
    pub(crate) from: u64,
    pub(crate) trees: usize,
    /// The number of the first agent that is missing.
    pub(crate) agents: usize,
    /// `true` if the reader also wants the unfinished moment once it has all others.
    pub(crate) open: bool,
}

/// A copy of the missing part, or of its beginning.
#[derive(Debug)]
pub(crate) struct Part {
    /// They begin later than requested if the moments before have been dropped.
    pub(super) moments: Range<u64>,
    /// `true` if the last moment is unfinished.
    pub(super) open: bool,
    /// The first moment that the recorder still keeps.
    pub(super) kept_from: u64,
    pub(super) times: Vec<Option<Duration>>,
    /// The trees that are new to the reader.
    pub(super) trees: Vec<Tree>,
    /// The number of the first agent in `agents`. `agents` contains all agents if moments in between have
    /// been dropped.
    pub(super) agents_from: usize,
    /// The state of the agents before the first moment of this part, without runs and changes.
    pub(super) agents: Vec<Track>,
    /// The numbers of all agents that the recorder still keeps.
    pub(super) kept: Vec<usize>,
    /// Sorted by moment, then by agent.
    pub(super) runs: Vec<(usize, Run)>,
    pub(super) changes: Vec<(usize, Change)>,
    /// The changes of the values that nodes keep.
    pub(super) values: Vec<(usize, Change)>,
}

impl Recorder {
    /// Returns `true` if a tick of this agent would begin the next moment.
    pub(crate) fn begins_moment(&self, agent: super::AgentId) -> bool {
        let last = self.recording.last();
        last.is_none() || self.ticked(agent) == last
    }

    pub(crate) fn part(&self, wish: &Wish) -> Part {
        let recording = &self.recording;
        let kept = recording.moments();
        // The unfinished moment is sent on its own, because it will be sent again.
        let finished = kept.end.saturating_sub(1).max(kept.start);
        let end = if wish.open && wish.from >= finished { kept.end } else { finished };
        let from = wish.from.clamp(kept.start, end);
        let until = end.min(from + self.moments_in(MOST_BYTES));
        let agents_from = if wish.from < kept.start { 0 } else { wish.agents };
        let place = |moment: u64| usize::try_from(moment - kept.start).unwrap_or(usize::MAX);
        let times = recording.times.iter().take(place(until)).skip(place(from)).copied().collect();
        let new = recording.agents.iter().filter(|track| track.id >= agents_from);
        let mut part = Part {
            moments: from..until,
            open: until == kept.end && until > from,
            kept_from: kept.start,
            times,
            trees: recording.trees.get(wish.trees..).unwrap_or_default().to_vec(),
            agents_from,
            agents: new.map(Track::beginning).collect(),
            kept: recording.agents.iter().map(|track| track.id).collect(),
            runs: Vec::new(),
            changes: Vec::new(),
            values: Vec::new(),
        };
        for track in &recording.agents {
            part.add(track.id, track);
        }
        part.runs.sort_by_key(|(_, run)| run.moment);
        part.changes.sort_by_key(|(_, change)| change.moment);
        part.values.sort_by_key(|(_, change)| change.moment);
        part
    }

    /// The number of moments that take this number of bytes, if all take the same.
    fn moments_in(&self, bytes: usize) -> u64 {
        let count = u128::from(self.recording.count) * bytes as u128;
        u64::try_from(count / self.bytes().max(1) as u128).unwrap_or(u64::MAX).max(1)
    }
}

impl Part {
    /// Returns `true` if it contains no moments.
    pub(crate) const fn is_empty(&self) -> bool {
        self.moments.start == self.moments.end
    }

    fn add(&mut self, agent: usize, track: &Track) {
        let Range { start, end } = self.moments;
        let begin = first_after(&track.runs, |run| run.end() <= start);
        for run in track.runs.range(begin..).take_while(|run| run.moment < end) {
            let moment = run.moment.max(start);
            let count = run.end().min(end) - moment;
            self.runs.push((agent, Run { moment, count, frame: run.frame.clone() }));
        }
        for (of, list) in [(&track.snapshots, &mut self.changes), (&track.values, &mut self.values)]
        {
            let begin = first_after(&of.changes, |change| change.moment < start);
            let changes = of.changes.range(begin..).take_while(|change| change.moment < end);
            list.extend(changes.map(|change| (agent, change.clone())));
        }
    }
}

impl Track {
    /// The state of the agent before its first run.
    fn beginning(&self) -> Self {
        Self {
            id: self.id,
            retired: self.retired,
            renews: self.renews,
            name: self.name.clone(),
            tree: self.tree,
            before: self.before.clone(),
            runs: VecDeque::new(),
            snapshots: self.snapshots.beginning(),
            values: self.values.beginning(),
        }
    }
}

/// The index of the first item that is not before something.
///
/// It searches from the end: usually the last items are wanted, and the earlier ones are in no cache.
fn first_after<T>(items: &VecDeque<T>, is_before: impl Fn(&T) -> bool) -> usize {
    let (mut from, mut step) = (items.len(), 1);
    while from > 0 && !is_before(&items[from - 1]) {
        from = from.saturating_sub(step);
        step *= 2;
    }
    from + items.range(from..).take_while(|item| is_before(item)).count()
}
