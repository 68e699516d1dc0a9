//! The trees of the robot recover as often as they say, and drive by the newest path.

#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../examples/robot/world.rs"]
mod world;

use bt_core::{Inspect as _, Status};
use world::{Navigate, Place, Pose, Recovery, Robot, STEP, Work};

/// Ticks a tree until it has ended; returns its status and what the robot has done besides driving.
fn run(tree: &mut Navigate, robot: &mut Robot) -> (Status, Vec<String>) {
    for _ in 0..1_000 {
        robot.pass(robot.now + STEP);
        let status = tree.tick(robot);
        if status != Status::Running {
            return (status, std::mem::take(&mut robot.says));
        }
    }
    panic!("it never ends");
}

/// A robot in front of a door that stays closed.
fn shut_out() -> Robot {
    let mut robot = Robot::new();
    robot.pose = Pose { x: 9, y: 3 };
    robot.obstacle = Some(Pose { x: 10, y: 3 });
    robot
}

/// After the last failure nothing is repaired.
#[test]
fn it_recovers_as_often_as_it_says_each_time_in_another_way() {
    let measures = ["has a new map", "spins", "backs up"];
    for attempts in 0..=6_usize {
        let mut robot = shut_out();
        let mut navigate = Navigate::new(Place::Person, u32::try_from(attempts).expect("few"));
        let (status, done) = run(&mut navigate, &mut robot);
        assert_eq!(status, Status::Failure);
        // The third measure is to wait, without a word.
        let expected = (0..attempts).map(|repair| repair % 4).filter(|repair| *repair != 2);
        let expected: Vec<&str> = expected.map(|of| measures[of - usize::from(of == 3)]).collect();
        assert_eq!(done, expected, "{attempts} attempts");
    }
}

#[test]
fn it_goes_on_when_the_door_opens() {
    let mut robot = shut_out();
    let mut navigate = Navigate::new(Place::Person, 6);
    for _ in 0..3 {
        robot.pass(robot.now + STEP);
        assert_eq!(navigate.tick(&mut robot), Status::Running);
    }
    robot.obstacle = None;
    let (status, done) = run(&mut navigate, &mut robot);
    assert_eq!((status, robot.pose), (Status::Success, robot.person));
    assert_eq!(done, ["has a new map"]);
}

#[test]
fn it_plans_every_second_and_drives_by_the_newest_path() {
    let mut robot = Robot::new();
    let mut navigate = Navigate::new(Place::Person, 6);
    for tick in 0..24_u32 {
        robot.pass(STEP * tick);
        // The person walks to and fro.
        robot.person = if tick % 10 < 5 { Pose { x: 27, y: 2 } } else { Pose { x: 27, y: 7 } };
        assert_eq!(navigate.tick(&mut robot), Status::Running);
        assert_eq!(u64::from(robot.plans), robot.now.as_secs() + 1, "{tick}: a plan every second");
        let thinks = u32::from(tick % 2 == 0);
        assert_eq!(robot.driven, robot.plans - thinks, "{tick}: the newest one");
    }
}

#[test]
fn it_goes_to_where_the_person_is_by_then() {
    let mut robot = Robot::new();
    let mut navigate = Navigate::new(Place::Person, 0);
    for tick in 0..12_u32 {
        robot.pass(STEP * tick);
        assert_eq!(navigate.tick(&mut robot), Status::Running);
    }
    robot.person = Pose { x: 3, y: 1 };
    let (status, _) = run(&mut navigate, &mut robot);
    assert_eq!((status, robot.pose), (Status::Success, Pose { x: 3, y: 1 }));
}

/// Ticks a tree until a label is active.
fn until<T: bt_core::BehaviorTree<Robot>>(label: &str, tree: &mut T, robot: &mut Robot) {
    let is_it =
        |tree: &T| tree.active().any(|node| tree.nodes()[node.index()].label == Some(label));
    for _ in 0..1_000 {
        if is_it(tree) {
            return;
        }
        robot.pass(robot.now + STEP);
        tree.tick(robot);
    }
    panic!("'{label} is never active");
}

/// What was begun at `label` ends in this order when the battery is empty.
fn interrupted(label: &str) -> Vec<(u32, u32, u32)> {
    let (mut work, mut robot) = (Work::new(), Robot::new());
    until(label, &mut work, &mut robot);
    robot.battery = 0.2;
    let mut states = Vec::new();
    while !work.is_active(Work::HOME) {
        robot.pass(robot.now + STEP);
        assert_eq!(work.tick(&mut robot), Status::Running);
        states.push((robot.rolls, robot.gripper, robot.arm));
    }
    states
}

#[test]
fn it_cleans_up_before_it_drives_home() {
    assert_eq!(interrupted("drive"), [(1, 0, 0), (0, 0, 0)]);
    assert_eq!(interrupted("reach"), [(0, 0, 0)]);
    assert_eq!(interrupted("open"), [(0, 0, 1), (0, 0, 0)]);
    assert_eq!(interrupted("pause"), [(0, 1, 2), (0, 0, 1), (0, 0, 0)]);
    assert_eq!(interrupted("close"), [(0, 0, 1), (0, 0, 0)]);
}

#[test]
fn it_stops_politely_and_aborts_at_once() {
    for is_polite in [true, false] {
        let (mut work, mut robot) = (Work::new(), Robot::new());
        until("pause", &mut work, &mut robot);
        let mut ticks = 0;
        if is_polite {
            while work.stop(&mut robot) == Status::Running {
                ticks += 1;
            }
        } else {
            work.abort(&mut robot);
        }
        let expected = if is_polite { (2, 0, 0) } else { (0, 2, 2) };
        assert_eq!((ticks, robot.gripper, robot.arm), expected);
        assert_eq!(work.active().count(), 0);
    }
}

/// The third question has no answer.
#[test]
fn it_does_not_wait_for_the_server_for_ever() {
    let (mut recovery, mut robot) = (Recovery::new(), Robot::new());
    let mut done = Vec::new();
    while robot.server.questions < 3 || recovery.is_running() {
        robot.pass(robot.now + STEP);
        recovery.tick(&mut robot);
        done.append(&mut robot.says);
    }
    let fetched = ["has a new map", "spins", "backs up"];
    assert_eq!(done, [&fetched[..], &fetched, &["clears its map"]].concat());
}

/// It drives only with its arm folded and its gripper closed, whatever happens.
#[test]
fn it_never_drives_with_its_arm_out() {
    let mut chance = fastrand::Rng::with_seed(7);
    let (mut work, mut robot, mut given) = (Work::new(), Robot::new(), 0);
    for _ in 0..20_000 {
        robot.pass(robot.now + STEP);
        if chance.u32(0..100) == 0 {
            robot.battery = 0.2;
        }
        if chance.u32(0..100) == 0 {
            robot.obstacle = chance.bool().then_some(Pose { x: 10, y: 3 });
        }
        let (pose, had_tea) = (robot.pose, robot.has_tea);
        work.tick(&mut robot);
        let moves_arm = robot.arm > 0 || robot.gripper > 0;
        assert!(robot.pose == pose || !moves_arm, "at {:?}", robot.now);
        given += u32::from(had_tea && !robot.has_tea);
    }
    assert!(given > 20, "{given}");
}
