// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    /// The time of the world.
    pub time_now: Duration,
}

impl Clock for Blackboard {
    fn now(&self) -> Duration {
        self.time_now
    }
}

behavior_tree! {
    /// The words of the imported trees.
    pub vocabulary Words(blackboard: &mut Blackboard) {
        /// Imported name: `attack enemy`
        action AttackEnemy => attack_enemy(blackboard);
        /// Imported name: `AttackEnemy`
        action AttackEnemy2(
            /** Imported name: `a b` */
            a_b: i32,
            /** Imported name: `a_b` */
            a_b2: i32
        ) =>
            attack_enemy2(blackboard, a_b, a_b2);
        /// Imported name: `is ready?`
        condition IsReady => is_ready(blackboard);
    }

    pub trees from "tests/behavior3/strange_names.tree" with Words;
}

fn attack_enemy(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("AttackEnemy")
}

fn attack_enemy2(blackboard: &mut Blackboard, a_b: i32, a_b2: i32) -> Status {
    let _ = (blackboard, a_b, a_b2);
    todo!("AttackEnemy2")
}

fn is_ready(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("IsReady")
}
