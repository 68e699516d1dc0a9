//! The trees of the robot recover as often as they say, and drive by the newest path.

#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../examples/robot/world.rs"]
mod world;

use bt_core::Status;
use world::{Navigate, Place, Pose, Robot, STEP};

/// Ticks a tree until it has ended; returns its status and what the robot has done besides driving.
fn run(tree: &mut Navigate, robot: &mut Robot) -> (Status, Vec<String>) {
    for _ in 0..1_000 {
        robot.now += STEP;
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
    let measures = ["clears its map", "spins", "backs up"];
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
    robot.now += STEP;
    assert_eq!(navigate.tick(&mut robot), Status::Running);
    robot.obstacle = None;
    let (status, done) = run(&mut navigate, &mut robot);
    assert_eq!((status, robot.pose), (Status::Success, robot.person));
    assert_eq!(done, ["clears its map"]);
}

#[test]
fn it_plans_every_second_and_drives_by_the_newest_path() {
    let mut robot = Robot::new();
    let mut navigate = Navigate::new(Place::Person, 6);
    for tick in 0..24_u32 {
        robot.now = STEP * tick;
        // The person walks to and fro.
        robot.person = if tick % 10 < 5 { Pose { x: 27, y: 2 } } else { Pose { x: 27, y: 7 } };
        assert_eq!(navigate.tick(&mut robot), Status::Running);
        assert_eq!(u64::from(robot.plans), robot.now.as_secs() + 1, "{tick}: a plan every second");
        assert_eq!(robot.driven, robot.plans, "{tick}: the newest one");
    }
}

#[test]
fn it_goes_to_where_the_person_is_by_then() {
    let mut robot = Robot::new();
    let mut navigate = Navigate::new(Place::Person, 0);
    for tick in 0..12_u32 {
        robot.now = STEP * tick;
        assert_eq!(navigate.tick(&mut robot), Status::Running);
    }
    robot.person = Pose { x: 3, y: 1 };
    let (status, _) = run(&mut navigate, &mut robot);
    assert_eq!((status, robot.pose), (Status::Success, Pose { x: 3, y: 1 }));
}
