//! The server of the live page, without a browser: it refuses bad clients, and no client delays the
//! program.

use crate::client::{OWN, ask, read_answer, send};
use crate::program::Program;
use browser::{DEADLINE, wait_until};
use bt_watch::live::Live;
use bt_watch::record::Recording;
use serde_json::Value;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(1);

/// The time in which a client has to send its request.
const REQUEST_TIME: Duration = Duration::from_secs(5);

#[test]
fn foreign_pages_are_refused() {
    let program = Program::start(true, PAUSE);
    let port = program.url.trim_end_matches('/').rsplit(':').next().expect("there is a port");
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let named = format!("Host: localhost:{port}\r\n");
    let foreign = format!("Host: evil.example:{port}\r\n");
    let of_own_page = format!("{own}Origin: http://127.0.0.1:{port}\r\nContent-Length: 0\r\n");
    let of_foreign_page = format!("{own}Origin: http://evil.example\r\nContent-Length: 0\r\n");

    assert_eq!(ask(&program.url, "GET /", &own).0, 200);
    assert_eq!(ask(&program.url, "GET /recording?after=-1", &named).0, 200);
    assert_eq!(ask(&program.url, "GET /", &foreign).0, 403);
    assert_eq!(ask(&program.url, "GET /recording?after=-1", &foreign).0, 403);
    assert_eq!(ask(&program.url, "POST /pause", &of_foreign_page).0, 403);
    assert_eq!(ask(&program.url, "GET /recording?after=-1", &of_foreign_page).0, 403);
    assert_eq!(ask(&program.url, "GET /", &format!("{own}Origin: null\r\n")).0, 403);
    assert_eq!(ask(&program.url, "GET /", &format!("{own}{named}")).0, 403);
    for (site, status) in
        [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)]
    {
        let headers = format!("{own}Sec-Fetch-Site: {site}\r\n");
        assert_eq!(ask(&program.url, "GET /recording?after=-1", &headers).0, status, "{site}");
    }
    assert!(program.goes_on(20), "it was not paused");
    assert_eq!(ask(&program.url, "POST /pause", &of_own_page).0, 200);
    assert_eq!(ask(&program.url, "POST /continue", &of_own_page).0, 200);
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
        ("DELETE /", 405),
    ] {
        assert_eq!(ask(&program.url, line, own).0, status, "{line}");
    }
    let deaf = Program::start(false, PAUSE);
    assert_eq!(ask(&deaf.url, "POST /pause", own).0, 409);
    assert!(program.goes_on(20) && deaf.goes_on(20));
    let _ = (program.end(), deaf.end());
}

#[test]
fn what_is_new_is_a_recording() {
    let program = Program::start(false, PAUSE);
    assert!(program.goes_on(30));
    let news = |after: i64| {
        let line = format!("GET /recording?after={after}");
        let (_, body) = ask(&program.url, &line, "Host: [::1]:1\r\n");
        let mut body: Value = serde_json::from_str(&body).expect("it is JSON");
        body["recording"].take()
    };
    // A program that is busy with a tick may send it later.
    assert!(wait_until(|| news(-1)["moments"].as_u64() >= Some(29)));
    let [all, rest] = [-1, 19]
        .map(|after| Recording::from_json(&news(after).to_string()).expect("it is a recording"));
    assert_eq!(all.moments().start, 0);
    assert!(all.moments().end >= 29);
    assert!(rest.moments().start <= 20 && rest.moments().end >= 29);
    let whole = program.end();
    let (guard, part) = (whole.agents().next(), rest.agents().next());
    let (guard, part) = guard.zip(part).expect("the guard is in both");
    for moment in rest.moments() {
        let events = |frame: bt_watch::record::Frame<'_>| frame.events().collect::<Vec<_>>();
        assert_eq!(part.frame_at(moment).map(events), guard.frame_at(moment).map(events));
        assert_eq!(part.active_at(moment), guard.active_at(moment));
    }
}

#[test]
fn slow_browsers_do_not_hold_up_the_program() {
    let program = Program::start(false, Duration::ZERO);
    assert!(program.goes_on(20_000), "there is more to send than fits into the system's buffers");
    // They request the whole recording, and do not read it.
    let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let slow: Vec<TcpStream> = (0..8).map(|_| send(&program.url, request)).collect();
    assert!(program.goes_on(1000));
    assert_eq!(ask(&program.url, "GET /recording?after=10", "Host: localhost\r\n").0, 200);
    assert!(program.goes_on(1000));
    drop(slow);
    program.end();
}

/// Each waits as long as a client may take, so they run in parallel.
#[test]
fn nobody_is_waited_for_without_end() {
    thread::scope(|scope| {
        scope.spawn(a_paused_program_goes_on_when_nobody_looks_any_more);
        scope.spawn(silent_clients_do_not_keep_others_out_for_long);
        scope.spawn(a_slow_request_is_not_waited_for);
    });
}

fn a_paused_program_goes_on_when_nobody_looks_any_more() {
    let program = Program::start(true, PAUSE);
    let own = "Host: localhost\r\nContent-Length: 0\r\n";
    let begin = Instant::now();
    assert_eq!(ask(&program.url, "POST /pause", own).0, 200);
    let stands_still = program.stands_still();
    assert!(stands_still || begin.elapsed() > Live::PATIENCE, "somebody has just asked");
    assert!(program.goes_on(5), "nobody asks for anything");
    program.end();
}

