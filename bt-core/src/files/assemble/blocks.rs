//! Blocks → instructions.

use super::{Assembled, Assembler, Instance, misplaced, value};
use crate::Status;
use crate::files::code::{
    self, Abort, Beside, Call, Descent, ENDS, FAILED, FAILURE, Field, Frame, Instruction, Keeps,
    Leaf, NOWHERE, RUNNING, SAME, SUCCEEDED, SUCCESS, Slots, Stream, Target, Test, short,
};
use bt_language::ast;
use bt_language::machine::{
    self, Block, BlockId, CellId, Edge, Ended, Exit, ExpressionId, NodeId, Pick, PositionId,
    Purpose, Question, Step, To, Verdict,
};
use std::format;
use std::vec;
use std::vec::Vec;

/// The lowest label: a target that stands for a block, or for the steps of an edge, until their addresses are known.
const LABEL: Target = 1 << 31;

/// The region or the frame that contains the blocks, with its index.
#[derive(Clone, Copy)]
pub(super) enum Owner<'m> {
    Region(&'m machine::Region, usize),
    Frame(usize),
}

/// Writes the instructions of one region or frame.
struct Writer<'a, 'i, 'm> {
    assembler: &'a mut Assembler<'m>,
    instance: &'i Instance<'m>,
    owner: Owner<'m>,
    /// `true` for the instructions that report events.
    reports: bool,
    /// The addresses of the blocks, followed by the addresses of the steps of edges.
    labels: Vec<Target>,
    /// Edges whose steps are still to be written.
    edges: Vec<(usize, &'m Edge)>,
}

impl<'m> Assembler<'m> {
    /// Writes the instructions twice: with events, and without events for ticks that have no observer.
    pub(super) fn blocks(
        &mut self,
        instance: &Instance<'m>,
        owner: Owner<'m>,
        blocks: &'m [Block],
    ) -> Assembled<[Target; 2]> {
        Ok([
            self.write(instance, owner, blocks, true)?,
            self.write(instance, owner, blocks, false)?,
        ])
    }

    fn write(
        &mut self,
        instance: &Instance<'m>,
        owner: Owner<'m>,
        blocks: &'m [Block],
        reports: bool,
    ) -> Assembled<Target> {
        let stream = &self.streams[usize::from(!reports)];
        let first = stream.instructions.len();
        let (targets, besides) = (stream.targets.len(), stream.besides.len());
        let choices = stream.choices.len();
        let labels = vec![NOWHERE; blocks.len()];
        let mut writer =
            Writer { assembler: self, instance, owner, reports, labels, edges: Vec::new() };
        for (place, block) in blocks.iter().enumerate() {
            writer.labels[block.id.place()] = writer.here();
            writer.steps(&block.steps)?;
            writer.exit(&block.exit, blocks.get(place + 1).map(|next| next.id))?;
        }
        while let Some((label, edge)) = writer.edges.pop() {
            writer.labels[label] = writer.here();
            writer.steps(&edge.steps)?;
            let to = Writer::target(edge.to);
            writer.push(Instruction::Jump(to));
        }
        let labels = writer.labels;
        if let (Owner::Region(region, number), true) = (owner, reports) {
            let begins = region.labelled.iter();
            let begins =
                begins.map(|(node, at)| ((number, instance.id(*node)), labels[at.place()]));
            self.code.begins.extend(begins);
        }
        let entry = blocks.first().map_or(NOWHERE, |block| labels[block.id.place()]);
        let stream = &mut self.streams[usize::from(!reports)];
        stream.fix(&labels, first, (targets, besides, choices));
        Ok(stream.ahead(entry))
    }
}

