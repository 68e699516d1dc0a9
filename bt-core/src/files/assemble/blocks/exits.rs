//! How blocks end.

use super::{Writer, recorded};
use crate::files::assemble::{Assembled, NOWHERE};
use crate::files::code::{Beside, Call, Instruction, Target, short};
use bt_language::ast::Kind;
use bt_language::machine::{
    self, BlockId, Edge, Ended, Exit, NodeId, PositionId, Question, Step, To, Verdict,
};
use std::format;
use std::vec;
use std::vec::Vec;

impl<'m> Writer<'_, '_, 'm> {
    pub(super) fn exit(&mut self, exit: &'m Exit, next: Option<BlockId>) -> Assembled<()> {
        let instruction = match exit {
            Exit::Jump(edge) => {
                self.steps(&edge.steps)?;
                if matches!((edge.to, next), (To::Block(to), Some(next)) if to == next) {
                    return Ok(());
                }
                Instruction::Jump(Self::target(edge.to))
            }
            Exit::Resume(arms) => self.resume(arms)?,
            Exit::Ask { question, yes, no } => {
                let (yes, no) = (self.edge(yes), self.edge(no));
                self.question(*question, yes, no)?
            }
            Exit::Choose(..) => return Err("`match` has no place in a file".into()),
            Exit::Remembered { node, success, failure, nothing } => Instruction::Remembered {
                at: short(self.kept(*node)?),
                success: self.edge(success),
                failure: self.edge(failure),
                nothing: self.edge(nothing),
            },
            Exit::Act { node, running, ended } => self.act(*node, running, ended)?,
            Exit::Wait { position, begins, before, over } => {
                self.wait(*position, *begins, before, over)?
            }
            Exit::Begin { position, refused, then } => {
                let refused = refused.as_ref().map_or(NOWHERE, |edge| self.edge(edge));
                let then = self.edge(then);
                let (state, position, recorded) = self.at(*position)?;
                Instruction::Begin { position, state, recorded, refused, then }
            }
            Exit::BeginBeside { position, refused, abort, success, failure } => {
                let ways = [refused.as_ref(), Some(success), Some(failure)];
                self.begin_beside(*position, abort, ways)?
            }
            Exit::Continue { position, success, failure } => {
                let (success, failure) = (self.edge(success), self.edge(failure));
                let (state, position, _) = self.at(*position)?;
                Instruction::Continue { position, state, success, failure }
            }
            Exit::Child { child, closed, running, ended } => {
                let closed = closed.as_ref().map_or(NOWHERE, |edge| self.edge(edge));
                let running = self.edge(running);
                let (success, failure) = self.edges(ended);
                let region = short(self.child(*child)?.0);
                Instruction::Child { region, closed, running, success, failure }
            }
        };
        self.push(instruction);
        Ok(())
    }

    fn act(&mut self, node: NodeId, running: &'m Edge, ended: &'m Ended) -> Assembled<Instruction> {
        let Kind::Action(value) = &self.instance.machine[node].kind else {
            return Err(format!("node {node} acts and is no action"));
        };
        let (call, node) = (self.assembler.call(value)?, self.id(node));
        if let Some((state, position)) = self.only_recorded(running)? {
            let (success, failure) = self.edges(ended);
            return Ok(Instruction::ActOn { call, node, state, position, success, failure });
        }
        let running = self.edge(running);
        let (success, failure) = self.edges(ended);
        Ok(Instruction::Act { call, node, running, success, failure })
    }

