//! A tick of a machine, from one choice to the next.
//!
//! A run has no stack of its own: what is run and how far is in the words of the [configuration](super::configuration).
//! So a tick can be left at a choice, copied, and continued with each of the alternatives.

mod ask;
mod exit;
mod frame;
mod held;
mod stack;

use super::configuration::{ABORTED, Shape, TICKED};
use super::layout::Layout;
use super::{Event, Model};
use crate::ast::Size;
use crate::machine::{
    Block, CellId, Content, Edge, FrameId, Machine, NodeId, Position, PositionId, RegionId, Status,
    Step, To, Verdict,
};
use stack::{Entry, Phase};

/// One tick of a tree.
pub(super) struct Run<'r> {
    pub(super) model: &'r Model,
    pub(super) shape: &'r Shape,
    pub(super) words: &'r mut Vec<u32>,
    pub(super) events: &'r mut Vec<Event>,
    /// The alternative for the next choice.
    pub(super) chosen: Option<usize>,
}

/// Where a run stopped.
pub(super) enum Stop {
    /// At a choice among this number of alternatives.
    Choice(usize),
    /// At the end of the tick.
    End(Status),
}

/// A choice among this number of alternatives has to be made first. Everything since the last change of the stack
/// is done again after it.
struct Choice(usize);

/// The blocks or the children that are run.
#[derive(Clone, Copy)]
enum At {
    Region(RegionId),
    Frame(FrameId),
}

/// The next thing to do.
enum Flow {
    /// The entry on top of the stack is continued.
    Continue,
    /// A region or a frame is run first.
    Call(At),
    /// The entry on top of the stack has ended.
    Return(Status),
}

impl<'r> Run<'r> {
    /// Puts the region of the tree on the stack.
    pub(super) fn begin(&mut self) {
        self.push(At::Region(Machine::ROOT));
    }

    /// Runs up to the next choice, or to the end.
    pub(super) fn proceed(&mut self) -> Stop {
        loop {
            let entry = self.top();
            match self.advance(entry) {
                Err(Choice(among)) => return Stop::Choice(among),
                Ok(Flow::Continue) => {}
                Ok(Flow::Call(at)) => self.push(at),
                Ok(Flow::Return(status)) => {
                    if self.pop(entry, status) {
                        if status != Status::Running {
                            self.words[Layout::region(Machine::ROOT)] = 0;
                        }
                        return Stop::End(status);
                    }
                }
            }
        }
    }

    fn advance(&mut self, entry: Entry) -> Result<Flow, Choice> {
        match entry.at {
            At::Region(region) => self.blocks(entry, &self.machine()[region].blocks),
            At::Frame(frame) => self.blocks(entry, &self.machine()[frame].blocks),
        }
    }

