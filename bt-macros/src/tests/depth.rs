//! Trees that are nested far deeper than in practice: the macro may refuse them, but it must not
//! overflow rustc's stack.

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

/// rustc's parser overflows its stack at about 600 nested blocks.
#[test]
fn no_function_nests_too_many_labels() {
    const MOST: usize = 400;
    let mut most = 0;
    for (open, close) in [
        ("sequence { condition npc.x; ", "}"),
        ("selector { ", "action npc.x; }"),
        ("sequence { selector { ", "condition npc.x; } condition npc.x; }"),
        ("sequence { selector { condition npc.x; ", "} condition npc.x; action npc.x; }"),
        ("active_selector { condition npc.x; sequence { ", "action npc.x; } condition npc.x; }"),
        ("monitor { condition npc.x; guard(npc.x) ", "}"),
        ("if npc.x { ", "} else { action npc.x; }"),
        ("match npc.x { 1 => ", ", 2 => action npc.x, _ => fail }"),
        ("not force_failure ", ""),
        ("", ""),
    ] {
        let deep = format!("{}action npc.x;{}", open.repeat(300), close.repeat(300));
        let wide =
            format!("sequence {{ {} }}", format!("{open} action npc.x; {close}").repeat(400));
        for root in [deep, wide] {
            let tree = format!("#[allow(unreachable_code)] tree Deep(npc: &mut Npc) {{ {root} }}");
            let labels = std::thread::scope(|scope| {
                let labels = on_a_compilers_stack(scope, || nested_labels(super::expand(&tree)));
                labels.join().expect("no panic")
            });
            most = most.max(labels);
        }
    }
    assert!((200..MOST).contains(&most), "{most} labels are nested");
}

/// The maximum nesting depth of labelled blocks.
fn nested_labels(tokens: TokenStream) -> usize {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let inner = tokens.iter().enumerate().filter_map(|(place, token)| {
        let TokenTree::Group(group) = token else { return None };
        let is_labelled = place > 2
            && matches!(&tokens[place - 3..place], [TokenTree::Punct(quote), TokenTree::Ident(_), TokenTree::Punct(colon)]
                if quote.as_char() == '\'' && colon.as_char() == ':');
        Some(nested_labels(group.stream()) + usize::from(is_labelled))
    });
    inner.max().unwrap_or(0)
}

/// Expands a tree with this root; the test is that this succeeds.
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

/// Nested groups, each after the same word, with some tokens in the innermost.
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

/// If each level took twice the time, this test would not end.
#[test]
fn what_stands_in_front_of_a_child_is_looked_at_once() {
    let levels = 60;
    let open = "active_selector { force_failure sequence { ".repeat(levels);
    let close = " } wait(1s); }".repeat(levels);
    let source =
        format!("#[allow(unreachable_code)] tree Deep(npc: &mut Npc) {{ {open} fail; {close} }}");
    assert_eq!(super::errors(super::expand(&source)), Vec::<String>::new());
}
