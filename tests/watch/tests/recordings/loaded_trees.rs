//! Loaded trees are recorded as compiled ones are, and a recording goes on with new versions of a tree.

use bt_core::files::{Loaded, Trees};
use bt_core::{Status, behavior_tree};
use bt_watch::record::{AgentId, Recorder, Recording};
use std::panic::{AssertUnwindSafe, catch_unwind};

behavior_tree! {
    /// Stands in the program, and not in the file.
    tree Rest(health: &mut u32) {
        let(before: u32 = *health) sequence { action *health += *before % 2 + 1; 'rest: running; }
    }

    vocabulary Words(health: &mut u32) {
        condition Below(limit: u32) => *health < limit;
        action Fight => { *health -= 1; Status::Running };
        subtree Rest;
    }

    tree Guard(health: &mut u32) {
        active_selector {
            'flee: sequence { condition *health < 20; subtree Rest; }
            'fight: action { *health -= 1; Status::Running };
        }
    }
}

const GUARD: &str = "tree Guard {
    active_selector {
        'flee: sequence { condition Below(limit = 20); subtree Rest; }
        'fight: action Fight;
    }
}";

fn trees() -> Trees<Words> {
    Words::parse(GUARD).expect("a file without mistakes")
}

/// A guard who is recorded, and new versions of his tree.
struct Post {
    trees: Trees<Words>,
    guard: Loaded<Words>,
    health: u32,
    recorder: Recorder,
    agent: AgentId,
}

impl Post {
    fn new(capacity: usize) -> Self {
        let trees = trees();
        let guard = trees.tree("Guard").expect("the guard");
        let mut recorder = Recorder::with_capacity(capacity);
        let agent = recorder.agent_of("Ada", &guard);
        Self { trees, guard, health: 22, recorder, agent }
    }

    fn tick(&mut self) {
        self.recorder.tick_with_snapshot(self.agent, &mut self.guard, &mut self.health);
    }

    fn renew(&mut self, text: &str) {
        self.trees.reload(text).expect("a file without mistakes");
        assert!(self.guard.renew(&self.trees, &mut self.health));
    }

    /// The recording, after it was saved and loaded.
    fn recording(&self) -> Recording {
        let recording = self.recorder.recording();
        let loaded = Recording::from_json(&recording.to_json());
        assert_eq!(loaded.as_ref().ok(), Some(recording), "{loaded:?}");
        recording.clone()
    }
}

#[test]
fn a_loaded_tree_is_recorded_as_the_compiled_one() {
    let mut recorder = Recorder::with_capacity(100_000);
    let mut loaded = trees().tree("Guard").expect("the guard");
    let (mut compiled, mut health, mut other_health) = (Guard::new(), 22, 22);
    let agents = (recorder.agent::<Guard>("compiled"), recorder.agent_of("loaded", &loaded));
    for moment in 0..6 {
        recorder.next_moment();
        recorder.tick_with_snapshot(agents.0, &mut compiled, &mut health);
        recorder.tick_with_snapshot(agents.1, &mut loaded, &mut other_health);
        if moment == 4 {
            recorder.abort(agents.0, &mut compiled, &mut health);
            recorder.abort(agents.1, &mut loaded, &mut other_health);
        }
    }
    let recording = recorder.recording();
    let of = |agent| recording.agent(agent).expect("it was added");
    let (compiled, loaded) = (of(agents.0), of(agents.1));
    for moment in 0..6 {
        assert_eq!(loaded.active_at(moment), compiled.active_at(moment), "{moment}");
        let events = |agent: bt_watch::record::Agent<'_>| {
            agent.frame_at(moment).map(|frame| frame.events().collect::<Vec<_>>())
        };
        assert_eq!(events(loaded), events(compiled), "{moment}");
        assert_eq!(loaded.blackboard_at(moment), compiled.blackboard_at(moment), "{moment}");
        assert_eq!(loaded.values_at(moment), compiled.values_at(moment), "{moment}");
    }
    let values = (0..6).flat_map(|moment| loaded.values_at(moment));
    assert!(values.count() > 0, "the tree of the vocabulary keeps something");
    assert_eq!(loaded.tree().name(), "Guard");
    let kinds = |agent: bt_watch::record::Agent<'_>| -> Vec<_> {
        agent.tree().nodes().iter().map(|node| (node.kind, node.end, node.label.clone())).collect()
    };
    assert_eq!(kinds(loaded), kinds(compiled));
}

