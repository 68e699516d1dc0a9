//! Random trees, the same for the same seed.

// The path is given, because the build script includes this file too.
#[path = "generator/cleanups.rs"]
mod cleanups;
#[path = "generator/scope.rs"]
mod scope;

use crate::language::{
    After, Board, Count, Data, Forest, Gives, Head, Margin, Node, Policies, Policy, Slot, Span,
    Tree, Type, Use, Weight,
};
use crate::random::{Random, mix};
use std::collections::BTreeMap;

const SMALLEST: usize = 5;
const LARGEST: usize = 60;
const MOST_CHILDREN: usize = 5;
/// The number of children that a composite has from time to time.
const VERY_MANY_CHILDREN: usize = 12;

/// Durations as literals; a tick of the simulated clock is a few hundred milliseconds.
const SPANS: [(&str, u64); 7] = [
    ("0s", 0),
    ("250ms", 250),
    ("1s", 1000),
    ("1.5s", 1500),
    ("2s", 2000),
    ("1min", 60_000),
    ("::core::time::Duration::from_millis(750)", 750),
];

/// The weight of a kind of leaf, and the function that makes it.
type Leaf = (usize, fn(&mut Generator) -> Head);
type Decorator = Leaf;
/// The function for a composite also gets the number of its children.
type Composite = (usize, fn(&mut Generator, usize) -> Head);

/// What most leaves and decorators of a forest do.
#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Busy,
    /// They wait.
    Sleepy,
    /// They wait and ask, and act rarely.
    Watchful,
}

/// Returns `true` if most leaves and decorators of this forest wait.
#[must_use]
pub const fn is_sleepy(seed: u64) -> bool {
    seed % 3 == 0
}

/// The forest of this number; its types are named after `name`.
#[must_use]
pub fn forest(seed: u64, name: &str) -> Forest {
    forest_in(if is_sleepy(seed) { Mood::Sleepy } else { Mood::Busy }, seed, name)
}

/// A forest of trees that mostly wait and ask, and never end.
#[must_use]
pub fn watchful_forest(seed: u64, name: &str) -> Forest {
    forest_in(Mood::Watchful, seed, name)
}

fn forest_in(mood: Mood, seed: u64, name: &str) -> Forest {
    let random = Random::new(mix(seed, 0x7ee5));
    let mut generator = Generator {
        random,
        slots: 0,
        labels: 0,
        board: Board::World,
        mood,
        trees: Vec::new(),
        scope: Vec::new(),
        uses: BTreeMap::new(),
    };
    for part in 0..generator.random.below(4) {
        generator.board = *generator.one_of(&[Board::World, Board::Book, Board::Book]);
        let size = 1 + generator.random.below(10);
        generator.tree(format!("{name}Part{part}"), size);
    }
    generator.board = Board::World;
    let size = SMALLEST + generator.random.below(LARGEST - SMALLEST + 1);
    generator.tree(name.to_owned(), size);
    if mood == Mood::Watchful {
        generator.keep_running();
    }
    if seed % 2 == 0 {
        generator.add_cleanups();
    }
    Forest { trees: generator.trees, uses: generator.uses, data: Data::default() }
}

struct Generator {
    random: Random,
    slots: Slot,
    labels: u32,
    board: Board,
    mood: Mood,
    trees: Vec<Tree>,
    /// The names around a node, from the outermost to the innermost.
    scope: Vec<Scoped>,
    uses: BTreeMap<Slot, Use>,
}

/// A name around a node.
#[derive(Clone, Copy)]
struct Scoped {
    of: Use,
    /// `true` if it has a value wherever the next nodes are ticked.
    is_given: bool,
    /// `true` for a `let` without a value.
    is_place: bool,
}

impl Generator {
    fn tree(&mut self, name: String, size: usize) {
        let parameters = self.parameters();
        let result = self.result(&parameters);
        let root = match result {
            Some(name) => self.given(name, size),
            None => self.node(size),
        };
        self.trees.push(Tree { name, board: self.board, parameters, result, root });
    }

