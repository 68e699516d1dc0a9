//! Aborts of recorded positions.

use super::super::code::{FrameKind, Keeps, SUCCEEDED};
use super::super::play::{Play, Vocabulary};
use super::Run;
use crate::End;
use crate::language::private::{Events, NOTHING};

impl<V: Vocabulary, E: Events> Run<'_, V, E> {
    /// Aborts the recorded position of a region, if it is one of the positions to abort.
    pub(super) fn abort<B: ?Sized>(&mut self, abort: u32, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let code = self.code;
        let of = &code.aborts[abort as usize];
        let word = self.words[code.regions[of.region].state];
        if code.tested[(of.row + word) as usize] {
            self.abort_recorded(abort, blackboard);
        }
    }

    /// Aborts the recorded position of a region, which is known to be one of the positions to abort.
    #[inline(never)]
    pub(super) fn abort_recorded<B: ?Sized>(&mut self, abort: u32, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let of = &self.code.aborts[abort as usize];
        self.leave(of.region, of.keep, blackboard);
    }

    /// Aborts the recorded position of a region, and every node above it that does not contain the node `keep`.
    pub(in super::super) fn leave<B: ?Sized>(
        &mut self,
        region: usize,
        keep: u32,
        blackboard: &mut B,
    ) where
        V: Play<B>,
    {
        let code = self.code;
        let region = &code.regions[region];
        let Some(position) = region.recorded(self.words) else { return };
        let of = &code.positions[position];
        let is_cut = matches!(of.keeps, Keeps::Region(_));
        if !matches!(of.keeps, Keeps::Nothing | Keeps::Deadline) {
            self.leave_data(position, keep, blackboard);
            // The word is cleared first, so that the node ends only once even if its `end` panics.
            if of.must_end && !is_cut {
                self.words[region.state] = 0;
                self.end(position, End::Aborted, blackboard);
            }
        }
        if !is_cut {
            self.events.aborted(of.node, keep);
        }
        for cooldown in &of.cooldowns {
            let node = code.cooldowns[*cooldown].node;
            let is_kept = node <= keep && keep < code.nodes[node as usize].end.0;
            if !is_kept {
                self.cool(*cooldown, blackboard);
            }
        }
        self.words[region.state] = 0;
    }

    /// Aborts all active nodes inside of a position.
    pub(super) fn leave_data<B: ?Sized>(&mut self, position: usize, keep: u32, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let of = &self.code.positions[position];
        match of.keeps {
            Keeps::Nothing | Keeps::Deadline | Keeps::Action { .. } => {}
            Keeps::Region(region) => self.leave(region, keep, blackboard),
            // In another tree all nodes are aborted, and none above it.
            Keeps::Subtree { region } => self.leave(region, of.node, blackboard),
            Keeps::Tree { held, .. } => {
                if let Some(tree) = self.held[held].as_mut() {
                    V::abort_tree(tree, blackboard, self.events.within(of.node + 1));
                }
            }
            Keeps::Frame(frame) => self.leave_children(frame, blackboard),
        }
    }

    /// Aborts all running children of a frame.
    pub(super) fn leave_children<B: ?Sized>(&mut self, frame: usize, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let code = self.code;
        let of = &code.frames[frame];
        let chosen = match of.kind {
            FrameKind::Random { chosen, .. }
            | FrameKind::Utility { chosen, .. }
            | FrameKind::ActiveUtility { chosen, .. } => Some(self.words[chosen]),
            _ => None,
        };
        for (place, child) in of.children.iter().enumerate() {
            let is_chosen = chosen.is_none_or(|chosen| chosen as usize == place + 1);
            let region = &code.regions[*child];
            if is_chosen && region.can_run && self.words[region.state] < SUCCEEDED {
                self.leave(*child, of.node, blackboard);
            }
        }
    }

    /// Aborts all running nodes.
    pub(in super::super) fn leave_all<B: ?Sized>(&mut self, blackboard: &mut B)
    where
        V: Play<B>,
    {
        self.leave(0, NOTHING, blackboard);
    }
}
