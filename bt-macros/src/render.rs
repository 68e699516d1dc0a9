//! The machine → Rust: the state types, the public type, its methods, the steps.
//!
//! Rendering decides nothing about trees. It knows names, spans, hygiene, and how rustc and its
//! optimizer treat the code.

mod agent;
mod alias;
mod blocks;
mod early;
mod expression;
mod facts;
mod fields;
mod function;
mod layout;
mod memory;
mod outline;
mod parts;
mod payload;
mod reader;
mod rules;
mod scope;
mod shift;
mod slots;
mod stop;
mod subtree;
mod table;
mod tip;
mod tree;
mod types;
mod values;
mod vocabulary;
mod wake;

pub(crate) use crate::program::nested_ids;
use crate::program::{Program, region_function};
use crate::rules::FileRules;
use bt_language::ast::Outline;
use bt_language::machine::Region;
pub(crate) use expression::future_type;
pub(crate) use facts::{bytes_of, may_exclude, may_refuse};
use function::Task;
use proc_macro2::{Span, TokenStream};
use reader::Reader;
pub(crate) use rules::{Id, Written, can, is_generic, test};
pub(crate) use scope::{given_type, keep_needed_names};
use std::path::Path;
pub(crate) use vocabulary::{Words, renewed};

/// The items of all trees.
#[derive(Default)]
pub(crate) struct Items {
    /// The types, which are visible to editors and to rustc.
    pub(crate) types: TokenStream,
    /// The code that rustc compiles.
    pub(crate) compiled: TokenStream,
    /// The code that editors see instead.
    pub(crate) seen: TokenStream,
    /// The trees.
    pub(crate) programs: Vec<Program>,
    /// The rules about trees of files.
    pub(crate) file_rules: Vec<FileRules>,
    /// The rules that a test may still decide: their numbers among those of the call, and their places.
    pub(crate) undecided: Vec<(usize, Span)>,
}

impl Items {
    pub(crate) fn tree(&mut self, program: Program) {
        let (public, types, aliases) =
            (tree::public_type(&program), types::all(&program), alias::aliases(&program));
        let agent = agent::types(&program);
        self.types.extend([hygienic!(#public #types #agent #aliases)]);
        self.compiled.extend([compiled(&program)]);
        self.seen.extend([seen(&program)]);
        self.programs.push(program);
    }

    pub(crate) fn vocabulary(&mut self, words: &Words) {
        self.types.extend([words.types()]);
        self.compiled.extend([words.compiled()]);
        self.seen.extend([words.seen()]);
    }

    /// Has the program built again when a file changes.
    pub(crate) fn depends_on(&mut self, path: &Path) {
        let Some(path) = path.to_str() else { return };
        self.types.extend([hygienic! {
            const _: &[::core::primitive::u8] = ::core::include_bytes!(#path);
        }]);
    }

    pub(crate) fn outline(&mut self, tree: &Outline) {
        self.types.extend(outline::outline(tree));
    }
}

fn compiled(program: &Program) -> TokenStream {
    let table = table::constants(program);
    let methods = tree::methods(program, Reader::Compiler);
    let (steps, clock) = (steps(program), program.clock());
    let (wakes, wake) = (wake::functions(program), wake::part(program));
    let (values, value) = (values::functions(program), values::part(program));
    let shift::Shift { functions: shifts, part: shift } = shift::Shift::of(program);
    let (machine, traits) = (
        parts::machine(program, &hygienic!(#wake #value #shift)),
        tree::traits(program, Reader::Compiler),
    );
    let unused = program.warns.then(|| scope::unused_names(program));
    let without_cleanups = stop::without_cleanups(program);
    let name = &program.name;
    let (generics, arguments, bounds) = program.generics.split_for_impl();
    let given = types::for_impls(&program.attributes);
    let passed_on = scope::may_be_passed_on(program);
    hygienic! {
        #given
        #passed_on
        #[allow(dead_code, reason = "a program need not use all that a tree can do")]
        #[allow(
            clippy::same_name_method,
            clippy::impl_trait_in_params,
            clippy::ptr_arg,
            clippy::ref_patterns,
            clippy::shadow_same,
            clippy::shadow_reuse,
            clippy::shadow_unrelated,
            clippy::too_many_arguments,
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
            #values
            #shifts
            #unused
            #clock
        }
        #machine
        #traits
        #without_cleanups
    }
}

fn seen(program: &Program) -> TokenStream {
    let constants = table::named(program, &hygienic!(&[]));
    let methods = tree::methods(program, Reader::Editor);
    let traits = tree::traits(program, Reader::Editor);
    let name = &program.name;
    let (generics, arguments, bounds) = program.generics.split_for_impl();
    let given = types::for_impls(&program.attributes);
    hygienic! {
        #given
        impl #generics #name #arguments #bounds {
            #constants
            #methods
        }
        #traits
    }
}

/// The functions of all regions and frames, starting at the root.
fn steps(program: &Program) -> TokenStream {
    // The streams are joined at the end: appending copies a stream each time.
    let mut steps: Vec<TokenStream> = Vec::new();
    for region in &program.machine.regions {
        steps.extend(step(program, region));
        if region.has_enum() {
            let of = program.region_of(region);
            let task = Task::leave(region.needs_blackboard);
            let name = region_function("abort", region);
            steps.push(blocks::inlining(region));
            steps.push(program.function(
                &name,
                &of,
                task,
                program.scope_of(region),
                &stop::body(program, region),
            ));
            steps.push(tip::function(program, region));
            steps.push(blocks::place(program, region));
            steps.extend(stop::of_region(program, region));
        }
        for position in &region.positions {
            let frame = program.machine.frame_of(position);
            steps.extend(frame.map(|frame| function::functions(program, frame)));
            steps.extend(frame.and_then(|frame| stop::of_frame(program, frame)));
        }
    }
    steps.into_iter().collect()
}

/// One tick of a region, if it is a function of its own.
fn step(program: &Program, region: &Region) -> Option<TokenStream> {
    let frame = blocks::frame_above(program, region);
    if frame.is_some_and(|frame| blocks::contains_step(frame, region)) {
        return None;
    }
    let is_cold = frame.is_some_and(|frame| blocks::is_cold(frame, region));
    let inlining = if is_cold { hygienic!(#[inline(never)]) } else { blocks::inlining(region) };
    let (name, of) = (region_function("tick", region), program.region_of(region));
    let body = blocks::of_region(program, region, None);
    let step = program.function(&name, &of, Task::Tick, program.scope_of(region), &body);
    Some(hygienic!(#inlining #step))
}
