//! The recordings that the tests of the page read, with what the page has to show of them: `tests/watch/page/recorded.json`.
//! `BLESS=1` writes the file again.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bt_core::observe::Mark;
use bt_core::{Clock, NodeId, Status, behavior_tree};
use bt_watch::record::{Agent, Frame, Recorder, Recording};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

/// The recording as the page receives it, and what is known of each tick of each agent.
fn told(recording: &Recording) -> Value {
    let page = recording.page().to_string();
    let data = page.split_once("id=\"recording\">").expect("the page has a place for it").1;
    let data = data.split_once("</script>").expect("the place ends").0;
    let mut data: Value = serde_json::from_str(data).expect("it is JSON");
    // Where the trees of this file stand is of no interest.
    for tree in data["trees"].as_array_mut().into_iter().flatten() {
        for node in tree["nodes"].as_array_mut().into_iter().flatten() {
            node.as_object_mut().expect("a node is an object").remove("line");
        }
    }
    let agents = recording.agents().map(|agent| {
        let mut counts = vec![[0; 4]; agent.tree().nodes().len()];
        let ticks = recording.moments().map(|moment| tick(agent, moment, &mut counts));
        json!({"name": agent.name(), "ticks": ticks.collect::<Vec<_>>(), "marks": marks(agent)})
    });
    json!({"agents": agents.collect::<Vec<_>>(), "recording": data})
}

fn tick(agent: Agent<'_>, moment: u64, counts: &mut [[u32; 4]]) -> Value {
    let frame = agent.frame_at(moment);
    if let Some(frame) = &frame {
        count(counts, agent, &frame.active(), &frame.events().collect::<Vec<_>>());
    }
    let errors = frame.iter().flat_map(Frame::errors);
    json!({
        "states": states_at(agent, moment),
        "ticked": frame.is_some(),
        "unfinished": frame.as_ref().is_some_and(Frame::is_unfinished),
        "result": frame.as_ref().and_then(Frame::status).map(|status| status.to_string()),
        "errors": errors.map(|(node, text)| json!([node.index(), text])).collect::<Vec<_>>(),
        "board": agent.blackboard_at(moment).as_ref().map(flat),
        "values": agent.values_at(moment).iter().map(|(node, text)| json!([node.index(), text])).collect::<Vec<_>>(),
        "counts": counts,
    })
}

/// Adds a tick to the number of ticks, successes, failures and aborts of each node. A node was ticked if a node in it was.
fn count(counts: &mut [[u32; 4]], agent: Agent<'_>, active: &[NodeId], events: &[(NodeId, Mark)]) {
    for (node, of) in counts.iter_mut().enumerate() {
        let number = |mark| {
            let is_it = |event: &&(NodeId, Mark)| event.0.index() == node && event.1 == mark;
            u32::try_from(events.iter().filter(is_it).count()).expect("it is small")
        };
        let within = node..agent.tree().nodes()[node].end.index();
        let is_ticked =
            |event: &(NodeId, Mark)| within.contains(&event.0.index()) && event.1 != Mark::Aborted;
        let is_active = |one: &NodeId| one.index() == node;
        of[0] += u32::from(events.iter().any(is_ticked) || active.iter().any(is_active));
        of[1] += number(Mark::Ticked(Status::Success));
        of[2] += number(Mark::Ticked(Status::Failure));
        of[3] += number(Mark::Aborted);
    }
}

/// The state of each node in a moment: `idle`, or the word of its last event or of its activity.
fn states_at(agent: Agent<'_>, moment: u64) -> String {
    let mut states = vec!["idle".to_owned(); agent.tree().nodes().len()];
    for (node, mark) in agent.frame_at(moment).into_iter().flat_map(|frame| frame.events()) {
        states[node.index()] = match mark {
            Mark::Ticked(result) => result.to_string(),
            Mark::Aborted => "aborted".to_owned(),
        };
    }
    agent
        .active_at(moment)
        .into_iter()
        .for_each(|node| "running".clone_into(&mut states[node.index()]));
    states.join(" ")
}

/// The ticks in which the result of the root or the active nodes change, which the page marks.
fn marks(agent: Agent<'_>) -> Vec<u64> {
    let mut marks = Vec::new();
    let mut before = None;
    for frame in agent.frames() {
        let is_leaf = |(node, mark): &(NodeId, Mark)| {
            agent.tree().nodes()[node.index()].end.index() == node.index() + 1
                && *mark != Mark::Aborted
        };
        let doing = if frame.active().is_empty() {
            let leaf = frame.events().filter(is_leaf).last();
            leaf.map(|(node, _)| Vec::from([node])).unwrap_or_default()
        } else {
            frame.active()
        };
        let now = (frame.status(), doing);
        let is_mark = frame.is_unfinished() || before.as_ref().is_some_and(|before| *before != now);
        if is_mark && frame.moments().start > 0 {
            marks.push(frame.moments().start);
        }
        before = Some(now);
    }
    marks
}

