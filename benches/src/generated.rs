//! The source text of trees of any size: random trees, chains and rows.
//!
//! The same shape and seed always give the same text.

use fastrand::Rng;
use std::fmt::Write as _;

/// The shape of a generated tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All kinds of nodes in a realistic mixture.
    Random(u64),
    /// Nested sequences and selectors, with an action at the bottom.
    Composites,
    /// Nested `active_sequence` and `active_selector`.
    Active,
    /// Nested decorators that keep data: counters, timers.
    Decorators,
    /// Nested `let`s; each value is computed from the one above it.
    Lets,
    /// Nested parallels.
    Parallels,
    /// One sequence of actions.
    Row,
}

/// The `tree` item of a shape with a number of nodes; its blackboard is `world: &mut World`.
///
/// ```
/// use benches::generated::{Shape, tree};
///
/// let text = tree("Row", Shape::Row, 3);
/// assert_eq!(text.matches("action world.").count(), 2);
/// ```
#[must_use]
pub fn tree(name: &str, shape: Shape, nodes: usize) -> String {
    let seed = if let Shape::Random(seed) = shape { seed } else { 0 };
    let mut writer = Writer { rng: Rng::with_seed(seed), text: String::new(), depth: 1 };
    match shape {
        Shape::Random(_) => writer.node(nodes.max(1)),
        Shape::Composites => writer.chain(nodes, |level| ["sequence", "selector"][level % 2]),
        Shape::Active => {
            writer.chain(nodes, |level| ["active_selector", "active_sequence"][level % 2]);
        }
        Shape::Decorators => writer.decorators(nodes),
        Shape::Lets => writer.lets(nodes),
        Shape::Parallels => writer.parallels(nodes),
        Shape::Row => writer.row(nodes),
    }
    let body = writer.text;
    format!("#[allow(unreachable_code)]\npub tree {name}(world: &mut World) {{\n{body}}}\n")
}

struct Writer {
    rng: Rng,
    text: String,
    depth: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let indent = "    ".repeat(self.depth.min(20));
        let _ = writeln!(self.text, "{indent}{line}");
    }

    /// Writes a block with its contents.
    fn block(&mut self, head: &str, inside: impl FnOnce(&mut Self)) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.line("}");
    }

    fn below(&mut self, bound: usize) -> usize {
        self.rng.usize(..bound)
    }

    /// A random choice, with a probability proportional to its weight.
    fn weighted<T: Copy>(&mut self, choices: &[(usize, T)]) -> T {
        let mut point = self.below(choices.iter().map(|(weight, _)| weight).sum());
        for &(weight, choice) in choices {
            if point < weight {
                return choice;
            }
            point -= weight;
        }
        choices[0].1
    }

    /// A random node with exactly this number of nodes, including those below it.
    fn node(&mut self, size: usize) {
        match size {
            1 => self.leaf(),
            2 => self.decorated(size),
            _ if self.below(100) < 30 => self.decorated(size),
            _ => self.composite(size),
        }
    }

    fn leaf(&mut self) {
        let leaf = match self.below(100) {
            0..45 => format!("condition world.is_{}();", self.below(64)),
            45..83 => format!("action world.do_{}();", self.below(64)),
            83..91 => format!("action Walk {{ steps: {} }};", 1 + self.below(5)),
            91..97 => format!("wait({}ms);", 100 * (1 + self.below(30))),
            97 => "succeed;".into(),
            98 => "fail;".into(),
            _ => "running;".into(),
        };
        self.line(&leaf);
    }

    /// A number of nested composites.
    fn chain(&mut self, nodes: usize, word: fn(usize) -> &'static str) {
        let levels = nodes.saturating_sub(1);
        for level in 0..levels {
            self.line(&format!("{} {{", word(level)));
        }
        self.line("action world.do_0();");
        self.line(&"}".repeat(levels));
    }

    /// Nested parallels, each with `running` and the next one, and an action in the last; about this
    /// number of nodes.
    fn parallels(&mut self, nodes: usize) {
        let levels = nodes.saturating_sub(3) / 2;
        for _ in 0..levels {
            self.line("parallel { running;");
        }
        self.line("repeat force_success action world.do_0();");
        self.line(&"}".repeat(levels));
    }

    /// One sequence; with its children it has `nodes` nodes.
    fn row(&mut self, nodes: usize) {
        self.block("sequence", |me| {
            for child in 1..nodes.max(2) {
                me.line(&format!("action world.do_{}();", child % 64));
            }
        });
    }
}

/// The text before each child.
#[derive(Clone, Copy)]
enum Prefix {
    Nothing,
    Weight,
    Score,
}

impl Writer {
    /// A composite with exactly this number of nodes, at least 3.
    fn composite(&mut self, size: usize) {
        type Write = fn(&mut Writer, usize);
        const COMPOSITES: [(usize, Write); 11] = [
            (26, |me, size| me.children("sequence", size, Prefix::Nothing)),
            (24, |me, size| me.children("selector", size, Prefix::Nothing)),
            (12, |me, size| me.children("active_selector", size, Prefix::Nothing)),
            (9, |me, size| me.children("active_sequence", size, Prefix::Nothing)),
            (9, Writer::monitor),
            (7, Writer::parallel),
            (3, |me, size| me.branch("if", size)),
            (3, |me, size| me.branch("active_if", size)),
            (2, |me, size| me.arms(size)),
            (3, |me, size| me.children("random_selector(world.number())", size, Prefix::Weight)),
            (2, |me, size| me.children("utility_selector", size, Prefix::Score)),
        ];
        let write = self.weighted(&COMPOSITES);
        write(self, size);
    }

