//! `every(D)`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "every",
    arguments: A::Duration,
    description: "ticks the child at most once per D, the first time at once",
    details: "Between these ticks the node is running. It limits how often its child is ticked, so \
        an asynchronous child is polled only once per period; write `repeat(every = D)` to begin \
        again once per period.",
    example: "every(200ms) action npc.look_around();",
    wake: &[("`every(D)`", "the time of the next tick of its child")],
    in_files: InFiles::Plain(
        "`every(1s)`",
        "ticks the node at most once per second, also while it runs; to start it again every second, \
            write `repeat(every = 1s)`",
    ),
    icon: "wait",
    elsewhere: &["rate_limit", "throttle", "limiter"],
    make: |of, _| made(Every { known: of.length() }),
    read: Parser::Arguments(|reader| reader.length().map(|known| made(Every { known }))),
    keeps_data: true,
    rest: Rest::Itself,
    ..Row::DECORATOR
};

/// Ticks its child at most once per period.
struct Every {
    known: Option<Duration>,
}

impl Definition for Every {
    fn literals(&self, literals: &mut Literals) {
        literals.add_length(self.known);
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let child = at.child();
        if Size::of(self.known) == Size::Zero {
            return at.every_child(child);
        }
        // The first tick comes at once, later ones at any time.
        let now_and_then = |result: Ticks| result.until(1).or(result.and(Ticks::LATER).onwards());
        at.every_child(Outcomes {
            success: now_and_then(child.success),
            failure: now_and_then(child.failure),
            running: if child.running.has(1) { Ticks::ALL } else { Ticks::NONE },
        })
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        if Size::of(self.known) == Size::Zero {
            tick.pass();
            return Ok(());
        }
        let length = length_of(self.known, tick.node);
        tick.field(Field::Due(length));
        let (begin, due) = (tick.begin("begin"), tick.declare("due"));
        let yes = tick.edge(due);
        let no = leave(Status::Running).after([Step::Ticked(tick.node.id)]);
        tick.ask(begin, Question::IsDue, yes, no);
        tick.tick(due, vec![Step::Postpone(length)], None);
        Ok(())
    }

    fn rest(&self, row: Rest, _: &Expressions) -> Rest {
        if Size::of(self.known) == Size::Zero { Rest::Children } else { row }
    }

    fn quiet(&self, _: &Node, success: bool, child: &dyn Fn(bool) -> Quiet) -> Quiet {
        self.known.and_then(|_| child(success))
    }
}
