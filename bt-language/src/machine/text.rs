//! The machine as text, for people and for golden files.

use super::{
    Abort, Block, Body, Edge, Ended, Exit, Frame, Keeps, Machine, Owner, Place, PositionId,
    Question, Region, Set, Status, Step, Storage, Term, Test, To, Verdict,
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
            let word = node.kind.word();
            let _ = writeln!(text, "{} {label}{word} {}", node.id, node.source);
        }
        for region in &self.regions {
            Writer { machine: self, region: Some(region), blocks: &region.blocks }
                .region(region, &mut text);
        }
        for frame in &self.frames {
            Writer { machine: self, region: None, blocks: frame.blocks() }.frame(frame, &mut text);
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
            let keeps = match position.keeps {
                Keeps::Nothing => "nothing".into(),
                Keeps::Deadline => "a deadline".into(),
                Keeps::Action => "an action".into(),
                Keeps::Subtree => "the state of a tree".into(),
                Keeps::Frame(frame) => format!("frame {frame}"),
                Keeps::Region(below) => format!("region {below}"),
            };
            let cools: String = position
                .cooldowns
                .iter()
                .flat_map(|node| [", leaving it begins cooldown ".into(), node.to_string()])
                .collect();
            let _ = writeln!(text, "  position {} keeps {keeps}{cools}", self.position(id));
        }
        for rest in &region.rests {
            let terms: Vec<String> = rest.terms.iter().map(|term| term_text(*term)).collect();
            let terms = if terms.is_empty() {
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
            frame.fields.iter().map(|field| format!("{field:?}").to_lowercase()).collect();
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
        match &frame.body {
            Body::Choice { onward } => {
                let _ = writeln!(text, "  chooses the next child on {}", status_text(*onward));
            }
            Body::Scored => text.push_str("  scores its children in every tick\n"),
            Body::Wrapped => text.push_str("  the user's decorator ticks the child\n"),
            Body::Single(_) | Body::Parallel(_) => self.blocks(text),
        }
    }

    fn blocks(&self, text: &mut String) {
        for block in self.blocks {
            let recorded = self.region.map(|_| format!(" {}", self.set(&block.recorded)));
            let _ = writeln!(text, "  block {}{}", block.name, recorded.unwrap_or_default());
            for step in &block.steps {
                let _ = writeln!(text, "      {}", self.step(step));
            }
            for line in self.exit(&block.exit) {
                let _ = writeln!(text, "      {line}");
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
        let nothing = set.has_nothing().then(|| String::from("nothing"));
        let names = set.positions().into_iter().map(|id| self.position(id));
        format!("{{{}}}", nothing.into_iter().chain(names).collect::<Vec<_>>().join(", "))
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::Finished(node, verdict) => format!("show {node} {}", verdict_text(*verdict)),
            Step::Leaf(node, status) => format!("show leaf {node} {}", status_text(*status)),
            Step::Abort(abort) => self.abort(abort),
            Step::Record(position) => format!("record {}", self.position(*position)),
            Step::Forget(position) => format!("forget {}", self.position(*position)),
            Step::Cool(node) => format!("begin cooldown {node}"),
            Step::KeepLength(node) => format!("keep the length of cooldown {node}"),
            Step::Keep(node, success) => format!("keep {node} {}", ended_text(*success)),
            Step::LeaveChildren => "abort the children".into(),
            Step::RenewChild => "begin the child anew".into(),
            Step::CountRound => "count the round".into(),
            Step::Postpone => "due one period from now".into(),
            Step::Serve => "evaluate the service".into(),
            Step::Close(child, success) => format!("child {child} {}", ended_text(*success)),
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
            To::Block(id) => {
                let name = self.blocks.get(id.place()).map(|block| block.name.as_str());
                format!("→ {}", name.unwrap_or("nowhere"))
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
            Exit::Ask { question, .. } => format!("ask {}", question_text(*question)),
            Exit::Choose(node, _) => format!("choose an arm of {node}"),
            Exit::Remembered { node, .. } => format!("by what {node} keeps"),
            Exit::Act { node, .. } => format!("tick action {node}"),
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
            Exit::Choose(_, arms) => {
                arms.iter().enumerate().map(|(arm, edge)| self.arm(arm, edge)).collect()
            }
            Exit::Remembered { success, failure, nothing, .. } => {
                ended(success, failure).into_iter().chain([self.arm("nothing", nothing)]).collect()
            }
            Exit::Act { running, ended, .. } => self.statuses(running, ended),
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

fn term_text(term: Term) -> String {
    match term {
        Term::Cools(node) => format!("cooldown {node} goes on"),
        Term::Keeps(node, success) => format!("once {node} keeps {}", ended_text(success)),
    }
}

fn question_text(question: Question) -> String {
    match question {
        Question::Condition(node) => format!("condition {node}"),
        Question::Decision(node) => format!("the decision of {node}"),
        Question::Preference(node, child) => format!("condition {child} of {node}"),
        Question::IsReady(node) => format!("whether cooldown {node} is over"),
        Question::IsInTime => "whether the deadline is still to come".into(),
        Question::IsDue => "whether it is due".into(),
        Question::HasRounds => "whether a round is left".into(),
        Question::Enough { successes, count } => {
            format!("whether {count} have {}", if successes { "succeeded" } else { "failed" })
        }
    }
}
