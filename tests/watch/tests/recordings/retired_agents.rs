//! Agents that end: their frames are kept as long as the moments, and then nothing is kept.

use bt_core::{Status, behavior_tree};
use bt_watch::record::{AgentId, Recorder, Recording};
use std::panic::{AssertUnwindSafe, catch_unwind};

behavior_tree! {
    tree Spark(height: &mut u32) {
        sequence {
            action *height += 1;
            condition *height % 3 == 0;
        }
    }

    tree Keeper(height: &mut u32) {
        'keep: action {
            *height += 1;
            Status::Running
        };
    }
}

/// A keeper that stays, and sparks that end after some moments.
struct Fire {
    recorder: Recorder,
    keeper: (AgentId, Keeper, u32),
    sparks: Vec<(AgentId, Spark, u32)>,
    lit: usize,
}

impl Fire {
    fn new(capacity: usize) -> Self {
        let mut recorder = Recorder::with_capacity(capacity);
        let keeper = (recorder.agent::<Keeper>("keeper"), Keeper::new(), 0);
        Self { recorder, keeper, sparks: Vec::new(), lit: 0 }
    }

    fn moment(&mut self) {
        self.recorder.next_moment();
        let (agent, tree, height) = &mut self.keeper;
        self.recorder.tick_with_snapshot(*agent, tree, height);
        let spark = self.recorder.agent::<Spark>(format!("spark {}", self.lit));
        self.lit += 1;
        self.sparks.push((spark, Spark::new(), 0));
        for (agent, tree, height) in &mut self.sparks {
            self.recorder.tick_with_snapshot(*agent, tree, height);
        }
        if self.sparks.len() > 4 {
            let (agent, ..) = self.sparks.remove(0);
            self.recorder.retire(agent);
        }
    }

    fn burnt(capacity: usize, moments: usize) -> Self {
        let mut fire = Self::new(capacity);
        (0..moments).for_each(|_| fire.moment());
        fire
    }
}

#[test]
fn what_they_did_is_kept_as_long_as_its_moments() {
    let fire = Fire::burnt(1 << 30, 50);
    let recording = fire.recorder.recording();
    assert_eq!(recording.agents().len(), 51, "nothing is forgotten");
    let tenth = recording.agent(AgentId::new(10)).unwrap();
    assert_eq!((tenth.name(), tenth.retired()), ("spark 9", Some(13)));
    let moments: Vec<_> = tenth.frames().flat_map(|frame| frame.moments()).collect();
    assert_eq!(moments, [9, 10, 11, 12, 13]);
    assert_eq!(tenth.blackboard_at(13).unwrap()["value"], 5);

    let mut end = recording.clone();
    end.forget_before(13);
    assert!(end.agent(AgentId::new(10)).is_some());
    end.forget_before(14);
    assert!(end.agent(AgentId::new(10)).is_none());
    let numbers: Vec<_> = end.agents().map(|agent| agent.id().index()).collect();
    assert_eq!(numbers[..3], [0, 11, 12]);
    assert_eq!(end.agent(AgentId::new(11)).unwrap().name(), "spark 10");
    assert_eq!(Recording::from_json(&end.to_json()).unwrap(), end);
}

#[test]
fn a_small_recording_is_the_end_of_a_large_one() {
    let all = Fire::burnt(1 << 30, 200);
    for capacity in [0, 1_000, 5_000, 20_000] {
        let small = Fire::burnt(capacity, 200);
        let mut end = all.recorder.recording().clone();
        end.forget_before(small.recorder.recording().moments().start);
        assert_eq!(*small.recorder.recording(), end, "{capacity}");
        assert!(small.recorder.recording().moments().start > 100);
    }
}

#[test]
fn memory_and_files_are_bounded() {
    let size = |moments| {
        let fire = Fire::burnt(20_000, moments);
        assert!(fire.recorder.bytes() <= 20_000);
        (fire.recorder.recording().agents().len(), fire.recorder.recording().to_json().len())
    };
    let ((agents, length), (later_agents, later_length)) = (size(300), size(6_000));
    assert!(later_agents <= agents + 1 && agents < 60, "{agents}, {later_agents}");
    assert!(later_length < length + 500, "{length}, {later_length}");
}

#[test]
fn who_never_did_anything_is_forgotten_too() {
    let mut recorder = Recorder::with_capacity(1_000);
    let (keeper, mut tree) = (recorder.agent::<Keeper>("keeper"), Keeper::new());
    for number in 0..1_000 {
        recorder.tick(keeper, &mut tree, &mut 0);
        let idle = recorder.agent::<Spark>(format!("idle {number}"));
        recorder.retire(idle);
    }
    assert!(recorder.recording().agents().len() < 10);
    assert!(recorder.bytes() <= 1_000);
    assert_eq!(recorder.recording().agent(keeper).unwrap().name(), "keeper");
}

#[test]
fn the_retired_do_nothing_more() {
    let mut fire = Fire::burnt(5_000, 30);
    for spark in [5, 22, 99] {
        let spark = AgentId::new(spark);
        let tick = AssertUnwindSafe(|| fire.recorder.tick(spark, &mut Spark::new(), &mut 0));
        let panic = catch_unwind(tick).unwrap_err();
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap();
        assert!(text.ends_with("or is retired"), "{text}");
    }
    fire.moment();
    assert_eq!(fire.recorder.recording().moments().end, 31);
}
