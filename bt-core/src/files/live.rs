//! The part of an agent's state that is in use. Words of inactive nodes keep old values.

use super::code::{
    Address, BITS, BYTES, Code, Field, Keeps, NUMBERS, Period, SUCCEEDED, Slots, numbers,
};
use std::vec;
use std::vec::Vec;

/// `Err` describes a state that no run of the tree produces.
pub(super) type Checked<T> = Result<T, &'static str>;

/// The number of nanoseconds in a second.
const SECOND: u32 = 1_000_000_000;

/// The part of a state that is in use.
#[derive(PartialEq)]
pub(super) struct Live {
    /// The words, with 0 for each that is not in use.
    pub(super) words: Vec<u32>,
    /// The slots of values of active nodes, and the word of each.
    pub(super) payloads: Vec<(usize, usize)>,
    /// The places of the values with names of active nodes; `true` for one that is always there.
    pub(super) data: Vec<(usize, bool)>,
    /// The slots of active trees of the vocabulary, and the node of each.
    pub(super) trees: Vec<(usize, u32)>,
    /// The deadlines.
    pub(super) deadlines: Vec<Address>,
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
        let (payloads, data, trees) = (Vec::new(), Vec::new(), Vec::new());
        let (words_in_use, deadlines) = (vec![0; words.len()], Vec::new());
        let live = Self { words: words_in_use, payloads, data, trees, deadlines };
        let mut reader = Reader { code, words, live };
        // An agent keeps its parameters and results while the tree is inactive.
        let parameters = code.parameters.iter().map(|(place, _)| (*place, false));
        let results = code.results_of_tree.iter().map(|place| (*place, false));
        reader.live.data.extend(parameters.chain(results));
        reader.memory()?;
        reader.region(0, false)?;
        Ok(reader.live)
    }
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
        if self.word(at + 2) < SECOND { Ok(()) } else { Err("invalid time") }
    }

    fn deadline(&mut self, at: Address) -> Checked<()> {
        self.live.deadlines.push(at);
        self.time(at)
    }

    /// Reads a word that must not exceed `most`.
    fn up_to(&mut self, most: usize, at: usize) -> Checked<usize> {
        let word = self.word(at) as usize;
        if word <= most { Ok(word) } else { Err("a number is too large") }
    }

    /// Reads the data of `once`, `cooldown` and `round_robin`.
    fn memory(&mut self) -> Checked<()> {
        let code = self.code;
        for cooldown in &code.cooldowns {
            self.up_to(1, cooldown.end)?;
            self.deadline(cooldown.end + 1)?;
            if let Period::Stored { at, .. } = cooldown.length {
                self.time(at)?;
            }
        }
        for (_, place, children) in &code.places {
            self.up_to(children - 1, *place)?;
        }
        for (_, result) in &code.results {
            self.up_to(2, *result)?;
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
            return Err("position out of range");
        }
        let position = &code.positions[region.first + word as usize - 1];
        match position.keeps {
            Keeps::Nothing => {}
            Keeps::Deadline => self.deadline(position.from)?,
            Keeps::Action { slot, call } => self.live.payloads.push((slot, usize::from(call.word))),
            Keeps::Tree { slot, .. } => self.live.trees.push((slot, position.node)),
            Keeps::Subtree { region, subtree } => {
                let passed = &code.subtrees[subtree];
                let parameters = passed.arguments.iter().map(|(place, _)| (*place, true));
                let results = passed.results.iter().map(|place| (*place, false));
                self.live.data.extend(parameters.chain(results));
                self.region(region, false)?;
            }
            Keeps::Region(region) => self.region(region, false)?,
            Keeps::Frame(frame) => self.frame(frame)?,
        }
        Ok(())
    }

    fn frame(&mut self, frame: usize) -> Checked<()> {
        let of = &self.code.frames[frame];
        let chosen = match of.slots {
            Slots::One | Slots::Each | Slots::Renewed => 0,
            Slots::Chosen(chosen) => self.up_to(of.children.len(), chosen)?,
        };
        for field in &of.fields {
            self.field(field, chosen, of.children.len())?;
        }
        for (place, child) in of.children.iter().enumerate() {
            match of.slots {
                Slots::One => self.region(*child, false)?,
                Slots::Each | Slots::Renewed => self.region(*child, true)?,
                Slots::Chosen(_) if chosen == place + 1 => self.region(*child, false)?,
                Slots::Chosen(_) => {}
            }
        }
        Ok(())
    }

    fn field(&mut self, field: &Field, chosen: usize, children: usize) -> Checked<()> {
        match *field {
            Field::Rounds { left, .. } => {
                if self.word(left) == 0 {
                    return Err("no round is left");
                }
            }
            Field::Deadline { until: at, .. } | Field::Until { at, .. } => self.deadline(at)?,
            Field::Due { at, period } => {
                self.deadline(at)?;
                if let Period::Stored { at, .. } = self.code.periods[period] {
                    self.time(at)?;
                }
            }
            Field::Decorator { slot, call } => {
                self.live.payloads.push((slot, usize::from(call.word)));
            }
            Field::Tried { at, .. } => self.tried(at, chosen, children)?,
            Field::Ranked { order, .. } | Field::InTurn { order, .. } => {
                self.order(order, chosen, children)?;
            }
            Field::Ranking { .. } => {}
            Field::Stopping { at } => {
                self.up_to(1, at)?;
            }
            Field::Value { place, .. } => self.live.data.push((place, true)),
            Field::Place { place } => self.live.data.push((place, false)),
            Field::Numbers { at, place, .. } => {
                for word in at..at + NUMBERS {
                    self.word(word);
                }
                if numbers(self.words, at).is_empty() {
                    return Err("no number is left");
                }
                self.live.data.push((place, true));
            }
        }
        Ok(())
    }

    /// Reads which children of a random composite were tried; the chosen one must be among them.
    fn tried(&mut self, tried: usize, chosen: usize, children: usize) -> Checked<()> {
        for place in 0..children.div_ceil(BITS) {
            let word = self.word(tried + place);
            let known = (children - place * BITS).min(BITS);
            if known < BITS && word >> known != 0 {
                return Err("child index out of range");
            }
        }
        let Some(child) = chosen.checked_sub(1) else { return Ok(()) };
        let is_tried = self.words[tried + child / BITS] & (1 << (child % BITS)) != 0;
        if is_tried { Ok(()) } else { Err("the chosen child was never tried") }
    }

    /// Reads the children of a choice that are left; none may occur twice.
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
                _ => return Err("invalid child order"),
            }
        }
        Ok(())
    }
}
