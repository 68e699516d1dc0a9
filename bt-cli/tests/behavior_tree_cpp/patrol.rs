// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, End, Status, behavior_tree};
use std::task::Poll;
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub battery: f64,
    pub dock: &'static str,
    pub docked: bool,
    /// The length of a time.
    pub limit: Duration,
    pub mood: &'static str,
    pub trips: f64,
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
        /// Moves to a place.
        action MoveTo(/** the place */ goal: &'static str, speed: f64 = 1.0) =>
            move_to(blackboard, goal, speed);
        action NextPoint -> (point: &'static str) => next_point(blackboard);
        condition IsClear(distance: i32) => is_clear(blackboard, distance);
        /// The value of `battery`.
        value Battery: f64 => blackboard.battery;
        /// The value of `docked`.
        value Docked: bool => blackboard.docked;
        /// The value of `dock`.
        value Dock2: &'static str => blackboard.dock;
        /// The script `docked := true; trips += 1; mood := 'calm'`.
        action DockedBecomesTrueTripsPlus1Mood =>
            { blackboard.docked = true; blackboard.trips = blackboard.trips + 1.0; blackboard.mood = "calm"; };
        /// The value of `limit`.
        value Limit: Duration => blackboard.limit;
        /// The script `trips += 1`.
        action TripsPlus1 => blackboard.trips = blackboard.trips + 1.0;
        /// The script `mood := 'angry'`.
        action MoodBecomesAngry => blackboard.mood = "angry";
        /// Runs `mood := 'lost'` when its child is aborted.
        decorator AtAbortMoodBecomesLost => AtAbortMoodBecomesLost;
    }

    pub trees from "tests/behavior_tree_cpp/patrol.tree" with Words;
}

fn move_to(blackboard: &mut Blackboard, goal: &'static str, speed: f64) -> Status {
    let _ = (blackboard, goal, speed);
    todo!("MoveTo")
}

fn next_point(blackboard: &mut Blackboard) -> Poll<Option<&'static str>> {
    let _ = blackboard;
    todo!("NextPoint")
}

fn is_clear(blackboard: &Blackboard, distance: i32) -> bool {
    let _ = (blackboard, distance);
    todo!("IsClear")
}

/// The decorator `AtAbortMoodBecomesLost`.
#[derive(Debug)]
pub struct AtAbortMoodBecomesLost;

impl Decorator<Blackboard> for AtAbortMoodBecomesLost {
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        if end == End::Aborted {
            blackboard.mood = "lost";
        }
    }
}
