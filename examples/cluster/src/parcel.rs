//! The messages that workers send each other, and the dataflow that carries one inbox per tick to each worker.

use super::animal::{Body, Event};
use super::error::Error;
use super::trees::Mind;
use glam::Vec2;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange as Route;
use timely::dataflow::operators::{Input, Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// An agent with all its state, which crosses from one worker to another or is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agent {
    /// Its body.
    pub body: Body,
    /// Its tree, in the middle of its run.
    pub mind: Mind,
}

/// The image of an agent of another worker, near enough to be seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mirror {
    /// The number of the agent.
    pub id: u32,
    /// The group in the grid.
    pub kind: u32,
    /// Its position.
    pub position: Vec2,
}

/// The message of one worker to another in one tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parcel {
    /// Agents near the border that have appeared or moved.
    pub mirrors: Vec<Mirror>,
    /// Agents that have left the view of the receiver.
    pub gone: Vec<u32>,
    /// Agents that have crossed the border.
    pub migrants: Vec<Agent>,
    /// Events in reach of the receiver's agents.
    pub events: Vec<Event>,
}

/// Encodes a message. Messages between threads are encoded too, so that the bytes are counted, and cost the same, wherever a
/// worker runs.
///
/// # Errors
///
/// If the encoding fails.
pub fn encode(message: &impl Serialize) -> Result<Vec<u8>, Error> {
    postcard::to_stdvec(message).map_err(Error::Parcel)
}

/// Decodes a message.
///
/// # Errors
///
/// If the bytes are no message of this type.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    postcard::from_bytes(bytes).map_err(Error::Parcel)
}

/// An encoded message and its way.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Letter {
    from: usize,
    to: usize,
    bytes: Vec<u8>,
}

/// The letters that have arrived, by round. A worker that is ahead sends letters of the next round before this one is
/// over, so a single list would mix the two.
type Inboxes = Rc<RefCell<BTreeMap<u64, Vec<Letter>>>>;

/// One worker's end of the exchange.
pub(crate) struct Exchange<'w> {
    worker: &'w mut Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Letter>>>,
    probe: ProbeHandle<u64>,
    inboxes: Inboxes,
    patience: Duration,
    /// The bytes that were sent to other workers.
    pub(crate) bytes: u64,
}

impl<'w> Exchange<'w> {
    /// Builds the dataflow, in the same way in each worker.
    pub(crate) fn new(worker: &'w mut Worker, patience: Duration) -> Self {
        let inboxes = Inboxes::default();
        let arrived = Rc::clone(&inboxes);
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, letters) = scope.new_input::<Vec<Letter>>();
            let route = Route::new(|letter: &Letter| letter.to as u64);
            let sorted = letters.unary_frontier::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                route,
                "Inboxes",
                |_, _| {
                    move |(input, _), _| {
                        input.for_each(|time, letters| {
                            arrived.borrow_mut().entry(*time.time()).or_default().append(letters);
                        });
                    }
                },
            );
            (input, sorted.probe().0)
        });
        Self { worker, input, probe, inboxes, patience, bytes: 0 }
    }

    /// The number of this worker.
    pub(crate) fn worker(&self) -> usize {
        self.worker.index()
    }

    /// Sends the messages of a round, one to each worker, and waits until all messages of the round have arrived here: until
    /// the frontier says that no worker can send another. Returns them in the order of their senders.
    pub(crate) fn round<T: Serialize + DeserializeOwned>(
        &mut self,
        messages: &[T],
    ) -> Result<Vec<T>, Error> {
        let (round, from) = (*self.input.time(), self.worker.index());
        for (to, message) in messages.iter().enumerate() {
            let bytes = encode(message)?;
            if to != from {
                self.bytes += bytes.len() as u64;
            }
            self.input.send(Letter { from, to, bytes });
        }
        self.input.advance_to(round + 1);
        self.await_round(round)?;
        let mut letters = self.inboxes.borrow_mut().remove(&round).unwrap_or_default();
        letters.sort_unstable_by_key(|letter| letter.from);
        letters.iter().map(|letter| decode(&letter.bytes)).collect()
    }

    fn await_round(&mut self, round: u64) -> Result<(), Error> {
        let begin = Instant::now();
        while self.probe.less_equal(&round) {
            self.worker.step_or_park(Some(Duration::from_millis(20)));
            if begin.elapsed() > self.patience {
                return Err(Error::Silent { tick: round, patience: self.patience });
            }
        }
        Ok(())
    }

    /// Drops the dataflow, which would wait for the others.
    pub(crate) fn abandon(self) {
        for dataflow in self.worker.installed_dataflows() {
            self.worker.drop_dataflow(dataflow);
        }
    }
}
