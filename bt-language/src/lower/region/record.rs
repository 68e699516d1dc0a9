//! Recorded positions: testing, aborting and replacing them.

use super::Lowering;
use crate::lower::plan::ItemId;
use crate::machine::{Abort, Edge, NodeId, PositionId, Set, Status, Step, Test, Verdict};

/// The maximum number of positions that a test names one by one. Without a maximum, a wide region
/// would need a number of names that is quadratic in its leaves.
const NAMED: usize = 8;

impl Lowering<'_> {
    /// Aborts the recorded one of these positions, up to the first node that contains the node
    /// `keep`.
    pub(super) fn end(set: &Set, positions: Vec<PositionId>, keep: NodeId) -> Abort {
        let test = if set.but(&positions).is_empty() {
            Test::Always
        } else if positions.len() <= NAMED {
            Test::Named
        } else {
            Test::Ranges(ranges(set, &positions))
        };
        Abort { positions, test, keep }
    }

    /// Does the same as a step; `None` if none of the positions can be recorded.
    pub(super) fn abort(set: &Set, positions: &[PositionId], keep: NodeId) -> Option<Step> {
        (!positions.is_empty()).then(|| Step::Abort(Self::end(set, positions.to_vec(), keep)))
    }

    /// Records a position as running, in place of any other, and leaves the region.
    pub(super) fn record(&self, item: ItemId, set: &Set) -> Edge {
        let position = self.position(item);
        let others: Vec<PositionId> =
            set.positions().into_iter().filter(|other| *other != position).collect();
        let abort = Self::abort(set, &others, self.id(item));
        let record = (*set != Set::only(position)).then_some(Step::Record(position));
        Edge::leave(Verdict::Is(Status::Running)).after(abort.into_iter().chain(record))
    }
}

/// Ranges that contain these positions, and otherwise only positions that cannot be recorded.
fn ranges(set: &Set, positions: &[PositionId]) -> Vec<(PositionId, PositionId)> {
    let mut ranges: Vec<(PositionId, PositionId)> = Vec::new();
    for position in positions {
        match ranges.last_mut() {
            Some((_, last)) if set.within(last.place() + 1..position.place()).is_empty() => {
                *last = *position;
            }
            _ => ranges.push((*position, *position)),
        }
    }
    ranges
}
