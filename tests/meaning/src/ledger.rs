//! Checks that the methods of stateful actions and decorators are called in the documented order.

use crate::language::Slot;
use std::collections::BTreeMap;

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
