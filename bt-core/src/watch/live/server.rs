//! Listens, and answers each request in a thread of its own, so that a slow browser holds up no other.
//!
//! Whoever can reach it may send what they like, or nothing: what a client can take is bounded in
//! memory, in time and in connections.

use super::answer::Answer;
use super::connections::{Connection, Connections};
use super::head::Head;
use super::requests::answer;
use super::shared::Shared;
use super::timed::Timed;
use std::format;
use std::io::{self, Read};
use std::net::{
    IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs,
};
use std::string::{String, ToString};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::vec::Vec;

/// How long a request may take, an answer, and a client to hang up.
const REQUEST_TIME: Duration = Duration::from_secs(5);
const ANSWER_TIME: Duration = Duration::from_secs(10);
const LEAVE_TIME: Duration = Duration::from_millis(500);

/// How much is thrown away of what comes after a request.
const MOST_REST: u64 = 64 << 10;

/// How long it waits when the system has no connection to give, as when there are too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// How long the end waits for the thread that listens.
const END_TIME: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Server {
    address: SocketAddr,
    connections: Arc<Connections>,
    listener: Option<JoinHandle<()>>,
}

impl Server {
    pub(super) fn start(address: impl ToSocketAddrs, shared: &Arc<Shared>) -> io::Result<Self> {
        let socket = bind(address)?;
        let address = socket.local_addr()?;
        let connections = Arc::<Connections>::default();
        let (all, shared) = (Arc::clone(&connections), Arc::clone(shared));
        let listener = thread::Builder::new().name("live".into());
        let is_open = !address.ip().is_loopback();
        let listener = listener.spawn(move || listen(&socket, &all, &shared, is_open))?;
        Ok(Self { address, connections, listener: Some(listener) })
    }

    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where this machine reaches it, also if it listens at all of its addresses.
    fn own_address(&self) -> SocketAddr {
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        SocketAddr::new(ip, self.address.port())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.connections.end();
        let Some(listener) = self.listener.take() else { return };
        let until = Instant::now() + END_TIME;
        // It waits for a connection, so it gets one.
        while !listener.is_finished() && Instant::now() < until {
            drop(TcpStream::connect_timeout(&self.own_address(), PAUSE));
            thread::sleep(Duration::from_millis(1));
        }
        if listener.is_finished() {
            listener.join().ok();
        }
    }
}

/// Takes the first of these addresses that can be had; an error says which could not, and what to do.
fn bind(address: impl ToSocketAddrs) -> io::Result<TcpListener> {
    let addresses: Vec<SocketAddr> = address.to_socket_addrs()?.collect();
    TcpListener::bind(&*addresses).map_err(|error| {
        let names: Vec<String> = addresses.iter().map(SocketAddr::to_string).collect();
        let names = names.join(" and ");
        let problem = match error.kind() {
            io::ErrorKind::AddrInUse => format!(
                "another program listens at {names} already: end it, or take another port \
                 (port 0 is one that is free)"
            ),
            _ => format!("the system does not let it listen at {names}: {error}"),
        };
        io::Error::new(error.kind(), problem)
    })
}

fn listen(
    socket: &TcpListener,
    connections: &Arc<Connections>,
    shared: &Arc<Shared>,
    is_open: bool,
) {
    while !connections.have_ended() {
        let Ok((stream, _)) = socket.accept() else {
            thread::sleep(PAUSE);
            continue;
        };
        // If there are too many, it is closed.
        let Some(connection) = connections.admit(stream) else { continue };
        let shared = Arc::clone(shared);
        let answers = thread::Builder::new().name("live answer".into());
        // If there can be no thread, the connection is closed too.
        answers.spawn(move || serve(&connection, &shared, is_open)).ok();
    }
}

fn serve(connection: &Connection, shared: &Shared, is_open: bool) {
    let stream = &*connection.stream;
    let head = Head::read(&mut Timed::new(stream, REQUEST_TIME));
    let answer: Answer = head.map_or_else(|refusal| refusal, |head| answer(&head, shared, is_open));
    // A browser that has gone away does not hear it.
    if answer.write_to(&mut Timed::new(stream, ANSWER_TIME)).is_ok() {
        take_leave(stream).ok();
    }
}

/// Closing a connection with something unread in it would take back the answer that is on its way.
fn take_leave(stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let mut rest = Timed::new(stream, LEAVE_TIME).take(MOST_REST);
    io::copy(&mut rest, &mut io::sink()).map(drop)
}
