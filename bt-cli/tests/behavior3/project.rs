// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, Status, behavior_tree};
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
        action MoveTo(x: f64, place: &'static str) => move_to(blackboard, x, place);
        action Fight => fight(blackboard);
        /// Goes on while it is brave.
        decorator Brave(/** Imported name: `upTo` */ up_to: i32 = 1) => Brave { up_to };
        /// An enemy is in sight.
        condition SeesEnemy(range: i32 = 10) => sees_enemy(blackboard, range);
        action Sleep(/** Imported name: `forHours` */ for_hours: i32, bed: &'static str) =>
            sleep(blackboard, for_hours, bed);
    }

    pub trees from "tests/behavior3/project.tree" with Words;
}

fn move_to(blackboard: &mut Blackboard, x: f64, place: &'static str) -> Status {
    let _ = (blackboard, x, place);
    todo!("MoveTo")
}

fn fight(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Fight")
}

/// The decorator `Brave`.
#[derive(Debug)]
pub struct Brave {
    /// A parameter.
    pub up_to: i32,
}

impl Decorator<Blackboard> for Brave {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.up_to);
        todo!("Brave")
    }
}

fn sees_enemy(blackboard: &Blackboard, range: i32) -> bool {
    let _ = (blackboard, range);
    todo!("SeesEnemy")
}

fn sleep(blackboard: &mut Blackboard, for_hours: i32, bed: &'static str) -> Status {
    let _ = (blackboard, for_hours, bed);
    todo!("Sleep")
}
