//! Writes one tick of a region: from the position of the last tick to a status.
//!
//! Each item gets the blocks to which success and failure lead. An active composite starts its
//! children in order while the leaf of the last tick is still *recorded*. When the turn of that
//! leaf comes, it continues; when another leaf takes its place, it is aborted. The positions that
//! may be recorded at each block are known while the blocks are made, so only necessary tests are
//! made. Blocks are placed in depth-first order: a recorded position before the current block has
//! ended.

mod composite;
mod decorator;
mod held;
mod leaf;
mod record;
mod resume;

use super::blocks::{Blocks, Label, ids};
use super::plan::{self, ItemId, Plan};
use super::{Internal, Lowered};
use crate::ast::Kind;
use crate::machine::{
    Block, Edge, Exit, Keeps, Machine, Node, NodeId, PositionId, Region, Set, Status, Step, Verdict,
};
use std::collections::BTreeMap;
use std::ops::Range;

/// The blocks to which an item leads when it has finished.
#[derive(Clone, Copy)]
struct Targets {
    success: Label,
    failure: Label,
}

struct Lowering<'m> {
    machine: &'m Machine,
    plan: &'m Plan,
    region: &'m Region,
    planned: &'m plan::Region,
    blocks: Blocks,
    /// The block at which an inactive item begins.
    entries: BTreeMap<ItemId, Label>,
    /// The block at which a recorded position continues.
    resumes: Vec<Label>,
    /// The leaf whose status is the status of the region, and the items above it that finish with
    /// it.
    last: (ItemId, Vec<ItemId>),
}

