//! The observers of `bt_core::observe`.

use bt_core::files::Trees;
use bt_core::observe::{Log, Mark, Marks, Statistics, ToIo};
use bt_core::{Agent, Clock, NoObserver, Node, NodeId, Status, behavior_tree};
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::time::Duration;

/// Its work takes time, on a clock that it shares with the statistics.
struct Npc {
    clock: Rc<Cell<u64>>,
    hungry: bool,
}

impl Npc {
    fn new() -> Self {
        Self { clock: Rc::default(), hungry: false }
    }

    fn work(&self, milliseconds: u64) {
        self.clock.set(self.clock.get() + milliseconds);
    }

    fn is_hungry(&self) -> bool {
        self.work(1);
        self.hungry
    }

    fn eat(&mut self) -> Result<Status, &'static str> {
        self.work(10);
        self.hungry = false;
        Err("nothing\nto eat")
    }

    fn sleep(&self) -> Status {
        self.work(100);
        Status::Running
    }
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::from_millis(self.clock.get())
    }
}

behavior_tree! {
    tree Day(npc: &mut Npc) {
        'day: active_selector {
            'eat: sequence {
                condition npc.is_hungry();
                'bite: action npc.eat();
            }
            delay(50ms) 'sleep: action npc.sleep();
        }
    }

    vocabulary Deeds(npc: &mut Npc) {
        condition IsHungry => npc.is_hungry();
        action Eat => npc.eat();
        action Sleep => npc.sleep();
    }
}

/// The same tree in a file.
const DAY: &str = "tree Day {
    'day: active_selector {
        'eat: sequence {
            condition IsHungry;
            'bite: action Eat;
        }
        delay(50ms) 'sleep: action Sleep;
    }
}";

fn days() -> Trees<Deeds> {
    Deeds::parse(DAY).unwrap()
}

/// Three ticks of this tree; in the last one it is hungry.
fn three_ticks_of<T: Agent<Npc>>(
    mut day: T,
    mut tick: impl FnMut(&mut T, &mut Npc) -> Status,
    npc: &mut Npc,
) {
    assert_eq!(tick(&mut day, npc), Status::Running);
    npc.work(50);
    assert_eq!(tick(&mut day, npc), Status::Running);
    npc.hungry = true;
    assert_eq!(tick(&mut day, npc), Status::Running);
}

/// Three ticks; in the last one it is hungry.
fn three_ticks(tick: impl FnMut(&mut Day, &mut Npc) -> Status, npc: &mut Npc) {
    three_ticks_of(Day::new(), tick, npc);
}

#[test]
fn a_log_tells_everything() {
    let mut log = Log::new(Day::NODES, String::new());
    three_ticks(|day, npc| log.tick(day, npc), &mut Npc::new());
    assert_eq!(log.result(), Ok(()));
    let expected = "\
tick 1
  failure  condition npc.is_hungry()
  failure  eat: sequence
tick 2
  failure  condition npc.is_hungry()
  failure  eat: sequence
  running  sleep: action npc.sleep()
tick 3
  success  condition npc.is_hungry()
  failure  bite: action npc.eat()  nothing to eat
  failure  eat: sequence
  running  sleep: action npc.sleep()
";
    assert_eq!(log.into_writer(), expected);
}

/// A writer with room for a number of bytes.
struct Full(usize);

impl io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| io::Error::other("full"))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

behavior_tree! {
    tree Careless(text: &mut &str) {
        action Err::<(), _>(*text);
    }
}

#[test]
fn an_error_stays_on_its_line_and_is_seen_as_it_is() {
    let mut log = Log::new(Careless::NODES, String::new());
    log.tick(&mut Careless::new(), &mut "a\nb\u{1b}[2J \u{202e}c\u{200b} 👩\u{200d}🚀");
    let expected = "a b\u{fffd}[2J \\u{202e}c\\u{200b} 👩\u{200d}🚀\n";
    assert!(log.into_writer().ends_with(expected));
}

