//! All that a tree can ever do: all its states, breadth first, and every tick from each of them.

use bt_core::{NodeKind, Status};
use meaning::language::Forest;
use meaning::oracle::Oracle;
use meaning::{Event, Interpreter, Scripts, World};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::rc::Rc;
use std::time::Duration;

/// A status as a letter: `s`, `f` or `r`.
pub(crate) type Letter = char;

/// The events of all runs of a tree.
#[derive(Default)]
pub(crate) struct Seen {
    /// For each node, in pre-order: `true` if it is ticked.
    pub(crate) ticked: Vec<bool>,
    /// The results of the root.
    pub(crate) statuses: BTreeSet<Letter>,
    /// The results of each node.
    pub(crate) results: BTreeSet<(usize, Letter)>,
    /// The sets of nodes that are active after a tick.
    pub(crate) active: BTreeSet<Vec<bool>>,
    /// For each node: `true` if it is ticked while a `let` around it has no value.
    pub(crate) missing: Vec<bool>,
    /// `true` if the tree succeeds without a value for its result.
    pub(crate) lacks_result: bool,
    /// All ticks, if they are asked for.
    pub(crate) transitions: Option<BTreeSet<Transition>>,
}

/// All that can be seen of a tick, node by node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Transition {
    pub(crate) status: Letter,
    pub(crate) before: Vec<bool>,
    pub(crate) after: Vec<bool>,
    /// The result of each node that has told one.
    pub(crate) results: Vec<Option<Letter>>,
    pub(crate) aborted: Vec<bool>,
}

impl Seen {
    /// Nothing, for a tree with this number of nodes.
    pub(crate) fn of(nodes: usize) -> Self {
        Self { ticked: vec![false; nodes], missing: vec![false; nodes], ..Self::default() }
    }

    pub(crate) fn note(&mut self, node: usize, result: Letter) {
        self.ticked[node] = true;
        self.results.insert((node, result));
    }

    fn is_all(&self) -> bool {
        self.statuses.len() == 3 && self.ticked.iter().all(|ticked| *ticked)
    }
}

fn letter(status: Status) -> Letter {
    match status {
        Status::Success => 's',
        Status::Failure => 'f',
        Status::Running => 'r',
    }
}

/// Runs the main tree of a forest in every way; `None` if that takes more than `bound` ticks. It ends as soon as all
/// nodes were ticked and the root has returned each status.
pub(crate) fn explore(forest: &Forest, bound: usize) -> Option<Seen> {
    explored(forest, bound, Seen::is_all, false)
}

/// The same to the end.
pub(crate) fn explore_all(forest: &Forest, bound: usize) -> Option<Seen> {
    explored(forest, bound, |_| false, false)
}

/// The same with all ticks.
pub(crate) fn explore_ticks(forest: &Forest, bound: usize) -> Option<BTreeSet<Transition>> {
    explored(forest, bound, |_| false, true)?.transitions
}

fn explored(
    forest: &Forest,
    bound: usize,
    is_enough: fn(&Seen) -> bool,
    wants_ticks: bool,
) -> Option<Seen> {
    let start = Interpreter::new(forest);
    let mut explorer = Explorer::new(&start);
    explorer.seen.transitions = wants_ticks.then(BTreeSet::new);
    let mut known = HashSet::from([start.state()]);
    let mut waiting = VecDeque::from([start]);
    while let Some(tree) = waiting.pop_front() {
        let mut following = vec![explorer.aborted(&tree)];
        loop {
            following.push(explorer.ticked(&tree));
            if is_enough(&explorer.seen) {
                return Some(explorer.seen);
            }
            if explorer.ticks as usize > bound {
                return None;
            }
            if !explorer.oracle.borrow_mut().advance() {
                break;
            }
        }
        waiting.extend(following.into_iter().filter(|tree| known.insert(tree.state())));
    }
    Some(explorer.seen)
}

struct Explorer {
    /// For each node of the interpreter its index in the main tree, if it is not inside of a subtree.
    places: Vec<Option<usize>>,
    seen: Seen,
    oracle: Rc<RefCell<Oracle>>,
    ticks: u32,
}

impl Explorer {
    fn new(tree: &Interpreter<'_>) -> Self {
        let rows = tree.rows();
        let mut nodes = 0;
        let places = rows.iter().map(|row| {
            let is_inside =
                row.parent.is_some_and(|parent| rows[parent.index()].kind == NodeKind::Subtree);
            nodes += usize::from(!is_inside);
            (!is_inside).then(|| nodes - 1)
        });
        let places = places.collect();
        Self { places, seen: Seen::of(nodes), oracle: Rc::default(), ticks: 0 }
    }

    /// A world at a time after all lengths of time that began in earlier ticks.
    fn world(&self) -> World {
        let mut world = World::new(Scripts::All(Rc::clone(&self.oracle)));
        world.book.now = Duration::from_secs(3600) * (self.ticks + 1);
        world
    }

    /// The tree after one tick.
    fn ticked<'f>(&mut self, tree: &Interpreter<'f>) -> Interpreter<'f> {
        let before = self.active(tree);
        let mut tree = tree.clone();
        let mut events = Vec::new();
        self.ticks += 1;
        let status = tree.tick(&mut self.world().book, &mut events);
        if self.seen.transitions.is_some() {
            let transition = self.transition(before, &tree, status, &events);
            self.seen.transitions.get_or_insert_default().insert(transition);
        }
        for node in tree.missing().iter().filter_map(|node| self.places[node.index()]) {
            self.seen.missing[node] = true;
        }
        self.seen.lacks_result |= status == Status::Success && tree.lacks_result();
        for event in events {
            let (node, result) = match event {
                Event::Leaf(node, status, _) | Event::Finished(node, status) => (node, status),
                // It has returned that before.
                Event::Aborted(node) => (node, Status::Running),
            };
            if let Some(node) = self.places[node.index()] {
                self.seen.note(node, letter(result));
            }
        }
        let mut active = vec![false; self.seen.ticked.len()];
        for node in tree.active().iter().filter_map(|node| self.places[node.index()]) {
            self.seen.note(node, 'r');
            active[node] = true;
        }
        assert!(status.is_running() || !active.contains(&true), "nothing is left over");
        self.seen.active.insert(active);
        self.seen.statuses.insert(letter(status));
        tree
    }

    fn active(&self, tree: &Interpreter<'_>) -> Vec<bool> {
        let mut active = vec![false; self.seen.ticked.len()];
        for node in tree.active().iter().filter_map(|node| self.places[node.index()]) {
            active[node] = true;
        }
        active
    }

    fn transition(
        &self,
        before: Vec<bool>,
        tree: &Interpreter<'_>,
        status: Status,
        events: &[Event],
    ) -> Transition {
        let (status, after) = (letter(status), self.active(tree));
        let (mut results, mut aborted) = (vec![None; after.len()], vec![false; after.len()]);
        for event in events {
            let (Event::Leaf(node, ..) | Event::Finished(node, _) | Event::Aborted(node)) = event;
            let Some(node) = self.places[node.index()] else { continue };
            match event {
                Event::Leaf(_, status, _) | Event::Finished(_, status) => {
                    results[node] = Some(letter(*status));
                }
                Event::Aborted(_) => aborted[node] = true,
            }
        }
        Transition { status, before, after, results, aborted }
    }

    /// The tree after its `abort`.
    fn aborted<'f>(&self, tree: &Interpreter<'f>) -> Interpreter<'f> {
        let mut tree = tree.clone();
        tree.abort(&mut self.world().book, &mut Vec::new());
        tree
    }
}
