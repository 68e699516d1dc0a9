//! A client of the server without a browser.

use browser::{DEADLINE, wait_until};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

pub(crate) const OWN: &str = "Host: localhost\r\n";

pub(crate) fn send(url: &str, request: &str) -> TcpStream {
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("it listens");
    // If the server closes the connection at once, the reader of the response notices it.
    stream.write_all(request.as_bytes()).ok();
    stream
}

/// The status and the body of the response. On a busy machine, a client may be too slow, or there may be
/// too many connections: the server closes the connection, and this function tries again.
pub(crate) fn ask(url: &str, first_line: &str, headers: &str) -> (u16, String) {
    const TOO_SLOW: u16 = 408;
    let request = format!("{first_line} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    let mut answer = None;
    let is_answered = wait_until(|| {
        let is_whole = |(_, length, body): &(u16, usize, String)| {
            first_line.starts_with("HEAD ") || body.len() == *length
        };
        let whole = read_head(send(url, &request)).filter(is_whole);
        answer =
            whole.map(|(status, _, body)| (status, body)).filter(|(status, _)| *status != TOO_SLOW);
        answer.is_some()
    });
    assert!(is_answered, "{first_line}: it answers");
    answer.expect("it has answered")
}

/// `None` if the connection is closed before the response is complete.
pub(crate) fn read_answer(stream: TcpStream) -> Option<(u16, String)> {
    let (status, length, body) = read_head(stream)?;
    (body.len() == length).then_some((status, body))
}

/// The status, the length of the body according to the head, and the received part of the body. A
/// response to `HEAD` has no body.
fn read_head(mut stream: TcpStream) -> Option<(u16, usize, String)> {
    let mut answer = Vec::new();
    stream.set_read_timeout(Some(DEADLINE)).expect("that is not zero");
    if let Err(error) = stream.read_to_end(&mut answer) {
        let is_late = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        assert!(!is_late, "it neither answers nor ends");
        return None;
    }
    let answer = String::from_utf8(answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1).expect("there is a status");
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: "));
    let length: usize = length.expect("it says how long it is").parse().expect("a number");
    let status = status.parse().expect("a status is a number");
    Some((status, length, body.to_owned()))
}
