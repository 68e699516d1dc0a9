//! The words of a configuration: the place of a tick, and everything that the rest of the tick depends on.
//!
//! ```text
//! cells | answers | fresh | busy | watched | before | flags | stack
//! ```
//!
//! * The *cells* of the state, as the tick has changed them.
//! * The *answers* that hold until the blackboard may have changed: unknown, no or yes.
//! * For each frame 1 if it began in this tick: it is *fresh*.
//! * 1 if a leaf has returned running: the tick is *busy*.
//! * The results so far of each *watched* node; for each node of `before`, 1 if it was active before the tick.
//! * The *flags* behind the state, which do not change.
//! * The *stack*: the regions and frames that are run.

use super::{Model, Packing};
use std::collections::BTreeSet;
use std::ops::Range;

/// The nodes about which a rule asks; ticks that differ in nothing else are continued once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// The nodes whose results matter.
    pub during: BTreeSet<usize>,
    /// The nodes of which it matters whether they were active before the tick.
    pub before: BTreeSet<usize>,
}

impl Watch {
    /// The number of questions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.during.len() + self.before.len()
    }

    /// Returns `true` if nothing is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.during.is_empty() && self.before.is_empty()
    }
}

/// A node of [`Watch::during`].
pub(super) struct Watched {
    pub(super) node: usize,
    /// The node and those below it.
    pub(super) range: Range<usize>,
}

/// Where the words of a configuration are.
pub(super) struct Shape {
    pub(super) cells: usize,
    pub(super) answers: Range<usize>,
    pub(super) fresh: usize,
    pub(super) busy: usize,
    pub(super) watched: usize,
    before: usize,
    /// The number of words below the stack.
    pub(super) fixed: usize,
    pub(super) nodes: Vec<Watched>,
    nodes_before: Vec<usize>,
}

/// Of a watched node: it or a node below it was ticked.
pub(super) const TICKED: u32 = 4;
/// Of a watched node: it was aborted.
pub(super) const ABORTED: u32 = 8;

impl Shape {
    pub(super) fn of(model: &Model, watch: &Watch, flags: usize) -> Self {
        let nodes = &model.machine().nodes;
        let watched = watch.during.iter().filter_map(|node| {
            nodes.get(*node).map(|of| Watched { node: *node, range: of.range() })
        });
        let watched: Vec<Watched> = watched.collect();
        let nodes_before: Vec<usize> =
            watch.before.iter().copied().filter(|node| *node < nodes.len()).collect();
        let cells = model.layout.limits.len();
        let answers = cells..cells + model.facts.count;
        let fresh = answers.end;
        let busy = fresh + model.machine().frames.len();
        let before = busy + 1 + watched.len();
        Self {
            cells,
            answers,
            fresh,
            busy,
            watched: busy + 1,
            before,
            fixed: before + nodes_before.len() + flags,
            nodes: watched,
            nodes_before,
        }
    }

    /// The layout of the packed words below the stack.
    pub(super) fn packing(&self, model: &Model) -> Packing {
        let mut limits = model.layout.limits.clone();
        limits.resize(self.answers.end, 2);
        limits.resize(self.busy + 1, 1);
        limits.resize(self.before, TICKED | ABORTED | 3);
        limits.resize(self.fixed, 1);
        Packing::of(&limits)
    }

    /// The configuration before a tick, without a stack.
    pub(super) fn begin(
        &self,
        state: &[u32],
        active: &[bool],
        flags: &[u32],
        words: &mut Vec<u32>,
    ) {
        words.clear();
        words.extend_from_slice(state);
        words.resize(self.before, 0);
        words.extend(self.nodes_before.iter().map(|node| u32::from(active[*node])));
        words.extend_from_slice(flags);
        words.resize(self.fixed, 0);
    }
}
