//! Many agents, of which only those are ticked that have something to do.

mod alarms;
mod pool;
mod resting;
mod round;
#[cfg(feature = "serde")]
mod saved;
mod set;
#[cfg(test)]
mod tests;
mod wheel;

use crate::Wake;
use alarms::Alarms;
use core::fmt;
use core::time::Duration;
use resting::Resting;
pub use round::LengthMismatch;
use set::{Found, Set};
use wheel::Wheel;

/// A schedule of many agents: which of them is to be ticked, and when.
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
/// The result is the same, tick for tick, as if all agents were ticked in each round in the order
/// of their numbers, if the time of a round is that of all blackboards, and [`wake`](Crowd::wake) is
/// called for whom something happens that its tree cannot know of: an event that an action waits
/// for, or a tree that is aborted or replaced. Who is not put to [`rest`](Crowd::rest) is due again in
/// the next round.
///
/// A round costs what its due agents cost; those that rest need some 25 bytes each, and nothing else.
/// Nothing is allocated once there have been as many agents and timers as there are now. Times are
/// kept to the nanosecond; those of more than 584 years are all the same. A clock that jumps back is
/// no mistake, but it makes the crowd set all its alarms anew.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "saved::Saved", from = "saved::Saved"))]
pub struct Crowd {
    awake: Set,
    /// Of those who are awake, the next in this round.
    found: Found,
    alarms: Alarms,
    /// It may hold alarms that nobody wants any more.
    wheel: Wheel,
    /// Agents below this number have had their turn in this round.
    turn: usize,
    /// The agent that was due last, until it is put to rest or woken, or `NOBODY`; it is still among the agents that are
    /// awake.
    current: usize,
    /// They are still among those who are awake, too.
    resting: Resting,
}

