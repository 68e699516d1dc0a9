//! New trees on their way from a page to the program.

use crate::live::clock::Instant;
use crate::live::shared::{Shared, locked};
use bt_core::__internal::mark;
use bt_core::files::{Mistakes, Trees, Vocabulary};
use std::collections::BTreeMap;
use std::fmt;
use std::format;
use std::path::Path;
use std::string::String;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The maximum time that a page waits for the program to take new trees; then the answer is that they were sent. The
/// programs of the tests take them on a busy machine too, so there only a hang takes that long.
const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 60 } else { 2 });

/// The interval at which it is checked whether the program is paused.
const GLANCE: Duration = Duration::from_millis(50);

/// The newest trees of pages, until the program takes them.
pub(super) struct Slot<V: Vocabulary> {
    state: Mutex<State<V>>,
    changed: Condvar,
    /// `true` if there are trees to take, so that the program need not lock the state.
    is_waiting: AtomicBool,
}

struct State<V: Vocabulary> {
    next: Option<Next<V>>,
    /// The number of versions that pages have sent.
    sent: u64,
    /// The version that the program has.
    version: u64,
    /// The texts of that version; `None` if they are not known.
    running: Option<Source>,
    /// The number of agents that took that version.
    moved: usize,
    /// `true` if the program takes no more.
    is_closed: bool,
}

struct Next<V: Vocabulary> {
    version: u64,
    source: Source,
    trees: Trees<V>,
}

/// The texts of a version, by the names of their files.
pub(in crate::live) type Source = Arc<BTreeMap<String, Text>>;

/// A text of a version.
pub(in crate::live) struct Text {
    pub(super) text: String,
    pub(super) mark: String,
}

/// The version that the program has.
pub(super) struct Running {
    pub(super) version: u64,
    pub(super) source: Option<Source>,
}

/// The result of an apply.
pub(super) struct Applied {
    pub(super) version: u64,
    /// The number of agents; `None` if the program has not taken the trees yet.
    pub(super) moved: Option<usize>,
}

/// The reason why new trees were not applied.
pub(super) enum Refused {
    Mistakes(Mistakes),
    /// The program takes no more.
    Closed,
}

/// A slot for trees of any vocabulary.
pub(super) trait Target: Send + Sync {
    /// Reads the trees of texts, the first one with this name and path, and waits until the program has taken them, unless
    /// it is paused or waits itself for the answer.
    fn apply(
        &self,
        source: Source,
        first: (&str, &Path),
        shared: &Shared,
    ) -> Result<Applied, Refused>;

    fn running(&self) -> Running;
}

impl Text {
    pub(super) fn of(text: String) -> Self {
        Self { mark: mark(&text), text }
    }
}

impl<V: Vocabulary> Slot<V> {
    /// An empty slot, of a program that has the trees of these texts, if they are known.
    pub(super) fn new(running: Option<Source>) -> Self {
        let state = State { next: None, sent: 0, version: 0, running, moved: 0, is_closed: false };
        Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
            is_waiting: AtomicBool::new(false),
        }
    }

    /// Takes the newest trees; `count` returns the number of agents that will have them.
    pub(super) fn take(&self, count: impl FnOnce(&Trees<V>) -> usize) -> Option<Trees<V>> {
        if !self.is_waiting.load(Ordering::Relaxed) {
            return None;
        }
        let mut state = locked(&self.state);
        self.is_waiting.store(false, Ordering::Relaxed);
        let next = state.next.take()?;
        state.moved = count(&next.trees);
        (state.version, state.running) = (next.version, Some(next.source));
        self.changed.notify_all();
        Some(next.trees)
    }

    /// Refuses all trees from now on.
    pub(super) fn close(&self) {
        let mut state = locked(&self.state);
        (state.is_closed, state.next) = (true, None);
        self.changed.notify_all();
    }

    fn send(&self, trees: Trees<V>, source: Source) -> Result<u64, Refused> {
        let mut state = locked(&self.state);
        if state.is_closed {
            return Err(Refused::Closed);
        }
        state.sent += 1;
        let version = state.sent;
        state.next = Some(Next { version, source, trees });
        self.is_waiting.store(true, Ordering::Relaxed);
        Ok(version)
    }

    /// Waits until the program has this version or a later one.
    fn wait(&self, version: u64, shared: &Shared) -> Result<Applied, Refused> {
        let begin = Instant::now();
        loop {
            let is_late = shared.is_paused() || !shared.is_served() || begin.elapsed() >= PATIENCE;
            let state = locked(&self.state);
            if state.version >= version {
                return Ok(Applied { version, moved: Some(state.moved) });
            }
            if state.is_closed {
                return Err(Refused::Closed);
            }
            if is_late {
                return Ok(Applied { version, moved: None });
            }
            let waited = self.changed.wait_timeout(state, GLANCE);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// Reads the trees of texts.
pub(in crate::live) fn parse<V: Vocabulary>(
    (source, name, path): &(Source, &str, &Path),
) -> Result<Trees<V>, Mistakes> {
    let text = |name: &str| source.get(name).map(|of| of.text.clone());
    let mut other = |name: &str| text(name).ok_or_else(|| format!("there is no file `{name}`"));
    Trees::parse_files(&text(name).unwrap_or_default(), path, &mut other)
}

impl<V: Vocabulary> Target for Slot<V> {
    fn apply(
        &self,
        source: Source,
        (name, path): (&str, &Path),
        shared: &Shared,
    ) -> Result<Applied, Refused> {
        let trees = parse(&(Arc::clone(&source), name, path)).map_err(Refused::Mistakes)?;
        let version = self.send(trees, source)?;
        self.wait(version, shared)
    }

    fn running(&self) -> Running {
        let state = locked(&self.state);
        Running { version: state.version, source: state.running.clone() }
    }
}

impl fmt::Debug for dyn Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Slot").finish_non_exhaustive()
    }
}