#[test]
fn a_log_goes_to_a_file_and_says_what_went_wrong() {
    let mut log = Log::to_io(Day::NODES, Vec::new());
    log.tick(&mut Day::new(), &mut Npc::new());
    let bytes = log.into_writer().into_result().unwrap();
    assert!(bytes.starts_with(b"tick 1\n  failure  condition"));

    let mut log = Log::to_io(Day::NODES, Full(20));
    three_ticks(|day, npc| log.tick(day, npc), &mut Npc::new());
    assert!(log.result().is_err());
    assert_eq!(
        log.into_writer().into_result().err().map(|error| error.to_string()),
        Some("full".into())
    );
}

#[test]
fn marks_are_those_of_the_last_tick() {
    let mut marks = Marks::new(Day::NODES);
    let ticked = |status| Some(Mark::Ticked(status));
    three_ticks(
        |day, npc| {
            let status = marks.tick(day, npc);
            assert_eq!(marks.get(Day::DAY), ticked(Status::Running));
            assert!(marks.active().iter().copied().eq(day.active()));
            status
        },
        &mut Npc::new(),
    );
    assert_eq!(marks.get(Day::EAT), ticked(Status::Failure));
    assert_eq!(marks.get(Day::SLEEP), ticked(Status::Running));
    assert_eq!(marks.error(Day::BITE), Some("nothing\nto eat"));
    assert_eq!(marks.error(Day::SLEEP), None);
    assert_eq!((marks.aborted(), marks.last_leaf()), (&[][..], Some(Day::SLEEP)));
    marks.clear();
    assert!(Day::NODES.iter().all(|node| marks.get(node.id).is_none()));
    assert_eq!((marks.active(), marks.error(Day::BITE)), (&[][..], None));
    assert_eq!(marks.get(NodeId::new(99)), None);
}

#[test]
fn marks_know_what_is_active_without_an_event() {
    let (mut marks, mut day, mut npc) = (Marks::new(Day::NODES), Day::new(), Npc::new());
    marks.tick(&mut day, &mut npc);
    let names = |marks: &Marks| {
        let name = |node: &NodeId| Day::NODES[node.index()].name();
        marks.active().iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(names(&marks), ["day", "delay"], "a delay tells nothing when it begins");
    day.abort_with(&mut npc, &mut marks);
    marks.set_active(day.active());
    assert_eq!(marks.get(Day::DAY), Some(Mark::Aborted));
    assert_eq!(marks.aborted().last(), Some(&Day::DAY));
}

#[test]
fn statistics_count_and_measure() {
    let mut npc = Npc::new();
    let clock = Rc::clone(&npc.clock);
    let mut statistics =
        Statistics::with_clock(Day::NODES, move || Duration::from_millis(clock.get()));
    three_ticks(|day, npc| statistics.tick(day, npc), &mut npc);
    assert_eq!(statistics.ticks(), 3);
    let of = |node| {
        let node = statistics.node(node);
        (node.successes, node.failures, node.aborts, node.active)
    };
    assert_eq!(of(Day::DAY), (0, 0, 0, 3));
    assert_eq!(of(Day::EAT), (0, 3, 0, 0));
    assert_eq!(of(NodeId::new(2)), (1, 2, 0, 0));
    assert_eq!(of(Day::SLEEP), (0, 0, 0, 2));
    let time = |node| statistics.time(node).as_millis();
    assert_eq!((time(Day::SLEEP), time(Day::BITE), time(Day::EAT)), (200, 10, 13));
    assert_eq!((time(Day::DAY), statistics.node(Day::DAY).own_time), (213, Duration::ZERO));

    let table = statistics.to_string();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), Day::NODES.len() + 1);
    assert_eq!(lines[0], "  success  failure  aborted   active        time  after 3 ticks");
    assert_eq!(
        lines[4],
        "        0        1        0        0      10.0ms      bite: action npc.eat()"
    );
}