/// The values of a blackboard with their paths: those without parts first, then the rest.
fn flat(blackboard: &Map<String, Value>) -> Value {
    fn add(rows: &mut Vec<Value>, path: &[String], value: &Value) {
        let below = |key: &str| [path, &[key.to_owned()]].concat();
        match value {
            Value::Object(fields) if !fields.is_empty() => {
                fields.iter().for_each(|(key, value)| add(rows, &below(key), value));
            }
            Value::Array(items) if !items.is_empty() => {
                let items = items.iter().enumerate();
                items.for_each(|(key, value)| add(rows, &below(&key.to_string()), value));
            }
            value => rows.push(json!([path.join("."), value])),
        }
    }
    let (mut plain, mut nested) = (Vec::new(), Vec::new());
    for (key, value) in blackboard {
        let rows = if value.is_object() || value.is_array() { &mut nested } else { &mut plain };
        add(rows, std::slice::from_ref(key), value);
    }
    plain.append(&mut nested);
    plain.into()
}

#[derive(Default, Serialize)]
struct Gun {
    shells: u32,
}

#[derive(Default, Serialize)]
struct Npc {
    #[serde(skip)]
    time: Duration,
    health: u32,
    hungry: bool,
    shells: u32,
    seen: bool,
    gun: Gun,
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        self.time
    }
}

behavior_tree! {
    tree Shoot(gun: &mut Gun) {
        sequence {
            condition gun.shells > 0;
            running;
        }
    }

    tree Life(npc: &mut Npc) {
        active_selector {
            'heal: guard(npc.health < 30) timeout(3s) running;
            'eat: sequence {
                condition npc.hungry;
                wait(2s);
                action npc.dinner();
            }
            'fight: subtree Shoot(&mut npc.gun);
            active_if npc.seen {
                'hide: priority_selector {
                    npc.health < 50 => 'crouch: running;
                    true => 'stand: running;
                }
            } else {
                repeat 'idle: sequence {
                    wait(2s);
                    succeed;
                }
            }
        }
    }
}

impl Npc {
    fn dinner(&mut self) -> Result<Status, &'static str> {
        if self.seen { Err("somebody comes") } else { Ok(Status::Success) }
    }
}

/// A change, and a sentence.
type Step = (fn(&mut Npc), &'static str);

/// Ticks, one per second, each with the change before it and the sentence that says why another node runs.
const STORY: &[Step] = &[
    (|npc| npc.health = 90, ""),
    (|npc| npc.health = 70, ""),
    (|_| (), "wait(2s) succeeded, so repeat waits."),
    (|_| (), "repeat went on to idle."),
    (
        |npc| npc.health = 20,
        "guard(npc.health < 30) turned true (health 70 → 20), so heal took over from idle, and wait(2s) was aborted.",
    ),
    (|_| (), ""),
    (|_| (), ""),
    (|_| (), "timeout(3s) failed, so idle took over from heal, and running was aborted."),
    (|npc| npc.health = 90, ""),
    (
        |npc| npc.seen = true,
        "active_if npc.seen chose again (seen false → true), so hide took over from idle, and wait(2s) was aborted.",
    ),
    (
        |npc| npc.health = 40,
        "npc.health < 50 turned true (health 90 → 40), so crouch took over from stand.",
    ),
    (
        |npc| npc.hungry = true,
        "npc.hungry turned true (hungry false → true), so eat took over from hide, and crouch was aborted.",
    ),
    // The field `shells` of the blackboard is not the field of the same name in a part.
    (|npc| (npc.hungry, npc.shells) = (false, 1), ""),
    (
        |npc| npc.gun.shells = 1,
        "wait(2s) succeeded, npc.dinner() failed (somebody comes), so fight runs now.",
    ),
    (|npc| npc.gun.shells = 0, ""),
    (
        |npc| (npc.hungry, npc.seen) = (true, false),
        "npc.hungry turned true (hungry false → true), so eat took over from fight, and running was aborted.",
    ),
    (|_| (), ""),
    (|_| (), "wait(2s) succeeded, so the tree succeeded after npc.dinner()."),
    (|_| (), "The tree started again: eat runs now."),
];

/// An agent, and why another node of it runs than in the tick before; the last two moments are an abort, and a rest.
fn life() -> Value {
    let mut recorder = Recorder::with_capacity(100_000);
    let agent = recorder.agent::<Life>("npc");
    let (mut life, mut npc) = (Life::new(), Npc::default());
    for (change, _) in STORY {
        change(&mut npc);
        recorder.tick_with_snapshot(agent, &mut life, &mut npc);
        npc.time += Duration::from_secs(1);
    }
    recorder.next_moment();
    recorder.abort(agent, &mut life, &mut npc);
    recorder.next_moment();
    let sentences = STORY.iter().map(|(_, sentence)| *sentence);
    let mut told = told(recorder.recording());
    told["sentences"] = sentences.chain(["The tree was aborted.", ""]).collect();
    told
}

behavior_tree! {
    tree Fall(height: &mut u32) {
        sequence {
            condition *height < 10;
            action assert_ne!(*height, 2, "the ground");
            running;
        }
    }
}

/// The third of four ticks panics.
fn fall() -> Value {
    let mut recorder = Recorder::with_capacity(10_000);
    let agent = recorder.agent::<Fall>("it");
    let mut fall = Fall::new();
    for mut height in [4, 3, 2, 1] {
        let tick = || recorder.tick_with_snapshot(agent, &mut fall, &mut height);
        assert_eq!(catch_unwind(AssertUnwindSafe(tick)).is_err(), height == 2);
        fall = Fall::new();
    }
    told(recorder.recording())
}

#[derive(Debug)]
struct Deer {
    id: u32,
}

struct Secret;

fn near(world: u32) -> Option<Deer> {
    (world < 40).then_some(Deer { id: world })
}

behavior_tree! {
    tree Go(world: &mut u32, speed: f32) {
        'go: repeat action { *world += 1; *speed += 0.5; };
    }

    tree Hunt(world: &mut u32) {
        'hunt: let(prey: Deer = near(*world)) sequence {
            'aim: for(shot in 0..3) action { *world += prey.id; let _ = shot; };
            'hidden: let(secret: Secret = Secret) repeat(2) action { let _ = &*secret; };
            'flight: subtree Go(speed = 1.5);
        }
    }
}

