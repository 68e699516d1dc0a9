//! Questions to the program: conditions, statuses of actions, and time.

use super::super::{Answers, ended};
use super::{At, Choice, Known, Length, Run};
use crate::ast::Kind;
use crate::machine::{NodeId, Position, PositionId, Question, Status};

impl Run<'_> {
    pub(super) fn ask(&mut self, question: Question, at: At) -> Result<bool, Choice> {
        Ok(match question {
            Question::Condition(node) => self.condition(node)?,
            Question::Decision(node) => {
                let question = self.model.facts.questions.get(node.place());
                self.answer(question.copied().flatten())?
            }
            Question::Preference(node, child) => self.preference(node, child)?,
            Question::IsReady(node) => {
                self.words[self.model.layout.memory(node)] == 0 || self.maybe()?
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

    /// A condition, or the `not`s in front of one.
    fn condition(&mut self, node: NodeId) -> Result<bool, Choice> {
        let machine = self.machine();
        let mut nots = Vec::new();
        let mut asked = node;
        while let (Kind::Not, Some(child)) = (&machine[asked].kind, machine[asked].children.first())
        {
            nots.push(asked);
            asked = *child;
        }
        let question = self.model.facts.questions.get(asked.place()).copied().flatten();
        let mut holds = self.answer(question)?;
        self.leaf(asked, ended(holds));
        for not in nots.into_iter().rev() {
            holds = !holds;
            self.finished(not, ended(holds));
        }
        Ok(holds)
    }

    fn preference(&mut self, node: NodeId, child: usize) -> Result<bool, Choice> {
        let Some(child) = self.machine()[node].children.get(child) else { return Ok(false) };
        if self.model.always[child.place()] {
            return Ok(true);
        }
        self.answer(self.model.facts.keys.get(child.place()).copied().flatten())
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
        let node = &self.machine()[of.place.node];
        let over = match self.model.lengths[node.id.place()] {
            Length::Zero => true,
            Length::Positive if begins => false,
            Length::Positive | Length::Unknown => self.maybe()?,
        };
        self.ticked(node.id);
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
        match self.model.lengths[self.machine()[frame].node.place()] {
            Length::Zero => Ok(true),
            Length::Positive if self.is_fresh(at) => Ok(false),
            Length::Positive | Length::Unknown => self.maybe(),
        }
    }

    /// Returns `true` if there is a round after this one.
    fn has_rounds(&mut self, at: At) -> Result<bool, Choice> {
        let At::Frame(frame) = at else { return Ok(false) };
        match self.model.rounds[self.machine()[frame].node.place()] {
            Known::Is(_) => Ok(self.words[self.model.layout.frame(frame)] > 1),
            Known::Nothing => Ok(!self.maybe()?),
        }
    }
}

fn is_of(node: NodeId) -> impl Fn(&Position) -> bool {
    move |position| position.place.node == node
}
