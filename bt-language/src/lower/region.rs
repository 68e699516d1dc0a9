//! Writes one tick of a region: from the position of the last tick to a status.
//!
//! Each item gets the blocks to which success and failure lead. An active composite starts its
//! children in order while the leaf of the last tick is still *recorded*. When the turn of that
//! leaf comes, it continues; when another leaf takes its place, it is aborted. The positions that
//! may be recorded at each block are known while the blocks are made, so only necessary tests are
//! made. Blocks are placed in depth-first order: a recorded position before the current block has
//! ended.
//!
//! The blocks of a node come from the room of its kind, which writes them with [`NodeBlocks`].

use super::blocks::{Begins, Blocks, Label, ids};
use super::plan::{self, ItemId, Plan};
use super::{Internal, Lowered};
use crate::ast::Purpose;
use crate::machine::{
    Abort, Block, BlockName, CellId, Edge, Exit, Keeps, Machine, Node, NodeId, PositionId,
    Question, Region, Set, Status, Step, Test, Verdict,
};
use crate::nodes::{Definition, Resume, Row};
use crate::words::Family;
use std::collections::BTreeMap;
use std::ops::Range;

/// The maximum number of positions that a test names one by one. Without a maximum, a wide region
/// would need a number of names that is quadratic in its leaves.
const NAMED: usize = 8;

/// The blocks to which an item leads when it has finished.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    pub(crate) success: Label,
    pub(crate) failure: Label,
}

/// The blocks of one region while they are written.
pub(crate) struct Lowering<'m> {
    machine: &'m Machine,
    plan: &'m Plan,
    region: &'m Region,
    planned: &'m plan::Region,
    blocks: Blocks,
    /// The block at which an inactive item begins; a gate has been asked before.
    entries: BTreeMap<ItemId, Label>,
    /// The block at which a gate is asked while its child is active.
    gates: BTreeMap<ItemId, Label>,
    /// The block before that, at which an item is asked whether its expressions have results.
    results: BTreeMap<ItemId, Label>,
    /// The block at which a recorded position continues.
    resumes: Vec<Label>,
    /// The leaf whose status is the status of the region, and the items above it that finish with
    /// it.
    last: (ItemId, Vec<ItemId>),
}

/// The blocks of one tick of a region, and those at which nodes with labels begin.
pub(super) fn blocks(
    machine: &Machine,
    plan: &Plan,
    region: &Region,
) -> Lowered<(Vec<Block>, Begins)> {
    let planned = plan.region_of(region.id);
    let mut lowering = Lowering {
        machine,
        plan,
        region,
        planned,
        blocks: Blocks::default(),
        entries: BTreeMap::new(),
        gates: BTreeMap::new(),
        results: BTreeMap::new(),
        resumes: Vec::new(),
        last: (planned.root, Vec::new()),
    };
    lowering.last = lowering.find_last();
    lowering.declare(planned.root)?;
    lowering.declare_resumes()?;
    let begin = lowering.blocks.declare("begin");
    let success = lowering.blocks.declare("success");
    let failure = lowering.blocks.declare("failure");
    let anything = Set::anything(region.positions.len());
    let _ = lowering.blocks.edge(begin, &anything);
    let exit = lowering.enter(planned.root, &anything)?;
    lowering.blocks.place(begin, Vec::new(), exit);
    lowering.item(planned.root, Targets { success, failure })?;
    lowering.blocks.place_leaving(success, Vec::new(), Verdict::Is(Status::Success));
    lowering.blocks.place_leaving(failure, Vec::new(), Verdict::Is(Status::Failure));
    let node = &machine[region.root.node];
    let is_labelled =
        |item: &ItemId| lowering.node(*item).label.is_some() && !lowering.is_run(*item);
    let labelled: Vec<_> = lowering.entries.keys().copied().filter(is_labelled).collect();
    let labelled = labelled.into_iter().map(|item| Ok((lowering.id(item), lowering.entry(item)?)));
    let labelled = labelled.collect::<Lowered<Vec<_>>>()?;
    let finished = lowering.blocks.finish_with(&labelled);
    finished.map_err(|what| Internal::new(&machine.name, node, what))
}

