//! The layout of an agent's state, as one number.

use super::assemble::Words;
use super::code::{Code, Keeps};
use crate::NodeKind;

/// Two hashes. The first is equal for two trees whose nodes are of the same kinds in the same order, and call the same
/// words, which are `calls`; parameters, texts, labels and lines do not count. The second is equal if, besides, one can
/// take over the state of the other as it is.
pub(super) fn of(words: Words, code: &Code, calls: &[usize]) -> (u64, u64) {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for node in &code.nodes {
        let kind = NodeKind::ALL.iter().position(|kind| *kind == node.kind);
        hash.add(kind.unwrap_or_default());
        hash.add(node.end.index());
    }
    for word in calls {
        hash.add(*word);
    }
    let meaning = hash.0;
    for position in &code.positions {
        hash.add(position.node as usize);
        hash.add(position.from);
        hash.add(position.to);
        hash.add(match position.keeps {
            Keeps::Nothing => 0,
            Keeps::Deadline => 1,
            Keeps::Action { .. } => 2,
            Keeps::Tree { .. } => 3,
            Keeps::Subtree { .. } => 4,
            Keeps::Frame(_) => 5,
            Keeps::Region(_) => 6,
        });
    }
    for (slot, word) in &code.trees {
        hash.add(*slot);
        hash.add(*word);
        hash.number((words.fingerprint)(*word));
    }
    for name in &code.names {
        hash.add(name.place);
        name.of.bytes().for_each(|byte| hash.add(byte.into()));
    }
    hash.add(code.observed.instructions.len());
    hash.add(code.words);
    hash.add(code.slots);
    hash.add(code.regions.len());
    (meaning, hash.0)
}

/// The FNV-1a hash of Fowler, Noll and Vo, for numbers: the same on all machines.
struct Hash(u64);

impl Hash {
    fn add(&mut self, number: usize) {
        self.number(number as u64);
    }

    fn number(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
