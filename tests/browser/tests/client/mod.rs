//! A client of the server without a browser.

use std::io::{Read, Write};
use std::net::TcpStream;

pub(crate) const OWN: &str = "Host: localhost\r\n";

pub(crate) fn send(url: &str, request: &str) -> TcpStream {
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("it listens");
    // One that is cut off at once is noticed by who reads the answer.
    stream.write_all(request.as_bytes()).ok();
    stream
}

/// The status and the body of the answer.
pub(crate) fn ask(url: &str, first_line: &str, headers: &str) -> (u16, String) {
    let request = format!("{first_line} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    let mut answer = Vec::new();
    send(url, &request).read_to_end(&mut answer).expect("it answers");
    let answer = String::from_utf8(answer).expect("it answers in UTF-8");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head ends");
    let status = head.split(' ').nth(1).expect("there is a status");
    (status.parse().expect("a status is a number"), body.to_owned())
}
