//! Checks that a machine is sound: everything on which the rest of the compiler, an interpreter and
//! a prover rely.
//!
//! * Nodes, regions, positions and frames refer to each other in both directions.
//! * Every block is reached, and jumps only go forward, so a tick ends.
//! * The positions that a block lists as recorded are the positions that can be recorded there;
//!   they are computed again.
//! * No step aborts a position that cannot be recorded. No position begins while another one is
//!   recorded. When a region finishes, or records a position, no other position is left running.

mod flow;
mod frames;

use super::{Keeps, Machine, NodeId, Owner, RegionId};
use std::fmt;

/// A defect of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The region or the frame that has the defect.
    place: String,
    what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.what)
    }
}

impl std::error::Error for Fault {}

/// Collects the defects of one region or frame.
struct Faults {
    place: String,
    found: Vec<Fault>,
}

impl Faults {
    fn at(place: impl Into<String>) -> Self {
        Self { place: place.into(), found: Vec::new() }
    }

    fn unless(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.found.push(Fault { place: self.place.clone(), what: what() });
        }
    }
}

impl Machine {
    /// Checks that the machine is sound.
    ///
    /// # Errors
    ///
    /// All its defects.
    pub fn check(&self) -> Result<(), Vec<Fault>> {
        let mut found = [self.check_nodes(), self.check_owners()].concat();
        // The following checks rely on the checks above.
        if found.is_empty() {
            found.extend(self.regions.iter().flat_map(|region| flow::check(self, region)));
            found.extend(self.frames.iter().flat_map(|frame| frames::check(self, frame)));
        }
        if found.is_empty() { Ok(()) } else { Err(found) }
    }

    fn check_nodes(&self) -> Vec<Fault> {
        let mut faults = Faults::at("nodes");
        for (place, node) in self.nodes.iter().enumerate() {
            let id = NodeId::new(place);
            faults.unless(node.id == id, || format!("node {id} is called {}", node.id));
            let mut next = place + 1;
            for child in &node.children {
                faults.unless(child.place() == next, || {
                    format!("child {child} of node {id} stands at {next}")
                });
                let parent = self.nodes.get(child.place()).map(|child| (child.parent, child.end));
                faults.unless(parent.is_some_and(|(parent, _)| parent == Some(id)), || {
                    format!("node {child} does not know its parent {id}")
                });
                next = parent.map_or(next, |(_, end)| end.place());
            }
            faults.unless(node.end.place() == next, || format!("node {id} ends at {}", node.end));
        }
        faults.found
    }

    /// Checks that each region and each frame belongs to exactly one position, or is the child of
    /// one frame.
    fn check_owners(&self) -> Vec<Fault> {
        let mut faults = Faults::at("owners");
        let mut owned: Vec<Vec<Owner>> = vec![Vec::new(); self.regions.len()];
        if let Some(first) = owned.first_mut() {
            first.push(Owner::Tree);
        }
        let mut own = |region: RegionId, owner: Owner| match owned.get_mut(region.place()) {
            Some(owners) => owners.push(owner),
            None => owned.push(vec![owner]),
        };
        let mut homes: Vec<Vec<RegionId>> = vec![Vec::new(); self.frames.len()];
        for region in &self.regions {
            for position in &region.positions {
                match position.keeps {
                    Keeps::Region(below) => own(below, Owner::Region(region.id)),
                    Keeps::Frame(frame) => match homes.get_mut(frame.place()) {
                        Some(homes) => homes.push(region.id),
                        None => homes.push(vec![region.id]),
                    },
                    _ => {}
                }
            }
        }
        for frame in &self.frames {
            frame.children.iter().for_each(|child| own(*child, Owner::Frame(frame.id)));
        }
        for (place, containers) in owned.iter().enumerate() {
            let noted = self.regions.get(place).map(|region| region.owner);
            faults.unless(containers.len() == 1 && containers.first() == noted.as_ref(), || {
                format!("region {place} says that {noted:?} contains it, and {containers:?} do")
            });
        }
        for (place, containers) in homes.iter().enumerate() {
            let noted = self.frames.get(place).map(|frame| frame.home);
            faults.unless(containers.len() == 1 && containers.first() == noted.as_ref(), || {
                format!("frame {place} says that {noted:?} contains it, and {containers:?} do")
            });
        }
        faults.found
    }
}
