//! The machine as text, for people and for golden files.

use super::{
    Abort, Block, CellId, Edge, Ended, Exit, Field, Frame, Keeps, Machine, Owner, Pick, Place,
    PositionId, Question, Region, Set, Slots, Status, Step, Storage, Term, Test, To, Verdict,
};
use std::fmt::{Display, Write};

impl Machine {
    /// The machine as text: its nodes, then its regions and frames with their blocks.
    ///
    /// ```text
    /// block condition_5 {nothing, run_away_6}
    ///     ask condition 5
    ///       yes: → run_away_6
    ///       no: → flee_4_fails
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("tree {}\n\n", self.name);
        for node in &self.nodes {
            let mut above = node.parent;
            while let Some(parent) = above {
                text.push_str("  ");
                above = self[parent].parent;
            }
            let label = node.label.as_ref().map(|label| format!("'{label}: ")).unwrap_or_default();
            let word = node.word;
            let _ = writeln!(text, "{} {label}{word} {}", node.id, node.source);
        }
        for region in &self.regions {
            Writer { machine: self, region: Some(region), blocks: &region.blocks }
                .region(region, &mut text);
        }
        for frame in &self.frames {
            Writer { machine: self, region: None, blocks: &frame.blocks }.frame(frame, &mut text);
        }
        text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
    }
}

struct Writer<'m> {
    machine: &'m Machine,
    region: Option<&'m Region>,
    blocks: &'m [Block],
}

