//! Counterexamples as tests in Rust: the text of `as_rust` is compiled, and each test fails as it says.

use bt_core::{Action, Clock, Status, behavior_tree};
use bt_verify::{Limits, Rules, explore_with};
use std::cell::RefCell;
use std::time::Duration;

/// Its leaves would never do what the runs need.
#[derive(Default)]
struct Ship {
    time: Duration,
    /// The answers of `is_calm`, the last one first.
    calm: RefCell<Vec<bool>>,
}

impl Ship {
    fn of(calm: &[bool]) -> Self {
        Self { calm: RefCell::new(calm.iter().rev().copied().collect()), ..Self::default() }
    }

    fn is_calm(&self) -> bool {
        self.calm.borrow_mut().pop().expect("the weather")
    }

    fn is_full(&self) -> bool {
        unimplemented!("the hold")
    }

    fn sail(&mut self) -> Status {
        unimplemented!("the sea")
    }
}

impl Clock for Ship {
    fn now(&self) -> Duration {
        self.time
    }
}

struct Fish {}

impl Action<Ship> for Fish {
    fn tick(&mut self, _: &mut Ship) -> Status {
        unimplemented!("the nets")
    }
}

behavior_tree! {
    tree Cruise(ship: &mut Ship) {
        priority_selector {
            ship.is_calm() => 'fish: sequence {
                'bait: not condition ship.is_full();
                'nets: action Fish {};
                'pause: wait(1s);
                'home: guard(ship.is_calm()) action ship.sail();
            }
            true => if ship.is_calm() { action ship.sail(); } else { 'flee: action ship.sail(); }
        }
    }

    tree Hurry(ship: &mut Ship) {
        timeout(1s) 'sail: action ship.sail();
    }
}

/// Proofs do not save pages.
fn limits() -> Limits {
    Limits { pages: None, ..Limits::default() }
}

/// The source of a test that `as_rust` has written, twice: as it is, and with a blackboard.
macro_rules! fails {
    ($blackboard:expr, $(#[$test:meta])* fn $name:ident() $body:block) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            #[$($test)*]
            #[should_panic(expected = "the blackboard before the first tick")]
            #[allow(unreachable_code, unused_variables, clippy::diverging_sub_expression)]
            fn is_without_a_blackboard() $body

            mod complete {
                use super::*;

                macro_rules! todo {
                    ($text:literal) => {
                        $blackboard
                    };
                }

                #[$($test)*]
                #[should_panic(expected = "does not hold after this tick")]
                fn has_a_blackboard() $body
            }
        }
    };
}

#[test]
fn the_texts_are_those_of_counterexamples() {
    // Here they are indented.
    let trimmed = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let written = trimmed(include_str!("written.rs"));
    let cruise = explore_with::<Cruise>(limits());
    let home = cruise.check(&Rules::new().never(|tick| {
        tick.was_active(Cruise::HOME) && tick.result(Cruise::HOME) == Some(Status::Failure)
    }));
    let rules =
        Rules::new().never(|tick| tick.was_active(Cruise::NETS) && tick.is_active(Cruise::FLEE));
    let flee = cruise.check(&rules);
    let rules = Rules::new().never(|tick| tick.is_active(Hurry::SAIL));
    let late = explore_with::<Hurry>(limits()).check(&rules);
    for broken in [home, flee, late] {
        let text = broken.unwrap_err().as_rust();
        assert!(written.contains(&trimmed(&text)), "{text}");
    }
}

mod home {
    use super::*;

    fails! {
        Ship::of(&[true, true, false, false]),

    #[test]
    fn cruise_breaks_no_rule() {
        use bt_core::{NodeId, Status, observe::Answers};

        let mut blackboard = todo!("the blackboard before the first tick");
        let mut tree = Cruise::new();

        // ship.is_calm(): true
        let mut answers = Answers::new()
            .leaf(NodeId::new(3), Status::Failure) // condition ship.is_full(): failure
            .leaf(NodeId::new(4), Status::Success) // nets: action Fish {}: success
            .leaf(NodeId::new(5), Status::Running); // pause: wait(1s): running
        assert_eq!(tree.tick_with(&mut blackboard, &mut answers), Status::Running);
        assert_eq!(format!("{:?}", tree.active()), "[priority_selector, fish, pause]");

        // pause: wait(1s): its time is over
        // home: guard(ship.is_calm()): true
        let mut answers = Answers::new()
            .leaf(NodeId::new(5), Status::Success) // pause: wait(1s): success
            .leaf(NodeId::new(7), Status::Running); // action ship.sail(): running
        assert_eq!(tree.tick_with(&mut blackboard, &mut answers), Status::Running);
        assert_eq!(format!("{:?}", tree.active()), "[priority_selector, fish, home, ship.sail()]");

        // home: guard(ship.is_calm()): false
        // if ship.is_calm(): false
        let mut answers = Answers::new()
            .leaf(NodeId::new(10), Status::Success); // flee: action ship.sail(): success
        assert_eq!(tree.tick_with(&mut blackboard, &mut answers), Status::Success);
        assert_eq!(format!("{:?}", tree.active()), "[]");

        panic!("the rule at bt-verify/tests/proofs/written.rs:106:43 does not hold after this tick");
    }

        }
}

mod flee {
    use super::*;

    fails! {
        Ship::of(&[true, false]),

    #[test]
    fn cruise_breaks_no_rule() {
        use bt_core::{NodeId, Status, observe::Answers};

        let mut blackboard = todo!("the blackboard before the first tick");
        let mut tree = Cruise::new();

        // ship.is_calm(): true
        let mut answers = Answers::new()
            .leaf(NodeId::new(3), Status::Failure) // condition ship.is_full(): failure
            .leaf(NodeId::new(4), Status::Running); // nets: action Fish {}: running
        assert_eq!(tree.tick_with(&mut blackboard, &mut answers), Status::Running);
        assert_eq!(format!("{:?}", tree.active()), "[priority_selector, fish, nets]");

        // if ship.is_calm(): false
        let mut answers = Answers::new()
            .leaf(NodeId::new(4), Status::Failure) // nets: action Fish {}: failure
            .leaf(NodeId::new(10), Status::Running); // flee: action ship.sail(): running
        assert_eq!(tree.tick_with(&mut blackboard, &mut answers), Status::Running);
        assert_eq!(format!("{:?}", tree.active()), "[priority_selector, if, flee]");

        panic!("the rule at bt-verify/tests/proofs/written.rs:110:22 does not hold after this tick");
    }

        }
}

mod late {
    use super::*;

    fails! {
        Ship::default(),

    #[test]
    fn hurry_breaks_no_rule() {
        use bt_core::{NodeId, Status, observe::Answers};

        let mut blackboard = todo!("the blackboard before the first tick");
        let mut tree = Hurry::new();

        let mut answers = Answers::new()
            .leaf(NodeId::new(1), Status::Running); // sail: action ship.sail(): running
        assert_eq!(tree.tick_with(&mut blackboard, &mut answers), Status::Running);
        assert_eq!(format!("{:?}", tree.active()), "[timeout, sail]");

        panic!("the rule at bt-verify/tests/proofs/written.rs:112:30 does not hold after this tick");
    }

        }
}
