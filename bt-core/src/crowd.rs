//! A schedule for many agents that ticks only the ones that have something to do.

mod alarms;
mod event_driven;
mod promise;
mod resting;
mod round;
#[cfg(feature = "serde")]
mod saved;
mod set;
#[cfg(test)]
mod tests;
#[cfg(feature = "std")]
mod wakers;
mod wheel;

use crate::Wake;
use alarms::Alarms;
use alloc::boxed::Box;
use core::fmt;
use core::time::Duration;
pub use event_driven::Repetition;
pub use promise::BrokenPromise;
use resting::Resting;
pub use round::LengthMismatch;
use set::{Found, Set};
use wheel::Wheel;

/// A schedule of many agents: which of them have to be ticked, and when.
///
/// A crowd keeps neither trees nor blackboards. An agent is a number, its index in your own arrays. The
/// methods that change the number of agents are those of a `Vec`, so that the arrays keep the same length. In
/// each round, ask for the agents that are due, tick them, and pass on what their trees return from
/// `next_wake`:
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
/// The result is the same, tick for tick, as if all agents were ticked in each round in the order of their
/// numbers, under two conditions. The time of a round must be the time of all blackboards.
/// [`wake`](Crowd::wake) must be called for an agent when something happens that its tree cannot know: an
/// event that an action waits for, or an abort or a replacement of the tree; other threads use a
/// [`waker`](Crowd::waker). An agent that is not put to [`rest`](Crowd::rest) is due again in the next round.
///
/// The time of a round depends only on the agents that are due; a resting agent takes some 25 bytes and no
/// time. The crowd allocates only when the number of agents or timers exceeds its previous maximum. Times are
/// exact to the nanosecond; all times of more than 584 years count as equal. A clock may jump back, but then
/// the crowd sets all its alarms again.
#[cfg_attr(not(feature = "std"), derive(Clone))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "saved::Saved", from = "saved::Saved"))]
pub struct Crowd {
    awake: Set,
    /// The next awake agents of this round.
    found: Found,
    alarms: Alarms,
    /// The wheel may contain alarms that are no longer wanted.
    wheel: Wheel,
    /// Agents below this number have had their turn in this round.
    turn: usize,
    /// The agent that was due last, until it is put to rest or woken, or `NOBODY`. It is still in the set of
    /// awake agents.
    current: usize,
    /// Agents that were put to rest; until their alarms are set, they are still in the set of awake agents.
    resting: Resting,
    /// Has no room until an agent is event-driven.
    event_driven: Set,
    repetition: Repetition,
    samples: Option<Box<promise::Samples>>,
    #[cfg(feature = "std")]
    wakers: wakers::Wakers,
}

