//! Connects the processes of a run, before the engine starts. The engine would wait for a missing process for ever, and
//! would not notice that a process is of another version.

use super::digest::schema;
use super::error::Error;
use super::parcel::{decode, encode};
use super::world::World;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(20);
/// A greeting is no longer than this.
const MAX_LENGTH: usize = 1_000;

/// The processes of a run, in the order of their numbers, and which of them this one is.
#[derive(Clone, Debug)]
pub struct Processes {
    /// The number of this process.
    pub process: usize,
    /// The addresses of all processes.
    pub hosts: Vec<String>,
    /// How long to wait for the others.
    pub patience: Duration,
}

/// The options that have to be equal in all processes of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The parameters of the world.
    pub world: World,
    /// The first tick: that of the checkpoint, or 0.
    pub first: u64,
    /// The last tick.
    pub last: u64,
    /// The number of workers in each process.
    pub workers: usize,
    /// The ticks between two checkpoints; 0 if there are none.
    pub every: u64,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Greeting {
    schema: u64,
    process: usize,
    processes: usize,
    terms: Terms,
}

impl Greeting {
    /// The name of the first thing that is not equal.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let (mine, theirs) = (self.terms, other.terms);
        [
            (self.schema == other.schema, "trees or agents"),
            (self.processes == other.processes, "numbers of processes"),
            (mine.world == theirs.world, "`--agents` or `--seed`"),
            (mine.first == theirs.first, "checkpoints"),
            (mine.last == theirs.last, "`--ticks`"),
            (mine.workers == theirs.workers, "`--workers`"),
            (mine.every == theirs.every, "options of checkpoints"),
        ]
        .into_iter()
        .find_map(|(is_equal, what)| (!is_equal).then_some(what))
    }
}

/// A process that waits for the processes with higher numbers.
#[derive(Debug)]
pub struct Meeting {
    processes: Processes,
    /// The last process waits for nobody.
    listener: Option<TcpListener>,
}

impl Processes {
    /// Begins to listen at the address of this process.
    ///
    /// # Errors
    ///
    /// If there is no such process, or its port is in use.
    pub fn listen(self) -> Result<Meeting, Error> {
        let (process, processes) = (self.process, self.hosts.len());
        let address = self.hosts.get(process).ok_or(Error::Process { process, processes })?;
        let listen = || {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            Ok(listener)
        };
        let fail = |cause| Error::Listen { address: address.clone(), cause };
        let is_last = process + 1 == processes;
        let listener = if is_last { None } else { Some(listen().map_err(fail)?) };
        Ok(Meeting { processes: self, listener })
    }
}

impl Meeting {
    /// The address at which the process listens: with the port that the system has chosen, if the host has port 0.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.listener.as_ref()?.local_addr().ok()
    }

    /// Connects to all other processes. Returns their sockets in the order of their numbers, with a gap for this one.
    ///
    /// # Errors
    ///
    /// If a process is missing for too long, or if it is of another version or has other options.
    pub fn connect(self, terms: Terms) -> Result<Vec<Option<TcpStream>>, Error> {
        let Processes { process, hosts, patience } = self.processes;
        let deadline = Instant::now() + patience;
        let mine = Greeting { schema: schema(), process, processes: hosts.len(), terms };
        let mut sockets: Vec<_> = hosts.iter().map(|_| None).collect();
        for (other, host) in hosts[..process].iter().enumerate() {
            let missing = || Error::NotConnected { process: other.to_string(), patience };
            sockets[other] =
                Some(meet(|| TcpStream::connect(host), mine, deadline)?.ok_or_else(missing)?.1);
        }
        while let (Some(listener), Some(missing)) =
            (&self.listener, sockets[process + 1..].iter().position(Option::is_none))
        {
            let process = (process + 1 + missing).to_string();
            let missing = || Error::NotConnected { process, patience };
            let (other, socket) =
                meet(|| Ok(listener.accept()?.0), mine, deadline)?.ok_or_else(missing)?;
            if other > mine.process && other < hosts.len() {
                sockets[other] = Some(socket);
            }
        }
        Ok(sockets)
    }
}

/// Tries to get a connection until it is one to another process of the run; `None` if no process comes.
fn meet(
    connect: impl Fn() -> io::Result<TcpStream>,
    mine: Greeting,
    deadline: Instant,
) -> Result<Option<(usize, TcpStream)>, Error> {
    while Instant::now() < deadline {
        let met = connect().ok().map(|stream| greet(stream, mine, deadline)).transpose()?.flatten();
        if met.is_some() {
            return Ok(met);
        }
        sleep(PAUSE);
    }
    Ok(None)
}

/// Exchanges greetings; `None` if the other end is no process of a run.
fn greet(
    mut stream: TcpStream,
    mine: Greeting,
    deadline: Instant,
) -> Result<Option<(usize, TcpStream)>, Error> {
    let Ok(Some(theirs)) = exchange(&mut stream, mine, deadline) else { return Ok(None) };
    match mine.difference(&theirs) {
        Some(what) => Err(Error::Different { process: theirs.process, what }),
        None => Ok(Some((theirs.process, stream))),
    }
}

fn exchange(
    stream: &mut TcpStream,
    mine: Greeting,
    deadline: Instant,
) -> io::Result<Option<Greeting>> {
    let rest = deadline.saturating_duration_since(Instant::now()).max(PAUSE);
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(rest))?;
    let mine = encode(&mine).map_err(io::Error::other)?;
    let length = u32::try_from(mine.len()).map_err(io::Error::other)?;
    stream.write_all(&[&length.to_le_bytes()[..], &mine].concat())?;
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_LENGTH {
        return Ok(None);
    }
    let mut theirs = vec![0; length];
    stream.read_exact(&mut theirs)?;
    stream.set_read_timeout(None)?;
    Ok(decode(&theirs).ok())
}
