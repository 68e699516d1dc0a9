//! Expansions that are stored as files, and those in `LOWERING.md`: they document the generated code. `BLESS=1 cargo test -p
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

const BEGIN: &str = "<!-- begin ";

/// The tree of the document.
const TREE: &str = "tree Guard(npc: &mut Npc) {
    active_selector {
        condition npc.sleeps();
        parallel {
            action npc.walk();
            action npc.look();
        }
        action npc.rest();
    }
}
";

#[test]
fn lowering_md_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("LOWERING.md");
    let written = std::fs::read_to_string(&path).expect("LOWERING.md");
    let mut fresh = String::new();
    let mut rest = written.as_str();
    while let Some((before, behind)) = rest.split_once(BEGIN) {
        let (name, behind) = behind.split_once(" -->").expect("the end of a comment");
        let end = format!("<!-- end {name} -->");
        let (_, behind) = behind.split_once(&end).expect("the end of a part");
        fresh.extend([before, BEGIN, name, " -->\n", &part(name), "\n", &end]);
        rest = behind;
    }
    fresh.push_str(rest);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &fresh).expect("LOWERING.md can be written");
    } else {
        let line = written.lines().zip(fresh.lines()).position(|(old, new)| old != new);
        assert!(written == fresh, "LOWERING.md is old from line {line:?} on");
    }
}

fn part(name: &str) -> String {
    match name {
        "tree" => fenced("text", TREE),
        "machine" => fenced("text", &machine()),
        "types" => fenced(
            "rust",
            &items_of(|item| matches!(item, syn::Item::Enum(_) | syn::Item::Struct(_))),
        ),
        "rust" => fenced("rust", &functions(&["tick_at_0", "tick_parallel_2"])),
        other => panic!("LOWERING.md asks for `{other}`"),
    }
}

fn fenced(language: &str, text: &str) -> String {
    format!("```{language}\n{}\n```", text.trim_end())
}

fn machine() -> String {
    let reading = bt_language::read(TREE.parse().expect("sound tokens"));
    let tree = reading.trees.into_iter().next().and_then(Result::ok).expect("a tree");
    bt_language::lower("Guard", None, &tree.scope(), tree.root, &reading.lines)
        .expect("a machine")
        .to_text()
}

/// The selected generated items, without attributes.
fn items_of(is_wanted: impl Fn(&syn::Item) -> bool) -> String {
    let file: syn::File = syn::parse2(expand(TREE)).expect("an expansion is Rust");
    let items = file.items.into_iter().filter(is_wanted).map(|mut item| {
        match &mut item {
            syn::Item::Enum(item) => {
                item.attrs.clear();
                item.variants.iter_mut().for_each(|variant| variant.attrs.clear());
            }
            syn::Item::Struct(item) => item.attrs.clear(),
            _ => {}
        }
        item
    });
    pretty(&items.collect::<Vec<_>>())
}

/// The generated functions with these names.
fn functions(names: &[&str]) -> String {
    let text = compiled(TREE);
    let file: syn::File = syn::parse_str(&text).expect("an expansion is Rust");
    let mut found = Vec::new();
    let methods = file.items.iter().filter_map(|item| match item {
        syn::Item::Const(item) => Some(item.expr.to_token_stream()),
        _ => None,
    });
    for block in methods {
        let block: syn::Block = syn::parse2(block).expect("a block");
        for statement in block.stmts {
            let syn::Stmt::Item(syn::Item::Impl(item)) = statement else { continue };
            found.extend(item.items.into_iter().filter_map(|item| match item {
                syn::ImplItem::Fn(mut function) => {
                    function.attrs.clear();
                    let name = function.sig.ident.to_string();
                    let wanted = names.contains(&name.as_str());
                    wanted.then(|| syn::parse_quote!(#function))
                }
                _ => None,
            }));
        }
    }
    pretty(&found)
}

fn pretty(items: &[syn::Item]) -> String {
    prettyplease::unparse(&syn::parse_quote!(#(#items)*))
}
