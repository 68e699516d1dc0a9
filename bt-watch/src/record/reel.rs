//! A recording that grows part by part and is sent to many readers: each part is converted to JSON once.

use super::part::{Part, Wish};
use super::recording::{Run, Track};
use super::snapshot::Change;
use super::{Tree, reasons, save};
use bt_core::NodeId;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::string::String;
use std::sync::Arc;
use std::time::Duration;
use std::vec::Vec;

/// The copied part of the recording of a recorder.
#[derive(Debug, Default)]
pub(crate) struct Reel {
    /// The trees, also in JSON.
    trees: Vec<(Tree, Arc<str>)>,
    /// The agents before the first piece, without their history.
    agents: Vec<Track>,
    /// The number of the first agent that is not known yet.
    next_agent: usize,
    pieces: VecDeque<Arc<Piece>>,
    /// The last run of each agent in finished moments.
    last: BTreeMap<usize, Run>,
    /// The number of the moment after the last finished one.
    end: u64,
}

/// Consecutive moments.
#[derive(Debug)]
struct Piece {
    moments: Range<u64>,
    /// The state of the last moment, if it is unfinished.
    open: Option<u64>,
    /// Empty if no moment has a time.
    times: Vec<Option<Duration>>,
    /// In JSON, one line for each.
    frames: String,
    changes: String,
    reasons: String,
    /// The active tips of agents after these moments, if they differ from those before.
    tips: Vec<(usize, Vec<NodeId>)>,
    sets: Vec<(usize, Change)>,
    /// The changes of values that nodes keep, in JSON and as they are.
    values: String,
    value_sets: Vec<(usize, Change)>,
}

/// The parts that are new to a reader.
#[derive(Debug)]
pub(crate) struct News {
    trees: Vec<Arc<str>>,
    agents: Vec<String>,
    pieces: Vec<Arc<Piece>>,
    end: u64,
}

impl Reel {
    /// The number of the moment after the last finished one.
    pub(crate) const fn end(&self) -> u64 {
        self.end
    }

    /// The state of the unfinished moment in this reel, if there is one.
    pub(crate) fn open(&self) -> Option<u64> {
        self.pieces.back()?.open
    }

    /// Describes the part that it needs next.
    pub(crate) fn wish(&self, open: bool) -> Wish {
        Wish { from: self.end, trees: self.trees.len(), agents: self.next_agent, open }
    }

    pub(crate) fn tree_names(&self) -> String {
        let names: Vec<_> = self.trees.iter().map(|(tree, _)| tree.name()).collect();
        names.join(", ")
    }

    /// Adds the part that it needed; `state` identifies this state of the unfinished moment.
    pub(crate) fn take(&mut self, part: Part, state: u64) {
        if self.open().is_some() {
            self.pieces.pop_back();
        }
        if part.moments.start != self.end {
            self.pieces.clear();
        }
        let with_json = |tree: Tree| {
            let json = save::tree(&tree).into();
            (tree, json)
        };
        self.trees.extend(part.trees.into_iter().map(with_json));
        self.agents.retain(|agent| agent.id < part.agents_from);
        self.agents.extend(part.agents);
        self.next_agent = self.agents.last().map_or(0, |agent| agent.id + 1).max(self.next_agent);
        for agent in &mut self.agents {
            if part.kept.binary_search(&agent.id).is_err() {
                agent.retired = Some(part.kept_from.saturating_sub(1));
            }
        }
        self.end = part.moments.end - u64::from(part.open);
        if !part.moments.is_empty() {
            let reasons = self.reasons(&part.runs, part.open);
            self.pieces.push_back(Arc::new(Piece {
                moments: part.moments,
                open: part.open.then_some(state),
                times: part.times,
                frames: save::lines(part.runs.iter().map(|(agent, run)| save::frame(*agent, run))),
                changes: change_lines(&part.changes),
                reasons,
                values: change_lines(&part.values),
                tips: last_tips(&part.runs),
                sets: part.changes,
                value_sets: part.values,
            }));
        }
        self.forget_before(part.kept_from);
    }

    /// The reasons of the changes in a part, in JSON. An unfinished moment comes again, so it is not noted.
    fn reasons(&mut self, runs: &[(usize, Run)], open: bool) -> String {
        let mut lines = Vec::new();
        for (agent, run) in runs {
            let Some(track) = self.agent(*agent) else { continue };
            let tree = track.tree;
            let Some((tree, _)) = self.trees.get(tree) else { continue };
            lines.extend(reasons::line(tree.nodes(), *agent, run, self.last.get(agent)));
            if !open {
                self.last.insert(*agent, run.clone());
            }
        }
        save::lines(lines.into_iter())
    }

