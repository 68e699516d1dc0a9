//! Frames: their fields, and the blocks of one tick.

use super::blocks::{Blocks, Label};
use super::plan::{ItemId, Plan};
use super::region::Targets;
use super::{Internal, Lowered};
use crate::ast::{Policies, Purpose};
use crate::machine::{
    BlockName, Edge, Ended, Exit, ExpressionId, Field, Frame, FrameId, Keeps, Length, Machine,
    Node, NodeId, Owner, Pick, Question, RegionId, Set, Slots, Status, Step, Verdict,
};

/// The frames of all positions that have one.
pub(super) fn frames(machine: &Machine, plan: &Plan) -> Lowered<Vec<Frame>> {
    let mut children = vec![Vec::new(); plan.frames().len()];
    let mut home = vec![RegionId::FIRST; plan.frames().len()];
    for region in &machine.regions {
        if let Owner::Frame(frame) = region.owner {
            children[frame.place()].push(region.id);
        }
        for position in &region.positions {
            if let Keeps::Frame(frame) = position.keeps {
                home[frame.place()] = region.id;
            }
        }
    }
    let all = plan.frames().iter().zip(children).zip(home).enumerate();
    all.map(|(place, ((item, children), home))| {
        frame(machine, plan, *item, (FrameId::new(place), home, children))
    })
    .collect()
}

fn frame(
    machine: &Machine,
    plan: &Plan,
    item: ItemId,
    (id, home, children): (FrameId, RegionId, Vec<RegionId>),
) -> Lowered<Frame> {
    let node = &machine[plan.place(item).node];
    let mut tick = FrameBlocks {
        machine,
        node,
        children: children.len(),
        blocks: Blocks::default(),
        fields: Vec::new(),
        slots: Slots::One,
        end: None,
        is_cleanup: false,
        gates: Vec::new(),
    };
    if plan.kind(node.id).row().asks_gates {
        for (place, child) in node.children.iter().enumerate() {
            tick.gates.push((place, plan.gates(machine, *child)?));
        }
    }
    plan.definition(node.id).frame(&mut tick)?;
    let FrameBlocks { blocks, mut fields, slots, end, is_cleanup, .. } = tick;
    fields.shrink_to_fit();
    let blocks = blocks.finish().map_err(|what| Internal::new(&machine.name, node, what))?;
    let (node, needs_blackboard, cleans_up) = (node.id, false, is_cleanup);
    Ok(Frame {
        id,
        node,
        home,
        fields,
        slots,
        children,
        end,
        needs_blackboard,
        cleans_up,
        is_cleanup,
        blocks,
    })
}

/// The frame of a node while it is written; in its blocks no position is recorded.
pub(crate) struct FrameBlocks<'m> {
    machine: &'m Machine,
    pub(crate) node: &'m Node,
    /// The number of children with a region.
    pub(crate) children: usize,
    blocks: Blocks,
    fields: Vec<Field>,
    slots: Slots,
    end: Option<ExpressionId>,
    is_cleanup: bool,
    /// The questions of the gates in front of each child, if the node asks gates.
    pub(crate) gates: Vec<(usize, Vec<Question>)>,
}

