//! The compiler of `behavior_tree!`; use it through the crate `bt-core`, which explains the
//! language.
//!
//! Data flows one way: tokens → what was written (`ast`) → what it means (`model`) → Rust
//! (`expand`). Everything below the door works on `proc_macro2` tokens, so that it can be tested
//! without a compiler.

mod ast;
mod check;
mod error;
mod expand;
mod ide;
mod keyword;
mod model;
mod parse;
#[cfg(test)]
mod tests;

use proc_macro2::{Span, TokenStream};

/// Compiles behavior trees into enum state machines; see the documentation of `bt-core`.
#[cfg(not(fuzzing))]
#[proc_macro]
pub fn behavior_tree(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand_trees(input.into()).into()
}

/// The door for the fuzzer, for which this is an ordinary library.
#[cfg(fuzzing)]
pub fn expand(input: TokenStream) -> TokenStream {
    expand_trees(input)
}

/// The words that can begin a node, for the fuzzer.
#[cfg(fuzzing)]
pub fn words() -> Vec<&'static str> {
    keyword::nodes().collect()
}

/// The pipeline: what is compiled and its mirror for editors, the types, then what is wrong.
fn expand_trees(input: TokenStream) -> TokenStream {
    let mut notes = parse::Notes::default();
    let mut trees = parse::trees(input, &mut notes);
    let parse::Notes { mut errors, mirror, .. } = notes;
    check::trees(&mut trees, &mut errors);
    let place = trees.first().map_or_else(Span::call_site, name_span);
    let mut items = expand::Items::default();
    for tree in trees {
        match tree {
            Ok(tree) => items.tree(&model::Model::new(tree)),
            Err(outline) => items.outline(&outline),
        }
    }
    let mut output = mirror.in_place_of(&items.compiled, &items.seen, place);
    output.extend([items.types]);
    output.extend([errors.into_compile_errors()]);
    output
}

fn name_span(tree: &Result<ast::Tree, ast::Outline>) -> Span {
    match tree {
        Ok(tree) => tree.outline.name.span(),
        Err(outline) => outline.name.span(),
    }
}
