//! Enters an item: at its beginning, or where the last tick left it.

use super::{Label, Lowered, Lowering};
use crate::ast::Kind;
use crate::lower::plan::ItemId;
use crate::machine::{Edge, Exit, Keeps, PositionId, Set, Step};

impl Lowering<'_> {
    /// The block at which an item continues when a position below it is recorded.
    fn resume(&self, item: ItemId, position: PositionId) -> Lowered<Label> {
        if self.item_of(position) == item {
            return Ok(self.resumes[position.place()]);
        }
        let children = self.children(item);
        let is_in = |child: &&ItemId| self.positions(**child).contains(&position.place());
        let Some(child) = children.iter().find(is_in) else {
            return Err(
                self.internal(item, format!("position {position} is not below it").as_str())
            );
        };
        match self.kind(item) {
            // It is evaluated again before the child continues.
            Kind::Guard(_)
            | Kind::Monitor { .. }
            | Kind::If { active: true, .. }
            | Kind::Match { active: true, .. } => self.entry(item),
            Kind::ActiveSequence | Kind::ActiveSelector | Kind::Priority { .. }
                if Some(child) != children.first() =>
            {
                self.entry(item)
            }
            _ => self.resume(*child, position),
        }
    }

    /// Enters an item: where it was, if a position below it is recorded, or at its beginning.
    pub(super) fn enter(&mut self, item: ItemId, set: &Set) -> Lowered<Exit> {
        let entry = self.entry(item)?;
        self.enter_or(item, set, entry)
    }

    /// Enters an item if a position below it is recorded, and goes to another block otherwise.
    pub(super) fn enter_or(&mut self, item: ItemId, set: &Set, entry: Label) -> Lowered<Exit> {
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
        self.keeps(position) == Keeps::Nothing && self.kind(self.item_of(position)).is_endless()
    }
}
