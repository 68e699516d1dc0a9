//! Observers that answer in place of leaves.

use bt_core::observe::{Answers, Log, Mark, Marks};
use bt_core::{Action, Agent, AnyObserver, Clock, End, NodeId, Observer, Status, behavior_tree};
use std::time::Duration;

/// Notes what its leaves do.
#[derive(Default)]
struct Npc {
    did: Vec<&'static str>,
    time: Duration,
    refuses: bool,
    in_danger: bool,
}

impl Npc {
    fn act(&mut self, name: &'static str) -> Status {
        self.did.push(name);
        Status::Running
    }

    fn took(&mut self) -> Vec<&'static str> {
        std::mem::take(&mut self.did)
    }
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        self.time
    }
}

struct Walk {
    steps: u32,
}

impl Walk {
    fn of(npc: &mut Npc) -> Self {
        npc.did.push("make");
        Self { steps: 9 }
    }
}

impl Action<Npc> for Walk {
    fn check(&self, npc: &Npc) -> bool {
        !npc.refuses
    }

    fn start(&mut self, npc: &mut Npc) {
        npc.did.push("start");
    }

    fn tick(&mut self, npc: &mut Npc) -> Status {
        self.steps -= 1;
        npc.act("step")
    }

    fn end(&mut self, npc: &mut Npc, end: End) {
        npc.did.push(match end {
            End::Success => "arrive",
            End::Failure => "stop",
            End::Aborted => "turn",
        });
    }
}

behavior_tree! {
    tree Day(npc: &mut Npc) {
        active_selector {
            'flee: sequence {
                'danger: not condition npc.in_danger;
                'run: action npc.act("run");
            }
            'trip: sequence {
                'walk: action Walk = Walk::of(npc);
                'rest: wait(1s);
                'look: action npc.act("look");
            }
        }
    }

    tree Journey(npc: &mut Npc) {
        sequence {
            'first: action Walk = Walk::of(npc);
            'second: action Walk = Walk::of(npc);
        }
    }

    tree Travels(npc: &mut Npc) {
        sequence {
            'door: condition false;
            'days: subtree Journey;
        }
    }

    tree Alarm(npc: &mut Npc) {
        active_selector {
            'away: action Walk = Walk::of(npc);
            'stay: action npc.act("stay");
        }
    }
}

behavior_tree! {
    vocabulary Deeds(npc: &mut Npc) {
        condition InDanger => npc.in_danger;
        condition Never => false;
        action Run => npc.act("run");
        action Look => npc.act("look");
        action Stay => npc.act("stay");
        action Walk => Walk = Walk::of(npc);
    }
}

/// The same trees in a file.
const TREES: &str = "
tree Day {
    active_selector {
        'flee: sequence {
            'danger: not condition InDanger;
            'run: action Run;
        }
        'trip: sequence {
            'walk: action Walk;
            'rest: wait(1s);
            'look: action Look;
        }
    }
}

tree Journey {
    sequence {
        'first: action Walk;
        'second: action Walk;
    }
}

tree Travels {
    sequence {
        'door: condition Never;
        'days: subtree Journey;
    }
}

tree Alarm {
    active_selector {
        'away: action Walk;
        'stay: action Stay;
    }
}
";

/// The compiled tree, and the loaded one.
fn both(compiled: impl Agent<Npc> + 'static, name: &str) -> [Box<dyn Agent<Npc>>; 2] {
    let trees = Deeds::parse(TREES).unwrap();
    [Box::new(compiled), Box::new(trees.tree(name).unwrap())]
}

/// Counts how often each leaf is asked, and answers the same each time.
struct Same {
    status: Option<Status>,
    asked: Vec<NodeId>,
}

impl Same {
    fn new(status: Option<Status>) -> Self {
        Self { status, asked: Vec::new() }
    }
}

impl Observer for Same {
    const ANSWERS: bool = true;

    fn answer(&mut self, leaf: NodeId) -> Option<Status> {
        self.asked.push(leaf);
        self.status
    }
}

/// The condition below the `not`.
const DANGER: NodeId = NodeId::new(3);

fn in_danger() -> Npc {
    Npc { in_danger: true, ..Npc::default() }
}

#[test]
fn expressions_are_not_evaluated() {
    for mut day in both(Day::new(), "Day") {
        let (mut npc, mut marks) = (Npc::default(), Marks::new(Day::NODES));
        let mut answers =
            Answers::new().leaf(DANGER, Status::Failure).leaf(Day::RUN, Status::Running);
        let status = day.tick_with(&mut npc, &mut (&mut answers, &mut marks));
        assert_eq!(status, Status::Running);
        assert!(npc.took().is_empty());
        assert!(day.is_active(Day::RUN));
        assert_eq!(marks.get(DANGER), Some(Mark::Ticked(Status::Failure)));
        assert_eq!(marks.get(Day::DANGER), Some(Mark::Ticked(Status::Success)));
        assert_eq!(marks.get(Day::RUN), Some(Mark::Ticked(Status::Running)));
        // Without an observer the action goes on.
        day.tick(&mut npc);
        assert_eq!(npc.took(), ["run"]);
    }
}

