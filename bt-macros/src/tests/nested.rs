//! The generated code of nested `let`s grows with their number, and not with its square.

use super::expand;
use proc_macro2::{TokenStream, TokenTree};
use std::fmt::Write as _;

/// A tree of nested `let`s, each of which is used by one condition.
fn nested(count: usize) -> String {
    let mut text = String::from("tree Deep(npc: &mut Npc) { ");
    for number in 0..count {
        let _ = write!(
            text,
            "let(v{number}: u32 = npc.number()) sequence {{ condition *v{number} > 2; action npc.act(); "
        );
    }
    text + &"}".repeat(count + 1)
}

fn tokens(stream: TokenStream) -> usize {
    let count = |token| match token {
        TokenTree::Group(group) => 1 + tokens(group.stream()),
        _ => 1,
    };
    stream.into_iter().map(count).sum()
}

#[test]
fn nested_values_cost_the_same_at_every_depth() {
    let [none, half, all] = [0, 40, 80].map(|count| {
        let root =
            if count == 0 { "tree Deep(npc: &mut Npc) { running; }".into() } else { nested(count) };
        tokens(expand(&root))
    });
    let (first, second) = (half - none, all - half);
    assert!(second * 100 < first * 105, "40 values: {first} tokens; 40 more inside: {second}");
}
