//! `if EXPR { … } else { … }`, `active_if …`

use super::prelude::*;

pub(super) const IF: Row = Row {
    word: "if",
    arguments: A::Expression,
    children: C::Branches,
    description: "chooses a branch at activation",
    details: "The choice is kept until the node ends. Without `else`, the node fails if the \
        expression is false; `if let` and `else if` work as in Rust.",
    example: "if npc.is_hurt() { action npc.run_away(); } else { action npc.attack(); }",
    wake: wake::OF_CHILD,
    in_files: InFiles::Plain(
        "`if IsNight { … } else { … }`",
        "chooses a branch when it starts, and keeps it; a branch is one node; without `else`, it \
            fails if the condition is false",
    ),
    elsewhere: &["if_then_else"],
    make: |_, _| made(If { active: false }),
    read: Parser::Node(|reader| reader.branch(made(If { active: false }))),
    labels: (5, 0),
    rest: Rest::Children,
    expects: Expects::AnyChild,
    ..Row::COMPOSITE
};

pub(super) const ACTIVE_IF: Row = Row {
    word: "active_if",
    arguments: A::Expression,
    children: C::Branches,
    description: "an `if` that chooses again in every tick",
    details: "When the choice changes, the old branch is aborted before the new one is ticked.",
    example: "active_if npc.sees_enemy() { action npc.attack(); }",
    in_files: InFiles::Plain("`active_if IsNight { … } else { … }`", "chooses again in every tick"),
    elsewhere: &["while_do_else"],
    make: |_, _| made(If { active: true }),
    read: Parser::Node(|reader| reader.branch(made(If { active: true }))),
    labels: (5, 0),
    resume: Resume::AtBegin,
    rest: Rest::ChildrenIfUnchanged,
    expects: Expects::AnyChild,
    confused_with: &[Word::If],
    interrupts: true,
    ..Row::COMPOSITE
};

/// Chooses one of two branches.
struct If {
    /// `true` if it is decided again at every tick.
    active: bool,
}

impl Definition for If {
    fn run(&self, at: &Activation<'_>) -> Run {
        choice(at, self.active, at.children.len() < 2)
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let (then, otherwise) = (b.declare("then"), b.declare("else"));
        b.ask(b.entry()?, b.decision(Purpose::Decision), then, otherwise);
        b.turn_to(self.active, b.child()?, then)?;
        match b.children().get(1) {
            Some(child) => b.turn_to(self.active, *child, otherwise)?,
            None => b.give_up(b.id, b.own_positions(), otherwise, b.exits.failure),
        }
        Ok(())
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let [choose, then, otherwise] =
            ["choose", "then", "otherwise"].map(|name| tick.declare(name));
        tick.choose_at(choose);
        let (of, about) = (tick.node.id_of(Purpose::Decision), tick.node.id);
        let (yes, no) = (tick.edge(then), tick.edge(otherwise));
        tick.ask(choose, Question::Decision { of, about, known: None }, yes, no);
        tick.turn_to(then, 0, None);
        if tick.children > 1 {
            tick.turn_to(otherwise, 1, None);
        } else {
            tick.stop(otherwise, leave(Status::Failure).after([Step::LeaveChildren]));
        }
        Ok(())
    }
}

/// Runs any of the branches; with `or_none` possibly none of them, which is failure. In each tick of
/// an active node the running branch may be replaced by another one.
pub(super) fn choice(at: &Activation<'_>, active: bool, or_none: bool) -> Run {
    at.every_child(if active {
        let outcomes = at.any_in_every_tick(or_none, false);
        at.stopping(outcomes, outcomes.running, true)
    } else {
        let none = if or_none { Ticks::FIRST } else { Ticks::NONE };
        let none = Outcomes { failure: none, ..Outcomes::NONE };
        at.children.iter().fold(none, |all, child| all.or(*child))
    })
}
