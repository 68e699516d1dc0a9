//! The compiler of `behavior_tree!`. Use it through the crate `bt-core`, which documents the
//! language.
//!
//! Data flows one way: `bt-language` reads the trees and makes their machines; `render` writes
//! Rust. Everything except the entry point works with `proc_macro2` tokens, so that it can be
//! tested without a compiler.

extern crate proc_macro;

/// `quote!` with local variables that cannot collide with names of the user.
macro_rules! hygienic {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

mod files;
mod program;
mod render;
mod rules;
#[cfg(test)]
mod tests;

use bt_language::mistakes::Mistake;
use bt_language::vocabulary::declared::Declaration;
use bt_language::{Reading, ast};
use proc_macro2::{Span, TokenStream};
use program::Program;
use quote::quote_spanned;
use render::Words;

/// Compiles behavior trees into enum state machines; see the documentation of `bt-core`.
#[proc_macro]
pub fn behavior_tree(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand_trees(input.into()).into()
}

/// The pipeline.
fn expand_trees(input: TokenStream) -> TokenStream {
    expand_reading(bt_language::read(input))
}

/// Writes the mirror for editors, the types and their methods, and then the errors.
fn expand_reading(reading: Reading) -> TokenStream {
    let Reading { runtime, trees, vocabularies, files, rules, mut mistakes, mirror, lines } =
        reading;
    let first = trees.first().map(outline).or(vocabularies.first().map(vocabulary_outline));
    let place = first.map_or_else(Span::call_site, |outline| outline.name.span());
    let mut items = render::Items::default();
    // What could not be read may use any name.
    let warns = mistakes.is_empty();
    let mut taken: Vec<String> = trees.iter().map(|tree| outline(tree).name.to_string()).collect();
    let vocabularies: Vec<Words> = vocabularies.into_iter().map(Words::of).collect();
    for words in &vocabularies {
        taken.push(words.name().to_string());
        items.vocabulary(words);
    }
    for file in &files {
        let words = vocabularies.iter().find(|words| *words.name() == file.vocabulary);
        let wrong = words.map(|words| files::compile(file, words, &mut taken, &mut items));
        for mistake in wrong.unwrap_or_default() {
            mistakes.push(mistake);
        }
    }
    for tree in trees {
        match tree.map(|tree| Program::new(tree, &lines, warns)) {
            Ok(Ok(program)) => {
                #[cfg(test)]
                tests::check(&program.machine);
                items.tree(program);
            }
            Ok(Err(refused)) => {
                let (outline, internal) = *refused;
                items.outline(&outline);
                mistakes.push(internal);
            }
            Err(outline) => items.outline(&outline),
        }
    }
    for wrong in rules::add(&rules, &taken, &mut items) {
        mistakes.push(wrong);
    }
    let mut output = import(runtime);
    output.extend([mirror.in_place_of(&items.compiled, &items.seen, place), items.types]);
    for mistake in mistakes.in_order() {
        output.extend([compile_error(mistake)]);
    }
    output
}

/// Brings the runtime into scope as `__bt`, which all generated code names. A module may have several calls, and can
/// import a name twice only by a glob.
fn import(runtime: Option<TokenStream>) -> TokenStream {
    let path = runtime.unwrap_or_else(|| hygienic!(::bt_core));
    hygienic! {
        #[allow(unused_imports, reason = "a call before this one may have imported it")]
        use #path::__private::scope::*;
    }
}

/// Errors come after all other items, so that offsets in an editor are the same with and without
/// them.
fn compile_error(Mistake { span, text }: Mistake) -> TokenStream {
    quote_spanned!(span=> ::core::compile_error! { #text })
}

fn vocabulary_outline(vocabulary: &Result<Declaration, ast::Outline>) -> &ast::Outline {
    match vocabulary {
        Ok(declaration) => &declaration.outline,
        Err(outline) => outline,
    }
}

fn outline(tree: &Result<ast::Tree, ast::Outline>) -> &ast::Outline {
    match tree {
        Ok(tree) => &tree.outline,
        Err(outline) => outline,
    }
}
