//! The targets, and which of them are met.

use crate::libraries::Mode;
use crate::rustc::Cost;
use std::process::ExitCode;

#[derive(Default)]
pub(crate) struct Targets {
    lines: Vec<String>,
    missed: usize,
}

impl Cost {
    /// A value per node.
    #[allow(clippy::cast_precision_loss, reason = "it is printed with few digits")]
    pub(crate) fn each(&self, whole: f64) -> f64 {
        whole / self.nodes as f64
    }

    /// Machine code for each node.
    #[allow(clippy::cast_precision_loss, reason = "it is printed with few digits")]
    pub(crate) fn bytes(&self) -> f64 {
        self.each(self.text as f64)
    }

    fn megabytes(&self) -> f64 {
        u32::try_from(self.memory / 1_000_000).map_or(f64::INFINITY, f64::from)
    }
}

impl Targets {
    pub(crate) fn at_most(&mut self, what: &str, measured: f64, target: f64) {
        let holds = measured <= target;
        self.missed += usize::from(!holds);
        let verdict = if holds { "holds " } else { "MISSED" };
        self.lines.push(format!("{verdict} {what}: {measured:.2}, at most {target}"));
    }

    /// Judges random trees of all sizes.
    pub(crate) fn judge(&mut self, mode: Mode, costs: &[Cost]) {
        let (Some(largest), Some(hundred)) =
            (costs.last(), costs.iter().find(|cost| cost.nodes == 100))
        else {
            return;
        };
        let name = mode.name();
        let each = largest.each(largest.compiler.as_secs_f64()) * 1e3;
        let target = if mode == Mode::Debug { 0.8 } else { 1.8 };
        self.at_most(&format!("rustc, ms a node, {name}"), each, target);
        let slope = |of: fn(&Cost) -> f64| {
            (of(largest) / of(hundred)).ln() / (largest.each(1.0) / hundred.each(1.0)).recip().ln()
        };
        let rustc = slope(|cost| cost.compiler.as_secs_f64());
        self.at_most(&format!("log-log slope of rustc, 100 to 10,000 nodes, {name}"), rustc, 1.15);
        self.at_most(&format!("memory of rustc, MB, {name}"), largest.megabytes(), 1000.0);
        if mode == Mode::Release {
            self.at_most("machine code, bytes a node", largest.bytes(), 60.0);
        } else {
            let expansion = largest.each(largest.expansion.as_secs_f64()) * 1e6;
            self.at_most("the macro, not optimised, us a node", expansion, 10.0);
            let expansion = slope(|cost| cost.expansion.as_secs_f64());
            self.at_most("log-log slope of the macro, 100 to 10,000 nodes", expansion, 1.15);
        }
    }

    /// Judges random trees with an optimized macro.
    pub(crate) fn judge_fast(&mut self, costs: &[Cost]) {
        if let Some(largest) = costs.last() {
            let expansion = largest.each(largest.expansion.as_secs_f64()) * 1e6;
            self.at_most("the macro, optimised, us a node", expansion, 10.0);
        }
    }

    pub(crate) fn report(self) -> ExitCode {
        println!();
        for line in self.lines {
            println!("{line}");
        }
        if self.missed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}
