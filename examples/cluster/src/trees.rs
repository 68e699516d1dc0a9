//! The trees of the agents.

use super::animal::{Animal, Graze};
use bt_core::{Node, Status, Wake, behavior_tree};
use glam::Vec2;
use serde::{Deserialize, Serialize};

behavior_tree! {
    /// Grazes, walks to the others, and runs from wolves. While it grazes it rests in the crowd, until its time
    /// has come or the message of a wolf wakes it.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub tree Sheep(sheep: &mut Animal<'_>) {
        repeat force_success selector {
            'calm: sequence {
                'graze: action Graze = Graze::a_while(sheep);
                'walk: let(goal: Vec2 = sheep.near_the_others())
                    timeout(8s) finally(sheep.stop()) action sheep.walk_to(*goal);
            }
            /// Fails unless a wolf has caught the sheep.
            'start_over: action sheep.start_over();
            'flee: timeout(4s) finally(sheep.calm_down()) action sheep.flee();
        }
    }

    /// Sleeps, prowls, and hunts one sheep until it is caught or lost.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub tree Wolf(wolf: &mut Animal<'_>) {
        repeat sequence {
            'sleep: wait(wolf.nap());
            'prowl: force_success let(goal: Vec2 = wolf.anywhere())
                timeout(3s) finally(wolf.stop()) action wolf.walk_to(*goal);
            'hunt: force_success let(prey: u32 = wolf.choose_prey())
                timeout(5s) finally(wolf.stop()) sequence {
                    action wolf.chase(*prey);
                    action wolf.bite(*prey);
                }
        }
    }
}

/// The tree of an agent, with its state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Mind {
    /// The tree of a sheep.
    Sheep(Sheep),
    /// The tree of a wolf.
    Wolf(Wolf),
}

impl Mind {
    /// Ticks the tree, and returns when it has to be ticked again.
    pub fn tick(&mut self, animal: &mut Animal<'_>) -> Wake {
        let _: Status = match self {
            Self::Sheep(tree) => tree.tick(animal),
            Self::Wolf(tree) => tree.tick(animal),
        };
        match self {
            Self::Sheep(tree) => tree.next_wake(),
            Self::Wolf(tree) => tree.next_wake(),
        }
    }

    /// The nodes of all trees. A saved state means something only to the same nodes.
    pub fn nodes() -> impl Iterator<Item = &'static Node> {
        Sheep::NODES.iter().chain(Wolf::NODES)
    }
}
