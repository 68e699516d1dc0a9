//! HTTP responses.

use std::format;
use std::io::{self, Write};
use std::string::String;

#[derive(Debug)]
pub(super) struct Answer {
    status: u16,
    kind: &'static str,
    /// The methods that are allowed, in a response to a method that is not.
    allowed: Option<&'static str>,
    body: String,
    sends_body: bool,
}

impl Answer {
    pub(super) const fn new(kind: &'static str, body: String) -> Self {
        Self { status: 200, kind, allowed: None, body, sends_body: true }
    }

    pub(super) const fn json(body: String) -> Self {
        Self::new("application/json", body)
    }

    pub(super) fn refusal(status: u16, reason: impl Into<String>) -> Self {
        Self { status, ..Self::new("text/plain; charset=utf-8", reason.into()) }
    }

    /// The response to a method that is not allowed; these are: `GET, HEAD`
    pub(super) fn not_allowed(allowed: &'static str) -> Self {
        let refusal = Self::refusal(405, format!("this is only for {allowed}"));
        Self { allowed: Some(allowed), ..refusal }
    }

    /// The response to `HEAD`: the same head, with the length of the body, and no body.
    pub(super) fn without_body(self) -> Self {
        Self { sends_body: false, ..self }
    }

    /// The status and the body.
    pub(super) fn into_parts(self) -> (u16, String) {
        (self.status, self.body)
    }

    /// Writes the last response of a connection.
    pub(super) fn write_to(&self, client: &mut impl Write) -> io::Result<()> {
        let Self { status, kind, allowed, body, sends_body } = self;
        let (reason, length) = (reason(*status), body.len());
        let allow = allowed.map_or_else(String::new, |allowed| format!("Allow: {allowed}\r\n"));
        // No other page may embed this one in a frame and trick a person into clicking on it.
        let head = format!(
            "HTTP/1.1 {status} {reason}\r\n\
             Content-Type: {kind}\r\n\
             Content-Length: {length}\r\n\
             {allow}\
             Cache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\n\
             X-Frame-Options: DENY\r\n\
             Connection: close\r\n\r\n"
        );
        client.write_all(head.as_bytes())?;
        if *sends_body { client.write_all(body.as_bytes()) } else { Ok(()) }
    }
}

const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
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

    #[test]
    fn a_method_that_is_refused_is_told_the_others() {
        let mut bytes = Vec::new();
        let answer = Answer::not_allowed("GET, HEAD").without_body();
        answer.write_to(&mut bytes).expect("there is memory");
        let text = String::from_utf8(bytes).expect("it is UTF-8");
        assert!(text.starts_with("HTTP/1.1 405 Method Not Allowed\r\n"), "{text}");
        assert!(text.contains("\r\nAllow: GET, HEAD\r\n"), "{text}");
        assert!(text.contains("\r\nContent-Length: 26\r\n"), "{text}");
        assert!(text.ends_with("\r\n\r\n"), "{text}");
    }
}
