//! Expressions that are left early, and expressions that never return.

use crate::{Mode, Robot, Steady, WalkTo};
use bt_core::{Status, behavior_tree};
use core::hint::spin_loop;
use core::time::Duration;

/// Leaves its expression with `$value` if `$condition` is true.
macro_rules! leave_if {
    ($condition:expr, $value:expr) => {
        if $condition {
            return $value;
        }
    };
}

/// The argument.
macro_rules! same {
    ($value:expr) => {
        $value
    };
}

/// Ignores its arguments.
macro_rules! ignore {
    ($value:expr) => {};
}

/// Never returns.
fn stop() -> ! {
    loop {
        spin_loop();
    }
}

behavior_tree! {
    /// Nodes that decide.
    #[derive(Clone, Copy, Debug)]
    pub tree Answers(robot: &mut Robot) {
        sequence {
            condition same!(robot.battery > 3);
            condition { leave_if!(robot.place > 3, false); robot.place > 1 };
            guard(same!(robot.battery > 3)) succeed;
            monitor { condition same!(robot.battery > 3); action robot.walk(); }
            if let Mode::Walk(place) = same!(robot.mode) && { leave_if!(place > 9, false); place > 3 } { succeed; }
            active_if { leave_if!(robot.place > 3, false); robot.place > 1 } { succeed; }
            match { leave_if!(robot.place > 3, Mode::Off); robot.mode } {
                Mode::Walk(place) if { leave_if!(place > 9, false); same!(place > 3) } => succeed,
                _ => succeed,
            }
        }
    }

    /// Actions, and arguments.
    #[derive(Clone, Copy, Debug)]
    pub tree Values(robot: &mut Robot) {
        sequence {
            action { leave_if!(robot.place > 3, Status::Failure); robot.walk() };
            action { leave_if!(robot.place > 3, Err("far")); robot.take() };
            action { ignore!(robot); };
            action same!(robot.take());
            action WalkTo { place: { leave_if!(robot.place > 3, 2); 1 } };
            with Steady { least: same!(robot.place) } succeed;
            repeat({ leave_if!(robot.place > 3, 2); 1 }) succeed;
            wait({ leave_if!(robot.place > 3, Duration::ZERO); 1s });
            service(same!(1s), same!(robot.walk())) succeed;
            random_selector(same!(robot.draw)) {
                same!(robot.draw) => succeed,
                utility_selector { { leave_if!(robot.place > 3, 0.0); same!(0.5) } => succeed }
            }
            subtree Place(same!(&mut robot.place));
        }
    }

    /// A number.
    #[derive(Clone, Copy, Debug)]
    pub tree Place(place: &mut u32) {
        action same!(*place = 3);
    }

    /// Expressions that never return.
    #[derive(Clone, Copy, Debug)]
    pub tree Endless(robot: &mut Robot) {
        selector {
            condition robot.battery > 3;
            condition stop();
            action stop();
            action { robot.battery = 3; stop() };
            action WalkTo { place: stop() };
            repeat(stop()) action robot.walk();
            match stop() { 1 => running, _ => running }
        }
    }
}
