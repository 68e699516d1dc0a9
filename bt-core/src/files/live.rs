//! The part of an agent's state that is in use. Words of inactive nodes keep old values.

use super::code::{Code, FrameKind, Instruction, Keeps, Period, SUCCEEDED};
use super::loaded::Loaded;
use super::play::Vocabulary;
use std::sync::Arc;
use std::vec;
use std::vec::Vec;

/// `Err` describes a state that no run of the tree produces.
pub(super) type Checked<T> = Result<T, &'static str>;

/// The number of nanoseconds in a second.
const SECOND: u32 = 1_000_000_000;

/// The number of children whose indexes fit into one word.
const BYTES: usize = 4;

/// The part of a state that is in use.
#[derive(PartialEq)]
pub(super) struct Live {
    /// The words, with 0 for each that is not in use.
    pub(super) words: Vec<u32>,
    /// The slots of values of active nodes, and the word of each.
    pub(super) held: Vec<(usize, usize)>,
    /// The slots of active trees of the vocabulary, and the node of each.
    pub(super) trees: Vec<(usize, u32)>,
}

struct Reader<'a> {
    code: &'a Code,
    words: &'a [u32],
    live: Live,
}

impl Live {
    /// Collects and checks the part that is in use. A state that passes the check can be ticked.
    pub(super) fn of(code: &Code, words: &[u32]) -> Checked<Self> {
        if words.len() != code.words {
            return Err("it has another size");
        }
        let live = Self { words: vec![0; words.len()], held: Vec::new(), trees: Vec::new() };
        let mut reader = Reader { code, words, live };
        reader.memory()?;
        reader.region(0, false)?;
        Ok(reader.live)
    }
}

/// Returns `true` if both agents have the same tree and will behave the same.
pub(super) fn are_same<V: Vocabulary<Held: PartialEq>>(one: &Loaded<V>, other: &Loaded<V>) -> bool {
    if !Arc::ptr_eq(&one.code, &other.code) {
        return false;
    }
    let [live, others] = [one, other].map(|agent| Live::of(&agent.code, &agent.words));
    let held = live.iter().flat_map(|live| &live.held).chain(&one.code.trees);
    live == others && held.clone().all(|(place, _)| one.held(*place) == other.held(*place))
}

impl Reader<'_> {
    /// Reads a word and marks it as in use.
    fn word(&mut self, at: usize) -> u32 {
        self.live.words[at] = self.words[at];
        self.words[at]
    }

    fn time(&mut self, at: usize) -> Checked<()> {
        self.word(at);
        self.word(at + 1);
        if self.word(at + 2) < SECOND { Ok(()) } else { Err("a time is none") }
    }

    /// Reads a word that must not exceed `most`.
    fn up_to(&mut self, most: usize, at: usize) -> Checked<usize> {
        let word = self.word(at) as usize;
        if word <= most { Ok(word) } else { Err("a number is too large") }
    }

    /// Reads the data of `once` and `cooldown`.
    fn memory(&mut self) -> Checked<()> {
        let code = self.code;
        for cooldown in &code.cooldowns {
            self.up_to(1, cooldown.end)?;
            self.time(cooldown.end + 1)?;
            if let Period::Kept { at, .. } = cooldown.length {
                self.time(at)?;
            }
        }
        for instruction in &code.instructions {
            if let Instruction::Remembered { at, .. } = *instruction {
                self.up_to(2, at as usize)?;
            }
        }
        Ok(())
    }

    /// Reads a region; the region of a parallel's child may have ended.
    fn region(&mut self, number: usize, may_have_ended: bool) -> Checked<()> {
        let code = self.code;
        let region = &code.regions[number];
        let word = self.word(region.state);
        if word == 0 || may_have_ended && word >= SUCCEEDED {
            return Ok(());
        }
        if word as usize > region.positions {
            return Err("what runs is no node");
        }
        let position = &code.positions[region.first + word as usize - 1];
        match position.keeps {
            Keeps::Nothing => {}
            Keeps::Deadline => self.time(position.from)?,
            Keeps::Action { held, call } => self.live.held.push((held, usize::from(call.word))),
            Keeps::Tree { held, .. } => self.live.trees.push((held, position.node)),
            Keeps::Subtree { region } | Keeps::Region(region) => self.region(region, false)?,
            Keeps::Frame(frame) => self.frame(frame)?,
        }
        Ok(())
    }

    fn frame(&mut self, frame: usize) -> Checked<()> {
        let of = &self.code.frames[frame];
        let chosen = match of.kind {
            FrameKind::Random { chosen, .. }
            | FrameKind::Utility { chosen, .. }
            | FrameKind::ActiveUtility { chosen, .. } => {
                Some(self.up_to(of.children.len(), chosen)?)
            }
            _ => None,
        };
        self.fields(&of.kind, chosen.unwrap_or(0), of.children.len())?;
        let is_parallel = matches!(of.kind, FrameKind::Parallel);
        for (place, child) in of.children.iter().enumerate() {
            if chosen.is_none_or(|chosen| chosen == place + 1) {
                self.region(*child, is_parallel)?;
            }
        }
        Ok(())
    }

    /// Reads the data of a frame, without its children.
    fn fields(&mut self, kind: &FrameKind, chosen: usize, children: usize) -> Checked<()> {
        match *kind {
            FrameKind::Rounds { left, .. } => {
                if self.word(left) == 0 {
                    return Err("no round is left");
                }
            }
            FrameKind::Timeout { until, .. } => self.time(until)?,
            FrameKind::Timer { due, period, .. } => {
                self.time(due)?;
                if let Period::Kept { at, .. } = self.code.periods[period] {
                    self.time(at)?;
                }
            }
            FrameKind::Decorator { held, call } => {
                self.live.held.push((held, usize::from(call.word)));
            }
            FrameKind::Random { tried, .. } => self.tried(tried, chosen, children)?,
            FrameKind::Utility { order, .. } => self.order(order, chosen, children)?,
            FrameKind::Finally { .. } | FrameKind::Parallel | FrameKind::ActiveUtility { .. } => {}
        }
        Ok(())
    }

    /// Reads which children of a random composite were tried; the chosen one must be among them.
    fn tried(&mut self, tried: usize, chosen: usize, children: usize) -> Checked<()> {
        const BITS: usize = u32::BITS as usize;
        for place in 0..children.div_ceil(BITS) {
            let word = self.word(tried + place);
            let known = (children - place * BITS).min(BITS);
            if known < BITS && word >> known != 0 {
                return Err("a child was tried that there is not");
            }
        }
        let Some(child) = chosen.checked_sub(1) else { return Ok(()) };
        let is_tried = self.words[tried + child / BITS] & (1 << (child % BITS)) != 0;
        if is_tried { Ok(()) } else { Err("the chosen child was never tried") }
    }

    /// Reads the children of a utility selector that are left; none may occur twice.
    fn order(&mut self, order: usize, chosen: usize, children: usize) -> Checked<()> {
        let left = self.up_to(children, order)?;
        let mut is_known = vec![false; children];
        if let Some(chosen) = chosen.checked_sub(1) {
            is_known[chosen] = true;
        }
        for place in 0..left {
            let at = order + 1 + place / BYTES;
            let mask = 0xff << (place % BYTES * 8);
            let child = (self.words[at] & mask) >> (place % BYTES * 8);
            self.live.words[at] |= self.words[at] & mask;
            match is_known.get_mut(child as usize) {
                Some(is_known) if !*is_known => *is_known = true,
                _ => return Err("the order of the children is none"),
            }
        }
        Ok(())
    }
}
