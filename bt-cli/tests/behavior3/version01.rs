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
        /// Imported name: `IsEnemyNear?`
        condition IsEnemyNear(distance: i32) => is_enemy_near(blackboard, distance);
        action Attack(
            damage: &'static str = "1",
            weapon: &'static str,
            list: &'static str,
            on: &'static str,
            f: f64
        ) =>
            attack(blackboard, damage, weapon, list, on, f);
    }

    pub trees from "tests/behavior3/version01.tree" with Words;
}

fn is_enemy_near(blackboard: &Blackboard, distance: i32) -> bool {
    let _ = (blackboard, distance);
    todo!("IsEnemyNear")
}

fn attack(blackboard: &mut Blackboard, damage: &'static str, weapon: &'static str, list: &'static str, on: &'static str, f: f64) -> Status {
    let _ = (blackboard, damage, weapon, list, on, f);
    todo!("Attack")
}
