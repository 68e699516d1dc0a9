//! What is recorded as running: testing, aborting and replacing it.

use super::super::block::{Blocks, Edge};
use super::super::context;
use super::super::set::Set;
use super::Lowering;
use crate::model::{ItemId, Model, Region};
use proc_macro2::{Literal, TokenStream};

/// The most positions that a test names one by one.
const NAMED: usize = 8;

/// `fn place_at_7(state) -> u32`: which position is recorded, for regions of many.
pub(in super::super) fn place(model: &Model, region: &Region) -> TokenStream {
    if region.positions.len() <= NAMED {
        return TokenStream::new();
    }
    let name = model.region_function("place", region.root);
    let (of, of_name) = (model.region_of(region.root), model.region_type(region.root));
    let state = context::state();
    let arms = region.positions.iter().enumerate().map(|(place, position)| {
        let variant = model.variant(position.item);
        let place = Literal::usize_unsuffixed(place);
        hygienic!(#of_name::#variant { .. } => #place,)
    });
    let nothing = Literal::usize_unsuffixed(region.positions.len());
    hygienic! {
        const fn #name(#state: &#of) -> __bt::u16 {
            match #state {
                #(#arms)*
                #of_name::Idle => #nothing,
            }
        }
    }
}

impl Lowering<'_> {
    /// Aborts what is recorded of these, down to the first node that contains the node `keep`.
    pub(super) fn abort(&self, set: &Set, positions: &[usize], keep: usize) -> TokenStream {
        if positions.is_empty() {
            return TokenStream::new();
        }
        let abort = self.abort_call(keep);
        if set.but(positions).is_empty() {
            return abort;
        }
        let recorded = self.is_recorded(set, positions);
        hygienic!(if #recorded { #abort })
    }

    /// Tests whether one of these is recorded: by name, or, if there are many, by their places, so
    /// that a wide region does not need as many patterns as it has pairs of leaves. A range may
    /// include what cannot be recorded here.
    fn is_recorded(&self, set: &Set, positions: &[usize]) -> TokenStream {
        let state = context::state();
        if positions.len() <= NAMED {
            let pattern = self.pattern(positions);
            return hygienic!(let #pattern = #state);
        }
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for position in positions {
            match ranges.last_mut() {
                Some((_, last)) if set.within(*last + 1..*position).is_empty() => *last = *position,
                _ => ranges.push((*position, *position)),
            }
        }
        let ranges = ranges.into_iter().map(|(first, last)| {
            let [first, last] = [first, last].map(Literal::usize_unsuffixed);
            hygienic!(#first..=#last)
        });
        let place = self.model.region_function("place", self.region.root);
        hygienic!(let #(#ranges)|* = Self::#place(#state))
    }

    fn abort_call(&self, keep: usize) -> TokenStream {
        let (state, keep) = (context::state(), self.model.id(keep));
        self.model.leave(self.region.root, &hygienic!(#state), &keep)
    }

    /// Records a position as running, in the place of whatever else was, and leaves the region.
    pub(super) fn record(&self, item: ItemId, value: &TokenStream, set: &Set) -> Edge {
        let position = self.positions(item).start;
        let others: Vec<usize> = set
            .within(0..self.region.positions.len())
            .into_iter()
            .filter(|other| *other != position)
            .collect();
        let mut code = self.abort(set, &others, self.model.plan.item(item).node);
        if *set != Set::only(position) {
            let state = context::state();
            code.extend([hygienic!(*#state = #value;)]);
        }
        Blocks::leave(code, context::running())
    }
}
