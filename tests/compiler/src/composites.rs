//! Every composite.

use crate::leaves::Inner;
use crate::{Mode, Quiet, Robot, WalkTo};
use bt_core::behavior_tree;

behavior_tree! {
    /// Children in order.
    #[derive(Clone, Copy, Debug)]
    pub tree Rows(robot: &mut Robot) {
        sequence {
            selector {
                condition robot.battery > 50;
                action robot.walk();
            }
            'watch: active_sequence {
                condition robot.battery > 20;
                active_selector {
                    condition robot.place == 3;
                    action WalkTo { place: 3 };
                }
                subtree Inner(&mut robot.place);
            }
        }
    }

    /// Several children at once.
    #[derive(Clone, Copy, Debug)]
    pub tree Parallels(robot: &mut Robot) {
        parallel(success = 2, failure = all) {
            action robot.walk();
            parallel { action robot.take(); wait(1s); }
            monitor(success = one, failure = one) {
                condition robot.battery > 3;
                not condition robot.place > 30;
                action robot.walk();
                sequence { wait(1.5s); subtree Quiet; }
            }
        }
    }

    /// One of several children, at random or by score.
    #[derive(Clone, Copy, Debug)]
    pub tree Chances(robot: &mut Robot) {
        random_selector(robot.draw) {
            3 => random_sequence(robot.draw) {
                action robot.walk();
                action robot.take();
            }
            robot.battery => utility_selector {
                robot.charge() => action WalkTo { place: 9 };
                0.5 => action robot.take();
            }
            condition robot.battery == 0;
        }
    }

    /// One of several children, by the state of the world.
    #[derive(Clone, Copy, Debug)]
    pub tree Choices(robot: &mut Robot) {
        active_if robot.battery > 30 {
            match robot.mode {
                Mode::Off => succeed,
                Mode::Stand => running,
                Mode::Walk(4..) if robot.draw > 3 => action WalkTo { place: 4 },
                Mode::Walk(_) => wait(3s),
            }
        } else {
            active_match robot.place {
                0..3 => if robot.battery == 0 { fail; } else if robot.draw > 4 { running; } else { wait(1s); },
                _ => if robot.draw == 0 { action robot.walk(); },
            }
        }
    }
}
