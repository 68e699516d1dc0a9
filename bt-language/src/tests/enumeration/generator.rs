//! Small random trees of all kinds of nodes, as source text. Kinds with restricted results are more
//! frequent than in practice. Each tree uses only a few kinds, so that the same kinds occur together
//! more often.

use super::machine::MOST_CHILDREN;
use fastrand::Rng;

/// The text of a tree with this number of nodes.
pub(super) fn tree(nodes: usize, random: &mut Rng) -> String {
    let palette = Palette {
        leaves: std::array::from_fn(|_| random.u8(..LEAVES)),
        decorators: std::array::from_fn(|_| random.u8(..DECORATORS)),
        composites: std::array::from_fn(|_| random.u8(..COMPOSITES)),
    };
    format!("tree Random(b: &mut B) {{ {} }}", Generator { random, palette }.node(nodes))
}

struct Generator<'a> {
    random: &'a mut Rng,
    palette: Palette,
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
const COMPOSITES: u8 = 34;

impl Generator<'_> {
    /// A node that has `nodes` nodes, including those below it.
    fn node(&mut self, nodes: usize) -> String {
        match nodes {
            0 => unreachable!("a node is one node at least"),
            1 => self.leaf(),
            2 => self.decorated(1),
            _ if self.random.u8(..3) == 0 => self.decorated(nodes - 1),
            _ => self.composite(nodes - 1),
        }
    }

    fn one_of(&mut self, words: &[&str]) -> String {
        words[self.random.usize(..words.len())].to_owned()
    }

    fn leaf(&mut self) -> String {
        match self.palette.leaves[self.random.usize(..4)] {
            0..=4 => "condition b.c();".into(),
            5 => "action b.a();".into(),
            6 => self.one_of(&["action A { of: b.a() };", "subtree S;", "subtree S(&mut b.s);"]),
            7..=9 => "succeed;".into(),
            10..=12 => "fail;".into(),
            13 | 14 => "running;".into(),
            _ => format!("wait({});", self.length()),
        }
    }

    fn length(&mut self) -> String {
        self.one_of(&["1s", "1s", "250ms", "1.5s", "0s", "0.0s", "b.d()", "b.d()"])
    }

    fn count(&mut self) -> String {
        self.one_of(&["", "", "(1)", "(2)", "(2)", "(3)", "(b.n())"])
    }

    fn decorated(&mut self, nodes: usize) -> String {
        let word = self.decorator();
        format!("{word} {}", self.node(nodes))
    }

    fn decorator(&mut self) -> String {
        match self.palette.decorators[self.random.usize(..4)] {
            0 | 1 => "not".into(),
            2 | 3 => "force_success".into(),
            4 | 5 => "force_failure".into(),
            6..=8 => format!("repeat{}", self.count()),
            9..=11 => format!("retry{}", self.count()),
            12 | 13 => format!("timeout({})", self.length()),
            14 | 15 => format!("delay({})", self.length()),
            16 | 17 => format!("cooldown({})", self.length()),
            18 | 19 => format!("every({})", self.length()),
            20 | 21 => "once".into(),
            22 => "guard(b.c())".into(),
            23 => format!("service({}, b.a())", self.length()),
            24 => "let(x: u8 = b.x())".into(),
            25 => {
                let range = self.one_of(&["0..1", "0..2", "1..4", "b.n()"]);
                format!("for(i in {range})")
            }
            26 => "finally(b.a())".into(),
            _ => self.one_of(&["with W {}", "with W"]),
        }
    }

    fn composite(&mut self, below: usize) -> String {
        match self.palette.composites[self.random.usize(..4)] {
            0..=3 => format!("sequence {{ {} }}", self.children(below)),
            4..=7 => format!("selector {{ {} }}", self.children(below)),
            8..=11 => format!("active_sequence {{ {} }}", self.children(below)),
            12..=15 => format!("active_selector {{ {} }}", self.children(below)),
            16..=21 => self.parallel(below),
            22..=24 => self.monitor(below),
            25 | 26 => self.random(below),
            27 => self.keyed("utility_selector", below, |_, _| "b.s() => ".into()),
            28 => self.matching("match", below),
            29 => self.matching("active_match", below),
            30 => self.branches("if", below),
            31 => self.keyed("priority_selector", below, |random, _| {
                ["b.c() => ", "b.c() => ", "true => "][random.usize(..3)].to_owned()
            }),
            32 => self.keyed("active_utility_selector", below, |_, _| "b.s() => ".into()),
            _ => self.branches("active_if", below),
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

    fn each(&mut self, sizes: &[usize]) -> String {
        let children: Vec<_> = sizes.iter().map(|&nodes| self.node(nodes)).collect();
        children.join(" ")
    }

    fn children(&mut self, nodes: usize) -> String {
        let sizes = self.sizes(nodes, MOST_CHILDREN);
        self.each(&sizes)
    }

    fn parallel(&mut self, nodes: usize) -> String {
        let sizes = self.sizes(nodes, MOST_CHILDREN);
        format!("parallel{} {{ {} }}", self.policies(sizes.len()), self.each(&sizes))
    }

    fn policies(&mut self, children: usize) -> String {
        let mut written = Vec::new();
        for name in ["success", "failure"] {
            let policy = match self.random.u8(..5) {
                0 => continue,
                1 => "all".to_owned(),
                2 => "one".to_owned(),
                _ => self.random.usize(1..=children).to_string(),
            };
            written.push(format!("{name} = {policy}"));
        }
        if written.is_empty() { String::new() } else { format!("({})", written.join(", ")) }
    }

    fn monitor(&mut self, mut nodes: usize) -> String {
        let mut conditions = Vec::new();
        while nodes > 1 && (conditions.is_empty() || self.random.u8(..4) == 0) {
            let negated = nodes > 2 && self.random.u8(..3) == 0;
            conditions.push(if negated { "not condition b.c();" } else { "condition b.c();" });
            nodes -= if negated { 2 } else { 1 };
        }
        let mut sizes = self.sizes(nodes, MOST_CHILDREN - conditions.len());
        if sizes.len() > 2 && self.random.bool() {
            sizes = vec![nodes];
        }
        let policies = self.policies(sizes.len());
        let watched = self.watched(&sizes);
        format!("monitor{policies} {{ {} {watched} }}", conditions.join(" "))
    }

    /// The nodes after a monitor's conditions; the first must not be a condition.
    fn watched(&mut self, sizes: &[usize]) -> String {
        let watched = self.each(sizes);
        let is_condition = watched.trim_start_matches("not ").starts_with("condition");
        if is_condition { watched.replacen("condition b.c();", "wait(1s);", 1) } else { watched }
    }

    fn random(&mut self, nodes: usize) -> String {
        let word = self.one_of(&["random_selector(b.r())", "random_sequence(b.r())"]);
        self.keyed(&word, nodes, |random, _| {
            ["", "3 => ", "b.w() => "][random.usize(..3)].to_owned()
        })
    }

    /// It always has a last pattern `_`, as Rust requires.
    fn matching(&mut self, word: &str, nodes: usize) -> String {
        self.keyed(&format!("{word} b.m()"), nodes, |_, is_last| {
            if is_last { "_ => ".into() } else { "1 => ".into() }
        })
    }

    fn keyed(&mut self, word: &str, nodes: usize, key: fn(&mut Rng, bool) -> String) -> String {
        let sizes = self.sizes(nodes, MOST_CHILDREN);
        let mut text = format!("{word} {{ ");
        for (place, &nodes) in sizes.iter().enumerate() {
            text += &key(self.random, place + 1 == sizes.len());
            text += &self.node(nodes);
            text += ", ";
        }
        text + "}"
    }

    fn branches(&mut self, word: &str, nodes: usize) -> String {
        match *self.sizes(nodes, 2) {
            [first, second] => {
                let first = self.node(first);
                format!("{word} b.c() {{ {first} }} else {{ {} }}", self.node(second))
            }
            _ => format!("{word} b.c() {{ {} }}", self.node(nodes)),
        }
    }
}

#[test]
fn every_word_is_used_and_the_size_is_as_asked_for() {
    fn count(node: &crate::ast::Node) -> usize {
        1 + node.children.iter().map(count).sum::<usize>()
    }
    let mut random = Rng::with_seed(0);
    let mut texts = String::new();
    for _ in 0..1000 {
        let nodes = random.usize(1..10);
        let text = tree(nodes, &mut random);
        assert_eq!(count(&super::root(&text)), nodes, "{text}");
        texts += &text;
    }
    let used: Vec<_> =
        texts.split(|letter: char| !letter.is_alphabetic() && letter != '_').collect();
    for word in crate::words::nodes() {
        assert!(used.contains(&word), "{word}");
    }
}
