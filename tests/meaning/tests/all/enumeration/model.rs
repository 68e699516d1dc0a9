//! Compares the states of the machine with all runs of the tree, node by node: the same results of each node and the
//! same sets of active nodes, and what can never be ticked is what the check says.

use super::explore::{Letter, Seen, Transition, explore_all, explore_ticks};
use super::{MOST_TICKS, TREES, number, said, small, tree};
use bt_language::explore::{
    self, Answers, End, Event, Facts, Model, Next, State, Ticks, Visit, Watch,
};
use bt_language::machine::{NodeId, Status};
use bt_language::place::Lines;
use meaning::language::{Gives, Head, Node};
use meaning::printer;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers states in the order in which they are found.
#[derive(Default)]
struct States {
    list: Vec<State>,
    numbers: BTreeMap<State, u32>,
}

impl States {
    fn add(&mut self, state: &[u32]) -> u32 {
        let next = u32::try_from(self.list.len()).expect("there are few states");
        let number = *self.numbers.entry(state.to_vec()).or_insert(next);
        if number == next {
            self.list.push(state.to_vec());
        }
        number
    }
}

/// Collects the results of nodes.
struct Collector<'m> {
    model: &'m Model,
    seen: Seen,
    states: States,
    parts: usize,
    bound: usize,
}

impl Collector<'_> {
    fn note(&mut self, node: NodeId, result: Status) {
        self.seen.note(node.place(), letter(result));
    }
}

impl Visit for Collector<'_> {
    fn tries(&mut self) -> bool {
        self.parts += 1;
        self.parts <= self.bound
    }

    fn happens(&mut self, events: &[Event]) {
        for event in events {
            match *event {
                Event::Leaf(node, result) | Event::Finished(node, result) => {
                    self.note(node, result);
                }
                Event::Ticked(node) => self.seen.ticked[node.place()] = true,
                Event::Decision { .. } | Event::Over(_) => {}
                Event::Aborted(node) => self.note(node, Status::Running),
            }
        }
    }

    fn ends(&mut self, end: &End<'_>) -> Next {
        let mut active = Vec::new();
        self.model.active(end.after, &mut active);
        for node in (0..active.len()).filter(|node| active[*node]) {
            self.seen.note(node, 'r');
        }
        self.seen.statuses.insert(letter(end.status));
        self.seen.active.insert(active);
        Next::State(self.states.add(end.after))
    }
}

/// The facts that the states of a machine show; `None` if there are too many ticks.
pub(crate) fn explore(source: &str, bound: usize) -> Option<Seen> {
    let model = model(source);
    let nodes = &model.machine().nodes;
    let seen = Seen::of(nodes.len());
    let mut collector =
        Collector { model: &model, seen, states: States::default(), parts: 0, bound };
    let mut ticks = Ticks::new(&model, &Watch::default(), 0);
    collector.states.add(&model.start());
    let mut number = 0;
    while let Some(state) = collector.states.list.get(number as usize).cloned() {
        ticks.each(number, &state, &mut collector)?;
        collector.states.add(&model.aborted(&state).0);
        number += 1;
    }
    let mut seen = collector.seen;
    for node in nodes.iter().rev().filter(|node| node.parent.is_some()) {
        if let (true, Some(parent)) = (seen.ticked[node.id.place()], node.parent) {
            seen.ticked[parent.place()] = true;
        }
    }
    Some(seen)
}

fn model(source: &str) -> Model {
    model_with(source, Facts::default())
}

fn model_with(source: &str, facts: Facts) -> Model {
    let tree = tree(source);
    let lowered = bt_language::lower("Random", None, &tree.scope(), tree.root, &Lines::default());
    Model::new(lowered.expect("it can be lowered"), facts)
}

/// The statuses that the types of the actions allow.
fn answers(node: &Node, all: &mut Vec<Answers>) {
    let (failure, running) = match node.head {
        Head::Action(_, Gives::Unit) => (false, false),
        Head::Action(_, Gives::Bool) => (true, false),
        _ => (true, true),
    };
    all.push(Answers { failure, running, ..Answers::default() });
    node.children.iter().for_each(|child| answers(child, all));
}

/// Collects all ticks.
struct AllTicks<'m> {
    model: &'m Model,
    states: States,
    seen: BTreeSet<Transition>,
    parts: usize,
}