    fn machine(&self) -> &'r Machine {
        &self.model.machine
    }

    /// Runs one block.
    fn blocks(&mut self, mut entry: Entry, blocks: &'r [Block]) -> Result<Flow, Choice> {
        let Some(block) = blocks.get(entry.place) else {
            return Ok(Flow::Return(Status::Failure));
        };
        if entry.phase == Phase::Begin {
            self.steps(&block.steps, entry.at, entry.status);
            entry.phase = Phase::Act;
            self.set_top(entry);
        }
        let way = if entry.phase == Phase::Returned {
            self.after(&block.exit, entry)?
        } else {
            self.exit(&block.exit, entry)?
        };
        Ok(match way {
            exit::Way::Running => Flow::Return(Status::Running),
            exit::Way::Call(at) => Flow::Call(at),
            exit::Way::Edge(edge, status) => self.take(edge, entry, status),
        })
    }

    fn take(&mut self, edge: &'r Edge, entry: Entry, status: Status) -> Flow {
        self.steps(&edge.steps, entry.at, status);
        match edge.to {
            To::Return(verdict) => Flow::Return(is(verdict, status)),
            To::Block(next) | To::Back(next) => {
                let place = next.place();
                // A status that is not read any more would only make two places of one.
                let is_read = self.model.reads.has(self.code(entry.at), place);
                let status = if is_read { status } else { Status::Failure };
                self.set_top(Entry { at: entry.at, place, phase: Phase::Begin, status });
                Flow::Continue
            }
        }
    }

    /// The recorded position of the region whose blocks are run.
    fn recorded(&self, at: At) -> Option<PositionId> {
        let At::Region(region) = at else { return None };
        let place = (self.words[Layout::region(region)] as usize).checked_sub(1)?;
        (place < self.machine()[region].positions.len()).then(|| PositionId::new(place))
    }

    fn record(&mut self, at: At, position: Option<PositionId>) {
        if let At::Region(region) = at {
            let cell = position.map_or(0, |position| position.place() + 1);
            self.words[Layout::region(region)] = number(cell);
        }
    }

    fn position(&self, at: At, position: PositionId) -> Option<&'r Position> {
        let At::Region(region) = at else { return None };
        self.machine()[region].positions.get(position.place())
    }

    fn steps(&mut self, steps: &'r [Step], at: At, status: Status) {
        for step in steps {
            match step {
                Step::Finished(node, verdict) => self.finished(*node, is(*verdict, status)),
                Step::Leaf(node, status) => self.leaf(*node, *status),
                Step::Abort(abort) => self.abort(at, abort),
                Step::Record(position) => self.record(at, Some(*position)),
                Step::Forget(position) if self.recorded(at) == Some(*position) => {
                    self.record(at, None);
                }
                Step::Cool(cell) => self.cool(*cell),
                Step::StoreResult(cell, success) => {
                    let cell = self.model.layout.memory(*cell);
                    self.words[cell] = 1 + u32::from(*success);
                }
                Step::Run(_) => self.changed(),
                Step::Forget(_)
                | Step::StoreLength(..)
                | Step::Postpone(_)
                // Any child may have the best score.
                | Step::Rank { .. } => {}
                Step::ForgetChosen => self.forget_chosen(at),
                Step::LeaveChildren => self.leave_children(at),
                Step::RenewChild => self.renew_child(at),
                Step::CountRound => self.count_round(at),
                Step::Close(child, success) => self.close(at, *child, *success),
            }
        }
    }

    /// A length of time begins.
    fn cool(&mut self, cell: CellId) {
        let is_zero = match self.machine()[cell].of {
            Content::Time(length) => length.size() == Size::Zero,
            Content::Result | Content::Tree(_) => false,
        };
        let cell = self.model.layout.memory(cell);
        self.words[cell] = u32::from(!is_zero);
    }

    /// The blackboard may have changed.
    fn changed(&mut self) {
        self.words[self.shape.answers.clone()].fill(0);
    }

    /// Forgets the answers for which nothing asks after this leaf.
    fn forget_answers(&mut self, leaf: NodeId) {
        for (answer, last) in self.shape.answers.clone().zip(&self.model.last_asked) {
            if *last <= leaf.place() {
                self.words[answer] = 0;
            }
        }
    }

    fn leaf(&mut self, node: NodeId, status: Status) {
        let is_opaque = self.model.facts.opaque.get(node.place()).copied().unwrap_or_default();
        if status == Status::Running && !is_opaque {
            self.words[self.shape.busy] = 1;
        }
        self.forget_answers(node);
        self.events.push(Event::Leaf(node, status));
        self.watch(node, |seen| (seen & ABORTED) | (1 + status as u32));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.events.push(Event::Finished(node, status));
        self.watch(node, |seen| (seen & ABORTED) | (1 + status as u32));
    }

    fn aborted(&mut self, node: NodeId) {
        self.events.push(Event::Aborted(node));
        for (place, watched) in self.shape.nodes.iter().enumerate() {
            if watched.node == node.place() {
                self.words[self.shape.watched + place] |= ABORTED;
            }
        }
    }

    fn ticked(&mut self, node: NodeId) {
        self.events.push(Event::Ticked(node));
        self.watch(node, |seen| seen);
    }

    /// Notes for watched nodes that this node is ticked, and for the node itself its result.
    fn watch(&mut self, node: NodeId, result: impl Fn(u32) -> u32) {
        for (place, watched) in self.shape.nodes.iter().enumerate() {
            let word = &mut self.words[self.shape.watched + place];
            if watched.node == node.place() {
                *word = result(*word) | TICKED;
            } else if watched.range.contains(&node.place()) {
                *word |= TICKED;
            }
        }
    }

    /// A number below `alternatives`.
    fn choose(&mut self, alternatives: usize) -> Result<usize, Choice> {
        if alternatives < 2 {
            return Ok(0);
        }
        self.chosen.take().ok_or(Choice(alternatives))
    }

    fn maybe(&mut self) -> Result<bool, Choice> {
        Ok(self.choose(2)? == 0)
    }
}

fn is(verdict: Verdict, same: Status) -> Status {
    match verdict {
        Verdict::Is(status) => status,
        Verdict::Same => same,
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
