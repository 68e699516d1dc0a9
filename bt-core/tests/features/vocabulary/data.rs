//! Data in files: types of the program, values with names, results and parameters of trees. A loaded tree and the
//! compiled tree of the same file do the same.

use super::Heard;
use bt_core::{Action, Agent, Clock, NodeId, Output, Status, behavior_tree};
use std::fmt;
use std::task::Poll;
use std::time::Duration;

/// A place.
#[derive(Clone, Debug, PartialEq)]
struct Pose(f32);

/// A way that must never be copied.
#[derive(Debug, PartialEq)]
struct Way(u32);

impl Clone for Way {
    fn clone(&self) -> Self {
        panic!("a way is never copied")
    }
}

/// A side, without any trait but that for recordings.
#[derive(Debug)]
enum Side {
    /// Of the heart.
    Left,
    /// The other.
    Right,
}

/// The blackboard.
#[derive(Debug, Default)]
struct Robot {
    goal: f32,
    pose: f32,
    battery: f32,
    count: u32,
    plans: u32,
    is_on: bool,
    name: &'static str,
    pause: Duration,
    now: Duration,
    log: Vec<String>,
}

impl Clock for Robot {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Robot {
    fn spot(&self, number: usize) -> Pose {
        let number = u8::try_from(number).map_or(0.0, f32::from);
        Pose(number * 10.0 + self.battery.min(0.0))
    }

    fn plan(&mut self, goal: &Pose) -> Option<Way> {
        self.plans += 1;
        self.log.push(format!("plan {} to {}", self.plans, goal.0));
        (goal.0 >= 0.0).then_some(Way(self.plans))
    }

