//! An agent begins again at the labels at which it was active, in a tree that has changed.

use bt_core::files::{Loaded, Saved, Trees};
use bt_core::{Action, Clock, Decorator, End, Status, behavior_tree};
use serde::{Deserialize, Serialize};
use std::time::Duration;

#[derive(Debug, Default)]
struct Robot {
    now: Duration,
    open: bool,
    log: String,
}

impl Robot {
    fn did(&mut self, what: &str) {
        self.log.extend([what, " "]);
    }
}

impl Clock for Robot {
    fn now(&self) -> Duration {
        self.now
    }
}

#[derive(Serialize, Deserialize)]
struct Job {
    name: String,
}

impl Action<Robot> for Job {
    fn start(&mut self, robot: &mut Robot) {
        robot.did(&format!("+{}", self.name));
    }

    fn tick(&mut self, _: &mut Robot) -> Status {
        Status::Running
    }

    fn end(&mut self, robot: &mut Robot, _: End) {
        robot.did(&format!("-{}", self.name));
    }
}

/// Ticks its child only if the robot is open.
#[derive(Serialize, Deserialize)]
struct Gate {}

impl Decorator<Robot> for Gate {
    fn start(&mut self, robot: &mut Robot) {
        robot.did("+gate");
    }

    fn tick(&mut self, robot: &mut Robot, child: impl FnOnce(&mut Robot) -> Status) -> Status {
        if robot.open { child(robot) } else { Status::Running }
    }

    fn end(&mut self, robot: &mut Robot, _: End) {
        robot.did("-gate");
    }
}

