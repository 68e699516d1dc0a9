//! New parameters interrupt nothing, also if a word comes in place of a literal, or a count is added.

use bt_core::files::{Loaded, Mistakes, Trees};
use bt_core::{Action, Clock, End, NodeId, Status, behavior_tree};
use std::time::Duration;

#[derive(Debug, Default)]
struct Robot {
    now: Duration,
    /// What the robot did since somebody looked.
    log: String,
}

impl Clock for Robot {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Robot {
    fn did(&mut self, what: &str, n: i32) {
        self.log.extend([what, " ", &n.to_string(), " "]);
    }
}

/// An action that says when it begins and ends.
struct Work {
    n: i32,
}

impl Action<Robot> for Work {
    fn start(&mut self, robot: &mut Robot) {
        robot.log += "start ";
    }

    fn tick(&mut self, robot: &mut Robot) -> Status {
        robot.did("work", self.n);
        Status::Running
    }

    fn end(&mut self, robot: &mut Robot, _: End) {
        robot.log += "end ";
    }
}

behavior_tree! {
    tree Foreign(robot: &mut Robot) {
        sequence { action robot.log += "begin "; running; }
    }

    vocabulary Words(robot: &mut Robot) {
        condition Free => !robot.log.contains("never");
        action Work(n: i32 = 1) => Work { n };
        action Run(n: i32 = 1) => {
            robot.did("run", n);
            Status::Running
        };
        action Step(n: i32 = 1) => robot.did("step", n);
        value Sec: Duration => Duration::from_secs(1);
        value Two: i32 => 2;
        value Count: u32 => 2;
        value Half: f32 => 0.5;
        random => 0;
        subtree Foreign;
    }
}

fn read(node: &str) -> Result<Trees<Words>, Mistakes> {
    Words::parse(&format!(
        "tree Main {{ {node} }} tree Inner {{ sequence {{ succeed; action Work; }} }}"
    ))
}

fn trees(node: &str) -> Trees<Words> {
    read(node).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn tick(agent: &mut Loaded<Words>, robot: &mut Robot) -> String {
    agent.tick(robot);
    std::mem::take(&mut robot.log)
}

fn active(agent: &Loaded<Words>) -> Vec<NodeId> {
    agent.active().collect()
}

/// Two forms of a node around one that runs.
const FORMS: &[[&str; 2]] = &[
    ["cooldown(1s)", "cooldown(Sec)"],
    ["every(1s)", "every(Sec)"],
    ["service(1s, Step)", "service(Sec, Step(n = Two))"],
    ["timeout(9s)", "timeout(Sec)"],
    ["repeat", "repeat(3)"],
    ["repeat", "repeat(Count)"],
    ["repeat(2)", "repeat(Count)"],
    ["retry", "retry(2)"],
    ["retry(5)", "retry(Count)"],
    ["repeat(every = 1s)", "repeat(every = Sec)"],
    ["retry", "retry(3, every = Sec)"],
    ["repeat cooldown(2s) retry", "repeat(4) cooldown(Sec) retry(2)"],
];

/// What runs, in two forms.
const RUNS: &[[&str; 2]] = &[
    ["action Work(n = 1);", "action Work(n = Two);"],
    ["action Run(n = 1);", "action Run(n = Two);"],
    ["wait(9s);", "wait(Sec);"],
    ["subtree Inner;", "subtree Inner;"],
    ["subtree Foreign;", "subtree Foreign;"],
    [
        "parallel { action Run; action Step; action Work; }",
        "parallel { action Run(n = Two); action Step(n = Two); action Work; }",
    ],
    [
        "random_selector { 1 => fail; 5 => action Work; }",
        "random_selector { Count => fail; 5 => action Work; }",
    ],
    [
        "utility_selector { 0.2 => fail; 0.9 => action Run(n = 1); }",
        "utility_selector { 0.2 => fail; Half => action Run(n = Two); }",
    ],
    ["round_robin { fail; action Work; }", "round_robin { fail; action Work(n = Two); }"],
    [
        "pipeline { 9s => action Step; action Work; }",
        "pipeline { Sec => action Step(n = Two); action Work; }",
    ],
    ["recover(2) { action Work; succeed; }", "recover(Count) { action Work; succeed; }"],
    ["once active_selector { fail; action Work; }", "once active_selector { fail; action Work; }"],
];

#[test]
fn new_forms_of_parameters_interrupt_nothing() {
    let (mut all, mut refused) = (0, 0);
    for [form, new_form] in FORMS {
        for [run, new_run] in RUNS {
            for [before, after] in [
                [format!("{form} {run}"), format!("{new_form} {new_run}")],
                [format!("{new_form} {new_run}"), format!("{form} {run}")],
                [format!("{form} {run}"), format!("{form} {new_run}")],
            ] {
                for around in [
                    "NODE",
                    "active_selector { fail; sequence { succeed; NODE } }",
                    "parallel { NODE action Work; }",
                ] {
                    let [before, after] =
                        [&before, &after].map(|node| around.replace("NODE", node));
                    // A `retry` of a `wait` is a mistake.
                    let is_sound = read(&before).is_ok() && read(&after).is_ok();
                    all += 1;
                    refused += usize::from(!is_sound);
                    if is_sound {
                        goes_on(&before, &after);
                    }
                }
            }
        }
    }
    assert!(refused < all / 5, "{refused} of {all}");
}

fn goes_on(before: &str, after: &str) {
    let mut robot = Robot::default();
    let mut agent = trees(before).tree("Main").expect("it is there");
    let begun = tick(&mut agent, &mut robot) + &tick(&mut agent, &mut robot);
    let running = active(&agent);
    assert!(agent.is_running(), "{before}");
    assert!(agent.renew(&trees(after), &mut robot));
    assert_eq!(robot.log, "", "{before} to {after}");
    assert_eq!(active(&agent), running, "{before} to {after}");
    let did = tick(&mut agent, &mut robot);
    assert_eq!(active(&agent), running, "{before} to {after}");
    assert!(!did.contains("start") && !did.contains("end") && !did.contains("begin"), "{did}");
    agent.abort(&mut robot);
    assert_eq!(robot.log.matches("end").count(), begun.matches("start").count(), "{after}");
}

#[test]
fn what_runs_takes_the_new_argument() {
    let mut robot = Robot::default();
    let mut agent = trees("action Run(n = 1);").tree("Main").expect("it is there");
    assert_eq!(tick(&mut agent, &mut robot), "run 1 ");
    agent.renew(&trees("action Run(n = Two);"), &mut robot);
    assert_eq!(tick(&mut agent, &mut robot), "run 2 ");
    agent.renew(&trees("action Run(n = 3);"), &mut robot);
    assert_eq!(tick(&mut agent, &mut robot), "run 3 ");
}

#[test]
fn counts_and_cooldowns_go_on() {
    let mut robot = Robot::default();
    let mut agent = trees("repeat action Step;").tree("Main").expect("it is there");
    tick(&mut agent, &mut robot);
    agent.renew(&trees("repeat(2) action Step;"), &mut robot);
    assert!(agent.is_running());
    tick(&mut agent, &mut robot);
    assert!(agent.is_running());
    tick(&mut agent, &mut robot);
    assert!(!agent.is_running());

    let mut agent = trees("cooldown(2s) action Step;").tree("Main").expect("it is there");
    assert_eq!(tick(&mut agent, &mut robot), "step 1 ");
    agent.renew(&trees("cooldown(Sec) action Step;"), &mut robot);
    robot.now = Duration::from_millis(1_500);
    assert_eq!(tick(&mut agent, &mut robot), "", "the old cooldown is not over");
    robot.now = Duration::from_secs(2);
    assert_eq!(tick(&mut agent, &mut robot), "step 1 ");
    robot.now = Duration::from_secs(3);
    assert_eq!(tick(&mut agent, &mut robot), "step 1 ", "the new one takes a second");

    // Each child of a pipeline keeps its own time.
    let pipeline = |first: &str| {
        trees(&format!(
            "pipeline {{ {first} => action Step; 2s => action Step(n = 2); action Work; }}"
        ))
    };
    let mut agent = pipeline("4s").tree("Main").expect("it is there");
    assert_eq!(tick(&mut agent, &mut robot), "step 1 step 2 start work 1 ");
    agent.renew(&pipeline("Sec"), &mut robot);
    robot.now += Duration::from_secs(2);
    assert_eq!(tick(&mut agent, &mut robot), "step 2 work 1 ");
    robot.now += Duration::from_secs(2);
    assert_eq!(tick(&mut agent, &mut robot), "step 1 step 2 work 1 ");
    robot.now += Duration::from_secs(1);
    assert_eq!(tick(&mut agent, &mut robot), "step 1 work 1 ", "the new one takes a second");

    // It was running when its length became a word.
    let mut agent = trees("cooldown(2s) action Work;").tree("Main").expect("it is there");
    tick(&mut agent, &mut robot);
    agent.renew(&trees("cooldown(Sec) action Work;"), &mut robot);
    agent.abort(&mut robot);
    robot.log.clear();
    robot.now += Duration::from_millis(1_500);
    assert_eq!(tick(&mut agent, &mut robot), "");
}

#[test]
fn other_words_and_other_nodes_are_interrupted() {
    for other in ["repeat action Run;", "retry action Work;", "repeat sequence { action Work; }"] {
        let mut robot = Robot::default();
        let mut agent = trees("repeat action Work;").tree("Main").expect("it is there");
        tick(&mut agent, &mut robot);
        agent.renew(&trees(other), &mut robot);
        assert_eq!((robot.log.as_str(), agent.is_running()), ("end ", false), "{other}");
    }
}

/// The children that have not been tried are those of the old state, in the order of each kind of choice.
#[test]
fn a_choice_goes_on_with_the_children_that_are_left() {
    for choice in [
        "round_robin { NODES }",
        "random_selector { NODES }",
        "utility_selector { 0.9 => timeout(1s) action Work; 0.5 => action Run; }",
    ] {
        let text = choice.replace("NODES", "timeout(1s) action Work; action Run;");
        let mut robot = Robot::default();
        let before = trees(&format!("cooldown(9s) {text}"));
        let mut agent = before.tree("Main").expect("it is there");
        assert_eq!(tick(&mut agent, &mut robot), "start work 1 ", "{choice}");
        agent.renew(&trees(&format!("cooldown(Sec) {text}")), &mut robot);
        robot.now += Duration::from_secs(1);
        assert_eq!(tick(&mut agent, &mut robot), "work 1 end run 1 ", "{choice}");
    }
}
