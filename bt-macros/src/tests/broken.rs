//! Trees with mistakes: each mistake is reported, nothing panics, and the rest is still compiled.

use super::{errors, expand};

/// The mistakes of a tree with this root block.
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
        "sequence { acton npc.walk(); condition npc.; wait(2); parallel(success = 3) { action npc.walk(); } sequence {} }",
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

#[test]
fn what_can_never_be_ticked_is_refused() {
    for (body, told) in [
        ("selector { succeed; action npc.walk(); }", "the `succeed` never fails"),
        ("sequence { fail; action npc.walk(); }", "the `fail` never succeeds"),
        ("sequence { repeat action npc.walk(); fail; }", "the `repeat` never succeeds"),
        ("selector { 'x: wait(2s); fail; }", "the `wait` `'x` never fails"),
        (
            "parallel(success = one) { succeed; action npc.walk(); }",
            "the `succeed` always decides the `parallel` before this node is ticked",
        ),
        ("retry(3) succeed;", "the `succeed` after this `retry` never fails"),
        ("repeat fail;", "the `fail` after this `repeat` never succeeds"),
    ] {
        let all = mistakes(body);
        assert!(all.len() == 1 && all[0].contains(told), "{body}: {all:#?}");
        let permitted = format!("#[allow(unreachable_code)] tree T(npc: &mut Npc) {{ {body} }}");
        assert_eq!(errors(expand(&permitted)), [""; 0], "{body}");
    }
}

#[test]
fn what_may_be_ticked_is_not_refused() {
    for body in [
        "sequence { monitor { condition npc.a; running; } fail; }",
        "selector { guard(npc.a) succeed; cooldown(2s) succeed; timeout(1s) running; fail; }",
        "parallel { wait(1s); succeed; running; }",
        "sequence { repeat(3) action npc.walk(); retry action npc.walk(); not fail; succeed; }",
        "selector { if npc.a { succeed; } utility_selector { 1.0 => succeed; } fail; }",
    ] {
        let all: Vec<String> = mistakes(body);
        let expected = usize::from(body.contains("monitor"));
        assert_eq!(all.len(), expected, "{body}: {all:#?}");
    }
}
