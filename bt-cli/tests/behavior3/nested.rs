// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub bow: &'static str,
    pub prey: &'static str,
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
        action Log(message: &'static str, level: i32) => log(blackboard, message, level);
        action FindPrey(w: i32, h: f64, output: &'static str) =>
            find_prey(blackboard, w, h, output);
        action Attack(
            input_1: &'static str,
            input_3: &'static str,
            output_1: &'static str,
            output_2: &'static str
        ) =>
            attack(blackboard, input_1, input_3, output_1, output_2);
        action Wait(time: i32) => wait(blackboard, time);
        condition IsDay => is_day(blackboard);
        action Rest => rest(blackboard);
        action Eat(food: &'static str) => eat(blackboard, food);
        decorator Listen(event: &'static str) => Listen { event };
        action Idle => idle(blackboard);
        /// The value of `prey`.
        value Prey: &'static str => blackboard.prey;
        /// The value of `bow`.
        value Bow: &'static str => blackboard.bow;
        /// Imported name: `go_home`
        subtree GoHome;
    }

    pub trees from "tests/behavior3/nested.tree" with Words;
}

behavior_tree! {
    /// The tree `GoHome`, which is not in the file.
    pub tree GoHome(blackboard: &mut Blackboard) {
        action go_home(blackboard);
    }
}

fn log(blackboard: &mut Blackboard, message: &'static str, level: i32) -> Status {
    let _ = (blackboard, message, level);
    todo!("Log")
}

fn find_prey(blackboard: &mut Blackboard, w: i32, h: f64, output: &'static str) -> Status {
    let _ = (blackboard, w, h, output);
    todo!("FindPrey")
}

fn attack(blackboard: &mut Blackboard, input_1: &'static str, input_3: &'static str, output_1: &'static str, output_2: &'static str) -> Status {
    let _ = (blackboard, input_1, input_3, output_1, output_2);
    todo!("Attack")
}

fn wait(blackboard: &mut Blackboard, time: i32) -> Status {
    let _ = (blackboard, time);
    todo!("Wait")
}

fn is_day(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("IsDay")
}

fn rest(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Rest")
}

fn eat(blackboard: &mut Blackboard, food: &'static str) -> Status {
    let _ = (blackboard, food);
    todo!("Eat")
}

/// The decorator `Listen`.
#[derive(Debug)]
pub struct Listen {
    /// A parameter.
    pub event: &'static str,
}

impl Decorator<Blackboard> for Listen {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.event);
        todo!("Listen")
    }
}

fn idle(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Idle")
}

fn go_home(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("GoHome")
}
