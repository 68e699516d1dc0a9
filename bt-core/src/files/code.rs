//! A loaded tree as it is run: the machine of `bt-language`, with the trees of the file put together and all places
//! fixed.
//!
//! The state of an agent is a row of words. A region has one word, which says what is recorded: 0 is nothing, and
//! `position + 1` that position. Behind it stands what its positions keep, at fixed places. Two positions of a
//! region use the same words, unless one begins while the other is still recorded. What `once` and `cooldown`
//! keep stands in front of all.

mod instruction;

pub(super) use instruction::Instruction;

use crate::vocabulary::Value;
use crate::{Node, Status};
use core::num::NonZeroU32;
use core::ops::Range;
use core::time::Duration;
use std::sync::Arc;
use std::vec::Vec;

/// The place of a word in the state of an agent.
pub(super) type Address = usize;

/// The place of an instruction.
pub(super) type Target = u32;

/// A tree that can be run.
pub(super) struct Code {
    pub(super) name: &'static str,
    /// The file from which it was loaded, if it is known.
    pub(super) file: Option<Arc<str>>,
    /// The nodes of trees of the vocabulary.
    pub(super) foreign: Vec<Range<usize>>,
    /// The nodes, those of subtrees included.
    pub(super) nodes: Vec<Node>,
    pub(super) instructions: Vec<Instruction>,
    /// The first is that of the tree.
    pub(super) regions: Vec<Region>,
    pub(super) frames: Vec<Frame>,
    pub(super) positions: Vec<Position>,
    pub(super) arguments: Vec<Argument>,
    pub(super) values: Vec<Value>,
    pub(super) lengths: Vec<Length>,
    pub(super) periods: Vec<Period>,
    pub(super) cooldowns: Vec<Cooldown>,
    pub(super) aborts: Vec<Abort>,
    pub(super) besides: Vec<Beside>,
    /// Tables of targets, and tables of which positions may be recorded.
    pub(super) targets: Vec<Target>,
    pub(super) tested: Vec<bool>,
    /// The word of the region of the tree, and where a tick begins, as in [`Region`].
    pub(super) root: Address,
    pub(super) entries: [Target; 2],
    pub(super) rows: [Option<NonZeroU32>; 2],
    /// How many words an agent has.
    pub(super) words: usize,
    /// How many places for what the user's own types keep.
    pub(super) held: usize,
    /// The trees of the vocabulary, which are kept as long as the agent lives: place and word.
    pub(super) trees: Vec<(usize, usize)>,
    /// What the state depends on: equal for two trees that differ in parameters, texts and lines only.
    pub(super) shape: u64,
    /// A number that no other tree has.
    pub(super) id: usize,
}

/// A region of the machine.
pub(super) struct Region {
    /// The word that says what is recorded.
    pub(super) state: Address,
    /// Its first instruction: of those that tell events, and of those that do not.
    pub(super) entries: [Target; 2],
    /// If the first is a [`Resume`](Instruction::Resume), its row: that saves an instruction in each tick.
    pub(super) rows: [Option<NonZeroU32>; 2],
    /// Its first position, among all.
    pub(super) first: usize,
    /// How many positions it has.
    pub(super) positions: usize,
    /// `true` if something in it can run.
    pub(super) can_run: bool,
    /// The positions that can be left alone.
    pub(super) rests: Vec<Rest>,
}

/// A position that a tick would leave as it is, as long as these terms hold.
pub(super) struct Rest {
    pub(super) position: usize,
    pub(super) terms: Vec<Term>,
}

/// A word of memory that has to stay as it is.
#[derive(Clone, Copy)]
pub(super) enum Term {
    /// This cooldown goes on.
    Cools(usize),
    /// This `once` keeps this result.
    Keeps(Address, bool),
}

/// A node that can be recorded.
pub(super) struct Position {
    pub(super) node: u32,
    pub(super) keeps: Keeps,
    /// The words of its data, which are nothing when it begins.
    pub(super) from: Address,
    pub(super) to: Address,
    /// The cooldowns above it in its region, from the inside out.
    pub(super) cooldowns: Vec<usize>,
    /// `true` if something in it has an end of the user's.
    pub(super) must_end: bool,
}

/// The data of a position.
#[derive(Clone, Copy)]
pub(super) enum Keeps {
    Nothing,
    /// The time until which it runs, at `from`.
    Deadline,
    /// A stateful action: where it is held, and how it is made.
    Action {
        held: usize,
        call: Call,
    },
    /// A tree of the vocabulary, at this place.
    Tree {
        held: usize,
        goes_by_other_clock: bool,
    },
    /// Another tree of the file.
    Subtree {
        region: usize,
    },
    Frame(usize),
    /// A region that was cut off.
    Region(usize),
}

/// The data of an active node, and how it ticks its children.
pub(super) struct Frame {
    pub(super) node: u32,
    pub(super) kind: FrameKind,
    /// The first instruction, of those that have some; see [`Region::entries`].
    pub(super) entries: [Target; 2],
    /// The regions of the children.
    pub(super) children: Vec<usize>,
}

