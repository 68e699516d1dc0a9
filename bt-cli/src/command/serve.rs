//! `bt serve`: the command as tools of the Model Context Protocol.
//!
//! Each call is a process of its own, so no input can stop the server, or let it grow.

use super::{Ended, Options, SUCCESS, Stop, Streams};
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientJsonRpcMessage, ClientRequest, ContentBlock,
    ErrorData, Implementation, JsonObject, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerInfo, ServerJsonRpcMessage, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::Transport;
use rmcp::{ServerHandler, serve_server};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::sync::{Semaphore, mpsc};

/// The maximum number of bytes of a message; a longer one is skipped.
const MOST_BYTES: u64 = 16 << 20;
/// The maximum number of calls at the same time; others wait.
const MOST_CALLS: usize = 4;
/// The time after which a call is stopped.
const LONGEST: Duration = Duration::from_secs(30);

const INSTRUCTIONS: &str = "Behavior trees in text files. Ask `words` what the program offers, write a file, `check` it, mend \
    the mistakes where they are, `prove` what it never does, and `run` it with results for its words until it does what it should.";

pub(super) fn serve(options: &Options, _: &mut Streams) -> Ended {
    let words = options.value("words").cloned();
    let server = Server { words, calls: Semaphore::new(MOST_CALLS) };
    let failed = |error: &dyn std::fmt::Display| Stop(format!("the server: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| failed(&error))?.block_on(async {
        let running = serve_server(server, Lines::begin()).await;
        // The input may end before a client has begun.
        if let Ok(running) = running {
            running.waiting().await.map_err(|error| failed(&error))?;
        }
        Ok(SUCCESS)
    })
}

/// The messages: one in each line.
struct Lines {
    lines: mpsc::Receiver<Vec<u8>>,
    has_begun: bool,
}

impl Lines {
    fn begin() -> Self {
        let (sender, lines) = mpsc::channel(1);
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(line) = line(&mut input) {
                if sender.blocking_send(line).is_err() {
                    break;
                }
            }
        });
        Self { lines, has_begun: false }
    }
}

/// The next line that is not too long.
fn line(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let (mut line, mut is_long) = (Vec::new(), false);
    loop {
        line.clear();
        let read = input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line).ok()?;
        let is_end = line.ends_with(b"\n");
        if read == 0 || (is_end && !is_long) {
            return (read > 0).then_some(line);
        }
        is_long = !is_end;
    }
}

impl Transport<RoleServer> for Lines {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        std::future::ready(serde_json::to_vec(&message).map_err(io::Error::from).and_then(
            |mut line| {
                line.push(b'\n');
                let mut output = io::stdout().lock();
                output.write_all(&line)?;
                output.flush()
            },
        ))
    }

    /// The next message; a line that is none is skipped, and before the client has begun anything else too.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let line = self.lines.recv().await?;
            let Ok(message) = serde_json::from_slice(&line) else { continue };
            let begins = matches!(
                &message,
                ClientJsonRpcMessage::Request(request)
                    if matches!(request.request, ClientRequest::InitializeRequest(_))
            );
            self.has_begun |= begins;
            if self.has_begun {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.lines.close();
        Ok(())
    }
}

