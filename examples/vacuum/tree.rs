//! The trees of the robot.

use crate::house::{Cell, House};
use crate::robot::Robot;
use bt_core::behavior_tree;

behavior_tree! {
    /// Cleans the dusty rooms, and charges and empties the bin in between.
    #[derive(Debug)]
    pub(crate) tree Vacuum(robot: &mut Robot) {
        active_if robot.lifted {
            /// The other branch is aborted first, so everything is switched off.
            'lifted: running;
        } else {
            priority_selector {
                /// Goes on until the battery is full: the condition is not evaluated again meanwhile.
                robot.needs_dock() => 'recharge: selector {
                    subtree Dock;
                    'stranded: delay(5s) action robot.beep();
                },
                true => selector {
                    /// Some dust may be out of reach: the cooldown is the time between two attempts.
                    cooldown(5s) let(tour: Vec<usize> = robot.house.tour())
                    'work: for(stop in 0..tour.len())
                        force_success subtree Clean(room = tour[stop]);
                    'park: subtree Dock;
                },
            }
        }
    }

    /// Sweeps the dust of one room, lane by lane.
    #[derive(Debug)]
    tree Clean(robot: &mut Robot, room: usize) {
        let(corners: Vec<Cell> = robot.house.lanes(*room)) sequence {
            subtree Go(goal = corners[0]);
            /// The brush turns only while the fan sucks: it is the first to be switched off.
            finally(robot.head.stop_fan()) sequence {
                'speed_up: action robot.head.speed_up();
                finally(robot.head.set_brush(false)) sequence {
                    action robot.head.set_brush(true);
                    /// A corner that cannot be reached is left out.
                    'sweep: for(corner in 0..corners.len())
                        force_success subtree Go(goal = corners[corner]);
                }
            }
        }
    }

    /// Charges the battery and empties the bin.
    #[derive(Debug)]
    tree Dock(robot: &mut Robot) {
        sequence {
            subtree Go(goal = House::DOCK);
            finally(robot.unplug()) parallel {
                'charge: action robot.charge();
                'empty: action robot.empty_bin();
            }
        }
    }

    /// Drives along the shortest way. If an obstacle does not go away within two seconds, plans a new
    /// way.
    #[derive(Debug)]
    tree Go(robot: &mut Robot, goal: Cell) {
        retry(3) let(way: Vec<Cell> = robot.way_to(*goal))
        'drive: finally(robot.stop_motor()) for(step in 0..way.len())
            timeout(2s) 'step: action robot.step_to(way[step]);
    }
}
