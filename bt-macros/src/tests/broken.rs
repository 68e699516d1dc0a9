//! Trees with mistakes: each is told, nothing panics, and the rest is still there.

use super::{errors, expand};

/// The mistakes of a tree whose root block this is.
fn mistakes(body: &str) -> Vec<String> {
    errors(expand(&format!("tree Broken(npc: &mut Npc) {{ {body} }}")))
}

#[test]
fn a_sound_tree_has_no_mistakes() {
    assert_eq!(mistakes("sequence { condition npc.alive; action npc.walk(); }"), [""; 0]);
}

#[test]
fn the_nearest_word_is_offered() {
    let told = mistakes("paralel { action npc.walk(); }");
    assert_eq!(told, ["there is no node `paralel`; did you mean `parallel`?"]);
}

#[test]
fn all_mistakes_are_told() {
    let told = mistakes(
        "sequence { acton npc.walk(); condition npc.; wait(2); parallel(success = 3) { fail; } sequence {} }",
    );
    assert_eq!(told.len(), 5, "{told:#?}");
}

#[test]
fn the_type_is_there_in_spite_of_a_mistake() {
    let file: syn::File =
        syn::parse2(expand("pub tree Broken(npc: &mut Npc) { nonsense }")).expect("Rust");
    let is_broken =
        |item: &syn::Item| matches!(item, syn::Item::Struct(of) if of.ident == "Broken");
    assert!(file.items.iter().any(is_broken));
}

#[test]
fn every_prefix_expands() {
    let source = include_str!("../../snapshots/soldier.tree");
    let tokens: Vec<_> =
        source.parse::<proc_macro2::TokenStream>().expect("sound").into_iter().collect();
    for end in 0..=tokens.len() {
        let prefix: proc_macro2::TokenStream = tokens[..end].iter().cloned().collect();
        errors(crate::expand_trees(prefix));
    }
}
