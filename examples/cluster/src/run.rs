//! A run of the world, by the workers of this process.

use super::checkpoint::Checkpoints;
use super::error::Error;
use super::parcel::{Exchange, Parcel};
use super::picture::Census;
use super::region::Region;
use super::sockets::Terms;
use super::world::{Shares, World};
use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};
use std::mem::forget;
use std::net::TcpStream;
use std::ops::Range;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks};
use timely::worker::Worker;
use timely::{CommunicationConfig, WorkerConfig};

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The world.
    pub world: World,
    /// The number of ticks.
    pub ticks: u64,
    /// The number of workers in each process.
    pub workers: usize,
    /// How long to wait for other workers.
    pub patience: Duration,
    /// The directory of checkpoints.
    pub checkpoints: Option<Checkpoints>,
    /// Begins at the last checkpoint.
    pub resume: bool,
}

/// The result of a worker, and the sum over all workers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The number of workers in all processes.
    pub workers: usize,
    /// The number of agents.
    pub agents: usize,
    /// The sum of the digests of all agents.
    pub checksum: u64,
    /// The number of ticks.
    pub ticks: u64,
    /// The number of trees that were ticked.
    pub awake: u64,
    /// The bytes that were sent to other workers.
    pub bytes: u64,
    /// The agents that crossed a border between two workers.
    pub migrants: u64,
    /// The time of the ticks, of the slowest worker.
    pub time: Duration,
    /// The processor time of the ticks, of the worker that needs most. With a processor for each worker, a run takes that long;
    /// other programs on the machine hardly change it.
    pub processor_time: Duration,
    /// The agents in parts of the world, for the picture.
    pub census: Census,
}

impl Report {
    fn add(mut self, other: &Self) -> Self {
        self.workers += other.workers;
        self.agents += other.agents;
        self.checksum = self.checksum.wrapping_add(other.checksum);
        self.ticks = other.ticks;
        self.awake += other.awake;
        self.bytes += other.bytes;
        self.migrants += other.migrants;
        self.time = self.time.max(other.time);
        self.processor_time = self.processor_time.max(other.processor_time);
        self.census.add(&other.census);
        self
    }

    /// Ticks of the whole world in a second.
    #[must_use]
    pub fn ticks_per_second(&self) -> f64 {
        self.ticks as f64 / self.time.as_secs_f64()
    }
}

impl Plan {
    /// The options that have to be equal in all processes.
    ///
    /// # Errors
    ///
    /// If the run shall go on from a checkpoint, and there is none for this program and this world; or if it shall begin, and
    /// there is one.
    pub fn terms(&self) -> Result<Terms, Error> {
        let first = match (&self.checkpoints, self.resume) {
            (Some(checkpoints), true) => checkpoints.last(self.world)?,
            (Some(checkpoints), false) => checkpoints.begin(self.world)?,
            (None, _) => 0,
        };
        if first > self.ticks {
            return Err(Error::Finished { tick: first, ticks: self.ticks });
        }
        let every = self.checkpoints.as_ref().map_or(0, |checkpoints| checkpoints.every);
        let (world, last, workers) = (self.world, self.ticks, self.workers);
        Ok(Terms { world, first, last, workers, every })
    }

    /// Runs the world in this process alone.
    ///
    /// # Errors
    ///
    /// If the options do not fit, or files cannot be written or read.
    pub fn run(&self) -> Result<Report, Error> {
        let terms = self.terms()?;
        let allocators = CommunicationConfig::Process(self.workers).try_build();
        let (builders, guard) = allocators.map_err(Error::Engine)?;
        self.execute(terms, self.workers, builders, guard)
    }

    /// Runs the part of the world that this process has, with the sockets of the others. Each process gets the report of all.
    ///
    /// # Errors
    ///
    /// As `run`, and if another process is lost.
    pub fn run_with(&self, terms: Terms, sockets: Vec<Option<TcpStream>>) -> Result<Report, Error> {
        let workers = self.workers * sockets.len();
        let process = sockets.iter().position(Option::is_none).unwrap_or(0);
        let hooks = Hooks::default();
        let threads = ProcessBuilder::new_typed_vector(self.workers, hooks.refill.clone(), None);
        let network =
            initialize_networking_from_sockets(threads, sockets, process, self.workers, hooks);
        let (builders, guard) = network.map_err(|error| Error::Engine(error.to_string()))?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        self.execute(terms, workers, builders, Box::new(guard))
    }

