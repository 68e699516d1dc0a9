//! `bt serve`: no line stops it or lets it grow.

use super::corpus;
use crate::serve::Client;
use fastrand::Rng;
use serde_json::json;

#[test]
fn no_line_stops_the_server() {
    let mut client = Client::new(&[]);
    let mut random = Rng::with_seed(3);
    let mut lines = |client: &mut Client, count: usize| {
        for _ in 0..count {
            let line = line(&mut random);
            client.send(&line);
        }
    };
    lines(&mut client, 1000);
    client.begin();
    lines(&mut client, 2000);
    client.send(&vec![b'['; 20 << 20]);
    assert!(client.call("format", &json!({"text": "("})).to_string().contains("isError"));
    #[cfg(target_os = "linux")]
    let before = client.pages();
    lines(&mut client, 20_000);
    for (text, _) in corpus::extremes().filter(|(text, _)| text.len() > 100_000) {
        client.call("check", &json!({"text": text}));
    }
    for (_, text) in corpus::damaged(100, 7, &corpus::files(), &corpus::strings("pieces")) {
        client.call("format", &json!({"text": text}));
    }
    assert!(
        client.call("draw", &json!({"text": "tree A { fail; }"})).to_string().contains("A\\nfail")
    );
    #[cfg(target_os = "linux")]
    assert!(client.pages() < before + 2000, "{before} pages, then {}", client.pages());
    client.end();
}

/// A line that is no message, or a strange one.
fn line(random: &mut Rng) -> Vec<u8> {
    let methods = [
        "initialize",
        "tools/list",
        "tools/call",
        "ping",
        "notifications/cancelled",
        "resources/read",
        "logging/setLevel",
        "x",
    ];
    let mut message = json!({
        "jsonrpc": "2.0",
        "id": corpus::value(random, 1),
        "method": methods[random.usize(..methods.len())],
        "params": corpus::value(random, 4),
    });
    match random.u8(..4) {
        0 => drop(message.as_object_mut().expect("an object").remove("id")),
        1 => {
            message = json!({"jsonrpc": "2.0", "id": corpus::value(random, 1), "result": corpus::value(random, 3)});
        }
        _ => {}
    }
    let mut line = message.to_string().into_bytes();
    if random.bool() {
        for _ in 0..random.usize(1..4) {
            let place = random.usize(..line.len());
            line[place] = random.u8(..);
        }
    }
    line.retain(|byte| *byte != b'\n');
    line
}
