//! Trees with mistakes: the macro reports the same mistakes as the language, its expansion can be parsed, and the rest is
//! still compiled.

use super::verdict::expansion;
use super::{errors, expand};
use bt_language::ast::Node;
use bt_language::words::Word;
use std::fs;
use std::path::Path;

/// The number of errors of the expansion of a case of `bt-language/cases/messages`, and of its messages.
fn errors_and_messages(case: &str) -> (Result<usize, String>, usize) {
    let (_, case) = case.split_once('\n').expect("a title");
    let (trees, messages) = case.split_once("\n---\n").expect("trees and messages");
    (expansion(&trees.parse().expect("sound tokens")), messages.trim().lines().count())
}

#[test]
fn each_mistake_is_one_error_of_the_expansion() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bt-language/cases/messages");
    let mut cases = 0;
    for file in fs::read_dir(folder).expect("the folder of messages") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("a text");
        for case in format!("\n{text}").split("\n=== ").skip(1) {
            cases += 1;
            if cases % 4 == 0 || super::stride() == 1 {
                let (errors, messages) = errors_and_messages(case);
                assert_eq!(errors, Ok(messages), "{case}");
            }
        }
    }
    assert!(cases > 300, "only {cases} cases are found");
}

#[test]
fn the_type_is_there_in_spite_of_a_mistake() {
    let file: syn::File =
        syn::parse2(expand("pub tree Broken(npc: &mut Npc) { nonsense }")).expect("Rust");
    let is_broken =
        |item: &syn::Item| matches!(item, syn::Item::Struct(of) if of.ident == "Broken");
    assert!(file.items.iter().any(is_broken));
}

/// The parser would refuse this tree.
#[test]
fn an_internal_error_names_tree_and_node_and_leaves_the_type() {
    let source = "pub tree Patrol(npc: &mut Npc) { sequence { not condition npc.tired(); } }";
    let mut reading = bt_language::read(source.parse().expect("sound tokens"));
    for tree in reading.trees.iter_mut().flatten() {
        let not: &mut Node = &mut tree.root.children[0];
        assert_eq!(not.word(), Word::Not);
        not.children.clear();
    }
    let expansion = crate::expand_reading(reading, &proc_macro2::TokenStream::new());
    assert!(expansion.to_string().contains("pub struct Patrol ;"), "{expansion}");
    assert_eq!(
        errors(expansion),
        [
            "internal error of `behavior_tree!` at node 1 (`not`) of `Patrol`: it has 0 children; this is not \
          your mistake, please report it with this tree"
        ]
    );
}
