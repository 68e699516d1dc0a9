//! The layout of an agent's state, as one number.

use super::code::{Code, FrameKind, Instruction, Keeps};
use crate::NodeKind;

/// A hash that is equal for two trees if one can take over the state of the other: their nodes are of the same kinds in
/// the same order, and call the same words. Parameters, texts, labels and lines do not count.
pub(super) fn of(code: &Code) -> u64 {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for node in &code.nodes {
        let kind = NodeKind::ALL.iter().position(|kind| *kind == node.kind);
        hash.add(kind.unwrap_or_default());
        hash.add(node.end.index());
    }
    for instruction in &code.instructions {
        hash.add(word(instruction));
    }
    for position in &code.positions {
        hash.add(position.node as usize);
        hash.add(position.from);
        hash.add(position.to);
        if let Keeps::Action { call, .. } = position.keeps {
            hash.add(usize::from(call.word));
        }
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
    for frame in &code.frames {
        if let FrameKind::Finally { call } | FrameKind::Decorator { call, .. } = frame.kind {
            hash.add(usize::from(call.word));
        }
    }
    for (place, word) in &code.trees {
        hash.add(*place);
        hash.add(*word);
    }
    hash.add(code.words);
    hash.add(code.held);
    hash.add(code.regions.len());
    hash.0
}

/// The word that an instruction calls; for other instructions, a number for their kind.
fn word(instruction: &Instruction) -> usize {
    match instruction {
        Instruction::Ask { call, .. }
        | Instruction::Decide { call, .. }
        | Instruction::AskWithValues { call, .. }
        | Instruction::DecideWithValues { call, .. }
        | Instruction::Act { call, .. }
        | Instruction::ActOn { call, .. }
        | Instruction::Serve(call) => usize::from(call.word),
        _ => usize::MAX,
    }
}

/// The FNV-1a hash of Fowler, Noll and Vo, for numbers: the same on all machines.
struct Hash(u64);

impl Hash {
    fn add(&mut self, number: usize) {
        for byte in (number as u64).to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
