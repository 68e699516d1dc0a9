//! A loaded tree that can be run: the machines of `bt-language`, joined with their subtrees, with fixed addresses.
//!
//! The state of an agent is a slice of words. Each region has one word: 0 if no position is recorded, and `index + 1`
//! of the recorded position otherwise. The data of the positions follows at fixed addresses. Two positions of a region
//! share their words, unless one may begin while the other is still recorded. The data of `once` and `cooldown` comes
//! first.

mod instruction;

pub(super) use instruction::Instruction;

use crate::vocabulary::Value;
use crate::{Node, Status};
use core::num::NonZeroU32;
use core::ops::Range;
use core::time::Duration;
use std::sync::Arc;
use std::vec::Vec;

/// The index of a word in the state of an agent.
pub(super) type Address = usize;

/// The index of an instruction.
pub(super) type Target = u32;

/// A tree that can be run.
pub(super) struct Code {
    pub(super) name: &'static str,
    /// The file from which the tree was loaded, if it is known.
    pub(super) file: Option<Arc<str>>,
    /// The mark of the text in which it was written, if it is known.
    pub(super) text_mark: Option<Arc<str>>,
    /// The ranges of nodes that belong to trees of the vocabulary.
    pub(super) foreign: Vec<Range<usize>>,
    /// The nodes, including those of subtrees.
    pub(super) nodes: Vec<Node>,
    pub(super) instructions: Vec<Instruction>,
    /// All regions; the first one is the region of the tree.
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
    /// Rows of targets, for `Resume`; and rows of positions, for `Abort`.
    pub(super) targets: Vec<Target>,
    pub(super) tested: Vec<bool>,
    /// The word of the tree's region, and the first instructions of a tick, as in [`Region`].
    pub(super) root: Address,
    pub(super) entries: [Target; 2],
    pub(super) rows: [Option<NonZeroU32>; 2],
    /// The number of words of an agent.
    pub(super) words: usize,
    /// The number of slots for data of the user's types.
    pub(super) held: usize,
    /// The trees of the vocabulary, which live as long as the agent: slot and word.
    pub(super) trees: Vec<(usize, usize)>,
    /// The hash of the layout: equal for two trees that differ in parameters, texts and lines only.
    pub(super) shape: u64,
    /// A unique id of the tree.
    pub(super) id: usize,
}

/// A region of the machine.
pub(super) struct Region {
    /// The word that holds the recorded position.
    pub(super) state: Address,
    /// The first instruction: with events, and without events.
    pub(super) entries: [Target; 2],
    /// The row of the first instruction if it is a [`Resume`](Instruction::Resume): saves an instruction in each tick.
    pub(super) rows: [Option<NonZeroU32>; 2],
    /// The index of its first position.
    pub(super) first: usize,
    /// The number of its positions.
    pub(super) positions: usize,
    /// `true` if a node of the region can return `Running`.
    pub(super) can_run: bool,
    /// The positions that may need no tick.
    pub(super) rests: Vec<Rest>,
}

/// A position that a tick would not change as long as these terms hold.
pub(super) struct Rest {
    pub(super) position: usize,
    pub(super) terms: Vec<Term>,
}

/// A word of memory that has to remain unchanged.
#[derive(Clone, Copy)]
pub(super) enum Term {
    /// The cooldown has not ended.
    Cools(usize),
    /// The `once` has this result.
    Keeps(Address, bool),
}

/// A node that can be recorded.
pub(super) struct Position {
    pub(super) node: u32,
    pub(super) keeps: Keeps,
    /// The range of the words of its data, which are 0 when the node begins.
    pub(super) from: Address,
    pub(super) to: Address,
    /// The cooldowns above the node in its region, innermost first.
    pub(super) cooldowns: Vec<usize>,
    /// `true` if a node in the position has an `end` function or a `finally`.
    pub(super) must_end: bool,
}

