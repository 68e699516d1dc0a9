//! A copy of the recording that all readers share.

use super::clock::Instant;
use super::shared::Shared;
use crate::record::{News, Reel};
use std::string::String;
use std::time::Duration;

/// The minimum time between two requests to the program.
const PERIOD: Duration = Duration::from_millis(50);

/// The unfinished moment is shown if it has not changed for this time: then the program waits for something.
const QUIET: Duration = Duration::from_millis(200);

/// How long a new reader waits for the moments that were recorded before it connected.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Mirror {
    reel: Reel,
    /// The time of the last request to the program.
    asked: Option<Instant>,
    /// The last known state of the program, and the time since when it has not changed.
    seen: (u64, Instant),
}

/// The parts that a page already has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// The first moment that the page does not have completely.
    pub(super) from: u64,
    pub(super) trees: usize,
    pub(super) agents: usize,
    /// The state that the page has of the unfinished moment.
    pub(super) open: Option<u64>,
}

impl Mirror {
    pub(super) fn new() -> Self {
        Self { reel: Reel::default(), asked: None, seen: (0, Instant::now()) }
    }

    /// Returns the parts that are new to a page; `None` if there are none.
    pub(super) fn news(&mut self, known: &Known, shared: &Shared) -> Option<News> {
        self.refresh(shared);
        let reel = &self.reel;
        let behind = reel.end() > known.from;
        let other = reel.open().is_some() && reel.open() != known.open;
        // A page that has another state of the unfinished moment keeps it until the moment is finished.
        (behind || other).then(|| reel.news(known.from, known.trees, known.agents))
    }

    /// Returns the whole recording, and the names of its trees.
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
        // Without a server, nobody asks in vain while a tick goes on.
        let is_recent =
            shared.is_served() && self.asked.is_some_and(|asked| asked.elapsed() < PERIOD);
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
