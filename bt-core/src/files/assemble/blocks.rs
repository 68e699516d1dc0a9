//! Blocks → instructions.

mod exits;
mod targets;

use super::{Assembled, Assembler, Instance, NOWHERE, RETURN};
use crate::Status;
use crate::files::code::{Abort, FrameKind, Instruction, Keeps, Target, short};
use bt_language::ast::Kind;
use bt_language::machine::{self, Block, Edge, Ended, NodeId, PositionId, Step, To, Verdict};
use std::format;
use std::vec;
use std::vec::Vec;
use targets::each_target;

/// The lowest label: a target that stands for a block, or for the steps of an edge, until their addresses are known.
const LABEL: Target = 1 << 31;

/// The region or the frame that contains the blocks.
#[derive(Clone, Copy)]
enum Owner<'m> {
    Region(&'m machine::Region, usize),
    Frame(usize),
}

/// Writes the instructions of one region or frame.
struct Writer<'a, 'i, 'm> {
    assembler: &'a mut Assembler<'m>,
    instance: &'i Instance<'m>,
    owner: Owner<'m>,
    /// `true` for the instructions that report events.
    tells: bool,
    /// The addresses of the blocks, followed by the addresses of the steps of edges.
    labels: Vec<Target>,
    /// Edges whose steps are still to be written.
    edges: Vec<(usize, &'m Edge)>,
}

impl<'m> Assembler<'m> {
    pub(super) fn blocks_of_region(
        &mut self,
        instance: &Instance<'m>,
        region: &'m machine::Region,
        number: usize,
    ) -> Assembled<[Target; 2]> {
        self.both(instance, Owner::Region(region, number), &region.blocks)
    }

    pub(super) fn blocks_of_frame(
        &mut self,
        instance: &Instance<'m>,
        frame: &'m machine::Frame,
        number: usize,
    ) -> Assembled<[Target; 2]> {
        self.both(instance, Owner::Frame(number), frame.blocks())
    }

    /// Writes the instructions twice: with events, and without events for ticks that have no observer.
    fn both(
        &mut self,
        instance: &Instance<'m>,
        owner: Owner<'m>,
        blocks: &'m [Block],
    ) -> Assembled<[Target; 2]> {
        Ok([
            self.write(instance, owner, blocks, true)?,
            self.write(instance, owner, blocks, false)?,
        ])
    }

    fn write(
        &mut self,
        instance: &Instance<'m>,
        owner: Owner<'m>,
        blocks: &'m [Block],
        tells: bool,
    ) -> Assembled<Target> {
        let first = self.code.instructions.len();
        let (targets, besides) = (self.code.targets.len(), self.code.besides.len());
        let labels = vec![NOWHERE; blocks.len()];
        let mut writer =
            Writer { assembler: self, instance, owner, tells, labels, edges: Vec::new() };
        for (place, block) in blocks.iter().enumerate() {
            writer.labels[block.id.place()] = writer.here();
            writer.steps(&block.steps)?;
            writer.exit(&block.exit, blocks.get(place + 1).map(|next| next.id))?;
        }
        while let Some((label, edge)) = writer.edges.pop() {
            writer.labels[label] = writer.here();
            writer.steps(&edge.steps)?;
            let to = Writer::target(edge.to);
            writer.push(Instruction::Jump(to));
        }
        let labels = writer.labels;
        let entry = blocks.first().map_or(NOWHERE, |block| labels[block.id.place()]);
        self.fix(&labels, first, targets, besides);
        Ok(self.ahead(entry))
    }

