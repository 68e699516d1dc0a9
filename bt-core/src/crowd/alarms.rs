//! The agents' alarms, and which alarms in the wheel are still wanted.
//!
//! They are kept in lists, made of chunks from a common store. An empty list keeps no chunk, so other lists can use
//! its memory, and nothing is allocated once the store is large enough.

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

const CHUNK: usize = FULL as usize;
const FULL: u32 = 64;
const NOTHING: u32 = u32::MAX;

/// A list: its newest chunk, and the number of alarms in that chunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    chunk: u32,
    filled: u32,
}

impl List {
    pub(super) const EMPTY: Self = Self { chunk: NOTHING, filled: 0 };

    pub(super) const fn is_empty(self) -> bool {
        self.chunk == NOTHING
    }
}

/// The alarms of a chunk that was removed from its list.
pub(super) struct Chunk {
    times: [u64; CHUNK],
    agents: [u32; CHUNK],
    filled: usize,
}

impl Chunk {
    pub(super) fn alarms(&self) -> impl Iterator<Item = (u64, u32)> {
        let alarms = self.times.iter().copied().zip(self.agents.iter().copied());
        alarms.take(self.filled)
    }
}

/// The chunks of all lists.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    times: Vec<u64>,
    agents: Vec<u32>,
    /// For each chunk the next one: the next older chunk of its list, or the next free chunk.
    links: Vec<u32>,
    free: u32,
    alarms: usize,
}

/// The index at which a chunk begins.
const fn start(chunk: u32) -> usize {
    chunk as usize * CHUNK
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

impl Pool {
    pub(super) const fn new() -> Self {
        Self { times: Vec::new(), agents: Vec::new(), links: Vec::new(), free: NOTHING, alarms: 0 }
    }

    pub(super) const fn len(&self) -> usize {
        self.alarms
    }

    #[inline]
    pub(super) fn push(&mut self, list: &mut List, time: u64, agent: u32) {
        if list.chunk == NOTHING || list.filled == FULL {
            let chunk = self.take_chunk();
            self.links[chunk as usize] = list.chunk;
            *list = List { chunk, filled: 0 };
        }
        let place = start(list.chunk) + list.filled as usize;
        self.times[place] = time;
        self.agents[place] = agent;
        list.filled += 1;
        self.alarms += 1;
    }

    /// Removes the newest chunk of a list and returns its alarms.
    pub(super) fn pop(&mut self, list: &mut List) -> Option<Chunk> {
        if list.chunk == NOTHING {
            return None;
        }
        let place = start(list.chunk)..start(list.chunk) + CHUNK;
        let mut chunk =
            Chunk { times: [0; CHUNK], agents: [0; CHUNK], filled: list.filled as usize };
        chunk.times.copy_from_slice(&self.times[place.clone()]);
        chunk.agents.copy_from_slice(&self.agents[place]);
        self.alarms -= chunk.filled;
        *list = self.give_chunk(list.chunk);
        Some(chunk)
    }

    /// Empties a list.
    pub(super) fn drain(&mut self, mut list: List, act: &mut impl FnMut(u64, u32)) {
        while list.chunk != NOTHING {
            let chunk = start(list.chunk)..start(list.chunk) + list.filled as usize;
            self.alarms -= chunk.len();
            for (time, agent) in self.times[chunk.clone()].iter().zip(&self.agents[chunk]) {
                act(*time, *agent);
            }
            list = self.give_chunk(list.chunk);
        }
    }

    pub(super) fn iter(&self, mut list: List) -> impl Iterator<Item = (u64, u32)> {
        core::iter::from_fn(move || {
            let chunk = (list.chunk != NOTHING).then_some(list.chunk)?;
            let filled = start(chunk)..start(chunk) + list.filled as usize;
            list = self.behind(chunk);
            Some(
                self.times[filled.clone()].iter().copied().zip(self.agents[filled].iter().copied()),
            )
        })
        .flatten()
    }

    /// Empties all lists. The owner must drop its lists.
    pub(super) fn clear(&mut self) {
        self.times.clear();
        self.agents.clear();
        self.links.clear();
        self.free = NOTHING;
        self.alarms = 0;
    }

    #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 agents")]
    fn take_chunk(&mut self) -> u32 {
        if self.free != NOTHING {
            let chunk = self.free;
            self.free = self.links[chunk as usize];
            return chunk;
        }
        let chunk = self.links.len();
        self.links.push(NOTHING);
        self.times.resize(start(chunk as u32 + 1), 0);
        self.agents.resize(start(chunk as u32 + 1), 0);
        chunk as u32
    }

    /// Frees the newest chunk of a list; returns the rest of the list.
    fn give_chunk(&mut self, chunk: u32) -> List {
        let rest = self.behind(chunk);
        self.links[chunk as usize] = self.free;
        self.free = chunk;
        rest
    }

    /// The list after a chunk: all older chunks are full.
    fn behind(&self, chunk: u32) -> List {
        match self.links[chunk as usize] {
            NOTHING => List::EMPTY,
            chunk => List { chunk, filled: FULL },
        }
    }
}
