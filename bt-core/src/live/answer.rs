//! An answer in HTTP.

use std::io::{self, Write};
use std::string::String;

#[derive(Debug)]
pub(super) struct Answer {
    status: u16,
    kind: &'static str,
    body: String,
}

impl Answer {
    pub(super) const fn new(kind: &'static str, body: String) -> Self {
        Self { status: 200, kind, body }
    }

    pub(super) const fn json(body: String) -> Self {
        Self::new("application/json", body)
    }

    pub(super) fn refusal(status: u16, reason: impl Into<String>) -> Self {
        Self { status, kind: "text/plain; charset=utf-8", body: reason.into() }
    }

    /// The last answer of a connection.
    pub(super) fn write_to(&self, client: &mut impl Write) -> io::Result<()> {
        let Self { status, kind, body } = self;
        let (reason, length) = (reason(*status), body.len());
        // No other page may put this one into a frame and have the person click on it.
        let head = std::format!(
            "HTTP/1.1 {status} {reason}\r\n\
             Content-Type: {kind}\r\n\
             Content-Length: {length}\r\n\
             Cache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\n\
             X-Frame-Options: DENY\r\n\
             Connection: close\r\n\r\n"
        );
        client.write_all(head.as_bytes())?;
        client.write_all(body.as_bytes())
    }
}

const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        403 => "Forbidden",
        404 => "Not Found",
        408 => "Request Timeout",
        409 => "Conflict",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        _ => "Bad Request",
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn an_answer_says_how_long_it_is_and_that_it_is_the_last() {
        let mut bytes = Vec::new();
        Answer::refusal(404, "nö").write_to(&mut bytes).expect("there is memory");
        let text = String::from_utf8(bytes).expect("it is UTF-8");
        assert!(text.starts_with("HTTP/1.1 404 Not Found\r\n"), "{text}");
        assert!(text.contains("\r\nContent-Length: 3\r\n"), "{text}");
        assert!(text.ends_with("\r\nConnection: close\r\n\r\nnö"), "{text}");
    }
}
