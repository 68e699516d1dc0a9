//! The observer of a tick in which leaves are answered by pages, or in which the program may stop before a leaf.

use crate::record::Notes;
use bt_core::{NodeId, Observer, Status};
use std::fmt;

/// Receives the events of a tick. Ticks that no page changes have [`Notes`] as their observer, and no code for answers.
pub(super) enum Events<'a> {
    Noted(&'a mut Notes),
    Gated(&'a mut Gate<'a>),
}

/// The answer in place of a leaf that the tree is about to ask; with what has happened in the tick so far.
pub(super) type Answers<'a> = &'a mut dyn FnMut(NodeId, &Notes) -> Option<Status>;

pub(super) struct Gate<'a> {
    answers: Answers<'a>,
    notes: &'a mut Notes,
    /// The leaf that was answered last, and its answer, until it is reported.
    answered: Option<(NodeId, Status)>,
}

impl<'a> Gate<'a> {
    pub(super) fn new(answers: Answers<'a>, notes: &'a mut Notes) -> Self {
        Self { answers, notes, answered: None }
    }
}

impl Observer for Gate<'_> {
    const ANSWERS: bool = true;

    fn answer(&mut self, leaf: NodeId) -> Option<Status> {
        let answer = (self.answers)(leaf, self.notes);
        self.answered = answer.map(|status| (leaf, status));
        answer
    }

    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        if self.answered.take() == Some((node, status)) && error.is_none() {
            self.notes.forced(node);
        }
        self.notes.leaf(node, status, error);
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.notes.error(node, error);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.notes.finished(node, status);
    }

    fn aborted(&mut self, node: NodeId) {
        self.notes.aborted(node);
    }
}
