//! `monitor(…) { condition …; … node }`

use super::parallel::{cuts_short, outcomes, threshold_mistakes};
use super::prelude::*;
use crate::ast;
use proc_macro2::Span;

pub(super) const ROW: Row = Row {
    word: "monitor",
    arguments: A::Policies,
    children: C::Watched,
    description: "runs its nodes while its conditions hold",
    details: "Every tick evaluates all conditions (`condition` or `not condition`) in order before \
        anything else; the first that fails aborts the nodes, and the monitor fails. The nodes after \
        the conditions run as a `parallel`.",
    example: "monitor { condition npc.sees_enemy(); action npc.attack(); }",
    in_files: InFiles::Plain(
        "`monitor { condition IsDay; … }`",
        "conditions first, then nodes, which run as in a `parallel` while all conditions are true",
    ),
    icon: "monitor",
    make: |of, _| made(Monitor { policies: of.policies(), conditions: of.count() }),
    read: Parser::Node(|reader| {
        let policies = reader.policies();
        let (conditions, children) = reader.watched()?;
        let read = policies.zip(conditions);
        Ok((read.map(|(policies, conditions)| made(Monitor { policies, conditions })), children))
    }),
    most_children: Some((MOST_BESIDE, "a `monitor` takes at most 1000 nodes after its conditions")),
    ends_with_last_child: true,
    resume: Resume::AtBegin,
    rest: Rest::ChildrenIfUnchanged,
    labels: (5, 0),
    interrupts: true,
    overlaps: true,
    ..Row::COMPOSITE
};

/// Runs its nodes while its conditions hold.
struct Monitor {
    /// The thresholds of the nodes after the conditions.
    policies: Policies,
    /// The number of conditions among the children; they come first.
    conditions: usize,
}

impl Definition for Monitor {
    fn literals(&self, literals: &mut Literals) {
        literals.add_policies(&self.policies);
        literals.add_count(self.conditions);
    }

    fn text(&self, _: &Expressions) -> String {
        self.policies.text()
    }

    fn mistakes(&self, children: &[ast::Node]) -> Vec<(Span, String)> {
        threshold_mistakes(&self.policies, children, self.conditions)
    }

    fn conditions(&self) -> usize {
        self.conditions
    }

    fn keeps_data(&self, _: &Row, children: usize) -> bool {
        children > self.conditions + 1
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let (watched, nodes) = at.children.split_at(self.conditions.min(at.children.len()));
        let body = outcomes(nodes, &self.policies, at.limit);
        let mut limits = vec![at.limit; watched.len()];
        limits.extend(body.limits);
        let outcomes = at.stopping(body.outcomes.guarded(), body.outcomes.running, false);
        Run { outcomes, limits }
    }

    fn cuts_short(&self, children: &[Outcomes]) -> (Vec<bool>, &'static str) {
        let (watched, nodes) = children.split_at(self.conditions.min(children.len()));
        let (cut, advice) = cuts_short(nodes, &self.policies);
        (watched.iter().map(|_| false).chain(cut).collect(), advice)
    }

    // With one node: the conditions are evaluated before the node begins or continues.
    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let (conditions, nodes) = b.children().split_at(self.conditions);
        let broken = b.declare("unmonitored");
        let mut block = b.entry()?;
        for (index, condition) in conditions.iter().enumerate() {
            let next = b.declare_as(format!("monitor_{}_{index}", b.id));
            b.ask(block, b.condition_of(*condition), next, broken);
            block = next;
        }
        for node in nodes {
            b.enter(block, *node)?;
            b.lower(*node, b.exits)?;
        }
        b.give_up(b.id, b.own_positions(), broken, b.exits.failure);
        Ok(())
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        tick.parallel(&self.policies);
        Ok(())
    }
}
