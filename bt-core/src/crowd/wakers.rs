//! Wakers of agents, for other threads.

use super::{Crowd, NOBODY};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::task::Waker;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::task::Wake;

/// The wakers of a crowd.
pub(super) struct Wakers {
    /// Those that have been asked for, by agent.
    bells: Vec<Option<Arc<Bell>>>,
    /// Made with the first of them.
    rung: Option<Rung>,
}

/// The bells that were rung. The mutex is never locked; with it, a crowd is `Sync`.
struct Rung {
    bells: Mutex<Receiver<Arc<Bell>>>,
    line: Arc<Line>,
}

struct Line {
    /// `false` if no bell was rung since the last round began.
    is_rung: AtomicBool,
    bells: Sender<Arc<Bell>>,
}

/// What a waker rings. It moves with its agent.
pub(super) struct Bell {
    /// The agent, or `NOBODY` if it was removed.
    agent: AtomicUsize,
    /// `true` from the first ring to the next round.
    is_rung: AtomicBool,
    line: Arc<Line>,
}

impl Bell {
    /// Returns the agent, or `NOBODY`, and lets the bell ring again.
    pub(super) fn hear(&self) -> usize {
        self.is_rung.swap(false, Ordering::AcqRel);
        self.agent.load(Ordering::Relaxed)
    }
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_rung.swap(true, Ordering::AcqRel) {
            // If there is an error, the crowd is gone.
            let _ = self.line.bells.send(Arc::clone(self));
            self.line.is_rung.store(true, Ordering::Release);
        }
    }
}

impl Wakers {
    pub(super) const fn new() -> Self {
        Self { bells: Vec::new(), rung: None }
    }

    fn of(&mut self, agent: usize) -> &Arc<Bell> {
        if self.bells.len() <= agent {
            self.bells.resize(agent + 1, None);
        }
        let rung = self.rung.get_or_insert_with(|| {
            let (sender, receiver) = channel();
            let line = Arc::new(Line { is_rung: AtomicBool::new(false), bells: sender });
            Rung { bells: Mutex::new(receiver), line }
        });
        self.bells[agent].get_or_insert_with(|| {
            Arc::new(Bell {
                agent: AtomicUsize::new(agent),
                is_rung: AtomicBool::new(false),
                line: Arc::clone(&rung.line),
            })
        })
    }

    /// The agents that have a waker.
    pub(super) fn agents(&self) -> impl Iterator<Item = usize> {
        self.bells.iter().enumerate().filter_map(|(agent, bell)| bell.as_ref().map(|_| agent))
    }

    /// Returns `true` if an agent was woken since the last round began.
    #[inline]
    pub(super) fn is_rung(&self) -> bool {
        self.rung.as_ref().is_some_and(|rung| rung.line.is_rung.load(Ordering::Relaxed))
    }

    /// Takes the bells that were rung. Each of them is there once, and cannot ring again until it is [heard](Bell::hear).
    pub(super) fn take(&mut self) -> Vec<Arc<Bell>> {
        let Some(rung) = &mut self.rung else { return Vec::new() };
        // After this, all bells are in the channel that were rung before it.
        rung.line.is_rung.swap(false, Ordering::AcqRel);
        rung.bells.get_mut().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }

    /// Removes the agents with the highest numbers.
    pub(super) fn truncate(&mut self, agents: usize) {
        for bell in self.bells.drain(agents.min(self.bells.len())..).flatten() {
            bell.agent.store(NOBODY, Ordering::Relaxed);
        }
    }

    /// Removes an agent, and gives its number to the last agent.
    pub(super) fn swap_remove(&mut self, agent: usize, last: usize) {
        if let (true, Some(of_last)) = (agent < last, self.bells.get_mut(last)) {
            let moved = of_last.take();
            if let Some(bell) = &moved {
                bell.agent.store(agent, Ordering::Relaxed);
            }
            self.replace(agent, moved);
        } else {
            self.replace(agent, None);
        }
        self.truncate(last);
    }

    fn replace(&mut self, agent: usize, by: Option<Arc<Bell>>) {
        let Some(bell) = self.bells.get_mut(agent) else { return };
        if let Some(removed) = core::mem::replace(bell, by) {
            removed.agent.store(NOBODY, Ordering::Relaxed);
        }
    }
}

impl Crowd {
    /// Returns a waker of an agent, which any thread may wake: the agent is due in the next round that begins.
    ///
    /// Give it to the agent's blackboard, and return it from [`Waking`](crate::Waking): an agent that only waits for the
    /// future of an `await` then rests until the future is ready. Waking takes no lock, and many wakes between two rounds
    /// cost one tick.
    ///
    /// The waker stays with its agent if [`swap_remove`](Crowd::swap_remove) gives that another number; when the agent is
    /// removed, it wakes nobody. The waker of an agent that does not exist does nothing.
    ///
    /// A clone of the crowd, and a crowd that was saved and loaded, has no wakers; the agents that had one are awake in it.
    ///
    /// ```
    /// use bt_core::Wake;
    /// use bt_core::crowd::Crowd;
    /// use std::time::Duration;
    ///
    /// let mut crowd = Crowd::new();
    /// crowd.resize(3);
    /// let waker = crowd.waker(2);
    /// crowd.begin(Duration::ZERO);
    /// while let Some(agent) = crowd.next_due() {
    ///     crowd.rest(agent, Wake::OnEvent);
    /// }
    /// std::thread::spawn(|| waker.wake()).join().unwrap();
    /// crowd.begin(Duration::from_secs(1));
    /// assert_eq!(crowd.next_due(), Some(2));
    /// assert_eq!(crowd.next_due(), None);
    /// ```
    #[must_use]
    pub fn waker(&mut self, agent: usize) -> Waker {
        if agent < self.len() {
            Waker::from(Arc::clone(self.wakers.of(agent)))
        } else {
            Waker::noop().clone()
        }
    }

    /// Wakes the agents whose wakers were woken.
    #[inline]
    pub(super) fn hear(&mut self) {
        if self.wakers.is_rung() {
            self.hear_bells();
        }
    }

    #[cold]
    fn hear_bells(&mut self) {
        for bell in self.wakers.take() {
            self.wake(bell.hear());
        }
    }
}

/// A clone has wakers of its own.
impl Clone for Crowd {
    fn clone(&self) -> Self {
        let mut clone = Self {
            awake: self.awake.clone(),
            found: self.found.clone(),
            alarms: self.alarms.clone(),
            wheel: self.wheel.clone(),
            turn: self.turn,
            current: self.current,
            resting: self.resting.clone(),
            event_driven: self.event_driven.clone(),
            repetition: self.repetition.clone(),
            samples: self.samples.clone(),
            wakers: Wakers::new(),
        };
        for agent in self.wakers.agents() {
            clone.rouse(agent);
        }
        clone
    }
}
