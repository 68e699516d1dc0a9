//! Many agents, of which only those are ticked that have something to do.

mod pool;
mod round;
#[cfg(feature = "serde")]
mod saved;
mod set;
#[cfg(test)]
mod tests;
mod wheel;

use crate::Wake;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;
pub use round::LengthMismatch;
use set::{Found, Set};
use wheel::Wheel;

/// Who of many agents is to be ticked, and when.
///
/// It keeps neither trees nor blackboards: an agent is a number, its place in the arrays of your own,
/// and the methods that change the number of agents are those of a `Vec`, so that the arrays stay
/// side by side. In each round ask who is due, tick them, and tell what their trees said:
///
/// ```
/// use bt_core::crowd::Crowd;
/// use bt_core::{Clock, Status, behavior_tree};
/// use std::time::Duration;
///
/// struct Bell<'a> {
///     time: Duration,
///     rung: &'a mut u32,
/// }
///
/// impl Clock for Bell<'_> {
///     fn now(&self) -> Duration {
///         self.time
///     }
/// }
///
/// behavior_tree! {
///     tree RingHourly(bell: &mut Bell<'_>) {
///         repeat sequence {
///             wait(1h);
///             action *bell.rung += 1;
///         }
///     }
/// }
///
/// let mut trees: Vec<_> = (0..1000).map(|_| RingHourly::new()).collect();
/// let mut rung = vec![0; trees.len()];
/// let mut crowd = Crowd::new();
/// crowd.resize(trees.len()); // all are awake
/// let mut ticks = 0;
/// for second in 0..=3600 {
///     let time = Duration::from_secs(second);
///     crowd.begin(time);
///     while let Some(agent) = crowd.next_due() {
///         trees[agent].tick(&mut Bell { time, rung: &mut rung[agent] });
///         crowd.rest(agent, trees[agent].next_wake());
///         ticks += 1;
///     }
/// }
/// assert!(rung.iter().all(|&rung| rung == 1));
/// assert_eq!(ticks, 2 * 1000); // and not 3,601,000
/// ```
///
/// What happens is the same, tick for tick, as if everybody were ticked in each round in the order
/// of their numbers, if the time of a round is that of all blackboards, and [`wake`](Crowd::wake) is
/// called for whom something happens that its tree cannot know of: an event that an action waits
/// for, or a tree that is aborted or replaced. Who is not put to [`rest`](Crowd::rest) is due again in
/// the next round.
///
/// A round costs what its due agents cost; those that rest need some 25 bytes each, and nothing else.
/// Nothing is allocated once there have been as many agents and timers as there are now. Times are
/// kept to the nanosecond; those of more than 584 years are all the same. A clock that jumps back is
/// no mistake, but it makes the crowd set all its alarms anew.
#[derive(Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "saved::Saved", from = "saved::Saved"))]
pub struct Crowd {
    awake: Set,
    /// Of those who are awake, the next in this round.
    found: Found,
    /// When each agent is due, of those that have an alarm in the wheel.
    alarms: Vec<u64>,
    /// It may hold alarms that nobody wants any more.
    wheel: Wheel,
    /// Who is below has had its turn in this round.
    turn: usize,
    /// Who was due last, until it is put to rest or woken; it is still among those who are awake.
    current: Option<usize>,
}

