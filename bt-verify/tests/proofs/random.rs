//! Random trees that are loaded: what they do in a random world is what the exploration says is possible, and all of it for trees
//! of conditions alone, whose answers do not change within a tick.

use bt_core::files::{Loaded, Trees, Vocabulary};
use bt_core::{Action, Clock, Decorator, NodeId, Observer, Status, behavior_tree};
use bt_verify::{Limits, Rules, Runs, explore_loaded, explore_loaded_with, simulate};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

/// A world in which anything happens; the same question has the same answer until something is done.
pub(super) struct World {
    chance: fastrand::Rng,
    /// Counts what is done.
    epoch: Cell<u64>,
    time: Duration,
    /// The answers of conditions since the world was disturbed, by their numbers.
    pub(super) answers: Rc<RefCell<Vec<(u32, bool)>>>,
}

impl World {
    pub(super) fn new(seed: u64) -> Self {
        let epoch = Cell::new(seed);
        Self {
            chance: fastrand::Rng::with_seed(seed),
            epoch,
            time: Duration::ZERO,
            answers: Rc::default(),
        }
    }

    /// Anything changes, and time passes.
    pub(super) fn disturb(&mut self) {
        self.epoch.set(self.chance.u64(..1 << 40));
        self.time += Duration::from_millis(self.chance.u64(..1000));
        self.answers.borrow_mut().clear();
    }

    pub(super) fn ask(&self, number: u32) -> bool {
        let answer = fastrand::Rng::with_seed(self.epoch.get() * 31 + u64::from(number)).bool();
        self.answers.borrow_mut().push((number, answer));
        answer
    }

    pub(super) fn draw(&mut self) -> u32 {
        self.chance.u32(..)
    }

    fn score(&self, number: u32) -> f32 {
        let mut chance = fastrand::Rng::with_seed(self.epoch.get() * 37 + u64::from(number));
        if chance.u8(..8) == 0 { f32::NAN } else { chance.f32() }
    }

    pub(super) fn act(&mut self) -> Status {
        self.epoch.set(self.chance.u64(..1 << 40));
        [Status::Success, Status::Failure, Status::Running][self.chance.usize(..3)]
    }

    fn length(&self) -> Duration {
        Duration::from_secs(fastrand::Rng::with_seed(self.epoch.get()).u64(..3))
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.time
    }
}

#[derive(Clone, Debug)]
struct Held;

impl Action<World> for Held {
    fn check(&self, world: &World) -> bool {
        world.ask(77)
    }

    fn tick(&mut self, world: &mut World) -> Status {
        world.act()
    }
}

#[derive(Clone, Debug)]
pub(super) struct Odd;

impl Decorator<World> for Odd {
    fn check(&self, world: &World) -> bool {
        world.ask(78)
    }

    fn tick(&mut self, world: &mut World, child: impl FnOnce(&mut World) -> Status) -> Status {
        if world.chance.bool() {
            let _ = child(world);
        }
        world.act()
    }
}

behavior_tree! {
    #[derive(Clone)]
    pub(super) vocabulary Words(w: &mut World) {
        condition C(n: u32 = 0) => w.ask(n);
        action A => w.act();
        action H => Held {};
        decorator D => Odd {};
        value P: Duration => w.length();
        value S: f32 => w.score(0);
        value T: f32 => w.score(1);
        value N: u32 => w.ask(5).into();
        random => w.draw();
    }
}

