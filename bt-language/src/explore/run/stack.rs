//! The stack: three words for each region or frame that is run, and in front of them what a frame remembers of its
//! children during a tick.

use super::{At, Run, number};
use crate::machine::{Exit, Frame, FrameId, Pick, RegionId, Status};

/// A region or a frame that is run.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) at: At,
    /// The block.
    pub(super) place: usize,
    pub(super) phase: Phase,
    /// The status of the leaf or the child that was ticked last.
    pub(super) status: Status,
}

/// How far a block, or a frame without blocks, is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// It begins.
    Begin,
    /// Its first steps are done.
    Act,
    /// The position has begun and is ticked.
    Begun,
    /// The region or frame that was called has returned the status.
    Returned,
}

/// The words of an entry.
const WORDS: usize = 3;
const PHASES: [Phase; 4] = [Phase::Begin, Phase::Act, Phase::Begun, Phase::Returned];
const STATUSES: [Status; 3] = [Status::Success, Status::Failure, Status::Running];

impl Run<'_> {
    /// The number of what is run: regions first, then frames.
    pub(super) fn code(&self, at: At) -> usize {
        match at {
            At::Region(region) => region.place(),
            At::Frame(frame) => self.machine().regions.len() + frame.place(),
        }
    }

    pub(super) fn top(&self) -> Entry {
        let first = self.words.len() - WORDS;
        let (code, place) = (self.words[first] as usize, self.words[first + 1] as usize);
        let rest = self.words[first + 2] as usize;
        let at = match code.checked_sub(self.machine().regions.len()) {
            None => At::Region(RegionId::new(code)),
            Some(frame) => At::Frame(FrameId::new(frame)),
        };
        Entry { at, place, phase: PHASES[rest / 3], status: STATUSES[rest % 3] }
    }

    pub(super) fn set_top(&mut self, entry: Entry) {
        let first = self.words.len() - WORDS;
        self.words[first + 1] = number(entry.place);
        self.words[first + 2] = entry.phase as u32 * 3 + entry.status as u32;
    }

    pub(super) fn push(&mut self, at: At) {
        if let At::Frame(frame) = at {
            let left = self.left(frame);
            self.words.extend(std::iter::repeat_n(1, left));
        }
        let code = number(self.code(at));
        let status = Phase::Begin as u32 * 3 + Status::Failure as u32;
        self.words.extend([code, 0, status]);
    }

    /// Removes the entry on top and gives the status to its caller; `true` if there is none.
    pub(super) fn pop(&mut self, entry: Entry, status: Status) -> bool {
        let mut size = WORDS;
        if let At::Frame(frame) = entry.at {
            self.words[self.shape.fresh + frame.place()] = 0;
            size += self.left(frame);
        }
        self.words.truncate(self.words.len() - size);
        if self.words.len() <= self.shape.fixed {
            return true;
        }
        let caller = self.top();
        self.set_top(Entry { phase: Phase::Returned, status, ..caller });
        false
    }

    /// The number of words in front of the entry of a frame: one for each child, if the best of those that are left
    /// is picked.
    fn left(&self, frame: FrameId) -> usize {
        let of = &self.machine()[frame];
        if picks_best(of) { of.children.len() } else { 0 }
    }

    /// The place of these words, if the frame is on top.
    pub(super) fn left_from(&self, frame: FrameId) -> usize {
        self.words.len() - WORDS - self.left(frame)
    }
}

fn picks_best(frame: &Frame) -> bool {
    let is_it = |exit: &Exit| matches!(exit, Exit::Pick { by: Pick::Best, .. });
    frame.blocks.iter().any(|block| is_it(&block.exit))
}
