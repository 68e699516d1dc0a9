//! `condition EXPR;`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "condition",
    arguments: A::Expression,
    description: "succeeds if the expression is true, and fails otherwise",
    details: "`EXPR: bool` sees the blackboard through a shared borrow, so a condition cannot \
        change it. A condition is never running.",
    example: "condition npc.health < 20;",
    in_files: InFiles::Plain("`condition IsNight;`", "succeeds if it is true, and fails otherwise"),
    icon: "condition",
    elsewhere: &["cond", "check", "query", "is"],
    make: |_, _| made(Condition),
    read: Parser::Arguments(|reader| reader.answer().map(|()| made(Condition))),
    labels: (0, 0),
    inverted_by: Some(Word::Not),
    repeats: Repeats::Always,
    ..Row::LEAF
};

/// A question.
struct Condition;

impl Definition for Condition {
    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(Outcomes::AT_ONCE)
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let of = b.node().id_of(Purpose::Answer);
        b.ask(b.entry()?, Question::Condition { of, nots: 0 }, b.exits.success, b.exits.failure);
        Ok(())
    }

    fn shows(&self, _: usize) -> Shows {
        Shows::Result
    }
}
