//! The server of the live page, without a browser: its answers to methods and to the hosts in headers; it refuses bad clients, and
//! no client delays the program.

use crate::program::Program;
use browser::{DEADLINE, wait_until};
use bt_watch::live::Live;
use bt_watch::record::Recording;
use serde_json::Value;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

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
