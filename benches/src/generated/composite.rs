//! Composites of random trees.

use super::Writer;

/// The text before each child.
#[derive(Clone, Copy)]
enum Prefix {
    Nothing,
    Weight,
    Score,
}

impl Writer {
    /// A composite with exactly this number of nodes, at least 3.
    pub(super) fn composite(&mut self, size: usize) {
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