impl Visit for AllTicks<'_> {
    fn tries(&mut self) -> bool {
        self.parts += 1;
        self.parts <= MOST_TICKS
    }

    fn happens(&mut self, _: &[Event]) {}

    fn ends(&mut self, end: &End<'_>) -> Next {
        let count = self.model.machine().nodes.len();
        let (before, after) = end.active();
        let (mut results, mut aborted) = (vec![None; count], vec![false; count]);
        for event in end.events {
            match *event {
                Event::Leaf(node, result) | Event::Finished(node, result) => {
                    results[node.place()] = Some(letter(result));
                }
                Event::Aborted(node) => aborted[node.place()] = true,
                Event::Ticked(_) | Event::Decision { .. } | Event::Over(_) => {}
            }
        }
        let status = letter(end.status);
        self.seen.insert(Transition { status, before, after, results, aborted });
        Next::State(self.states.add(end.after))
    }
}

/// All ticks of a model; `None` if there are too many.
fn ticks(model: &Model) -> Option<BTreeSet<Transition>> {
    let count = model.machine().nodes.len();
    let mut all = AllTicks { model, states: States::default(), seen: BTreeSet::new(), parts: 0 };
    all.states.add(&model.start());
    let mut number = 0;
    while let Some(state) = all.states.list.get(number as usize).cloned() {
        // Ticks that differ in anything are different ones.
        let mut ticks = Ticks::new(model, &watch(0..count), 0).keeping(0);
        ticks.each(number, &state, &mut all)?;
        all.states.add(&model.aborted(&state).0);
        number += 1;
    }
    Some(all.seen)
}

#[test]
fn every_tick_of_the_machine_is_one_of_a_run() {
    let from = number("ENUMERATION_FROM").unwrap_or(0);
    let to = from + number("ENUMERATION").unwrap_or(TREES) / 2;
    let (mut compared, mut left_out, mut all) = (0, 0, 0);
    for seed in from..to {
        let forest = small::typed(seed);
        let source = printer::source(&forest);
        let mut types = Vec::new();
        answers(&forest.main().root, &mut types);
        let model = model_with(&source, Facts { answers: types, ..Facts::default() });
        let (Some(runs), Some(ticks)) = (explore_ticks(&forest, MOST_TICKS), ticks(&model)) else {
            left_out += 1;
            continue;
        };
        compared += 1;
        all += ticks.len();
        if ticks != runs {
            let invented = ticks.difference(&runs).next();
            let missed = runs.difference(&ticks).next();
            panic!("tree {seed}: {source}\ninvented: {invented:?}\nmissed: {missed:?}");
        }
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    println!("{compared} trees with {all} ticks compared; {left_out} left out");
    assert!(left_out * 20 < to - from, "{left_out} are left out");
}

/// The ends of a node with a cleanup in one tick, and the begin and the end of the cleanup.
struct Cleanups<'m> {
    model: &'m Model,
    states: States,
    /// The nodes with a cleanup.
    nodes: Vec<usize>,
    /// `true` if nodes run beside each other.
    is_parallel: bool,
    begun: usize,
    fault: Option<String>,
}

impl Cleanups<'_> {
    /// Whether the cleanup begins in the tick in which the node ends, once, and ends before anything else happens.
    fn check(&self, of: usize, end: &End<'_>) -> Result<usize, String> {
        let nodes = &self.model.machine().nodes;
        let [cleanup, node] = [nodes[of].children[0], nodes[of].children[1]];
        let (before, after) = end.active();
        let (mut cleans, mut begun) = (before[cleanup.place()], 0);
        for event in end.events {
            let (at, has_ended) = match *event {
                // A subtree tells its end after that of its leaf.
                Event::Leaf(at, _) if nodes[at.place()].word.calls_tree() => continue,
                Event::Leaf(at, status) | Event::Finished(at, status) => {
                    (at, status != Status::Running)
                }
                Event::Aborted(at) => (at, true),
                Event::Ticked(_) | Event::Decision { .. } | Event::Over(_) => continue,
            };
            if nodes[cleanup.place()].range().contains(&at.place()) {
                if !cleans {
                    return Err(format!("{at} happens before the node has ended"));
                }
                cleans &= at != cleanup || !has_ended;
                continue;
            }
            // What ran beside an earlier one may be aborted.
            let is_abort = matches!(event, Event::Aborted(_)) && at != node;
            if cleans && !self.is_parallel && !is_abort {
                return Err(format!("{at} happens before the cleanup has ended"));
            }
            if at == node && has_ended {
                if cleans {
                    return Err("the node ends again".to_owned());
                }
                (cleans, begun) = (true, begun + 1);
            }
        }
        if cleans != after[cleanup.place()] {
            return Err(format!("the cleanup is active: {}", after[cleanup.place()]));
        }
        Ok(begun)
    }
}

