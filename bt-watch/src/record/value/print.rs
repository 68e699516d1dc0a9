//! Snapshots as words. If the words equal those of the snapshot before, so do the values, and no value has to
//! be converted.
//!
//! The words contain the type and the end of every value, so different values have different words. Static
//! names are written as their addresses.

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
    /// The names of the fields of a struct, and the end of each field's words.
    fields: Vec<(&'static str, usize)>,
    /// `false` if the values do not follow from the words alone.
    is_whole: bool,
}

/// The difference from the snapshot before.
pub(in super::super) enum Difference {
    None,
    /// Only the values of [`Scratch::changed`] differ.
    Fields,
    /// All values have to be compared.
    Unknown,
}

/// The buffers of a comparison, which are reused.
#[derive(Debug, Default)]
pub(in super::super) struct Scratch {
    print: Print,
    pub(in super::super) changed: Vec<(Name, Value)>,
}

impl Scratch {
    /// Compares a blackboard with a print, and stores the blackboard's print in it.
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
    /// Checks that each field is the value of that name. It is not if two fields have the same name, or a
    /// name is quoted.
    pub(in super::super) fn check(&mut self, values: &Values) {
        let names: BTreeSet<_> = self.fields.iter().map(|(name, _)| *name).collect();
        let is_sound = names.len() == self.fields.len()
            && (names.is_empty() || names.len() == values.len())
            && names.iter().all(|name| values.contains_key(*name));
        self.is_whole &= is_sound;
    }
}

/// Packs up to eight bytes.
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_ne_bytes(word)
}

/// Writes a snapshot and compares it with the one before.
pub(super) struct Comparison<'a> {
    before: &'a Print,
    now: &'a mut Print,
    changed: &'a mut Vec<(Name, Value)>,
    /// The start of the next field's words, now and before.
    starts: (usize, usize),
    /// `true` while the fields are the same as in the print before.
    is_aligned: bool,
}

impl Comparison<'_> {
    /// Writes a value of up to 56 bits.
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

    /// Writes a nested value; a value that cannot be written is converted to JSON instead.
    pub(super) fn part(&mut self, value: &(impl Serialize + ?Sized), depth: usize) -> Result<()> {
        let written = value.serialize(Writer { to: self, depth, is_blackboard: false });
        self.now.is_whole &= written.is_ok();
        written
    }

    /// Writes a field of the blackboard, and converts its value if its words have changed.
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
                // Compares word by word: the words have just been written, and wider loads would wait until
                // the writes are complete.
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