    /// Replaces labels by targets, and skips jumps that lead to other jumps.
    fn fix(&mut self, labels: &[Target], first: usize, targets: usize, besides: usize) {
        let place = |target: Target| {
            if target >= LABEL {
                labels.get((target - LABEL) as usize).copied().unwrap_or(NOWHERE)
            } else {
                target
            }
        };
        for instruction in &mut self.code.instructions[first..] {
            each_target(instruction, |target| *target = place(*target));
        }
        for place in first..self.code.instructions.len() {
            let mut instruction = self.code.instructions[place];
            each_target(&mut instruction, |target| *target = self.ahead(*target));
            // A jump to a `Return` is replaced by the `Return`.
            if let Instruction::Jump(target) = instruction {
                if (target as usize) < RETURN.len() {
                    instruction = RETURN[target as usize].1;
                }
            }
            self.code.instructions[place] = instruction;
        }
        for row in targets..self.code.targets.len() {
            self.code.targets[row] = self.ahead(place(self.code.targets[row]));
        }
        for beside in besides..self.code.besides.len() {
            let mut of = self.code.besides[beside];
            for target in [&mut of.refused, &mut of.success, &mut of.failure] {
                *target = self.ahead(place(*target));
            }
            self.code.besides[beside] = of;
        }
    }

    /// The target at the end of a chain of jumps.
    fn ahead(&self, mut target: Target) -> Target {
        while let Some(Instruction::Jump(next)) = self.code.instructions.get(target as usize) {
            target = *next;
        }
        target
    }
}

impl<'m> Writer<'_, '_, 'm> {
    fn here(&self) -> Target {
        short(self.assembler.code.instructions.len())
    }

    fn push(&mut self, instruction: Instruction) {
        self.assembler.code.instructions.push(instruction);
    }

    fn id(&self, node: NodeId) -> u32 {
        self.instance.id(node)
    }

    fn target(to: To) -> Target {
        match to {
            To::Block(block) => LABEL + short(block.place()),
            To::Return(Verdict::Is(machine::Status::Success)) => 0,
            To::Return(Verdict::Is(machine::Status::Failure)) => 1,
            To::Return(Verdict::Is(machine::Status::Running)) => 2,
            To::Return(Verdict::Same) => 3,
        }
    }

    /// The target of an edge: its steps, if it has any.
    fn edge(&mut self, edge: &'m Edge) -> Target {
        if edge.steps.is_empty() {
            return Self::target(edge.to);
        }
        self.labels.push(NOWHERE);
        let label = self.labels.len() - 1;
        self.edges.push((label, edge));
        LABEL + short(label)
    }

    fn edges(&mut self, ended: &'m Ended) -> (Target, Target) {
        match ended {
            Ended::Apart { success, failure } => (self.edge(success), self.edge(failure)),
            Ended::Alike(edge) => {
                let target = self.edge(edge);
                (target, target)
            }
        }
    }

    fn steps(&mut self, steps: &'m [Step]) -> Assembled<()> {
        for step in steps {
            if let Some(instruction) = self.step(step)? {
                self.push(instruction);
            }
        }
        Ok(())
    }

    /// The region, the address of its word, and the index of its first position.
    fn region(&self) -> Assembled<(&'m machine::Region, usize, usize)> {
        let Owner::Region(region, number) = self.owner else {
            return Err("a frame records nothing".into());
        };
        let of = &self.assembler.code.regions[number];
        Ok((region, of.state, of.first))
    }

    fn frame(&self) -> Assembled<usize> {
        match self.owner {
            Owner::Frame(frame) => Ok(frame),
            Owner::Region(..) => Err("a region has no fields".into()),
        }
    }

    fn kept(&self, node: NodeId) -> Assembled<usize> {
        let kept = self.instance.kept.get(&node).copied();
        kept.ok_or_else(|| format!("node {node} keeps nothing"))
    }

