//! Leaving what runs from above.

use super::held::Held;
use super::{context, frame};
use crate::ast::Kind;
use crate::model::{ItemId, Model, Region, is_frame};
use proc_macro2::TokenStream;

impl Model {
    /// `Self::abort_at_7(state, npc, events, keep);`: nothing where nothing can run.
    pub(crate) fn leave(
        &self,
        root: ItemId,
        state: &TokenStream,
        keep: &TokenStream,
    ) -> TokenStream {
        if self.is_idle(root) {
            return TokenStream::new();
        }
        if let Some(leaf) = self.flagged(root) {
            let (id, events) = (self.id(leaf.id), context::events());
            return hygienic!(__bt::leave(#state, #id, #events, #keep););
        }
        let abort = self.region_function("abort", root);
        let arguments = self.leaving_arguments(self.is_busy(root));
        hygienic!(Self::#abort(#state #arguments, #keep);)
    }

    /// `, npc, events`, or, where the blackboard is not needed, `, events`.
    pub(crate) fn leaving_arguments(&self, busy: bool) -> TokenStream {
        let events = context::events();
        if busy { self.arguments() } else { hygienic!(, #events) }
    }
}

/// The body of `fn abort_at_7(state, …, keep)`: ends what is recorded and everything above it that
/// does not contain the node `keep`.
pub(super) fn body(model: &Model, region: &Region) -> TokenStream {
    let (state, events, keep) = (context::state(), context::events(), context::keep());
    let (name, tip) = (model.region_type(region.root), context::local("tip"));
    let arms = region.positions.iter().map(|position| arm(model, region, position.item));
    hygienic! {
        let #tip = match #state {
            #name::Idle => __bt::NOTHING,
            #(#arms)*
        };
        #events.aborted(#tip, #keep);
        *#state = #name::Idle;
    }
}

/// Ends one position and gives its node; `NOTHING` if its end has been told.
fn arm(model: &Model, region: &Region, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let (state, inner) = (context::state(), super::subtree::inner(node));
    let name = model.region_type(region.root);
    let variant = model.variant(item);
    let cut = item != region.root && model.plan.item(item).cut;
    let cooling = cooling(model, region, item);
    let is_held = matches!(node.kind, Kind::Subtree { .. } | Kind::Stateful(_));
    if !(cut || is_held || is_frame(node)) {
        let id = model.id(node.id);
        if cooling.is_empty() {
            return hygienic!(#name::#variant { .. } => #id,);
        }
        let told = told(model, node.id);
        return hygienic!(#name::#variant { .. } => { #told #cooling __bt::NOTHING });
    }
    let held = Held::new(model, item, cut);
    let abort = &held.abort;
    let is_variant = !cut && is_frame(node) && frame::is_single(node);
    // Taken out of the state first, so that it ends once even if its end panics.
    let end = held.end_taken(&hygienic!(__bt::End::Aborted)).map(|call| {
        if is_variant {
            return hygienic!({ let #inner = __bt::replace(#state, #name::Idle); #call });
        }
        hygienic! {
            if let #name::#variant(#inner) = __bt::replace(#state, #name::Idle) { #call }
        }
    });
    let id = if cut { hygienic!(__bt::NOTHING) } else { model.id(node.id) };
    let told = if cooling.is_empty() || cut {
        hygienic!(#cooling #id)
    } else {
        let told = told(model, node.id);
        hygienic!(#told #cooling __bt::NOTHING)
    };
    if is_variant {
        let open = (!abort.is_empty()).then(|| hygienic!(let #inner = &mut *#state;));
        return hygienic!(#name::#variant { .. } => { #open #abort #end #told });
    }
    let pattern = if abort.is_empty() { hygienic!(..) } else { hygienic!(#inner) };
    hygienic!(#name::#variant(#pattern) => { #abort #end #told })
}

/// `events.aborted(7, keep);`
fn told(model: &Model, node: usize) -> TokenStream {
    let (events, keep, id) = (context::events(), context::keep(), model.id(node));
    hygienic!(#events.aborted(#id, #keep);)
}

/// The cooldowns above a position in its region begin, those that contain `keep` excepted.
fn cooling(model: &Model, region: &Region, item: ItemId) -> TokenStream {
    let root = model.node_of(region.root).id;
    let keep = context::keep();
    let mut code = TokenStream::new();
    let mut above = model.node_of(item).parent;
    while let Some(node) = above.filter(|node| *node >= root) {
        let node = model.node(node);
        if let Kind::Cooldown(duration) = &node.kind {
            let (first, end) = (model.id(node.id), model.end(node.id));
            let cooling = model.cooling(node, duration);
            code.extend([hygienic!(if !(#first..#end).contains(&#keep) { #cooling })]);
        }
        above = node.parent;
    }
    code
}