    fn begin_beside(
        &mut self,
        position: PositionId,
        abort: &machine::Abort,
        ways: [Option<&'m Edge>; 3],
    ) -> Assembled<Instruction> {
        let abort = self.abort(abort)?;
        let [refused, success, failure] =
            ways.map(|edge| edge.map_or(NOWHERE, |edge| self.edge(edge)));
        let besides = &mut self.assembler.code.besides;
        besides.push(Beside { abort, refused, success, failure });
        let beside = short(besides.len() - 1);
        let (state, position, recorded) = self.at(position)?;
        Ok(Instruction::BeginBeside { position, state, recorded, beside })
    }

    /// The address of the region's word, the index of the position in the whole tree, and the value of the word.
    fn at(&self, position: PositionId) -> Assembled<(u32, u32, u32)> {
        let (_, state, first) = self.region()?;
        Ok((short(state), short(first + position.place()), recorded(position)))
    }

    /// The address of the region's word and its value, if the edge only records a position and returns `Running`.
    fn only_recorded(&self, edge: &Edge) -> Assembled<Option<(u32, u32)>> {
        let ([Step::Record(position)], To::Return(Verdict::Is(machine::Status::Running))) =
            (edge.steps.as_slice(), edge.to)
        else {
            return Ok(None);
        };
        let (_, state, _) = self.region()?;
        Ok(Some((short(state), recorded(*position))))
    }

    /// The address of the data that the blocks of the frame test.
    pub(super) fn address(&self) -> Assembled<u32> {
        Ok(short(self.assembler.address(self.frame()?)?))
    }

    fn resume(&mut self, arms: &'m [(Vec<PositionId>, Edge)]) -> Assembled<Instruction> {
        let (region, state, _) = self.region()?;
        let mut row = vec![NOWHERE; region.positions.len() + 1];
        for (positions, edge) in arms {
            let target = self.edge(edge);
            if positions.is_empty() {
                row.iter_mut().filter(|to| **to == NOWHERE).for_each(|to| *to = target);
            }
            for position in positions {
                row[position.place() + 1] = target;
            }
        }
        let targets = &mut self.assembler.code.targets;
        targets.extend(&row);
        Ok(Instruction::Resume { state: short(state), row: short(targets.len() - row.len()) })
    }

    fn wait(
        &mut self,
        position: PositionId,
        begins: bool,
        before: &'m Edge,
        over: &'m Edge,
    ) -> Assembled<Instruction> {
        let (region, _, first) = self.region()?;
        let (before, over) = (self.edge(before), self.edge(over));
        if !begins {
            let until = short(self.assembler.code.positions[first + position.place()].from);
            return Ok(Instruction::WaitGoesOn { until, before, over });
        }
        let node = self.instance.machine.node_of(&region.positions[position.place()]);
        match &node.kind {
            Kind::Wait(duration) | Kind::Delay(duration) => {
                let length = short(self.assembler.length(duration)?);
                Ok(Instruction::WaitBegins { length, before, over })
            }
            _ => Err(format!("node {} waits for nothing", node.id)),
        }
    }

    fn question(&mut self, question: Question, yes: Target, no: Target) -> Assembled<Instruction> {
        let machine = self.instance.machine;
        Ok(match question {
            Question::Condition(node) => return self.condition(node, yes, no),
            Question::Decision(node) => match &machine[node].kind {
                Kind::If { condition, .. } | Kind::Guard(condition) => {
                    decision(self.assembler.call(condition)?, yes, no)
                }
                _ => return Err(format!("node {node} decides nothing")),
            },
            Question::Preference(node, child) => match &machine[node].kind {
                Kind::Priority { conditions } if child < conditions.len() => {
                    let call = self.assembler.call(&conditions[child])?;
                    decision(call, yes, no)
                }
                _ => return Err(format!("node {node} prefers nothing")),
            },
            Question::IsReady(node) => {
                Instruction::IsReady { cooldown: short(self.kept(node)?), yes, no }
            }
            Question::IsInTime => Instruction::IsInTime { until: self.address()?, yes, no },
            Question::IsDue => Instruction::IsDue { due: self.address()?, yes, no },
            Question::HasRounds => Instruction::HasRounds { left: self.address()?, yes, no },
            Question::Enough { successes, count } => {
                Instruction::Enough { frame: short(self.frame()?), successes, count, yes, no }
            }
        })
    }

    /// A condition, perhaps after `not`.
    fn condition(&mut self, node: NodeId, yes: Target, no: Target) -> Assembled<Instruction> {
        let machine = self.instance.machine;
        let (mut nots, mut below) = (0_u16, &machine[node]);
        while let (Kind::Not, Some(child)) = (&below.kind, below.children.first()) {
            nots += 1;
            below = &machine[*child];
        }
        let Kind::Condition(answer) = &below.kind else {
            return Err(format!("node {} is no condition", below.id));
        };
        let call = self.assembler.call(answer)?;
        let node = self.id(node);
        Ok(if call.asks {
            Instruction::AskWithValues { call, node, nots, yes, no }
        } else {
            Instruction::Ask { call, node, nots, yes, no }
        })
    }
}

const fn decision(call: Call, yes: Target, no: Target) -> Instruction {
    if call.asks {
        Instruction::DecideWithValues { call, yes, no }
    } else {
        Instruction::Decide { call, yes, no }
    }
}
