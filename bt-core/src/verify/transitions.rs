//! Transitions between sets of active nodes.

use crate::NodeId;
use bt_language::explore::Seen;
use std::boxed::Box;
use std::collections::BTreeSet;
use std::vec::Vec;

/// The active nodes before a tick, and those after it.
pub(super) type Transition = (Box<[NodeId]>, Box<[NodeId]>);

/// Some transitions.
#[derive(Clone, Debug, Default)]
pub(super) struct Transitions {
    known: BTreeSet<Transition>,
    /// The last one: most ticks in a row are the same.
    last: Option<(Vec<bool>, Vec<bool>)>,
}

impl Transitions {
    pub(super) fn note(&mut self, seen: &Seen) {
        let is_last = self
            .last
            .as_ref()
            .is_some_and(|(before, after)| *before == seen.before && *after == seen.after);
        if !is_last {
            self.known.insert((active(&seen.before), active(&seen.after)));
            self.last = Some((seen.before.clone(), seen.after.clone()));
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

fn active(nodes: &[bool]) -> Box<[NodeId]> {
    let active = (0..).zip(nodes).filter(|(_, is_active)| **is_active);
    active.map(|(node, _)| NodeId::new(node)).collect()
}
