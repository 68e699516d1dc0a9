//! Lists of bytes of the same length, each kept once.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher as _;

/// Rows of bytes, numbered in the order in which they were added.
pub struct Rows {
    size: usize,
    count: usize,
    bytes: Vec<u8>,
    table: HashTable<u32>,
}

impl Rows {
    /// No rows yet; each will have this number of bytes.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self { size, count: 0, bytes: Vec::new(), table: HashTable::new() }
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The row with a number; empty if there is none.
    #[must_use]
    pub fn get(&self, number: usize) -> &[u8] {
        row(&self.bytes, self.size, number)
    }

    /// The number of a row, and `true` if the row is new.
    pub fn add(&mut self, added: &[u8]) -> (usize, bool) {
        let Self { size, count, bytes, table } = self;
        let is_same = |number: &u32| row(bytes, *size, *number as usize) == added;
        let hash_again = |number: &u32| hash(row(bytes, *size, *number as usize));
        let entry = table.entry(hash(added), is_same, hash_again);
        if let hashbrown::hash_table::Entry::Occupied(known) = &entry {
            return (*known.get() as usize, false);
        }
        let number = *count;
        entry.insert(u32::try_from(number).unwrap_or(u32::MAX));
        bytes.extend_from_slice(added);
        *count += 1;
        (number, true)
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.count = 0;
        self.bytes.clear();
        self.table.clear();
    }

    /// The number of bytes that the rows and the table take.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.bytes.len() + self.table.allocation_size()
    }
}

fn row(bytes: &[u8], size: usize, number: usize) -> &[u8] {
    bytes.get(number * size..(number + 1) * size).unwrap_or_default()
}

fn hash(row: &[u8]) -> u64 {
    FxBuildHasher.hash_one(row)
}

#[cfg(test)]
mod tests {
    use super::Rows;

    #[test]
    fn each_row_is_kept_once() {
        let mut rows = Rows::new(2);
        let row = |number: u16| (number / 2).to_le_bytes();
        for number in 0..2000 {
            let place = usize::from(number / 2);
            assert_eq!(rows.add(&row(number)), (place, number % 2 == 0));
        }
        assert_eq!((rows.len(), rows.get(999), rows.get(1000)), (1000, &row(1998)[..], &[][..]));
        rows.clear();
        assert!(rows.is_empty());
        assert_eq!(rows.add(&row(7)), (0, true));
    }

    #[test]
    fn rows_without_bytes_are_one_row() {
        let mut rows = Rows::new(0);
        assert_eq!((rows.add(&[]), rows.add(&[]), rows.len()), ((0, true), (0, false), 1));
    }
}
