//! The counted memory equals the memory that is really taken.

use super::recording::{Run, Track};
use super::snapshot::Change;
use super::{AgentId, Recorder};
use bt_core::{NodeId, Observer, Status, behavior_tree};
use std::collections::BTreeMap;
use std::format;
use std::time::Duration;
use std::vec::Vec;

behavior_tree! {
    pub(super) tree Flip(number: &mut u64) {
        active_selector {
            condition *number % 3 == 0;
            sequence {
                condition *number % 5 > 1;
                action Err::<Status, _>(format!("{number}"));
            }
            let(begun: u64 = *number) parallel {
                running;
                for(round in 0..7) let(at: u64 = *number + round as u64) action { *at += 3; *begun += *at % 2 };
            }
        }
    }
}

/// The memory that can be freed.
fn taken(recorder: &Recorder) -> usize {
    let of = |track: &Track| {
        let runs: usize = track.runs.iter().map(Run::weight).sum();
        let own = track.retired.map_or(0, |_| track.own_weight());
        let changes = [&track.snapshots, &track.values].map(|of| of.changes.iter());
        runs + changes.into_iter().flatten().map(Change::weight).sum::<usize>() + own
    };
    let times = recorder.recording.times.len() * size_of::<Option<Duration>>();
    recorder.recording.agents.iter().map(of).sum::<usize>() + times
}

pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

pub(super) fn deed(recorder: &mut Recorder, agents: &mut [(AgentId, Flip)], chance: &mut Chance) {
    let place = usize::try_from(chance.below(4)).unwrap_or(0);
    let (agent, tree) = &mut agents[place];
    let mut number = chance.below(40);
    match chance.below(12) {
        0 => recorder.abort(*agent, tree, &mut number),
        1 | 2 => {
            let key = |key| (format!("key {key}"), format!("{:1$}", "", place + 1));
            recorder.snapshot(*agent, &(0..number % 4).map(key).collect::<BTreeMap<_, _>>());
        }
        3 => recorder.next_moment(),
        5 => {
            let spark = recorder.agent::<Flip>(format!("spark {number}"));
            recorder.tick(spark, &mut Flip::new(), &mut number);
            recorder.retire(spark);
        }
        4 if number < 4 => recorder.next_moment_at(Duration::from_secs(number)),
        6 => {
            recorder.note_set(*agent, "number", &format!("{number}"));
            recorder.turn(*agent, tree, |tree, notes| {
                notes.forced(NodeId::new(1));
                tree.tick_with(&mut number, notes)
            });
        }
        _ => drop(recorder.tick(*agent, tree, &mut number)),
    }
}

#[test]
fn what_is_counted_is_what_is_taken() {
    for (seed, capacity) in (0..).zip([0, 300, 1_000, 3_000, 10_000, 100_000]) {
        let (mut recorder, mut chance) = (Recorder::with_capacity(capacity), Chance(seed));
        let add = |_| (recorder.agent::<Flip>("it"), Flip::new());
        let mut agents: Vec<_> = (0..4).map(add).collect();
        for _ in 0..3_000 {
            deed(&mut recorder, &mut agents, &mut chance);
            assert_eq!(recorder.bytes(), taken(&recorder), "with {capacity} bytes");
            if recorder.bytes() > capacity {
                let last = recorder.recording.last().unwrap_or(0);
                let freed = recorder.recording.clone().forget(last);
                assert_eq!(freed, 0, "with {capacity} bytes, more than the last moment is kept");
            }
        }
        assert!(recorder.bytes() * 2 > capacity.min(50_000), "with {capacity} bytes");
    }
}

#[test]
fn active_nodes_are_found_from_those_below() {
    let (mut recorder, mut tree) = (Recorder::with_capacity(1_000), Flip::new());
    let agent = recorder.agent::<Flip>("it");
    recorder.tick(agent, &mut tree, &mut 1);
    let run = &recorder.recording.agents[0].runs[0];
    assert!(run.frame.tips().eq([7, 8].map(NodeId::new)), "{run:?}");
    assert!(recorder.recording().agents().all(|it| it.active_at(0).into_iter().eq(tree.active())));
}

#[test]
fn a_full_recording_drops_several_moments_at_a_time() {
    let capacity = 100_000;
    let mut recorder = Recorder::with_capacity(capacity);
    let (agent, mut tree) = (recorder.agent::<Flip>("it"), Flip::new());
    let mut drops = 0;
    for mut number in 0..5_000 {
        let first = recorder.recording().moments().start;
        recorder.tick(agent, &mut tree, &mut number);
        recorder.snapshot(agent, &BTreeMap::from([("number", number)]));
        assert!(recorder.bytes() <= capacity);
        if recorder.recording().moments().start > first {
            drops += 1;
            assert!(recorder.bytes() > capacity / 32 * 31, "it drops no more than necessary");
        }
    }
    let kept = recorder.recording().moments();
    let kept_at_once = kept.end - kept.start;
    assert!(kept.start > 1_000 && kept_at_once > 200, "{kept:?}");
    assert!(kept.start >= drops * (kept_at_once / 64), "{drops} drops for {kept:?}");
}

#[test]
fn an_abort_is_recorded_and_observed() {
    #[derive(Default)]
    struct Aborted(Vec<NodeId>);

    impl Observer for Aborted {
        fn aborted(&mut self, node: NodeId) {
            self.0.push(node);
        }
    }

    let (mut recorder, mut tree) = (Recorder::with_capacity(1_000), Flip::new());
    let agent = recorder.agent::<Flip>("it");
    recorder.tick(agent, &mut tree, &mut 1);
    let mut active: Vec<_> = tree.active().collect();
    let mut aborted = Aborted::default();
    recorder.abort_with(agent, &mut tree, &mut 1, &mut aborted);
    aborted.0.sort_unstable();
    active.sort_unstable();
    assert!(!active.is_empty() && aborted.0 == active);
    assert!(recorder.recording().agents().all(|it| it.active_at(0).is_empty()));
}