impl Crowd {
    /// Makes a crowd without agents; allocates nothing.
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
            event_driven: Set::new(),
            repetition: Repetition::new(),
            samples: None,
            #[cfg(feature = "std")]
            wakers: wakers::Wakers::new(),
        }
    }

    /// The number of agents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.alarms.len()
    }

    /// Returns `true` if there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an agent, which is awake. If a round has begun, the agent is due in that round.
    pub fn push(&mut self) {
        self.resize(self.len() + 1);
    }

    /// Adds awake agents, or removes the agents with the highest numbers.
    pub fn resize(&mut self, agents: usize) {
        self.settle();
        let before = self.len();
        self.alarms.resize(agents);
        self.awake.resize(agents);
        self.event_driven.truncate(agents);
        if let Some(samples) = &mut self.samples {
            samples.resize(agents);
        }
        #[cfg(feature = "std")]
        self.wakers.truncate(agents);
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

    /// Removes an agent, and gives its number to the last agent; returns `false` if there is no such agent.
    ///
    /// If the removed agent is the one that was due last, and the last agent still has its turn in this
    /// round, that agent is due next.
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
        if agent < last && self.event_driven.contains(last) {
            self.event_driven.insert(agent);
        } else if self.event_driven.contains(agent) {
            self.event_driven.remove(agent);
        }
        self.event_driven.truncate(last);
        if let Some(samples) = &mut self.samples {
            samples.swap_remove(agent);
        }
        #[cfg(feature = "std")]
        self.wakers.swap_remove(agent, last);
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

    /// Wakes an agent, because of an event that it may be waiting for; returns `false` if there is no such
    /// agent.
    ///
    /// During a round, an agent whose turn is still to come is due in that round. Any other agent, also the
    /// one that is being ticked, is due in the next round, as if all agents were ticked.
    #[inline]
    pub fn wake(&mut self, agent: usize) -> bool {
        let is_there = agent < self.len();
        if is_there {
            self.rouse(agent);
            if let Some(samples) = &mut self.samples {
                samples.wake(agent);
            }
        }
        is_there
    }

    /// Wakes all agents.
    pub fn wake_all(&mut self) {
        self.settle();
        if let Some(samples) = &mut self.samples {
            samples.wake_all();
        }
        self.awake.fill(self.len());
        self.current = NOBODY;
        self.found.restart(self.turn);
    }

    /// Wakes an agent that exists.
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

    /// Returns `true` if an agent is due in this round, if its turn is still to come, or in the next round.
    #[must_use]
    #[inline]
    pub fn is_awake(&self, agent: usize) -> bool {
        let mut resting = self.resting.iter();
        self.awake.contains(agent)
            && !resting.any(|(resting, until)| resting == agent && self.is_rest(until))
    }

    /// Begins a round at this time, which must be the time of all blackboards.
    ///
    /// If the last round did not end, its remaining agents are due in this one.
    pub fn begin(&mut self, now: Duration) {
        self.settle();
        self.turn = 0;
        self.current = NOBODY;
        self.found.restart(0);
        #[cfg(feature = "std")]
        self.hear();
        let now = nanoseconds(now);
        if now < self.wheel.now() {
            self.wheel.reset(now);
            self.rouse_event_driven();
            return self.set_alarms();
        }
        let Self { awake, alarms, wheel, .. } = self;
        wheel.advance(now, |time, agent| {
            let agent = agent as usize;
            if alarms.ring(time, agent) {
                awake.insert(agent);
            }
        });
        if self.samples.is_some() {
            self.wake_samples();
        }
    }

    /// Returns the next agent that is due in this round, in the order of the numbers; `None` at the end of
    /// the round.
    #[inline]
    pub fn next_due(&mut self) -> Option<usize> {
        self.next_due_with(|_| {})
    }

    /// Returns the next agent that is due in this round. From time to time it calls `soon` for some dozens of
    /// the agents that come next, before the first of them is due.
    ///
    /// If few of many agents are due, most of their data is not in a cache. If `soon` reads some data of each
    /// agent, the program waits for all these data at the same time, and not in each tick. If most agents are
    /// due, [`next_due`](Crowd::next_due) is faster.
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

    /// Lets an agent rest until the time that its tree returns from
    /// [`next_wake`](crate::BehaviorTree::next_wake) after its tick. An agent that was woken since it was due
    /// stays awake.
    #[inline]
    pub fn rest(&mut self, agent: usize, until: Wake) {
        if self.current == agent {
            self.rest_current(agent, until);
        } else {
            self.rest_another(agent, until);
        }
    }

    /// Returns the wake of the next round; `Wake::NextTick` if any agent is awake.
    ///
    /// A program that has nothing else to do can sleep until then.
    #[must_use]
    pub fn next_wake(&self) -> Wake {
        #[cfg(feature = "std")]
        if self.wakers.is_rung() {
            return Wake::NextTick;
        }
        let mut awake = self.awake.first_from(0);
        while let Some(agent) = awake {
            if self.is_awake(agent) {
                return Wake::NextTick;
            }
            awake = self.awake.first_from(agent + 1);
        }
        let first = self.wheel.first(|time, agent| {
            let agent = agent as usize;
            self.alarms.is_wanted(time, agent) && !self.resting.contains(agent)
        });
        let first = first.map_or(Wake::OnEvent, |time| Wake::At(Duration::from_nanos(time)));
        self.resting.iter().map(|(_, until)| until).fold(first, Wake::min)
    }

    /// Moves the times of all resting agents to later ones, after their trees were
    /// [shifted](crate::BehaviorTree::shift).
    ///
    /// If a single agent was shifted, [`wake`](Crowd::wake) it: it rests again after its next tick. So does an agent that
    /// you add again.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::crowd::Crowd;
    /// use std::time::Duration;
    ///
    /// let mut crowd = Crowd::new();
    /// crowd.resize(1);
    /// crowd.begin(Duration::ZERO);
    /// crowd.next_due();
    /// crowd.rest(0, Wake::At(Duration::from_secs(5)));
    /// crowd.shift(Duration::from_secs(60));
    /// assert_eq!(crowd.next_wake(), Wake::At(Duration::from_secs(65)));
    /// ```
    pub fn shift(&mut self, by: Duration) {
        self.settle();
        self.alarms.shift(nanoseconds(by));
        self.wheel.reset(self.wheel.now());
        self.set_alarms();
    }

    /// Sets an agent's alarm; its time is in the future.
    #[inline]
    fn set_alarm_at(&mut self, agent: usize, time: u64) {
        if self.alarms.set(agent, time) {
            match u32::try_from(agent) {
                Ok(agent) => self.wheel.set(time, agent),
                // The wheel stores agents as 32-bit numbers: agents with higher numbers are ticked in each
                // round.
                Err(_) => self.awake.insert(agent),
            }
            self.tidy();
        }
    }

    /// Sets all alarms again if most alarms in the wheel are no longer wanted.
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

/// The number of unwanted alarms that is tolerated in addition to the number of agents.
const SLACK: usize = 64;

/// A duration in the unit of the wheel.
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
        formatter
            .debug_struct("Crowd")
            .field("agents", &self.len())
            .field("awake", &self.awake_count())
            .field("now", &Duration::from_nanos(self.wheel.now()))
            .finish_non_exhaustive()
    }
}
