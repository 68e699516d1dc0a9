//! The words of the vocabulary that stand in files.

use crate::language::{Gives, Head, Slot};

/// The text of a head whose expression is a word; nothing for others.
pub(super) fn head(head: &Head) -> Option<String> {
    Some(match head {
        Head::Condition(slot) => format!("condition {}", answer("Ask", *slot)),
        Head::Action(slot, gives) => {
            let word = match gives {
                Gives::Status => "Act",
                Gives::Bool => "TryTo",
                Gives::Unit => "DoIt",
                Gives::Result => "Attempt",
            };
            format!("action {word}(slot = {slot})")
        }
        Head::Job(slot) => format!("action Work(slot = {slot})"),
        Head::Nap(slot) => format!("action Doze(slot = {slot})"),
        Head::RandomSelector(..) => "random_selector".to_owned(),
        Head::RandomSequence(..) => "random_sequence".to_owned(),
        Head::If(slot) => format!("if {}", answer("Decide", *slot)),
        Head::ActiveIf(slot) => format!("active_if {}", answer("Decide", *slot)),
        Head::Guard(slot) => format!("guard({})", answer("Decide", *slot)),
        Head::With(slot) => format!("with Wrapped(slot = {slot})"),
        Head::Ticket(slot) => format!("with Ticketed(slot = {slot})"),
        Head::Finally(slot, true) => format!("finally(Collect(slot = {slot}))"),
        Head::Finally(slot, false) => format!("finally(Clean(slot = {slot}))"),
        _ => return None,
    })
}

/// A word, or an expression that asks the word once and has its answer.
pub(super) fn answer(word: &str, slot: Slot) -> String {
    let call = format!("{word}(slot = {slot})");
    match slot % 8 {
        0 => format!("!!{call}"),
        1 => format!("{call} && true"),
        2 => format!("false || {call}"),
        3 => format!("!(!{call} || false)"),
        4 => format!("({call})"),
        _ => call,
    }
}

/// The name of a value: `Value803`
pub(super) fn value(slot: Slot) -> String {
    format!("Value{slot}")
}
