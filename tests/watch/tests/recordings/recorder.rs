//! Recordings: what is kept, what is dropped, and the errors for files that are not recordings.

use bt_core::observe::Mark;
use bt_core::{BehaviorTree, Node, NodeId, Status, behavior_tree};
use bt_watch::record::{AgentId, Recorder, Recording, Tree, TreeNode};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

#[derive(Clone, Debug, Default, Serialize)]
struct Npc {
    health: u32,
    enemies: BTreeMap<String, u32>,
    #[serde(flatten)]
    notes: HashMap<String, u32>,
}

impl Npc {
    fn shoot(&mut self) -> Result<Status, String> {
        if self.health % 7 == 3 {
            return Err(format!("\"click\" </script> & 'ü'\n{}", self.health));
        }
        Ok(Status::Running)
    }
}

behavior_tree! {
    /// Runs away <when> it is "hurt".
    #[derive(Clone)]
    tree Guard(npc: &mut Npc) {
        active_selector {
            'flee: sequence {
                condition npc.health < 20;
                running;
            }
            'fight: parallel {
                action npc.shoot();
                repeat condition npc.health % 5 != 0;
            }
            'rest: running;
        }
    }

    tree Count(number: &mut u32) {
        repeat(3) action *number += 1;
    }

    tree Drive(speed: &mut u32) {
        finally { 'brake: retry sequence { action *speed -= 1; condition *speed == 0; } }
        'drive: action { *speed = 2; Status::Running };
    }
}

/// Some agents whose health goes down; one of them is rarely ticked.
struct Village {
    recorder: Recorder,
    guards: Vec<(AgentId, Guard, Npc)>,
    clock: Option<Duration>,
}

impl Village {
    fn new(capacity: usize) -> Self {
        let mut recorder = Recorder::with_capacity(capacity);
        let names = ["Ada", "Bob <b>", "Cäsar \"\u{1f431}\""];
        let guard = |(index, name): (u32, _)| {
            let npc = Npc { health: 100 + index, ..Npc::default() };
            (recorder.agent::<Guard>(name), Guard::new(), npc)
        };
        let guards = (0..).zip(names).map(guard).collect();
        Self { recorder, guards, clock: None }
    }

    fn moment(&mut self, number: u32) {
        match &mut self.clock {
            Some(time) => {
                *time += Duration::from_millis(100);
                self.recorder.next_moment_at(*time);
            }
            None => self.recorder.next_moment(),
        }
        for (agent, tree, npc) in &mut self.guards {
            if agent.index() == 2 && number % 10 > 1 {
                continue;
            }
            npc.health -= npc.health.min(u32::from(number % 3 == 0));
            if number % 4 == 0 {
                npc.enemies.insert(format!("enemy {}", number % 16), number);
                npc.notes = (0..number % 5).map(|note| (format!("note {note}"), note)).collect();
            }
            self.recorder.tick_with_snapshot(*agent, tree, npc);
            if number % 50 == 49 {
                self.recorder.abort(*agent, tree, npc);
            }
        }
    }

    fn recorded(capacity: usize, moments: u32) -> Recording {
        let mut village = Self::new(capacity);
        (0..moments).for_each(|number| village.moment(number));
        village.recorder.into_recording()
    }
}

fn timed() -> Recording {
    let mut village = Village::new(5_000);
    village.moment(0);
    village.clock = Some(Duration::from_secs(3));
    (1..200).for_each(|number| village.moment(number));
    village.recorder.into_recording()
}

#[test]
fn a_loaded_recording_is_the_saved_one() {
    for recording in [Village::recorded(1 << 20, 300), Village::recorded(3_000, 300), timed()] {
        let text = recording.to_json();
        let loaded = Recording::from_json(&text).unwrap();
        assert_eq!(loaded, recording);
        assert_eq!(loaded.to_json(), text);
        assert!(serde_json::from_str::<Value>(&text).is_ok());
    }
}

#[test]
fn the_same_run_is_the_same_file() {
    // The values of the blackboard come from a hash map, whose order differs from run to run.
    assert_eq!(Village::recorded(5_000, 300).to_json(), Village::recorded(5_000, 300).to_json());
}

