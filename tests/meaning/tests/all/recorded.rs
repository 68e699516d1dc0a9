//! A recording contains, for every moment that it keeps, the events that an observer has received.

use crate::machine::{Machine, makers};
use bt_core::NodeId;
use bt_core::observe::Mark;
use bt_watch::record::{AgentId, Recorder, Recording};
use meaning::course::Course;
use meaning::random::Random;
use meaning::{Event, Scripts, Trace, World};
use serde_json::{Map, Value};

const RUNS: u64 = 60;
const MOMENTS: u64 = 200;

/// The observed state of an agent in a moment.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    /// `None` if it rested.
    events: Option<Vec<(NodeId, Mark)>>,
    errors: Vec<(NodeId, String)>,
    active: Vec<NodeId>,
    blackboard: Option<Map<String, Value>>,
}

impl Seen {
    fn add(&mut self, trace: Trace, active: Vec<NodeId>) {
        for event in trace.0 {
            let events = self.events.get_or_insert_default();
            match event {
                Event::Leaf(node, status, _) | Event::Finished(node, status) => {
                    events.push((node, Mark::Ticked(status)));
                }
                Event::Aborted(node) => events.push((node, Mark::Aborted)),
            }
        }
        self.errors.extend(trace.1);
        self.active = active;
    }
}

/// A tree that is recorded.
struct Agent {
    id: AgentId,
    machine: Box<dyn Machine>,
    world: World,
    /// The percentage of moments in which it rests.
    laziness: usize,
    values: Map<String, Value>,
    seen: Vec<Seen>,
}

impl Agent {
    fn new(recorder: &mut Recorder, random: &mut Random, moment: u64) -> Self {
        let (seed, make) = &makers()[random.below(makers().len())];
        let machine = make();
        Self {
            id: machine.add_to(recorder, &format!("tree {seed}")),
            machine,
            world: World::new(Scripts::Seeded(random.draw())),
            laziness: [0, 0, 10, 60, 97][random.below(5)],
            values: Map::new(),
            seen: (0..moment).map(|_| Seen::default()).collect(),
        }
    }

    /// Acts in a moment that is not recorded yet.
    fn act(&mut self, recorder: &mut Recorder, random: &mut Random, course: &mut Course) {
        let before = self.seen.last().cloned().unwrap_or_default();
        self.seen.push(Seen { events: None, errors: Vec::new(), ..before });
        if random.chance(3) {
            self.abort(recorder);
        }
        if !random.chance(self.laziness) {
            self.world.now = course.time();
            self.world.begin_tick();
            let mut trace = Trace::default();
            self.machine.tick_recorded(recorder, self.id, &mut self.world, &mut trace);
            self.note(trace).events.get_or_insert_default();
        }
        if course.aborts() {
            self.abort(recorder);
        }
        if random.chance(self.laziness) {
            self.change(random);
            recorder.snapshot(self.id, &self.values);
            self.seen.last_mut().expect("it was pushed").blackboard = Some(self.values.clone());
        }
    }

    fn note(&mut self, trace: Trace) -> &mut Seen {
        let active = self.machine.active();
        let seen = self.seen.last_mut().expect("it was pushed");
        seen.add(trace, active);
        seen
    }

    /// A copy of the tree finds the nodes that are going to be aborted.
    fn abort(&mut self, recorder: &mut Recorder) {
        let (mut trace, world) = (Trace::default(), &mut World::new(Scripts::Seeded(1)));
        self.machine.copy().abort_with(world, &mut trace);
        self.machine.abort_recorded(recorder, self.id, &mut self.world);
        self.note(trace);
    }

    fn change(&mut self, random: &mut Random) {
        let key = format!("key {}", random.below(6));
        let value = match random.below(5) {
            0 => Value::Null,
            1 => Value::from(random.draw()),
            2 => Value::from("</script> \"ü\" \u{1f431}"),
            3 => (0..random.below(3)).map(|item| vec![item; item]).collect(),
            _ => {
                self.values.remove(&key);
                return;
            }
        };
        self.values.insert(key, value);
    }

    fn assert_recorded(&self, recording: &Recording, run: u64) {
        let agent = recording.agent(self.id).expect("it was added");
        let table = agent.tree().nodes().iter().zip(self.machine.nodes());
        for (recorded, node) in table {
            assert_eq!((recorded.kind, recorded.end), (node.kind, node.end));
            assert_eq!((recorded.parent, recorded.name()), (node.parent, node.name()));
        }
        for moment in recording.moments() {
            let frame = agent.frame_at(moment);
            let errors = frame.into_iter().flat_map(|frame| frame.errors());
            let recorded = Seen {
                events: frame.map(|frame| frame.events().collect()),
                errors: errors.map(|(node, error)| (node, error.to_owned())).collect(),
                active: agent.active_at(moment),
                blackboard: agent.blackboard_at(moment),
            };
            let place = usize::try_from(moment).expect("there are few");
            assert_eq!(recorded, self.seen[place], "run {run}, moment {moment}, {}", agent.name());
            if let Some(frame) = frame {
                assert!(frame.moments().contains(&moment));
                assert_eq!(frame.active(), agent.active_at(moment));
            }
        }
    }
}

/// Agents are added one by one; moments begin by themselves, because the first agent never rests.
fn recorded(run: u64) -> (Recorder, Vec<Agent>) {
    let mut random = Random::new(run);
    let mut course = Course::new(run);
    let capacity = [0, 100, 1_000, 5_000, 20_000, 100_000, 1 << 30][random.below(7)];
    let mut recorder = Recorder::with_capacity(capacity);
    let mut agents = Vec::new();
    for moment in 0..MOMENTS {
        if agents.len() < 6 && (moment == 0 || random.chance(5)) {
            agents.push(Agent::new(&mut recorder, &mut random, moment));
        }
        recorder.next_moment();
        for agent in &mut agents {
            agent.act(&mut recorder, &mut random, &mut course);
        }
    }
    (recorder, agents)
}

#[test]
fn what_is_kept_is_what_was_seen() {
    let mut forgetful = 0;
    for run in 0..RUNS {
        let (recorder, agents) = recorded(run);
        let recording = recorder.recording();
        assert_eq!(recording.moments().end, MOMENTS);
        forgetful += u32::from(recording.moments().start > 0);
        let loaded = Recording::from_json(&recording.to_json());
        let loaded = loaded.unwrap_or_else(|error| panic!("run {run}: {error}"));
        assert_eq!(loaded, *recording, "run {run}");
        for agent in &agents {
            agent.assert_recorded(&loaded, run);
        }
    }
    assert!((10..RUNS - 10).contains(&forgetful.into()), "{forgetful} have forgotten something");
}

#[test]
fn the_same_run_is_recorded_in_the_same_way() {
    for run in 0..5 {
        let json = |(recorder, _): (Recorder, _)| recorder.recording().to_json();
        assert_eq!(json(recorded(run)), json(recorded(run)), "run {run}");
    }
}

#[test]
fn moments_begin_by_themselves() {
    for (seed, make) in makers().iter().take(60) {
        let mut recorder = Recorder::with_capacity(1 << 20);
        let mut agents: Vec<_> = (0..3).map(|_| make()).collect();
        let ids: Vec<_> =
            agents.iter().map(|machine| machine.add_to(&mut recorder, "it")).collect();
        let mut world = World::new(Scripts::Seeded(*seed));
        for _ in 0..20 {
            for (machine, id) in agents.iter_mut().zip(&ids) {
                machine.tick_recorded(&mut recorder, *id, &mut world, &mut Trace::default());
            }
        }
        assert_eq!(recorder.recording().moments(), 0..20);
    }
}
