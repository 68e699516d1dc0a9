//! The interpreter, and trees that are compiled and loaded, do what was recorded from two other behavior-tree libraries.

use bt_core::files::Loaded;
use bt_core::{
    Action, Agent, BehaviorTree, Decorator, End, Inspect, Node, NodeId, NodeKind, Observer, Status,
    behavior_tree,
};
use meaning::language::{self, Board, Count, Data, Forest, Head, Policies, Policy};
use meaning::recorded::{Case, FILES, Place, Tree, cases, sample, source};
use meaning::{Event, Interpreter, Scripts};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Plays the scripts of a case's leaves and records their events.
struct World {
    scripts: Vec<Vec<Status>>,
    cursors: Vec<Cell<usize>>,
    events: RefCell<Vec<String>>,
}

impl World {
    fn new(case: &Case) -> Self {
        Self {
            scripts: scripts(case),
            cursors: case.scripts.iter().map(|_| Cell::new(0)).collect(),
            events: RefCell::default(),
        }
    }

    fn next(&self, leaf: usize) -> Status {
        let script = &self.scripts[leaf];
        let turn = self.cursors[leaf].replace(self.cursors[leaf].get() + 1);
        let status = script[turn % script.len()];
        self.events.borrow_mut().push(format!("{leaf}{}", letter(status)));
        status
    }

    fn ask(&self, leaf: usize) -> bool {
        self.next(leaf) == Status::Success
    }
}

fn letter(status: Status) -> char {
    match status {
        Status::Success => 'S',
        Status::Failure => 'F',
        Status::Running => 'R',
    }
}

struct Act {
    leaf: usize,
}

impl Action<World> for Act {
    fn tick(&mut self, world: &mut World) -> Status {
        world.next(self.leaf)
    }

    fn end(&mut self, world: &mut World, end: End) {
        if end == End::Aborted {
            world.events.borrow_mut().push(format!("!{}", self.leaf));
        }
    }
}

/// Records the same events as an observer.
struct Watcher {
    /// For each node, the recorded number of the leaf, if it is a leaf.
    leaves: Vec<Option<usize>>,
    events: Vec<String>,
}

impl Watcher {
    /// Recorded leaves are numbered from left to right.
    fn new(nodes: &[Node]) -> Self {
        let mut leaves = 0..;
        let is_leaf = |node: &Node| matches!(node.kind, NodeKind::Action | NodeKind::Condition);
        let leaf = |node: &Node| if is_leaf(node) { leaves.next() } else { None };
        Self { leaves: nodes.iter().map(leaf).collect(), events: Vec::new() }
    }
}

impl Observer for Watcher {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<fmt::Arguments<'_>>) {
        let leaf = self.leaves[node.index()].expect("a leaf");
        self.events.push(format!("{leaf}{}", letter(status)));
    }

    fn aborted(&mut self, node: NodeId) {
        if let Some(leaf) = self.leaves[node.index()] {
            self.events.push(format!("!{leaf}"));
        }
    }
}

/// Changes nothing.
struct Nothing;

impl Decorator<World> for Nothing {}

behavior_tree! {
    vocabulary Leaves(world: &mut World) {
        condition Ask(leaf: usize) => world.ask(leaf);
        action Act(leaf: usize) => Act { leaf };
        decorator Nothing => Nothing;
    }
}

/// A compiled or loaded tree, whichever it is.
trait Machine {
    fn nodes(&self) -> &[Node];
    fn tick(&mut self, world: &mut World, watcher: &mut Watcher) -> Status;
    fn abort(&mut self, world: &mut World, watcher: &mut Watcher);
}

impl<T: Agent<World>> Machine for T {
    fn nodes(&self) -> &[Node] {
        Inspect::nodes(self)
    }

    fn tick(&mut self, world: &mut World, watcher: &mut Watcher) -> Status {
        self.tick_with(world, watcher)
    }

    fn abort(&mut self, world: &mut World, watcher: &mut Watcher) {
        self.abort_with(world, watcher);
    }
}

/// The file and the number of a case, and its tree.
type Entry = (&'static str, u32, fn() -> Box<dyn Machine>);

fn machine<T: BehaviorTree<World> + Agent<World> + 'static>() -> Box<dyn Machine> {
    Box::new(T::new())
}

include!(concat!(env!("OUT_DIR"), "/recorded.rs"));