/// A tree that keeps values: of a type with and without `Debug`, and those of a loop and of parameters.
fn hunt() -> Value {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Hunt>("hunter");
    let (mut tree, mut world) = (Hunt::new(), 5);
    for _ in 0..6 {
        recorder.tick(agent, &mut tree, &mut world);
    }
    recorder.abort(agent, &mut tree, &mut world);
    recorder.tick(agent, &mut tree, &mut 90);
    told(recorder.recording())
}

#[derive(Default, Serialize)]
struct Sentry {
    time: Duration,
    place: (i32, f32),
    known: Vec<u32>,
    health: u32,
}

behavior_tree! {
    tree Guard(npc: &mut Sentry) {
        active_selector {
            'flee: active_sequence {
                condition npc.health < 20;
                monitor { condition npc.health > 0; action Status::Running; }
            }
            'watch: sequence {
                action Status::Running;
            }
        }
    }

    tree Other(npc: &mut Sentry) {
        action npc.health += 1;
    }
}

/// A guard that watches, rests for 20 moments, watches, flees, and watches again; another one that is aborted while it rests;
/// and an agent that comes late.
fn guards() -> Recording {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let [ada, bob] = ["Ada", "Bob"].map(|name| recorder.agent::<Guard>(name));
    let (mut trees, mut idle) = ([Guard::new(), Guard::new()], Sentry::default());
    let mut npc = Sentry { known: (0..20).collect(), ..Sentry::default() };
    for moment in 0..60_u32 {
        recorder.next_moment();
        npc.health = if moment / 10 == 4 { 10 } else { 100 };
        npc.time = Duration::from_millis(u64::from(moment) * 500);
        npc.place.0 = i32::try_from(moment).expect("it is small");
        npc.known[7] = moment / 2;
        if !(10..30).contains(&moment) {
            recorder.tick_with_snapshot(ada, &mut trees[0], &mut npc);
        }
        if moment < 4 {
            recorder.tick(bob, &mut trees[1], &mut idle);
        }
        if moment == 6 {
            recorder.abort(bob, &mut trees[1], &mut idle);
        }
    }
    let late = recorder.agent::<Other>("late");
    recorder.tick(late, &mut Other::new(), &mut npc);
    recorder.into_recording()
}

behavior_tree! {
    vocabulary Words(number: &mut u32) {
        condition Below(limit: u32) => *number < limit;
        action Count => *number += 1;
    }
}

const FIRST: &str = "tree Guard {\n    active_selector {\n        condition Below(limit = 0);\n        running;\n    }\n}\n";
const SECOND: &str = "tree Guard {\n    sequence { action Count; action Count; condition Below(limit = 9); running; }\n}\n";

