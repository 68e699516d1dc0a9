//! Agents that were put to rest and have no alarm yet.

use super::{Crowd, NOBODY, nanoseconds};
use crate::Wake;
use alloc::vec::Vec;

/// The number of alarms that are set together.
const MANY: usize = 64;

/// The times of fewer agents fit into a cache. Tests use both ways.
const LARGE: usize = if cfg!(test) { 128 } else { 1 << 18 };

/// Agents of a large crowd, and the times until which they rest.
///
/// Setting an alarm in a large crowd writes to memory that is usually in no cache. So an agent's rest is only
/// noted when it is reported; later the alarms of many agents are set together, and the processor loads their
/// memory in parallel. In a smaller crowd, it is faster to set each alarm at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Resting {
    agents: Vec<(usize, Wake)>,
}

impl Resting {
    pub(super) const fn new() -> Self {
        Self { agents: Vec::new() }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.agents.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, Wake)> {
        self.agents.iter().copied()
    }

    pub(super) fn contains(&self, agent: usize) -> bool {
        self.iter().any(|(resting, _)| resting == agent)
    }
}

impl Crowd {
    /// The number of agents for which [`is_awake`](Crowd::is_awake) is true. After [`begin`](Crowd::begin), these
    /// are the agents that are due.
    ///
    /// The time to count them depends only on the number of agents that are awake.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::crowd::Crowd;
    ///
    /// let mut crowd = Crowd::new();
    /// crowd.resize(2);
    /// crowd.begin(std::time::Duration::ZERO);
    /// assert_eq!(crowd.awake_count(), 2);
    /// while let Some(agent) = crowd.next_due() {
    ///     crowd.rest(agent, Wake::OnEvent);
    /// }
    /// assert_eq!(crowd.awake_count(), 0);
    /// ```
    #[must_use]
    pub fn awake_count(&self) -> usize {
        let resting = self.resting.iter().filter(|(_, until)| self.is_rest(*until));
        self.awake.len() - resting.count()
    }

    /// Puts the agent to rest that was due last.
    #[inline]
    pub(super) fn rest_current(&mut self, agent: usize, until: Wake) {
        self.current = NOBODY;
        // An agent that is ticked in each round stays in the set of awake agents.
        if until == Wake::NextTick {
            return;
        }
        if self.len() < LARGE {
            self.set_to_rest(agent, until);
        } else {
            if self.resting.agents.len() == self.resting.agents.capacity() {
                self.settle();
                self.resting.agents.reserve(MANY);
            }
            self.resting.agents.push((agent, until));
        }
    }

    /// Puts another agent to rest: it stays awake if it is awake, and gets its alarm.
    pub(super) fn rest_another(&mut self, agent: usize, until: Wake) {
        self.settle();
        if self.len() <= agent {
            return;
        }
        if self.is_rest(until) {
            self.set_alarm(agent, until);
        } else {
            self.rouse(agent);
        }
    }

    /// Sets the alarms of the agents in the list.
    #[inline(never)]
    pub(super) fn settle(&mut self) {
        self.alarms.fetch(self.resting.agents.iter().map(|(agent, _)| *agent));
        for place in 0..self.resting.agents.len() {
            let (agent, until) = self.resting.agents[place];
            self.set_to_rest(agent, until);
        }
        self.resting.agents.clear();
    }

    #[inline]
    fn set_to_rest(&mut self, agent: usize, until: Wake) {
        if self.is_rest(until) {
            self.awake.remove(agent);
            self.set_alarm(agent, until);
        }
    }

    /// Returns `true` if an agent that rests until then is not due in the next round anyway.
    #[inline]
    pub(super) fn is_rest(&self, until: Wake) -> bool {
        match until {
            Wake::NextTick => false,
            Wake::At(time) => self.wheel.now() < nanoseconds(time),
            Wake::OnEvent => true,
        }
    }

    #[inline]
    fn set_alarm(&mut self, agent: usize, until: Wake) {
        match until {
            Wake::At(time) => self.set_alarm_at(agent, nanoseconds(time)),
            Wake::NextTick | Wake::OnEvent => self.alarms.clear(agent),
        }
    }
}
