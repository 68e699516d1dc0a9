//! Logs contain the events of each tick, with errors, or the reason why they cannot be written.

use super::{Day, Npc, three_ticks};
use bt_core::behavior_tree;
use bt_core::observe::Log;
use std::io;

#[test]
fn a_log_tells_everything() {
    let mut log = Log::new(Day::NODES, String::new());
    three_ticks(|day, npc| log.tick(day, npc), &mut Npc::new());
    assert_eq!(log.result(), Ok(()));
    let expected = "\
tick 1
  failure  condition npc.is_hungry()
  failure  eat: sequence
tick 2
  failure  condition npc.is_hungry()
  failure  eat: sequence
  running  sleep: action npc.sleep()
  reason   delay(50ms) went on to sleep.
tick 3
  success  condition npc.is_hungry()
  failure  bite: action npc.eat()  nothing to eat
  failure  eat: sequence
  running  sleep: action npc.sleep()
";
    assert_eq!(log.into_writer(), expected);
}

/// A writer with room for a number of bytes.
struct Full(usize);

impl io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| io::Error::other("full"))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

behavior_tree! {
    tree Careless(text: &mut &str) {
        action Err::<(), _>(*text);
    }
}

#[test]
fn an_error_stays_on_its_line_and_is_seen_as_it_is() {
    let mut log = Log::new(Careless::NODES, String::new());
    log.tick(&mut Careless::new(), &mut "a\nb\u{1b}[2J \u{202e}c\u{200b} 👩\u{200d}🚀");
    let expected = "a b\u{fffd}[2J \\u{202e}c\\u{200b} 👩\u{200d}🚀\n";
    assert!(log.into_writer().ends_with(expected));
}

#[test]
fn a_log_goes_to_a_file_and_says_what_went_wrong() {
    let mut log = Log::to_io(Day::NODES, Vec::new());
    log.tick(&mut Day::new(), &mut Npc::new());
    let bytes = log.into_writer().into_result().unwrap();
    assert!(bytes.starts_with(b"tick 1\n  failure  condition"));

    let mut log = Log::to_io(Day::NODES, Full(20));
    three_ticks(|day, npc| log.tick(day, npc), &mut Npc::new());
    assert!(log.result().is_err());
    assert_eq!(
        log.into_writer().into_result().err().map(|error| error.to_string()),
        Some("full".into())
    );
}
