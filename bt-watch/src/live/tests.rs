//! Programs that are asked, changed, or panic while pages are open.

mod branch;
mod change;
#[cfg(feature = "edit")]
mod without_server;

use super::{Live, PORTS, Part, addresses};
use crate::record::{AgentId, Recording};
use bt_core::{NodeId, Status, behavior_tree};
use serde_json::Value;
use std::format;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::{String, ToString};
use std::thread;
use std::time::Duration;

behavior_tree! {
    tree Fuse(length: &mut u32) {
        active_sequence {
            force_success 'glow: condition *length != 1;
            'burn: action {
                assert!(*length > 1, "it has burnt down");
                *length -= 1;
                Status::Running
            };
        }
    }
}

/// The deadline that ends a hanging test.
const PATIENCE: Duration = Duration::from_secs(600);

/// The interval between the requests of a page in these tests.
const PERIOD: Duration = Duration::from_millis(5);

/// A page that is still open goes on with the program that was started again.
#[test]
fn a_program_has_the_same_port_at_each_start() {
    let name =
        format!("a program that nobody else starts, not even process {}", std::process::id());
    let start = || Live::at(&*addresses(name.as_bytes())).expect("the system lets it listen");
    let first = start();
    let port = first.address().port();
    assert!(PORTS.contains(&port), "{port}");
    // While it runs, a second one has the next port.
    assert!(start().address().port() > port);
    drop(first);
    assert_eq!(start().address().port(), port);
    let of_others = |name: &str| addresses(name.as_bytes());
    assert_ne!(of_others("guard"), of_others("guards"));
    assert_eq!(
        of_others(&name).last().map(SocketAddr::port),
        Some(0),
        "any port is better than none"
    );
}

fn start() -> (Live, AgentId) {
    let mut live = Live::with_patience("127.0.0.1:0", PATIENCE).expect("the system lets it listen");
    live.let_pause(true);
    let agent = live.agent::<Fuse>("fuse");
    (live, agent)
}

/// The body of the response; `None` if the server has ended, before or during the response.
fn ask(address: SocketAddr, line: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.write_all(format!("{line} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: "))?;
    (length.parse() == Ok(body.len())).then(|| body.to_string())
}

/// Sends the request of a page, which names its state; `None` if the server has ended.
fn poll(address: SocketAddr, open: &mut Option<u64>) -> Option<Value> {
    thread::sleep(PERIOD);
    let open_field = open.map(|open| format!("&open={open}")).unwrap_or_default();
    let body = ask(address, &format!("GET /recording?after=-1&page=7{open_field}"))?;
    let told: Value = serde_json::from_str(&body).expect("it is JSON");
    *open = told["recording"]["open"].as_u64().or(*open);
    Some(told)
}

fn is_unfinished(told: &Value) -> bool {
    let recording = &told["recording"];
    let Ok(recording) = Recording::from_json(&recording.to_string()) else { return false };
    let last = recording.agents().next().and_then(|agent| agent.frames().last());
    last.is_some_and(|frame| frame.is_unfinished())
}

#[test]
fn a_program_answers_why_a_node_does_not_run() {
    let (mut live, agent) = start();
    let address = live.address();
    let ask_why = |query: &str| ask(address, &format!("POST /why?{query}")).expect("it answers");
    let (mut tree, mut length) = (Fuse::new(), 3);
    live.tick(agent, &mut tree, &mut length);
    assert_eq!(
        ask_why("agent=0&moment=0&node=1"),
        "this program does not say why a node does not run"
    );
    assert_eq!(poll(address, &mut None).expect("it answers")["live"]["answers"], false);
    live.let_ask(|recording, agent, moment, node| {
        let name = recording.agent(agent).map_or("nobody", |agent| agent.name());
        let text = format!("{name} in moment {moment}: ");
        [Part::Text(text), Part::Name(node), Part::Key(NodeId::new(99))].into()
    });
    assert_eq!(poll(address, &mut None).expect("it answers")["live"]["answers"], true);
    assert_eq!(ask_why("agent=0&moment=7&node=1"), r#"["fuse in moment 7: ",{"node":1}]"#);
    assert_eq!(ask_why("agent=5&moment=7&node=1"), r#"["nobody in moment 7: "]"#);
    let missing = "about which node? why?agent=0&moment=7&node=3";
    assert_eq!(ask_why("agent=0&node=1"), missing);
    assert_eq!(
        ask(address, "GET /why?agent=0&moment=0&node=1").as_deref(),
        Some("this is only for POST")
    );
}

#[test]
fn a_program_that_ends_with_a_panic_shows_it_before_it_ends() {
    let (mut live, agent) = start();
    let address = live.address();
    let mut open = None;
    poll(address, &mut open).expect("it answers");
    let program = thread::spawn(move || {
        let (mut tree, mut length) = (Fuse::new(), 3);
        loop {
            live.tick(agent, &mut tree, &mut length);
        }
    });
    let mut is_shown = false;
    while let Some(told) = poll(address, &mut open) {
        is_shown |= is_unfinished(&told);
    }
    program.join().expect_err("it has burnt down");
    assert!(is_shown);
}

#[test]
fn a_breakpoint_in_a_tick_that_panics_stops_in_it() {
    let (mut live, agent) = start();
    let address = live.address();
    let (mut tree, mut length) = (Fuse::new(), 2);
    live.tick(agent, &mut tree, &mut length);
    let glow = Fuse::GLOW.index();
    ask(address, &format!("POST /breakpoint?page=7&agent=0&node={glow}")).expect("it answers");
    thread::scope(|scope| {
        let tick = || live.tick(agent, &mut tree, &mut length);
        let program = scope.spawn(|| catch_unwind(AssertUnwindSafe(tick)).is_err());
        let mut open = None;
        let stopped = loop {
            assert!(!program.is_finished(), "it has not stopped");
            let told = poll(address, &mut open).expect("it answers");
            if told["live"]["paused"] == true {
                break told["live"]["stopped"].clone();
            }
        };
        assert_eq!(stopped, serde_json::json!([0, glow]));
        ask(address, "POST /continue?page=7").expect("it answers");
        assert!(program.join().expect("it is caught"), "the panic goes on after it");
    });
}