/// The first difference between the recording and the machine.
fn difference(case: &Case, mut machine: Box<dyn Machine>) -> Option<String> {
    let mut world = World::new(case);
    let mut watcher = Watcher::new(machine.nodes());
    let mut recorded = case.out.iter();
    let mut compare = |tick: usize, what: char, world: &World, watcher: &mut Watcher| {
        let seen = format!("{what}|{}", world.events.take().join(" "));
        let observed = format!("{what}|{}", std::mem::take(&mut watcher.events).join(" "));
        let expected = recorded.next().expect("a line for each tick and abort");
        let same = *expected == seen && seen == observed;
        (!same).then(|| {
            format!(
                "tick {tick}:\n    recorded {expected}\n    done     {seen}\n    observed {observed}"
            )
        })
    };
    for tick in 1..=case.ticks {
        let status = machine.tick(&mut world, &mut watcher);
        let difference = compare(tick, letter(status), &world, &mut watcher);
        if difference.is_some() {
            return difference;
        }
        if case.halts.contains(&tick) {
            machine.abort(&mut world, &mut watcher);
            let difference = compare(tick, 'H', &world, &mut watcher);
            if difference.is_some() {
                return difference;
            }
        }
    }
    None
}

/// How many differences are shown.
const SHOWN: usize = 10;

/// All cases, with the names of their files.
fn all_cases() -> impl Iterator<Item = (&'static str, Case)> {
    FILES.into_iter().flat_map(|file| cases(file).into_iter().map(move |case| (file, case)))
}

fn assert_no(failures: &[String], count: usize) {
    let shown = failures[..failures.len().min(SHOWN)].join("\n");
    assert!(failures.is_empty(), "{} of {count} cases differ:\n{shown}", failures.len());
}

#[test]
fn compiled_trees_do_what_was_recorded() {
    let cases: BTreeMap<_, _> = all_cases().map(|(file, case)| ((file, case.id), case)).collect();
    assert_eq!(MACHINES.len(), sample().len());
    let mut failures = Vec::new();
    for &(file, id, make) in MACHINES {
        let case = &cases[&(file, id)];
        if let Some(difference) = difference(case, make()) {
            let source = source(&case.tree, Place::Macro, 1);
            failures.push(format!("{file} {id}, {difference}\n{source}"));
        }
    }
    assert_no(&failures, MACHINES.len());
}

/// The tree in a file.
fn file(case: &Case, place: Place) -> String {
    format!("tree Main {{\n{}}}\n", source(&case.tree, place, 1))
}

