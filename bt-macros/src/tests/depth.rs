//! Trees that are nested far deeper than in practice: the macro may refuse them, but it must not
//! overflow rustc's stack.

use super::verdict::on_a_compilers_stack;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::fmt::Write as _;

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
    for (number, (open, close)) in [
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
    ]
    .into_iter()
    .enumerate()
    {
        let deep = format!("{}action npc.x;{}", open.repeat(300), close.repeat(300));
        let wide =
            format!("sequence {{ {} }}", format!("{open} action npc.x; {close}").repeat(400));
        // Wide trees take long: without optimization, those with every third pair have to do.
        let is_wide = number % 3 == 0 || super::stride() == 1;
        for root in [Some(deep), is_wide.then_some(wide)].into_iter().flatten() {
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
            crate::expand_trees(&tree).is_empty()
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

/// A tree of nested `let`s, each of which is used by one condition.
fn lets(count: usize) -> String {
    let mut text = String::from("tree Deep(npc: &mut Npc) { ");
    for number in 0..count {
        let _ = write!(
            text,
            "let(v{number}: u32 = npc.number()) sequence {{ condition *v{number} > 2; action npc.act(); "
        );
    }
    text + &"}".repeat(count + 1)
}

fn count(stream: TokenStream) -> usize {
    let of = |token| match token {
        TokenTree::Group(group) => 1 + count(group.stream()),
        _ => 1,
    };
    stream.into_iter().map(of).sum()
}

/// The generated code grows with the number of values, and not with its square.
#[test]
fn nested_values_cost_the_same_at_every_depth() {
    let [none, half, all] = [0, 40, 80].map(|values| {
        let root =
            if values == 0 { "tree Deep(npc: &mut Npc) { running; }".into() } else { lets(values) };
        count(super::expand(&root))
    });
    let (first, second) = (half - none, all - half);
    assert!(second * 100 < first * 105, "40 values: {first} tokens; 40 more inside: {second}");
}
