//! Small random trees of all kinds of nodes. Kinds with restricted results are more frequent than in practice. Each tree
//! uses only a few kinds, so that the same kinds occur together more often.

use fastrand::Rng;
use meaning::language::{
    After, Board, Count, Data, Forest, Found, Gives, Head, Margin, Node, Numbers, Policies, Policy,
    Results, Slot, Span, Subtree, Tree, Type, Weight,
};
use std::collections::BTreeMap;

pub(crate) const SMALLEST: usize = 2;
pub(crate) const LARGEST: usize = 10;
/// The number of cleanups, each of which is two nodes more.
pub(crate) const MOST_CLEANUPS: usize = 2;
const MOST_CHILDREN: usize = 8;
/// The expressions need no names: each is answered in every way.
const SLOT: Slot = 0;
/// The name of each `let`.
const NAME: &str = "one";
/// The types that allow every result; the check does not know types.
const RESULTS: [Results; 2] = [Results::Poll, Results::Job];

/// The main tree of this number, after a tree that it may use as a subtree.
pub(crate) fn forest(seed: u64) -> Forest {
    let mut random = Rng::with_seed(seed);
    let nodes = random.usize(SMALLEST..=LARGEST);
    let part = node(Head::Action(SLOT, Gives::Status), Vec::new());
    let mut main = root(nodes, &mut random);
    if seed % 3 == 0 {
        let mut left = MOST_CLEANUPS;
        add_cleanups(&mut main, &mut left, &mut random);
    }
    let trees = vec![tree("Part", part), tree("Random", main)];
    Forest { trees, uses: BTreeMap::new(), data: Data::default() }
}

/// The forest of this number in a `let` without a value, or with a result, to which some of its actions give one.
pub(crate) fn with_place(seed: u64) -> Forest {
    fn give(of: &mut Node, random: &mut Rng) {
        match of.head {
            Head::Action(..)
            | Head::Job(_)
            | Head::Wait(_)
            | Head::Condition(_)
            | Head::Running
                if random.u8(..2) == 0 =>
            {
                of.head = Head::Give(SLOT, NAME, RESULTS[random.usize(..2)]);
            }
            // The first children are conditions.
            Head::Monitor { conditions, .. } => {
                of.children.iter_mut().skip(conditions).for_each(|child| give(child, random));
            }
            Head::Let(..) => {}
            _ => of.children.iter_mut().for_each(|child| give(child, random)),
        }
    }
    let mut forest = forest(seed);
    let main = forest.trees.last_mut().expect("a tree");
    give(&mut main.root, &mut Rng::with_seed(seed ^ 1 << 41));
    let root = std::mem::replace(&mut main.root, node(Head::Succeed, Vec::new()));
    main.root = match seed % 4 {
        0 | 2 => {
            main.result = Some(NAME);
            root
        }
        1 => node(Head::Place(NAME, Type::Kept), vec![root]),
        _ => node(Head::Not, vec![node(Head::Place(NAME, Type::Kept), vec![root])]),
    };
    forest
}

/// A forest whose actions have several types, without subtrees.
pub(crate) fn typed(seed: u64) -> Forest {
    fn actions(node: &mut Node, random: &mut Rng) {
        let gives = match node.head {
            Head::Action(..) => [Gives::Status, Gives::Result][random.usize(..2)],
            // The children of a monitor begin with conditions.
            Head::Succeed => Gives::Unit,
            Head::Fail => Gives::Bool,
            Head::Subtree(_) => Gives::Status,
            _ => return node.children.iter_mut().for_each(|child| actions(child, random)),
        };
        if random.u8(..3) > 0 || matches!(node.head, Head::Subtree(_)) {
            node.head = Head::Action(SLOT, gives);
        }
    }
    let mut forest = forest(seed);
    let main = forest.trees.last_mut().expect("a tree");
    actions(&mut main.root, &mut Rng::with_seed(seed ^ 1 << 40));
    forest
}

