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

/// The rules that hold in every state of the trees, whatever happens in the house.
#[cfg(test)]
mod proofs {
    use super::{Clean, Dock, Go, Vacuum};
    use bt_core::verify::{Proof, explore, inside};
    use bt_core::{End, Node, NodeId, NodeKind};

    fn proof() -> Proof {
        let proof = explore::<Vacuum>();
        assert!(proof.is_complete(), "{proof}");
        assert_eq!(proof.unreached().never_ticked(), []);
        proof
    }

    /// The node of `Clean` with this text.
    fn clean(kind: NodeKind, text: &str) -> NodeId {
        let is_it = |node: &&Node| node.kind == kind && node.source == text;
        Clean::NODES.iter().find(is_it).map(|node| node.id).expect(text)
    }

    #[test]
    fn a_robot_that_is_lifted_does_nothing_else() {
        proof()
            .never(|tick| {
                tick.is_active(Vacuum::LIFTED)
                    && (tick.is_active(Vacuum::WORK) || tick.is_active(Vacuum::RECHARGE))
            })
            .unwrap();
    }

    #[test]
    fn the_brush_is_on_only_while_the_fan_sucks() {
        let proof = explore::<Clean>();
        let fan = clean(NodeKind::Finally, "robot.head.stop_fan()");
        let brush = clean(NodeKind::Finally, "robot.head.set_brush(false)");
        let on = clean(NodeKind::Action, "robot.head.set_brush(true)");
        proof.always(|tick| !tick.is_active(brush) || tick.is_active(fan)).unwrap();
        // Each is switched off by a `finally` that has begun before it is switched on.
        proof
            .always(|tick| {
                !tick.is_ticked(on) || tick.is_active(brush) || tick.ended(brush).is_some()
            })
            .unwrap();
        proof
            .always(|tick| tick.ended(fan) != Some(End::Aborted) || !tick.is_active(brush))
            .unwrap();
    }

    #[test]
    fn it_charges_only_in_the_dock() {
        let charge = inside(Vacuum::PARK, Dock::CHARGE);
        let drives = inside(inside(Vacuum::PARK, NodeId::new(1)), Go::DRIVE);
        let proof = proof();
        assert_eq!(Vacuum::node(drives).label, Some("drive"));
        proof.never(|tick| tick.is_active(charge) && tick.is_active(drives)).unwrap();
    }
}