    fn execute(
        &self,
        terms: Terms,
        workers: usize,
        builders: Vec<AllocatorBuilder>,
        guard: Box<dyn std::any::Any + Send>,
    ) -> Result<Report, Error> {
        let shares = Shares::new(self.world, workers)?;
        let (plan, (sender, results)) = (self.clone(), mpsc::channel());
        let work = move |worker: &mut Worker| {
            let mut result = Outcome { sender: sender.clone(), result: Some(Err(Error::Lost)) };
            let mut exchange = Exchange::new(worker, plan.patience);
            let report = plan.work(terms, shares, exchange.worker(), &mut exchange);
            if report.is_err() {
                exchange.abandon();
            }
            result.result = Some(report);
        };
        let guards = timely::execute::execute_from(builders, guard, WorkerConfig::default(), work);
        let guards = guards.map_err(Error::Engine)?;
        let mut last = Report::default();
        for _ in 0..self.workers {
            match results.recv().unwrap_or(Err(Error::Lost)) {
                Ok(report) => last = report,
                Err(error) => {
                    // To drop them means to wait for processes that may be gone.
                    forget(guards);
                    return Err(error);
                }
            }
        }
        drop(guards);
        Ok(last)
    }

    /// The work of one worker: a round of messages, then a tick, and so on.
    fn work(
        &self,
        terms: Terms,
        shares: Shares,
        worker: usize,
        exchange: &mut Exchange<'_>,
    ) -> Result<Report, Error> {
        let mut region = Region::new(self.world, shares, worker)?;
        self.begin(&mut region, terms, shares.strips(worker))?;
        region.receive(exchange.round(&region.introduce())?)?;
        let mut report = Report::default();
        let (begin, processor, introduced) = (Instant::now(), ThreadTime::now(), exchange.bytes);
        for tick in terms.first..terms.last {
            let (outbox, awake) = region.tick(tick)?;
            report.awake += awake as u64;
            report.migrants +=
                outbox.iter().map(|parcel: &Parcel| parcel.migrants.len() as u64).sum::<u64>();
            region.receive(exchange.round(&outbox)?)?;
            self.save(&region, tick + 1, shares.strips(worker))?;
        }
        (report.time, report.processor_time) = (begin.elapsed(), processor.elapsed());
        report.bytes = exchange.bytes - introduced;
        report.ticks = terms.last - terms.first;
        report.workers = 1;
        report.agents = region.len();
        report.checksum = region.checksum()?;
        report.census = Census::of(self.world, worker, region.bodies());
        let reports = exchange.round(&vec![report; shares.workers()])?;
        Ok(reports.iter().fold(Report::default(), Report::add))
    }

    /// Fills a region with the agents of the checkpoint, or with those of the beginning.
    fn begin(&self, region: &mut Region, terms: Terms, strips: Range<u32>) -> Result<(), Error> {
        match &self.checkpoints {
            Some(checkpoints) if self.resume => {
                for strip in strips {
                    for agent in checkpoints.load(self.world, terms.first, strip)? {
                        region.settle(agent)?;
                    }
                }
                Ok(())
            }
            _ => region.populate(),
        }
    }

    /// Writes the strips of a worker if a checkpoint is due.
    fn save(&self, region: &Region, tick: u64, strips: Range<u32>) -> Result<(), Error> {
        let Some(checkpoints) = &self.checkpoints else { return Ok(()) };
        let is_first = strips.start == 0;
        if checkpoints.is_due(tick) {
            for strip in strips {
                checkpoints.save(self.world, tick, strip, region.agents_in(strip))?;
            }
        }
        // The round between has shown that all workers have written theirs.
        if is_first && tick > 0 && checkpoints.is_due(tick - 1) {
            checkpoints.tidy(tick - 1)?;
        }
        Ok(())
    }
}

/// Sends the result of a worker when it is dropped, also when the worker panics.
struct Outcome {
    sender: mpsc::Sender<Result<Report, Error>>,
    result: Option<Result<Report, Error>>,
}

impl Drop for Outcome {
    fn drop(&mut self) {
        if let Some(result) = self.result.take() {
            // If the other end is gone, an earlier error has ended the run.
            let _ = self.sender.send(result);
        }
    }
}
