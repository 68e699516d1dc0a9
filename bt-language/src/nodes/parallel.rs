//! `parallel(…) { … }`

use super::prelude::*;
use crate::ast::{self, Threshold};
use crate::check::outcomes::parallel;
use proc_macro2::Span;

pub(super) const ROW: Row = Row {
    word: "parallel",
    arguments: A::Policies,
    description: "ticks all unfinished children in every tick, in order",
    details: "`P` is `all`, `one` or a number; the default is `success = all, failure = one`. The \
        thresholds are tested after each child that finishes. When one is reached, the tick ends at \
        once and the running children are aborted; the node fails as soon as success can no longer \
        be reached.",
    example: "parallel(success = one) { action npc.walk(); wait(10s); }",
    wake: &[("", "the earliest time of its unfinished children")],
    in_files: InFiles::Plain(
        "`parallel { … }`",
        "all nodes at once; succeeds when all have succeeded, and fails when one fails; \
            `parallel(success = one)` succeeds with the first",
    ),
    icon: "parallel",
    elsewhere: &["concurrent", "simultaneous", "when_all", "parallel_all"],
    elsewhere_forms: &[
        ("when_any", "parallel(success = one)"),
        ("race", "parallel(success = one)"),
    ],
    read: Read::Whole(|reader| {
        let policies = reader.policies();
        reader.block(policies.map(|policies| made(Parallel(policies))))
    }),
    most_children: Some((MOST_BESIDE, "a `parallel` takes at most 1000 children")),
    begins_with_child: true,
    rest: Rest::Children,
    ..Row::COMPOSITE
};

/// Ticks all its children.
struct Parallel(Policies);

impl Definition for Parallel {
    fn text(&self, _: &Expressions) -> String {
        self.0.text()
    }

    fn mistakes(&self, children: &[ast::Node]) -> Vec<(Span, String)> {
        threshold_mistakes(&self.0, children, 0)
    }

    fn keeps_data(&self, _: &Row, children: usize) -> bool {
        children > 1
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        parallel::Parallel::new(at.children, &self.0).run(at.limit)
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        // With one child it is like that child.
        b.around_child(|exits| exits)
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        tick.parallel(&self.0);
        Ok(())
    }
}

/// The mistakes in thresholds: each is at least 1, and at most the number of children that are
/// ticked.
pub(super) fn threshold_mistakes(
    policies: &Policies,
    children: &[ast::Node],
    conditions: usize,
) -> Vec<(Span, String)> {
    let mut mistakes = Vec::new();
    if children.iter().any(|child| child.kind.is_none()) {
        // An unreadable child may have been several children.
        return mistakes;
    }
    let count = children.len() - conditions;
    for (name, threshold) in [("success", policies.success), ("failure", policies.failure)] {
        let Threshold::Number(number, span) = threshold else { continue };
        if number == 0 {
            let text = format!("`{name} = 0` decides before any child is ticked; write at least 1");
            mistakes.push((span, text));
        } else if u32::try_from(count).is_ok_and(|count| number > count) {
            let children = if count == 1 { "child" } else { "children" };
            let text = format!(
                "`{name} = {number}` can never be reached by {count} {children}; write at most {count}"
            );
            mistakes.push((span, text));
        }
    }
    mistakes
}