#[test]
fn a_small_recording_is_the_end_of_a_large_one() {
    let mut all = Village::recorded(1 << 30, 300);
    assert_eq!(all.moments(), 0..300);
    for capacity in [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000] {
        let small = Village::recorded(capacity, 300);
        assert!(small.moments().start > 0 && small.moments().end == 300, "{capacity}");
        let mut end = all.clone();
        end.forget_before(small.moments().start);
        assert_eq!(small, end, "{capacity}");
    }
    all.forget_before(1_000);
    assert!(all.moments().is_empty());
    assert_eq!(Recording::from_json(&all.to_json()).unwrap(), all);
}

#[test]
fn memory_is_bounded() {
    /// The length of the file is used as a measure of the memory.
    fn largest(capacity: usize, moments: u32) -> usize {
        let mut village = Village::new(capacity);
        let lengths = (0..moments).map(|number| {
            village.moment(number);
            let json = || village.recorder.recording().to_json().len();
            if number % 100 == 99 { json() } else { 0 }
        });
        lengths.max().unwrap()
    }
    let (small, large) = (largest(20_000, 3_000), largest(40_000, 3_000));
    assert!(small < largest(20_000, 1_000) + 1_000, "it has grown to {small}");
    assert!((15..25).contains(&(large * 10 / small)), "{small}, {large}");
}

#[test]
fn clocks_are_bounded_too() {
    let mut recorder = Recorder::with_capacity(1_600);
    let agent = recorder.agent::<Guard>("idle");
    let (mut tree, mut npc) = (Guard::new(), Npc { health: 50, ..Npc::default() });
    for second in 0..1_000 {
        recorder.next_moment_at(Duration::from_secs(second));
        recorder.tick(agent, &mut tree, &mut npc);
    }
    let moments = recorder.recording().moments();
    assert!((50..100).contains(&moments.clone().count()), "{moments:?}");
    assert_eq!(recorder.recording().time(999), Some(Duration::from_secs(999)));
    assert_eq!(recorder.recording().time(moments.start - 1), None);
    assert_eq!(recorder.recording().time(1_000), None);
}

#[test]
fn who_rests_stays_as_it_was() {
    let recording = Village::recorded(4_000, 248);
    let resting = recording.agents().nth(2).unwrap();
    assert!(resting.frame_at(241).is_some());
    for moment in 242..248 {
        assert!(resting.frame_at(moment).is_none());
        assert_eq!(resting.active_at(moment), resting.frame_at(241).unwrap().active());
    }
}

#[test]
fn an_abort_belongs_to_the_moment() {
    let recording = Village::recorded(1 << 20, 60);
    let ada = recording.agents().next().unwrap();
    let frame = ada.frame_at(49).unwrap();
    assert_eq!(frame.moments(), 49..50);
    assert_eq!((frame.status(), frame.active()), (None, vec![]));
    let events: Vec<_> = frame.events().collect();
    assert_eq!(events.first(), Some(&(NodeId::new(2), Mark::Ticked(Status::Failure))));
    assert_eq!(events.last(), Some(&(NodeId::new(0), Mark::Aborted)));
    assert_eq!(ada.frame_at(48).unwrap().status(), Some(Status::Running));
    assert_eq!(ada.active_at(49), []);
}

#[test]
fn an_abort_without_a_tick_is_a_frame_of_its_own() {
    let mut recorder = Recorder::with_capacity(1_000);
    let agent = recorder.agent::<Guard>("it");
    let (mut tree, mut npc) = (Guard::new(), Npc { health: 50, ..Npc::default() });
    recorder.abort(agent, &mut tree, &mut npc); // nothing runs
    assert!(recorder.recording().moments().is_empty());
    recorder.tick(agent, &mut tree, &mut npc);
    recorder.tick(agent, &mut tree, &mut npc);
    recorder.next_moment();
    recorder.abort(agent, &mut tree, &mut npc);
    recorder.tick(agent, &mut tree, &mut npc); // in the same moment
    let it = recorder.recording().agent(agent).unwrap();
    assert!(it.frames().map(|frame| frame.moments()).eq([0..2, 2..3]));
    let events: Vec<_> = it.frame_at(2).unwrap().events().collect();
    assert_eq!(events[..2].iter().map(|event| event.1).collect::<Vec<_>>(), [Mark::Aborted; 2]);
    assert_eq!(events[2..], it.frame_at(0).unwrap().events().collect::<Vec<_>>());
}

