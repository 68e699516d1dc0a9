//! Listens, and answers each request in a thread of its own, so that a slow browser holds up no other.

use super::requests::answer;
use super::shared::Shared;
use std::boxed::Box;
use std::error::Error;
use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use tiny_http::{Request, Response};

/// More requests than this are not answered at the same time.
const MOST_ANSWERS: usize = 32;

pub(super) struct Server {
    address: SocketAddr,
    http: Arc<tiny_http::Server>,
    listener: Option<JoinHandle<()>>,
}

impl fmt::Debug for Server {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    pub(super) fn start(address: impl ToSocketAddrs, shared: &Arc<Shared>) -> io::Result<Self> {
        let socket = TcpListener::bind(address)?;
        let address = socket.local_addr()?;
        let other = |error: Box<dyn Error + Send + Sync>| io::Error::other(error);
        let http = Arc::new(tiny_http::Server::from_listener(socket, None).map_err(other)?);
        let (server, shared) = (Arc::clone(&http), Arc::clone(shared));
        let listener =
            thread::Builder::new().name("live".into()).spawn(move || listen(&server, &shared))?;
        Ok(Self { address, http, listener: Some(listener) })
    }

    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.http.unblock();
        self.listener.take().map(JoinHandle::join);
    }
}

fn listen(server: &tiny_http::Server, shared: &Arc<Shared>) {
    let answers = Arc::new(AtomicUsize::new(0));
    while let Ok(request) = server.recv() {
        if answers.fetch_add(1, Ordering::Relaxed) >= MOST_ANSWERS {
            answers.fetch_sub(1, Ordering::Relaxed);
            // Whoever is that slow does not hear this either: it is not waited for.
            drop(request);
            continue;
        }
        let (shared, answers) = (Arc::clone(shared), Arc::clone(&answers));
        thread::spawn(move || {
            serve(request, &shared);
            answers.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

fn serve(request: Request, shared: &Shared) {
    let answer = answer(&request, shared);
    let mut response = Response::from_string(answer.body)
        .with_status_code(answer.status)
        .with_chunked_threshold(usize::MAX);
    for (name, value) in answer.headers {
        if let Ok(header) = tiny_http::Header::from_bytes(name, value) {
            response = response.with_header(header);
        }
    }
    // A browser that has gone away does not hear it.
    request.respond(response).ok();
}