    fn forget_before(&mut self, moment: u64) {
        while self.pieces.front().is_some_and(|piece| piece.moments.end <= moment) {
            let Some(piece) = self.pieces.pop_front() else { break };
            for (agent, tips) in &piece.tips {
                if let Some(agent) = self.agent(*agent) {
                    agent.before.clone_from(tips);
                }
            }
            for (agent, change) in &piece.sets {
                if let Some(agent) = self.agent(*agent) {
                    change.clone().apply(agent.snapshots.before.get_or_insert_default());
                }
            }
            for (agent, change) in &piece.value_sets {
                if let Some(agent) = self.agent(*agent) {
                    change.clone().apply(agent.values.before.get_or_insert_default());
                }
            }
        }
        // Agents that did nothing in the moments that are kept, and are retired.
        let first = self.pieces.front().map_or(self.end, |piece| piece.moments.start);
        self.agents.retain(|agent| agent.retired.is_none_or(|moment| moment >= first));
        self.last.retain(|id, _| self.agents.binary_search_by_key(id, |agent| agent.id).is_ok());
    }

    fn agent(&mut self, id: usize) -> Option<&mut Track> {
        let place = self.agents.binary_search_by_key(&id, |agent| agent.id).ok()?;
        Some(&mut self.agents[place])
    }

    /// The news for a reader that has everything before this moment, the first `trees` trees and the first
    /// `agents` agents.
    pub(crate) fn news(&self, from: u64, trees: usize, agents: usize) -> News {
        let first = self.pieces.front().map_or(self.end, |piece| piece.moments.start);
        // If moments are missing, the reader needs the state of the agents after them.
        let agents = if from < first { 0 } else { agents };
        let begin = self.pieces.partition_point(|piece| piece.moments.end <= from);
        let new = self.agents.iter().filter(|agent| agent.id >= agents);
        News {
            trees: self.trees.iter().skip(trees).map(|(_, json)| Arc::clone(json)).collect(),
            agents: new.map(|agent| save::agent(agent, true)).collect(),
            pieces: self.pieces.range(begin..).cloned().collect(),
            end: self.end,
        }
    }
}

/// The changes in JSON.
fn change_lines(changes: &[(usize, Change)]) -> String {
    save::lines(changes.iter().map(|(agent, change)| save::change(*agent, change)))
}

/// The active tips of each agent at the end.
fn last_tips(runs: &[(usize, Run)]) -> Vec<(usize, Vec<NodeId>)> {
    let last: BTreeMap<usize, &Run> = runs.iter().map(|(agent, run)| (*agent, run)).collect();
    last.into_iter().map(|(agent, run)| (agent, run.frame.tips().collect())).collect()
}

impl News {
    /// The news as JSON, in the form of [`Recording::to_json`](super::Recording::to_json), without the trees
    /// and agents that the reader has. It may begin with more moments than requested. `open` is present if
    /// the last moment is unfinished.
    pub(crate) fn to_json(&self) -> String {
        let first = self.pieces.first().map_or(self.end, |piece| piece.moments.start);
        let last = self.pieces.last();
        let end = last.map_or(self.end, |piece| piece.moments.end);
        let mut fields = save::head();
        fields.push(save::list("trees", self.trees.iter().map(|tree| &**tree)));
        fields.push(save::list("agents", self.agents.iter().map(String::as_str)));
        fields.extend(save::moments(first, end - first));
        if let Some(state) = last.and_then(|piece| piece.open) {
            fields.push(save::field("open", &state.into()));
        }
        if self.pieces.iter().any(|piece| !piece.times.is_empty()) {
            fields.push(save::times(self.pieces.iter().flat_map(|piece| piece.times())));
        }
        let mut told = |name, text: fn(&Piece) -> &str| {
            let texts = self.pieces.iter().map(|piece| text(piece));
            fields.push(save::list(name, texts.filter(|text| !text.is_empty())));
        };
        told("frames", |piece| &piece.frames);
        told("changes", |piece| &piece.changes);
        told("reasons", |piece| &piece.reasons);
        if self.pieces.iter().any(|piece| !piece.values.is_empty()) {
            told("values", |piece| &piece.values);
        }
        save::object_of(&fields)
    }
}

impl Piece {
    /// One time for each moment.
    fn times(&self) -> impl Iterator<Item = Option<Duration>> {
        let count = usize::try_from(self.moments.end - self.moments.start).unwrap_or(usize::MAX);
        self.times.iter().copied().chain(std::iter::repeat(None)).take(count)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Chance, Flip, deed};
    use super::super::{Recorder, Recording};
    use super::Reel;
    use std::borrow::ToOwned;
    use std::string::ToString;
    use std::vec::Vec;

    /// Copies everything, in as many parts as necessary.
    fn catch_up(reel: &mut Reel, recorder: &Recorder, open: bool, state: u64) {
        let finished = recorder.recording().moments().end.saturating_sub(1);
        loop {
            reel.take(recorder.part(&reel.wish(open)), state);
            if reel.end() >= finished && (reel.open().is_some() == open || finished == 0) {
                return;
            }
        }
    }

