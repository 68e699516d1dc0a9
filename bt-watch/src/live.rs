//! The page of [`replay`](crate::replay), fed by a running program.
//!
//! ```no_run
//! # use bt_core::behavior_tree;
//! # behavior_tree! { tree Guard(it: &mut u32) { action *it += 1; } }
//! use bt_watch::live::Live;
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
//! Several browsers can show the page at the same time. A page is updated ten times a second. A browser that
//! is slow or connects late gets what the recorder still keeps, and shows how much it has missed. The program
//! does not wait for browsers. While a page is open, the program copies new data after a tick, at most twenty
//! times a second: one copy for all pages, in small parts. While no page is open, a `Live` costs as much as a
//! [`Recorder`].
//!
//! The server accepts connections only from this machine, unless the program uses [`Live::open_to`]. It
//! answers only requests that name it as `localhost` or with an address of this machine such as `127.0.0.1`
//! (with `open_to`, with any address). Requests of a browser must come from the server's own page or from the
//! address bar, so other pages in the same browser can neither read nor control the program. The memory and
//! time that a client can use are bounded, whatever it sends or does not read.
//!
//! # Pauses and breakpoints
//!
//! If the program calls [`Live::let_pause`], pages can pause it, let it run for one moment, and set
//! breakpoints. A breakpoint pauses the program after a tick in which its node gave a different result than
//! in the tick before. While the program is paused, [`tick`](Live::tick) does not return.
//!
//! A breakpoint before a leaf pauses the program in the middle of a tick, when the tree is about to ask the leaf, as a
//! debugger does: the thread that ticks waits there. The page shows what has happened in the tick so far, and can force the
//! answer of the leaf before the program goes on.
//!
//! A paused program does not wait for pages that have been closed. A page tells the server when it is closed,
//! and two seconds after the last page has done so the program continues. If a browser disappears without a
//! message, the program waits for [some seconds](Live::PATIENCE), or for a minute and a half if the page was
//! in the background, where browsers allow only one request per minute. The program never waits for clients
//! that only read the recording.
//!
//! # Changes
//!
//! If the program calls [`Live::let_change`], pages can change what agents see, without a change of the world:
//!
//! * the answer of a leaf can be forced: in the next tick in which the tree asks the leaf, until it is released, or in the
//!   ticks before which a recorded value fulfils a comparison, such as `health < 20`. [`Observer::answer`] says what this
//!   means for each kind of leaf; the condition of a decorator such as `guard` is none. When no page is open any more, all leaves are released, and so are those of a
//!   tree that takes a new version;
//! * the fields that the program names with [`Live::set_fields`] can be set.
//!
//! The recording notes in each tick which answers were [forced](crate::record::Frame::forced) and which fields were
//! [set](crate::record::Frame::set); the page marks them on the timeline and at the nodes. Until a page changes something, a tick costs as much as without
//! this. Only servers that other machines cannot reach can do this.
//!
//! # Branches of time
//!
//! If the program calls [`Live::let_branch`], a page can go on from an earlier tick with a copy of the agent: with other answers
//! of leaves, or with the text that is being edited. The page shows what the copy does beside what the agent did, and the first
//! difference. The agent itself is not changed.
//!
//! # Questions
//!
//! If the program calls [`Live::let_ask`], a page asks it what would have to be different for the selected node to run.
//!
//! # Edits
//!
//! With the feature `edit`, a program can let pages edit the files of its trees, with `Live::let_edit`: see the
//! [guide](crate::guide#the-page-edits-the-file). Only servers that other machines cannot reach can do this.
//!
//! # Without a server
//!
//! A program that cannot listen, because it runs in a browser, starts with [`Live::without_server`] and passes the requests of
//! the page on to [`Live::answer`]. No call waits there, so the program asks [`Live::is_paused`] before each moment.
//!
//! # Panics
//!
//! A tick that panics is shown up to the panic, and the panic continues. A program that catches the panic can
//! go on. If the panic ends the program, the `Live` is dropped and waits until the pages in the foreground
//! have received the last data, for at most [some seconds](Live::PATIENCE).

