//! Decorators of random trees, and chains of them.

use super::Writer;

impl Writer {
    /// A decorator and its node, with exactly this number of nodes together.
    pub(super) fn decorated(&mut self, size: usize) {
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
    pub(super) fn lets(&mut self, nodes: usize) {
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
    pub(super) fn decorators(&mut self, nodes: usize) {
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