/// The data of a position.
#[derive(Clone, Copy)]
pub(super) enum Keeps {
    Nothing,
    /// A deadline, stored at `from`.
    Deadline,
    /// A stateful action: its slot, and the call that makes it.
    Action {
        held: usize,
        call: Call,
    },
    /// A tree of the vocabulary, in this slot.
    Tree {
        held: usize,
        goes_by_other_clock: bool,
    },
    /// Another tree of the file.
    Subtree {
        region: usize,
    },
    Frame(usize),
    /// A part of the tree that has a region of its own.
    Region(usize),
}

/// The data of an active node, and how it ticks its children.
pub(super) struct Frame {
    pub(super) node: u32,
    pub(super) kind: FrameKind,
    /// The first instructions, for frames with blocks; see [`Region::entries`].
    pub(super) entries: [Target; 2],
    /// The regions of the children.
    pub(super) children: Vec<usize>,
}

/// The kind of a frame, with the addresses of its data.
pub(super) enum FrameKind {
    /// `repeat(N)`, `retry(N)`: the number of rounds that are left.
    Rounds {
        left: Address,
        count: Number,
    },
    /// `timeout(D)`
    Timeout {
        until: Address,
        length: usize,
    },
    /// `every(D)`, `service(D, W)`: the next time at which the node is due.
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
    /// `utility_selector`: the number of children that are left, and their order, the lowest score first.
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

/// The period of a timer, or the length of a cooldown.
#[derive(Clone, Copy)]
pub(super) enum Period {
    Constant(Duration),
    /// Stored when the node is activated.
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

/// A duration.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Constant(Duration),
    /// A `value` of the vocabulary.
    Asked(usize),
}

/// A `cooldown`: its end, if it has begun, and its length.
pub(super) struct Cooldown {
    pub(super) node: u32,
    /// The address of a word that is 1 if the cooldown has an end; the end follows.
    pub(super) end: Address,
    pub(super) length: Period,
}

/// A word of the vocabulary with its arguments. Small, since it is part of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) word: u16,
    pub(super) count: u8,
    /// `true` if some of its arguments are `value`s of the vocabulary.
    pub(super) asks: bool,
    /// The index of its first argument.
    pub(super) first: u32,
}

/// An argument of a word that has a `value` among its arguments.
#[derive(Clone, Copy)]
pub(super) enum Argument {
    Constant,
    /// A `value` of the vocabulary.
    Asked(usize),
}

/// Aborts the recorded position of a region.
pub(super) struct Abort {
    pub(super) region: usize,
    /// The positions that are aborted: a row of `tested`, indexed by the word of the region.
    pub(super) row: u32,
    /// Ancestors are aborted up to the first one that contains this node.
    pub(super) keep: u32,
}

/// The exits of a position that begins while another one may be recorded.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// The abort that takes place if the new position returns `Running`.
    pub(super) abort: u32,
    pub(super) refused: Target,
    pub(super) success: Target,
    pub(super) failure: Target,
}

/// An index or a count in an instruction. It always fits: a tree has at most some 100,000 nodes.
pub(super) fn short(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

impl Region {
    /// The index of the recorded position.
    pub(super) fn recorded(&self, words: &[u32]) -> Option<usize> {
        let word = words[self.state];
        if word == 0 || word >= SUCCEEDED { None } else { Some(self.first + word as usize - 1) }
    }
}

/// The word of a child of a parallel that has succeeded.
pub(super) const SUCCEEDED: u32 = u32::MAX - 1;
/// The word of a child of a parallel that has failed.
pub(super) const FAILED: u32 = u32::MAX;

/// The number of words of a time.
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
    /// A position without data, until its data is allocated.
    pub(super) const fn empty() -> Self {
        let keeps = Keeps::Nothing;
        Self { node: 0, keeps, from: 0, to: 0, cooldowns: Vec::new(), must_end: false }
    }
}

impl Code {
    /// The code of an empty tree.
    pub(super) const fn empty() -> Self {
        Self {
            name: "",
            file: None,
            text_mark: None,
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