impl Stream {
    /// Replaces labels by targets, and skips jumps that lead to other jumps.
    fn fix(
        &mut self,
        labels: &[Target],
        first: usize,
        (targets, besides, choices): (usize, usize, usize),
    ) {
        let place = |target: Target| {
            let is_label = (LABEL..ENDS).contains(&target);
            if is_label { labels[(target - LABEL) as usize] } else { target }
        };
        for (at, instruction) in self.instructions.iter_mut().enumerate().skip(first) {
            if let Some(next) = instruction.next() {
                *next = short(at + 1);
            }
            instruction.each_target(|target| *target = place(*target));
        }
        for place in first..self.instructions.len() {
            let mut instruction = self.instructions[place];
            instruction.each_target(|target| *target = self.ahead(*target));
            // A child whose status is returned in any case goes on in place of its frame.
            if let Instruction::Child {
                below,
                entry,
                closed: NOWHERE,
                running: SAME | RUNNING,
                success: SAME | SUCCESS,
                failure: SAME | FAILURE,
            } = instruction
            {
                instruction = Instruction::Enter { below, entry };
            }
            self.instructions[place] = instruction;
        }
        for choice in choices..self.choices.len() {
            for arm in 0..self.choices[choice].len() {
                let target = self.ahead(place(self.choices[choice][arm].1));
                self.choices[choice][arm].1 = target;
            }
        }
        for row in targets..self.targets.len() {
            self.targets[row] = self.ahead(place(self.targets[row]));
        }
        for beside in besides..self.besides.len() {
            let mut of = self.besides[beside];
            of.each_target(|target| *target = self.ahead(place(*target)));
            self.besides[beside] = of;
        }
    }

    /// The target at the end of a chain of jumps.
    pub(super) fn ahead(&self, mut target: Target) -> Target {
        while let Some(Instruction::Jump(next)) = self.instructions.get(target as usize) {
            target = *next;
        }
        target
    }
}

impl<'m> Writer<'_, '_, 'm> {
    fn here(&self) -> Target {
        short(self.assembler.streams[usize::from(!self.reports)].instructions.len())
    }

    fn stream(&mut self) -> &mut Stream {
        &mut self.assembler.streams[usize::from(!self.reports)]
    }

    fn push(&mut self, instruction: Instruction) {
        self.stream().instructions.push(instruction);
    }

    fn id(&self, node: NodeId) -> u32 {
        self.instance.id(node)
    }

    fn cell(&self, cell: CellId) -> u32 {
        short(self.instance.cell(cell))
    }

    /// The index of an answer that is more than a word with literals.
    fn formula(&mut self, of: ExpressionId) -> Assembled<u32> {
        self.assembler.formula_of(self.instance.machine, of).map(short)
    }

    /// A word whose arguments are literals.
    fn literal_call(&mut self, of: ExpressionId) -> Assembled<Option<Call>> {
        let is_literal = |call: &ast::Call| {
            call.arguments.iter().all(|of| matches!(of, ast::Formula::Constant(_)))
        };
        let is_literal = self.instance.machine[of].call().is_some_and(is_literal);
        is_literal.then(|| self.call(of)).transpose()
    }

    fn call(&mut self, of: ExpressionId) -> Assembled<Call> {
        self.assembler.call(self.instance.machine, of)
    }

    /// The region, the address of its word, and the index of its first position.
    fn region(&self) -> Assembled<(&'m machine::Region, usize, usize)> {
        match self.owner {
            Owner::Region(region, number) => {
                let of = &self.assembler.code.regions[number];
                Ok((region, of.state, of.first))
            }
            Owner::Frame(_) => Err("a frame records nothing".into()),
        }
    }

    /// The index of the frame, and the frame.
    fn frame(&self) -> Assembled<(u32, &Frame)> {
        match self.owner {
            Owner::Frame(frame) => Ok((short(frame), &self.assembler.code.frames[frame])),
            Owner::Region(..) => Err("a region has no fields".into()),
        }
    }

    /// A part of the frame's data.
    fn field<T>(&self, part: impl Fn(&Field) -> Option<T>) -> Assembled<T> {
        let found = self.frame()?.1.fields.iter().find_map(part);
        found.ok_or_else(|| "a frame has no such field".into())
    }

    /// The index of the frame, and the address of the chosen child.
    fn choice(&self) -> Assembled<(u32, u32)> {
        match self.frame()? {
            (frame, Frame { slots: Slots::Chosen(chosen), .. }) => Ok((frame, short(*chosen))),
            (_, Frame { slots: Slots::One | Slots::Each | Slots::Renewed, .. }) => {
                Err("a frame chooses no child".into())
            }
        }
    }

