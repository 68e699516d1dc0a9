//! A program with an editor, and a client of its server.

use super::Walks;
use crate::live::{Edits, Live};
use serde_json::Value;
use std::env::temp_dir;
use std::format;
use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process;
use std::string::{String, ToString};

/// A server whose file may be edited, in a folder of its own.
pub(super) struct Studio {
    pub(super) live: Live,
    pub(super) edits: Option<Edits<Walks>>,
    pub(super) path: PathBuf,
}

impl Studio {
    /// `name` makes the folder unique.
    pub(super) fn open(name: &str, text: &str) -> Self {
        let folder = temp_dir().join(format!("bt-edit-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        let path = folder.join("walker.tree");
        fs::write(&path, text).expect("the file can be written");
        let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
        let edits = live.let_edit::<Walks>(&path).expect("the file can be read");
        Self { live, edits: Some(edits), path }
    }

    pub(super) fn ask(&self, name: &str, body: &Value) -> (u16, String) {
        post(self.live.address(), name, &body.to_string())
    }

    /// The answer to a request that is not refused.
    #[track_caller]
    pub(super) fn told(&self, name: &str, body: &Value) -> Value {
        let (status, told) = self.ask(name, body);
        assert_eq!(status, 200, "{name}: {told}");
        serde_json::from_str(&told).expect("it is JSON")
    }

    /// The state of the editor that all pages are told.
    pub(super) fn state(&self) -> Value {
        let request = "GET /recording?after=-1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
        let (status, told) = send(self.live.address(), request.as_bytes());
        assert_eq!(status, 200, "{told}");
        let told: Value = serde_json::from_str(&told).expect("it is JSON");
        told["live"]["edit"].clone()
    }

    pub(super) fn on_disk(&self) -> String {
        fs::read_to_string(&self.path).expect("it is there")
    }

    /// The names in the folder of the file.
    pub(super) fn folder(&self) -> std::vec::Vec<String> {
        let folder = self.path.parent().expect("a folder").read_dir().expect("it can be read");
        folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into()).collect()
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        if let Some(folder) = self.path.parent() {
            fs::remove_dir_all(folder).ok();
        }
    }
}

/// The run of the program, which its page knows.
pub(super) fn run(address: SocketAddr) -> String {
    let request = "GET /recording?after=-1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let told: Value = serde_json::from_str(&send(address, request.as_bytes()).1).expect("JSON");
    told["run"].as_str().expect("a text").to_string()
}

/// Sends a body as the page does.
pub(super) fn post(address: SocketAddr, name: &str, body: &str) -> (u16, String) {
    let (host, length, run) = (address, body.len(), run(address));
    let head = format!(
        "POST /edit/{name}?run={run} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: {length}\r\n\r\n"
    );
    send(address, &[head.as_bytes(), body.as_bytes()].concat())
}

/// The status and the body of the response.
pub(super) fn send(address: SocketAddr, request: &[u8]) -> (u16, String) {
    // If the server is too slow on a busy machine, it says so.
    loop {
        let mut stream = TcpStream::connect(address).expect("it listens");
        // If the server refuses a body, it need not read it.
        stream.write_all(request).ok();
        let mut answer = std::vec::Vec::new();
        stream.read_to_end(&mut answer).ok();
        let answer = String::from_utf8(answer).expect("it answers in UTF-8");
        let Some((head, body)) = answer.split_once("\r\n\r\n") else { continue };
        let status = head.split(' ').nth(1).expect("there is a status");
        let status = status.parse().expect("a status is a number");
        if status != 408 {
            return (status, body.to_string());
        }
    }
}
