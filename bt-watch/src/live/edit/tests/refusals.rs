//! Requests that are refused.

use super::{Studio, TEXT, Walks, post, run, send};
use crate::live::Live;
use bt_language::file::MOST_BYTES;
use serde_json::json;
use std::string::{String, ToString};
use std::{format, fs};

const NAMES: [&str; 12] = [
    "open", "check", "complete", "hover", "change", "rename", "format", "apply", "applied", "save",
    "revert", "branch",
];

#[test]
fn a_program_that_allows_no_edits_refuses_them() {
    let live = Live::start().expect("the system lets it listen");
    for name in NAMES {
        let (status, reason) = post(live.address(), name, "{}");
        assert_eq!((status, &*reason), (409, "this program does not let its trees be edited"));
    }
    let request = b"GET /recording?after=-1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert!(send(live.address(), request).1.contains("\"edit\":null"));
}

#[test]
fn other_pages_and_other_methods_are_refused() {
    let studio = Studio::open("foreign", TEXT);
    let address = studio.live.address();
    let ask = |line: &str, fields: &str| {
        send(
            address,
            format!("{line} HTTP/1.1\r\n{fields}Content-Length: 2\r\n\r\n{{}}").as_bytes(),
        )
        .0
    };
    let own = format!("Host: {address}\r\n");
    for name in NAMES {
        let line = format!("POST /edit/{name}?run={}", run(address));
        for fields in [
            "Host: evil.example\r\n".to_string(),
            format!("{own}Origin: http://evil.example\r\n"),
            format!("{own}Origin: null\r\n"),
            format!("{own}Sec-Fetch-Site: cross-site\r\n"),
            String::new(),
        ] {
            assert_eq!(ask(&line, &fields), 403, "{line} {fields}");
        }
        for other in ["", "?run=", "?run=0123456789abcdef", "?page=7"] {
            let status = ask(&format!("POST /edit/{name}{other}"), &own);
            assert_eq!(status, 403, "a page of another run: {name}{other}");
        }
        assert_eq!(ask(&format!("GET /edit/{name}"), &own), 405);
    }
    assert_eq!(ask("POST /edit/fly", &own), 404);
    assert_eq!(ask("POST /pause", &own), 413, "other requests have no body");
    assert_eq!(studio.on_disk(), TEXT);
}

#[test]
fn bodies_are_bounded_and_json() {
    let studio = Studio::open("bodies", TEXT);
    let address = studio.live.address();
    for body in ["", "{", "[]", "{}", "{\"text\":7}", "{\"text\":\"\\ud800\"}", "tree A {}"] {
        assert_eq!(post(address, "check", body).0, 400, "{body}");
    }
    let long = "a".repeat(MOST_BYTES + 1);
    for name in ["check", "format", "apply", "save"] {
        let (status, _) = studio.ask(name, &json!({ "text": long, "disk": "", "at": 0 }));
        assert_eq!(status, 413, "{name}");
    }
    let head = format!("POST /edit/check?run={} HTTP/1.1\r\nHost: {address}\r\n", run(address));
    for (fields, status) in [
        ("Content-Length: 99999999\r\n\r\n", 413),
        ("Content-Length: 99999999999999999999999\r\n\r\n", 413),
        ("Content-Length: -1\r\n\r\n", 400),
        ("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400),
        ("Transfer-Encoding: chunked\r\n\r\n", 411),
        ("Content-Length: 12\r\n\r\n{\"text\":\"\u{fffd}", 400),
    ] {
        assert_eq!(send(address, format!("{head}{fields}").as_bytes()).0, status, "{fields}");
    }
    let not_utf8 = [head.as_bytes(), b"Content-Length: 12\r\n\r\n{\"text\":\"\xff\"}"].concat();
    assert_eq!(send(address, &not_utf8).0, 400);
}

#[test]
fn hostile_texts_are_answered() {
    let studio = Studio::open("hostile", TEXT);
    for text in [
        "tree A { ".to_string() + &"sequence { ".repeat(10_000),
        "(".repeat(100_000),
        "tree A { condition Far(".repeat(1_000),
        "\0\u{feff}'\"/*\u{202e}".to_string(),
        "tree A { subtree B; } tree B { subtree A; }".to_string(),
    ] {
        let told = studio.told("check", &json!({ "text": text }));
        assert!(told["mistakes"].as_array().is_some_and(|all| !all.is_empty()), "{told}");
        for name in ["complete", "hover"] {
            studio.told(name, &json!({ "text": text, "at": u64::MAX >> 1 }));
        }
        assert!(studio.told("apply", &json!({ "text": text })).get("mistakes").is_some());
    }
}

#[test]
fn a_file_that_cannot_be_edited_is_refused_at_once() {
    let studio = Studio::open("let-edit", TEXT);
    let mut live = Live::start().expect("the system lets it listen");
    let refused = |live: &mut Live| {
        live.let_edit::<Walks>(&studio.path).expect_err("it is refused").to_string()
    };
    fs::write(&studio.path, "a".repeat(MOST_BYTES + 1)).expect("it can be written");
    assert!(refused(&mut live).ends_with("has more than 4194304 bytes"));
    fs::write(&studio.path, b"\xff").expect("it can be written");
    assert!(refused(&mut live).ends_with("is not UTF-8"));
    fs::remove_file(&studio.path).expect("it was there");
    assert!(refused(&mut live).ends_with("is gone"));
    let folder = studio.path.parent().expect("a folder");
    let error = live.let_edit::<Walks>(folder).expect_err("it is refused").to_string();
    assert!(error.ends_with("is not a regular file"), "{error}");

    fs::write(&studio.path, TEXT).expect("it can be written");
    let mut open = Live::open_to("0.0.0.0:0").expect("the system lets it listen");
    let reason = refused(&mut open);
    assert!(
        reason.ends_with("can be reached from outside, so its pages may not edit files"),
        "{reason}"
    );
}
