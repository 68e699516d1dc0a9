//! The agents that have an alarm, and which of the alarms in the wheel are still wanted.

use alloc::vec::Vec;

/// Sixty-four agents have a bit each. These bits fit into a cache where the times of many agents do not:
/// most alarms are set without reading a time, and ring without one.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    /// They have an alarm.
    set: u64,
    /// There may be alarms in the wheel that they do not want any more.
    replaced: u64,
}

/// When each agent is due, of those that have an alarm.
#[derive(Clone, Debug, Default)]
pub(super) struct Alarms {
    times: Vec<u64>,
    /// Also of those who are not there any more: their alarms may still be in the wheel.
    marks: Vec<Marks>,
}

/// The place of an agent's marks, and its bit.
const fn place(agent: usize) -> (usize, u64) {
    (agent / 64, 1 << (agent % 64))
}

impl Alarms {
    pub(super) const fn new() -> Self {
        Self { times: Vec::new(), marks: Vec::new() }
    }

    /// How many agents there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.times.len()
    }

    /// Adds agents that have no alarm, or removes those with the highest numbers.
    pub(super) fn resize(&mut self, agents: usize) {
        for removed in agents..self.len() {
            self.clear(removed);
        }
        self.times.resize(agents, 0);
        let marks = self.marks.len().max(agents.div_ceil(64));
        self.marks.resize(marks, Marks::default());
    }

    /// Removes the last agent, and gives its alarm.
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

    /// Reads the times of many, so that they are all on their way from memory at once.
    #[inline]
    pub(super) fn fetch(&self, agents: impl Iterator<Item = usize>) {
        core::hint::black_box(agents.fold(0, |sum, agent| sum ^ self.times[agent]));
    }

    /// Sets an agent's alarm; whether it has to be put into the wheel.
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

    /// Takes an alarm out that has come out of the wheel; whether it is wanted.
    #[inline]
    pub(super) fn ring(&mut self, time: u64, agent: usize) -> bool {
        let is_wanted = self.is_wanted(time, agent);
        if is_wanted {
            let (place, bit) = place(agent);
            self.marks[place].set &= !bit;
        }
        is_wanted
    }

    /// All alarms, to be put into a wheel that is empty.
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
