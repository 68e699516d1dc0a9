//! The server of the live page, without a browser: who is refused, and who cannot hold up the program.

use bt_core::record::Recording;
use program::Program;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

mod program;

const PAUSE: Duration = Duration::from_millis(1);

fn send(program: &Program, request: &str) -> TcpStream {
    let address = program.url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(request.as_bytes()).expect("it reads");
    stream
}

/// The status and the body of the answer.
fn ask(program: &Program, first_line: &str, headers: &str) -> (u16, String) {
    let request = format!("{first_line} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    let mut answer = Vec::new();
    send(program, &request).read_to_end(&mut answer).expect("it answers");
    let answer = String::from_utf8(answer).expect("it answers in UTF-8");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head ends");
    let status = head.split(' ').nth(1).expect("there is a status");
    (status.parse().expect("a status is a number"), body.to_owned())
}

#[test]
fn foreign_pages_are_refused() {
    let program = Program::start(true, PAUSE);
    let port = program.url.trim_end_matches('/').rsplit(':').next().expect("there is a port");
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let named = format!("Host: localhost:{port}\r\n");
    let foreign = format!("Host: evil.example:{port}\r\n");
    let of_own_page = format!("{own}Origin: http://127.0.0.1:{port}\r\nContent-Length: 0\r\n");
    let of_foreign_page = format!("{own}Origin: http://evil.example\r\nContent-Length: 0\r\n");

    assert_eq!(ask(&program, "GET /", &own).0, 200);
    assert_eq!(ask(&program, "GET /recording?after=-1", &named).0, 200);
    assert_eq!(ask(&program, "GET /", &foreign).0, 403);
    assert_eq!(ask(&program, "GET /recording?after=-1", &foreign).0, 403);
    assert_eq!(ask(&program, "POST /pause", &of_foreign_page).0, 403);
    assert!(program.goes_on(20), "it was not paused");
    assert_eq!(ask(&program, "POST /pause", &of_own_page).0, 200);
    assert_eq!(ask(&program, "POST /continue", &of_own_page).0, 200);
    program.end();
}

#[test]
fn nonsense_is_answered_with_what_is_wrong() {
    let program = Program::start(true, PAUSE);
    let own = "Host: localhost\r\nContent-Length: 0\r\n";
    for (line, status) in [
        ("GET /nowhere", 404),
        ("GET /recording", 400),
        ("GET /recording?after=x", 400),
        ("POST /breakpoint", 400),
        ("POST /breakpoint?agent=0&node=99", 400),
        ("POST /breakpoint?agent=9&node=0", 400),
        ("POST /breakpoint?agent=-1&node=0", 400),
        ("POST /dance", 404),
        ("DELETE /", 404),
    ] {
        assert_eq!(ask(&program, line, own).0, status, "{line}");
    }
    let deaf = Program::start(false, PAUSE);
    assert_eq!(ask(&deaf, "POST /pause", own).0, 409);
    assert!(program.goes_on(20) && deaf.goes_on(20));
    let _ = (program.end(), deaf.end());
}

#[test]
fn what_is_new_is_a_recording() {
    let program = Program::start(false, PAUSE);
    assert!(program.goes_on(30));
    let news = |after: i64| {
        let line = format!("GET /recording?after={after}");
        let body: Value =
            serde_json::from_str(&ask(&program, &line, "Host: [::1]:1\r\n").1).expect("it is JSON");
        Recording::from_json(&body["recording"].to_string()).expect("it is a recording")
    };
    let all = news(-1);
    assert_eq!(all.moments().start, 0);
    assert!(all.moments().end >= 29);
    let rest = news(19);
    assert_eq!(rest.moments().start, 20);
    let future = news(i64::MAX);
    assert!(future.moments().is_empty());
    let whole = program.end();
    let (guard, part) = (whole.agents().next(), rest.agents().next());
    let (guard, part) = guard.zip(part).expect("the guard is in both");
    for moment in rest.moments() {
        let events = |frame: bt_core::record::Frame<'_>| frame.events().collect::<Vec<_>>();
        assert_eq!(part.frame_at(moment).map(events), guard.frame_at(moment).map(events));
        assert_eq!(part.active_at(moment), guard.active_at(moment));
    }
}

#[test]
fn slow_browsers_do_not_hold_up_the_program() {
    let program = Program::start(false, Duration::ZERO);
    assert!(program.goes_on(20_000), "there is more to send than fits into the system's buffers");
    // They ask for all there is, and read nothing.
    let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let slow: Vec<TcpStream> = (0..8).map(|_| send(&program, request)).collect();
    assert!(program.goes_on(1000));
    assert_eq!(ask(&program, "GET /recording?after=10", "Host: localhost\r\n").0, 200);
    assert!(program.goes_on(1000));
    drop(slow);
    program.end();
}

#[test]
fn a_paused_program_goes_on_when_nobody_looks_any_more() {
    let program = Program::start(true, PAUSE);
    let own = "Host: localhost\r\nContent-Length: 0\r\n";
    assert_eq!(ask(&program, "POST /pause", own).0, 200);
    assert!(program.stands_still(), "somebody has just asked");
    assert!(program.goes_on(5), "nobody asks for anything");
    program.end();
}
