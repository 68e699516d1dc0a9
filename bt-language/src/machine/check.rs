//! Checks that a machine is sound: everything on which the rest of the compiler, an interpreter and
//! a prover rely.
//!
//! * Nodes, regions, positions and frames refer to each other in both directions.
//! * Every block is reached. Jumps go forward, or back to a choice that has one child less, so a
//!   tick ends.
//! * The positions that a block lists as recorded are the positions that can be recorded there;
//!   they are computed again.
//! * No step aborts a position that cannot be recorded. No position begins while another one is
//!   recorded, except beside it. When a region finishes, or records a position, no other position is left running.

use super::{
    Abort, Block, Edge, Ended, Exit, Field, Frame, Keeps, Machine, NodeId, Owner, PositionId,
    Question, Region, RegionId, Set, Slots, Status, Step, Test, To, Verdict,
};
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
            found.extend(self.regions.iter().flat_map(|region| check_region(self, region)));
            found.extend(self.frames.iter().flat_map(|frame| check_frame(self, frame)));
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
                match &position.keeps {
                    Keeps::Region(below) => own(*below, Owner::Region(region.id)),
                    Keeps::Frame(frame) => match homes.get_mut(frame.place()) {
                        Some(homes) => homes.push(region.id),
                        None => homes.push(vec![region.id]),
                    },
                    Keeps::Nothing | Keeps::Deadline(_) | Keeps::Action(_) | Keeps::Tree(_) => {}
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

struct Flow<'m> {
    machine: &'m Machine,
    region: &'m Region,
    /// The positions that can be recorded at each block, as far as they are known.
    found: Vec<Option<Set>>,
    faults: Faults,
    /// The current block.
    block: usize,
}

