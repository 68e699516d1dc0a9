//! Trees that are nested far deeper than anybody writes: whatever the macro says of them, it does not
//! overflow the stack that rustc has for it.

use super::verdict::on_a_compilers_stack;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

const DEPTH: usize = 2_000;

#[test]
fn prefixes_of_one_node() {
    expand(|| tokens(&format!("{} condition npc.x;", "not ".repeat(DEPTH))));
}

#[test]
fn prefixes_that_keep_data() {
    expand(|| tokens(&format!("{} condition npc.x;", "repeat(2) ".repeat(DEPTH))));
}

#[test]
fn blocks_of_nodes() {
    expand(|| nested("sequence", Delimiter::Brace, tokens("condition npc.x;")));
}

#[test]
fn parentheses_in_an_expression() {
    expand(|| {
        let mut leaf = tokens("condition");
        leaf.extend(nested("", Delimiter::Parenthesis, tokens("npc.x")));
        leaf.extend(tokens(";"));
        leaf
    });
}

/// Expands a tree with this root; that is the test.
fn expand(root: impl FnOnce() -> TokenStream + Send) {
    std::thread::scope(|scope| {
        let expansion = on_a_compilers_stack(scope, || {
            let mut tree = tokens("tree Deep(npc: &mut Npc)");
            tree.extend([TokenTree::from(Group::new(Delimiter::Brace, root()))]);
            crate::expand_trees(tree).is_empty()
        });
        assert!(!expansion.join().expect("no panic"));
    });
}

/// A group in a group, each behind the same word, and something in the innermost.
fn nested(word: &str, delimiter: Delimiter, innermost: TokenStream) -> TokenStream {
    let word = tokens(word);
    (0..DEPTH).fold(innermost, |inner, _| {
        let mut outer = word.clone();
        outer.extend([TokenTree::from(Group::new(delimiter, inner))]);
        outer
    })
}

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("sound tokens")
}

/// Twice per level would be for ever.
#[test]
fn what_stands_in_front_of_a_child_is_looked_at_once() {
    let levels = 60;
    let open = "active_selector { force_failure sequence { ".repeat(levels);
    let close = " } wait(1s); }".repeat(levels);
    let source =
        format!("#[allow(unreachable_code)] tree Deep(npc: &mut Npc) {{ {open} fail; {close} }}");
    assert_eq!(super::errors(super::expand(&source)), Vec::<String>::new());
}
