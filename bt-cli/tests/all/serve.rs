//! `bt serve`: calls are answered. `.ci/run serve` asks it with another client.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

pub(crate) struct Client {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    id: u32,
}

impl Client {
    pub(crate) fn new(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bt"))
            .arg("serve")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server begins");
        let input = child.stdin.take().expect("an input");
        let lines = BufReader::new(child.stdout.take().expect("an output")).lines();
        let (sender, output) = channel();
        // A server whose answers nobody reads would wait.
        std::thread::spawn(move || {
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { child, input, output, id: 0 }
    }

    pub(crate) fn send(&mut self, line: &[u8]) {
        self.input.write_all(line).and_then(|()| self.input.write_all(b"\n")).expect("it reads");
    }

    /// The answer to a request; answers to others are skipped.
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params});
        self.send(request.to_string().as_bytes());
        loop {
            let line = self.output.recv().expect("the server answers");
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            if answer["id"] == self.id && answer.get("method").is_none() {
                return answer;
            }
        }
    }

    pub(crate) fn begin(&mut self) {
        let client = json!({"name": "test", "version": "1"});
        let params =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        let answer = self.ask("initialize", &params);
        assert_eq!(answer["result"]["serverInfo"]["name"], "bt", "{answer}");
        self.send(br#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#);
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))
    }

    /// The pages of memory that are in use.
    #[cfg(target_os = "linux")]
    pub(crate) fn pages(&self) -> usize {
        let path = format!("/proc/{}/statm", self.child.id());
        let text = std::fs::read_to_string(path).expect("it runs");
        text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("a number")
    }

    pub(crate) fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().expect("it ends").success());
    }
}

/// A file of words, which has the name of its test.
fn words(name: &str) -> String {
    let words = r#"[{"name": "Wave", "kind": {"action": {"is_stateful": false}}, "parameters": [], "description": "Waves."}]"#;
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.json"));
    std::fs::write(&path, words).expect("can write");
    path.to_str().expect("a path").to_owned()
}

#[test]
fn tools_are_called() {
    let mut client = Client::new(&["--words", &words("tools_are_called")]);
    client.begin();
    let tools = client.ask("tools/list", &json!({}));
    let names: Vec<&str> = tools["result"]["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|tool| tool["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["words", "check", "prove", "explain", "format", "draw", "schema", "run"]);
    let mut text = |tool: &str, arguments: Value| {
        let answer = client.call(tool, &arguments);
        assert_ne!(answer["result"]["isError"], true, "{answer}");
        answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
    };
    assert_eq!(text("words", json!({})), "action Wave\n    Waves.\n");
    assert_eq!(
        text("format", json!({"text": "tree A{action Wave;}"})),
        "tree A {\n    action Wave;\n}\n"
    );
    assert_eq!(text("draw", json!({"text": "tree A { fail; }"})), "A\nfail\n");
    assert!(text("draw", json!({"text": "tree A { fail; }", "format": "svg"})).contains("<svg"));
    assert!(text("schema", json!({})).starts_with("root ::= "));
    assert!(text("schema", json!({"form": "json-schema"})).contains("$defs"));
    let run =
        json!({"text": "tree A { action Wave; }", "ticks": 1, "answers": {"Wave": ["running"]}});
    assert!(text("run", run).contains("\"result\": \"running\""));
    let answer = client.call("check", &json!({"text": "tree A { action Wav; }"}));
    assert_eq!(
        answer["result"]["structuredContent"]["mistakes"][0]["suggestion"], "Wave",
        "{answer}"
    );
    let file = "tree A { sequence { 'first: action Wave; 'then: action Wave; } }";
    let rules = json!(["never 'then.failed", "never 'first.succeeded && 'then.succeeded"]);
    let answer = client.call("prove", &json!({"text": file, "rules": rules}));
    let proved = &answer["result"]["structuredContent"]["trees"][0]["rules"];
    assert_eq!(
        (&proved[0]["result"], &proved[1]["result"]),
        (&"undecided".into(), &"broken".into())
    );
    let answer = client.call("explain", &json!({"text": file, "question": "then.failed"}));
    let proved = &answer["result"]["structuredContent"]["trees"][0]["rules"][0];
    assert_eq!(proved["run"][0]["status"], "failure", "{answer}");
    for (tool, arguments, message) in [
        ("dance", json!({}), "there is no tool `dance`"),
        ("check", json!({}), "expected a file of trees as `text`"),
        ("draw", json!({"text": "tree A { fal; }"}), "did you mean `fail`?"),
        (
            "draw",
            json!({"text": "tree A { fail; }", "tree": "--words=x"}),
            "there is no tree `--words=x`",
        ),
        ("run", json!({"text": "tree A { action Wav; }"}), "did you mean `Wave`?"),
        ("explain", json!({"text": file}), "expected a label as `question`"),
        (
            "explain",
            json!({"text": file, "question": "--page=x.html"}),
            "expected a node of the tree",
        ),
        ("prove", json!({"text": file}), "the words have no rules"),
    ] {
        let answer = client.call(tool, &arguments).to_string();
        assert!(answer.contains(message) && answer.to_lowercase().contains("error"), "{answer}");
    }
    client.end();
}
