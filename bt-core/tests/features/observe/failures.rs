//! A stateful action says why it failed, compiled and loaded, wherever it is ticked.

use bt_core::observe::Log;
use bt_core::{Action, Status, behavior_tree};
use std::fmt::Display;

#[derive(Default)]
struct Robot {
    ticks: u32,
    far: bool,
    limit: u32,
}

/// Fails in its last tick.
struct Drive {
    ticks: u32,
    error: Option<String>,
}

impl Drive {
    fn of(ticks: u32) -> Self {
        Self { ticks, error: None }
    }
}

impl Action<Robot> for Drive {
    fn tick(&mut self, robot: &mut Robot) -> Status {
        robot.ticks += 1;
        self.ticks -= 1;
        if self.ticks > 0 {
            return Status::Running;
        }
        self.error = Some(format!("blocked after {} ticks", robot.ticks));
        Status::Failure
    }

    fn error(&self) -> Option<&dyn Display> {
        self.error.as_ref().map(|error| error as &dyn Display)
    }
}

behavior_tree! {
    tree Compiled(robot: &mut Robot) {
        active_selector {
            sequence { condition robot.far; 'near: action Drive = Drive::of(1); }
            'far: action Drive = Drive::of(2);
        }
    }

    vocabulary Words(robot: &mut Robot) {
        condition Far => robot.far;
        value Limit: u32 => robot.limit;
        action Drive(ticks: u32) => Drive = Drive::of(ticks);
        action Turn(by: u32) => if by > robot.limit { Ok(()) } else { Err(format!("{by} is too little")) };
    }
}

const LOADED: &str = "tree Loaded {
    active_selector {
        sequence { condition Far; 'near: action Drive(ticks = 1); }
        'far: action Drive(ticks = 2);
    }
}
tree Turns { 'turn: action Turn(by = Limit); }";

/// The lines of leaves that failed, without their sources.
fn failures(log: &str) -> Vec<&str> {
    let leaves = log.lines().filter(|line| line.contains("failure") && line.contains("action"));
    leaves.map(|line| line.rsplit("  ").next().unwrap_or_default()).collect()
}

#[test]
fn the_text_reaches_observers() {
    let trees = Words::parse(LOADED).unwrap();
    let mut loaded = trees.tree("Loaded").unwrap();
    let mut log = Log::of(&loaded, String::new());
    let mut robot = Robot::default();
    log.tick(&mut loaded, &mut robot);
    // It begins beside the other one, fails, and the other one fails in its place.
    robot.far = true;
    log.tick(&mut loaded, &mut robot);
    let expected = ["blocked after 2 ticks", "blocked after 3 ticks"];
    assert_eq!(failures(&log.into_writer()), expected);

    let (mut compiled, mut robot) = (Compiled::new(), Robot::default());
    let mut log = Log::new(Compiled::NODES, String::new());
    log.tick(&mut compiled, &mut robot);
    robot.far = true;
    log.tick(&mut compiled, &mut robot);
    assert_eq!(failures(&log.into_writer()), expected);
    assert_eq!(robot.ticks, 3);
}

#[test]
fn an_error_of_an_action_with_values_reaches_observers() {
    let trees = Words::parse(LOADED).unwrap();
    let (mut turns, mut robot) =
        (trees.tree("Turns").unwrap(), Robot { limit: 7, ..Robot::default() });
    let mut log = Log::of(&turns, String::new());
    log.tick(&mut turns, &mut robot);
    assert_eq!(failures(&log.into_writer()), ["7 is too little"]);
}
