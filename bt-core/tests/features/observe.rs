//! The observers of `bt_core::observe`.

mod answers;
mod failures;
mod loaded;
mod reasons;

use bt_core::observe::{Log, Mark, Marks, Statistics};
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
  reason   delay(50ms) went on to sleep.
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
    assert!(first.lines().count() == 13 && first == second && second == third);
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
