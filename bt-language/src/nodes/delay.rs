//! `delay(D)`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "delay",
    arguments: A::Duration,
    description: "is running for D, then ticks the child",
    example: "delay(250ms) action npc.shout();",
    wake: &[("`delay` until it has passed", "its end")],
    in_files: InFiles::Plain("`delay(1s)`", "waits one second, then starts the node"),
    icon: "wait",
    make: |of, _| made(Delay { known: of.length() }),
    read: Parser::Arguments(|reader| reader.length().map(|known| made(Delay { known }))),
    ends_with_last_child: true,
    rest: Rest::ItselfAndChildren,
    expects: Expects::AnyChild,
    ..Row::DECORATOR
};

/// Runs for a time, then ticks its child.
struct Delay {
    known: Option<Duration>,
}

impl Definition for Delay {
    fn literals(&self, literals: &mut Literals) {
        literals.add_length(self.known);
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let child = at.child();
        let size = Size::of(self.known);
        let begins = match size {
            Size::Zero => return at.every_child(child),
            Size::Positive => Ticks::LATER,
            Size::Unknown => Ticks::ALL,
        };
        let outcomes = Outcomes {
            success: begins.then(child.success),
            failure: begins.then(child.failure),
            running: Ticks::ALL,
        };
        let lost = u32::from(size == Size::Positive && at.limit < Ticks::MANY);
        Run { outcomes, limits: vec![at.limit.saturating_sub(lost)] }
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let child = b.child()?;
        let id = b.id;
        let ticked = |status| (status == Status::Running).then_some(Step::Ticked(id));
        b.until(b.entry_of(child)?, ticked)?;
        b.lower(child, b.exits)
    }

    fn position(&self, node: &Node) -> Option<Keeps> {
        Some(Keeps::Deadline(length_of(self.known, node)))
    }
}