impl Crowd {
    /// Nobody; nothing is allocated.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            awake: Set::new(),
            found: Found::new(),
            alarms: Vec::new(),
            wheel: Wheel::new(),
            turn: 0,
            current: None,
        }
    }

    /// How many agents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.alarms.len()
    }

    /// Whether there is nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.alarms.is_empty()
    }

    /// Adds an agent, which is awake. In the middle of a round it is due in that round.
    pub fn push(&mut self) {
        self.resize(self.len() + 1);
    }

    /// Adds agents, which are awake, or removes those with the highest numbers.
    pub fn resize(&mut self, agents: usize) {
        let before = self.len();
        self.alarms.resize(agents, NEVER);
        self.awake.resize(agents);
        for agent in before..agents {
            self.awake.insert(agent);
        }
        self.current = self.current.filter(|current| *current < agents);
        self.found.restart(self.turn);
        self.tidy();
    }

    /// Removes agents until there are only so many.
    pub fn truncate(&mut self, agents: usize) {
        self.resize(agents.min(self.len()));
    }

    /// Removes all agents.
    pub fn clear(&mut self) {
        self.resize(0);
    }

    /// Removes an agent, whose number the last one takes over; `false` if there is no such agent.
    ///
    /// If it is the one that was due last, the one that takes its number over comes next, in case
    /// that one is still to come in this round.
    pub fn swap_remove(&mut self, agent: usize) -> bool {
        let Some(last) = self.len().checked_sub(1).filter(|last| agent <= *last) else {
            return false;
        };
        let is_awake = self.awake.contains(last);
        self.alarms.swap_remove(agent);
        self.awake.remove(agent);
        self.awake.resize(last);
        self.current = match self.current {
            Some(current) if current == agent => None,
            Some(current) if current == last => Some(agent),
            current => current,
        };
        if self.turn == agent + 1 && agent < last {
            self.turn = agent;
        }
        self.found.restart(self.turn);
        if agent < last {
            if is_awake {
                self.awake.insert(agent);
            }
            self.set_alarm(agent, self.alarms[agent]);
        }
        self.tidy();
        true
    }

    /// Wakes an agent: something has happened that it may be waiting for; `false` if there is no
    /// such agent.
    ///
    /// In the middle of a round an agent that is still to come is due in that round, and any other,
    /// also the one that is just being ticked, in the next: as if everybody were ticked.
    #[inline]
    pub fn wake(&mut self, agent: usize) -> bool {
        let is_there = agent < self.len();
        if is_there {
            self.rouse(agent);
        }
        is_there
    }

    /// Wakes everybody.
    pub fn wake_all(&mut self) {
        self.awake.fill(self.len());
        self.current = None;
        self.found.restart(self.turn);
    }

    /// Wakes somebody who is there.
    #[inline]
    fn rouse(&mut self, agent: usize) {
        if self.current == Some(agent) {
            self.current = None;
        } else if !self.awake.contains(agent) {
            self.awake.insert(agent);
            if self.found.is_past(agent) && self.turn <= agent {
                self.found.restart(self.turn);
            }
        }
    }

    /// Whether an agent is to be ticked in this round, if its turn is still to come, or in the next.
    #[must_use]
    #[inline]
    pub fn is_awake(&self, agent: usize) -> bool {
        self.awake.contains(agent)
    }

    /// Begins a round, at the time of all blackboards.
    ///
    /// If the last round has not come to its end, those whose turn did not come are due in this one.
    pub fn begin(&mut self, now: Duration) {
        self.turn = 0;
        self.current = None;
        self.found.restart(0);
        let now = nanoseconds(now);
        if now < self.wheel.now() {
            self.wheel.reset(now);
            return self.set_alarms();
        }
        let Self { awake, alarms, wheel, .. } = self;
        wheel.advance(now, |time, agent| {
            let agent = agent as usize;
            if alarms.get(agent) == Some(&time) {
                alarms[agent] = NEVER;
                awake.insert(agent);
            }
        });
    }

    /// The next agent that is due in this round, in the order of their numbers; `None` at its end.
    #[inline]
    pub fn next_due(&mut self) -> Option<usize> {
        self.current = self.found.take(&self.awake);
        let agent = self.current?;
        self.turn = agent + 1;
        Some(agent)
    }

    /// Lets an agent rest until then: what its tree says after its tick, by
    /// [`next_wake`](crate::BehaviorTree::next_wake). Who was woken since it was due stays awake.
    #[inline]
    pub fn rest(&mut self, agent: usize, until: Wake) {
        // Who is ticked in each round is kept awake by doing nothing.
        if until == Wake::NextTick && self.current == Some(agent) {
            self.current = None;
        } else {
            self.change(agent, until);
        }
    }

    fn change(&mut self, agent: usize, until: Wake) {
        let is_current = self.current == Some(agent);
        if is_current {
            self.current = None;
        }
        let Some(&alarm) = self.alarms.get(agent) else { return };
        let until = match until {
            Wake::NextTick => None,
            Wake::At(time) => Some(nanoseconds(time)).filter(|time| self.wheel.now() < *time),
            Wake::OnEvent => Some(NEVER),
        };
        match until {
            None if is_current => {}
            None => self.rouse(agent),
            Some(time) => {
                if is_current {
                    self.awake.remove(agent);
                }
                if alarm != time {
                    self.set_alarm(agent, time);
                }
            }
        }
    }

    /// When the next round has to be: at once if anybody is awake.
    ///
    /// A program that has nothing else to do can sleep until then.
    #[must_use]
    pub fn next_wake(&self) -> Wake {
        if self.awake.first_from(0).is_some() {
            return Wake::NextTick;
        }
        let is_wanted = |time, agent| self.alarms.get(agent as usize) == Some(&time);
        let first = self.wheel.first(is_wanted);
        first.map_or(Wake::OnEvent, |time| Wake::At(Duration::from_nanos(time)))
    }

    /// Sets an agent's alarm, or none.
    #[inline]
    fn set_alarm(&mut self, agent: usize, time: u64) {
        self.alarms[agent] = time;
        if time != NEVER {
            match u32::try_from(agent) {
                Ok(agent) => self.wheel.set(time, agent),
                // The wheel has no numbers for so many: those above are ticked in each round.
                Err(_) => self.rouse(agent),
            }
            self.tidy();
        }
    }

    /// Sets all alarms anew if most of those that are set are not wanted any more.
    #[inline]
    fn tidy(&mut self) {
        if self.wheel.len() > 2 * self.len() + SLACK {
            self.wheel.reset(self.wheel.now());
            self.set_alarms();
        }
    }

    #[cold]
    fn set_alarms(&mut self) {
        for (agent, time) in (0..=u32::MAX).zip(&self.alarms) {
            if *time != NEVER {
                self.wheel.set(*time, agent);
            }
        }
    }
}

/// The time of those who have no alarm: no alarm is set for the beginning of time.
const NEVER: u64 = 0;

/// So many more alarms than agents are no waste.
const SLACK: usize = 64;

/// A length of time as the wheel counts it.
#[inline]
fn nanoseconds(time: Duration) -> u64 {
    let seconds = time.as_secs().saturating_mul(1_000_000_000);
    seconds.saturating_add(u64::from(time.subsec_nanos()))
}

impl fmt::Debug for Crowd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Crowd")
            .field("agents", &self.len())
            .field("awake", &self.awake.len())
            .field("now", &Duration::from_nanos(self.wheel.now()))
            .finish_non_exhaustive()
    }
}
