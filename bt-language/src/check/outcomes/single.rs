//! Leaves, and decorators.

use super::{Memory, Outcomes, Run};
use crate::ast::{Duration, Expression, Kind};
use crate::check::ticks::Ticks;
use crate::parse;
use quote::ToTokens;

/// The known part of a duration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    /// `0s`: it has passed in the tick of the activation.
    Zero,
    /// `2s`: it has not passed in the tick of the activation.
    Known,
    /// An expression, for which both are possible.
    Unknown,
}

fn length(duration: &Duration) -> Length {
    match duration.constant {
        Some(length) if length.is_zero() => Length::Zero,
        Some(_) => Length::Known,
        None => Length::Unknown,
    }
}

pub(super) fn leaf(kind: &Kind) -> Outcomes {
    let first = Outcomes { success: Ticks::FIRST, failure: Ticks::FIRST, running: Ticks::NONE };
    match kind {
        Kind::Condition(_) => first,
        Kind::Succeed => Outcomes { failure: Ticks::NONE, ..first },
        Kind::Fail => Outcomes { success: Ticks::NONE, ..first },
        Kind::Running => Outcomes { running: Ticks::ALL, ..Outcomes::NONE },
        Kind::Wait(duration) => match length(duration) {
            Length::Zero => Outcomes { failure: Ticks::NONE, ..first },
            Length::Known => {
                Outcomes { success: Ticks::LATER, failure: Ticks::NONE, running: Ticks::ALL }
            }
            Length::Unknown => Outcomes { failure: Ticks::NONE, ..Outcomes::ANY },
        },
        _ => Outcomes::ANY,
    }
}

/// The outcomes of a node that can fail before each tick because an expression is false.
pub(super) fn guarded(child: Outcomes) -> Outcomes {
    let asked = Ticks::FIRST.or(child.running.later(1));
    Outcomes { failure: child.failure.or(asked), ..child }
}

pub(super) fn decorated(kind: &Kind, memory: Memory, child: Outcomes, limit: u32) -> Run {
    let Outcomes { success, failure, running } = child;
    let finished = success.or(failure);
    let outcomes = match kind {
        Kind::Not => Outcomes { success: failure, failure: success, running },
        Kind::ForceSuccess => Outcomes { success: finished, failure: Ticks::NONE, running },
        Kind::ForceFailure => Outcomes { success: Ticks::NONE, failure: finished, running },
        Kind::Repeat(count) => repeated(child, rounds_of(count.as_ref()), false),
        Kind::Retry(count) => repeated(child, rounds_of(count.as_ref()), true),
        Kind::For { range, .. } => {
            let rounds = parse::rounds(range).map_or(Rounds::Unknown, Rounds::Known);
            repeated(child, rounds, false)
        }
        // The expression may give `None` or `Err`.
        Kind::Let { .. } => Outcomes { failure: failure.or(Ticks::FIRST), ..child },
        Kind::Guard(_) => guarded(child),
        Kind::Timeout(duration) => return timeout(child, length(duration), limit),
        Kind::Delay(duration) => return delay(child, length(duration), limit),
        Kind::Every(duration) if length(duration) != Length::Zero => Outcomes {
            success: now_and_then(success),
            failure: now_and_then(failure),
            running: if running.has(1) { Ticks::ALL } else { Ticks::NONE },
        },
        Kind::Cooldown(duration) if memory.cooling && length(duration) != Length::Zero => {
            Outcomes { failure: failure.or(Ticks::FIRST), ..child }
        }
        Kind::Once => Outcomes {
            success: if memory.success { success.or(Ticks::FIRST) } else { success },
            failure: if memory.failure { failure.or(Ticks::FIRST) } else { failure },
            running,
        },
        Kind::Every(_) | Kind::Cooldown(_) | Kind::Service(..) | Kind::Finally(_) => child,
        // A decorator that the user has written.
        _ => Outcomes::ANY,
    };
    Run { outcomes, limits: vec![limit] }
}

/// The first tick comes at once, later ones at any time.
fn now_and_then(result: Ticks) -> Ticks {
    result.until(1).or(result.and(Ticks::LATER).onwards())
}

fn timeout(child: Outcomes, length: Length, limit: u32) -> Run {
    let Outcomes { failure, running, .. } = child;
    let late = failure.or(running);
    let (outcomes, limit) = match length {
        Length::Known => {
            (Outcomes { failure: failure.or(running.and(Ticks::LATER)), ..child }, limit)
        }
        Length::Unknown => (Outcomes { failure: late, ..child }, limit),
        Length::Zero => {
            let success = child.success.until(1);
            let outcomes = Outcomes { success, failure: late.until(1), running: Ticks::NONE };
            (outcomes, limit.min(1))
        }
    };
    Run { outcomes, limits: vec![limit] }
}

fn delay(child: Outcomes, length: Length, limit: u32) -> Run {
    let begins = match length {
        Length::Zero => return Run { outcomes: child, limits: vec![limit] },
        Length::Known => Ticks::LATER,
        Length::Unknown => Ticks::ALL,
    };
    let outcomes = Outcomes {
        success: begins.then(child.success),
        failure: begins.then(child.failure),
        running: Ticks::ALL,
    };
    let lost = u32::from(length == Length::Known && limit < Ticks::MANY);
    Run { outcomes, limits: vec![limit.saturating_sub(lost)] }
}

/// `repeat` starts a new round after each success, `retry` after each failure.
fn repeated(child: Outcomes, count: Rounds, retry: bool) -> Outcomes {
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
fn rounds(again: Ticks, count: u32) -> (Ticks, Ticks) {
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

/// The number of rounds.
#[derive(Clone, Copy)]
enum Rounds {
    Endless,
    Unknown,
    Known(u32),
}

fn rounds_of(count: Option<&Expression>) -> Rounds {
    let Some(count) = count else { return Rounds::Endless };
    let literal = syn::parse2::<syn::LitInt>(count.to_token_stream());
    // One that is too large is rustc's to refuse.
    literal.map_or(Rounds::Unknown, |literal| {
        Rounds::Known(literal.base10_parse().unwrap_or(u32::MAX))
    })
}
