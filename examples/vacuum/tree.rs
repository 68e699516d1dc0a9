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
        finally(robot.stop_motor()) 'drive: for(step in 0..way.len())
            timeout(2s) 'step: action robot.step_to(way[step]);
    }
}

#[cfg(test)]
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../rules/mod.rs"]
mod rules;

/// The rules that hold in every state of the trees, whatever happens in the house.
#[cfg(test)]
pub(crate) mod proofs {
    use super::rules::{fails, find, one_after_the_other, succeeds};
    use super::{Cell, Dock, Go, House, Robot, Vacuum};
    use bt_core::{End, NodeId, NodeKind, Status};
    use bt_verify::{Proof, Rules, Runs, explore, inside, simulate};

    pub(crate) fn proof() -> Proof {
        let proof = explore::<Vacuum>();
        assert!(proof.is_complete(), "{proof}");
        assert_eq!(proof.unreached().never_ticked(), []);
        proof
    }

    fn node(kind: NodeKind, text: &str) -> NodeId {
        find(Vacuum::NODES, kind, text)
    }

    pub(crate) fn rules() -> Rules {
        docks(cleans(drives(Rules::new())))
            // A robot that is lifted does nothing else, at once.
            .never(|tick| {
                tick.is_active(Vacuum::LIFTED)
                    && (tick.is_active(Vacuum::WORK) || tick.is_active(Vacuum::RECHARGE))
            })
            .possible(|tick| tick.was_active(Vacuum::WORK) && tick.started(Vacuum::LIFTED))
    }

    /// The brush is on only while the fan sucks.
    fn cleans(rules: Rules) -> Rules {
        let fan = node(NodeKind::Finally, "robot.head.stop_fan()");
        let brush = node(NodeKind::Finally, "robot.head.set_brush(false)");
        let on = node(NodeKind::Action, "robot.head.set_brush(true)");
        let sweep = node(NodeKind::For, "corner");
        let room = node(NodeKind::Subtree, "Clean");
        let start = node(NodeKind::Subtree, "Go(goal = corners[0]");
        let corner = node(NodeKind::Subtree, "Go(goal = corners[corner]");
        let speed_up = node(NodeKind::Action, "robot.head.speed_up");
        rules
            .always(move |tick| !tick.is_active(brush) || tick.is_active(fan))
            // Each is switched off by a `finally` that has begun before it is switched on.
            .always(move |tick| {
                !tick.is_ticked(on) || tick.is_active(brush) || tick.ended(brush).is_some()
            })
            .always(move |tick| tick.ended(fan) != Some(End::Aborted) || !tick.is_active(brush))
            .always(one_after_the_other([start, fan]))
            .always(one_after_the_other([speed_up, brush]))
            .always(one_after_the_other([on, sweep]))
            // A corner, or a room, that cannot be reached is left out.
            .possible(move |tick| fails(tick, corner) && tick.is_active(sweep))
            .possible(move |tick| fails(tick, room) && tick.is_active(Vacuum::WORK))
    }

    /// The robot charges only in the dock. It parks if there is nothing to clean, and calls for help if it cannot.
    fn docks(rules: Rules) -> Rules {
        let dock = node(NodeKind::Subtree, "Dock");
        let go = node(NodeKind::Subtree, "Go(goal = House::DOCK)");
        let charge = inside(dock, Dock::CHARGE);
        let plugged = node(NodeKind::Finally, "robot.unplug()");
        let dust = node(NodeKind::Cooldown, "5s");
        rules
            .never(move |tick| tick.is_active(charge) && tick.is_active(inside(go, Go::DRIVE)))
            .always(one_after_the_other([go, charge]))
            .always(move |tick| !tick.is_active(charge) || tick.is_active(plugged))
            .always(move |tick| !tick.started(Vacuum::STRANDED) || fails(tick, dock))
            .always(move |tick| !tick.started(Vacuum::PARK) || fails(tick, dust))
            .possible(|tick| succeeds(tick, Vacuum::PARK))
    }

    /// The robot waits for obstacles for a while, and then plans another way.
    fn drives(rules: Rules) -> Rules {
        let go = node(NodeKind::Subtree, "Go(goal = House::DOCK)");
        let patience = node(NodeKind::Timeout, "2s");
        let step = inside(go, Go::STEP);
        let motor = inside(go, find(Go::NODES, NodeKind::Finally, "robot.stop_motor()"));
        rules
            .always(move |tick| !tick.is_active(step) || tick.is_active(motor))
            .possible(move |tick| fails(tick, inside(go, Go::DRIVE)) && tick.is_active(go))
            .possible(move |tick| fails(tick, patience) && tick.ended(step) == Some(End::Aborted))
    }

    #[test]
    fn the_rules_hold() {
        proof().check(&rules()).unwrap();
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
