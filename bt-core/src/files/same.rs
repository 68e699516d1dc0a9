//! Whether two agents are in the same state. The words of what is not active do not count.

use super::code::{Code, FrameKind, Keeps, SUCCEEDED};
use super::loaded::Loaded;
use super::play::Vocabulary;
use std::sync::Arc;

/// Two agents with the same tree.
struct Pair<'a, V: Vocabulary> {
    code: &'a Code,
    one: &'a Loaded<V>,
    other: &'a Loaded<V>,
}

/// Returns `true` if both have the same tree and will do the same.
pub(super) fn are_same<V: Vocabulary<Held: PartialEq>>(one: &Loaded<V>, other: &Loaded<V>) -> bool {
    let pair = Pair { code: &one.code, one, other };
    Arc::ptr_eq(&one.code, &other.code)
        && pair.words(0, pair.code.memory)
        && pair.code.trees.iter().all(|(place, _)| one.held(*place) == other.held(*place))
        && pair.region(0)
}

impl<V: Vocabulary<Held: PartialEq>> Pair<'_, V> {
    fn words(&self, from: usize, to: usize) -> bool {
        self.one.words[from..to] == self.other.words[from..to]
    }

    fn region(&self, region: usize) -> bool {
        let region = &self.code.regions[region];
        if !self.words(region.state, region.state + 1) {
            return false;
        }
        let Some(position) = region.recorded(&self.one.words) else { return true };
        let of = &self.code.positions[position];
        match of.keeps {
            Keeps::Nothing | Keeps::Tree { .. } => true,
            Keeps::Deadline => self.words(of.from, of.to),
            Keeps::Action { held, .. } => self.one.held(held) == self.other.held(held),
            Keeps::Subtree { region } | Keeps::Region(region) => self.region(region),
            Keeps::Frame(frame) => self.frame(frame, of.from),
        }
    }

    fn frame(&self, frame: usize, from: usize) -> bool {
        let of = &self.code.frames[frame];
        let children = of.children.iter().map(|child| self.code.regions[*child].state);
        let own = children.clone().min().unwrap_or(from);
        let decorated = match of.kind {
            FrameKind::Decorator { held, .. } => self.one.held(held) == self.other.held(held),
            _ => true,
        };
        let active = |place: usize| match of.kind {
            FrameKind::Random { chosen, .. }
            | FrameKind::Utility { chosen, .. }
            | FrameKind::ActiveUtility { chosen, .. } => {
                self.one.words[chosen] as usize == place + 1
            }
            _ => true,
        };
        let mut children = of.children.iter().enumerate().filter(|(place, _)| active(*place));
        decorated && self.words(from, own) && children.all(|(_, child)| self.child(*child))
    }

    /// A child, which may be one of a parallel that has ended.
    fn child(&self, region: usize) -> bool {
        let state = self.code.regions[region].state;
        if self.one.words[state] >= SUCCEEDED {
            return self.words(state, state + 1);
        }
        self.region(region)
    }
}
