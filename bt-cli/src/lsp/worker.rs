//! Work that takes longer than an answer may: a thread does one job after the other, and stops those whose result nobody needs.

use super::server::json;
use crossbeam_channel::Sender;
use lsp_server::Message;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What a job does; it ends early when another thread sets the flag.
pub(super) type Work<T> = Box<dyn FnOnce(&Arc<AtomicBool>) -> T + Send>;

/// One thing to do.
pub(super) struct Job {
    /// A job ends an earlier one with the same key.
    pub(super) key: String,
    pub(super) run: Work<Done>,
    /// What is sent if the job ends early.
    pub(super) stopped: Option<Message>,
}

/// The result of a job.
pub(super) struct Done {
    pub(super) messages: Vec<Message>,
    /// What is to be done next, and by which worker.
    pub(super) next: Option<(Queue, Job)>,
}

/// The jobs of a worker.
#[derive(Clone)]
pub(super) struct Queue {
    shared: Arc<(Mutex<Jobs>, Condvar)>,
    sender: Sender<String>,
}

#[derive(Default)]
struct Jobs {
    /// Each with the time before which it does not begin.
    waiting: VecDeque<(Instant, Job)>,
    running: Option<(String, Arc<AtomicBool>)>,
    is_closed: bool,
}

impl Queue {
    /// Begins a thread, which ends after [`Queue::close`].
    pub(super) fn begin(sender: Sender<String>) -> (Self, JoinHandle<()>) {
        let queue = Self { shared: Arc::default(), sender };
        let worker = queue.clone();
        (queue, thread::spawn(move || while worker.work().is_some() {}))
    }

    pub(super) fn put(&self, job: Job) {
        self.put_after(Duration::ZERO, job);
    }

    /// Puts a job behind the others, to begin after this time at the earliest.
    pub(super) fn put_after(&self, rest: Duration, job: Job) {
        self.stop(&job.key);
        self.jobs().waiting.push_back((Instant::now() + rest, job));
        self.shared.1.notify_one();
    }

    /// Ends the jobs with this key; nothing of their results is sent after this.
    pub(super) fn stop(&self, key: &str) {
        let mut jobs = self.jobs();
        if let Some(place) = jobs.waiting.iter().position(|(_, job)| job.key == key) {
            self.send(jobs.waiting.remove(place).and_then(|(_, job)| job.stopped));
        }
        if let Some((_, stop)) = jobs.running.as_ref().filter(|(running, _)| running == key) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends all jobs, and the thread.
    pub(super) fn close(&self) {
        let mut jobs = self.jobs();
        jobs.is_closed = true;
        jobs.waiting.clear();
        if let Some((_, stop)) = &jobs.running {
            stop.store(true, Ordering::Relaxed);
        }
        self.shared.1.notify_one();
    }

    /// Does the next job; `None` if there will be none.
    fn work(&self) -> Option<()> {
        let mut jobs = self.jobs();
        let job = loop {
            if jobs.is_closed {
                return None;
            }
            let rest =
                jobs.waiting.front().map(|(due, _)| due.saturating_duration_since(Instant::now()));
            let condition = &self.shared.1;
            jobs = match rest {
                Some(Duration::ZERO) => match jobs.waiting.pop_front() {
                    Some((_, job)) => break job,
                    None => continue,
                },
                Some(rest) => {
                    condition.wait_timeout(jobs, rest).unwrap_or_else(PoisonError::into_inner).0
                }
                None => condition.wait(jobs).unwrap_or_else(PoisonError::into_inner),
            };
        };
        let stop = Arc::default();
        jobs.running = Some((job.key, Arc::clone(&stop)));
        drop(jobs);
        let done = (job.run)(&stop);
        let mut jobs = self.jobs();
        jobs.running = None;
        if stop.load(Ordering::Relaxed) {
            self.send(job.stopped);
        } else {
            self.send(done.messages);
            if let Some((queue, job)) = done.next {
                queue.put(job);
            }
        }
        Some(())
    }

    /// Sends messages, unless the client has gone.
    fn send(&self, messages: impl IntoIterator<Item = Message>) {
        for message in messages {
            let _ = self.sender.send(json(&message));
        }
    }

    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