/// Three agents with new versions of their tree from the third and from the sixth tick on.
fn versions() -> Value {
    let mut trees = Words::parse(FIRST).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let (mut recorder, mut number) = (Recorder::with_capacity(100_000), 0);
    let mut guards = [(); 3].map(|()| trees.tree("Guard").expect("the tree"));
    let names = ["Ada", "Bob", "Cid"];
    let agents = [0, 1, 2].map(|place| recorder.agent_of(names[place], &guards[place]));
    for moment in 0..8 {
        recorder.next_moment();
        for (agent, guard) in agents.iter().zip(&mut guards) {
            if let Some(text) = [(2, SECOND), (5, FIRST)].iter().find(|(of, _)| *of == moment) {
                trees.reload(text.1).unwrap_or_else(|mistakes| panic!("{mistakes}"));
                assert!(guard.renew(&trees, &mut number));
            }
            recorder.tick_with_snapshot(*agent, guard, &mut number);
        }
    }
    told(recorder.recording())
}

/// `Never` and `NotYet` serialize to the same value.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
enum Reload {
    Never,
    NotYet,
    In(i32),
}

#[derive(Serialize)]
struct Keys {
    map: BTreeMap<Option<&'static str>, i32>,
    pairs: BTreeMap<BTreeMap<(i32, &'static str), i32>, i32>,
    twice: BTreeMap<Reload, i32>,
}

behavior_tree! {
    tree Rest(it: &mut ()) { running; }
}

/// Keys of maps that look alike.
fn keys() -> Value {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let (agent, mut tree) = (recorder.agent::<Rest>("one"), Rest::new());
    recorder.tick(agent, &mut tree, &mut ());
    let keys = Keys {
        map: [(None, 1), (Some("name"), 2), (Some("null"), 3), (Some("Null"), 4)].into(),
        pairs: [([((7, "7"), 8)].into(), 9)].into(),
        twice: [(Reload::Never, 5), (Reload::NotYet, 6), (Reload::In(7), 7)].into(),
    };
    recorder.snapshot(agent, &keys);
    recorder.tick(agent, &mut tree, &mut ());
    recorder.snapshot(agent, &json!({"map": 0, "pairs": 0, "twice": 0}));
    told(recorder.recording())
}

behavior_tree! {
    tree Choices(hunger: &mut f32) {
        sequence {
            priority_selector {
                *hunger > 0.9 => 'eat: sequence { succeed; }
                true => action *hunger += 0.5;
            }
            active_utility_selector {
                *hunger => 'hunt: repeat action *hunger -= 0.1;
                0.25 => repeat(2) succeed;
            }
            match *hunger > 0.5 { true => 'sleep: succeed, false => fail }
        }
    }
}

/// Conditions, scores and patterns in front of the children of a choice.
fn choices() -> Value {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Choices>("wolf");
    let (mut tree, mut hunger) = (Choices::new(), 1.0);
    for _ in 0..3 {
        recorder.tick(agent, &mut tree, &mut hunger);
    }
    let recording = recorder.into_recording();
    assert_eq!(Recording::from_json(&recording.to_json()).expect("a recording"), recording);
    told(&recording)
}

#[test]
fn the_tests_of_the_page_read_what_is_recorded() {
    let guards = guards();
    let mut later = guards.clone();
    later.forget_before(35);
    let all = [
        ("life", life()),
        ("fall", fall()),
        ("hunt", hunt()),
        ("guards", told(&guards)),
        ("later", told(&later)),
        ("versions", versions()),
        ("keys", keys()),
        ("choices", choices()),
    ];
    let lines: Vec<_> = all.iter().map(|(name, told)| format!("{}:{told}", json!(name))).collect();
    let text = format!("{{\n{}\n}}\n", lines.join(",\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/recorded.json");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &text).expect("the file can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    let is_same = written == text;
    assert!(is_same, "`BLESS=1 cargo test -p watch page_data` writes {} again", path.display());
}

/// The page tests open a run of this length.
#[test]
fn a_run_may_have_as_many_moments_as_a_number_of_the_page_counts() {
    let text = |moments: u64| {
        let mut recording: Value =
            serde_json::from_str(&Recording::default().to_json()).expect("it is JSON");
        recording["trees"] =
            json!([{"name": "Long", "nodes": [{"kind": "action", "parent": null, "end": 1}]}]);
        recording["agents"] = json!([{"name": "long", "tree": 0}]);
        recording["moments"] = json!(moments);
        // One event: the node 0 succeeds.
        recording["frames"] = json!([[0, 0, moments, STANDARD.encode([1, 1])]]);
        recording.to_string()
    };
    assert!(Recording::from_json(&text(1 << 48)).is_ok());
    assert!(Recording::from_json(&text((1 << 48) + 1)).is_err());
}
