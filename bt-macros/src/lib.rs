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

use bt_language::mirror::Mirror;
use bt_language::mistakes::{Mistake, Mistakes};
use bt_language::rules::Rules;
use bt_language::vocabulary::declared::Declaration;
use bt_language::{Reading, ast};
use proc_macro2::{Group, Literal, Span, TokenStream, TokenTree};
use program::Program;
use quote::quote_spanned;
use render::{Items, Words};

/// Compiles behavior trees into enum state machines; see the documentation of `bt-core`.
#[proc_macro]
pub fn behavior_tree(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand_trees(&input.into()).into()
}

/// Expands to the tests of rules that `behavior_tree!` has not decided; the documentation of `bt-core` tells of them.
#[doc(hidden)]
#[proc_macro]
pub fn decide_rules(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    tests_of_rules(input.into()).into()
}

/// The pipeline.
fn expand_trees(input: &TokenStream) -> TokenStream {
    expand_reading(bt_language::read(input.clone()), input)
}

/// Writes the mirror for editors, the types and their methods, and then the errors; `input` is what was read.
fn expand_reading(reading: Reading, input: &TokenStream) -> TokenStream {
    let Parts { runtime, rules, mut mistakes, mirror, mut items, taken, place } = parts(reading);
    for wrong in rules::add(&rules, &taken, &mut items) {
        mistakes.push(wrong);
    }
    let mut output = import(runtime.as_ref());
    output.extend([mirror.in_place_of(&items.compiled, &items.seen, place), items.types]);
    if !items.undecided.is_empty() {
        let path = path(runtime.as_ref());
        let numbers = items.undecided.iter().map(|(number, span)| {
            let mut number = Literal::usize_unsuffixed(*number);
            number.set_span(*span);
            number
        });
        let call = elsewhere(input.clone());
        output.extend([hygienic! {
            #[cfg(test)]
            #path::__private::decide_rules! { #(#numbers)*; #call }
        }]);
    }
    for mistake in mistakes.in_order() {
        output.extend([compile_error(mistake)]);
    }
    output
}

/// The same tokens without their places: an editor would look for the nodes in them.
fn elsewhere(tokens: TokenStream) -> TokenStream {
    let place = Span::call_site();
    let moved = |token: TokenTree| {
        let mut token = match token {
            TokenTree::Group(group) => {
                TokenTree::Group(Group::new(group.delimiter(), elsewhere(group.stream())))
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => token,
        };
        token.set_span(token.span().located_at(place));
        token
    };
    tokens.into_iter().map(moved).collect()
}

/// `0 3; tree Soldier … rules Soldier …` → the tests of the first and the fourth rule, at the places of the numbers.
fn tests_of_rules(input: TokenStream) -> TokenStream {
    let mut input = input.into_iter();
    let literals = input.by_ref().map_while(|token| match token {
        TokenTree::Literal(literal) => Some(literal),
        TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) => None,
    });
    let number = |of: Literal| Some((of.to_string().parse().ok()?, of.span()));
    let numbers: Vec<(usize, Span)> = literals.filter_map(number).collect();
    let Parts { runtime, rules, mut items, .. } = parts(bt_language::read(input.collect()));
    (items.types, items.compiled) = (TokenStream::new(), TokenStream::new());
    let tests = rules::tests(&rules, &numbers, &mut items);
    let import = import(runtime.as_ref());
    hygienic!(#import #tests)
}

/// A call, with the items of its trees and vocabularies.
struct Parts {
    runtime: Option<TokenStream>,
    rules: Vec<Rules>,
    mistakes: Mistakes,
    mirror: Mirror,
    items: Items,
    /// The names of all items.
    taken: Vec<String>,
    /// The name of the first one.
    place: Span,
}

fn parts(reading: Reading) -> Parts {
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
    Parts { runtime, rules, mistakes, mirror, items, taken, place }
}

/// Brings the runtime into scope as `__bt`, which all generated code names. A module may have several calls, and can
/// import a name twice only by a glob.
fn import(runtime: Option<&TokenStream>) -> TokenStream {
    let path = path(runtime);
    hygienic! {
        #[allow(unused_imports, reason = "a call before this one may have imported it")]
        use #path::__private::scope::*;
    }
}

/// The path of the runtime.
fn path(runtime: Option<&TokenStream>) -> TokenStream {
    runtime.map_or_else(|| hygienic!(::bt_core), TokenStream::clone)
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
