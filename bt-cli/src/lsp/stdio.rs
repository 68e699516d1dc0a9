//! The messages on the standard input and output. What is no message is skipped, so that no input stops the server.

use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::Message;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::thread::{self, JoinHandle};

/// The maximum number of bytes of a message; a longer one is skipped.
const MOST_BYTES: u64 = 64 << 20;
/// The maximum number of bytes of a line of a header.
const LONGEST_LINE: u64 = 4096;
/// The number of messages that wait at most; after that the other side waits.
const MOST_WAITING: usize = 64;

/// The messages of the client, those to it, in JSON, and the thread that writes these.
pub(super) fn connection() -> (Receiver<Message>, Sender<String>, JoinHandle<()>) {
    let (sender, received) = bounded(MOST_WAITING);
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        while let Ok(message) = read(&mut input) {
            if message.is_some_and(|message| sender.send(message).is_err()) {
                break;
            }
        }
    });
    let (answers, waiting) = bounded::<String>(MOST_WAITING);
    let writer = thread::spawn(move || {
        let mut output = io::stdout().lock();
        for message in waiting {
            let written = write!(output, "Content-Length: {}\r\n\r\n{message}", message.len());
            if written.and_then(|()| output.flush()).is_err() {
                break;
            }
        }
    });
    (received, answers, writer)
}

/// Reads up to the end of the next message; `None` if it is no message.
///
/// # Errors
///
/// At the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = String::from_utf8_lossy(&line);
        let (name, value) = line.trim().split_once(':').unwrap_or_default();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<u64>().ok();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let Some(length) = length else { return Ok(None) };
    let mut body = input.take(length);
    if length > MOST_BYTES {
        io::copy(&mut body, &mut io::sink())?;
        return Ok(None);
    }
    let mut bytes = Vec::new();
    body.read_to_end(&mut bytes)?;
    Ok(serde_json::from_slice(&bytes).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_skipped() {
        let good = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let bytes = [
            format!("Content-Length: {}\r\n\r\n{good}", good.len()),
            "Content-Length: 3\r\n\r\n{{{".to_owned(),
            "Content-Length: many\r\n\r\n".to_owned(),
            format!("{}\r\n\r\n", "x".repeat(12_345)),
            format!("content-length:{}\nOther: 1\n\n{good}", good.len()),
            "Content-Length: 99999999999\r\n\r\n{".to_owned(),
        ]
        .concat();
        let mut input = bytes.as_bytes();
        let mut read = std::iter::from_fn(|| read(&mut input).ok());
        let found: Vec<bool> = read.by_ref().map(|message| message.is_some()).collect();
        assert_eq!(found.iter().filter(|is_message| **is_message).count(), 2, "{found:?}");
        assert_eq!(found.first(), Some(&true));
    }
}
