//! The page of [`replay`](crate::replay), fed by a running program.
//!
//! ```no_run
//! # use bt_core::behavior_tree;
//! # behavior_tree! { tree Guard(it: &mut u32) { action *it += 1; } }
//! use bt_core::live::Live;
//!
//! let mut live = Live::start()?;
//! println!("watch it at {}", live.url());
//! let agent = live.agent::<Guard>("guard");
//! let (mut guard, mut blackboard) = (Guard::new(), 0);
//! loop {
//!     live.tick_with_snapshot(agent, &mut guard, &mut blackboard);
//! }
//! # #[allow(unreachable_code)]
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Any number of browsers may look on. A page shows what is new ten times a second; a browser that
//! is slow, or comes late, gets what the recorder still has, and the program waits for nobody: a tick
//! waits at most while what a page has asked for is copied in memory.
//!
//! The server listens on this machine alone, unless it is asked for more with [`Live::open_to`]. It
//! answers only requests that name it by an address or as `localhost`, and those of a browser only if
//! they come from its own page or from the address bar, so that no other page in the same browser can read
//! or steer a program. What a client sends or does not read costs the program bounded memory and time.
//!
//! # Pauses and breakpoints
//!
//! A program that calls [`Live::let_pause`] can be paused from the page, moved on by a moment, and given
//! breakpoints: it is paused after a tick in which such a node gave another result than in the tick
//! before. Then [`tick`](Live::tick) does not return until the page says so, or until no page has asked
//! for anything for [some seconds](Live::PATIENCE): a program does not hang because a browser was closed.

use crate::private::Machine;
use crate::record::{AgentId, Recorder, Recording};
use crate::{BehaviorTree, NoObserver, Observer, Status};
use control::Control;
use serde::Serialize;
use shared::Shared;
use std::format;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::string::String;
use std::sync::Arc;
use std::time::Duration;
use std::vec::Vec;

mod answer;
mod connections;
mod control;
mod head;
mod requests;
mod server;
mod shared;
mod timed;

use server::Server;

/// A recorder that browsers can look into while the program runs; see [`live`](self).
#[derive(Debug)]
pub struct Live {
    shared: Arc<Shared>,
    server: Server,
    /// For each agent the number of moments when it had been ticked last.
    ticked: Vec<u64>,
}

impl Live {
    /// How long a paused program waits for a page to ask for something.
    pub const PATIENCE: Duration = Duration::from_secs(5);

    /// How much is kept for pages that come late, in bytes.
    const CAPACITY: usize = 4 << 20;

    /// Begins to listen on this machine's own address, 127.0.0.1, at a port that is free.
    ///
    /// # Errors
    ///
    /// If the system refuses it.
    pub fn start() -> io::Result<Self> {
        Self::at("127.0.0.1:0")
    }

