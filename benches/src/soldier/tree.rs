//! The soldier as trees.

use super::Npc;
use bt_core::observe::Monitor;
use bt_core::{Status, behavior_tree};

behavior_tree! {
    /// Resumes: when it has seen an enemy, it fights or flees to the end.
    #[derive(Clone, Debug)]
    pub tree Memory<N: Npc>(npc: &mut N) {
        active_selector {
            sequence {
                'sees: condition npc.sees_enemy();
                active_selector {
                    'flee: sequence {
                        'hurt: condition npc.health_low();
                        'run: action npc.run_away();
                    }
                    monitor {
                        'alive: condition npc.enemy_alive();
                        'attack: action npc.attack();
                    }
                }
            }
            'patrol: action npc.patrol();
        }
    }

    rules Memory {
        never 'flee && 'attack.ticked;
        always 'attack.ticked -> 'alive.succeeded;
        always 'hurt.succeeded -> 'run.ticked;
        after 'patrol next 'sees.ticked;
        whenever 'flee until 'run.succeeded || 'run.failed;
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

/// A soldier whose rules are monitored.
#[derive(Debug)]
pub struct Monitored<N: Npc> {
    tree: Memory<N>,
    monitor: Monitor<Memory<N>>,
}

impl<N: Npc> Default for Monitored<N> {
    fn default() -> Self {
        Self { tree: Memory::new(), monitor: Monitor::new() }
    }
}

impl<N: Npc> Monitored<N> {
    /// Ticks the tree and checks its rules.
    #[inline]
    pub fn tick(&mut self, npc: &mut N) -> Status {
        self.tree.tick_with(npc, &mut self.monitor)
    }
}
