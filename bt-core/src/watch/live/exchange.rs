//! How readers get at what the program records: the program itself hands it over, between two ticks, so
//! that no tick waits for a reader.

use super::shared::{locked, try_locked};
use crate::record::{Part, Recorder, Wish};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A program that has not handed anything over for so long does not tick now, or a tick takes long: the
/// reader looks for itself.
const PROMPT: Duration = Duration::from_millis(100);

/// How often a reader looks whether there is something. It is not woken for that: it would take the
/// processor from the program in the middle of a tick.
const GLANCE: Duration = Duration::from_millis(2);

/// A reader that has got nothing for so long does without.
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
    /// For the program, between two ticks.
    pub(super) fn serve(&self, make: impl FnOnce(&Wish) -> Gift) {
        if !self.wished.load(Ordering::Relaxed) {
            return;
        }
        // Whoever holds it looks into it and no more; the next tick will do.
        let Some(mut state) = try_locked(&self.state) else { return };
        if let Some(wish) = state.wish.take() {
            state.gift = Some(make(&wish));
            self.wished.store(false, Ordering::Relaxed);
        }
    }

    /// For a reader; one at a time.
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