#[test]
fn every_leaf_is_asked_once() {
    for mut day in both(Day::new(), "Day") {
        let (mut npc, mut nothing) = (in_danger(), Same::new(None));
        day.tick_with(&mut npc, &mut nothing);
        assert_eq!(nothing.asked, [DANGER, Day::WALK]);
        assert_eq!(npc.took(), ["make", "start", "step"]);
        let mut success = Same::new(Some(Status::Success));
        assert_eq!(day.tick_with(&mut npc, &mut success), Status::Success);
        assert_eq!(success.asked, [DANGER, Day::WALK, Day::REST, Day::LOOK]);
        assert_eq!(npc.took(), ["arrive"]);
    }
}

#[test]
fn a_stateful_action_is_not_made_for_an_answer_that_ends_it() {
    for status in [Status::Success, Status::Failure] {
        for mut journey in both(Journey::new(), "Journey") {
            let (mut npc, mut same) = (Npc::default(), Same::new(Some(status)));
            assert_eq!(journey.tick_with(&mut npc, &mut same), status);
            assert_eq!(same.asked.len(), if status == Status::Success { 2 } else { 1 });
            assert!(npc.took().is_empty());
        }
        for mut day in both(Day::new(), "Day") {
            let (mut npc, mut log) = (Npc::default(), Log::new(Day::NODES, String::new()));
            let mut answers = Answers::new()
                .leaf(DANGER, Status::Success)
                .leaf(Day::WALK, status)
                .leaf(Day::REST, Status::Success)
                .leaf(Day::LOOK, Status::Failure);
            let ended = day.tick_with(&mut npc, &mut (&mut log, &mut answers));
            assert_eq!(ended, Status::Failure);
            assert!(npc.took().is_empty());
            assert!(log.into_writer().contains(&format!("{status}  walk: action Walk = ")));
        }
    }
}

#[test]
fn running_starts_a_stateful_action_without_a_tick() {
    for mut journey in both(Journey::new(), "Journey") {
        let (mut npc, mut runs) = (Npc::default(), Same::new(Some(Status::Running)));
        for did in [&["make", "start"][..], &[]] {
            assert_eq!(journey.tick_with(&mut npc, &mut runs), Status::Running);
            assert_eq!(npc.took(), did);
            assert!(journey.is_active(Journey::FIRST));
        }
        assert_eq!(runs.asked, [Journey::FIRST; 2]);
        let mut answers = Answers::new().leaf(Journey::FIRST, Status::Success);
        assert_eq!(journey.tick_with(&mut npc, &mut answers), Status::Running);
        assert_eq!(npc.took(), ["arrive", "make", "start", "step"]);
        let mut answers = Answers::new().leaf(Journey::SECOND, Status::Failure);
        assert_eq!(journey.tick_with(&mut npc, &mut answers), Status::Failure);
        assert_eq!(npc.took(), ["stop"]);
    }
}

#[test]
fn an_action_that_refuses_to_start_does_not_run() {
    for mut journey in both(Journey::new(), "Journey") {
        let mut npc = Npc { refuses: true, ..Npc::default() };
        let (mut runs, mut marks) = (Same::new(Some(Status::Running)), Marks::new(Journey::NODES));
        let status = journey.tick_with(&mut npc, &mut (&mut runs, &mut marks));
        assert_eq!((status, npc.took()), (Status::Failure, vec!["make"]));
        assert_eq!(marks.get(Journey::FIRST), Some(Mark::Ticked(Status::Failure)));
    }
}

#[test]
fn an_action_begins_beside_a_stateful_one() {
    for mut day in both(Day::new(), "Day") {
        let mut npc = in_danger();
        day.tick(&mut npc);
        assert_eq!(npc.took(), ["make", "start", "step"]);
        let answers = Answers::new().leaf(DANGER, Status::Failure);
        day.tick_with(&mut npc, &mut answers.clone().leaf(Day::RUN, Status::Failure));
        assert_eq!(npc.took(), ["step"], "the walk goes on");
        day.tick_with(&mut npc, &mut answers.leaf(Day::RUN, Status::Running));
        assert_eq!(npc.took(), ["turn"]);
    }
}

