//! Nodes that the state of a region contains as a whole: stateful actions, frames, subtrees, cuts.

use super::{Lowered, Lowering, Targets};
use crate::ast::Kind;
use crate::lower::plan::ItemId;
use crate::machine::{Exit, Keeps, PositionId, Set, Status, Step};
use crate::parse;

impl Lowering<'_> {
    /// A position with data: it begins alone, or beside another recorded one, or continues.
    pub(super) fn held(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let position = self.position(item);
        // Observers get the end of a cut in its own region, and the end of a leaf with its tick.
        let seen = matches!(self.keeps(position), Keeps::Region(_) | Keeps::Action);
        let exits = if seen { targets } else { self.exits(item, targets) };
        let entry = self.entry(item)?;
        if let Some(set) = self.blocks.reached(entry) {
            self.begin(item, &set, exits)?;
        }
        let resume = self.resumes[position.place()];
        if self.blocks.reached(resume).is_some() {
            let success = self.blocks.edge(exits.success, &Set::nothing());
            let failure = self.blocks.edge(exits.failure, &Set::nothing());
            let exit = Exit::Continue { position, success, failure };
            self.blocks.place(resume, Vec::new(), exit);
        }
        if !seen {
            self.place_exits(item, exits, targets);
        }
        Ok(())
    }

    fn begin(&mut self, item: ItemId, set: &Set, exits: Targets) -> Lowered<()> {
        let position = self.position(item);
        let refused = self.refusal(item, position).map(|(success, steps)| {
            let target = if success { exits.success } else { exits.failure };
            self.blocks.edge(target, set).after(steps)
        });
        let others = set.positions();
        let exit = if others.is_empty() {
            let resume = self.resumes[position.place()];
            let then = self.blocks.edge(resume, &Set::only(position));
            Exit::Begin { position, refused, then }
        } else {
            Exit::BeginBeside {
                position,
                refused,
                abort: Self::end(set, others, self.id(item)),
                success: self.blocks.edge(exits.success, set),
                failure: self.blocks.edge(exits.failure, set),
            }
        };
        self.blocks.place(self.entry(item)?, Vec::new(), exit);
        Ok(())
    }

    /// The steps if the position can refuse to begin: `true` for success or `false` for failure,
    /// and the events for observers.
    fn refusal(&self, item: ItemId, position: PositionId) -> Option<(bool, Vec<Step>)> {
        if matches!(self.keeps(position), Keeps::Region(_)) {
            return None;
        }
        match self.kind(item) {
            Kind::Stateful(_) => Some((false, vec![Step::Leaf(self.id(item), Status::Failure)])),
            Kind::With(_) | Kind::Let { .. } => Some((false, Vec::new())),
            // A range of literals is not empty: the parser has checked it.
            Kind::For { range, .. } if parse::rounds(range).is_none() => Some((true, Vec::new())),
            // A literal is at least 1: the parser has checked it.
            Kind::Repeat(Some(count)) if !is_literal(count) => Some((true, Vec::new())),
            Kind::Retry(Some(count)) if !is_literal(count) => Some((false, Vec::new())),
            _ => None,
        }
    }
}

fn is_literal(count: &proc_macro2::TokenStream) -> bool {
    syn::parse2::<syn::LitInt>(count.clone()).is_ok()
}
