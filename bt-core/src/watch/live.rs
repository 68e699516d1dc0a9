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
//! is slow, or comes late, gets what the recorder still has, and is told what it has missed. The program
//! waits for nobody. As long as somebody looks on, it hands over what is new, after a tick and at most
//! twenty times a second: one copy in memory for all of them, in parts that are small. Where nobody does,
//! it costs as much as a [`Recorder`].
//!
//! The server listens on this machine alone, unless it is asked for more with [`Live::open_to`]. It
//! answers only requests that name it as `localhost` or by an address that leads to this machine alone,
//! such as `127.0.0.1` (by any address if it is open to more), and those of a browser only if they come
//! from its own page or from the address bar, so that no other page in the same browser can read or steer
//! a program. What a client sends or does not read costs the program bounded memory and time.
//!
//! # Pauses and breakpoints
//!
//! A program that calls [`Live::let_pause`] can be paused from the page, moved on by a moment, and given
//! breakpoints: it is paused after a tick in which such a node gave another result than in the tick
//! before. Then [`tick`](Live::tick) does not return until a page says so.
//!
//! A program does not hang because nobody looks on any more. A page that is closed says goodbye, and
//! two seconds after the last one has done so the program goes on. If a browser goes without a word, it is
//! believed to be there for [some seconds](Live::PATIENCE), or for a minute and a half if the page was in
//! the background, where browsers let it ask for something once a minute. Whoever asks for the recording
//! and is no page is not waited for.
//!
//! # Panics
//!
//! A tick that panics is shown as far as it came, and the panic goes on; a program that catches it can go
//! on too. One that ends with it shows it as well: a `Live` that is dropped by a panic waits until the
//! pages in the foreground have what was recorded last, for [some seconds](Live::PATIENCE) at most.

use crate::language::private::Machine;
use crate::record::{AgentId, Recorder, Recording};
use crate::{BehaviorTree, NoObserver, Observer, Status};
use serde::Serialize;
use shared::Shared;
use std::format;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::string::String;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use std::vec::Vec;

mod answer;
mod audience;
mod authority;
mod connections;
mod control;
mod delivery;
mod exchange;
mod head;
mod mirror;
mod requests;
mod server;
mod shared;
#[cfg(test)]
mod tests;
mod timed;

use server::Server;

/// A recorder that browsers can look into while the program runs; see [`live`](self).
#[derive(Debug)]
pub struct Live {
    shared: Arc<Shared>,
    server: Server,
}

impl Live {
    /// How long a paused program, or one that ends with a panic, waits for a page that does not ask for
    /// anything any more.
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
    /// If others can reach it, or if the system refuses it, as when another program listens there.
    ///
    /// ```
    /// # use bt_core::live::Live;
    /// # fn main() -> std::io::Result<()> {
    /// let first = Live::start()?;
    /// let error = Live::at(first.address()).unwrap_err();
    /// let expected = format!("another program listens at {} already: end it, or take another \
    ///     port (port 0 is one that is free)", first.address());
    /// assert_eq!(error.to_string(), expected);
    /// # Ok(())
    /// # }
    /// ```
    pub fn at(address: impl ToSocketAddrs) -> io::Result<Self> {
        let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
        if let Some(address) = addresses.iter().find(|address| !address.ip().is_loopback()) {
            let problem =
                format!("{address} can be reached from outside: `Live::open_to` allows that");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        Self::open_to(&*addresses)
    }

    /// Begins to listen at this address, whoever can reach it.
    ///
    /// Everybody who can reach the address can:
    ///
    /// * read all that is recorded: names and source texts of the trees, what the agents do, and their
    ///   blackboards, as far as there are snapshots of them;
    /// * pause the program and set breakpoints, if it was [allowed](Self::let_pause), and keep it waiting
    ///   as long as they like;
    /// * take time of its processors and some memory: no more than 32 connections at a time, each of which
    ///   ends after some seconds, and requests of no more than 8 KiB.
    ///
    /// Nobody is asked for a password, and nothing is encrypted: what is sent can be read, and changed, on
    /// its way. The guards against pages of other sites hold here too, but they guard people with a browser
    /// and not the program: who writes requests by hand passes them. So open it to a network all of which
    /// you trust, or leave it closed and go through a tunnel, such as `ssh -L 8080:127.0.0.1:8080 host` to
    /// a program that listens at [`127.0.0.1:8080`](Self::at).
    ///
    /// ```no_run
    /// # use bt_core::live::Live;
    /// let live = Live::open_to("0.0.0.0:8080")?; // everybody in the network
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the system refuses it.
    pub fn open_to(address: impl ToSocketAddrs) -> io::Result<Self> {
        Self::with_patience(address, Self::PATIENCE)
    }

    fn with_patience(address: impl ToSocketAddrs, patience: Duration) -> io::Result<Self> {
        let recorder = Recorder::with_capacity(Self::CAPACITY);
        let shared = Arc::new(Shared::new(recorder, patience));
        let server = Server::start(address, &shared)?;
        Ok(Self { shared, server })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// The address to open in a browser: `http://127.0.0.1:40123/`.
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
        self.shared.begin_moment(Recorder::next_moment);
    }

    /// Begins the next moment, at this time; see [`Recorder::next_moment_at`]. Here a paused program
    /// waits.
    pub fn next_moment_at(&mut self, time: Duration) {
        self.shared.begin_moment(|recorder| recorder.next_moment_at(time));
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
        self.shared.tick(agent, |recorder| recorder.tick_with(agent, tree, blackboard, observer))
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
        self.shared.tick(agent, |recorder| recorder.tick_with_snapshot(agent, tree, blackboard))
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

    /// The recording so far, as far as it is kept.
    #[must_use]
    pub fn recording(&self) -> Recording {
        self.shared.look(|recorder| recorder.recording().clone())
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if thread::panicking() {
            self.shared.deliver();
        }
    }
}
