//! `guard(EXPR)`

use super::prelude::*;
use crate::parse::CONDITION;

pub(super) const ROW: Row = Row {
    word: "guard",
    arguments: A::Value,
    description: "evaluates the expression before every tick of the child",
    details: "If it is false, the child is aborted and the guard fails.",
    example: "guard(npc.ammo > 0) action npc.attack();",
    in_files: InFiles::Plain(
        "`guard(IsDay)`",
        "asks in every tick; if the condition is false, the node is interrupted and the guard \
            fails",
    ),
    icon: "guard",
    elsewhere: &["precondition", "ensure", "eternal_guard"],
    make: |_, _| made(Guard),
    read: Parser::Arguments(|reader| reader.one(&CONDITION, Purpose::Answer).map(|()| made(Guard))),
    ends_with_last_child: true,
    resume: Resume::AtBegin,
    labels: (5, 0),
    expects: Expects::AnyChild,
    ..Row::DECORATOR
};

/// Is evaluated before every tick of the child.
struct Guard;

impl Definition for Guard {
    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(at.child().guarded())
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let (refused, guarded) = (b.declare("unguarded"), b.declare("guarded"));
        let child = b.child()?;
        b.ask(b.entry()?, b.decision(Purpose::Answer), guarded, refused);
        b.enter(guarded, child)?;
        b.lower(child, b.exits)?;
        b.give_up(b.id, b.own_positions(), refused, b.exits.failure);
        Ok(())
    }
}