/// Returns `true` if the check may allow more than the runs of the tree do: it does not count how often a `round_robin`
/// has begun, or how long a cleanup takes after an interrupt or a stop.
pub(crate) fn is_approximate(node: &Node) -> bool {
    matches!(node.head, Head::RoundRobin | Head::Cleanup)
        || node.children.iter().any(is_approximate)
}

/// The number of nodes that remember something after they have ended: what one of them remembers may depend on another
/// one, which the check does not know.
pub(crate) fn memories(node: &Node) -> usize {
    let own = matches!(node.head, Head::Once | Head::Cooldown(..) | Head::RoundRobin);
    usize::from(own) + node.children.iter().map(memories).sum::<usize>()
}

/// Puts cleanups that take time in front of nodes, where what is around them waits for them.
fn add_cleanups(of: &mut Node, left: &mut usize, random: &mut Rng) {
    for place in 0..of.children.len() {
        if of.waits_for(place) {
            add_cleanups(&mut of.children[place], left, random);
        }
    }
    if *left > 0 && random.u8(..3) == 0 {
        *left -= 1;
        let span = Span::Literal("1s", 1000);
        let cleanup = match random.u8(..6) {
            0 => Head::Succeed,
            1 => Head::Condition(SLOT),
            2 => Head::Wait(span),
            3 => Head::Running,
            _ => Head::Action(SLOT, Gives::Status),
        };
        let inner = std::mem::replace(of, node(Head::Cleanup, Vec::new()));
        of.children = vec![node(cleanup, Vec::new()), inner];
    }
}

fn tree(name: &str, root: Node) -> Tree {
    Tree { name: name.to_owned(), board: Board::World, parameters: Vec::new(), result: None, root }
}

/// A node that has this number of nodes, including those below it.
fn root(nodes: usize, random: &mut Rng) -> Node {
    let palette = Palette {
        leaves: std::array::from_fn(|_| random.u8(..LEAVES)),
        decorators: std::array::from_fn(|_| random.u8(..DECORATORS)),
        composites: std::array::from_fn(|_| random.u8(..COMPOSITES)),
    };
    Generator { random, palette, has_place: false }.node(nodes)
}

fn node(head: Head, children: Vec<Node>) -> Node {
    Node { label: None, description: None, head, children }
}

struct Generator<'a> {
    random: &'a mut Rng,
    palette: Palette,
    /// `true` if a `let` around the next node has no value.
    has_place: bool,
}

/// The kinds that a tree uses.
struct Palette {
    leaves: [u8; 4],
    decorators: [u8; 4],
    composites: [u8; 4],
}

/// The number of functions with each of these names.
const LEAVES: u8 = 20;
const DECORATORS: u8 = 28;
const COMPOSITES: u8 = 40;

