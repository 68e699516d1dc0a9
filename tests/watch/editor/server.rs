//! rust-analyzer as a process; requests use its standard input and output.

use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::error::Error;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The deadline for a response; the first ones wait for a build.
const PATIENCE: Duration = Duration::from_secs(300);

/// The errors after which a client should send the request again: the content was modified, or the
/// server cancelled.
const ASK_AGAIN: [i32; 2] = [-32801, -32802];

/// A result of the program itself, not of a probe.
pub(crate) type Done<T> = Result<T, Box<dyn Error>>;

/// A running rust-analyzer.
pub(crate) struct Server {
    process: Child,
    input: ChildStdin,
    messages: Receiver<Message>,
    last_id: i32,
    quiescent: bool,
    /// The capabilities that the server reported at its start.
    pub(crate) capabilities: Value,
}

impl Server {
    /// Starts it for the project at `root`, with a target directory of its own, and waits until it has
    /// loaded everything.
    pub(crate) fn start(root: &Path, target: &Path) -> Done<Self> {
        let program = std::env::var_os("RUST_ANALYZER")
            .map_or_else(|| PathBuf::from("rust-analyzer"), PathBuf::from);
        let mut process = Command::new(&program)
            .current_dir(root)
            .env("RA_LOG", "error")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}; set RUST_ANALYZER", program.display()))?;
        let input = process.stdin.take().ok_or("no standard input")?;
        let mut output = BufReader::new(process.stdout.take().ok_or("no standard output")?);
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Ok(Some(message)) = Message::read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut server = Self {
            process,
            input,
            messages,
            last_id: 0,
            quiescent: false,
            capabilities: json!({}),
        };
        server.capabilities = server.request("initialize", &initialization(root, target))?;
        server.notify("initialized", json!({}))?;
        server.settle()?;
        Ok(server)
    }

    /// Sends a request, and waits for the response.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Done<Value> {
        loop {
            self.last_id += 1;
            let id = RequestId::from(self.last_id);
            let request = Request { id: id.clone(), method: method.into(), params: params.clone() };
            Message::from(request).write(&mut self.input)?;
            let response = self.response(&id)?;
            match response.error {
                Some(error) if ASK_AGAIN.contains(&error.code) => {
                    thread::sleep(Duration::from_millis(20));
                }
                Some(error) => return Ok(json!({ "error": error.message })),
                None => return Ok(response.result.unwrap_or_default()),
            }
        }
    }

    /// Sends a notification, which has no response.
    pub(crate) fn notify(&mut self, method: &str, params: Value) -> Done<()> {
        let method = method.into();
        Ok(Message::from(Notification { method, params }).write(&mut self.input)?)
    }

    /// Ends it as the protocol requires.
    pub(crate) fn stop(mut self) -> Done<()> {
        self.request("shutdown", &Value::Null)?;
        self.notify("exit", Value::Null)?;
        self.process.wait()?;
        Ok(())
    }

    /// Waits until it reports that it has finished loading.
    fn settle(&mut self) -> Done<()> {
        let until = Instant::now() + PATIENCE;
        while !self.quiescent {
            let message = self.next(until)?;
            self.answer(message)?;
        }
        Ok(())
    }

    fn response(&mut self, id: &RequestId) -> Done<Response> {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.next(until)? {
                Message::Response(response) if response.id == *id => return Ok(response),
                other => self.answer(other)?,
            }
        }
    }

    fn next(&self, until: Instant) -> Done<Message> {
        let left = until.saturating_duration_since(Instant::now());
        Ok(self.messages.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => "rust-analyzer does not answer",
            RecvTimeoutError::Disconnected => "rust-analyzer has ended",
        })?)
    }

    /// Answers a request of the server.
    fn answer(&mut self, message: Message) -> Done<()> {
        match message {
            Message::Request(request) => {
                let items = request.params["items"].as_array().map_or(0, Vec::len);
                let result = match request.method.as_str() {
                    "workspace/configuration" => json!(vec![Value::Null; items]),
                    _ => Value::Null,
                };
                Message::from(Response::new_ok(request.id, result)).write(&mut self.input)?;
            }
            Message::Notification(told) if told.method == "experimental/serverStatus" => {
                self.quiescent = told.params["quiescent"] == true;
                if told.params["health"] == "error" {
                    return Err(told.params["message"].to_string().into());
                }
            }
            Message::Notification(_) | Message::Response(_) => {}
        }
        Ok(())
    }
}

/// The capabilities of a common editor, and settings that limit the answers to those of rust-analyzer
/// itself: nothing is compiled when a file is saved.
fn initialization(root: &Path, target: &Path) -> Value {
    json!({
        "processId": std::process::id(),
        "rootUri": uri(root),
        "workspaceFolders": [{ "uri": uri(root), "name": "sample" }],
        "capabilities": {
            "general": { "positionEncodings": ["utf-8"] },
            "window": { "workDoneProgress": true },
            "workspace": { "configuration": true, "workspaceEdit": { "documentChanges": true } },
            "textDocument": {
                "completion": { "completionItem": {
                    "snippetSupport": true,
                    "labelDetailsSupport": true,
                    "resolveSupport": { "properties": ["documentation", "additionalTextEdits"] },
                } },
                "hover": { "contentFormat": ["markdown"] },
                "rename": { "prepareSupport": true },
                "diagnostic": { "dynamicRegistration": false },
                "semanticTokens": {
                    "requests": { "full": true },
                    "formats": ["relative"],
                    "tokenTypes": ["keyword"],
                    "tokenModifiers": [],
                },
                "signatureHelp": { "signatureInformation": { "documentationFormat": ["markdown"] } },
            },
            "experimental": { "serverStatusNotification": true },
        },
        "initializationOptions": {
            "cargo": { "targetDir": target },
            "checkOnSave": false,
        },
    })
}

/// `file:///…`; the paths of this project need no escapes.
pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