/// What a frame keeps beside its children, and how it is ticked.
pub(super) enum FrameKind {
    /// `repeat(N)`, `retry(N)`: how many rounds are left.
    Rounds {
        left: Address,
        count: Number,
    },
    /// `timeout(D)`
    Timeout {
        until: Address,
        length: usize,
    },
    /// `every(D)`, `service(D, W)`: the next time at which something is due.
    Timer {
        due: Address,
        period: usize,
        is_every: bool,
    },
    /// `finally(W)`
    Finally {
        call: Call,
    },
    /// `with W`
    Decorator {
        held: usize,
        call: Call,
    },
    Parallel,
    /// `random_…`: a bit for each child that was tried.
    Random {
        chosen: Address,
        tried: Address,
        weights: Vec<Number>,
        onward: Status,
    },
    /// `utility_selector`: how many are left, and their order, the worst first.
    Utility {
        chosen: Address,
        order: Address,
        scores: Vec<Number>,
        onward: Status,
    },
    ActiveUtility {
        chosen: Address,
        scores: Vec<Number>,
        margin: Option<Number>,
    },
}

/// The period of a timer.
#[derive(Clone, Copy)]
pub(super) enum Period {
    Constant(Duration),
    /// Kept from the activation on.
    Kept {
        at: Address,
        length: usize,
    },
}

/// A count, a weight or a score.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Constant(Value),
    /// A `value` of the vocabulary.
    Asked(usize),
}

/// A length of time.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Constant(Duration),
    /// A `value` of the vocabulary.
    Asked(usize),
}

/// A `cooldown`: whether it has begun, until when it goes on, and how long it takes.
pub(super) struct Cooldown {
    pub(super) node: u32,
    /// A word that is 1 if there is an end, and the end.
    pub(super) end: Address,
    pub(super) length: Cooling,
}

/// How long a cooldown takes.
#[derive(Clone, Copy)]
pub(super) enum Cooling {
    Constant(Duration),
    /// Kept from the activation on.
    Kept {
        at: Address,
        length: usize,
    },
}

/// A word of the vocabulary with its arguments. Small, since it stands in instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) word: u16,
    pub(super) count: u8,
    /// `true` if some of its arguments are values that are asked.
    pub(super) asks: bool,
    /// Its first argument, among all.
    pub(super) first: u32,
}

/// The value of a parameter that is not a literal.
#[derive(Clone, Copy)]
pub(super) enum Argument {
    Constant,
    /// A `value` of the vocabulary.
    Asked(usize),
}

/// The end of what is recorded.
pub(super) struct Abort {
    pub(super) region: usize,
    /// Which positions end: a row of `tested`, by the word of the region.
    pub(super) row: u32,
    /// Nodes end up to the first that contains this one.
    pub(super) keep: u32,
}

/// The ways out of a position that begins while another one may be recorded.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// If it runs, this ends.
    pub(super) abort: u32,
    pub(super) refused: Target,
    pub(super) success: Target,
    pub(super) failure: Target,
}

/// A place or a number in an instruction. There are never as many: a tree has at most some 100,000 nodes.
pub(super) fn short(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

impl Region {
    /// The position that is recorded in its word.
    pub(super) fn recorded(&self, words: &[u32]) -> Option<usize> {
        let word = words[self.state];
        if word == 0 || word >= SUCCEEDED { None } else { Some(self.first + word as usize - 1) }
    }
}

/// The word of a child of a parallel that has succeeded.
pub(super) const SUCCEEDED: u32 = u32::MAX - 1;
/// The word of a child of a parallel that has failed.
pub(super) const FAILED: u32 = u32::MAX;

/// How many words a time takes.
pub(super) const TIME: usize = 3;

/// Reads a time.
#[inline]
#[allow(clippy::cast_lossless, reason = "two words are one number")]
pub(super) fn time(words: &[u32], at: Address) -> Duration {
    Duration::new(words[at] as u64 | (words[at + 1] as u64) << 32, words[at + 2])
}

/// Writes a time.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "one number becomes two words")]
pub(super) fn set_time(words: &mut [u32], at: Address, time: Duration) {
    words[at] = time.as_secs() as u32;
    words[at + 1] = (time.as_secs() >> 32) as u32;
    words[at + 2] = time.subsec_nanos();
}

impl Position {
    /// A position that keeps nothing, until it is known what it keeps.
    pub(super) const fn empty() -> Self {
        let keeps = Keeps::Nothing;
        Self { node: 0, keeps, from: 0, to: 0, cooldowns: Vec::new(), must_end: false }
    }
}

impl Code {
    /// The code of a tree without anything.
    pub(super) const fn empty() -> Self {
        Self {
            name: "",
            file: None,
            foreign: Vec::new(),
            nodes: Vec::new(),
            instructions: Vec::new(),
            regions: Vec::new(),
            frames: Vec::new(),
            positions: Vec::new(),
            arguments: Vec::new(),
            values: Vec::new(),
            lengths: Vec::new(),
            periods: Vec::new(),
            cooldowns: Vec::new(),
            aborts: Vec::new(),
            besides: Vec::new(),
            targets: Vec::new(),
            tested: Vec::new(),
            root: 0,
            entries: [0; 2],
            rows: [None; 2],
            words: 0,
            held: 0,
            trees: Vec::new(),
            shape: 0,
            id: 0,
        }
    }
}
