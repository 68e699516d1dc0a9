//! Those who were put to rest and have no alarm yet.

use super::{Crowd, NOBODY, nanoseconds};
use crate::Wake;
use alloc::vec::Vec;

/// The number of alarms that are set at a time.
const MANY: usize = 64;

/// Agents, and until when they rest.
///
/// To set an alarm takes memory that no cache holds. It is only written down between two ticks that an
/// agent rests; then the memory for many alarms is waited for together.
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
    /// Puts the agent to rest whose turn it is.
    #[inline]
    pub(super) fn rest_current(&mut self, agent: usize, until: Wake) {
        self.current = NOBODY;
        // Who is ticked in each round is kept awake by doing nothing.
        if until != Wake::NextTick {
            if self.resting.agents.len() == self.resting.agents.capacity() {
                self.settle();
                self.resting.agents.reserve(MANY);
            }
            self.resting.agents.push((agent, until));
        }
    }

    /// Puts an agent to rest whose turn it is not: it stays awake if it is, and gets its alarm.
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

    /// Sets the alarms of those who rest.
    #[inline(never)]
    pub(super) fn settle(&mut self) {
        self.alarms.fetch(self.resting.agents.iter().map(|(agent, _)| *agent));
        for place in 0..self.resting.agents.len() {
            let (agent, until) = self.resting.agents[place];
            if self.is_rest(until) {
                self.awake.remove(agent);
                self.set_alarm(agent, until);
            }
        }
        self.resting.agents.clear();
    }

    /// Returns `true` if there is anything to wait for.
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
