//! Values, numbers, cleanups and priorities.

use crate::{Mode, Robot, WalkTo};
use bt_core::{Status, behavior_tree};
extern crate alloc;
use alloc::string::String;
use alloc::vec::Vec;

/// A place to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Goal {
    /// Its name.
    pub name: String,
    /// The places on the way.
    pub way: Vec<u32>,
}

impl Goal {
    /// A goal at a place.
    #[must_use]
    #[inline]
    pub const fn new(place: u32) -> Self {
        _ = place;
        Self { name: String::new(), way: Vec::new() }
    }
}

behavior_tree! {
    /// Kept values.
    #[derive(Clone, Debug)]
    pub tree Keeps(robot: &mut Robot) {
        let(goal: Goal = Goal::new(robot.place)) let(way: Vec<u32> = Vec::new()) sequence {
            let(name: String = goal.name.clone()) sequence {
                condition !name.is_empty();
                action name.push('!');
            }
            let(place: u32 = (robot.battery > 3).then_some(robot.place)) selector {
                action way.push(*place);
                let(place: u32 = robot.take().map(|()| 3)) action WalkTo { place: *place };
                let(_unused: u32 = robot.draw) action robot.walk();
                let(read: u32 = robot.draw) condition *read > 3;
            }
            parallel(success = one) {
                action WalkTo = WalkTo { place: robot.place };
                let(count: u32 = 3) service(1s, { *count = count.saturating_sub(1); }) guard(*count > 0) running;
                wait(3s);
            }
        }
    }

    /// Numbers and cleanup.
    #[derive(Clone, Debug)]
    pub tree Rounds(robot: &mut Robot) {
        finally(robot.walk()) sequence {
            for(round in 0..3) action WalkTo { place: if round > 1 { 1 } else { 2 } };
            for(_round in 0..usize::from(robot.battery > 3)) action robot.take();
            for(round in 0..4) if round == 2 { succeed; } else { finally(robot.take()?) wait(1s); }
            let(names: Vec<String> = Vec::new()) finally({ robot.place = names.len().try_into().unwrap_or(0); }) sequence {
                action names.push(String::new());
                finally(names.clear()) running;
            }
        }
    }

    /// Priorities.
    #[derive(Clone, Copy, Debug)]
    pub tree Prefers(robot: &mut Robot) {
        priority_selector {
            robot.battery < 3 => finally({ robot.mode = Mode::Off; }) action robot.walk();
            robot.place > 3 => active_utility_selector(margin = robot.charge() / 2.0) {
                robot.charge() => action WalkTo { place: 3 };
                0.5 => action robot.take();
            }
            true => active_utility_selector {
                robot.charge() => running;
                0.5 => action robot.take();
            }
        }
    }

    /// Parameters.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub tree Given(robot: &mut Robot, goal: Goal, speed: u32) {
        sequence {
            condition *speed > 3;
            action { goal.way.push(robot.place); *speed = speed.saturating_sub(1); Status::Success };
            action WalkTo { place: *speed };
        }
    }

    /// Names that are passed on but not used.
    #[derive(Clone, Debug)]
    pub tree Unused(robot: &mut Robot, _goal: Goal) {
        let(_lock: Goal = Goal::new(3)) for(_round in 0..3) parallel {
            random_selector(robot.draw) { action robot.walk(); finally(robot.take()?) wait(1s); }
            let(_inner: u32 = robot.draw) action WalkTo { place: 3 };
            active_utility_selector { robot.charge() => action robot.walk(); }
            'far: sequence {
                for(_second in 0..2) action robot.take();
                let(_third: u32 = robot.draw) finally(robot.take()?) action WalkTo { place: 4 };
            }
        }
    }

    /// A tree with a number.
    #[derive(Clone, Debug)]
    pub tree Round(robot: &mut Robot, round: usize) {
        sequence {
            condition *round > 3;
            action robot.walk();
        }
    }

    /// A tree that passes the number.
    #[derive(Clone, Debug)]
    pub tree Gives(robot: &mut Robot) {
        let(goal: Goal = Goal::new(7)) sequence {
            subtree Given(goal = goal.clone(), speed = robot.place);
            subtree Given(speed = 3, goal = Goal::new(3));
            subtree Unused(_goal = goal.clone());
            for(round in 0..3) subtree Round(round = round);
        }
    }
}
