//! `active_sequence { … }`, `active_selector { … }`

use super::prelude::*;

pub(super) const ACTIVE_SEQUENCE: Row = Row {
    word: "active_sequence",
    description: "a `sequence` that starts again at its first child in every tick",
    details: "When an earlier child fails or runs, the later one that was active is aborted.",
    example: "active_sequence { condition npc.sees_enemy(); action npc.attack(); }",
    wake: WAKE,
    in_files: InFiles::Plain(
        "`active_sequence { … }`",
        "a `sequence` that starts again at the first node in every tick, so that an earlier node \
            can interrupt a later one",
    ),
    icon: "active_sequence",
    elsewhere: &["reactive_sequence"],
    make: |_, _| made(Active { selector: false }),
    read: Parser::Node(|reader| reader.plain(made(Active { selector: false }))),
    begins_with_child: true,
    ends_with_last_child: true,
    is_associative: true,
    goes_on: Some(true),
    resume: Resume::AtBeginUnlessInFirst,
    rest: Rest::AfterQuiet,
    overlaps: true,
    labels: (2, 2),
    expects: Expects::EachChild(true),
    confused_with: &[Word::Sequence, Word::ActiveSelector],
    ..Row::COMPOSITE
};

pub(super) const ACTIVE_SELECTOR: Row = Row {
    word: "active_selector",
    description: "a `selector` that starts again at its first child in every tick",
    details: "When an earlier child succeeds or runs, the later one that was active is aborted.",
    example: "active_selector { action npc.attack(); action npc.patrol(); }",
    wake: WAKE,
    in_files: InFiles::Plain(
        "`active_selector { … }`",
        "a `selector` that starts again at the first node in every tick, so that an earlier node \
            can interrupt a later one: \"if there is a wolf, drop everything\"",
    ),
    icon: "active_selector",
    elsewhere: &["reactive_selector", "reactive_fallback", "active_fallback"],
    make: |_, _| made(Active { selector: true }),
    read: Parser::Node(|reader| reader.plain(made(Active { selector: true }))),
    begins_with_child: true,
    ends_with_last_child: true,
    is_associative: true,
    goes_on: Some(false),
    resume: Resume::AtBeginUnlessInFirst,
    rest: Rest::AfterQuiet,
    overlaps: true,
    labels: (2, 2),
    expects: Expects::EachChild(false),
    confused_with: &[Word::Selector, Word::ActiveSequence],
    ..Row::COMPOSITE
};

const WAKE: &[(&str, &str)] = &[(
    "",
    "the time of the running child, if the children before it would return the same results again \
        without evaluating anything: `succeed`, `fail`, a `cooldown` that is not over, a `once` that \
        has its result, and composites, `not` and `force_…` of these. Otherwise the next tick",
)];

/// Starts again at its first child in every tick.
struct Active {
    /// `true` if the first success ends it.
    selector: bool,
}

impl Definition for Active {
    fn run(&self, at: &Activation<'_>) -> Run {
        let mut begins = vec![Ticks::NONE; at.children.len()];
        let outcomes = at.tick_by_tick(|tick, active| {
            let last_running = active.iter().rposition(|running| !running.is_empty());
            let (mut is_over, mut elders_let_go) = (false, true);
            // `true` if no child is running any more and the next one starts.
            let mut free = tick == 1;
            let children = at.children.iter().zip(active.iter_mut()).zip(&mut begins);
            for (place, ((child, active), begins)) in children.enumerate() {
                let lets_go = child.lets_go(self.selector);
                let later_runs = last_running.is_some_and(|last| last > place);
                let begins_here = free || (elders_let_go && later_runs);
                if begins_here {
                    *begins = begins.or(Ticks::only(tick));
                }
                let had = if elders_let_go { *active } else { Ticks::NONE };
                let ticked = child.ticked(had, begins_here);
                is_over |= ticked.meets(child.ends(self.selector));
                *active = ticked.and(child.running);
                free = (free && lets_go.has(1)) || child.next(had).meets(lets_go);
                elders_let_go &= lets_go.has(1);
            }
            let running = active.iter().any(|active| !active.is_empty());
            let [through, ends, running] = [free, is_over, running].map(Ticks::when);
            Outcomes::of_order(through, ends, running, self.selector)
        });
        let mut elders_let_go = true;
        let limit = |(child, begins): (&Outcomes, Ticks)| {
            let left = at.left(begins);
            // Otherwise it is aborted in the tick after its first.
            let limit = if elders_let_go { left } else { left.min(1) };
            elders_let_go &= child.lets_go(self.selector).has(1);
            limit
        };
        Run { outcomes, limits: at.children.iter().zip(begins).map(limit).collect() }
    }

    fn cuts_short(&self, children: &[Outcomes]) -> (Vec<bool>, &'static str) {
        let advice = if self.selector {
            "write `priority_selector { CONDITION => node … }`"
        } else {
            "write `monitor { condition …; node }` or `guard(CONDITION)`"
        };
        ((0..children.len()).map(|child| child > 0).collect(), advice)
    }

    // Any child may be the recorded one, and a child that decides aborts the recorded positions
    // after it.
    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let Targets { success, failure } = b.exits;
        let (onward, end) = if self.selector { (failure, success) } else { (success, failure) };
        let children = b.children();
        for (index, child) in children.iter().enumerate() {
            let decides = b.declare_of("after_", *child, "_decides");
            let next = children.get(index + 1);
            let next = next.map(|next| (*next, b.declare_of("after_", *child, "")));
            let goes_on = next.map_or(onward, |(_, label)| label);
            let targets = if self.selector {
                Targets { success: decides, failure: goes_on }
            } else {
                Targets { success: goes_on, failure: decides }
            };
            b.lower(*child, targets)?;
            let behind = b.positions(*child).end..b.own_positions().end;
            b.give_up(b.id_of(*child), behind, decides, end);
            if let Some((next, label)) = next {
                b.enter(label, next)?;
            }
        }
        Ok(())
    }
}