behavior_tree! {
    #[derive(Serialize, Deserialize)]
    vocabulary Words(robot: &mut Robot) {
        condition Open => robot.open;
        action Say(text: &'static str) => robot.did(text);
        action Go(text: &'static str) => {
            robot.did(text);
            Status::Running
        };
        action Give(number: u32) -> u32 => Some(number);
        action Take(number: u32) => robot.did(&number.to_string());
        action Job(name: &'static str) => Job { name: name.to_owned() };
        decorator Gate => Gate {};
        value Score(of: f32): f32 => of;
        value One: i32 => 1;
        random => 0;
    }
}

fn trees(text: &str) -> Trees<Words> {
    let more = "tree Inner { sequence { action Say(text = \"inner\"); 'deep: action Go(text = \"deep\"); } }";
    Words::parse(&format!("tree Main {{ {text} }} {more}"))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The log of the tick that resumes in `text` at these labels, its status, and the agent.
fn resumed(text: &str, labels: &[&str], robot: &mut Robot) -> (String, Status, Loaded<Words>) {
    let mut agent = trees(text).tree("Main").expect("a tree");
    let status = agent.resume_by_labels(labels, robot);
    // What is saved then can be restored.
    let saved = serde_json::to_string(&agent).expect("it is saved");
    let read: Saved<Words> = serde_json::from_str(&saved).expect("it is read");
    assert!(trees(text).restore(read).is_ok());
    (std::mem::take(&mut robot.log), status, agent)
}

/// The log of that tick and of the next.
fn log(text: &str, labels: &[&str]) -> [String; 2] {
    let mut robot = Robot::default();
    let (first, _, mut agent) = resumed(text, labels, &mut robot);
    agent.tick(&mut robot);
    [first, robot.log]
}

#[test]
fn a_part_begins_at_its_label() {
    let two = "sequence { action Say(text = \"a\"); 'b: sequence { action Say(text = \"b\"); action Go(text = \"c\"); } }";
    assert_eq!(log(two, &["b"]), ["b c ", "c "]);
    assert_eq!(log(two, &["none"]), ["a b c ", "c "]);
    assert_eq!(log(two, &[]), ["a b c ", "c "]);
    // The innermost that is still there.
    assert_eq!(log(two, &["b/inside"]), ["b c ", "c "]);
    assert_eq!(log(two, &["outside/b"]), ["b c ", "c "]);
    let [first, _] =
        log("sequence { 'a: action Say(text = \"a\"); action Job(name = \"j\"); }", &["a"]);
    assert_eq!(first, "a +j ");
    // It may also fail there; then the tree goes on as always.
    let fails = "selector { sequence { 'a: condition Open; action Go(text = \"b\"); } action Go(text = \"c\"); }";
    assert_eq!(log(fails, &["a"]), ["c ", "c "]);
}

#[test]
fn what_is_around_a_label_begins_as_always() {
    let text = "sequence { action Say(text = \"a\"); with Gate timeout(5s) repeat(2) sequence { action Say(text = \"b\"); 'c: action Go(text = \"c\"); } }";
    let mut robot = Robot { open: true, now: Duration::from_secs(9), ..Robot::default() };
    let (log, status, mut agent) = resumed(text, &["c"], &mut robot);
    assert_eq!((log.as_str(), status), ("+gate c ", Status::Running));
    robot.now += Duration::from_secs(4);
    assert_eq!(agent.tick(&mut robot), Status::Running);
    robot.now += Duration::from_secs(1);
    assert_eq!(agent.tick(&mut robot), Status::Failure);
    // It ticks its child before it looks at the clock.
    assert_eq!(robot.log, "c c -gate ");
    // A decorator that does not tick its child lets it start afresh later.
    let mut robot = Robot::default();
    let (log, _, mut agent) = resumed(text, &["c"], &mut robot);
    assert_eq!(log, "+gate ");
    robot.open = true;
    agent.tick(&mut robot);
    assert_eq!(robot.log, "b c ");
}

#[test]
fn all_that_was_active_in_parallel_begins_again() {
    let text = "parallel {
        sequence { action Say(text = \"a\"); 'b: action Go(text = \"b\"); }
        sequence { action Say(text = \"c\"); 'd: action Job(name = \"d\"); }
        sequence { action Say(text = \"e\"); 'f: action Go(text = \"f\"); }
    }";
    assert_eq!(log(text, &["d", "b"]), ["b +d e f ", "b f "]);
}

#[test]
fn a_choice_is_the_same() {
    for choice in [
        "random_selector { action Say(text = \"a\"); 'x: sequence { action Go(text = \"b\"); } 'y: wait(1s); }",
        "utility_selector { 0.9 => action Say(text = \"a\"); 0.1 => 'x: action Go(text = \"b\"); }",
        "round_robin { action Say(text = \"a\"); 'x: action Go(text = \"b\"); }",
        "match One { 0 => action Say(text = \"a\"), _ => 'x: action Go(text = \"b\") }",
        "if Open { 'x: action Go(text = \"b\"); } else { action Say(text = \"a\"); }",
    ] {
        assert_eq!(log(choice, &["x"]), ["b ", "b "], "{choice}");
    }
    // What asks again in every tick decides from the next one on.
    let urgent = "priority_selector { Open => action Say(text = \"a\"); else => 'x: action Go(text = \"b\"); }";
    assert_eq!(log(urgent, &["x"]), ["b ", "b "]);
    let mut robot = Robot { open: true, ..Robot::default() };
    let (first, _, mut agent) = resumed(urgent, &["x"], &mut robot);
    agent.tick(&mut robot);
    assert_eq!([first, robot.log], ["b ", "a "]);
    // A child that has failed is not tried again.
    let text = "random_selector { 'x: sequence { condition Open; } action Go(text = \"b\"); }";
    assert_eq!(log(text, &["x"]), ["b ", "b "]);
}

#[test]
fn subtrees_are_told_apart_by_the_labels_around_them() {
    let text = "sequence { 'one: subtree Inner; 'two: subtree Inner; }";
    assert_eq!(log(text, &["two/deep"]), ["deep ", "deep "]);
    let mut robot = Robot::default();
    let (_, _, agent) = resumed(text, &["two/deep"], &mut robot);
    assert_eq!(agent.labels(), ["two/deep"]);
    assert!(agent.is_active(agent.labelled("two").expect("a label")));
    // One of several is none.
    assert_eq!(log(text, &["deep"]), ["inner deep ", "deep "]);
    assert_eq!(log("sequence { 'three: subtree Inner; }", &["two/deep"]), ["deep ", "deep "]);
}

#[test]
fn who_needs_values_begins_where_they_are_given() {
    let text = "let(n: u32) sequence { action Give(number = 7) -> n; 'take: sequence { action Take(number = n); action Go(text = \"b\"); } }";
    assert_eq!(log(text, &["take"]), ["7 b ", "b "]);
    let text = "let(n: u32 = 8) sequence { action Say(text = \"a\"); 'take: sequence { action Take(number = n); action Go(text = \"b\"); } }";
    assert_eq!(log(text, &["take"]), ["8 b ", "b "]);
}

#[test]
fn a_cleanup_is_not_begun_in_the_middle() {
    let text = "sequence { succeed; finally { 'end: action Go(text = \"end\"); } sequence { action Say(text = \"a\"); 'work: action Go(text = \"b\"); } }";
    assert_eq!(log(text, &["work"]), ["b ", "b "]);
    assert_eq!(log(text, &["end"]), ["a b ", "b "]);
}

#[test]
fn a_saved_state_has_its_labels() {
    let old = trees(
        "'day: sequence { action Say(text = \"a\"); 'work: parallel { 'l: wait(9s); sequence { 'm: action Go(text = \"m\"); } } }",
    );
    let (mut agent, mut robot) = (old.tree("Main").expect("a tree"), Robot::default());
    agent.tick(&mut robot);
    let saved = serde_json::to_string(&agent).expect("it is saved");
    let saved: Saved<Words> = serde_json::from_str(&saved).expect("it is read");
    assert_eq!(saved.labels(), ["day/work/l", "day/work/m"]);
    let labels = saved.labels().to_vec();
    let new = trees("sequence { 'm: action Go(text = \"n\"); }");
    let error = new.restore(saved).expect_err("another tree").to_string();
    assert!(error.ends_with("or use `resume_by_labels`"), "{error}");
    // An agent that runs is aborted.
    let mut other =
        trees("selector { 'm: action Job(name = \"m\"); }").tree("Main").expect("a tree");
    robot.log.clear();
    for _ in 0..2 {
        assert_eq!(other.resume_by_labels(&labels, &mut robot), Status::Running);
    }
    assert_eq!(robot.log, "+m -m +m ");
}

#[test]
fn a_wide_tree_begins_anywhere() {
    use std::fmt::Write as _;
    let mut text = "sequence { ".to_owned();
    for number in 0..3_000 {
        write!(text, "'n{number}: action Go(text = \"{number}\"); ").expect("a text");
    }
    text += "}";
    for number in [0, 1_500, 2_999] {
        let number = number.to_string();
        let label = format!("n{number}");
        assert_eq!(log(&text, &[&label]), [format!("{number} "), format!("{number} ")]);
    }
}

behavior_tree! {
    vocabulary Guarded(robot: &mut Robot) {
        condition Open => robot.open;
        action Aim => robot.did("aim");
        action Fire => robot.did("fire");
        action Rest => Status::Running;

        rule always Fire.ticked -> Open.succeeded;
        rule never Aim.ticked && Open.failed;
    }
}

/// The log after a tick that begins at a label, while it is not open, and whether it runs at the label.
fn begun(text: &str, label: &str) -> (String, bool) {
    let trees = Guarded::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let mut agent = trees.tree("Main").expect("it is there");
    let mut robot = Robot::default();
    agent.resume_by_labels(&[label], &mut robot);
    let runs = agent.labelled(label).is_some_and(|node| agent.is_active(node));
    (robot.log, runs)
}

#[test]
fn nothing_begins_behind_a_question_that_a_rule_needs() {
    for text in [
        "tree Main { sequence { condition Open; 'fire: sequence { action Fire; action Rest; } } }",
        "tree Main { if Open { sequence { succeed; 'fire: sequence { action Fire; action Rest; } } } else { running; } }",
        "tree Main { priority_selector { Open => 'fire: sequence { action Fire; action Rest; } else => running; } }",
        "tree Main { selector { sequence { condition !Open; fail; } guard(Open) sequence { succeed; 'fire: sequence { action Fire; action Rest; } } } }",
    ] {
        let (log, runs) = begun(text, "fire");
        assert!(!log.contains("fire") && !runs, "{text}: {log}");
    }
    // What no rule needs.
    let text = "tree Main { sequence { action Aim; 'rest: action Rest; } }";
    assert_eq!(begun(text, "rest"), (String::new(), true));
}
