//! A tick of a machine, from one choice to the next.
//!
//! A tick has no stack of its own: what is run and how far is in the words of the [configuration](super::state).
//! So a tick can be left at a choice, copied, and continued with each of the alternatives.

use super::asked::{Asked, Reply, What};
use super::state::{ABORTED, AGAIN, Layout, RESULT, Shape, TICKED};
use super::values::Value;
use super::{Event, Model, number};
use crate::ast::{Constant, Size};
use crate::machine::{
    Abort, Block, CellId, Content, Edge, Ended, Exit, ExpressionId, Field, Frame, FrameId, Keeps,
    Machine, NodeId, Owner, Pick, Position, PositionId, Question, RegionId, Status, Step, To,
    Verdict,
};

/// One tick of a tree.
pub(super) struct Tick<'r> {
    pub(super) model: &'r Model,
    pub(super) shape: &'r Shape,
    pub(super) words: &'r mut Vec<u32>,
    pub(super) events: &'r mut Vec<Event>,
    /// The alternative for the next choice.
    pub(super) chosen: Option<usize>,
}

/// Where a run stopped.
pub(super) enum Stop {
    /// At a choice.
    Choice(Choice),
    /// At the end of the tick.
    End(Status),
}

/// A choice that has to be made first. Everything since the last change of the stack is done again after it.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// The number of alternatives.
    pub(super) among: usize,
    pub(super) asked: Asked,
}

/// The blocks or the children that are run.
#[derive(Clone, Copy)]
enum At {
    Region(RegionId),
    Frame(FrameId),
    /// The end of what runs in it, with its cleanups; `true` if it was ticked before in this tick.
    StopRegion(RegionId, bool),
    StopFrame(FrameId, bool),
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

/// A region or a frame that is run.
#[derive(Clone, Copy)]
struct Entry {
    at: At,
    /// The block; in the end of a frame, the child.
    place: usize,
    phase: Phase,
    /// The status of the leaf or the child that was ticked last.
    status: Status,
    /// The outermost cooldown around this place of the region that began in this tick.
    begun: Option<CellId>,
}

/// How far a block, or a frame without blocks, is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// It begins.
    Begin,
    /// Its first steps are done.
    Act,
    /// The position has begun and is ticked.
    Begun,
    /// The region or frame that was called has returned the status.
    Returned,
}

/// The words of an entry.
const WORDS: usize = 3;
/// The number of phases with a status, which share a word with the cooldown that has begun.
const REST: usize = 12;
/// Of the children that are left in this tick: the best, which begins when another one has stopped; and each, if none is
/// the best.
const BEST: u32 = 2;
const NONE_LEFT: u32 = 3;
/// A cooldown that began in this tick, or that is over for the rest of it.
const COOLING: u32 = 1;
const OVER: u32 = 2;
const PHASES: [Phase; 4] = [Phase::Begin, Phase::Act, Phase::Begun, Phase::Returned];
const STATUSES: [Status; 3] = [Status::Success, Status::Failure, Status::Running];

/// The way out of a block.
enum Way<'r> {
    /// An edge, and the status of what was ticked last.
    Edge(&'r Edge, Status),
    /// The region returns running.
    Running,
    /// A region or a frame is run first.
    Call(At),
}

impl<'r> Tick<'r> {
    /// Puts the region of the tree on the stack.
    pub(super) fn begin(&mut self) {
        self.push(At::Region(Machine::ROOT));
    }

