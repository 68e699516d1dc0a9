//! `repeat(N)`, `repeat`, `retry(N)`, `retry`

use super::prelude::*;

pub(super) const REPEAT: Row = Row {
    word: "repeat",
    arguments: A::Count,
    description: "ticks the node again after each success, N times or for ever",
    details: "A failure ends the loop. Between two rounds the node is running. `N = 0` succeeds at \
        once.",
    example: "repeat(3) action npc.knock();",
    wake: WAKE,
    in_files: InFiles::Plain(
        "`repeat` `repeat(3)`",
        "again after each success, for ever or three times",
    ),
    icon: "loop",
    elsewhere: &["forever", "repeater", "loop", "until_fail", "keep_running_until_failure"],
    make: |of, _| made(Repeat { rounds: of.rounds(), retry: false }),
    read: Parser::Arguments(|reader| {
        reader.count().map(|rounds| made(Repeat { rounds, retry: false }))
    }),
    begins_with_child: true,
    rest: Rest::Children,
    ..Row::DECORATOR
};

pub(super) const RETRY: Row = Row {
    word: "retry",
    arguments: A::Count,
    description: "ticks the node again after each failure, N attempts or for ever",
    details: "A success ends the loop. Between two attempts the node is running. `N = 0` fails at \
        once.",
    example: "retry(3) action npc.open_door();",
    wake: WAKE,
    in_files: InFiles::Plain(
        "`retry` `retry(3)`",
        "again after each failure, for ever or at most three times",
    ),
    icon: "loop",
    elsewhere: &["retry_until_successful", "until_success"],
    make: |of, _| made(Repeat { rounds: of.rounds(), retry: true }),
    read: Parser::Arguments(|reader| {
        reader.count().map(|rounds| made(Repeat { rounds, retry: true }))
    }),
    begins_with_child: true,
    rest: Rest::Children,
    ..Row::DECORATOR
};

const WAKE: &[(&str, &str)] = &[(
    "",
    "the time of the child; between two rounds the next tick. Between two rounds without a count, if \
        the child would return the same result again without evaluating anything, like a `cooldown` \
        that is not over: the time at which that ends",
)];

/// Ticks its child again after one of the results.
struct Repeat {
    /// The number of rounds.
    rounds: Rounds,
    /// `true` if a failure starts the next round: `retry`.
    retry: bool,
}

impl Repeat {
    /// The status after which the next round starts.
    fn again(&self) -> Status {
        if self.retry { Status::Failure } else { Status::Success }
    }
}

impl Definition for Repeat {
    fn literals(&self, literals: &mut Literals) {
        literals.add_rounds(self.rounds);
    }

    fn useless(&self, child: Outcomes) -> Option<Useless> {
        let never = if self.retry { "tried again" } else { "repeated" };
        child.lets_go(self.retry).is_empty().then_some(Useless { failure: self.retry, never })
    }

    fn keeps_data(&self, _: &Row, _: usize) -> bool {
        !self.is_endless()
    }

    fn is_endless(&self) -> bool {
        self.rounds == Rounds::Endless
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(repeated(at.child(), self.rounds, self.retry))
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let again = b.declare("again");
        b.around_child(|exits| {
            if self.retry {
                Targets { failure: again, ..exits }
            } else {
                Targets { success: again, ..exits }
            }
        })?;
        if let Some(set) = b.reached(again) {
            let edge = b.record(&set);
            b.place(again, Vec::new(), Exit::Jump(edge));
        }
        Ok(())
    }

    fn position(&self, _: &Node) -> Option<Keeps> {
        self.is_endless().then_some(Keeps::Nothing)
    }

    fn refusal(&self) -> Option<Status> {
        (self.rounds == Rounds::Unknown).then_some(self.again())
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let count =
            Count { of: tick.node.id_of(Purpose::Count), known: self.rounds.known(), more: 0 };
        tick.field(Field::Rounds(count));
        tick.rounds(self.again());
        Ok(())
    }

    fn rest(&self, row: Rest, _: &Expressions) -> Rest {
        if self.is_endless() { Rest::BetweenRounds { after: !self.retry } } else { row }
    }

    fn quiet(&self, _: &Node, success: bool, child: &dyn Fn(bool) -> Quiet) -> Quiet {
        if self.is_endless() && success == self.retry { child(success) } else { None }
    }
}

/// `repeat` starts a new round after each success, `retry` after each failure.
pub(super) fn repeated(child: Outcomes, count: Rounds, retry: bool) -> Outcomes {
    let (again, end) = (child.lets_go(retry), child.ends(retry));
    let count = match count {
        Rounds::Endless => {
            let begins = rounds(again, u32::MAX).1;
            let running = begins.then(child.running.or(again));
            return Outcomes::of_order(Ticks::NONE, begins.then(end), running, retry);
        }
        // Any number of rounds is possible, also none.
        Rounds::Unknown => {
            let begins = rounds(again, u32::MAX).1;
            let through = begins.then(again).or(Ticks::FIRST);
            let running = begins.then(child.running.or(again));
            return Outcomes::of_order(through, begins.then(end), running, retry);
        }
        Rounds::Known(count) => count,
    };
    let (last, all) = rounds(again, count);
    let before = if count > 1 { rounds(again, count - 1).1 } else { Ticks::NONE };
    let running = all.then(child.running).or(before.then(again));
    Outcomes::of_order(last.then(again), all.then(end), running, retry)
}

/// The ticks in which the last of `count` rounds can start, and the ticks in which any round can.
/// Each round ends in one of the given ticks, and the next one starts a tick later.
pub(super) fn rounds(again: Ticks, count: u32) -> (Ticks, Ticks) {
    let (mut last, mut all) = (Ticks::FIRST, Ticks::FIRST);
    // After 64 rounds, all ticks count as later ones.
    for _ in 1..count.min(Ticks::MANY + 1) {
        let next = last.then(again).later(1);
        if next == last {
            break;
        }
        last = next;
        all = all.or(last);
    }
    (last, all)
}