    /// The word of a child's region, and the first instruction with events; without events the region, whose first
    /// instruction is not known yet.
    fn below(&self, child: usize) -> Assembled<(u32, Target)> {
        let (region, state) = self.child(child)?;
        let entry = self.assembler.code.regions[region as usize].entries[0];
        Ok((state, if self.reports { entry } else { region }))
    }

    /// A child of the frame: its region, and the address of the region's word.
    fn child(&self, child: usize) -> Assembled<(u32, u32)> {
        let region = self.frame()?.1.children.get(child).copied();
        let region = region.ok_or_else(|| format!("a frame has no child {child}"))?;
        Ok((short(region), short(self.assembler.code.regions[region].state)))
    }
}

// Edges and their steps.
impl<'m> Writer<'_, '_, 'm> {
    fn target(to: To) -> Target {
        match to {
            To::Block(block) | To::Back(block) => LABEL + short(block.place()),
            To::Return(Verdict::Is(machine::Status::Success)) => SUCCESS,
            To::Return(Verdict::Is(machine::Status::Failure)) => FAILURE,
            To::Return(Verdict::Is(machine::Status::Running)) => RUNNING,
            To::Return(Verdict::Same) => SAME,
        }
    }

    /// The target of an edge: its steps, if it has any.
    fn edge(&mut self, edge: &'m Edge) -> Target {
        if edge.steps.is_empty() {
            return Self::target(edge.to);
        }
        self.labels.push(NOWHERE);
        let label = self.labels.len() - 1;
        self.edges.push((label, edge));
        LABEL + short(label)
    }

    fn optional(&mut self, edge: Option<&'m Edge>) -> Target {
        edge.map_or(NOWHERE, |edge| self.edge(edge))
    }

    fn edges(&mut self, ended: &'m Ended) -> (Target, Target) {
        match ended {
            Ended::Apart { success, failure } => (self.edge(success), self.edge(failure)),
            Ended::Alike(edge) => {
                let target = self.edge(edge);
                (target, target)
            }
        }
    }