impl<'m> Lowering<'m> {
    fn node(&self, item: ItemId) -> &'m Node {
        &self.machine[self.id(item)]
    }

    fn id(&self, item: ItemId) -> NodeId {
        self.plan.place(item).node
    }

    fn row(&self, item: ItemId) -> &'static Row {
        self.plan.kind(self.id(item)).row()
    }

    fn definition(&self, item: ItemId) -> &'m dyn Definition {
        self.plan.definition(self.id(item))
    }

    fn children(&self, item: ItemId) -> &'m [ItemId] {
        self.plan.children(item)
    }

    fn child(&self, item: ItemId) -> Lowered<ItemId> {
        self.children(item).first().copied().ok_or_else(|| self.internal(item, "it has no child"))
    }

    fn internal(&self, item: ItemId, what: &str) -> Internal {
        Internal::new(&self.machine.name, self.node(item), what)
    }

    fn positions(&self, item: ItemId) -> Range<usize> {
        self.plan.positions(self.planned, item)
    }

    /// The position of an item.
    fn position(&self, item: ItemId) -> PositionId {
        PositionId::new(self.positions(item).start)
    }

    fn item_of(&self, position: PositionId) -> ItemId {
        self.planned.positions[position.place()]
    }

    fn keeps(&self, position: PositionId) -> &'m Keeps {
        &self.region.positions[position.place()].keeps
    }

    /// Returns `true` if the item is a run of its node's children, for which observers get no
    /// events.
    fn is_run(&self, item: ItemId) -> bool {
        self.plan.place(item).run.is_some()
    }

    /// Returns `true` if the state of this region contains the item as a whole: nothing below it is
    /// a position here.
    fn is_whole(&self, item: ItemId) -> bool {
        let node = self.node(item);
        self.plan.is_cut(self.planned, item)
            || self.plan.keeps_data(node)
            || matches!(
                self.definition(item).position(node),
                Some(Keeps::Action(_) | Keeps::Tree(_))
            )
    }

    /// Follows the last children down, as long as the status of a child is the status of its
    /// parent.
    fn find_last(&self) -> (ItemId, Vec<ItemId>) {
        let (mut last, mut above) = (self.planned.root, Vec::new());
        while !self.is_whole(last) && self.row(last).ends_with_last_child {
            let Some(child) = self.children(last).last() else { break };
            above.push(last);
            last = *child;
        }
        (last, above)
    }

    /// Returns `true` if an item begins where its first child begins.
    fn begins_with_child(&self, item: ItemId) -> bool {
        !self.is_whole(item) && self.row(item).begins_with_child
    }

    /// Returns `true` if an item fails when an expression has no result that it evaluates when it begins.
    fn needs_results(&self, item: ItemId) -> bool {
        let mut results = self.node(item).expressions.of(Purpose::Results);
        results.next().is_some() && !self.is_run(item) && !self.plan.is_cut(self.planned, item)
    }

    /// The name of a block of an item.
    fn name(&self, before: &'static str, item: ItemId, behind: &'static str) -> BlockName {
        BlockName::Of(before, self.plan.place(item), behind)
    }

    /// Declares the entries of an item and of all below it in this region.
    fn declare(&mut self, item: ItemId) -> Lowered<Label> {
        let own = (!self.begins_with_child(item)).then(|| {
            let name = self.name("", item, "");
            self.blocks.declare(name)
        });
        let mut first = None;
        if !self.is_whole(item) {
            for child in self.children(item) {
                let label = self.declare(*child)?;
                first = first.or(Some(label));
            }
        }
        let entry = own.or(first).ok_or_else(|| self.internal(item, "it begins nowhere"))?;
        self.entries.insert(item, entry);
        if self.needs_results(item) {
            let name = self.name("results_", item, "");
            let asked = self.blocks.declare(name);
            self.results.insert(item, asked);
        }
        if self.plan.is_asked(self.id(item)) {
            let name = self.name("again_", item, "");
            let asked = self.blocks.declare(name);
            self.gates.insert(item, asked);
        }
        self.entry(item)
    }

    fn declare_resumes(&mut self) -> Lowered<()> {
        for position in ids(0..self.region.positions.len()) {
            let item = self.item_of(position);
            // A node without data, or one that starts again in each tick, continues where it begins.
            let label = if !matches!(self.keeps(position), Keeps::Nothing) {
                let name = self.name("resume_", item, "");
                self.blocks.declare(name)
            } else if self.definition(item).is_endless() {
                self.entry(self.child(item)?)?
            } else {
                self.entry(item)?
            };
            self.resumes.push(label);
        }
        Ok(())
    }

    fn entry(&self, item: ItemId) -> Lowered<Label> {
        self.results.get(&item).map_or_else(|| self.own_entry(item), |asked| Ok(*asked))
    }

    /// The block at which an item begins, after the question for results.
    fn own_entry(&self, item: ItemId) -> Lowered<Label> {
        let entry = self.entries.get(&item).copied();
        entry.ok_or_else(|| self.internal(item, "its entry was not declared"))
    }

    /// The block at which a node is asked before its active child.
    fn asked(&self, item: ItemId) -> Lowered<Label> {
        self.gates.get(&item).map_or_else(|| self.entry(item), |asked| Ok(*asked))
    }

    /// Places the blocks of an item and of all items below it in this region.
    fn item(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let whole = self.is_whole(item).then(|| self.keeps(self.position(item)));
        // Observers get the end of a cut in its own region, and the end of a leaf with its tick; a
        // run of children has none.
        let has_exits = match whole {
            Some(keeps) => !matches!(keeps, Keeps::Region(_) | Keeps::Action(_)),
            None => self.node(item).word.family() != Family::Leaf && !self.is_run(item),
        };
        let exits = if has_exits {
            let [success, failure] = ["_succeeds", "_fails"].map(|end| self.name("", item, end));
            Targets { success: self.blocks.declare(success), failure: self.blocks.declare(failure) }
        } else {
            targets
        };
        let definition = self.definition(item);
        if let Some(asked) = self.results.get(&item).copied() {
            let leaf = (!has_exits).then(|| Step::Leaf(self.id(item), Status::Failure));
            self.ask_for_results(item, asked, exits.failure, leaf)?;
        }
        if whole.is_some() {
            self.payload(item, exits)?;
        } else {
            let id = self.id(item);
            definition.blocks(&mut NodeBlocks { lowering: self, item, id, exits, targets })?;
        }
        for (exit, success, target) in
            [(exits.success, true, targets.success), (exits.failure, false, targets.failure)]
        {
            if let Some(set) = self.blocks.reached(exit).filter(|_| has_exits) {
                let first = definition.at_end(self.node(item), success);
                let steps = first.into_iter().chain([self.finished(item, success)]);
                let edge = self.blocks.edge(target, &set);
                self.blocks.place(exit, steps.collect(), Exit::Jump(edge));
            }
        }
        Ok(())
    }

    /// Asks whether the expressions of an item have results; without them it fails, and what runs below it is aborted.
    fn ask_for_results(
        &mut self,
        item: ItemId,
        asked: Label,
        failure: Label,
        leaf: Option<Step>,
    ) -> Lowered<()> {
        let Some(set) = self.blocks.reached(asked) else { return Ok(()) };
        let yes = self.own_entry(item)?;
        let recorded = set.within(self.positions(item));
        let (id, none) = (self.id(item), self.name("no_", item, ""));
        let of = self.node(item).id_of(Purpose::Results);
        let question = Question::Decision { of, about: id, known: None };
        let none = self.blocks.declare(none);
        let (yes, no) = (self.blocks.edge(yes, &set), self.blocks.edge(none, &set));
        self.blocks.place(asked, Vec::new(), Exit::Ask { question, yes, no });
        let edge = self.blocks.edge(failure, &set.without(&recorded));
        let steps = abort(&set, recorded, id).into_iter().chain(leaf).collect();
        self.blocks.place(none, steps, Exit::Jump(edge));
        Ok(())
    }

    /// The step that tells observers that an item has finished.
    fn finished(&self, item: ItemId, success: bool) -> Step {
        let status = if success { Status::Success } else { Status::Failure };
        Step::Finished(self.id(item), Verdict::Is(status))
    }

    /// A position with data: it begins alone, or beside another recorded one, or continues.
    fn payload(&mut self, item: ItemId, exits: Targets) -> Lowered<()> {
        let position = self.position(item);
        let entry = self.own_entry(item)?;
        let resume = self.resumes[position.place()];
        if let Some(set) = self.blocks.reached(entry) {
            let refused = self.refusal(item, position).map(|(success, steps)| {
                let target = if success { exits.success } else { exits.failure };
                self.blocks.edge(target, &set).after(steps)
            });
            let others = set.positions();
            let exit = if others.is_empty() {
                let then = self.blocks.edge(resume, &Set::only(position));
                Exit::Begin { position, refused, then }
            } else {
                Exit::BeginBeside {
                    position,
                    refused,
                    abort: Box::new(end(&set, others, self.id(item))),
                    success: self.blocks.edge(exits.success, &set),
                    failure: self.blocks.edge(exits.failure, &set),
                }
            };
            self.blocks.place(entry, Vec::new(), exit);
        }
        if self.blocks.reached(resume).is_some() {
            let success = self.blocks.edge(exits.success, &Set::nothing());
            let failure = self.blocks.edge(exits.failure, &Set::nothing());
            let exit = Exit::Continue { position, success, failure };
            self.blocks.place(resume, Vec::new(), exit);
        }
        Ok(())
    }

    /// The steps if the position can refuse to begin: `true` for success or `false` for failure,
    /// and the events for observers.
    fn refusal(&self, item: ItemId, position: PositionId) -> Option<(bool, Vec<Step>)> {
        let keeps = self.keeps(position);
        if matches!(keeps, Keeps::Region(_)) {
            return None;
        }
        let status = self.definition(item).refusal()?;
        let is_leaf = matches!(keeps, Keeps::Action(_));
        let event = is_leaf.then(|| Step::Leaf(self.id(item), status));
        Some((status == Status::Success, event.into_iter().collect()))
    }

    /// The block at which an item continues when a position below it is recorded.
    fn resume(&self, item: ItemId, position: PositionId) -> Lowered<Label> {
        if self.item_of(position) == item {
            return Ok(self.resumes[position.place()]);
        }
        let children = self.children(item);
        let is_in = |child: &&ItemId| self.positions(**child).contains(&position.place());
        let Some(child) = children.iter().find(is_in) else {
            let what = format!("position {position} is not below it");
            return Err(self.internal(item, &what));
        };
        match self.row(item).resume {
            // It is evaluated again before the child continues.
            Resume::AtBegin => self.asked(item),
            Resume::AtBeginUnlessInFirst if Some(child) != children.first() => self.entry(item),
            Resume::InChild | Resume::AtBeginUnlessInFirst => self.resume(*child, position),
        }
    }

    /// Enters an item: where it was, if a position below it is recorded, or at its beginning.
    fn enter(&mut self, item: ItemId, set: &Set) -> Lowered<Exit> {
        let entry = self.entry(item)?;
        self.enter_or(item, set, entry)
    }

    /// Enters an item if a position below it is recorded, and goes to another block otherwise.
    fn enter_or(&mut self, item: ItemId, set: &Set, entry: Label) -> Lowered<Exit> {
        // In the order of their labels.
        let mut resumed: Vec<(Label, Vec<PositionId>)> = Vec::new();
        let below = set.within(self.positions(item));
        for &position in &below {
            let label = self.resume(item, position)?;
            match resumed.binary_search_by_key(&label, |(label, _)| *label) {
                Ok(place) => resumed[place].1.push(position),
                Err(place) => resumed.insert(place, (label, vec![position])),
            }
        }
        let mut arms: Vec<(Vec<PositionId>, Edge)> = Vec::new();
        let mut rest = set.but(&below);
        let mut renewed = Vec::new();
        for (label, positions) in resumed {
            let forgotten = self.forgotten(label, &positions);
            let mut recorded = Set::default();
            for position in &positions {
                recorded.join(&Set::only(*position));
            }
            if label == entry {
                rest.join(&recorded);
                renewed = forgotten;
                continue;
            }
            let edge = self.edge_forgetting(label, &recorded, forgotten);
            arms.push((positions, edge));
        }
        if rest.is_empty() {
            // The last arm is for all remaining positions.
            if let Some((positions, _)) = arms.last_mut() {
                positions.clear();
            }
        } else {
            let edge = self.edge_forgetting(entry, &rest, renewed);
            arms.push((Vec::new(), edge));
        }
        if arms.len() == 1 {
            if let Some((_, edge)) = arms.pop() {
                return Ok(Exit::Jump(edge));
            }
        }
        arms.shrink_to_fit();
        Ok(Exit::Resume(arms))
    }

    /// The positions that are no longer recorded when they continue at a block. Below a repeat
    /// between two rounds no node is active, so it only begins again.
    fn forgotten(&self, label: Label, positions: &[PositionId]) -> Vec<PositionId> {
        let begins = |position: &&PositionId| {
            self.is_between_rounds(**position) && self.resumes[position.place()] == label
        };
        positions.iter().filter(begins).copied().collect()
    }

    fn edge_forgetting(&mut self, label: Label, set: &Set, forgotten: Vec<PositionId>) -> Edge {
        let edge = self.blocks.edge(label, &set.without(&forgotten));
        edge.after(forgotten.into_iter().map(Step::Forget))
    }

    fn is_between_rounds(&self, position: PositionId) -> bool {
        matches!(self.keeps(position), Keeps::Nothing)
            && self.definition(self.item_of(position)).is_endless()
    }
}

