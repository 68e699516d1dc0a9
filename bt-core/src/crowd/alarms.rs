//! The agents' alarms, and which alarms in the wheel are still wanted.

use alloc::vec::Vec;

/// One bit for each of sixty-four agents. These bits fit into a cache even if the times of many agents do
/// not, so most alarms are set and go off without reading a time.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    /// The agent has an alarm.
    set: u64,
    /// The wheel may contain alarms that the agent no longer wants.
    replaced: u64,
}

/// The time at which each agent is due, for agents that have an alarm.
#[derive(Clone, Debug, Default)]
pub(super) struct Alarms {
    times: Vec<u64>,
    /// Also for removed agents: their alarms may still be in the wheel.
    marks: Vec<Marks>,
}

/// The index of an agent's marks, and its bit.
const fn place(agent: usize) -> (usize, u64) {
    (agent / 64, 1 << (agent % 64))
}

impl Alarms {
    pub(super) const fn new() -> Self {
        Self { times: Vec::new(), marks: Vec::new() }
    }

    /// The number of agents.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.times.len()
    }

    /// Adds agents without an alarm, or removes the agents with the highest numbers.
    pub(super) fn resize(&mut self, agents: usize) {
        for removed in agents..self.len() {
            self.clear(removed);
        }
        self.times.resize(agents, 0);
        let marks = self.marks.len().max(agents.div_ceil(64));
        self.marks.resize(marks, Marks::default());
    }

    /// Removes the last agent, and returns its alarm.
    pub(super) fn pop(&mut self) -> Option<u64> {
        let last = self.len().checked_sub(1)?;
        let alarm = self.get(last);
        self.resize(last);
        alarm
    }

    pub(super) fn get(&self, agent: usize) -> Option<u64> {
        let (place, bit) = place(agent);
        let is_set = self.marks.get(place).is_some_and(|marks| marks.set & bit != 0);
        is_set.then(|| self.times[agent])
    }

    /// Reads the times of many agents, so that the processor loads them in parallel.
    #[inline]
    pub(super) fn fetch(&self, agents: impl Iterator<Item = usize>) {
        core::hint::black_box(agents.fold(0, |sum, agent| sum ^ self.times[agent]));
    }

    /// Sets an agent's alarm; returns `true` if it has to be put into the wheel.
    #[inline]
    pub(super) fn set(&mut self, agent: usize, time: u64) -> bool {
        let (place, bit) = place(agent);
        let marks = &mut self.marks[place];
        if marks.set & bit != 0 {
            if self.times[agent] == time {
                return false;
            }
            marks.replaced |= bit;
        }
        marks.set |= bit;
        self.times[agent] = time;
        true
    }

    #[inline]
    pub(super) fn clear(&mut self, agent: usize) {
        let (place, bit) = place(agent);
        let marks = &mut self.marks[place];
        marks.replaced |= marks.set & bit;
        marks.set &= !bit;
    }

    /// Returns `true` if an alarm of the wheel is still wanted.
    #[inline]
    pub(super) fn is_wanted(&self, time: u64, agent: usize) -> bool {
        let (place, bit) = place(agent);
        self.marks.get(place).is_some_and(|marks| {
            marks.set & bit != 0 && (marks.replaced & bit == 0 || self.times[agent] == time)
        })
    }

    /// Removes the alarm of an agent after it has come out of the wheel; returns `true` if it is wanted.
    #[inline]
    pub(super) fn ring(&mut self, time: u64, agent: usize) -> bool {
        let is_wanted = self.is_wanted(time, agent);
        if is_wanted {
            let (place, bit) = place(agent);
            self.marks[place].set &= !bit;
        }
        is_wanted
    }

    /// Moves all alarms to later times, for an empty wheel.
    pub(super) fn shift(&mut self, by: u64) {
        for time in &mut self.times {
            *time = time.saturating_add(by);
        }
    }

    /// All alarms, to be put into an empty wheel.
    pub(super) fn renew(&mut self) -> impl Iterator<Item = (u64, u32)> {
        self.marks.truncate(self.times.len().div_ceil(64));
        for marks in &mut self.marks {
            marks.replaced = 0;
        }
        let is_set = |agent: &u32| {
            let (place, bit) = place(*agent as usize);
            self.marks[place].set & bit != 0
        };
        let agents = (0..=u32::MAX).zip(&self.times);
        agents.filter(move |(agent, _)| is_set(agent)).map(|(agent, time)| (*time, agent))
    }
}
