//! What a compiled tree does where expressions of the program have effects or panic, a loaded one does, too, also if both
//! are saved and loaded again.

use bt_core::{Action, Agent, Clock, Decorator, End, NodeId, Observer, Status, behavior_tree};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::future::{Future, poll_fn};
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

const TICKS: u32 = 14;
/// The number of worlds in which each tree runs.
const WORLDS: u64 = 2;

/// What happens, a line each.
#[derive(Clone, Default)]
struct Log(Rc<RefCell<Vec<String>>>);

impl Log {
    fn write(&self, line: fmt::Arguments<'_>) {
        self.0.borrow_mut().push(line.to_string());
    }
}

/// Answers by the number of calls before, and writes all calls down. Futures share it.
#[derive(Default)]
struct Calls {
    world: u64,
    number: Cell<u64>,
    /// The number of the call that panics.
    panics_at: u64,
    log: Log,
}

#[derive(Default)]
struct Robot {
    calls: Rc<Calls>,
    now: Duration,
    leg: Leg,
}

/// A part of the blackboard.
#[derive(Default)]
struct Leg(Rc<Calls>);

impl Clock for Robot {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Deref for Robot {
    type Target = Rc<Calls>;

    fn deref(&self) -> &Rc<Calls> {
        &self.calls
    }
}

impl Robot {
    fn leg(&mut self) -> &mut Leg {
        self.call(format_args!("leg"), 1);
        &mut self.leg
    }
}

impl Calls {
    /// Notes a call, and returns a number below `end`.
    fn call(&self, word: fmt::Arguments<'_>, end: u64) -> u64 {
        let number = self.number.get() + 1;
        self.number.set(number);
        self.log.write(word);
        if self.panics_at == number {
            self.log.write(format_args!("panics"));
            // Without the message of a panic.
            resume_unwind(Box::new(()));
        }
        let mixed = (number + (self.world << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) % end
    }

    /// A future that is ready at some time.
    fn wait<T: Clone>(
        self: &Rc<Self>,
        word: fmt::Arguments<'_>,
        value: T,
    ) -> impl Future<Output = Option<T>> + use<T> {
        self.call(word, 1);
        let (calls, word) = (self.clone(), word.to_string());
        poll_fn(move |_| calls.given(format_args!("poll {word}"), value.clone()))
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

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Side {
    Left,
    Right,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Spot(u32);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    #[derive(Clone, Debug, Serialize, Deserialize)]
    tree Inner(robot: &mut Robot) {
        sequence {
            condition robot.holds(format_args!("inner is"));
            action robot.status(format_args!("inner does"));
            finally(robot.number(format_args!("inner finally"))) action Work { by: 9 };
        }
    }

    #[derive(Clone, Debug, Serialize, Deserialize)]
    tree Idle(robot: &mut Robot) {
        parallel {
            wait(1s);
            cooldown(2s) running;
            action robot.status(format_args!("idle does"));
            action robot.status(format_args!("idle does more"));
        }
    }

    #[derive(Clone, Debug, Serialize, Deserialize)]
    tree Step(leg: &mut Leg) {
        sequence {
            condition leg.0.holds(format_args!("leg is"));
            finally(leg.0.number(format_args!("leg finally"))) action leg.0.status(format_args!("leg does"));
        }
    }

    #[derive(Clone, Debug, Serialize, Deserialize)]
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
        action GiveWalk(by: u32) -> Spot => await ?Send
            robot.wait(format_args!("GiveWalk {by}"), Spot(by));
        action Work(by: u32) => Work { by };
        action Made(by: u32) => Work = Work::made(robot, by);
        action Walk(by: u32) => await ?Send {
            let walk = robot.wait(format_args!("Walk {by}"), ());
            async { walk.await.is_some() }
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
        subtree Step(robot.leg());
    }

    #[derive(Clone, Serialize, Deserialize)]
    trees from "tests/trees/alike.tree" with Alike;
}

/// Writes the events down, among the calls, and may answer in place of some leaves.
struct Heard<const ANSWERS: bool>(Log);

impl<const ANSWERS: bool> Observer for Heard<ANSWERS> {
    const ANSWERS: bool = ANSWERS;

    fn answer(&mut self, node: NodeId) -> Option<Status> {
        self.0.write(format_args!("- {node:?}?"));
        match self.0.0.borrow().len() % 7 {
            0 => Some(Status::Success),
            1 => Some(Status::Failure),
            2 => Some(Status::Running),
            _ => None,
        }
    }

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

#[derive(Clone, Copy, Debug)]
enum Watch {
    Nobody,
    Observer,
    Answers,
}

/// One way to run a tree.
#[derive(Clone, Copy, Debug)]
struct Way {
    world: u64,
    /// The number of the call that panics; none if it is 0.
    panics_at: u64,
    watch: Watch,
}

/// Ticks, stops or aborts an agent.
fn act(
    agent: &mut impl Agent<Robot>,
    robot: &mut Robot,
    watch: Watch,
    tick: u32,
) -> Option<Status> {
    fn watched(
        agent: &mut impl Agent<Robot>,
        robot: &mut Robot,
        tick: u32,
        observer: &mut impl Observer,
    ) -> Option<Status> {
        match tick % 10 {
            4 => Some(agent.stop_with(robot, observer)),
            9 => {
                agent.abort_with(robot, observer);
                None
            }
            _ => Some(agent.tick_with(robot, observer)),
        }
    }
    let log = robot.log.clone();
    match (watch, tick % 10) {
        (Watch::Observer, _) => watched(agent, robot, tick, &mut Heard::<false>(log)),
        (Watch::Answers, _) => watched(agent, robot, tick, &mut Heard::<true>(log)),
        (Watch::Nobody, 4) => Some(agent.stop(robot)),
        (Watch::Nobody, 9) => {
            agent.abort(robot);
            None
        }
        (Watch::Nobody, _) => Some(agent.tick(robot)),
    }
}

/// Runs an agent in some ticks; in every other world it is saved and loaded after each tick. Returns all that can be seen,
/// and the number of calls.
fn run<A: Agent<Robot> + Serialize>(
    mut agent: A,
    way: Way,
    restored: impl Fn(&str) -> A,
) -> (Vec<String>, u64) {
    let Way { world, panics_at, watch } = way;
    let calls = Rc::new(Calls { world, panics_at, ..Calls::default() });
    let mut robot = Robot { leg: Leg(calls.clone()), calls, ..Robot::default() };
    let log = robot.log.clone();
    for tick in 0..TICKS {
        robot.now = Duration::from_secs(tick.into());
        let result = catch_unwind(AssertUnwindSafe(|| act(&mut agent, &mut robot, watch, tick)));
        let active: Vec<usize> = agent.active().map(NodeId::index).collect();
        let (runs, wake) = (agent.is_running(), agent.next_wake());
        let unchanged = agent.next_wake_if_unchanged();
        let result = result.map_err(|_| "caught");
        if world % 2 == 1 {
            agent = restored(&serde_json::to_string(&agent).expect("it can be saved"));
        }
        log.write(format_args!("{tick}: {result:?} {runs} {active:?} {wake:?} {unchanged:?}"));
    }
    (log.0.take(), robot.number.get())
}

/// What a tree does in a world.
type Run = fn(Way) -> (Vec<String>, u64);

macro_rules! trees {
    ($($name:ident)*) => {
        /// The trees of the file: the name, and what it does, compiled and loaded.
        const TREES: &[(&str, Run, Run)] = &[$((
            stringify!($name),
            |way| run($name::new(), way, |text| serde_json::from_str(text).expect("it can be read")),
            |way| loaded(stringify!($name), way),
        )),*];
    };
}

trees! {
    Drawn Shuffled Renewed Ends Values Computed Spots Many Given Decorated Scaled Kept Scores Again First
    Watched Chosen Changed Active Together Repaired Counted Round Numbers Called Cleaned Interrupted
    Preempted Beside BesideTrees BesideChoices BesidePlans BesideRepairs BesideRunning BesideWaits Waiting
}

fn loaded(name: &str, way: Way) -> (Vec<String>, u64) {
    LOADED.with(|trees| {
        let restored = |text: &str| {
            let saved = serde_json::from_str(text).expect("it can be read");
            trees.restore(saved).unwrap_or_else(|error| panic!("{name}, {way:?}: {error}"))
        };
        run(trees.tree(name).expect("it is there"), way, restored)
    })
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
            for watch in [Watch::Observer, Watch::Nobody, Watch::Answers] {
                let calls = compiled(Way { world, panics_at: 0, watch }).1;
                for panics_at in 0..=calls {
                    let way = Way { world, panics_at, watch };
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
