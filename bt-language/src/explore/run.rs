//! One tick of a machine.

mod choice;
mod frame;
mod held;
mod known;

use super::layout::Layout;
use super::oracle::Oracle;
use super::seen::Seen;
use super::{Answers, Model, ended};
use crate::ast::Kind;
use crate::machine::{
    Block, Edge, Ended, Exit, Frame, FrameId, Machine, NodeId, Position, PositionId, Question,
    RegionId, Status, Step, To, Verdict,
};
use choice::Site;
pub(super) use known::{Known, Length, length, rounds};

/// One tick of a tree.
pub(super) struct Run<'r> {
    model: &'r Model,
    cells: &'r mut Vec<u32>,
    oracle: &'r mut Oracle,
    seen: &'r mut Seen,
    /// The answers that hold until the blackboard may have changed.
    answers: Vec<Option<bool>>,
    /// The frames that began in this tick.
    fresh: Vec<bool>,
    /// The nodes of which it matters what they did in this tick.
    watched: &'r [usize],
    /// Where the tick is: the regions and frames that are run, and the block of each.
    stack: Vec<u32>,
    key: Vec<u32>,
}

/// Where blocks are run.
#[derive(Clone, Copy)]
enum At {
    Region(RegionId),
    Frame(FrameId),
}

impl<'r> Run<'r> {
    pub(super) fn new(
        model: &'r Model,
        watched: &'r [usize],
        cells: &'r mut Vec<u32>,
        oracle: &'r mut Oracle,
        seen: &'r mut Seen,
    ) -> Self {
        let answers = vec![None; model.facts.count];
        let fresh = vec![false; model.machine.frames.len()];
        let (stack, key) = (Vec::new(), Vec::new());
        Self { model, cells, oracle, seen, answers, fresh, watched, stack, key }
    }

    /// One tick of the tree.
    pub(super) fn tree(&mut self) -> Status {
        let status = self.region(Machine::ROOT);
        if status != Status::Running {
            self.cells[Layout::region(Machine::ROOT)] = 0;
        }
        status
    }