use crate::record::{AgentId, Recorder, Recording};
use bt_core::{Agent, Inspect, Machine, NoObserver, Observer, Status};
use serde::Serialize;
use shared::{Shared, locked};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::ops::Range;
use std::path::Path;
use std::string::String;
use std::sync::Arc;
use std::time::Duration;
use std::vec::Vec;
use std::{env, format, io, thread};

mod answer;
mod ask;
mod audience;
mod branch;
mod change;
mod clock;
mod control;
mod delivery;
#[cfg(feature = "edit")]
mod edit;
mod exchange;
mod gate;
mod head;
mod mirror;
mod requests;
mod server;
mod shared;
#[cfg(test)]
mod tests;

pub use ask::Part;
pub use branch::{Branches, Turn};
pub use change::Fields;
#[cfg(feature = "edit")]
pub use edit::Edits;
use gate::Events;
use head::Head;
use server::Server;

/// The first port of a program is one of these, which systems do not give to other programs by themselves.
const PORTS: Range<u16> = 20_000..28_000;

/// The number of ports that a program tries before it takes any.
const TRIED_PORTS: u16 = 8;

/// A recorder that browsers can read while the program runs; see [`live`](self).
#[derive(Debug)]
pub struct Live {
    shared: Arc<Shared>,
    /// `None` if the program answers the requests itself.
    server: Option<Server>,
}

impl Live {
    /// How long a paused program, or one that ends with a panic, waits for a page that has stopped sending
    /// requests.
    pub const PATIENCE: Duration = Duration::from_secs(5);

    /// The capacity of the recorder in bytes, for pages that connect late.
    const CAPACITY: usize = 4 << 20;

    /// Starts a server at 127.0.0.1, which only this machine can reach.
    ///
    /// A program gets the same port at each start, unless another one uses it: then a page that is still open goes on with
    /// the program that was started again. The port depends on the file name of the program. [`at`](Self::at) with port 0
    /// takes any free port.
    ///
    /// # Errors
    ///
    /// If the system does not allow it.
    pub fn start() -> io::Result<Self> {
        let program = env::current_exe().ok();
        let name = program.as_deref().and_then(Path::file_stem).unwrap_or_default();
        Self::at(&*addresses(name.as_encoded_bytes()))
    }

    /// Starts a server at this address, which must be an address that only this machine can reach.
    ///
    /// ```
    /// # use bt_watch::live::Live;
    /// let error = Live::at("0.0.0.0:8080").unwrap_err();
    /// assert_eq!(error.to_string(), "0.0.0.0:8080 can be reached from outside: `Live::open_to` allows that");
    /// ```
    ///
    /// # Errors
    ///
    /// If other machines can reach the address, or if the system does not allow it, for example because
    /// another program uses the port.
    ///
    /// ```
    /// # use bt_watch::live::Live;
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

    /// Starts a server at this address, even if other machines can reach it.
    ///
    /// Everyone who can reach the address can:
    ///
    /// * read the recording: names and source texts of the trees, the actions of the agents, and snapshots of
    ///   their blackboards;
    /// * pause the program and set breakpoints, if it was [allowed](Self::let_pause), and keep it paused;
    /// * have it answer [questions](Self::let_ask) about nodes, one at a time, if it does;
    /// * use some of its processor time and memory: at most 32 connections at a time, which end after some
    ///   seconds, and requests of at most 8 KiB.
    ///
    /// They cannot edit files: such a server refuses that.
    ///
    /// The server asks for no password and encrypts nothing: data can be read and changed on the way. The
    /// checks against pages of other sites apply here too, but they protect a person with a browser and not
    /// the program: a client that is not a browser can pass them. So use this only in a network that you
    /// trust completely. Otherwise use a tunnel, such as `ssh -L 8080:127.0.0.1:8080 host`, to a program that
    /// listens at [`127.0.0.1:8080`](Self::at).
    ///
    /// ```no_run
    /// # use bt_watch::live::Live;
    /// let live = Live::open_to("0.0.0.0:8080")?; // for everyone in the network
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the system does not allow it.
    pub fn open_to(address: impl ToSocketAddrs) -> io::Result<Self> {
        Self::with_patience(address, Self::PATIENCE)
    }

