//! The copy of the recording for the readers, made once for all of them.

use super::shared::Shared;
use crate::record::{News, Reel};
use std::string::String;
use std::time::{Duration, Instant};

/// The program is not asked for more than once in this time.
const PERIOD: Duration = Duration::from_millis(50);

/// The moment that goes on is shown if it has been the same for so long: the program waits for something.
const QUIET: Duration = Duration::from_millis(200);

/// How long a reader waits for what was recorded before it came.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Mirror {
    reel: Reel,
    /// When the program was asked last.
    asked: Option<Instant>,
    /// The state in which the program was seen, and since when.
    seen: (u64, Instant),
}

/// The parts that a page has already.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// The first moment that it does not have in full.
    pub(super) from: u64,
    pub(super) trees: usize,
    pub(super) agents: usize,
    /// Which state it has of the moment that goes on.
    pub(super) open: Option<u64>,
}

impl Mirror {
    pub(super) fn new() -> Self {
        Self { reel: Reel::default(), asked: None, seen: (0, Instant::now()) }
    }

    /// The parts that are new to a page; `None` if there are none.
    pub(super) fn news(&mut self, known: &Known, shared: &Shared) -> Option<News> {
        self.refresh(shared);
        let reel = &self.reel;
        let behind = reel.end() > known.from;
        let other = reel.open().is_some() && reel.open() != known.open;
        // A page that has another moment that goes on keeps it until it is finished.
        (behind || other).then(|| reel.news(known.from, known.trees, known.agents))
    }

    /// All there is, and the names of its trees.
    pub(super) fn all(&mut self, shared: &Shared) -> (String, News) {
        self.refresh(shared);
        (self.reel.tree_names(), self.reel.news(0, 0, 0))
    }

    fn refresh(&mut self, shared: &Shared) {
        let now = Instant::now();
        let (state, end) = shared.progress();
        if self.seen.0 != state {
            self.seen = (state, now);
        }
        let open = shared.is_paused() || self.seen.1.elapsed() >= QUIET;
        let is_recent = self.asked.is_some_and(|asked| asked.elapsed() < PERIOD);
        let is_late = self.asked.is_none() || self.reel.end() < end;
        let is_new = is_late || open && self.reel.open() != Some(state);
        if !is_new || is_recent {
            return;
        }
        while let Some((part, state)) = shared.part(self.reel.wish(open)) {
            let is_last = part.is_empty();
            self.reel.take(part, state);
            let is_all = self.reel.end() >= end && (!open || self.reel.open().is_some());
            if is_last || is_all || now.elapsed() >= PATIENCE {
                break;
            }
        }
        self.asked = Some(Instant::now());
    }
}