impl Writer<'_> {
    fn region(&self, region: &Region, text: &mut String) {
        let owner = match region.owner {
            Owner::Tree => String::from("of the tree"),
            Owner::Region(above) => format!("cut off from region {above}"),
            Owner::Frame(frame) => format!("of frame {frame}"),
        };
        let storage = match region.storage {
            Storage::Nothing => "stores nothing",
            Storage::Flag => "stores a flag",
            Storage::Enum => "stores an enum",
        };
        let leaving = if region.needs_blackboard { "needs" } else { "does not need" };
        let _ = writeln!(
            text,
            "\nregion {} {owner}, from {}; {storage}; leaving it {leaving} the blackboard",
            region.id,
            self.place(region.root)
        );
        for (id, position) in region.numbered() {
            let keeps = match &position.keeps {
                Keeps::Nothing => "nothing".into(),
                Keeps::Deadline(_) => "a deadline".into(),
                Keeps::Action(_) => "an action".into(),
                Keeps::Tree(_) => "the state of a tree".into(),
                Keeps::Frame(frame) => format!("frame {frame}"),
                Keeps::Region(below) => format!("region {below}"),
            };
            let cools: String = position
                .cooldowns
                .iter()
                .flat_map(|cell| [", leaving it begins cooldown ".into(), self.cell(*cell)])
                .collect();
            let _ = writeln!(text, "  position {} keeps {keeps}{cools}", self.position(id));
        }
        for rest in &region.rests {
            let terms: Vec<String> = rest.terms.iter().map(|term| self.term(*term)).collect();
            let terms = if rest.if_unchanged {
                " while no expression changes".into()
            } else if terms.is_empty() {
                String::new()
            } else {
                format!(" while {}", terms.join(" and "))
            };
            let _ = writeln!(text, "  {} rests{terms}", self.position(rest.position));
        }
        self.blocks(text);
    }

    fn frame(&self, frame: &Frame, text: &mut String) {
        let fields: Vec<String> =
            frame.fields.iter().map(|field| field_text(field).to_owned()).collect();
        let children =
            frame.children.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let children = if frame.children.len() == 1 {
            format!("region {children}")
        } else {
            format!("regions {children}")
        };
        let _ = writeln!(
            text,
            "\nframe {} of node {} in region {}: {}",
            frame.id,
            frame.node,
            frame.home,
            fields.into_iter().chain([children]).collect::<Vec<_>>().join(", ")
        );
        if frame.slots == Slots::Chosen {
            text.push_str("  stores one chosen child\n");
        }
        self.blocks(text);
    }

    fn blocks(&self, text: &mut String) {
        for block in self.blocks {
            let recorded = self.region.map(|_| format!(" {}", self.set(&block.recorded)));
            let _ = writeln!(
                text,
                "  block {}{}",
                block.name.text(self.machine),
                recorded.unwrap_or_default()
            );
            for step in &block.steps {
                let _ = writeln!(text, "      {}", self.step(step));
            }
            for line in self.exit(&block.exit) {
                let _ = writeln!(text, "      {line}");
            }
        }
    }

    /// The node to which a word of memory belongs.
    fn cell(&self, cell: CellId) -> String {
        self.machine[cell].node.to_string()
    }

    fn term(&self, term: Term) -> String {
        match term {
            Term::Cools(cell) => format!("cooldown {} goes on", self.cell(cell)),
            Term::Keeps(cell, success) => {
                format!("once {} keeps {}", self.cell(cell), ended_text(success))
            }
        }
    }

    fn place(&self, place: Place) -> String {
        self.machine.name(place)
    }

    fn position(&self, id: PositionId) -> String {
        let position = self.region.and_then(|region| region.positions.get(id.place()));
        position.map_or_else(|| format!("position {id}"), |position| self.place(position.place))
    }

    /// The names of positions; `else` for an empty list, which means all others.
    fn positions(&self, ids: &[PositionId]) -> String {
        if ids.is_empty() {
            return "else".into();
        }
        ids.iter().map(|id| self.position(*id)).collect::<Vec<_>>().join(", ")
    }

    fn set(&self, set: &Set) -> String {
        let nothing = set.nothing.then(|| String::from("nothing"));
        let names = set.positions().into_iter().map(|id| self.position(id));
        format!("{{{}}}", nothing.into_iter().chain(names).collect::<Vec<_>>().join(", "))
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::Finished(node, verdict) => format!("show {node} {}", verdict_text(*verdict)),
            Step::Ticked(node) => format!("show {node} ticked"),
            Step::Leaf(node, status) => format!("show leaf {node} {}", status_text(*status)),
            Step::Abort(abort) => self.abort(abort),
            Step::Record(position) => format!("record {}", self.position(*position)),
            Step::Forget(position) => format!("forget {}", self.position(*position)),
            Step::Cool(cell) => format!("begin cooldown {}", self.cell(*cell)),
            Step::NoteBegin(cell) => format!("note that {} begins", self.cell(*cell)),
            Step::CoolIfOlder(cell) => {
                format!("begin cooldown {0} unless {0} began in this tick", self.cell(*cell))
            }
            Step::StoreLength(cell, _) => {
                format!("keep the length of cooldown {}", self.cell(*cell))
            }
            Step::StoreResult(cell, success) => {
                format!("keep {} {}", self.cell(*cell), ended_text(*success))
            }
            Step::StoreNext(cell) => format!("keep the child behind in {}", self.cell(*cell)),
            Step::LeaveChildren => "abort the children".into(),
            Step::RenewChild => "begin the child anew".into(),
            Step::CountRound => "count the round".into(),
            Step::Postpone(_) => "due one period from now".into(),
            Step::Run(_) => "evaluate the service".into(),
            Step::Set(_) => "give the name a value".into(),
            Step::Rank { .. } => "rank the children by score".into(),
            Step::LeaveOut(child) => format!("child {child} is not tried"),
            Step::ForgetChosen => "forget the chosen child".into(),
            Step::Close(child, success) => format!("child {child} {}", ended_text(*success)),
            Step::Lasts(child, _) => format!("child {child} counts one length from now"),
            Step::Reopen(child) => format!("child {child} can begin anew"),
        }
    }

    fn abort(&self, abort: &Abort) -> String {
        let positions = self.positions(&abort.positions);
        let sure = if abort.test == Test::Always { "" } else { "if recorded " };
        format!("abort {sure}{positions}, up to what contains {}", abort.keep)
    }

    /// `steps, then → target`
    fn edge(&self, edge: &Edge) -> String {
        let steps: String =
            edge.steps.iter().flat_map(|step| [self.step(step), "; ".into()]).collect();
        let to = match edge.to {
            To::Block(id) | To::Back(id) => {
                let arrow = if matches!(edge.to, To::Back(_)) { "back to" } else { "→" };
                let name = self.blocks.get(id.place()).map(|block| block.name.text(self.machine));
                format!("{arrow} {}", name.as_deref().unwrap_or("nowhere"))
            }
            To::Return(verdict) => format!("return {}", verdict_text(verdict)),
        };
        format!("{steps}{to}")
    }

    fn arm(&self, when: impl Display, edge: &Edge) -> String {
        format!("{when}: {}", self.edge(edge))
    }

    /// The lines of an exit: its kind, and its arms.
    fn exit(&self, exit: &Exit) -> Vec<String> {
        let arms = self.arms(exit).into_iter().map(|arm| format!("  {arm}"));
        std::iter::once(self.headline(exit)).chain(arms).collect()
    }

    fn headline(&self, exit: &Exit) -> String {
        match exit {
            Exit::Jump(edge) => self.edge(edge),
            Exit::Resume(_) => "by what is recorded".into(),
            Exit::Ask { question, .. } => format!("ask {}", self.question(*question)),
            Exit::Choose { scrutinee, .. } => format!("choose an arm of {}", scrutinee.node),
            Exit::Remembered { cell, .. } => format!("by what {} keeps", self.cell(*cell)),
            Exit::Act { of, .. } => format!("tick action {}", of.node),
            Exit::Wait { position, begins: true, .. } => {
                format!("begin to wait in {}", self.position(*position))
            }
            Exit::Wait { position, .. } => format!("go on to wait in {}", self.position(*position)),
            Exit::Begin { position, .. } => format!("begin {}", self.position(*position)),
            Exit::BeginBeside { position, .. } => {
                format!("begin and tick {} beside what is recorded", self.position(*position))
            }
            Exit::Continue { position, .. } => format!("tick {}", self.position(*position)),
            Exit::Child { child, .. } => format!("tick child {child}"),
            Exit::Pick { by: Pick::Next, .. } => "pick the next child, if none is chosen".into(),
            Exit::Pick { by: Pick::Best, .. } => "pick the best child in place of another".into(),
            Exit::Chosen { .. } => "tick the chosen child".into(),
            Exit::Stop { late: false, .. } => "stop the children".into(),
            Exit::Stop { late: true, .. } => "stop the children, which were ticked".into(),
            Exit::Through { .. } => "tick the decorator".into(),
        }
    }

    fn arms(&self, exit: &Exit) -> Vec<String> {
        let refusal = |refused: &Option<Edge>| refused.as_ref().map(|of| self.arm("refused", of));
        let ended = |success, failure| [self.arm("success", success), self.arm("failure", failure)];
        match exit {
            Exit::Jump(_) => Vec::new(),
            Exit::Resume(arms) => arms
                .iter()
                .map(|(positions, edge)| self.arm(self.positions(positions), edge))
                .collect(),
            Exit::Ask { yes, no, .. } => vec![self.arm("yes", yes), self.arm("no", no)],
            Exit::Choose { arms, .. } => {
                arms.iter().enumerate().map(|(arm, edge)| self.arm(arm, edge)).collect()
            }
            Exit::Remembered { success, failure, nothing, .. } => {
                ended(success, failure).into_iter().chain([self.arm("nothing", nothing)]).collect()
            }
            Exit::Act { running, ended, .. }
            | Exit::Chosen { running, ended }
            | Exit::Through { running, ended } => self.statuses(running, ended),
            Exit::Pick { found, none, other, .. } => {
                let other = other.iter().map(|other| self.arm("another runs", other));
                let arms = [self.arm("found", found), self.arm("none left", none)];
                arms.into_iter().chain(other).collect()
            }
            Exit::Stop { running, stopped, .. } => {
                vec![self.arm("running", running), self.arm("stopped", stopped)]
            }
            Exit::Wait { before, over, .. } => {
                vec![self.arm("before", before), self.arm("over", over)]
            }
            Exit::Begin { refused, then, .. } => {
                refusal(refused).into_iter().chain([self.arm("begun", then)]).collect()
            }
            Exit::BeginBeside { position, refused, abort, success, failure } => {
                let (abort, name) = (self.abort(abort), self.position(*position));
                let running = format!("running: {abort}; record {name}; return running");
                let ended = ended(success, failure);
                refusal(refused).into_iter().chain([running]).chain(ended).collect()
            }
            Exit::Continue { success, failure, .. } => {
                let running = String::from("running: return running");
                std::iter::once(running).chain(ended(success, failure)).collect()
            }
            Exit::Child { closed, running, ended, .. } => {
                let closed = closed.iter().map(|edge| self.arm("closed", edge));
                closed.chain(self.statuses(running, ended)).collect()
            }
        }
    }

    fn question(&self, question: Question) -> String {
        match question {
            Question::Condition { of, nots } => {
                format!("condition {}", of.node.place() - nots as usize)
            }
            Question::Decision { of, about, .. } if of.node == about => {
                format!("the decision of {}", of.node)
            }
            Question::Decision { of, .. } => format!("condition {} of {}", of.place, of.node),
            Question::IsReady(cell) => format!("whether cooldown {} is over", self.cell(cell)),
            Question::IsInTime => "whether the deadline is still to come".into(),
            Question::IsDue => "whether it is due".into(),
            Question::IsIdle(child) => format!("whether child {child} has not begun"),
            Question::IsStale(child) => format!("whether child {child} counts no longer"),
            Question::IsStopping => "whether it is stopping".into(),
            Question::HasRounds => "whether a round is left".into(),
            Question::Enough { successes, count } => {
                format!("whether {count} have {}", if successes { "succeeded" } else { "failed" })
            }
        }
    }

    fn statuses(&self, running: &Edge, ended: &Ended) -> Vec<String> {
        let running = self.arm("running", running);
        match ended {
            Ended::Apart { success, failure } => {
                vec![running, self.arm("success", success), self.arm("failure", failure)]
            }
            Ended::Alike(edge) => vec![running, self.arm("finished", edge)],
        }
    }
}

fn status_text(status: Status) -> &'static str {
    match status {
        Status::Success => "success",
        Status::Failure => "failure",
        Status::Running => "running",
    }
}

fn ended_text(success: bool) -> &'static str {
    if success { "success" } else { "failure" }
}

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Is(status) => status_text(status),
        Verdict::Same => "the same",
    }
}

fn field_text(field: &Field) -> &'static str {
    match field {
        Field::Rounds(_) => "rounds",
        Field::Numbers { .. } => "numbers",
        Field::Deadline(_) => "deadline",
        Field::Due(length) if length.known.is_some() => "due",
        Field::Due(_) => "due, period",
        Field::Value { .. } => "value",
        Field::Place { .. } => "place for a value",
        Field::Decorator(_) => "decorator",
        Field::Tried { .. } => "tried",
        Field::Ranked(_) => "ranked",
        Field::InTurn(_) => "in turn",
        Field::Until { .. } => "until",
        Field::Stopping => "stopping",
    }
}