    fn with_patience(address: impl ToSocketAddrs, patience: Duration) -> io::Result<Self> {
        let recorder = Recorder::with_capacity(Self::CAPACITY);
        let shared = Arc::new(Shared::new(recorder, patience));
        let server = Server::start(address, &shared)?;
        Ok(Self { shared, server: Some(server) })
    }

    /// Starts no server: the program itself [answers](Self::answer) the requests of pages.
    ///
    /// ```
    /// # use bt_core::behavior_tree;
    /// # behavior_tree! { tree Guard(it: &mut u32) { action *it += 1; } }
    /// use bt_watch::live::Live;
    ///
    /// let mut live = Live::without_server();
    /// let agent = live.agent::<Guard>("guard");
    /// let (mut guard, mut blackboard) = (Guard::new(), 0);
    /// for _ in 0..2 {
    ///     live.tick_with_snapshot(agent, &mut guard, &mut blackboard);
    /// }
    ///
    /// let (status, page) = live.answer("GET", "/", "");
    /// assert!(status == 200 && page.starts_with("<!doctype html>"));
    /// let (status, news) = live.answer("GET", "/recording?after=-1", "");
    /// assert!(status == 200 && news.contains("guard"), "{news}");
    /// ```
    #[must_use]
    pub fn without_server() -> Self {
        let recorder = Recorder::with_capacity(Self::CAPACITY);
        let shared = Arc::new(Shared::without_server(recorder, Self::PATIENCE));
        Self { shared, server: None }
    }

    /// The status and the body of the response to a request of the program's own page: `GET`, `/recording?after=7`.
    ///
    /// No other page may be able to send these requests: they are not checked as those to a server are.
    #[must_use]
    pub fn answer(&self, method: &str, target: &str, body: &str) -> (u16, String) {
        let head = Head::of_program(method, target, body.len());
        requests::answer_own(&head, &mut body.as_bytes(), &self.shared).into_parts()
    }

