//! The server: it answers each request in a thread of its own, so that a slow browser does not delay the
//! others.
//!
//! A client may send anything, or nothing. The memory, the time and the number of connections that clients
//! can use are bounded: there is a limited number of open connections at a time, and none after the server has ended, and a stream has
//! a deadline for all reads and writes, even if each one transfers only a few bytes.

use super::answer::Answer;
use super::head::Head;
use super::requests::answer;
use super::shared::{Shared, locked};
use std::io::{Read, Write};
use std::net::{
    IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs,
};
use std::string::{String, ToString};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::vec::Vec;
use std::{format, io, thread};

/// The maximum time for reading a request, for writing a response, and for the client to close the
/// connection.
const REQUEST_TIME: Duration = Duration::from_secs(5);
const ANSWER_TIME: Duration = Duration::from_secs(10);
const LEAVE_TIME: Duration = Duration::from_millis(500);

/// The maximum number of bytes after a request that are read and ignored.
const MOST_REST: u64 = 64 << 10;

/// How long it waits if the system cannot accept a connection, for example because too many files are open.
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

    /// An address at which this machine reaches the server, also if the server listens at all addresses.
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
        // The thread waits for a connection; this gives it one.
        while !listener.is_finished() && Instant::now() < until {
            drop(TcpStream::connect_timeout(&self.own_address(), PAUSE));
            thread::sleep(Duration::from_millis(1));
        }
        if listener.is_finished() {
            listener.join().ok();
        }
    }
}

/// Listens at the first of these addresses that works; an error names the address and says what to do.
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
        // If there are too many connections, this one is closed.
        let Some(connection) = connections.admit(stream) else { continue };
        let shared = Arc::clone(shared);
        let answers = thread::Builder::new().name("live answer".into());
        // If no thread can be started, the connection is closed.
        answers.spawn(move || serve(&connection, &shared, is_open)).ok();
    }
}

fn serve(connection: &Connection, shared: &Shared, is_open: bool) {
    let stream = &*connection.stream;
    let client = &mut Timed::new(stream, REQUEST_TIME);
    let answer: Answer = match Head::read(client) {
        Ok(head) => answer(&head, client, shared, is_open),
        Err(refusal) => refusal,
    };
    // An error is ignored: the browser has gone.
    if answer.write_to(&mut Timed::new(stream, ANSWER_TIME)).is_ok() {
        take_leave(stream).ok();
    }
}

/// Closing a connection with unread data would make the system discard a response that is still on its way.
fn take_leave(stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let mut rest = Timed::new(stream, LEAVE_TIME).take(MOST_REST);
    io::copy(&mut rest, &mut io::sink()).map(drop)
}

/// The maximum number of connections at a time.
pub(super) const MOST: usize = 32;

#[derive(Debug, Default)]
pub(super) struct Connections {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    open: Vec<Arc<TcpStream>>,
    ended: bool,
}

/// An open connection; dropping it closes the connection.
pub(super) struct Connection {
    pub(super) stream: Arc<TcpStream>,
    all: Arc<Connections>,
}

impl Connections {
    /// Admits a connection, if there are few enough and the server has not ended.
    pub(super) fn admit(self: &Arc<Self>, stream: TcpStream) -> Option<Connection> {
        let mut state = locked(&self.state);
        if state.ended || state.open.len() >= MOST {
            return None;
        }
        let stream = Arc::new(stream);
        state.open.push(Arc::clone(&stream));
        Some(Connection { stream, all: Arc::clone(self) })
    }

    /// Admits no more connections, and closes the open ones: their threads get an error when they read or
    /// write.
    pub(super) fn end(&self) {
        let mut state = locked(&self.state);
        state.ended = true;
        for stream in &state.open {
            // A connection that the client has closed gives an error here.
            stream.shutdown(Shutdown::Both).ok();
        }
    }

    pub(super) fn have_ended(&self) -> bool {
        locked(&self.state).ended
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        locked(&self.all.state).open.retain(|stream| !Arc::ptr_eq(stream, &self.stream));
    }
}

pub(super) struct Timed<'stream> {
    stream: &'stream TcpStream,
    until: Instant,
}

impl<'stream> Timed<'stream> {
    pub(super) fn new(stream: &'stream TcpStream, time: Duration) -> Self {
        Self { stream, until: Instant::now() + time }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
