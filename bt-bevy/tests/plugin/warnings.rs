//! The warnings of all tests of this program.

use log::{LevelFilter, Metadata, Record};
use std::sync::{Mutex, Once};

static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Collect;

impl log::Log for Collect {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        WARNINGS.lock().expect("no test panics here").push(record.args().to_string());
    }

    fn flush(&self) {}
}

/// Begins to collect warnings.
pub(crate) fn collect() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&Collect).expect("no other test sets one");
        log::set_max_level(LevelFilter::Warn);
    });
}

/// The warnings with this text.
pub(crate) fn with(text: &str) -> Vec<String> {
    let all = WARNINGS.lock().expect("no test panics here");
    all.iter().filter(|warning| warning.contains(text)).cloned().collect()
}
