//! The text of the `Err` of a `let`.

use super::world::World;
use bt_core::observe::{Log, Marks};
use bt_core::{NodeId, Observer, Status, behavior_tree};
use std::fmt;

/// An error that has no text.
struct Silent;

behavior_tree! {
    tree Fails(world: &mut World) {
        selector {
            let(number: u8 = world.prey.ok_or(Silent).map(|id| u8::try_from(id).unwrap_or(u8::MAX))) condition *number > 0;
            'text: let(number: u8 = "x".parse::<u8>()) condition *number > 0;
            'borrowed: let(number: u8 = Err("not yet")) condition *number > 0;
            // The type of the value is itself a `Result`.
            let(kept: Result<u8, String> = Err::<u8, _>("kept".to_owned())) condition kept.is_ok();
            'inner: let(number: u8 = Ok::<u8, String>(7)) let(other: u8 = number.checked_sub(8).ok_or("too small")) condition *other > 0;
        }
    }
}

behavior_tree! {
    tree Ends(world: &mut World) {
        finally(world.close()?) selector {
            // The `?` at the end of an expression is what the node does with an `Err` anyway.
            'open: action world.close()?;
            action world.say("open");
        }
    }
}

impl World {
    fn close(&mut self) -> Result<(), String> {
        self.say("closes");
        Err(format!("closed {} times", self.log.len()))
    }
}

#[test]
fn a_question_mark_at_the_end_may_be_left_out() {
    let (mut tree, mut world, mut marks) = (Ends::new(), World::default(), Marks::new(Ends::NODES));
    assert_eq!(tree.tick_with(&mut world, &mut marks), Status::Success);
    assert_eq!(world.take(), ["closes", "open", "closes"]);
    assert_eq!(marks.error(Ends::OPEN), Some("closed 1 times"));
}

/// Records the texts of errors, and what comes after them.
#[derive(Default)]
struct Texts(Vec<String>);

impl Observer for Texts {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        assert!(error.is_none());
        self.0.push(format!("{node} {status}"));
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.0.push(format!("{node} {error}"));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.push(format!("{node} {status}"));
    }
}

const TOLD: [&str; 11] = [
    "1 failure",
    "3 invalid digit found in string",
    "3 failure",
    "5 not yet",
    "5 failure",
    "8 failure",
    "7 failure",
    "10 too small",
    "10 failure",
    "9 failure",
    "0 failure",
];

#[test]
fn the_text_of_an_err_is_observed_before_the_failure() {
    let (mut tree, mut texts) = (Fails::new(), Texts::default());
    assert_eq!(tree.tick_with(&mut World::default(), &mut texts), Status::Failure);
    assert_eq!(texts.0, TOLD);
    // Observers that pass events on.
    let mut both = (Some(Texts::default()), Texts::default());
    tree.tick_with(&mut World::default(), &mut both);
    assert_eq!((both.0.unwrap_or_default().0, both.1.0), (texts.0.clone(), texts.0));
}

#[test]
fn a_log_and_marks_show_the_text_of_an_err_with_the_failure() {
    let mut log = Log::new(Fails::NODES, String::new());
    log.tick(&mut Fails::new(), &mut World::default());
    let text = log.into_writer();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("text: let")).collect();
    assert_eq!(lines.len(), 1, "{text}");
    assert!(lines[0].starts_with("  failure  text: let"), "{text}");
    assert!(lines[0].ends_with("  invalid digit found in string"), "{text}");
    assert_eq!(text.lines().count(), 1 + 8, "{text}");

    let mut marks = Marks::new(Fails::NODES);
    marks.tick(&mut Fails::new(), &mut World::default());
    assert_eq!(marks.error(Fails::BORROWED), Some("not yet"));
}