#[test]
fn statistics_count_aborts() {
    let (mut statistics, mut day, mut npc) = (Statistics::new(Day::NODES), Day::new(), Npc::new());
    statistics.tick(&mut day, &mut npc);
    day.abort_with(&mut npc, &mut statistics);
    assert_eq!(statistics.node(Day::DAY).aborts, 1);
    assert_eq!(statistics.node(Day::SLEEP).aborts, 0);
    assert_eq!(statistics.time(Day::DAY), Duration::ZERO);
}

#[test]
fn both_of_a_pair_see_everything() {
    let mut logs = [(); 3].map(|()| Log::new(Day::NODES, String::new()));
    let [first, second, third] = &mut logs;
    three_ticks(
        |day, npc| {
            day.tick_with(npc, &mut (&mut *first, (NoObserver, &mut (&mut *second, &mut *third))))
        },
        &mut Npc::new(),
    );
    let [first, second, third] = logs.map(Log::into_writer);
    assert!(first.lines().count() == 12 && first == second && second == third);
}

#[test]
fn both_of_a_pair_hear_of_the_beginning_and_the_end_of_ticks() {
    let statistics = |npc: &Npc| {
        let clock = Rc::clone(&npc.clock);
        Statistics::with_clock(Day::NODES, move || Duration::from_millis(clock.get()))
    };
    let mut npc = Npc::new();
    let mut alone = statistics(&npc);
    three_ticks(|day, npc| alone.tick(day, npc), &mut npc);

    let mut npc = Npc::new();
    npc.work(1_000); // time that no tick took
    let (mut first, mut marks) = (statistics(&npc), Marks::new(Day::NODES));
    let mut second = Some(statistics(&npc));
    three_ticks(
        |day, npc| {
            npc.work(500);
            day.tick_with(npc, &mut (&mut first, (&mut marks, &mut second)))
        },
        &mut npc,
    );
    let second = second.unwrap();
    assert_eq!((first.ticks(), second.ticks()), (3, 3));
    assert!(first.to_string() == alone.to_string() && second.to_string() == alone.to_string());
    assert_eq!(first.time(Day::DAY), Duration::from_millis(213));
    assert_eq!(marks.active().len(), 3);
    assert_eq!(marks.get(Day::DAY), Some(Mark::Ticked(Status::Running)));
}

#[test]
fn foreign_nodes_are_no_harm() {
    const FEW: &[Node] = &[];
    let mut npc = Npc::new();
    let mut marks = Marks::new(FEW);
    let mut log = Log::new(FEW, String::new());
    let mut statistics = Statistics::new(FEW);
    marks.tick(&mut Day::new(), &mut npc);
    log.tick(&mut Day::new(), &mut npc);
    statistics.tick(&mut Day::new(), &mut npc);
    assert_eq!(log.into_writer(), "tick 1\n");
    assert_eq!((statistics.ticks(), statistics.time(Day::DAY)), (1, Duration::ZERO));
}

/// The values of the conditions and the scores.
#[derive(Default)]
struct Wants {
    first: bool,
    scores: [f32; 2],
    status: Option<Status>,
}

impl Wants {
    fn status(&self) -> Status {
        self.status.unwrap_or(Status::Running)
    }
}

behavior_tree! {
    tree Prefers(wants: &mut Wants) {
        'kept: let(number: u32 = wants.scores[0].is_finite().then_some(3)) 'rounds: for(round in 0..2) 'end: finally(*number += 1)
            'choice: priority_selector {
                wants.first => 'urgent: action wants.status(),
                round == 1 => 'best: active_utility_selector(margin = 1.0) {
                    wants.scores[0] => 'low: action wants.status(),
                    wants.scores[1] => 'high: action wants.status(),
                },
                true => 'rest: action wants.status(),
            }
    }
}

