//! The blocks that read the status of what was ticked before them.

use crate::machine::{Block, Edge, Exit, Machine, Step, To, Verdict};

/// For each region and frame the blocks in which the status of what was ticked last still matters.
///
/// In other blocks it is forgotten, so that two ways to the same block lead to the same configuration.
pub(super) struct StatusReads(Vec<Vec<bool>>);

impl StatusReads {
    pub(super) fn of(machine: &Machine) -> Self {
        let regions = machine.regions.iter().map(|region| reads(&region.blocks));
        Self(regions.chain(machine.frames.iter().map(|frame| reads(&frame.blocks))).collect())
    }

    /// Returns `true` if a block, or one after it, reads the status.
    pub(super) fn has(&self, code: usize, block: usize) -> bool {
        self.0.get(code).and_then(|blocks| blocks.get(block)).copied().unwrap_or(true)
    }
}

fn reads(blocks: &[Block]) -> Vec<bool> {
    let mut reads = vec![true; blocks.len()];
    // Exits lead to later blocks.
    for (place, block) in blocks.iter().enumerate().rev() {
        let is_read = |edge: &&Edge| {
            in_steps(&edge.steps)
                || match edge.to {
                    To::Return(verdict) => verdict == Verdict::Same,
                    // The child that is picked next has a status of its own.
                    To::Back(_) => false,
                    To::Block(next) => reads.get(next.place()).copied().unwrap_or(true),
                }
        };
        reads[place] = in_steps(&block.steps)
            || (!ticks(&block.exit) && block.exit.edges().iter().any(is_read))
            // If it refuses, nothing has been ticked.
            || matches!(&block.exit, Exit::BeginBeside { refused: Some(edge), .. } if is_read(&edge))
            || matches!(&block.exit, Exit::Child { closed: Some(edge), .. } if is_read(&edge));
    }
    reads
}

/// Returns `true` if the exit ticks something, whose status is the one that matters from then on.
fn ticks(exit: &Exit) -> bool {
    matches!(
        exit,
        Exit::Act { .. }
            | Exit::BeginBeside { .. }
            | Exit::Continue { .. }
            | Exit::Child { .. }
            | Exit::Chosen { .. }
            | Exit::Through { .. }
    )
}

fn in_steps(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Finished(_, Verdict::Same)))
}
