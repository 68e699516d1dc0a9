//! What the program and the server share.

use super::control::{Control, Outcome};
use crate::NodeId;
use crate::Status;
use crate::observe::Mark;
use crate::record::{AgentId, Recorder, Recording};
use std::format;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::string::String;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use std::vec::Vec;

/// How often a paused program looks whether anybody is still there.
const GLANCE: Duration = Duration::from_millis(200);

const MOST_YIELDS: u32 = 1000;

#[derive(Debug)]
pub(super) struct Shared {
    /// Tells this run of the program from others at the same address.
    run: String,
    recorder: Mutex<Recorder>,
    /// How many threads of the server wait for the recorder.
    readers: AtomicUsize,
    control: Mutex<Control>,
    changed: Condvar,
}

/// A panic in a leaf loses the tick and nothing else.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(super) fn new(recorder: Recorder, control: Control) -> Self {
        // The keys of a `RandomState` are others in each run.
        let run = format!("{:016x}", RandomState::new().build_hasher().finish());
        Self {
            run,
            recorder: Mutex::new(recorder),
            readers: AtomicUsize::new(0),
            control: Mutex::new(control),
            changed: Condvar::new(),
        }
    }

    pub(super) fn run(&self) -> &str {
        &self.run
    }

    /// For the program.
    pub(super) fn record<R>(&self, action: impl FnOnce(&mut Recorder) -> R) -> R {
        // A program that does nothing but tick would take the lock again before a page gets it. It waits
        // a little, and not for long.
        for _ in 0..MOST_YIELDS {
            if self.readers.load(Ordering::Relaxed) == 0 {
                break;
            }
            thread::yield_now();
        }
        action(&mut locked(&self.recorder))
    }

    /// For a page: what was recorded from this moment on.
    ///
    /// The moment that goes on is left out, unless the program is paused in it.
    pub(super) fn news(&self, from: u64) -> Recording {
        let paused = self.control().is_paused();
        self.readers.fetch_add(1, Ordering::Relaxed);
        let recorder = locked(&self.recorder);
        let recording = recorder.recording();
        let end = recording.moments().end.saturating_sub(u64::from(!paused));
        let news = recording.part(from..end);
        drop(recorder);
        self.readers.fetch_sub(1, Ordering::Relaxed);
        news
    }

    pub(super) fn control(&self) -> MutexGuard<'_, Control> {
        locked(&self.control)
    }

    pub(super) fn control_changed(&self) {
        self.changed.notify_all();
    }

    /// As long as the program is paused.
    pub(super) fn wait_for_next_moment(&self) {
        self.wait_while(Control::holds).take_step();
    }

    fn wait_while(&self, holds: impl Fn(&mut Control) -> bool) -> MutexGuard<'_, Control> {
        let mut control = self.control();
        while holds(&mut control) {
            let waited = self.changed.wait_timeout(control, GLANCE);
            control = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        control
    }

    /// After a tick of this agent.
    pub(super) fn stop_at_breakpoint(&self, agent: AgentId) {
        let nodes = self.control().breakpoints_of(agent.index());
        if nodes.is_empty() {
            return;
        }
        let outcomes: Vec<_> =
            nodes.iter().map(|node| (*node, self.outcome(agent, *node))).collect();
        self.control().ticked(agent.index(), &outcomes);
        drop(self.wait_while(Control::holds_in_moment));
    }

    /// What a node gave in the last tick of its agent; `None` if nothing happened to it.
    fn outcome(&self, agent: AgentId, node: usize) -> Outcome {
        let recorder = locked(&self.recorder);
        let agent = recorder.recording().agent(agent)?;
        let frame = agent.frames().last()?;
        let node = NodeId::new(node.try_into().ok()?);
        if frame.active().contains(&node) {
            return Some(Mark::Ticked(Status::Running));
        }
        frame.events().filter(|(of, _)| *of == node).last().map(|(_, mark)| mark)
    }

    /// Sets a breakpoint or takes it away; says what is wrong if there is no such node.
    pub(super) fn toggle_breakpoint(&self, agent: usize, node: usize) -> Result<(), String> {
        let known = {
            let recorder = locked(&self.recorder);
            let of = recorder
                .recording()
                .agent(AgentId::new(agent))
                .filter(|agent| node < agent.tree().nodes().len());
            of.map(|agent| agent.id())
        };
        let agent = known.ok_or("there is no such agent or no such node")?;
        let outcome = self.outcome(agent, node);
        self.control().toggle((agent.index(), node), outcome);
        Ok(())
    }
}
