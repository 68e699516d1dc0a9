//! One step of a region: from where the last tick left it, over forward jumps, to a status.
//!
//! Each item is told where success and failure go. A reactive node starts its children in order
//! while the leaf that ran in the last tick is still *recorded* in the state; when its turn comes it
//! is resumed, and when another one takes its place it is aborted. What may be recorded at each
//! block is known while the blocks are made, so that only the tests that matter are written. Blocks
//! run in depth-first order: what is recorded and lies before the current block has ended.

mod composite;
mod decorator;
mod held;
mod leaf;
mod record;

use super::block::{Blocks, Edge, Exit, Label};
use super::context;
use super::set::Set;
use crate::model::{ItemId, Model, Region, names};
use bt_language::ast::Kind;
use proc_macro2::TokenStream;
use std::collections::BTreeMap;
use syn::Lifetime;

pub(super) use record::place;

/// Where to go when an item has finished.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    success: Label,
    failure: Label,
}

pub(super) struct Lowering<'m> {
    model: &'m Model,
    region: &'m Region,
    blocks: Blocks,
    /// Where an item begins that was not active.
    entries: BTreeMap<ItemId, Label>,
    /// Where a position goes on that was recorded.
    resumes: Vec<Label>,
    /// The leaf whose status is that of the region, and the nodes above it that finish with it.
    last: (ItemId, Vec<ItemId>),
}