/// The text of a tree with this number of nodes.
pub(super) struct Generator {
    chance: fastrand::Rng,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
        Self { chance: fastrand::Rng::with_seed(seed) }
    }

    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.chance.usize(..texts.len())]
    }

    /// The text of a node with this number of nodes.
    pub(super) fn text(&mut self, nodes: usize) -> String {
        self.node(nodes)
    }

    fn node(&mut self, nodes: usize) -> String {
        match nodes {
            0 | 1 => self
                .one_of(&[
                    "condition C(n = 0);",
                    "condition C(n = 1);",
                    "condition C(n = 2);",
                    "action A;",
                    "action A;",
                    "action H;",
                    "wait(1s);",
                    "wait(P);",
                    "wait(0s);",
                    "succeed;",
                    "fail;",
                    "running;",
                ])
                .to_owned(),
            _ if nodes == 2 || self.chance.u8(..4) == 0 => {
                let word = self.one_of(&[
                    "not",
                    "force_success",
                    "force_failure",
                    "repeat",
                    "repeat(2)",
                    "repeat(N)",
                    "retry",
                    "retry(3)",
                    "guard(C(n = 1))",
                    "timeout(1s)",
                    "timeout(P)",
                    "delay(1s)",
                    "delay(P)",
                    "cooldown(1s)",
                    "cooldown(P)",
                    "every(1s)",
                    "every(P)",
                    "once",
                    "service(1s, A)",
                    "with D",
                    "finally(A)",
                ]);
                format!("{word} {}", self.node(nodes - 1))
            }
            _ => self.composite(nodes - 1),
        }
    }

    fn composite(&mut self, mut below: usize) -> String {
        let mut children = Vec::new();
        while below > 0 {
            let nodes = if children.len() == 5 { below } else { self.chance.usize(1..=below) };
            children.push(self.node(nodes));
            below -= nodes;
        }
        let keyed = |keys: [&str; 3]| {
            let keyed = children.iter().zip(keys.iter().cycle());
            keyed.flat_map(|(child, key)| [key, " => ", child, ", "]).collect::<String>()
        };
        let branches = || children[..children.len().min(2)].join(" } else { ");
        match self.chance.u8(..16) {
            0 => format!("if C(n = 0) {{ {} }}", branches()),
            1 => format!("active_if C(n = 1) {{ {} }}", branches()),
            2 => format!("priority_selector {{ {} }}", keyed(["C(n = 1)", "C(n = 2)", "C(n = 0)"])),
            3 => format!("utility_selector {{ {} }}", keyed(["S", "T", "0.5"])),
            4 => format!("active_utility_selector {{ {} }}", keyed(["S", "T", "0.5"])),
            5 => format!("random_selector {{ {} }}", children.join(" ")),
            6 => format!("parallel {{ {} }}", children.join(" ")),
            7 => format!("parallel(success = one) {{ {} }}", children.join(" ")),
            8 => format!("monitor {{ condition C(n = 2); {} }}", children.join(" ")),
            9 | 10 => format!("active_selector {{ {} }}", children.join(" ")),
            11 => format!("active_sequence {{ {} }}", children.join(" ")),
            12 => format!("selector {{ {} }}", children.join(" ")),
            13 => format!("random_sequence {{ {} }}", children.join(" ")),
            14 => format!("monitor {{ not condition C(n = 0); {} }}", children.join(" ")),
            _ => format!("sequence {{ {} }}", children.join(" ")),
        }
    }

    /// A tree that most readers would accept; the check of what is never reached is a matter of its own.
    pub(super) fn tree<V: Vocabulary>(&mut self, nodes: usize) -> Loaded<V> {
        loop {
            let inner = self.node(nodes / 4 + 1);
            let outer = self.node(nodes - nodes / 4 - 1);
            let text = format!(
                "tree Outer {{ active_selector {{ sequence {{ action A; subtree Inner; }} {outer} }} }} tree Inner {{ {inner} }}"
            );
            if let Ok(trees) = Trees::<V>::parse(&text) {
                return trees.tree("Outer").expect("it is in the file");
            }
        }
    }
}

