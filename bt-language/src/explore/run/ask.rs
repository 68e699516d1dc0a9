//! Questions to the program: conditions, statuses of actions, and time.

use super::super::{Answers, ended};
use super::{At, Choice, Run};
use crate::ast::Size;
use crate::machine::{
    ExpressionId, Field, FrameId, Keeps, NodeId, Position, PositionId, Question, Status,
};

impl Run<'_> {
    pub(super) fn ask(&mut self, question: Question, at: At) -> Result<bool, Choice> {
        Ok(match question {
            Question::Condition { of, nots } => self.condition(of, nots)?,
            Question::Decision { known: Some(answer), .. } => answer,
            Question::Decision { of, about, known: None } => {
                let facts = &self.model.facts;
                let questions = if of.node == about { &facts.questions } else { &facts.keys };
                self.answer(questions.get(about.place()).copied().flatten())?
            }
            Question::IsReady(cell) => {
                self.words[self.model.layout.memory(cell)] == 0 || self.maybe()?
            }
            Question::IsInTime => !self.has_passed(at)?,
            Question::IsDue => self.is_fresh(at) || self.has_passed(at)?,
            Question::HasRounds => self.has_rounds(at)?,
            Question::Enough { successes, count } => self.count(at, ended(successes)) >= count,
        })
    }

    /// An answer; the same as before, if nothing has changed since.
    fn answer(&mut self, question: Option<u32>) -> Result<bool, Choice> {
        let place = question.map(|question| self.shape.answers.start + question as usize);
        if let Some(known @ 1..) = place.map(|place| self.words[place]) {
            return Ok(known == 2);
        }
        // "No" first: it leads to shorter runs.
        let answer = !self.maybe()?;
        if let Some(place) = place {
            self.words[place] = 1 + u32::from(answer);
        }
        Ok(answer)
    }

    /// A condition, and this number of inverters above it.
    fn condition(&mut self, of: ExpressionId, nots: u32) -> Result<bool, Choice> {
        let asked = of.node;
        let question = self.model.facts.questions.get(asked.place()).copied().flatten();
        let mut holds = self.answer(question)?;
        self.leaf(asked, ended(holds));
        for above in 1..=nots as usize {
            holds = !holds;
            self.finished(NodeId::new(asked.place() - above), ended(holds));
        }
        Ok(holds)
    }

    pub(super) fn act(&mut self, node: NodeId, at: At) -> Result<Status, Choice> {
        // While it is ticked, an action that goes on is the same as one that begins.
        if self
            .recorded(at)
            .and_then(|position| self.position(at, position))
            .is_some_and(is_of(node))
        {
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
    pub(super) fn any_status(&mut self, node: NodeId) -> Result<Status, Choice> {
        // What is asked before the action does not matter after it.
        self.changed();
        let answers: Answers =
            self.model.facts.answers.get(node.place()).copied().unwrap_or_default();
        let statuses = answers.statuses();
        let status = statuses[self.choose(statuses.len())?];
        self.leaf(node, status);
        Ok(status)
    }

    /// Returns `true` if the deadline of a position has passed.
    pub(super) fn is_over(
        &mut self,
        position: PositionId,
        begins: bool,
        at: At,
    ) -> Result<bool, Choice> {
        let Some(of) = self.position(at, position) else { return Ok(true) };
        let Keeps::Deadline(length) = &of.keeps else { return Ok(true) };
        let over = match length.size() {
            Size::Zero => true,
            Size::Positive if begins => false,
            Size::Positive | Size::Unknown => self.maybe()?,
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
        let At::Frame(frame) = at else { return Ok(true) };
        let mut lengths = self.machine()[frame].fields.iter().filter_map(|field| match field {
            Field::Deadline(length) | Field::Due(length) => Some(length.size()),
            Field::Rounds(_)
            | Field::Numbers { .. }
            | Field::Value { .. }
            | Field::Decorator(_)
            | Field::Tried { .. }
            | Field::Ranked(_) => None,
        });
        match lengths.next().unwrap_or(Size::Unknown) {
            Size::Zero => Ok(true),
            Size::Positive if self.is_fresh(at) => Ok(false),
            Size::Positive | Size::Unknown => self.maybe(),
        }
    }

    /// Returns `true` if there is a round after this one.
    fn has_rounds(&mut self, at: At) -> Result<bool, Choice> {
        let At::Frame(frame) = at else { return Ok(false) };
        if self.are_rounds_known(frame) {
            Ok(self.words[self.model.layout.frame(frame)] > 1)
        } else {
            Ok(!self.maybe()?)
        }
    }

    /// Returns `true` if the number of rounds of a frame is a literal.
    pub(super) fn are_rounds_known(&self, frame: FrameId) -> bool {
        // Its largest value is the number of rounds.
        self.model.layout.limits.get(self.model.layout.frame(frame)).is_some_and(|most| *most > 0)
    }
}

fn is_of(node: NodeId) -> impl Fn(&Position) -> bool {
    move |position| position.place.node == node
}