#[test]
fn a_recording_has_the_file_and_the_lines_of_a_tree() {
    let path = std::env::temp_dir().join(format!("loaded_trees_{}.tree", std::process::id()));
    std::fs::write(&path, GUARD).expect("can write");
    let trees = Words::load(&path).expect("a file without mistakes");
    std::fs::remove_file(&path).expect("can remove");
    let guard = trees.tree("Guard").expect("the guard");
    assert_eq!(guard.file(), path.to_str());
    let mut recorder = Recorder::with_capacity(10_000);
    let agent = recorder.agent_of("Ada", &guard);
    recorder.tick(agent, &mut { guard }, &mut 22);
    let recording = Recording::from_json(&recorder.recording().to_json()).expect("a recording");
    let tree = recording.agent(agent).expect("it was added").tree();
    assert_eq!(tree.file(), path.to_str());
    let lines: Vec<_> = tree.nodes().iter().map(|node| (node.kind.word(), node.line)).collect();
    let expected = [
        ("active_selector", 2),
        ("sequence", 3),
        ("condition", 3),
        ("subtree", 3),
        // These stand in the program.
        ("let", 0),
        ("sequence", 0),
        ("action", 0),
        ("running", 0),
        ("action", 4),
    ];
    assert_eq!(lines, expected);

    let mut recorder = Recorder::with_capacity(10_000);
    let parsed = recorder.agent_of("Ada", &self::trees().tree("Guard").expect("the guard"));
    assert_eq!(recorder.recording().agent(parsed).expect("it was added").tree().file(), None);
}

#[test]
fn a_recording_has_the_files_of_nodes() {
    let guard = "use \"flee.tree\";
tree Guard { sequence {
    subtree Flee;
    action Fight;
} }
tree Look { condition Below(limit = 20); }";
    let flee = "tree Flee { sequence {
    subtree Look;
    subtree Rest;
    'fight: action Fight;
} }";
    let trees = Words::parse_with(guard, |_| Some(flee)).expect("sound texts");
    let mut recorder = Recorder::with_capacity(10_000);
    let agent = recorder.agent_of("Ada", &trees.tree("Guard").expect("the guard"));
    let recording = Recording::from_json(&recorder.recording().to_json()).expect("a recording");
    let nodes = recording.agent(agent).expect("it was added").tree().nodes();
    let places: Vec<_> =
        nodes.iter().map(|node| (node.name(), node.file.as_deref(), node.line)).collect();
    let flee = Some("flee.tree");
    let expected = [
        ("sequence", None, 2),
        ("Flee", None, 3),
        ("sequence", flee, 1),
        ("Look", flee, 2),
        ("Below(limit = 20)", None, 6),
        ("Rest", flee, 3),
        // These stand in the program.
        ("let", None, 0),
        ("sequence", None, 0),
        ("*health += *before % 2 + 1", None, 0),
        ("rest", None, 0),
        ("fight", flee, 4),
        ("Fight", None, 4),
    ];
    assert_eq!(places, expected);
}

#[test]
fn a_recording_goes_on_with_a_new_version() {
    let mut post = Post::new(100_000);
    for moment in 0..6 {
        match moment {
            2 => post.renew("tree Guard { sequence { action Fight; } }"),
            4 => post.renew("tree Guard { 'wait: running; }"),
            _ => {}
        }
        post.recorder.next_moment();
        post.tick();
    }
    let recording = post.recording();
    let agents: Vec<_> = recording.agents().collect();
    let seen: Vec<_> = agents
        .iter()
        .map(|agent| (agent.name(), agent.renews(), agent.retired(), agent.tree().nodes().len()))
        .collect();
    let [first, second] = [0, 1].map(AgentId::new);
    let expected = [
        ("Ada", None, Some(1), 9),
        ("Ada", Some((first, 2)), Some(3), 2),
        ("Ada", Some((second, 4)), None, 1),
    ];
    assert_eq!(seen, expected);
    assert_eq!(post.recorder.current(post.agent), AgentId::new(2));
    for (agent, moments) in agents.iter().zip([0..2, 2..4, 4..6]) {
        let ticked = (0..6).filter(|moment| agent.frame_at(*moment).is_some());
        assert!(ticked.eq(moments), "{agent:?}");
        assert!(
            agent.blackboard_at(5).is_some(),
            "each has the blackboard from its own beginning on"
        );
    }
}

#[test]
fn what_runs_goes_on_where_only_parameters_are_new() {
    let mut post = Post::new(100_000);
    post.tick();
    post.renew(&GUARD.replace("20", "30"));
    post.tick();
    let recording = post.recording();
    assert_eq!(recording.moments(), 0..2, "each tick is a moment of its own");
    let agent = recording.agent(post.recorder.current(post.agent)).expect("it goes on");
    assert_eq!(agent.renews(), Some((post.agent, 1)));
    let frame = agent.frame_at(1).expect("it was ticked");
    let aborted = frame.events().filter(|(_, mark)| *mark == bt_core::observe::Mark::Aborted);
    let fight = post.guard.labelled("fight").expect("a label");
    assert!(aborted.map(|(node, _)| node).eq([fight]), "the new limit interrupts the fight");
}