struct Server {
    words: Option<OsString>,
    calls: Semaphore,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerInfo {
        let mut info = ServerInfo::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("bt", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let members = request.arguments.unwrap_or_default();
        let arguments = self.arguments(&request.name, &members);
        let arguments = arguments.map_err(|what| ErrorData::invalid_params(what, None))?;
        let text = members.get("text").and_then(Value::as_str).unwrap_or_default();
        let _permit = self.calls.acquire().await;
        Ok(call(&arguments, text).await.unwrap_or_else(|error| {
            CallToolResult::error(vec![ContentBlock::text(format!("the call failed: {error}"))])
        }))
    }
}

/// Runs the command with these arguments and this input.
async fn call(arguments: &[OsString], text: &str) -> io::Result<CallToolResult> {
    let mut child = tokio::process::Command::new(std::env::current_exe()?)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let run = async {
        if let Some(mut input) = child.stdin.take() {
            // A command that has found a mistake in its arguments does not read.
            let _ = input.write_all(text.as_bytes()).await;
        }
        child.wait_with_output().await
    };
    let ended = tokio::time::timeout(LONGEST, run).await.map_err(io::Error::from)??;
    let [output, errors] =
        [ended.stdout, ended.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let is_done = ended.status.success() || !output.is_empty();
    let structured = serde_json::from_str(&output).ok().filter(Value::is_object);
    let content = [output, errors].into_iter().filter(|text| !text.is_empty());
    let content = content.map(ContentBlock::text).collect();
    let mut result =
        if is_done { CallToolResult::success(content) } else { CallToolResult::error(content) };
    result.structured_content = structured;
    Ok(result)
}

/// The tools, with the members of their arguments.
fn tools() -> Vec<Tool> {
    let text = || ("text", json!({"type": "string", "description": "a whole file of trees"}), true);
    let tree = || {
        ("tree", json!({"type": "string", "description": "the name of a tree of the file"}), false)
    };
    let result = json!({"enum": ["success", "failure", "running"]});
    let answers = json!({
        "type": "object",
        "description": "for a word of the program, or the label of a node, its results one after the other; then the last again",
        "additionalProperties": {"type": "array", "items": result, "minItems": 1},
    });
    let rules = json!({
        "type": "array",
        "description": "rules about the first entry of the file, or `tree`: `never 'flee && 'shoot`, `always 'shoot.ticked -> 'aim.succeeded`, `possible 'flee`",
        "items": {"type": "string"},
    });
    let question = json!({"type": "string", "description": "a label, `flee`, or a question as in a rule: `'flee.failed && 'rest`"});
    let number = |most: u32| json!({"type": "integer", "minimum": 0, "maximum": most});
    let all = [
        (
            "words",
            "Lists the words that files may use: conditions, actions, values and others, with their parameters.",
            vec![],
        ),
        (
            "check",
            "Finds the mistakes in a file: each with its place, a message that says what to do, and perhaps the word that was meant.",
            vec![text()],
        ),
        (
            "prove",
            "Proves the rules of the program for each tree of a file, and rules about one tree: what is broken, with the shortest run that breaks it.",
            vec![text(), tree(), ("rules", rules, false)],
        ),
        (
            "explain",
            "Finds the shortest run to a tick in which a node is active, or in which a question has the answer yes.",
            vec![text(), tree(), ("question", question, true)],
        ),
        ("format", "Lays out a file.", vec![text()]),
        (
            "draw",
            "Draws the trees of a file.",
            vec![
                text(),
                tree(),
                (
                    "format",
                    json!({"enum": ["text", "mermaid", "dot", "svg"], "default": "text"}),
                    false,
                ),
            ],
        ),
        (
            "schema",
            "What files may say, exactly: a grammar (GBNF) of their text, or a JSON Schema of trees for `bt import`.",
            vec![(
                "form",
                json!({"enum": ["grammar", "json-schema"], "default": "grammar"}),
                false,
            )],
        ),
        (
            "run",
            "Ticks a tree without its program, and says for each tick what has happened. Results that are not given are random.",
            vec![
                text(),
                tree(),
                ("ticks", number(1000), false),
                ("seed", number(u32::MAX), false),
                ("answers", answers, false),
            ],
        ),
    ];
    let tool = |(name, description, members)| {
        let schema = crate::schema::object::<&str>(members);
        let schema = if let Value::Object(schema) = schema { schema } else { JsonObject::new() };
        Tool::new(name, description, schema)
    };
    all.into_iter().map(tool).collect()
}

impl Server {
    /// The arguments of the command for a tool.
    fn arguments(&self, tool: &str, members: &JsonObject) -> Result<Vec<OsString>, String> {
        let of = |name: &str| members.get(name).filter(|value| !value.is_null());
        let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let option =
            |name: &str| of(name).map(|value| OsString::from(format!("--{name}={}", shown(value))));
        let words = || {
            self.words.clone().ok_or("the server has no words; begin it with `--words WORDS.json`")
        };
        let with_words = |words: OsString| [OsString::from("--words"), words];
        let mut arguments: Vec<OsString> = Vec::new();
        let mut question = None;
        match tool {
            "words" => return Ok(vec!["words".into(), words()?]),
            "schema" => {
                let is_json = of("form").is_some_and(|form| form == "json-schema");
                arguments.extend(["schema".into(), words()?]);
                arguments.extend((!is_json).then(|| "--grammar".into()));
                return Ok(arguments);
            }
            "check" => {
                arguments.extend(["check".into(), "--json".into()]);
                arguments.extend(self.words.clone().into_iter().flat_map(with_words));
            }
            "prove" | "explain" => {
                arguments.extend([tool.into(), "--json".into()]);
                arguments.extend(with_words(words()?));
                arguments.extend(option("tree"));
                if tool == "prove" {
                    let rules = of("rules").and_then(Value::as_array).into_iter().flatten();
                    arguments.extend(rules.map(|rule| format!("--rule={}", shown(rule)).into()));
                } else {
                    question = Some(of("question").ok_or("expected a label as `question`")?);
                }
            }
            "format" => arguments.push("fmt".into()),
            "draw" => {
                arguments.push("draw".into());
                arguments.extend(["tree", "format"].into_iter().filter_map(option));
            }
            "run" => {
                arguments.extend(["run".into(), "--json".into()]);
                arguments.extend(with_words(words()?));
                arguments.extend(["tree", "ticks", "seed"].into_iter().filter_map(option));
                for (name, results) in
                    of("answers").and_then(Value::as_object).into_iter().flatten()
                {
                    let results = results.as_array().into_iter().flatten().map(shown);
                    let results = results.collect::<Vec<_>>().join(",");
                    arguments.push(format!("--answer={name}={results}").into());
                }
            }
            other => return Err(format!("there is no tool `{other}`")),
        }
        if !of("text").is_some_and(Value::is_string) {
            return Err("expected a file of trees as `text`".to_owned());
        }
        // What follows is no option, whatever the question is.
        arguments.extend(["--".into(), "-".into()]);
        arguments.extend(question.map(|question| shown(question).into()));
        Ok(arguments)
    }
}