/// The lines of a tick without its heading, and the labels of the nodes that are active after it.
fn seen(tree: &mut Prefers, wants: &mut Wants) -> (Vec<String>, String) {
    let mut log = Log::new(Prefers::NODES, String::new());
    log.tick(tree, wants);
    let lines = log.into_writer().lines().skip(1).map(|line| line.trim().to_owned()).collect();
    let labels = tree.active().filter_map(|id| Prefers::NODES[id.index()].label);
    (lines, labels.collect::<Vec<_>>().join(" "))
}

#[test]
fn who_prefers_another_aborts_before_it_ticks() {
    let (mut tree, mut wants) = (Prefers::new(), Wants::default());
    let (lines, active) = seen(&mut tree, &mut wants);
    assert_eq!(lines, ["running  rest: action wants.status()"]);
    assert_eq!(active, "kept rounds end choice rest");
    wants.first = true;
    let (lines, active) = seen(&mut tree, &mut wants);
    assert_eq!(
        lines,
        ["aborted  rest: action wants.status()", "running  urgent: action wants.status()"]
    );
    assert_eq!(active, "kept rounds end choice urgent");
    // Between two rounds no node below the `for` is active.
    wants.status = Some(Status::Success);
    let (lines, active) = seen(&mut tree, &mut wants);
    let ended = ["success  urgent: action wants.status()", "success  choice: priority_selector"];
    assert_eq!(lines[..2], ended);
    assert_eq!(lines[2..].len(), 1, "{lines:?}");
    assert_eq!(active, "kept rounds");
    (wants.first, wants.status) = (false, None);
    let (lines, active) = seen(&mut tree, &mut wants);
    assert_eq!(lines, ["running  low: action wants.status()"]);
    assert_eq!(active, "kept rounds end choice best low");
    wants.scores[1] = 1.5;
    let (lines, active) = seen(&mut tree, &mut wants);
    assert_eq!(
        lines,
        ["aborted  low: action wants.status()", "running  high: action wants.status()"]
    );
    assert_eq!(active, "kept rounds end choice best high");
    // With NaN scores the running child is aborted, and no other child is ticked.
    wants.scores = [0.0, f32::NAN];
    wants.status = Some(Status::Failure);
    let (lines, _) = seen(&mut tree, &mut wants);
    let expected = ["aborted  high: action wants.status()", "failure  low: action wants.status()"];
    assert_eq!(lines[..2], expected);
    assert!(lines[2].starts_with("failure  best:"), "{lines:?}");
    assert_eq!(lines[3], "failure  rest: action wants.status()");
    assert!(lines.last().is_some_and(|line| line.starts_with("failure  kept:")), "{lines:?}");
    assert!(!tree.is_running());
}

#[test]
fn what_has_no_value_fails_and_tells_nothing_of_its_child() {
    let (mut tree, mut wants) = (Prefers::new(), Wants::default());
    wants.scores[0] = f32::NAN;
    let (lines, active) = seen(&mut tree, &mut wants);
    assert_eq!((lines.len(), active.as_str()), (1, ""));
    assert!(lines[0].starts_with("failure  kept: let"), "{lines:?}");
}

#[test]
fn aborts_are_told_from_the_inside_out() {
    let (mut tree, mut wants, mut log) =
        (Prefers::new(), Wants::default(), Log::new(Prefers::NODES, String::new()));
    tree.tick(&mut wants);
    tree.abort_with(&mut wants, &mut log);
    let told = log.into_writer();
    let labels: Vec<_> = told
        .lines()
        .map(|line| line.trim().trim_start_matches("aborted").trim().split(':').next().unwrap())
        .collect();
    assert_eq!(labels, ["rest", "choice", "end", "rounds", "kept"]);
}

