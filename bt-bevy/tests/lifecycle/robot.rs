//! A robot that writes down when its action starts and ends.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard};
use bt_core::{Action, End, Status, behavior_tree};
use std::sync::{Arc, Mutex};

#[derive(Component)]
pub(crate) struct Serial(pub(crate) u32);

/// Holds something for as many ticks.
#[derive(Component)]
pub(crate) struct Arm(pub(crate) u32);

#[derive(Component)]
pub(crate) struct Hat;

/// The lines, which outlive the world.
#[derive(Resource, Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn push(&self, line: String) {
        self.0.lock().expect("no test panics with it").push(line);
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().expect("no test panics with it").clone()
    }
}

#[derive(Blackboard)]
pub(crate) struct Board<'w> {
    serial: &'w Serial,
    arm: &'w Arm,
    _hat: Option<&'w Hat>,
    #[resource]
    log: &'w Log,
}

struct Hold;

impl Action<Board<'_>> for Hold {
    fn start(&mut self, robot: &mut Board<'_>) {
        let line = format!("{} starts", robot.serial.0);
        robot.log.push(line);
    }

    fn tick(&mut self, robot: &mut Board<'_>) -> Status {
        if robot.arm.0 == 0 { Status::Success } else { Status::Running }
    }

    fn end(&mut self, robot: &mut Board<'_>, end: End) {
        let line = format!("{} ends: {end:?}", robot.serial.0);
        robot.log.push(line);
    }
}

behavior_tree! {
    pub(crate) tree Robot(robot: &mut Board<'_>) {
        action Hold {};
    }
}

pub(crate) fn robot(serial: u32) -> impl Bundle {
    (Behavior::new(Robot::new()), Serial(serial), Arm(1), Hat)
}

pub(crate) fn app() -> App {
    let mut app = App::new();
    app.init_resource::<Log>().add_plugins(BehaviorPlugin::<Robot>::new(Update));
    app
}