fn check_region(machine: &Machine, region: &Region) -> Vec<Fault> {
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
        let block = self.region.blocks.get(self.block);
        self.faults.unless(holds, || {
            let name = block.map_or_else(String::new, |block| block.name.text(self.machine));
            format!("block `{name}`: {}", what())
        });
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
                | Step::Ticked(_)
                | Step::Cool(_)
                | Step::NoteBegin(_)
                | Step::CoolIfOlder(_)
                | Step::StoreLength(..)
                | Step::StoreResult(..)
                | Step::Set(_) => set,
                Step::StoreNext(_)
                | Step::LeaveChildren
                | Step::RenewChild
                | Step::CountRound
                | Step::Postpone(_)
                | Step::Run(_)
                | Step::Close(..)
                | Step::Reopen(_)
                | Step::Lasts(..)
                | Step::Rank { .. }
                | Step::LeaveOut(_)
                | Step::ForgetChosen => {
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
            To::Back(_) => self.unless(false, || "it jumps back".into()),
            To::Return(Verdict::Is(Status::Running)) => {
                let runs = set.positions().len() == 1 && !set.nothing;
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
            Exit::Act { of, running, ended } => {
                self.edge(running, set);
                let position = self.position_of(of.node);
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
            Exit::Child { .. }
            | Exit::Pick { .. }
            | Exit::Chosen { .. }
            | Exit::Stop { .. }
            | Exit::Through { .. } => {
                self.unless(false, || "it is an exit of frames".into());
            }
            Exit::Ask { .. }
            | Exit::Choose { .. }
            | Exit::Remembered { .. }
            | Exit::Wait { .. } => {
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

fn check_frame(machine: &Machine, frame: &Frame) -> Vec<Fault> {
    let mut faults = Faults::at(format!("frame {} of node {}", frame.id, frame.node));
    let single = frame.is_single();
    faults.unless(!single || frame.children.len() == 1, || "it has not one child".into());
    let blocks = &frame.blocks;
    faults.unless(!blocks.is_empty(), || "it has no blocks".into());
    let mut reached = vec![false; blocks.len()];
    reached.iter_mut().take(1).for_each(|first| *first = true);
    let mut ticked = vec![0; frame.children.len()];
    for (place, block) in blocks.iter().enumerate() {
        let name = || block.name.text(machine);
        faults.unless(block.id.place() == place, || format!("`{}` is called {}", name(), block.id));
        faults.unless(reached[place], || format!("nothing leads to `{}`", name()));
        for edge in block.exit.edges() {
            match edge.to {
                To::Block(to) => {
                    faults
                        .unless(to.place() > place, || format!("`{}` jumps back to {to}", name()));
                    reached.iter_mut().skip(to.place()).take(1).for_each(|target| *target = true);
                }
                To::Back(to) => faults.unless(picks_again(blocks, place, edge), || {
                    format!("`{}` goes back to {to}, which picks no other child", name())
                }),
                To::Return(_) => {}
            }
            let steps = block.steps.iter().chain(&edge.steps);
            faults.unless(frame.slots != Slots::Each || !leaves_behind(edge, steps), || {
                format!("`{}` finishes, and its children run", name())
            });
        }
        let steps =
            block.steps.iter().chain(block.exit.edges().into_iter().flat_map(|of| &of.steps));
        for step in steps {
            faults.unless(is_of_frame(step), || {
                format!("`{}`: {step:?} is a step of regions", name())
            });
        }
        check_exit(machine, frame, &block.exit, &mut ticked, &mut faults);
    }
    faults.unless(ticked.iter().all(|times| *times == 1), || {
        format!("its children are ticked {ticked:?} times")
    });
    faults.found
}

/// Returns `true` if an edge leads back to a block that picks another child: it forgets the chosen one first, and the
/// status of that one is not needed any more.
fn picks_again(blocks: &[Block], place: usize, edge: &Edge) -> bool {
    let To::Back(to) = edge.to else { return false };
    let picks = |block: &Block| {
        let Exit::Pick { none, .. } = &block.exit else { return false };
        none.to != To::Return(Verdict::Same)
    };
    to.place() < place
        && edge.steps.contains(&Step::ForgetChosen)
        && blocks.get(to.place()).is_some_and(picks)
}

/// Returns `true` if a parallel finishes here without aborting its children.
fn leaves_behind<'s>(edge: &Edge, mut steps: impl Iterator<Item = &'s Step>) -> bool {
    let finishes = match edge.to {
        To::Return(Verdict::Is(status)) => status != Status::Running,
        To::Return(Verdict::Same) => true,
        To::Block(_) | To::Back(_) => false,
    };
    finishes && !steps.any(|step| *step == Step::LeaveChildren)
}

fn is_of_frame(step: &Step) -> bool {
    !matches!(step, Step::Abort(_) | Step::Record(_) | Step::Forget(_))
}

fn check_exit(
    machine: &Machine,
    frame: &Frame,
    exit: &Exit,
    ticked: &mut [usize],
    faults: &mut Faults,
) {
    let is_parallel = frame.slots == Slots::Each;
    let mut tick = |child: usize, faults: &mut Faults| match ticked.get_mut(child) {
        Some(times) => *times += 1,
        None => faults.unless(false, || format!("it has no child {child}")),
    };
    match exit {
        Exit::Jump(_) | Exit::Choose { .. } => {}
        Exit::Stop { .. } => {
            let is_noted = frame.fields.iter().any(|field| matches!(field, Field::Stopping));
            faults.unless(is_noted, || "it stops its children and does not note that".into());
        }
        Exit::Ask { question, .. } => {
            if let Question::Condition { of, .. } = question {
                let is_below = machine[frame.node].contains(of.node);
                faults.unless(is_below, || format!("it asks {}, which is not below it", of.node));
            }
        }
        Exit::Child { child, closed, ended, .. } => {
            faults
                .unless(frame.slots != Slots::Chosen, || "it ticks one that is not chosen".into());
            faults.unless(closed.is_some() == is_parallel, || "a single child never closes".into());
            faults.unless(!is_parallel || matches!(ended, Ended::Apart { .. }), || {
                "the end of a child does not count".into()
            });
            tick(*child, faults);
        }
        Exit::Through { .. } => {
            faults.unless(frame.is_single(), || "a decorator has one child".into());
            tick(0, faults);
        }
        Exit::Pick { .. } => {
            faults.unless(frame.is_choice(), || "it picks where no child is chosen".into());
        }
        Exit::Chosen { .. } => {
            faults.unless(frame.is_choice(), || "no child is chosen".into());
            (0..frame.children.len()).for_each(|child| tick(child, faults));
        }
        Exit::Resume(_)
        | Exit::Remembered { .. }
        | Exit::Act { .. }
        | Exit::Wait { .. }
        | Exit::Begin { .. }
        | Exit::BeginBeside { .. }
        | Exit::Continue { .. } => {
            faults.unless(false, || format!("{exit:?} is an exit of regions"));
        }
    }
}
