//! Messages to and from the browser: JSON, each ended by a zero.

use crate::DEADLINE;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// The deadline for an answer of the browser; longer than that of the page's own waits.
const PATIENCE: Duration = Duration::from_secs(2 * DEADLINE.as_secs());

pub(crate) struct Pipe {
    input: ChildStdin,
    output: Receiver<Value>,
    last_id: u64,
    /// The events that the browser has sent since they were last taken.
    events: Vec<Value>,
}

impl Pipe {
    pub(crate) fn new(input: ChildStdin, output: ChildStdout) -> Self {
        let (sender, receiver) = mpsc::channel();
        // A separate thread reads, so that waiting for an answer can have a deadline.
        thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).expect("the browser writes JSON");
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self { input, output: receiver, last_id: 0, events: Vec::new() }
    }

    pub(crate) fn send(
        &mut self,
        tab: Option<&str>,
        method: &str,
        parameters: &Value,
    ) -> io::Result<u64> {
        self.last_id += 1;
        let mut message = json!({"id": self.last_id, "method": method, "params": parameters});
        if let Some(tab) = tab {
            message["sessionId"] = tab.into();
        }
        self.input.write_all(format!("{message}\0").as_bytes())?;
        Ok(self.last_id)
    }

    pub(crate) fn call(&mut self, tab: Option<&str>, method: &str, parameters: &Value) -> Value {
        let id = self.send(tab, method, parameters).expect("Chromium is there and listens");
        loop {
            let mut message = self.next(method);
            if message["id"] != id {
                self.events.push(message);
                continue;
            }
            assert!(message["error"].is_null(), "{method}: {}", message["error"]);
            return message["result"].take();
        }
    }

    fn next(&self, waits_for: &str) -> Value {
        let message = self.output.recv_timeout(PATIENCE);
        message.unwrap_or_else(|error| panic!("no answer to {waits_for}: {error}"))
    }

    /// Waits for an event of this page, and keeps the others.
    pub(crate) fn wait_for(&mut self, tab: &str, method: &str) {
        let is_it = |event: &Value| event["method"] == method && event["sessionId"] == tab;
        while !self.events.iter().any(is_it) {
            let event = self.next(method);
            self.events.push(event);
        }
        self.events.retain(|event| !is_it(event));
    }

    /// Removes and returns the events of this page.
    pub(crate) fn take_events(&mut self, tab: &str) -> Vec<Value> {
        self.events.extend(self.output.try_iter());
        let (taken, kept) =
            self.events.drain(..).partition(|event: &Value| event["sessionId"] == tab);
        self.events = kept;
        taken
    }

    /// Keeps events that were taken.
    pub(crate) fn give_back(&mut self, events: Vec<Value>) {
        self.events.extend(events);
    }
}