impl Crowd {
    /// Nobody; nothing is allocated.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            awake: Set::new(),
            found: Found::new(),
            alarms: Alarms::new(),
            wheel: Wheel::new(),
            turn: 0,
            current: NOBODY,
            resting: Resting::new(),
        }
    }

    /// How many agents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.alarms.len()
    }

    /// Returns `true` if there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an agent, which is awake. In the middle of a round it is due in that round.
    pub fn push(&mut self) {
        self.resize(self.len() + 1);
    }

    /// Adds agents, which are awake, or removes those with the highest numbers.
    pub fn resize(&mut self, agents: usize) {
        self.settle();
        let before = self.len();
        self.alarms.resize(agents);
        self.awake.resize(agents);
        for agent in before..agents {
            self.awake.insert(agent);
        }
        if agents <= self.current {
            self.current = NOBODY;
        }
        self.found.restart(self.turn);
        self.tidy();
    }

    /// Removes agents until at most `agents` are left.
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
        self.settle();
        let is_awake = self.awake.contains(last);
        self.alarms.clear(agent);
        let alarm = self.alarms.pop();
        self.awake.remove(agent);
        self.awake.resize(last);
        if self.current == agent {
            self.current = NOBODY;
        } else if self.current == last {
            self.current = agent;
        }
        if self.turn == agent + 1 && agent < last {
            self.turn = agent;
        }
        self.found.restart(self.turn);
        if agent < last {
            if is_awake {
                self.awake.insert(agent);
            }
            if let Some(time) = alarm {
                self.set_alarm_at(agent, time);
            }
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
        self.settle();
        self.awake.fill(self.len());
        self.current = NOBODY;
        self.found.restart(self.turn);
    }

    /// Wakes somebody who is there.
    #[inline]
    fn rouse(&mut self, agent: usize) {
        if !self.resting.is_empty() {
            self.settle();
        }
        if self.current == agent {
            self.current = NOBODY;
        } else if !self.awake.contains(agent) {
            self.awake.insert(agent);
            if self.found.is_past(agent) && self.turn <= agent {
                self.found.restart(self.turn);
            }
        }
    }

    /// Returns `true` if an agent is to be ticked in this round, if its turn is still to come, or in the next.
    #[must_use]
    #[inline]
    pub fn is_awake(&self, agent: usize) -> bool {
        let mut resting = self.resting.iter();
        self.awake.contains(agent)
            && !resting.any(|(resting, until)| resting == agent && self.is_rest(until))
    }

    /// Begins a round, at the time of all blackboards.
    ///
    /// If the last round has not come to its end, those whose turn did not come are due in this one.
    pub fn begin(&mut self, now: Duration) {
        self.settle();
        self.turn = 0;
        self.current = NOBODY;
        self.found.restart(0);
        let now = nanoseconds(now);
        if now < self.wheel.now() {
            self.wheel.reset(now);
            return self.set_alarms();
        }
        let Self { awake, alarms, wheel, .. } = self;
        wheel.advance(now, |time, agent| {
            let agent = agent as usize;
            if alarms.ring(time, agent) {
                awake.insert(agent);
            }
        });
    }

    /// The next agent that is due in this round, in the order of their numbers; `None` at its end.
    #[inline]
    pub fn next_due(&mut self) -> Option<usize> {
        self.next_due_with(|_| {})
    }

    /// The next agent that is due in this round; from time to time it calls `soon` with some dozens of the agents
    /// that come next, before the first of them has its turn.
    ///
    /// Where few of many agents are due, nearly all their data have to come from memory. If `soon` reads
    /// some data of each agent that it is called with, the program waits for all of them together, and not in
    /// each tick again. Where most are due, [`next_due`](Crowd::next_due) is faster.
    ///
    /// ```
    /// use bt_core::crowd::Crowd;
    /// use std::hint::black_box;
    ///
    /// let mut crowd = Crowd::new();
    /// crowd.resize(1000);
    /// let mut health = vec![100; 1000];
    /// crowd.begin(std::time::Duration::ZERO);
    /// while let Some(agent) = crowd.next_due_with(|soon| {
    ///     black_box(health[soon]);
    /// }) {
    ///     health[agent] -= 1;
    /// }
    /// assert!(health.iter().all(|&health| health == 99));
    /// ```
    #[inline]
    pub fn next_due_with(&mut self, soon: impl FnMut(usize)) -> Option<usize> {
        let Some(agent) = self.found.take(&self.awake, soon) else {
            self.settle();
            self.current = NOBODY;
            return None;
        };
        self.current = agent;
        self.turn = agent + 1;
        Some(agent)
    }

    /// Lets an agent rest until then: what its tree says after its tick, by
    /// [`next_wake`](crate::BehaviorTree::next_wake). Who was woken since it was due stays awake.
    #[inline]
    pub fn rest(&mut self, agent: usize, until: Wake) {
        if self.current == agent {
            self.rest_current(agent, until);
        } else {
            self.rest_another(agent, until);
        }
    }

    /// When the next round has to be: at once if anybody is awake.
    ///
    /// A program that has nothing else to do can sleep until then.
    #[must_use]
    pub fn next_wake(&self) -> Wake {
        let next = |agent: &usize| self.awake.first_from(agent + 1);
        let mut awake = core::iter::successors(self.awake.first_from(0), next);
        if awake.any(|agent| self.is_awake(agent)) {
            return Wake::NextTick;
        }
        let first = self.wheel.first(|time, agent| {
            let agent = agent as usize;
            self.alarms.is_wanted(time, agent) && !self.resting.contains(agent)
        });
        let first = first.map_or(Wake::OnEvent, |time| Wake::At(Duration::from_nanos(time)));
        self.resting.iter().map(|(_, until)| until).fold(first, Wake::min)
    }

    /// Sets an agent's alarm; its time is after the present.
    #[inline]
    fn set_alarm_at(&mut self, agent: usize, time: u64) {
        if self.alarms.set(agent, time) {
            match u32::try_from(agent) {
                Ok(agent) => self.wheel.set(time, agent),
                // The wheel has no numbers for so many: those above are ticked in each round.
                Err(_) => self.awake.insert(agent),
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
        for (time, agent) in self.alarms.renew() {
            self.wheel.set(time, agent);
        }
    }
}

/// No agent has this number.
const NOBODY: usize = usize::MAX;

/// The number of alarms beyond the number of agents that is tolerated.
const SLACK: usize = 64;

/// A length of time as the wheel counts it.
#[inline]
fn nanoseconds(time: Duration) -> u64 {
    let seconds = time.as_secs().saturating_mul(1_000_000_000);
    seconds.saturating_add(u64::from(time.subsec_nanos()))
}

impl Default for Crowd {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Crowd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let resting = self.resting.iter().filter(|(_, until)| self.is_rest(*until));
        formatter
            .debug_struct("Crowd")
            .field("agents", &self.len())
            .field("awake", &(self.awake.len() - resting.count()))
            .field("now", &Duration::from_nanos(self.wheel.now()))
            .finish_non_exhaustive()
    }
}