    /// `active_selector { force_failure ROOT running; }`: what ends is tried again in each tick.
    fn keep_running(&mut self) {
        let Some(mut tree) = self.trees.pop() else { return };
        let root = self.with(Head::ForceFailure, vec![tree.root]);
        let running = self.with(Head::Running, Vec::new());
        tree.root = self.with(Head::ActiveSelector, vec![root, running]);
        self.trees.push(tree);
    }

    fn one_of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.random.below(choices.len())]
    }

    /// An expression, which may use a name.
    fn slot(&mut self) -> Slot {
        let slot = self.bare_slot();
        if self.random.chance(60) {
            self.use_in(slot);
        }
        slot
    }

    fn bare_slot(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    /// A node of about that size.
    fn node(&mut self, size: usize) -> Node {
        if size <= 1 {
            let head = self.leaf();
            return self.with(head, Vec::new());
        }
        if self.mood == Mood::Sleepy && size > 2 && self.random.chance(25) {
            return self.patient(size);
        }
        if size <= 2 || self.random.chance(40) {
            let head = self.decorator();
            return self.decorated(head, size - 1);
        }
        self.composite(size)
    }

    fn with(&mut self, head: Head, children: Vec<Node>) -> Node {
        let label = self.random.chance(10).then(|| {
            self.labels += 1;
            format!("label_{}", self.labels)
        });
        let description = self.random.chance(5).then(|| format!("Of {} children.", children.len()));
        Node { label, description, head, children }
    }

    fn leaf(&mut self) -> Head {
        const LEAVES: [Leaf; 14] = [
            (25, |me| Head::Condition(me.slot())),
            (15, |me| Head::Action(me.slot(), Gives::Status)),
            (4, |me| Head::Action(me.slot(), Gives::Bool)),
            (2, |me| Head::Action(me.slot(), Gives::Unit)),
            (5, |me| Head::Action(me.slot(), Gives::Result)),
            (24, |me| Head::Job(me.slot())),
            (6, |me| Head::Hired(me.slot())),
            (8, |me| Head::Await(me.bare_slot())),
            (7, |me| Head::Wait(me.span())),
            (6, Generator::giving),
            (8, Generator::subtree),
            (1, |_| Head::Succeed),
            (1, |_| Head::Fail),
            (1, |_| Head::Running),
        ];
        const SLEEPY: [Leaf; 10] = [
            (5, |me| Head::Condition(me.slot())),
            (8, |me| Head::Action(me.slot(), Gives::Status)),
            (4, |me| Head::Job(me.slot())),
            (25, |me| Head::Wait(me.span())),
            (20, |me| Head::Nap(me.slot())),
            (3, |me| Head::Await(me.bare_slot())),
            (10, Generator::subtree),
            (8, |_| Head::Succeed),
            (8, |_| Head::Fail),
            (6, |_| Head::Running),
        ];
        const WATCHFUL: [Leaf; 7] = [
            (45, |me| Head::Condition(me.slot())),
            (4, |me| Head::Action(me.slot(), Gives::Bool)),
            (1, |me| Head::Job(me.slot())),
            (25, |me| Head::Wait(me.span())),
            (15, |me| Head::Nap(me.slot())),
            (10, Generator::subtree),
            (4, |_| Head::Running),
        ];
        let leaves = match self.mood {
            Mood::Busy => &LEAVES[..],
            Mood::Sleepy => &SLEEPY,
            Mood::Watchful => &WATCHFUL,
        };
        let make = self.random.weighted(leaves);
        make(self)
    }

    fn decorator(&mut self) -> Head {
        const DECORATORS: [Decorator; 19] = [
            (10, |_| Head::Not),
            (4, |_| Head::ForceSuccess),
            (4, |_| Head::ForceFailure),
            (10, |me| Head::Repeat(Some(me.count()), me.every())),
            (3, |me| Head::Repeat(None, me.every())),
            (10, |me| Head::Retry(Some(me.count()), me.every())),
            (3, |me| Head::Retry(None, me.every())),
            (10, |me| Head::Guard(me.slot())),
            (10, |me| Head::Timeout(me.span())),
            (6, |me| Head::Delay(me.span())),
            (8, |me| Head::Cooldown(me.span(), me.after())),
            (10, |me| Head::Every(me.span())),
            (2, |_| Head::Once),
            (10, |me| Head::Service(me.span(), me.slot())),
            (10, |me| Head::With(me.slot())),
            (18, Generator::binding),
            (14, |me| Head::Place(me.name(), Type::Kept)),
            (8, Generator::numbered),
            (10, Generator::cleanup),
        ];
        const SLEEPY: [Decorator; 16] = [
            (8, |_| Head::Not),
            (6, |_| Head::ForceSuccess),
            (6, |_| Head::ForceFailure),
            (6, |me| Head::Repeat(Some(me.count()), me.every())),
            (8, |me| Head::Repeat(None, me.every())),
            (6, |me| Head::Retry(Some(me.count()), me.every())),
            (8, |me| Head::Retry(None, me.every())),
            (10, |me| Head::Timeout(me.span())),
            (10, |me| Head::Delay(me.span())),
            (20, |me| Head::Cooldown(me.span(), me.after())),
            (10, |me| Head::Every(me.span())),
            (8, |_| Head::Once),
            (8, |me| Head::Service(me.span(), me.slot())),
            (10, Generator::binding),
            (6, Generator::numbered),
            (6, Generator::cleanup),
        ];
        const WATCHFUL: [Decorator; 15] = [
            (8, |_| Head::Not),
            (4, |_| Head::ForceSuccess),
            (4, |_| Head::ForceFailure),
            (3, |me| Head::Repeat(Some(me.count()), me.every())),
            (8, |me| Head::Repeat(None, me.every())),
            (8, |me| Head::Retry(None, me.every())),
            (20, |me| Head::Guard(me.slot())),
            (8, |me| Head::Timeout(me.span())),
            (6, |me| Head::Delay(me.span())),
            (16, |me| Head::Cooldown(me.span(), After::Work)),
            (8, |me| Head::Every(me.span())),
            (3, |_| Head::Once),
            (3, |me| Head::Service(me.span(), me.slot())),
            (6, Generator::binding),
            (3, Generator::cleanup),
        ];
        let decorators = match self.mood {
            Mood::Busy => &DECORATORS[..],
            Mood::Sleepy => &SLEEPY,
            Mood::Watchful => &WATCHFUL,
        };
        let make = self.random.weighted(decorators);
        make(self)
    }

    fn composite(&mut self, size: usize) -> Node {
        const COMPOSITES: [Composite; 18] = [
            (8, |_, _| Head::Sequence),
            (8, |_, _| Head::Selector),
            (8, |_, _| Head::ActiveSequence),
            (8, |_, _| Head::ActiveSelector),
            (12, |me, count| Head::Parallel(me.policies(count))),
            (8, |me, _| Head::Monitor { conditions: 0, policies: me.policies(1) }),
            (8, |me, _| Head::Recover(me.count())),
            (8, |_, _| Head::RoundRobin),
            (8, |me, count| Head::Pipeline(me.lasts(count))),
            (6, |me, count| Head::RandomSelector(me.slot(), me.weights(count))),
            (6, |me, count| Head::RandomSequence(me.slot(), me.weights(count))),
            (6, |me, count| Head::UtilitySelector((0..count).map(|_| me.slot()).collect())),
            (6, Generator::priority),
            (6, |me, count| {
                Head::ActiveUtilitySelector(me.margin(), (0..count).map(|_| me.slot()).collect())
            }),
            (5, |me, _| Head::If(me.slot())),
            (5, |me, _| Head::Match(me.slot())),
            (5, |me, _| Head::ActiveIf(me.slot())),
            (5, |me, _| Head::ActiveMatch(me.slot())),
        ];
        let most = if self.random.chance(8) { VERY_MANY_CHILDREN } else { MOST_CHILDREN };
        let count = 1 + self.random.below(most.min(size - 1));
        let make = self.random.weighted(&COMPOSITES);
        match make(self, count) {
            Head::Monitor { .. } => self.monitor(size),
            head @ (Head::If(_) | Head::ActiveIf(_)) => self.composite_of(head, size, count.min(2)),
            head @ Head::Recover(_) => self.composite_of(head, size, 2),
            head @ (Head::PrioritySelector(_) | Head::ActiveUtilitySelector(..)) => {
                let mut node = self.composite_of(head, size, count);
                node.children = node.children.into_iter().map(|child| self.gated(child)).collect();
                node
            }
            head => self.composite_of(head, size, count),
        }
    }

    /// A node, perhaps behind gates.
    fn gated(&mut self, mut node: Node) -> Node {
        while self.random.chance(35) {
            let head = if self.random.chance(50) {
                Head::Guard(self.slot())
            } else {
                Head::Cooldown(self.span(), self.after())
            };
            node = self.with(head, vec![node]);
        }
        node
    }

    /// A `priority_selector`, whose last child may have an `else`.
    fn priority(&mut self, count: usize) -> Head {
        let mut conditions: Vec<_> = (0..count).map(|_| Some(self.slot())).collect();
        if self.slots % 3 == 0 {
            conditions[count - 1] = None;
        }
        Head::PrioritySelector(conditions)
    }

    /// An active composite whose earlier children are quiet.
    fn patient(&mut self, size: usize) -> Node {
        let success = self.random.chance(50);
        if self.random.chance(30) {
            let head = if success { Head::Repeat(None, None) } else { Head::Retry(None, None) };
            let child = self.quiet(success);
            return self.with(head, vec![child]);
        }
        let elders = 1 + self.random.below(3);
        let mut children: Vec<_> = (0..elders).map(|_| self.quiet(success)).collect();
        children.push(self.node(size - 1));
        self.with(if success { Head::ActiveSequence } else { Head::ActiveSelector }, children)
    }

    /// A node that often gives this result without doing anything else.
    fn quiet(&mut self, success: bool) -> Node {
        let head = match (self.random.below(12), success) {
            (0, true) => Head::Succeed,
            (0, false) => Head::Fail,
            (1 | 2, true) => Head::ForceSuccess,
            (1, false) => Head::ForceFailure,
            (3, true) => Head::Sequence,
            (3, false) => Head::Selector,
            (5, _) => Head::Every(Span::Literal("250ms", 250)),
            (6, true) => Head::Retry(None, None),
            (6, false) => Head::Repeat(None, None),
            (7, true) => Head::ActiveSelector,
            (7, false) => Head::ActiveSequence,
            (8 | 9, _) => Head::Once,
            (_, true) | (4, false) => Head::Not,
            (_, false) => Head::Cooldown(self.span(), After::End),
        };
        let children = match head {
            Head::Succeed | Head::Fail => Vec::new(),
            Head::Once | Head::Cooldown(..) => vec![self.node(1)],
            Head::Sequence | Head::Selector => vec![self.quiet(success), self.quiet(success)],
            Head::ActiveSelector | Head::ActiveSequence => {
                vec![self.quiet(!success), self.quiet(success)]
            }
            Head::Not | Head::ForceSuccess | Head::ForceFailure => vec![self.quiet(!success)],
            _ => vec![self.quiet(success)],
        };
        self.with(head, children)
    }

    fn composite_of(&mut self, head: Head, size: usize, count: usize) -> Node {
        let children = self.split(size - 1, count);
        let children = children.into_iter().map(|size| self.node(size)).collect();
        self.with(head, children)
    }

    fn monitor(&mut self, size: usize) -> Node {
        let conditions = 1 + self.random.below(3);
        let mut children: Vec<_> = (0..conditions).map(|_| self.asked()).collect();
        let count = 1 + self.random.below(3);
        let sizes = self.split(size.saturating_sub(1 + conditions).max(count), count);
        children.extend(sizes.into_iter().map(|size| self.node(size)));
        if is_asked(&children[conditions]) {
            // It would count as another condition.
            let head = Head::Job(self.slot());
            children[conditions] = self.with(head, Vec::new());
        }
        let policies = self.policies(count);
        self.with(Head::Monitor { conditions, policies }, children)
    }

    /// A monitor's condition.
    fn asked(&mut self) -> Node {
        let head = Head::Condition(self.slot());
        let condition = self.with(head, Vec::new());
        if self.random.chance(30) { self.with(Head::Not, vec![condition]) } else { condition }
    }

    /// Splits a size into parts of at least 1; the sum may be slightly larger than the size.
    fn split(&mut self, whole: usize, parts: usize) -> Vec<usize> {
        let mut sizes = vec![1; parts];
        for _ in parts..whole {
            let part = self.random.below(parts);
            sizes[part] += 1;
        }
        sizes
    }

    fn policies(&mut self, count: usize) -> Policies {
        Policies { success: self.policy(count), failure: self.policy(count) }
    }

    fn policy(&mut self, count: usize) -> Policy {
        let number = 1 + self.random.below(count);
        *self.one_of(&[Policy::Default, Policy::All, Policy::One, Policy::Number(number)])
    }

    /// Weights for all children, for some of them or for none.
    fn weights(&mut self, count: usize) -> Vec<Weight> {
        let weighted = *self.one_of(&[0, 50, 100]);
        let weights = (0..count).map(|_| {
            if !self.random.chance(weighted) {
                Weight::Default
            } else if self.random.chance(50) {
                let weights = [0, 1, 2, 3, 10, u32::MAX];
                Weight::Literal(weights[self.random.below(weights.len())])
            } else {
                // The language does not specify how often it is evaluated.
                Weight::Slot(self.bare_slot())
            }
        });
        weights.collect()
    }

    /// How long the success of each child counts, for some of them.
    fn lasts(&mut self, count: usize) -> Vec<Option<Span>> {
        (0..count).map(|_| if self.random.chance(50) { Some(self.span()) } else { None }).collect()
    }

    fn margin(&mut self) -> Margin {
        match self.random.below(4) {
            0 => Margin::Default,
            1 => Margin::Literal,
            _ => Margin::Slot(self.slot()),
        }
    }

    fn after(&mut self) -> After {
        match self.slots % 4 {
            0 => After::End,
            1 => After::Success,
            _ => After::Work,
        }
    }

    /// The time between rounds.
    fn every(&mut self) -> Option<Span> {
        match self.slots % 8 {
            0 => Some(Span::Literal("1s", 1000)),
            2 => Some(Span::Literal("250ms", 250)),
            4 => Some(Span::Slot(self.bare_slot())),
            _ => None,
        }
    }

    fn count(&mut self) -> Count {
        if self.random.chance(50) {
            Count::Slot(self.slot())
        } else {
            Count::Literal(*self.one_of(&[1, 2, 3, 4]))
        }
    }

    fn span(&mut self) -> Span {
        if self.random.chance(50) {
            Span::Slot(self.slot())
        } else {
            let &(text, milliseconds) = self.one_of(&SPANS);
            Span::Literal(text, milliseconds)
        }
    }
}

/// Returns `true` if a monitor treats the node as one of its conditions.
fn is_asked(node: &Node) -> bool {
    match node.head {
        Head::Condition(_) => true,
        Head::Not => is_asked(&node.children[0]),
        _ => false,
    }
}
