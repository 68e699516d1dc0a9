//! Transitions between sets of active nodes.

use bt_core::NodeId;
use bt_language::explore::{End, Note};
use std::collections::BTreeSet;

/// The active nodes before a tick, and those after it.
pub(super) type Transition = (Box<[NodeId]>, Box<[NodeId]>);

/// Some transitions.
#[derive(Clone, Debug, Default)]
pub(super) struct Transitions {
    known: BTreeSet<Transition>,
    /// The last one: most ticks in a row are the same.
    last: (Vec<bool>, Vec<bool>),
}

impl Transitions {
    pub(super) fn note(&mut self, before: &[bool], after: &[bool]) {
        let (last_before, last_after) = &self.last;
        if self.known.is_empty() || (&**last_before, &**last_after) != (before, after) {
            self.known.insert((active(before), active(after)));
            self.last = (before.to_vec(), after.to_vec());
        }
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.known.extend(other.known.iter().cloned());
    }

    /// Those that the others do not have.
    pub(super) fn without<'t>(&'t self, others: &'t Self) -> impl Iterator<Item = &'t Transition> {
        self.known.difference(&others.known)
    }
}

impl Note for Transitions {
    fn ends(&mut self, end: &End<'_>) {
        let (before, after) = end.active();
        self.note(&before, &after);
    }
}

fn active(nodes: &[bool]) -> Box<[NodeId]> {
    let active = (0..).zip(nodes).filter(|(_, is_active)| **is_active);
    active.map(|(node, _)| NodeId::new(node)).collect()
}
