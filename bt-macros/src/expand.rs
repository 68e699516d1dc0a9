//! What it means → Rust: the state types, the public type, its methods, the steps.

/// `quote!` whose own local variables cannot meet those of the user, whatever their names.
macro_rules! hygienic {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

mod abort;
mod block;
mod choice;
mod context;
mod frame;
mod generics;
mod held;
mod kept;
mod outline;
mod parallel;
mod region;
mod set;
mod table;
pub(crate) mod text;
mod tip;
mod tree;
mod types;

use crate::ast::Outline;
use crate::model::Model;
use proc_macro2::TokenStream;
use tree::Reader;

/// The items of all trees.
#[derive(Default)]
pub(crate) struct Items {
    /// Types, and what does not look into them.
    pub(crate) public: TokenStream,
    pub(crate) compiled: TokenStream,
    /// What an editor sees in place of what is compiled.
    pub(crate) seen: TokenStream,
}

impl Items {
    pub(crate) fn tree(&mut self, model: &Model) {
        let (public, types) = (tree::public_type(model), types::all(model));
        let traits = tree::traits(model);
        self.public.extend(hygienic!(#public #types #traits));
        self.compiled.extend(compiled(model));
        self.seen.extend(seen(model));
    }

    pub(crate) fn outline(&mut self, tree: &Outline) {
        self.public.extend(outline::outline(tree));
    }
}

fn compiled(model: &Model) -> TokenStream {
    let table = table::constants(model);
    let methods = tree::methods(model, Reader::Compiler);
    let (parts, steps, machine) = (tree::parts(model), steps(model), tree::machine(model));
    let name = &model.name;
    let (generics, arguments, bounds) = model.generics.split_for_impl();
    let given = types::for_impls(&model.attributes);
    hygienic! {
        #given
        #[allow(dead_code, reason = "a program need not use all that a tree can do")]
        #[allow(
            clippy::same_name_method,
            clippy::impl_trait_in_params,
            clippy::shadow_same,
            clippy::shadow_reuse,
            clippy::shadow_unrelated,
            reason = "the trait has the same methods, and a condition borrows its blackboard anew"
        )]
        #[allow(unreachable_code, reason = "a leaf may be `todo!()`")]
        #[allow(unused_braces, reason = "a leaf may be a block")]
        impl #generics #name #arguments #bounds {
            #table
            #methods
            #parts
            #steps
        }
        #machine
    }
}

fn seen(model: &Model) -> TokenStream {
    let constants = table::named(model, &hygienic!(&[]));
    let methods = tree::methods(model, Reader::Editor);
    let name = &model.name;
    let (generics, arguments, bounds) = model.generics.split_for_impl();
    let given = types::for_impls(&model.attributes);
    hygienic! {
        #given
        impl #generics #name #arguments #bounds {
            #constants
            #methods
        }
    }
}

/// The functions of all regions and frames, from the root down.
fn steps(model: &Model) -> TokenStream {
    use crate::model::is_frame;
    let mut steps = TokenStream::new();
    for region in &model.plan.regions {
        let of = model.region_of(region.root);
        let body = region::body(model, region);
        let name = model.region_function("tick", region.root);
        steps.extend(model.function(&name, &of, None, &body));
        let keep = context::keep();
        let name = model.region_function("abort", region.root);
        steps.extend(model.function(&name, &of, Some(&keep), &abort::body(model, region)));
        steps.extend(tip::function(model, region));
        steps.extend(region::place(model, region));
        for position in &region.positions {
            let is_cut = position.item != region.root && model.plan.item(position.item).cut;
            if !is_cut && is_frame(model.node_of(position.item)) {
                steps.extend(frame::functions(model, position.item));
            }
        }
    }
    steps
}
