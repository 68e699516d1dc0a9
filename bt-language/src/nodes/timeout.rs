//! `timeout(D)`

use super::prelude::*;

pub(super) const ROW: Row = Row {
    word: "timeout",
    arguments: A::Duration,
    description: "aborts a child that still runs when D has passed, and fails",
    details: "The time starts at activation. The child is ticked before the deadline is tested.",
    example: "timeout(10s) action npc.walk();",
    wake: &[("`timeout(D)`", "its deadline, or the time of its child if that is earlier")],
    in_files: InFiles::Plain("`timeout(5s)`", "interrupts the node after five seconds, and fails"),
    icon: "wait",
    elsewhere: &["time_limit"],
    make: |of, _| made(Timeout { known: of.length() }),
    read: Parser::Arguments(|reader| reader.length().map(|known| made(Timeout { known }))),
    keeps_data: true,
    rest: Rest::Children,
    interrupts: true,
    ..Row::DECORATOR
};

/// Aborts a child that still runs at the deadline.
struct Timeout {
    known: Option<Duration>,
}

impl Definition for Timeout {
    fn literals(&self, literals: &mut Literals) {
        literals.add_length(self.known);
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        let child = at.child();
        let Outcomes { success, failure, running } = child;
        let late = failure.or(running);
        let run = match Size::of(self.known) {
            Size::Positive => {
                at.every_child(Outcomes { failure: failure.or(running.and(Ticks::LATER)), ..child })
            }
            Size::Unknown => at.every_child(Outcomes { failure: late, ..child }),
            Size::Zero => {
                let failure = late.until(1);
                let outcomes = Outcomes { success: success.until(1), failure, ..Outcomes::NONE };
                Run { outcomes, limits: vec![at.limit.min(1)] }
            }
        };
        Run { outcomes: at.stopping(run.outcomes, running, false), ..run }
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let [child, runs] = ["tick", "runs"].map(|name| tick.declare(name));
        let stop = tick.begin_at(child);
        tick.tick(child, Vec::new(), Some((Status::Running, runs)));
        let late = tick.declare("over");
        let over = match stop {
            Some(_) => tick.edge(late),
            None => leave(Status::Failure).after([Step::LeaveChildren]),
        };
        if Size::of(self.known) == Size::Zero {
            tick.go(runs, over);
        } else {
            tick.field(Field::Deadline(length_of(self.known, tick.node)));
            tick.ask(runs, Question::IsInTime, leave(Status::Running), over);
        }
        if let Some(stop) = stop {
            tick.stop_at(late, true, leave(Status::Failure));
            tick.stop_at(stop, false, leave(Status::Failure));
        }
        Ok(())
    }

    fn quiet(&self, _: &Node, success: bool, child: &dyn Fn(bool) -> Quiet) -> Quiet {
        self.known.and_then(|_| child(success))
    }
}
