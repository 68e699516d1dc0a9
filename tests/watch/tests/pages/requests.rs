//! The responses of the live page's server to methods, and to the hosts in headers.

use crate::client::{OWN, ask, send};
use bt_watch::live::Live;
use std::io::Read;

/// The head and the body of the answer.
fn answer(url: &str, request: &str) -> (String, String) {
    let mut answer = String::new();
    send(url, request).read_to_string(&mut answer).expect("it answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head ends");
    (head.to_owned(), body.to_owned())
}

fn start() -> Live {
    Live::at("127.0.0.1:0").expect("the system lets it listen")
}

/// Asserts that the server accepts, or refuses, a host.
#[track_caller]
fn assert_named(live: &Live, headers: &str, is_own: bool) {
    for line in ["GET /", "HEAD /", "GET /recording?after=-1", "POST /bye"] {
        let status = ask(&live.url(), line, headers).0;
        assert_eq!(status, if is_own { 200 } else { 403 }, "{line} {headers:?}");
    }
}

const OWN_HOSTS: [&str; 12] = [
    "localhost",
    "LOCALHOST",
    "LocalHost:4000",
    "localhost:65535",
    "127.0.0.1",
    "127.0.0.1:80",
    "127.1.2.3:1",
    "[::1]",
    "[::1]:8080",
    "[0:0:0:0:0:0:0:1]:8080",
    "[::ffff:127.0.0.1]:80",
    // White space around a value is not a part of it.
    " \t localhost:80 \t",
];

const FOREIGN_HOSTS: [&str; 49] = [
    "",
    " ",
    ":",
    ":80",
    "evil.example",
    "evil.example:80",
    "localhost:.evil.example",
    "localhost:80.evil",
    "localhost:80:80",
    "localhost.evil",
    "localhost.evil.example:80",
    "localhost.",
    "localhost.:80",
    "localhost:",
    "localhost:+80",
    "localhost:-80",
    "localhost:65536",
    "localhost:0x50",
    "localhost:80,localhost:80",
    "localhost, evil.example",
    "localhost evil.example",
    "localhost :80",
    "localhost: 80",
    "localhost/",
    "localhost@evil.example",
    "evil.localhost",
    "xlocalhost",
    "[localhost]",
    "http://localhost",
    "127.0.0.1:80@evil",
    "127.0.0.1.evil.example:80",
    "127.0.0.1.",
    "127.0.0.1:",
    "127.0.0.01",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "128.0.0.1:80",
    "10.0.0.7:1",
    "0.0.0.0:80",
    "::1",
    "::1:80",
    "[::1].evil",
    "[::1]:",
    "[::1]80",
    "[::1",
    "[::1%1]:80",
    "[::]:80",
    "[127.0.0.1]:80",
];

#[test]
fn a_host_is_a_name_of_this_machine_alone() {
    let live = start();
    for host in OWN_HOSTS {
        assert_named(&live, &format!("Host: {host}\r\n"), true);
    }
    for host in FOREIGN_HOSTS {
        assert_named(&live, &format!("Host: {host}\r\n"), false);
    }
    for headers in ["", OWN, "Host: evil.example\r\n"] {
        assert_named(&live, &format!("{headers}{OWN}"), headers.is_empty());
        assert_named(&live, &format!("{headers}Origin: http://localhost\r\n"), headers == OWN);
    }
}

#[test]
fn who_is_open_to_others_is_asked_for_by_any_address() {
    let live = Live::open_to("0.0.0.0:0").expect("the system lets it listen");
    let url = format!("http://127.0.0.1:{}/", live.address().port());
    for (host, status) in [
        ("localhost", 200),
        ("10.0.0.7:1", 200),
        ("0.0.0.0:80", 200),
        ("[fe80::1]:80", 200),
        ("10.0.0.7:.evil", 403),
        ("evil.example:80", 403),
    ] {
        assert_eq!(ask(&url, "POST /bye", &format!("Host: {host}\r\n")).0, status, "{host}");
    }
}

