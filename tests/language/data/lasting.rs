//! Cleanups that take time: `finally { … } node`.

use bt_core::{BehaviorTree, Clock, Status, behavior_tree};
use std::time::Duration;

/// Ticks of work and of cleanups, and what was said.
#[derive(Default)]
struct Robot {
    time: u64,
    alarm: bool,
    mode: u8,
    works: Option<Status>,
    /// The number of ticks of a cleanup that are left.
    left: u32,
    log: Vec<&'static str>,
}

impl Clock for Robot {
    fn now(&self) -> Duration {
        Duration::from_secs(self.time)
    }
}

impl Robot {
    fn work(&mut self, name: &'static str) -> Status {
        self.log.push(name);
        self.works.unwrap_or(Status::Running)
    }

    fn clean(&mut self, name: &'static str) -> Status {
        self.log.push(name);
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Status::Running
            }
            // The result of a cleanup changes nothing.
            None => Status::Failure,
        }
    }
}

behavior_tree! {
    tree Plain(robot: &mut Robot) {
        selector {
            finally { action robot.clean("clean"); } action robot.work("work");
            action robot.work("rest");
        }
    }
    tree Guarded(robot: &mut Robot) {
        guard(!robot.alarm) sequence {
            finally { action robot.clean("clean"); } action robot.work("work");
            action robot.work("rest");
        }
    }
    tree Timed(robot: &mut Robot) {
        timeout(2s) finally { action robot.clean("clean"); } action robot.work("work");
    }
    tree Watched(robot: &mut Robot) {
        monitor {
            condition !robot.alarm;
            finally { action robot.clean("clean"); } action robot.work("work");
        }
    }
    tree WatchedTwo(robot: &mut Robot) {
        monitor {
            condition !robot.alarm;
            finally { action robot.clean("clean"); } action robot.work("work");
            force_success action robot.work("other");
        }
    }
    tree Either(robot: &mut Robot) {
        active_if robot.alarm {
            action robot.work("flee");
        } else {
            finally { action robot.clean("clean"); } action robot.work("work");
        }
    }
    tree Unless(robot: &mut Robot) {
        active_if !robot.alarm {
            finally { action robot.clean("clean"); } action robot.work("work");
        }
    }
    tree OneOf(robot: &mut Robot) {
        active_match robot.mode {
            0 => finally { action robot.clean("clean"); } action robot.work("work"),
            1 => action robot.work("one"),
            _ => action robot.work("two"),
        }
    }
    tree First(robot: &mut Robot) {
        priority_selector {
            robot.alarm => action robot.work("flee");
            robot.mode == 1 => action robot.work("one");
            else => finally { action robot.clean("clean"); } action robot.work("work");
        }
    }
    tree Best(robot: &mut Robot) {
        active_utility_selector {
            if robot.alarm { 1.0 } else { 0.0 } => action robot.work("flee");
            0.5 => finally { action robot.clean("clean"); } action robot.work("work");
        }
    }
    tree Nested(robot: &mut Robot) {
        timeout(2s) finally { action robot.clean("outer"); }
            guard(!robot.alarm) finally { action robot.clean("inner"); }
            retry finally { action robot.clean("innermost"); } action robot.work("work");
    }
    tree Patient(robot: &mut Robot) {
        active_selector {
            parallel {
                finally { action robot.clean("clean"); } action robot.work("work");
                force_success action robot.work("other");
            }
            action robot.work("rest");
        }
    }
    tree Inner(robot: &mut Robot) {
        finally { action robot.clean("clean"); } action robot.work("work");
    }
    tree Outer(robot: &mut Robot) {
        guard(!robot.alarm) subtree Inner;
    }
}

#[track_caller]
fn ticks<T: BehaviorTree<Robot>>(tree: &mut T, robot: &mut Robot, expected: Status, log: &[&str]) {
    let status = tree.tick(robot);
    robot.time += 1;
    assert_eq!((status, std::mem::take(&mut robot.log).as_slice()), (expected, log));
}

const RUNNING: Status = Status::Running;

#[test]
fn the_result_of_the_node_comes_after_the_cleanup() {
    let (mut tree, mut robot) = (Plain::new(), Robot::default());
    ticks(&mut tree, &mut robot, RUNNING, &["work"]);
    (robot.works, robot.left) = (Some(Status::Failure), 2);
    ticks(&mut tree, &mut robot, RUNNING, &["work", "clean"]);
    ticks(&mut tree, &mut robot, RUNNING, &["clean"]);
    ticks(&mut tree, &mut robot, Status::Failure, &["clean", "rest"]);
    robot.works = Some(Status::Success);
    ticks(&mut tree, &mut robot, Status::Success, &["work", "clean"]);
}

#[test]
fn a_parallel_that_waits_for_all_waits_for_the_cleanup() {
    let (mut tree, mut robot) = (Patient::new(), Robot { left: 1, ..Robot::default() });
    ticks(&mut tree, &mut robot, RUNNING, &["work", "other"]);
    robot.works = Some(Status::Success);
    ticks(&mut tree, &mut robot, RUNNING, &["work", "clean", "other"]);
    ticks(&mut tree, &mut robot, Status::Success, &["clean"]);
}

