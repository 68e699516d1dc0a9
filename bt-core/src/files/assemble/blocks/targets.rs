//! The targets of instructions.

use crate::files::code::{Instruction, Target};

/// Changes each target to which an instruction may lead.
pub(super) fn each_target(instruction: &mut Instruction, mut change: impl FnMut(&mut Target)) {
    match instruction {
        Instruction::Jump(to) => change(to),
        Instruction::Ask { yes, no, .. }
        | Instruction::Decide { yes, no, .. }
        | Instruction::AskWithValues { yes, no, .. }
        | Instruction::DecideWithValues { yes, no, .. }
        | Instruction::IsReady { yes, no, .. }
        | Instruction::IsInTime { yes, no, .. }
        | Instruction::IsDue { yes, no, .. }
        | Instruction::HasRounds { yes, no, .. }
        | Instruction::Enough { yes, no, .. } => [yes, no].into_iter().for_each(change),
        Instruction::WaitBegins { before, over, .. }
        | Instruction::WaitGoesOn { before, over, .. } => {
            [before, over].into_iter().for_each(change);
        }
        Instruction::Remembered { success, failure, nothing, .. } => {
            [success, failure, nothing].into_iter().for_each(change);
        }
        Instruction::Act { running, success, failure, .. } => {
            [running, success, failure].into_iter().for_each(change);
        }
        Instruction::Begin { refused, then, .. } => [refused, then].into_iter().for_each(change),
        Instruction::ActOn { success, failure, .. }
        | Instruction::Continue { success, failure, .. } => {
            [success, failure].into_iter().for_each(change);
        }
        Instruction::Child { closed, running, success, failure, .. } => {
            [closed, running, success, failure].into_iter().for_each(change);
        }
        _ => {}
    }
}
