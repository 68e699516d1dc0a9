//! The stateful actions and the decorators of the generated trees, and a ledger of the order in which they are called.

use crate::book::{Book, Kept};
use crate::call::{Origin, Wraps};
use crate::language::Slot;
use bt_core::{Action, Clock, Decorator, End, Output, Status, Wake};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// A blackboard of a generated tree.
pub trait Board {
    /// The book that records everything.
    fn book(&self) -> &Book;
}

/// A stateful action that does what its script says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The slot of its scripts.
    pub slot: Slot,
    /// The number of earlier values of this action.
    pub activation: u32,
    /// The number of its ticks.
    pub turn: u32,
}

impl<B: Board> Action<B> for Job {
    fn check(&self, board: &B) -> bool {
        board.book().check(Origin::Leaf, self.slot, self.activation)
    }

    fn start(&mut self, board: &mut B) {
        board.book().start(Origin::Leaf, self.slot, self.activation);
    }

    fn tick(&mut self, board: &mut B) -> Status {
        // It may have been loaded from anything.
        self.turn = self.turn.wrapping_add(1);
        board.book().job(self.slot, self.activation, self.turn)
    }

    fn end(&mut self, board: &mut B, end: End) {
        board.book().end(Origin::Leaf, self.slot, self.activation, end);
    }
}

impl Output<Kept> for Job {
    fn output(&mut self) -> Kept {
        self.turn = self.turn.wrapping_add(100);
        Kept::new(self.turn)
    }
}

/// A stateful action that does nothing until its deadline, or until an external ring without a deadline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nap {
    /// The slot of its scripts.
    pub slot: Slot,
    /// The time at which it continues by itself.
    pub until: Option<Duration>,
}

impl<B: Board> Action<B> for Nap {
    fn tick(&mut self, board: &mut B) -> Status {
        let book = board.book();
        match self.until {
            Some(time) if book.now() < time => Status::Running,
            None if !book.rings.get() => Status::Running,
            _ => book.rise(self.slot),
        }
    }

    fn next_wake(&self) -> Wake {
        self.until.map_or(Wake::OnEvent, Wake::At)
    }

    fn shift(&mut self, by: Duration) {
        self.until = self.until.map(|until| until.saturating_add(by));
    }
}

/// A decorator that treats its child as its script says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wrap {
    /// The slot of its scripts.
    pub slot: Slot,
    /// The number of earlier values of this decorator.
    pub activation: u32,
}

impl<B: Board> Decorator<B> for Wrap {
    fn check(&self, board: &B) -> bool {
        board.book().check(Origin::Decorator, self.slot, self.activation)
    }

    fn start(&mut self, board: &mut B) {
        board.book().start(Origin::Decorator, self.slot, self.activation);
    }

    fn tick(&mut self, board: &mut B, child: impl FnOnce(&mut B) -> Status) -> Status {
        match board.book().wrap(self.slot, self.activation) {
            Wraps::Passes => child(board),
            Wraps::Exchanges => !child(board),
            Wraps::LeavesOut(status) => status,
            Wraps::Overrides(status) => {
                child(board);
                status
            }
        }
    }

    fn end(&mut self, board: &mut B, end: End) {
        board.book().end(Origin::Decorator, self.slot, self.activation, end);
    }
}

/// A decorator that does nothing but note when it begins and ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ticket {
    /// The slot of the `finally` around it.
    pub slot: Slot,
    /// The number of earlier values of this decorator.
    pub activation: u32,
}

impl<B: Board> Decorator<B> for Ticket {
    fn start(&mut self, board: &mut B) {
        board.book().start_ticket(self.slot, self.activation);
    }

    fn tick(&mut self, board: &mut B, child: impl FnOnce(&mut B) -> Status) -> Status {
        board.book().pass(self.slot);
        child(board)
    }

    fn end(&mut self, board: &mut B, _: End) {
        board.book().end_ticket(self.slot, self.activation);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Started,
    Ended,
    /// For a ticket: it has ended, and the `finally` around it has not run yet.
    Waiting,
}

/// All activations so far, and their faults.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    activations: BTreeMap<(Slot, u32), Phase>,
    faults: Vec<String>,
}

impl Ledger {
    pub(crate) fn check(&mut self, slot: Slot, activation: u32) {
        if let Some(phase) = self.activations.get(&(slot, activation)) {
            self.faults.push(format!("check of {slot}#{activation}, which is {phase:?}"));
        }
    }

    pub(crate) fn start(&mut self, slot: Slot, activation: u32) {
        if let Some(phase) = self.activations.insert((slot, activation), Phase::Started) {
            self.faults.push(format!("start of {slot}#{activation}, which is {phase:?}"));
        }
    }

    pub(crate) fn tick(&mut self, slot: Slot, activation: u32) {
        let phase = self.activations.get(&(slot, activation));
        if phase != Some(&Phase::Started) {
            self.faults.push(format!("tick of {slot}#{activation}, which is {phase:?}"));
        }
    }

    pub(crate) fn end(&mut self, slot: Slot, activation: u32) {
        let phase = self.activations.insert((slot, activation), Phase::Ended);
        if phase != Some(Phase::Started) {
            self.faults.push(format!("end of {slot}#{activation}, which is {phase:?}"));
        }
    }

    pub(crate) fn end_ticket(&mut self, slot: Slot, activation: u32) {
        self.end(slot, activation);
        self.activations.insert((slot, activation), Phase::Waiting);
    }

    /// Records that the `finally` of a ticket runs.
    pub(crate) fn collect(&mut self, slot: Slot) {
        let mut activations = self.activations.iter_mut();
        let waits = |((of, _), phase): &(&(Slot, u32), &mut Phase)| {
            *of == slot && **phase == Phase::Waiting
        };
        match activations.find(waits) {
            Some((_, phase)) => *phase = Phase::Ended,
            None => self.faults.push(format!("cleanup of {slot}, which has not ended")),
        }
    }

    /// The faults until the end of the last tick.
    pub(crate) fn faults(&self) -> Vec<String> {
        let waiting = self.activations.iter().filter(|(_, phase)| **phase == Phase::Waiting);
        let waiting =
            waiting.map(|((slot, activation), _)| format!("no cleanup of {slot}#{activation}"));
        self.faults.iter().cloned().chain(waiting).collect()
    }

    /// The slots that have started and not ended, once for each such activation.
    pub(crate) fn open(&self) -> Vec<Slot> {
        let open = self.activations.iter().filter(|(_, phase)| **phase == Phase::Started);
        open.map(|((slot, _), _)| *slot).collect()
    }
}
