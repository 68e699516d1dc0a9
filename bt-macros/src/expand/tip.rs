//! Which nodes are active: the tips, below which nothing is.

use super::{choice, context, frame, parallel};
use crate::ast::Kind;
use crate::model::{ItemId, Model, Region, is_frame};
use proc_macro2::TokenStream;

/// `fn tip_at_7(state, from) -> u32`: a tip of a region, the first from `from` on if there are several.
pub(super) fn function(model: &Model, region: &Region) -> TokenStream {
    let name = model.region_function("tip", region.root);
    let of = model.region_of(region.root);
    let (state, from) = (context::state(), context::local("from"));
    let region_name = model.region_type(region.root);
    let arms = region.positions.iter().map(|position| arm(model, region, position.item));
    hygienic! {
        #[inline]
        fn #name(#state: &#of, #from: __bt::u32) -> __bt::u32 {
            match #state {
                #region_name::Idle => __bt::NOTHING,
                #(#arms)*
            }
        }
    }
}

impl Model {
    /// `Self::tip_at_7(state, from)`: a tip of the region below this root.
    pub(crate) fn tip(&self, root: ItemId, state: &TokenStream) -> TokenStream {
        if let Some(leaf) = self.flagged(root) {
            let id = self.id(leaf.id);
            return hygienic!(__bt::tip_if(*#state, #id));
        }
        let (tip, from) = (self.region_function("tip", root), context::local("from"));
        hygienic!(Self::#tip(#state, #from))
    }
}

fn arm(model: &Model, region: &Region, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let (inner, from) = (super::subtree::inner(node), context::local("from"));
    let name = model.region_type(region.root);
    let variant = model.variant(item);
    let id = model.id(node.id);
    let cut = item != region.root && model.plan.item(item).cut;
    let inside = match &node.kind {
        _ if cut && model.is_idle(item) => return hygienic!(#name::#variant(..) => #id,),
        _ if cut => model.tip(item, &hygienic!(#inner)),
        Kind::Subtree { tree, .. } if !model.is_opaque(tree) => {
            let step = super::subtree::part(tree, "tip_parts");
            return hygienic! {
                #name::#variant(#inner) => {
                    __bt::tip_below(#step(#inner, #from.saturating_sub(#id + 1)), #id)
                }
            };
        }
        _ if is_frame(node) && frame::is_single(node) => {
            let child = model.plan.item(item).children[0];
            if model.is_idle(child) {
                return hygienic!(#name::#variant { .. } => #id,);
            }
            let open = context::child();
            let tip = model.tip(child, &hygienic!(#open));
            return hygienic!(#name::#variant { #open, .. } => __bt::tip_or(#tip, #id),);
        }
        _ if is_frame(node) => several(model, item),
        Kind::Stateful(_) | Kind::Wait(_) | Kind::Delay(_) | Kind::Subtree { .. } => {
            return hygienic!(#name::#variant(..) => #id,);
        }
        _ => return hygienic!(#name::#variant => #id,),
    };
    hygienic!(#name::#variant(#inner) => __bt::tip_or(#inside, #id),)
}

/// The first tip among the children of a frame.
fn several(model: &Model, item: ItemId) -> TokenStream {
    match model.node_of(item).kind {
        Kind::Parallel(_) | Kind::Monitor { .. } => parallel::tip(model, item),
        _ => choice::tip(model, item),
    }
}
