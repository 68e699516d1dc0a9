//! The blocks of one tick while they are written: each is declared first, then reached, then
//! placed.

use crate::machine::{
    Block, BlockId, BlockName, Edge, Ended, Exit, NodeId, PositionId, Set, Step, To, Verdict,
};

/// A block that was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Label(usize);

/// Nodes, and the block at which each begins.
pub(super) type Begins = Vec<(NodeId, BlockId)>;

/// The blocks, in the order in which they are placed; a block comes after the blocks that lead to
/// it.
#[derive(Default)]
pub(crate) struct Blocks {
    names: Vec<BlockName>,
    /// The positions that may be recorded at each block; `None` if no edge leads to it.
    recorded: Vec<Option<Set>>,
    /// Until [`Blocks::finish`], the id of a block and the target of an edge are labels.
    placed: Vec<Block>,
}

impl Blocks {
    /// Declares a block that is placed later.
    pub(crate) fn declare(&mut self, name: impl Into<BlockName>) -> Label {
        self.names.push(name.into());
        self.recorded.push(None);
        Label(self.names.len() - 1)
    }

    /// Makes an edge to a block, at which `set` may be recorded.
    pub(crate) fn edge(&mut self, label: Label, set: &Set) -> Edge {
        match &mut self.recorded[label.0] {
            Some(recorded) => recorded.join(set),
            none => *none = Some(set.clone()),
        }
        Edge::to(BlockId::new(label.0))
    }

    /// Makes an edge to an earlier block of a frame.
    pub(super) fn back(label: Label) -> Edge {
        Edge { steps: Vec::new(), to: To::Back(BlockId::new(label.0)) }
    }

    /// The positions that may be recorded at a block that is about to be placed; `None` if no edge
    /// leads to it.
    pub(crate) fn reached(&self, label: Label) -> Option<Set> {
        self.recorded[label.0].clone()
    }

    pub(crate) fn place(&mut self, label: Label, steps: Vec<Step>, exit: Exit) {
        let name = std::mem::replace(&mut self.names[label.0], "".into());
        let id = BlockId::new(label.0);
        self.placed.push(Block { id, name, recorded: Set::default(), steps, exit });
    }

    /// Places a block that only returns a status, if an edge leads to it.
    pub(crate) fn place_leaving(&mut self, label: Label, steps: Vec<Step>, verdict: Verdict) {
        if self.reached(label).is_some() {
            self.place(label, steps, Exit::Jump(Edge::leave(verdict)));
        }
    }

    /// Returns the blocks; the id of each is its index.
    ///
    /// # Errors
    ///
    /// If an edge leads to a block that was not placed.
    pub(crate) fn finish(self) -> Result<Vec<Block>, String> {
        Ok(self.finish_with(&[])?.0)
    }

    /// The same, with those of some labels that were placed.
    ///
    /// # Errors
    ///
    /// If an edge leads to a block that was not placed.
    pub(super) fn finish_with(
        self,
        wanted: &[(NodeId, Label)],
    ) -> Result<(Vec<Block>, Begins), String> {
        let Self { names, mut recorded, mut placed } = self;
        placed.shrink_to_fit();
        let mut ids = vec![None; names.len()];
        for (place, block) in placed.iter().enumerate() {
            ids[block.id.place()] = Some(BlockId::new(place));
        }
        let missing = (0..names.len()).find(|&at| recorded[at].is_some() && ids[at].is_none());
        if let Some(label) = missing {
            return Err(format!("its block `{:?}` is reached and was not placed", names[label]));
        }
        for (place, block) in placed.iter_mut().enumerate() {
            block.recorded = recorded[block.id.place()].take().unwrap_or_default();
            block.id = BlockId::new(place);
            each_edge(&mut block.exit, &mut |edge| {
                if let To::Block(label) | To::Back(label) = &mut edge.to {
                    *label = ids[label.place()].unwrap_or(BlockId::FIRST);
                }
            });
        }
        let wanted = wanted.iter().filter_map(|(of, label)| Some((*of, ids[label.0]?)));
        let wanted = wanted.collect();
        Ok((placed, wanted))
    }
}

fn each_edge(exit: &mut Exit, change: &mut dyn FnMut(&mut Edge)) {
    match exit {
        Exit::Jump(edge) => change(edge),
        Exit::Resume(arms) => arms.iter_mut().for_each(|(_, edge)| change(edge)),
        Exit::Ask { yes, no, .. } => [yes, no].into_iter().for_each(change),
        Exit::Choose { arms, .. } => arms.iter_mut().for_each(change),
        Exit::Remembered { success, failure, nothing, .. } => {
            [success, failure, nothing].into_iter().for_each(change);
        }
        Exit::Act { running, ended, .. }
        | Exit::Chosen { running, ended }
        | Exit::Through { running, ended } => {
            change(running);
            each_end(ended, change);
        }
        Exit::Pick { found, none, other, .. } => {
            [found, none].into_iter().chain(other).for_each(change);
        }
        Exit::Stop { running, stopped, .. } => [running, stopped].into_iter().for_each(change),
        Exit::Wait { before, over, .. } => [before, over].into_iter().for_each(change),
        Exit::Begin { refused, then, .. } => {
            refused.iter_mut().chain([then]).for_each(change);
        }
        Exit::BeginBeside { refused, success, failure, .. } => {
            refused.iter_mut().chain([success, failure]).for_each(change);
        }
        Exit::Continue { success, failure, .. } => {
            [success, failure].into_iter().for_each(change);
        }
        Exit::Child { closed, running, ended, .. } => {
            closed.iter_mut().chain([running]).for_each(&mut *change);
            each_end(ended, change);
        }
    }
}

fn each_end(ended: &mut Ended, change: &mut dyn FnMut(&mut Edge)) {
    match ended {
        Ended::Apart { success, failure } => [success, failure].into_iter().for_each(change),
        Ended::Alike(edge) => change(edge),
    }
}

/// The positions of a range as ids.
pub(crate) fn ids(range: std::ops::Range<usize>) -> impl Iterator<Item = PositionId> {
    range.map(PositionId::new)
}
