//! Every word of the language that the soldier has no use for.

use crate::actions::{Rest, WalkTo, walk};
use crate::world::{Mode, Npc};
use bt_core::behavior_tree;
use core::time::Duration;

/// A blackboard with errands.
pub trait Navigator {
    /// Returns `true` if it has arrived.
    fn arrived(&self) -> bool;
    /// Goes one step.
    fn step(&mut self);
}

behavior_tree! {
    /// Several things at once, by chance and by merit.
    #[derive(Debug)]
    pub tree Errands(npc: &mut Npc) {
        parallel(success = 2, failure = all) {
            random_selector(npc.draw()) {
                3 => random_sequence(npc.draw()) {
                    action walk(npc, 1);
                    force_success action npc.attack();
                }
                npc.attempts => once action walk(npc, 2);
            }
            utility_selector {
                npc.fear => action npc.run_away();
                0.5 => force_failure action npc.attack();
            }
            active_sequence {
                not condition npc.sees_enemy();
                service(500ms, npc.look_around()) every(npc.patience / 2) running;
            }
        }
    }

    /// Decided again in every tick.
    #[derive(Debug)]
    pub tree Doubts(npc: &mut Npc) {
        active_if npc.health > 3 && npc.fear < 1.0 {
            active_match npc.mode {
                Mode::Calm => timeout(npc.patience) action Rest {},
                _ => cooldown(Duration::from_secs(3)) retry(npc.attempts) action walk(npc, 1),
            }
        } else {
            if let Mode::Alert(3) = npc.mode {
                guard(npc.health > 1) delay(1.5s) action WalkTo { place: 3, pace: 1 };
            } else {
                sequence { repeat(3) succeed; retry(2) action npc.attack(); fail; }
            }
        }
    }

    /// On anything that can walk.
    #[derive(Debug)]
    pub tree Arrive<N: Navigator>(navigator: &mut N) {
        selector {
            condition navigator.arrived();
            action { navigator.step(); bt_core::Status::Running };
        }
    }
}
