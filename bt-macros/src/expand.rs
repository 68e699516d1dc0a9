//! What it means → Rust: the state types, the public type, its methods, the steps.

/// `quote!` whose own local variables cannot meet those of the user, whatever their names.
macro_rules! hygienic {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

mod abort;
mod alias;
mod block;
mod choice;
mod context;
mod early;
mod frame;
mod generics;
mod held;
mod kept;
mod machine;
mod outline;
mod parallel;
mod region;
mod set;
mod subtree;
mod table;
pub(crate) mod text;
mod time;
mod tip;
mod tree;
mod types;
mod wake;

use crate::ast::Outline;
use crate::model::{ItemId, Model, Node, Region, is_frame};
use context::Task;
pub(crate) use context::first_span;
use proc_macro2::TokenStream;
use tree::Reader;

/// The items of all trees.
#[derive(Default)]
pub(crate) struct Items {
    /// The types, which everybody sees.
    pub(crate) types: TokenStream,
    /// What they do.
    pub(crate) compiled: TokenStream,
    /// What an editor sees in place of that.
    pub(crate) seen: TokenStream,
}

impl Items {
    pub(crate) fn tree(&mut self, model: &Model) {
        let (public, types, aliases) =
            (tree::public_type(model), types::all(model), alias::aliases(model));
        self.types.extend([hygienic!(#public #types #aliases)]);
        self.compiled.extend([compiled(model)]);
        self.seen.extend([seen(model)]);
    }

    pub(crate) fn outline(&mut self, tree: &Outline) {
        self.types.extend(outline::outline(tree));
    }
}

fn compiled(model: &Model) -> TokenStream {
    let table = table::constants(model);
    let methods = tree::methods(model, Reader::Compiler);
    let (steps, clock) = (steps(model), model.clock());
    let wake::Wakes { functions: wakes, part } = wake::Wakes::new(model);
    let (machine, traits) = (machine::machine(model, &part), tree::traits(model, Reader::Compiler));
    let name = &model.name;
    let (generics, arguments, bounds) = model.generics.split_for_impl();
    let given = types::for_impls(&model.attributes);
    hygienic! {
        #given
        #[allow(dead_code, reason = "a program need not use all that a tree can do")]
        #[allow(
            clippy::same_name_method,
            clippy::impl_trait_in_params,
            clippy::ref_patterns,
            clippy::shadow_same,
            clippy::shadow_reuse,
            clippy::shadow_unrelated,
            reason = "the trait has the same methods, and a condition borrows its blackboard anew"
        )]
        #[allow(
            unreachable_code,
            clippy::diverging_sub_expression,
            reason = "a leaf may be `todo!()`"
        )]
        #[allow(unused_braces, reason = "a leaf may be a block")]
        impl #generics #name #arguments #bounds {
            #table
            #methods
            #steps
            #wakes
            #clock
        }
        #machine
        #traits
    }
}

fn seen(model: &Model) -> TokenStream {
    let constants = table::named(model, &hygienic!(&[]));
    let methods = tree::methods(model, Reader::Editor);
    let traits = tree::traits(model, Reader::Editor);
    let name = &model.name;
    let (generics, arguments, bounds) = model.generics.split_for_impl();
    let given = types::for_impls(&model.attributes);
    hygienic! {
        #given
        impl #generics #name #arguments #bounds {
            #constants
            #methods
        }
        #traits
    }
}

/// The functions of all regions and frames, from the root down.
fn steps(model: &Model) -> TokenStream {
    // Put together at the end: a stream that grows is copied each time.
    let mut steps: Vec<TokenStream> = Vec::new();
    for region in &model.plan.regions {
        let of = model.region_of(region.root);
        let frame = frame_above(model, region.root);
        if !frame.is_some_and(|frame| frame::contains_step(model, frame, region.root)) {
            let body = region::body(model, region, None);
            let is_seldom = frame.is_some_and(|frame| frame::is_seldom(model, frame, region.root));
            steps.push(if is_seldom { hygienic!(#[inline(never)]) } else { apart(region) });
            let name = model.region_function("tick", region.root);
            steps.push(model.function(&name, &of, Task::Tick, &body));
        }
        if model.has_enum(region.root) {
            let name = model.region_function("abort", region.root);
            let task = Task::leave(model.is_busy(region.root));
            steps.push(apart(region));
            steps.push(model.function(&name, &of, task, &abort::body(model, region)));
            steps.push(tip::function(model, region));
            steps.push(region::place(model, region));
        }
        for position in &region.positions {
            let is_cut = position.item != region.root && model.plan.item(position.item).cut;
            if !is_cut && is_frame(model.node_of(position.item)) {
                steps.push(frame::functions(model, position.item));
            }
        }
    }
    steps.into_iter().collect()
}

/// Keeps the function of a region that is far from the root apart.
fn apart(region: &Region) -> TokenStream {
    if region.is_far() { hygienic!(#[inline(never)]) } else { TokenStream::new() }
}

/// The frame of which a region is the child, if it is one.
fn frame_above(model: &Model, root: ItemId) -> Option<&Node> {
    let item = model.plan.item(root);
    let parent = model.node(item.node).parent.map(|parent| model.node(parent));
    parent.filter(|parent| !item.silent && !item.cut && is_frame(parent))
}
