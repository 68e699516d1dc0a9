//! The head of an HTTP request, and the host that it names: `localhost:4000`, `127.0.0.1`, `[::1]:80`. Only requests of the editor have
//! a body.

use super::answer::Answer;
use std::borrow::ToOwned;
use std::io::{ErrorKind, Read};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::string::{String, ToString};
use std::vec::Vec;

/// The maximum length of a head.
const MOST_BYTES: usize = 8 << 10;

const END: &[u8] = b"\r\n\r\n";

#[derive(Debug)]
pub(super) struct Head {
    pub(super) method: String,
    pub(super) target: String,
    fields: Vec<(String, String)>,
    /// The beginning of the body of an editor's request, which was read with the head.
    #[cfg(feature = "edit")]
    pub(super) rest: Vec<u8>,
}

impl Head {
    /// Reads a head to its end. A request with a body is refused, unless it is one of the editor, and the body is not
    /// read.
    pub(super) fn read(client: &mut impl Read) -> Result<Self, Answer> {
        let mut bytes = Vec::new();
        let head = read_bytes(client, &mut bytes).and_then(|end| Self::of_bytes(&bytes, end));
        let is_head = bytes.starts_with(b"HEAD ");
        head.map_err(|answer| if is_head { answer.without_body() } else { answer })
    }

    /// The head of a request that comes from the program itself, with a body of this length.
    pub(super) fn of_program(method: &str, target: &str, length: usize) -> Self {
        Self {
            method: method.to_owned(),
            target: target.to_owned(),
            fields: [("Content-Length".to_owned(), length.to_string())].into(),
            #[cfg(feature = "edit")]
            rest: Vec::new(),
        }
    }

    /// The head that ends at a byte, before its empty line.
    fn of_bytes(bytes: &[u8], end: usize) -> Result<Self, Answer> {
        let text = std::str::from_utf8(&bytes[..end]);
        let text = text.map_err(|_| Answer::refusal(400, "the request is not in UTF-8"))?;
        #[cfg_attr(not(feature = "edit"), expect(unused_mut, reason = "the body is added"))]
        let mut head = Self::parse(text)
            .ok_or_else(|| Answer::refusal(400, "this is no request in HTTP/1"))?;
        let has_length = head.values("Content-Length").any(|length| length != "0");
        let has_body = has_length || head.values("Transfer-Encoding").next().is_some();
        if has_body && !head.is_of_editor() {
            return Err(Answer::refusal(413, "no request to this server has a body"));
        }
        #[cfg(feature = "edit")]
        if head.is_of_editor() {
            head.rest = bytes[end + END.len()..].into();
        }
        Ok(head)
    }

    /// Returns `true` if the path is one of the editor.
    pub(super) fn is_of_editor(&self) -> bool {
        cfg!(feature = "edit") && self.target.starts_with("/edit/")
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        if words.next().is_some() || !matches!(version, "HTTP/1.0" | "HTTP/1.1") {
            return None;
        }
        let fields = lines.map(|line| {
            let (name, value) = line.split_once(':')?;
            let value = value.trim_matches([' ', '\t']);
            let is_field = is_token(name) && !value.contains(|c: char| c.is_control() && c != '\t');
            is_field.then(|| (name.to_owned(), value.to_owned()))
        });
        let fields = fields.collect::<Option<_>>()?;
        Some(Self {
            method: method.to_owned(),
            target: target.to_owned(),
            fields,
            #[cfg(feature = "edit")]
            rest: Vec::new(),
        })
    }

    /// All values of a field.
    pub(super) fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        let fields = self.fields.iter().filter(move |(field, _)| field.eq_ignore_ascii_case(name));
        fields.map(|(_, value)| value.as_str())
    }
}

/// Returns `true` if the text is a valid name of a field.
fn is_token(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_allowed)
}

/// Reads up to the empty line, and returns the end of the head before it; after an error, `bytes` holds everything
/// before the error.
fn read_bytes(client: &mut impl Read, bytes: &mut Vec<u8>) -> Result<usize, Answer> {
    let mut piece = [0; 1024];
    loop {
        let count = match client.read(&mut piece) {
            Ok(0) => return Err(Answer::refusal(400, "the request ends in its head")),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return Err(Answer::refusal(408, "the request takes too long")),
        };
        let seen = bytes.len().saturating_sub(END.len() - 1);
        bytes.extend_from_slice(&piece[..count]);
        let end = bytes[seen..].windows(END.len()).position(|window| window == END);
        if let Some(end) = end.map(|end| seen + end).filter(|end| *end <= MOST_BYTES) {
            return Ok(end);
        }
        if bytes.len() > MOST_BYTES {
            return Err(Answer::refusal(431, "the head of the request is too long"));
        }
    }
}

/// The port of `http` if a request names none.
const PORT: u16 = 80;

/// A host that no page of another site can have. Another site can let its own name point to this machine, but
/// then the browser sends that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Authority {
    host: Host,
    port: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Host {
    Localhost,
    Address(IpAddr),
}