    /// The sizes of several children.
    fn split(&mut self, whole: usize, least: usize, most: usize) -> Vec<usize> {
        let parts = (least + self.below(most - least + 1)).min(whole);
        let mut sizes = vec![1; parts];
        // Each child gets a part of the rest, so some children are much larger than others, as in real
        // trees.
        let mut rest = whole - parts;
        for size in &mut sizes {
            let more = self.below(rest + 1);
            *size += more;
            rest -= more;
        }
        sizes[parts - 1] += rest;
        self.rng.shuffle(&mut sizes);
        sizes
    }

    fn children(&mut self, word: &str, size: usize, prefix: Prefix) {
        let sizes = self.split(size - 1, 2, 6);
        self.block(word, |me| {
            for size in sizes {
                me.prefix(prefix);
                me.node(size);
            }
        });
    }

    fn prefix(&mut self, prefix: Prefix) {
        let number = 1 + self.below(9);
        match prefix {
            Prefix::Nothing => {}
            Prefix::Weight => self.line(&format!("{number} =>")),
            Prefix::Score => self.line(&format!("world.score({number}) =>")),
        }
    }

    fn parallel(&mut self, size: usize) {
        let head = self.weighted(&[
            (2, "parallel"),
            (1, "parallel(success = one)"),
            (1, "parallel(failure = all)"),
        ]);
        self.children(head, size, Prefix::Nothing);
    }

    /// One or two conditions, and a node.
    fn monitor(&mut self, size: usize) {
        let conditions = 1 + usize::from(size > 3 && self.below(3) == 0);
        self.block("monitor", |me| {
            for _ in 0..conditions {
                let fact = me.below(64);
                me.line(&format!("condition world.is_{fact}();"));
            }
            match size - 1 - conditions {
                // A condition would count as one more condition of the monitor.
                1 => {
                    let number = me.below(64);
                    me.line(&format!("action world.do_{number}();"));
                }
                size => me.composite_or_leaf(size),
            }
        });
    }

    /// A node that does not count as a condition of a monitor.
    fn composite_or_leaf(&mut self, size: usize) {
        if size > 2 {
            self.composite(size);
        } else {
            self.line("force_success");
            self.node(size - 1);
        }
    }

    fn branch(&mut self, word: &str, size: usize) {
        let sizes = self.split(size - 1, 2, 2);
        let fact = self.below(64);
        self.block(&format!("{word} world.is_{fact}()"), |me| me.node(sizes[0]));
        if let Some(size) = sizes.get(1) {
            self.block("else", |me| me.node(*size));
        }
    }

    fn arms(&mut self, size: usize) {
        let sizes = self.split(size - 1, 2, 4);
        let last = sizes.len() - 1;
        self.block("match world.number() % 4", |me| {
            for (arm, size) in sizes.into_iter().enumerate() {
                let pattern = if arm == last { "_".into() } else { arm.to_string() };
                me.line(&format!("{pattern} =>"));
                me.node(size);
            }
        });
    }
}

impl Writer {
    /// A decorator and its node, with exactly this number of nodes together.
    fn decorated(&mut self, size: usize) {
        let (number, fact) = (2 + self.below(4), self.below(64));
        let tenths = 1 + self.below(30);
        let decorator = match self.below(100) {
            0..12 => "not".into(),
            12..22 => "force_success".into(),
            22..26 => "force_failure".into(),
            26..38 => format!("repeat({number})"),
            38..46 => format!("retry({number})"),
            46..58 => format!("timeout({tenths}00ms)"),
            58..70 => format!("cooldown({tenths}00ms, after = end)"),
            70..80 => format!("every({tenths}00ms)"),
            80..90 => format!("guard(world.is_{fact}())"),
            90..93 => format!("delay({tenths}00ms)"),
            93..96 => format!("service({tenths}00ms, world.do_{fact}())"),
            96..98 => "once".into(),
            _ => format!("with While {{ fact: {fact} }}"),
        };
        self.line(&decorator);
        self.node(size - 1);
    }

    /// Nested `let`s with different names, and an action that changes the first value; exactly this
    /// number of nodes.
    fn lets(&mut self, nodes: usize) {
        for level in 1..nodes.max(1) {
            let value = if level > 1 { format!("*kept_{} + 1", level - 1) } else { "1".into() };
            self.line(&format!("let(kept_{level}: u32 = {value})"));
        }
        if nodes > 1 {
            self.line(&format!("action {{ *kept_1 += *kept_{}; world.do_0() }};", nodes - 1));
        } else {
            self.line("action world.do_0();");
        }
    }

    /// Nested decorators that keep data, and an action; exactly this number of nodes.
    fn decorators(&mut self, nodes: usize) {
        const WORDS: [&str; 6] = [
            "repeat(2)",
            "timeout(1h)",
            "retry(2)",
            "service(1s, world.do_1())",
            "every(100ms)",
            "with While { fact: 3 }",
        ];
        for level in 1..nodes.max(1) {
            self.line(WORDS[level % WORDS.len()]);
        }
        self.line("action world.do_0();");
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, tree};

    #[test]
    fn a_seed_is_always_the_same_tree() {
        let text = |seed| tree("Random", Shape::Random(seed), 500);
        assert_eq!(text(1), text(1));
        assert_ne!(text(1), text(2));
    }
}
