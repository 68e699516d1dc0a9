//! `active_utility_selector(margin = EXPR) { SCORE => … }`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "active_utility_selector",
    arguments: A::Margin,
    children: C::Scored,
    description: "a `utility_selector` that evaluates its scores in every tick",
    details: "`margin` (`f32`, default 0) is added to the score of the running child. If another \
        score is higher, the running child is aborted before the other one is ticked; equal scores \
        change nothing. After a failure the next best is tried in the same tick; a child whose score \
        is NaN is not tried; if none is left, the node fails. The node succeeds when a child \
        succeeds. A `cooldown` or a `guard` directly in front of a child belongs to its score: it is asked \
        in every tick, unless the child runs, and if it would refuse, the child is not tried.",
    example: "active_utility_selector(margin = 0.1) { npc.hunger => action npc.eat(); 0.5 => action npc.sleep(); }",
    in_files: InFiles::Plain(
        "`active_utility_selector { Hunger => … }`",
        "compares the scores in every tick; `active_utility_selector(margin = 0.1) { … }` lets the \
            running node keep its place until another score is higher by 0.1. A node that a `cooldown(…)` \
            or a `guard(…)` directly in front of it would refuse is not tried",
    ),
    icon: "utility_selector",
    make: |_, _| made(ActiveUtility),
    read: Parser::Node(|reader| {
        let margin = reader.margin();
        let (scores, children) = reader.scored()?;
        Ok((margin.and(scores).map(|()| made(ActiveUtility)), children))
    }),
    keeps_data: true,
    rest: Rest::ChildrenIfUnchanged,
    asks_gates: true,
    most_children: Some((MOST_CHOICES, "an `active_utility_selector` takes at most 255 children")),
    confused_with: &[Word::UtilitySelector],
    interrupts: true,
    // A `cooldown` in front of a child refuses it without a result.
    repeats: Repeats::Never,
    ..Row::COMPOSITE
};

/// Evaluates its scores in every tick.
struct ActiveUtility;

impl Definition for ActiveUtility {
    fn text(&self, expressions: &Expressions) -> String {
        let margin = expressions.of(Purpose::Margin).next();
        margin.map_or_else(String::new, |margin| format!("margin = {}", margin.text()))
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let outcomes = at.any_in_every_tick(true, true);
        at.every_child(at.stopping(outcomes, outcomes.running, true))
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let scores = tick.node.ids(Purpose::Score).collect();
        let margin = tick.node.ids(Purpose::Margin).next();
        tick.choose(Pick::Best, Status::Failure, vec![Step::Rank { scores, margin }], &[]);
        Ok(())
    }
}