    /// Returns `true` while a page has paused the program. Without a server, no call waits for the page: the program begins
    /// the next moment when this is `false`.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.shared.control().holds()
    }

    /// The address at which the server listens; `0.0.0.0:0` without one.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        match &self.server {
            Some(server) => server.address(),
            None => SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0),
        }
    }

    /// Returns `true` if other machines can reach the server.
    fn is_open(&self) -> bool {
        self.server.is_some() && !self.address().ip().is_loopback()
    }

    /// The address to open in a browser: `http://127.0.0.1:40123/`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address())
    }

    /// Allows or forbids pages to pause the program and to set breakpoints; see [`live`](self).
    pub fn let_pause(&mut self, may: bool) {
        self.shared.control().let_pause(may);
        self.shared.control_changed();
    }

    /// Adds an agent; see [`Recorder::agent`].
    pub fn agent<T: Machine>(&mut self, name: impl Into<String>) -> AgentId {
        self.shared.record(|recorder| recorder.agent::<T>(name))
    }

    /// Adds an agent with this tree, which may be a loaded one; see [`Recorder::agent_of`].
    pub fn agent_of(&mut self, name: impl Into<String>, tree: &(impl Inspect + ?Sized)) -> AgentId {
        self.shared.record(|recorder| recorder.agent_of(name, tree))
    }

    /// Records that an agent has ended; see [`Recorder::retire`].
    ///
    /// # Panics
    ///
    /// If the agent was added to another recorder, or is retired.
    pub fn retire(&mut self, agent: AgentId) {
        let current = self.shared.look(|recorder| recorder.current(agent));
        self.shared.record(|recorder| recorder.retire(agent));
        if self.shared.is_changeable() {
            locked(&self.shared.changes).forget(current.index());
        }
        branch::forget(&self.shared, agent);
    }

    /// Begins the next moment; see [`Recorder::next_moment`]. While the program is paused, the call waits.
    pub fn next_moment(&mut self) {
        self.shared.begin_moment(Recorder::next_moment);
    }

    /// Begins the next moment at this time; see [`Recorder::next_moment_at`]. While the program is paused,
    /// the call waits.
    pub fn next_moment_at(&mut self, time: Duration) {
        self.shared.begin_moment(|recorder| recorder.next_moment_at(time));
    }

    /// Ticks the tree of an agent and shows the tick; see [`Recorder::tick`].
    ///
    /// # Panics
    ///
    /// If the agent was added for another type of tree.
    pub fn tick<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        self.tick_with(agent, tree, blackboard, &mut NoObserver)
    }

    /// Does the same as [`tick`](Self::tick), and also reports the events to an observer.
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn tick_with<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status {
        let run = |tree: &mut T, blackboard: &mut B, events: Events<'_>| match events {
            Events::Noted(notes) => tree.tick_with(blackboard, &mut (notes, observer)),
            Events::Gated(gate) => tree.tick_with(blackboard, &mut (gate, observer)),
        };
        self.shared.tick(agent, (tree, blackboard), run, |_, _| {})
    }

    /// Stops the tree of an agent, in place of a tick; see [`Recorder::stop`].
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn stop<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        self.stop_with(agent, tree, blackboard, &mut NoObserver)
    }

    /// Does the same as [`stop`](Self::stop), and also reports the events to an observer.
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn stop_with<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status {
        let run = |tree: &mut T, blackboard: &mut B, events: Events<'_>| match events {
            Events::Noted(notes) => tree.stop_with(blackboard, &mut (notes, observer)),
            Events::Gated(gate) => tree.stop_with(blackboard, &mut (gate, observer)),
        };
        self.shared.tick(agent, (tree, blackboard), run, |_, _| {})
    }

    /// Does the same as [`tick`](Self::tick), and shows the changes of the blackboard.
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn tick_with_snapshot<B: Serialize + ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        let run = |tree: &mut T, blackboard: &mut B, events: Events<'_>| match events {
            Events::Noted(notes) => tree.tick_with(blackboard, notes),
            Events::Gated(gate) => tree.tick_with(blackboard, gate),
        };
        let after = |recorder: &mut Recorder, blackboard: &B| recorder.snapshot(agent, blackboard);
        self.shared.tick(agent, (tree, blackboard), run, after)
    }

    /// Shows the changes of a blackboard; see [`Recorder::snapshot`].
    pub fn snapshot(&mut self, agent: AgentId, blackboard: &(impl Serialize + ?Sized)) {
        self.shared.record(|recorder| recorder.snapshot(agent, blackboard));
    }

    /// Aborts the tree of an agent; see [`Recorder::abort`].
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn abort<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
    ) {
        self.abort_with(agent, tree, blackboard, &mut NoObserver);
    }

    /// Does the same as [`abort`](Self::abort), and also reports the aborted nodes to an observer.
    ///
    /// # Panics
    ///
    /// The same as of [`tick`](Self::tick).
    pub fn abort_with<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: AgentId,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) {
        self.shared.record(|recorder| recorder.abort_with(agent, tree, blackboard, observer));
    }

    /// The recording of all moments that are still kept.
    #[must_use]
    pub fn recording(&self) -> Recording {
        self.shared.look(|recorder| recorder.recording().clone())
    }
}

/// The addresses at which a program with this name may listen, the first free one first.
fn addresses(name: &[u8]) -> Vec<SocketAddr> {
    // FNV-1a, which is the same in all releases.
    let hash = name
        .iter()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    let number = u16::try_from(hash % u32::from(PORTS.end - PORTS.start)).unwrap_or_default();
    let port = PORTS.start + number;
    let ports = (port..port + TRIED_PORTS).chain([0]);
    ports.map(|port| (Ipv4Addr::LOCALHOST, port).into()).collect()
}

impl Drop for Live {
    fn drop(&mut self) {
        if thread::panicking() {
            self.shared.deliver();
        }
    }
}