impl Authority {
    /// Parses an address or `localhost`, with or without a port; `None` for any other text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (host, port) = match text.strip_prefix('[') {
            Some(text) => {
                let (address, port) = text.split_once(']')?;
                (Host::Address(address.parse::<Ipv6Addr>().ok()?.into()), port)
            }
            None => {
                let (name, port) = text.split_at(text.find(':').unwrap_or(text.len()));
                (named(name)?, port)
            }
        };
        let port = if port.is_empty() { PORT } else { number(port.strip_prefix(':')?)? };
        Some(Self { host, port })
    }

    /// Parses the origin of a page, which must come from such a host: `http://localhost:4000`
    pub(super) fn of_origin(text: &str) -> Option<Self> {
        Self::parse(text.strip_prefix("http://")?)
    }

    pub(super) fn is_loopback(&self) -> bool {
        match self.host {
            Host::Localhost => true,
            Host::Address(address) => address.to_canonical().is_loopback(),
        }
    }
}

fn named(name: &str) -> Option<Host> {
    if name.eq_ignore_ascii_case("localhost") {
        return Some(Host::Localhost);
    }
    name.parse::<Ipv4Addr>().ok().map(|address| Host::Address(address.into()))
}

/// Parses digits only; `parse` alone would accept `+80`.
fn number(digits: &str) -> Option<u16> {
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use super::{Authority, Head, MOST_BYTES};
    use std::format;
    use std::io::{self, Read};

    /// A reader that gives one byte at a time.
    struct Slowly<'text>(&'text [u8]);

    impl Read for Slowly<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    /// The head, or the beginning of the response that refuses it.
    fn read(text: &str) -> Result<Head, std::string::String> {
        let fast = Head::read(&mut text.as_bytes());
        let slow = Head::read(&mut Slowly(text.as_bytes()));
        assert_eq!(format!("{fast:?}"), format!("{slow:?}"), "it is the same in pieces");
        slow.map_err(|answer| format!("{answer:?}"))
    }

    #[track_caller]
    fn refused(text: &str, status: u16) {
        let answer = read(text).expect_err("it is refused");
        assert!(answer.starts_with(&format!("Answer {{ status: {status},")), "{answer}");
    }

    #[test]
    fn a_head_is_a_line_and_fields() {
        let head =
            read("GET /a?b=1 HTTP/1.1\r\nHOST: x:1\r\nhost:y \r\nContent-Length: 0\r\n\r\nmore");
        let head = head.expect("it is a request");
        assert_eq!((&*head.method, &*head.target), ("GET", "/a?b=1"));
        assert!(head.values("Host").eq(["x:1", "y"]));
        assert_eq!(head.values("Origin").count(), 0);
        assert!(read("GET / HTTP/1.0\r\n\r\n").is_ok());
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for text in [
            "",
            "\r\n\r\n",
            "GET / HTTP/1.1\r\n",
            "GET /\r\n\r\n",
            "GET / HTTP/2\r\n\r\n",
            "GET / and HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
            "GET / HTTP/1.1\r\n: x\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\n :80\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\nHost: y\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\0\r\n\r\n",
        ] {
            refused(text, 400);
        }
        assert!(Head::read(&mut &b"GET /\xff HTTP/1.1\r\n\r\n"[..]).is_err());
    }

    #[test]
    fn a_body_is_refused() {
        for field in [
            "Content-Length: 1",
            "Content-Length: 70368744177664",
            "Content-Length: 18446744073709551616",
            "Content-Length: -1",
            "Content-Length: 0\r\nContent-Length: 5",
            "Transfer-Encoding: chunked",
        ] {
            refused(&format!("POST /pause HTTP/1.1\r\n{field}\r\n\r\n"), 413);
        }
    }

    #[test]
    fn a_long_head_is_refused() {
        let long = |length: usize| format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(length));
        assert!(read(&long(MOST_BYTES - 20)).is_ok());
        refused(&long(MOST_BYTES), 431);
        refused(&long(MOST_BYTES * 4), 431);
    }

    #[test]
    fn a_name_is_localhost_or_an_address() {
        for (text, is_loopback) in [
            ("localhost", true),
            ("LOCALHOST:4000", true),
            ("127.0.0.1:80", true),
            ("127.255.0.1", true),
            ("[::1]", true),
            ("[::1]:8080", true),
            ("[::ffff:127.0.0.1]", true),
            ("10.0.0.7:1", false),
            ("0.0.0.0", false),
            ("[::]", false),
            ("[fe80::1]:65535", false),
        ] {
            let authority = Authority::parse(text).expect(text);
            assert_eq!(authority.is_loopback(), is_loopback, "{text}");
        }
    }

    #[test]
    fn all_else_is_no_name() {
        for text in [
            "",
            ":",
            ":80",
            "evil.example",
            "localhost.",
            "localhost:",
            "localhost:.evil.example",
            "localhost:80.evil",
            "localhost:80:80",
            "localhost:+80",
            "localhost:-1",
            "localhost:65536",
            "localhost.evil",
            "evil.localhost",
            "local\u{212a}host",
            "localho\u{17f}t",
            " localhost",
            "localhost ",
            "localhost\n",
            "localhost, localhost",
            "[localhost]",
            "127.0.0.1:80@evil",
            "127.0.0.1.",
            "127.0.0.01",
            "127.1",
            "::1",
            "[::1].evil",
            "[::1]:",
            "[::1]80",
            "[::1",
            "[::1%1]",
            "[127.0.0.1]",
            "http://localhost",
        ] {
            assert_eq!(Authority::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn an_origin_is_the_same_server_or_another() {
        let server = Authority::parse("LOCALHOST:80");
        assert_eq!(Authority::of_origin("http://localhost"), server);
        for origin in ["http://localhost:81", "http://127.0.0.1", "https://localhost", "null", ""] {
            assert_ne!(Authority::of_origin(origin), server, "{origin}");
        }
    }
}