impl Generator<'_> {
    /// A node that has `nodes` nodes, including those below it.
    fn node(&mut self, nodes: usize) -> Node {
        match nodes {
            0 => unreachable!("a node is one node at least"),
            1 => node(self.leaf(), Vec::new()),
            2 => self.decorated(1),
            _ if self.random.u8(..3) == 0 => self.decorated(nodes - 1),
            _ => self.composite(nodes - 1),
        }
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.random.usize(..values.len())]
    }

    fn leaf(&mut self) -> Head {
        match self.palette.leaves[self.random.usize(..4)] {
            0..=4 => Head::Condition(SLOT),
            5 if self.has_place => Head::Give(SLOT, NAME, self.one_of(&RESULTS)),
            5 => Head::Action(SLOT, Gives::Status),
            6 => match self.random.usize(..4) {
                0 => Head::Job(SLOT),
                3 => Head::Await(SLOT),
                borrows => Head::Subtree(Subtree {
                    tree: 0,
                    borrows: borrows == 2,
                    arguments: Vec::new(),
                    result: None,
                    gives: None,
                }),
            },
            7..=9 => Head::Succeed,
            10..=12 => Head::Fail,
            13 | 14 => Head::Running,
            _ => Head::Wait(self.length()),
        }
    }

    fn length(&mut self) -> Span {
        self.one_of(&[
            Span::Literal("1s", 1000),
            Span::Literal("1s", 1000),
            Span::Literal("250ms", 250),
            Span::Literal("1.5s", 1500),
            Span::Literal("0s", 0),
            Span::Literal("0.0s", 0),
            Span::Slot(SLOT),
            Span::Slot(SLOT),
        ])
    }

    fn count(&mut self) -> Option<Count> {
        self.one_of(&[
            None,
            None,
            Some(Count::Literal(1)),
            Some(Count::Literal(2)),
            Some(Count::Literal(2)),
            Some(Count::Literal(3)),
            Some(Count::Slot(SLOT)),
        ])
    }

    /// The time between rounds.
    fn every(&mut self) -> Option<Span> {
        (self.random.u8(..3) == 0).then(|| self.length())
    }

    fn decorated(&mut self, nodes: usize) -> Node {
        let head = self.decorator();
        let had_place = self.has_place;
        match head {
            Head::Place(..) => self.has_place = true,
            // It has the same name.
            Head::Let(..) => self.has_place = false,
            _ => {}
        }
        let child = self.node(nodes);
        self.has_place = had_place;
        node(head, vec![child])
    }

    fn decorator(&mut self) -> Head {
        match self.palette.decorators[self.random.usize(..4)] {
            0 | 1 => Head::Not,
            2 | 3 => Head::ForceSuccess,
            4 | 5 => Head::ForceFailure,
            6..=8 => Head::Repeat(self.count(), self.every()),
            9..=11 => Head::Retry(self.count(), self.every()),
            12 | 13 => Head::Timeout(self.length()),
            14 | 15 => Head::Delay(self.length()),
            16 | 17 => Head::Cooldown(
                self.length(),
                self.one_of(&[After::Work, After::Work, After::End, After::Success]),
            ),
            18 | 19 => Head::Every(self.length()),
            20 | 21 => Head::Once,
            22 => Head::Guard(SLOT),
            23 => Head::Service(self.length(), SLOT),
            24 if self.random.bool() => Head::Place(NAME, Type::Kept),
            24 => Head::Let(NAME, SLOT, Found::Option),
            25 => Head::For(
                "number",
                self.one_of(&[
                    Numbers::Literal(0, 1),
                    Numbers::Literal(0, 2),
                    Numbers::Literal(1, 4),
                    Numbers::Slot(SLOT),
                ]),
            ),
            26 => Head::Finally(SLOT, false),
            _ => Head::With(SLOT),
        }
    }

    fn composite(&mut self, below: usize) -> Node {
        match self.palette.composites[self.random.usize(..4)] {
            0..=3 => self.with_children(below, |_, _| Head::Sequence),
            4..=7 => self.with_children(below, |_, _| Head::Selector),
            8..=11 => self.with_children(below, |_, _| Head::ActiveSequence),
            12..=15 => self.with_children(below, |_, _| Head::ActiveSelector),
            16..=21 => self.with_children(below, |me, count| Head::Parallel(me.policies(count))),
            22..=24 => self.monitor(below),
            25 | 26 if self.random.bool() => {
                self.with_children(below, |me, count| Head::RandomSelector(SLOT, me.weights(count)))
            }
            25 | 26 => {
                self.with_children(below, |me, count| Head::RandomSequence(SLOT, me.weights(count)))
            }
            27 => self.with_children(below, |_, count| Head::UtilitySelector(vec![SLOT; count])),
            28 => self.with_children(below, |_, _| Head::Match(SLOT)),
            29 => self.with_children(below, |_, _| Head::ActiveMatch(SLOT)),
            30 => self.branches(below, Head::If(SLOT)),
            31 => self.with_children(below, |me, count| {
                let condition = |_| me.one_of(&[Some(SLOT), Some(SLOT), None]);
                Head::PrioritySelector((0..count).map(condition).collect())
            }),
            32 => self.with_children(below, |_, count| {
                Head::ActiveUtilitySelector(Margin::Default, vec![SLOT; count])
            }),
            33 => self.branches(below, Head::ActiveIf(SLOT)),
            34 | 35 => self.recover(below),
            36 | 37 => self.with_children(below, |_, _| Head::RoundRobin),
            _ => self.with_children(below, |me, count| {
                let last = |_| if me.random.bool() { Some(me.length()) } else { None };
                Head::Pipeline((0..count).map(last).collect())
            }),
        }
    }

    /// The number of nodes of each child: `5` → `[1, 3, 1]`.
    fn sizes(&mut self, mut nodes: usize, most: usize) -> Vec<usize> {
        let mut sizes = Vec::new();
        while nodes > 0 {
            let is_last = sizes.len() + 1 == most;
            sizes.push(if is_last { nodes } else { self.random.usize(1..=nodes) });
            nodes -= sizes[sizes.len() - 1];
        }
        self.random.shuffle(&mut sizes);
        sizes
    }

    fn each(&mut self, sizes: &[usize]) -> Vec<Node> {
        sizes.iter().map(|&nodes| self.node(nodes)).collect()
    }

    /// A composite whose head depends on the number of its children.
    fn with_children(&mut self, nodes: usize, head: fn(&mut Self, usize) -> Head) -> Node {
        let sizes = self.sizes(nodes, MOST_CHILDREN);
        let head = head(self, sizes.len());
        node(head, self.each(&sizes))
    }

    fn policies(&mut self, children: usize) -> Policies {
        let mut policy = || match self.random.u8(..5) {
            0 => Policy::Default,
            1 => Policy::All,
            2 => Policy::One,
            _ => Policy::Number(self.random.usize(1..=children)),
        };
        Policies { success: policy(), failure: policy() }
    }

    fn weights(&mut self, children: usize) -> Vec<Weight> {
        let weights = [Weight::Default, Weight::Literal(3), Weight::Slot(SLOT)];
        (0..children).map(|_| self.one_of(&weights)).collect()
    }

    fn monitor(&mut self, mut nodes: usize) -> Node {
        let mut children = Vec::new();
        while nodes > 1 && (children.is_empty() || self.random.u8(..4) == 0) {
            let negated = nodes > 2 && self.random.u8(..3) == 0;
            let condition = node(Head::Condition(SLOT), Vec::new());
            children.push(if negated { node(Head::Not, vec![condition]) } else { condition });
            nodes -= if negated { 2 } else { 1 };
        }
        let conditions = children.len();
        let mut sizes = self.sizes(nodes, MOST_CHILDREN - conditions);
        if sizes.len() > 2 && self.random.bool() {
            sizes = vec![nodes];
        }
        let policies = self.policies(sizes.len());
        children.extend(self.each(&sizes));
        wait_instead_of_asking(&mut children[conditions]);
        node(Head::Monitor { conditions, policies }, children)
    }

    fn recover(&mut self, nodes: usize) -> Node {
        let work = self.random.usize(1..nodes);
        let repairs = self.one_of(&[
            Count::Literal(1),
            Count::Literal(2),
            Count::Literal(3),
            Count::Slot(SLOT),
        ]);
        node(Head::Recover(repairs), self.each(&[work, nodes - work]))
    }

    fn branches(&mut self, nodes: usize, head: Head) -> Node {
        let sizes = self.sizes(nodes, 2);
        node(head, self.each(&sizes))
    }
}

/// Changes the first node after a monitor's conditions, which must not be a condition.
fn wait_instead_of_asking(node: &mut Node) {
    match node.head {
        Head::Not => wait_instead_of_asking(&mut node.children[0]),
        Head::Condition(_) => node.head = Head::Wait(Span::Literal("1s", 1000)),
        _ => {}
    }
}
