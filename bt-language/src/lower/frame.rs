//! Frames: their fields, and the blocks of one tick.

use super::blocks::{Blocks, Label};
use super::plan::{ItemId, Plan};
use super::{Internal, Lowered};
use crate::ast::{Goal, Kind, Policies};
use crate::machine::{
    Block, Body, Edge, Ended, Exit, Field, Frame, FrameId, Machine, Node, NodeId, Order, Owner,
    Question, RegionId, Set, Status, Step, Verdict,
};

/// The frames of all positions that have one.
pub(super) fn frames(machine: &Machine, plan: &Plan) -> Lowered<Vec<Frame>> {
    let mut children = vec![Vec::new(); plan.frames().len()];
    for region in &machine.regions {
        if let Owner::Frame(frame) = region.owner {
            children[frame.place()].push(region.id);
        }
    }
    let mut home = vec![RegionId::FIRST; plan.frames().len()];
    for region in &machine.regions {
        for position in &region.positions {
            if let crate::machine::Keeps::Frame(frame) = position.keeps {
                home[frame.place()] = region.id;
            }
        }
    }
    let all = plan.frames().iter().zip(children).zip(home).enumerate();
    all.map(|(place, ((item, children), home))| {
        let id = FrameId::new(place);
        frame(
            machine,
            plan,
            *item,
            Frame {
                id,
                node: plan.place(*item).node,
                home,
                fields: Vec::new(),
                children,
                needs_blackboard: false,
                body: Body::Wrapped,
            },
        )
    })
    .collect()
}

fn frame(machine: &Machine, plan: &Plan, item: ItemId, frame: Frame) -> Lowered<Frame> {
    let node = &machine[plan.place(item).node];
    let children = frame.children.len();
    let internal = |what: String| Internal::new(&machine.name, node, what);
    let single = |blocks: Written| blocks.map(Body::Single).map_err(internal);
    let (fields, body) = match &node.kind {
        Kind::Repeat(_) => (vec![Field::Rounds], single(counted(Status::Success))?),
        Kind::Retry(_) => (vec![Field::Rounds], single(counted(Status::Failure))?),
        Kind::Timeout(_) => (vec![Field::Deadline], single(timeout())?),
        Kind::Every(duration) => (timer(duration.is_constant()), single(every())?),
        Kind::Service(duration, _) => (timer(duration.is_constant()), single(service())?),
        Kind::Let { .. } => (vec![Field::Value], single(passed())?),
        Kind::For { .. } => (vec![Field::Numbers], single(counted(Status::Success))?),
        Kind::Finally(_) => (Vec::new(), single(passed())?),
        Kind::ActiveUtility { .. } => (Vec::new(), Body::Scored),
        Kind::With(_) => (vec![Field::Decorator], Body::Wrapped),
        Kind::Parallel(policies) | Kind::Monitor { policies, .. } => {
            (Vec::new(), Body::Parallel(parallel(node, policies, children).map_err(internal)?))
        }
        Kind::Random { goal: Goal::Success, .. } => choice(Order::Random, Status::Failure),
        Kind::Random { goal: Goal::Failure, .. } => choice(Order::Random, Status::Success),
        Kind::Utility { .. } => choice(Order::Score, Status::Failure),
        _ => return Err(Internal::new(&machine.name, node, "it has no frame")),
    };
    Ok(Frame { fields, body, ..frame })
}

fn choice(order: Order, onward: Status) -> (Vec<Field>, Body) {
    (vec![Field::Order(order)], Body::Choice { onward })
}

/// A period that is not a literal is evaluated at activation and kept.
fn timer(constant: bool) -> Vec<Field> {
    if constant { vec![Field::Due] } else { vec![Field::Due, Field::Period] }
}

/// The blocks of a frame, or an error.
type Written = Result<Vec<Block>, String>;

/// Writes the blocks of a frame, in which no position is recorded.
#[derive(Default)]
struct Writer {
    blocks: Blocks,
}

impl Writer {
    fn declare(&mut self, name: &str) -> Label {
        self.blocks.declare(name)
    }

    fn edge(&mut self, label: Label) -> Edge {
        self.blocks.edge(label, &Set::nothing())
    }

