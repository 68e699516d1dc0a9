//! The open connections: a limited number at a time, and none after the server has ended.

use super::shared::locked;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex};
use std::vec::Vec;

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