/// The tree as it stands in a file, and loaded. If a part of it can never be ticked, the file has decorators too.
fn loaded(case: &Case) -> (String, Loaded<Leaves>) {
    let text = file(case, Place::File);
    let (text, trees) = match Leaves::parse(&text) {
        Ok(trees) => (text, trees),
        Err(mistakes) => {
            let is_reach = |text: &str| text.contains("never");
            assert!(mistakes.iter().all(|mistake| is_reach(&mistake.text)), "{mistakes}");
            let text = file(case, Place::FileWithDecorators);
            let trees = Leaves::parse(&text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
            (text, trees)
        }
    };
    (text, trees.tree("Main").expect("the tree of the file"))
}

#[test]
fn loaded_trees_do_what_was_recorded() {
    let (mut count, mut plain) = (0, 0);
    let mut failures = Vec::new();
    for (file, case) in all_cases() {
        let (text, tree) = loaded(&case);
        count += 1;
        plain += usize::from(!text.contains("with Nothing"));
        if let Some(difference) = difference(&case, Box::new(tree)) {
            failures.push(format!("{file} {}, {difference}\n{text}", case.id));
        }
    }
    assert_eq!(count, 953, "no case is left out");
    assert!(plain > count / 4, "{plain} of {count} cases stand in files as they are");
    assert_no(&failures, count);
}

/// The nodes of a tree, without the numbers of its leaves, and its pairs of a parent and a child without arguments.
fn features(tree: &str) -> BTreeSet<String> {
    let mut features = BTreeSet::new();
    let mut parents: Vec<&str> = Vec::new();
    for line in tree.lines() {
        let node = line.trim_start();
        let word = node.split([' ', '(']).next().expect("a word");
        if word == "}" {
            continue;
        }
        parents.truncate((line.len() - node.len()) / INDENT);
        let parent = parents.last().copied().unwrap_or("the root");
        features.insert(format!("{parent} {word}"));
        let is_leaf = ["action", "condition"].contains(&word);
        features.insert(if is_leaf { word.to_owned() } else { node.to_owned() });
        parents.push(word);
    }
    features
}

/// The spaces before a node that is one level deeper.
const INDENT: usize = 4;

#[test]
fn the_sample_has_all_nodes_and_pairs_of_nodes() {
    let sample = sample();
    let (mut all, mut sampled) = (BTreeSet::new(), BTreeSet::new());
    for (file, case) in all_cases() {
        let features = features(&source(&case.tree, Place::Macro, 0));
        if sample.contains(&(file, case.id)) {
            sampled.extend(features.iter().cloned());
        }
        all.extend(features);
    }
    let missing: Vec<_> = all.difference(&sampled).collect();
    assert!(missing.is_empty(), "{missing:?} of {}", all.len());
}

fn forest(tree: &Tree) -> Forest {
    let tree = language::Tree {
        name: "Recorded".to_owned(),
        board: Board::World,
        parameters: Vec::new(),
        result: None,
        root: node(tree),
    };
    Forest { trees: vec![tree], uses: BTreeMap::new(), data: Data::default() }
}

fn node(tree: &Tree) -> language::Node {
    let several = |head, children: &[Tree]| (head, children.iter().map(node).collect());
    let one = |head, [child]: &[Box<Tree>; 1]| (head, vec![node(child)]);
    let number = |number: u32| Policy::Number(number as usize);
    let (head, children) = match tree {
        Tree::Action { id } => (Head::Job(*id), Vec::new()),
        Tree::Condition { id } => (Head::Condition(*id), Vec::new()),
        Tree::Sequence { c } => several(Head::Sequence, c),
        Tree::Selector { c } => several(Head::Selector, c),
        Tree::ActiveSequence { c } => several(Head::ActiveSequence, c),
        Tree::ActiveSelector { c } => several(Head::ActiveSelector, c),
        Tree::Parallel { success, failure, c } => {
            let policies = Policies { success: number(*success), failure: number(*failure) };
            several(Head::Parallel(policies), c)
        }
        Tree::Not { c } => one(Head::Not, c),
        Tree::ForceSuccess { c } => one(Head::ForceSuccess, c),
        Tree::ForceFailure { c } => one(Head::ForceFailure, c),
        Tree::Repeat { n, c } => one(Head::Repeat(Some(Count::Literal(*n)), None), c),
        Tree::Retry { n, c } => one(Head::Retry(Some(Count::Literal(*n)), None), c),
    };
    language::Node { label: None, description: None, head, children }
}

fn scripts(case: &Case) -> Vec<Vec<Status>> {
    let status = |letter| match letter {
        'S' => Status::Success,
        'F' => Status::Failure,
        _ => Status::Running,
    };
    case.scripts.iter().map(|script| script.chars().map(status).collect()).collect()
}

/// The recorded traces contain only leaves.
fn text(event: &Event, interpreter: &Interpreter<'_>) -> Option<String> {
    let leaf = |id: NodeId| match interpreter.node(id)?.head {
        Head::Condition(leaf) | Head::Job(leaf) => Some(leaf),
        _ => None,
    };
    match event {
        Event::Leaf(id, status, _) => Some(format!("{}{}", leaf(*id)?, letter(*status))),
        Event::Aborted(id) => Some(format!("!{}", leaf(*id)?)),
        Event::Finished(..) => None,
    }
}

fn trace(case: &Case) -> Vec<String> {
    let forest = forest(&case.tree);
    let mut interpreter = Interpreter::new(&forest);
    let mut world = meaning::World::new(Scripts::Written(scripts(case)));
    let mut lines = Vec::new();
    for tick in 1..=case.ticks {
        let mut events = Vec::new();
        let status = interpreter.tick(&mut world.book, &mut events);
        lines.push((letter(status), events));
        if case.halts.contains(&tick) {
            let mut events = Vec::new();
            interpreter.abort(&mut world.book, &mut events);
            lines.push(('H', events));
        }
    }
    assert_eq!(world.book.faults(), Vec::<String>::new());
    let line = |(what, events): &(char, Vec<Event>)| {
        let events: Vec<_> = events.iter().filter_map(|event| text(event, &interpreter)).collect();
        format!("{what}|{}", events.join(" "))
    };
    lines.iter().map(line).collect()
}

#[test]
fn the_interpreter_does_what_was_recorded() {
    for file in FILES {
        for case in cases(file) {
            let source = source(&case.tree, Place::Macro, 1);
            assert_eq!(trace(&case), case.out, "{file} {}:\n{source}", case.id);
        }
    }
}
