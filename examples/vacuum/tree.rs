//! The trees of the robot.

use super::house::{Cell, House};
use super::robot::Robot;
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
                    'dock: subtree Dock;
                    'stranded: delay(5s) action robot.beep();
                },
                true => selector {
                    /// Some dust may be out of reach: the cooldown is the time between two attempts.
                    'dust: cooldown(5s) 'tour: let(tour: Vec<usize> = robot.house.tour())
                    'work: for(stop in 0..tour.len())
                        force_success 'clean: subtree Clean(room = tour[stop]);
                    'park: subtree Dock;
                },
            }
        }
    }

    /// Sweeps the dust of one room, lane by lane.
    #[derive(Debug)]
    tree Clean(robot: &mut Robot, room: usize) {
        let(corners: Vec<Cell> = robot.house.lanes(*room)) sequence {
            'start: subtree Go(goal = corners[0]);
            /// The brush turns only while the fan sucks: it is the first to be switched off.
            'fan: finally(robot.head.stop_fan()) 'sucking: sequence {
                'speed_up: action robot.head.speed_up();
                'brush: finally(robot.head.set_brush(false)) 'brushing: sequence {
                    'on: action robot.head.set_brush(true);
                    /// A corner that cannot be reached is left out.
                    'sweep: for(corner in 0..corners.len())
                        force_success 'corner: subtree Go(goal = corners[corner]);
                }
            }
        }
    }

    /// Charges the battery and empties the bin.
    #[derive(Debug)]
    tree Dock(robot: &mut Robot) {
        sequence {
            'go: subtree Go(goal = House::DOCK);
            'plugged: finally(robot.unplug()) 'docked: parallel {
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
        'motor: finally(robot.stop_motor()) 'drive: for(step in 0..way.len())
            'patience: timeout(2s) 'step: action robot.step_to(way[step]);
    }

    // Tests decide two of these rules.
    #[allow(deprecated, reason = "tests decide")]
    rules Vacuum {
        /// A robot that is lifted does nothing else, at once.
        never 'lifted && ('work || 'recharge);
        possible 'work.aborted && 'lifted.started;

        /// The brush is on only while the fan sucks, and both are switched off whatever happens.
        always 'clean.'brush -> 'clean.'fan;
        always 'clean.'on.ticked ->
            'clean.'brush || 'clean.'brush.succeeded || 'clean.'brush.failed || 'clean.'brush.aborted;
        always 'clean.'fan.aborted -> !'clean.'brush;
        /// Each step of the cleaning begins when the one before has succeeded.
        always 'clean.'fan.started -> 'clean.'start.succeeded;
        always 'clean.'brush.started -> 'clean.'speed_up.succeeded;
        always 'clean.'sweep.started -> 'clean.'on.succeeded;
        /// A corner, or a room, that cannot be reached is left out.
        possible 'clean.'corner.failed && 'clean.'sweep;
        possible 'clean.failed && 'work;

        /// The robot charges only in the dock.
        never 'dock.'charge && 'dock.'go.'drive;
        always 'dock.'charge.started -> 'dock.'go.succeeded;
        always 'dock.'charge -> 'dock.'plugged;
        /// It calls for help if it cannot reach the dock, and parks if there is nothing to clean.
        always 'stranded.started -> 'dock.failed;
        always 'park.started -> 'dust.failed;
        possible 'park.succeeded;

        /// The motor runs only on the way. An obstacle that stays for a while makes the robot plan another way.
        always 'dock.'go.'step -> 'dock.'go.'motor;
        possible 'dock.'go.'drive.failed && 'dock.'go;
        possible 'dock.'go.'patience.failed && 'dock.'go.'step.aborted;
    }
}

/// The rules in a house, and what the mutants of the tree are checked by.
#[cfg(test)]
pub(crate) mod proofs {
    use super::{Cell, House, Robot, Vacuum};
    use bt_core::Status;
    use bt_verify::{Proof, Rules, Runs, explore, simulate};

    pub(crate) fn proof() -> Proof {
        let proof = explore::<Vacuum>();
        assert!(proof.is_complete(), "{proof}");
        assert_eq!(proof.unreached().never_ticked(), []);
        proof
    }

    pub(crate) fn rules() -> Rules {
        Rules::of(Vacuum::RULES)
    }

    /// In a house in which a person lifts the robot and sets it down.
    #[test]
    fn the_rules_hold_in_a_house() {
        let begin = || {
            let mut robot = Robot::new();
            House::floor().for_each(|cell| robot.house.drop_dust(cell));
            (Vacuum::new(), robot)
        };
        let coverage =
            simulate(&proof(), &rules(), Runs::of(0..3, 400), begin, |vacuum, robot, chance| {
                robot.advance();
                robot.lifted ^= chance.one_in(40);
                vacuum.tick(robot);
                assert!(!robot.lifted || !robot.motor && robot.head.fan == 0, "it is switched off");
            })
            .unwrap();
        assert_eq!(coverage.impossible(), []);
        assert!(!coverage.never_seen().contains(&(Vacuum::LIFTED, Status::Running)));
    }

    /// A cat that stays is enough for a call; in a run that fails it comes and goes more often.
    #[test]
    fn a_cat_in_the_way_is_enough_for_a_call() {
        const SEATS: [Cell; 2] = [House::DOCK, Cell { x: 20, y: 6 }];
        let rules = Rules::new().never(|tick| tick.is_active(Vacuum::STRANDED));
        let begin = || {
            let mut robot = Robot::new();
            (robot.place, robot.battery) = (Cell { x: 30, y: 7 }, 50);
            (Vacuum::new(), robot)
        };
        let failure =
            simulate(&proof(), &rules, Runs::of(0..20, 60), begin, |vacuum, robot, chance| {
                robot.advance();
                if chance.one_in(10) {
                    let seat = SEATS[chance.index(SEATS.len())];
                    robot.house.set_blocked(seat, !robot.house.is_blocked(seat));
                }
                vacuum.tick(robot);
            })
            .unwrap_err();
        assert_eq!(failure.disturbances().len(), 1, "{failure}");
    }
}
