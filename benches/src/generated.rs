//! The source text of trees of any size: random trees, chains and rows.
//!
//! The same shape and seed always give the same text.

#[path = "generated/composite.rs"]
mod composite;
#[path = "generated/decorator.rs"]
mod decorator;

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
