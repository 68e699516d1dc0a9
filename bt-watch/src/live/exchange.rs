//! Passes recorded data to readers. The program itself passes it on between two ticks, so no tick waits for a
//! reader.

use super::clock::Instant;
use super::shared::{locked, try_locked};
use crate::record::{Part, Recorder, Wish};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// If the program has passed on nothing for this time, it is not ticking or a tick takes long; then the
/// reader accesses the recorder itself.
const PROMPT: Duration = Duration::from_millis(100);

/// The interval at which a reader checks for data. The program does not wake the reader, because the reader
/// would take the processor from the program in the middle of a tick.
const GLANCE: Duration = Duration::from_millis(2);

/// A reader gives up after this time.
const PATIENCE: Duration = Duration::from_secs(1);

/// A part of the recording, and the state of the recorder that it comes from.
pub(super) type Gift = (Part, u64);

#[derive(Debug, Default)]
pub(super) struct Exchange {
    wished: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    wish: Option<Wish>,
    gift: Option<Gift>,
}

impl Exchange {
    /// Answers a reader; called by the program between two ticks.
    pub(super) fn serve(&self, make: impl FnOnce(&Wish) -> Gift) {
        if !self.wished.load(Ordering::Relaxed) {
            return;
        }
        // Another thread holds the lock only briefly; the next tick tries again.
        let Some(mut state) = try_locked(&self.state) else { return };
        if let Some(wish) = state.wish.take() {
            state.gift = Some(make(&wish));
            self.wished.store(false, Ordering::Relaxed);
        }
    }

    /// Asks for data; called by one reader at a time.
    pub(super) fn ask(
        &self,
        wish: Wish,
        recorder: &Mutex<Recorder>,
        make: impl Fn(&Recorder, &Wish) -> Gift,
    ) -> Option<Gift> {
        let begin = Instant::now();
        *locked(&self.state) = State { wish: Some(wish), gift: None };
        self.wished.store(true, Ordering::Relaxed);
        let mut gift = None;
        while gift.is_none() && begin.elapsed() < PATIENCE {
            thread::sleep(GLANCE);
            gift = locked(&self.state).gift.take();
            if gift.is_none() && begin.elapsed() >= PROMPT {
                gift = try_locked(recorder).map(|recorder| make(&recorder, &wish));
            }
        }
        self.wished.store(false, Ordering::Relaxed);
        *locked(&self.state) = State::default();
        gift
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Exchange, Ordering, locked, thread};
    use std::sync::{Arc, mpsc};

    #[test]
    fn the_program_does_not_wait_for_who_asks() {
        let exchange = Arc::<Exchange>::default();
        exchange.wished.store(true, Ordering::Relaxed);
        let reader = locked(&exchange.state);
        let (sender, served) = mpsc::channel();
        let program = Arc::clone(&exchange);
        thread::spawn(move || {
            program.serve(|_| unreachable!("the wish cannot be read"));
            sender.send(()).expect("the test waits for it");
        });
        served.recv_timeout(Duration::from_secs(120)).expect("it goes on");
        drop(reader);
    }
}
