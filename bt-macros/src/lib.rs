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
mod keyword;
mod model;
mod parse;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;

/// Compiles behavior trees into enum state machines; see the documentation of `bt-core`.
#[proc_macro]
pub fn behavior_tree(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand_trees(input.into()).into()
}

/// The pipeline: the items of all trees, then what is wrong with them.
fn expand_trees(input: TokenStream) -> TokenStream {
    let mut errors = error::Errors::default();
    let mut trees = parse::trees(input, &mut errors);
    check::check_recursion(&mut trees, &mut errors);
    let mut output = TokenStream::new();
    for mut tree in trees {
        check::tree(&mut tree, &mut errors);
        output.extend(expand::tree(&model::Model::new(tree)));
    }
    output.extend(errors.into_compile_errors());
    output
}