/// The blocks of one tick of a region.
pub(super) fn blocks(machine: &Machine, plan: &Plan, region: &Region) -> Lowered<Vec<Block>> {
    let planned = plan.region_of(region.id);
    let mut lowering = Lowering {
        machine,
        plan,
        region,
        planned,
        blocks: Blocks::default(),
        entries: BTreeMap::new(),
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
    lowering.blocks.finish().map_err(|what| Internal::new(&machine.name, node, what))
}

impl<'m> Lowering<'m> {
    fn node(&self, item: ItemId) -> &'m Node {
        &self.machine[self.id(item)]
    }

    fn id(&self, item: ItemId) -> NodeId {
        self.plan.place(item).node
    }

    fn kind(&self, item: ItemId) -> &'m Kind {
        &self.node(item).kind
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

    fn keeps(&self, position: PositionId) -> Keeps {
        self.region.positions[position.place()].keeps
    }

    /// Returns `true` if the item is a run of its node's children, for which observers get no
    /// events.
    fn is_run(&self, item: ItemId) -> bool {
        self.plan.place(item).run.is_some()
    }

    /// Returns `true` if the state of this region contains the item as a whole: nothing below it is
    /// a position here.
    fn is_held(&self, item: ItemId) -> bool {
        let node = self.node(item);
        self.plan.is_cut(self.planned, item)
            || node.keeps_data()
            || node.is_subtree()
            || matches!(node.kind, Kind::Stateful(_))
    }

    /// Follows the last children down, as long as the status of a child is the status of its
    /// parent.
    fn find_last(&self) -> (ItemId, Vec<ItemId>) {
        let (mut last, mut above) = (self.planned.root, Vec::new());
        while !self.is_held(last)
            && matches!(
                self.kind(last),
                Kind::Sequence
                    | Kind::Selector
                    | Kind::ActiveSequence
                    | Kind::ActiveSelector
                    | Kind::Monitor { .. }
                    | Kind::Guard(_)
                    | Kind::Delay(_)
            )
        {
            let Some(child) = self.children(last).last() else { break };
            above.push(last);
            last = *child;
        }
        (last, above)
    }

    /// The edge out of the region for a leaf whose status is that of the region.
    fn returned(&self, item: ItemId) -> Option<Edge> {
        let (last, above) = &self.last;
        let seen = above.iter().rev().filter(|node| !self.is_run(**node));
        let steps = seen.map(|node| Step::Finished(self.id(*node), Verdict::Same));
        (item == *last).then(|| Edge::leave(Verdict::Same).after(steps))
    }

    /// Returns `true` if an item begins where its first child begins.
    fn begins_with_child(&self, item: ItemId) -> bool {
        !self.is_held(item)
            && match self.kind(item) {
                Kind::Sequence
                | Kind::Selector
                | Kind::ActiveSequence
                | Kind::ActiveSelector
                | Kind::Parallel(_)
                | Kind::Not
                | Kind::ForceSuccess
                | Kind::ForceFailure => true,
                kind => kind.is_endless(),
            }
    }

    /// The name of an item's blocks.
    fn name(&self, item: ItemId) -> String {
        self.machine.name(self.plan.place(item))
    }

    /// Declares the entries of an item and of all below it in this region.
    fn declare(&mut self, item: ItemId) -> Lowered<Label> {
        let own = (!self.begins_with_child(item)).then(|| {
            let name = self.name(item);
            self.blocks.declare(name)
        });
        let mut first = None;
        if !self.is_held(item) {
            for child in self.children(item) {
                let label = self.declare(*child)?;
                first = first.or(Some(label));
            }
        }
        let entry = own.or(first).ok_or_else(|| self.internal(item, "it begins nowhere"))?;
        self.entries.insert(item, entry);
        Ok(entry)
    }

    fn declare_resumes(&mut self) -> Lowered<()> {
        for position in ids(0..self.region.positions.len()) {
            let item = self.item_of(position);
            let label = match self.kind(item) {
                _ if self.keeps(position) != Keeps::Nothing => {
                    let name = format!("resume_{}", self.name(item));
                    self.blocks.declare(name)
                }
                // A node without data, or one that starts again in each tick, continues where it
                // begins.
                kind if kind.is_endless() => self.entry(self.child(item)?)?,
                _ => self.entry(item)?,
            };
            self.resumes.push(label);
        }
        Ok(())
    }

    fn entry(&self, item: ItemId) -> Lowered<Label> {
        let entry = self.entries.get(&item).copied();
        entry.ok_or_else(|| self.internal(item, "its entry was not declared"))
    }

    /// Declares the blocks after an item, in which observers get its end; a run of children has
    /// none.
    fn exits(&mut self, item: ItemId, targets: Targets) -> Targets {
        if self.is_run(item) {
            return targets;
        }
        let name = self.name(item);
        let success = self.blocks.declare(format!("{name}_succeeds"));
        let failure = self.blocks.declare(format!("{name}_fails"));
        Targets { success, failure }
    }

    /// Places the blocks of [`Lowering::exits`].
    fn place_exits(&mut self, item: ItemId, exits: Targets, targets: Targets) {
        self.place_exits_after(item, exits, targets, |_| None);
    }

    /// Does the same, with a step at the beginning for success (`true`) and for failure.
    fn place_exits_after(
        &mut self,
        item: ItemId,
        exits: Targets,
        targets: Targets,
        first: impl Fn(bool) -> Option<Step>,
    ) {
        if self.is_run(item) {
            return;
        }
        for (exit, success, target) in
            [(exits.success, true, targets.success), (exits.failure, false, targets.failure)]
        {
            if let Some(set) = self.blocks.reached(exit) {
                let steps = first(success).into_iter().chain([self.finished(item, success)]);
                let edge = self.blocks.edge(target, &set);
                self.blocks.place(exit, steps.collect(), Exit::Jump(edge));
            }
        }
    }

    /// The step that tells observers that an item has finished.
    fn finished(&self, item: ItemId, success: bool) -> Step {
        let status = if success { Status::Success } else { Status::Failure };
        Step::Finished(self.id(item), Verdict::Is(status))
    }

    /// Places the blocks of an item and of all items below it in this region.
    fn item(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        if self.is_held(item) {
            return self.held(item, targets);
        }
        match self.kind(item) {
            Kind::Condition(_) => self.condition(item, targets),
            Kind::Action(_) => self.action(item, targets),
            Kind::Wait(_) => self.wait(item, targets),
            Kind::Succeed => self.constant(item, Status::Success, targets.success),
            Kind::Fail => self.constant(item, Status::Failure, targets.failure),
            Kind::Running => self.running(item),
            Kind::Sequence | Kind::Selector => self.memory_composite(item, targets),
            Kind::ActiveSequence | Kind::ActiveSelector => self.active_composite(item, targets),
            Kind::Monitor { .. } => self.monitor(item, targets),
            Kind::Priority { .. } => self.priority(item, targets),
            Kind::If { active, .. } => self.branch(item, *active, targets),
            Kind::Match { active, .. } => self.arms(item, *active, targets),
            Kind::Delay(_) => self.delay(item, targets),
            Kind::Repeat(_) | Kind::Retry(_) => self.endless(item, targets),
            Kind::Guard(_) => self.guard(item, targets),
            Kind::Cooldown(duration) => self.cooldown(item, duration.is_constant(), targets),
            Kind::Once => self.once(item, targets),
            Kind::Not | Kind::ForceSuccess | Kind::ForceFailure | Kind::Parallel(_) => {
                self.mapped(item, targets)
            }
            // These nodes are held.
            Kind::Broken
            | Kind::Stateful(_)
            | Kind::Subtree { .. }
            | Kind::Random { .. }
            | Kind::Utility { .. }
            | Kind::ActiveUtility { .. }
            | Kind::Timeout(_)
            | Kind::Every(_)
            | Kind::Service(..)
            | Kind::Let { .. }
            | Kind::For { .. }
            | Kind::Finally(_)
            | Kind::With(_) => Err(self.internal(item, "it has no place in a region")),
        }
    }
}
