//! The soldier as trees.

use super::Npc;
use bt_core::behavior_tree;

behavior_tree! {
    /// Resumes: when it has seen an enemy, it fights or flees to the end.
    #[derive(Clone, Debug)]
    pub tree Memory<N: Npc>(npc: &mut N) {
        active_selector {
            sequence {
                condition npc.sees_enemy();
                active_selector {
                    sequence {
                        condition npc.health_low();
                        action npc.run_away();
                    }
                    monitor {
                        condition npc.enemy_alive();
                        action npc.attack();
                    }
                }
            }
            action npc.patrol();
        }
    }

    /// Starts over in every tick.
    #[derive(Clone, Debug)]
    pub tree Reactive<N: Npc>(npc: &mut N) {
        active_selector {
            active_sequence {
                condition npc.sees_enemy();
                active_selector {
                    active_sequence {
                        condition npc.health_low();
                        action npc.run_away();
                    }
                    monitor {
                        condition npc.enemy_alive();
                        action npc.attack();
                    }
                }
            }
            action npc.patrol();
        }
    }
}