impl FrameBlocks<'_> {
    pub(crate) fn field(&mut self, field: Field) {
        self.fields.push(field);
    }

    /// Has an expression evaluated when the node ends.
    pub(crate) fn at_end(&mut self, run: ExpressionId) {
        self.end = Some(run);
    }

    /// Has the first child clean up after the second.
    pub(crate) fn cleans_up(&mut self) {
        self.is_cleanup = true;
    }

    /// Begins the tick with this block. If a child has a cleanup that takes time, another block is returned, with which
    /// the tick begins while the node is stopping.
    pub(crate) fn begin_at(&mut self, first: Label) -> Option<Label> {
        if !self.node.cleans_up {
            let _ = self.edge(first);
            return None;
        }
        self.field(Field::Stopping);
        let (begin, stop) = (self.begin("stopping"), self.declare("stop"));
        let (yes, no) = (self.edge(stop), self.edge(first));
        self.ask(begin, Question::IsStopping, yes, no);
        Some(stop)
    }

    /// Places a block that ends the children; their cleanups may run in several ticks.
    pub(crate) fn stop(&mut self, label: Label, stopped: Edge) {
        self.stop_at(label, false, stopped);
    }

    /// The same; with `late`, the children were ticked before in this tick.
    pub(crate) fn stop_at(&mut self, label: Label, late: bool, stopped: Edge) {
        self.place(label, Exit::Stop { late, running: leave(Status::Running), stopped });
    }

    /// Begins the tick of a node that chooses one of its children in every tick; it chooses again when the child that
    /// it has interrupted has stopped.
    pub(crate) fn choose_at(&mut self, first: Label) {
        let Some(of) = self.node.ids(Purpose::Results).next() else {
            return self.stop_before(first);
        };
        let (ask, none) = (self.declare("results"), self.declare("no_results"));
        self.stop_before(ask);
        let (yes, no) = (self.edge(first), self.edge(none));
        self.ask(ask, Question::Decision { of, about: self.node.id, known: None }, yes, no);
        self.stop(none, leave(Status::Failure).after([Step::LeaveChildren]));
    }

    fn stop_before(&mut self, first: Label) {
        if let Some(stop) = self.begin_at(first) {
            let again = self.edge(first);
            self.stop(stop, again);
        }
    }

    /// Places blocks that tick one of several children, and end another one before; a failure leads to the next block,
    /// if there is one.
    pub(crate) fn turn_to(&mut self, label: Label, child: usize, next: Option<Label>) {
        let [others, ticks] =
            ["others", "child"].map(|name| self.blocks.declare(format!("{name}_{child}")));
        let (yes, no) = (self.edge(others), self.edge(ticks));
        self.ask(label, Question::IsIdle(child), yes, no);
        let stopped = self.edge(ticks);
        self.stop(others, stopped);
        let end = |status| {
            leave(status)
                .after([Step::Close(child, status == Status::Success), Step::LeaveChildren])
        };
        let failure = match next {
            Some(next) => self.edge(next).after([Step::Reopen(child)]),
            None => end(Status::Failure),
        };
        let ended = [end(Status::Success), failure];
        self.child(ticks, child, end(Status::Failure), leave(Status::Running), ended);
    }

    /// Declares the first block.
    pub(crate) fn begin(&mut self, name: &'static str) -> Label {
        let label = self.declare(name);
        let _ = self.edge(label);
        label
    }

    /// The node of a child.
    pub(crate) fn node_of(&self, child: usize) -> NodeId {
        self.node.children.get(child).copied().unwrap_or(self.node.id)
    }

    pub(crate) fn declare(&mut self, name: impl Into<BlockName>) -> Label {
        self.blocks.declare(name)
    }

    pub(crate) fn edge(&mut self, label: Label) -> Edge {
        self.blocks.edge(label, &Set::nothing())
    }

    /// Places a block that ticks the only child and returns its status, except for the status that
    /// leads elsewhere.
    pub(crate) fn tick(
        &mut self,
        label: Label,
        steps: Vec<Step>,
        elsewhere: Option<(Status, Label)>,
    ) {
        let same = || Edge::leave(Verdict::Same);
        let mut to = |status| match elsewhere {
            Some((at, label)) if at == status => self.edge(label),
            _ => same(),
        };
        let running = to(Status::Running);
        let ended = match elsewhere {
            Some((Status::Success | Status::Failure, _)) => {
                Ended::Apart { success: to(Status::Success), failure: to(Status::Failure) }
            }
            _ => Ended::Alike(same()),
        };
        self.blocks.place(label, steps, Exit::Child { child: 0, closed: None, running, ended });
    }

    pub(crate) fn place(&mut self, label: Label, exit: Exit) {
        self.blocks.place(label, Vec::new(), exit);
    }

    pub(crate) fn ask(&mut self, label: Label, question: Question, yes: Edge, no: Edge) {
        self.place(label, Exit::Ask { question, yes, no });
    }

    pub(crate) fn go(&mut self, label: Label, edge: Edge) {
        self.place(label, Exit::Jump(edge));
    }

    /// Only ticks the child.
    pub(crate) fn pass(&mut self) {
        let tick = self.begin("tick");
        self.tick(tick, Vec::new(), None);
    }

    /// Ticks the child once in each round; this result of the child begins the next one, if there is one, and not
    /// before it is due.
    pub(crate) fn rounds(&mut self, again: Status, is_counted: bool, every: Option<Length>) {
        let (tick, ended) = match every {
            None => (self.begin("tick"), self.declare("ended")),
            Some(every) => {
                let (begin, between) = (self.begin("begin"), self.declare("between"));
                let (tick, ended) = (self.declare("tick"), self.declare("ended"));
                let (yes, no) = (self.edge(between), self.edge(tick));
                self.ask(begin, Question::IsIdle(0), yes, no);
                let yes = self.edge(tick).after([Step::Postpone(every)]);
                let no = leave(Status::Running).after([Step::Ticked(self.node.id)]);
                self.ask(between, Question::IsDue, yes, no);
                (tick, ended)
            }
        };
        self.tick(tick, Vec::new(), Some((again, ended)));
        let next = leave(Status::Running);
        if is_counted {
            let next = next.after([Step::CountRound, Step::RenewChild]);
            self.ask(ended, Question::HasRounds, next, leave(again));
        } else {
            self.go(ended, next.after([Step::RenewChild]));
        }
    }

    /// Has the user's decorator tick the child.
    pub(crate) fn through(&mut self) {
        let tick = self.begin("tick");
        let ended = Ended::Alike(Edge::leave(Verdict::Same).after([Step::LeaveChildren]));
        let exit = Exit::Through { running: Edge::leave(Verdict::Same), ended };
        self.blocks.place(tick, vec![Step::Ticked(self.node.id)], exit);
    }

    /// Ticks one child at a time: after this result of a child, the next is picked in the same tick.
    /// When none is left, the result is that of the node. `steps` come first in each tick, and
    /// `decided` after a result of a child that is that of the node.
    pub(crate) fn choose(&mut self, by: Pick, onward: Status, steps: Vec<Step>, decided: &[Step]) {
        self.slots = Slots::Chosen;
        let pick = if steps.is_empty() {
            self.begin("pick")
        } else {
            let (begin, pick) = (self.declare("begin"), self.declare("pick"));
            self.choose_at(begin);
            let mut gates = std::mem::take(&mut self.gates);
            gates.retain(|(_, questions)| !questions.is_empty());
            let labels = gates.iter().map(|(child, _)| self.declare(format!("gate_{child}")));
            let labels: Vec<Label> = labels.collect::<Vec<_>>().into_iter().chain([pick]).collect();
            let first = self.edge(labels[0]);
            self.blocks.place(begin, steps, Exit::Jump(first));
            for ((child, questions), at) in gates.into_iter().zip(labels.windows(2)) {
                self.gate(child, questions, at[0], at[1]);
            }
            pick
        };
        let (tick, other) = (self.declare("tick"), self.declare("others"));
        let waits = by == Pick::Best && self.node.cleans_up;
        let (found, none) = (self.edge(tick), leave(onward));
        let exit = Exit::Pick { by, found, none, other: waits.then(|| self.edge(other)) };
        self.blocks.place(pick, Vec::new(), exit);
        if waits {
            self.stop(other, Blocks::back(pick).after([Step::ForgetChosen]));
        }
        let to = |status| {
            if status == onward {
                Blocks::back(pick).after([Step::ForgetChosen])
            } else {
                Edge::leave(Verdict::Same).after(decided.iter().cloned())
            }
        };
        let ended = Ended::Apart { success: to(Status::Success), failure: to(Status::Failure) };
        let running = Edge::leave(Verdict::Same);
        self.blocks.place(tick, Vec::new(), Exit::Chosen { running, ended });
    }

    /// Places blocks that leave a child out if one of its gates refuses; a child that runs keeps its place.
    fn gate(&mut self, child: usize, questions: Vec<Question>, at: Label, behind: Label) {
        let names = (0..questions.len()).map(|place| format!("gate_{child}_{place}"));
        let mut labels: Vec<Label> = names.map(|name| self.blocks.declare(name)).collect();
        labels.push(behind);
        let (yes, no) = (self.edge(labels[0]), self.edge(behind));
        self.ask(at, Question::IsIdle(child), yes, no);
        for (question, at) in questions.into_iter().zip(labels.windows(2)) {
            let yes = self.edge(at[1]);
            let no = self.edge(behind).after([Step::LeaveOut(child)]);
            self.ask(at[0], question, yes, no);
        }
    }

    /// Asks the first children, and ticks the unfinished others; returns as soon as one that finishes
    /// decides.
    pub(crate) fn parallel(&mut self, policies: &Policies) {
        let count = u32::try_from(self.children).unwrap_or(u32::MAX);
        let success = policies.success.of(count);
        // Too many failures leave too few children for success.
        let allowed = policies.failure.of(count).min((count + 1).saturating_sub(success));
        let ends = self.ends();
        let asked = self.node.children.len() - self.children;
        let conditions: Vec<NodeId> = self.node.children[..asked].to_vec();
        let mut order: Vec<Label> = conditions
            .iter()
            .map(|condition| self.blocks.declare(format!("ask_{condition}")))
            .collect();
        order.extend((0..self.children).map(|child| self.blocks.declare(format!("child_{child}"))));
        order.push(self.declare("running"));
        // Without conditions nothing interrupts the children.
        let stop = if conditions.is_empty() {
            let _ = self.edge(order[0]);
            None
        } else {
            self.begin_at(order[0])
        };
        let broken = stop.unwrap_or(ends.failure);
        for (place, condition) in conditions.into_iter().enumerate() {
            let (yes, no) = (self.edge(order[place + 1]), self.edge(broken));
            self.ask(order[place], condition_at(self.machine, condition), yes, no);
        }
        if let Some(stop) = stop {
            let stopped = self.edge(ends.failure);
            self.stop(stop, stopped);
        }
        for child in 0..self.children {
            let next = order[asked + child + 1];
            let succeeded = self.blocks.declare(format!("child_{child}_succeeds"));
            let failed = self.blocks.declare(format!("child_{child}_fails"));
            let ended = [self.edge(succeeded), self.edge(failed)];
            let (closed, running) = (self.edge(next), self.edge(next));
            self.child(order[asked + child], child, closed, running, ended);
            for (label, successes, count, target) in
                [(succeeded, true, success, ends.success), (failed, false, allowed, ends.failure)]
            {
                let steps = vec![Step::Close(child, successes)];
                let yes = self.edge(target);
                let exit = if count <= 1 {
                    Exit::Jump(yes)
                } else {
                    let no = self.edge(next);
                    Exit::Ask { question: Question::Enough { successes, count }, yes, no }
                };
                self.blocks.place(label, steps, exit);
            }
        }
        let running = order[asked + self.children];
        self.go(running, leave(Status::Running));
        self.finish(ends);
    }

    /// Places a block that ticks one child of several of which each is stored, and goes on by its
    /// success or failure.
    pub(crate) fn child(
        &mut self,
        label: Label,
        child: usize,
        closed: Edge,
        running: Edge,
        [success, failure]: [Edge; 2],
    ) {
        self.slots = Slots::Each;
        let ended = Ended::Apart { success, failure };
        let exit = Exit::Child { child, closed: Some(closed), running, ended };
        self.blocks.place(label, Vec::new(), exit);
    }

    /// Declares the blocks in which the node ends.
    pub(crate) fn ends(&mut self) -> Targets {
        Targets { success: self.declare("success"), failure: self.declare("failure") }
    }

    /// Places the blocks in which the node ends, and its running children are aborted.
    pub(crate) fn finish(&mut self, ends: Targets) {
        for (label, status) in [(ends.success, Status::Success), (ends.failure, Status::Failure)] {
            self.blocks.place_leaving(label, vec![Step::LeaveChildren], Verdict::Is(status));
        }
    }

    pub(crate) fn internal(&self, what: &str) -> Internal {
        Internal::new(&self.machine.name, self.node, what)
    }
}

/// The question of a condition, perhaps below inverters.
pub(super) fn condition_at(machine: &Machine, node: NodeId) -> Question {
    let (mut leaf, mut nots) = (node, 0);
    while let Some(child) = machine[leaf].children.first() {
        leaf = *child;
        nots += 1;
    }
    Question::Condition { of: ExpressionId { node: leaf, place: 0 }, nots }
}

pub(crate) fn leave(status: Status) -> Edge {
    Edge::leave(Verdict::Is(status))
}
