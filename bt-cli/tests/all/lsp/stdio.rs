//! The program itself, with messages on its standard input and output.

use super::client::{HOUSE, Program, position};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn new() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bt"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server begins");
        let input = child.stdin.take().expect("an input");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        Self { child, input, output }
    }

    fn write(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("it reads");
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        let message = message.to_string();
        self.write(&format!("Content-Length: {}\r\n\r\n{message}", message.len()));
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it writes");
            match line.trim().split_once(": ") {
                Some((_, value)) => length = value.parse().expect("a number"),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("it writes");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    fn ask(&mut self, id: u32, method: &str, params: &Value) -> Value {
        self.send(json!({"id": id, "method": method, "params": params}));
        loop {
            let answer = self.receive();
            if answer["id"] == id {
                return answer;
            }
        }
    }

    fn begin(&mut self) {
        let answer = self.ask(1, "initialize", &json!({"capabilities": {}}));
        assert_eq!(answer["result"]["serverInfo"]["name"], "bt");
        self.send(json!({"method": "initialized", "params": {}}));
    }

    fn open(&mut self, uri: &str, text: &str) {
        let item = json!({"uri": uri, "languageId": "behavior-tree", "version": 0, "text": text});
        self.send(json!({"method": "textDocument/didOpen", "params": {"textDocument": item}}));
    }

    fn end(mut self) {
        self.ask(9, "shutdown", &Value::Null);
        self.send(json!({"method": "exit"}));
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn the_program_answers_and_ends() {
    let program = Program::new("the_program_answers");
    let mut server = Process::new();
    // What is no message does not matter.
    server.write("Content-Length: 5\r\n\r\n{\"a\":Content-Length: x\r\n\r\n");
    server.begin();
    server.open(&program.uri("trees/house.tree"), &HOUSE.replace("action Eat", "action Fir"));
    let published = loop {
        let message = server.receive();
        if message["method"] == "textDocument/publishDiagnostics" {
            break message;
        }
    };
    let message = published["params"]["diagnostics"][0]["message"].as_str().expect("a mistake");
    assert!(message.contains("did you mean `Fire`?"), "{message}");
    server.end();
    // A client that vanishes is a failure.
    let Process { mut child, input, output } = Process::new();
    drop((input, output));
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

/// Edits leave nothing behind.
#[cfg(target_os = "linux")]
#[test]
fn edits_do_not_let_it_grow() {
    let program = Program::new("edits_do_not_let_it_grow");
    let mut server = Process::new();
    server.begin();
    let uri = program.uri("trees/house.tree");
    server.open(&uri, HOUSE);
    let place = position(HOUSE, HOUSE.find("Eat;").expect("a word"));
    let mut version = 0;
    let mut edit = |server: &mut Process, count: u32| {
        for _ in 0..count {
            version += 1;
            let (end, new) = if version % 2 == 1 { (0, "Gr") } else { (2, "") };
            let mut behind = place.clone();
            behind["character"] = (place["character"].as_u64().expect("a number") + end).into();
            let changes = json!([{"range": {"start": place, "end": behind}, "text": new}]);
            let document = json!({"uri": uri, "version": version});
            server.send(json!({"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": changes}}));
            if version % 20 == 0 {
                server.ask(
                    version + 10,
                    "textDocument/hover",
                    &json!({"textDocument": {"uri": uri}, "position": place}),
                );
            }
        }
        let pages =
            std::fs::read_to_string(format!("/proc/{}/statm", server.child.id())).expect("it runs");
        pages.split(' ').nth(1).and_then(|pages| pages.parse::<u32>().ok()).expect("a number")
    };
    let before = edit(&mut server, 2000);
    let after = edit(&mut server, 10_000);
    // 2 MB, which is less than what one text for each edit would take.
    assert!(after < before + 512, "{before} pages before, {after} after 10,000 edits");
    server.end();
}