#[test]
fn a_stateful_action_begins_beside_another_leaf() {
    for mut alarm in both(Alarm::new(), "Alarm") {
        let mut npc = Npc { refuses: true, ..Npc::default() };
        alarm.tick(&mut npc);
        assert_eq!(npc.took(), ["make", "stay"]);
        let mut answers = Answers::new().leaf(Alarm::AWAY, Status::Failure);
        assert_eq!(alarm.tick_with(&mut npc, &mut answers), Status::Running);
        assert_eq!(npc.took(), ["stay"]);
        let mut nothing = Same::new(None);
        alarm.tick_with(&mut npc, &mut nothing);
        assert_eq!(nothing.asked, [Alarm::AWAY, Alarm::STAY]);
        assert_eq!(npc.took(), ["make", "stay"]);
        let mut marks = Marks::new(Alarm::NODES);
        let mut answers = Answers::new().leaf(Alarm::AWAY, Status::Success);
        let status = alarm.tick_with(&mut npc, &mut (&mut answers, &mut marks));
        assert_eq!((status, marks.aborted()), (Status::Success, &[Alarm::STAY][..]));
        assert!(npc.took().is_empty());

        alarm.tick(&mut npc);
        npc.took();
        npc.refuses = false;
        let mut answers = Answers::new().leaf(Alarm::AWAY, Status::Running);
        alarm.tick_with(&mut npc, &mut (&mut answers, &mut marks));
        assert_eq!(npc.took(), ["make", "start"]);
        assert_eq!(marks.aborted(), [Alarm::STAY]);
        assert!(alarm.is_active(Alarm::AWAY));
        alarm.abort(&mut npc);
        assert_eq!(npc.took(), ["turn"]);
    }
}

#[test]
fn a_wait_goes_by_its_answer() {
    for mut day in both(Day::new(), "Day") {
        let mut npc = Npc::default();
        let before = Answers::new().leaf(DANGER, Status::Success).leaf(Day::WALK, Status::Success);
        day.tick_with(&mut npc, &mut before.clone());
        assert!(day.is_active(Day::REST));
        npc.time = Duration::from_secs(5);
        day.tick_with(&mut npc, &mut before.clone().leaf(Day::REST, Status::Running));
        assert!(day.is_active(Day::REST));
        npc.time = Duration::ZERO;
        day.tick_with(&mut npc, &mut before.clone().leaf(Day::REST, Status::Failure));
        assert!(day.is_active(Day::REST), "it cannot fail");
        day.tick_with(&mut npc, &mut before.leaf(Day::REST, Status::Success));
        assert_eq!(npc.took(), ["look"]);
    }
}

#[test]
fn a_condition_cannot_run() {
    for mut day in both(Day::new(), "Day") {
        let (mut runs, mut marks) = (Same::new(Some(Status::Running)), Marks::new(Day::NODES));
        day.tick_with(&mut in_danger(), &mut (&mut runs, &mut marks));
        assert_eq!(marks.get(DANGER), Some(Mark::Ticked(Status::Success)));
    }
}

#[test]
fn a_leaf_of_a_subtree_has_the_id_of_the_whole_tree() {
    for mut travels in both(Travels::new(), "Travels") {
        let (mut npc, mut marks) = (Npc::default(), Marks::new(Travels::NODES));
        let first = Travels::NODES.iter().find(|node| node.label == Some("first")).unwrap().id;
        let mut answers =
            Answers::new().leaf(Travels::DOOR, Status::Success).leaf(first, Status::Failure);
        let status = travels.tick_with(&mut npc, &mut (&mut answers, &mut marks));
        assert_eq!(status, Status::Failure);
        assert_eq!(marks.get(first), Some(Mark::Ticked(Status::Failure)));
        assert!(npc.took().is_empty());
    }
}

#[test]
fn only_observers_that_answer_are_asked() {
    /// It does not say that it answers.
    struct Silent;

    impl Observer for Silent {
        fn answer(&mut self, _: NodeId) -> Option<Status> {
            Some(Status::Success)
        }
    }

    let (mut npc, mut failure) =
        (Npc::default(), Answers::new().leaf(Journey::FIRST, Status::Failure));
    Journey::new().tick_with(&mut npc, &mut Silent);
    assert_eq!(npc.took(), ["make", "start", "step"]);
    let status = Journey::new().tick_with(&mut npc, &mut (Silent, &mut failure));
    assert_eq!(status, Status::Failure);
    Journey::new().tick_with(&mut npc, &mut None::<Answers>);
    assert_eq!(npc.took(), ["make", "start", "step"]);
    let status = Journey::new().tick_with(&mut npc, &mut Some(&mut failure));
    assert_eq!(status, Status::Failure);
    let dynamic: &mut dyn AnyObserver = &mut Silent;
    Journey::new().tick_with(&mut npc, dynamic);
    assert_eq!(npc.took(), ["make", "start", "step"]);
}
