//! The words of the cases, the steps of their scripts, and the calls as text.

use crate::book::World;
use crate::call::{Call, What, Wraps};
use crate::filed::DRAW;
use crate::language::{Results, SIDES, Slot, TEXTS, Type};
use bt_core::{End, Status};
use std::fmt::Write;
use std::time::Duration;

/// What a word is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Means {
    /// A condition.
    Condition,
    /// An action that gives a status.
    Action,
    /// An action that gives a `Result`.
    Attempt,
    /// An action with a number.
    Number,
    /// An action that keeps a copy of a value.
    Copy,
    /// An action that is lent a value.
    Lent,
    /// A stateful action.
    Job,
    /// A stateful action that says when it has to be ticked again.
    Nap,
    /// An action that waits for a future.
    Vow,
    /// An action for a `finally`.
    Clean,
    /// An action for a `service`.
    Serve,
    /// An action with a number as its result.
    Gain,
    /// An action with a value as its result.
    Give(Results),
    /// A value of the type of the program.
    Find,
    /// A decorator.
    Decorator,
    /// A value that is not recorded.
    Level(Type),
    /// A weight.
    Weight,
}

/// The words, with the numbers by which the vocabulary calls them.
pub(super) const WORDS: [(&str, Slot, Means); 44] = [
    ("Danger", 1, Means::Condition),
    ("Open", 2, Means::Condition),
    ("Hungry", 3, Means::Condition),
    ("Ready", 4, Means::Condition),
    ("Work", 10, Means::Action),
    ("Rest", 11, Means::Action),
    ("Eat", 12, Means::Action),
    ("Flee", 13, Means::Action),
    ("Wash", 14, Means::Action),
    ("Dry", 15, Means::Action),
    ("Rinse", 16, Means::Action),
    ("Try", 18, Means::Attempt),
    ("Walk", 20, Means::Job),
    ("Run", 21, Means::Job),
    ("Hunt", 22, Means::Job),
    ("Graze", 23, Means::Job),
    ("Doze", 26, Means::Nap),
    ("Fetch", 28, Means::Vow),
    ("Clean", 30, Means::Clean),
    ("Tidy", 31, Means::Clean),
    ("Sweep", 32, Means::Clean),
    ("Look", 34, Means::Serve),
    ("Say", 40, Means::Number),
    ("Tell", 41, Means::Number),
    ("Carry", 42, Means::Lent),
    ("Go", 43, Means::Copy),
    ("Seek", 50, Means::Gain),
    ("Lend", 51, Means::Give(Results::Option)),
    ("Search", 52, Means::Give(Results::Result)),
    ("Produce", 53, Means::Give(Results::Job)),
    ("Item", 54, Means::Find),
    ("Brave", 60, Means::Decorator),
    ("Number", 70, Means::Level(Type::Count)),
    ("Other", 71, Means::Level(Type::Count)),
    ("Small", 72, Means::Level(Type::Small)),
    ("Level", 73, Means::Level(Type::Signed)),
    ("Rooms", 74, Means::Level(Type::Size)),
    ("Food", 75, Means::Level(Type::Real)),
    ("Water", 76, Means::Level(Type::Real)),
    ("Fatigue", 77, Means::Level(Type::Real)),
    ("Pause", 79, Means::Level(Type::Length)),
    ("Name", 82, Means::Level(Type::Text)),
    ("Side", 83, Means::Level(Type::Side)),
    ("Weight", 84, Means::Weight),
];

/// The word with this name.
///
/// # Panics
///
/// If there is none.
pub(super) fn word(name: &str) -> (Slot, Means) {
    let word = WORDS.iter().find(|(other, ..)| *other == name);
    let (_, slot, means) = word.unwrap_or_else(|| panic!("no word `{name}`"));
    (*slot, *means)
}

/// What a line does with the tree, after its changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Ticks it.
    Tick,
    /// Stops it, in place of a tick.
    Stop,
    /// Aborts it.
    Abort,
}

