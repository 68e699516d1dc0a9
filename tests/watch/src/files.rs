//! A server of files.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::{fs, thread};

/// Serves the files of a folder at a free port until the program ends, and returns its address.
///
/// # Panics
///
/// If there is no port.
#[must_use]
pub fn serve(directory: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    thread::spawn(move || {
        for connection in listener.incoming().map_while(Result::ok) {
            // A browser may open a connection and close it again.
            answer(connection, &directory).ok();
        }
    });
    format!("http://{address}/")
}

fn answer(mut connection: TcpStream, directory: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(&connection).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The connection may be closed only when the whole request was read.
    lines.map_while(Result::ok).find(String::is_empty);
    let target = request.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
    let name = target.split('?').next().unwrap_or_default();
    let kind = match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        _ => "application/wasm",
    };
    let body = fs::read(directory.join(name))?;
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    connection.write_all(head.as_bytes())?;
    connection.write_all(&body)
}
