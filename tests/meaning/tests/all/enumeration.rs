//! Compares the reachability check of a tree, and the states of its machine, with all runs of the tree by the
//! interpreter.
//!
//! `ENUMERATION=100000 cargo test --release -p meaning --test all enumeration` compares that many trees;
//! `ENUMERATION_FROM=5000` skips the first ones.

mod explore;
mod model;
mod plain;
mod small;
mod why_not;

use bt_core::NodeKind;
use bt_language::ast::{self, Tree};
use bt_language::{Analysis, analyse};
use explore::{Letter, Seen, explore, explore_all};
use meaning::language::{Forest, Node};
use meaning::{Interpreter, printer};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The number of trees in every run of the tests.
const TREES: u64 = 500;
/// The maximum number of ticks for one tree; a tree that needs more is skipped.
const MOST_TICKS: usize = 100_000;

/// The result for a tree: the nodes that are ticked, and the results of the root.
#[derive(PartialEq, Eq, Debug)]
struct Verdict {
    ticked: Vec<bool>,
    statuses: BTreeSet<Letter>,
}

impl From<Seen> for Verdict {
    fn from(Seen { ticked, statuses, .. }: Seen) -> Self {
        Self { ticked, statuses }
    }
}

impl Verdict {
    /// Returns `true` if the other verdict allows everything in this one.
    fn is_within(&self, other: &Self) -> bool {
        self.ticked.iter().zip(&other.ticked).all(|(here, there)| here <= there)
            && self.statuses.is_subset(&other.statuses)
    }
}

/// The last tree of a source text.
fn tree(source: &str) -> Tree {
    let tree = bt_language::read(source.parse().expect("sound tokens")).trees.pop();
    let Some(Ok(tree)) = tree else { panic!("a tree: {source}") };
    tree
}

/// The result of the check.
fn said(source: &str) -> Verdict {
    let Analysis { reached, results } = analyse(&tree(source));
    let statuses = [('s', results.success), ('f', results.failure), ('r', results.running)];
    let statuses = statuses.into_iter().filter(|(_, is_possible)| *is_possible);
    Verdict { ticked: reached, statuses: statuses.map(|(status, _)| status).collect() }
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
    fn add(&mut self, forest: &Forest, check: impl Fn(&str) -> Verdict) {
        let Some(seen) = explore(forest, MOST_TICKS) else {
            self.left_out += 1;
            return;
        };
        let source = printer::source(forest);
        let (seen, said) = (Verdict::from(seen), check(&source));
        self.compared += 1;
        self.with_unreached += u64::from(seen.ticked.contains(&false));
        let is_approximate = small::is_approximate(&forest.main().root);
        if seen != said && !(is_approximate && seen.is_within(&said)) {
            self.mismatches.push(Mismatch {
                is_missed: !seen.is_within(&said),
                nodes: seen.ticked.len(),
                text: difference(&source, &seen, &said),
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

fn difference(source: &str, seen: &Verdict, said: &Verdict) -> String {
    let mut text = format!("{source}\n");
    let mut words = Vec::new();
    collect_words(&tree(source).root, &mut words);
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
fn collect_words(node: &ast::Node, words: &mut Vec<String>) {
    words.push(node.span.source_text().unwrap_or_default());
    for child in &node.children {
        collect_words(child, words);
    }
}

/// Compares the trees with these numbers.
fn compare(numbers: std::ops::Range<u64>, check: fn(&str) -> Verdict) -> Comparison {
    let mut comparison = Comparison::default();
    for number in numbers {
        comparison.add(&small::forest(number), check);
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
    let mut comparison = compare(from..to, said);
    println!(
        "{} compared, {} of them with a node that is never ticked; {} left out",
        comparison.compared, comparison.with_unreached, comparison.left_out
    );
    assert!(comparison.mismatches.is_empty(), "{}", comparison.report());
    assert!(comparison.left_out * 50 < to - from, "{} are left out", comparison.left_out);
    assert!(comparison.with_unreached * 4 > comparison.compared, "the trees are too tame");
}

#[test]
fn the_check_knows_where_a_value_may_be_missing() {
    let from = number("ENUMERATION_FROM").unwrap_or(0);
    let to = from + number("ENUMERATION").unwrap_or(TREES) / 2;
    let (mut compared, mut given, mut refused) = (0, 0, 0);
    for number in from..to {
        let forest = small::with_place(number);
        let Some(seen) = explore_all(&forest, MOST_TICKS) else { continue };
        let source = printer::source(&forest);
        // The check treats a node that can never be ticked as if it could.
        let reached = said(&source).ticked;
        let said = bt_language::missing(&tree(&source)).into_iter().zip(reached);
        let said: Vec<_> = said.map(|(missing, reached)| missing && reached).collect();
        let root = &forest.main().root;
        let is_approximate = small::is_approximate(root) || small::memories(root) > 1;
        let is_within = seen.missing.iter().zip(&said).all(|(seen, said)| seen <= said);
        assert!(
            seen.missing == said || (is_approximate && is_within),
            "{source}seen {:?}\nsaid {said:?}",
            seen.missing
        );
        let mistakes = bt_language::read(source.parse().expect("sound tokens")).mistakes.in_order();
        let says = |text| mistakes.iter().any(|mistake| mistake.text.contains(text));
        let lacks_result = says("when the tree succeeds");
        assert!(
            seen.lacks_result == lacks_result
                || (is_approximate && lacks_result)
                || says("nothing gives"),
            "{source}the result is missing in a run: {}, and in the check: {lacks_result}",
            seen.lacks_result
        );
        refused += usize::from(lacks_result);
        compared += 1;
        // The first node is the `let` itself, or what is around it.
        given += usize::from(said.iter().skip(2).any(|missing| !missing));
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    println!(
        "{compared} compared, {given} of them with a node that has the value, {refused} without a result"
    );
    assert!(given * 4 > compared && refused * 16 > compared, "the trees are too tame");
}

#[test]
fn a_wrong_check_is_noticed() {
    let wrong: [fn(&str) -> Verdict; 2] = [
        |source| Verdict { ticked: said(source).ticked, statuses: BTreeSet::new() },
        |source| {
            let verdict = said(source);
            Verdict { ticked: vec![true; verdict.ticked.len()], ..verdict }
        },
    ];
    for check in wrong {
        assert!(!compare(0..100, check).mismatches.is_empty());
    }
}

#[test]
fn every_kind_is_used_and_the_size_is_as_asked_for() {
    fn count(node: &Node) -> usize {
        1 + node.children.iter().map(count).sum::<usize>()
    }
    let mut words = BTreeSet::new();
    for seed in 0..1000 {
        let forest = small::forest(seed);
        let most = small::LARGEST + 2 * small::MOST_CLEANUPS;
        assert!((small::SMALLEST..=most).contains(&count(&forest.main().root)));
        words.extend(Interpreter::new(&forest).rows().iter().map(|row| row.kind.word()));
    }
    assert_eq!(
        words,
        NodeKind::ALL.iter().map(|kind| kind.word()).filter(|word| *word != "set").collect()
    );
}
