//! `priority_selector { COND => … }`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "priority_selector",
    children: C::Conditional,
    description: "ticks the first child whose condition is true; an earlier child can take over",
    details: "Every tick evaluates the conditions before the running child, in order; if one is \
        true, the running child is aborted and then the child of that condition is ticked. The \
        running child's own condition is not evaluated again. When a child fails, the conditions \
        after it are evaluated in the same tick; if none is true, the node fails. The node succeeds \
        when a child succeeds. The last child may have `else` as its condition. A `cooldown` or a \
        `guard` directly in front of a child belongs to its condition: while it would refuse, the child \
        is not chosen and interrupts nothing.",
    example: "priority_selector { npc.is_hurt() => action npc.run_away(); else => action npc.patrol(); }",
    wake: &[
        ("the first child of a `priority_selector`", wake::CHILD),
        ("the later children of a `priority_selector`", wake::NEXT_TICK),
    ],
    in_files: InFiles::Plain(
        "`priority_selector { IsNight => … }`",
        "the first node whose condition is true. An earlier node takes over when its condition \
            becomes true. The condition of the running node is not asked again. The last may be `else => \
            …`. A `cooldown(…)` or a `guard(…)` directly in front of a node belongs to its condition",
    ),
    icon: "selector",
    make: |_, expressions| made(Priority::of(expressions)),
    read: Parser::Node(|reader| {
        let arguments = reader.without_arguments();
        let (conditions, children) = reader.conditional()?;
        let read = arguments.and(conditions);
        Ok((read.map(|()| made(Priority::of(&reader.expressions))), children))
    }),
    most_children: Some((MOST_CHOICES, "a `priority_selector` takes at most 255 children")),
    resume: Resume::AtBeginUnlessInFirst,
    // No condition is evaluated while the first child runs.
    rest: Rest::FirstChild,
    asks_gates: true,
    labels: (4, 3),
    interrupts: true,
    // A `cooldown` in front of a child refuses it without a result.
    repeats: Repeats::Never,
    ..Row::COMPOSITE
};

/// Ticks the first child whose condition is true.
struct Priority {
    /// `true` for each child whose condition is the literal `true`.
    always: Vec<bool>,
}

impl Priority {
    fn of(expressions: &Expressions) -> Self {
        let conditions = expressions.of(Purpose::Answer);
        Self { always: conditions.map(|of| of.to_string() == "true").collect() }
    }
}

impl Definition for Priority {
    fn text(&self, _: &Expressions) -> String {
        String::new()
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let always = |place: usize| {
            self.always.get(place).copied().unwrap_or_default() && !at.may_refuse(place)
        };
        let mut begins = vec![Ticks::NONE; at.children.len()];
        let outcomes = at.tick_by_tick(|tick, active| {
            let before = active.to_vec();
            let mut here = Outcomes::NONE;
            // `true` if no child is running any more and the conditions after it are evaluated.
            let (mut free, mut always_in_front) = (tick == 1, false);
            let children = at.children.iter().zip(active).zip(&mut begins);
            for (place, ((child, active), begins)) in children.enumerate() {
                let later_runs = before.iter().skip(place + 1).any(|later| !later.is_empty());
                let begins_here = free || (!always_in_front && later_runs);
                if begins_here {
                    *begins = begins.or(Ticks::only(tick));
                }
                let had = if always_in_front { Ticks::NONE } else { *active };
                let ticked = child.ticked(had, begins_here);
                let fails = ticked.meets(child.failure);
                free = if always(place) { fails } else { free || fails };
                always_in_front |= always(place);
                here = here.or(child.within(ticked));
                *active = ticked.and(child.running);
            }
            // The failure of a child is the failure of the selector only if no other child may start.
            Outcomes { failure: Ticks::when(free), ..here }
        });
        let mut always_in_front = false;
        let limit = |(place, begins)| {
            let left = at.left(begins);
            // Behind a condition that is always true, a child begins only when the one there has failed.
            let limit = if always_in_front { left.min(1) } else { left };
            always_in_front |= always(place);
            limit
        };
        let outcomes = at.stopping(outcomes, outcomes.running, true);
        Run { outcomes, limits: begins.into_iter().enumerate().map(limit).collect() }
    }

    // The conditions before the running child are evaluated first; when a child fails, the conditions
    // after it are evaluated.
    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let children = b.children();
        let conditions = b.node().ids(Purpose::Answer).zip(&self.always);
        let mut turn = b.entry()?;
        for (index, (child, (of, always))) in children.iter().zip(conditions).enumerate() {
            let name = |what: &str, index: usize| format!("{what}_{}_{index}", b.id);
            let (asked, chosen) = (name("asked", index), name("chosen", index));
            let next = (index + 1 < children.len()).then(|| name("turn", index + 1));
            let next = next.map_or(b.exits.failure, |name| b.declare_as(name));
            let (asked, chosen) = (b.declare_as(asked), b.declare_as(chosen));
            b.enter_or(turn, *child, asked)?;
            let (about, known) = (b.id_of(*child), always.then_some(true));
            let mut questions = vec![Question::Decision { of, about, known }];
            questions.extend(b.gates(*child)?);
            let last = questions.len() - 1;
            let mut asks = asked;
            for (place, question) in questions.into_iter().enumerate() {
                let yes = if place == last {
                    chosen
                } else {
                    b.declare_as(format!("gate_{}_{index}_{place}", b.id))
                };
                b.ask(asks, question, yes, next);
                asks = yes;
            }
            b.take_over(chosen, *child)?;
            b.lower(*child, Targets { failure: next, ..b.exits })?;
            turn = next;
        }
        Ok(())
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let name = |what: &str, child: usize| format!("{what}_{child}");
        let mut turn = tick.declare(name("turn", 0));
        tick.choose_at(turn);
        let conditions: Vec<_> = tick.node.ids(Purpose::Answer).collect();
        let gates = std::mem::take(&mut tick.gates);
        for (child, ((of, always), (_, gates))) in
            conditions.into_iter().zip(&self.always).zip(gates).enumerate()
        {
            let [asked, chosen] = ["asked", "chosen"].map(|what| tick.declare(name(what, child)));
            let next = (child + 1 < tick.children).then(|| tick.declare(name("turn", child + 1)));
            let (yes, no) = (tick.edge(asked), tick.edge(chosen));
            tick.ask(turn, Question::IsIdle(child), yes, no);
            let (about, known) = (tick.node_of(child), always.then_some(true));
            let mut at = asked;
            let questions = std::iter::once(Question::Decision { of, about, known }).chain(gates);
            let questions: Vec<Question> = questions.collect();
            let last = questions.len() - 1;
            for (place, question) in questions.into_iter().enumerate() {
                let then = if place == last {
                    chosen
                } else {
                    tick.declare(format!("gate_{child}_{place}"))
                };
                let no = match next {
                    Some(next) => tick.edge(next),
                    None => leave(Status::Failure).after([Step::LeaveChildren]),
                };
                let yes = tick.edge(then);
                tick.ask(at, question, yes, no);
                at = then;
            }
            tick.turn_to(chosen, child, next);
            turn = next.unwrap_or(turn);
        }
        Ok(())
    }

    fn shows(&self, condition: usize) -> Shows {
        Shows::DecisionAbout(condition)
    }
}
