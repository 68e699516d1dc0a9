//! Compares the states of the machine with all runs of the tree, node by node: the same results of each node and the
//! same sets of active nodes, and what can never be ticked is what the check says.

use super::explore::{Seen, explore_all};
use super::program::{Program, Status};
use super::{LARGEST, SMALLEST, check, generator, number, tree};
use crate::explore::{Facts, Model, Next, Scratch};
use crate::machine;
use crate::place::Lines;
use std::collections::{BTreeSet, VecDeque};

const TREES: u64 = 3_000;
const MOST_TICKS: usize = 20_000;

/// The facts that the states of a machine show; `None` if there are too many ticks.
fn explore_model(source: &str, bound: usize) -> Option<Seen> {
    let tree = tree(source);
    let lowered = crate::lower("Random", &tree.parameters, tree.root, &Lines::default());
    let model = Model::new(lowered.expect("it can be lowered"), Facts::default());
    let nodes = model.machine().nodes.len();
    let mut seen = Seen {
        ticked: vec![false; nodes],
        statuses: BTreeSet::new(),
        results: BTreeSet::new(),
        active: BTreeSet::new(),
    };
    let mut scratch = Scratch::default();
    let mut known = BTreeSet::from([model.start()]);
    let mut waiting = VecDeque::from([model.start()]);
    let mut ticks = 0;
    while let Some(state) = waiting.pop_front() {
        let mut following = vec![model.aborted(&state, &mut scratch)];
        let whole = model.each_tick(&state, &[], &mut scratch, |_, tick, next| {
            for (node, result) in tick.results.iter().enumerate() {
                assert!(next.is_none() || result.is_some() == tick.ticked[node], "{source}");
                seen.ticked[node] |= tick.ticked[node];
                seen.results.extend(result.map(|result| (node, status(result))));
            }
            if let Some(next) = next {
                seen.statuses.insert(status(tick.status));
                seen.active.insert(tick.after.clone());
                following.push(next.to_vec());
            }
            ticks += 1;
            if ticks <= bound { Next::Accept } else { Next::Stop }
        });
        if !whole {
            return None;
        }
        for state in following {
            if known.insert(state.clone()) {
                waiting.push_back(state);
            }
        }
    }
    Some(seen)
}

fn status(of: machine::Status) -> Status {
    match of {
        machine::Status::Success => Status::Success,
        machine::Status::Failure => Status::Failure,
        machine::Status::Running => Status::Running,
    }
}

#[test]
fn the_states_of_the_machine_are_those_of_all_runs() {
    let from = number("ENUMERATION_FROM").unwrap_or(0);
    let to = from + number("ENUMERATION").unwrap_or(TREES);
    let (mut compared, mut left_out, mut unreached) = (0, 0, 0);
    for seed in from..to {
        let mut random = fastrand::Rng::with_seed(seed);
        let nodes = random.usize(SMALLEST..=LARGEST);
        let source = generator::tree(nodes, &mut random);
        let root = super::root(&source);
        let runs = explore_all(&Program::of(&root), MOST_TICKS);
        let (Some(runs), Some(model)) = (runs, explore_model(&source, MOST_TICKS)) else {
            left_out += 1;
            continue;
        };
        compared += 1;
        assert_eq!(model.ticked, runs.ticked, "tree {seed}: {source}");
        assert_eq!(model.ticked, check(&root).ticked, "tree {seed}: {source}");
        assert_eq!(model.results, runs.results, "tree {seed}: {source}");
        assert_eq!(model.active, runs.active, "tree {seed}: {source}");
        unreached += u32::from(model.ticked.contains(&false));
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    println!(
        "{compared} compared, {unreached} with a node that is never ticked; {left_out} left out"
    );
    assert!(left_out * 20 < to - from, "{left_out} are left out");
    assert!(unreached > 0, "the trees are too tame");
}

/// A possible tick: the state before it and after it, the status of the tree, and what the watched nodes did.
type Tick = (Vec<u32>, Vec<u32>, Status, Vec<(Option<Status>, bool, bool)>);

/// All possible ticks; those are left out for which `is_possible` is false.
fn ticks(
    model: &Model,
    continued: &[usize],
    watched: &[usize],
    is_possible: impl Fn(&Tick) -> bool,
) -> (BTreeSet<Tick>, BTreeSet<(usize, Status)>) {
    let (mut ticks, mut results) = (BTreeSet::new(), BTreeSet::new());
    let mut scratch = Scratch::default();
    let mut known = BTreeSet::from([model.start()]);
    let mut waiting = VecDeque::from([model.start()]);
    while let Some(state) = waiting.pop_front() {
        model.each_tick(&state, continued, &mut scratch, |_, seen, next| {
            if let Some(next) = next {
                let node = |node: &usize| {
                    (seen.results[*node].map(status), seen.ticked[*node], seen.aborted[*node])
                };
                let did = watched.iter().map(node).collect();
                let tick = (state.clone(), next.to_vec(), status(seen.status), did);
                if !is_possible(&tick) {
                    return Next::Reject;
                }
                ticks.insert(tick);
                if known.insert(next.to_vec()) {
                    waiting.push_back(next.to_vec());
                }
            }
            let all = seen.results.iter().enumerate();
            results.extend(all.filter_map(|(node, of)| of.map(|of| (node, status(of)))));
            Next::Accept
        });
    }
    (ticks, results)
}

#[test]
fn what_is_continued_once_loses_nothing_that_is_watched() {
    for seed in 0..400 {
        let mut random = fastrand::Rng::with_seed(seed);
        let nodes = random.usize(SMALLEST..=LARGEST);
        let tree = tree(&generator::tree(nodes, &mut random));
        let lowered = crate::lower("Random", &tree.parameters, tree.root, &Lines::default());
        let model = Model::new(lowered.expect("it can be lowered"), Facts::default());
        let nodes = model.machine().nodes.len();
        let all: Vec<usize> = (0..nodes).collect();
        let watched = [random.usize(..nodes), random.usize(..nodes)];
        let anything = |_: &Tick| true;
        assert!(
            ticks(&model, &watched, &watched, anything) == ticks(&model, &all, &watched, anything)
        );
        let assumed = |tick: &Tick| tick.3[0].0 != Some(Status::Failure) || tick.3[1].1;
        assert!(
            ticks(&model, &watched, &watched, assumed) == ticks(&model, &all, &watched, assumed),
            "tree {seed}"
        );
        proc_macro2::extra::invalidate_current_thread_spans();
    }
}
