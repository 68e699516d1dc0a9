//! Lists of alarms, made of chunks from a common store. An empty list keeps no chunk, so other lists can use
//! its memory, and nothing is allocated once the store is large enough.

use alloc::vec::Vec;

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
