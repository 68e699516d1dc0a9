//! The robot of the example `robot`, which brings tea and charges in time.

use crate::world::World;
use bt_watch::live::Fields;
use world::{EVENTS, Navigation, Robot, STEP};

#[allow(dead_code, reason = "the example prints its story")]
#[path = "../../examples/robot/world.rs"]
mod world;

/// The events begin again after so many ticks.
const STORY: u128 = 230;

pub(crate) struct Tea;

impl World for Tea {
    type Words = Navigation;
    type Body = Robot;
    const FILE: &'static str = "navigate.tree";
    const ROOT: &'static str = "Work";

    fn bodies() -> Vec<(String, Robot)> {
        vec![("robot".into(), Robot::new())]
    }

    fn advance(robot: &mut Robot) {
        robot.pass(robot.now + STEP);
        robot.says.clear();
        let tick = robot.now.as_millis() / STEP.as_millis() % STORY;
        for (_, event, _) in EVENTS.iter().filter(|(at, ..)| u128::from(*at) == tick) {
            robot.meet(*event);
        }
    }

    fn let_set(robot: &mut Robot, fields: &mut Fields) {
        fields.field("battery", &mut robot.battery).field("has_tea", &mut robot.has_tea);
    }
}