#[test]
fn a_body_is_neither_read_nor_made_room_for() {
    let program = Program::start(true, PAUSE);
    // The response arrives although the server does not read the body.
    let stream = send(&program.url, "POST /pause HTTP/1.1\r\nContent-Length: 9\r\n\r\n123456789");
    assert_eq!(read_answer(stream).map(|answer| answer.0), Some(413));
    for length in ["70368744177664", "18446744073709551615", "99999999999999999999", "1", "-1"] {
        let headers = format!("Host: evil.example\r\nContent-Length: {length}\r\n");
        for _ in 0..40 {
            assert_eq!(ask(&program.url, "POST /pause", &headers).0, 413, "{length}");
        }
    }
    assert_eq!(
        ask(&program.url, "POST /pause", "Host: [::1]\r\nTransfer-Encoding: chunked\r\n").0,
        413
    );
    assert_eq!(ask(&program.url, "GET /recording?after=-1", OWN).0, 200);
    assert!(program.goes_on(20));
    program.end();
}

#[test]
fn many_requests_at_once_are_one() {
    let program = Program::start(false, Duration::ZERO);
    assert!(program.goes_on(20_000), "there is more to send than fits into the system's buffers");
    let request = format!("GET / HTTP/1.1\r\n{OWN}\r\n");
    let stuck = send(&program.url, &request.repeat(40));
    assert!(program.goes_on(1000));
    assert_eq!(ask(&program.url, "GET /recording?after=10", OWN).0, 200);
    program.end();
    drop(stuck);
}

fn silent_clients_do_not_keep_others_out_for_long() {
    let program = Program::start(false, PAUSE);
    let silent: Vec<TcpStream> = (0..300).map(|_| send(&program.url, "GET /")).collect();
    assert!(is_served_at_last(&program));
    assert!(program.goes_on(20));
    drop(silent);
    let begin = Instant::now();
    let silent: Vec<TcpStream> = (0..300).map(|_| send(&program.url, "")).collect();
    program.end();
    let is_soon = begin.elapsed() < REQUEST_TIME;
    for mut client in silent {
        // A client that has taken too long gets a response, unless the connection is closed first.
        let told = what_comes(&mut client);
        assert!(told.is_empty() || !is_soon, "{}", String::from_utf8_lossy(&told));
    }
}

/// The bytes that a client receives until the connection is closed.
fn what_comes(client: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    client.set_read_timeout(Some(DEADLINE)).expect("that is not zero");
    if let Err(error) = client.read_to_end(&mut bytes) {
        let is_late = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        assert!(!is_late, "it is not cut off");
    }
    bytes
}

fn a_slow_request_is_not_waited_for() {
    let program = Program::start(false, PAUSE);
    let mut slow = send(&program.url, "GET /");
    assert!(wait_until(|| slow.write_all(b"a").is_err()), "it is cut off");
    program.end();
}

#[test]
fn a_request_line_without_an_end_is_refused() {
    let program = Program::start(false, PAUSE);
    let mut endless = send(&program.url, "GET /");
    let piece = vec![b'a'; 1 << 16];
    // The buffers of the system for both sides are far smaller than this.
    let refused = (0..4096).any(|_| endless.write_all(&piece).is_err());
    assert!(refused, "it has taken 256 MiB");
    assert_eq!(ask(&program.url, "GET /recording?after=-1", OWN).0, 200);
    program.end();
}

/// It is set in a process that may open only a few files.
#[cfg(unix)]
const FEW_FILES: &str = "SERVER_TEST_FEW_FILES";

#[cfg(unix)]
#[test]
fn a_lack_of_open_files_is_waited_out() {
    if std::env::var_os(FEW_FILES).is_some() {
        return use_up_open_files();
    }
    let this = std::env::current_exe().expect("it runs");
    let output = std::process::Command::new("sh")
        .args(["-c", r#"ulimit -n 64 && exec "$0" --exact "$1""#])
        .arg(this)
        .arg("server::a_lack_of_open_files_is_waited_out")
        .env(FEW_FILES, "1")
        .output()
        .expect("there is a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[cfg(unix)]
fn use_up_open_files() {
    let program = Program::start(false, PAUSE);
    assert!(program.goes_on(20), "it listens");
    let mut files = Vec::new();
    while let Ok(file) = std::fs::File::open("/dev/null") {
        files.push(file);
    }
    // The last free file goes to a client; the server may have kept one for it, but has none for the
    // next client.
    files.pop();
    let client = send(&program.url, "");
    // In the meantime the server fails to accept the client.
    thread::sleep(Duration::from_millis(300));
    drop((files, client));
    assert!(is_served_at_last(&program));
    program.end();
}

/// Sends requests until there is room for one more connection; returns `false` if there never is.
fn is_served_at_last(program: &Program) -> bool {
    let request = format!("GET /recording?after=-1 HTTP/1.1\r\n{OWN}\r\n");
    wait_until(|| {
        // The server closes a connection for which there is no room.
        read_answer(send(&program.url, &request)).is_some_and(|answer| answer.0 == 200)
    })
}