/// Makes the changes of a line.
///
/// # Panics
///
/// If it cannot be read.
#[must_use]
pub fn prepare(line: &str, world: &mut World) -> Deed {
    let mut deed = Deed::Tick;
    for part in line.split(',').map(str::trim) {
        match part {
            "tick" => {}
            "stop" => deed = Deed::Stop,
            "abort" => deed = Deed::Abort,
            _ if part.starts_with('+') => world.book.now += length(&part[1..]),
            _ => {
                let (name, answer) = match part.split_once('=') {
                    Some((name, answer)) => (name.trim(), answer_of(answer.trim())),
                    None => match part.strip_prefix('!') {
                        Some(name) => (name, 0.0),
                        None => (part, 1.0),
                    },
                };
                let slot = if name == "random" { DRAW } else { word(name).0 };
                world.book.answer(slot, answer);
            }
        }
    }
    if deed != Deed::Abort {
        world.begin_tick();
    }
    deed
}

/// An answer as the number that a book keeps.
fn answer_of(text: &str) -> f64 {
    let place = |all: &[&str]| all.iter().position(|of| *of == text);
    match text {
        "running" | "none" => 0.0,
        "success" => 1.0,
        "failure" => 2.0,
        "max" => f64::MAX,
        "min" => f64::MIN,
        _ if text.starts_with('"') => {
            let text = text.trim_matches('"');
            TEXTS.iter().position(|of| *of == text).expect("one of the texts") as f64
        }
        _ => match place(&SIDES) {
            Some(side) => side as f64,
            None => text.parse().unwrap_or_else(|_| length(text).as_secs_f64()),
        },
    }
}

/// A length of time such as `250ms`.
///
/// # Panics
///
/// If the text is none.
pub(super) fn length(text: &str) -> Duration {
    let end = text.find(|letter: char| letter.is_alphabetic()).expect("a unit");
    let number: f64 = text[..end].parse().unwrap_or_else(|_| panic!("`{text}` is no length"));
    let seconds = match &text[end..] {
        "ms" => 0.001,
        "s" => 1.0,
        "min" => 60.0,
        "h" => 3600.0,
        unit => panic!("no unit `{unit}`"),
    };
    Duration::from_secs_f64(number * seconds)
}

/// The result of a step and its calls, as a script has them.
#[must_use]
pub fn shown(status: Option<Status>, calls: &[Call]) -> String {
    let mut text = status.map_or("aborted".to_owned(), |status| status.to_string());
    let calls: Vec<_> = calls.iter().filter_map(call).collect();
    if !calls.is_empty() {
        let _ = write!(text, ": {}", calls.join(", "));
    }
    text
}

fn call(Call(slot, what): &Call) -> Option<String> {
    let own = |(_, other, _): &&(&str, Slot, Means)| *other == slot % ALIASES;
    let name = WORDS.iter().find(own).map_or("random", |(name, ..)| name);
    Some(match what {
        What::Ask(true) | What::Decide(true) | What::Serve | What::Clean(0) => name.to_owned(),
        What::Ask(false) | What::Decide(false) => format!("!{name}"),
        What::Act(status) | What::Job(.., status) => format!("{name}={status}"),
        What::Start(_) => format!("{name}.start"),
        What::End(_, End::Aborted) => format!("{name}.aborted"),
        What::End(..) => format!("{name}.end"),
        What::Wrap(_, Wraps::Passes) => format!("{name}.around"),
        What::Wrap(_, way) => format!("{name}.{way:?}"),
        What::See(number) => format!("{name}({number})"),
        What::Round(number) => format!("{name}({number})"),
        What::Draw(number) | What::Find(Some(number)) => format!("{name}={number}"),
        What::Find(None) => format!("{name}=none"),
        What::Span(length) => format!("{name}({length:?})"),
        What::Clean(kept) => format!("{name}({kept} kept)"),
        // It is always true, and asked before the start.
        What::Check(..) => return None,
        What::Pick(_)
        | What::Score
        | What::Count(_)
        | What::Range(..)
        | What::Margin
        | What::Hire(_)
        | What::Pass => unreachable!("{what:?} is no word of the cases"),
    })
}

/// Slots that differ by this number have one word: in the interpreter each place of a word has a slot of its own.
pub(crate) const ALIASES: Slot = 1000;
