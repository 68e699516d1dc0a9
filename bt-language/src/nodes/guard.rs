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
    rest: Rest::ChildrenIfUnchanged,
    is_gate: true,
    labels: (5, 0),
    expects: Expects::AnyChild,
    interrupts: true,
    ..Row::DECORATOR
};

/// Is evaluated before every tick of the child.
struct Guard;

fn decision(node: &Node) -> Question {
    Question::Decision { of: node.id_of(Purpose::Answer), about: node.id, known: None }
}

impl Definition for Guard {
    fn run(&self, at: &Activation<'_>) -> Run {
        let child = at.child();
        let outcomes = if at.is_gate { child.guarded_later() } else { child.guarded() };
        at.every_child(at.stopping(outcomes, child.running, false))
    }

    fn gate(&self, node: &Node) -> Option<Question> {
        Some(decision(node))
    }

    fn may_refuse(&self, _: Memory) -> bool {
        true
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let refused = b.declare("unguarded");
        let (asked, guarded) = b.gate("guarded")?;
        let child = b.child()?;
        b.ask(asked, decision(b.node()), guarded, refused);
        b.enter(guarded, child)?;
        b.lower(child, b.exits)?;
        b.give_up(b.id, b.own_positions(), refused, b.exits.failure);
        Ok(())
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let [ask, child] = ["ask", "tick"].map(|name| tick.declare(name));
        let stop = tick.begin_at(ask).ok_or_else(|| tick.internal("nothing cleans up"))?;
        let (yes, no) = (tick.edge(child), tick.edge(stop));
        tick.ask(ask, decision(tick.node), yes, no);
        tick.tick(child, Vec::new(), None);
        tick.stop(stop, leave(Status::Failure));
        Ok(())
    }
}