#[test]
fn an_abort_after_a_new_version_belongs_to_the_same_moment() {
    let mut post = Post::new(100_000);
    post.tick();
    post.renew(&GUARD.replace("20", "10"));
    post.recorder.abort(post.agent, &mut post.guard, &mut post.health);
    let recording = post.recording();
    assert_eq!(recording.moments(), 0..1);
    let agent = recording.agent(post.recorder.current(post.agent)).expect("it goes on");
    assert_eq!(agent.renews(), Some((post.agent, 0)));
    assert_eq!(agent.frame_at(0).expect("it was aborted").events().count(), 2);
}

#[test]
fn the_same_text_again_changes_nothing() {
    let mut post = Post::new(100_000);
    post.tick();
    post.renew(GUARD);
    post.tick();
    assert_eq!(post.recorder.current(post.agent), post.agent);
    assert_eq!(post.recording().agents().len(), 1);
}

#[test]
fn many_new_versions_take_no_more_than_the_capacity() {
    const CAPACITY: usize = 20_000;
    let mut post = Post::new(CAPACITY);
    for version in 0..3_000 {
        post.renew(&GUARD.replace("20", &(version % 20).to_string()));
        post.recorder.next_moment();
        post.health = 100;
        post.tick();
        assert!(post.recorder.bytes() <= CAPACITY);
    }
    let recording = post.recording();
    assert!(recording.agents().len() < 300, "{}", recording.agents().len());
    assert!(recording.trees().len() <= 21, "{}", recording.trees().len());
    let current = recording.agent(post.recorder.current(post.agent)).expect("it goes on");
    assert!(current.frame_at(2_999).is_some());
    post.recorder.retire(post.agent);
    assert_eq!(post.recorder.current(post.agent), post.agent);
}

#[test]
fn another_tree_is_refused() {
    let mut post = Post::new(100_000);
    let other = Words::parse("tree Other { action Fight; }").expect("a file without mistakes");
    let mut other = other.tree("Other").expect("the other tree");
    let tick = AssertUnwindSafe(|| post.recorder.tick(post.agent, &mut other, &mut 7));
    assert!(catch_unwind(tick).is_err());
    post.tick();
    assert_eq!(post.recording().agents().len(), 1);
}

#[derive(Clone, Debug)]
struct Pose;

behavior_tree! {
    /// Stands in the program, and not in the file.
    tree Turn(health: &mut u32, by: &'static [i8; 2], often: u32) { repeat(*often) action *health += u32::from(by[0] > 0); }

    tree Meet(health: &mut u32, goal: Option<Pose>) -> (found: Pose) {
        sequence {
            subtree Turn(by = &[1, 2], often = 1);
            action goal.take() -> found;
            subtree Rest;
        }
    }

    vocabulary Travels(health: &mut u32) {
        type Pose;
        value Home: Pose => Pose;
        action Find(goal: Pose) -> Pose => Some(goal);
        subtree Rest;
    }
}

const TRAVEL: &str = "
tree Travel { sequence { let(end: Pose) subtree Go(goal = Home) -> end; subtree Rest; } }
tree Go(goal: Pose,
    times: u32 = 2 + 1 /* or more */) -> (end: Pose) { retry(times) action Find(goal = goal) -> end; }
";

/// The header of a tree is that of its first node, also in another tree.
#[test]
fn a_recording_has_the_headers_of_trees() {
    let travels = Travels::parse(TRAVEL).expect("a file without mistakes");
    let mut recorder = Recorder::with_capacity(10_000);
    recorder.agent_of("loaded", &travels.tree("Travel").expect("the tree"));
    recorder.agent_of("inner", &travels.tree_with("Go", &[("goal", &Pose)]).expect("the tree"));
    recorder.agent::<Meet>("compiled");
    let recording = Recording::from_json(&recorder.recording().to_json()).expect("it is sound");
    let headers = |agent: bt_watch::record::Agent<'_>| -> Vec<(usize, String)> {
        let nodes = agent.tree().nodes().iter().enumerate();
        nodes.filter_map(|(id, node)| Some((id, node.header.as_deref()?.to_owned()))).collect()
    };
    let go = "Go(goal: Pose, times: u32 = 2 + 1) -> (end: Pose)".to_owned();
    let expected = [
        vec![(3, go.clone())],
        vec![(0, go)],
        vec![
            (0, "Meet(goal: Option<Pose>) -> (found: Pose)".to_owned()),
            (2, "Turn(by: &'static [i8; 2], often: u32)".to_owned()),
        ],
    ];
    assert_eq!(recording.agents().map(headers).collect::<Vec<_>>(), expected);
}