/// The body of a region's step: `fn tick_at_7(state, …) -> Status`, or of a block that is `left` with
/// the status.
pub(super) fn body(model: &Model, region: &Region, left: Option<&Lifetime>) -> TokenStream {
    let mut lowering = Lowering {
        model,
        region,
        blocks: Blocks::left_by(left),
        entries: BTreeMap::new(),
        resumes: Vec::new(),
        last: (region.root, Vec::new()),
    };
    lowering.last = lowering.find_last();
    lowering.declare(region.root);
    lowering.declare_resumes();
    let begin = lowering.blocks.declare("begin");
    let success = lowering.blocks.declare("success");
    let failure = lowering.blocks.declare("failure");
    let anything = Set::anything(region.positions.len());
    let _ = lowering.blocks.edge(TokenStream::new(), begin, &anything);
    let exit = lowering.enter(region.root, &anything);
    lowering.blocks.place(begin, TokenStream::new(), exit);
    lowering.item(region.root, Targets { success, failure });
    for (label, status) in [(success, context::success()), (failure, context::failure())] {
        let exit = Exit::Jump(Blocks::leave(TokenStream::new(), status));
        lowering.blocks.place(label, TokenStream::new(), exit);
    }
    let code = lowering.blocks.render();
    let tells = region
        .positions
        .iter()
        .any(|position| matches!(model.node_of(position.item).kind, Kind::Action(_)));
    // For an action without an error that can be shown; see `Tell`.
    let import = tells.then(|| {
        hygienic! {
            #[allow(unused_imports, reason = "not all actions need it")]
            use __bt::Tell as _;
        }
    });
    hygienic!(#import #code)
}

impl<'m> Lowering<'m> {
    fn kind(&self, item: ItemId) -> &'m Kind {
        &self.model.node_of(item).kind
    }

    fn children(&self, item: ItemId) -> &'m [ItemId] {
        &self.model.plan.item(item).children
    }

    fn positions(&self, item: ItemId) -> std::ops::Range<usize> {
        self.model.plan.range(self.region, item)
    }

    /// Whether the item is kept whole in the state of this region, see [`Held`](super::held::Held).
    fn is_held(&self, item: ItemId) -> bool {
        let node = self.model.node_of(item);
        self.is_cut(item)
            || crate::model::is_frame(node)
            || matches!(node.kind, Kind::Subtree { .. } | Kind::Stateful(_))
    }

    fn is_cut(&self, item: ItemId) -> bool {
        item != self.region.root && self.model.plan.item(item).cut
    }

    /// Follows the last children down: what they give, their parents give.
    fn find_last(&self) -> (ItemId, Vec<ItemId>) {
        let (mut last, mut above) = (self.region.root, Vec::new());
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

    /// What a leaf's status leads to if it is that of the region.
    fn returned(&self, item: ItemId, status: &TokenStream) -> Option<Edge> {
        let (last, above) = &self.last;
        let told = above.iter().rev().filter(|node| !self.model.plan.item(**node).silent);
        let code = told.map(|node| self.told(*node, status)).collect();
        (item == *last).then(|| Blocks::leave(code, status.clone()))
    }

    /// Whether an item begins where its first child begins.
    fn begins_with_child(&self, item: ItemId) -> bool {
        !self.is_held(item)
            && matches!(
                self.kind(item),
                Kind::Sequence
                    | Kind::Selector
                    | Kind::ActiveSequence
                    | Kind::ActiveSelector
                    | Kind::Parallel(_)
                    | Kind::Not
                    | Kind::ForceSuccess
                    | Kind::ForceFailure
                    | Kind::Repeat(None)
                    | Kind::Retry(None)
            )
    }

    /// Declares the entries of an item and of all below it in this region.
    fn declare(&mut self, item: ItemId) -> Label {
        let own = (!self.begins_with_child(item)).then(|| {
            let name = names::label(self.model, item);
            self.blocks.declare(name)
        });
        let mut first = None;
        if !self.is_held(item) {
            for child in self.children(item) {
                let label = self.declare(*child);
                first = first.or(Some(label));
            }
        }
        let entry = own.or(first).unwrap_or_default();
        self.entries.insert(item, entry);
        entry
    }

    fn declare_resumes(&mut self) {
        for position in &self.region.positions {
            let item = position.item;
            let label = match self.kind(item) {
                _ if self.has_data(item) => None,
                // What keeps no data, or begins anew in each tick, goes on where it begins.
                Kind::Repeat(_) | Kind::Retry(_) => Some(self.entry(self.children(item)[0])),
                _ => Some(self.entry(item)),
            };
            let label = label.unwrap_or_else(|| {
                let name = format!("resume_{}", names::label(self.model, item));
                self.blocks.declare(name)
            });
            self.resumes.push(label);
        }
    }

    fn entry(&self, item: ItemId) -> Label {
        self.entries.get(&item).copied().unwrap_or_default()
    }

    /// Where an item goes on when a position below it is recorded.
    fn resume(&self, item: ItemId, position: usize) -> Label {
        if self.region.positions[position].item == item {
            return self.resumes[position];
        }
        let child = self
            .children(item)
            .iter()
            .copied()
            .find(|child| self.positions(*child).contains(&position))
            .unwrap_or(item);
        match self.kind(item) {
            // Asked again before the child goes on.
            Kind::Guard(_)
            | Kind::Monitor { .. }
            | Kind::If { active: true, .. }
            | Kind::Match { active: true, .. } => self.entry(item),
            Kind::ActiveSequence | Kind::ActiveSelector if child != self.children(item)[0] => {
                self.entry(item)
            }
            _ => self.resume(child, position),
        }
    }

    /// Goes into an item: to where it was, if something below it is recorded, or to its beginning.
    fn enter(&mut self, item: ItemId, set: &Set) -> Exit {
        let mut resumed: BTreeMap<Label, Vec<usize>> = BTreeMap::new();
        for position in set.within(self.positions(item)) {
            resumed.entry(self.resume(item, position)).or_default().push(position);
        }
        let below: Vec<usize> = resumed.values().flatten().copied().collect();
        let entry = self.entry(item);
        let mut arms: Vec<(TokenStream, Edge)> = Vec::new();
        let mut rest = set.but(&below);
        for (label, positions) in resumed {
            let recorded = self.taken_up(label, &positions);
            if label == entry {
                rest.join(&recorded);
                continue;
            }
            let edge = self.blocks.edge(TokenStream::new(), label, &recorded);
            arms.push((self.pattern(&positions), edge));
        }
        if rest.is_empty() {
            // The last arm is all that is left.
            if let Some(last) = arms.last_mut() {
                last.0 = hygienic!(_);
            }
        } else {
            let edge = self.blocks.edge(TokenStream::new(), entry, &rest);
            arms.push((hygienic!(_), edge));
        }
        if arms.len() == 1 {
            if let Some((_, edge)) = arms.pop() {
                return Exit::Jump(edge);
            }
        }
        let state = context::state();
        Exit::Match { value: hygienic!(#state), arms }
    }

    /// What is recorded when a position goes on. A repeat between two rounds is only a place to
    /// begin at: nothing below it is active.
    fn taken_up(&self, label: Label, positions: &[usize]) -> Set {
        let mut set = Set::default();
        for position in positions {
            let item = self.region.positions[*position].item;
            let between = matches!(self.kind(item), Kind::Repeat(None) | Kind::Retry(None));
            let here = self.resumes[*position] == label;
            set.join(&if between && here { Set::nothing() } else { Set::only(*position) });
        }
        set
    }

    /// `Soldier::A | Soldier::B(..)`
    fn pattern(&self, positions: &[usize]) -> TokenStream {
        let patterns = positions.iter().map(|position| {
            let variant = self.variant(*position);
            let item = self.region.positions[*position].item;
            if self.has_data(item) { hygienic!(#variant { .. }) } else { variant }
        });
        hygienic!(#(#patterns)|*)
    }

    fn has_data(&self, item: ItemId) -> bool {
        self.is_held(item) || matches!(self.kind(item), Kind::Wait(_) | Kind::Delay(_))
    }

    /// `__SoldierState::RunAway7`
    fn variant(&self, position: usize) -> TokenStream {
        self.model.recorded_as(self.region.root, self.region.positions[position].item)
    }

    /// Declares the blocks behind an item, where its end is told; a run of children has none.
    fn exits(&mut self, item: ItemId, targets: Targets) -> Targets {
        if self.model.plan.item(item).silent {
            return targets;
        }
        let name = names::label(self.model, item);
        let success = self.blocks.declare(format!("{name}_succeeds"));
        let failure = self.blocks.declare(format!("{name}_fails"));
        Targets { success, failure }
    }

    /// Places the blocks of [`Lowering::exits`].
    fn place_exits(&mut self, item: ItemId, exits: Targets, targets: Targets) {
        self.place_exits_after(item, exits, targets, &TokenStream::new());
    }

    fn place_exits_after(
        &mut self,
        item: ItemId,
        exits: Targets,
        targets: Targets,
        code: &TokenStream,
    ) {
        if self.model.plan.item(item).silent {
            return;
        }
        for (exit, status, target) in [
            (exits.success, context::success(), targets.success),
            (exits.failure, context::failure(), targets.failure),
        ] {
            if let Some(set) = self.blocks.reached(exit) {
                let mut code = code.clone();
                code.extend([self.told(item, &status)]);
                let edge = self.blocks.edge(TokenStream::new(), target, &set);
                self.blocks.place(exit, code, Exit::Jump(edge));
            }
        }
    }

    /// `events.finished(7, Status::Success);`
    fn told(&self, item: ItemId, status: &TokenStream) -> TokenStream {
        let (events, id) = (context::events(), self.model.id(self.model.plan.item(item).node));
        hygienic!(#events.finished(#id, #status);)
    }

    /// Places the blocks of an item and of all below it in this region.
    fn item(&mut self, item: ItemId, targets: Targets) {
        if self.is_held(item) {
            return self.held(item, targets);
        }
        match self.kind(item) {
            Kind::Condition(answer) => self.condition(item, answer, targets),
            Kind::Action(value) => self.action(item, value, targets),
            Kind::Wait(duration) => self.wait(item, duration, targets),
            Kind::Succeed => self.constant(item, &context::success(), targets.success),
            Kind::Fail => self.constant(item, &context::failure(), targets.failure),
            Kind::Running => self.running(item),
            Kind::Sequence | Kind::Selector => self.memory_composite(item, targets),
            Kind::ActiveSequence | Kind::ActiveSelector => self.active_composite(item, targets),
            Kind::Monitor { .. } => self.monitor(item, targets),
            Kind::If { active, condition } => self.branch(item, *active, condition, targets),
            Kind::Match { active, scrutinee, patterns } => {
                self.arms(item, *active, scrutinee, patterns, targets);
            }
            Kind::Delay(duration) => self.delay(item, duration, targets),
            Kind::Repeat(_) | Kind::Retry(_) => self.endless(item, targets),
            Kind::Guard(condition) => self.guard(item, condition, targets),
            Kind::Cooldown(duration) => self.cooldown(item, duration, targets),
            Kind::Once => self.once(item, targets),
            _ => self.mapped(item, targets),
        }
    }
}
