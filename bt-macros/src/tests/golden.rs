//! Expansions that are stored as files: they document the generated code. `BLESS=1 cargo test -p
//! bt-macros` writes them again.

use super::expand;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::path::Path;

/// The items of an expansion for one of its readers: the first, an editor, or the second, rustc.
pub(super) fn items(expansion: TokenStream, reader: usize) -> TokenStream {
    let file: syn::File = syn::parse2(expansion).expect("an expansion is Rust");
    let chosen = |item: &syn::Item| match item {
        syn::Item::Const(both) => {
            let call = macro_arguments(both.expr.to_token_stream());
            // The code for a tree with a broken header is the same for both.
            let Some(call) = call else { return item.to_token_stream() };
            let readers: Vec<TokenTree> = call.into_iter().collect();
            // `include_bytes!` of a file is one for both, too.
            let [TokenTree::Group(_), TokenTree::Group(_)] = readers.as_slice() else {
                return item.to_token_stream();
            };
            let items = match &readers[reader] {
                TokenTree::Group(items) => items.stream(),
                other => panic!("{other} is no block"),
            };
            quote!(const _: () = { #items };)
        }
        item => item.to_token_stream(),
    };
    file.items.iter().map(chosen).collect()
}

/// `… name! { arguments }` → `arguments`
pub(super) fn macro_arguments(tokens: TokenStream) -> Option<TokenStream> {
    let mut behind_bang = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) if behind_bang => return Some(group.stream()),
            TokenTree::Group(group) => {
                if let Some(found) = macro_arguments(group.stream()) {
                    return Some(found);
                }
            }
            TokenTree::Punct(punct) => behind_bang = punct.as_char() == '!',
            TokenTree::Ident(_) | TokenTree::Literal(_) => behind_bang = false,
        }
    }
    None
}

/// The compiled part of the expansion of a tree.
pub(super) fn compiled(source: &str) -> String {
    expanded(source, 1)
}

fn expanded(source: &str, reader: usize) -> String {
    let file: syn::File = syn::parse2(items(expand(source), reader)).expect("items");
    prettyplease::unparse(&file)
}

fn check(name: &str, reader: usize, golden: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let source = std::fs::read_to_string(folder.join(format!("{name}.tree"))).expect("a source");
    let expansion = expanded(&source, reader);
    let path = folder.join(golden);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &expansion).expect("the snapshot can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    if golden != expansion {
        let line = golden.lines().zip(expansion.lines()).position(|(old, new)| old != new);
        panic!("{} has changed from line {:?} on", path.display(), line.map(|line| line + 1));
    }
}

#[test]
fn the_soldier_reads_like_written_by_a_person() {
    check("soldier", 1, "soldier.rs");
}

#[test]
fn an_editor_sees_each_word_of_the_soldier_in_a_place_with_a_meaning() {
    check("soldier", 0, "soldier.editor.rs");
}

#[test]
fn a_vocabulary_reads_like_written_by_a_person() {
    check("drill", 1, "drill.rs");
}

#[test]
fn an_editor_sees_each_word_of_a_vocabulary_in_a_place_with_a_meaning() {
    check("drill", 0, "drill.editor.rs");
}