    fn machine(&self) -> &'r Machine {
        &self.model.machine
    }

    fn region(&mut self, region: RegionId) -> Status {
        self.blocks(&self.machine()[region].blocks, At::Region(region))
    }

    fn frame(&mut self, frame: &'r Frame) -> Status {
        self.blocks(frame.blocks(), At::Frame(frame.id))
    }

    fn blocks(&mut self, blocks: &'r [Block], at: At) -> Status {
        let base = self.stack.len();
        let code = match at {
            At::Region(region) => region.place(),
            At::Frame(frame) => self.machine().regions.len() + frame.place(),
        };
        self.stack.extend([number(code), 0, 0]);
        let status = self.blocks_from(base, blocks, at);
        self.stack.truncate(base);
        status
    }

    fn blocks_from(&mut self, base: usize, blocks: &'r [Block], at: At) -> Status {
        let (mut place, mut status) = (0, Status::Failure);
        loop {
            self.stack[base + 1] = number(place);
            self.stack[base + 2] = status as u32;
            let Some(block) = blocks.get(place) else { return Status::Failure };
            self.steps(&block.steps, at, status);
            match self.exit(&block.exit, at, &mut status) {
                Some(edge) => {
                    self.steps(&edge.steps, at, status);
                    match edge.to {
                        To::Block(next) => place = next.place(),
                        To::Return(verdict) => return is(verdict, status),
                    }
                }
                None => return Status::Running,
            }
        }
    }

    /// The edge that is taken; `None` if the region returns running.
    fn exit(&mut self, exit: &'r Exit, at: At, status: &mut Status) -> Option<&'r Edge> {
        Some(match exit {
            Exit::Jump(edge) => edge,
            Exit::Resume(arms) => self.resume(arms, at)?,
            Exit::Ask { question, yes, no } => {
                if self.ask(*question, at) {
                    yes
                } else {
                    no
                }
            }
            Exit::Choose(node, arms) => arms.get(self.choose(*node, Site::Arm, arms.len()))?,
            Exit::Remembered { node, success, failure, nothing } => {
                match self.cells[self.model.layout.memory(*node)] {
                    0 => nothing,
                    1 => failure,
                    _ => success,
                }
            }
            Exit::Act { node, running, ended } => {
                *status = self.act(*node, at);
                by_status(*status, running, ended)
            }
            Exit::Wait { position, begins, before, over } => {
                if self.is_over(*position, *begins, at) { over } else { before }
            }
            Exit::Begin { position, refused, then } => {
                if self.begin(at, *position) {
                    then
                } else {
                    refused.as_ref()?
                }
            }
            Exit::BeginBeside { position, refused, abort, success, failure } => {
                match self.begin_beside(at, *position, abort) {
                    None => refused.as_ref()?,
                    Some(Status::Running) => return None,
                    Some(Status::Success) => success,
                    Some(Status::Failure) => failure,
                }
            }
            Exit::Continue { position, success, failure } => match self.go_on(at, *position) {
                Status::Running => return None,
                Status::Success => success,
                Status::Failure => failure,
            },
            Exit::Child { child, closed, running, ended } => {
                let At::Frame(frame) = at else { return None };
                let region = *self.machine()[frame].children.get(*child)?;
                if let (Some(_), Some(edge)) = (self.closed(region), closed) {
                    return Some(edge);
                }
                *status = self.region(region);
                by_status(*status, running, ended)
            }
        })
    }

    fn resume(&self, arms: &'r [(Vec<PositionId>, Edge)], at: At) -> Option<&'r Edge> {
        let recorded = self.recorded(at);
        let is_it = |positions: &[PositionId]| {
            positions.is_empty() || recorded.is_some_and(|of| positions.contains(&of))
        };
        arms.iter().find(|(positions, _)| is_it(positions)).map(|(_, edge)| edge)
    }

    /// The recorded position of the region whose blocks are run.
    fn recorded(&self, at: At) -> Option<PositionId> {
        let At::Region(region) = at else { return None };
        let place = (self.cells[Layout::region(region)] as usize).checked_sub(1)?;
        (place < self.machine()[region].positions.len()).then(|| PositionId::new(place))
    }

    fn record(&mut self, at: At, position: Option<PositionId>) {
        if let At::Region(region) = at {
            let cell = position.map_or(0, |position| position.place() + 1);
            self.cells[Layout::region(region)] = u32::try_from(cell).unwrap_or_default();
        }
    }

    fn position(&self, at: At, position: PositionId) -> Option<&'r Position> {
        let At::Region(region) = at else { return None };
        self.machine()[region].positions.get(position.place())
    }

    /// The status with which a child of a parallel has finished.
    fn closed(&self, region: RegionId) -> Option<Status> {
        let positions = self.machine()[region].positions.len();
        let over = (self.cells[Layout::region(region)] as usize).checked_sub(positions + 1)?;
        Some(ended(over == 0))
    }

    fn ask(&mut self, question: Question, at: At) -> bool {
        match question {
            Question::Condition(node) => self.condition(node),
            Question::Decision(node) => {
                let question = self.model.facts.questions.get(node.place());
                self.answer(node, question.copied().flatten())
            }
            Question::Preference(node, child) => self.preference(node, child),
            Question::IsReady(node) => {
                self.cells[self.model.layout.memory(node)] == 0 || self.maybe(node, Site::Ready)
            }
            Question::IsInTime => !self.has_passed(at),
            Question::IsDue => self.is_fresh(at) || self.has_passed(at),
            Question::HasRounds => self.has_rounds(at),
            Question::Enough { successes, count } => self.finished(at, ended(successes)) >= count,
        }
    }

    /// An answer; the same as before, if nothing has changed since.
    fn answer(&mut self, node: NodeId, question: Option<u32>) -> bool {
        let place = question.map(|question| question as usize);
        let known = place.and_then(|place| self.answers.get(place).copied().flatten());
        known.unwrap_or_else(|| {
            // "No" first: it leads to shorter runs.
            let answer = !self.maybe(node, Site::Answer);
            if let Some(kept) = place.and_then(|place| self.answers.get_mut(place)) {
                *kept = Some(answer);
            }
            answer
        })
    }

    /// The blackboard may have changed.
    fn changed(&mut self) {
        self.answers.fill(None);
    }

    /// A condition, or the `not`s in front of one.
    fn condition(&mut self, node: NodeId) -> bool {
        let machine = self.machine();
        let mut nots = Vec::new();
        let mut asked = node;
        while let (Kind::Not, Some(child)) = (&machine[asked].kind, machine[asked].children.first())
        {
            nots.push(asked);
            asked = *child;
        }
        let question = self.model.facts.questions.get(asked.place()).copied().flatten();
        let mut holds = self.answer(asked, question);
        self.seen.leaf(asked, ended(holds));
        for not in nots.into_iter().rev() {
            holds = !holds;
            self.seen.finished(not, ended(holds));
        }
        holds
    }

    fn preference(&mut self, node: NodeId, child: usize) -> bool {
        let node = &self.machine()[node];
        let Kind::Priority { conditions } = &node.kind else { return false };
        if conditions.get(child).is_some_and(|condition| condition.to_string() == "true") {
            return true;
        }
        let child = node.children.get(child);
        let key = child.and_then(|child| self.model.facts.keys.get(child.place()));
        self.answer(child.copied().unwrap_or(node.id), key.copied().flatten())
    }

    fn act(&mut self, node: NodeId, at: At) -> Status {
        let status = self.any_status(node);
        let recorded = self.recorded(at).and_then(|position| self.position(at, position));
        if status != Status::Running && recorded.is_some_and(|of| of.place.node == node) {
            self.record(at, None);
        }
        status
    }

    /// The status of an action.
    fn any_status(&mut self, node: NodeId) -> Status {
        let answers: Answers =
            self.model.facts.answers.get(node.place()).copied().unwrap_or_default();
        let statuses = answers.statuses();
        let status = statuses[self.choose(node, Site::Status, statuses.len())];
        self.seen.leaf(node, status);
        self.changed();
        status
    }

    /// Returns `true` if the deadline of a position has passed.
    fn is_over(&mut self, position: PositionId, begins: bool, at: At) -> bool {
        let Some(of) = self.position(at, position) else { return true };
        let node = &self.machine()[of.place.node];
        self.seen.tick(node.id);
        let over = match length(&node.kind) {
            Length::Zero => true,
            Length::Positive if begins => false,
            Length::Positive | Length::Unknown => self.maybe(node.id, Site::Time),
        };
        if over && !begins {
            self.record(at, None);
        }
        over
    }

    fn steps(&mut self, steps: &'r [Step], at: At, status: Status) {
        for step in steps {
            match step {
                Step::Finished(node, verdict) => self.seen.finished(*node, is(*verdict, status)),
                Step::Leaf(node, status) => self.seen.leaf(*node, *status),
                Step::Abort(abort) => self.abort(at, abort),
                Step::Record(position) => self.record(at, Some(*position)),
                Step::Forget(position) if self.recorded(at) == Some(*position) => {
                    self.record(at, None);
                }
                Step::Cool(node) => self.cool(*node),
                Step::Keep(node, success) => {
                    self.cells[self.model.layout.memory(*node)] = 1 + u32::from(*success);
                }
                Step::Serve => self.changed(),
                Step::Forget(_) | Step::KeepLength(_) | Step::Postpone => {}
                Step::LeaveChildren => self.leave_children(at),
                Step::RenewChild => self.renew_child(at),
                Step::CountRound => self.count_round(at),
                Step::Close(child, success) => self.close(at, *child, *success),
            }
        }
    }

    /// A `cooldown` begins.
    fn cool(&mut self, node: NodeId) {
        let cools = length(&self.machine()[node].kind) != Length::Zero;
        let cell = self.model.layout.memory(node);
        self.cells[cell] = u32::from(cools);
    }
}

fn is(verdict: Verdict, same: Status) -> Status {
    match verdict {
        Verdict::Is(status) => status,
        Verdict::Same => same,
    }
}

fn by_status<'e>(status: Status, running: &'e Edge, ended: &'e Ended) -> &'e Edge {
    match (status, ended) {
        (Status::Running, _) => running,
        (Status::Success, Ended::Apart { success: edge, .. })
        | (Status::Failure, Ended::Apart { failure: edge, .. })
        | (_, Ended::Alike(edge)) => edge,
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