    fn same(told: &Recording, recorder: &Recorder) {
        for agent in recorder.recording().agents() {
            let told = told.agent(agent.id()).expect("it is told of");
            let kept = recorder.recording().moments();
            for moment in kept.start..told.recording.moments().end {
                let events = |agent: super::super::Agent<'_>| {
                    agent.frame_at(moment).map(|frame| {
                        let events = frame.events().collect::<Vec<_>>();
                        let set =
                            frame.set().map(|(field, value)| (field.to_owned(), value.to_owned()));
                        (events, frame.forced().collect::<Vec<_>>(), set.collect::<Vec<_>>())
                    })
                };
                assert_eq!(
                    events(told),
                    events(agent),
                    "{moment} told {:?} kept {kept:?}",
                    told.recording.moments()
                );
                assert_eq!(told.active_at(moment), agent.active_at(moment), "{moment}");
                assert_eq!(told.blackboard_at(moment), agent.blackboard_at(moment), "{moment}");
                assert_eq!(told.values_at(moment), agent.values_at(moment), "{moment}");
                assert_eq!(told.recording.time(moment), recorder.recording().time(moment));
            }
        }
    }

    #[test]
    fn what_is_told_in_parts_is_what_was_recorded() {
        for (seed, capacity) in (0..).zip([1_000, 3_000, 10_000, 100_000]) {
            let (mut recorder, mut chance) = (Recorder::with_capacity(capacity), Chance(seed));
            let add = |_| (recorder.agent::<Flip>("it"), Flip::new());
            let mut agents: Vec<_> = (0..4).map(add).collect();
            let mut reel = Reel::default();
            for state in 0..800 {
                deed(&mut recorder, &mut agents, &mut chance);
                // Readers ask after each action in one phase, and only after much has been dropped in the
                // next.
                if chance.below(if state < 200 { 3 } else { 60 }) == 0 {
                    let open = chance.below(2) == 0;
                    catch_up(&mut reel, &recorder, open, state);
                    assert!(reel.open().is_none_or(|open| open == state));
                    let told = Recording::from_json(&reel.news(0, 0, 0).to_json());
                    same(&told.expect("it is a recording"), &recorder);
                }
            }
            assert!(reel.end() > 50);
        }
    }

    #[test]
    fn reasons_that_are_told_in_parts_are_those_of_the_whole() {
        let (mut recorder, mut chance) = (Recorder::with_capacity(1 << 20), Chance(5));
        let add = |_| (recorder.agent::<Flip>("it"), Flip::new());
        let mut agents: Vec<_> = (0..4).map(add).collect();
        let mut reel = Reel::default();
        for state in 0..300 {
            deed(&mut recorder, &mut agents, &mut chance);
            if chance.below(5) == 0 {
                catch_up(&mut reel, &recorder, chance.below(2) == 0, state);
            }
        }
        catch_up(&mut reel, &recorder, true, 300);
        let told = reel.news(0, 0, 0).to_json();
        let [told, whole] = [told, recorder.recording().to_page_json()].map(|json| {
            let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
            let reasons = json["reasons"].as_array().expect("it has reasons").iter();
            let mut reasons: Vec<_> = reasons.map(ToString::to_string).collect();
            reasons.sort_unstable();
            reasons
        });
        assert_eq!(told, whole);
        assert!(told.len() > 50);
    }

    #[test]
    fn whether_a_moment_begins_is_known_of_those_behind_one_who_is_forgotten() {
        let mut recorder = Recorder::with_capacity(0);
        let [early, late] = [0; 2].map(|_| recorder.agent::<Flip>("it"));
        let mut tree = Flip::new();
        recorder.tick(early, &mut Flip::new(), &mut 1);
        recorder.retire(early);
        for number in 0..9 {
            assert!(recorder.begins_moment(late) || number == 0);
            recorder.tick(late, &mut tree, &mut { number });
        }
        assert!(recorder.recording().agent(early).is_none(), "it is forgotten");
        recorder.next_moment();
        assert!(!recorder.begins_moment(late), "it has not been ticked in this one");
    }

    #[test]
    fn who_has_something_is_told_the_rest() {
        let mut recorder = Recorder::with_capacity(1 << 20);
        let agent = recorder.agent::<Flip>("it");
        let (mut tree, mut reel) = (Flip::new(), Reel::default());
        for number in 0..100 {
            recorder.tick(agent, &mut tree, &mut { number });
            catch_up(&mut reel, &recorder, false, 0);
        }
        let rest = reel.news(50, 1, 1);
        assert!(rest.trees.is_empty() && rest.agents.is_empty());
        assert_eq!(rest.pieces[0].moments.start, 50);
        assert_eq!(reel.news(99, 1, 1).pieces.len(), 0, "the moment 99 goes on");
    }
}
