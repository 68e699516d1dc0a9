//! Checks that every expansion has to pass, for any input.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Expands tokens; returns the number of reported mistakes, or the fault of the macro.
pub(super) fn expansion(input: &TokenStream) -> Result<usize, String> {
    let is_opened = has_invisible(input.clone());
    let output = catch_unwind(AssertUnwindSafe(|| crate::expand_trees(input)))
        .map_err(|panic| format!("the macro panics: {}", message(&*panic)))?;
    let visible = if is_opened { opened(output) } else { output };
    let file: syn::File =
        syn::parse2(visible).map_err(|error| format!("the expansion is not Rust: {error}"))?;
    if file.to_token_stream().to_string().contains("internal error of") {
        return Err("an internal error".into());
    }
    let errors = file.items.iter().filter(|item| is_error(item)).count();
    let last = file.items.iter().rev().take_while(|item| is_error(item)).count();
    if errors != last {
        return Err("an item stands behind an error".into());
    }
    Ok(errors)
}

/// Runs on a stack of the size that rustc uses; the stack of a test is smaller.
pub(super) fn on_a_compilers_stack<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    let builder = Builder::new().stack_size(8 << 20);
    builder.spawn_scoped(scope, run).expect("a thread")
}

fn is_error(item: &syn::Item) -> bool {
    matches!(item, syn::Item::Macro(call)
        if call.mac.path.segments.last().is_some_and(|name| name.ident == "compile_error"))
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "without a text",
    }
}

/// Returns `true` if there are invisible delimiters, which stand around arguments of a `macro_rules!`.
fn has_invisible(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::None || has_invisible(group.stream())
        }
        _ => false,
    })
}

/// rustc ignores invisible delimiters in the output of a procedural macro: `$x:expr` loses them there.
fn opened(tokens: TokenStream) -> TokenStream {
    let open = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => opened(group.stream()),
        TokenTree::Group(group) => {
            TokenTree::from(Group::new(group.delimiter(), opened(group.stream()))).into()
        }
        single => TokenStream::from(single),
    };
    tokens.into_iter().map(open).collect()
}
