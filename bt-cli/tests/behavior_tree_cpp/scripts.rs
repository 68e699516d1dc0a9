// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub a: f64,
    pub b: f64,
    pub c: &'static str,
    pub count: f64,
    pub flags: f64,
    pub greeting: &'static str,
    pub ok: bool,
    pub text: &'static str,
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
        /// The script `A := 1; B := A * 2.5 + 1; C := (A > B) ? 'yes' : 'no'`.
        action ABecomes1BBecomesA251CBecomes =>
            { blackboard.a = 1.0; blackboard.b = (blackboard.a * 2.5) + 1.0; blackboard.c = if blackboard.a > blackboard.b { "yes" } else { "no" }; };
        /// The script `count = count + 1; flags := 0x0F & 3; ok := !ok || count >= 10`.
        action CountBecomesCount1FlagsBecomes0x0F =>
            { blackboard.count = blackboard.count + 1.0; blackboard.flags = (15 & 3) as f64; blackboard.ok = (!blackboard.ok) || (blackboard.count >= 10.0); };
        /// The script `text := 'a' .. 'b'`.
        action TextBecomesAB => todo!("text := 'a' .. 'b'");
        /// The script `this is no script (`.
        action ThisIsNoScript => todo!("this is no script (");
        /// The value of `C`.
        value C: &'static str => blackboard.c;
        /// The value of `A`.
        value A: f64 => blackboard.a;
        /// The value of `B`.
        value B: f64 => blackboard.b;
        /// The value of `ok`.
        value Ok_: bool => blackboard.ok;
        /// The script `A := 3`.
        condition ABecomes3 => todo!("A := 3");
        /// The script `A := 3.5`.
        action ABecomes35 => blackboard.a = 3.5;
        /// The script `greeting := 'hello'`.
        action GreetingBecomesHello => blackboard.greeting = "hello";
        /// Unsets `greeting`.
        action UnsetGreeting => blackboard.greeting = Default::default();
    }

    pub trees from "tests/behavior_tree_cpp/scripts.tree" with Words;
}