/// The blocks of one node while the room of its kind writes them.
pub(crate) struct NodeBlocks<'l, 'm> {
    lowering: &'l mut Lowering<'m>,
    item: ItemId,
    /// The node.
    pub(crate) id: NodeId,
    /// The blocks after the node, in which observers get its end.
    pub(crate) exits: Targets,
    /// The blocks after those.
    targets: Targets,
}

impl<'m> NodeBlocks<'_, 'm> {
    pub(crate) fn node(&self) -> &'m Node {
        self.lowering.node(self.item)
    }

    pub(crate) fn children(&self) -> &'m [ItemId] {
        self.lowering.children(self.item)
    }

    pub(crate) fn child(&self) -> Lowered<ItemId> {
        self.lowering.child(self.item)
    }

    /// The node of an item.
    pub(crate) fn id_of(&self, item: ItemId) -> NodeId {
        self.lowering.id(item)
    }

    /// The positions of an item.
    pub(crate) fn positions(&self, item: ItemId) -> Range<usize> {
        self.lowering.positions(item)
    }

    /// The positions of the node.
    pub(crate) fn own_positions(&self) -> Range<usize> {
        self.lowering.positions(self.item)
    }

    pub(crate) fn internal(&self, what: &str) -> Internal {
        self.lowering.internal(self.item, what)
    }

    /// The word of memory of the node.
    pub(crate) fn cell(&self) -> Lowered<CellId> {
        let cell = self.node().cell;
        cell.ok_or_else(|| self.internal("it has no memory"))
    }

    /// The block at which the node begins.
    pub(crate) fn entry(&self) -> Lowered<Label> {
        self.lowering.own_entry(self.item)
    }

    /// The block at which an item begins.
    pub(crate) fn entry_of(&self, item: ItemId) -> Lowered<Label> {
        self.lowering.entry(item)
    }

    /// The block in which the node asks its question, and the block after that, in which a gate begins.
    pub(crate) fn gate(&mut self, name: &str) -> Lowered<(Label, Label)> {
        let entry = self.entry()?;
        let asked = self.lowering.gates.get(&self.item).copied().unwrap_or(entry);
        Ok((asked, if asked == entry { self.declare(name) } else { entry }))
    }

    /// The questions of the gates in front of a child.
    pub(crate) fn gates(&self, child: ItemId) -> Lowered<Vec<Question>> {
        let machine = self.lowering.machine;
        self.lowering.plan.gates(machine, self.id_of(child))
    }

    /// Declares a block that is placed later, and whose name ends in the number of the node.
    pub(crate) fn declare(&mut self, name: &str) -> Label {
        let name = format!("{name}_{}", self.id);
        self.lowering.blocks.declare(name)
    }

    pub(crate) fn declare_as(&mut self, name: String) -> Label {
        self.lowering.blocks.declare(name)
    }

    /// The same for a block that belongs to an item below the node.
    pub(crate) fn declare_of(
        &mut self,
        before: &'static str,
        item: ItemId,
        behind: &'static str,
    ) -> Label {
        let name = self.lowering.name(before, item, behind);
        self.lowering.blocks.declare(name)
    }

    /// The positions that may be recorded at a block; `None` if no edge leads to it.
    pub(crate) fn reached(&self, block: Label) -> Option<Set> {
        self.lowering.blocks.reached(block)
    }

    pub(crate) fn edge(&mut self, block: Label, set: &Set) -> Edge {
        self.lowering.blocks.edge(block, set)
    }

    /// An edge past the exits: the node ends with this result, and its child has not begun.
    pub(crate) fn refuse(&mut self, success: bool, set: &Set) -> Edge {
        let target = if success { self.targets.success } else { self.targets.failure };
        let finished = self.lowering.finished(self.item, success);
        self.edge(target, set).after([finished])
    }

    pub(crate) fn place(&mut self, block: Label, steps: Vec<Step>, exit: Exit) {
        self.lowering.blocks.place(block, steps, exit);
    }

    /// Places the blocks of an item below the node.
    pub(crate) fn lower(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        self.lowering.item(item, targets)
    }

    /// Places a block that enters an item: where it was, or at its beginning.
    pub(crate) fn enter(&mut self, block: Label, item: ItemId) -> Lowered<()> {
        let entry = self.entry_of(item)?;
        self.enter_or(block, item, entry)
    }

    /// Places a block that enters an item where it was, and goes to another block if it was not.
    pub(crate) fn enter_or(&mut self, block: Label, item: ItemId, other: Label) -> Lowered<()> {
        if let Some(set) = self.reached(block) {
            let exit = self.lowering.enter_or(item, &set, other)?;
            self.place(block, Vec::new(), exit);
        }
        Ok(())
    }

    /// Places a block that asks a question.
    pub(crate) fn ask(&mut self, block: Label, question: Question, yes: Label, no: Label) {
        let Some(set) = self.reached(block) else { return };
        let (yes, no) = (self.edge(yes, &set), self.edge(no, &set));
        self.place(block, Vec::new(), Exit::Ask { question, yes, no });
    }

    /// The question of a node that decides by the expression with this role.
    pub(crate) fn decision(&self, role: Purpose) -> Question {
        Question::Decision { of: self.node().id_of(role), about: self.id, known: None }
    }

    /// The question of a condition below the node.
    pub(crate) fn condition_of(&self, item: ItemId) -> Question {
        super::frame::condition_at(self.lowering.machine, self.id_of(item))
    }

    /// Places a block that aborts the recorded one of some positions, on behalf of a node.
    pub(crate) fn give_up(
        &mut self,
        keep: NodeId,
        positions: Range<usize>,
        block: Label,
        target: Label,
    ) {
        let Some(set) = self.reached(block) else { return };
        let recorded = set.within(positions);
        let edge = self.edge(target, &set.without(&recorded));
        let abort = abort(&set, recorded, keep);
        self.place(block, abort.into_iter().collect(), Exit::Jump(edge));
    }

    /// Places a block that aborts what is recorded below the node, and begins an item.
    pub(crate) fn take_over(&mut self, block: Label, item: ItemId) -> Lowered<()> {
        if let Some(set) = self.reached(block) {
            let others = set.within(self.own_positions());
            let edge = self.edge(self.entry_of(item)?, &set.without(&others));
            let abort = abort(&set, others, self.id_of(item));
            self.place(block, abort.into_iter().collect(), Exit::Jump(edge));
        }
        Ok(())
    }

    /// Enters the branch that was chosen in a block, and lowers it: if the choice can change, the
    /// others are aborted before it begins or continues.
    pub(crate) fn turn_to(&mut self, active: bool, child: ItemId, block: Label) -> Lowered<()> {
        if let Some(set) = self.reached(block) {
            let own = self.positions(child);
            let is_other = |position: &PositionId| active && !own.contains(&position.place());
            let others: Vec<PositionId> =
                set.within(self.own_positions()).into_iter().filter(is_other).collect();
            let exit = self.lowering.enter(child, &set.without(&others))?;
            let abort = abort(&set, others, self.id_of(child));
            self.place(block, abort.into_iter().collect(), exit);
        }
        self.lower(child, self.exits)
    }

    /// The child of a node that only changes where its results lead.
    pub(crate) fn around_child(&mut self, inner: impl FnOnce(Targets) -> Targets) -> Lowered<()> {
        self.lower(self.child()?, inner(self.exits))
    }

    /// The edge that records the node as running, in place of any other, and leaves the region.
    pub(crate) fn record(&self, set: &Set) -> Edge {
        let position = self.lowering.position(self.item);
        let mut others = set.positions();
        others.retain(|other| *other != position);
        let abort = abort(set, others, self.id);
        let record = (*set != Set::only(position)).then_some(Step::Record(position));
        Edge::leave(Verdict::Is(Status::Running)).after(abort.into_iter().chain(record))
    }

    /// The edge out of the region for a leaf whose status is that of the region.
    pub(crate) fn returned(&self) -> Option<Edge> {
        let (last, above) = &self.lowering.last;
        let seen = above.iter().rev().filter(|node| !self.lowering.is_run(**node));
        let steps = seen.map(|node| Step::Finished(self.id_of(*node), Verdict::Same));
        (self.item == *last).then(|| Edge::leave(Verdict::Same).after(steps))
    }

    /// The positions that may be recorded, but for the node's own.
    pub(crate) fn without_own(&self, set: &Set) -> Set {
        set.without(&[self.lowering.position(self.item)])
    }

    /// A position that runs until a time that it keeps; `event` makes the events for observers.
    pub(crate) fn until(
        &mut self,
        target: Label,
        event: impl Fn(Status) -> Option<Step>,
    ) -> Lowered<()> {
        let position = self.lowering.position(self.item);
        let entry = self.entry()?;
        if let Some(set) = self.reached(entry) {
            let Edge { steps, to } = self.record(&set);
            let steps = event(Status::Running).into_iter().chain(steps).collect();
            let before = Edge { steps, to };
            let over = self.edge(target, &set).after(event(Status::Success));
            self.place(entry, Vec::new(), Exit::Wait { position, begins: true, before, over });
        }
        let resume = self.lowering.resumes[position.place()];
        if self.reached(resume).is_some() {
            let running = Edge::leave(Verdict::Is(Status::Running));
            let before = running.after(event(Status::Running));
            let over = self.edge(target, &Set::nothing()).after(event(Status::Success));
            self.place(resume, Vec::new(), Exit::Wait { position, begins: false, before, over });
        }
        Ok(())
    }
}

/// Aborts the recorded one of these positions, up to the first node that contains the node `keep`.
fn end(set: &Set, positions: Vec<PositionId>, keep: NodeId) -> Abort {
    let test = if set.but(&positions).is_empty() {
        Test::Always
    } else if positions.len() <= NAMED {
        Test::Named
    } else {
        Test::Ranges(ranges(set, &positions))
    };
    Abort { positions, test, keep }
}

/// Does the same as a step; `None` if none of the positions can be recorded.
fn abort(set: &Set, positions: Vec<PositionId>, keep: NodeId) -> Option<Step> {
    (!positions.is_empty()).then(|| Step::Abort(Box::new(end(set, positions, keep))))
}

/// Ranges that contain these positions, and otherwise only positions that cannot be recorded.
fn ranges(set: &Set, positions: &[PositionId]) -> Vec<(PositionId, PositionId)> {
    let mut ranges: Vec<(PositionId, PositionId)> = Vec::new();
    for position in positions {
        match ranges.last_mut() {
            Some((_, last)) if set.within(last.place() + 1..position.place()).is_empty() => {
                *last = *position;
            }
            _ => ranges.push((*position, *position)),
        }
    }
    ranges
}
