//! Consecutive snapshots: only changes are stored, and every moment has the values of its own
//! blackboard.

use allocation_counter::measure;
use bt_core::behavior_tree;
use bt_watch::record::{AgentId, Recorder, Recording};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::Duration;

behavior_tree! {
    tree Rest(it: &mut ()) { running; }
}

#[derive(Clone, Debug, Serialize)]
enum Task {
    Idle,
    Walk { x: f32, y: f32 },
    Wait(Duration),
    Carry(Option<&'static str>, u8),
}

#[derive(Clone, Debug, Serialize)]
struct Npc {
    health: i32,
    speed: f64,
    name: String,
    task: Task,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<(i64, char)>,
    #[serde(rename = "1")]
    number: u128,
    known: BTreeMap<(u8, bool), Vec<i8>>,
    never: Broken,
}

/// May fail to serialize.
#[derive(Clone, Debug)]
struct Broken(Option<u8>);

impl Serialize for Broken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(number) => Err(serde::ser::Error::custom(format!("broken {number}"))),
            None => serializer.serialize_unit(),
        }
    }
}

/// One of the shapes that a blackboard may have.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Blackboard {
    Npc(Box<Npc>),
    Plain { health: i32, name: String },
    Same { name: String, health: i32 },
    Escaped(BTreeMap<String, i32>),
    Number(i32),
    Nothing,
}

fn npc(chance: &mut fastrand::Rng) -> Npc {
    let tasks = [
        Task::Idle,
        Task::Walk { x: chance.f32(), y: -0.0 },
        Task::Walk { x: 0.5, y: if chance.bool() { 0.0 } else { f32::NAN } },
        Task::Wait(Duration::from_secs(chance.u64(0..3))),
        Task::Carry(chance.bool().then_some("key"), chance.u8(0..2)),
    ];
    Npc {
        health: chance.i32(-1..2),
        speed: [0.0, -0.0, 1.5][chance.usize(0..3)],
        name: "x".repeat(chance.usize(6..10)),
        task: tasks[chance.usize(0..tasks.len())].clone(),
        target: chance.bool().then(|| (chance.i64(-1..1), 'ü')),
        number: u128::from(chance.u64(0..2)) << 100,
        known: (0..chance.u8(0..2))
            .map(|key| ((key, true), vec![-1; chance.usize(0..3)]))
            .collect(),
        never: Broken((chance.u8(0..4) == 0).then(|| chance.u8(0..2))),
    }
}

/// Another blackboard; sometimes only one field differs.
fn change(before: Blackboard, chance: &mut fastrand::Rng) -> Blackboard {
    let name = "abc"[..chance.usize(0..3)].to_string();
    match (before, chance.u8(0..16)) {
        (Blackboard::Npc(mut npc), 0..=3) => {
            npc.health += 1;
            Blackboard::Npc(npc)
        }
        (before, 4..=7) => before,
        (Blackboard::Plain { health, .. }, 8) => Blackboard::Same { name, health },
        (_, 9) => Blackboard::Plain { health: 0, name },
        (_, 10) => Blackboard::Number(chance.i32(0..2)),
        (_, 11) => Blackboard::Nothing,
        (_, 12) => Blackboard::Escaped([("$number".to_string(), chance.i32(0..2))].into()),
        _ => Blackboard::Npc(Box::new(npc(chance))),
    }
}

fn new() -> (Recorder, AgentId) {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Rest>("it");
    (recorder, agent)
}

/// The values of a blackboard alone.
fn values(blackboard: &impl Serialize) -> Map<String, Value> {
    let (mut recorder, agent) = new();
    recorder.next_moment();
    recorder.snapshot(agent, blackboard);
    recorder.recording().agent(agent).and_then(|it| it.blackboard_at(0)).expect("it was recorded")
}

#[test]
fn every_moment_has_the_values_of_its_blackboard() {
    for seed in 0..40 {
        let mut chance = fastrand::Rng::with_seed(seed);
        let (mut recorder, agent) = new();
        let (mut blackboard, mut expected) = (Blackboard::Nothing, Vec::new());
        for _ in 0..200 {
            recorder.next_moment();
            for _ in 0..chance.u8(1..3) {
                blackboard = change(blackboard, &mut chance);
                recorder.snapshot(agent, &blackboard);
            }
            expected.push(values(&blackboard));
        }
        let recording = recorder.into_recording();
        for (moment, expected) in (0..).zip(&expected) {
            let found = recording.agent(agent).and_then(|it| it.blackboard_at(moment));
            assert_eq!(found.as_ref(), Some(expected), "moment {moment} of {seed}");
        }
        let loaded = Recording::from_json(&recording.to_json()).expect("it is a recording");
        assert_eq!(loaded, recording);
    }
}

#[derive(Serialize)]
struct Seen {
    health: u32,
    position: u32,
    name: &'static str,
}

#[test]
fn what_does_not_change_is_not_built_again() {
    let (mut recorder, agent) = new();
    let mut seen = Seen { health: 1, position: 2, name: "Anna" };
    for _ in 0..3 {
        recorder.tick(agent, &mut Rest::new(), &mut ());
        recorder.snapshot(agent, &seen);
    }
    assert_eq!(measure(|| recorder.snapshot(agent, &seen)).count_total, 0);
    // The changing value is a number; the list of changes grows from time to time.
    let mut count = 0;
    for _ in 0..100 {
        recorder.next_moment();
        seen.position += 1;
        count += measure(|| recorder.snapshot(agent, &seen)).count_total;
    }
    assert!(count <= 10, "{count} allocations in 100 snapshots");
}