#[test]
fn snapshots_are_of_anything() {
    let mut recorder = Recorder::with_capacity(10_000);
    let agent = recorder.agent::<Count>("it");
    let (mut tree, mut number) = (Count::new(), 4);
    recorder.tick_with_snapshot(agent, &mut tree, &mut number);
    recorder.next_moment();
    recorder.snapshot(agent, &BTreeMap::from([((1, 2), 3)]));
    recorder.next_moment();
    recorder.snapshot(agent, &json!({"a": null, "b": [1, {"c": 2}]}));
    recorder.snapshot(agent, &json!({"b": [1, {"c": 3}]}));
    recorder.next_moment();
    recorder.snapshot(agent, &json!({}));
    let recording = Recording::from_json(&recorder.recording().to_json()).unwrap();
    let it = recording.agent(agent).unwrap();
    let values = |moment| it.blackboard_at(moment).map(Value::Object).unwrap();
    assert_eq!(values(0), json!({"value": 5}));
    assert_eq!(values(1), json!({"[1,2]": 3}));
    assert_eq!(values(2), json!({"b": [1, {"c": 3}]}));
    assert_eq!(values(3), json!({}));
    let text = recording.to_json();
    assert!(text.contains("\n[0,1,{\"[1,2]\":3},[\"value\"]],\n"), "{text}");
}

#[test]
fn trees_are_kept_once() {
    let mut recorder = Recorder::with_capacity(1_000);
    recorder.agent::<Guard>("a");
    recorder.agent::<Count>("b");
    let agent = recorder.agent::<Guard>("c");
    let recording = recorder.into_recording();
    assert!(recording.trees().iter().map(Tree::name).eq(["Guard", "Count"]));
    let nodes = recording.agent(agent).unwrap().tree().nodes();
    assert!(nodes.iter().map(TreeNode::name).eq(Guard::NODES.iter().map(Node::name)));
}

#[test]
#[should_panic(expected = "another tree")]
fn an_agent_has_one_type_of_tree() {
    let mut recorder = Recorder::with_capacity(1_000);
    let agent = recorder.agent::<Guard>("guard");
    recorder.tick(agent, &mut Count::new(), &mut 0);
}

#[test]
fn agents_in_generic_code() {
    fn record<B, T: BehaviorTree<B>>(blackboard: &mut B) -> Recording {
        let mut recorder = Recorder::with_capacity(1_000);
        let agent = recorder.agent::<T>("it");
        recorder.tick(agent, &mut T::new(), blackboard);
        recorder.into_recording()
    }
    assert_eq!(record::<_, Count>(&mut 1).moments(), 0..1);
}

#[test]
fn a_file_is_saved_and_loaded() {
    let path = std::env::temp_dir().join(format!("behavior-tree-{}.json", std::process::id()));
    let recording = Village::recorded(3_000, 50);
    recording.save(&path).unwrap();
    let loaded = Recording::load(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(loaded.unwrap(), recording);

    let error = Recording::load(&path).unwrap_err().to_string();
    assert!(error.starts_with(&path.display().to_string()), "{error}");
}

#[test]
fn a_stop_is_recorded_as_ticks_are() {
    let (mut recorder, mut tree, mut speed) = (Recorder::with_capacity(1 << 20), Drive::new(), 0);
    let agent = recorder.agent::<Drive>("Ada");
    recorder.next_moment();
    recorder.tick(agent, &mut tree, &mut speed);
    for expected in [Status::Running, Status::Success] {
        recorder.next_moment();
        assert_eq!(recorder.stop(agent, &mut tree, &mut speed), expected);
    }
    let agent = recorder.recording().agent(agent).expect("it was added");
    let active = |moment| agent.active_at(moment).contains(&Drive::BRAKE);
    assert_eq!([0, 1, 2].map(active), [false, true, false]);
}
