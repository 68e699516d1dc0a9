//! Compares the reachability check of a tree with all runs of the tree.
//!
//! `ENUMERATION=100000 cargo test --release --package bt-language enumeration` compares that many trees;
//! `ENUMERATION_FROM=5000` skips the first ones.

mod explore;
mod generator;
mod machine;
mod model;
mod oracle;
mod plain;
mod program;

use crate::ast::Node;
use crate::check::analysis::{Analysis, analyse};
use explore::{Seen, explore};
use program::{Program, Status};
use std::fmt::Write;

/// The number of trees in every run of the tests.
const TREES: u64 = 3_000;
const SMALLEST: usize = 2;
const LARGEST: usize = 10;
/// The maximum number of ticks for one tree; a tree that needs more is skipped.
const MOST_TICKS: usize = 20_000;

/// The result for a tree: the nodes that are ticked, and the results of the root.
#[derive(PartialEq, Eq)]
struct Verdict {
    ticked: Vec<bool>,
    statuses: Vec<Status>,
}

impl From<Seen> for Verdict {
    fn from(Seen { ticked, statuses, .. }: Seen) -> Self {
        Self { ticked, statuses: statuses.into_iter().collect() }
    }
}

impl Verdict {
    /// Returns `true` if the other verdict allows everything in this one.
    fn is_within(&self, other: &Self) -> bool {
        self.ticked.iter().zip(&other.ticked).all(|(here, there)| here <= there)
            && self.statuses.iter().all(|status| other.statuses.contains(status))
    }
}

/// The only node of the only tree of a source text.
fn root(source: &str) -> Node {
    tree(source).root
}

fn tree(source: &str) -> crate::ast::Tree {
    let mut notes = crate::parse::Notes::default();
    let tokens = source.parse().expect("sound tokens");
    let mut trees = crate::parse::items(tokens, &mut notes).trees;
    assert!(notes.mistakes.in_order().is_empty(), "a tree without mistakes: {source}");
    let Some(Ok(tree)) = trees.pop() else { panic!("a tree: {source}") };
    tree
}

/// A tree for which the check and the runs differ.
struct Mismatch {
    /// `true` if the check misses an event of a run, so that valid trees would be refused.
    is_missed: bool,
    nodes: usize,
    text: String,
}

/// The result of many comparisons.
#[derive(Default)]
struct Comparison {
    compared: u64,
    left_out: u64,
    /// The number of trees with a node that is never ticked.
    with_unreached: u64,
    mismatches: Vec<Mismatch>,
}

impl Comparison {
    fn add(&mut self, source: &str, check: impl Fn(&Node) -> Verdict) {
        let root = root(source);
        let Some(seen) = explore(&Program::of(&root), MOST_TICKS) else {
            self.left_out += 1;
            return;
        };
        let (seen, said) = (Verdict::from(seen), check(&root));
        self.compared += 1;
        self.with_unreached += u64::from(seen.ticked.contains(&false));
        if seen != said {
            self.mismatches.push(Mismatch {
                is_missed: !seen.is_within(&said),
                nodes: seen.ticked.len(),
                text: difference(source, &root, &seen, &said),
            });
        }
    }

    /// The worst and smallest tree for which they differ.
    fn report(&mut self) -> String {
        self.mismatches.sort_by_key(|mismatch| (!mismatch.is_missed, mismatch.nodes));
        let missed = self.mismatches.iter().filter(|mismatch| mismatch.is_missed).count();
        let (all, compared) = (self.mismatches.len(), self.compared);
        let mut text = format!("{all} of {compared} trees; {missed} do what the check misses\n");
        for mismatch in self.mismatches.iter().take(20) {
            text += &mismatch.text;
        }
        text
    }
}

fn difference(source: &str, root: &Node, seen: &Verdict, said: &Verdict) -> String {
    let mut text = format!("{source}\n");
    let mut words = Vec::new();
    collect_words(root, &mut words);
    for (id, word) in words.iter().enumerate() {
        match (seen.ticked[id], said.ticked.get(id)) {
            (true, Some(true)) | (false, Some(false)) => {}
            (true, _) => writeln!(text, "  node {id} `{word}`: a run ticks it").expect("text"),
            (false, _) => writeln!(text, "  node {id} `{word}`: no run ticks it").expect("text"),
        }
    }
    if seen.statuses != said.statuses {
        let (runs, check) = (&seen.statuses, &said.statuses);
        writeln!(text, "  the root returns {runs:?}; the check says {check:?}").expect("text");
    }
    text
}

/// The words of all nodes in pre-order.
fn collect_words(node: &Node, words: &mut Vec<String>) {
    words.push(node.span.source_text().unwrap_or_default());
    for child in &node.children {
        collect_words(child, words);
    }
}

/// Compares the trees with these numbers.
fn compare(numbers: std::ops::Range<u64>, check: fn(&Node) -> Verdict) -> Comparison {
    let mut comparison = Comparison::default();
    for number in numbers {
        let mut random = fastrand::Rng::with_seed(number);
        let nodes = random.usize(SMALLEST..=LARGEST);
        comparison.add(&generator::tree(nodes, &mut random), check);
        // Otherwise the texts of all trees are kept for their spans.
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    comparison
}

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().expect("a number"))
}

#[test]
fn the_check_knows_what_can_be_reached() {
    let from = number("ENUMERATION_FROM").unwrap_or(0);
    let to = from + number("ENUMERATION").unwrap_or(TREES);
    let mut comparison = compare(from..to, check);
    println!(
        "{} compared, {} of them with a node that is never ticked; {} left out",
        comparison.compared, comparison.with_unreached, comparison.left_out
    );
    assert!(comparison.mismatches.is_empty(), "{}", comparison.report());
    assert!(comparison.left_out * 50 < to - from, "{} are left out", comparison.left_out);
    assert!(comparison.with_unreached * 4 > comparison.compared, "the trees are too tame");
}

#[test]
fn a_wrong_check_is_noticed() {
    let wrong: [fn(&Node) -> Verdict; 2] = [
        |root| Verdict { ticked: check(root).ticked, statuses: Vec::new() },
        |root| {
            let verdict = check(root);
            Verdict { ticked: vec![true; verdict.ticked.len()], ..verdict }
        },
    ];
    for check in wrong {
        assert!(!compare(0..100, check).mismatches.is_empty());
    }
}

/// The result of the check.
fn check(root: &Node) -> Verdict {
    let Analysis { reached, results } = analyse(root);
    let statuses = [
        (Status::Success, results.success),
        (Status::Failure, results.failure),
        (Status::Running, results.running),
    ];
    let statuses =
        statuses.into_iter().filter_map(|(status, is_possible)| is_possible.then_some(status));
    Verdict { ticked: reached, statuses: statuses.collect() }
}