#[test]
fn what_a_tree_does_is_possible() {
    let (mut whole, mut unseen, mut possible) = (0, 0, 0);
    for seed in 0..100 {
        let tree = Generator::new(seed).tree::<Words>(10);
        let limits = Limits { transitions: 10_000, pages: None, ..Limits::default() };
        let proof = explore_loaded_with(&tree, limits);
        let begin = || (tree.clone(), World::new(seed));
        let coverage =
            simulate(&proof, &Rules::new(), Runs::of(0..1, 300), begin, |tree, world, chance| {
                world.disturb();
                tree.tick(world);
                if chance.one_in(20) {
                    tree.abort(world);
                }
            });
        let coverage = coverage.unwrap_or_else(|failure| panic!("{seed}: {failure} of {proof}"));
        if !proof.is_complete() {
            continue;
        }
        whole += 1;
        let transitions = coverage.impossible_transitions().count();
        assert!(coverage.impossible().is_empty() && transitions == 0, "{seed}: {coverage}");
        let is_end = |of: &&(NodeId, Status)| of.1.is_finished();
        unseen += coverage.never_seen().iter().filter(is_end).count();
        for node in tree.nodes() {
            let can = proof.node(node.id).expect("a node of the tree");
            possible += usize::from(can.succeeds) + usize::from(can.fails);
        }
    }
    println!("{whole} trees; {unseen} of {possible} possible ends were not seen");
    assert!(whole > 80, "{whole} trees are explored to the end");
    assert!(unseen * 2 < possible, "the world is too tame");
}

#[test]
fn a_state_of_a_large_tree_takes_few_bytes() {
    for seed in 1000..1003 {
        let tree = Generator::new(seed).tree::<Words>(48);
        let limits = Limits { transitions: 10_000, ..Limits::default() };
        let proof = explore_loaded_with(&tree, limits);
        assert!(proof.bytes_per_state() <= 64, "{} bytes", proof.bytes_per_state());
    }
}

const WORDS: usize = 3;

behavior_tree! {
    vocabulary Questions(world: &mut [bool; WORDS]) {
        condition Is(n: usize) => world[n];
    }
}

fn node(nodes: usize, chance: &mut fastrand::Rng) -> String {
    if nodes < 2 {
        return format!("condition Is(n = {});", chance.usize(..WORDS));
    }
    let first = chance.usize(1..nodes);
    let mut child = |nodes: usize| node(nodes, chance);
    let (left, right) = (child(first), child(nodes - first));
    let (word, other) = (chance.usize(..WORDS), chance.usize(..WORDS));
    match chance.u8(..9) {
        0 => format!("force_success {left}"),
        1 => format!("not {left}"),
        2 => format!("guard(Is(n = {word})) {left}"),
        3 => format!("if Is(n = {word}) {{ {left} }} else {{ {right} }}"),
        4 => format!("priority_selector {{ Is(n = {word}) => {left} Is(n = {other}) => {right} }}"),
        5 => format!("parallel(failure = all) {{ {left} {right} }}"),
        6 => format!("active_selector {{ {left} {right} }}"),
        7 => format!("selector {{ {left} {right} }}"),
        _ => format!("sequence {{ {left} {right} }}"),
    }
}

/// The results of nodes.
struct Results(BTreeSet<(NodeId, u8)>);

impl Observer for Results {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<std::fmt::Arguments<'_>>) {
        self.0.insert((node, status as u8));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.insert((node, status as u8));
    }
}

#[test]
fn the_results_are_those_of_all_worlds() {
    let (mut compared, mut results) = (0, 0);
    for seed in 0..1000 {
        let mut chance = fastrand::Rng::with_seed(seed);
        let text = format!("tree T {{ {} }}", node(8, &mut chance));
        let Ok(trees) = Questions::parse(&text) else { continue };
        let mut tree = trees.tree("T").expect("it is in the file");
        let proof = explore_loaded(&tree);
        assert!(proof.is_complete(), "{:?}", proof.problem());
        let mut seen = Results(BTreeSet::new());
        for world in 0..1 << WORDS {
            let mut world: [bool; WORDS] = std::array::from_fn(|word| world >> word & 1 != 0);
            tree.tick_with(&mut world, &mut seen);
        }
        let mut possible = BTreeSet::new();
        for of in tree.nodes() {
            let can = proof.node(of.id).expect("it is a node of the tree");
            assert!(!can.runs, "{text}");
            possible.extend(can.succeeds.then_some((of.id, Status::Success as u8)));
            possible.extend(can.fails.then_some((of.id, Status::Failure as u8)));
        }
        assert_eq!(seen.0, possible, "{text}");
        compared += 1;
        results += possible.len();
    }
    println!("{compared} trees, {results} results");
    assert!(compared > 200, "{compared} trees");
}
