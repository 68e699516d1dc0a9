//! What a compiled tree does where expressions of the program have effects or panic, a loaded one does, too.

use bt_core::{Action, Agent, Clock, Decorator, End, NodeId, Observer, Status, behavior_tree};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

const TICKS: u32 = 16;
/// The number of worlds in which each tree runs.
const WORLDS: u64 = 3;

/// What happens, a line each.
#[derive(Clone, Default)]
struct Log(Rc<RefCell<Vec<String>>>);

impl Log {
    fn write(&self, line: fmt::Arguments<'_>) {
        self.0.borrow_mut().push(line.to_string());
    }
}

/// Answers by the number of calls before, and writes all calls down.
#[derive(Default)]
struct Robot {
    world: u64,
    calls: Cell<u64>,
    /// The number of the call that panics.
    panics_at: u64,
    log: Log,
    now: Duration,
}

impl Clock for Robot {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Robot {
    /// Notes a call, and returns a number below `end`.
    fn call(&self, word: fmt::Arguments<'_>, end: u64) -> u64 {
        let number = self.calls.get() + 1;
        self.calls.set(number);
        self.log.write(word);
        if self.panics_at == number {
            self.log.write(format_args!("panics"));
            // Without the message of a panic.
            resume_unwind(Box::new(()));
        }
        let mixed = (number + (self.world << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) % end
    }

    fn number(&self, word: fmt::Arguments<'_>) -> u32 {
        u32::try_from(self.call(word, 4)).expect("it is small")
    }

    fn holds(&self, word: fmt::Arguments<'_>) -> bool {
        self.call(word, 6) > 0
    }

    fn status(&self, word: fmt::Arguments<'_>) -> Status {
        match self.call(word, 8) {
            0 => Status::Failure,
            1..=3 => Status::Running,
            _ => Status::Success,
        }
    }

    fn given<T>(&self, word: fmt::Arguments<'_>, value: T) -> Poll<Option<T>> {
        match self.status(word) {
            Status::Success => Poll::Ready(Some(value)),
            Status::Failure => Poll::Ready(None),
            Status::Running => Poll::Pending,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right,
}

#[derive(Clone, Debug, PartialEq)]
struct Spot(u32);

#[derive(Clone, Debug, PartialEq)]
struct Work {
    by: u32,
}

impl Work {
    fn made(robot: &mut Robot, by: u32) -> Self {
        robot.call(format_args!("made {by}"), 1);
        Self { by }
    }
}

impl Action<Robot> for Work {
    fn check(&self, robot: &Robot) -> bool {
        robot.holds(format_args!("check {}", self.by))
    }

    fn start(&mut self, robot: &mut Robot) {
        robot.call(format_args!("start {}", self.by), 1);
    }

    fn tick(&mut self, robot: &mut Robot) -> Status {
        robot.status(format_args!("tick {}", self.by))
    }

    fn end(&mut self, robot: &mut Robot, end: End) {
        robot.call(format_args!("end {} {end:?}", self.by), 1);
    }
}

impl bt_core::Output<u32> for Work {
    fn output(&mut self) -> u32 {
        self.by
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Deco {
    by: u32,
}

impl Decorator<Robot> for Deco {
    fn check(&self, robot: &Robot) -> bool {
        robot.holds(format_args!("check decorator {}", self.by))
    }

    fn start(&mut self, robot: &mut Robot) {
        robot.call(format_args!("start decorator {}", self.by), 1);
    }

    fn tick(&mut self, robot: &mut Robot, child: impl FnOnce(&mut Robot) -> Status) -> Status {
        robot.call(format_args!("before {}", self.by), 1);
        let status = child(robot);
        robot.call(format_args!("after {}", self.by), 1);
        status
    }

    fn end(&mut self, robot: &mut Robot, end: End) {
        robot.call(format_args!("end decorator {} {end:?}", self.by), 1);
    }
}

behavior_tree! {
    #[derive(Clone, Debug)]
    tree Inner(robot: &mut Robot) {
        sequence {
            condition robot.holds(format_args!("inner is"));
            action robot.status(format_args!("inner does"));
            finally(robot.number(format_args!("inner finally"))) action Work { by: 9 };
        }
    }

    #[derive(Clone, Debug)]
    tree Idle(robot: &mut Robot) {
        parallel {
            wait(1s);
            cooldown(2s) running;
            action robot.status(format_args!("idle does"));
            action robot.status(format_args!("idle does more"));
        }
    }

    #[derive(Clone, Debug)]
    vocabulary Alike(robot: &mut Robot) {
        type Spot;
        condition Is(slot: u32 = 0) => robot.holds(format_args!("Is {slot}"));
        condition IsOf(at: &u32, by: u32) => robot.holds(format_args!("IsOf {at} {by}"));
        condition IsAt(spot: &Spot, by: u32) => robot.holds(format_args!("IsAt {spot:?} {by}"));
        action Do(slot: u32 = 0) => robot.status(format_args!("Do {slot}"));
        action DoOf(at: &u32, by: u32) => robot.status(format_args!("DoOf {at} {by}"));
        action Say(text: &'static str, side: Side { Left, Right }, at: &u32, by: u32) =>
            robot.status(format_args!("Say {text} {side:?} {at} {by}"));
        action Go(spot: &Spot, copy: Spot, by: u32 = 1) =>
            robot.status(format_args!("Go {spot:?} {copy:?} {by}"));
        action Turn(side: &Side { Left, Right }, to: Side { Left, Right }) =>
            robot.status(format_args!("Turn {side:?} {to:?}"));
        action Look(spot: &Spot) => robot.status(format_args!("Look {spot:?}"));
        action Much(
            a: &u32, b: u32, c: &u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: u32, j: u32,
            k: u32, l: u32, m: u32, n: u32, o: u32, p: u32, q: &u32, r: u32
        ) => robot.status(format_args!("Much {:?}", [*a, b, *c, d, e, f, g, h, i, j, k, l, m, n, o, p, *q, r]));
        action Give(slot: u32) -> u32 => robot.given(format_args!("Give {slot}"), slot + 1);
        action GiveOf(at: &u32, by: u32) -> (n: u32, spot: Spot) =>
            robot.given(format_args!("GiveOf {at} {by}"), (*at, Spot(by)));
        action GiveMade(by: u32) -> u32 => Work = Work::made(robot, by);
        action GiveWalk(by: u32) -> Spot => await {
            robot.call(format_args!("GiveWalk {by}"), 1);
            async move { Some(Spot(by)) }
        };
        action Work(by: u32) => Work { by };
        action Made(by: u32) => Work = Work::made(robot, by);
        action Walk(by: u32) => await {
            robot.call(format_args!("Walk {by}"), 1);
            async {}
        };
        decorator Deco(by: u32) => Deco { by };
        value N(slot: u32 = 0): u32 => robot.number(format_args!("N {slot}"));
        value NOf(at: &u32): u32 => robot.number(format_args!("NOf {at}"));
        value Size: usize => robot.number(format_args!("Size")) as usize;
        value F: f32 => robot.number(format_args!("F")) as f32;
        value FOf(at: &u32, by: u32): f32 => robot.number(format_args!("FOf {at} {by}")) as f32;
        value D: Duration => Duration::from_secs(robot.number(format_args!("D")).into());
        value Yes: bool => robot.holds(format_args!("Yes"));
        value Text: &'static str => ["a", "b", "c", "d"][robot.number(format_args!("Text")) as usize];
        value Aim: Side { Left, Right } =>
            if robot.holds(format_args!("Aim")) { Side::Left } else { Side::Right };
        value At(by: u32): Spot => Spot(robot.number(format_args!("At {by}")));
        value AtOf(spot: &Spot, by: u32): Spot => Spot(robot.number(format_args!("AtOf {spot:?} {by}")));
        random => robot.number(format_args!("random"));
        subtree Inner;
        subtree Idle;
    }

    #[derive(Clone)]
    trees from "tests/trees/alike.tree" with Alike;
}

/// Writes the events down, among the calls.
struct Heard(Log);

impl Observer for Heard {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.0.write(format_args!("- {node:?} {status:?} {error:?}"));
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.0.write(format_args!("- {node:?}: {error}"));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.write(format_args!("- {node:?} finished {status:?}"));
    }

    fn aborted(&mut self, node: NodeId) {
        self.0.write(format_args!("- {node:?} aborted"));
    }
}

/// One way to run a tree.
#[derive(Clone, Copy, Debug)]
struct Way {
    world: u64,
    /// The number of the call that panics; none if it is 0.
    panics_at: u64,
    is_observed: bool,
}

/// Runs an agent in some ticks, with an abort or a stop among them. Returns all that can be seen, and the number of calls.
fn run(mut agent: impl Agent<Robot>, way: Way) -> (Vec<String>, u64) {
    let Way { world, panics_at, is_observed } = way;
    let mut robot = Robot { world, panics_at, ..Robot::default() };
    let log = robot.log.clone();
    let mut heard = Heard(log.clone());
    for tick in 0..TICKS {
        robot.now = Duration::from_secs(tick.into());
        let robot = &mut robot;
        let act = || match (tick % 5 == 4, world % 2 == 0, is_observed) {
            (false, _, true) => Some(agent.tick_with(robot, &mut heard)),
            (false, _, false) => Some(agent.tick(robot)),
            (true, true, true) => Some(agent.stop_with(robot, &mut heard)),
            (true, true, false) => Some(agent.stop(robot)),
            (true, false, true) => {
                agent.abort_with(robot, &mut heard);
                None
            }
            (true, false, false) => {
                agent.abort(robot);
                None
            }
        };
        let result = catch_unwind(AssertUnwindSafe(act));
        let active: Vec<usize> = agent.active().map(NodeId::index).collect();
        let (runs, wake) = (agent.is_running(), agent.next_wake());
        let unchanged = agent.next_wake_if_unchanged();
        let result = result.map_err(|_| "caught");
        log.write(format_args!("{tick}: {result:?} {runs} {active:?} {wake:?} {unchanged:?}"));
    }
    (log.0.take(), robot.calls.get())
}

/// A tree of the file: its name, and what it does, compiled and loaded.
type Tree = (&'static str, fn(Way) -> (Vec<String>, u64), fn(Way) -> (Vec<String>, u64));

macro_rules! trees {
    ($($name:ident)*) => {
        const TREES: &[Tree] = &[$((
            stringify!($name),
            |way| run($name::new(), way),
            |way| LOADED.with(|trees| run(trees.tree(stringify!($name)).expect("it is there"), way)),
        )),*];
    };
}

trees! {
    Drawn Shuffled Renewed Ends Values Computed Spots Many Given Decorated Scaled Kept Scores Again First Watched Chosen
    Waiting BesideRunning BesideWaits Beside BesideTrees BesideChoices BesidePlans BesideRepairs Changed Active Together Repaired Counted Round Numbers Called Cleaned Interrupted Preempted
}

thread_local! {
    static LOADED: bt_core::files::Trees<Alike> =
        Alike::parse(include_str!("../../trees/alike.tree")).unwrap_or_else(|mistakes| panic!("{mistakes}"));
}

/// The first line in which two logs differ, with those before it.
fn difference(compiled: &[String], loaded: &[String]) -> Option<String> {
    let same = compiled.iter().zip(loaded).take_while(|(one, other)| one == other).count();
    let [one, other] = [compiled.get(same), loaded.get(same)];
    (one != other).then(|| {
        let before = compiled[same.saturating_sub(40)..same].join("\n  ");
        format!("  {before}\ncompiled: {one:?}\nloaded:   {other:?}")
    })
}

#[test]
fn loaded_and_compiled_trees_are_alike() {
    let mut differences = Vec::new();
    for (name, compiled, loaded) in TREES {
        'tree: for world in 0..WORLDS {
            for is_observed in [true, false] {
                let calls = compiled(Way { world, panics_at: 0, is_observed }).1;
                for panics_at in 0..=calls {
                    let way = Way { world, panics_at, is_observed };
                    let (compiled, loaded) = (compiled(way).0, loaded(way).0);
                    if let Some(difference) = difference(&compiled, &loaded) {
                        differences.push(format!("{name}, {way:?}\n{difference}"));
                        break 'tree;
                    }
                }
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}
