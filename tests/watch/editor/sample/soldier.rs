//! The soldier: what most trees are made of, and the code around it.

use crate::actions::{self, Rally, Rest, WalkTo, is_tired, walk};
use crate::world::{Mode, Npc, Weapon};
use bt_core::{NodeId, Status, behavior_tree};

behavior_tree! {
    /// Patrols, fights what it sees, runs away when it is hurt.
    #[derive(Debug)]
    pub tree Soldier(npc: &mut Npc) {
        active_selector {
            /// Seen through, once it has begun.
            'flee: sequence {
                condition npc.health < 20;
                action npc.run_away();
                action Rest {};
            }
            'fight: monitor {
                condition npc.sees_enemy();
                not condition is_tired(npc);
                selector {
                    sequence {
                        condition npc.weapon.rounds == 0;
                        subtree Reload(&mut npc.weapon);
                    }
                    with Rally { limit: npc.fear + 1.0 } repeat action npc.attack();
                }
            }
            match npc.mode {
                Mode::Calm => action walk(npc, 1),
                Mode::Alert(distance) if distance > 3 => subtree Patrol,
                Mode::Alert(_) | Mode::Fleeing => action {
                    let far = npc.health + 3;
                    npc.look_around();
                    walk(npc, far)
                },
            }
        }
    }

    /// Walks from place to place.
    #[derive(Debug)]
    pub tree Patrol(npc: &mut Npc) {
        sequence {
            'there: action WalkTo { place: npc.health + 7, pace: 2 };
            wait(2s);
            'back: action WalkTo { place: 0, pace: npc.health };
        }
    }

    /// Works with any weapon.
    #[derive(Debug)]
    tree Reload(weapon: &mut Weapon) {
        selector {
            condition weapon.rounds > 0;
            action actions::reload(weapon);
        }
    }
}

/// Returns `true` if a tick has found the soldier on the run.
pub fn flees(soldier: &mut Soldier, npc: &mut Npc) -> bool {
    let status = soldier.tick(npc);
    let flees = |node: NodeId| node == Soldier::FLEE;
    status == Status::Running && soldier.active().any(flees) && !is_tired(npc)
}

/// Leaves as they would be without a tree.
pub fn by_hand(npc: &mut Npc) -> (Rest, WalkTo) {
    walk(npc, 3);
    (Rest {}, WalkTo { place: npc.health, pace: 1 })
}
