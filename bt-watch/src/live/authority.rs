//! The host that a request names: `localhost:4000`, `127.0.0.1`, `[::1]:80`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

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
    use super::Authority;

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