#[test]
fn a_log_of_a_loaded_tree_is_that_of_the_compiled_one() {
    let mut compiled = Log::new(Day::NODES, String::new());
    three_ticks(|day, npc| compiled.tick(day, npc), &mut Npc::new());
    let day = days().tree("Day").unwrap();
    let mut loaded = Log::of(&day, ToIo::new(Vec::new()));
    three_ticks_of(day, |day, npc| loaded.tick(day, npc), &mut Npc::new());
    let words = [("npc.is_hungry()", "IsHungry"), ("npc.eat()", "Eat"), ("npc.sleep()", "Sleep")];
    let expected =
        words.iter().fold(compiled.into_writer(), |log, (code, word)| log.replace(code, word));
    let bytes = loaded.into_writer().into_result().unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), expected);
}

#[test]
fn a_log_goes_on_with_a_new_version_of_the_tree() {
    let (mut trees, mut npc) = (days(), Npc::new());
    let mut day = trees.tree("Day").unwrap();
    let mut log = Log::of(&day, String::new());
    log.tick(&mut day, &mut npc);
    trees.reload("tree Day { sequence { 'bed: action Sleep; 'food: action Eat; } }").unwrap();
    assert!(day.renew(&trees, &mut npc));
    log.tick(&mut day, &mut npc);
    assert!(log.into_writer().ends_with("tick 2\n  running  bed: action Sleep\n"));
}

#[test]
fn marks_and_statistics_of_a_loaded_tree_are_those_of_the_compiled_one() {
    let mut marks = Marks::new(Day::NODES);
    let mut statistics = Statistics::new(Day::NODES);
    three_ticks(|day, npc| day.tick_with(npc, &mut (&mut marks, &mut statistics)), &mut Npc::new());
    let day = days().tree("Day").unwrap();
    let mut loaded_marks = Marks::new(day.nodes());
    let mut loaded = Statistics::new(day.nodes());
    let watched = &mut (&mut loaded_marks, &mut loaded);
    three_ticks_of(day, |day, npc| day.tick_with(npc, watched), &mut Npc::new());
    assert_eq!(loaded.ticks(), 3);
    for Node { id, .. } in Day::NODES {
        assert_eq!(loaded.node(*id), statistics.node(*id), "{id}");
        assert_eq!(loaded_marks.get(*id), marks.get(*id), "{id}");
        assert_eq!(loaded_marks.error(*id), marks.error(*id), "{id}");
    }
    assert_eq!(loaded_marks.active(), marks.active());
    assert!(loaded.to_string().contains("      bite: action Eat"), "{loaded}");
}

#[test]
fn statistics_go_on_where_only_parameters_are_new() {
    let (mut trees, mut npc) = (days(), Npc::new());
    let mut day = trees.tree("Day").unwrap();
    let mut statistics = Statistics::new(day.nodes());
    statistics.tick(&mut day, &mut npc);
    trees.reload(&DAY.replace("50ms", "2s")).unwrap();
    assert!(day.renew(&trees, &mut npc));
    statistics.tick(&mut day, &mut npc);
    assert_eq!(statistics.ticks(), 2);
    assert!(statistics.to_string().contains("delay(2s)"), "{statistics}");

    trees.reload("tree Day { action Sleep; }").unwrap();
    assert!(day.renew(&trees, &mut npc));
    statistics.tick(&mut day, &mut npc);
    assert_eq!((statistics.ticks(), statistics.node(NodeId::new(0)).active), (1, 1));
    assert_eq!(statistics.to_string().lines().count(), 2, "{statistics}");
}

#[test]
fn marks_have_room_for_the_nodes_of_a_new_version() {
    let (mut trees, mut npc) = (days(), Npc::new());
    trees.reload("tree Day { action Sleep; }").unwrap();
    let mut day = trees.tree("Day").unwrap();
    let mut marks = Marks::new(day.nodes());
    marks.tick(&mut day, &mut npc);
    trees.reload(DAY).unwrap();
    assert!(day.renew(&trees, &mut npc));
    marks.tick(&mut day, &mut npc);
    let eat = day.labelled("eat").unwrap();
    assert_eq!(marks.get(eat), Some(Mark::Ticked(Status::Failure)));
}
