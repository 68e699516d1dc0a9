//! Changes trees of the corpus as the fuzzer's bytes say. The inputs are sound for the lexer, so
//! all of the fuzzer's work goes into the macro.

#![no_main]

#[path = "../../src/tests/mutation/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the tests need more of it")]
mod mutation;
mod verdict;

use mutation::{Mutator, Token, corpus, count, vocabulary, write};
use std::cell::OnceCell;

/// The maximum size: a tree that doubles its subtrees again and again only takes time.
const LARGEST: usize = 300;

thread_local! {
    static TREES: OnceCell<Trees> = const { OnceCell::new() };
}

struct Trees {
    trees: Vec<Vec<Token>>,
    vocabulary: Vec<Vec<Token>>,
}

impl Trees {
    fn new() -> Self {
        let words = bt_macros::words();
        Self { trees: corpus::small_trees(&words), vocabulary: vocabulary(&words) }
    }
}

libfuzzer_sys::fuzz_target!(|choices: &[u8]| {
    TREES.with(|trees| {
        let Trees { trees, vocabulary } = trees.get_or_init(Trees::new);
        verdict::check(write(&mutated(trees, vocabulary, choices)));
    });
});

/// A tree after one change for each choice.
fn mutated(trees: &[Vec<Token>], vocabulary: &[Vec<Token>], choices: &[u8]) -> Vec<Token> {
    let mut pairs =
        choices.chunks_exact(2).map(|pair| usize::from(pair[0]) << 8 | usize::from(pair[1]));
    let tree = pairs.next().unwrap_or(0) % trees.len();
    let left = std::cell::Cell::new(true);
    let choose = &mut |limit: usize| {
        let next = pairs.next();
        left.set(next.is_some());
        next.unwrap_or(0) % limit
    };
    let tokens = trees[tree].clone();
    let mut mutator = Mutator { tokens, vocabulary, donors: trees, choose };
    while left.get() && count(&mutator.tokens) < LARGEST {
        mutator.change();
    }
    mutator.tokens
}
