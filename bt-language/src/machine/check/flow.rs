//! Computes the positions that can be recorded at each block of a region again, from the steps and
//! exits alone.

use super::{Fault, Faults};
use crate::machine::{
    Abort, Block, Edge, Ended, Exit, Machine, NodeId, PositionId, Region, Set, Status, Step, Test,
    To, Verdict,
};

struct Flow<'m> {
    machine: &'m Machine,
    region: &'m Region,
    /// The positions that can be recorded at each block, as far as they are known.
    found: Vec<Option<Set>>,
    faults: Faults,
    /// The current block.
    block: usize,
}

pub(super) fn check(machine: &Machine, region: &Region) -> Vec<Fault> {
    let mut flow = Flow {
        machine,
        region,
        found: vec![None; region.blocks.len()],
        faults: Faults::at(format!("region {}", region.id)),
        block: 0,
    };
    if let Some(first) = flow.found.first_mut() {
        *first = Some(Set::anything(region.positions.len()));
    }
    flow.faults.unless(!region.blocks.is_empty(), || "it has no blocks".into());
    for (place, block) in region.blocks.iter().enumerate() {
        flow.block = place;
        flow.check_block(block);
    }
    flow.faults.found
}

impl Flow<'_> {
    fn unless(&mut self, holds: bool, what: impl FnOnce() -> String) {
        let block = self.region.blocks.get(self.block).map_or("", |block| block.name.as_str());
        self.faults.unless(holds, || format!("block `{block}`: {}", what()));
    }

    fn check_block(&mut self, block: &Block) {
        self.unless(block.id.place() == self.block, || format!("it is called {}", block.id));
        let Some(found) = self.found.get(self.block).cloned().flatten() else {
            return self.unless(false, || "nothing leads to it".into());
        };
        self.unless(found == block.recorded, || {
            format!("{:?} can be recorded, and {:?} is noted", found, block.recorded)
        });
        let set = self.after(&block.steps, found);
        self.exit(&block.exit, &set);
    }

    /// The positions that can be recorded after some steps.
    fn after(&mut self, steps: &[Step], mut set: Set) -> Set {
        for step in steps {
            set = match step {
                Step::Abort(abort) => self.aborted(abort, &set),
                Step::Record(position) => {
                    self.unless(set.but(&[*position]).positions().is_empty(), || {
                        format!("{position} is recorded in the place of what has not ended")
                    });
                    Set::only(*position)
                }
                Step::Forget(position) => {
                    self.unless(set.contains(*position), || {
                        format!("{position} is forgotten and cannot be recorded")
                    });
                    set.without(&[*position])
                }
                Step::Finished(..)
                | Step::Leaf(..)
                | Step::Cool(_)
                | Step::KeepLength(_)
                | Step::Keep(..) => set,
                step => {
                    self.unless(false, || format!("{step:?} is a step of frames"));
                    set
                }
            };
        }
        set
    }

    fn aborted(&mut self, abort: &Abort, set: &Set) -> Set {
        let Abort { positions, test, .. } = abort;
        self.unless(!positions.is_empty(), || "nothing is aborted".into());
        let impossible = positions.iter().find(|position| !set.contains(**position));
        self.unless(impossible.is_none(), || {
            format!("{impossible:?} is aborted and cannot be recorded")
        });
        let certain = set.but(positions).is_empty();
        self.unless(certain == (*test == Test::Always), || {
            format!("{positions:?} are tested by {test:?}")
        });
        if let Test::Ranges(ranges) = test {
            let within =
                ranges.iter().flat_map(|(first, last)| set.within(first.place()..last.place() + 1));
            let same = within.eq(positions.iter().copied());
            self.unless(same, || format!("{ranges:?} are not {positions:?}"));
        }
        set.without(positions)
    }

    fn edge(&mut self, edge: &Edge, set: &Set) {
        let set = self.after(&edge.steps, set.clone());
        match edge.to {
            To::Block(target) => {
                let place = target.place();
                self.unless(place > self.block, || format!("it jumps back to block {place}"));
                match self.found.get_mut(place) {
                    Some(Some(found)) => found.join(&set),
                    Some(none) => *none = Some(set),
                    None => self.unless(false, || format!("there is no block {place}")),
                }
            }
            To::Return(Verdict::Is(Status::Running)) => {
                let runs = set.positions().len() == 1 && !set.has_nothing();
                self.unless(runs, || format!("it runs with {set:?} recorded"));
            }
            To::Return(_) => {
                let left = set.positions();
                self.unless(left.is_empty(), || format!("it has finished, and {left:?} run"));
            }
        }
    }

    fn ended(&mut self, ended: &Ended, set: &Set) {
        match ended {
            Ended::Apart { success, failure } => {
                self.edge(success, set);
                self.edge(failure, set);
            }
            Ended::Alike(same) => self.edge(same, set),
        }
    }

    fn exit(&mut self, exit: &Exit, set: &Set) {
        match exit {
            Exit::Jump(edge) => self.edge(edge, set),
            Exit::Resume(arms) => self.resume(arms, set),
            Exit::Act { node, running, ended } => {
                self.edge(running, set);
                let position = self.position_of(*node);
                self.ended(ended, &set.without(&position));
            }
            Exit::Wait { begins: false, position, before, over } => {
                self.alone(*position, set);
                self.edge(before, set);
                self.edge(over, &Set::nothing());
            }
            Exit::Begin { position, refused, then } => {
                self.unless(set.positions().is_empty(), || {
                    format!("{position} begins while {set:?} is recorded")
                });
                if let Some(edge) = refused {
                    self.edge(edge, set);
                }
                self.edge(then, &Set::only(*position));
            }
            Exit::BeginBeside { position, refused, abort, success, failure } => {
                let left = self.aborted(abort, set).positions();
                self.unless(left.is_empty(), || format!("{position} begins beside {left:?}"));
                let edges = refused.iter().chain([success, failure]);
                edges.for_each(|edge| self.edge(edge, set));
            }
            Exit::Continue { position, success, failure } => {
                self.alone(*position, set);
                self.edge(success, &Set::nothing());
                self.edge(failure, &Set::nothing());
            }
            Exit::Child { .. } => self.unless(false, || "it ticks the child of a frame".into()),
            Exit::Ask { .. } | Exit::Choose(..) | Exit::Remembered { .. } | Exit::Wait { .. } => {
                exit.edges().into_iter().for_each(|edge| self.edge(edge, set));
            }
        }
    }

    fn resume(&mut self, arms: &[(Vec<PositionId>, Edge)], set: &Set) {
        let mut rest = set.clone();
        for (place, (positions, edge)) in arms.iter().enumerate() {
            let last = place + 1 == arms.len();
            self.unless(last == positions.is_empty(), || "not the last arm is for the rest".into());
            if last {
                self.unless(!rest.is_empty(), || "nothing is left for the last arm".into());
                self.edge(edge, &rest);
                continue;
            }
            let mut here = Set::default();
            for position in positions {
                self.unless(rest.contains(*position), || {
                    format!("{position} goes on and cannot be recorded")
                });
                here.join(&Set::only(*position));
            }
            self.edge(edge, &here);
            rest = rest.but(positions);
        }
    }

    /// Checks that a position that continues is the only one that can be recorded.
    fn alone(&mut self, position: PositionId, set: &Set) {
        self.unless(*set == Set::only(position), || {
            format!("{position} goes on while {set:?} is recorded")
        });
    }

    /// The position of a leaf, if it is one.
    fn position_of(&self, node: NodeId) -> Vec<PositionId> {
        let of_node = self.region.numbered().find(|(_, position)| {
            position.place.node == node && self.machine.node_of(position).children.is_empty()
        });
        of_node.map(|(id, _)| id).into_iter().collect()
    }
}