    fn follow(&mut self, way: &Way, speed: f32) -> Status {
        self.log.push(format!("follow {} by {speed}", way.0));
        if self.now.as_secs() % 2 == 1 { Status::Success } else { Status::Running }
    }
}

/// Thinks for some ticks.
#[derive(Clone, Debug, PartialEq)]
struct Think {
    goal: Pose,
    ticks: u32,
}

impl Action<Robot> for Think {
    fn tick(&mut self, robot: &mut Robot) -> Status {
        robot.log.push(format!("think of {} {}", self.goal.0, self.ticks));
        self.ticks = self.ticks.saturating_sub(1);
        if self.ticks == 0 { Status::Success } else { Status::Running }
    }
}

impl Output<Way> for Think {
    fn output(&mut self) -> Way {
        Way(100)
    }
}

behavior_tree! {
    vocabulary Navigation(robot: &mut Robot) {
        type Pose;
        type Path = Way;
        condition Near(goal: Pose, within: f32 = 0.5) => (robot.pose - goal.0).abs() < within;
        value Goal: Pose => Pose(robot.goal);
        value Spot(number: usize): Pose => robot.spot(number);
        value Battery: f32 => robot.battery;
        value Count: u32 => robot.count;
        value Rooms: usize => robot.count.min(3) as usize;
        value IsOn: bool => robot.is_on;
        value Name: &'static str => robot.name;
        value Pause: Duration => robot.pause;
        value Aim: Side { Left, Right } => if robot.is_on { Side::Left } else { Side::Right };
        action Go(to: Pose, speed: f32 = 1) => { robot.log.push(format!("go to {} by {speed}", to.0)); robot.pose = to.0; };
        action Plan(goal: Pose) -> Path => robot.plan(&goal);
        action Think(goal: Pose, ticks: u32) -> Path => Think { goal, ticks };
        action Follow(path: &Path, speed: f32 = 0.5) => robot.follow(path, speed);
        action Leave(from: Pose, to: &Pose) => { robot.log.push(format!("from {} to {}", from.0, to.0)); robot.goal += 1.0; Status::Running };
        action Track(path: &Path) => { robot.log.push(format!("track {}", path.0)); Status::Running };
        action Turn(by: &f32, name: &&'static str = "west", side: &Side { Left, Right } = Left, pause: &Duration = 2s, number: &usize = 0) => {
            robot.log.push(format!("turn {by} {name} {side:?} {pause:?} {number}"));
            robot.battery += 1.0;
            if *by > 6.0 { Status::Success } else { Status::Running }
        };
        action Pack(a: i32 = 0, b: i32 = 1, c: i32 = 2, d: i32 = 3, e: i32 = 4, f: i32 = 5, g: i32 = 6, h: i32 = 7, i: i32 = 8, j: i32 = 9, k: i32 = 10, l: i32 = 11, m: i32 = 12, n: i32 = 13, o: i32 = 14, p: i32 = 15, q: i32 = 16, r: i32 = 17, s: i32 = 18, weight: &f32, name: &'static str) => {
            robot.log.push(format!("pack {} {weight} {name}", a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s));
            robot.battery += 1.0;
            Status::Running
        };
        condition Fits(a: i32 = 0, b: i32 = 1, c: i32 = 2, d: i32 = 3, e: i32 = 4, f: i32 = 5, g: i32 = 6, h: i32 = 7, i: i32 = 8, j: i32 = 9, k: i32 = 10, l: i32 = 11, m: i32 = 12, n: i32 = 13, o: i32 = 14, p: i32 = 15, q: i32 = 16, r: i32 = 17, s: i32 = 18, goal: Pose) => f64::from(robot.goal) + f64::from(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s) > f64::from(goal.0);
        condition Weak(limit: &f32) => robot.battery < *limit;
        action Detect -> (x: i32, y: f32) => if robot.is_on { Ok((i32::try_from(robot.count).unwrap_or(-1), robot.battery)) } else { Err("nothing is seen") };
        action Look -> Pose => if robot.is_on { Poll::Ready(Some(Pose(robot.goal))) } else { Poll::Pending };
        action Tries(from: u32) -> u32 => Some(from.wrapping_add(1));
        action Fail -> Path => None;
        action Say(text: &'static str = "say", number: i32 = 0) => robot.log.push(format!("{text} {number}"));
    }

    trees from "tests/trees/data.tree" with Navigation;
}

type Case = (&'static str, fn() -> Box<dyn Agent<Robot>>);

macro_rules! cases {
    ($($name:ident)*) => { &[$((stringify!($name), || Box::new($name::new()))),*] };
}

/// All trees without parameters.
const CASES: &[Case] = cases!(
    Kept Numbers Given Slow Parts Alone Newest Chosen Called Round Turning Turned Packed Places Steady Leaves
);

fn run(tree: &mut dyn Agent<Robot>, robot: &mut Robot) -> Vec<String> {
    let mut heard = Heard::default();
    for tick in 0..12_u64 {
        robot.now = Duration::from_secs(tick);
        let status = tree.tick_with_any(robot, &mut heard);
        heard.0.push(format!("tick {tick}: {status:?} {}", robot.log.join(", ")));
        robot.log.clear();
        match tick % 5 {
            2 => robot.is_on = !robot.is_on,
            3 => robot.goal += 1.0,
            4 => tree.abort_with_any(robot, &mut heard),
            _ => {}
        }
    }
    heard.0
}

fn robots() -> [fn() -> Robot; 4] {
    [
        Robot::default,
        || Robot {
            goal: 5.0,
            battery: 0.25,
            count: 3,
            is_on: true,
            name: "berta",
            ..Robot::default()
        },
        || Robot {
            goal: -5.0,
            battery: 20.0,
            count: 2,
            pause: Duration::from_millis(700),
            ..Robot::default()
        },
        || Robot {
            count: u32::MAX,
            is_on: true,
            pause: Duration::MAX,
            name: "anna",
            ..Robot::default()
        },
    ]
}

fn trees() -> bt_core::files::Trees<Navigation> {
    Navigation::parse(include_str!("../../trees/data.tree"))
        .unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn loaded_and_compiled_trees_do_the_same_with_data() {
    let trees = trees();
    for (name, compiled) in CASES {
        for robot in robots() {
            let mut loaded = trees.tree(name).expect("it is there");
            let loaded = run(&mut loaded, &mut robot());
            let compiled = run(&mut *compiled(), &mut robot());
            assert_eq!(loaded, compiled, "{name}");
        }
    }
}

fn ticks(name: &str, robot: Robot) -> Vec<String> {
    let mut tree = trees().tree(name).expect("it is there");
    let mut robot = robot;
    let mut all = run(&mut tree, &mut robot);
    all.retain(|event| event.starts_with("tick"));
    all
}

fn robot() -> Robot {
    Robot { goal: 5.0, battery: 0.25, count: 3, is_on: true, ..Robot::default() }
}

#[test]
fn what_is_lent_is_read_in_every_tick_and_never_copied() {
    let all = ticks("Newest", robot());
    assert_eq!(all[0], "tick 0: Running plan 1 to 5, follow 1 by 0.5");
    assert_eq!(all[1], "tick 1: Success follow 1 by 0.5");
    let all = ticks("Steady", robot());
    assert_eq!(
        all[..4],
        [
            "tick 0: Running plan 1 to 5, track 1",
            "tick 1: Running track 1",
            "tick 2: Running plan 2 to 5, track 2",
            "tick 3: Running track 2"
        ]
    );
    let all = ticks("Turning", robot());
    assert_eq!(
        all[..4],
        [
            "tick 0: Running turn 2  Left 0ns 0",
            "tick 1: Running turn 3  Left 0ns 0",
            "tick 2: Running turn 4  Left 0ns 0",
            "tick 3: Running turn 5  Right 0ns 0"
        ]
    );
    let all = ticks("Turned", robot());
    assert_eq!(all[0], "tick 0: Running turn 0.25 west Left 2s 0");
    assert_eq!(all[1], "tick 1: Running turn 1.25 west Left 2s 0");
    let all = ticks("Packed", robot());
    assert_eq!(all[0], "tick 0: Running pack 171 1.25 ");
    assert_eq!(all[1], "tick 1: Running pack 171 2.25 ");
    let all = ticks("Slow", robot());
    assert_eq!(all[0], "tick 0: Running think of 5 2");
    assert_eq!(all[1], "tick 1: Success think of 5 1, follow 100 by 0.5");
}

#[test]
fn a_tree_has_parameters_defaults_and_results() {
    let all = ticks("Called", robot());
    assert_eq!(all[0], "tick 0: Running go to 5 by 1.5");
    assert_eq!(all[1], "tick 1: Running go to 5 by 1.5, go to 20 by 1.5");
    let all = ticks("Round", robot());
    assert_eq!(all[0], "tick 0: Running plan 1 to 40, tries 7, follow 1 by 0.5");
}

/// Takes the shown values.
#[derive(Default)]
struct Values(Vec<String>);

impl bt_core::__private::Visit for Values {
    fn visit(&mut self, node: NodeId, name: &'static str, value: &dyn fmt::Debug) {
        self.0.push(format!("{} {name} = {value:?}", node.index()));
    }
}

fn values<B>(tree: &impl Agent<B>) -> Vec<String> {
    let mut values = Values::default();
    tree.visit_kept(&mut bt_core::__private::Kept::new(&mut values));
    values.0
}

#[test]
fn the_result_of_a_tree_is_dropped_when_it_fails_or_is_aborted() {
    let file = "tree A() -> (path: Path) { sequence { action Plan(goal = Goal) -> path; condition IsOn; action Follow(path = path); } }";
    let trees = Navigation::parse(file).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut tree = trees.tree("A").expect("it is there");
    let mut robot = robot();
    assert_eq!(tree.tick(&mut robot), Status::Running);
    assert_eq!(values(&tree), ["0 path = Way(1)"]);
    tree.abort(&mut robot);
    assert!(values(&tree).is_empty());
    robot.is_on = false;
    assert_eq!(tree.tick(&mut robot), Status::Failure);
    assert!(values(&tree).is_empty());
    (robot.is_on, robot.now) = (true, Duration::from_secs(1));
    assert_eq!(tree.tick(&mut robot), Status::Success);
    assert_eq!(values(&tree), ["0 path = Way(3)"]);
}

#[test]
fn mistakes_are_reported() {
    for (text, mistake) in [
        ("let(path: Path) action Follow(path = path);", "nothing gives `path` a value"),
        (
            "let(path: Path) selector { action Plan(goal = Goal) -> path; action Follow(path = path); }",
            "`path` may have no value here",
        ),
        (
            "let(path: Pth) action Plan(goal = Goal) -> path;",
            "there is no type `Pth` in the vocabulary; did you mean `Path`?",
        ),
        (
            "let(pose: Pose) action Plan(goal = Goal) -> pose;",
            "`pose` is of type `Pose`, and this result of `Plan` is of type `Path`",
        ),
        (
            "action Plan(goal = Goal) -> path;",
            "there is no `let` with the name `path` around this node",
        ),
        (
            "let(x: i32) action Detect -> x;",
            "`Detect` has 2 results; write 2 names in parentheses behind the `->`",
        ),
        ("let(x: i32) action Go(to = Goal) -> x;", "`Go` has no result; remove the `->`"),
        (
            "action Go(to = Battery);",
            "`Battery` is a value of type `f32`, and `to` is of type `Pose`",
        ),
        ("let(x: i32 = 1) action Go(to = x);", "`x` is of type `i32`, and `to` is of type `Pose`"),
        (
            "let(x: i32 = 1.5) succeed;",
            "`x` is of type `i32`: expected a whole number, found `1.5`",
        ),
        ("set x = 1;", "there is no `let` or parameter `x` around this node"),
        ("for(i in 0..3) set i = 1;", "`i` is the number of a `for`, which cannot be changed"),
        ("for(i in 3..3) succeed;", "this range is empty"),
        ("for(i in 3) succeed;", "`for` takes an exclusive range with two ends"),
        ("let(Goal: i32 = 1) succeed;", "`Goal` is a value of the vocabulary; choose another name"),
        ("subtree B;", "`B` needs `goal`; write `subtree B(goal = …)`"),
        (
            "subtree B(goal = Goal, other = 1);",
            "`B` has no parameter `other`; it has `goal` and `speed`",
        ),
        (
            "subtree B(goal = Goal, speed = Count);",
            "`Count` is a value of type `u32`, and `speed` is of type `f32`",
        ),
        ("match Aim { Left => succeed; }", "this `match` leaves out `Right`"),
        ("match Count { 1 => succeed; }", "leaves values out; add `_ => …` at the end"),
        ("match Count { _ => succeed; 1 => fail; }", "this pattern is never reached"),
        ("match Battery { _ => succeed; }", "a `match` chooses by an enum, an integer or a `bool`"),
        ("match Aim { Up => succeed; _ => fail; }", "`Side` has no variant `Up`"),
    ] {
        let text = format!(
            "tree A {{ {text} }} tree B(goal: Pose, speed: f32 = 1) {{ action Go(to = goal, speed = speed); }}"
        );
        let mistakes = Navigation::parse(&text).expect_err(&text);
        assert!(mistakes.to_string().contains(mistake), "{text}: {mistakes}");
    }
}

#[test]
fn a_loaded_tree_has_arguments_of_its_own() {
    use bt_core::files::ArgumentError;
    let trees = trees();
    assert!(trees.tree("Drive").is_none(), "`goal` needs a value");
    let mut drive =
        trees.tree_with("Drive", &[("goal", &Pose(7.0)), ("times", &3_u32)]).expect("an agent");
    let mut robot = robot();
    for _ in 0..2 {
        assert_eq!(
            [drive.tick(&mut robot), drive.tick(&mut robot), drive.tick(&mut robot)],
            [Status::Running, Status::Running, Status::Success,]
        );
    }
    assert_eq!(robot.log, ["go to 7 by 1.5"; 6], "they outlast the activations");
    assert_eq!(values(&drive), ["0 goal = Pose(7.0)", "0 times = 3", "0 speed = 1.5"]);
    let error = |arguments: &[(&str, &dyn std::any::Any)]| {
        trees.tree_with("Drive", arguments).err().map(|error| error.to_string())
    };
    assert_eq!(error(&[]).as_deref(), Some("the parameter `goal` needs a value"));
    let other = error(&[("goal", &Pose(1.0)), ("times", &3_i32)]);
    assert_eq!(
        other.as_deref(),
        Some("the parameter `times` is of type `u32`, and its value is not")
    );
    assert_eq!(error(&[("gaol", &1)]).as_deref(), Some("the tree has no parameter `gaol`"));
    assert_eq!(trees.tree_with("Drvie", &[]).err(), Some(ArgumentError::NoTree("Drvie".into())));
    let mut search = trees.tree_with("Search", &[("from", &4_u32)]).expect("an agent");
    assert_eq!(search.tick(&mut robot), Status::Success);
    assert_eq!(search.result::<u32>("tries"), Some(5));
    assert_eq!(search.result::<i32>("tries"), None, "it is of another type");
    assert_eq!(search.result::<u32>("from"), None, "it is no result");
    let mut compiled = Drive::new(Pose(7.0), 3, 1.5);
    robot.log.clear();
    while compiled.tick(&mut robot) == Status::Running {}
    assert_eq!(robot.log, ["go to 7 by 1.5"; 3]);
}

#[test]
fn a_new_version_keeps_the_values_that_still_fit() {
    let text = "tree A(speed: f32 = 2) { let(n: u32 = 1) let(side: Side = Left) repeat sequence { set n = n + 1; action Go(to = Goal, speed = speed); } }";
    let mut trees = Navigation::parse(text).expect("a sound file");
    let mut agent = trees.tree_with("A", &[("speed", &4.0_f32)]).expect("an agent");
    let mut robot = robot();
    for _ in 0..3 {
        let _ = agent.tick(&mut robot);
    }
    let kept = ["0 speed = 4.0", "0 n = 4", "1 side = Left"];
    assert_eq!(values(&agent), kept);
    for (from, to, expected) in [
        // Another value at the beginning: the one that is there stays.
        ("n: u32 = 1", "n: u32 = 10", ["0 speed = 4.0", "0 n = 5", "1 side = Left"]),
        // Another type: a new value.
        ("side: Side = Left", "side: i32 = 7", ["0 speed = 4.0", "0 n = 6", "1 side = 7"]),
        // Another name for the same.
        ("let(n: u32 = 10)", "let(m: u32 = 20)", ["0 speed = 4.0", "0 m = 7", "1 side = 7"]),
    ] {
        let text = match from {
            "n: u32 = 1" => text.replace(from, to),
            "side: Side = Left" => text.replace("n: u32 = 1", "n: u32 = 10").replace(from, to),
            _ => text
                .replace("n: u32 = 1", "n: u32 = 10")
                .replace("side: Side = Left", "side: i32 = 7")
                .replace(from, to)
                .replace("set n = n + 1", "set m = m + 1"),
        };
        trees.reload(&text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert!(agent.renew(&trees, &mut robot));
        assert!(agent.is_running(), "{to}: it goes on");
        let _ = agent.tick(&mut robot);
        assert_eq!(values(&agent), expected, "{to}");
    }
    // Another tree: the arguments stay.
    trees
        .reload("tree A(speed: f32) { action Go(to = Goal, speed = speed); }")
        .expect("a sound file");
    robot.log.clear();
    assert!(agent.renew(&trees, &mut robot));
    assert_eq!(agent.tick(&mut robot), Status::Success);
    assert_eq!(robot.log, ["go to 5 by 4"]);
}

mod signs {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum Turn {
        Left,
        Right,
    }
}

behavior_tree! {
    vocabulary Signs(turns: &mut Vec<signs::Turn>) {
        value First: signs::Turn { Left, Right } => turns.first().copied().unwrap_or(signs::Turn::Left);
        action Go(turn: signs::Turn { Left, Right }) => turns.push(turn);
    }
}

#[test]
fn an_enum_of_another_module_is_shown_and_given_by_its_variants() {
    let file =
        "tree A(turn: signs::Turn = First) { sequence { action Go(turn = turn); running; } }";
    let trees = Signs::parse(file).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut tree = trees.tree_with("A", &[("turn", &"Right")]).expect("it is a variant");
    let mut turns = Vec::new();
    assert_eq!(tree.tick(&mut turns), Status::Running);
    assert_eq!(turns, [signs::Turn::Right]);
    assert_eq!(values(&tree), ["0 turn = Right"]);
}
