//! A program that ticks a tree in a thread of its own and serves a live page.

use browser::wait_until;
use bt_core::behavior_tree;
use bt_watch::live::Live;
use bt_watch::record::Recording;
use serde::Serialize;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

#[derive(Default, Serialize)]
pub(crate) struct Npc {
    /// Goes up and down.
    pub(crate) health: u32,
    rising: bool,
}

behavior_tree! {
    pub(crate) tree Guard(npc: &mut Npc) {
        active_selector {
            'flee: active_sequence {
                condition npc.health < 20;
                running;
            }
            'stand: running;
        }
    }
}

pub(crate) struct Program {
    pub(crate) url: String,
    ticks: Arc<AtomicU64>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<Recording>>,
}

impl Program {
    /// Starts a program that pauses between two ticks.
    pub(crate) fn start(pausable: bool, pause: Duration) -> Self {
        Self::begin(Live::at("127.0.0.1:0"), pausable, pause)
    }

    /// Starts a program whose pages may pause it, force answers and set the health.
    pub(crate) fn start_changeable(pause: Duration) -> Self {
        let live = Live::at("127.0.0.1:0").and_then(|mut live| {
            live.let_change(true)?;
            Ok(live)
        });
        Self::begin(live, true, pause)
    }

    fn begin(live: io::Result<Live>, pausable: bool, pause: Duration) -> Self {
        let mut live = live.expect("the system lets it listen");
        live.let_pause(pausable);
        let url = live.url();
        let (ticks, ends) = <(Arc<AtomicU64>, Arc<AtomicBool>)>::default();
        let (count, end) = (Arc::clone(&ticks), Arc::clone(&ends));
        let thread = thread::spawn(move || {
            let agent = live.agent::<Guard>("guard");
            let (mut guard, mut npc) = (Guard::new(), Npc::default());
            while !end.load(Ordering::Relaxed) {
                npc.rising = if npc.rising { npc.health < 60 } else { npc.health == 0 };
                npc.health = if npc.rising { npc.health + 1 } else { npc.health - 1 };
                live.set_fields(agent, |fields| {
                    fields.field("health", &mut npc.health);
                });
                live.tick_with_snapshot(agent, &mut guard, &mut npc);
                count.fetch_add(1, Ordering::Relaxed);
                thread::sleep(pause);
            }
            live.recording()
        });
        Self { url, ticks, ends, thread: Some(thread) }
    }

    /// Starts one at the address of another one that has ended.
    pub(crate) fn start_at(url: &str, pause: Duration) -> Self {
        let address = url.trim_start_matches("http://").trim_end_matches('/');
        // Another program may have used the port for a short time.
        let mut live = Live::at(address);
        let _ = wait_until(|| {
            if live.is_err() {
                live = Live::at(address);
            }
            live.is_ok()
        });
        Self::begin(live, false, pause)
    }

    /// The number of ticks so far.
    pub(crate) fn ticks(&self) -> u64 {
        self.ticks.load(Ordering::Relaxed)
    }

    /// Waits until it has made `ticks` more ticks; returns `false` if it does not.
    pub(crate) fn goes_on(&self, ticks: u64) -> bool {
        let goal = self.ticks() + ticks;
        wait_until(|| self.ticks() >= goal)
    }

    /// Checks for a while that it makes no more ticks: it is paused, and only finishes the current tick.
    pub(crate) fn stands_still(&self) -> bool {
        let before = self.ticks();
        thread::sleep(Duration::from_millis(400));
        self.ticks() <= before + 1
    }

    /// Ends it, and returns its recording.
    pub(crate) fn end(mut self) -> Recording {
        self.ends.store(true, Ordering::Relaxed);
        let thread = self.thread.take().expect("it has not ended before");
        assert!(wait_until(|| thread.is_finished()), "it never ends");
        thread.join().expect("it does not panic")
    }
}
