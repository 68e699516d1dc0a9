//! Compares `LOWERING.md` with the output of the code. `BLESS=1 cargo test -p bt-macros lowering` writes
//! it again.

use super::expand;
use quote::ToTokens;
use std::path::Path;

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
        "types" => {
            fenced("rust", &items(|item| matches!(item, syn::Item::Enum(_) | syn::Item::Struct(_))))
        }
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
fn items(is_wanted: impl Fn(&syn::Item) -> bool) -> String {
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
    let text = super::golden::compiled(TREE);
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