    /// Places a block that ticks the only child and returns its status, except for the status that
    /// leads elsewhere.
    fn tick(&mut self, label: Label, steps: Vec<Step>, elsewhere: Option<(Status, Label)>) {
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

    fn ask(&mut self, label: Label, question: Question, yes: Edge, no: Edge) {
        self.blocks.place(label, Vec::new(), Exit::Ask { question, yes, no });
    }

    fn finish(self) -> Written {
        self.blocks.finish()
    }
}

fn leave(status: Status) -> Edge {
    Edge::leave(Verdict::Is(status))
}

/// `let`, `finally`: only ticks the child.
fn passed() -> Written {
    let mut writer = Writer::default();
    let tick = writer.declare("tick");
    let _ = writer.edge(tick);
    writer.tick(tick, Vec::new(), None);
    writer.finish()
}

/// `timeout(D)`: ends if its child still runs at the deadline.
fn timeout() -> Written {
    let mut writer = Writer::default();
    let (tick, runs) = (writer.declare("tick"), writer.declare("runs"));
    let _ = writer.edge(tick);
    writer.tick(tick, Vec::new(), Some((Status::Running, runs)));
    let over = leave(Status::Failure).after([Step::LeaveChildren]);
    writer.ask(runs, Question::IsInTime, leave(Status::Running), over);
    writer.finish()
}

/// `every(D)`
fn every() -> Written {
    let mut writer = Writer::default();
    let (begin, due) = (writer.declare("begin"), writer.declare("due"));
    let _ = writer.edge(begin);
    let yes = writer.edge(due);
    writer.ask(begin, Question::IsDue, yes, leave(Status::Running));
    writer.tick(due, vec![Step::Postpone], None);
    writer.finish()
}

/// `service(D, EXPR)`
fn service() -> Written {
    let mut writer = Writer::default();
    let (begin, tick) = (writer.declare("begin"), writer.declare("tick"));
    let _ = writer.edge(begin);
    let yes = writer.edge(tick).after([Step::Postpone, Step::Serve]);
    let no = writer.edge(tick);
    writer.ask(begin, Question::IsDue, yes, no);
    writer.tick(tick, Vec::new(), None);
    writer.finish()
}

/// `repeat(N)` counts successes, `retry(N)` counts failures.
fn counted(again: Status) -> Written {
    let mut writer = Writer::default();
    let (tick, ended) = (writer.declare("tick"), writer.declare("ended"));
    let _ = writer.edge(tick);
    writer.tick(tick, Vec::new(), Some((again, ended)));
    let next = leave(Status::Running).after([Step::CountRound, Step::RenewChild]);
    writer.ask(ended, Question::HasRounds, next, leave(again));
    writer.finish()
}

/// The numbers of successes and failures that end a parallel; too many failures leave too few
/// children for success.
fn thresholds(policies: &Policies, children: usize) -> (u32, u32) {
    let count = u32::try_from(children).unwrap_or(u32::MAX);
    let success = policies.success.of(count);
    let reachable = (count + 1).saturating_sub(success);
    (success, policies.failure.of(count).min(reachable))
}

/// Ticks the unfinished children, and returns as soon as one that finishes decides the parallel.
fn parallel(node: &Node, policies: &Policies, children: usize) -> Written {
    let (needed, allowed) = thresholds(policies, children);
    let mut writer = Writer::default();
    let success = writer.declare("success");
    let failure = writer.declare("failure");
    let conditions: Vec<NodeId> = node.children.iter().take(node.conditions()).copied().collect();
    let asked: Vec<Label> =
        conditions.iter().map(|condition| writer.declare(&format!("ask_{condition}"))).collect();
    let ticked: Vec<Label> =
        (0..children).map(|child| writer.declare(&format!("child_{child}"))).collect();
    let running = writer.declare("running");
    let order: Vec<Label> = asked.iter().chain(&ticked).copied().chain([running]).collect();
    let _ = writer.edge(order[0]);
    for (place, condition) in conditions.iter().enumerate() {
        let yes = writer.edge(order[place + 1]);
        let no = writer.edge(failure);
        writer.ask(order[place], Question::Condition(*condition), yes, no);
    }
    for child in 0..children {
        let next = order[conditions.len() + child + 1];
        let succeeded = writer.declare(&format!("child_{child}_succeeds"));
        let failed = writer.declare(&format!("child_{child}_fails"));
        let exit = Exit::Child {
            child,
            closed: Some(writer.edge(next)),
            running: writer.edge(next),
            ended: Ended::Apart { success: writer.edge(succeeded), failure: writer.edge(failed) },
        };
        writer.blocks.place(ticked[child], Vec::new(), exit);
        for (label, successes, count, target) in
            [(succeeded, true, needed, success), (failed, false, allowed, failure)]
        {
            let steps = vec![Step::Close(child, successes)];
            let yes = writer.edge(target);
            let exit = if count <= 1 {
                Exit::Jump(yes)
            } else {
                let no = writer.edge(next);
                Exit::Ask { question: Question::Enough { successes, count }, yes, no }
            };
            writer.blocks.place(label, steps, exit);
        }
    }
    writer.blocks.place(running, Vec::new(), Exit::Jump(leave(Status::Running)));
    let left = || vec![Step::LeaveChildren];
    writer.blocks.place_leaving(success, left(), Verdict::Is(Status::Success));
    writer.blocks.place_leaving(failure, left(), Verdict::Is(Status::Failure));
    writer.finish()
}
