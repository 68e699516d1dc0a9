//! The choices of a tick, and all that the rest of the tick depends on.

use super::{Run, number};
use crate::machine::NodeId;

/// The subject of a choice.
#[derive(Clone, Copy)]
pub(super) enum Site {
    Answer,
    Arm,
    Child,
    Check,
    Ready,
    Rounds,
    Status,
    Tick,
    Time,
}

impl Run<'_> {
    /// A number below `alternatives`, chosen at a node; a node chooses at most once at each `site`.
    pub(super) fn choose(&mut self, node: NodeId, site: Site, alternatives: usize) -> usize {
        if alternatives < 2 || self.seen.is_cut() {
            return 0;
        }
        if self.oracle.is_new() {
            self.configure(node, site);
            if !self.oracle.enter(&self.key, alternatives) {
                self.seen.cut(node);
                return 0;
            }
        }
        self.oracle.choose()
    }

    pub(super) fn maybe(&mut self, node: NodeId, site: Site) -> bool {
        self.choose(node, site, 2) == 0
    }

    /// Writes down all that the rest of the tick depends on.
    fn configure(&mut self, node: NodeId, site: Site) {
        let Self { key, stack, cells, answers, fresh, seen, watched, model, .. } = self;
        key.clear();
        key.extend([number(node.place()), site as u32, number(stack.len())]);
        key.extend_from_slice(stack);
        key.extend_from_slice(cells);
        let answer = |answer: &Option<bool>| answer.map_or(0, |answer| 1 + u32::from(answer));
        key.extend(answers.iter().map(answer));
        key.extend(fresh.iter().map(|fresh| u32::from(*fresh)));
        key.push(u32::from(seen.has_run));
        key.extend(watched.iter().map(|place| seen.so_far(&model.machine, *place)));
    }
}