    fn step(&mut self, step: &'m Step) -> Assembled<Option<Instruction>> {
        Ok(Some(match step {
            Step::Finished(..) | Step::Leaf(..) if !self.tells => return Ok(None),
            Step::Finished(node, Verdict::Is(status)) => {
                Instruction::Finished { node: self.id(*node), status: of(*status) }
            }
            Step::Finished(node, Verdict::Same) => {
                Instruction::FinishedSame { node: self.id(*node) }
            }
            Step::Leaf(node, status) => {
                Instruction::Leaf { node: self.id(*node), status: of(*status) }
            }
            Step::Abort(abort) => {
                let abort = self.abort(abort)?;
                let row = self.assembler.code.aborts[abort as usize].row;
                Instruction::Abort { state: short(self.region()?.1), row, abort }
            }
            Step::Record(position) => self.record(*position)?,
            Step::Forget(_) => return Ok(None),
            Step::Cool(node) => Instruction::Cool(short(self.kept(*node)?)),
            Step::KeepLength(node) => Instruction::KeepLength(short(self.kept(*node)?)),
            Step::Keep(node, success) => {
                Instruction::Keep { at: short(self.kept(*node)?), success: *success }
            }
            Step::LeaveChildren => Instruction::LeaveChildren(short(self.frame()?)),
            Step::RenewChild => Instruction::RenewChild(short(self.child(0)?.1)),
            Step::CountRound => Instruction::CountRound(self.address()?),
            Step::Postpone => self.postpone()?,
            Step::Serve => self.serve()?,
            Step::Close(child, success) => {
                Instruction::Close { state: short(self.child(*child)?.1), success: *success }
            }
        }))
    }

    fn record(&self, position: PositionId) -> Assembled<Instruction> {
        let (_, state, first) = self.region()?;
        let number = recorded(position);
        let at = &self.assembler.code.positions[first + position.place()];
        Ok(match at.keeps {
            Keeps::Deadline => Instruction::RecordDeadline {
                state: short(state),
                at: short(at.from),
                position: number,
            },
            _ => Instruction::Record { state: short(state), position: number },
        })
    }

    fn postpone(&self) -> Assembled<Instruction> {
        match self.assembler.code.frames[self.frame()?].kind {
            FrameKind::Timer { due, period, .. } => {
                Ok(Instruction::Postpone { due: short(due), period: short(period) })
            }
            _ => Err("what is postponed is no timer".into()),
        }
    }

    fn serve(&mut self) -> Assembled<Instruction> {
        let node = self.assembler.code.frames[self.frame()?].node;
        let machine = self.instance.machine;
        let of = self.instance.ids.iter().position(|id| *id == node);
        match of.and_then(|place| machine.nodes.get(place)).map(|node| &node.kind) {
            Some(Kind::Service(_, run)) => Ok(Instruction::Serve(self.assembler.call(run)?)),
            _ => Err("it is no service".into()),
        }
    }

    /// A child of the frame: its region, and the address of the region's word.
    fn child(&self, child: usize) -> Assembled<(usize, usize)> {
        let frame = &self.assembler.code.frames[self.frame()?];
        let region = frame.children.get(child).copied();
        let region = region.ok_or_else(|| format!("a frame has no child {child}"))?;
        Ok((region, self.assembler.code.regions[region].state))
    }

    fn abort(&mut self, abort: &machine::Abort) -> Assembled<u32> {
        let (region, _, _) = self.region()?;
        let Owner::Region(_, number) = self.owner else { return Err("no region".into()) };
        let keep = self.id(abort.keep);
        let code = &mut self.assembler.code;
        let row = short(code.tested.len());
        let ends = |position| abort.positions.contains(&PositionId::new(position));
        // A word of 0 means that no position is recorded.
        code.tested.push(false);
        code.tested.extend((0..region.positions.len()).map(ends));
        code.aborts.push(Abort { region: number, row, keep });
        Ok(short(code.aborts.len() - 1))
    }
}

/// The value of a region's word while a position is recorded.
fn recorded(position: PositionId) -> u32 {
    u32::try_from(position.place() + 1).unwrap_or(0)
}

const fn of(status: machine::Status) -> Status {
    match status {
        machine::Status::Success => Status::Success,
        machine::Status::Failure => Status::Failure,
        machine::Status::Running => Status::Running,
    }
}
