//! The connections that are open: no more than a few at a time, and none when the server ends.

use super::shared::locked;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex};
use std::vec::Vec;

/// More clients than this are not listened to at the same time.
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

/// One of them; it is closed with this value.
pub(super) struct Connection {
    pub(super) stream: Arc<TcpStream>,
    all: Arc<Connections>,
}

impl Connections {
    /// Takes a connection in, if there is room and the server has not ended.
    pub(super) fn admit(self: &Arc<Self>, stream: TcpStream) -> Option<Connection> {
        let mut state = locked(&self.state);
        if state.ended || state.open.len() >= MOST {
            return None;
        }
        let stream = Arc::new(stream);
        state.open.push(Arc::clone(&stream));
        Some(Connection { stream, all: Arc::clone(self) })
    }

    /// Admits no more, and cuts off those that are open: who reads or writes there gets an error.
    pub(super) fn end(&self) {
        let mut state = locked(&self.state);
        state.ended = true;
        for stream in &state.open {
            // One that the client has closed is cut off already.
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