    fn steps(&mut self, steps: &'m [Step]) -> Assembled<()> {
        for step in steps {
            if let Some(instruction) = self.step(step)? {
                self.push(instruction);
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &'m Step) -> Assembled<Option<Instruction>> {
        let done = match step {
            Step::Finished(..) | Step::Leaf(..) | Step::Ticked(_) if !self.reports => {
                return Ok(None);
            }
            Step::Finished(node, Verdict::Is(status)) => {
                code::Step::Finished { node: self.id(*node), status: of(*status) }
            }
            Step::Finished(node, Verdict::Same) => {
                let node = self.id(*node);
                return Ok(Some(Instruction::FinishedSame { node, next: NOWHERE }));
            }
            Step::Leaf(node, status) => {
                code::Step::Leaf { node: self.id(*node), status: of(*status) }
            }
            Step::Ticked(node) => code::Step::Ticked(self.id(*node)),
            Step::Abort(abort) => {
                let (abort, row) = self.abort(abort)?;
                let state = short(self.region()?.1);
                return Ok(Some(Instruction::Abort { state, row, abort, next: NOWHERE }));
            }
            Step::Record(position) => return Ok(Some(self.record(*position)?)),
            Step::Forget(_) => return Ok(None),
            Step::Cool(cell) => code::Step::Cool(self.cell(*cell)),
            Step::NoteBegin(cell) => code::Step::NoteBegin(self.cell(*cell)),
            Step::CoolIfOlder(cell) => code::Step::CoolIfOlder(self.cell(*cell)),
            Step::StoreLength(cell, of) => {
                let (cooldown, stored) = (self.instance.cell(*cell), self.formula(*of)?);
                let length = &mut self.assembler.code.cooldowns[cooldown].length;
                if let code::Period::Stored { formula, .. } = length {
                    *formula = stored as usize;
                }
                code::Step::StoreLength(short(cooldown))
            }
            Step::StoreResult(cell, success) => {
                code::Step::StoreResult { at: self.cell(*cell), success: *success }
            }
            Step::Lasts(child, length) => {
                let until = self.until(*child)?.ok_or("a child has no time")?;
                let length = self.assembler.length(self.instance.machine, length)?;
                code::Step::Lasts { until, length: short(length) }
            }
            Step::StoreNext(cell) => {
                let count = short(self.frame()?.1.children.len());
                code::Step::StoreNext { at: self.cell(*cell), chosen: self.choice()?.1, count }
            }
            Step::LeaveChildren => code::Step::LeaveChildren(self.frame()?.0),
            Step::RenewChild => return Ok(Some(write(self.child(0)?.1, 0))),
            Step::CountRound => match self.numbers()? {
                Some((at, place)) => code::Step::NextNumber { at, place },
                None => code::Step::CountRound(self.rounds()?),
            },
            Step::Postpone(_) => {
                let (due, period) = self.due()?;
                return Ok(Some(Instruction::Postpone { due, period, next: NOWHERE }));
            }
            Step::Run(of) => code::Step::Run(self.call(*of)?),
            Step::Set(of) => {
                let machine = self.instance.machine;
                let Some(ast::Formula::Set(name, _)) = machine[*of].formula() else {
                    return Err(misplaced(machine, of.node));
                };
                let place = short(self.assembler.named(name)?);
                let formula = short(self.assembler.known_of(machine, *of)?);
                code::Step::Set { place, formula }
            }
            Step::Close(child, success) => {
                let word = if *success { SUCCEEDED } else { FAILED };
                return Ok(Some(write(self.child(*child)?.1, word)));
            }
            Step::Reopen(child) => return Ok(Some(write(self.child(*child)?.1, 0))),
            Step::LeaveOut(child) => {
                code::Step::LeaveOut { order: self.ranking()?, child: short(*child) }
            }
            Step::Rank { scores, margin } => return Ok(Some(self.rank(scores, *margin)?)),
            Step::ForgetChosen => return Ok(Some(write(self.choice()?.1, 0))),
        };
        Ok(Some(Instruction::Step { step: done, next: NOWHERE }))
    }

    fn record(&self, position: PositionId) -> Assembled<Instruction> {
        let (_, state, first) = self.region()?;
        let (state, number) = (short(state), recorded(position));
        let of = &self.assembler.code.positions[first + position.place()];
        Ok(match of.keeps {
            Keeps::Deadline => {
                let at = short(of.from);
                Instruction::RecordDeadline { state, at, position: number, next: NOWHERE }
            }
            Keeps::Nothing
            | Keeps::Action { .. }
            | Keeps::Tree { .. }
            | Keeps::Subtree { .. }
            | Keeps::Frame(_)
            | Keeps::Region(_) => Instruction::Record { state, position: number, next: NOWHERE },
        })
    }

    fn rank(
        &mut self,
        scores: &[ExpressionId],
        margin: Option<ExpressionId>,
    ) -> Assembled<Instruction> {
        let (machine, order) = (self.instance.machine, self.ranking()?);
        let (_, chosen) = self.choice()?;
        let scores = self.assembler.numbers(machine, scores)?;
        let margin = margin.map(|margin| self.assembler.numbers(machine, &[margin])).transpose()?;
        Ok(Instruction::Rank { chosen, order, scores, margin, next: NOWHERE })
    }

    /// The index of an abort, and its row of positions.
    fn abort(&mut self, abort: &machine::Abort) -> Assembled<(u32, u32)> {
        let Owner::Region(region, number) = self.owner else {
            return Err("a frame records nothing".into());
        };
        let keep = self.id(abort.keep);
        let code = &mut self.assembler.code;
        let row = short(code.masks.len());
        let ends = |position| abort.positions.contains(&PositionId::new(position));
        // A word of 0 means that no position is recorded.
        code.masks.push(false);
        code.masks.extend((0..region.positions.len()).map(ends));
        code.aborts.push(Abort { region: number, row, keep });
        Ok((short(code.aborts.len() - 1), row))
    }

    /// The address of the time until which the success of a child counts.
    fn until(&self, child: usize) -> Assembled<Option<u32>> {
        Ok(self.frame()?.1.until(child).map(short))
    }

    /// The numbers of a `for`, and the place of the current one.
    fn numbers(&self) -> Assembled<Option<(u32, u32)>> {
        let mut fields = self.frame()?.1.fields.iter();
        Ok(fields.find_map(|field| match field {
            Field::Numbers { at, place, .. } => Some((short(*at), short(*place))),
            _ => None,
        }))
    }

    fn rounds(&self) -> Assembled<u32> {
        self.field(
            |field| if let Field::Rounds { left, .. } = field { Some(short(*left)) } else { None },
        )
    }

    fn deadline(&self) -> Assembled<u32> {
        self.field(|field| {
            if let Field::Deadline { until, .. } = field { Some(short(*until)) } else { None }
        })
    }

    /// The address of the next due time, and the index of the period.
    fn due(&self) -> Assembled<(u32, u32)> {
        self.field(|field| {
            if let Field::Due { at, period } = field {
                Some((short(*at), short(*period)))
            } else {
                None
            }
        })
    }

    /// The address of the order of the children in the current tick.
    fn ranking(&self) -> Assembled<u32> {
        self.field(
            |field| if let Field::Ranking { order } = field { Some(short(*order)) } else { None },
        )
    }

    /// The address of the word that is 1 while the frame is stopping.
    fn stopping(&self) -> Assembled<u32> {
        self.field(|field| if let Field::Stopping { at } = field { Some(short(*at)) } else { None })
    }

    /// The slot of the decorator of the vocabulary.
    fn decorator(&self) -> Assembled<u32> {
        self.field(|field| {
            if let Field::Decorator { slot, .. } = field { Some(short(*slot)) } else { None }
        })
    }
}

// Exits.
impl<'m> Writer<'_, '_, 'm> {
    #[allow(clippy::too_many_lines, reason = "each kind of exit has an arm")]
    fn exit(&mut self, exit: &'m Exit, next: Option<BlockId>) -> Assembled<()> {
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
            Exit::Choose { scrutinee, patterns, arms } => {
                let machine = self.instance.machine;
                let scrutinee = short(self.assembler.known_of(machine, *scrutinee)?);
                let mut choice = Vec::new();
                for (pattern, edge) in patterns.iter().zip(arms) {
                    let Some(ast::Formula::OneOf(constants)) = machine[*pattern].formula() else {
                        return Err(misplaced(machine, pattern.node));
                    };
                    let values = constants.iter().map(value).collect();
                    choice.push((values, self.edge(edge)));
                }
                let choices = &mut self.stream().choices;
                choices.push(choice);
                let choice = short(choices.len() - 1);
                Instruction::Test(Test::Choose { scrutinee, choice, none: NOWHERE })
            }
            Exit::Remembered { cell, success, failure, nothing } => {
                let (success, failure) = (self.edge(success), self.edge(failure));
                let (at, nothing) = (self.cell(*cell), self.edge(nothing));
                Instruction::Test(Test::Stored { at, success, failure, nothing })
            }
            Exit::Act { of, running, ended } => self.act(*of, running, ended)?,
            Exit::Wait { position, begins, before, over } => {
                let leaf = before.leaf().map(|leaf| self.id(leaf));
                let (before, over) = (self.edge(before), self.edge(over));
                self.wait(*position, *begins, leaf, (before, over))?
            }
            Exit::Pick { by, found, none, other } => {
                if let Some(other) = other {
                    let (no, order, chosen) = (self.edge(other), self.ranking()?, self.choice()?.1);
                    let yes = self.here() + 1;
                    self.push(Instruction::Test(Test::IsNext { chosen, order, yes, no }));
                }
                let (found, none) = (self.edge(found), self.edge(none));
                Instruction::Pick(self.pick(*by, found, none)?)
            }
            Exit::Begin { position, refused, then } => {
                let (refused, then) = (self.optional(refused.as_ref()), self.edge(then));
                let (state, position, recorded) = self.at(*position)?;
                Instruction::Begin { position, state, recorded, refused, then }
            }
            Exit::BeginBeside { position, refused, abort, success, failure } => {
                let (abort, _) = self.abort(abort)?;
                let refused = self.optional(refused.as_ref());
                let (success, failure) = (self.edge(success), self.edge(failure));
                let (state, position, recorded) = self.at(*position)?;
                let besides = &mut self.stream().besides;
                besides.push(Beside { abort, refused, running: RUNNING, success, failure });
                let beside = short(besides.len() - 1);
                Instruction::Descend(Descent::BeginBeside { position, state, recorded, beside })
            }
            Exit::Continue { position, success, failure } => {
                let (success, failure) = (self.edge(success), self.edge(failure));
                let (state, position, _) = self.at(*position)?;
                Instruction::Continue { position, state, running: RUNNING, success, failure }
            }
            Exit::Child { child, closed, running, ended } => {
                let (closed, running) = (self.optional(closed.as_ref()), self.edge(running));
                let ((success, failure), (below, entry)) = (self.edges(ended), self.below(*child)?);
                Instruction::Child { below, entry, closed, running, success, failure }
            }
            Exit::Chosen { running, ended } => self.chosen(running, ended)?,
            Exit::Stop { late, running, stopped } => {
                let (running, stopped) = (self.edge(running), self.edge(stopped));
                let (frame, stopping) = (self.frame()?.0, self.stopping()?);
                let late = *late;
                Instruction::Descend(Descent::Stop { frame, late, stopping, running, stopped })
            }
            Exit::Through { running, ended } => {
                let (running, (success, failure)) = (self.edge(running), self.edges(ended));
                let (region, slot) = (self.child(0)?.0, self.decorator()?);
                Instruction::Descend(Descent::Through { region, slot, running, success, failure })
            }
        };
        self.push(instruction);
        Ok(())
    }

    fn act(
        &mut self,
        of: ExpressionId,
        running: &'m Edge,
        ended: &'m Ended,
    ) -> Assembled<Instruction> {
        let (call, node) = (self.call(of)?, self.id(of.node));
        if let Some((state, position)) = self.only_recorded(running)? {
            let (success, failure) = self.edges(ended);
            return Ok(Instruction::ActOn { call, node, state, position, success, failure });
        }
        let running = self.edge(running);
        let (success, failure) = self.edges(ended);
        Ok(Instruction::Act { call, node, running, success, failure })
    }

    fn chosen(&mut self, running: &'m Edge, ended: &'m Ended) -> Assembled<Instruction> {
        let (frame, chosen) = self.choice()?;
        let running = self.edge(running);
        let (mut onward, mut ends) = (None, Vec::new());
        let (success, failure) = match ended {
            Ended::Apart { success, failure } => (success, failure),
            Ended::Alike(edge) => (edge, edge),
        };
        for (status, edge) in [(Status::Success, success), (Status::Failure, failure)] {
            // One of the results usually leads to the next child, without other steps.
            let forgets = onward.is_none() && edge.steps == [Step::ForgetChosen];
            onward = onward.or(forgets.then_some(status));
            ends.push(if forgets { Self::target(edge.to) } else { self.edge(edge) });
        }
        let (success, failure) = (ends[0], ends[1]);
        Ok(Instruction::Chosen { frame, chosen, onward, running, success, failure })
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
        let targets = &mut self.stream().targets;
        targets.extend(&row);
        Ok(Instruction::Resume { state: short(state), row: short(targets.len() - row.len()) })
    }

    fn wait(
        &mut self,
        position: PositionId,
        begins: bool,
        leaf: Leaf,
        (before, over): (Target, Target),
    ) -> Assembled<Instruction> {
        let (region, _, first) = self.region()?;
        if !begins {
            let until = short(self.assembler.code.positions[first + position.place()].from);
            return Ok(Instruction::WaitContinues { until, leaf, before, over });
        }
        let machine::Keeps::Deadline(length) = &region.positions[position.place()].keeps else {
            return Err(format!("position {position} has no deadline"));
        };
        let length = short(self.assembler.length(self.instance.machine, length)?);
        Ok(Instruction::WaitBegins { length, leaf, before, over })
    }

    fn pick(&self, by: Pick, found: Target, none: Target) -> Assembled<code::Pick> {
        let ((frame, chosen), (_, state)) = (self.choice()?, self.child(0)?);
        self.field(|field| match (by, *field) {
            (Pick::Next, Field::Tried { at, weights }) => {
                Some(code::Pick::Draw { state, chosen, at: short(at), weights, found, none })
            }
            (Pick::Next, Field::Ranked { order, .. } | Field::InTurn { order, .. }) => {
                Some(code::Pick::Next { state, chosen, order: short(order), found, none })
            }
            (Pick::Best, Field::Ranking { order }) => {
                Some(code::Pick::Best { frame, state, chosen, order: short(order), found, none })
            }
            (Pick::Next | Pick::Best, _) => None,
        })
    }

    fn question(&mut self, question: Question, yes: Target, no: Target) -> Assembled<Instruction> {
        Ok(Instruction::Test(match question {
            Question::Condition { of, nots } => {
                // Inverters stand directly above the leaf, and nodes are in pre-order.
                let node = self.id(of.node) - nots;
                if let Some(call) = self.literal_call(of)? {
                    return Ok(Instruction::Ask { call, node, nots, yes, no });
                }
                Test::Ask { formula: self.formula(of)?, node, nots, yes, no }
            }
            Question::Decision { known: Some(answer), .. } => {
                return Ok(Instruction::Jump(if answer { yes } else { no }));
            }
            Question::Decision { of, about, known: None } => {
                let node = self.id(of.node);
                let about = if self.instance.machine.is_condition(of) {
                    self.id(about)
                } else {
                    crate::language::private::NOTHING
                };
                if let Some(call) = self.literal_call(of)? {
                    return Ok(Instruction::Decide { call, node, about, yes, no });
                }
                // Observers have been told why a decision has no result when its node asked for results. Without
                // them, it is compared in instructions of its own.
                let machine = self.instance.machine;
                let purpose = machine[of.node].expressions[of.place].0;
                let is_known = self.reports && purpose == Purpose::Decision;
                let formula = if is_known {
                    short(self.assembler.known_of(machine, of)?)
                } else {
                    self.formula(of)?
                };
                Test::Decide { formula, node, about, yes, no }
            }
            Question::IsReady(cell) => {
                let end = short(self.assembler.code.cooldowns[self.instance.cell(cell)].end);
                return Ok(Instruction::IsReady { end, yes, no });
            }
            Question::IsInTime => {
                return Ok(Instruction::IsInTime { until: self.deadline()?, yes, no });
            }
            Question::IsDue => return Ok(Instruction::IsDue { due: self.due()?.0, yes, no }),
            Question::IsIdle(child) => match self.frame()?.1.slots {
                Slots::Chosen(chosen) => {
                    Test::IsOther { chosen: short(chosen), than: short(child + 1), yes, no }
                }
                Slots::One | Slots::Each | Slots::Renewed => {
                    return Ok(Instruction::IsIdle { state: self.child(child)?.1, yes, no });
                }
            },
            Question::IsStale(child) => {
                let (state, until) = (self.child(child)?.1, self.until(child)?);
                Test::IsStale { state, until, yes, no }
            }
            Question::IsStopping => Test::IsOther { chosen: self.stopping()?, than: 0, yes, no },
            Question::HasRounds => match self.numbers()? {
                Some((at, _)) => Test::HasNumbers { at, yes, no },
                None => Test::HasRounds { left: self.rounds()?, yes, no },
            },
            Question::Enough { successes, count } => {
                Test::Enough { frame: self.frame()?.0, successes, count, yes, no }
            }
        }))
    }
}

fn write(at: u32, word: u32) -> Instruction {
    Instruction::Write { at, word, next: NOWHERE }
}

/// The value of a region's word while a position is recorded.
fn recorded(position: PositionId) -> u32 {
    short(position.place() + 1)
}

const fn of(status: machine::Status) -> Status {
    match status {
        machine::Status::Success => Status::Success,
        machine::Status::Failure => Status::Failure,
        machine::Status::Running => Status::Running,
    }
}