impl Visit for Cleanups<'_> {
    fn tries(&mut self) -> bool {
        self.fault.is_none()
    }

    fn happens(&mut self, _: &[Event]) {}

    fn ends(&mut self, end: &End<'_>) -> Next {
        for node in self.nodes.clone() {
            match self.check(node, end) {
                Ok(begun) => self.begun += begun,
                Err(fault) => {
                    self.fault = Some(format!("{node}: {fault} in {:?}", end.events));
                    return Next::Stop;
                }
            }
        }
        Next::State(self.states.add(end.after))
    }
}

#[test]
fn a_cleanup_begins_once_and_ends_before_anything_else() {
    let from = number("ENUMERATION_FROM").unwrap_or(0);
    let to = from + number("ENUMERATION").unwrap_or(TREES) / 2;
    let mut begun = 0;
    for seed in (from..to).map(|seed| 3 * seed) {
        let source = printer::source(&small::forest(seed));
        let model = model(&source);
        let nodes = &model.machine().nodes;
        let is_it = |node: &usize| {
            nodes[*node].children.len() == 2 && nodes[*node].word.as_str() == "finally"
        };
        let is_parallel = nodes.iter().any(|node| {
            let beside = node.children.len() > 1 && node.word.as_str() == "parallel";
            beside || node.word.as_str() == "monitor"
        });
        let cleanups: Vec<usize> = (0..nodes.len()).filter(is_it).collect();
        let ticks = || Ticks::new(&model, &watch(0..nodes.len()), 0).keeping(0);
        let mut all = Cleanups {
            model: &model,
            states: States::default(),
            nodes: cleanups,
            is_parallel,
            begun: 0,
            fault: None,
        };
        all.states.add(&model.start());
        // Each state is ticked, or stopped until the tree has ended.
        for stops in [false, true] {
            let mut number = 0;
            while let Some(state) = all.states.list.get(number as usize).cloned() {
                if stops {
                    ticks().each_stop(number, &state, &mut all);
                } else {
                    ticks().each(number, &state, &mut all);
                }
                assert_eq!(all.fault, None, "tree {seed}: {source}");
                number += 1;
            }
        }
        begun += all.begun;
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    assert!(begun > 0, "no cleanup begins");
}

fn letter(status: Status) -> Letter {
    match status {
        Status::Success => 's',
        Status::Failure => 'f',
        Status::Running => 'r',
    }
}

#[test]
fn the_states_of_the_machine_are_those_of_all_runs() {
    let from = number("ENUMERATION_FROM").unwrap_or(0);
    let to = from + number("ENUMERATION").unwrap_or(TREES);
    let (mut compared, mut left_out, mut unreached) = (0, 0, 0);
    for seed in from..to {
        let forest = small::forest(seed);
        let source = printer::source(&forest);
        let runs = explore_all(&forest, MOST_TICKS);
        let (Some(runs), Some(model)) = (runs, explore(&source, MOST_TICKS)) else {
            left_out += 1;
            continue;
        };
        compared += 1;
        assert_eq!(model.ticked, runs.ticked, "tree {seed}: {source}");
        if !small::is_approximate(&forest.main().root) {
            assert_eq!(model.ticked, said(&source).ticked, "tree {seed}: {source}");
        }
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

/// A possible tick: the state after it, the status of the tree, the result of each watched node, `true` if it was
/// ticked and if it was aborted, and `true` if it was active before.
type Tick = (u32, Letter, Vec<(Option<Letter>, bool, bool, bool)>);

/// All that the ticks of a model show.
#[derive(PartialEq, Debug)]
struct Shown {
    states: Vec<State>,
    ticks: BTreeSet<Tick>,
    /// The ticks from each state, if none is left out.
    ticks_from: BTreeSet<(u32, Tick)>,
    /// The only state to which each state leads.
    only: Vec<Option<u32>>,
    longest: Option<u32>,
    events: BTreeSet<String>,
}

struct Shower<'s> {
    watched: &'s [usize],
    is_possible: fn(&Tick) -> bool,
    from: u32,
    states: States,
    shown: Shown,
}

impl Visit for Shower<'_> {
    fn tries(&mut self) -> bool {
        true
    }

    fn happens(&mut self, events: &[Event]) {
        self.shown.events.extend(events.iter().map(|event| format!("{event:?}")));
    }

    fn ends(&mut self, end: &End<'_>) -> Next {
        let mut seen = explore::Seen::default();
        end.see(&mut seen);
        let node = |node: &usize| {
            let result = seen.results[*node].map(letter);
            (result, seen.ticked[*node], seen.aborted[*node], seen.before[*node])
        };
        let did = self.watched.iter().map(node).collect();
        let known = self.states.numbers.get(end.after).copied();
        let tick = (known.unwrap_or(u32::MAX), letter(seen.status), did);
        if !(self.is_possible)(&tick) {
            return Next::Impossible;
        }
        let to = self.states.add(end.after);
        let tick = (to, tick.1, tick.2);
        self.shown.ticks_from.insert((self.from, tick.clone()));
        self.shown.ticks.insert(tick);
        Next::State(to)
    }
}

/// The ticks of a model; those are left out for which `is_possible` is false.
fn show(
    mut ticks: Ticks<'_>,
    model: &Model,
    watched: &[usize],
    is_possible: fn(&Tick) -> bool,
) -> Shown {
    let shown = Shown {
        states: Vec::new(),
        ticks: BTreeSet::new(),
        ticks_from: BTreeSet::new(),
        only: Vec::new(),
        longest: None,
        events: BTreeSet::new(),
    };
    let mut shower = Shower { watched, is_possible, from: 0, states: States::default(), shown };
    shower.states.add(&model.start());
    while let Some(state) = shower.states.list.get(shower.from as usize).cloned() {
        let ends = ticks.each(shower.from, &state, &mut shower).expect("nothing stops it");
        shower.shown.only.push(ends.only());
        shower.from += 1;
    }
    Shown { states: shower.states.list, longest: ticks.longest_run(), ..shower.shown }
}

/// Watches some nodes, or all.
fn watch(nodes: impl IntoIterator<Item = usize>) -> Watch {
    let during: BTreeSet<usize> = nodes.into_iter().collect();
    Watch { before: during.clone(), during, ..Watch::default() }
}

#[test]
fn what_is_continued_once_loses_nothing_that_is_watched() {
    let from = number("ENUMERATION_FROM").unwrap_or(0);
    let to = from + number("ENUMERATION").map_or(400, |trees| trees / 5);
    let mut saved = 0;
    for seed in from..to {
        let mut random = fastrand::Rng::with_seed(seed);
        let model = model(&printer::source(&small::forest(seed)));
        let nodes = model.machine().nodes.len();
        let watched = [random.usize(..nodes), random.usize(..nodes)];
        let assumptions: [fn(&Tick) -> bool; 3] = [
            |_| true,
            |tick| tick.2[0].0 != Some('f') || tick.2[1].1,
            |tick| tick.2[0].3 || tick.2[1].0 != Some('s'),
        ];
        for is_possible in assumptions {
            // With all nodes watched, only ticks are continued once that did the same.
            let all = Ticks::new(&model, &watch(0..nodes), 0).keeping(0);
            let all = show(all, &model, &watched, is_possible);
            let few = Ticks::new(&model, &watch(watched), 0).keeping(0);
            assert_eq!(show(few, &model, &watched, is_possible), all, "tree {seed}");
            // What other states have in common is missing in the ticks of the later ones.
            let shared = Ticks::new(&model, &watch(watched), 0);
            let shared = show(shared, &model, &watched, is_possible);
            assert!(shared.ticks_from.is_subset(&all.ticks_from), "tree {seed}");
            saved += all.ticks_from.len() - shared.ticks_from.len();
            let ticks_from = all.ticks_from.clone();
            assert_eq!(Shown { ticks_from, ..shared }, all, "tree {seed}");
        }
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    assert!(saved > 0, "the states have nothing in common");
}