#[test]
fn an_origin_is_the_host_or_another_site() {
    let mut live = start();
    live.let_pause(true);
    let status = |host: &str, origins: &[&str]| {
        let origins: Vec<_> = origins.iter().map(|it| format!("Origin: {it}\r\n")).collect();
        let origins = origins.concat();
        let headers = format!("Host: {host}\r\n{origins}Content-Length: 0\r\n");
        let [read, pause, leave] = ["GET /recording?after=-1", "POST /pause", "POST /bye"]
            .map(|line| ask(&live.url(), line, &headers).0);
        assert!(read == pause && pause == leave, "{headers:?}");
        read
    };
    for (host, origin) in [
        ("localhost:4000", "http://localhost:4000"),
        ("LOCALHOST:4000", "http://localhost:4000"),
        ("localhost", "http://localhost"),
        ("localhost:80", "http://localhost"),
        ("[::1]:80", "http://[::1]"),
        ("127.0.0.1:7", "http://127.0.0.1:7"),
    ] {
        assert_eq!(status(host, &[origin]), 200, "{host} {origin}");
        assert_eq!(status(host, &[origin, origin]), 200, "{host} {origin}");
        assert_eq!(status(host, &[origin, "http://evil.example"]), 403);
        assert_eq!(status(host, &["null", origin]), 403);
    }
    for origin in [
        "",
        "null",
        "localhost:4000",
        "https://localhost:4000",
        "http://localhost",
        "http://localhost:4001",
        "http://localhost:4000/",
        "http://localhost:4000.evil.example",
        "http://localhost:.evil.example",
        "http://localhost:4000@evil.example",
        "http://localhost:4000 http://evil.example",
        "http://127.0.0.1:4000",
        "http://[::1]:4000",
        "http://evil.example",
    ] {
        assert_eq!(status("localhost:4000", &[origin]), 403, "{origin}");
    }
}

/// The status of an answer and the methods that it allows.
fn allowed(head: &str) -> (&str, Option<&str>) {
    let allow = head.lines().find_map(|line| line.strip_prefix("Allow: "));
    (head.split(' ').nth(1).expect("there is a status"), allow)
}

#[test]
fn other_methods_are_not_allowed() {
    let live = start();
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "BREW"] {
        for (path, allow) in [
            ("/", "GET, HEAD"),
            ("/recording?after=-1", "GET, HEAD"),
            ("/pause", "POST"),
            ("/continue", "POST"),
            ("/step", "POST"),
            ("/breakpoint", "POST"),
            ("/bye?page=1", "POST"),
        ] {
            let wrong = if allow == "POST" { ["GET", "HEAD"] } else { ["POST", "POST"] };
            for method in [method].into_iter().chain(wrong) {
                let request = format!("{method} {path} HTTP/1.1\r\n{OWN}\r\n");
                let (head, _) = answer(&live.url(), &request);
                assert_eq!(allowed(&head), ("405", Some(allow)), "{method} {path}");
            }
        }
        let (head, _) = answer(&live.url(), &format!("{method} /dance HTTP/1.1\r\n{OWN}\r\n"));
        assert_eq!(allowed(&head), ("404", None), "{method}");
    }
}

#[test]
fn a_head_is_that_of_get_without_its_body() {
    let live = start();
    let long = format!("/{}", "a".repeat(10_000));
    let paths = ["/", "/recording?after=-1", "/recording", "/nowhere", "/pause", &long];
    let headers = [
        OWN,
        "Host: evil.example\r\n",
        "",
        "Host: localhost\r\nOrigin: null\r\n",
        "Host: localhost\r\nContent-Length: 5\r\n",
        "Host: localhost\r\nno field\r\n",
    ];
    for path in paths {
        for headers in headers {
            let [get, head] = ["GET", "HEAD"].map(|method| {
                answer(&live.url(), &format!("{method} {path} HTTP/1.1\r\n{headers}\r\n"))
            });
            assert_eq!(get.0, head.0, "{path:.20} {headers:?}");
            assert!(get.0.contains(&format!("\r\nContent-Length: {}\r\n", get.1.len())), "{get:?}");
            assert!(!get.1.is_empty() && head.1.is_empty(), "{head:?}");
        }
    }
}