    /// Runs up to the next choice, or to the end.
    pub(super) fn proceed(&mut self) -> Stop {
        loop {
            let entry = self.top();
            let flow = match entry.at {
                At::Region(region) => self.block(entry, &self.machine()[region].blocks),
                At::Frame(frame) => self.block(entry, &self.machine()[frame].blocks),
                At::StopRegion(region, late) => Ok(self.stop_region(entry, region, late)),
                At::StopFrame(frame, late) => Ok(self.stop_frame(entry, frame, late)),
            };
            match flow {
                Err(choice) => return Stop::Choice(choice),
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

    fn machine(&self) -> &'r Machine {
        &self.model.machine
    }

    fn frame(&self, at: At) -> Option<&'r Frame> {
        match at {
            At::Frame(frame) | At::StopFrame(frame, _) => Some(&self.machine()[frame]),
            At::Region(_) | At::StopRegion(..) => None,
        }
    }

    /// The rounds that are left in a frame, or its chosen child.
    fn counter(&mut self, frame: FrameId) -> &mut u32 {
        &mut self.words[self.model.layout.frame(frame)]
    }

    /// Runs one block.
    fn block(&mut self, mut entry: Entry, blocks: &'r [Block]) -> Result<Flow, Choice> {
        let Some(block) = blocks.get(entry.place) else {
            return Ok(Flow::Return(Status::Failure));
        };
        if entry.phase == Phase::Begin {
            let status = entry.status;
            self.steps(&block.steps, &mut entry, status);
            entry.phase = Phase::Act;
            self.set_top(entry);
        }
        let way = if entry.phase == Phase::Returned {
            self.after(&block.exit, entry)?
        } else {
            self.exit(&block.exit, entry)?
        };
        Ok(match way {
            Way::Running => Flow::Return(Status::Running),
            Way::Call(at) => Flow::Call(at),
            Way::Edge(edge, status) => self.take(edge, entry, status),
        })
    }

    fn take(&mut self, edge: &'r Edge, mut entry: Entry, status: Status) -> Flow {
        self.steps(&edge.steps, &mut entry, status);
        match edge.to {
            To::Return(verdict) => Flow::Return(is(verdict, status)),
            To::Block(next) | To::Back(next) => {
                let place = next.place();
                // A status that is not read any more would only make two places of one.
                let is_read = self.model.reads.has(self.code(entry.at), place);
                let status = if is_read { status } else { Status::Failure };
                self.set_top(Entry { place, phase: Phase::Begin, status, ..entry });
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

    fn steps(&mut self, steps: &'r [Step], entry: &mut Entry, status: Status) {
        let at = entry.at;
        for step in steps {
            match step {
                Step::Finished(node, verdict) => self.finished(*node, is(*verdict, status)),
                Step::Leaf(node, status) => self.leaf(*node, *status),
                Step::Abort(abort) => self.abort(at, abort),
                Step::Record(position) => self.record(at, Some(*position)),
                Step::Forget(position) if self.recorded(at) == Some(*position) => {
                    self.record(at, None);
                }
                Step::NoteBegin(cell) => {
                    entry.begun.get_or_insert(*cell);
                }
                Step::Cool(cell) => {
                    self.cool(*cell);
                    entry.begun = entry.begun.filter(|begun| begun != cell);
                }
                Step::CoolIfOlder(cell) => {
                    if entry.begun.is_none() {
                        self.cool(*cell);
                    }
                    entry.begun = entry.begun.filter(|begun| begun != cell);
                }
                Step::StoreResult(cell, success) => {
                    let cell = self.model.layout.memory(*cell);
                    self.words[cell] = 1 + u32::from(*success);
                }
                Step::StoreNext(cell) => self.store_next(at, *cell),
                Step::Run(_) => self.changed(),
                Step::Set(value) => self.set(*value),
                Step::Forget(_)
                // Each position notes it.
                | Step::Ticked(_)
                | Step::StoreLength(..)
                | Step::Postpone(_)
                | Step::Lasts(..)
                // Any child may have the best score.
                | Step::Rank { .. } => {}
                Step::LeaveOut(child) => {
                    if let At::Frame(frame) = at {
                        let left = self.left_from(frame);
                        self.words[left + child] = 0;
                    }
                }
                Step::ForgetChosen => {
                    if let At::Frame(frame) = at {
                        *self.counter(frame) = 0;
                    }
                }
                Step::LeaveChildren => self.leave_children(at),
                Step::RenewChild => self.renew_child(at),
                Step::CountRound => {
                    if let At::Frame(frame) = at {
                        let rounds = self.counter(frame);
                        *rounds = rounds.saturating_sub(1);
                    }
                }
                Step::Close(child, success) => self.close(at, *child, *success),
                Step::Reopen(child) => self.reopen(at, *child),
            }
        }
    }

    /// A length of time begins.
    fn cool(&mut self, cell: CellId) {
        let size = match self.machine()[cell].of {
            Content::Time(length) => length.size(),
            Content::Result | Content::Place(_) | Content::Tree(_) => Size::Unknown,
        };
        if let Some(place) = self.model.cooling[cell.place()] {
            self.words[self.shape.cooling + place] =
                if size == Size::Positive { COOLING } else { 0 };
        }
        let cell = self.model.layout.memory(cell);
        self.words[cell] = 1;
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

    /// Forgets the answers for which only nodes below this one ask: its name has another value.
    fn forget_below(&mut self, node: NodeId) {
        let below = self.machine()[node].range();
        for (answer, askers) in self.shape.answers.clone().zip(&self.model.askers) {
            if below.start <= askers.start && askers.end <= below.end {
                self.words[answer] = 0;
            }
        }
    }

    fn leaf(&mut self, node: NodeId, status: Status) {
        if status == Status::Running && !fact(&self.model.opaque, node) {
            self.words[self.shape.busy] = 1;
        }
        self.forget_answers(node);
        self.events.push(Event::Leaf(node, status));
        self.watch(node, Some(status));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.events.push(Event::Finished(node, status));
        self.watch(node, Some(status));
    }

    fn aborted(&mut self, node: NodeId) {
        self.events.push(Event::Aborted(node));
        if let Some(place) = self.shape.inner(node).filter(|of| self.shape.is(*of, node)) {
            self.words[self.shape.watched + place] |= ABORTED;
        }
    }

    fn decided(&mut self, of: NodeId, about: NodeId, answer: bool) {
        self.events.push(Event::Decision { of, about, answer });
        if let Some(place) = self.shape.decided(of, about) {
            self.words[place] |= if answer { 1 } else { 2 };
        }
    }

    fn ticked(&mut self, node: NodeId) {
        self.events.push(Event::Ticked(node));
        self.watch(node, None);
    }

    /// Notes for watched nodes that this node is ticked, and for the node itself its result. What has finished and is ticked
    /// once more has begun again.
    fn watch(&mut self, node: NodeId, result: Option<Status>) {
        let mut around = self.shape.inner(node);
        while let Some(place) = around {
            let word = &mut self.words[self.shape.watched + place];
            let is_again = matches!(*word & RESULT, 1 | 2);
            *word = (*word & !RESULT) | TICKED | if is_again { AGAIN } else { 0 };
            if let Some(result) = result.filter(|_| self.shape.is(place, node)) {
                *word |= 1 + result as u32;
            }
            around = self.shape.nodes[place].outer;
        }
    }

    /// A number below `among`.
    fn choose(&mut self, among: usize, node: NodeId, what: What) -> Result<usize, Choice> {
        if among < 2 {
            return Ok(0);
        }
        self.chosen.take().ok_or(Choice { among, asked: Asked { node, what } })
    }

    fn maybe(&mut self, node: NodeId, what: What) -> Result<bool, Choice> {
        Ok(self.choose(2, node, what)? == 0)
    }

    /// The replies to what is asked where the tick has stopped, in the order of the alternatives.
    pub(super) fn replies(&self, asked: Asked) -> Vec<Reply> {
        let frame = self.frame(self.top().at);
        let children = |left: Vec<usize>| left.into_iter().map(Reply::Child);
        match asked.what {
            What::Holds { .. } | What::HasRound => [Reply::No, Reply::Yes].into(),
            What::Ticks | What::Begins | What::IsOver(_) | What::HasRounds => {
                [Reply::Yes, Reply::No].into()
            }
            What::Status => {
                let statuses = fact(&self.model.facts.answers, asked.node).statuses();
                statuses.iter().copied().map(Reply::Status).collect()
            }
            What::Arm(arms) => (0..arms).map(Reply::Child).collect(),
            What::Next(_) => {
                let left = frame.map(|frame| self.left_in_turn(frame)).unwrap_or_default();
                children(left).chain([Reply::NoChild]).collect()
            }
            What::Best(_) => {
                let left = frame.map(|frame| self.left_to_rank(frame)).unwrap_or_default();
                children(left).chain([Reply::NoChild]).collect()
            }
        }
    }

    // The stack: three words for each region or frame that is run, and in front of them what a frame remembers of
    // its children during a tick.
    /// The number of what is run: regions first, then frames.
    fn code(&self, at: At) -> usize {
        match at {
            At::Region(region) => region.place(),
            At::Frame(frame) => self.machine().regions.len() + frame.place(),
            At::StopRegion(region, late) => self.stops_from(late) + self.code(At::Region(region)),
            At::StopFrame(frame, late) => self.stops_from(late) + self.code(At::Frame(frame)),
        }
    }

    /// The first number of an end of what runs.
    fn stops_from(&self, late: bool) -> usize {
        (self.machine().regions.len() + self.machine().frames.len()) * (1 + usize::from(late))
    }

    fn top(&self) -> Entry {
        let first = self.words.len() - WORDS;
        let (code, place) = (self.words[first] as usize, self.words[first + 1] as usize);
        let rest = self.words[first + 2] as usize;
        let (stops, late) = (self.stops_from(false), code >= self.stops_from(true));
        let at = match (code % stops).checked_sub(self.machine().regions.len()) {
            None if code < stops => At::Region(RegionId::new(code)),
            None => At::StopRegion(RegionId::new(code % stops), late),
            Some(frame) if code < stops => At::Frame(FrameId::new(frame)),
            Some(frame) => At::StopFrame(FrameId::new(frame), late),
        };
        let (rest, begun) = (rest % REST, (rest / REST).checked_sub(1).map(CellId::new));
        Entry { at, place, phase: PHASES[rest / 3], status: STATUSES[rest % 3], begun }
    }

    fn set_top(&mut self, entry: Entry) {
        let first = self.words.len() - WORDS;
        self.words[first + 1] = number(entry.place);
        let begun = entry.begun.map_or(0, |cell| cell.place() + 1);
        self.words[first + 2] = number(begun * REST) + entry.phase as u32 * 3 + entry.status as u32;
    }

    fn push(&mut self, at: At) {
        if let At::Frame(frame) = at {
            let left = self.left(frame);
            self.words.extend(std::iter::repeat_n(1, left));
        }
        let code = number(self.code(at));
        let status = Phase::Begin as u32 * 3 + Status::Failure as u32;
        self.words.extend([code, 0, status]);
    }

    /// Removes the entry on top and gives the status to its caller; `true` if there is none.
    fn pop(&mut self, entry: Entry, status: Status) -> bool {
        let mut size = WORDS;
        if let At::Frame(frame) = entry.at {
            self.words[self.shape.fresh + frame.place()] = 0;
            size += self.left(frame);
        }
        self.words.truncate(self.words.len() - size);
        if self.words.len() <= self.shape.fixed {
            return true;
        }
        let caller = self.top();
        self.set_top(Entry { phase: Phase::Returned, status, ..caller });
        false
    }

    /// The number of words in front of the entry of a frame: one for each child, if the best of those that are left
    /// is picked.
    fn left(&self, frame: FrameId) -> usize {
        let of = &self.machine()[frame];
        if picks_best(of) { of.children.len() } else { 0 }
    }

    /// The place of these words, if the frame is on top.
    fn left_from(&self, frame: FrameId) -> usize {
        self.words.len() - WORDS - self.left(frame)
    }

    // Blocks and their exits.
    fn exit(&mut self, exit: &'r Exit, entry: Entry) -> Result<Way<'r>, Choice> {
        let Entry { at, status, .. } = entry;
        let edge = match exit {
            Exit::Jump(edge) => Some(edge),
            Exit::Resume(arms) => self.resume(arms, at),
            Exit::Ask { question, yes, no } => {
                Some(if self.ask(*question, at)? { yes } else { no })
            }
            Exit::Choose { scrutinee, patterns, arms } => {
                if let Some(arm) = self.known_arm(*scrutinee, patterns) {
                    return Ok(arms.get(arm).map_or(Way::Running, |edge| Way::Edge(edge, status)));
                }
                arms.get(self.choose(arms.len(), scrutinee.node, What::Arm(arms.len()))?)
            }
            Exit::Remembered { cell, success, failure, nothing } => {
                Some(match self.words[self.model.layout.memory(*cell)] {
                    0 => nothing,
                    1 => failure,
                    _ => success,
                })
            }
            Exit::Act { of, running, ended } => {
                let status = self.act(of.node, at)?;
                return Ok(Way::Edge(by_status(status, running, ended), status));
            }
            Exit::Wait { position, begins, before, over } => {
                Some(if self.is_over(*position, *begins, at)? { over } else { before })
            }
            Exit::Begin { position, refused, then } => {
                if self.begins(at, *position, refused.is_some())? {
                    Some(then)
                } else {
                    refused.as_ref()
                }
            }
            Exit::BeginBeside { position, refused, .. } => {
                return self.begin_beside(entry, *position, refused.as_ref(), exit);
            }
            Exit::Continue { position, .. } => return self.tick(exit, entry, *position),
            Exit::Pick { by: Pick::Next, found, none, .. } => {
                Some(if self.next_turn(at)? { found } else { none })
            }
            Exit::Pick { by: Pick::Best, found, none, other } => {
                self.best(at, found, none, other.as_ref())?
            }
            Exit::Stop { late, .. } => {
                let At::Frame(frame) = at else { return Ok(Way::Running) };
                return Ok(Way::Call(At::StopFrame(frame, *late)));
            }
            Exit::Chosen { .. } => {
                let child = self.chosen_child(at);
                return Ok(child.map_or(Way::Running, |child| Way::Call(At::Region(child))));
            }
            Exit::Through { running, ended } => return self.through(entry, running, ended),
            Exit::Child { child, closed, .. } => {
                let Some(region) = self.child(at, *child) else { return Ok(Way::Running) };
                match (self.closed(region), closed) {
                    (Some(_), Some(edge)) => Some(edge),
                    _ => return Ok(Way::Call(At::Region(region))),
                }
            }
        };
        Ok(edge.map_or(Way::Running, |edge| Way::Edge(edge, status)))
    }

    fn resume(&self, arms: &'r [(Vec<PositionId>, Edge)], at: At) -> Option<&'r Edge> {
        let recorded = self.recorded(at);
        let is_it = |positions: &[PositionId]| {
            positions.is_empty() || recorded.is_some_and(|of| positions.contains(&of))
        };
        arms.iter().find(|(positions, _)| is_it(positions)).map(|(_, edge)| edge)
    }

    /// A position begins and is ticked while another one may be recorded.
    fn begin_beside(
        &mut self,
        mut entry: Entry,
        position: PositionId,
        refused: Option<&'r Edge>,
        exit: &'r Exit,
    ) -> Result<Way<'r>, Choice> {
        if entry.phase != Phase::Begun {
            if !self.make(entry.at, position, refused.is_some())? {
                return Ok(refused.map_or(Way::Running, |edge| Way::Edge(edge, entry.status)));
            }
            entry.phase = Phase::Begun;
            self.set_top(entry);
        }
        self.tick(exit, entry, position)
    }

    /// Ticks what a position keeps.
    fn tick(
        &mut self,
        exit: &'r Exit,
        entry: Entry,
        position: PositionId,
    ) -> Result<Way<'r>, Choice> {
        let Some(of) = self.position(entry.at, position) else { return Ok(Way::Running) };
        let status = match &of.keeps {
            Keeps::Action(_) | Keeps::Tree(_) => self.any_status(of.place.node)?,
            Keeps::Region(region) => return Ok(Way::Call(At::Region(*region))),
            Keeps::Frame(frame) => {
                if fact(&self.model.changes, of.place.node) {
                    self.changed();
                }
                self.ticked(of.place.node);
                return Ok(Way::Call(At::Frame(*frame)));
            }
            Keeps::Nothing | Keeps::Deadline(_) => Status::Failure,
        };
        self.after(exit, Entry { status, ..entry })
    }

    /// The way out after what was ticked has returned the status of the entry.
    fn after(&mut self, exit: &'r Exit, entry: Entry) -> Result<Way<'r>, Choice> {
        let Entry { at, status, .. } = entry;
        let edge = match exit {
            Exit::BeginBeside { position, abort, success, failure, .. } => {
                if status == Status::Running {
                    self.abort(at, abort);
                    self.record(at, Some(*position));
                } else if let Some(of) = self.position(at, *position) {
                    self.end(of);
                }
                edge(status, success, failure)
            }
            Exit::Continue { position, success, failure } => {
                if status != Status::Running {
                    self.record(at, None);
                    if let Some(of) = self.position(at, *position) {
                        self.end(of);
                    }
                }
                edge(status, success, failure)
            }
            Exit::Child { running, ended, .. } | Exit::Chosen { running, ended } => {
                Some(by_status(status, running, ended))
            }
            Exit::Through { running, ended } => {
                if status != Status::Running {
                    self.renew_child(at);
                }
                let entry = Entry { phase: Phase::Begun, ..entry };
                self.set_top(entry);
                return self.through(entry, running, ended);
            }
            Exit::Stop { running, stopped, .. } => {
                let is_running = status == Status::Running;
                if let At::Frame(frame) = at {
                    let stopping = self.model.layout.stopping(frame);
                    self.words[stopping] = u32::from(is_running);
                    if !is_running && self.machine()[frame].is_choice() {
                        *self.counter(frame) = 0;
                    }
                }
                Some(if is_running { running } else { stopped })
            }
            // Nothing is called from these.
            Exit::Jump(_)
            | Exit::Resume(_)
            | Exit::Ask { .. }
            | Exit::Choose { .. }
            | Exit::Remembered { .. }
            | Exit::Act { .. }
            | Exit::Wait { .. }
            | Exit::Begin { .. }
            | Exit::Pick { .. } => None,
        };
        Ok(edge.map_or(Way::Running, |edge| Way::Edge(edge, status)))
    }

    /// A decorator of the user ticks its child or not, and returns any of its statuses.
    fn through(
        &mut self,
        mut entry: Entry,
        running: &'r Edge,
        ended: &'r Ended,
    ) -> Result<Way<'r>, Choice> {
        self.changed();
        let node = self.frame(entry.at).map_or(NodeId::FIRST, |frame| frame.node);
        if entry.phase != Phase::Begun {
            if let (true, Some(child)) = (self.maybe(node, What::Ticks)?, self.child(entry.at, 0)) {
                return Ok(Way::Call(At::Region(child)));
            }
            entry.phase = Phase::Begun;
            self.set_top(entry);
        }
        let status = self.status(node)?;
        Ok(Way::Edge(by_status(status, running, ended), status))
    }

    // Questions to the program: conditions, statuses of actions, and time.
    fn ask(&mut self, question: Question, at: At) -> Result<bool, Choice> {
        Ok(match question {
            Question::Condition { of, nots } => self.condition(of, nots)?,
            Question::Decision { known: Some(answer), .. } => answer,
            Question::Decision { of, about, known: None } => {
                let answer = self.answer(of, about)?;
                if self.machine().is_condition(of) {
                    self.decided(of.node, about, answer);
                }
                answer
            }
            Question::IsReady(cell) => {
                let has_begun = self.words[self.model.layout.memory(cell)] != 0;
                let place = self.model.cooling[cell.place()];
                let now = place.map(|of| self.shape.cooling + of);
                match now.map(|now| self.words[now]) {
                    _ if !has_begun => true,
                    Some(COOLING) => false,
                    Some(OVER) => true,
                    Some(_) | None => {
                        let is_over = self.may_be_over(self.machine()[cell].node, None)?;
                        if let Some(now) = now.filter(|_| is_over) {
                            self.words[now] = OVER;
                        }
                        is_over
                    }
                }
            }
            Question::IsInTime => !self.has_passed(at)?,
            Question::IsDue => self.is_fresh(at) || self.has_passed(at)?,
            Question::IsIdle(child) => {
                let of = self.child(at, child);
                if self.frame(at).is_some_and(Frame::is_choice) {
                    of != self.chosen_child(at)
                } else {
                    of.is_none_or(|of| self.words[Layout::region(of)] == 0)
                }
            }
            Question::IsStale(child) => self.is_stale(at, child)?,
            Question::IsStopping => match at {
                At::Frame(frame) => self.words[self.model.layout.stopping(frame)] != 0,
                At::Region(_) | At::StopRegion(..) | At::StopFrame(..) => false,
            },
            Question::HasRounds => self.has_rounds(at)?,
            Question::Enough { successes, count } => {
                self.count(at, super::ended(successes)) >= count
            }
        })
    }

    /// An answer; the same as before, if nothing has changed since.
    fn answer(&mut self, of: ExpressionId, about: NodeId) -> Result<bool, Choice> {
        match self.compute(of) {
            Value::Known(Constant::Bool(holds)) => return Ok(holds),
            Value::NoResult => return Ok(false),
            Value::Known(_) | Value::Unknown => {}
        }
        let question = self.model.facts.question(of);
        let place = question.map(|same| self.shape.answers.start + same.number as usize);
        let is_opposite = question.is_some_and(|same| same.is_opposite);
        if let Some(known @ 1..) = place.map(|place| self.words[place]) {
            return Ok((known == 2) != is_opposite);
        }
        // "No" first: it leads to shorter runs.
        let answer = !self.maybe(of.node, What::Holds { about, place: of.place })?;
        if let Some(place) = place {
            self.words[place] = 1 + u32::from(answer != is_opposite);
        }
        Ok(answer)
    }

    /// The value of an expression, as far as the file itself computes it.
    fn compute(&self, of: ExpressionId) -> Value {
        let Some(values) = &self.model.values else { return Value::Unknown };
        values.compute(of, &|frame, word| self.words[self.model.layout.frame(frame) + word])
    }

    fn known_arm(&self, scrutinee: ExpressionId, patterns: &[ExpressionId]) -> Option<usize> {
        let Value::Known(value) = self.compute(scrutinee) else { return None };
        self.model.values.as_ref()?.matching(patterns, &value)
    }

    /// A name gets the value of an expression. What the file computes changes nothing else.
    fn set(&mut self, value: ExpressionId) {
        let values = self.model.values.as_ref();
        let Some((values, cell)) = values.and_then(|of| Some((of, of.set_by(value.node)?))) else {
            return self.changed();
        };
        let computed = self.compute(value);
        if computed == Value::Unknown {
            self.changed();
        } else {
            self.forget_below(self.machine()[cell.frame].node);
        }
        let number = values.number(cell, computed);
        self.words[self.model.layout.frame(cell.frame) + cell.index] = number;
    }

    /// A condition, and this number of inverters above it.
    fn condition(&mut self, of: ExpressionId, nots: u32) -> Result<bool, Choice> {
        let asked = of.node;
        let mut holds = self.answer(of, asked)?;
        self.leaf(asked, super::ended(holds));
        for above in 1..=nots as usize {
            holds = !holds;
            self.finished(NodeId::new(asked.place() - above), super::ended(holds));
        }
        Ok(holds)
    }

    fn act(&mut self, node: NodeId, at: At) -> Result<Status, Choice> {
        // While it is ticked, an action that goes on is the same as one that begins.
        let recorded = self.recorded(at).and_then(|position| self.position(at, position));
        if recorded.is_some_and(is_of(node)) {
            self.record(at, None);
        }
        let status = self.any_status(node)?;
        if let (Status::Running, At::Region(region), None) = (status, at, self.recorded(at)) {
            let own = self.machine()[region].positions.iter().position(is_of(node));
            self.record(at, own.map(PositionId::new));
        }
        Ok(status)
    }

    /// The status of an action.
    fn any_status(&mut self, node: NodeId) -> Result<Status, Choice> {
        // What is asked before the action does not matter after it.
        self.changed();
        let status = self.status(node)?;
        if let Some(values) = &self.model.values {
            for cell in values.given_by(node) {
                self.words[self.model.layout.frame(cell.frame) + cell.index] = 0;
            }
        }
        self.leaf(node, status);
        Ok(status)
    }

    /// One of the statuses that a node can return.
    fn status(&mut self, node: NodeId) -> Result<Status, Choice> {
        let statuses = fact(&self.model.facts.answers, node).statuses();
        Ok(statuses[self.choose(statuses.len(), node, What::Status)?])
    }

    /// Returns `true` if the deadline of a position has passed.
    fn is_over(&mut self, position: PositionId, begins: bool, at: At) -> Result<bool, Choice> {
        let Some(of) = self.position(at, position) else { return Ok(true) };
        let Keeps::Deadline(length) = &of.keeps else { return Ok(true) };
        let over = match length.size() {
            Size::Zero => true,
            Size::Positive if begins => false,
            Size::Positive | Size::Unknown => self.may_be_over(of.place.node, None)?,
        };
        self.ticked(of.place.node);
        if over && !begins {
            self.record(at, None);
        }
        Ok(over)
    }

    fn is_fresh(&self, at: At) -> bool {
        matches!(at, At::Frame(frame) if self.words[self.shape.fresh + frame.place()] != 0)
    }

    /// Returns `true` if the deadline of the frame has passed.
    fn has_passed(&mut self, at: At) -> Result<bool, Choice> {
        let Some(frame) = self.frame(at) else { return Ok(true) };
        let mut lengths = frame.fields.iter().filter_map(|field| match field {
            Field::Deadline(length) | Field::Due(length) => Some(length.size()),
            Field::Rounds(_)
            | Field::Numbers { .. }
            | Field::Value { .. }
            | Field::Place { .. }
            | Field::Decorator(_)
            | Field::Tried { .. }
            | Field::Ranked(_)
            | Field::InTurn(_)
            | Field::Until { .. }
            | Field::Stopping => None,
        });
        match lengths.next().unwrap_or(Size::Unknown) {
            Size::Positive if self.is_fresh(at) => Ok(false),
            // No frame keeps a length of zero.
            Size::Zero | Size::Positive | Size::Unknown => self.may_be_over(frame.node, None),
        }
    }

    /// Returns `true` if a child has finished, and that does not count any more.
    fn is_stale(&mut self, at: At, child: usize) -> Result<bool, Choice> {
        let (Some(frame), Some(region)) = (self.frame(at), self.child(at, child)) else {
            return Ok(false);
        };
        Ok(self.closed(region).is_some()
            && (!frame.lasts(child) || self.may_be_over(frame.node, Some(child))?))
    }

    /// Returns `true` if a length of time of a node is over; it may be one of those that it has for each child.
    fn may_be_over(&mut self, node: NodeId, child: Option<usize>) -> Result<bool, Choice> {
        let is_over = self.maybe(node, What::IsOver(child))?;
        if is_over {
            self.events.push(Event::Over(node));
        }
        Ok(is_over)
    }

    /// Returns `true` if there is a round after this one.
    fn has_rounds(&mut self, at: At) -> Result<bool, Choice> {
        let At::Frame(frame) = at else { return Ok(false) };
        // The largest value is the number of rounds, if that is a literal.
        let most = self.model.layout.limits.get(self.model.layout.frame(frame));
        if most.is_some_and(|most| *most > 0) {
            Ok(*self.counter(frame) > 1)
        } else {
            Ok(!self.maybe(self.machine()[frame].node, What::HasRound)?)
        }
    }

    // The children and the fields of a frame.
    fn renew_child(&mut self, at: At) {
        if let Some(child) = self.frame(at).and_then(|frame| frame.children.first()) {
            self.words[Layout::region(*child)] = 0;
        }
    }

    /// A child of a parallel has finished.
    fn close(&mut self, at: At, child: usize, success: bool) {
        if let Some(region) = self.child(at, child) {
            let positions = self.machine()[region].positions.len();
            self.words[Layout::region(region)] = number(positions + if success { 1 } else { 2 });
        }
    }

    /// A child can begin again.
    fn reopen(&mut self, at: At, child: usize) {
        if let Some(region) = self.child(at, child) {
            self.words[Layout::region(region)] = 0;
        }
    }

    /// The status with which a child of a parallel has finished.
    fn closed(&self, region: RegionId) -> Option<Status> {
        let positions = self.machine()[region].positions.len();
        let over = (self.words[Layout::region(region)] as usize).checked_sub(positions + 1)?;
        Some(super::ended(over == 0))
    }

    /// The number of children of a parallel that have finished in this way.
    fn count(&self, at: At, status: Status) -> u32 {
        let children = self.frame(at).into_iter().flat_map(|frame| &frame.children);
        number(children.filter(|child| self.closed(**child) == Some(status)).count())
    }

    /// Aborts all children of a frame that run.
    fn leave_children(&mut self, at: At) {
        let Some(of) = self.frame(at) else { return };
        for child in self.model.layout.current(of, self.words) {
            self.leave(*child, Some(of.node));
        }
    }

    /// The chosen child of a frame.
    fn chosen_child(&self, at: At) -> Option<RegionId> {
        let At::Frame(frame) = at else { return None };
        self.child(at, (self.words[self.model.layout.frame(frame)] as usize).checked_sub(1)?)
    }

    fn child(&self, at: At, child: usize) -> Option<RegionId> {
        self.frame(at)?.children.get(child).copied()
    }

    /// Chooses the next child, if none is chosen and one is left.
    fn next_turn(&mut self, at: At) -> Result<bool, Choice> {
        let Some(frame) = self.frame(at) else { return Ok(false) };
        if self.chosen_child(at).is_some() {
            return Ok(true);
        }
        let next = self.next(frame)?;
        if let Some(next) = next {
            self.begin_turn(frame, next);
        }
        Ok(next.is_some())
    }

    /// One of the children that were not tried; a child whose score is not a number is not tried at all.
    fn next(&mut self, frame: &Frame) -> Result<Option<usize>, Choice> {
        let is_in_turn = frame.fields.iter().any(|field| matches!(field, Field::InTurn(_)));
        let is_ranked = frame.fields.iter().any(|field| matches!(field, Field::Ranked(_)));
        let left = self.left_in_turn(frame);
        if left.is_empty() {
            return Ok(None);
        }
        if !is_ranked && !is_in_turn {
            self.changed();
        }
        let alternatives = if is_in_turn { 1 } else { left.len() + usize::from(is_ranked) };
        let chosen = self.choose(alternatives, frame.node, What::Next(left.len()))?;
        let next = left.get(chosen).copied();
        if let Some(next) = next {
            let cell = self.model.layout.tried(frame.id, next);
            self.words[cell] = 1;
        }
        Ok(next)
    }

    /// The children that were not tried, the one that has its turn first.
    fn left_in_turn(&self, frame: &Frame) -> Vec<usize> {
        let count = frame.children.len();
        let first = frame.fields.iter().find_map(|field| match field {
            Field::InTurn(cell) => Some(self.words[self.model.layout.memory(*cell)] as usize),
            _ => None,
        });
        let turns = (0..count).map(|turn| (first.unwrap_or_default() + turn) % count);
        turns.filter(|child| self.words[self.model.layout.tried(frame.id, *child)] == 0).collect()
    }

    /// The children that are not left out in this tick.
    fn left_to_rank(&self, frame: &Frame) -> Vec<usize> {
        let first = self.left_from(frame.id);
        (0..frame.children.len()).filter(|child| self.words[first + child] != 0).collect()
    }

    /// The chosen child has its turn last.
    fn store_next(&mut self, at: At, cell: CellId) {
        if let At::Frame(frame) = at {
            let count = number(self.machine()[frame].children.len());
            let next = *self.counter(frame) % count.max(1);
            let cell = self.model.layout.memory(cell);
            self.words[cell] = next;
        }
    }

    /// In every tick any child may be the best, and after its failure any other one. With an edge for another one that
    /// runs, the best stays the best until that has ended.
    fn best<'e>(
        &mut self,
        at: At,
        found: &'e Edge,
        none: &'e Edge,
        other: Option<&'e Edge>,
    ) -> Result<Option<&'e Edge>, Choice> {
        let Some(frame) = self.frame(at) else { return Ok(None) };
        let (first, count) = (self.left_from(frame.id), frame.children.len());
        let known = (0..count).find(|child| self.words[first + child] == BEST);
        let left = self.left_to_rank(frame);
        let best = match known {
            Some(best) => Some(best),
            None if self.words[first..first + count].contains(&NONE_LEFT) => None,
            None => {
                let chosen = self.choose(left.len() + 1, frame.node, What::Best(left.len()))?;
                left.get(chosen).copied()
            }
        };
        let chosen = (*self.counter(frame.id) as usize).checked_sub(1);
        if chosen.is_some() && chosen != best {
            if let Some(other) = other {
                // Only until that has stopped.
                match best {
                    Some(best) => self.words[first + best] = BEST,
                    None => self.words[first..first + count].fill(NONE_LEFT),
                }
                return Ok(Some(other));
            }
            self.leave_children(At::Frame(frame.id));
        }
        let Some(best) = best else { return Ok(Some(none)) };
        self.words[first + best] = 0;
        if chosen != Some(best) {
            self.begin_turn(frame, best);
        }
        Ok(Some(found))
    }

    /// A child that is idle is chosen.
    fn begin_turn(&mut self, frame: &Frame, child: usize) {
        *self.counter(frame.id) = number(child + 1);
        self.words[Layout::region(frame.children[child])] = 0;
    }

    // Positions with data: how they begin and end.
    /// A position begins and is recorded, unless it refuses.
    fn begins(&mut self, at: At, position: PositionId, may_refuse: bool) -> Result<bool, Choice> {
        let begins = self.make(at, position, may_refuse)?;
        if begins {
            self.record(at, Some(position));
        }
        Ok(begins)
    }

    /// Creates the data of a position; returns `false` if its node does not begin.
    fn make(&mut self, at: At, position: PositionId, may_refuse: bool) -> Result<bool, Choice> {
        let Some(of) = self.position(at, position) else { return Ok(false) };
        match &of.keeps {
            Keeps::Frame(frame) => self.make_frame(*frame),
            Keeps::Action(_) => {
                let begins = !may_refuse || self.may_begin(of.place.node)?;
                self.changed();
                Ok(begins)
            }
            Keeps::Region(region) => {
                self.words[Layout::region(*region)] = 0;
                Ok(true)
            }
            Keeps::Tree(_) => {
                self.changed();
                Ok(true)
            }
            Keeps::Nothing | Keeps::Deadline(_) => Ok(true),
        }
    }

    /// Returns `false` if a node refuses to begin, which some never do.
    fn may_begin(&mut self, node: NodeId) -> Result<bool, Choice> {
        Ok(fact(&self.model.facts.begins, node) || self.maybe(node, What::Begins)?)
    }

    fn make_frame(&mut self, frame: FrameId) -> Result<bool, Choice> {
        let of = &self.machine()[frame];
        if fact(&self.model.changes, of.node) {
            self.changed();
        }
        self.forget(frame);
        let mut begins = true;
        for field in &of.fields {
            match field {
                Field::Rounds(count) | Field::Numbers { range: count, .. } => {
                    if matches!(field, Field::Numbers { .. }) {
                        self.forget_below(of.node);
                    }
                    match count.rounds() {
                        Some(rounds) => {
                            *self.counter(frame) = rounds;
                            begins = rounds > 0;
                        }
                        None => {
                            begins = count.more > 0 || self.maybe(of.node, What::HasRounds)?;
                        }
                    }
                }
                Field::Value { value, .. } => {
                    let computed = self.compute(*value);
                    begins = match computed {
                        Value::Known(_) => true,
                        Value::NoResult => false,
                        Value::Unknown => self.may_begin(of.node)?,
                    };
                    // What the file computes changes nothing but the name.
                    if computed == Value::Unknown {
                        self.changed();
                    } else {
                        self.forget_below(of.node);
                    }
                }
                Field::Decorator(_) => {
                    begins = self.may_begin(of.node)?;
                    self.changed();
                }
                Field::Deadline(_)
                | Field::Due(_)
                | Field::Place { .. }
                | Field::Tried { .. }
                | Field::Ranked(_)
                | Field::InTurn(_)
                | Field::Until { .. }
                | Field::Stopping => {}
            }
        }
        self.words[self.shape.fresh + frame.place()] = u32::from(begins);
        if let Some(values) = self.model.values.as_ref().filter(|_| begins) {
            for cell in values.cells(frame) {
                let value = cell.value.map_or(Value::Unknown, |value| self.compute(value));
                let place = self.model.layout.frame(frame) + cell.index;
                self.words[place] = values.number(*cell, value);
            }
        }
        Ok(begins)
    }

    /// Clears the cells of a frame that has ended, so that states that differ only in its old content are equal.
    fn forget(&mut self, frame: FrameId) {
        let own = self.model.layout.cells(frame);
        self.words[own].fill(0);
        for child in &self.machine()[frame].children {
            self.words[Layout::region(*child)] = 0;
        }
    }

    /// Notes that the data of a position has ended and is no longer recorded.
    fn end(&mut self, of: &Position) {
        if let Keeps::Frame(frame) = of.keeps {
            self.forget(frame);
        }
        let node = of.place.node;
        if self.machine()[node].has_end || fact(&self.model.changes, node) {
            self.changed();
        }
    }

    /// Ends what is recorded, if it is one of the positions that have to end here.
    fn abort(&mut self, at: At, abort: &Abort) {
        let At::Region(region) = at else { return };
        if self.recorded(at).is_some_and(|position| abort.positions.contains(&position)) {
            self.leave(region, Some(abort.keep));
        }
    }

    /// Puts the end of what runs in the tree on the stack.
    pub(super) fn begin_stop(&mut self) {
        self.push(At::StopRegion(Machine::ROOT, false));
    }

    /// Ends what is recorded in a region, after its cleanups.
    fn stop_region(&mut self, entry: Entry, region: RegionId, late: bool) -> Flow {
        let of = self.recorded(At::Region(region));
        let keeps = of.and_then(|of| self.position(At::Region(region), of)).map(|of| &of.keeps);
        if entry.phase != Phase::Returned {
            match keeps {
                Some(Keeps::Region(below)) if self.machine()[*below].cleans_up => {
                    return Flow::Call(At::StopRegion(*below, late));
                }
                Some(Keeps::Frame(frame)) if self.machine()[*frame].cleans_up => {
                    return Flow::Call(At::StopFrame(*frame, late));
                }
                None
                | Some(
                    Keeps::Region(_)
                    | Keeps::Frame(_)
                    | Keeps::Nothing
                    | Keeps::Deadline(_)
                    | Keeps::Action(_)
                    | Keeps::Tree(_),
                ) => {}
            }
        } else if entry.status == Status::Running {
            return Flow::Return(Status::Running);
        }
        let keep = match self.machine()[region].owner {
            Owner::Tree => None,
            Owner::Frame(frame) => Some(self.machine()[frame].node),
            // Nothing in the cut runs any more; what is around it is aborted there.
            Owner::Region(_) => return Flow::Return(Status::Success),
        };
        self.leave(region, keep);
        Flow::Return(Status::Success)
    }

    /// Ends the children of a frame, one after the other; each may clean up.
    fn stop_frame(&mut self, mut entry: Entry, frame: FrameId, late: bool) -> Flow {
        let of = &self.machine()[frame];
        if of.is_cleanup {
            return self.stop_cleanup(entry, frame, late);
        }
        if entry.phase == Phase::Returned {
            // Whether a child runs is noted in the place.
            let runs = entry.place % 2 == 1 || entry.status == Status::Running;
            entry.place = (entry.place / 2 + 1) * 2 + usize::from(runs);
        }
        let children = self.model.layout.current(of, self.words);
        let Some(child) = children.get(entry.place / 2) else {
            let runs = entry.place % 2 == 1;
            return Flow::Return(if runs { Status::Running } else { Status::Success });
        };
        self.set_top(Entry { phase: Phase::Act, status: Status::Failure, ..entry });
        Flow::Call(At::StopRegion(*child, late))
    }

    /// Ends the node of a frame with a cleanup, and then ticks the frame, so that it cleans up.
    fn stop_cleanup(&mut self, entry: Entry, frame: FrameId, late: bool) -> Flow {
        let (at, of) = (At::Frame(frame), &self.machine()[frame]);
        let [cleanup, node] = [0, 1];
        match (entry.place, entry.phase, entry.status) {
            (0, Phase::Returned, Status::Running) => return Flow::Return(Status::Running),
            (0, Phase::Returned, _) => {
                self.close(at, node, false);
                self.reopen(at, cleanup);
            }
            (0, ..) if self.closed(of.children[node]).is_none() => {
                return Flow::Call(At::StopRegion(of.children[node], late));
            }
            // It was ticked before.
            (0, ..) if late => return Flow::Return(Status::Running),
            (0, ..) => {}
            (_, _, status) => return Flow::Return(status),
        }
        self.set_top(Entry { place: 1, phase: Phase::Act, ..entry });
        self.ticked(of.node);
        Flow::Call(at)
    }

    /// Ends all that runs.
    pub(super) fn abort_all(&mut self) {
        self.leave(Machine::ROOT, None);
    }

    /// Ends what is recorded in a region, and every node above it that does not contain the node `keep`.
    fn leave(&mut self, region: RegionId, keep: Option<NodeId>) {
        let machine = self.machine();
        let Some(position) = self.recorded(At::Region(region)) else { return };
        let Some(of) = self.position(At::Region(region), position) else { return };
        match &of.keeps {
            Keeps::Region(below) => self.leave(*below, keep),
            Keeps::Frame(frame) => self.leave_children(At::Frame(*frame)),
            Keeps::Nothing | Keeps::Deadline(_) | Keeps::Action(_) | Keeps::Tree(_) => {}
        }
        self.words[Layout::region(region)] = 0;
        if !matches!(of.keeps, Keeps::Region(_)) {
            self.end(of);
            let mut above = Some(of.place.node);
            while let Some(node) = above.map(|node| &machine[node]) {
                if keep.is_some_and(|keep| node.contains(keep)) {
                    break;
                }
                self.aborted(node.id);
                above = node.parent;
            }
        }
        for cooldown in &of.cooldowns {
            if !keep.is_some_and(|keep| machine[machine[*cooldown].node].contains(keep)) {
                self.cool(*cooldown);
            }
        }
    }
}

/// A fact about a node; lists that are too short have the default.
fn fact<T: Copy + Default>(facts: &[T], node: NodeId) -> T {
    facts.get(node.place()).copied().unwrap_or_default()
}

fn is(verdict: Verdict, same: Status) -> Status {
    match verdict {
        Verdict::Is(status) => status,
        Verdict::Same => same,
    }
}

fn edge<'e>(status: Status, success: &'e Edge, failure: &'e Edge) -> Option<&'e Edge> {
    match status {
        Status::Running => None,
        Status::Success => Some(success),
        Status::Failure => Some(failure),
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

fn is_of(node: NodeId) -> impl Fn(&Position) -> bool {
    move |position| position.place.node == node
}

pub(super) fn picks_best(frame: &Frame) -> bool {
    let is_it = |exit: &Exit| matches!(exit, Exit::Pick { by: Pick::Best, .. });
    frame.blocks.iter().any(|block| is_it(&block.exit))
}
