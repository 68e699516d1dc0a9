//! Snapshots as words: where they are those of the snapshot before, so are the values, and no value has to be built.
//!
//! The words say of every value what it is and where it ends, so that different values have different words. Names that
//! the program does not build while it runs are written as their address.

use super::super::snapshot::{Name, Values};
use super::writer::{Tag, Writer};
use super::{Result, part_of};
use serde::ser::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::mem;
use std::vec::Vec;

/// The words of a snapshot.
#[derive(Debug, Default)]
pub(in super::super) struct Print {
    words: Vec<u64>,
    /// The names of the fields of a struct, and where the words of each one end.
    fields: Vec<(&'static str, usize)>,
    /// `false` if the values are not known from the words alone.
    is_whole: bool,
}

/// The difference from a snapshot before.
pub(in super::super) enum Difference {
    None,
    /// Only in the values of [`Scratch::changed`].
    Fields,
    /// All values have to be compared.
    Unknown,
}

/// The memory of a comparison, used again and again.
#[derive(Debug, Default)]
pub(in super::super) struct Scratch {
    print: Print,
    pub(in super::super) changed: Vec<(Name, Value)>,
}

impl Scratch {
    /// Compares a blackboard with a print, which becomes that of the blackboard.
    pub(in super::super) fn compare(
        &mut self,
        print: &mut Print,
        blackboard: &(impl Serialize + ?Sized),
    ) -> Difference {
        self.changed.clear();
        self.print.words.clear();
        self.print.fields.clear();
        self.print.is_whole = true;
        let Self { print: now, changed } = self;
        let (starts, is_aligned) = ((0, 0), true);
        let mut comparison = Comparison { before: print, now, changed, starts, is_aligned };
        let writer = Writer { to: &mut comparison, depth: 0, is_blackboard: true };
        let is_written = blackboard.serialize(writer).is_ok();
        let is_aligned = comparison.is_aligned;
        self.print.is_whole &= is_written;
        let is_known = self.print.is_whole && print.is_whole;
        let same_fields = is_aligned && self.print.fields.len() == print.fields.len();
        let difference = match (is_known && same_fields, self.print.fields.is_empty()) {
            (true, true) if self.print.words == print.words => Difference::None,
            (true, false) if self.changed.is_empty() => Difference::None,
            (true, false) => Difference::Fields,
            _ => Difference::Unknown,
        };
        mem::swap(&mut self.print, print);
        difference
    }
}

impl Print {
    /// Checks that each field is the value of that name: two of one name, or names in quotes, are not.
    pub(in super::super) fn check(&mut self, values: &Values) {
        let names: BTreeSet<_> = self.fields.iter().map(|(name, _)| *name).collect();
        let is_sound = names.len() == self.fields.len()
            && (names.is_empty() || names.len() == values.len())
            && names.iter().all(|name| values.contains_key(*name));
        self.is_whole &= is_sound;
    }
}

/// Up to eight bytes.
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_ne_bytes(word)
}

/// A snapshot that is written, beside the one before.
pub(super) struct Comparison<'a> {
    before: &'a Print,
    now: &'a mut Print,
    changed: &'a mut Vec<(Name, Value)>,
    /// Where the words of the next field begin, and where they began before.
    starts: (usize, usize),
    /// `true` while the fields are those of the print before.
    is_aligned: bool,
}

impl Comparison<'_> {
    /// A value of up to 56 bits.
    #[inline]
    pub(super) fn put(&mut self, tag: Tag, value: u64) {
        self.now.words.push((tag as u64) << 56 | value);
    }

    #[inline]
    pub(super) fn put_wide(&mut self, tag: Tag, value: u64) {
        self.put(tag, 0);
        self.now.words.push(value);
    }

    pub(super) fn text(&mut self, tag: Tag, text: &[u8]) {
        self.put(tag, text.len() as u64);
        self.now.words.extend(text.chunks(8).map(word));
    }

    pub(super) fn name(&mut self, tag: Tag, name: &'static str) {
        self.put(tag, name.len() as u64);
        self.now.words.push(name.as_ptr().addr() as u64);
    }

    /// A value in others; what cannot be written is left to those who build values.
    pub(super) fn part(&mut self, value: &(impl Serialize + ?Sized), depth: usize) -> Result<()> {
        let written = value.serialize(Writer { to: self, depth, is_blackboard: false });
        self.now.is_whole &= written.is_ok();
        written
    }

    /// A field of the blackboard: its value is built if its words are others than before.
    #[inline]
    pub(super) fn field(
        &mut self,
        name: &'static str,
        value: &(impl Serialize + ?Sized),
        depth: usize,
    ) -> Result<()> {
        let (start, start_before) = self.starts;
        self.part(value, depth)?;
        let end = self.now.words.len();
        let before = self.before.fields.get(self.now.fields.len());
        self.now.fields.push((name, end));
        match before {
            Some((known, end_before)) if std::ptr::eq(*known, name) || *known == name => {
                self.starts = (end, *end_before);
                // Word by word: they have just been written, and wider loads would wait for them.
                let words = self.now.words[start..end].iter();
                if !words.eq(&self.before.words[start_before..*end_before]) {
                    self.changed.push((Name::Borrowed(name), part_of(value, depth)));
                }
            }
            _ => (self.starts, self.is_aligned) = ((end, self.before.words.len()), false),
        }
        Ok(())
    }
}
