//! `repeat(N)`, `repeat`, `retry(N)`, `retry`, `repeat(every = D)`

use super::prelude::*;
use crate::ast::Expression;
use crate::literals::Reading;

pub(super) const REPEAT: Row = Row {
    word: "repeat",
    arguments: A::Count,
    description: "ticks the node again after each success, N times or for ever",
    details: "A failure ends the loop. Between two rounds the node is running. `N = 0` succeeds at \
        once. With `every = D` (`repeat(every = 1s)`, `repeat(3, every = 1s)`) a round begins at \
        least D after the one before began.",
    example: "repeat(3) action npc.knock();",
    wake: WAKE,
    in_files: InFiles::Plain(
        "`repeat` `repeat(3)`",
        "again after each success, for ever or three times; `repeat(every = 1s)` and `repeat(3, \
            every = 1s)` begin again at most once per second",
    ),
    icon: "loop",
    elsewhere: &["forever", "repeater", "loop", "until_fail", "keep_running_until_failure"],
    make: |of, _| made(Repeat::of(of, false)),
    read: Parser::Arguments(|reader| {
        reader.rounds().map(|(rounds, every)| made(Repeat::new(rounds, every, false)))
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
        once. With `every = D` an attempt begins at least D after the one before began.",
    example: "retry(3) action npc.open_door();",
    wake: WAKE,
    in_files: InFiles::Plain(
        "`retry` `retry(3)`",
        "again after each failure, for ever or at most three times; `every = 1s` as for `repeat`",
    ),
    icon: "loop",
    elsewhere: &["retry_until_successful", "until_success"],
    make: |of, _| made(Repeat::of(of, true)),
    read: Parser::Arguments(|reader| {
        reader.rounds().map(|(rounds, every)| made(Repeat::new(rounds, every, true)))
    }),
    begins_with_child: true,
    rest: Rest::Children,
    ..Row::DECORATOR
};

const WAKE: &[(&str, &str)] = &[(
    "",
    "the time of the child; between two rounds the next tick. Between two rounds without a count, if \
        the child would return the same result again without evaluating anything, like a `cooldown` \
        that is not over: the time at which that ends. With `every = D`, between two rounds: the time \
        of the next round",
)];

/// Ticks its child again after one of the results.
struct Repeat {
    /// The number of rounds.
    rounds: Rounds,
    /// The time from the beginning of a round to that of the next one.
    every: Option<Every>,
    /// `true` if a failure starts the next round: `retry`.
    retry: bool,
}

/// `every = D`
#[derive(Clone, Copy)]
pub(crate) struct Every {
    pub(crate) known: Option<Duration>,
}

impl Repeat {
    fn new(rounds: Rounds, every: Option<Every>, retry: bool) -> Self {
        // No time has always passed.
        let every = every.filter(|every| Size::of(every.known) != Size::Zero);
        Self { rounds, every, retry }
    }

    fn of(literals: &mut Reading<'_>, retry: bool) -> Self {
        let (rounds, has_every) = (literals.rounds(), literals.number() > 0);
        Self::new(rounds, has_every.then(|| Every { known: literals.length() }), retry)
    }

    /// The status after which the next round starts.
    fn again(&self) -> Status {
        if self.retry { Status::Failure } else { Status::Success }
    }
}

impl Definition for Repeat {
    fn literals(&self, literals: &mut Literals) {
        literals.add_rounds(self.rounds);
        literals.add_number(u64::from(self.every.is_some()));
        if let Some(Every { known }) = self.every {
            literals.add_length(known);
        }
    }

    fn text(&self, expressions: &Expressions) -> String {
        let every =
            expressions.of(Purpose::Length).map(|every| format!("every = {}", every.text()));
        let count = expressions.of(Purpose::Count).map(Expression::text);
        count.chain(every).collect::<Vec<_>>().join(", ")
    }

    fn useless(&self, child: Outcomes) -> Option<Useless> {
        let never = if self.retry { "tried again" } else { "repeated" };
        child.lets_go(self.retry).is_empty().then_some(Useless { failure: self.retry, never })
    }

    fn keeps_data(&self, _: &Row, _: usize) -> bool {
        !self.is_endless() || self.every.is_some()
    }

    fn is_endless(&self) -> bool {
        self.rounds == Rounds::Endless
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(repeated(at.child(), self.rounds, self.retry, self.every.is_none()))
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
        (self.is_endless() && self.every.is_none()).then_some(Keeps::Nothing)
    }

    fn refusal(&self) -> Option<Status> {
        (self.rounds == Rounds::Unknown).then_some(self.again())
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let is_counted = !self.is_endless();
        if is_counted {
            let count =
                Count { of: tick.node.id_of(Purpose::Count), known: self.rounds.known(), more: 0 };
            tick.field(Field::Rounds(count));
        }
        let every = self.every.map(|every| length_of(every.known, tick.node));
        if let Some(length) = every {
            tick.field(Field::Due(length));
        }
        tick.rounds(self.again(), is_counted, every);
        Ok(())
    }

    fn rest(&self, row: Rest, _: &Expressions) -> Rest {
        if self.every.is_some() {
            Rest::WhileIdle
        } else if self.is_endless() {
            Rest::BetweenRounds { after: !self.retry }
        } else {
            row
        }
    }

    fn quiet(&self, _: &Node, success: bool, child: &dyn Fn(bool) -> Quiet) -> Quiet {
        // A length that is not a literal is evaluated.
        let evaluates = self.every.is_some_and(|every| every.known.is_none());
        let is_over = self.is_endless() && success == self.retry && !evaluates;
        if is_over { child(success) } else { None }
    }
}

/// `repeat` starts a new round after each success, `retry` after each failure: in the next tick, or in
/// any later one.
pub(super) fn repeated(child: Outcomes, count: Rounds, retry: bool, is_at_once: bool) -> Outcomes {
    let (again, end) = (child.lets_go(retry), child.ends(retry));
    let rounds = |count| rounds(again, count, is_at_once);
    // The ticks from the end of a round to the beginning of the next one.
    let between = |ends: Ticks| if is_at_once { ends } else { ends.onwards() };
    let count = match count {
        Rounds::Endless => {
            let begins = rounds(u32::MAX).1;
            let running = begins.then(child.running).or(between(begins.then(again)));
            return Outcomes::of_order(Ticks::NONE, begins.then(end), running, retry);
        }
        // Any number of rounds is possible, also none.
        Rounds::Unknown => {
            let begins = rounds(u32::MAX).1;
            let through = begins.then(again).or(Ticks::FIRST);
            let running = begins.then(child.running).or(between(begins.then(again)));
            return Outcomes::of_order(through, begins.then(end), running, retry);
        }
        Rounds::Known(count) => count,
    };
    let (last, all) = rounds(count);
    let before = if count > 1 { rounds(count - 1).1 } else { Ticks::NONE };
    let running = all.then(child.running).or(between(before.then(again)));
    Outcomes::of_order(last.then(again), all.then(end), running, retry)
}

/// The ticks in which the last of `count` rounds can start, and the ticks in which any round can.
/// Each round ends in one of the given ticks, and the next one starts a tick later, or any time later.
pub(super) fn rounds(again: Ticks, count: u32, is_at_once: bool) -> (Ticks, Ticks) {
    let (mut last, mut all) = (Ticks::FIRST, Ticks::FIRST);
    // After 64 rounds, all ticks count as later ones.
    for _ in 1..count.min(Ticks::MANY + 1) {
        let next = last.then(again).later(1);
        let next = if is_at_once { next } else { next.onwards() };
        if next == last {
            break;
        }
        last = next;
        all = all.or(last);
    }
    (last, all)
}