fn is_interrupted<T: BehaviorTree<Robot>>(before: &[&str], after: &[&str], end: Status) {
    let (mut tree, mut robot) = (T::new(), Robot { left: 1, ..Robot::default() });
    ticks(&mut tree, &mut robot, RUNNING, before);
    ticks(&mut tree, &mut robot, RUNNING, before);
    robot.alarm = true;
    if after.is_empty() {
        ticks(&mut tree, &mut robot, RUNNING, &["clean"]);
        // What has interrupted it does not ask again.
        robot.alarm = false;
        ticks(&mut tree, &mut robot, end, &["clean"]);
    } else {
        ticks(&mut tree, &mut robot, RUNNING, &["clean"]);
        let both: Vec<&str> = ["clean"].iter().chain(after).copied().collect();
        ticks(&mut tree, &mut robot, end, &both);
    }
}

#[test]
fn what_interrupts_the_node_waits_for_the_cleanup() {
    is_interrupted::<Guarded>(&["work"], &[], Status::Failure);
    is_interrupted::<Watched>(&["work"], &[], Status::Failure);
    is_interrupted::<WatchedTwo>(&["work", "other"], &[], Status::Failure);
    is_interrupted::<Outer>(&["work"], &[], Status::Failure);
    is_interrupted::<Either>(&["work"], &["flee"], RUNNING);
    is_interrupted::<First>(&["work"], &["flee"], RUNNING);
    is_interrupted::<Best>(&["work"], &["flee"], RUNNING);
}

#[test]
fn a_choice_is_made_again_after_the_cleanup() {
    let (mut tree, mut robot) = (OneOf::new(), Robot { left: 1, ..Robot::default() });
    ticks(&mut tree, &mut robot, RUNNING, &["work"]);
    robot.mode = 1;
    ticks(&mut tree, &mut robot, RUNNING, &["clean"]);
    robot.mode = 2;
    ticks(&mut tree, &mut robot, RUNNING, &["clean", "two"]);
    robot.mode = 0;
    ticks(&mut tree, &mut robot, RUNNING, &["work"]);
    robot.mode = 1;
    ticks(&mut tree, &mut robot, RUNNING, &["clean", "one"]);
    let (mut tree, mut robot) = (Unless::new(), Robot { left: 1, ..Robot::default() });
    ticks(&mut tree, &mut robot, RUNNING, &["work"]);
    robot.alarm = true;
    ticks(&mut tree, &mut robot, RUNNING, &["clean"]);
    ticks(&mut tree, &mut robot, Status::Failure, &["clean"]);
    let (mut tree, mut robot) = (First::new(), Robot { left: 1, ..Robot::default() });
    ticks(&mut tree, &mut robot, RUNNING, &["work"]);
    robot.mode = 1;
    ticks(&mut tree, &mut robot, RUNNING, &["clean"]);
    robot.mode = 0;
    ticks(&mut tree, &mut robot, RUNNING, &["clean", "work"]);
}

#[test]
fn cleanups_end_from_the_inside_to_the_outside() {
    let (mut tree, mut robot) = (Nested::new(), Robot { left: 1, ..Robot::default() });
    ticks(&mut tree, &mut robot, RUNNING, &["work"]);
    ticks(&mut tree, &mut robot, RUNNING, &["work"]);
    ticks(&mut tree, &mut robot, RUNNING, &["work", "innermost"]);
    robot.left = 1;
    ticks(&mut tree, &mut robot, RUNNING, &["innermost"]);
    ticks(&mut tree, &mut robot, Status::Failure, &["innermost", "inner", "outer"]);
    robot.time = 0;
    ticks(&mut tree, &mut robot, RUNNING, &["work"]);
    (robot.alarm, robot.left) = (true, 1);
    ticks(&mut tree, &mut robot, RUNNING, &["innermost"]);
    robot.left = 1;
    ticks(&mut tree, &mut robot, RUNNING, &["innermost"]);
    ticks(&mut tree, &mut robot, Status::Failure, &["innermost", "inner", "outer"]);
}

#[test]
fn a_stop_waits_and_an_abort_does_not() {
    let (mut tree, mut robot) = (Nested::new(), Robot::default());
    tree.tick(&mut robot);
    tree.abort(&mut robot);
    assert_eq!((robot.log.as_slice(), tree.is_running()), (&["work"][..], false));
    robot.log.clear();
    tree.tick(&mut robot);
    robot.left = 1;
    assert_eq!(tree.stop(&mut robot), RUNNING);
    assert_eq!(robot.log, ["work", "innermost"]);
    robot.left = 1;
    assert_eq!(tree.stop(&mut robot), RUNNING);
    assert_eq!(tree.stop(&mut robot), Status::Success);
    assert_eq!(robot.log, ["work", "innermost", "innermost", "innermost", "inner", "outer"]);
    assert!(!tree.is_running());
    assert_eq!(tree.stop(&mut robot), Status::Success);
    // An abort ends a cleanup that runs.
    robot.left = 1;
    tree.tick(&mut robot);
    tree.stop(&mut robot);
    tree.abort(&mut robot);
    assert!(!tree.is_running());
}