    /// Begins to listen at this address, which must be one that only this machine can reach.
    ///
    /// ```
    /// # use bt_core::live::Live;
    /// let error = Live::at("0.0.0.0:8080").unwrap_err();
    /// assert_eq!(error.to_string(), "0.0.0.0:8080 can be reached from outside: `Live::open_to` allows that");
    /// ```
    ///
    /// # Errors
    ///
    /// If others can reach it, or if the system refuses it.
    pub fn at(address: impl ToSocketAddrs) -> io::Result<Self> {
        let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
        if let Some(address) = addresses.iter().find(|address| !address.ip().is_loopback()) {
            let problem =
                format!("{address} can be reached from outside: `Live::open_to` allows that");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        Self::open_to(&*addresses)
    }

    /// Begins to listen at this address, whoever can reach it: they can read all that is recorded.
    ///
    /// # Errors
    ///
    /// If the system refuses it.
    pub fn open_to(address: impl ToSocketAddrs) -> io::Result<Self> {
        let recorder = Recorder::with_capacity(Self::CAPACITY);
        let shared = Arc::new(Shared::new(recorder, Control::new(Self::PATIENCE)));
        let server = Server::start(address, &shared)?;
        Ok(Self { shared, server, ticked: Vec::new() })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// What to open in a browser: `http://127.0.0.1:40123/`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address())
    }

    /// Lets pages pause the program and set breakpoints; see [`live`](self).
    pub fn let_pause(&mut self, may: bool) {
        self.shared.control().let_pause(may);
        self.shared.control_changed();
    }

    /// Adds an agent; see [`Recorder::agent`].
    pub fn agent<T: Machine>(&mut self, name: impl Into<String>) -> AgentId {
        self.ticked.push(0);
        self.shared.record(|recorder| recorder.agent::<T>(name))
    }

    /// Tells that an agent has ended; see [`Recorder::retire`].
    ///
    /// # Panics
    ///
    /// If the agent was added to another recorder, or is retired.
    pub fn retire(&mut self, agent: AgentId) {
        self.shared.record(|recorder| recorder.retire(agent));
    }

    /// Begins the next moment; see [`Recorder::next_moment`]. Here a paused program waits.
    pub fn next_moment(&mut self) {
        self.shared.wait_for_next_moment();
        self.shared.record(Recorder::next_moment);
    }

    /// Begins the next moment, at this time; see [`Recorder::next_moment_at`]. Here a paused program
    /// waits.
    pub fn next_moment_at(&mut self, time: Duration) {
        self.shared.wait_for_next_moment();
        self.shared.record(|recorder| recorder.next_moment_at(time));
    }

    /// Ticks the tree of an agent and shows what it does; see [`Recorder::tick`].
    ///
    /// # Panics
    ///
    /// If the agent was added for another type of tree.
    pub fn tick<B: ?Sized, T: BehaviorTree<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        self.tick_with(agent, tree, blackboard, &mut NoObserver)
    }

    /// As [`tick`](Self::tick), and tells an observer too.
    ///
    /// # Panics
    ///
    /// As [`tick`](Self::tick).
    pub fn tick_with<B: ?Sized, T: BehaviorTree<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status {
        self.before_tick(agent);
        let status =
            self.shared.record(|recorder| recorder.tick_with(agent, tree, blackboard, observer));
        self.after_tick(agent);
        status
    }

    /// As [`tick`](Self::tick), and shows what has changed on the blackboard.
    ///
    /// # Panics
    ///
    /// As [`tick`](Self::tick).
    pub fn tick_with_snapshot<B: Serialize + ?Sized, T: BehaviorTree<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        self.before_tick(agent);
        let status =
            self.shared.record(|recorder| recorder.tick_with_snapshot(agent, tree, blackboard));
        self.after_tick(agent);
        status
    }

    /// Shows what has changed on a blackboard; see [`Recorder::snapshot`].
    pub fn snapshot(&mut self, agent: AgentId, blackboard: &(impl Serialize + ?Sized)) {
        self.shared.record(|recorder| recorder.snapshot(agent, blackboard));
    }

    /// Aborts the tree of an agent; see [`Recorder::abort`].
    ///
    /// # Panics
    ///
    /// As [`tick`](Self::tick).
    pub fn abort<B: ?Sized, T: BehaviorTree<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) {
        self.shared.record(|recorder| recorder.abort(agent, tree, blackboard));
    }

    /// What is kept of what was recorded so far.
    #[must_use]
    pub fn recording(&self) -> Recording {
        self.shared.record(|recorder| recorder.recording().clone())
    }

    /// A tick of an agent that was ticked in this moment begins the next one.
    fn before_tick(&self, agent: AgentId) {
        let moments = self.shared.record(|recorder| recorder.recording().moments().end);
        if moments == 0 || self.ticked.get(agent.index()) == Some(&moments) {
            self.shared.wait_for_next_moment();
        }
    }

    fn after_tick(&mut self, agent: AgentId) {
        let moments = self.shared.record(|recorder| recorder.recording().moments().end);
        if let Some(ticked) = self.ticked.get_mut(agent.index()) {
            *ticked = moments;
        }
        self.shared.stop_at_breakpoint(agent);
    }
}
