//! Composites in which another child may take over in every tick.

use super::{Machine, Run, Set, Status};

impl Machine<'_> {
    /// The running child goes on unless a condition before it is true.
    pub(super) fn preferred(&mut self, id: usize, always: u8) -> Status {
        let children = &self.program.children[id];
        let mut runs = match self.state[id].run {
            Run::Turn(child) => Some(child),
            _ => None,
        };
        for (place, &child) in children.iter().enumerate() {
            if runs != Some(place) {
                if always & 1 << place == 0 && !self.oracle.maybe() {
                    continue;
                }
                self.abort_children(id);
            }
            runs = None;
            let status = self.tick(child);
            if status != Status::Failure {
                self.state[id].run = Run::Turn(place);
                return status;
            }
        }
        Status::Failure
    }

    /// A child with a higher score replaces the running child.
    pub(super) fn scored(&mut self, id: usize) -> Status {
        let children = &self.program.children[id];
        let mut runs = match self.state[id].run {
            Run::Turn(child) => Some(child),
            _ => None,
        };
        let mut left = Set::first(children.len());
        loop {
            let choice = self.oracle.choose(left.len() + 1);
            if choice == left.len() {
                self.abort_children(id);
                return Status::Failure;
            }
            let place = left.at(choice);
            left = left.without(place);
            if runs != Some(place) {
                self.abort_children(id);
            }
            runs = None;
            let status = self.tick(children[place]);
            if status != Status::Failure {
                self.state[id].run = Run::Turn(place);
                return status;
            }
        }
    }
}
