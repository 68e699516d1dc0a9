//! Trees with random changes: nothing panics, and rustc can parse the output.
//!
//! `MUTATIONS=1000000 MUTATIONS_SEED=7 cargo test -p bt-macros mutations` makes other changes. A million
//! of them need an optimized macro: `CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL=2`.

use super::mutation::{Mutator, Token, corpus, shrink, text, vocabulary, write};
use super::verdict::{expansion, on_a_compilers_stack};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{set_hook, take_hook};
use std::sync::Arc;
use std::thread;

/// The number of mutations that a build without optimizations makes in some seconds.
const NUMBER: u64 = 500;
/// For each fault the first mutation that has it.
type Faults = BTreeMap<String, u64>;

#[test]
fn mutations_expand() {
    let first = setting("MUTATIONS_SEED").unwrap_or(0);
    let number = setting("MUTATIONS").unwrap_or(NUMBER);
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let share = number.div_ceil(threads);
    let faults: Faults = thread::scope(|scope| {
        let threads: Vec<_> = (first..first + number)
            .step_by(usize::try_from(share).expect("not too many"))
            .map(|from| from..(from + share).min(first + number))
            .map(|seeds| on_a_compilers_stack(scope, || Trees::new().faults(seeds)))
            .collect();
        threads.into_iter().rev().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let told = thread::scope(|scope| {
        on_a_compilers_stack(scope, || Trees::new().told(faults)).join().expect("no panic")
    });
    assert!(told.is_empty(), "{told}");
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The trees that are mutated.
struct Trees {
    whole: Vec<Vec<Token>>,
    small: Vec<Vec<Token>>,
    vocabulary: Vec<Vec<Token>>,
}

impl Trees {
    fn new() -> Self {
        let words = &bt_language::words::nodes().collect::<Vec<_>>();
        Self {
            whole: [corpus::calls(), corpus::trees(words)].concat(),
            small: corpus::small_trees(words),
            vocabulary: vocabulary(words),
        }
    }

    fn faults(&self, seeds: Range<u64>) -> Faults {
        let mut faults = Faults::new();
        for seed in seeds {
            if let Err(fault) = expansion(write(&self.mutated(seed))) {
                faults.entry(fault).or_insert(seed);
            }
        }
        faults
    }

    /// Describes the faults, with the mutations and the smallest tokens that cause them.
    fn told(&self, faults: Faults) -> String {
        // Shrinking causes panics again and again, which are not printed; panics of other threads are.
        let (hook, here) = (Arc::new(take_hook()), thread::current().id());
        let of_others = Arc::clone(&hook);
        set_hook(Box::new(move |panic| {
            if thread::current().id() != here {
                of_others(panic);
            }
        }));
        let tell = |(fault, seed)| {
            let tokens = self.mutated(seed);
            let whole = text(&tokens);
            let is_same =
                |tokens: &[Token]| expansion(write(tokens)).is_err_and(|other| other == fault);
            let least = text(&shrink(tokens, &is_same));
            format!("\n{fault}\nof the least tokens: {least}\nof mutation {seed}: {whole}\n")
        };
        let told = faults.into_iter().map(tell).collect();
        set_hook(Box::new(move |panic| hook(panic)));
        told
    }

    /// A tree after one to five changes; most trees are small, because those are ten times as fast.
    fn mutated(&self, seed: u64) -> Vec<Token> {
        let mut random = fastrand::Rng::with_seed(seed);
        let trees = if random.u8(..) < 5 { &self.whole } else { &self.small };
        let tokens = trees[random.usize(..trees.len())].clone();
        let changes = random.u8(1..=5);
        let choose = &mut |limit| random.usize(..limit);
        let mut mutator =
            Mutator { tokens, vocabulary: &self.vocabulary, donors: &self.small, choose };
        (0..changes).for_each(|_| mutator.change());
        mutator.tokens
    }
}
