//! Every decorator.

use crate::{Robot, Steady, WalkTo};
use bt_core::behavior_tree;
use core::time::Duration;

behavior_tree! {
    /// Decorators that change a status, and decorators that count.
    #[derive(Clone, Copy, Debug)]
    pub tree Counts(robot: &mut Robot) {
        selector {
            sequence {
                not condition robot.battery == 0;
                force_success action robot.take();
                once action robot.take();
                'thrice: repeat(3) retry(robot.draw) action robot.take();
                repeat sequence { action robot.take(); wait(1s); }
            }
            force_failure action robot.take();
            retry action robot.take();
        }
    }

    /// Decorators that use the time.
    #[derive(Clone, Copy, Debug)]
    pub tree Timers(robot: &mut Robot) {
        sequence {
            timeout(3min) delay(Duration::from_millis(3)) cooldown(1s) action robot.take();
            every(20ms) service(100ms, robot.walk()) action WalkTo { place: 12 };
        }
    }

    /// A decorator of the crate's own.
    #[derive(Clone, Copy, Debug)]
    pub tree Wrapped(robot: &mut Robot) {
        guard(robot.battery > 1) with Steady { least: 5 } action WalkTo { place: 3 };
    }

    /// A decorator around a node that does not use the robot, also as a replacement of another node.
    #[derive(Clone, Copy, Debug)]
    pub tree Still(robot: &mut Robot) {
        active_selector {
            with Steady { least: 5 } not running;
            parallel {
                running;
                with Steady { least: 2 } wait(3s);
            }
        }
    }
}
